"""The records of games played against each other: most points, fewest that won, the widest and the closest victory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.seats import points, twelfths
from sim.schema import ColumnEntry

if TYPE_CHECKING:
    from sim.registry import Game


#: What is told besides the stored columns of a game played against each other.
MARGIN = "margin_of_the_victory"


@dataclass(frozen=True)
class Extreme:
    """One record of a run; of several games that hold it the first.

    Attributes
    ----------
    name : str
        "most", "least_to_win", "most_without_winning", "widest" or "closest".
    value : int
        In what the game is played for; for "widest" and "closest" best minus second.
    seat : str
        Who holds it; of a table that ended closely or widely the winner.
    index : int
        Which game of the run.
    alike : int
        Games of the run with the same value, this one included.
    """

    name: str
    value: int
    seat: str
    index: int
    alike: int

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return dict(self.__dict__)


def margin_column(game: Game) -> list[ColumnEntry]:
    """Return what is looked at besides the stored columns of a game played against each other: how close it was."""
    if not game.file.competitive:
        return []
    unit = next(iter(game.file.columns_of(game.file.measures[0]).values())).unit
    return [ColumnEntry(name=MARGIN, label="Margin of the victory", unit=unit, role="detail")]


def with_margin(game: Game, rows: np.ndarray, seats: Sequence[str]) -> np.ndarray:
    """Return rows with how far the best seat was ahead of the next one, 0 where a victory is shared."""
    had = np.sort(points(game, rows, seats), axis=1)
    found = np.empty(len(rows), [*((name, rows.dtype[name]) for name in rows.dtype.names or ()), (MARGIN, np.int64)])
    for name in rows.dtype.names or ():
        found[name] = rows[name]
    found[MARGIN] = had[:, -1] - had[:, -2]
    return found


def extremes(game: Game, rows: np.ndarray, seats: Sequence[str]) -> list[Extreme]:
    """Return the records of a run.

    Parameters
    ----------
    game : Game
        A game played against each other.
    rows : structured array
        Stored rows of one scenario.
    seats : sequence of str
        The seats that are taken.
    """
    rows = rows[np.argsort(rows["game"], kind="stable")]
    had, won = points(game, rows, seats), twelfths(game, rows, seats) > 0
    behind = np.sort(had, axis=1)
    margin, winner = behind[:, -1] - behind[:, -2], np.argmax(won, axis=1)
    far = had.max() + 1
    of_winners, of_others = np.where(won, had, far), np.where(won, had.min() - 1, had)
    found = [
        _of_seats("most", had, int(had.max()), rows, seats),
        _of_seats("least_to_win", of_winners, int(of_winners.min()), rows, seats),
    ]
    if not won.all():
        found.append(_of_seats("most_without_winning", of_others, int(of_others.max()), rows, seats))
    for name, value in (("widest", int(margin.max())), ("closest", _closest(margin, won))):
        alike = (margin == value) & (won.sum(axis=1) == 1)
        if alike.any():
            place = int(np.argmax(alike))
            found.append(Extreme(name, value, seats[winner[place]], int(rows["game"][place]), int(alike.sum())))
    return found


def _of_seats(name: str, values: np.ndarray, value: int, rows: np.ndarray, seats: Sequence[str]) -> Extreme:
    held = values == value
    place = int(np.argmax(held.any(axis=1)))
    return Extreme(
        name, value, seats[int(np.argmax(held[place]))], int(rows["game"][place]), int(held.any(axis=1).sum())
    )


def _closest(margin: np.ndarray, won: np.ndarray) -> int:
    """Return the smallest margin of a game with one winner; points may be equal where something else decides."""
    alone = margin[won.sum(axis=1) == 1]
    return int(alone.min()) if len(alone) else -1
