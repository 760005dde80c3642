"""Upgrading the nine areas of the tavern."""

from __future__ import annotations

from sim.decisions import offer
from sim.games.tiefenthal.decks import gain_noble, give_back
from sim.games.tiefenthal.names import AREA, AREAS, BY_UPGRADE, SPECIAL_ORDERS, SUPPLY_AREA, UPGRADE, ids
from sim.jit import compiled
from sim.trace import emit

UPGRADE_RULE = ids.rule("coins.upgrade")
NOBLE_RULE = ids.rule("coins.noble")
ORDER = ids.rule("coins.special_order")


@compiled
def offer_upgrades(table, rules, team, seat):
    """List what can be upgraded, for each number of cards that may be returned (rule coins.special_order)."""
    for area in range(AREAS):
        if table.upgraded[seat, area] == 0:
            most = table.laid[seat, area + 1] if area < SPECIAL_ORDERS else 0
            for returned in range(most + 1):
                price = price_of(rules, area, returned)
                if price <= table.coins[seat]:
                    offer(team, UPGRADE, returned, area, price)


@compiled
def price_of(rules, area, returned):
    """Return the coins an upgrade costs with so many cards returned; never below 0 (rule coins.special_order)."""
    discount = rules.area_discount[area] * returned if area < SPECIAL_ORDERS else 0
    return max(0, rules.area_price[area] - discount)


@compiled
def upgrade(table, hidden, log, seat, area, returned, nobles, at_once, rule):
    """Turn an area's tile, return the cards, gain the nobles (rules coins.upgrade, coins.noble, coins.at_once).

    Waitress, dishwasher and table work from the next round unless ``at_once``; what is returned has done its work (rule
    coins.returned).
    """
    table.upgraded[seat, area] = 1
    if at_once or area >= SUPPLY_AREA:
        table.works[seat, area] = 1
    emit(log, AREA, rule, seat, area, returned, 0, 0)
    for _ in range(returned):
        give_back(table, log, seat, area + 1, ORDER)
    for _ in range(nobles):
        gain_noble(table, hidden, log, seat, BY_UPGRADE, NOBLE_RULE)
