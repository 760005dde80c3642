"""Coins and beer: running totals of a turn, with where they come from and where they go."""

from __future__ import annotations

from sim.games.tiefenthal.names import BEER, BEER_LOST, COINS, COINS_LOST, OUT_CAUSE, SAFE, STORE, ids
from sim.jit import compiled
from sim.trace import emit

END = ids.rule("serve.end")


@compiled
def earn_coins(table, log, seat, amount, cause, rule):
    """Add coins."""
    if amount != 0:
        table.coins[seat] += amount
        table.coins_in[seat, cause] += amount
        emit(log, COINS, rule, seat, amount, cause, table.coins[seat], 0)


@compiled
def spend_coins(table, log, seat, amount, cause, rule):
    """Take coins."""
    if amount != 0:
        table.coins[seat] -= amount
        table.coins_out[seat, cause] += amount
        emit(log, COINS, rule, seat, -amount, OUT_CAUSE + cause, table.coins[seat], 0)


@compiled
def earn_beer(table, log, seat, amount, cause, rule):
    """Add beer."""
    if amount != 0:
        table.beer[seat] += amount
        table.beer_in[seat, cause] += amount
        emit(log, BEER, rule, seat, amount, cause, table.beer[seat], 0)


@compiled
def spend_beer(table, log, seat, amount, cause, rule):
    """Take beer."""
    if amount != 0:
        table.beer[seat] -= amount
        table.beer_out[seat, cause] += amount
        emit(log, BEER, rule, seat, -amount, OUT_CAUSE + cause, table.beer[seat], 0)


@compiled
def safe_keeps(table, rules, seat):
    """Return how many coins the safe keeps."""
    return rules.safe_keeps_upgraded if table.works[seat, SAFE] != 0 else rules.safe_keeps


@compiled
def store_keeps(table, rules, seat):
    """Return how much beer the store keeps."""
    return rules.store_keeps_upgraded if table.works[seat, STORE] != 0 else rules.store_keeps


@compiled
def put_away(table, rules, log, seat):
    """Lose what safe and beer store cannot keep (rule serve.end)."""
    spend_coins(table, log, seat, max(0, table.coins[seat] - safe_keeps(table, rules, seat)), COINS_LOST, END)
    spend_beer(table, log, seat, max(0, table.beer[seat] - store_keeps(table, rules, seat)), BEER_LOST, END)
