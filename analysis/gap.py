"""How many dollars is a scenario from an even chance? The dollar gap.

The cost of a scenario decides only whether a game is won and when a team may close early, so the cost is moved in whole
dollars, on the same seeds, until half of the games are won. Positive: it could cost so much more; negative: it would
have to cost so much less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from analysis.proportions import Estimate

Status = Literal["ok", "none"]

EVEN = 0.5


@dataclass(frozen=True)
class Gap:
    """By how much a cost must move for an even chance.

    Attributes
    ----------
    dollars : int or None
        The largest change at which at least half of the games are won; None if there is none within the bounds.
    low, high : int or None
        Changes from which on the win rate is no longer shown to be above a half, and is shown to be below it.
    status : {"ok", "none"}
        "none" if the win rate does not cross a half within the bounds.
    games : int
        Games of each change tried.
    reason : str
        Why there is none.
    unit : str
        Unit of the parameter that was moved.
    """

    dollars: int | None
    low: int | None
    high: int | None
    status: Status
    games: int
    reason: str = ""
    unit: str = "dollars"

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Gap:
        """Return what `to_json` described."""
        return cls(**data)


def find_gap(rate: Callable[[int], Estimate], bounds: tuple[int, int], first: int, unit: str = "dollars") -> Gap:
    """Find the largest change of cost at which at least half of the games are won.

    Parameters
    ----------
    rate : callable
        Win rate at a change of the cost, on the same seeds each time; falls as the cost rises.
    bounds : (int, int)
        Smallest and largest change allowed.
    first : int
        Where to begin, for instance the median of what was left over.
    unit : str, optional
        Unit of the cost.
    """
    known: dict[int, Estimate] = {}

    def at(change: int) -> Estimate:
        if change not in known:
            known[change] = rate(change)
        return known[change]

    low, high = bounds
    start = min(max(first, low), high)
    dollars = _last_true(lambda d: at(d).estimate >= EVEN, low, high, start)
    games = next(iter(known.values())).n
    if dollars is None:
        best = at(low)
        reason = f"even with {-low} {unit} less only {best.estimate:.1%} of the games are won" if low < 0 else "no room"
        return Gap(None, None, None, "none", games, reason, unit)
    if dollars == high:
        reason = f"even with {high} {unit} more {at(high).estimate:.1%} of the games are won"
        return Gap(None, None, None, "none", games, reason, unit)
    surely = _last_true(lambda d: at(d).low >= EVEN, low, high, dollars)
    maybe = _last_true(lambda d: at(d).high >= EVEN, low, high, dollars)
    # Policies look at the cost too, so the win rate may wobble as it rises; the interval always contains the estimate.
    least = min(low if surely is None else surely, dollars)
    most = max(high if maybe is None else maybe, dollars)
    return Gap(dollars, least, most, "ok", games, "", unit)


def _last_true(holds: Callable[[int], bool], low: int, high: int, start: int) -> int | None:
    """Return the largest whole number at which a falling condition holds, None if it holds nowhere.

    Steps double away from ``start`` until the condition changes, then the bracket is halved.
    """
    step = 2
    if holds(start):
        inside, outside = start, high + 1
        while inside < high:
            probe = min(inside + step, high)
            if not holds(probe):
                outside = probe
                break
            inside, step = probe, step * 2
    else:
        inside, outside = low - 1, start
        while outside > low:
            probe = max(outside - step, low)
            if holds(probe):
                inside = probe
                break
            outside, step = probe, step * 2
        if inside < low:
            return None
    while outside - inside > 1:
        middle = (inside + outside) // 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside
