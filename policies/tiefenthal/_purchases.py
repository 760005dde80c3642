"""What coins and beer buy in one turn, at best: a small knapsack each.

``worth[x]`` is the most that ``x`` coins (or beer) can be worth: the areas, cards, guests and nobles bought, and what
is left for the safe or store. ``chosen[x]`` says what is bought for it, as bits.
"""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._weights import position
from policies.tiefenthal._worth import (
    BOOK_MODULE,
    REPUTATION_MODULE,
    area_worth,
    noble_worth,
    recruit_worth,
    rounds_left,
    staff_loss,
    staff_worth,
)
from sim.games.tiefenthal.names import AREAS, BARD, DISPLAY, KINDS, SPECIAL_ORDERS, STAFF
from sim.games.tiefenthal.purse import safe_keeps, store_keeps
from sim.jit import compiled

KEPT_COIN, KEPT_BEER = position("kept_coin"), position("kept_beer")
# what a player found out that a restricted player must not do, as bits; spaces for dice are the bits below
NO_AREA, NO_CARD, NO_GUEST, NO_NOBLES, DEAREST = 1 << 4, 1 << 13, 1 << 19, 1 << 30, 10
NO_BONUS, NO_SLOT = 1 << 31, 1 << 50  # guests with a bonus; a guest on display, while a turn lasts
EVERY_GUEST = NO_GUEST * ((1 << DEAREST + 1) - (1 << 3))
MOST = 63  # coins, or beer, a turn looks at; more are worth no more
RETURNED = 4  # ways to upgrade an area with special orders: no card, one, two or three returned
FIRST_PLAIN = RETURNED * SPECIAL_ORDERS  # bits of the areas without special orders
FIRST_CARD = FIRST_PLAIN + AREAS - SPECIAL_ORDERS  # bits of the tavern cards
# what beer buys: the nobles bought next, and above them the guest's slot plus one
NOBLE_BITS, NOBLES_MASK = 2, 3


@compiled
def spent_on_areas(table, rules, weights, seat, forbidden, most, worth, chosen):
    """Add what upgrades are worth to the tables of `coin_worths`."""
    left = rounds_left(table, rules)
    for area in range(AREAS):
        if table.upgraded[seat, area] != 0 or forbidden & (NO_AREA << area):
            continue
        price = rules.area_price[area]
        value = area_worth(table, rules, weights, area)
        if area >= SPECIAL_ORDERS:
            bit = 1 << (FIRST_PLAIN + area - SPECIAL_ORDERS)
            for x in range(most, price - 1, -1):
                if worth[x - price] + value > worth[x]:
                    worth[x], chosen[x] = worth[x - price] + value, chosen[x - price] | bit
            continue
        returnable = min(RETURNED - 1, table.laid[seat, area + 1])
        loss = staff_loss(table, rules, weights, area + 1) if returnable > 0 and left > 0 else 0.0
        discount = rules.area_discount[area]
        cheapest = max(0, price - discount * returnable)
        for x in range(most, cheapest - 1, -1):
            best, bits = worth[x], chosen[x]
            for returned in range(returnable + 1):
                to_pay = max(0, price - discount * returned)
                if to_pay <= x:
                    gain = worth[x - to_pay] + value - loss * returned
                    if gain > best:
                        best, bits = gain, chosen[x - to_pay] | 1 << (RETURNED * area + returned)
                if to_pay == 0:
                    break
            worth[x], chosen[x] = best, bits


@compiled
def coin_worths(table, rules, weights, seat, forbidden, most, worth, chosen):
    """Find the most that each number of coins up to ``most`` is worth, and how."""
    left = rounds_left(table, rules)
    keeps = safe_keeps(table, rules, seat)
    for x in range(most + 1):
        worth[x] = weights[KEPT_COIN] * min(x, keeps) if left > 0 else 0.0
        chosen[x] = 0
    spent_on_areas(table, rules, weights, seat, forbidden, most, worth, chosen)
    if left == 0:
        return
    for kind in range(KINDS):
        price = rules.card_cost[STAFF + kind]
        known = (kind != BARD or rules.module >= REPUTATION_MODULE) and not forbidden & (NO_CARD << kind)
        if not known or table.market[kind] == 0 or table.bought[seat, kind] >= rules.staff_of_each_kind:
            continue
        value = staff_worth(table, rules, weights, seat, kind, left)
        bit = 1 << (FIRST_CARD + kind)
        for x in range(most, price - 1, -1):
            if worth[x - price] + value > worth[x]:
                worth[x], chosen[x] = worth[x - price] + value, chosen[x - price] | bit


@compiled
def beer_worths(table, rules, weights, seat, forbidden, most, worth, chosen):
    """Find the most that each amount of beer up to ``most`` is worth, and how."""
    left = rounds_left(table, rules)
    keeps = store_keeps(table, rules, seat)
    noble = noble_worth(table, rules, weights)
    nobles = 0 if forbidden & NO_NOBLES else min(3, table.nobles_n)
    for x in range(most + 1):
        worth[x], chosen[x] = weights[KEPT_BEER] * min(x, keeps) if left > 0 else 0.0, 0
        for number in range(1, nobles + 1):
            price = rules.nobles_cost[number - 1]
            if price <= x and worth[x - price] + number * noble > worth[x]:
                worth[x], chosen[x] = worth[x - price] + number * noble, number
    if table.recruited[seat] >= rules.guests_per_round:
        return
    values, prices = np.empty(DISPLAY, np.float64), np.full(DISPLAY, MOST + 1, np.int64)
    for slot in range(DISPLAY):
        card = table.display[slot]
        if card >= 0 and forbidden & (NO_GUEST << min(rules.card_cost[card], DEAREST)):
            continue
        if card >= 0 and forbidden & (NO_BONUS << rules.card_bonus[card] | NO_SLOT << slot):
            continue
        if card >= 0 and (rules.module < BOOK_MODULE or table.tile[slot] != 0):
            values[slot], prices[slot] = recruit_worth(table, rules, weights, seat, slot), rules.card_cost[card]
    for x in range(most, 0, -1):  # downwards, so that what is cheaper has no guest yet
        best, taken = worth[x], -1
        for slot in range(DISPLAY):
            if prices[slot] <= x and worth[x - prices[slot]] + values[slot] > best:
                best, taken = worth[x - prices[slot]] + values[slot], slot
        if taken >= 0:
            worth[x], chosen[x] = best, chosen[x - prices[taken]] | (taken + 1) << NOBLE_BITS
