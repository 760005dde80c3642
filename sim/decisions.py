"""How a rule asks a policy: fill the list of legal choices, then ``ask``.

The record ``team`` carries everything that belongs to the deciding side: the policies' addresses, their weights, memory
and luck, the list of choices of the decision at hand, and the script by which a position inside a turn is reached.
"""

from __future__ import annotations

import numpy as np

from sim.jit import call_policy, checksum, compiled
from sim.streams import STREAM, seed_stream
from sim.trace import CHOICE, DECISION, emit

WEIGHTS = 48  # weights a policy may declare
MEMORY = 16  # integers a policy may remember during a game
SCRIPT = 4096  # choices a scripted position may hold

#: What ``team.error`` says.
FINE, INDEX_OUT_OF_RANGE, TABLE_WRITTEN, TOO_MANY_CHOICES, NO_CHOICE = 0, 1, 2, 3, 4


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
            ("audit", "i8"),
            ("audit_every", "i8"),
            ("script_length", "i8"),
            ("script_at", "i8"),
            ("fresh_streams", "i8"),  # seed of the streams after the script; 0 keeps them
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
        if team.script_at == team.script_length and team.fresh_streams != 0:
            replace_streams(hidden, team)
    elif team.audit != 0:
        before = checksum(table) ^ checksum(rules)
        index = _call(decision, seat, table, rules, team)
        if before != checksum(table) ^ checksum(rules):
            _fail(team, TABLE_WRITTEN, decision, seat, index)
    else:
        index = _call(decision, seat, table, rules, team)
    if index < 0 or index >= n:
        _fail(team, INDEX_OUT_OF_RANGE, decision, seat, index)
        index = 0
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
def replace_streams(hidden, team):  # type: ignore[no-untyped-def]
    """Give every random stream a new beginning once the script of a position is over: another future of the same past.

    ``team.fresh_streams`` is the seed of the new streams; look-ahead plays on with as many futures as it wants.
    """
    for stream in range(hidden.streams.shape[0]):
        seed_stream(hidden.streams[stream], team.fresh_streams, 0, stream)
    seed_stream(team.luck.state, team.fresh_streams, 0, hidden.streams.shape[0])


@compiled
def _call(decision, seat, table, rules, team):  # type: ignore[no-untyped-def]
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
