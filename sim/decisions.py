"""How a rule asks a policy: fill the list of legal choices, then ``ask``.

The record ``team`` carries everything that belongs to the deciding side: the policies' addresses, their weights, memory
and luck, the list of choices of the decision at hand, what a seat must not do, the script by which a position inside a
turn is reached, and where look-ahead finds the beginning of the turn.
"""

from __future__ import annotations

import numpy as np

from sim.jit import call_policy, call_turns, checksum, compiled, copy_record, record_at
from sim.streams import STREAM, seed_stream
from sim.trace import CHOICE, DECISION, emit

WEIGHTS = 64  # weights a policy may declare
MEMORY = 16  # integers a policy may remember during a game
SCRIPT = 4096  # choices a scripted position may hold
MADE = 512  # choices of one turn that look-ahead can play again
FORBIDDEN = 24  # choices a restricted seat must not make
SETTINGS = 4  # numbers that bound a look-ahead (sim/lookahead.py)

#: How a line of ``team.forbidden`` is read: rows with this value, or all other rows, are taken out.
THIS_VALUE, OTHER_VALUES = 0, 1

#: What ``team.error`` says.
FINE, INDEX_OUT_OF_RANGE, TABLE_WRITTEN, TOO_MANY_CHOICES, NO_CHOICE, CHOICES_WRITTEN = 0, 1, 2, 3, 4, 5


def team_dtype(decisions: int, seats: int, columns: int, longest: int) -> np.dtype:
    """Return the dtype of ``team`` for a game.

    Parameters
    ----------
    decisions, seats : int
        Numbers of decisions and seats of the game.
    columns : int
        Most columns any of its choices has.
    longest : int
        Most choices a list may hold.
    """
    return np.dtype(
        [
            ("address", "u8", (decisions, seats)),
            ("n", "i8"),
            ("choices", "i8", (longest, columns)),
            ("weights", "f8", (seats, WEIGHTS)),
            ("memory", "i8", (seats, MEMORY)),
            ("luck", STREAM),
            ("asked", "i8"),
            # what is being asked, for whoever watches a policy that never answers
            ("game", "i8"),
            ("deciding", "i8"),
            ("deciding_seat", "i8"),
            # restricted play: decision, column, value, how to read it
            ("forbidden_n", "i8", (seats,)),
            ("forbidden", "i8", (seats, FORBIDDEN, 4)),
            ("restricted", "i8"),  # 1 while a shortened list is being asked
            ("full", "i8", (longest, columns)),  # the list before it was shortened
            ("row_in_full", "i8", (longest,)),
            # look-ahead (sim/lookahead.py)
            ("looking", "i8"),  # 1 if any seat looks ahead
            ("looks", "i8", (decisions, seats)),
            ("settings", "f8", (seats, SETTINGS)),
            ("value", "u8", (seats,)),  # address of the function that values a position
            ("look", "u8"),  # address of the entry that plays the roll-outs
            ("play", "u8"),  # address of the game's turns
            ("reshuffle", "u8"),  # address of the game's reshuffling, 0 for none
            ("begun_table", "u8"),  # where the records are kept as they were when the turn began
            ("begun_hidden", "u8"),
            ("other_table", "u8"),  # where roll-outs are played
            ("other_hidden", "u8"),
            ("other_team", "u8"),
            ("made", "i8", (MADE,)),  # choices made since the turn began
            ("made_n", "i8"),
            ("begun_luck", STREAM),
            ("begun_memory", "i8", (seats, MEMORY)),
            ("audit", "i8"),
            ("audit_every", "i8"),
            ("script_length", "i8"),
            ("script_at", "i8"),
            ("fresh_streams", "i8"),  # seed of the streams after the script; 0 keeps them
            ("remember", "i8"),  # 1: after the script the policies remember `memory_after`
            ("memory_after", "i8", (seats, MEMORY)),
            ("script", "i8", (SCRIPT,)),
            ("error", "i8"),
            ("error_decision", "i8"),
            ("error_seat", "i8"),
            ("error_index", "i8"),
            ("error_n", "i8"),
        ]
    )


@compiled
def no_choices(team):  # type: ignore[no-untyped-def]
    """Begin an empty list of choices."""
    team.n = 0


@compiled
def offer(team, a, b=0, c=0, d=0):  # type: ignore[no-untyped-def]
    """Add one legal choice to the list."""
    row = team.n
    if row < team.choices.shape[0]:
        team.choices[row, 0] = a
        team.choices[row, 1] = b
        team.choices[row, 2] = c
        team.choices[row, 3] = d
        team.n = row + 1
    elif team.error == FINE:
        team.error = TOO_MANY_CHOICES


@compiled
def ask(decision, seat, table, hidden, rules, team, log):  # type: ignore[no-untyped-def]
    """Ask the policy of ``seat`` to choose from the list and return the index of its choice.

    A list with one choice is not asked. After a broken contract the answer is 0 without asking, and the game's loop
    stops at the end of the turn; index 0 is therefore always the choice that ends a sequence, where one does.
    """
    n = team.n
    if n <= 1:
        if n == 0 and team.error == FINE:
            team.error = NO_CHOICE
            team.error_decision = decision
            team.error_seat = seat
        return 0
    if team.error != FINE:
        return 0
    team.asked += 1
    if team.script_at < team.script_length:
        index = team.script[team.script_at]
        team.script_at += 1
        if team.script_at == team.script_length:
            end_script(table, hidden, rules, team, log)
    elif team.forbidden_n[seat] != 0:
        index = _ask_restricted(decision, seat, table, hidden, rules, team, log)
    else:
        index = _answer(decision, seat, table, hidden, rules, team, log)
    if index < 0 or index >= n:
        _fail(team, INDEX_OUT_OF_RANGE, decision, seat, index)
        index = 0
    if team.looking != 0 and team.made_n < MADE:
        team.made[team.made_n] = index
        team.made_n += 1
    if log.on != 0:
        emit(log, DECISION, 0, decision, seat, n, index, 0)
        for row in range(n):
            emit(
                log,
                CHOICE,
                0,
                team.choices[row, 0],
                team.choices[row, 1],
                team.choices[row, 2],
                team.choices[row, 3],
                1 if row == index else 0,
            )
    return index


