"""1923, No Logical Argument: wet and dry quarrel at the stations. Also part of 1926."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.club import discard
from sim.games.opulent.names import (
    ARGUMENT_DIE,
    ARISTOCRAT,
    BAND,
    DOOR,
    FACT,
    OUT_SPECIAL,
    POLITICIAN,
    ids,
)
from sim.games.opulent.rolls import roll_face
from sim.jit import compiled
from sim.trace import emit

ARGUMENT = ids.rule("y1923.argument")
WHO_LEAVES = ids.decision("argument")


@compiled
def station_queue(table, seat, i):
    """Return the i-th patron at a seat's station, or -1 beyond the last."""
    if seat == DOOR:
        return table.line[i] if i < table.line_n else -1
    if seat == BAND:
        return table.floor[i] if i < table.floor_n else -1
    return table.bar[i] if i < table.bar_n else -1


@compiled
def count_class(table, rules, seat, social_class):
    """Return how many patrons of a class stand at a seat's station."""
    count, i = 0, 0
    patron = station_queue(table, seat, i)
    while patron >= 0:
        if rules.patron_class[patron] == social_class:
            count += 1
        i += 1
        patron = station_queue(table, seat, i)
    return count


@compiled
def argue(table, hidden, rules, team, log, seat):
    """Check for an argument at the start of a station's turn (rule y1923.argument).

    Returns whether somebody left.
    """
    if rules.argument_active == 0:
        return False
    if count_class(table, rules, seat, POLITICIAN) == 0 or count_class(table, rules, seat, ARISTOCRAT) == 0:
        return False
    face = roll_face(hidden, rules, log, ARGUMENT_DIE, ARGUMENT)
    if face != POLITICIAN and face != ARISTOCRAT:
        emit(log, FACT, ARGUMENT, face, -1, 0, 0, 0)
        return False
    no_choices(team)
    i = 0
    patron = station_queue(table, seat, i)
    while patron >= 0:
        if rules.patron_class[patron] == face:
            offer(team, patron, 0, 0, 0)
        i += 1
        patron = station_queue(table, seat, i)
    patron = team.choices[ask(WHO_LEAVES, seat, table, hidden, rules, team, log), 0]
    emit(log, FACT, ARGUMENT, face, patron, 0, 0, 0)
    discard(table, log, patron, OUT_SPECIAL, ARGUMENT)
    return True
