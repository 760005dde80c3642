"""The records a game is played on, as arrays: laid out from its declarations, filled from rules and weights.

Compiled code and policies read and write them in place; the rows it fills are narrowed to what is stored.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim import decisions, registry
from sim.errors import BadInput, HouseEdgeError
from sim.jit import array_of, record_type
from sim.params import RuleSet
from sim.policy import Policy, Seat
from sim.trace import LOG


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


def record_arrays(game: registry.Game, rules_dtype: np.dtype) -> list[Any]:
    """Return the numba types of the arrays of records every kernel of a game is given first."""
    state = game.module("state")
    records = [state.TABLE, state.HIDDEN, rules_dtype, team_dtype(game), LOG]
    return [array_of(record_type(record)) for record in records]


def plain(dtype: np.dtype) -> np.dtype:
    """Return the dtype without numpy's record class, as the compiled signatures name it."""
    assert dtype.fields is not None and dtype.names is not None
    return np.dtype([(name, dtype.fields[name][0]) for name in dtype.names])


# --- what is written into them, read out of them ---------------------------------------------------------------------


def weights_vector(policy: Policy, seat: Seat, scenario: str) -> np.ndarray:
    """Return the weights of a seat in a scenario, as the kernel holds them, shape (WEIGHTS,)."""
    values = policy.weights_for(scenario) | seat.weights
    vector = np.zeros(decisions.WEIGHTS)
    vector[: len(policy.weights)] = [values[name] for name in policy.weights]
    return vector


def restrict(game: registry.Game, seat: Seat, team: Any, position: int) -> None:
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
