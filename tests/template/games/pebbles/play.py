"""A game of Pebbles: set-up, turns, what is stored."""

from sim.decisions import ask, no_choices, offer, turn_begins
from sim.jit import compiled
from sim.streams import below
from sim.trace import GAME_KINDS, emit

DIE, TIDE = 0, 1
PLAYING, FULL, WASHED, ABANDONED, ERROR = 0, 1, 2, 3, 4
SEARCH = 0
ROLLED = GAME_KINDS


@compiled
def setup(table, hidden, rules, team, log):
    """Place the jar and find out how long the tide takes."""
    table.tide = rules.tide + below(hidden.streams[TIDE], 6)


@compiled
def play_from(table, hidden, rules, team, log, turns):
    """Play from the beginning of the turn of ``table.phase``."""
    while table.outcome == PLAYING and turns != 0 and team.error == 0:
        turn_begins(table, hidden, team)
        search(table, hidden, rules, team, log)
        table.phase = 1 - table.phase
        table.turn += 1
        if table.jar >= rules.jar:
            table.outcome = FULL
        elif table.turn >= table.tide:
            table.outcome = WASHED
        elif table.turn >= rules.turn_cap:
            table.outcome = ABANDONED
        turns -= 1
    if team.error != 0:
        table.outcome = ERROR


@compiled
def search(table, hidden, rules, team, log):
    """Rule turn.search."""
    table.hand = 0
    while True:
        no_choices(team)
        offer(team, 0)
        offer(team, 1)
        if ask(SEARCH, table.phase, table, hidden, rules, team, log) == 0:
            break
        roll = 1 + below(hidden.streams[DIE], 6)
        emit(log, ROLLED, 1, roll, 0, 0, 0, 0)
        table.found += roll
        table.hand += roll
        if roll <= rules.slip:
            table.dropped += table.hand
            table.hand = 0
            break
    table.jar += table.hand


@compiled
def store(table, hidden, rules, team, row):
    """Fill the stored columns."""
    row.outcome = table.outcome - 1
    row.turns = table.turn
    row.jar = table.jar
    row.found = table.found
    row.dropped = table.dropped
