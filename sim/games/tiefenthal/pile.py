"""The pile of bonuses that wait to be settled."""

from __future__ import annotations

from sim.jit import compiled


@compiled
def push(table, bonus, amount):
    """Let a bonus wait on top of the pile; ``amount`` is how many steps, which column, or why a noble comes."""
    table.pending[table.pending_n] = bonus
    table.pending_amount[table.pending_n] = amount
    table.pending_n += 1
