"""One block of games: a pure function of (game, rules, policies, seed, first index, count).

A *context* is everything compiled and laid out for one (game, rules, policies); a *block* is a range
of game indices played in it. A context is not shared between threads; contexts of one process share compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from sim import decisions, lookahead, registry
from sim.decisions import MADE, end_script
from sim.errors import BadInput, ContractBroken, HouseEdgeError
from sim.jit import (
    INTERPRETED,
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
from sim.params import RuleSet
from sim.policy import CAMPAIGN, Policy, Seat, decisions_of, load_declaration
from sim.seats import seated
from sim.streams import STREAM, seed_stream
from sim.trace import LOG
from sim.uncompilable import compile_decision

#: Stream number of the policies' luck; a game's own streams are numbered from 0.
LUCK = 1_000_000


@dataclass(frozen=True)
class Plan:
    """What is to be played, as plain data that can be sent to another process.

    Attributes
    ----------
    game : str
        Name of the game.
    rules : RuleSet
        Every value, resolved.
    team : tuple of Seat
        Policy of each seat that is taken; one for all is enough.
    seed : int
        Seed of the run.

    Raises
    ------
    BadInput
        If the team has policies for another number of players than the rules say.
    """

    game: str
    rules: RuleSet
    team: tuple[Seat, ...]
    seed: int

    def __post_init__(self) -> None:
        """Let one policy for all seats play those that are taken, and refuse a list for another number of players."""
        object.__setattr__(self, "team", seated(registry.load_game(self.game), self.rules, self.team))


def row_dtype(game: registry.Game) -> np.dtype:
    """Return the dtype of one stored row: the game index, then the columns of ``game.toml``."""
    return np.dtype([("game", "i8"), *((column.name, column.dtype) for column in game.file.columns)])


def work_dtype(game: registry.Game) -> np.dtype:
    """Return the dtype the kernel writes: every column as int64, so that nothing wraps; narrowed with a check later."""
    return np.dtype([("game", "i8"), *((column.name, "i8") for column in game.file.columns)])


def rules_record(game: registry.Game, rules: RuleSet) -> np.recarray:
    """Return the one-record array of rule values and card tables that kernels and policies read."""
    fields: list[tuple[Any, ...]] = []
    values: list[Any] = []
    for name, parameter in game.parameters.items():
        value = parameter.kernel_value(rules.values[name])
        if isinstance(value, tuple):
            fields.append((parameter.field, "i8", (len(value),)))
        else:
            fields.append((parameter.field, "f8" if parameter.kind == "number" else "i8"))
        values.append(value)
    if (game.folder / "cards.py").exists():
        for name, table in game.module("cards").build(rules.values, rules.cards).items():
            array = np.ascontiguousarray(table, dtype=np.int64)
            fields.append((name, "i8", array.shape))
            values.append(array)
    record = np.zeros(1, np.dtype(fields))
    for (name, *_), value in zip(fields, values, strict=True):
        record[name][0] = value
    return record.view(np.recarray)


def team_dtype(game: registry.Game) -> np.dtype:
    """Return the dtype of the game's ``team`` record."""
    state = game.module("state")
    seats = len(game.file.seats) + (1 if game.file.campaign else 0)
    return decisions.team_dtype(len(game.decisions), seats, 4, state.LONGEST_LIST)


# --- compiled code ---------------------------------------------------------------------------------------------------


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


#: What the kernel does first: go on with the game in the records, begin one, or go on with `end_script`'s future.
GO_ON, BEGIN, ANOTHER_FUTURE = 0, 1, 2

#: Every so many games each decision is checked for writing to the table.
AUDIT_EVERY = 1000


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


#: Numba type of the address of a game's turns.
PLAY = types.uint64


def record_arrays(game: registry.Game, rules_dtype: np.dtype) -> list[Any]:
    """Return the numba types of the arrays of records every kernel of a game is given first."""
    state = game.module("state")
    records = [state.TABLE, state.HIDDEN, rules_dtype, team_dtype(game), LOG]
    return [array_of(record_type(record)) for record in records]


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


