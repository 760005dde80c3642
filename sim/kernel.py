"""The compiled code of a game and of its policies, from the cache if no source has changed.

The *kernel* plays games one after another; every kernel of a game calls the biggest entry, the game's turns, by its
address. Whoever plays keeps the functions alive whose addresses it uses.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from sim import registry
from sim.decisions import MADE, end_script
from sim.jit import (
    address_of,
    array_of,
    call_turns,
    clear,
    compiled,
    decide_signature,
    entry,
    record_type,
    turns_signature,
)
from sim.policy import Policy, decisions_of
from sim.records import record_arrays, team_dtype, work_dtype
from sim.streams import STREAM, seed_stream
from sim.trace import LOG
from sim.uncompilable import compile_decision

#: Stream number of the policies' luck; a game's own streams are numbered from 0.
LUCK = 1_000_000

#: What the kernel does first: go on with the game in the records, begin one, or go on with `end_script`'s future.
GO_ON, BEGIN, ANOTHER_FUTURE = 0, 1, 2

#: Numba type of the address of a game's turns.
PLAY = types.uint64


def _make_turns(play_from: Any) -> Any:
    def play_turns(table, hidden, rules, team, log, turns):  # type: ignore[no-untyped-def]
        """Play turns; the biggest entry by far, so every kernel of a game calls this one by its address."""
        play_from(table, hidden, rules, team, log, turns)
        return 0

    return play_turns


def _make_kernel(setup: Any, store: Any, count_of_streams: int) -> Any:
    def kernel(  # type: ignore[no-untyped-def]
        tables, hiddens, rules, teams, logs, rows, seed, first, count, turns, fresh, play
    ):
        """Play ``count`` games from index ``first``; ``turns`` < 0 plays each to its end."""
        table, hidden, team, log, rule, row = tables[0], hiddens[0], teams[0], logs[0], rules[0], rows[0]
        for i in range(count):
            if fresh == ANOTHER_FUTURE:
                end_script(table, hidden, rule, team, log)
            elif fresh != 0:
                clear(table)
                clear(hidden)
                for stream in range(count_of_streams):
                    seed_stream(hidden.streams[stream], seed, first + i, stream)
                seed_stream(team.luck.state, seed, first + i, LUCK)
                team.memory[:] = 0
                team.script_at = 0
                team.asked = 0
                team.game = first + i
                team.made_n = MADE  # nothing can be played again until a turn begins
                team.audit = 1 if (first + i) % team.audit_every == 0 else 0
                setup(table, hidden, rule, team, log)
            call_turns(play, table, hidden, rule, team, log, turns)
            row = rows[i]
            row.game = first + i
            store(table, hidden, rule, team, row)
            if team.error != 0:
                return i
        return count

    return kernel


@lru_cache
def load_turns(name: str, folder: Path, rules_dtype: np.dtype) -> tuple[Any, int]:
    """Return the compiled entry that plays a game's turns and its address, from the cache if nothing changed."""
    game = registry.load_game(name)
    state, play = game.module("state"), game.module("play")
    signature = turns_signature(state.TABLE, state.HIDDEN, rules_dtype, team_dtype(game), LOG)
    function = entry(signature, game.digest())(_make_turns(compiled(play.play_from)))
    return function, address_of(function, signature)


@lru_cache
def load_kernel(name: str, folder: Path, rules_dtype: np.dtype) -> Any:
    """Return the compiled kernel of a game, from the cache if its sources are unchanged."""
    game = registry.load_game(name)
    play = game.module("play")
    kernel = _make_kernel(compiled(play.setup), compiled(play.store), len(game.file.streams))
    numbers = [types.int64] * 5
    signature = types.int64(*record_arrays(game, rules_dtype), array_of(record_type(work_dtype(game))), *numbers, PLAY)
    return entry(signature, game.digest())(kernel)


@lru_cache
def load_reshuffle(name: str, folder: Path, rules_dtype: np.dtype) -> tuple[Any, int]:
    """Return the compiled entry that shuffles what the table has not seen, and its address; 0 if the game has none."""
    game = registry.load_game(name)
    play, state = game.module("play"), game.module("state")
    if not hasattr(play, "reshuffle"):
        return None, 0
    shuffle_unseen = compiled(play.reshuffle)

    def reshuffle(table, hidden, rules, team, log, turns):  # type: ignore[no-untyped-def]
        shuffle_unseen(table, hidden, rules)
        return 0

    signature = turns_signature(state.TABLE, state.HIDDEN, rules_dtype, team_dtype(game), LOG)
    function = entry(signature, game.digest())(reshuffle)
    return function, address_of(function, signature)


# --- decisions of a policy -------------------------------------------------------------------------------------------

_decisions: dict[tuple[str, str], Any] = {}
_seats: dict[tuple[str, str], tuple[dict[str, int], list[Any]]] = {}


def compiled_decision(policy: Policy, function: Any, signature: Any) -> Any:
    """Return a decision function compiled; policies that inherit it share it."""
    key = (policy.compiled_digest(), function.__name__)
    if key not in _decisions:
        _decisions[key] = compile_decision(policy, function, signature)
    return _decisions[key]


def seat_code(game: registry.Game, policy: Policy, rules_dtype: np.dtype) -> tuple[dict[str, int], list[Any]]:
    """Return the address of each decision of a policy, and the functions that must be kept alive for it.

    Worked out once a process: a report plays the same policies under thousands of rule sets.
    """
    key = (game.digest(), policy.compiled_digest())
    if key not in _seats:
        signature = decide_signature(game.module("state").TABLE, rules_dtype, STREAM)
        asked = decisions_of(game, policy)
        functions = {name: compiled_decision(*policy.source(name), signature) for name in asked}
        addresses = {name: address_of(function, signature) for name, function in functions.items()}
        _seats[key] = addresses, list(functions.values())
    return _seats[key]
