"""Where does the money come from, where does it go, and which station costs most?

A game declares its ledgers and, for each flow column, the ledger, the direction and the station. In every game the
flows in equal the flows out; this file sums them and checks that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.schema import ColumnEntry


@dataclass(frozen=True)
class Flow:
    """One cause by which a ledger gains or loses, summed over games.

    Attributes
    ----------
    name, label : str
        The column and its words.
    station : str
        Where it happens, "" where it is no station's doing.
    total : int
        Sum over all games.
    score : bool
        Whether it is what the game is about, rather than a flow.
    """

    name: str
    label: str
    station: str
    total: int
    score: bool = False


@dataclass(frozen=True)
class Ledger:
    """One account, summed over games.

    Attributes
    ----------
    name, label, unit : str
        As declared by the game.
    games : int
        Games summed.
    inflows, outflows : tuple of Flow
        In the order of the declaration.
    unbalanced : int
        Games in which in and out differ; 0, or the engine has a fault.
    """

    name: str
    label: str
    unit: str
    games: int
    inflows: tuple[Flow, ...]
    outflows: tuple[Flow, ...]
    unbalanced: int = 0

    @property
    def total(self) -> int:
        """Everything that came in."""
        return sum(flow.total for flow in self.inflows)

    @property
    def balanced(self) -> bool:
        """Whether in equals out, in every game and in sum."""
        return self.unbalanced == 0 and self.total == sum(flow.total for flow in self.outflows)

    @property
    def losses(self) -> tuple[Flow, ...]:
        """Outflows that a station is to blame for, largest first; those without a station are kept, not lost."""
        return tuple(sorted((f for f in self.outflows if f.station), key=lambda f: -f.total))

    @property
    def kept(self) -> tuple[Flow, ...]:
        """Outflows without a station: what the ledger is for."""
        return tuple(flow for flow in self.outflows if not flow.station)

    def by_station(self) -> dict[str, int]:
        """Return what each station lost, largest first."""
        totals: dict[str, int] = {}
        for flow in self.losses:
            totals[flow.station] = totals.get(flow.station, 0) + flow.total
        return dict(sorted(totals.items(), key=lambda item: -item[1]))

    def per_game(self, flow: Flow) -> float:
        """Return a flow's mean of a game; NaN without games."""
        return flow.total / self.games if self.games else float("nan")

    def to_json(self) -> dict[str, Any]:
        """Return the totals as contracts, section 7, has them."""
        return {
            "in": {flow.name: flow.total for flow in self.inflows},
            "out": {flow.name: flow.total for flow in self.outflows},
            "games": self.games,
            "unbalanced": self.unbalanced,
        }


def ledgers_of_rows(game: Game, rows: np.ndarray) -> dict[str, Ledger]:
    """Return every ledger of a game, summed over rows and checked game by game."""
    found = {}
    for entry in game.file.ledgers:
        columns = [column for column in game.file.columns if column.ledger == entry.name]
        balance = np.zeros(len(rows), np.int64)
        for column in columns:
            values = rows[column.name].astype(np.int64)
            balance += values if column.direction == "in" else -values
        totals = {column.name: int(rows[column.name].sum(dtype=np.int64)) for column in columns}
        found[entry.name] = _ledger(game, entry.name, totals, len(rows), int(np.count_nonzero(balance)))
    return found


def ledgers_of_totals(game: Game, data: Mapping[str, Mapping[str, Any]]) -> dict[str, Ledger]:
    """Return the ledgers that `Ledger.to_json` described; labels and stations come from the game."""
    found = {}
    for name, entry in data.items():
        totals = {**entry["in"], **entry["out"]}
        found[name] = _ledger(game, name, totals, entry["games"], entry["unbalanced"])
    return found


def _ledger(game: Game, name: str, totals: Mapping[str, int], games: int, unbalanced: int) -> Ledger:
    entry = next(ledger for ledger in game.file.ledgers if ledger.name == name)
    columns = [column for column in game.file.columns if column.ledger == name]
    return Ledger(
        name,
        entry.label,
        entry.unit,
        games,
        tuple(_flow(column, totals) for column in columns if column.direction == "in"),
        tuple(_flow(column, totals) for column in columns if column.direction == "out"),
        unbalanced,
    )


def _flow(column: ColumnEntry, totals: Mapping[str, int]) -> Flow:
    return Flow(column.name, column.label, column.station, int(totals[column.name]), column.role == "score")


def costliest_station(game: Game, ledgers: Mapping[str, Ledger]) -> tuple[str, str, int] | None:
    """Return (station, ledger, total lost) of the players' station that loses most, None if no ledger names one.

    Losses that are nobody's turn (closing time, the scenario's special rules) are stations of the ledger, but not of
    the team, and are left out here.
    """
    found = [
        (station, ledger.name, total)
        for ledger in ledgers.values()
        for station, total in ledger.by_station().items()
        if station in game.file.seats and total > 0
    ]
    return max(found, key=lambda item: item[2], default=None)
