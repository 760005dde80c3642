"""A share of games to be won as the target of a search for changes.

Games are summed up as won of played, the effects of single changes add up as log odds, and the distance of several
scenarios from their targets is the mean absolute deviation.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import won_games
from analysis.proportions import CONFIDENCE, Estimate, wilson
from analysis.singles import meeting_values
from analysis.targets import SOLID, Habits, Tallies
from analysis.tries import LONG_LOOKS
from analysis.tuned import Way, verdict_of

if TYPE_CHECKING:
    from analysis.changes import Knob
    from analysis.tries import Try
    from sim.params import Value
    from sim.registry import Game

#: What being one percentage point beyond the tolerance weighs, in cost: as much as one more change.
POINT = 5.0


@dataclass(frozen=True)
class Tally:
    """Games won of the games played; two sets with one ``mark`` have the same games in everything stored."""

    wins: int
    games: int
    mark: str = ""

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.games + other.games)

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        return [self.wins, self.games, self.mark]

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a reader."""
        return {"won": self.wins, "games": self.games}

    @classmethod
    def read(cls, wins: Any, games: Any, mark: Any) -> Tally:
        """Return what `written` wrote."""
        return cls(int(wins), int(games), str(mark))


@dataclass(frozen=True)
class Rates:
    """A share of games to be won, of each scenario; see `analysis.targets.Target`.

    Attributes
    ----------
    rates : dict
        Share of games to be won, by scenario.
    tolerance : float
        How far from it is still on target.
    game : Game, optional
        Whose rows are counted.
    """

    rates: Mapping[str, float]
    tolerance: float
    game: Game | None = None

    #: What a unit of distance, all games, weighs in cost.
    weight = POINT * 100
    habits = Habits()
    dropping = (
        "an interval valid over all looks is farther from the target than the tolerance, and than the best set so far"
        " may be"
    )

    @property
    def scenarios(self) -> tuple[str, ...]:
        """What is played of every set."""
        return tuple(self.rates)

    def count(self, rows: np.ndarray, mark: str) -> Tally:
        """Return the games won, by the team or by the watched seat."""
        assert self.game is not None
        won = won_games(self.game, rows)
        return Tally(int(won.sum()), len(won), mark)

    def nothing(self) -> Tally:
        """Return the sum of no games."""
        return Tally(0, 0)

    def said(self, distance: float) -> str:
        """Return a distance in words."""
        return f"{100 * distance:.1f} points off"

    def deviations(self, tallies: Mapping[str, Tally]) -> list[float]:
        """Return win rate minus target of each scenario."""
        return [tallies[name].wins / tallies[name].games - rate for name, rate in self.rates.items()]

    def distance(self, tallies: Mapping[str, Tally]) -> float:
        """Return the mean absolute deviation from the targets over the scenarios."""
        found = self.deviations(tallies)
        return sum(abs(value) for value in found) / len(found)

    def search_distance(self, tallies: Mapping[str, Tally]) -> float:
        """Return the distance as a search compares it: of several scenarios without what noise adds to it.

        The deviation of a share of few games is never 0. Its square is too large by the square of its standard error on
        average, and that is taken off; otherwise no set could be on target in ten scenarios at once.
        """
        if len(self.rates) == 1:
            return self.distance(tallies)
        errors = [wilson(tallies[name].wins, tallies[name].games).standard_error for name in self.rates]
        squares = [dev**2 - error**2 for dev, error in zip(self.deviations(tallies), errors, strict=True)]
        return sum(math.sqrt(max(0.0, square)) for square in squares) / len(squares)

    def side(self, tallies: Mapping[str, Tally]) -> float:
        """Return the mean deviation with its sign: positive where too many games are won."""
        found = self.deviations(tallies)
        return sum(found) / len(found)

    def spread(self, tallies: Mapping[str, Tally], looks: int = LONG_LOOKS) -> float:
        """Return how far the distance may be off, after up to ``looks`` looks at it.

        Half the width of the Wilson interval of one scenario; of several, the root of the sum of squares over their
        number, as of a mean of independent ones. It decides what is worth playing, nothing that is reported.
        """
        confidence = 1 - (1 - CONFIDENCE) / looks
        halves = [wilson(tallies[name].wins, tallies[name].games, confidence) for name in self.rates]
        return math.sqrt(sum(((e.high - e.low) / 2) ** 2 for e in halves)) / len(halves)

    # --- log odds ---

    def position(self, tallies: Tallies) -> np.ndarray:
        """Return the log odds of each scenario."""
        return np.array([log_odds(tallies[name].wins, tallies[name].games) for name in self.rates])

    def shift(self, found: Tallies, before: Tallies) -> tuple[np.ndarray, np.ndarray]:
        """Return by how much the log odds of each scenario differ, and the variance of that which is noise."""
        pairs = [(found[name], before[name]) for name in self.rates]
        shift = [log_odds(t.wins, t.games) - log_odds(b.wins / b.games * t.games, t.games) for t, b in pairs]
        return np.array(shift), np.array([_error(t) ** 2 + _error(b) ** 2 for t, b in pairs])

    def error(self, tallies: Tallies, predicted: np.ndarray) -> np.ndarray:
        """Return by how much predicted log odds were wrong."""
        expected = 1 / (1 + np.exp(-predicted))
        found = [tallies[name] for name in self.rates]
        return np.array(
            [
                log_odds(tally.wins, tally.games) - log_odds(rate * tally.games, tally.games)
                for tally, rate in zip(found, expected, strict=True)
            ]
        )

    def distances(self, positions: np.ndarray) -> np.ndarray:
        """Return the mean absolute deviation from the targets of log odds, scenarios along the last axis."""
        wanted = np.array(list(self.rates.values()))
        return np.asarray(np.abs(1 / (1 + np.exp(-positions)) - wanted).mean(axis=-1))

    def promise(self, positions: np.ndarray) -> np.ndarray:
        """Return the distances: every step towards a target shows in them."""
        return self.distances(positions)

    # --- values and verdicts ---

    def next_values(
        self, knob: Knob, tried: Mapping[Any, Try], printed: Try, impossible: Collection[Any]
    ) -> list[Value]:
        """Return the values to try next where a rule meets the target between two values tried."""
        sides = {value: self._edge(one, printed) for value, one in tried.items()}
        if knob.settled:
            sides[knob.before[0]] = self._edge(printed, printed)
        return meeting_values(knob, sides, impossible)

    def _edge(self, one: Try, printed: Try) -> float:
        """Return on which side of the target a set is: of its edge towards the printed game, for the smallest change.

        Several scenarios have no edge; their mean deviation is used as it is.
        """
        side = self.side(one.tallies)
        if len(self.rates) > 1:
            return side
        return side - (1 if self.side(printed.tallies) > 0 else -1) * SOLID * self.tolerance

    def way(self, one: Try, tallies: Tallies) -> Way:
        """Return a set with the shares won in the confirmation."""
        distance = distance_estimate(self, tallies)
        rates = {name: wilson(tally.wins, tally.games) for name, tally in tallies.items()}
        verdict = verdict_of(distance, self.tolerance)
        return Way(one.changes, one.number, one.size, one.cost, rates, distance, verdict, dict(one.tallies))

    def asked(self) -> dict[str, Any]:
        """Return the target as plain data."""
        return {
            "targets": dict(self.rates),
            "tolerance": self.tolerance,
            "distance": {"measure": "mean absolute deviation over the scenarios", "unit": "share"},
        }

    def seen(self, tallies: Tallies) -> dict[str, Any]:
        """Return the games won as plain data."""
        return {"won": {name: tally.wins for name, tally in tallies.items()}}


