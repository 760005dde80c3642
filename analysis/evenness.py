"""Equal seats, or equal things dealt, as the target of a search for changes: a small gap between the groups' means.

Of every set of changes the whole vector of sums and products is kept, so that means, their covariance (games are the
clusters: the seats of one game are not independent) and the gap follow from any number of blocks. Effects of single
changes on the means add up nearly, and the gap is taken of the sum. The largest of several noisy differences is too
large on average; what noise adds is taken off where sets are compared, and what is reported holds for all pairs of
groups together.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.balance_measures import ADDED, Groups, dealt_codes, gap_of
from analysis.balance_parts import VICTORY
from analysis.changewords import singular
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE
from analysis.proposals import filled, shrunk
from analysis.seats import WHOLE, by_seat
from analysis.targets import SOLID, Habits, Tallies
from analysis.tuned import Way

if TYPE_CHECKING:
    from analysis.balance_parts import Gap
    from analysis.changes import Knob
    from analysis.tries import Try
    from sim.params import Value
    from sim.registry import Game

#: What being one more target beyond the target weighs, in cost: as much as five more changes.
BEYOND = 25.0

#: Standard errors of the widest difference by which a gap may be off, for what is worth playing.
SLACK = 1.5

#: A gap counts for no more than so many times itself.
MOST_FACTOR = 1_000.0

#: Values of one rule that are tried at most.
MOST_VALUES = 8

#: Share of the target by which a value has to promise a smaller gap than those tried, to be tried though not even.
PROMISE = 0.1


@dataclass(frozen=True)
class Sums:
    """Games summed up as a vector of whole numbers a game, with the products of all its parts.

    Attributes
    ----------
    games : int
        Games played.
    total : tuple of int
        Sum of the vectors.
    products : tuple of int
        Sums of the products of every two parts, row by row from the diagonal on.
    mark : str
        Digest of the games.
    """

    games: int
    total: tuple[int, ...]
    products: tuple[int, ...]
    mark: str = ""

    @classmethod
    def of(cls, vectors: np.ndarray, mark: str = "") -> Sums:
        """Return the sums of vectors, int64, shape (games, parts)."""
        upper = np.triu_indices(vectors.shape[1])
        products = (vectors.T @ vectors)[upper]
        return cls(len(vectors), tuple(map(int, vectors.sum(axis=0))), tuple(map(int, products)), mark)

    def __add__(self, other: Sums) -> Sums:
        total = tuple(a + b for a, b in zip(self.total, other.total, strict=True))
        products = tuple(a + b for a, b in zip(self.products, other.products, strict=True))
        return Sums(self.games + other.games, total, products)

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        return [self.games, list(self.total), list(self.products), self.mark]

    @classmethod
    def read(cls, games: Any, total: Any, products: Any, mark: Any) -> Sums:
        """Return what `written` wrote."""
        return cls(int(games), tuple(map(int, total)), tuple(map(int, products)), str(mark))

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a reader."""
        return {"games": self.games, "sums": list(self.total)}

    @cached_property
    def matrix(self) -> np.ndarray:
        """Sums of products, float, shape (parts, parts)."""
        size = len(self.total)
        found = np.zeros((size, size))
        found[np.triu_indices(size)] = self.products
        return np.asarray(found + np.triu(found, 1).T)


@lru_cache
def noise_of_range(groups: int) -> float:
    """Return the mean square of the range of so many equal means, in squares of a difference's standard error.

    Examples
    --------
    >>> [round(noise_of_range(groups), 1) for groups in (2, 4, 7)]
    [1.0, 2.5, 4.0]
    """
    draws = np.random.default_rng(0).standard_normal((200_000, groups))
    return float(np.mean(np.ptp(draws, axis=1) ** 2)) / 2


