"""How the team works the bar: which refills and how much schmoozing the dice can spare from the drinks."""

from __future__ import annotations

import numpy as np

from policies.opulent._drinks import (
    ALL_CASES,
    CELEBRATED,
    case_of,
    chance,
    gain_in_case,
    order_of,
    worth_in_case,
)
from policies.opulent._meeting import beer_for_meeting
from sim.games.opulent.bar_actions import capacity, missing
from sim.games.opulent.club import box, next_station
from sim.games.opulent.contracts import restock_price
from sim.games.opulent.drink_recipes import beer_in, difficulty_of, fruit_in, ice_in, liquor_in
from sim.games.opulent.names import (
    AT_BAR,
    BAR,
    BEER,
    FRUIT,
    GONE,
    ICE,
    LEFT_BOX,
    LIQUOR,
    MANAGER,
    RIGHT_BOX,
    SPECIAL,
)
from sim.games.opulent.nickels import ordinary, room
from sim.games.opulent.staff import roll_bonus
from sim.games.opulent.y1922 import alcohol_factor
from sim.games.opulent.y1927 import on_set
from sim.jit import compiled

LOOK_AHEAD = 3  # patrons of line and floor whose drinks are thought of in advance
LOTS = 99
HALF = 2
WITH_ICE, WITH_FRUIT, WITH_BEER, WITH_LIQUOR = 1 << ICE, 1 << FRUIT, 1 << BEER, 1 << LIQUOR  # a set of refills
# Amounts of the four ingredients are added and compared together, as fields of one integer: in each the number, and
# above it a bit that is set in `FULL` and is used up when a number would become negative.
FIELD = 10
MOST = (1 << (FIELD - 1)) - 1
FULL = sum((MOST + 1) << (FIELD * ingredient) for ingredient in (ICE, FRUIT, BEER, LIQUOR))
CONTENTS_OF_SET = np.array(
    [
        sum(MOST << (FIELD * ingredient) for ingredient in (ICE, FRUIT, BEER, LIQUOR) if refills & 1 << ingredient)
        for refills in range(WITH_ICE + WITH_FRUIT + WITH_BEER + WITH_LIQUOR + 1)
    ]
)
ALL_CONTENTS = (1 << 4 * FIELD) - 1
DIFFICULTY_AT, CASE_AT, NICKELS_AT = 40, 50, 54  # where a guest's other numbers are, behind the ingredients
HUGE = 1000.0
EPSILON = 1e-9


# --- ingredients -----------------------------------------------------------------------------------------------------


@compiled
def amount(ingredients, ingredient):
    """Return how much of one ingredient there is among several."""
    return (ingredients >> (FIELD * ingredient)) & MOST


@compiled
def ingredients_of(drink, factor):
    """Return the ingredients of a drink; ``factor`` doubles the alcohol in 1922."""
    alcohol = (beer_in(drink, factor) << (FIELD * BEER)) + (liquor_in(drink, factor) << (FIELD * LIQUOR))
    return alcohol + (ice_in(drink) << (FIELD * ICE)) + (fruit_in(drink) << (FIELD * FRUIT))


@compiled
def in_stock(table):
    """Return what the bar has in stock."""
    ice_and_fruit = (table.stock[ICE] << (FIELD * ICE)) + (table.stock[FRUIT] << (FIELD * FRUIT))
    return ice_and_fruit + (table.stock[BEER] << (FIELD * BEER)) + (table.stock[LIQUOR] << (FIELD * LIQUOR))


@compiled
def all_missing(table, rules):
    """Return what refilling everything would bring."""
    ice_and_fruit = (missing(table, rules, ICE) << (FIELD * ICE)) + (missing(table, rules, FRUIT) << (FIELD * FRUIT))
    alcohol = (missing(table, rules, BEER) << (FIELD * BEER)) + (missing(table, rules, LIQUOR) << (FIELD * LIQUOR))
    return ice_and_fruit + alcohol


@compiled
def drinks_coming(table, rules):
    """Return the ingredients of what those who come to the bar next will order."""
    coming = beer_for_meeting(table, rules) << (FIELD * BEER)
    for i in range(min(LOOK_AHEAD, table.floor_n)):
        if box(table, rules, table.floor[i]) == LEFT_BOX and ordinary(rules, table.floor[i]):
            coming += ingredients_of(order_of(rules, table.floor[i]), 1)
    for i in range(min(LOOK_AHEAD, table.line_n)):
        if box(table, rules, table.line[i]) == RIGHT_BOX and ordinary(rules, table.line[i]):
            coming += ingredients_of(order_of(rules, table.line[i]), 1)
    return coming


