"""From games to means of groups (seats, start cards) and the gap between the best and the worst of them.

Pure functions of arrays. Games are independent of each other, the seats of one game are not: every covariance here is
over games. The largest of several noisy differences is too large on average, and its own interval is wrong; so a gap
is made from the intervals of *all* pairs, which hold together (Bonferroni): if they all do, the true gap is at least
the largest lower end of a pair's size, and at most the largest upper end. That several groups are equal is the
intersection of as many claims as there are pairs, each of which must be shown at the full level (Berger's
intersection-union test); no correction is needed for it.

References
----------
Berger, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24 (1982). Liang and Zeger,
"Longitudinal data analysis using generalized linear models", Biometrika 73 (1986), for clusters. Agresti and Coull,
"Approximate is better than exact for interval estimation of binomial proportions", The American Statistician 52 (1998).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from analysis.balance_parts import VICTORY, Difference, Gap, Verdict
from analysis.order import simultaneous
from analysis.pairs import SHARE_MARGIN
from analysis.proportions import CONFIDENCE, Estimate, agresti_coull, unknown, within
from analysis.quantiles import student_quantile
from analysis.seats import WHOLE, by_seat, points, twelfths

if TYPE_CHECKING:
    from sim.registry import Game

#: Gaps below these do not matter, unless others are given: a point; a game in a hundred.
POINTS_MARGIN = 1.0
VICTORY_MARGIN = SHARE_MARGIN

#: Fewer games carry no verdict: their means are not normal yet.
LEAST = 30

#: Imagined games, spread evenly over the seats that may win, with which intervals of shares are made.
ADDED = 4.0

METHOD = "games-as-clusters"
GAP_METHOD = "all-pairs-together"


@dataclass(frozen=True)
class Table:
    """The games of one scenario, seat by seat.

    Attributes
    ----------
    seats : tuple of str
        Those that are taken, in turn order.
    points : numpy.ndarray of int64, shape (games, seats)
        What the seats play for.
    victory : numpy.ndarray of float, shape (games, seats)
        Share of the victory; every row adds up to 1.
    """

    seats: tuple[str, ...]
    points: np.ndarray
    victory: np.ndarray

    @classmethod
    def of(cls, game: Game, rows: np.ndarray, seats: Sequence[str]) -> Table:
        """Return the games of stored rows."""
        return cls(tuple(seats), points(game, rows, seats), twelfths(game, rows, seats) / WHOLE)

    def measure(self, name: str) -> np.ndarray:
        """Return "points" or "victory", float, shape (games, seats)."""
        return self.victory if name == VICTORY else self.points.astype(float)


@dataclass(frozen=True)
class Groups:
    """Means of several groups, and how they vary together.

    Attributes
    ----------
    names : tuple of str
        The groups.
    means : numpy.ndarray, shape (groups,)
        Mean of each.
    centre : numpy.ndarray, shape (groups,)
        Where the intervals are centred; the means, or for shares a little nearer to each other.
    covariance : numpy.ndarray, shape (groups, groups)
        Of the means.
    n : int
        Games.
    share : bool
        Whether the values are shares from 0 to 1.
    least : int
        How often the rarest group was dealt, 0 where all are in every game: two groups' spread is known no better than
        from so many of each.
    """

    names: tuple[str, ...]
    means: np.ndarray
    centre: np.ndarray
    covariance: np.ndarray
    n: int
    share: bool = False
    least: int = 0

    def combination(self, weights: Sequence[float] | np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
        """Return a weighted sum of the means with its interval."""
        if self.n < 2:
            return unknown(method=METHOD, n=self.n)
        w = np.asarray(weights, float)
        error = math.sqrt(max(float(w @ self.covariance @ w), 0.0))
        freedom = 2 * (self.least - 1) if self.least else self.n - 1
        reach = student_quantile(confidence, max(freedom, 1))
        value, centre, half = float(w @ self.means), float(w @ self.centre), reach * error
        found = Estimate(value, centre - half, centre + half, error, self.n, METHOD)
        return within(found, -1.0, 1.0) if self.share else found

    def alone(self, confidence: float = CONFIDENCE) -> list[Estimate]:
        """Return each group's mean, each interval for itself."""
        found = [self.combination(row, confidence) for row in np.eye(len(self.names))]
        return [self._alone_of(each, confidence) for each in found] if self.share else found

    def _alone_of(self, found: Estimate, confidence: float) -> Estimate:
        """Return a share by itself, with an interval that stays open where nothing or everything was won."""
        if not found.known:
            return found
        share, times = min(max(found.estimate, 0.0), 1.0), float(self.least or self.n)
        spread, variance = share * (1 - share), found.standard_error**2
        low, high = agresti_coull(share, min(times, spread / variance) if spread > 0 else times, confidence)
        return replace(found, low=low, high=high)

    def ahead(self, confidence: float = CONFIDENCE) -> list[Estimate]:
        """Return how far each group's mean is above the mean of all groups."""
        k = len(self.names)
        return [self.combination(row, confidence) for row in np.eye(k) - 1 / k]

    def pairs(self, confidence: float = CONFIDENCE) -> list[Difference]:
        """Return every two groups' difference, each interval with the confidence given."""
        k = len(self.names)
        return [
            Difference(self.names[a], self.names[b], self.combination(np.eye(k)[a] - np.eye(k)[b], confidence))
            for a, b in combinations(range(k), 2)
        ]


