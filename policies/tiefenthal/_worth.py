"""What cards, areas, guests, steps and signatures are worth, in points at the end of the game."""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._weights import position
from sim.games.tiefenthal.guest_book import column_of, has_room
from sim.games.tiefenthal.names import (
    A_NOBLE,
    A_SCHNAPPS,
    BARREL,
    CASHBOX,
    COINS_2,
    COINS_4,
    COLUMNS,
    CROWN,
    DISHES,
    DISHWASHER,
    MERCHANT,
    MONK,
    NOBLE,
    REMOVE,
    REPUTATION_1,
    REPUTATION_3,
    SAFE,
    SCHNAPPS_OR_REMOVE,
    SCHNAPPS_SPACE,
    SIGNATURE_SPACE,
    SPECIAL_ORDERS,
    STEPS_1,
    STEPS_2,
    STORE,
    SUPPLIER,
    SUPPLY_AREA,
    TABLE_CARD,
    TABLES,
    WAITING,
    WAITRESS,
)
from sim.jit import compiled

COIN, BEER, STEP = position("coin"), position("beer"), position("step")
AGAIN, ORDER = position("again"), position("order")
A_DISHWASHER, A_WAITRESS, A_TABLE = position("dishwasher"), position("waitress"), position("table")
A_SUPPLIER = position("supplier")
SEAT_PAY, SEAT_PAR = position("seat_pay"), position("seat_par")
NOBLE_BURDEN, REMOVAL = position("noble_burden"), position("removal")
DISHES_AREA, WAITRESS_AREA, TABLE_AREA = position("dishes_area"), position("waitress_area"), position("table_area")
SUPPLIER_AREA, CASHBOX_AREA, BARREL_AREA = position("supplier_area"), position("cashbox_area"), position("barrel_area")
SAFE_AREA, STORE_AREA, MONK_AREA = position("safe_area"), position("store_area"), position("monk_area")
SCHNAPPS, REPUTATION, A_SIGNATURE = position("schnapps"), position("reputation"), position("signature")
REPUTATION_MODULE, BOOK_MODULE, SCHNAPPS_MODULE = 3, 5, 2
HIGHEST_NUMBER = 100  # larger codes of the reputation track are no numbers


@compiled
def rounds_left(table, rules):
    """Return the rounds after this one."""
    return rules.rounds - table.rounds


@compiled
def uses(weights, rounds):
    """Return how often a card is drawn that lies on top of the deck when so many rounds are left."""
    return 1 + weights[AGAIN] * (rounds - 1) if rounds > 0 else 0.0


@compiled
def staff_use(rules, weights, kind):
    """Return what a tavern card is worth in a round in which it is drawn."""
    if kind == MERCHANT:
        return weights[BEER] * rules.merchant_beer
    if kind == DISHWASHER:
        return weights[A_DISHWASHER] * rules.dishwasher_plus
    if kind == WAITRESS:
        return weights[A_WAITRESS] * rules.waitress_dice
    if kind == TABLE_CARD:
        return weights[A_TABLE]
    if kind == SUPPLIER:
        return weights[A_SUPPLIER] * rules.supplier_beer_per_card
    return weights[REPUTATION] * rules.bard_steps if rules.module >= REPUTATION_MODULE else 0.0


@compiled
def staff_worth(table, rules, weights, seat, kind, rounds):
    """Return what a tavern card gained now is worth when it can be drawn in so many rounds."""
    if rounds <= 0:
        return 0.0
    worth = staff_use(rules, weights, kind) * uses(weights, rounds)
    if MERCHANT < kind <= SPECIAL_ORDERS and table.upgraded[seat, kind - 1] == 0:
        worth += weights[ORDER] * rules.area_discount[kind - 1]
    return worth


@compiled
def staff_loss(table, rules, weights, kind):
    """Return what a tavern card that is laid out would still be worth in later rounds."""
    return staff_use(rules, weights, kind) * weights[AGAIN] * rounds_left(table, rules)


@compiled
def noble_worth(table, rules, weights):
    """Return what a noble is worth: his points, less the trouble he is in the tavern."""
    return rules.card_points[NOBLE] - weights[NOBLE_BURDEN] * rounds_left(table, rules)


@compiled
def area_use(rules, weights, area):
    """Return what an upgraded area does more in a round."""
    if area == DISHES:
        return weights[DISHES_AREA] * rules.dishwasher_plus
    if area == WAITING:
        return weights[WAITRESS_AREA] * rules.waitress_dice
    if area == TABLES:
        return weights[TABLE_AREA] * (rules.tables_upgraded - rules.tables_own)
    if area == SUPPLY_AREA:
        return weights[SUPPLIER_AREA] * (rules.supplier_beer_upgraded - rules.supplier_beer)
    if area == CASHBOX:
        return weights[CASHBOX_AREA] * (rules.cashbox_coins_upgraded - rules.cashbox_coins)
    if area == BARREL:
        return weights[BARREL_AREA] * (rules.barrel_beer_upgraded - rules.barrel_beer)
    if area == SAFE:
        return weights[SAFE_AREA] * (rules.safe_keeps_upgraded - rules.safe_keeps)
    if area == STORE:
        return weights[STORE_AREA] * (rules.store_keeps_upgraded - rules.store_keeps)
    return weights[MONK_AREA] * (rules.monk_steps_upgraded - rules.monk_steps) if area == MONK else 0.0


@compiled
def area_worth(table, rules, weights, area):
    """Return what an upgrade is worth: its nobles, and what the area does in the rounds left."""
    return rules.area_nobles * noble_worth(table, rules, weights) + area_use(rules, weights, area) * rounds_left(
        table, rules
    )


