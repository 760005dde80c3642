"""How sure is a number? Estimates with intervals for shares, means and paired differences.

A share has a Wilson interval, a mean Student's. Two arms that were played on the same seeds are paired: game 17 of
one arm and game 17 of the other drew from the same streams, so their difference is taken game by game. Without games
there is no estimate: NaN with a reason, never 0 %.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from analysis.quantiles import normal_quantile, student_quantile

if TYPE_CHECKING:
    import numpy as np

# numpy and scipy are imported where they are used: the command line shows shares, and scipy.stats alone takes most of a
# second to import.

CONFIDENCE = 0.95
NO_GAMES = "no games were played"
ADJUSTED_WALD = "adjusted-wald-paired"


@dataclass(frozen=True)
class Estimate:
    """A number and how sure it is.

    Attributes
    ----------
    estimate, low, high : float
        The number and the ends of its interval; NaN without games.
    standard_error : float
        Standard error of the estimate.
    n : int
        Games behind it.
    method : str
        How the interval was made.
    reason : str
        Why there is no estimate; "" if there is one.
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    n: int
    method: str
    reason: str = ""

    @property
    def known(self) -> bool:
        """Whether there is an estimate at all."""
        return math.isfinite(self.estimate)

    def to_json(self) -> dict[str, Any]:
        """Return plain data; NaN is None and comes with its reason."""
        data = {key: plain(value) for key, value in asdict(self).items()}
        if not self.reason:
            del data["reason"]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Estimate:
        """Return the estimate that `to_json` described."""
        numbers = {
            key: math.nan if data[key] is None else float(data[key])
            for key in ("estimate", "low", "high", "standard_error")
        }
        return cls(**numbers, n=data["n"], method=data["method"], reason=data.get("reason", ""))


def unknown(reason: str = NO_GAMES, method: str = "none", n: int = 0) -> Estimate:
    """Return the estimate of something that was not observed."""
    return Estimate(math.nan, math.nan, math.nan, math.nan, n, method, reason)


