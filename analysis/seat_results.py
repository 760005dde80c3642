"""A table's result, seat by seat, from a summary alone: shares of the victories, and whether the seats differ.

A shared victory counts in parts, so a seat's share is a mean of numbers from 0 to 1. Its variance is never more than
that of a yes or no with the same mean, so Wilson's interval (and the confidence sequence of a share, where somebody
looked before the end) holds for it, a little too wide where victories are shared often. The seats of one game are one
cluster: two of them are compared by the difference of their parts, game by game. A summary keeps no products of two
columns; those of a victory two seats share are taken as 0, which can only widen the interval, and all others are 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from analysis.proportions import CONFIDENCE, Estimate, adjusted_wald, wilson, within
from analysis.seats import VICTORY, WHOLE

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.summary import Summary


@dataclass(frozen=True)
class SeatGap:
    """What one seat wins more than another.

    Attributes
    ----------
    a, b : str
        The seats.
    difference : Estimate
        Share of the victories of ``a`` minus that of ``b``; the intervals of all pairs hold together.
    """

    a: str
    b: str
    difference: Estimate

    @property
    def shown(self) -> bool:
        """Whether the two are shown to differ."""
        return self.difference.low > 0 or self.difference.high < 0

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"a": self.a, "b": self.b, "difference": self.difference.to_json()}


def win_share(game: Game, summary: Summary, seat: str, looking: bool = False) -> Estimate:
    """Return the share of the victories that belongs to a seat, shared ones in parts.

    Parameters
    ----------
    game : Game
        A game played against each other.
    summary : Summary
        Of its games.
    seat : str
        A seat that is taken.
    looking : bool, optional
        Whether a rule that looks at the result decided how many were played.
    """
    count = summary.total(game.file.columns_of(VICTORY)[seat].name) / WHOLE
    if looking:
        from analysis.sequential import share_so_far

        return share_so_far(count, summary.games, CONFIDENCE)
    return wilson(count, summary.games, CONFIDENCE)


def seat_gaps(game: Game, summary: Summary, seats: Sequence[str], looking: bool = False) -> list[SeatGap]:
    """Return what each seat wins more than each later one, with intervals that hold together (Bonferroni)."""
    columns = game.file.columns_of(VICTORY)
    pairs = list(combinations(seats, 2))
    confidence = 1 - (1 - CONFIDENCE) / max(len(pairs), 1)
    found = []
    for a, b in pairs:
        total = (summary.total(columns[a].name) - summary.total(columns[b].name)) / WHOLE
        squares = (summary.squares(columns[a].name) + summary.squares(columns[b].name)) / WHOLE**2
        if looking:
            from analysis.sequential import mean_so_far

            difference = mean_so_far(summary.games, total, squares, 1.0, confidence)
        else:
            difference = adjusted_wald(summary.games, total, squares, 1.0, confidence)
        found.append(SeatGap(a, b, within(difference, -1.0, 1.0)))
    return found


def widest(gaps: Sequence[SeatGap]) -> SeatGap:
    """Return the largest gap, turned so that it is not negative."""
    found = max(gaps, key=lambda gap: abs(gap.difference.estimate))
    if found.difference.estimate >= 0:
        return found
    less = found.difference
    turned = Estimate(-less.estimate, -less.high, -less.low, less.standard_error, less.n, less.method)
    return SeatGap(found.b, found.a, turned)
