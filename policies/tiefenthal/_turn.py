"""The own turn: when dice are removed, and what coins, beer, counter guests and schnapps are given for.

A restricted player finds out what it must not do by missing the row it wants, remembers that, and plans without it.
"""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._purchases import (
    DEAREST,
    EVERY_GUEST,
    FIRST_CARD,
    FIRST_PLAIN,
    MOST,
    NO_AREA,
    NO_BONUS,
    NO_CARD,
    NO_GUEST,
    NO_NOBLES,
    NO_SLOT,
    NOBLE_BITS,
    NOBLES_MASK,
    RETURNED,
    beer_worths,
    coin_worths,
)
from policies.tiefenthal._rows import find, find_area, find_what
from policies.tiefenthal._weights import position
from policies.tiefenthal._worth import (
    AGAIN,
    BOOK_MODULE,
    SEAT_PAR,
    SEAT_PAY,
    area_worth,
    monastery_worth,
    rounds_left,
    schnapps_worth,
)
from sim.games.tiefenthal.names import (
    AREAS,
    AT_TABLE,
    BARREL,
    BUY,
    CASHBOX,
    DISPLAY,
    FIRE_REMOVE,
    FIRE_UPGRADE,
    KINDS,
    MONK,
    NOBLES,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
    RECRUIT,
    SERENADE,
    SINGER,
    SINGER_ACT,
    SPECIAL_ORDERS,
    STEP,
    SUPPLY_AREA,
    UPGRADE,
    USE,
    USE_ALL,
)
from sim.games.tiefenthal.reputation import cashbox_coins
from sim.jit import compiled

COUNTER, FREE_PRICE = position("counter"), position("free_price")
FIRST_SIDE, SECOND_SIDE = 1, 2
# what is remembered: the round of the plan and the plan, what is forbidden, the round, beer and schnapps for which
# nothing more is bought, and what coins are still to be spent on, with the round and the coins there must be
PLANNED, PLAN, FORBIDDEN, BEER_DONE, SHOPPING, SHOPPING_AT = 0, 1, 2, 3, 4, 5
LARGE = 1000


@compiled
def stays_worth(table, rules, weights, card):
    """Return what a guest or regular in the tavern is worth for the rounds left."""
    paying = weights[SEAT_PAY] * (rules.card_pay[card] - weights[SEAT_PAR])
    return rules.card_points[card] + paying * weights[AGAIN] * rounds_left(table, rules)


@compiled
def act(table, rules, weights, memory, choices, n, seat):
    """Return the row of the next act: dice, serenades, beer, counter guests, schnapps, coins, in this order."""
    at = find(choices, n, USE_ALL)
    if at >= 0:
        early = before_the_dice(table, rules, weights, memory, choices, n, seat)
        return early if early >= 0 else at
    at = find(choices, n, SERENADE)
    if at < 0:
        at = spend_beer(table, rules, weights, memory, choices, n, seat)
    if at < 0:
        at = step(table, rules, weights, choices, n, seat)
    if at < 0 and table.schnapps[seat] > 0:
        at = fire(table, rules, weights, choices, n, seat)
    if at < 0:
        at = spend_coins(table, rules, weights, memory, choices, n, seat)
    return max(at, 0)


# --- dice ------------------------------------------------------------------------------------------------------------


@compiled
def area_of(space):
    """Return the area that makes a space bring more at once, -1 for tables."""
    if space == ON_CASHBOX:
        return CASHBOX
    if space == ON_BARREL:
        return BARREL
    if space == ON_SUPPLIER:
        return SUPPLY_AREA
    return MONK if space == ON_MONK else -1


