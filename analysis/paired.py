"""What does a change do? Two arms on shared seeds, compared game by game, and a verdict in one word.

The difference is always arm minus base. A verdict needs a margin: the largest difference that nobody at the table would
mind. "equivalent" is shown by two one-sided tests, both bounds of the 1 - 2 alpha interval lying within the margin; it
is never the absence of a finding, which is "unknown".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from analysis.measures import metrics_of
from analysis.pairs import WIN_RATE, Metric, PairSums, win_rate_metric
from analysis.proportions import CONFIDENCE, Estimate, ends_to_json, plain, wilson
from analysis.quantiles import normal_quantile
from analysis.seats import VICTORY

__all__ = [
    "FIXED", "WIN_RATE", "Comparison", "Effect", "Metric", "PairSums", "Ruler", "Tally", "Verdict", "compare_rows",
    "compare_values", "effect_of", "judge", "metrics_of", "one_side", "rows_differ", "two_one_sided", "win_rate_metric",
]  # fmt: skip

Verdict = Literal["better", "worse", "more", "less", "equivalent", "unknown"]


# --- effects and verdicts --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effect:
    """What a change does to one metric.

    Attributes
    ----------
    metric : Metric
        What is compared.
    base, arm : Estimate
        Both sides by themselves.
    difference : Estimate
        Arm minus base, paired.
    correlation : float
        Of the sides over the games; NaN if one never changes.
    gain : float
        How many times as many games unpaired arms would need; NaN if the pairs never differ.
    base_only, arm_only : int
        Discordant pairs of a share; pairs in which one side is larger, for a mean.
    margin : float
        Differences up to this one do not matter.
    equivalence : Estimate
        The difference with its 1 - 2 alpha interval, whose bounds are the two one-sided tests.
    verdict : str
        "better", "worse" ("more", "less" where neither is better), "equivalent" or "unknown".
    """

    metric: Metric
    base: Estimate
    arm: Estimate
    difference: Estimate
    correlation: float
    gain: float
    base_only: int
    arm_only: int
    margin: float
    equivalence: Estimate
    verdict: Verdict

    @property
    def differs(self) -> bool:
        """Whether a difference is shown at all, however small."""
        return self.difference.low > 0 or self.difference.high < 0

    def to_json(self) -> dict[str, Any]:
        """Return plain data (contracts, section 7)."""
        return {
            "metric": self.metric.name,
            "unit": self.metric.unit,
            "base": self.base.to_json(),
            "value": self.arm.to_json(),
            "difference": self.difference.to_json(),
            "correlation": plain(self.correlation),
            "gain": plain(self.gain),
            "discordant": {"a_only": self.base_only, "b_only": self.arm_only},
            "margin": self.margin,
            "equivalence": ends_to_json((self.equivalence.low, self.equivalence.high)),
            "verdict": self.verdict,
        }


def two_one_sided(sums: PairSums, share: bool, confidence: float = CONFIDENCE) -> Estimate:
    """Return the difference with its 1 - 2 alpha interval: each bound is a one-sided test at alpha.

    A single bound leans on the skew of rare one-sided differences, so it gets twice the added pairs of a two-sided
    interval; its error then stays below 1.4 times alpha in the worst case, and below alpha where hundreds differ.

    References
    ----------
    Schuirmann, "A comparison of the two one-sided tests procedure and the power approach", Journal of Pharmacokinetics
    and Biopharmaceutics 15 (1987).
    """
    both = 1 - 2 * (1 - confidence)
    return sums.difference(share, both, 2 * normal_quantile(both) ** 2)


@dataclass(frozen=True)
class Ruler:
    """How intervals are made: for a fixed number of games, or for one that is found by looking.

    Attributes
    ----------
    interval : callable
        ``(sums, share, confidence)`` -> the difference, arm minus base.
    one_sided : callable
        Likewise, with bounds that each hold with ``confidence``.
    side : callable
        ``(sums, "base" or "arm", share, confidence)`` -> one arm by itself.
    """

    interval: Callable[[PairSums, bool, float], Estimate]
    one_sided: Callable[[PairSums, bool, float], Estimate]
    side: Callable[[PairSums, Literal["base", "arm"], bool, float], Estimate]


#: For a fixed number of games; `analysis.sequential.LOOKING` is the other.
FIXED = Ruler(PairSums.difference, two_one_sided, PairSums.side)


def _dense(sums: PairSums, share: bool, confidence: float) -> Estimate:
    return sums.mean_difference(confidence)


def _dense_one_sided(sums: PairSums, share: bool, confidence: float) -> Estimate:
    both = 1 - 2 * (1 - confidence)
    return sums.mean_difference(both, 2 * normal_quantile(both) ** 2)


#: The same, for measures in which most games may differ.
DENSE = Ruler(_dense, _dense_one_sided, PairSums.side)


def effect_of(
    sums: PairSums,
    metric: Metric,
    confidence: float = CONFIDENCE,
    margin: float | None = None,
    ruler: Ruler = FIXED,
) -> Effect:
    """Return the effect that sums over pairs show.

    Parameters
    ----------
    confidence : float, optional
        Of the interval; `analysis.order.simultaneous` gives that of several together.
    margin : float, optional
        In the unit of the metric (a share from 0 to 1); by default the metric's own.
    ruler : Ruler, optional
        By default for a fixed number of games.
    """
    margin, share = metric.margin if margin is None else margin, metric.is_share
    if ruler is FIXED and metric.dense:
        ruler = DENSE
    difference = ruler.interval(sums, share, confidence)
    equivalence = ruler.one_sided(sums, share, confidence)
    return Effect(
        metric,
        one_side(sums, "base", metric, confidence, ruler),
        one_side(sums, "arm", metric, confidence, ruler),
        difference,
        sums.correlation,
        sums.gain,
        sums.base_more,
        sums.arm_more,
        margin,
        equivalence,
        judge(difference, margin, metric.better, equivalence),
    )


def one_side(
    sums: PairSums,
    which: Literal["base", "arm"],
    metric: Metric,
    confidence: float = CONFIDENCE,
    ruler: Ruler = FIXED,
) -> Estimate:
    """Return one arm by itself; a share of the victory has Wilson's interval, in which shared ones count in parts.

    The variance of parts of a victory is never more than that of a yes or no with the same mean.
    """
    if ruler is FIXED and metric.is_share and 1 < metric.per == sums.scale:
        return wilson(getattr(sums, which) / metric.per, sums.n, confidence)
    return ruler.side(sums, which, metric.is_share, confidence)


def judge(difference: Estimate, margin: float, better: int = 1, equivalence: Estimate | None = None) -> Verdict:
    """Return the verdict on a difference.

    Parameters
    ----------
    difference : Estimate
        With the interval that must leave out 0 to show a difference.
    margin : float
        Differences up to this one do not matter; above 0.
    better : int
        1 if more is better, -1 if less is, 0 if neither.
    equivalence : Estimate, optional
        With the interval that must lie within the margin; by default that of the difference.

    Notes
    -----
    A difference that is shown, and shown to be within the margin, is "equivalent": it exists, and does not matter.

    Examples
    --------
    >>> judge(Estimate(0.02, 0.01, 0.03, 0.005, 1000, ""), margin=0.005)
    'better'
    >>> judge(Estimate(0.02, 0.01, 0.03, 0.005, 1000, ""), margin=0.05)
    'equivalent'
    >>> judge(Estimate(0.0, -0.02, 0.02, 0.01, 1000, ""), margin=0.01)
    'unknown'
    """
    if not margin > 0:
        raise ValueError(f"a margin is above 0, not {margin}")
    inner = equivalence or difference
    if inner.low > -margin and inner.high < margin:
        return "equivalent"
    if difference.low > 0:
        return "better" if better > 0 else "worse" if better < 0 else "more"
    if difference.high < 0:
        return "worse" if better > 0 else "better" if better < 0 else "less"
    return "unknown"


# --- comparing rows --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """Two arms on the same seeds.

    Attributes
    ----------
    pairs : int
        Games played by both.
    diverged : Estimate
        Share of games whose rows differ in anything but the game index.
    effects : dict
        By the name of the metric.
    """

    pairs: int
    diverged: Estimate
    effects: dict[str, Effect]

    @property
    def win_rate(self) -> Effect:
        """The effect on the win rate; of a game played against each other on the first seat's share of the victory."""
        shares = (effect for name, effect in self.effects.items() if name.startswith(f"{VICTORY}."))
        return self.effects.get(WIN_RATE) or next(shares)

    @property
    def leading(self) -> Effect:
        """The effect on what the game is first asked about: the win rate of a team, else the points a player."""
        return next(iter(self.effects.values()))


