"""Many futures of one position: the same past, what nobody has seen shuffled again, and the dice not yet thrown.

Future number ``i`` of a seed is the same chance for every choice that is tried in it, so choices are compared in pairs.
It depends on the seed, its number, and what the table shows; not on the order of a deck in the game that was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types

from sim import registry
from sim.decisions import SCRIPT
from sim.errors import BadInput, ContractBroken
from sim.jit import (
    INTERPRETED,
    array_of,
    call_turns,
    clear,
    compiled,
    copy_record,
    entry,
    record_type,
)
from sim.kernel import LUCK, PLAY, load_reshuffle
from sim.records import plain, record_arrays, team_dtype, work_dtype
from sim.streams import seed_stream

if TYPE_CHECKING:
    from sim.block import Context


class Begun(NamedTuple):
    """The beginning of a turn, or of a game.

    Attributes
    ----------
    table, hidden, team : numpy.ndarray, shape (1,)
        The records when the turn begins.
    set_up : int
        Index of the game of the plan's seed that is to be set up first; -1 if a turn begins.
    """

    table: np.ndarray
    hidden: np.ndarray
    team: np.ndarray
    set_up: int = -1


#: Stream number from which the seeds of futures are drawn, beyond those of games and of the policies' luck.
FUTURE = 2_000_000


def _make_futures(setup: Any, store: Any, count_of_streams: int) -> Any:
    def futures(  # type: ignore[no-untyped-def]
        tables, hiddens, rules, teams, logs, rows, begun_tables, begun_hiddens, begun_teams,
        seed, first, count, game_seed, set_up, play,
    ):  # fmt: skip
        """Play ``count`` futures from number ``first`` on, each from the records begun to the end of the game."""
        table, hidden, team, log, rule = tables[0], hiddens[0], teams[0], logs[0], rules[0]
        drawn = np.zeros(4, np.uint64)
        for i in range(count):
            copy_record(table, begun_tables[0])
            copy_record(hidden, begun_hiddens[0])
            copy_record(team, begun_teams[0])
            seed_stream(drawn, seed, first + i, FUTURE)
            team.fresh_streams = np.int64(drawn[0] >> np.uint64(2)) + 1
            if set_up >= 0:
                clear(table)
                clear(hidden)
                for stream in range(count_of_streams):
                    seed_stream(hidden.streams[stream], game_seed, set_up, stream)
                seed_stream(team.luck.state, game_seed, set_up, LUCK)
                team.memory[:] = 0
                setup(table, hidden, rule, team, log)
            call_turns(play, table, hidden, rule, team, log, -1)
            row = rows[i]
            row.game = first + i
            store(table, hidden, rule, team, row)
            if team.error != 0:
                return i
        return count

    return futures


@lru_cache
def load_futures(name: str, folder: Path, rules_dtype: np.dtype) -> Any:
    """Return the compiled entry that plays futures of a game, from the cache if its sources are unchanged."""
    game = registry.load_game(name)
    state, play = game.module("state"), game.module("play")
    begun = [array_of(record_type(record)) for record in (state.TABLE, state.HIDDEN, team_dtype(game))]
    rows = array_of(record_type(work_dtype(game)))
    numbers = [types.int64] * 5
    signature = types.int64(*record_arrays(game, rules_dtype), rows, *begun, *numbers, PLAY)
    futures = _make_futures(compiled(play.setup), compiled(play.store), len(game.file.streams))
    return entry(signature, game.digest())(futures)


def play_futures(
    context: Context, begun: Begun, choices: Sequence[int], seed: int, first: int, count: int
) -> np.ndarray:
    """Play a position to the end in many futures and return their rows.

    Parameters
    ----------
    context : Context
        What is played, and by whom; no other thread uses it.
    begun : Begun
        The start of a turn, or of the game (`sim.position.Position.begun`); its records stay.
    choices : sequence of int
        Indices for the next decisions, at least one. What was hidden and what is chance begins anew after the last.
    seed : int
        Seed of the futures.
    first, count : int
        Numbers of the futures: ``first`` to ``first + count - 1``.

    Returns
    -------
    numpy.ndarray, shape (count,)
        The columns of ``game.toml`` as int64; the column ``game`` holds the number of the future.

    Raises
    ------
    BadInput
        If there is no choice, or more than a script holds.
    ContractBroken
        If a policy or the engine breaks a contract.
    """
    if not 1 <= len(choices) <= SCRIPT:
        raise BadInput(f"futures begin with 1 to {SCRIPT} choices, not {len(choices)}.")
    kernel = load_futures(context.game.name, context.game.folder, plain(context.rules.dtype))
    team = _team(context, begun.team, choices)
    context.log["on"][0] = 0
    rows = np.zeros(count, work_dtype(context.game)).view(np.recarray)
    records = (context.table, context.hidden, context.rules, context.team, context.log, rows)
    numbers = (seed, first, count, context.plan.seed, begun.set_up)
    try:
        with np.errstate(over="ignore"):
            begins = flat((begun.table, begun.hidden, team))
            done = int(kernel(*flat(records), *begins, *numbers, address(context.play_address)))
    except Exception as error:
        at = max(int(rows["game"].max()) + 1, first)
        raise ContractBroken(f"a policy raised {type(error).__name__}: {error}", at, seed) from error
    if context.team["error"][0]:
        raise context.broken(first + done)
    return rows


def _team(context: Context, begun: np.ndarray, choices: Sequence[int]) -> np.ndarray:
    """Return the context's own team record, with what the policies of the position remember and the choices to make.

    A context's team record says where its look-ahead keeps its copies, so that of another context is of no use.
    """
    team: np.ndarray = context.team.copy()
    for name in ("memory", "luck", "asked"):
        team[name] = begun[name]
    for name in ("script_at", "error", "audit", "remember", "made_n"):
        team[name][0] = 0
    team["script"][0, : len(choices)] = choices
    team["script_length"][0] = len(choices)
    team["reshuffle"][0] = load_reshuffle(context.game.name, context.game.folder, plain(context.rules.dtype))[1]
    return team


def flat(records: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
    """Return records as the compiled entry takes them."""
    if INTERPRETED:
        return tuple(record.view(np.recarray) for record in records)
    return tuple(record.view(plain(record.dtype), np.ndarray) for record in records)


def address(number: int) -> Any:
    """Return the address of an entry as compiled entries take it."""
    return number if INTERPRETED else np.uint64(number)
