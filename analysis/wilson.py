"""Shares and means for the command line, without scipy, whose import takes most of a second.

`analysis.proportions` is the full tool box; a test holds both to the same numbers.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Any


@dataclass(frozen=True)
class Interval:
    """An estimate with its interval.

    Attributes
    ----------
    estimate, low, high : float
        Value and ends of the interval; NaN, 0 and 1 for a share of no games.
    standard_error : float
        Of the estimate.
    n : int
        Games it rests on.
    method : str
        How the interval was made.
    """

    estimate: float
    low: float
    high: float
    standard_error: float
    n: int
    method: str

    def to_json(self) -> dict[str, Any]:
        """Return plain data; what is not known comes with the reason."""
        data = asdict(self)
        if self.n == 0:
            return {**data, "low": math.nan, "high": math.nan, "reason": "no games were played"}
        if not math.isfinite(self.low):
            return {**data, "reason": "one game has no spread"}
        return data


@lru_cache
def _normal_quantile(confidence: float) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def wilson(count: int, n: int, confidence: float = 0.95) -> Interval:
    """Return a share with its Wilson score interval, without continuity correction.

    Parameters
    ----------
    count, n : int
        Games that count, and all games.
    confidence : float, optional
        Level of the interval.

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    """
    if n == 0:
        return Interval(math.nan, 0.0, 1.0, math.nan, 0, "wilson")
    z = _normal_quantile(confidence)
    share = count / n
    middle = (count + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(count * (n - count) / n + z * z / 4)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == n else min(1.0, middle + half)
    return Interval(share, low, high, math.sqrt(share * (1 - share) / n), n, "wilson")


def mean_of(mean: float, standard_error: float, n: int, confidence: float = 0.95) -> Interval:
    """Return a mean with its normal interval."""
    if n < 2 or not math.isfinite(standard_error):
        return Interval(mean if n else math.nan, math.nan, math.nan, math.nan, n, "normal")
    half = _normal_quantile(confidence) * standard_error
    return Interval(mean, mean - half, mean + half, standard_error, n, "normal")