# --- what drinks are worth -------------------------------------------------------------------------------------------


@compiled
def guest_of(table, rules, seat, patron):
    """Return all that a patron at the bar counts for when drinks are weighed, in one integer; 0 if he is not served.

    That is the ingredients of his drink, its difficulty, what his case is (`case_of`), and his nickels.
    """
    if rules.film_active != 0 and on_set(table, rules, patron, next_station(table, rules, patron, AT_BAR)):
        return 0
    drink = order_of(rules, patron)
    factor = alcohol_factor(table, rules, seat) if ordinary(rules, patron) else 1
    contents, difficulty = ingredients_of(drink, factor), difficulty_of(rules, drink, factor)
    case = case_of(table, rules, patron)
    return contents + (difficulty << DIFFICULTY_AT) + (case << CASE_AT) + (table.nickels[patron] << NICKELS_AT)


@compiled
def worth_of_drinks(table, rules, worths, seat, dice, stock, coming):
    """Return what preparing drinks from the front of the bar is worth with so many dice and ingredients.

    ``coming`` is the ingredients for those who come next.
    """
    special, waiting = table.stock[SPECIAL], coming
    total, skipped, worth = -roll_bonus(table, rules), 0, 0.0
    for i in range(table.bar_n):
        guest = guest_of(table, rules, seat, table.bar[i])
        if guest == 0:
            continue
        contents, case = guest & ALL_CONTENTS, (guest >> CASE_AT) & ALL_CASES
        makes = ((stock | FULL) - contents) & FULL == FULL
        difficulty, this = 0, -1.0
        if dice > 0 and (makes or special > 0):
            difficulty = (guest >> DIFFICULTY_AT) & MOST if makes else rules.bar_special_difficulty
            this = worth_in_case(
                table, rules, worths, seat, case, guest >> NICKELS_AT, dice, total + difficulty, skipped
            )
            if not makes and table.deck_n > 0:
                this -= worths.special
        if this > 0:
            worth += this
            total += difficulty
            if makes:
                stock -= contents
            else:
                special -= 1
        elif case & CELEBRATED == 0:
            skipped += 1
            waiting += contents
    if seat == BAR and table.edwards_orders != 0 and dice > 0 and amount(stock, BEER) > 0:
        worth += chance(dice, total + rules.bar_beer_difficulty) * skipped * rules.bar_tirade_penalty
    return worth - worths.shortage * shortage(stock, waiting)


@compiled
def most_of_drinks(table, rules, worths, seat):
    """Return what preparing drinks can be worth at the very most, when every die shows what it should."""
    most = 0.0
    for i in range(table.bar_n):
        patron = table.bar[i]
        gain = gain_in_case(table, rules, worths, seat, case_of(table, rules, patron), table.nickels[patron])
        most += max(0.0, gain) + max(0.0, -worths.special)
    return most + table.bar_n * rules.bar_tirade_penalty if table.edwards_orders != 0 else most


@compiled
def shortage(stock, wanted):
    """Return how many ingredients are short; liquor is never drunk without ice."""
    liquor = amount(wanted, LIQUOR)
    short = max(0, amount(wanted, BEER) - amount(stock, BEER)) + max(0, liquor - amount(stock, LIQUOR))
    return short + max(0, liquor - amount(stock, ICE)) + max(0, amount(wanted, FRUIT) - amount(stock, FRUIT))


# --- the bar dice ----------------------------------------------------------------------------------------------------


@compiled
def room_at_bar(table, rules):
    """Return how many nickels the patrons at the bar can take."""
    space = 0
    for i in range(table.bar_n):
        space += room(table, rules, table.bar[i])
    return space


