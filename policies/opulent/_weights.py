"""The judgements of the two policies as numbers: every weight, with its bounds and what it means.

A policy's weights follow its parent's in the vector, so that a position holds for every descendant of `rulebook`.
"""

from __future__ import annotations

from sim.policy import Weight

NOVICE: dict[str, Weight] = {
    "points_a_die": Weight(3.5, (1, 6), "points", "What a beginner expects of one bar die when he chooses drinks."),
    "help_door_from": Weight(2, (1, 10), "patrons", "The Manager helps at the door from so many patrons in line."),
}


def position(name: str) -> int:
    """Return where a weight stands in the vector of `novice`, `rulebook` and their descendants."""
    return list(NOVICE).index(name)
