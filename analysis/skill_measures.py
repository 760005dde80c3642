"""Skill or luck? How much of whether a game is won is decided by who plays, by its seed, and by the deal.

A game of one policy on one seed always ends alike, so luck needs something to vary. Two designs give it a meaning:

- *Several policies on the same seeds.* Let one of them, any with the same chance, play one game. The variance of its
  result, won or not, has three parts that add up: **skill**, the spread of the policies' win rates; **shared luck**,
  what the seed gives to all of them alike (the mean covariance of two policies on one seed); and **luck of one's own**,
  what the same seed gives to one and not to another, because the games part with the first different choice.
- *One policy, the same deal, new dice.* The share of the variance that lies between deals: the correlation of two
  replays of one deal.

All estimates are functions of the games' patterns (who won this seed, or how many of its replays were won), so one
method serves for every interval.

References
----------
Shrout and Fleiss, "Intraclass correlations: uses in assessing rater reliability", Psychological Bulletin 86 (1979);
Jaeckel, "The infinitesimal jackknife", Bell Laboratories Memorandum (1972); Efron, "The Jackknife, the Bootstrap and
Other Resampling Plans", SIAM (1982), chapter 6.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.proportions import CONFIDENCE, NO_GAMES, Estimate, unknown
from analysis.quantiles import normal_quantile

METHOD = "infinitesimal-jackknife"
ALL_ALIKE = "all games end alike, so there is nothing to explain"
#: Most policies of one question: their patterns are kept, and there are two to the power of that many.
MOST_POLICIES = 12
#: Step of the numerical derivative by the weight of a pattern.
_STEP = 1e-6

#: ``(patterns, weights that add up to 1, games) -> values``.
Statistic = Callable[[np.ndarray, np.ndarray, float], np.ndarray]


@dataclass(frozen=True)
class Patterns:
    """Games counted by their pattern.

    Attributes
    ----------
    values : numpy.ndarray, shape (patterns, k)
        What a pattern is: for each policy whether it won, or the number of replays won.
    counts : numpy.ndarray, shape (patterns,)
        Games of each.
    prior : numpy.ndarray, shape (patterns,)
        How a few imagined games are spread over the patterns when the interval is made, so that a pattern that was not
        seen is not taken to be impossible; adds up to 1.
    """

    values: np.ndarray
    counts: np.ndarray
    prior: np.ndarray

    @property
    def games(self) -> int:
        """Games in all."""
        return int(self.counts.sum())


def patterns_of_policies(won: Sequence[np.ndarray]) -> Patterns:
    """Return games by who won them.

    Parameters
    ----------
    won : sequence of bool arrays, shape (games,)
        For each policy whether it won each of the same games.

    Raises
    ------
    ValueError
        If there are fewer than two policies, too many, or their games are not the same number.

    Examples
    --------
    >>> found = patterns_of_policies([np.array([0, 1, 1], bool), np.array([0, 0, 1], bool)])
    >>> found.counts.tolist()
    [1, 1, 0, 1]
    """
    k = len(won)
    if not 2 <= k <= MOST_POLICIES:
        raise ValueError(f"2 to {MOST_POLICIES} policies can be compared, not {k}")
    if len({len(each) for each in won}) != 1:
        raise ValueError("policies are compared on the same games")
    codes = sum((np.asarray(each, bool).astype(np.int64) << place for place, each in enumerate(won)), np.int64(0))
    every = np.arange(1 << k)
    values = (every[:, None] >> np.arange(k)) & 1
    return Patterns(values.astype(float), np.bincount(codes, minlength=1 << k), np.full(1 << k, 2.0**-k))


def patterns_of_replays(wins: np.ndarray, replays: int) -> Patterns:
    """Return deals by how many of their replays were won.

    Parameters
    ----------
    wins : int array, shape (deals,)
        Replays won of each deal.
    replays : int
        Replays of each.
    """
    if replays < 2:
        raise ValueError("a deal must be played at least twice")
    values = np.arange(replays + 1)
    prior = np.array([math.comb(replays, k) for k in values]) / 2.0**replays
    return Patterns(values[:, None].astype(float), np.bincount(wins, minlength=replays + 1), prior)


def estimates(
    found: Patterns,
    statistic: Statistic,
    confidence: float = CONFIDENCE,
    low: float = 0.0,
    high: float = 1.0,
    curved: Statistic | None = None,
) -> list[Estimate]:
    """Return what a statistic says about the games, each value with its interval.

    Parameters
    ----------
    found : Patterns
        The games.
    statistic : callable
        A smooth function of the weights of the patterns.
    confidence : float, optional
        Of each interval.
    low, high : float, optional
        Ends of what the values can be.
    curved : callable, optional
        What the first derivative misses of each value's variance, for one that is flat where nothing is to be found.

    Notes
    -----
    The interval is normal, its standard error that of the infinitesimal jackknife over the games. It is made from the
    games and ``z**2`` imagined ones, about four, spread over all patterns as Agresti and Coull spread theirs over won
    and lost, and always contains the estimate itself: where all games had few patterns, the plain one would be too
    narrow, and of no width where they had one.
    """
    n = found.games
    value = statistic(found.values, found.counts / n, n) if n > 1 else np.array([math.nan])
    if n < 2 or not np.isfinite(value).all():
        count = len(value) if n > 1 else len(statistic(found.values, found.prior, 4.0))
        return [unknown(ALL_ALIKE if n > 1 else NO_GAMES, METHOD, n)] * count
    z = normal_quantile(confidence)
    total = n + z * z
    weights = (found.counts + z * z * found.prior) / total
    centre = statistic(found.values, weights, total)
    influence = np.array(
        [
            (statistic(found.values, (1 - _STEP) * weights + _STEP * one, total) - centre) / _STEP
            for one in np.eye(len(weights))
        ]
    )
    variance = weights @ influence**2 / total
    if curved is not None:
        variance = variance + curved(found.values, weights, total)
    errors = np.sqrt(variance)
    return [
        Estimate(
            float(v),
            float(max(low, min(v, c - z * e))),
            float(min(high, max(v, c + z * e))),
            float(e),
            n,
            METHOD,
        )
        for v, c, e in zip(value, centre, errors, strict=True)
    ]


# --- several policies on the same seeds ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parts:
    """Three parts of the variance of one game's result; they add up to 1.

    Attributes
    ----------
    skill : Estimate
        Who plays.
    shared : Estimate
        The seed, alike for all who play it; below 0 if what helps one hurts the other.
    own : Estimate
        The seed, otherwise for each who plays it.
    """

    skill: Estimate
    shared: Estimate
    own: Estimate

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"skill": self.skill.to_json(), "shared": self.shared.to_json(), "own": self.own.to_json()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Parts:
        """Return what `to_json` described."""
        return cls(*(Estimate.from_json(data[name]) for name in ("skill", "shared", "own")))


def parts_of_variance(won: Sequence[np.ndarray], confidence: float = CONFIDENCE) -> Parts:
    """Return how much of a result is skill, luck that all share, and luck of one's own.

    Parameters
    ----------
    won : sequence of bool arrays, shape (games,)
        For each policy whether it won each of the same games.
    confidence : float, optional
        Of each interval.

    Examples
    --------
    Who plays decides everything:

    >>> parts = parts_of_variance([np.zeros(500, bool), np.ones(500, bool)])
    >>> parts.skill.estimate, parts.own.estimate
    (1.0, 0.0)

    The seed decides everything, whoever plays:

    >>> seed = np.arange(500) % 2 == 0
    >>> parts = parts_of_variance([seed, seed])
    >>> round(parts.shared.estimate, 2)
    1.0
    """
    return Parts(*estimates(patterns_of_policies(won), _parts, confidence, -1.0, 1.0, _curved))


def _moments(values: np.ndarray, weights: np.ndarray, n: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the policies' win rates and the covariances of their results on one seed."""
    means = weights @ values
    return means, (values.T @ (weights[:, None] * values) - np.outer(means, means)) * n / (n - 1)