@dataclass
class Tally:
    """Adds up two arms chunk by chunk in bounded memory.

    Attributes
    ----------
    metrics : sequence of Metric
        What is compared.
    sums : dict
        Sums over the pairs so far, by metric.
    diverged : PairSums
        Of the games that differ (as its base; its arm is empty).
    """

    metrics: Sequence[Metric]
    sums: dict[str, PairSums] = field(default_factory=dict)
    diverged: PairSums = PairSums()

    def add(
        self,
        base: np.ndarray | Sequence[np.ndarray],
        arm: np.ndarray | Sequence[np.ndarray],
        base_metrics: Sequence[Mapping[str, Metric]] = (),
        arm_metrics: Sequence[Mapping[str, Metric]] = (),
    ) -> None:
        """Add stored rows of the same games; a list of rows, one a scenario, is averaged game by game.

        Parameters
        ----------
        base_metrics, arm_metrics : sequence of mapping, optional
            What the metrics are in each of the rows, by name, where they depend on who sits at the table.
        """
        left, right = _as_list(base), _as_list(arm)
        if len(left) != len(right):
            raise ValueError(f"{len(left)} and {len(right)} scenarios are not pairs")
        scale = len(left)
        for metric in self.metrics:
            a = _summed(metric, left, base_metrics)
            b = _summed(metric, right, arm_metrics)
            new = PairSums.of(a, b, scale * metric.per)
            self.sums[metric.name] = self.sums.get(metric.name, PairSums()) + new
        different = np.stack([rows_differ(a, b) for a, b in zip(left, right, strict=True)]).sum(axis=0)
        self.diverged += PairSums.of(different, np.zeros_like(different), scale)

    def compare(
        self,
        confidence: float = CONFIDENCE,
        margins: Mapping[str, float] | None = None,
        ruler: Ruler = FIXED,
    ) -> Comparison:
        """Return the comparison of the games so far.

        Parameters
        ----------
        margins : mapping, optional
            Margins by metric that replace the usual ones.
        ruler : Ruler, optional
            By default for a fixed number of games.
        """
        given = margins or {}
        effects = {
            metric.name: effect_of(
                self.sums.get(metric.name, PairSums()),
                metric,
                metric.confidence(confidence),
                given.get(metric.name),
                ruler,
            )
            for metric in self.metrics
        }
        return Comparison(self.diverged.n, ruler.side(self.diverged, "base", True, confidence), effects)


