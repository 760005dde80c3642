"""The dice of the game, each with a random stream of its own."""

from __future__ import annotations

from sim.games.opulent.names import (
    ARGUMENT_DIE,
    BAR_DIE,
    BLIZZARD_DIE,
    CLUE_DIE,
    COLOUR_DIE,
    CUT_OFF_DIE,
    DOOR_DIE,
    FACES,
    FILM_DIE,
    GANG_DIE,
    PURPLE,
    RAID_DIE,
    ROLL,
    TUCKERS_DIE,
    ids,
)
from sim.jit import compiled
from sim.streams import below
from sim.trace import emit

# The streams of the dice stand in game.toml in the order of the dice's numbers in names.py.
FIRST_DIE = ids.stream("door_die")
STREAM_ORDER = (
    ("door_die", DOOR_DIE),
    ("bar_die", BAR_DIE),
    ("colour_die", COLOUR_DIE),
    ("raid_die", RAID_DIE),
    ("clue_die", CLUE_DIE),
    ("film_die", FILM_DIE),
    ("tuckers_die", TUCKERS_DIE),
    ("argument_die", ARGUMENT_DIE),
    ("gang_die", GANG_DIE),
    ("blizzard_die", BLIZZARD_DIE),
    ("cut_off_die", CUT_OFF_DIE),
)
if any(ids.stream(name) != FIRST_DIE + die for name, die in STREAM_ORDER):
    raise AssertionError("the dice of names.py and the streams of game.toml are in different orders")

SIX_SIDES, TEN_SIDES = 6, 10
SIXTH_FACE_PURPLE, SIXTH_FACE_COLOUR = 1, 2  # positions among the choices of door.sixth_face
COLOURS = 3


@compiled
def roll_face(hidden, rules, log, die, rule):
    """Roll one Doorman die and return its face."""
    face = below(hidden.streams[FIRST_DIE + die], FACES)
    if face == FACES - 1 and rules.door_sixth_face == SIXTH_FACE_PURPLE:
        face = PURPLE
    emit(log, ROLL, rule, die, face, 0, 0, 0)
    return face


@compiled
def roll_door_die(hidden, rules, log, position, rule):
    """Roll one of the dice at the door; its sixth face may be a second colour, another one on each die (ruling 4)."""
    face = below(hidden.streams[FIRST_DIE + DOOR_DIE], FACES)
    if face == FACES - 1 and rules.door_sixth_face == SIXTH_FACE_PURPLE:
        face = PURPLE
    elif face == FACES - 1 and rules.door_sixth_face == SIXTH_FACE_COLOUR:
        face = position % COLOURS
    emit(log, ROLL, rule, DOOR_DIE, face, 0, 0, 0)
    return face


@compiled
def roll_six(hidden, log, die, rule):
    """Roll a regular die, 1 to 6."""
    result = 1 + below(hidden.streams[FIRST_DIE + die], SIX_SIDES)
    emit(log, ROLL, rule, die, result, 0, 0, 0)
    return result


@compiled
def roll_ten(hidden, log, die, rule):
    """Roll the ten-sided die, 1 to 10."""
    result = 1 + below(hidden.streams[FIRST_DIE + die], TEN_SIDES)
    emit(log, ROLL, rule, die, result, 0, 0, 0)
    return result
