"""What a study reads off its games: won or not, or a measure and who won, as few bytes as that takes.

A team's games are won or lost: a bit each. Of a game played against each other two numbers are kept: the measure that
is asked about, and the twelfths of the victory of one seat, the watched one's or that of a player who sits alone among
others. A study names what it has in a world by the policy: the measure by the policy itself, the watched seat's
advantage over an equal part of the wins by `seat_of`, what a player wins above an equal part by `against`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import won_games
from analysis.measures import measure_named, measures_of
from analysis.pairs import Metric, win_rate_metric
from analysis.seats import VICTORY, WHOLE, one_against

if TYPE_CHECKING:
    from analysis.stretch import Stretch
    from sim.params import RuleSet
    from sim.registry import Game


def seat_of(policy: str) -> str:
    """Return under which name a world holds the watched seat's advantage when everybody plays one policy."""
    return f"{policy}, the watched seat"


def against(player: str, others: str) -> str:
    """Return under which name a world holds what one player among others wins above an equal part."""
    return f"{player} among {others}"


@dataclass(frozen=True)
class Won:
    """Games are won or lost.

    Attributes
    ----------
    game : Game
        A game of one team.
    """

    game: Game

    @property
    def metric(self) -> Metric:
        """The win rate."""
        return win_rate_metric(self.game)

    #: What it adds to the label of a stretch.
    label = ""

    def read(self, stretch: Stretch, rows: np.ndarray) -> np.ndarray:
        """Return which games were won."""
        return won_games(self.game, rows)

    def pack(self, values: np.ndarray) -> bytes:
        """Return values as bytes."""
        return np.packbits(values).tobytes()

    def unpack(self, data: bytes, games: int) -> np.ndarray | None:
        """Return the values of so many games, None if these bytes are of others."""
        if len(data) != -(-games // 8):
            return None
        return np.unpackbits(np.frombuffer(data, np.uint8), count=games).astype(bool)

    def middle(self, values: np.ndarray) -> float:
        """Return the mean of what is asked about."""
        return float(values.mean())

    def named(self, rules: RuleSet, who: str, values: np.ndarray) -> dict[str, np.ndarray]:
        """Return what a world holds of these games, by its name."""
        return {who: values}


@dataclass(frozen=True)
class Measured:
    """A measure, and the twelfths of the victory of one seat.

    Attributes
    ----------
    game : Game
        A game played against each other.
    measure : str
        As `analysis.measures.measures_of` names it.
    """

    game: Game
    measure: str
    _known: dict[int, Metric] = field(default_factory=dict, repr=False, compare=False)

    def at(self, rules: RuleSet) -> Metric:
        """Return the measure at a table."""
        seats = self.game.seats_in_play(rules)
        if len(seats) not in self._known:
            self._known[len(seats)] = measure_named(measures_of(self.game, seats), self.measure, self.game)
        return self._known[len(seats)]

    @cached_property
    def metric(self) -> Metric:
        """The measure, for its name, label and unit."""
        return measure_named(measures_of(self.game, self.game.file.seats[:2]), self.measure, self.game)

    @property
    def label(self) -> str:
        """What it adds to the label of a stretch."""
        return self.measure

    def read(self, stretch: Stretch, rows: np.ndarray) -> np.ndarray:
        """Return the measure and one seat's twelfths of each game, shape (games, 2), int32."""
        watched = self.game.file.seats.index(self.game.file.watched)
        seat = self.game.file.seats[watched if stretch.seat is None else stretch.seat]
        victory = rows[self.game.file.columns_of(VICTORY)[seat].name]
        return np.stack([self.at(stretch.rules).values(rows), victory], axis=1).astype(np.int32)

    def pack(self, values: np.ndarray) -> bytes:
        """Return values as bytes."""
        return values.astype("<i4").tobytes()

    def unpack(self, data: bytes, games: int) -> np.ndarray | None:
        """Return the values of so many games, None if these bytes are of others."""
        if len(data) != 8 * games:
            return None
        return np.frombuffer(data, "<i4").reshape(games, 2).astype(np.int32)

    def middle(self, values: np.ndarray) -> float:
        """Return the mean of what is asked about."""
        return float(values[:, 0].mean() / self.metric.per)

    def named(self, rules: RuleSet, who: str, values: np.ndarray) -> dict[str, np.ndarray]:
        """Return what a world holds of these games, by its name."""
        return {who: values[:, 0] / self.metric.per, seat_of(who): values[:, 1] / WHOLE - self.equal(rules)}

    def equal(self, rules: RuleSet) -> float:
        """Return an equal part of the wins."""
        return 1 / len(self.game.seats_in_play(rules))

    def tables(self, rules: RuleSet, player: str, others: str) -> list[tuple[str, ...]]:
        """Return the tables at which one player meets others, at every seat in turn."""
        return one_against(player, others, len(self.game.seats_in_play(rules)))

    def met(self, rules: RuleSet, tables: Sequence[np.ndarray]) -> np.ndarray:
        """Return what one player wins above an equal part, the mean of all seats, game by game."""
        own = np.sum([values[:, 1] for values in tables], axis=0)
        return np.asarray(own / (WHOLE * len(tables)) - self.equal(rules))


Reading = Won | Measured


def reading_of(game: Game, measure: str) -> Reading:
    """Return how games are read for a measure."""
    return Measured(game, measure) if game.file.competitive else Won(game)


def advantages(world: Mapping[tuple[str, str], np.ndarray], policy: str) -> dict[str, np.ndarray]:
    """Return the watched seat's advantage by scenario."""
    return {name: values for (name, who), values in world.items() if who == seat_of(policy)}
