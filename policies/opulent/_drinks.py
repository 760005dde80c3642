"""Which drinks the team prepares: what serving a patron is worth, and the chance that the dice reach the total."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from policies.opulent._meeting import is_wanted
from policies.opulent._weights import position
from sim.games.opulent.club import next_station
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    AT_BAR,
    EDWARDS,
    GONE,
    MANAGER,
    MOBSTER,
    NO_DRINK,
    POLITICIAN,
    SECTION_TARGET,
)
from sim.games.opulent.nickels import ordinary
from sim.games.opulent.staff import roll_bonus
from sim.jit import compiled

SERVED = position("served")
LOST_GUEST = position("lost_guest")
SPOILED = position("spoiled")
SECTION = position("section")
HELP_BAR = position("help_bar")
SPECIAL_CROWD = position("special")
WANTED = position("wanted")
WATERED_MOST = position("watered_most")

MOST_DICE, SIDES = 9, 6
BAR_NICKEL = position("bar_nickel")
SHORTAGE = position("shortage")
STOCK = position("stock")

CELEBRATED, NEEDED, PAYS = 1, 2, 4  # a patron's case: a Celebrity; the meeting needs him; he leaves and pays
ALL_CASES = CELEBRATED + NEEDED + PAYS


def _chances() -> np.ndarray:
    """Return the chance that so many dice (row) show a total of at least so much (column), exactly."""
    ways = np.zeros((MOST_DICE + 1, MOST_DICE * SIDES + 1))
    ways[0, 0] = 1
    for dice in range(1, MOST_DICE + 1):
        for side in range(1, SIDES + 1):
            ways[dice, side:] += ways[dice - 1, :-side] / SIDES
    return np.ascontiguousarray(ways[:, ::-1].cumsum(axis=1)[:, ::-1])


CHANCES = _chances()


class Worths(NamedTuple):
    """The weights that say what drinks are worth, by value: numba counts references to every array it hands on."""

    served: float
    lost_guest: float
    spoiled: float
    wanted: float
    help_bar: float
    special: float
    shortage: float
    stock: float
    nickel: float


@compiled
def worths_of(weights):
    """Return the weights that say what drinks are worth."""
    return Worths(
        weights[SERVED],
        weights[LOST_GUEST],
        weights[SPOILED],
        weights[WANTED],
        weights[HELP_BAR],
        weights[SPECIAL_CROWD],
        weights[SHORTAGE],
        weights[STOCK],
        weights[BAR_NICKEL],
    )


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


# --- what a drink is worth -------------------------------------------------------------------------------------------


@compiled
def case_of(table, rules, patron):
    """Return what distinguishes a patron at the bar, besides his nickels, when a drink for him is weighed; as bits."""
    if not ordinary(rules, patron):
        case = CELEBRATED
    elif rules.meeting_active != 0 and is_wanted(table, rules, patron, AT_BAR):
        case = NEEDED
    else:
        case = 0
    if table.last_call > 0 and next_station(table, rules, patron, AT_BAR) == GONE:
        case += PAYS
    return case


@compiled
def gain_in_case(table, rules, worths, seat, case, held):
    """Return what serving a patron is worth: no waiting, no lost guest, and he moves on."""
    if seat == MANAGER and final_turn(table):
        return float(held) if case & PAYS != 0 else 0.0
    if case & CELEBRATED != 0:
        return held + worths.served + worths.lost_guest
    if case & NEEDED != 0:
        return min(held, rules.bar_wait_penalty) - worths.wanted
    gain = worths.served + min(held, rules.bar_wait_penalty)
    if held <= rules.bar_wait_penalty:
        gain += worths.lost_guest
    if case & PAYS != 0:
        gain += held
    return gain * worths.help_bar if seat == MANAGER else gain


@compiled
def final_turn(table):
    """Return whether the club closes at the end of this round."""
    return table.last_call == 1 and table.last_call_now == 0


@compiled
def loss_of_failing(rules, worths, held):
    """Return what a failed drink costs beyond waiting for a patron with so many nickels."""
    loss = worths.spoiled + min(max(0, held - rules.bar_wait_penalty), rules.bar_failed_penalty)
    if rules.bar_wait_penalty < held <= rules.bar_wait_penalty + rules.bar_failed_penalty:
        loss += worths.lost_guest
    return loss


@compiled
def worth_in_case(table, rules, worths, seat, case, held, dice, total, skipped):
    """Return what attempting one more drink is worth when all drinks then add up to ``total``."""
    success = chance(dice, total)
    gain, loss = gain_in_case(table, rules, worths, seat, case, held), loss_of_failing(rules, worths, held)
    return success * (gain - skipped) - (1 - success) * loss


# --- choosing --------------------------------------------------------------------------------------------------------


@compiled
def choose_drink(table, rules, choices, n, weights, seat):
    """Prepare from the front whatever the dice can be expected to cover; then Stanley and the Band."""
    dice, total = table.bar_dice, table.difficulty - roll_bonus(table, rules)
    worths, skipped = worths_of(weights), 0
    for place in range(table.bar_n):
        patron = table.bar[place]
        if table.drink[patron] != NO_DRINK:
            continue
        at = plain_drink(choices, n, patron)
        if ordinary(rules, patron) and table.nickels[patron] <= weights[WATERED_MOST]:
            at = max(at, watered_drink(choices, n, patron))
        if at >= 0:
            case, held = case_of(table, rules, patron), table.nickels[patron]
            worth = worth_in_case(table, rules, worths, seat, case, held, dice, total + choices[at, 2], skipped)
            if choices[at, 1] == A_SPECIAL and table.deck_n > 0:
                worth -= worths.special
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
def watered_drink(choices, n, patron):
    """Return the choice of a watered drink for a patron, -1 if there is none; its liquor goes back into stock."""
    for i in range(1, n):
        if choices[i, 0] == patron and choices[i, 1] > A_SPECIAL:
            return i
    return -1


@compiled
def choose_success(table, rules, choices, n, weights, seat):
    """Spend points where a failure would cost most for each point."""
    worths, best, best_rank = worths_of(weights), 0, -1.0
    for i in range(n):
        target = choices[i, 0]
        rank = weights[SECTION]
        if target < SECTION_TARGET and target != EDWARDS:
            held = table.nickels[target]
            rank = gain_in_case(table, rules, worths, seat, case_of(table, rules, target), held)
            rank += loss_of_failing(rules, worths, held)
        rank /= max(1, choices[i, 2])
        if rank > best_rank:
            best, best_rank = i, rank
    return best
