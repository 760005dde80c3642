"""The Bartender, Step 3 and 4: committing drinks, one roll, and what follows from it, in the order of ruling D1."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.another_round import after_the_roll
from sim.games.opulent.contracts import change_stock
from sim.games.opulent.drink_recipes import (
    beer_in,
    difficulty_of,
    fruit_in,
    ice_in,
    liquor_in,
    list_drinks,
    offer_drink,
    section_drinks,
)
from sim.games.opulent.names import (
    A_BEER,
    A_SPECIAL,
    A_WATERED_LIQUOR,
    A_WATERED_MIXED,
    BAR,
    BAR_DIE,
    BEER,
    DRINK,
    EDWARDS,
    FACT,
    FRUIT,
    ICE,
    LIQUOR,
    NO_DRINK,
    SECTION_TARGET,
    SECTIONS,
    SPECIAL,
    ids,
)
from sim.games.opulent.nickels import ordinary
from sim.games.opulent.rolls import roll_six
from sim.games.opulent.staff import roll_bonus
from sim.games.opulent.y1922 import alcohol_factor
from sim.jit import compiled
from sim.trace import emit

PREPARE_RULE = ids.rule("bar.prepare")
POINTS = ids.rule("bar.points")
WATERED = ids.rule("bar.watered")
FAILED_RULE = ids.rule("bar.failed")
PREPARE = ids.decision("prepare")
SPEND = ids.decision("spend")

NOT_TRIED, SERVED, FAILED = 0, 1, 2  # table.served
COMMITTED = 0  # what a DRINK event says before the roll
EDWARDS_ORDERED, EDWARDS_COMMITTED, EDWARDS_SERVED = 0, 1, 2  # table.edwards_drink


@compiled
def prepare_drinks(table, hidden, rules, team, log, seat):
    """Commit drinks, roll the dice left once, and see who is served (rules bar.prepare, bar.points)."""
    clear_drinks(table)
    if table.bar_dice > 0:
        if commit_drinks(table, hidden, rules, team, log, seat) > 0:
            rolled = roll_bonus(table, rules)
            for _ in range(table.bar_dice):
                rolled += roll_six(hidden, log, BAR_DIE, PREPARE_RULE)
            emit(log, FACT, PREPARE_RULE, rolled, table.difficulty, table.bar_dice, 0, 0)
            choose_successes(table, hidden, rules, team, log, seat, rolled)
            return_watered(table, rules, log, seat)
            after_the_roll(table, hidden, rules, team, log, seat)
    table.bar_dice = 0


@compiled
def clear_drinks(table):
    """Begin a preparation with nothing on the cards."""
    table.difficulty = 0
    for i in range(table.bar_n):
        forget_drink(table, table.bar[i])
    forget_drink(table, EDWARDS)
    for section in range(SECTIONS):
        table.section_drink[section] = NO_DRINK


@compiled
def forget_drink(table, patron):
    """Forget what a patron was served, and whether he stays for another round."""
    table.drink[patron] = NO_DRINK
    table.served[patron] = NOT_TRIED
    table.staying[patron] = 0


# --- committing ------------------------------------------------------------------------------------------------------


@compiled
def commit_drinks(table, hidden, rules, team, log, seat):
    """Put ingredients on one patron after the other until the seat rolls; return the number of drinks."""
    drinks = 0
    while True:
        list_preparations(table, rules, team, seat)
        index = ask(PREPARE, seat, table, hidden, rules, team, log)
        target, drink = team.choices[index, 0], team.choices[index, 1]
        if target < 0:
            break
        drinks += 1
        difficulty = team.choices[index, 2]
        take_ingredients(table, rules, log, target, drink, seat)
        table.difficulty += difficulty
        if target >= SECTION_TARGET:
            table.section_drink[target - SECTION_TARGET] = drink
        else:
            table.drink[target] = drink
            if target == EDWARDS:
                table.edwards_drink = EDWARDS_COMMITTED
        emit(log, DRINK, PREPARE_RULE, target, drink, COMMITTED, difficulty, 0)
    return drinks


@compiled
def list_preparations(table, rules, team, seat):
    """List rolling, and every drink that can still be made for somebody without one."""
    no_choices(team)
    offer(team, -1, 0, 0, 0)
    if seat == BAR and table.edwards_orders != 0 and table.edwards_drink == EDWARDS_ORDERED:
        offer_drink(table, rules, team, EDWARDS, A_BEER, 1)
    for i in range(table.bar_n):
        if table.drink[table.bar[i]] == NO_DRINK:
            list_drinks(table, rules, team, table.bar[i], alcohol_factor(table, rules, seat))
    for section in range(SECTIONS):
        if table.section_at_bar[section] != 0 and table.section_drink[section] == NO_DRINK:
            section_drinks(table, rules, team, section)


@compiled
def factor_for(table, rules, target, seat):
    """Return how many times the alcohol a target's drink takes: only ordinary patrons' drinks are ever doubled."""
    if target < SECTION_TARGET and ordinary(rules, target):
        return alcohol_factor(table, rules, seat)
    return 1


@compiled
def take_ingredients(table, rules, log, target, drink, seat):
    """Take the ingredients of a drink from the stock."""
    factor = factor_for(table, rules, target, seat)
    change_stock(table, log, BEER, -beer_in(drink, factor), PREPARE_RULE)
    change_stock(table, log, LIQUOR, -liquor_in(drink, factor), PREPARE_RULE)
    change_stock(table, log, ICE, -ice_in(drink), PREPARE_RULE)
    change_stock(table, log, FRUIT, -fruit_in(drink), PREPARE_RULE)
    if drink == A_SPECIAL:
        change_stock(table, log, SPECIAL, -1, PREPARE_RULE)


@compiled
def return_watered(table, rules, log, seat):
    """Put the liquor of watered drinks back, served or not (rule bar.watered)."""
    for i in range(table.bar_n):
        patron = table.bar[i]
        drink = table.drink[patron]
        if drink == A_WATERED_LIQUOR or drink == A_WATERED_MIXED:
            change_stock(table, log, LIQUOR, liquor_in(drink, factor_for(table, rules, patron, seat)), WATERED)
    for section in range(SECTIONS):
        drink = abs(table.section_drink[section])  # below zero once it is served
        if drink == A_WATERED_LIQUOR or drink == A_WATERED_MIXED:
            change_stock(table, log, LIQUOR, liquor_in(drink, 1), WATERED)


# --- the roll --------------------------------------------------------------------------------------------------------


@compiled
def choose_successes(table, hidden, rules, team, log, seat, rolled):
    """Serve everybody if the roll covers all drinks, else those the points are spent on; the rest fail."""
    table.points = rolled
    list_payable(table, rules, team, seat)
    if rolled >= table.difficulty:
        for row in range(team.n):
            serve(table, team, log, row)
        return
    while team.n > 0:
        serve(table, team, log, ask(SPEND, seat, table, hidden, rules, team, log))
        list_payable(table, rules, team, seat)
    fail_the_rest(table, log)


@compiled
def serve(table, team, log, row):
    """Spend points on the drink of one row of the list (rule bar.points)."""
    target, drink, difficulty = team.choices[row, 0], team.choices[row, 1], team.choices[row, 2]
    table.points -= difficulty
    if target >= SECTION_TARGET:
        table.section_drink[target - SECTION_TARGET] = -drink  # below zero once it is served
    else:
        table.served[target] = SERVED
    emit(log, DRINK, POINTS, target, drink, SERVED, difficulty, 0)


@compiled
def list_payable(table, rules, team, seat):
    """List the committed drinks, not yet served, that the points left can pay for."""
    no_choices(team)
    if table.drink[EDWARDS] != NO_DRINK and table.served[EDWARDS] == NOT_TRIED:
        offer_payable(table, rules, team, EDWARDS, table.drink[EDWARDS], 1)
    for i in range(table.bar_n):
        patron = table.bar[i]
        if table.drink[patron] != NO_DRINK and table.served[patron] == NOT_TRIED:
            offer_payable(table, rules, team, patron, table.drink[patron], factor_for(table, rules, patron, seat))
    for section in range(SECTIONS):
        if table.section_drink[section] > 0:
            offer_payable(table, rules, team, SECTION_TARGET + section, table.section_drink[section], 1)


@compiled
def offer_payable(table, rules, team, target, drink, factor):
    """Offer a drink if the points left can pay for it."""
    difficulty = difficulty_of(rules, drink, factor)
    if difficulty <= table.points:
        offer(team, target, drink, difficulty, 0)


@compiled
def fail_the_rest(table, log):
    """Mark every committed drink that was not served as failed (rule bar.failed)."""
    if table.drink[EDWARDS] != NO_DRINK and table.served[EDWARDS] == NOT_TRIED:
        table.served[EDWARDS] = FAILED
        emit(log, DRINK, FAILED_RULE, EDWARDS, table.drink[EDWARDS], FAILED, 0, 0)
    for i in range(table.bar_n):
        patron = table.bar[i]
        if table.drink[patron] != NO_DRINK and table.served[patron] == NOT_TRIED:
            table.served[patron] = FAILED
            emit(log, DRINK, FAILED_RULE, patron, table.drink[patron], FAILED, 0, 0)
    for section in range(SECTIONS):
        if table.section_drink[section] > 0:
            emit(log, DRINK, FAILED_RULE, SECTION_TARGET + section, table.section_drink[section], FAILED, 0, 0)
