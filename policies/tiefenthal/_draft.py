"""Which white die to take, and whether to turn one.

A face is worth what the dice had so far make with it and one die of the coaster that comes next: the best of that, or
the second best if whoever has it in front of him has still to take one. Coins and beer are counted by what they buy
this turn, evened out over what the later picks may bring. What else is approximate: coasters after the next one are not
looked at, and nobody is denied a die he needs.
"""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._dice import FACES, room, tables_by_face
from policies.tiefenthal._planning import (
    dice_worth,
    dishwashers,
    drafting_worths,
    monk_bits,
    supplier_bits,
    turn_worths,
)
from policies.tiefenthal._purchases import MOST
from policies.tiefenthal._weights import position
from policies.tiefenthal._worth import schnapps_worth
from sim.games.tiefenthal.names import DICE
from sim.jit import compiled

NEXT_BEST = position("next_best")
NEVER = -1e18


@compiled
def best_face(table, rules, weights, forbidden, choices, n, seat):
    """Return the row of the face that is worth most."""
    counts, slots = np.zeros(FACES + 1, np.int64), np.zeros(FACES + 1, np.int64)
    pays, seats = np.empty((FACES + 1, DICE), np.int64), np.empty((FACES + 1, DICE), np.int64)
    coin_worth, beer_worth, renown_worth = np.empty(MOST + 1), np.empty(MOST + 1), np.empty(MOST + 1)
    for die in range(table.dice_n[seat]):
        counts[table.dice[seat, die]] += 1
    tables_by_face(table, rules, seat, pays, seats, slots)
    picks = table.tray_n[seat] - 1  # still to come after this one
    coaster = (seat + table.players - 1) % table.players if rules.draft_passes != 0 else seat
    owner_picks = coaster != seat and table.tray_n[coaster] == table.tray_n[seat]
    drafting_worths(table, rules, weights, seat, forbidden, max(0, picks - 1), coin_worth, beer_worth, renown_worth)
    budget = dishwashers(table, rules, seat)
    work = np.empty((4, room(table.dice_n[seat], budget)), np.int64)
    known = np.full(FACES * (FACES + 1) + 1, NEVER)  # the worth of two more dice, by their faces
    best, best_worth = 0, NEVER
    for i in range(n):
        counts[choices[i, 0]] += 1
        if picks == 0:
            worth = dice_worth(
                table,
                rules,
                weights,
                seat,
                counts,
                slots,
                pays,
                budget,
                forbidden,
                coin_worth,
                beer_worth,
                renown_worth,
                work,
            )
        else:
            worth, second = NEVER, NEVER
            for face in range(1, FACES + 1):
                there = 0
                for die in range(table.tray_n[coaster]):
                    there += int(table.tray[coaster, die] == face)
                there -= int(coaster == seat and face == choices[i, 0])
                if there <= 0:
                    continue
                pair = FACES * min(face, choices[i, 0]) + max(face, choices[i, 0])
                if known[pair] == NEVER:
                    counts[face] += 1
                    known[pair] = dice_worth(
                        table,
                        rules,
                        weights,
                        seat,
                        counts,
                        slots,
                        pays,
                        budget,
                        forbidden,
                        coin_worth,
                        beer_worth,
                        renown_worth,
                        work,
                    )
                    counts[face] -= 1
                both = known[pair]
                if both > worth:
                    worth, second = both, both if there > 1 else worth
                elif both > second:
                    second = both
            if owner_picks:
                worth = weights[NEXT_BEST] * worth + (1 - weights[NEXT_BEST]) * second
        counts[choices[i, 0]] -= 1
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def best_turn(table, rules, weights, forbidden, choices, n, seat):
    """Return the row of the die to turn, and to which face: the die that is missed least, to what adds most; or none.

    Dice of one face are alike. First the face whose loss costs least is found, then the best face in its place, of
    those that a table, the supplier or the monk wants.
    """
    counts, slots = np.zeros(FACES + 1, np.int64), np.zeros(FACES + 1, np.int64)
    pays, seats = np.empty((FACES + 1, DICE), np.int64), np.empty((FACES + 1, DICE), np.int64)
    coin_worth, beer_worth, renown_worth = np.empty(MOST + 1), np.empty(MOST + 1), np.empty(MOST + 1)
    for die in range(table.dice_n[seat]):
        counts[table.dice[seat, die]] += 1
    tables_by_face(table, rules, seat, pays, seats, slots)
    turn_worths(table, rules, weights, seat, forbidden, table.dice_n[seat], coin_worth, beer_worth, renown_worth)
    budget = table.plus_left[seat]
    work = np.empty((4, room(table.dice_n[seat], budget)), np.int64)
    now = dice_worth(
        table, rules, weights, seat, counts, slots, pays, budget, forbidden, coin_worth, beer_worth, renown_worth, work
    )
    away, away_worth = 0, NEVER
    for face in range(1, FACES + 1):
        if counts[face] > 0:
            counts[face] -= 1
            worth = dice_worth(
                table,
                rules,
                weights,
                seat,
                counts,
                slots,
                pays,
                budget,
                forbidden,
                coin_worth,
                beer_worth,
                renown_worth,
                work,
            )
            counts[face] += 1
            if worth > away_worth:
                away, away_worth = face, worth
    counts[away] -= 1
    to, to_worth = 0, now + rules.juggler_die_price * schnapps_worth(table, rules, weights)
    useful = supplier_bits(rules, forbidden) | monk_bits(rules, forbidden)
    for face in range(1, FACES + 1):
        if face != away and (slots[face] > 0 or (useful >> face) & 1):
            counts[face] += 1
            worth = dice_worth(
                table,
                rules,
                weights,
                seat,
                counts,
                slots,
                pays,
                budget,
                forbidden,
                coin_worth,
                beer_worth,
                renown_worth,
                work,
            )
            counts[face] -= 1
            if worth > to_worth:
                to, to_worth = face, worth
    for i in range(n):
        if to > 0 and choices[i, 0] >= 0 and choices[i, 1] == to and table.dice[seat, choices[i, 0]] == away:
            return i
    return 0
