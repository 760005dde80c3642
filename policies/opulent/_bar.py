"""How the team works the bar: which refills and how much schmoozing the dice can spare from the drinks."""

from __future__ import annotations

from policies.opulent._choices import find
from policies.opulent._drinks import chance, order_of, worth_trying
from policies.opulent._meeting import beer_for_meeting
from policies.opulent._weights import position
from sim.games.opulent.bar_actions import capacity, missing
from sim.games.opulent.club import box, next_station
from sim.games.opulent.contracts import restock_price
from sim.games.opulent.drink_recipes import beer_in, difficulty_of, fruit_in, ice_in, liquor_in
from sim.games.opulent.names import (
    A_SPECIAL,
    AT_BAR,
    BAR,
    BEER,
    CHOP_FRUIT,
    FRUIT,
    GONE,
    ICE,
    LEFT_BOX,
    LIQUOR,
    MANAGER,
    REFILL_ICE,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    RIGHT_BOX,
    SCHMOOZE_BAR,
    SPECIAL,
)
from sim.games.opulent.nickels import ordinary, room
from sim.games.opulent.staff import roll_bonus
from sim.games.opulent.y1922 import alcohol_factor
from sim.games.opulent.y1927 import on_set
from sim.jit import compiled

BAR_NICKEL = position("bar_nickel")
SHORTAGE = position("shortage")
SPECIAL_CROWD = position("special")
STOCK = position("stock")

LOOK_AHEAD = 3  # patrons of line and floor whose drinks are thought of in advance
LOTS = 99
HALF = 2
WITH_ICE, WITH_FRUIT, WITH_BEER, WITH_LIQUOR = 1, 2, 4, 8  # a set of refills
# what the Bartender (and the Manager, when he helps) remembers: the round of his plan, and what is left of it
PLANNED, REFILLS, SCHMOOZES = 0, 1, 2
HUGE = 1000.0
EPSILON = 1e-9


@compiled
def worth_of_drinks(table, rules, weights, seat, dice, stock, coming):
    """Return what preparing drinks from the front of the bar is worth with so many dice and ingredients.

    ``stock`` is beer, liquor, ice and fruit; ``coming`` the mobsters, liquor drinkers and mixed drinks who come next.
    """
    beer, liquor, ice, fruit = stock
    alcohol = alcohol_factor(table, rules, seat)
    special = table.stock[SPECIAL]
    total, skipped, worth = -roll_bonus(table, rules), 0, 0.0
    beers, liquors, fruits = coming
    for i in range(table.bar_n):
        patron = table.bar[i]
        if rules.film_active != 0 and on_set(table, rules, patron, next_station(table, rules, patron, AT_BAR)):
            continue
        drink = order_of(rules, patron)
        factor = alcohol if ordinary(rules, patron) else 1
        needs_beer, needs_liquor = beer_in(drink, factor), liquor_in(drink, factor)
        needs_ice, needs_fruit = ice_in(drink), fruit_in(drink)
        makes = needs_beer <= beer and needs_liquor <= liquor and needs_ice <= ice and needs_fruit <= fruit
        this = -1.0
        if dice > 0 and (makes or special > 0):
            difficulty = difficulty_of(rules, drink if makes else A_SPECIAL, factor)
            this = worth_trying(table, rules, weights, seat, patron, dice, total + difficulty, skipped)
            if not makes and table.deck_n > 0:
                this -= weights[SPECIAL_CROWD]
        if this > 0:
            worth += this
            total += difficulty
            if makes:
                beer, liquor = beer - needs_beer, liquor - needs_liquor
                ice, fruit = ice - needs_ice, fruit - needs_fruit
            else:
                special -= 1
        elif ordinary(rules, patron):
            skipped += 1
            beers, liquors, fruits = beers + needs_beer, liquors + needs_liquor, fruits + needs_fruit
    if seat == BAR and table.edwards_orders != 0 and dice > 0 and beer > 0:
        worth += chance(dice, total + rules.bar_beer_difficulty) * skipped * rules.bar_tirade_penalty
    short = max(0, beers - beer) + max(0, liquors - liquor) + max(0, liquors - ice) + max(0, fruits - fruit)
    return worth - weights[SHORTAGE] * short


