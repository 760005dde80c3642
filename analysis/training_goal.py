"""What are weights trained for? The games a team wins, or what one player wins among opponents, at every seat in turn.

A team plays one table, and a game is won or not. Of a game played against each other a set of weights sits at every
seat in turn among opponents who do not change, on the same seeds: the tables of one game index are one observation, the
mean of its own results over the seats, so that no seat favours a set and seats are never taken for games of their own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.pairs import COUNT_MARGIN, Metric, win_rate_metric
from analysis.seats import VICTORY, WHOLE, by_seat, one_against, points, twelfths
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.registry import Game

#: A gain up to this is none that anybody would notice at the table.
MARGIN = 0.005


@dataclass(frozen=True)
class Goal:
    """What is made as large as possible.

    Attributes
    ----------
    metric : Metric
        What a game counts, for the effects that are reported.
    opponents : str
        Who takes all the other seats, as ``--policy`` takes it; "" for a team.
    measure : str
        The measure of the player's seat that counts; "" for a team.
    common : int
        A number all numbers of players divide, so that means over the seats are whole numbers.
    """

    metric: Metric
    opponents: str = ""
    measure: str = ""
    common: int = 1

    @property
    def competitive(self) -> bool:
        """Whether there are opponents."""
        return bool(self.opponents)

    @property
    def whole(self) -> int:
        """A game's value is this many times what is meant."""
        return self.common * (WHOLE if self.measure == VICTORY else 1)

    @property
    def margin(self) -> float:
        """A gain up to this does not matter."""
        return MARGIN if self.metric.is_share else COUNT_MARGIN

    def tables(self, label: str, seats: int) -> list[str]:
        """Return the tables at which a set of weights is judged, as ``--policy`` takes them."""
        if not self.competitive:
            return [label]
        return ["+".join(table) for table in one_against(label, self.opponents, seats)]

    def values(self, game: Game, tables: Sequence[np.ndarray], seats: Sequence[str]) -> np.ndarray:
        """Return what each game counts, times `whole`: at table ``k`` the player sits at seat ``k``."""
        own = [by_seat(game, rows, self.measure, seats)[:, seat] for seat, rows in enumerate(tables)]
        return np.sum(own, axis=0) * (self.common // len(seats))

    def missing(self, game: Game, tables: Sequence[np.ndarray], seats: Sequence[str]) -> list[np.ndarray]:
        """Return by how much the player missed the best, table by table; negative where it had part of the victory."""
        found = []
        for seat, rows in enumerate(tables):
            had = points(game, rows, seats)
            behind = had.max(axis=1) - had[:, seat]
            found.append(np.where(twelfths(game, rows, seats)[:, seat] > 0, -1, behind))
        return found

    def identity(self) -> str:
        """Return a text that is another one for every other goal; "" for a team."""
        return f" {self.measure} {self.common} {self.opponents}" if self.competitive else ""

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"opponents": self.opponents, "measure": self.measure}


def team_goal(game: Game) -> Goal:
    """Return the goal of a team: to win."""
    return Goal(win_rate_metric(game))


def goal_against(game: Game, players: Iterable[int], opponents: str, measure: str = VICTORY) -> Goal:
    """Return the goal of one player among opponents.

    Parameters
    ----------
    players : iterable of int
        Numbers of players of the tables.
    opponents : str
        Who takes all the other seats.
    measure : str, optional
        What of the player's seat counts, by default its share of the victory.

    Raises
    ------
    BadInput
        If the game stores no such amount of every seat.
    """
    amounts = [name for name in game.file.measures if name == VICTORY or _is_amount(game, name)]
    if measure not in amounts:
        near = nearest(measure, amounts)
        raise BadInput(f"--measure {measure}: {game.file.title} stores no such amount of every seat.{near}")
    common = math.lcm(*players)
    if measure == VICTORY:
        return Goal(Metric("win_share", "share of the victories", "share", 1), opponents, measure, common)
    column = next(iter(game.file.columns_of(measure).values()))
    return Goal(Metric(measure, column.label, column.unit, 1), opponents, measure, common)


def _is_amount(game: Game, measure: str) -> bool:
    columns = game.file.columns_of(measure)
    unit = next(iter(columns.values())).unit
    return bool(unit) and unit != "bits" and set(columns) == set(game.file.seats)
