"""The plan of a round: where each die goes, by what the coins, beer and steps it brings are worth."""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._dice import FACES, attainable, limit, place, strides, tables_by_face, workspace
from policies.tiefenthal._purchases import MOST, beer_worths, coin_worths
from policies.tiefenthal._throw import THROW
from policies.tiefenthal._weights import position
from policies.tiefenthal._worth import (
    monastery_worth,
    reputation_worths,
)
from sim.games.tiefenthal.names import (
    AT_TABLE,
    DICE,
    DISHES,
    DISHWASHER,
    MERCHANT,
    MONK,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
)
from sim.games.tiefenthal.reputation import barrel_beer, cashbox_coins, supplier_beer
from sim.jit import alive, compiled

COINS_A_PICK, BEER_A_PICK = position("coins_a_pick"), position("beer_a_pick")

#: Spaces a player may be forbidden, as bits of what the policy remembers.
NO_CASHBOX, NO_BARREL, NO_SUPPLIER, NO_MONK = 1, 2, 4, 8


@compiled
def monk_steps(table, rules, seat):
    """Return the steps of a die on the monk."""
    return rules.monk_steps_upgraded if table.works[seat, MONK] != 0 else rules.monk_steps


@compiled
def supplier_bits(rules, forbidden):
    """Return the faces the supplier takes, as bits."""
    return 0 if forbidden & NO_SUPPLIER else 1 << rules.supplier_faces[0] | 1 << rules.supplier_faces[1]


@compiled
def monk_bits(rules, forbidden):
    """Return the face the monk takes, as a bit."""
    return 0 if forbidden & NO_MONK else 1 << rules.monk_face


@compiled
def cashbox_free(table, seat, forbidden):
    """Return 1 if the cashbox can take a die."""
    return int(table.on_cashbox[seat] == 0 and not forbidden & NO_CASHBOX)


@compiled
def barrel_free(table, seat, forbidden):
    """Return 1 if the barrel can take a die."""
    return int(table.on_barrel[seat] == 0 and not forbidden & NO_BARREL)


@compiled
def dishwashers(table, rules, seat):
    """Return the +1 of the dishwashers who are in the tavern this round."""
    return rules.dishwasher_plus * (table.laid[seat, DISHWASHER] + table.works[seat, DISHES])


@compiled
def placed_before(table, rules, seat, first):
    """Return coins, beer and steps of merchants and of the dice before ``first``, which are placed already."""
    coins, beer, steps = 0, rules.merchant_beer * table.laid[seat, MERCHANT], 0
    for die in range(first):
        space = table.die_at[seat, die]
        if space >= AT_TABLE:
            coins += table.die_pay[seat, die]
        elif space == ON_CASHBOX:
            coins += cashbox_coins(table, rules, seat)
        elif space == ON_BARREL:
            beer += barrel_beer(table, rules, seat)
        elif space == ON_SUPPLIER:
            beer += supplier_beer(table, rules, seat)
        elif space == ON_MONK:
            steps += monk_steps(table, rules, seat)
    return coins, beer, steps


@compiled
def throw_dice(table, rules, seat, first, more, budget, forbidden, throw):
    """Fill a throw with the dice from ``first`` on that are not placed yet, and what they bring.

    Up to ``more`` dice may join them.

    Returns
    -------
    int64 array
        The workspace for `best_of`.
    """
    for face in range(FACES + 1):
        throw.counts[face] = 0
    for die in range(first, table.dice_n[seat]):
        if table.die_at[seat, die] == NOWHERE:
            throw.counts[table.dice[seat, die]] += 1
    tables_by_face(table, rules, seat, throw)
    throw.cashbox, throw.barrel = cashbox_free(table, seat, forbidden), barrel_free(table, seat, forbidden)
    spare = throw.cashbox + throw.barrel
    limit(throw, more, supplier_bits(rules, forbidden), monk_bits(rules, forbidden), budget, spare)
    throw.had_coins, throw.had_beer, throw.had_steps = placed_before(table, rules, seat, first)
    throw.coins, throw.beer = table.coins[seat], table.beer[seat]
    throw.cashbox_coins, throw.barrel_beer = cashbox_coins(table, rules, seat), barrel_beer(table, rules, seat)
    throw.supplier_beer = supplier_beer(table, rules, seat)
    return workspace(table.dice_n[seat] - first + more, budget)


