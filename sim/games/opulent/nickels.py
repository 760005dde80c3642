"""Nickels on patron cards and dollars in the coffers: every one that moves is booked, with its cause."""

from __future__ import annotations

from sim.games.opulent.names import (
    ARISTOCRAT,
    DOLLARS,
    IN_BANKED,
    NICKELS,
    OUT_BANKED,
    OUT_CAUSE,
    OUT_UNPAID,
    ids,
)
from sim.jit import compiled
from sim.trace import emit

NO_INCOME = ids.rule("y1921.no_income")
RICH = ids.rule("y1928.rich")


@compiled
def ordinary(rules, patron):
    """Return whether a card is a Mobster, Politician or Aristocrat: one of those who carry nickels."""
    return rules.patron_class[patron] <= ARISTOCRAT


@compiled
def maximum(rules, patron):
    """Return the most nickels a patron may hold from any source (rule y1928.rich)."""
    if rules.patron_class[patron] == ARISTOCRAT and rules.aristocrat_own_maximum > 0:
        return rules.aristocrat_own_maximum
    return rules.patron_maximum_nickels


@compiled
def room(table, rules, patron):
    """Return how many nickels fit on a patron; none on Celebrities and Regulars."""
    if not ordinary(rules, patron):
        return 0
    return max(0, maximum(rules, patron) - table.nickels[patron])


@compiled
def managers_room(table, rules, patron):
    """Return how many nickels the Manager may schmooze onto a patron: a yellow die raises the limit."""
    if not ordinary(rules, patron):
        return 0
    limit = maximum(rules, patron)
    if table.yellow[patron] != 0:
        limit = max(limit, rules.patron_yellow_maximum)
    return max(0, limit - table.nickels[patron])


@compiled
def add_nickels(table, log, patron, count, cause, rule):
    """Put nickels on a patron."""
    if count > 0:
        table.nickels[patron] += count
        table.nickels_in[cause] += count
        emit(log, NICKELS, rule, patron, count, cause, table.nickels[patron], 0)


@compiled
def take_nickels(table, log, patron, count, cause, rule):
    """Take up to ``count`` nickels from a patron and return how many there were to take."""
    taken = min(count, table.nickels[patron])
    if taken > 0:
        table.nickels[patron] -= taken
        table.nickels_out[cause] += taken
        emit(log, NICKELS, rule, patron, -taken, OUT_CAUSE + cause, table.nickels[patron], 0)
    return taken


@compiled
def earn(table, log, amount, cause, rule):
    """Put dollars into the coffers."""
    if amount > 0:
        table.coffers += amount
        table.dollars_in[cause] += amount
        emit(log, DOLLARS, rule, amount, cause, table.coffers, 0, 0)


@compiled
def spend(table, log, amount, cause, rule):
    """Take dollars out of the coffers, below zero if a penalty demands it."""
    if amount > 0:
        table.coffers -= amount
        table.dollars_out[cause] += amount
        emit(log, DOLLARS, rule, -amount, OUT_CAUSE + cause, table.coffers, 0, 0)


@compiled
def bank(table, rules, log, patron, rule):
    """Turn the nickels of a leaving patron into dollars; counterfeit ones are worthless (rule y1921.no_income)."""
    held = table.nickels[patron]
    if held == 0:
        return
    if table.counterfeiter != 0 and rules.counterfeiter_no_income != 0 and table.solved == 0:
        take_nickels(table, log, patron, held, OUT_UNPAID, NO_INCOME)
        return
    take_nickels(table, log, patron, held, OUT_BANKED, rule)
    table.payers += 1
    earn(table, log, held, IN_BANKED, rule)
