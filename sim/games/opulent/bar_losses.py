"""What patrons lose at the bar, and when they have had enough."""

from __future__ import annotations

from sim.games.opulent.club import discard
from sim.games.opulent.names import ids
from sim.games.opulent.nickels import take_nickels
from sim.jit import compiled

ZERO = ids.rule("bar.zero")


@compiled
def lose_at_bar(table, log, patron, count, cause, rule):
    """Take nickels from a patron at the bar; with none left he is gone (rule bar.zero)."""
    if count == 0:
        return
    take_nickels(table, log, patron, count, cause, rule)
    if table.nickels[patron] == 0:
        discard(table, log, patron, cause, ZERO)