@compiled
def before_the_dice(table, rules, weights, memory, choices, n, seat):
    """Return an act before all dice are removed: an upgrade that lets some of them bring more, paid for by others."""
    coins, boxed, waiting = table.coins[seat], 0, 0
    for die in range(table.dice_n[seat]):
        if table.die_used[seat, die] == 0 and table.die_at[seat, die] != NOWHERE:
            space = table.die_at[seat, die]
            if space >= AT_TABLE:
                coins += table.die_pay[seat, die]
            elif table.upgraded[seat, area_of(space)] == 0:
                waiting |= 1 << area_of(space)
            if space == ON_CASHBOX:
                boxed = cashbox_coins(table, rules, seat)
    affordable = 0
    for area in range(AREAS):
        if (waiting >> area) & 1 and rules.area_price[area] <= coins + (boxed if area != CASHBOX else 0):
            affordable |= 1 << area
    if affordable == 0:
        return -1
    worth, chosen = np.empty(MOST + 1, np.float64), np.empty(MOST + 1, np.int64)
    most = min(MOST, coins + boxed)
    coin_worths(table, rules, weights, seat, memory[FORBIDDEN], most, worth, chosen)
    for area in range(AREAS):
        if not (affordable >> area) & 1:
            continue
        bit = RETURNED * area if area < SPECIAL_ORDERS else FIRST_PLAIN + area - SPECIAL_ORDERS
        if (chosen[most] >> bit) & 1:
            at = find_area(choices, n, UPGRADE, 0, area)
            if at >= 0:
                return at
            if rules.area_price[area] > table.coins[seat]:
                return die_for_coins(table, choices, n, seat, area)
    return -1


@compiled
def die_for_coins(table, choices, n, seat, area):
    """Return a die that brings coins and does not wait for the upgrade of ``area``, or -1."""
    for i in range(n):
        if choices[i, 0] == USE:
            space = table.die_at[seat, choices[i, 1]]
            if space >= AT_TABLE or space == ON_CASHBOX and area != CASHBOX:
                return i
    return -1


# --- beer ------------------------------------------------------------------------------------------------------------


@compiled
def spend_beer(table, rules, weights, memory, choices, n, seat):
    """Return what beer is given for, the singer's included, or -1."""
    beer = min(MOST, table.beer[seat])
    done = (table.rounds * LARGE + beer) * LARGE + table.schnapps[seat]
    tokens = 0
    if table.entertainer[seat, SINGER] == SECOND_SIDE:
        tokens = table.schnapps[seat] // rules.singer_beer_price
    if memory[BEER_DONE] == done:
        return -1
    worth, chosen = np.empty(MOST + 1, np.float64), np.empty(MOST + 1, np.int64)
    most = min(MOST, beer + tokens * rules.singer_beer)
    forbidden = memory[FORBIDDEN]
    while True:
        beer_worths(table, rules, weights, seat, forbidden, most, worth, chosen)
        at = find(choices, n, SINGER_ACT) if tokens > 0 else -1
        if at >= 0 and pays(
            table, rules, weights, worth, beer, most, tokens, rules.singer_beer, rules.singer_beer_price
        ):
            return at
        slot, nobles = chosen[beer] >> NOBLE_BITS, chosen[beer] & NOBLES_MASK
        if slot > 0:
            price = rules.card_cost[table.display[slot - 1]]
            at = find_what(choices, n, RECRUIT + price, slot - 1)
            if at >= 0:
                return at
            why = missing_guest(table, rules, choices, n, seat, slot - 1)
            memory[FORBIDDEN] |= why
            forbidden |= why | NO_SLOT << (slot - 1)
        elif nobles > 0:
            at = find_what(choices, n, NOBLES, nobles)
            if at >= 0:
                return at
            memory[FORBIDDEN] |= NO_NOBLES
            forbidden |= NO_NOBLES
        else:
            memory[BEER_DONE] = done
            return -1


@compiled
def missing_guest(table, rules, choices, n, seat, slot):
    """Return what is forbidden where a guest who can be paid for is not listed: price, bonus or all; 0 for unknown.

    It is the bonus if others of the price are listed, the price if others with the bonus are, and every guest if nobody
    is listed although somebody of another price and bonus could be paid for, too.
    """
    price, bonus = rules.card_cost[table.display[slot]], rules.card_bonus[table.display[slot]]
    listed = False
    for i in range(n):
        if RECRUIT < choices[i, 0] <= RECRUIT + DEAREST:
            listed = True
            card = table.display[choices[i, 1]]
            if rules.card_cost[card] == price:
                return NO_BONUS << bonus
            if rules.card_bonus[card] == bonus:
                return NO_GUEST << price
    for other in range(DISPLAY):
        card = table.display[other]
        if not listed and card >= 0 and rules.card_cost[card] != price and rules.card_bonus[card] != bonus:
            if rules.card_cost[card] <= table.beer[seat] and (rules.module < BOOK_MODULE or table.tile[other] != 0):
                return EVERY_GUEST
    return 0