def weights_vector(policy: Policy, seat: Seat, scenario: str) -> np.ndarray:
    """Return the weights of a seat in a scenario, as the kernel holds them, shape (WEIGHTS,)."""
    values = policy.weights_for(scenario) | seat.weights
    vector = np.zeros(decisions.WEIGHTS)
    vector[: len(policy.weights)] = [values[name] for name in policy.weights]
    return vector


def _restrict(game: registry.Game, seat: Seat, team: Any, position: int) -> None:
    """Write the choices a seat must not make into the team's record."""
    lines = [
        (
            list(game.decisions).index(line.decision),
            game.decisions[line.decision].columns.index(line.column),
            value,
            decisions.THIS_VALUE if line.keep is None else decisions.OTHER_VALUES,
        )
        for name in seat.forbid
        for line in game.mechanics[name].forbid
        for value in (line.values if line.keep is None else [line.keep])
    ]
    if len(lines) > decisions.FORBIDDEN:
        raise BadInput(f"{seat.label} forbids {len(lines)} choices; at most {decisions.FORBIDDEN} can be forbidden.")
    for number, line in enumerate(lines):
        team["forbidden"][position, number] = line
    team["forbidden_n"][position] = len(lines)


_decisions: dict[tuple[str, str], Any] = {}
_seats: dict[tuple[str, str], tuple[dict[str, int], list[Any]]] = {}


def compiled_decision(policy: Policy, function: Any, signature: Any) -> Any:
    """Return a decision function compiled; policies that inherit it share it."""
    key = (policy.compiled_digest(), function.__name__)
    if key not in _decisions:
        _decisions[key] = compile_decision(policy, function, signature)
    return _decisions[key]


def _seat_code(game: registry.Game, policy: Policy, rules_dtype: np.dtype) -> tuple[dict[str, int], list[Any]]:
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


