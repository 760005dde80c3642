"""How the team works the bar: which drinks a roll can be expected to cover, and what the dice are better spent on."""

from __future__ import annotations

import numpy as np

from policies.opulent._weights import position
from sim.games.opulent.bar_actions import missing
from sim.games.opulent.club import next_station
from sim.games.opulent.contracts import restock_price
from sim.games.opulent.drink_recipes import beer_in, difficulty_of, fruit_in, ice_in, liquor_in
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    AT_BAR,
    BEER,
    CELEBRITY,
    CHOP_FRUIT,
    EDWARDS,
    FLOOR,
    FRUIT,
    GONE,
    ICE,
    LIQUOR,
    MOBSTER,
    NO_DRINK,
    POLITICIAN,
    REFILL_ICE,
    REGULAR,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    SCHMOOZE_BAR,
    SECTION_TARGET,
    SPECIAL,
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

MOST_DICE, SIDES = 9, 6


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
def gain_of_serving(table, rules, weights, patron):
    """Return what serving a patron is worth: no waiting, no lost guest, and he moves on."""
    held = table.nickels[patron]
    if rules.patron_class[patron] == CELEBRITY:
        return held + weights[SERVED] + weights[LOST_GUEST]
    gain = weights[SERVED] + min(held, rules.bar_wait_penalty)
    if held <= rules.bar_wait_penalty:
        gain += weights[LOST_GUEST]
    if table.last_call > 0 and next_station(table, rules, patron, AT_BAR) == GONE:
        gain += held
    return gain


@compiled
def loss_of_failing(table, rules, weights, patron):
    """Return what a failed drink costs beyond waiting."""
    held = table.nickels[patron]
    loss = weights[SPOILED] + min(max(0, held - rules.bar_wait_penalty), rules.bar_failed_penalty)
    if rules.bar_wait_penalty < held <= rules.bar_wait_penalty + rules.bar_failed_penalty:
        loss += weights[LOST_GUEST]
    return loss


@compiled
def worth_trying(table, rules, weights, patron, dice, total, skipped):
    """Return what attempting one more drink is worth when all drinks then add up to ``total``."""
    success = chance(dice, total)
    gain, loss = gain_of_serving(table, rules, weights, patron), loss_of_failing(table, rules, weights, patron)
    return success * (gain - skipped) - (1 - success) * loss


@compiled
def worth_of_drinks(table, rules, weights, seat, dice, beer, liquor, ice, fruit, special):
    """Return what preparing drinks from the front of the bar is worth with so many dice and ingredients."""
    if dice == 0:
        return 0.0
    alcohol = alcohol_factor(table, rules, seat)
    total, skipped, worth = -roll_bonus(table, rules), 0, 0.0
    for i in range(table.bar_n):
        patron = table.bar[i]
        if on_set(table, rules, patron, next_station(table, rules, patron, AT_BAR)):
            continue
        drink = order_of(rules, patron)
        factor = alcohol if ordinary(rules, patron) else 1
        b, q = beer_in(drink, factor), liquor_in(drink, factor)
        c, f = ice_in(drink), fruit_in(drink)
        this = -1.0
        if b <= beer and q <= liquor and c <= ice and f <= fruit:
            difficulty = difficulty_of(rules, drink, factor)
            this = worth_trying(table, rules, weights, patron, dice, total + difficulty, skipped)
        if this > 0:
            worth += this
            total += difficulty
            beer, liquor, ice, fruit = beer - b, liquor - q, ice - c, fruit - f
        elif ordinary(rules, patron):
            skipped += 1
    return worth + worth_of_stock(table, rules, weights, beer, liquor, ice, fruit)


@compiled
def worth_of_stock(table, rules, weights, beer, liquor, ice, fruit):
    """Return what the stock left is worth for those who come to the bar next: less than nothing if it is short."""
    mobsters, politicians, aristocrats = 0, 0, 0
    for i in range(min(table.floor_n, 3)):
        patron = table.floor[i]
        if next_station(table, rules, patron, FLOOR) == AT_BAR:
            mobsters += rules.patron_class[patron] == MOBSTER
            politicians += rules.patron_class[patron] == POLITICIAN
            aristocrats += order_of(rules, patron) == A_MIXED
    for i in range(min(table.line_n, 3)):
        patron = table.line[i]
        if ordinary(rules, patron):
            mobsters += rules.patron_class[patron] == MOBSTER
            politicians += rules.patron_class[patron] == POLITICIAN
            aristocrats += order_of(rules, patron) == A_MIXED
    short = max(0, mobsters - beer) + max(0, politicians + aristocrats - liquor)
    short += max(0, politicians + aristocrats - ice) + max(0, aristocrats - fruit)
    return -weights[SHORTAGE] * short


# --- the bar dice ----------------------------------------------------------------------------------------------------


@compiled
def room_at_bar(table, rules):
    """Return how many nickels the patrons at the bar can take."""
    space = 0
    for i in range(table.bar_n):
        space += room(table, rules, table.bar[i])
    return space


@compiled
def choose_bar_action(table, rules, choices, n, weights, seat):
    """Spend a die on ingredients or schmoozing if the drinks can spare it, or cannot be made without."""
    dice = table.bar_dice
    beer, liquor, ice = table.stock[BEER], table.stock[LIQUOR], table.stock[ICE]
    fruit, special = table.stock[FRUIT], table.stock[SPECIAL]
    best, best_worth = 0, worth_of_drinks(table, rules, weights, seat, dice, beer, liquor, ice, fruit, special)
    price = restock_price(table, rules)
    if table.coffers < price:
        price *= rules.loan_repay
    for i in range(1, n):
        act = choices[i, 0]
        b, q, c, f = beer, liquor, ice, fruit
        extra = 0.0
        if act == REFILL_ICE:
            c += missing(table, rules, ICE)
        elif act == CHOP_FRUIT:
            f += missing(table, rules, FRUIT)
        elif act == RESTOCK_BEER:
            b += missing(table, rules, BEER)
            extra = -float(price)
        elif act == RESTOCK_LIQUOR:
            q += missing(table, rules, LIQUOR)
            extra = -float(price)
        elif act == SCHMOOZE_BAR:
            extra = weights[BAR_NICKEL] * min(rules.bar_schmooze_nickels, room_at_bar(table, rules))
        worth = extra + worth_of_drinks(table, rules, weights, seat, dice - 1, b, q, c, f, special)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


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
    best, best_worth = 0, 0.0
    skipped = 0
    for place in range(table.bar_n):
        patron = table.bar[place]
        if table.drink[patron] != NO_DRINK:
            continue
        at = plain_drink(choices, n, patron)
        if at >= 0:
            worth = worth_trying(table, rules, weights, patron, dice, total + choices[at, 2], skipped)
            if worth > 0:
                return at
        if ordinary(rules, patron):
            skipped += 1
    for i in range(1, n):
        target = choices[i, 0]
        gain = 0.0
        if target >= SECTION_TARGET:
            gain = weights[SECTION]
        elif rules.patron_class[target] == REGULAR:
            gain = min(1.0, 1.0 * table.bar_n)
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
def choose_success(table, rules, choices, n, weights):
    """Spend points where a failure would cost most for each point."""
    best, best_rank = 0, -1.0
    for i in range(n):
        target = choices[i, 0]
        rank = weights[SECTION]
        if target < SECTION_TARGET and target != EDWARDS:
            rank = gain_of_serving(table, rules, weights, target) + loss_of_failing(table, rules, weights, target)
        rank /= max(1, choices[i, 2])
        if rank > best_rank:
            best, best_rank = i, rank
    return best
