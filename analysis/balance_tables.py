"""From the games of one scenario to what is said of its seats, and of what its players were dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.balance_measures import Groups, Table, dealt_groups, gap_of, seat_groups, tied_with_best
from analysis.balance_parts import MEASURES, POINTS, VICTORY, ChoiceBalance, ChoiceResult, Gap, SeatBalance, SeatResult
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE, Estimate, mean, share_of


@dataclass(frozen=True)
class Ruler:
    """How gaps are judged.

    Attributes
    ----------
    margins : dict
        By measure: gaps below it do not matter.
    confidence : float
        Of everything that is read together.
    gaps, comparisons : int
        Gaps and pairs that are read together, of both measures and all scenarios.
    """

    margins: Mapping[str, float]
    confidence: float = CONFIDENCE
    gaps: int = 1
    comparisons: int | None = None

    def gap(self, groups: Mapping[str, Groups]) -> dict[str, Gap]:
        """Return the gap of each measure."""
        return {
            measure: gap_of(found, measure, self.margins[measure], self.confidence, self.gaps, self.comparisons)
            for measure, found in groups.items()
        }


def seat_balance(
    scenario: str, table: Table, starts: Sequence[float], ruler: Ruler, rows_sha256: str = "", rules_digest: str = ""
) -> SeatBalance:
    """Return whether the seats of a scenario are equal.

    Parameters
    ----------
    starts : sequence of float
        Rounds each seat starts.
    """
    groups = {m: seat_groups(table.seats, table.measure(m), m == VICTORY) for m in MEASURES}
    points, share = (groups[m].alone(ruler.confidence) for m in MEASURES)
    ahead = groups[POINTS].ahead(ruler.confidence)
    rows = zip(table.seats, points, ahead, share, map(float, starts), strict=True)
    return SeatBalance(
        scenario,
        len(table.seats),
        len(table.points),
        tuple(SeatResult(*row) for row in rows),
        ruler.gap(groups),
        share_of(table.victory.max(axis=1) < 1, ruler.confidence),
        rows_sha256,
        rules_digest,
    )


def choice_balance(
    scenario: str,
    word: str,
    names: Sequence[str],
    table: Table,
    dealt: np.ndarray,
    chosen: np.ndarray | None,
    ruler: Ruler,
    rows_sha256: str = "",
) -> ChoiceBalance | None:
    """Return what everything is worth that players are dealt, None if fewer than two things were dealt.

    Parameters
    ----------
    word : str
        What players call such a thing.
    names : sequence of str
        What may be dealt.
    table : Table
        Games in which every player was dealt one at random.
    dealt : array of int, shape (games, seats)
        Which, by position from 1.
    chosen : array of int, shape (games, seats), or None
        What was taken in games under the printed rules.
    """
    groups = {m: dealt_groups(names, table.measure(m), dealt, m == VICTORY) for m in MEASURES}
    found = groups[POINTS].names
    if len(found) < 2:
        return None
    alone = {m: groups[m].alone(ruler.confidence) for m in MEASURES}
    ahead = {m: groups[m].ahead(simultaneous(ruler.confidence, len(found))) for m in MEASURES}
    choices = tuple(
        ChoiceResult(
            name,
            int((dealt == names.index(name) + 1).sum()),
            alone[POINTS][place],
            alone[VICTORY][place],
            {m: ahead[m][place] for m in MEASURES},
            _taken(chosen, names.index(name) + 1, ruler.confidence),
        )
        for place, name in enumerate(found)
    )
    best, worst = (tied_with_best(groups[POINTS], ruler.confidence, worst) for worst in (False, True))
    return ChoiceBalance(
        scenario, len(table.seats), len(dealt), word, choices, ruler.gap(groups), best, worst, rows_sha256
    )


def _taken(chosen: np.ndarray | None, code: int, confidence: float) -> Estimate | None:
    """Return how often one of the things is taken, None where nobody chooses."""
    if chosen is None or len(np.unique(chosen)) < 2:
        return None
    return mean((chosen == code).mean(axis=1), confidence)
