"""Module 3: the reputation track, the phase before the own turn, and the bards."""

from __future__ import annotations

from sim.games.tiefenthal.names import (
    A_NOBLE,
    A_SCHNAPPS,
    ANY_SIGNATURE,
    AT_TABLE,
    BARREL,
    BY_CROWN,
    CASHBOX,
    CROWN,
    MARKER,
    MERCHANT,
    MORE_REPUTATION,
    ON_BARREL,
    ON_CASHBOX,
    ON_SUPPLIER,
    SCHNAPPS_OR_REMOVE,
    SCHNAPPS_SPACE,
    SIGNATURE_SPACE,
    SUPPLIER,
    SUPPLY_AREA,
    TOKEN_OR_REMOVAL,
    ids,
)
from sim.games.tiefenthal.pile import push
from sim.jit import compiled
from sim.trace import emit

PHASE = ids.rule("reputation.phase")
POINTS = ids.rule("reputation.points")
REPUTATION_TRACK = 1
HIGHEST_NUMBER = 100  # larger codes are no numbers


@compiled
def supplier_beer(table, rules, seat):
    """Return the beer of one supplier die (rule serve.supplier)."""
    base = rules.supplier_beer_upgraded if table.works[seat, SUPPLY_AREA] != 0 else rules.supplier_beer
    return base + rules.supplier_beer_per_card * table.laid[seat, SUPPLIER]


@compiled
def cashbox_coins(table, rules, seat):
    """Return the coins of the cashbox (rule serve.cashbox)."""
    return rules.cashbox_coins_upgraded if table.works[seat, CASHBOX] != 0 else rules.cashbox_coins


@compiled
def barrel_beer(table, rules, seat):
    """Return the beer of the barrel (rule serve.barrel)."""
    return rules.barrel_beer_upgraded if table.works[seat, BARREL] != 0 else rules.barrel_beer


@compiled
def as_planned(table, rules, seat):
    """Return the lesser of the coins and the beer the placed and removed dice bring, by what was true before the turn.

    Rule reputation.phase; merchants count, bards, stores, monk and everything else do not.
    """
    coins, beer = 0, rules.merchant_beer * table.laid[seat, MERCHANT]
    for die in range(table.dice_n[seat]):
        space = table.die_at[seat, die]
        if space >= AT_TABLE:
            coins += table.die_pay[seat, die]
        elif space == ON_CASHBOX:
            coins += table.before_cashbox[seat]
        elif space == ON_BARREL:
            beer += table.before_barrel[seat]
        elif space == ON_SUPPLIER:
            beer += table.before_supplier[seat]
    return min(coins, beer)


@compiled
def grant_reputation(table, rules, seat):
    """Let the marker move by what the plan now brings more than was granted (rule reputation.replan)."""
    earned = as_planned(table, rules, seat)
    more = (earned - table.granted[seat]) * rules.reputation_steps
    if earned > table.granted[seat]:
        table.granted[seat] = earned
        if more > 0:
            push(table, MORE_REPUTATION, more)


@compiled
def reputation_step(table, rules, log, seat, steps):
    """Go one step on the reputation track, and wait for the others.

    Rules reputation.schnapps, reputation.crown, book.any.
    """
    if steps > 1:
        push(table, MORE_REPUTATION, steps - 1)
    before = table.reputation[seat]
    after = before + 1 if rules.track[before + 1] != 0 else 1
    table.reputation[seat] = after
    table.renown[seat] += 1
    emit(log, MARKER, PHASE, seat, REPUTATION_TRACK, before, after, 0)
    space = rules.track[after]
    if space == SCHNAPPS_SPACE:
        push(table, A_SCHNAPPS, 0)
    elif space == SCHNAPPS_OR_REMOVE:
        push(table, TOKEN_OR_REMOVAL, 0)
    elif space == SIGNATURE_SPACE:
        push(table, ANY_SIGNATURE, 0)
    elif space == CROWN:
        for _ in range(rules.reputation_crown_nobles):
            push(table, A_NOBLE, BY_CROWN)


@compiled
def reputation_points(table, rules, seat):
    """Return the number reached or last passed; the crown counts nothing (rule reputation.points)."""
    at = table.reputation[seat]
    if rules.track[at] == CROWN:
        return 0
    while at > 0 and rules.track[at] > HIGHEST_NUMBER:
        at -= 1
    return rules.track[at]