@compiled
def pays(table, rules, weights, worth, now, most, tokens, amount, price):
    """Return whether paying the singer at least once brings more than the schnapps are worth."""
    token = schnapps_worth(table, rules, weights)
    for times in range(1, tokens + 1):
        if worth[min(most, now + times * amount)] - worth[now] > times * price * token:
            return True
    return False


# --- counter guests and schnapps -------------------------------------------------------------------------------------


@compiled
def step(table, rules, weights, choices, n, seat):
    """Return the step for a counter guest, if the bonus ahead is worth those it takes; else -1."""
    at = find(choices, n, STEP)
    if at < 0:
        return -1
    kept = weights[COUNTER] if rounds_left(table, rules) > 0 else 0.0
    for count in range(1, table.counter[seat] + 1):
        if monastery_worth(table, rules, weights, seat, count * rules.counter_steps) > count * kept:
            return at
    return -1


@compiled
def fire(table, rules, weights, choices, n, seat):
    """Return what the fire-breather is paid for, or -1."""
    token = schnapps_worth(table, rules, weights)
    best, best_worth = -1, rules.fire_upgrade_price * token
    for i in range(n):
        if choices[i, 0] == FIRE_UPGRADE:
            area = choices[i, 2]
            worth = area_worth(table, rules, weights, area)
            if worth > rules.fire_upgrade_price * token:
                worth += weights[FREE_PRICE] * rules.area_price[area]
                if worth > best_worth:
                    best, best_worth = i, worth
        elif choices[i, 0] == FIRE_REMOVE:
            for place in range(table.taken[seat]):
                card = table.seat_card[seat, place]
                free = table.on_seat[seat, place] == 0 or table.seat_used[seat, place] != 0
                if card >= 0 and free and -stays_worth(table, rules, weights, card) > rules.fire_remove_price * token:
                    return i
    return best


# --- coins -----------------------------------------------------------------------------------------------------------


@compiled
def spend_coins(table, rules, weights, memory, choices, n, seat):
    """Return what coins are given for, the singer's included, or -1."""
    coins = min(MOST, table.coins[seat])
    if memory[SHOPPING_AT] == table.rounds * LARGE + coins:
        if memory[SHOPPING] == 0:
            return -1  # everything wanted was bought
        at = buy(rules, memory, choices, n, coins, table.rounds)
        if at >= 0:
            return at
    tokens = 0
    if table.entertainer[seat, SINGER] == FIRST_SIDE:
        tokens = table.schnapps[seat] // rules.singer_coins_price
    worth, chosen = np.empty(MOST + 1, np.float64), np.empty(MOST + 1, np.int64)
    most = min(MOST, coins + tokens * rules.singer_coins)
    while True:
        coin_worths(table, rules, weights, seat, memory[FORBIDDEN], most, worth, chosen)
        at = find(choices, n, SINGER_ACT) if tokens > 0 else -1
        if at >= 0 and pays(
            table, rules, weights, worth, coins, most, tokens, rules.singer_coins, rules.singer_coins_price
        ):
            return at
        memory[SHOPPING] = chosen[coins]
        if memory[SHOPPING] == 0:
            memory[SHOPPING_AT] = table.rounds * LARGE + coins
            return -1
        before = memory[FORBIDDEN]
        at = buy(rules, memory, choices, n, coins, table.rounds)
        if at >= 0 or memory[FORBIDDEN] == before:
            return at


@compiled
def buy(rules, memory, choices, n, coins, round_):
    """Return the row of the next thing on the shopping list; strike it off, and forget what cannot be had."""
    for bit in range(FIRST_CARD + KINDS):
        if not (memory[SHOPPING] >> bit) & 1:
            continue
        memory[SHOPPING] ^= 1 << bit
        if bit < FIRST_CARD:
            area, returned = bit // RETURNED, bit % RETURNED
            if bit >= FIRST_PLAIN:
                area, returned = SPECIAL_ORDERS + bit - FIRST_PLAIN, 0
            at = find_area(choices, n, UPGRADE, returned, area)
            missing = NO_AREA << area
        else:
            at = find(choices, n, BUY + bit - FIRST_CARD)
            missing = NO_CARD << (bit - FIRST_CARD)
        if at >= 0:
            memory[SHOPPING_AT] = round_ * LARGE + coins - choices[at, 3]
            return at
        memory[FORBIDDEN] |= missing
    return -1
