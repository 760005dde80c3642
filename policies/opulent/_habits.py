"""Habits of beginners that more experienced players keep: what to draw, which note to play, what to restock.

Nobody works anything out here; who does, at the same stations, finds it in `_notes`, `_band` and `_bar`.
"""

from __future__ import annotations

from policies.opulent._choices import find
from sim.games.opulent.drink_recipes import can_make
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    CHOP_FRUIT,
    ICE,
    LIQUOR,
    MOBSTER,
    POLITICIAN,
    REFILL_ICE,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
)
from sim.jit import compiled


@compiled
def even_draw(table, choices, n):
    """Return a draw that is not loud from the section drawn from least; if there is none, stop."""
    best = -1
    for i in range(n):
        section = choices[i, 0]
        if section >= 0 and (choices[i, 1] == 0 or choices[0, 0] >= 0):
            if best < 0 or table.drawn_from[section] < table.drawn_from[choices[best, 0]]:
                best = i
    return max(0, best)


@compiled
def half_beats_in_key(table, rules, playing):
    """Return the half beats in hand in the key of a song."""
    half_beats = 0
    for i in range(table.hand_n):
        if rules.card_key[table.hand[i]] == rules.card_key[playing]:
            half_beats += rules.card_half_beats[table.hand[i]]
    return half_beats


@compiled
def longest_that_fits(choices, n, wanted, key):
    """Return the note closest to what is missing: in key before off key, not too long before too long."""
    best, best_rank = 0, 0
    for i in range(n):
        if choices[i, 0] < 0:
            continue
        rank = choices[i, 1] if choices[i, 1] <= wanted else -choices[i, 1]
        if choices[i, 3] != key:
            rank -= wanted
        if choices[best, 0] < 0 or rank > best_rank:
            best, best_rank = i, rank
    return best


@compiled
def usual_drink(rules, patron):
    """Return the drink a patron orders."""
    if rules.patron_class[patron] == MOBSTER:
        return A_BEER
    return A_LIQUOR if rules.patron_class[patron] == POLITICIAN else A_MIXED


@compiled
def remedy(table, drink):
    """Return the bar action that brings what a drink lacks."""
    if drink == A_BEER:
        return RESTOCK_BEER
    if table.stock[LIQUOR] == 0:
        return RESTOCK_LIQUOR
    return REFILL_ICE if table.stock[ICE] == 0 else CHOP_FRUIT


@compiled
def restock(table, rules, choices, n):
    """Return the action that brings what somebody's drink at the bar lacks, with a die left for drinks; or -1."""
    if table.bar_dice > 1:
        for i in range(table.bar_n):
            drink = usual_drink(rules, table.bar[i])
            if not can_make(table, drink, 1):
                at = find(choices, n, remedy(table, drink))
                if at >= 0:
                    return at
    return -1
