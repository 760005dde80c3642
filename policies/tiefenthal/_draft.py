"""Which white die to take, and whether to turn one.

A face is worth what the dice had so far make with it and one die of the coaster that comes next: the best of that, or
the second best if whoever has it in front of him has still to take one. Coins and beer are counted by what they buy
this turn, evened out over what the later picks may bring. What else is approximate: coasters after the next one are not
looked at, and nobody is denied a die he needs.
"""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._dice import FACES
from policies.tiefenthal._planning import (
    best_of,
    dishwashers,
    drafting_worths,
    monk_bits,
    supplier_bits,
    throw_dice,
    turn_worths,
)
from policies.tiefenthal._throw import THROW
from policies.tiefenthal._weights import position
from policies.tiefenthal._worth import schnapps_worth
from sim.jit import alive, compiled

NEXT_BEST = position("next_best")
NEVER = -1e18
FIRST_DIE = 0


@compiled
def best_face(table, rules, weights, forbidden, choices, n, seat):
    """Return the row of the face that is worth most."""
    picks = table.tray_n[seat] - 1  # still to come after this one
    coaster = (seat + table.players - 1) % table.players if rules.draft_passes != 0 else seat
    owner_picks = coaster != seat and table.tray_n[coaster] == table.tray_n[seat]
    room = np.empty(1, THROW)
    throw = room[0]
    work = throw_dice(table, rules, seat, FIRST_DIE, 2, dishwashers(table, rules, seat), forbidden, throw)
    drafting_worths(table, rules, weights, seat, forbidden, max(0, picks - 1), throw)
    if picks == 0:
        best = best_last_face(rules, choices, n, throw, work)
        alive(room)
        return best
    there = np.zeros(FACES + 1, np.int64)  # dice of the coaster that comes next, by face
    for die in range(table.tray_n[coaster]):
        there[table.tray[coaster, die]] += 1
    pairs = pair_worths(rules, choices, n, there, throw, work)
    alive(room)
    best, best_worth = 0, NEVER
    for i in range(n):
        own = choices[i, 0]
        worth, second = NEVER, NEVER
        for face in range(1, FACES + 1):
            left = there[face] - int(coaster == seat and face == own)
            if left <= 0:
                continue
            both = pairs[min(face, own), max(face, own)]
            if both > worth:
                worth, second = both, both if left > 1 else worth
            elif both > second:
                second = both
        if owner_picks:
            worth = weights[NEXT_BEST] * worth + (1 - weights[NEXT_BEST]) * second
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def best_last_face(rules, choices, n, throw, work):
    """Return the row of the face that is worth most when no other die will follow."""
    wanted, worth = np.zeros(FACES + 1, np.int64), np.full(FACES + 1, NEVER)
    for i in range(n):
        wanted[choices[i, 0]] = 1
    changed = 1
    for face in range(FACES, 0, -1):  # downwards, so that what is known of the faces below stays true
        if wanted[face] != 0:
            throw.counts[face] += 1
            worth[face] = best_of(min(changed, face), rules, throw, work)[0]
            throw.counts[face] -= 1
            changed = face
    best = 0
    for i in range(1, n):
        if worth[choices[i, 0]] > worth[choices[best, 0]]:
            best = i
    return best


@compiled
def pair_worths(rules, choices, n, there, throw, work):
    """Return what two more dice are worth, by their faces, the lower first: one to choose, and one ``there``."""
    wanted = np.zeros((FACES + 1, FACES + 1), np.int64)
    for i in range(n):
        for face in range(1, FACES + 1):
            if there[face] > 0:
                wanted[min(face, choices[i, 0]), max(face, choices[i, 0])] = 1
    worth = np.full((FACES + 1, FACES + 1), NEVER)
    changed = 1
    for low in range(FACES, 0, -1):  # downwards, so that what is known of the faces below stays true
        throw.counts[low] += 1
        changed = min(changed, low)
        for high in range(FACES, low - 1, -1):
            if wanted[low, high] != 0:
                throw.counts[high] += 1
                worth[low, high] = best_of(min(changed, high), rules, throw, work)[0]
                throw.counts[high] -= 1
                changed = high
        throw.counts[low] -= 1
    return worth


@compiled
def best_turn(table, rules, weights, forbidden, choices, n, seat):
    """Return the row of the die to turn, and to which face: the die that is missed least, to what adds most; or none.

    Dice of one face are alike. First the face whose loss costs least is found, then the best face in its place, of
    those that a table, the supplier or the monk wants.
    """
    room = np.empty(1, THROW)
    throw = room[0]
    work = throw_dice(table, rules, seat, FIRST_DIE, 1, table.plus_left[seat], forbidden, throw)
    turn_worths(table, rules, weights, seat, forbidden, table.dice_n[seat], throw)
    now = best_of(1, rules, throw, work)[0]
    away, away_worth = 0, NEVER
    for face in range(FACES, 0, -1):  # downwards, so that what is known of the faces below stays true
        if throw.counts[face] > 0:
            throw.counts[face] -= 1
            worth = best_of(face, rules, throw, work)[0]
            throw.counts[face] += 1
            if worth >= away_worth:
                away, away_worth = face, worth
    throw.counts[away] -= 1
    to, to_worth = 0, now + rules.juggler_die_price * schnapps_worth(table, rules, weights)
    useful = supplier_bits(rules, forbidden) | monk_bits(rules, forbidden)
    changed = 1
    for face in range(FACES, 0, -1):
        if face != away and (throw.slots[face] > 0 or (useful >> face) & 1):
            throw.counts[face] += 1
            worth = best_of(min(changed, face), rules, throw, work)[0]
            throw.counts[face] -= 1
            changed = face
            if worth > to_worth or (worth == to_worth and to > 0):
                to, to_worth = face, worth
    alive(room)
    for i in range(n):
        if to > 0 and choices[i, 0] >= 0 and choices[i, 1] == to and table.dice[seat, choices[i, 0]] == away:
            return i
    return 0
