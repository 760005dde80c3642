"""How the team works the bar: which drinks a roll can be expected to cover, and what the dice are better spent on."""

from __future__ import annotations

import numpy as np

from policies.opulent._choices import find
from policies.opulent._meeting import beer_for_meeting, is_wanted
from policies.opulent._weights import position
from sim.games.opulent.bar_actions import capacity, missing
from sim.games.opulent.club import box, next_station
from sim.games.opulent.contracts import restock_price
from sim.games.opulent.drink_recipes import beer_in, difficulty_of, fruit_in, ice_in, liquor_in
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    AT_BAR,
    BAR,
    BEER,
    CELEBRITY,
    CHOP_FRUIT,
    EDWARDS,
    FRUIT,
    GONE,
    ICE,
    LEFT_BOX,
    LIQUOR,
    MANAGER,
    MOBSTER,
    NO_DRINK,
    POLITICIAN,
    REFILL_ICE,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    RIGHT_BOX,
    SCHMOOZE_BAR,
    SECTION_TARGET,
    SPECIAL,
    STOP,
)
from sim.games.opulent.nickels import ordinary, room
from sim.games.opulent.staff import roll_bonus
from sim.games.opulent.y1922 import alcohol_factor
from sim.games.opulent.y1927 import on_set
from sim.jit import compiled

SERVED = position("served")
LOST_GUEST = position("lost_guest")
SPOILED = position("spoiled")
BAR_NICKEL = position("bar_nickel")
SHORTAGE = position("shortage")
SECTION = position("section")
HELP_BAR = position("help_bar")
SPECIAL_CROWD = position("special")
WANTED = position("wanted")
STOCK = position("stock")

MOST_DICE, SIDES = 9, 6
LOOK_AHEAD = 3  # patrons of line and floor whose drinks are thought of in advance
LOTS = 99
HUGE = 1000.0
EPSILON = 1e-9


def _chances() -> np.ndarray:
    """Return the chance that so many dice (row) show a total of at least so much (column), exactly."""
    ways = np.zeros((MOST_DICE + 1, MOST_DICE * SIDES + 1))
    ways[0, 0] = 1
    for dice in range(1, MOST_DICE + 1):
        for side in range(1, SIDES + 1):
            ways[dice, side:] += ways[dice - 1, :-side] / SIDES
    return np.ascontiguousarray(ways[:, ::-1].cumsum(axis=1)[:, ::-1])


CHANCES = _chances()


@compiled
def chance(dice, total):
    """Return the chance that ``dice`` dice show at least ``total``."""
    if total <= 0:
        return 1.0
    if dice <= 0 or total >= CHANCES.shape[1]:
        return 0.0
    return CHANCES[min(dice, MOST_DICE), total]


@compiled
def order_of(rules, patron):
    """Return the drink a patron orders."""
    social_class = rules.patron_class[patron]
    if social_class == MOBSTER:
        return A_BEER
    return A_LIQUOR if social_class == POLITICIAN else A_MIXED


# --- what a round of drinks is worth ---------------------------------------------------------------------------------


@compiled
def gain_of_serving(table, rules, weights, seat, patron):
    """Return what serving a patron is worth: no waiting, no lost guest, and he moves on."""
    held = table.nickels[patron]
    leaves = next_station(table, rules, patron, AT_BAR) == GONE
    if seat == MANAGER and final_turn(table):
        return float(held) if leaves else 0.0
    if rules.patron_class[patron] == CELEBRITY:
        return held + weights[SERVED] + weights[LOST_GUEST]
    if is_wanted(table, rules, patron, AT_BAR):
        return min(held, rules.bar_wait_penalty) - weights[WANTED]
    gain = weights[SERVED] + min(held, rules.bar_wait_penalty)
    if held <= rules.bar_wait_penalty:
        gain += weights[LOST_GUEST]
    if table.last_call > 0 and leaves:
        gain += held
    return gain * weights[HELP_BAR] if seat == MANAGER else gain


@compiled
def final_turn(table):
    """Return whether the club closes at the end of this round."""
    return table.last_call == 1 and table.last_call_now == 0


@compiled
def loss_of_failing(table, rules, weights, patron):
    """Return what a failed drink costs beyond waiting."""
    held = table.nickels[patron]
    loss = weights[SPOILED] + min(max(0, held - rules.bar_wait_penalty), rules.bar_failed_penalty)
    if rules.bar_wait_penalty < held <= rules.bar_wait_penalty + rules.bar_failed_penalty:
        loss += weights[LOST_GUEST]
    return loss