class Context:
    """Records and compiled functions ready to play blocks of one plan.

    Parameters
    ----------
    plan : Plan
        What is to be played.

    Attributes
    ----------
    table, hidden, team, log, rules : numpy.recarray, shape (1,)
        The records the kernel works on.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.lay_out(plan.game, [plan.rules], plan.team)
        self.kernel = load_kernel(self.game.name, self.game.folder, plain(self.rules.dtype))

    def lay_out(self, game: str, rules: Sequence[RuleSet], seats: Sequence[Seat]) -> None:
        """Lay out the records, a rules record for each set of ``rules``, and load the policies of the seats."""
        self.game = registry.load_game(game)
        state = self.game.module("state")
        self.rules = np.concatenate([rules_record(self.game, each) for each in rules]).view(np.recarray)
        self.table = np.zeros(1, state.TABLE).view(np.recarray)
        self.hidden = np.zeros(1, state.HIDDEN).view(np.recarray)
        self.team = np.zeros(1, team_dtype(self.game)).view(np.recarray)
        self.log = np.zeros(1, LOG).view(np.recarray)
        self.team["audit_every"][0] = AUDIT_EVERY
        self.seats = tuple(seats)
        self.scenarios = [each.scenario for each in rules]
        self._functions: list[Any] = []
        self.turns, self.play_address = load_turns(self.game.name, self.game.folder, plain(self.rules.dtype))
        self._functions += self._seat_policies()

    def _seat_policies(self) -> list[Any]:
        kept = []
        for position, (seat, name_of_seat) in enumerate(zip(self.seats, self.game.file.all_seats, strict=False)):
            kind = CAMPAIGN if position >= len(self.game.file.seats) else ""
            policy = load_declaration(self.game, seat.policy, kind)
            self.team["weights"][0, position] = weights_vector(policy, seat, self.scenarios[0])
            _restrict(self.game, seat, self.team[0], position)
            addresses, functions = _seat_code(self.game, policy, plain(self.rules.dtype))
            kept.append(functions)
            for number, (name, decision) in enumerate(self.game.decisions.items()):
                if name_of_seat in decision.seats:
                    self.team["address"][0, number, position] = addresses[name]
            if policy.looks_ahead:
                kept.append(lookahead.set_up_seat(self, policy, position))
        if self.team["looking"][0]:
            kept.append(lookahead.set_up_team(self))
        return kept

    def can_reshuffle(self) -> None:
        """Load what deals again, after a script, whatever the table has not seen; games without it only roll anew."""
        if not self.team["reshuffle"][0]:
            function, self.team["reshuffle"][0] = load_reshuffle(
                self.game.name, self.game.folder, plain(self.rules.dtype)
            )
            self._functions.append(function)

    def play(self, first: int, count: int) -> np.ndarray:
        """Play games ``first`` to ``first + count - 1`` and return their rows.

        Raises
        ------
        ContractBroken
            If a policy or the engine broke a contract; names the game.
        """
        rows = np.zeros(count, work_dtype(self.game)).view(np.recarray)
        self.log["on"][0] = 0
        self.team["error"][0] = 0
        done = self.call(rows, first, count, turns=-1, fresh=1)
        if self.team["error"][0] != 0:
            raise self.broken(first + done)
        return narrow(rows, row_dtype(self.game))

    def call(self, rows: np.ndarray, first: int, count: int, turns: int, fresh: int) -> int:
        """Call the kernel itself; for the trace and for positions inside a game."""
        arguments = (self.table, self.hidden, self.rules, self.team, self.log, rows)
        numbers = (self.plan.seed, first, count, turns, fresh)
        return self.enter(arguments, numbers, lambda: max(int(rows["game"].max()) + 1 if count > 1 else first, first))

    def enter(self, records: Sequence[np.ndarray], numbers: Sequence[int], at: Callable[[], int]) -> int:
        """Call the kernel with records and numbers; ``at`` tells which game it was playing if a policy raises."""
        try:
            if INTERPRETED:
                with np.errstate(over="ignore"):
                    return int(self.kernel(*records, *numbers, self.play_address))
            arrays = tuple(
                array.view(plain(array.dtype), np.ndarray) if array.dtype.names else array for array in records
            )
            return int(self.kernel(*arrays, *numbers, np.uint64(self.play_address)))
        except HouseEdgeError:
            raise
        except Exception as error:
            raise ContractBroken(f"a policy raised {type(error).__name__}: {error}", at(), self.plan.seed) from error

    def broken(self, game_index: int) -> ContractBroken:
        """Return the error that describes the contract broken in the last call."""
        team = self.team
        code = int(team["error"][0])
        decision = list(self.game.decisions)[int(team["error_decision"][0])]
        seat = int(team["error_seat"][0])
        policy = self.seats[seat].label
        said = {
            decisions.INDEX_OUT_OF_RANGE: f"policy '{policy}' answered {int(team['error_index'][0])} to the decision"
            f" '{decision}' with {int(team['error_n'][0])} choices",
            decisions.TABLE_WRITTEN: f"policy '{policy}' wrote to the table in the decision '{decision}'",
            decisions.CHOICES_WRITTEN: f"policy '{policy}' wrote to the list of choices of the decision '{decision}'",
            decisions.TOO_MANY_CHOICES: f"the engine listed more choices than '{decision}' can hold",
            decisions.NO_CHOICE: f"the engine asked the decision '{decision}' without a legal choice",
        }[code]
        return ContractBroken(f"{said} (seat {self.game.file.all_seats[seat]})", game_index, self.plan.seed)


def plain(dtype: np.dtype) -> np.dtype:
    """Return the dtype without numpy's record class, as the compiled signatures name it."""
    assert dtype.fields is not None and dtype.names is not None
    return np.dtype([(name, dtype.fields[name][0]) for name in dtype.names])


def narrow(rows: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return rows in their stored dtype.

    Raises
    ------
    HouseEdgeError
        If a value does not fit: a silent wrap would corrupt it.
    """
    stored = np.empty(len(rows), dtype)
    for name in dtype.names or ():
        column = rows[name]
        stored[name] = column
        if not np.array_equal(stored[name], column):
            worst = int(column[np.flatnonzero(stored[name] != column)[0]])
            raise HouseEdgeError(f"column {name} cannot hold {worst} as {dtype[name]}")
    return stored