def seat_groups(seats: Sequence[str], values: np.ndarray, share: bool = False) -> Groups:
    """Return the mean of every seat.

    Parameters
    ----------
    seats : sequence of str
        Names.
    values : array, shape (games, seats)
        One measure.
    share : bool, optional
        Whether it is the share of the victory. Then four imagined games, each won by one seat, all alike, are added for
        the intervals, as Agresti and Coull do for one share: where hardly anybody else wins, the plain ones would
        have no width.

    Examples
    --------
    >>> found = seat_groups(("a", "b"), np.array([[3, 1], [5, 1], [4, 4]]))
    >>> found.means.tolist(), [round(e.estimate, 2) for e in found.ahead()]
    ([4.0, 2.0], [1.0, -1.0])
    """
    x = np.asarray(values, float)
    n, k = x.shape
    means = x.mean(axis=0) if n else np.full(k, math.nan)
    if n < 2:
        return Groups(tuple(seats), means, means, np.full((k, k), math.nan), n, share)
    added = ADDED if share else 0.0
    centre = (x.sum(axis=0) + added / k) / (n + added)
    moments = (x.T @ x + added / k * np.eye(k)) / (n + added) - np.outer(centre, centre)
    return Groups(tuple(seats), means, centre, moments / (n + added - 1), n, share)


def dealt_groups(names: Sequence[str], values: np.ndarray, dealt: np.ndarray, share: bool = False) -> Groups:
    """Return the mean of everything that players were dealt at random, at the average seat.

    Least squares with a term for every seat and one for every thing dealt, so that what was dealt to a good seat more
    often by chance is no better for it; the covariance has the games as clusters.

    Parameters
    ----------
    names : sequence of str
        What may be dealt.
    values : array, shape (games, seats)
        One measure.
    dealt : array of int, shape (games, seats)
        The position of what each player was dealt, from 1; others are left out.
    share : bool, optional
        Whether the measure is a share from 0 to 1.

    Returns
    -------
    Groups
        Of those that were dealt at all.
    """
    y, codes = np.asarray(values, float), np.asarray(dealt, np.int64)
    games, seats = y.shape
    known = [code for code in range(1, len(names) + 1) if np.any(codes == code)]
    found = tuple(names[code - 1] for code in known)
    k = len(known)
    if games < 2 or k == 0:
        return Groups(found, np.full(k, math.nan), np.full(k, math.nan), np.full((k, k), math.nan), games, share)
    # One column a thing dealt, then the seats against their mean: a coefficient is a mean at the average seat.
    things = (codes[:, :, None] == np.array(known)).astype(float)
    places = np.broadcast_to(np.eye(seats)[:, 1:] - 1 / seats, (games, seats, seats - 1))
    x = np.concatenate([things, places], axis=2) * things.any(axis=2)[:, :, None]
    y = np.where(things.any(axis=2), y, 0.0)
    flat = x.reshape(games * seats, -1)
    inverse = np.linalg.pinv(flat.T @ flat)
    beta = inverse @ (flat.T @ y.reshape(-1))
    scores = np.einsum("gsk,gs->gk", x, y - x @ beta)
    # Residuals are smaller than what is left for good: as many games less as there are coefficients.
    covariance = inverse @ (scores.T @ scores) @ inverse * games / max(games - x.shape[2], 1)
    least = int(things.sum(axis=(0, 1)).min())
    return Groups(found, beta[:k], beta[:k], covariance[:k, :k], games, share, least)