@compiled
def worth_trying(table, rules, weights, seat, patron, dice, total, skipped):
    """Return what attempting one more drink is worth when all drinks then add up to ``total``."""
    success = chance(dice, total)
    gain, loss = gain_of_serving(table, rules, weights, seat, patron), loss_of_failing(table, rules, weights, patron)
    return success * (gain - skipped) - (1 - success) * loss


@compiled
def worth_of_drinks(table, rules, weights, seat, dice, beer, liquor, ice, fruit):
    """Return what preparing drinks from the front of the bar is worth with so many dice and ingredients."""
    alcohol = alcohol_factor(table, rules, seat)
    special = table.stock[SPECIAL]
    total, skipped, worth = -roll_bonus(table, rules), 0, 0.0
    beers, liquors, fruits, served = 0, 0, 0, 0
    for i in range(table.bar_n):
        patron = table.bar[i]
        if on_set(table, rules, patron, next_station(table, rules, patron, AT_BAR)):
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
            served += 1
            if makes:
                beer, liquor, ice, fruit = (
                    beer - needs_beer,
                    liquor - needs_liquor,
                    ice - needs_ice,
                    fruit - needs_fruit,
                )
            else:
                special -= 1
        elif ordinary(rules, patron):
            skipped += 1
            beers, liquors, fruits = beers + needs_beer, liquors + needs_liquor, fruits + needs_fruit
    if seat == BAR and table.edwards_orders != 0 and dice > 0 and beer > 0:
        worth += chance(dice, total + rules.bar_beer_difficulty) * min(skipped, table.bar_n) * rules.bar_tirade_penalty
    return worth - weights[SHORTAGE] * shortage(
        table, rules, beer - beers, liquor - liquors, ice - liquors, fruit - fruits
    )


@compiled
def shortage(table, rules, beer, liquor, ice, fruit):
    """Return how many ingredients are short for those who wait at the bar and those who come to it next."""
    beer -= beer_for_meeting(table, rules)
    for queue in range(2):
        for i in range(min(LOOK_AHEAD, table.floor_n if queue == 0 else table.line_n)):
            patron = table.floor[i] if queue == 0 else table.line[i]
            coming = box(table, rules, patron) == (LEFT_BOX if queue == 0 else RIGHT_BOX)
            if coming and ordinary(rules, patron):
                social_class = rules.patron_class[patron]
                if social_class == MOBSTER:
                    beer -= 1
                else:
                    liquor, ice = liquor - 1, ice - 1
                    if social_class != POLITICIAN:
                        fruit -= 1
    return max(0, -beer) + max(0, -liquor) + max(0, -ice) + max(0, -fruit)


# --- the bar dice ----------------------------------------------------------------------------------------------------


@compiled
def room_at_bar(table, rules):
    """Return how many nickels the patrons at the bar can take."""
    space = 0
    for i in range(table.bar_n):
        space += room(table, rules, table.bar[i])
    return space


@compiled
def lacks(table, rules):
    """Return, as bits, the ingredients that are short for the queue at the bar and those who come next."""
    beer, liquor = table.stock[BEER], table.stock[LIQUOR]
    ice, fruit = table.stock[ICE], table.stock[FRUIT]
    for i in range(table.bar_n):
        drink = order_of(rules, table.bar[i])
        if drink == A_BEER:
            beer -= 1
        else:
            liquor, ice, fruit = liquor - 1, ice - 1, fruit - fruit_in(drink)
    bits = 0
    if 2 * table.stock[ICE] <= capacity(table, rules, ICE) or shortage(table, rules, LOTS, LOTS, ice, LOTS) > 0:
        bits += 1
    if 2 * table.stock[FRUIT] <= capacity(table, rules, FRUIT) or shortage(table, rules, LOTS, LOTS, LOTS, fruit) > 0:
        bits += 2
    if shortage(table, rules, beer, LOTS, LOTS, LOTS) > 0:
        bits += 4
    if shortage(table, rules, LOTS, liquor, LOTS, LOTS) > 0:
        bits += 8
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
    """Return the best use of the bar dice: its worth over doing nothing, and its first action.

    Every set of refills of what is short is compared, each with no schmoozing, one die of it, two ...
    """
    beer, liquor = table.stock[BEER], table.stock[LIQUOR]
    ice, fruit = table.stock[ICE], table.stock[FRUIT]
    short = lacks(table, rules)
    if short == 0 and table.bar_n == 0:
        return 0.0, STOP
    space = room_at_bar(table, rules)
    best, first = -HUGE, STOP
    refills = short + 1
    while refills > 0:
        refills = (refills - 1) & short  # the next smaller set of what is short, down to the empty one
        count = (refills & 1) + (refills >> 1 & 1) + (refills >> 2 & 1) + (refills >> 3 & 1)
        if count > dice:
            continue
        price = dollars_for(table, rules, (refills >> 2 & 1) + (refills >> 3 & 1))
        if price >= HUGE:
            continue
        with_ice = ice + (refills & 1) * missing(table, rules, ICE)
        with_fruit = fruit + (refills >> 1 & 1) * missing(table, rules, FRUIT)
        with_beer = beer + (refills >> 2 & 1) * missing(table, rules, BEER)
        with_liquor = liquor + (refills >> 3 & 1) * missing(table, rules, LIQUOR)
        for left in range(dice - count, -1, -1):
            nickels = min(space, (dice - count - left) * rules.bar_schmooze_nickels)
            worth = weights[BAR_NICKEL] * nickels - price + weights[STOCK] * (with_ice - ice + with_fruit - fruit)
            worth += worth_of_drinks(table, rules, weights, seat, left, with_beer, with_liquor, with_ice, with_fruit)
            if worth > best + EPSILON:
                best = worth
                first = first_action(refills, dice - count - left)
            if nickels >= space:
                break
    return best - worth_of_drinks(table, rules, weights, seat, 0, beer, liquor, ice, fruit), first


