"""When is enough played? Intervals that hold at every look, and the rules that stop by them.

One may look at a confidence sequence after every block, stop for any reason, and still be wrong in at most alpha of all
questions; an interval of a fixed number of games, looked at a hundred times, is wrong in a third of them. The price is
width: about two and a half times the games. So ladders are played with fixed numbers, and single questions may stop
early. Several sequences at once get alpha / k each.

The sequence is the normal mixture of `sim.stop.mixture_radius`, of paired differences in units of one differing pair.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from analysis.paired import Effect, Metric, PairSums, Ruler, effect_of
from analysis.proportions import CONFIDENCE, Estimate, unknown, within
from sim.stop import PSEUDO_EVENTS, STEP, TIGHTEST, mixture_radius

METHOD = "normal-mixture-sequence"

__all__ = ["LOOKING", "METHOD", "STEP", "Until", "difference_so_far", "effect_so_far", "mean_so_far", "share_so_far"]


def mean_so_far(
    n: int, total: float, squares: float, size: float, confidence: float = CONFIDENCE, tightest: float = TIGHTEST
) -> Estimate:
    """Return a mean with an interval that holds at every look together.

    Parameters
    ----------
    n : int
        Games or pairs so far.
    total, squares : float
        Sum of the values, and of their squares.
    size : float
        Size of one event: 1 for shares and differences of shares, the typical difference otherwise.
    confidence : float, optional
        Level of the whole sequence.
    tightest : float, optional
        Events at which the interval is tightest; few for questions that a few hundred games may answer.
    """
    if n == 0:
        return unknown(method=METHOD)
    if size <= 0:  # nothing has varied yet, so there is no unit to measure in
        return Estimate(total / n, total / n, total / n, 0.0, n, METHOD)
    variance = max(squares - total * total / n, 0.0) / size**2
    half = size * mixture_radius(variance, confidence, tightest) / n
    error = size * math.sqrt(variance + PSEUDO_EVENTS) / n
    return Estimate(total / n, total / n - half, total / n + half, error, n, METHOD)


def share_so_far(count: float, n: int, confidence: float = CONFIDENCE, tightest: float = TIGHTEST) -> Estimate:
    """Return a share of games with an interval that holds at every look together."""
    return within(mean_so_far(n, count, count, 1.0, confidence, tightest), 0.0, 1.0)


def difference_so_far(
    sums: PairSums, share: bool, confidence: float = CONFIDENCE, tightest: float = TIGHTEST
) -> Estimate:
    """Return the paired difference, arm minus base, with an interval that holds at every look together."""
    scale, size = sums.scale, sums.size_of_a_difference(share)
    found = mean_so_far(sums.n, sums.total / scale, sums.squares / scale**2, size, confidence, tightest)
    return within(found, -1.0, 1.0) if share else found


def _one_sided(sums: PairSums, share: bool, confidence: float = CONFIDENCE) -> Estimate:
    """Return the difference with bounds of which each holds at every look with ``confidence``."""
    return difference_so_far(sums, share, 1 - 2 * (1 - confidence))


def _side(sums: PairSums, which: Literal["base", "arm"], share: bool, confidence: float = CONFIDENCE) -> Estimate:
    """Return one arm by itself, with an interval that holds at every look together."""
    total, squares = getattr(sums, which), getattr(sums, f"{which}_squares")
    scale, n = sums.scale, sums.n
    deviation = math.sqrt(max(n * squares - total * total, 0)) / max(n, 1) / scale
    size = 1 / scale if share else deviation
    return mean_so_far(n, total / scale, squares / scale**2, size, confidence)


#: Intervals that may be looked at, and believed, after every block.
LOOKING = Ruler(difference_so_far, _one_sided, _side)


def effect_so_far(
    sums: PairSums, metric: Metric, confidence: float = CONFIDENCE, margin: float | None = None
) -> Effect:
    """Return the effect that the pairs so far show; may be asked, and believed, after every block."""
    return effect_of(sums, metric, confidence, margin, LOOKING)


@dataclass(frozen=True)
class Until:
    """When a comparison has been played long enough. It is asked after every `STEP` pairs.

    Attributes
    ----------
    half_width : float or None
        Stop when every difference of win rates is known to so much (a share); None: stop when every verdict is.
    """

    half_width: float | None = None

    @property
    def name(self) -> str:
        """In JSON."""
        return "decided" if self.half_width is None else "half-width"

    def reason(self, effects: Iterable[Effect]) -> str | None:
        """Return why these effects are enough, or None to play on."""
        found = list(effects)
        if self.half_width is None:
            open_ = [effect for effect in found if effect.verdict == "unknown"]
            return None if open_ else "every verdict is known"
        widest = max((effect.difference.high - effect.difference.low) / 2 for effect in found)
        if not widest <= self.half_width:
            return None
        return f"every difference is known to within {100 * widest:.2f} pp"
