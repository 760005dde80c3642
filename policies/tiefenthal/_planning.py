"""The plan of a round: where each die goes, by what the coins, beer and steps it brings are worth."""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._dice import FACES, attainable, outcome, place, room, tables_by_face
from policies.tiefenthal._purchases import MOST, beer_worths, coin_worths
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
from sim.jit import compiled

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
def best_of(table, rules, weights, seat, forbidden, work, top_j, top_k, had, coin_worth, beer_worth, renown_worth):
    """Return the best of what the dice can bring, by the worth of coins and beer in this turn.

    Parameters
    ----------
    work, top_j, top_k
        As `attainable` found them.
    had : tuple of int
        Coins, beer and steps of dice placed before, and of merchants.
    coin_worth, beer_worth, renown_worth : float64
        What each number of coins and of beer at hand, and of steps of reputation, is worth.

    Returns
    -------
    tuple
        What it is worth; dice left, on the supplier and on the monk; whether cashbox and barrel get one.
    """
    coins_per, beer_per = cashbox_coins(table, rules, seat), barrel_beer(table, rules, seat)
    per_supplier, per_monk = supplier_beer(table, rules, seat), monk_steps(table, rules, seat)
    cashbox, barrel = cashbox_free(table, seat, forbidden), barrel_free(table, seat, forbidden)
    had_coins, had_beer, had_steps = had
    best, best_left, best_j, best_k, best_way = -1e18, 0, 0, 0, 0
    for k in range(top_k + 1):
        step_worth = monastery_worth(table, rules, weights, seat, had_steps + k * per_monk)
        for j in range(top_j + 1):
            for left in range(cashbox + barrel + 1):
                from_tables = work[0, outcome(left, j, k)]
                if from_tables < 0:
                    continue
                for way in range(4):
                    to_cashbox, to_barrel = way & 1, way >> 1
                    if to_cashbox + to_barrel != left or to_cashbox > cashbox or to_barrel > barrel:
                        continue
                    coins = had_coins + from_tables + to_cashbox * coins_per
                    beer = had_beer + j * per_supplier + to_barrel * beer_per
                    worth = step_worth + coin_worth[min(MOST, table.coins[seat] + coins)]
                    worth += beer_worth[min(MOST, table.beer[seat] + beer)]
                    worth += renown_worth[min(MOST, rules.reputation_steps * min(coins, beer))]
                    if worth > best:
                        best, best_left, best_j, best_k, best_way = worth, left, j, k, way
    return best, best_left, best_j, best_k, best_way & 1 == 1, best_way >> 1 == 1


@compiled
def turn_worths(table, rules, weights, seat, forbidden, dice, coin_worth, beer_worth, renown_worth):
    """Fill what coins and beer are worth in this turn, up to what so many dice can bring; more is worth no more."""
    most_coins = table.coins[seat] + cashbox_coins(table, rules, seat)
    for place_ in range(table.taken[seat]):
        if table.seat_card[seat, place_] >= 0:
            most_coins += rules.card_pay[table.seat_card[seat, place_]]
    most_beer = table.beer[seat] + rules.merchant_beer * table.laid[seat, MERCHANT] + barrel_beer(table, rules, seat)
    most_beer += dice * supplier_beer(table, rules, seat)
    most_coins, most_beer = min(MOST, most_coins), min(MOST, most_beer)
    chosen = np.empty(MOST + 1, np.int64)
    coin_worths(table, rules, weights, seat, forbidden, most_coins, coin_worth, chosen)
    beer_worths(table, rules, weights, seat, forbidden, most_beer, beer_worth, chosen)
    coin_worth[most_coins + 1 :] = coin_worth[most_coins]
    beer_worth[most_beer + 1 :] = beer_worth[most_beer]
    reputation_worths(table, rules, weights, seat, renown_worth)


@compiled
def best_plan(table, rules, weights, seat, first, forbidden):
    """Return the plan for the dice from ``first`` on that is worth most, and what it is worth.

    The plan is exact for what coins and beer buy at best this turn (`_purchases`), steps and reputation included; what
    coins a guest or the monastery brings on the way could buy is counted at the worth of a coin.
    """
    at_supplier, at_monk = supplier_bits(rules, forbidden), monk_bits(rules, forbidden)
    counts, slots = np.zeros(FACES + 1, np.int64), np.zeros(FACES + 1, np.int64)
    pays, seats = np.zeros((FACES + 1, DICE), np.int64), np.zeros((FACES + 1, DICE), np.int64)
    for die in range(first, table.dice_n[seat]):
        if table.die_at[seat, die] == NOWHERE:
            counts[table.dice[seat, die]] += 1
    tables_by_face(table, rules, seat, pays, seats, slots)
    spare = cashbox_free(table, seat, forbidden) + barrel_free(table, seat, forbidden)
    work = np.empty((4, room(table.dice_n[seat], table.plus_left[seat])), np.int64)
    top_j, top_k = attainable(counts, slots, pays, at_supplier, at_monk, table.plus_left[seat], spare, work)
    coin_worth, beer_worth, renown_worth = np.empty(MOST + 1), np.empty(MOST + 1), np.empty(MOST + 1)
    turn_worths(table, rules, weights, seat, forbidden, table.dice_n[seat], coin_worth, beer_worth, renown_worth)
    had = placed_before(table, rules, seat, first)
    best, left, j, k, cashbox, barrel = best_of(
        table, rules, weights, seat, forbidden, work, top_j, top_k, had, coin_worth, beer_worth, renown_worth
    )
    plan = place(table, seat, first, work[1, outcome(left, j, k)], j, at_supplier, at_monk, seats, cashbox, barrel)
    return plan, best


@compiled
def drafting_worths(table, rules, weights, seat, forbidden, picks, coin_worth, beer_worth, renown_worth):
    """Fill what coins and beer are worth while dice are drafted and so many picks are still to come.

    The dice to come bring more, nobody knows how much; so what an amount is worth is the mean over the amounts it may
    become, evenly from none more to twice what a pick brings on average.
    """
    turn_worths(table, rules, weights, seat, forbidden, DICE, coin_worth, beer_worth, renown_worth)
    smooth(coin_worth, int(2 * picks * weights[COINS_A_PICK]))
    smooth(beer_worth, int(2 * picks * weights[BEER_A_PICK]))


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


@compiled
def dice_worth(
    table, rules, weights, seat, counts, slots, pays, budget, forbidden, coin_worth, beer_worth, renown_worth, work
):
    """Return what dice that are not placed yet are worth at their best plan."""
    spare = cashbox_free(table, seat, forbidden) + barrel_free(table, seat, forbidden)
    top_j, top_k = attainable(
        counts, slots, pays, supplier_bits(rules, forbidden), monk_bits(rules, forbidden), budget, spare, work
    )
    had = (0, rules.merchant_beer * table.laid[seat, MERCHANT], 0)
    return best_of(
        table, rules, weights, seat, forbidden, work, top_j, top_k, had, coin_worth, beer_worth, renown_worth
    )[0]
