"""Finding a choice in the list of legal ones, and picking a patron from a list of patrons."""

from __future__ import annotations

from sim.jit import compiled


@compiled
def find(choices, n, act):
    """Return the first choice whose first column is ``act``, or -1."""
    for i in range(n):
        if choices[i, 0] == act:
            return i
    return -1


@compiled
def find_last(choices, n, act):
    """Return the last choice whose first column is ``act``, or -1."""
    for i in range(n - 1, -1, -1):
        if choices[i, 0] == act:
            return i
    return -1


@compiled
def poorest(table, choices, n):
    """Return the choice of the patron with the fewest nickels; the first of equals."""
    best = 0
    for i in range(1, n):
        if table.nickels[choices[i, 0]] < table.nickels[choices[best, 0]]:
            best = i
    return best


@compiled
def richest(table, choices, n):
    """Return the choice of the patron with the most nickels; the first of equals."""
    best = 0
    for i in range(1, n):
        if table.nickels[choices[i, 0]] > table.nickels[choices[best, 0]]:
            best = i
    return best


@compiled
def cheapest(rules, choices, n):
    """Return the choice of the cheapest upgrade."""
    best = 0
    for i in range(1, n):
        if rules.upgrade_prices[choices[i, 0]] < rules.upgrade_prices[choices[best, 0]]:
            best = i
    return best


@compiled
def dearest(rules, choices, n):
    """Return the choice of the dearest upgrade."""
    best = 0
    for i in range(1, n):
        if rules.upgrade_prices[choices[i, 0]] > rules.upgrade_prices[choices[best, 0]]:
            best = i
    return best


@compiled
def first_of(choices, n, wanted):
    """Return the choice whose first column comes first in ``wanted``; choice 0 if none does."""
    for what in wanted:
        for i in range(n):
            if choices[i, 0] == what:
                return i
    return 0
