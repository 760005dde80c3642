"""The plan of a round: where each die goes, by what the coins, beer and steps it brings are worth."""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._dice import FACES, MOST_LEFT, attainable, place, tables_by_face
from policies.tiefenthal._purchases import MOST, beer_worths, coin_worths
from policies.tiefenthal._worth import (
    BEER,
    COIN,
    REPUTATION,
    REPUTATION_MODULE,
    monastery_worth,
    reputation_worth,
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
def dishwashers(table, rules, seat):
    """Return the +1 of the dishwashers who are in the tavern this round."""
    return rules.dishwasher_plus * (table.laid[seat, DISHWASHER] + table.works[seat, DISHES])


@compiled
def placed_before(table, rules, seat, first):
    """Return coins, beer and steps of the dice before ``first`` that are placed already."""
    coins, beer, steps = 0, 0, 0
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
def best_plan(table, rules, weights, seat, first, forbidden):
    """Return the plan for the dice from ``first`` on that is worth most, and what it is worth.

    The plan is exact for what coins and beer buy at best this turn (`_purchases`), steps and reputation included; what
    coins a guest or the monastery brings on the way could buy is counted at the worth of a coin.
    """
    coins_per, beer_per = cashbox_coins(table, rules, seat), barrel_beer(table, rules, seat)
    per_supplier, per_monk = supplier_beer(table, rules, seat), monk_steps(table, rules, seat)
    cashbox = table.on_cashbox[seat] == 0 and coins_per > 0 and not forbidden & NO_CASHBOX
    barrel = table.on_barrel[seat] == 0 and beer_per > 0 and not forbidden & NO_BARREL
    at_supplier = supplier_bits(rules, forbidden) if per_supplier > 0 else 0
    at_monk = monk_bits(rules, forbidden) if per_monk > 0 else 0
    counts, slots = np.zeros(FACES + 1, np.int64), np.zeros(FACES + 1, np.int64)
    pays, seats = np.zeros((FACES + 1, DICE), np.int64), np.zeros((FACES + 1, DICE), np.int64)
    for die in range(first, table.dice_n[seat]):
        if table.die_at[seat, die] == NOWHERE:
            counts[table.dice[seat, die]] += 1
    tables_by_face(table, rules, seat, pays, seats, slots)
    spare = int(cashbox) + int(barrel)
    most = np.empty((MOST_LEFT + 1, DICE + 1, DICE + 1), np.int64)
    paths = np.empty((MOST_LEFT + 1, DICE + 1, DICE + 1), np.int64)
    top_j, top_k = attainable(counts, slots, pays, at_supplier, at_monk, table.plus_left[seat], spare, most, paths)
    # what each amount is worth
    had_coins, had_beer, had_steps = placed_before(table, rules, seat, first)
    had_beer += rules.merchant_beer * table.laid[seat, MERCHANT]
    top = 0
    for left in range(spare + 1):
        for j in range(top_j + 1):
            for k in range(top_k + 1):
                top = max(top, most[left, j, k])
    most_coins = min(MOST, table.coins[seat] + had_coins + top + coins_per)
    most_beer = min(MOST, table.beer[seat] + had_beer + top_j * per_supplier + beer_per)
    coin_worth, beer_worth = np.empty(MOST + 1, np.float64), np.empty(MOST + 1, np.float64)
    chosen = np.empty(MOST + 1, np.int64)
    coin_worths(table, rules, weights, seat, forbidden, most_coins, coin_worth, chosen)
    beer_worths(table, rules, weights, seat, forbidden, most_beer, beer_worth, chosen)
    best, best_path, suppliers, best_cashbox, best_barrel = -1e18, 0, 0, False, False
    for k in range(top_k + 1):
        steps = had_steps + k * per_monk
        step_worth = monastery_worth(table, rules, weights, seat, steps)
        for j in range(top_j + 1):
            for left in range(spare + 1):
                if most[left, j, k] < 0:
                    continue
                for way in range(4):  # cashbox, barrel
                    to_cashbox, to_barrel = way & 1, way >> 1
                    if to_cashbox + to_barrel != left or to_cashbox > cashbox or to_barrel > barrel:
                        continue
                    coins = had_coins + most[left, j, k] + to_cashbox * coins_per
                    beer = had_beer + j * per_supplier + to_barrel * beer_per
                    worth = step_worth + coin_worth[min(most_coins, table.coins[seat] + coins)]
                    worth += beer_worth[min(most_beer, table.beer[seat] + beer)]
                    if rules.module >= REPUTATION_MODULE:
                        renown = rules.reputation_steps * min(coins, beer)
                        worth += reputation_worth(table, rules, weights, seat, renown)
                    if worth > best:
                        best, best_path, suppliers = worth, paths[left, j, k], j
                        best_cashbox, best_barrel = to_cashbox == 1, to_barrel == 1
    plan = place(table, seat, first, best_path, suppliers, at_supplier, at_monk, seats, best_cashbox, best_barrel)
    return plan, best


@compiled
def dice_worth(table, rules, weights, seat, counts, slots, pays, budget, forbidden, most, paths):
    """Return what dice are worth at the best plan by the worth of a coin, a beer and a step, for the draft."""
    coins_per, beer_per = cashbox_coins(table, rules, seat), barrel_beer(table, rules, seat)
    per_supplier, per_monk = supplier_beer(table, rules, seat), monk_steps(table, rules, seat)
    cashbox, barrel = not forbidden & NO_CASHBOX, not forbidden & NO_BARREL
    spare = int(cashbox) + int(barrel)
    top_j, top_k = attainable(
        counts, slots, pays, supplier_bits(rules, forbidden), monk_bits(rules, forbidden), budget, spare, most, paths
    )
    merchants = rules.merchant_beer * table.laid[seat, MERCHANT]
    best = -1.0
    for k in range(top_k + 1):
        step_worth = monastery_worth(table, rules, weights, seat, k * per_monk)
        for j in range(top_j + 1):
            for left in range(spare + 1):
                if most[left, j, k] < 0:
                    continue
                for way in range(4):
                    to_cashbox, to_barrel = way & 1, way >> 1
                    if to_cashbox + to_barrel != left or to_cashbox > cashbox or to_barrel > barrel:
                        continue
                    coins = most[left, j, k] + to_cashbox * coins_per
                    beer = merchants + j * per_supplier + to_barrel * beer_per
                    worth = step_worth + weights[COIN] * coins + weights[BEER] * beer
                    if rules.module >= REPUTATION_MODULE:
                        worth += weights[REPUTATION] * rules.reputation_steps * min(coins, beer)
                    best = max(best, worth)
    return best
