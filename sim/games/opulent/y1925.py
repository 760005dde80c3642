"""1925, The Atlantic City Blizzard: patrons would rather go round again than out into the cold.

The double waiting loss at the door (rule y1925.cold) is the year's value of ``door.wait_penalty``.
"""

from __future__ import annotations

from sim.games.opulent.names import (
    BLIZZARD_DIE,
    FACT,
    IN_BLIZZARD,
    PURPLE,
    YELLOW,
    ids,
)
from sim.games.opulent.nickels import add_nickels, ordinary, room
from sim.games.opulent.rolls import roll_face
from sim.jit import compiled
from sim.trace import emit

SECOND_LAP = ids.rule("y1925.second_lap")


@compiled
def second_lap(table, hidden, rules, log, patron):
    """Roll whether a leaving patron goes round again (rule y1925.second_lap)."""
    if rules.blizzard_active == 0 or table.lap[patron] != 0 or not ordinary(rules, patron):
        return False
    face = roll_face(hidden, rules, log, BLIZZARD_DIE, SECOND_LAP)
    stays = face == YELLOW or face == PURPLE or face == rules.patron_class[patron]
    emit(log, FACT, SECOND_LAP, patron, face, 1 if stays else 0, 0, 0)
    if stays:
        table.lap[patron] = 1
        gain = min(rules.blizzard_nickels, room(table, rules, patron))
        add_nickels(table, log, patron, gain, IN_BLIZZARD, SECOND_LAP)
    return stays
