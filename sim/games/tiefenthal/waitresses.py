"""Phase C: the waitresses' dice."""

from __future__ import annotations

from sim.games.tiefenthal.names import ROLL, WAITING, WAITRESS, ids
from sim.jit import compiled
from sim.streams import below
from sim.trace import emit

WAITRESS_DICE = ids.rule("waitress.dice")
FIRST_DICE = ids.stream("first_dice")
OWN, SIDES = 1, 6


@compiled
def roll_own_dice(table, hidden, rules, log, seat):
    """Roll an own die for each waitress, drawn or permanent (rule waitress.dice).

    They lie behind the places of the white dice; a die of the round track is there already and counts.
    """
    wanted = rules.waitress_dice * (table.laid[seat, WAITRESS] + table.works[seat, WAITING])
    if table.extra_die[seat] != 0:
        table.dice[seat, rules.dice_white] = table.extra_die[seat]
        table.own_n[seat] = 1
        wanted += 1
    while table.own_n[seat] < min(wanted, rules.dice_own_limit):
        table.dice[seat, rules.dice_white + table.own_n[seat]] = own_die(table, hidden, log, seat, WAITRESS_DICE)
        table.own_n[seat] += 1
    table.dice_n[seat] = rules.dice_white + table.own_n[seat]


@compiled
def own_die(table, hidden, log, seat, rule):
    """Roll one die of a player's colour."""
    face = 1 + below(hidden.streams[FIRST_DICE + seat], SIDES)
    table.dice_rolled[seat] += 1
    emit(log, ROLL, rule, seat, OWN, face, 0, 0)
    return face