def log_odds(wins: float, games: float) -> float:
    """Return the log odds of winning; half a game is added to either side, so that it is finite.

    Near 0 % and 100 % that half game decides, so two log odds are compared at the same number of games.
    """
    return math.log((wins + 0.5) / (games - wins + 0.5))


def _error(tally: Tally) -> float:
    return math.sqrt(1 / (tally.wins + 0.5) + 1 / (tally.games - tally.wins + 0.5))


def distance_estimate(target: Rates, tallies: Mapping[str, Tally], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean absolute deviation from the targets with an interval.

    The interval holds whatever lies within the Wilson intervals of all scenarios together, each at alpha divided by
    their number; of a single scenario it is that of the win rate.
    """
    level = 1 - (1 - confidence) / len(target.rates)
    lows, highs, variance = [], [], 0.0
    for name, rate in target.rates.items():
        found = wilson(tallies[name].wins, tallies[name].games, level)
        lows.append(max(0.0, rate - found.high, found.low - rate))
        highs.append(max(abs(found.low - rate), abs(found.high - rate)))
        variance += found.standard_error**2
    count = len(target.rates)
    method = "wilson" if count == 1 else "wilson, simultaneous over the scenarios"
    games = min(tally.games for tally in tallies.values())
    return Estimate(
        target.distance(tallies), sum(lows) / count, sum(highs) / count, variance**0.5 / count, games, method
    )
