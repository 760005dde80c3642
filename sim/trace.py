"""The trace of one game: a record the kernel writes events into, switched by one integer flag.

``sim.playback`` turns the events into words and JSON Lines; this module holds only what the kernel needs.
"""

from __future__ import annotations

import numpy as np

from sim.jit import compiled

#: Events of one turn that fit; more is an error, never a silent cut.
CAPACITY = 32768

#: kind, rule, and five numbers whose meaning depends on the kind (docs/trace.md).
COLUMNS = 7

LOG = np.dtype([("on", "i8"), ("count", "i8"), ("overflow", "i8"), ("events", "i8", (CAPACITY, COLUMNS))])

#: Kinds of events the engine itself writes; a game's own kinds begin at GAME_KINDS.
DECISION, CHOICE = 1, 2
GAME_KINDS = 10


@compiled
def emit(log, kind, rule, a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Write one event if tracing is on. ``rule`` is the number of a rule id, 0 for none."""
    if log.on != 0:
        if log.count < CAPACITY:
            row = log.count
            log.events[row, 0] = kind
            log.events[row, 1] = rule
            log.events[row, 2] = a
            log.events[row, 3] = b
            log.events[row, 4] = c
            log.events[row, 5] = d
            log.events[row, 6] = e
            log.count = row + 1
        else:
            log.overflow = 1
