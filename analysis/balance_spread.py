"""How points are spread, and what one scenario adds to the one before it, game by game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.balance_measures import Table
from analysis.balance_result import Change, Distribution, LuckShare, ModuleStep, Scores
from analysis.paired import effect_of, judge
from analysis.pairs import COUNT_MARGIN, SHARE_MARGIN, Metric, PairSums
from analysis.proportions import CONFIDENCE, Estimate, mean, unknown
from analysis.quantiles import normal_quantile

if TYPE_CHECKING:
    from sim.registry import Game

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
#: Most bins of a histogram.
MOST_BINS = 40
#: Column that counts the decisions of a game, where a game stores it.
DECISIONS = "decisions"
#: Changes of the luck share below this do not matter.
LUCK_MARGIN = 0.05


# --- how points are spread -------------------------------------------------------------------------------------------


def distribution(label: str, unit: str, values: np.ndarray) -> Distribution:
    """Return how whole numbers are spread.

    Parameters
    ----------
    values : array of int, shape (games,) or (games, seats)
        Of several a game every one counts, and the games are the unit of the interval of the mean.

    Examples
    --------
    >>> found = distribution("Points", "points", np.array([[1, 3], [2, 2], [9, 1]]))
    >>> found.mean.estimate, found.quantiles["0.5"], found.first, found.width, found.counts
    (3.0, 2.0, 1, 1, (2, 2, 1, 0, 0, 0, 0, 0, 1))
    """
    games = values.reshape(len(values), -1)
    flat = games.ravel()
    if not len(flat):
        return Distribution(label, unit, unknown(), math.nan, {}, 0, 1, ())
    quantiles = np.quantile(flat, QUANTILES, method="inverted_cdf")
    width = _width(int(flat.max()) - int(flat.min()) + 1)
    first = int(flat.min()) // width * width
    counts = np.bincount((flat - first) // width)
    return Distribution(
        label,
        unit,
        mean(games.mean(axis=1)),
        float(flat.std()),
        {f"{q:g}": float(value) for q, value in zip(QUANTILES, quantiles, strict=True)},
        first,
        width,
        tuple(int(count) for count in counts),
    )


def _width(span: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, ... with which a span needs no more than the bins there are."""
    widths = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
    return next(width for width in widths if -(-span // width) + 1 <= MOST_BINS)


def scores_of(scenario: str, table: Table, unit: str) -> Scores:
    """Return how points are spread in one scenario."""
    ranked = np.sort(table.points, axis=1)
    return Scores(
        scenario,
        len(table.seats),
        distribution("points of a player", unit, table.points),
        distribution("the winner's points", unit, ranked[:, -1]),
        distribution("the winner's lead", unit, ranked[:, -1] - ranked[:, -2]),
    )


# --- what a scenario adds --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """One thing of every game.

    Attributes
    ----------
    metric : Metric
        What it is.
    values : numpy.ndarray of int64, shape (games,)
        Its values times ``scale``.
    scale : int
        Points of a player are kept as the sum over the table.
    margin : float
        Changes below it do not matter.
    """

    metric: Metric
    values: np.ndarray
    scale: int
    margin: float


def measured(game: Game, rows: np.ndarray, table: Table, margin: float) -> dict[str, Measured]:
    """Return what a module may change, by name.

    Parameters
    ----------
    margin : float
        Of points.
    """
    unit = next(iter(game.file.columns_of(game.file.measures[0]).values())).unit
    ranked = np.sort(table.points, axis=1)
    found = [
        (Metric("points", "points of a player", unit), table.points.sum(axis=1), len(table.seats), margin),
        (Metric("winner", "the winner's points", unit), ranked[:, -1], 1, margin),
        (Metric("spread", "best minus worst player", unit), ranked[:, -1] - ranked[:, 0], 1, margin),
        (Metric("lead", "the winner's lead", unit), ranked[:, -1] - ranked[:, -2], 1, margin),
        (Metric("shared", "victories shared", "share"), (table.victory.max(axis=1) < 1).astype(int), 1, SHARE_MARGIN),
    ]
    for column in game.file.columns:
        if column.role == "length" or column.name == DECISIONS:
            values = rows[column.name].astype(np.int64)
            found.append((Metric(column.name, column.label.lower(), column.unit), values, 1, COUNT_MARGIN))
    return {entry[0].name: Measured(*entry) for entry in found}


def changes(
    before: Mapping[str, Measured], now: Mapping[str, Measured], confidence: float = CONFIDENCE
) -> list[Change]:
    """Return what differs between two scenarios on the same seeds; what never varies is left out.

    Parameters
    ----------
    confidence : float, optional
        Of the interval of each difference.
    """
    found = []
    for name, one in before.items():
        other = now[name]
        if len(one.values) and not np.ptp(one.values) and np.array_equal(one.values, other.values):
            continue
        effect = effect_of(PairSums.of(one.values, other.values, one.scale), one.metric, confidence, one.margin)
        verdict = effect.verdict
        assert verdict != "better" and verdict != "worse"
        found.append(
            Change(
                name, one.metric.label, one.metric.unit, effect.base, effect.arm, effect.difference, verdict, one.margin
            )
        )
    return found


def change_of_luck(before: LuckShare, now: LuckShare, confidence: float = CONFIDENCE) -> Change:
    """Return what becomes of the luck share of points; both were played at tables of their own, so it is not paired."""
    one, other = before.parts["points"].luck, now.parts["points"].luck
    if not (one.known and other.known):
        return Change(
            "luck", "luck in points", "share", one, other, unknown(one.reason or other.reason), "unknown", 0.05
        )
    gap = other.estimate - one.estimate
    error = math.hypot(one.standard_error, other.standard_error)

    def interval(level: float) -> Estimate:
        half = normal_quantile(level) * error
        return Estimate(gap, gap - half, gap + half, error, one.n, one.method)

    found, inner = interval(confidence), interval(1 - 2 * (1 - confidence))
    verdict = judge(found, LUCK_MARGIN, 0, inner)
    assert verdict != "better" and verdict != "worse"
    return Change("luck", "luck in points", "share", one, other, found, verdict, LUCK_MARGIN)


def module_step(
    scenario: str, before: str, players: int, games: int, found: list[Change], luck: Change | None
) -> ModuleStep:
    """Return what a scenario adds, with what becomes of luck where that was asked."""
    return ModuleStep(scenario, before, players, games, (*found, *([luck] if luck else [])))
