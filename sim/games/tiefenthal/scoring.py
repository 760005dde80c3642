"""The end of the game: points, ties, and whose victory it is."""

from __future__ import annotations

from sim.games.tiefenthal.names import CARDS, FACT, SHARED, ids
from sim.games.tiefenthal.reputation import reputation_points
from sim.jit import compiled
from sim.trace import emit

POINTS = ids.rule("end.points")
TIE = ids.rule("end.tie")
WHOLE = 12  # a victory in twelfths: it can be shared by two, three or four
SCHNAPPS_MODULE, REPUTATION_MODULE = 2, 3


@compiled
def final_score(table, rules, log):
    """Count the points and find the winner (rules end.points, end.tie)."""
    for seat in range(table.players):
        table.points[seat] = points_of(table, rules, seat)
        emit(log, FACT, POINTS, seat, table.points[seat], stored(table, seat), 0, 0)
    best = 0
    for seat in range(1, table.players):
        if is_ahead(table, seat, best):
            best = seat
    winners = 0
    for seat in range(table.players):
        if not is_ahead(table, best, seat):
            winners += 1
    for seat in range(table.players):
        if not is_ahead(table, best, seat):
            table.victory[seat] = WHOLE // winners
    table.outcome = best + 1 if winners == 1 else SHARED
    emit(log, FACT, TIE, best, winners, 0, 0, 0)


@compiled
def points_of(table, rules, seat):
    """Return the points of one tavern (rules end.points, schnapps.points, reputation.points)."""
    total = 0
    for card in range(CARDS):
        total += table.owned[seat, card] * rules.card_points[card]
    if rules.module >= SCHNAPPS_MODULE:
        total += table.schnapps[seat] * rules.schnapps_points
    if rules.module >= REPUTATION_MODULE:
        total += reputation_points(table, rules, seat)
    return total


@compiled
def stored(table, seat):
    """Return coins and beer stored, which decide ties (rule end.tie)."""
    return table.coins[seat] + table.beer[seat]


@compiled
def is_ahead(table, first, second):
    """Return whether one seat is ahead of another, ties broken (rule end.tie)."""
    if table.points[first] != table.points[second]:
        return table.points[first] > table.points[second]
    return stored(table, first) > stored(table, second)