@compiled
def first_action(refills, schmoozes):
    """Return the bar action to begin with: refills before schmoozing."""
    if refills & 8 != 0:
        return RESTOCK_LIQUOR
    if refills & 2 != 0:
        return CHOP_FRUIT
    if refills & 1 != 0:
        return REFILL_ICE
    if refills & 4 != 0:
        return RESTOCK_BEER
    return SCHMOOZE_BAR if schmoozes > 0 else STOP


@compiled
def choose_bar_action(table, rules, choices, n, weights, seat):
    """Spend a die on ingredients or schmoozing if the drinks can spare it, or cannot be made without."""
    worth, act = best_plan(table, rules, weights, seat, table.bar_dice)
    return max(0, find(choices, n, act))


@compiled
def choose_guest(table, rules, choices, n):
    """Give a nickel to who would be lost without it, then to who leaves the club next."""
    best, best_rank = 0, -1
    for i in range(n):
        patron = choices[i, 0]
        rank = 4 - min(4, table.nickels[patron])
        if next_station(table, rules, patron, AT_BAR) == GONE:
            rank += 3
        if rank > best_rank:
            best, best_rank = i, rank
    return best


# --- drinks ----------------------------------------------------------------------------------------------------------


@compiled
def choose_drink(table, rules, choices, n, weights, seat):
    """Prepare from the front whatever the dice can be expected to cover; then Stanley and the Band."""
    dice, total = table.bar_dice, table.difficulty - roll_bonus(table, rules)
    skipped = 0
    for place in range(table.bar_n):
        patron = table.bar[place]
        if table.drink[patron] != NO_DRINK:
            continue
        at = plain_drink(choices, n, patron)
        if at >= 0:
            worth = worth_trying(table, rules, weights, seat, patron, dice, total + choices[at, 2], skipped)
            if choices[at, 1] == A_SPECIAL and table.deck_n > 0:
                worth -= weights[SPECIAL_CROWD]
            if worth > 0:
                return at
        if ordinary(rules, patron):
            skipped += 1
    best, best_worth = 0, 0.0
    for i in range(1, n):
        target = choices[i, 0]
        gain = 0.0
        if target >= SECTION_TARGET:
            gain = weights[SECTION]
        elif target == EDWARDS:
            gain = min(1.0, table.bar_n * weights[SPOILED]) + skipped * rules.bar_tirade_penalty
        success = chance(dice, total + choices[i, 2])
        worth = success * gain - (1 - success) * weights[SPOILED]
        if gain > 0 and worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def plain_drink(choices, n, patron):
    """Return the choice of the drink a patron ordered, or of a special one; -1 if neither can be made."""
    special = -1
    for i in range(1, n):
        if choices[i, 0] == patron:
            if choices[i, 1] <= A_MIXED:
                return i
            if choices[i, 1] == A_SPECIAL:
                special = i
    return special


@compiled
def choose_success(table, rules, choices, n, weights, seat):
    """Spend points where a failure would cost most for each point."""
    best, best_rank = 0, -1.0
    for i in range(n):
        target = choices[i, 0]
        rank = weights[SECTION]
        if target < SECTION_TARGET and target != EDWARDS:
            rank = gain_of_serving(table, rules, weights, seat, target)
            rank += loss_of_failing(table, rules, weights, target)
        rank /= max(1, choices[i, 2])
        if rank > best_rank:
            best, best_rank = i, rank
    return best
