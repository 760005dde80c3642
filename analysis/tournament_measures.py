"""Measures of a tournament: ratings, cycles, and how many games it takes to see who is better.

A rating is Bradley and Terry's for tables of any size (Luce's choice axiom): the chance of each seat to win is
proportional to the strength of who sits there. It is found from who won against whom: every winner of a game beats
every other player at the table once, and a shared victory is a part of that for each who shares it. Such pairs, of the
winner and each other, give the strengths without bias, whoever else sat at the table.

References
----------
Bradley and Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952). Luce, "Individual Choice
Behavior", Wiley (1959). Azari Soufiani, Chen, Parkes and Xia, "Generalized method-of-moments for rank aggregation",
NIPS 26 (2013), on which pairs of a ranking may be used. Maystre and Grossglauser, "Fast and accurate inference of
Plackett-Luce models", NIPS 28 (2015), the algorithm of the library ``choix``. Efron and Tibshirani, "An Introduction
to the Bootstrap", Chapman and Hall (1993).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from analysis.proportions import CONFIDENCE, Estimate
from analysis.quantiles import normal_quantile, student_quantile
from analysis.skill_measures import CERTAINTY

METHOD = "bradley-terry-bootstrap"
#: A tenfold chance to win is so many points, as in chess.
TENFOLD = 400
#: Samples of the bootstrap, and the parts of a victory that imagined games have, as `analysis.seats` counts them.
SAMPLES, WHOLE = 1000, 12
#: Fewer imagined wins than these are drawn as so many: strengths are finite, however far apart.
LEAST_IMAGINED = 1e-6
#: Iterations after which a rating would be given up; strengths a billion times apart take some hundred.
_ITERATIONS = 10_000
#: More games at one table than these are worked out from the normal approximation.
_EXACT = 2000


# --- ratings ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ratings:
    """Ratings of several policies.

    Attributes
    ----------
    ratings : tuple of Estimate
        Of each policy, 0 for the mean of all; their intervals hold together.
    strengths : numpy.ndarray, shape (policies,)
        Chances to win are proportional to these.
    tied : set of (int, int)
        Pairs, the lower number first, whose ratings are not shown to differ; all differences hold together.
    """

    ratings: tuple[Estimate, ...]
    strengths: np.ndarray
    tied: frozenset[tuple[int, int]]


def strengths(wins: np.ndarray) -> np.ndarray:
    """Return the logarithms of the strengths, 0 in the mean, that make the wins likeliest.

    Parameters
    ----------
    wins : numpy.ndarray, shape (policies, policies)
        How often the row beat the column, at least a little both ways for every two that met.

    Examples
    --------
    >>> strengths(np.array([[0.0, 30.0], [10.0, 0.0]])).round(4).tolist()  # three to one
    [0.5493, -0.5493]
    """
    import choix

    found: np.ndarray = choix.ilsr_pairwise_dense(wins, max_iter=_ITERATIONS)
    return found - found.mean()


def rate(wins: np.ndarray, seed: int, confidence: float = CONFIDENCE, samples: int | None = None) -> Ratings:
    """Return ratings from who won against whom, with intervals by the bootstrap over clusters of games.

    One imagined win and one imagined loss of each policy, shared out over the others, keep the rating of one that never
    wins finite. More would draw a policy that hardly ever wins towards the others. They are drawn along with weights
    of their own (gamma, as in the Bayesian bootstrap), so that its interval is wide.

    Parameters
    ----------
    wins : int array, shape (clusters, policies, policies)
        For each cluster of games (all that share a seed, or several such) how much of a victory the row won against the
        column, in twelfths.
    seed : int
        Of the bootstrap's own random numbers.
    confidence : float, optional
        Of all ratings together, and of all differences together.
    samples : int, optional
        Samples of the bootstrap, by default `SAMPLES`.
    """
    samples = samples or SAMPLES
    clusters, policies = wins.shape[0], wins.shape[1]
    random = np.random.default_rng([seed, clusters, policies])
    each_other = 1 / (policies - 1)  # imagined wins of one over another
    met = WHOLE * each_other * (1.0 - np.eye(policies))
    found = strengths(wins.sum(axis=0) + met)
    flat = wins.reshape(clusters, -1).astype(np.int64)
    drawn = np.empty((samples, policies))
    for sample in range(samples):
        counts = np.bincount(random.integers(clusters, size=clusters), minlength=clusters)
        imagined = np.maximum(random.gamma(each_other, size=(policies, policies)), LEAST_IMAGINED)
        drawn[sample] = strengths((counts @ flat).reshape(policies, policies) + WHOLE * imagined * (met > 0))
    scale = TENFOLD / math.log(10)
    # The spread of few clusters is itself uncertain, and a bootstrap takes it for a little too small.
    freedom = max(clusters - 1, 1)
    few = student_quantile(confidence, freedom) / normal_quantile(confidence) * math.sqrt(clusters / freedom)
    each = _together(scale * found[:, None].T, scale * drawn, confidence, few)
    ratings = tuple(
        Estimate(middle, middle - reach, middle + reach, error, clusters, METHOD) for middle, error, reach in each
    )
    pairs = list(combinations(range(policies), 2))
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    gaps = _together((found[first] - found[second])[None, :], drawn[:, first] - drawn[:, second], confidence, few)
    tied = frozenset(pair for pair, (gap, _, reach) in zip(pairs, gaps, strict=True) if abs(gap) <= reach)
    return Ratings(ratings, np.exp(found), tied)


def _together(found: np.ndarray, drawn: np.ndarray, confidence: float, few: float) -> list[tuple[float, float, float]]:
    """Return estimate, standard error and half an interval of each column; all intervals hold together.

    The largest of the studentised deviations of a sample decides how many standard errors they reach (max-t), ``few``
    times as many where there are few clusters.
    """
    errors = drawn.std(axis=0, ddof=1)
    largest = np.max(np.abs(drawn - drawn.mean(axis=0)) / np.where(errors > 0, errors, 1.0), axis=1)
    reach = few * max(float(np.quantile(largest, confidence)), normal_quantile(confidence))
    return [(float(m), float(e), float(reach * e)) for m, e in zip(found[0], errors, strict=True)]


def expected_share(player: float, others: float, seats: int) -> float:
    """Return the share of the victory of one player among others, from their strengths.

    Examples
    --------
    >>> expected_share(3.0, 1.0, 4)
    0.5
    """
    return player / (player + (seats - 1) * others)


# --- cycles ----------------------------------------------------------------------------------------------------------


def cycles(names: Sequence[str], beats: Collection[tuple[str, str]]) -> list[tuple[str, ...]]:
    """Return the cycles in who beats whom, the shortest first; one that holds all of a shorter one is left out.

    Parameters
    ----------
    names : sequence of str
        All who play, in the order a cycle begins with its first.
    beats : collection of (str, str)
        Winner and loser of every link that is shown.

    Examples
    --------
    >>> cycles(["rock", "paper", "scissors"], {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")})
    [('rock', 'scissors', 'paper')]
    >>> cycles("abc", {("a", "b"), ("b", "c"), ("a", "c")})
    []
    """
    found: list[tuple[str, ...]] = []
    for start, name in enumerate(names):
        _walk([name], names[start + 1 :], beats, found)
    kept: list[tuple[str, ...]] = []
    for cycle in sorted(found, key=len):
        if not any(set(shorter) <= set(cycle) and shorter != cycle for shorter in kept if len(shorter) < len(cycle)):
            kept.append(cycle)
    return kept


def _walk(
    path: list[str], left: Sequence[str], beats: Collection[tuple[str, str]], found: list[tuple[str, ...]]
) -> None:
    """Go on along the links from the end of the path; note it when it comes back to its beginning."""
    if len(path) > 2 and (path[-1], path[0]) in beats:
        found.append(tuple(path))
    for name in left:
        if (path[-1], name) in beats:
            _walk([*path, name], [other for other in left if other != name], beats, found)


# --- how many games show it ------------------------------------------------------------------------------------------


def games_to_lead_at_a_table(better: float, worse: float, certainty: float = CERTAINTY) -> float:
    """Return after how many games at one table the better of two players has won more often, with some certainty.

    Only one of them can win a game, others may win it as well; as many victories of both count half.

    Parameters
    ----------
    better, worse : float
        The chances of both to win a game; infinite unless the first is higher.

    Examples
    --------
    >>> games_to_lead_at_a_table(1.0, 0.0), games_to_lead_at_a_table(0.3, 0.3)
    (1.0, inf)
    >>> games_to_lead_at_a_table(0.75, 0.25)
    7.0
    """
    if not better > worse:
        return math.inf
    z = normal_quantile(2 * certainty - 1)
    gap = better - worse
    about = z * z * (better + worse - gap * gap) / (gap * gap)
    if about > _EXACT:
        return float(math.ceil(about))
    step = np.array([worse, max(1.0 - better - worse, 0.0), better])
    position, games = step, 1
    while _ahead(position) < certainty:
        position, games = np.convolve(position, step), games + 1
    return float(games)


def _ahead(position: np.ndarray) -> float:
    """Return the chance to be above the middle, plus half that to be on it."""
    middle = len(position) // 2
    return float(position[middle + 1 :].sum() + position[middle] / 2)
