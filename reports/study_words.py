"""In what a study speaks: percentage points of a win rate, or units of what else is asked about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports import words

if TYPE_CHECKING:
    from analysis.pairs import Metric
    from analysis.proportions import Estimate
    from analysis.study_result import Study


@dataclass(frozen=True)
class Speech:
    """How numbers of a study are told.

    Attributes
    ----------
    what : str
        What is asked about, inside a sentence: ``'win rate'``, ``'marbles a player'``.
    scale : int
        By what numbers are multiplied: 100 for shares.
    unit : str
        Of differences: ``'points'``, ``'marbles'``.
    """

    what: str
    scale: int
    unit: str

    @classmethod
    def of(cls, measure: Metric) -> Speech:
        """Return how numbers of a measure are told."""
        if measure.name == "win_rate":
            return cls("win rate", 100, "points")
        label = measure.label[:1].lower() + measure.label[1:]
        return cls(label, 100, "points") if measure.is_share else cls(label, 1, measure.unit)

    @property
    def is_share(self) -> bool:
        """Whether it is told in per cent."""
        return self.scale == 100

    def estimate(self, found: Estimate) -> str:
        """Return one value of it: ``'41.3 %'``, ``'28.1'``."""
        if self.is_share:
            return words.share(found.estimate, found.low, found.high)
        return words.number(found.estimate, found.standard_error)

    def with_interval(self, found: Estimate) -> str:
        """Return one value of it with its interval."""
        if self.is_share:
            return words.share_with_interval(found.estimate, found.low, found.high)
        ends = " to ".join(words.number(end, found.standard_error) for end in (found.low, found.high))
        return f"{self.estimate(found)} {self.unit} ({ends})"

    def ends(self, low: float, high: float) -> str:
        """Return between what it lies: ``'35 to 48 %'``, ``'27.2 to 30.1'``."""
        if self.is_share:
            return f"{100 * low:.0f} to {100 * high:.0f} %"
        return f"{low:.1f} to {high:.1f}"

    def size(self, value: float) -> str:
        """Return the size of an effect, without its unit: whole percentage points, or a tenth of a unit."""
        return f"{100 * value:.0f}" if self.is_share else f"{value:.1f}"

    def mean(self, value: float) -> str:
        """Return a mean of many sets: ``'41 %'``, ``'28.1 marbles'``."""
        return f"{100 * value:.0f} %" if self.is_share else f"{value:.1f} {self.unit}"


def speech_of(study: Study) -> Speech:
    """Return how numbers of a study are told."""
    return Speech.of(study.measure)
