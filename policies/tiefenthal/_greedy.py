"""Rules of thumb: what is best at first sight, one die and one purchase at a time."""

from __future__ import annotations

from policies.tiefenthal._rows import find
from sim.games.tiefenthal.names import (
    AREAS,
    AT_TABLE,
    BARREL,
    BUY,
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
    SINGER_ACT,
    STEP,
    STORE,
    SUPPLY_AREA,
    UPGRADE,
    USE_ALL,
)
from sim.games.tiefenthal.reputation import barrel_beer, cashbox_coins, supplier_beer
from sim.jit import compiled

DEAREST_GUEST = 10


@compiled
def space_worth(table, rules, seat, space, card, coin, beer, step):
    """Return what a die brings on a space, at the worth of a coin, a beer and a step."""
    if space >= AT_TABLE:
        return coin * rules.card_pay[card]
    if space == ON_CASHBOX:
        return coin * cashbox_coins(table, rules, seat)
    if space == ON_BARREL:
        return beer * barrel_beer(table, rules, seat)
    if space == ON_SUPPLIER:
        return beer * supplier_beer(table, rules, seat)
    if space == ON_MONK:
        return step * (rules.monk_steps_upgraded if table.works[seat, MONK] != 0 else rules.monk_steps)
    return 0.0


@compiled
def best_space(table, rules, seat, choices, n, coin, beer, step, plus):
    """Return the row of the space that brings this die most, less so much for each +1 it takes."""
    best, best_worth = 0, 0.0
    for i in range(n):
        if choices[i, 0] != NOWHERE:
            worth = space_worth(table, rules, seat, choices[i, 0], choices[i, 3], coin, beer, step)
            worth -= plus * choices[i, 1]
            if worth > best_worth:
                best, best_worth = i, worth
    return best


@compiled
def face_worth(table, rules, seat, face, coin, beer, step):
    """Return what a white die of a face brings beside the dice had so far: at the best table still without one."""
    had = 0
    for die in range(table.dice_n[seat]):
        had += int(table.dice[seat, die] == face)
    best = 0.0
    for place in range(table.taken[seat]):
        card = table.seat_card[seat, place]
        if card >= 0 and rules.card_die[card] == face:
            if had > 0:
                had -= 1
            else:
                best = max(best, coin * rules.card_pay[card])
    if face == rules.supplier_faces[0] or face == rules.supplier_faces[1]:
        best = max(best, beer * supplier_beer(table, rules, seat))
    if face == rules.monk_face:
        best = max(best, space_worth(table, rules, seat, ON_MONK, -1, coin, beer, step))
    return best


@compiled
def best_face(table, rules, seat, choices, n, coin, beer, step):
    """Return the row of the face that brings most."""
    best, best_worth = 0, -1.0
    for i in range(n):
        worth = face_worth(table, rules, seat, choices[i, 0], coin, beer, step)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def dearest_upgrade(rules, choices, n):
    """Return the row of the upgrade with the highest price on its tile, with the fewest cards returned, or -1."""
    best = -1
    for i in range(n):
        if choices[i, 0] == UPGRADE:
            if best < 0 or rules.area_price[choices[i, 2]] > rules.area_price[choices[best, 2]]:
                best = i
    return best


@compiled
def cheapest_upgrade(rules, choices, n):
    """Return the row of the upgrade that costs the fewest coins now, or -1."""
    best = -1
    for i in range(n):
        if choices[i, 0] == UPGRADE and (best < 0 or choices[i, 3] < choices[best, 3]):
            best = i
    return best


@compiled
def beer_upgrade(choices, n):
    """Return the row of an upgrade that brings or keeps beer, or -1."""
    best = -1
    for i in range(n):
        if choices[i, 0] == UPGRADE and choices[i, 2] in (SUPPLY_AREA, BARREL, STORE) and best < 0:
            best = i
    return best


@compiled
def dearest_card(choices, n):
    """Return the row of the dearest tavern card that can be paid for, or -1."""
    best = -1
    for i in range(n):
        if BUY <= choices[i, 0] < BUY + KINDS and (best < 0 or choices[i, 3] > choices[best, 3]):
            best = i
    return best


@compiled
def dearest_guest(choices, n):
    """Return the row of the dearest guest that can be paid for, or -1."""
    best = -1
    for i in range(n):
        if RECRUIT < choices[i, 0] <= RECRUIT + DEAREST_GUEST and (best < 0 or choices[i, 3] > choices[best, 3]):
            best = i
    return best


@compiled
def most_nobles(choices, n):
    """Return the row of the most nobles that can be paid for, or -1."""
    best = -1
    for i in range(n):
        if choices[i, 0] == NOBLES:
            best = i
    return best


@compiled
def free_acts(table, rules, choices, n):
    """Return the row of what costs no coins and no beer, or -1.

    All dice, serenades, counter guests in the last round, and schnapps: the fire-breather's upgrade, else the singer.
    """
    at = find(choices, n, USE_ALL)
    if at < 0:
        at = find(choices, n, SERENADE)
    if at < 0 and table.rounds >= rules.rounds:
        at = find(choices, n, STEP)
    if at < 0:
        at = find(choices, n, FIRE_UPGRADE)
    return at if at >= 0 else find(choices, n, SINGER_ACT)


@compiled
def poorest(rules, choices, n, column):
    """Return the row of the card that pays least; rows without a card (-1) come last."""
    best = -1
    for i in range(n):
        card = choices[i, column]
        if card >= 0 and (best < 0 or rules.card_pay[card] < rules.card_pay[choices[best, column]]):
            best = i
    return max(best, 0)


@compiled
def dearest_area(rules, choices, n):
    """Return the row of the area with the highest price."""
    best = 0
    for i in range(n):
        area = choices[i, 0]
        if 0 <= area < AREAS and rules.area_price[area] > rules.area_price[choices[best, 0]]:
            best = i
    return best