def gap_of(
    groups: Groups,
    measure: str,
    margin: float,
    confidence: float = CONFIDENCE,
    scenarios: int = 1,
    comparisons: int | None = None,
) -> Gap:
    """Return the gap between the best and the worst group, and whether they are equal.

    Parameters
    ----------
    margin : float
        Gaps below it do not matter; above 0.
    confidence : float, optional
        Of everything that is read together.
    scenarios : int, optional
        How many gaps are read together: the claim that groups are equal is made at alpha over this number.
    comparisons : int, optional
        How many pairs are read together, by default this gap's own.

    Raises
    ------
    ValueError
        If the margin is not above 0, or there are fewer than two groups.
    """
    if not margin > 0:
        raise ValueError(f"a margin is above 0, not {margin}")
    k = len(groups.names)
    if k < 2:
        raise ValueError("a gap needs two groups")
    pairs = groups.pairs(simultaneous(confidence, comparisons or k * (k - 1) // 2))
    # Both bounds of the 1 - 2 alpha interval are one-sided tests at alpha (Schuirmann 1987).
    inner = groups.pairs(1 - 2 * (1 - simultaneous(confidence, scenarios)))
    limit = max((max(abs(pair.difference.low), abs(pair.difference.high)) for pair in inner), default=math.nan)
    if groups.n < LEAST or not math.isfinite(limit):
        limit = math.nan
    size = _size(groups, [pair.difference for pair in pairs])
    best, worst = _ends(groups)
    return Gap(measure, best, worst, size, margin, limit, _verdict(size, limit, margin), tuple(pairs))


def _ends(groups: Groups) -> tuple[str, str]:
    if groups.n == 0:
        return groups.names[0], groups.names[-1]
    return groups.names[int(np.argmax(groups.means))], groups.names[int(np.argmin(groups.means))]


def _size(groups: Groups, pairs: Sequence[Estimate]) -> Estimate:
    """Return the distance of best and worst; its ends come from all pairs, whose intervals hold together."""
    if groups.n < 2:
        return unknown(method=GAP_METHOD, n=groups.n)
    widest = max(pairs, key=lambda pair: abs(pair.estimate))
    least = max(max(pair.low, -pair.high, 0.0) for pair in pairs)
    most = max(max(abs(pair.low), abs(pair.high)) for pair in pairs)
    return Estimate(abs(widest.estimate), least, most, widest.standard_error, groups.n, GAP_METHOD)


def _verdict(size: Estimate, limit: float, margin: float) -> Verdict:
    if not math.isfinite(limit):
        return "unknown"
    if limit < margin:
        return "equal"
    return "unequal" if size.low > 0 else "unknown"


def tied_with_best(groups: Groups, confidence: float = CONFIDENCE, worst: bool = False) -> tuple[str, ...]:
    """Return the groups that are not shown to be behind the best (or ahead of the worst), the best (worst) first."""
    sign = -1.0 if worst else 1.0
    ranked = sorted(range(len(groups.names)), key=lambda i: -sign * groups.means[i])
    k = len(ranked)
    if not k:
        return ()
    each = simultaneous(confidence, k * (k - 1) // 2)
    first, found = ranked[0], [groups.names[ranked[0]]]
    for other in ranked[1:]:
        behind = groups.combination(sign * (np.eye(k)[first] - np.eye(k)[other]), each)
        if not behind.low > 0:
            found.append(groups.names[other])
    return tuple(found)


def dealt_codes(game: Game, rows: np.ndarray, seats: Sequence[str]) -> np.ndarray:
    """Return what every player was dealt or chose, positions from 1, shape (games, seats)."""
    return by_seat(game, rows, game.file.balance.choice_measure, seats)