@compiled
def turn_begins(table, hidden, team):  # type: ignore[no-untyped-def]
    """Note the beginning of a turn, from where look-ahead plays it again; called by a game before each turn."""
    if team.looking != 0:
        copy_record(record_at(team.begun_table, table), table)
        copy_record(record_at(team.begun_hidden, hidden), hidden)
        team.begun_luck.state[:] = team.luck.state
        team.begun_memory[:] = team.memory
        team.made_n = 0


@compiled
def end_script(table, hidden, rules, team, log):  # type: ignore[no-untyped-def]
    """Go on from a scripted position: with another future if one is wanted, and with what the policies remember."""
    if team.fresh_streams != 0:
        replace_streams(hidden, team)
        if team.reshuffle != 0:
            call_turns(team.reshuffle, table, hidden, rules, team, log, 0)
    if team.remember != 0:
        team.memory[:] = team.memory_after


@compiled
def replace_streams(hidden, team):  # type: ignore[no-untyped-def]
    """Give every random stream a new beginning once the script of a position is over: another future of the same past.

    ``team.fresh_streams`` is the seed of the new streams; look-ahead plays on with as many futures as it wants.
    """
    for stream in range(hidden.streams.shape[0]):
        seed_stream(hidden.streams[stream], team.fresh_streams, 0, stream)
    seed_stream(team.luck.state, team.fresh_streams, 0, hidden.streams.shape[0])


# --- restricted play -------------------------------------------------------------------------------------------------


@compiled
def _is_forbidden(decision, seat, team, row):  # type: ignore[no-untyped-def]
    for line in range(team.forbidden_n[seat]):
        if team.forbidden[seat, line, 0] == decision:
            same = team.choices[row, team.forbidden[seat, line, 1]] == team.forbidden[seat, line, 2]
            if same == (team.forbidden[seat, line, 3] == THIS_VALUE):
                return True
    return False


@compiled
def _ask_restricted(decision, seat, table, hidden, rules, team, log):  # type: ignore[no-untyped-def]
    """Ask with the forbidden choices taken out of the list; the list and the answer are the full list's again after.

    Nothing is taken out if nothing would be left.
    """
    n, left = team.n, 0
    for row in range(n):
        if not _is_forbidden(decision, seat, team, row):
            team.row_in_full[left] = row
            left += 1
    if left == 0 or left == n:
        return _answer(decision, seat, table, hidden, rules, team, log)
    if left == 1:
        return team.row_in_full[0]
    columns = team.choices.shape[1]
    for row in range(n):
        for column in range(columns):
            team.full[row, column] = team.choices[row, column]
    for row in range(left):
        for column in range(columns):
            team.choices[row, column] = team.full[team.row_in_full[row], column]
    team.n, team.restricted = left, 1
    index = _answer(decision, seat, table, hidden, rules, team, log)
    team.n, team.restricted = n, 0
    for row in range(n):
        for column in range(columns):
            team.choices[row, column] = team.full[row, column]
    if index < 0 or index >= left:
        return -1
    return team.row_in_full[index]


# --- asking ----------------------------------------------------------------------------------------------------------


@compiled
def _answer(decision, seat, table, hidden, rules, team, log):  # type: ignore[no-untyped-def]
    """Return the answer of a policy, looking ahead if it does, and watched if this game is audited."""
    team.deciding, team.deciding_seat = decision, seat
    if team.looks[decision, seat] != 0:
        return call_turns(team.look, table, hidden, rules, team, log, 0)
    if team.audit == 0:
        return call_decision(decision, seat, table, rules, team)
    before, listed = checksum(table) ^ checksum(rules), _sum_of_choices(team)
    index = call_decision(decision, seat, table, rules, team)
    if before != checksum(table) ^ checksum(rules):
        _fail(team, TABLE_WRITTEN, decision, seat, index)
    if listed != _sum_of_choices(team):
        _fail(team, CHOICES_WRITTEN, decision, seat, index)
    return index


@compiled
def _sum_of_choices(team):  # type: ignore[no-untyped-def]
    """Return a number that changes when the list of choices does (in practice)."""
    total = 0
    for row in range(team.n):
        for column in range(team.choices.shape[1]):
            total += team.choices[row, column] * (row * team.choices.shape[1] + column + 1)
    return total


@compiled
def call_decision(decision, seat, table, rules, team):  # type: ignore[no-untyped-def]
    """Call the decision function of a seat's policy."""
    return call_policy(
        team.address[decision, seat],
        table,
        rules,
        team.choices,
        team.n,
        team.weights[seat],
        team.memory[seat],
        team.luck,
        seat,
    )


@compiled
def _fail(team, error, decision, seat, index):  # type: ignore[no-untyped-def]
    if team.error == FINE:
        team.error = error
        team.error_decision = decision
        team.error_seat = seat
        team.error_index = index
        team.error_n = team.n