def _curved(values: np.ndarray, weights: np.ndarray, n: float) -> np.ndarray:
    """Return the second-order variance of the parts: the spread of win rates is a sum of squares, flat at 0."""
    k = values.shape[1]
    means, spread = _moments(values, weights, n)
    centred = spread - spread.mean(axis=0) - spread.mean(axis=1)[:, None] + spread.mean()
    total = float(np.trace(spread)) / k + float(((means - means.mean()) ** 2).mean())
    skill = 2 * float((centred**2).sum()) / (n * k * total) ** 2 if total > 0 else 0.0
    return np.array([skill, 0.0, 0.0])


def _parts(values: np.ndarray, weights: np.ndarray, n: float) -> np.ndarray:
    """Return the shares of the variance between policies, shared, and own, each without bias before division."""
    k = values.shape[1]
    means, spread = _moments(values, weights, n)
    inside, everything = float(np.trace(spread)), float(spread.sum())
    luck = inside / k
    shared = (everything - inside) / (k * (k - 1))
    # The spread of estimated win rates is larger than that of the true ones by what chance adds.
    skill = float(((means - means.mean()) ** 2).mean()) - (inside / k - everything / k**2) / n
    total = luck + skill
    if total <= 1e-12:
        return np.full(3, math.nan)
    return np.array([skill, shared, luck - shared]) / total


