"""How many standard errors an interval reaches: the normal quantile, and Student's for a spread from few games."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

#: Student's quantiles of more degrees of freedom come from their expansion.
EXPANDED = 100


@lru_cache
def normal_quantile(confidence: float) -> float:
    """Return how many standard errors a two-sided normal interval reaches to each side."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


@lru_cache(maxsize=4096)
def student_quantile(confidence: float, freedom: int) -> float:
    """Return Student's quantile, what `normal_quantile` is where a spread is known from few games.

    From the closed form of the distribution for few degrees of freedom, else from its expansion; a test compares both
    with scipy, whose import takes most of a second.

    References
    ----------
    Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3, 26.7.4 and 26.7.5.

    Examples
    --------
    >>> [round(student_quantile(0.95, freedom), 3) for freedom in (1, 2, 9, 99, 9999)]
    [12.706, 4.303, 2.262, 1.984, 1.96]
    """
    z = normal_quantile(confidence)
    if freedom > EXPANDED:
        w = 1 / freedom
        parts = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        )
        return z + sum(part * w**power for power, part in enumerate(parts, start=1))
    low, high = 0.0, math.pi / 2  # the angle whose tangent is the quantile over the root of the degrees of freedom
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_inside(middle, freedom) < confidence else (low, middle)
    return math.tan(low) * math.sqrt(freedom)


def _student_inside(angle: float, freedom: int) -> float:
    """Return the chance that Student's variable lies within plus or minus its value at an angle."""
    sine, cosine, odd = math.sin(angle), math.cos(angle), freedom % 2
    term, total = (cosine, 0.0) if odd else (1.0, 0.0)
    for step in range(freedom // 2):
        total += term
        term *= cosine * cosine * ((2 * step + 2) / (2 * step + 3) if odd else (2 * step + 1) / (2 * step + 2))
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
