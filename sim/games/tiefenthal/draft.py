"""Phase D: the white dice, drafted from coasters that are passed on."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.names import ROLL, ids
from sim.games.tiefenthal.waitresses import SIDES
from sim.jit import compiled
from sim.streams import below
from sim.trace import emit

ROLL_WHITE = ids.rule("draft.roll")
PICK = ids.decision("draft")
WHITE_DICE = ids.stream("white_dice")
WHITE_DIE = 0


@compiled
def draft_dice(table, hidden, rules, team, log):
    """Roll the white dice and take one after the other in turn order (rules draft.roll, draft.pick)."""
    for seat in range(table.players):
        table.tray_n[seat] = rules.dice_white
        for die in range(rules.dice_white):
            table.tray[seat, die] = 1 + below(hidden.streams[WHITE_DICE], SIDES)
            emit(log, ROLL, ROLL_WHITE, seat, WHITE_DIE, table.tray[seat, die], 0, 0)
    for taken in range(rules.dice_white):
        if taken > 0 and rules.draft_passes != 0:
            pass_coasters(table)
        for turn in range(table.players):
            seat = (table.start + turn) % table.players
            table.dice[seat, taken] = pick(table, hidden, rules, team, log, seat)


@compiled
def pick(table, hidden, rules, team, log, seat):
    """Take one die from the coaster in front of a seat (rule draft.pick)."""
    no_choices(team)
    seen = 0
    for die in range(table.tray_n[seat]):
        face = table.tray[seat, die]
        if seen & (1 << face) == 0:
            seen |= 1 << face
            offer(team, face)
    face = team.choices[ask(PICK, seat, table, hidden, rules, team, log), 0]
    table.tray_n[seat] -= 1
    found = False
    for die in range(table.tray_n[seat]):
        found = found or table.tray[seat, die] == face
        if found:
            table.tray[seat, die] = table.tray[seat, die + 1]
    table.tray[seat, table.tray_n[seat]] = 0
    return face


@compiled
def pass_coasters(table):
    """Pass every coaster to the left: to the next seat (rule draft.pick)."""
    last = table.players - 1
    for die in range(table.tray_n[last]):
        kept = table.tray[last, die]
        for seat in range(last, 0, -1):
            table.tray[seat, die] = table.tray[seat - 1, die]
        table.tray[0, die] = kept
