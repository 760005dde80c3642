"""One thing changed at a time, beside the game as it is, on shared seeds: rules switched off, mechanics forbidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import Report, Step
from analysis.cells import score_column
from analysis.measures import leading_measure, measure_named, measures_at
from analysis.paired import Metric, PairSums, rows_differ, win_rate_metric
from analysis.seats import VICTORY

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game
    from sim.results import Progress


class Count:
    """Counts the games of a stage and tells how far it is."""

    def __init__(self, report: Report | None, stage: str, done: int, total: int) -> None:
        self.report, self.stage, self.done, self.total = report, stage, done, total

    def add(self, games: int) -> None:
        """Count games that are finished."""
        self.done += games
        if self.report is not None:
            self.report(Step(self.stage, self.done, self.total, self.done))

    def show(self, run: Progress) -> None:
        """Show the engine's own progress within the game as it is; a compile is told by it."""
        if self.report is not None:
            self.report(Step(self.stage, self.done + run.games, self.total, self.done, "", run))


@dataclass(frozen=True)
class Beside:
    """Sums over the pairs of a changed arm and the game as it is.

    Attributes
    ----------
    wins, scores : PairSums
        Base: the changed arm; arm: the game as it is. So the difference is what the thing that was taken away does.
    touched : PairSums
        Games that went otherwise (as its base).
    won, different : numpy.ndarray of int, shape (games,)
        By game: whether the changed arm won it (or its value), and whether it went otherwise.
    """

    wins: PairSums
    touched: PairSums
    scores: PairSums
    won: np.ndarray
    different: np.ndarray


@dataclass(frozen=True)
class Measure:
    """What is compared: games won, and the score that decides; or what else is asked about.

    Attributes
    ----------
    metric : Metric
        Games won, unless something else is asked about.
    score : Metric or None
        What is told besides: the score that decides; None if the game stores none.
    """

    metric: Metric
    score: Metric | None

    @classmethod
    def of(cls, game: Game) -> Measure:
        """Return what is compared in a game."""
        score = next((c for c in game.file.columns if c.name == score_column(game)), None)
        return cls(win_rate_metric(game), None if score is None else Metric(score.name, score.label, score.unit, 1))

    @classmethod
    def named(cls, game: Game, rules: RuleSet, name: str) -> Measure:
        """Return what is compared in games under these rules, by the name of the measure.

        Besides the points of a game played against each other the watched seat's share of the wins is told, and besides
        anything else the points.

        Raises
        ------
        BadInput
            If there is no such measure.
        """
        measures = measures_at(game, rules)
        metric = measure_named(measures, name, game)
        if not game.file.competitive:
            return cls.of(game)
        leading = leading_measure(game)
        return cls(metric, measures[VICTORY if metric.name == leading else leading])

    def beside(self, rows: np.ndarray, won: np.ndarray, other: np.ndarray) -> Beside:
        """Return the sums of the game as it is, its rows and who won, and of a changed arm's rows."""
        different, other_won = rows_differ(rows, other), self.metric.values(other)
        score = self.score
        return Beside(
            self.metric.sums(other_won, won),
            PairSums.of(different, np.zeros_like(different)),
            PairSums() if score is None else score.sums(score.values(other), score.values(rows)),
            other_won,
            different,
        )