@compiled
def schnapps_worth(table, rules, weights):
    """Return what a schnapps is worth: a point at the end, more while entertainers can be paid."""
    if rules.module < SCHNAPPS_MODULE:
        return 0.0
    return weights[SCHNAPPS] if rounds_left(table, rules) > 0 else float(rules.schnapps_points)


@compiled
def bonus_worth(table, rules, weights, seat, bonus):
    """Return what a bonus is worth, wherever it comes from."""
    if bonus <= 0:
        return 0.0
    left = rounds_left(table, rules)
    if bonus <= SUPPLIER + 1:
        return staff_worth(table, rules, weights, seat, bonus - 1, left) if table.market[bonus - 1] > 0 else 0.0
    if COINS_2 <= bonus <= COINS_4:
        return weights[COIN] * (2 + bonus - COINS_2)
    if STEPS_1 <= bonus <= STEPS_2:
        return monastery_worth(table, rules, weights, seat, 1 + bonus - STEPS_1)
    if REPUTATION_1 <= bonus <= REPUTATION_3:
        return reputation_worth(table, rules, weights, seat, 1 + bonus - REPUTATION_1)
    if bonus == REMOVE:
        return weights[REMOVAL] * left
    if bonus == A_NOBLE:
        return noble_worth(table, rules, weights)
    return schnapps_worth(table, rules, weights) if bonus == A_SCHNAPPS else 0.0


@compiled
def space_worth(table, rules, weights, seat, space):
    """Return what a space of the monastery track is worth, by its number; steps and reputation are not followed up."""
    bonus = rules.monastery_spaces[space]
    left = rounds_left(table, rules)
    if bonus == 0:
        return 0.0
    if bonus <= SUPPLIER + 1:
        return staff_worth(table, rules, weights, seat, bonus - 1, left) if table.market[bonus - 1] > 0 else 0.0
    if COINS_2 <= bonus <= COINS_4:
        return weights[COIN] * (2 + bonus - COINS_2)
    if bonus == REMOVE:
        return weights[REMOVAL] * left
    if bonus == A_NOBLE:
        return noble_worth(table, rules, weights)
    return schnapps_worth(table, rules, weights) if bonus == A_SCHNAPPS else weights[STEP]


@compiled
def monastery_worth(table, rules, weights, seat, steps):
    """Return what so many steps on the monastery track are worth: the bonuses reached, and being nearer to others."""
    at, worth = table.monastery[seat], 0.0
    for _ in range(steps):
        at = at + 1 if at < rules.monastery_last else 0
        worth += space_worth(table, rules, weights, seat, at)
    return worth + (weights[STEP] * steps if rounds_left(table, rules) > 0 else 0.0)


@compiled
def track_points(rules, at):
    """Return the points of a space of the reputation track: the number on it, or last passed; the crown has none."""
    if rules.track[at] == CROWN:
        return 0
    while at > 0 and rules.track[at] > HIGHEST_NUMBER:
        at -= 1
    return rules.track[at]


@compiled
def reputation_worths(table, rules, weights, seat, worth):
    """Fill what each number of steps of reputation is worth: by the step, and in the last round exactly."""
    by_step = rules.module < REPUTATION_MODULE or rounds_left(table, rules) > 0
    a_step = weights[REPUTATION] if rules.module >= REPUTATION_MODULE else 0.0
    at, bonuses, before = table.reputation[seat], 0.0, track_points(rules, table.reputation[seat])
    for steps in range(len(worth)):
        if by_step:
            worth[steps] = a_step * steps
            continue
        worth[steps] = bonuses + track_points(rules, at) - before
        at = at + 1 if rules.track[at + 1] != 0 else 1
        space = rules.track[at]
        if space == CROWN:
            bonuses += rules.reputation_crown_nobles * rules.card_points[NOBLE]
        elif space == SCHNAPPS_SPACE or space == SCHNAPPS_OR_REMOVE:
            bonuses += rules.schnapps_points
        elif space == SIGNATURE_SPACE:
            bonuses += weights[A_SIGNATURE]


@compiled
def reputation_worth(table, rules, weights, seat, steps):
    """Return what so many steps of reputation are worth."""
    worth = np.empty(steps + 1, np.float64)
    reputation_worths(table, rules, weights, seat, worth)
    return worth[steps]


@compiled
def signature_worth(table, rules, weights, seat, column):
    """Return what the next signature in a column is worth: the row it completes or nears, and what the box brings."""
    if not has_room(table, rules, seat, column):
        return 0.0
    row = table.book[seat, column]
    missing = 0
    for other in range(COLUMNS):
        missing += int(other != column and table.book[seat, other] <= row)
    if missing == 0:
        worth = rules.book_row_nobles * noble_worth(table, rules, weights)
    else:
        worth = weights[A_SIGNATURE] if rounds_left(table, rules) >= missing else 0.0
    bonus = rules.book_spaces[COLUMNS * row + column]
    return worth + bonus_worth(table, rules, weights, seat, bonus)


@compiled
def guest_worth(table, rules, weights, seat, card, rounds):
    """Return what a guest is worth that can be drawn in so many rounds: points, and what he pays."""
    paying = weights[SEAT_PAY] * (rules.card_pay[card] - weights[SEAT_PAR])
    return rules.card_points[card] + paying * uses(weights, rounds)


@compiled
def recruit_worth(table, rules, weights, seat, slot):
    """Return what recruiting the guest in a slot is worth: the guest, the bonus, the signature."""
    card = table.display[slot]
    worth = guest_worth(table, rules, weights, seat, card, rounds_left(table, rules))
    worth += bonus_worth(table, rules, weights, seat, rules.card_bonus[card])
    if rules.module >= BOOK_MODULE and table.tile[slot] != 0:
        worth += signature_worth(table, rules, weights, seat, column_of(rules.card_cost[card]))
    return worth