@compiled
def lacks(table, rules, seat, coming):
    """Return, as bits, the ingredients that are short for the queue at the bar and those who come next.

    Ice and fruit cost nothing, so with time to spare they are also refilled from half.
    """
    wanted = coming
    for i in range(table.bar_n):
        wanted += ingredients_of(order_of(rules, table.bar[i]), 1)
    liquors = amount(wanted, LIQUOR)
    spare = HALF if seat == MANAGER or table.bar_n == 0 else LOTS
    bits = 0
    if table.stock[ICE] < liquors or table.stock[ICE] * spare <= capacity(table, rules, ICE):
        bits += WITH_ICE
    if table.stock[FRUIT] < amount(wanted, FRUIT) or table.stock[FRUIT] * spare <= capacity(table, rules, FRUIT):
        bits += WITH_FRUIT
    if table.stock[BEER] < amount(wanted, BEER):
        bits += WITH_BEER
    if table.stock[LIQUOR] < liquors:
        bits += WITH_LIQUOR
    return bits


@compiled
def dollars_for(table, rules, restocks):
    """Return the price of so many restocks, what a loan costs included; a huge one if they cannot be had."""
    price = restock_price(table, rules)
    if restocks == 0 or table.coffers >= restocks * price:
        return float(restocks * price)
    if table.coffers == 0 and rules.loan_allowed != 0:
        return float(restocks * price * rules.loan_repay)
    return HUGE


@compiled
def best_plan(table, rules, worths, seat, dice):
    """Return the best use of the bar dice: what it is worth, and more than doing nothing; refills as bits; schmoozes.

    Every set of refills of what is short is compared; then one die less for drinks and more for schmoozing, two ...
    """
    coming = drinks_coming(table, rules)
    short = lacks(table, rules, seat, coming)
    if short == 0 and table.bar_n == 0:
        return 0.0, 0.0, 0, 0
    supplies = in_stock(table), all_missing(table, rules), coming
    most = most_of_drinks(table, rules, worths, seat)
    best, best_refills = -HUGE, 0
    refills = short + 1
    while refills > 0:
        refills = (refills - 1) & short  # the next smaller set of what is short, down to the empty one
        worth = worth_of_refills(table, rules, worths, seat, dice, refills, supplies, most - best)
        if worth > best + EPSILON:
            best, best_refills = worth, refills
    space, schmoozes = room_at_bar(table, rules), 0
    for less in range(1, dice + 1):
        nickels = min(space, less * rules.bar_schmooze_nickels)
        leeway = most + worths.nickel * nickels - best
        worth = worth_of_refills(table, rules, worths, seat, dice - less, best_refills, supplies, leeway)
        worth += worths.nickel * nickels
        if worth > best + EPSILON:
            best, schmoozes = worth, less
        if nickels >= space:
            break
    idle = worth_of_drinks(table, rules, worths, seat, 0, supplies[0], coming) if seat == MANAGER else 0.0
    return best, best - idle, best_refills, schmoozes


@compiled
def worth_of_refills(table, rules, worths, seat, dice, refills, supplies, leeway):
    """Return what a set of refills, and drinks with the dice left over, are worth; -HUGE if it cannot be had.

    ``supplies`` is what is in stock, what refilling everything would bring, and what those coming need. A set that
    costs more than ``leeway`` before any drink is prepared cannot be the best, and is not looked into.
    """
    restocks = (refills & WITH_BEER != 0) + (refills & WITH_LIQUOR != 0)
    dice -= restocks + (refills & WITH_ICE != 0) + (refills & WITH_FRUIT != 0)
    if dice < 0:
        return -HUGE
    price = dollars_for(table, rules, restocks)
    if price >= HUGE:
        return -HUGE
    stock, brought, coming = supplies
    brought &= CONTENTS_OF_SET[refills]
    bonus = worths.stock * (amount(brought, ICE) + amount(brought, FRUIT))
    if leeway + bonus - price < worths.shortage * shortage(stock + brought, coming):
        return -HUGE
    return worth_of_drinks(table, rules, worths, seat, dice, stock + brought, coming) + bonus - price


@compiled
def worth_of_helping(table, rules, worths, dice):
    """Return what working the bar with so many dice is worth to the Manager, over leaving it alone."""
    worth, more, _, _ = best_plan(table, rules, worths, MANAGER, dice)
    return more if worth != 0 else 0.0


@compiled
def choose_guest(table, rules, choices, n):
    """Give a nickel to who would be lost without it, then to who leaves the club next."""
    best, best_rank = 0, -LOTS
    for i in range(n):
        patron = choices[i, 0]
        rank = rules.patron_maximum_nickels - table.nickels[patron]
        if next_station(table, rules, patron, AT_BAR) == GONE:
            rank += rules.patron_maximum_nickels
        if rank > best_rank:
            best, best_rank = i, rank
    return best
