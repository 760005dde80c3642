"""A year at The Opulent: set-up, then round after round of Doorman, Band, Bartender and Manager."""

from __future__ import annotations

from sim.decisions import turn_begins
from sim.games.opulent.band import band_turn
from sim.games.opulent.bartender import bartender_turn
from sim.games.opulent.doorman import doorman_turn
from sim.games.opulent.manager import manager_turn
from sim.games.opulent.names import BAND, BAR, DOOR, ERROR, MANAGER, PLAYING, WON
from sim.games.opulent.reshuffle import reshuffle_unseen
from sim.games.opulent.setup import setup_year
from sim.games.opulent.store import store_row
from sim.jit import compiled


@compiled
def setup(table, hidden, rules, team, log):
    """Set up the year."""
    setup_year(table, hidden, rules, team, log)


@compiled
def play_from(table, hidden, rules, team, log, turns):
    """Play on from the start of the turn of ``table.phase``, for so many station turns or (below 0) to the end."""
    while table.outcome == PLAYING and turns != 0 and team.error == 0:
        turn_begins(table, hidden, team)
        if table.phase == DOOR:
            doorman_turn(table, hidden, rules, team, log)
        elif table.phase == BAND:
            band_turn(table, hidden, rules, team, log)
        elif table.phase == BAR:
            bartender_turn(table, hidden, rules, team, log)
        elif table.phase == MANAGER:
            manager_turn(table, hidden, rules, team, log)
        table.phase = DOOR if table.phase == MANAGER else table.phase + 1
        turns -= 1
    if team.error != 0:
        table.outcome = ERROR


@compiled
def reshuffle(table, hidden, rules):
    """Deal again whatever the table has not seen."""
    reshuffle_unseen(table, hidden, rules)


@compiled
def store(table, hidden, rules, team, row):
    """Fill the stored columns of a finished year."""
    row.outcome = table.outcome - WON
    store_row(table, team, row)