@compiled
def best_of(first, rules, throw, work):
    """Return the best of what the dice can bring, by the worth of coins and beer in this turn.

    Parameters
    ----------
    first : int
        The first face of which there are more or fewer dice than at the last call for this throw; 1 at the first.

    Returns
    -------
    tuple
        What it is worth; the path; dice on the supplier; whether cashbox and barrel get one.
    """
    top_j, top_k = attainable(first, throw, work)
    best, best_at, best_j, best_left, best_boxed = -1e18, 0, 0, 0, 0
    last, top_used = throw.stages[FACES, 0], throw.stages[FACES, 3]
    _, at_used, at_left, at_j = strides(throw)
    for k in range(top_k + 1):
        for j in range(top_j + 1):
            for left in range(throw.spare + 1):
                at = left * at_left + j * at_j + k
                from_tables = work[last, 0, at]
                for used in range(1, top_used + 1):
                    other = used * at_used + left * at_left + j * at_j + k
                    if work[last, 0, other] > from_tables:
                        at, from_tables = other, work[last, 0, other]
                if from_tables < 0:
                    continue
                for boxed in range(min(left, throw.cashbox), max(0, left - throw.barrel) - 1, -1):
                    coins = throw.had_coins + from_tables + boxed * throw.cashbox_coins
                    beer = throw.had_beer + j * throw.supplier_beer + (left - boxed) * throw.barrel_beer
                    worth = throw.monk_worth[k] + throw.coin_worth[min(MOST, throw.coins + coins)]
                    worth += throw.beer_worth[min(MOST, throw.beer + beer)]
                    worth += throw.renown_worth[min(MOST, rules.reputation_steps * min(coins, beer))]
                    if worth > best:
                        best, best_at, best_j, best_left, best_boxed = worth, at, j, left, boxed
    return best, work[last, 1, best_at], best_j, best_boxed == 1, best_left - best_boxed == 1


@compiled
def turn_worths(table, rules, weights, seat, forbidden, dice, throw):
    """Note in a throw what coins, beer and steps are worth in this turn, up to what so many dice bring."""
    most_coins = throw.coins + throw.cashbox_coins
    for place_ in range(table.taken[seat]):
        if table.seat_card[seat, place_] >= 0:
            most_coins += rules.card_pay[table.seat_card[seat, place_]]
    most_beer = throw.beer + rules.merchant_beer * table.laid[seat, MERCHANT] + throw.barrel_beer
    most_beer += dice * throw.supplier_beer
    most_coins, most_beer = min(MOST, most_coins), min(MOST, most_beer)
    coin_worths(table, rules, weights, seat, forbidden, most_coins, throw.coin_worth, throw.chosen)
    beer_worths(table, rules, weights, seat, forbidden, most_beer, throw.beer_worth, throw.chosen)
    for coins in range(most_coins + 1, MOST + 1):
        throw.coin_worth[coins] = throw.coin_worth[most_coins]
    for beer in range(most_beer + 1, MOST + 1):
        throw.beer_worth[beer] = throw.beer_worth[most_beer]
    reputation_worths(table, rules, weights, seat, throw.renown_worth)
    per_monk = monk_steps(table, rules, seat)
    for die in range(throw.most_monks + 1):
        throw.monk_worth[die] = monastery_worth(table, rules, weights, seat, throw.had_steps + die * per_monk)


@compiled
def best_plan(table, rules, weights, seat, first, forbidden):
    """Return the plan for the dice from ``first`` on that is worth most, and what it is worth.

    The plan is exact for what coins and beer buy at best this turn (`_purchases`), steps and reputation included; what
    coins a guest or the monastery brings on the way could buy is counted at the worth of a coin.
    """
    room = np.empty(1, THROW)
    throw = room[0]
    work = throw_dice(table, rules, seat, first, 0, table.plus_left[seat], forbidden, throw)
    turn_worths(table, rules, weights, seat, forbidden, table.dice_n[seat], throw)
    best, path, j, cashbox, barrel = best_of(1, rules, throw, work)
    plan = place(table, seat, first, throw, path, j, cashbox, barrel)
    alive(room)
    return plan, best


@compiled
def drafting_worths(table, rules, weights, seat, forbidden, picks, throw):
    """Note what coins, beer and steps are worth while dice are drafted and so many picks are still to come.

    The dice to come bring more, nobody knows how much; so what an amount is worth is the mean over the amounts it may
    become, evenly from none more to twice what a pick brings on average.
    """
    turn_worths(table, rules, weights, seat, forbidden, DICE, throw)
    smooth(throw.coin_worth, int(2 * picks * weights[COINS_A_PICK]))
    smooth(throw.beer_worth, int(2 * picks * weights[BEER_A_PICK]))


@compiled
def smooth(worth, window):
    """Replace each number by the mean of itself and the next ``window`` ones."""
    if window == 0:
        return
    total = 0.0
    for x in range(window + 1):
        total += worth[min(MOST, x)]
    for x in range(MOST + 1):
        leaving = worth[x]
        worth[x] = total / (window + 1)
        total += worth[min(MOST, x + window + 1)] - leaving
