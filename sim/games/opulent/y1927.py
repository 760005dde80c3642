"""1927, Trouble, Trouble!: a film crew wanders through the club, and no Mobster may be seen on the set."""

from __future__ import annotations

from sim.games.opulent.names import (
    AT_BAR,
    FACT,
    FILM_DIE,
    FLOOR,
    LINE,
    MOBSTER,
    SET_BAND,
    SET_BAR,
    SET_DOOR,
    SET_VIP,
    VIP,
    ids,
)
from sim.games.opulent.rolls import roll_ten
from sim.jit import compiled
from sim.trace import emit

MOVE_SET = ids.rule("y1927.move_set")


@compiled
def on_set(table, rules, patron, place):
    """Return whether a place is closed to a patron because it is being filmed (rule y1927.blocked)."""
    if rules.film_active == 0 or rules.patron_class[patron] != MOBSTER:
        return False
    return set_is_at(table, place)


@compiled
def set_is_at(table, place):
    """Return whether the crew films at a place; the overflow is not the door."""
    return (
        (table.set == SET_DOOR and place == LINE)
        or (table.set == SET_BAND and place == FLOOR)
        or (table.set == SET_BAR and place == AT_BAR)
        or (table.set == SET_VIP and place == VIP)
    )


@compiled
def set_of(rules, roll):
    """Return where a roll of the ten-sided die sends the crew."""
    place = SET_DOOR
    while place < SET_VIP and roll > rules.film_rolls[place - 1]:
        place += 1
    return place


@compiled
def roll_set(table, hidden, rules, log):
    """Move the crew (rule y1927.move_set)."""
    roll = roll_ten(hidden, log, FILM_DIE, MOVE_SET)
    table.set = set_of(rules, roll)
    emit(log, FACT, MOVE_SET, roll, table.set, 0, 0, 0)
