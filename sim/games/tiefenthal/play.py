"""A game: set-up, then round after round the seven phases A to G."""

from __future__ import annotations

from sim.decisions import turn_begins
from sim.games.tiefenthal.closing import clear_dice, close_taverns
from sim.games.tiefenthal.draft import draft_dice
from sim.games.tiefenthal.evening import begin_round, bonus_of_the_round
from sim.games.tiefenthal.filling import fill_tavern
from sim.games.tiefenthal.names import CLOSING, DRAFT, ERROR, EVENING, PLANNING, PLAYING, SERVING, TURN, ids
from sim.games.tiefenthal.planning import plan_dice
from sim.games.tiefenthal.reshuffle import reshuffle_unseen
from sim.games.tiefenthal.serving import serve_turn
from sim.games.tiefenthal.setup import set_up
from sim.games.tiefenthal.store import store_row
from sim.games.tiefenthal.waitresses import roll_own_dice
from sim.jit import compiled
from sim.trace import emit

TRACK = ids.rule("evening.track")
TURN_RULE = ids.rule("serve.turn")
ALL = -1


@compiled
def setup(table, hidden, rules, team, log):
    """Set up the game."""
    set_up(table, hidden, rules, team, log)
    for seat in range(table.players):
        clear_dice(table, seat)


@compiled
def play_from(table, hidden, rules, team, log, turns):
    """Play on from ``table.phase``, for so many turns or (below 0) to the end.

    A turn is one simultaneous phase of all players (A to C, D, E, G), or one player's own turn of phase F.
    """
    while table.outcome == PLAYING and turns != 0 and team.error == 0:
        turn_begins(table, hidden, team)
        if table.phase == EVENING:
            evening(table, hidden, rules, team, log)
            table.phase = DRAFT
        elif table.phase == DRAFT:
            emit(log, TURN, TRACK, ALL, table.rounds, DRAFT, 0, 0)
            draft_dice(table, hidden, rules, team, log)
            table.phase = PLANNING
        elif table.phase == PLANNING:
            emit(log, TURN, TRACK, ALL, table.rounds, PLANNING, 0, 0)
            for turn in range(table.players):
                plan_dice(table, hidden, rules, team, log, (table.start + turn) % table.players)
            table.phase = SERVING
            table.turn = 0
        elif table.phase == SERVING:
            seat = (table.start + table.turn) % table.players
            emit(log, TURN, TURN_RULE, seat, table.rounds, SERVING, 0, 0)
            serve_turn(table, hidden, rules, team, log, seat)
            table.turn += 1
            if table.turn == table.players:
                table.phase = CLOSING
        else:
            emit(log, TURN, TRACK, ALL, table.rounds, CLOSING, 0, 0)
            close_taverns(table, hidden, rules, team, log)
            table.phase = EVENING
        turns -= 1
    if team.error != 0:
        table.outcome = ERROR


@compiled
def evening(table, hidden, rules, team, log):
    """Play phases A, B and C in turn order."""
    begin_round(table)
    emit(log, TURN, TRACK, ALL, table.rounds, EVENING, 0, 0)
    for turn in range(table.players):
        bonus_of_the_round(table, hidden, rules, team, log, (table.start + turn) % table.players)
    for turn in range(table.players):
        fill_tavern(table, hidden, rules, team, log, (table.start + turn) % table.players)
    for turn in range(table.players):
        roll_own_dice(table, hidden, rules, log, (table.start + turn) % table.players)


@compiled
def reshuffle(table, hidden, rules):
    """Deal again whatever the table has not seen."""
    reshuffle_unseen(table, hidden, rules)


@compiled
def store(table, hidden, rules, team, row):
    """Fill the stored columns of a finished game."""
    row.outcome = table.outcome - 1
    store_row(table, rules, team, row)