def plain(value: Any) -> Any:
    """Return a value as JSON holds it: numpy scalars as Python's own, numbers that are not finite as None."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def ends_to_json(ends: tuple[float, float]) -> dict[str, float | None]:
    """Return the ends of an interval as plain data."""
    return {"low": plain(ends[0]), "high": plain(ends[1])}


def ends_of_json(data: Mapping[str, float | None]) -> tuple[float, float]:
    """Return the ends that `ends_to_json` described."""
    low, high = (math.nan if end is None else end for end in (data["low"], data["high"]))
    return low, high


def wilson(count: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return a share with its Wilson score interval, without continuity correction.

    The closed form instead of ``scipy.stats.binomtest``, whose import takes most of a second; a test compares both.

    Parameters
    ----------
    count : int or float
        Games that count; a shared victory counts in part (`analysis.seat_results`).
    n : int
        All games.
    confidence : float, optional
        Level of the interval.

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    Examples
    --------
    >>> e = wilson(8, 10)
    >>> round(e.estimate, 3), round(e.low, 3), round(e.high, 3)
    (0.8, 0.49, 0.943)
    >>> wilson(0, 0).reason
    'no games were played'
    """
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0, math.nan, 0, "wilson", NO_GAMES)
    z = normal_quantile(confidence)
    share = count / n
    middle = (count + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(count * (n - count) / n + z * z / 4)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == n else min(1.0, middle + half)
    return Estimate(share, low, high, math.sqrt(share * (1 - share) / n), int(n), "wilson")


def agresti_coull(share: float, n: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the ends of Agresti and Coull's interval of a share, which contains Wilson's.

    Wilson's is right on average over all shares; where next to nothing or next to everything is won it is wrong in up
    to a sixth of all cases at 95 %, and at the small alphas of many intervals together in up to ten times alpha. This
    one is wrong in hardly more than alpha anywhere.

    Parameters
    ----------
    share : float
        What was found.
    n : float
        Independent games; need not be whole.

    Examples
    --------
    >>> [round(end, 3) for end in agresti_coull(0.8, 10)]
    [0.479, 0.954]
    >>> [round(end, 3) for end in agresti_coull(0.0, 50)]
    [0.0, 0.085]
    """
    z = normal_quantile(confidence)
    middle = (share * n + z * z / 2) / (n + z * z)
    half = z * math.sqrt(middle * (1 - middle) / (n + z * z))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean_estimate(mean: float, standard_error: float, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return a mean with Student's interval."""
    if n < 2 or not math.isfinite(standard_error):
        reason = NO_GAMES if n == 0 else "one game has no spread"
        return Estimate(mean if n else math.nan, math.nan, math.nan, math.nan, n, "student", reason)
    half = student_quantile(confidence, n - 1) * standard_error
    return Estimate(mean, mean - half, mean + half, standard_error, n, "student")


def share_of(won: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Return the share of true values with its Wilson interval."""
    return wilson(int(won.sum()), len(won), confidence)


def mean(values: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Return a mean with Student's interval.

    Examples
    --------
    >>> import numpy as np
    >>> e = mean(np.array([1.0, 2.0, 3.0]))
    >>> e.estimate, round(e.low, 2), round(e.high, 2)
    (2.0, -0.48, 4.48)
    """
    n = len(values)
    centre = float(values.mean(dtype=float)) if n else math.nan
    error = float(values.std(ddof=1, dtype=float)) / math.sqrt(n) if n > 1 else math.nan
    return mean_estimate(centre, error, n, confidence)


@dataclass(frozen=True)
class Paired:
    """Difference of two arms played on the same seeds, first minus second.

    Attributes
    ----------
    difference : Estimate
        Mean difference of a game.
    correlation : float
        Of the two arms over the games; NaN if one of them is constant.
    first_only, second_only : int
        Games that only the first arm won, and only the second (0 for other metrics than winning).
    """

    difference: Estimate
    correlation: float
    first_only: int = 0
    second_only: int = 0

    @property
    def tied(self) -> bool:
        """Whether the interval contains no difference, so that neither arm is shown to be ahead."""
        return not (self.difference.low > 0 or self.difference.high < 0)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "difference": self.difference.to_json(),
            "correlation": plain(self.correlation),
            "discordant": {"a_only": self.first_only, "b_only": self.second_only},
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Paired:
        """Return what `to_json` described."""
        correlation = math.nan if data["correlation"] is None else data["correlation"]
        pairs = data["discordant"]
        return cls(Estimate.from_json(data["difference"]), correlation, pairs["a_only"], pairs["b_only"])


def adjusted_wald(
    n: int, total: float, squares: float, size: float, confidence: float = CONFIDENCE, pairs: float | None = None
) -> Estimate:
    """Return the mean of paired differences with an interval that is honest when few pairs differ.

    Wald's interval collapses when hardly any pair differs, and one pair added to either side (Bonett and Price 2012)
    is too little for the small alphas of several intervals at once: at 99.9 % it is wrong nine times too often. So as
    many pairs are added as Agresti and Coull add to a single share: the square of the normal quantile, half of them to
    each side, each of the size of the differences seen. In all sparse cases the interval is then wrong in at most 1.1
    times the alpha asked for, at any alpha; where hundreds of pairs differ it is Wald's.

    Parameters
    ----------
    n : int
        Pairs.
    total, squares : float
        Sum of the differences, and of their squares.
    size : float
        Root mean square of the differences that are not 0; 1 for shares.
    confidence : float, optional
        Level of the interval.
    pairs : float, optional
        Pairs to add, by default the square of the normal quantile.

    References
    ----------
    Agresti and Coull, "Approximate is better than exact for interval estimation of binomial proportions", The American
    Statistician 52 (1998). Bonett and Price, "Adjusted Wald confidence interval for a difference of binomial
    proportions based on paired data", Journal of Educational and Behavioral Statistics 37 (2012).
    """
    if n == 0:
        return unknown(method=ADJUSTED_WALD)
    z = normal_quantile(confidence)
    added = z * z if pairs is None else pairs
    centre = total / (n + added)
    variance = max((squares + added * size * size) / (n + added) - centre * centre, 0.0)
    error = math.sqrt(variance / (n + added))
    return Estimate(total / n, centre - z * error, centre + z * error, error, n, ADJUSTED_WALD)


def paired_mean(
    n: int,
    total: float,
    squares: float,
    differing: int,
    size: float,
    confidence: float = CONFIDENCE,
    pairs: float | None = None,
) -> Estimate:
    """Return the mean of paired differences of a measure: where hardly any pair differs `adjusted_wald`, else normal.

    The pairs that `adjusted_wald` adds lie around 0, and where most pairs differ that draws the interval towards 0: at
    a few hundred games visibly, and for nothing. There as many are added around the mean instead; like Student's
    quantiles they widen the interval of few games.

    Parameters
    ----------
    differing : int
        Pairs that differ.
    n, total, squares, size, confidence, pairs
        As in `adjusted_wald`.
    """
    if 2 * differing <= n:
        return adjusted_wald(n, total, squares, size, confidence, pairs)
    z = normal_quantile(confidence)
    added = z * z if pairs is None else pairs
    centre = total / n
    variance = max(squares / n - centre * centre, 0.0)
    if variance < 1e-12 * centre * centre:  # the same in every game: still no more certain than n games can be
        variance, added = 0.0, added * centre * centre
    else:
        added *= variance
    error = math.sqrt((variance + added / n) / n)
    return Estimate(centre, centre - z * error, centre + z * error, error, n, "normal-paired")


def paired_shares(first: np.ndarray, second: np.ndarray, confidence: float = CONFIDENCE) -> Paired:
    """Return the difference of two win rates on shared seeds, with the interval of `adjusted_wald`.

    Examples
    --------
    >>> import numpy as np
    >>> a, b = np.array([1, 1, 1, 0], bool), np.array([1, 0, 0, 0], bool)
    >>> p = paired_shares(a, b)
    >>> p.difference.estimate, p.first_only, p.second_only
    (0.5, 2, 0)
    """
    import numpy as np

    n = _same_length(first, second)
    a, b = np.asarray(first, bool), np.asarray(second, bool)
    first_only, second_only = int(np.count_nonzero(a & ~b)), int(np.count_nonzero(b & ~a))
    found = adjusted_wald(n, first_only - second_only, first_only + second_only, 1.0, confidence)
    return Paired(within(found, -1.0, 1.0), correlation(a, b), first_only, second_only)


def within(found: Estimate, low: float, high: float) -> Estimate:
    """Return an estimate whose interval ends where values end."""
    return replace(found, low=max(found.low, low), high=min(found.high, high)) if found.known else found


def paired_means(first: np.ndarray, second: np.ndarray, confidence: float = CONFIDENCE) -> Paired:
    """Return the mean difference of a metric on shared seeds, with the interval of `adjusted_wald`."""
    import numpy as np

    n = _same_length(first, second)
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    differences = a - b
    squares, differing = float(differences @ differences), int(np.count_nonzero(differences))
    spread = float(a.var() + b.var()) if n else 0.0
    size = math.sqrt(squares / differing if differing else spread)
    return Paired(adjusted_wald(n, float(differences.sum()), squares, size, confidence), correlation(a, b))


def estimate_of(values: np.ndarray, confidence: float = CONFIDENCE) -> Estimate:
    """Return the share of games won, or the mean of a measure, with its interval."""
    return share_of(values, confidence) if values.dtype == bool else mean(values, confidence)


def paired_of(first: np.ndarray, second: np.ndarray, confidence: float = CONFIDENCE) -> Paired:
    """Return the difference of two arms on shared seeds, of games won or of a measure."""
    if first.dtype == bool and second.dtype == bool:
        return paired_shares(first, second, confidence)
    return Paired(mean_difference(first - second, first, second, confidence), correlation(first, second))


def mean_difference(
    differences: np.ndarray, first: np.ndarray, second: np.ndarray, confidence: float = CONFIDENCE
) -> Estimate:
    """Return the mean of paired differences of a measure with the interval of `paired_mean`."""
    import numpy as np

    n, differing = len(differences), int(np.count_nonzero(differences))
    squares = float(differences @ differences)
    spread = float(first.var() + second.var()) if n else 0.0
    size = math.sqrt(squares / differing if differing else spread)
    return paired_mean(n, float(differences.sum()), squares, differing, size, confidence)


def _same_length(first: np.ndarray, second: np.ndarray) -> int:
    if len(first) != len(second):
        raise ValueError(f"paired arms have the same games: {len(first)} and {len(second)} are not pairs")
    return len(first)


def correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Return Pearson's correlation, NaN where one side never changes."""
    import numpy as np

    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if len(a) < 2 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return math.nan
    return float(np.corrcoef(a, b)[0, 1])