@compiled
def drinks_coming(table, rules):
    """Return the beers, liquors and mixed drinks that those who come to the bar next will order."""
    beers, liquors, fruits = beer_for_meeting(table, rules), 0, 0
    for queue in range(2):
        for i in range(min(LOOK_AHEAD, table.floor_n if queue == 0 else table.line_n)):
            patron = table.floor[i] if queue == 0 else table.line[i]
            coming = box(table, rules, patron) == (LEFT_BOX if queue == 0 else RIGHT_BOX)
            if coming and ordinary(rules, patron):
                drink = order_of(rules, patron)
                beers, liquors, fruits = (
                    beers + beer_in(drink, 1),
                    liquors + liquor_in(drink, 1),
                    fruits + fruit_in(drink),
                )
    return beers, liquors, fruits


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
    beers, liquors, fruits = coming
    for i in range(table.bar_n):
        drink = order_of(rules, table.bar[i])
        beers, liquors, fruits = beers + beer_in(drink, 1), liquors + liquor_in(drink, 1), fruits + fruit_in(drink)
    spare = HALF if seat == MANAGER or table.bar_n == 0 else LOTS
    bits = 0
    if table.stock[ICE] < liquors or table.stock[ICE] * spare <= capacity(table, rules, ICE):
        bits += WITH_ICE
    if table.stock[FRUIT] < fruits or table.stock[FRUIT] * spare <= capacity(table, rules, FRUIT):
        bits += WITH_FRUIT
    if table.stock[BEER] < beers:
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
def best_plan(table, rules, weights, seat, dice):
    """Return the best use of the bar dice: its worth, the refills as bits, and a number of schmoozes.

    Every set of refills of what is short is compared; then one die less for drinks and more for schmoozing, two ...
    """
    coming = drinks_coming(table, rules)
    short = lacks(table, rules, seat, coming)
    if short == 0 and table.bar_n == 0:
        return 0.0, 0, 0
    best, best_refills = -HUGE, 0
    refills = short + 1
    while refills > 0:
        refills = (refills - 1) & short  # the next smaller set of what is short, down to the empty one
        worth = worth_of_refills(table, rules, weights, seat, dice, refills, coming)
        if worth > best + EPSILON:
            best, best_refills = worth, refills
    space, schmoozes = room_at_bar(table, rules), 0
    for less in range(1, dice + 1):
        nickels = min(space, less * rules.bar_schmooze_nickels)
        worth = worth_of_refills(table, rules, weights, seat, dice - less, best_refills, coming)
        worth += weights[BAR_NICKEL] * nickels
        if worth > best + EPSILON:
            best, schmoozes = worth, less
        if nickels >= space:
            break
    return best, best_refills, schmoozes


@compiled
def worth_of_refills(table, rules, weights, seat, dice, refills, coming):
    """Return what a set of refills, and drinks with the dice left over, are worth; -HUGE if it cannot be had."""
    restocks = (refills & WITH_BEER != 0) + (refills & WITH_LIQUOR != 0)
    dice -= restocks + (refills & WITH_ICE != 0) + (refills & WITH_FRUIT != 0)
    price = dollars_for(table, rules, restocks)
    if dice < 0 or price >= HUGE:
        return -HUGE
    ice = missing(table, rules, ICE) if refills & WITH_ICE != 0 else 0
    fruit = missing(table, rules, FRUIT) if refills & WITH_FRUIT != 0 else 0
    beer = missing(table, rules, BEER) if refills & WITH_BEER != 0 else 0
    liquor = missing(table, rules, LIQUOR) if refills & WITH_LIQUOR != 0 else 0
    stock = (table.stock[BEER] + beer, table.stock[LIQUOR] + liquor, table.stock[ICE] + ice, table.stock[FRUIT] + fruit)
    worth = worth_of_drinks(table, rules, weights, seat, dice, stock, coming)
    return worth + weights[STOCK] * (ice + fruit) - price


@compiled
def worth_of_helping(table, rules, weights, dice):
    """Return what working the bar with so many dice is worth to the Manager, over leaving it alone."""
    worth, refills, schmoozes = best_plan(table, rules, weights, MANAGER, dice)
    if worth == 0:
        return 0.0
    coming = drinks_coming(table, rules)
    stock = (table.stock[BEER], table.stock[LIQUOR], table.stock[ICE], table.stock[FRUIT])
    return worth - worth_of_drinks(table, rules, weights, MANAGER, 0, stock, coming)


@compiled
def choose_bar_action(table, rules, choices, n, weights, memory, seat):
    """Spend dice on ingredients or schmoozing if the drinks can spare them, or cannot be made without.

    The plan is made once and kept in memory: its refills are done first, then the schmoozing.
    """
    if memory[PLANNED] != table.rounds + 1:
        worth, refills, schmoozes = best_plan(table, rules, weights, seat, table.bar_dice)
        memory[PLANNED], memory[REFILLS], memory[SCHMOOZES] = table.rounds + 1, refills, schmoozes
    for bit, act in ((WITH_LIQUOR, RESTOCK_LIQUOR), (WITH_FRUIT, CHOP_FRUIT), (WITH_ICE, REFILL_ICE)):
        if memory[REFILLS] & bit != 0:
            memory[REFILLS] -= bit
            return max(0, find(choices, n, act))
    if memory[REFILLS] & WITH_BEER != 0:
        memory[REFILLS] -= WITH_BEER
        return max(0, find(choices, n, RESTOCK_BEER))
    if memory[SCHMOOZES] > 0:
        memory[SCHMOOZES] -= 1
        return max(0, find(choices, n, SCHMOOZE_BAR))
    return 0


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