@dataclass(frozen=True)
class Even:
    """Groups whose means are to be nearly equal; see `analysis.targets.Target`.

    Attributes
    ----------
    game : Game
        Played against each other.
    scenario : str
        What is played.
    seats : tuple of str
        Those that are taken.
    choices : tuple of str
        What players are dealt; () to compare the seats.
    measure : str
        What is compared: a measure of the game, `VICTORY` for shares of the victory.
    tolerance : float
        The gap wanted: no more than this.
    level : float, optional
        The mean of all groups in the game as it is. A gap shrinks with the points themselves, and a game of one round
        instead of eight is no fairer; so with a level, where less is scored a gap counts in proportion. 0: as it is.
    """

    game: Game
    scenario: str
    seats: tuple[str, ...]
    choices: tuple[str, ...]
    measure: str
    tolerance: float
    level: float = 0.0

    habits = Habits(
        of_two=12, of_three=18, batch=3, from_model=3, patience=3, played_on=8, rivals=1, long_looks=6, partial=1,
        others=1, climbing=3, fitted=True, ends=True, halving=True, leaping=1.0, designed=16,
        longer=2, early=1, confirmed=6, doubled=2,
    )  # fmt: skip

    dropping = (
        f"the gap less {SLACK:g} standard errors is above the target, and above the best set's so far with as many"
    )

    @property
    def scenarios(self) -> tuple[str, ...]:
        """What is played of every set."""
        return (self.scenario,)

    @property
    def names(self) -> tuple[str, ...]:
        """The groups."""
        return self.choices or self.seats

    @property
    def share(self) -> bool:
        """Whether shares of the victory are compared."""
        return self.measure == VICTORY

    @property
    def weight(self) -> float:
        """What a unit of gap beyond the target weighs, in cost."""
        return BEYOND / self.tolerance

    @property
    def scale(self) -> int:
        """How many whole numbers of a column are one unit of the measure."""
        return WHOLE if self.share else 1

    # --- games ---

    def count(self, rows: np.ndarray, mark: str) -> Sums:
        """Return the sums of games: of every seat's value; or how often each thing was dealt, then what it brought."""
        values = by_seat(self.game, rows, self.measure, self.seats)
        if not self.choices:
            return Sums.of(values, mark)
        codes = dealt_codes(self.game, rows, self.seats)
        had = [codes == place for place in range(1, len(self.choices) + 1)]
        dealt = [one.sum(axis=1) for one in had]
        brought = [(values * one).sum(axis=1) for one in had]
        return Sums.of(np.stack([*dealt, *brought], axis=1).astype(np.int64), mark)

    def nothing(self) -> Sums:
        """Return the sum of no games."""
        parts = len(self.choices) * 2 or len(self.seats)
        return Sums(0, (0,) * parts, (0,) * (parts * (parts + 1) // 2))

    def groups(self, tallies: Tallies) -> Groups:
        """Return the means of the groups with their covariance."""
        sums: Sums = tallies[self.scenario]
        return self._dealt(sums) if self.choices else self._seated(sums)

    def _seated(self, sums: Sums) -> Groups:
        """Return the means of the seats, as `analysis.balance_measures.seat_groups` has them."""
        n, k = sums.games, len(self.seats)
        total, products = np.array(sums.total) / self.scale, sums.matrix / self.scale**2
        added = ADDED if self.share else 0.0
        centre = (total + added / k) / (n + added)
        moments = (products + added / k * np.eye(k)) / (n + added) - np.outer(centre, centre)
        return Groups(self.seats, total / n, centre, moments / (n + added - 1), n, self.share)

    def _dealt(self, sums: Sums) -> Groups:
        """Return the mean of everything dealt: sum of what it brought over the times it was dealt.

        The covariance is that of a ratio, with games as clusters. Things are dealt at random, so no seat has better
        ones on average; what chance gives a good seat more often is in the interval.
        """
        n, k = sums.games, len(self.choices)
        total, products = np.array(sums.total, float), sums.matrix.copy()
        total[k:] /= self.scale
        products[k:] /= self.scale
        products[:, k:] /= self.scale
        dealt = np.maximum(total[:k], 1e-9)
        means = total[k:] / dealt
        weights = np.hstack([-np.diag(means), np.eye(k)]) * (n / dealt)[:, None]
        covariance = weights @ (products / n) @ weights.T / max(1, n - 1)
        return Groups(self.choices, means, means, covariance, n, self.share)

    def gap(self, tallies: Tallies) -> Gap:
        """Return the gap, with an interval that holds for all pairs of groups, and all looks at it, together."""
        return gap_of(self.groups(tallies), self.measure, self.tolerance, self.confidence)

    @property
    def confidence(self) -> float:
        """Level at which a gap is looked at: the confirmation may look several times, and all looks hold together."""
        return simultaneous(CONFIDENCE, 1 + self.habits.early + self.habits.longer)

    # --- how far ---

    def search_distance(self, tallies: Tallies) -> float:
        """Return the gap without what noise adds to it on average, as it counts."""
        found, error = self._widest(tallies)
        gap = math.sqrt(max(0.0, found**2 - noise_of_range(len(self.names)) * error**2))
        return gap * self.factor(tallies)

    def factor(self, tallies: Tallies) -> float:
        """Return by how much more is scored in the game as it is, at least 1."""
        return float(self._factors(self.groups(tallies).means.mean()))

    def _factors(self, levels: np.ndarray) -> np.ndarray:
        """Return the factor of mean scores."""
        if self.level <= 0 or self.share:
            return np.ones_like(levels)
        return np.maximum(1.0, self.level / np.maximum(levels, self.level / MOST_FACTOR))

    def error_of_difference(self, tallies: Tallies) -> float:
        """Return the root mean square of the standard errors of all differences."""
        return self._widest(tallies)[1]

    def _widest(self, tallies: Tallies) -> tuple[float, float]:
        """Return the largest difference of two means, and the root mean square of all differences' standard errors."""
        groups = self.groups(tallies)
        variance = np.diag(groups.covariance)
        pairs = combinations(range(len(variance)), 2)
        errors = [variance[a] + variance[b] - 2 * groups.covariance[a, b] for a, b in pairs]
        return float(np.ptp(groups.means)), math.sqrt(max(0.0, float(np.mean(errors))))

    def spread(self, tallies: Tallies) -> float:
        """Return how far the gap may be off."""
        return SLACK * self._widest(tallies)[1] * self.factor(tallies)

    def noise(self, tallies: Tallies) -> float:
        """Return the standard deviation of a game's difference between two groups."""
        return self._widest(tallies)[1] * math.sqrt(tallies[self.scenario].games)

    def said(self, distance: float) -> str:
        """Return a gap in words."""
        return f"gap {self.amount(round(distance, 4 if self.share else 2))}"

    def amount(self, gap: float) -> str:
        """Return a gap with its unit: ``'1 point'``, ``'2.5 marbles'``, ``'1 point of the victories'``."""
        if self.share:
            return f"{100 * gap:.4g} point{'' if gap == 0.01 else 's'} of the victories"
        return f"{gap:.4g} {singular(self.unit) if gap == 1 else self.unit}".rstrip()

    # --- means that add up ---

    def position(self, tallies: Tallies) -> np.ndarray:
        """Return every group's mean above the mean of all groups, and that mean."""
        means = self.groups(tallies).means
        return np.append(means - means.mean(), means.mean())

    def _noise(self, tallies: Tallies) -> np.ndarray:
        """Return the variance of the position."""
        k = len(self.names)
        parts = np.vstack([np.eye(k) - 1 / k, np.full(k, 1 / k)])
        return np.asarray(np.diag(parts @ self.groups(tallies).covariance @ parts.T))

    def shift(self, found: Tallies, before: Tallies) -> tuple[np.ndarray, np.ndarray]:
        """Return by how much the means moved against each other, and the variance of that which is noise."""
        return self.position(found) - self.position(before), self._noise(found) + self._noise(before)

    def error(self, tallies: Tallies, predicted: np.ndarray) -> np.ndarray:
        """Return by how much a prediction was wrong, as far as that is no noise."""
        return shrunk(self.position(tallies) - predicted, self._noise(tallies))

    def distances(self, positions: np.ndarray) -> np.ndarray:
        """Return the gap of positions as it counts; the groups, then their mean, along the last axis."""
        return np.asarray(np.ptp(positions[..., :-1], axis=-1) * self._factors(positions[..., -1]))

    def promise(self, positions: np.ndarray) -> np.ndarray:
        """Return the gap, and how far the groups are from each other altogether.

        Of two groups behind the others both have to be helped before the gap gets smaller.
        """
        apart = np.sqrt((positions[..., :-1] ** 2).sum(axis=-1)) * self._factors(positions[..., -1])
        return np.asarray((self.distances(positions) + apart) / 2)

    # --- values and verdicts ---

    def next_values(
        self, knob: Knob, tried: Mapping[Any, Try], printed: Try, impossible: Collection[Any]
    ) -> list[Value]:
        """Return the value of a number to try next: the smallest change whose interpolated gap is small enough.

        If there is none, the one with the smallest gap, as long as it promises to be smaller than what was tried.
        """
        if not knob.ordered or len(tried) >= MOST_VALUES or not tried:
            return []
        shifts = {value: shrunk(*self.shift(one.tallies, printed.after(one.looks))) for value, one in tried.items()}
        start = self.position(printed.tallies)
        gaps = self.distances(start + filled(knob, shifts, len(start)))
        known = {value: self.search_distance(one.tallies) for value, one in tried.items()}
        enough = SOLID * self.tolerance
        open_values = []
        for place in np.argsort([knob.size(value) for value in knob.values], kind="stable"):
            value = knob.values[place]
            if value in known:
                if known[value] <= enough and tried[value].state == "played":
                    return []  # everything smaller was tried
            elif value not in impossible:
                if gaps[place] <= enough:
                    return [value]
                open_values.append((float(gaps[place]), int(place)))
        least = min([*known.values(), self.search_distance(printed.tallies)])
        promising = min(open_values, default=(math.inf, 0))
        return [knob.values[promising[1]]] if promising[0] < least - PROMISE * self.tolerance else []

    def way(self, one: Try, tallies: Tallies) -> Way:
        """Return a set with what the confirmation saw: means, and the gap; only what is shown is on target."""
        groups, gap = self.groups(tallies), self.gap(tallies)
        means = dict(zip(self.names, groups.alone(), strict=True))
        enough = self.tolerance / self.factor(tallies) + 1e-9
        verdict: Any = "shown" if gap.size.high <= enough else "off" if gap.size.low > enough else "perhaps"
        searched, factor = dict(one.tallies), self.factor(tallies)
        return Way(
            *(one.changes, one.number, one.size, one.cost, means, gap.size, verdict, searched),
            factor=factor,
            fair=self.search_distance(tallies),
        )

    def asked(self) -> dict[str, Any]:
        """Return the target as plain data."""
        return {
            "balance": {"of": "choices" if self.choices else "seats", "measure": self.measure, "groups": [*self.names]},
            "target": self.tolerance,
            "distance": {"measure": "gap between the largest and the smallest mean", "unit": self.unit},
        }

    def seen(self, tallies: Tallies) -> dict[str, Any]:
        """Return the means of the groups as plain data."""
        return {"means": dict(zip(self.names, map(float, self.groups(tallies).means), strict=True))}

    @property
    def unit(self) -> str:
        """What is compared is counted in."""
        if self.share:
            return "share"
        return next(iter(self.game.file.columns_of(self.measure).values())).unit
