"""William Yorke: the investor the Manager must look after, one action a turn."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.club import stand
from sim.games.opulent.contracts import change_stock
from sim.games.opulent.door_line import arrive
from sim.games.opulent.drink_recipes import beer_in, can_make, difficulty_of, fruit_in, ice_in, liquor_in
from sim.games.opulent.manager_help import door_help
from sim.games.opulent.names import (
    A_BEER,
    A_SPECIAL,
    BAR_DIE,
    BEER,
    DRINK,
    FACT,
    FRUIT,
    GONE,
    ICE,
    LINE,
    LIQUOR,
    MANAGER,
    SPECIAL,
    YORKE,
    YORKE_BAR,
    YORKE_FLOOR,
    YORKE_LEFT,
    YORKE_OFFICE,
    ids,
)
from sim.games.opulent.rolls import roll_six
from sim.games.opulent.staff import roll_bonus
from sim.jit import compiled
from sim.trace import emit

YORKE_RULE = ids.rule("manager.yorke")
YORKE_DOOR = ids.decision("yorke_door")
YORKE_DRINK = ids.decision("yorke_drink")
COMMITTED, SERVED, FAILED = 0, 1, 2


@compiled
def look_after_yorke(table, hidden, rules, team, log):
    """Spend the action William Yorke claims this turn, if he is about; return whether the door was worked."""
    if table.actions == 0:
        return False
    if table.place[YORKE] == LINE:
        actions = 1
        if table.actions > 1:
            no_choices(team)
            offer(team, 1, 0, 0, 0)
            offer(team, 2, 0, 0, 0)
            actions = team.choices[ask(YORKE_DOOR, MANAGER, table, hidden, rules, team, log), 0]
        table.actions -= actions
        door_help(table, hidden, rules, team, log, actions)
        return True
    if table.yorke == YORKE_BAR:
        table.actions -= 1
        if drink_served(table, hidden, rules, team, log):
            next_step(table, log)
    elif table.yorke == YORKE_FLOOR or table.yorke == YORKE_OFFICE:
        table.actions -= 1
        next_step(table, log)
    return False


@compiled
def next_step(table, log):
    """Take William Yorke from the bar to the floor, the office and out."""
    table.yorke += 1
    emit(log, FACT, YORKE_RULE, table.yorke, 0, 0, 0, 0)
    if table.yorke == YORKE_LEFT:
        stand(table, log, YORKE, GONE, YORKE_RULE)


@compiled
def drink_served(table, hidden, rules, team, log):
    """Try one drink for William Yorke with one bar die; return whether it succeeded."""
    no_choices(team)
    for drink in range(A_BEER, A_SPECIAL + 1):
        if can_make(table, drink, 1):
            offer(team, drink, difficulty_of(rules, drink, 1), 0, 0)
    if team.n == 0:
        return False
    index = ask(YORKE_DRINK, MANAGER, table, hidden, rules, team, log)
    drink, difficulty = team.choices[index, 0], team.choices[index, 1]
    change_stock(table, log, BEER, -beer_in(drink, 1), YORKE_RULE)
    change_stock(table, log, LIQUOR, -liquor_in(drink, 1), YORKE_RULE)
    change_stock(table, log, ICE, -ice_in(drink), YORKE_RULE)
    change_stock(table, log, FRUIT, -fruit_in(drink), YORKE_RULE)
    if drink == A_SPECIAL:
        change_stock(table, log, SPECIAL, -1, YORKE_RULE)
    emit(log, DRINK, YORKE_RULE, YORKE, drink, COMMITTED, difficulty, 0)
    served = roll_six(hidden, log, BAR_DIE, YORKE_RULE) + roll_bonus(table, rules) >= difficulty
    emit(log, DRINK, YORKE_RULE, YORKE, drink, SERVED if served else FAILED, difficulty, 0)
    if drink == A_SPECIAL:
        for _ in range(rules.bar_special_patrons):
            arrive(table, hidden, rules, team, log)
    return served
