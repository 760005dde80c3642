"""Finding rows in the list of legal choices."""

from __future__ import annotations

from sim.jit import compiled


@compiled
def find(choices, n, first):
    """Return the first row whose first column is ``first``, or -1."""
    for i in range(n):
        if choices[i, 0] == first:
            return i
    return -1


@compiled
def find_area(choices, n, act, what, area):
    """Return the row of an act with its second and third column, or -1."""
    for i in range(n):
        if choices[i, 0] == act and choices[i, 1] == what and choices[i, 2] == area:
            return i
    return -1


@compiled
def find_what(choices, n, act, what):
    """Return the row of an act with its second column, or -1."""
    for i in range(n):
        if choices[i, 0] == act and choices[i, 1] == what:
            return i
    return -1