def alike_on_a_seed(first: np.ndarray, second: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Return how much the seed decides for two policies alike: the intraclass correlation of their results on it.

    Their win rates may differ: it is twice the covariance over the sum of the variances. It is meant for policies near
    each other in skill; the further apart they are, the less it can reach 1.

    Examples
    --------
    >>> seed = np.arange(500) % 2 == 0
    >>> round(alike_on_a_seed(seed, seed).estimate, 2), round(alike_on_a_seed(seed, ~seed).estimate, 2)
    (1.0, -1.0)
    """
    return estimates(patterns_of_policies([first, second]), _alike, confidence, -1.0, 1.0)[0]


def _alike(values: np.ndarray, weights: np.ndarray, n: float) -> np.ndarray:
    spread = _moments(values, weights, n)[1]
    total = float(np.trace(spread))
    return np.array([2 * float(spread[0, 1]) / total if total > 1e-12 else math.nan])


# --- one policy, the same deal, new dice -----------------------------------------------------------------------------


def share_of_the_deal(wins: np.ndarray, replays: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return the share of the variance that lies between deals: the correlation of two replays of one deal.

    Parameters
    ----------
    wins : int array, shape (deals,)
        Replays won of each deal.
    replays : int
        Replays of each, at least two.

    Examples
    --------
    >>> share_of_the_deal(np.array([0, 4] * 200), 4).estimate
    1.0
    """
    return estimates(patterns_of_replays(wins, replays), _deal_of(replays), confidence, -1.0, 1.0)[0]


def _deal_of(replays: int) -> Statistic:
    def deal(values: np.ndarray, weights: np.ndarray, n: float) -> np.ndarray:
        """Return the intraclass correlation, from the mean squares between deals and within."""
        k = values[:, 0]
        mean = float(weights @ k)
        between = float(weights @ (k - mean) ** 2) * n / (n - 1) / replays
        within = float(weights @ (k * (replays - k))) / (replays * (replays - 1))
        total = between + (replays - 1) * within
        return np.array([(between - within) / total if total > 1e-12 else math.nan])

    return deal


# --- how many games tell two players apart ---------------------------------------------------------------------------

#: How sure the better one must lead.
CERTAINTY = 0.9
#: More games than these are worked out from the normal approximation.
_EXACT = 1000


def games_to_lead(low: float, high: float, certainty: float = CERTAINTY) -> float:
    """Return after how many games each the better of two players leads with some certainty; a draw counts half.

    Parameters
    ----------
    low, high : float
        The chances of both to win a game; infinite unless the second is higher.

    Examples
    --------
    >>> games_to_lead(0.0, 1.0), games_to_lead(0.5, 0.5)
    (1.0, inf)
    """
    if not high > low:
        return math.inf
    z = normal_quantile(2 * certainty - 1)
    about = z * z * (low * (1 - low) + high * (1 - high)) / (high - low) ** 2
    if about > _EXACT:
        return float(math.ceil(about))
    first, last = 0, 1
    while _lead(low, high, last) < certainty:
        first, last = last, 2 * last
    while last - first > 1:
        middle = (first + last) // 2
        if _lead(low, high, middle) < certainty:
            first = middle
        else:
            last = middle
    return float(last)


def _lead(low: float, high: float, games: int) -> float:
    """Return the chance that the better one has won more of so many games, plus half that both won as many."""
    worse, better = _binomial(games, low), _binomial(games, high)
    at_most = np.cumsum(worse)
    return float(better @ (at_most - worse / 2))


def _binomial(n: int, p: float) -> np.ndarray:
    """Return the chances of 0 to n wins."""
    k = np.arange(n + 1)
    if p in (0.0, 1.0):
        return (k == n * p).astype(float)
    log_choose = np.array([math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in k.tolist()])
    return np.exp(log_choose + k * math.log(p) + (n - k) * math.log1p(-p))


def games_to_tell(lower: Estimate, upper: Estimate, difference: Estimate) -> Estimate:
    """Return `games_to_lead` for two win rates, its ends from the interval of their difference.

    The mean of both rates is held; an end at which the better is not better is infinite.
    """
    middle = (lower.estimate + upper.estimate) / 2
    ends = []
    for gap in (difference.high, difference.low):
        half = min(gap, 1.0) / 2
        centre = min(max(middle, half), 1 - half)
        ends.append(games_to_lead(centre - half, centre + half))
    found = games_to_lead(lower.estimate, upper.estimate)
    return Estimate(found, min(ends[0], found), max(ends[1], found), math.nan, difference.n, "from-the-difference")