def _summed(metric: Metric, rows: Sequence[np.ndarray], metrics: Sequence[Mapping[str, Metric]]) -> np.ndarray:
    """Return the values of each game, summed over the scenarios."""
    own = [found[metric.name] for found in metrics] or [metric] * len(rows)
    return np.stack([one.values(part) for one, part in zip(own, rows, strict=True)]).sum(axis=0)


def _as_list(rows: np.ndarray | Sequence[np.ndarray]) -> list[np.ndarray]:
    return [rows] if isinstance(rows, np.ndarray) else list(rows)


def rows_differ(base: np.ndarray, arm: np.ndarray) -> np.ndarray:
    """Return for each game whether the stored rows differ in anything but the game index."""
    different = np.zeros(len(base), bool)
    for name in base.dtype.names or ():
        if name != "game":
            different |= base[name] != arm[name]
    return different


def compare_rows(
    metrics: Iterable[Metric],
    base: np.ndarray,
    arm: np.ndarray,
    confidence: float = CONFIDENCE,
    margins: Mapping[str, float] | None = None,
) -> Comparison:
    """Return the comparison of two arms' stored rows on shared seeds."""
    tally = Tally(tuple(metrics))
    tally.add(base, arm)
    return tally.compare(confidence, margins)


def compare_values(
    base: np.ndarray,
    arm: np.ndarray,
    metric: Metric | None = None,
    confidence: float = CONFIDENCE,
    margin: float | None = None,
) -> Effect:
    """Return the effect on one metric from its values by game: whole numbers, or won or not (the default metric).

    Examples
    --------
    >>> base, arm = np.zeros(400, bool), np.arange(400) < 80
    >>> effect = compare_values(base, arm)
    >>> effect.difference.estimate, effect.verdict, effect.arm_only
    (0.2, 'better', 80)
    """
    return effect_of(PairSums.of(base, arm), metric or Metric(WIN_RATE, "games won", "share", 1), confidence, margin)
