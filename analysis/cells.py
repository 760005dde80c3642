"""What happens in one scenario under one policy? A cell of the difficulty table, from the rows of its games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import won_games
from analysis.early import Checkpoint, checkpoints
from analysis.gap import Gap
from analysis.ledgers import Ledger, ledgers_of_rows, ledgers_of_totals
from analysis.proportions import CONFIDENCE, Estimate, mean, share_of, wilson

if TYPE_CHECKING:
    from sim.registry import Game

#: Quantiles that are kept of lengths and scores.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class OutcomeShare:
    """How often a game ended in one way. The counts of a cell sum to its games."""

    name: str
    kind: str
    words: str
    count: int
    share: Estimate


@dataclass(frozen=True)
class Metric:
    """One stored column over the games of a cell.

    Attributes
    ----------
    name, label, unit : str
        As declared by the game.
    mean : Estimate
        Mean of a game.
    at_least_one : Estimate
        Share of games in which it is not 0.
    quantiles : dict
        Values not exceeded by the given shares of games.
    histogram : dict
        Games by value; only of the score and the length.
    """

    name: str
    label: str
    unit: str
    mean: Estimate
    at_least_one: Estimate
    quantiles: dict[float, float]
    histogram: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    """One scenario under one policy.

    Attributes
    ----------
    scenario, policy : str
        Their names.
    games : int
        Games played.
    win_rate : Estimate
        Share won, abandoned games and errors included in the games.
    outcomes : dict
        By name.
    metrics : dict
        Length, scores, events and details, by column.
    ledgers : dict
        By name.
    early : tuple of Checkpoint
        How early the result is known.
    gap : Gap or None
        The dollar gap, if it was looked for.
    rules_digest, rows_sha256 : str
        What was played and what came out.
    won : numpy.ndarray or None
        Won or not, by game; not stored.
    """

    scenario: str
    policy: str
    games: int
    win_rate: Estimate
    outcomes: dict[str, OutcomeShare]
    metrics: dict[str, Metric]
    ledgers: dict[str, Ledger]
    early: tuple[Checkpoint, ...]
    rules_digest: str
    rows_sha256: str
    gap: Gap | None = None
    won: np.ndarray | None = field(default=None, compare=False, repr=False)

    @property
    def key(self) -> tuple[str, str]:
        """Scenario and policy."""
        return self.scenario, self.policy

    def to_json(self, game: Game) -> dict[str, Any]:
        """Return the cell as contracts, section 7, has it, with everything a report needs besides."""
        length = length_column(game)
        return {
            "scenario": self.scenario,
            "policy": self.policy,
            "games": self.games,
            "win_rate": self.win_rate.to_json(),
            "outcomes": {
                o.name: {"kind": o.kind, "count": o.count, "share": o.share.estimate if self.games else None}
                | {"low": o.share.low if self.games else None, "high": o.share.high if self.games else None}
                for o in self.outcomes.values()
            },
            "gap": self.gap.to_json() if self.gap else None,
            "length": self.metrics[length].mean.to_json() if length else None,
            "ledgers": {name: ledger.to_json() for name, ledger in self.ledgers.items()},
            "rows_sha256": self.rows_sha256,
            "rules_digest": self.rules_digest,
            "metrics": {name: _metric_json(metric) for name, metric in self.metrics.items()},
            "early": [checkpoint.to_json() for checkpoint in self.early],
        }

    @classmethod
    def from_json(cls, game: Game, data: dict[str, Any], confidence: float = CONFIDENCE) -> Cell:
        """Return the cell that `to_json` described."""
        counts = {name: entry["count"] for name, entry in data["outcomes"].items()}
        return cls(
            data["scenario"],
            data["policy"],
            data["games"],
            Estimate.from_json(data["win_rate"]),
            _outcomes(game, counts, data["games"], confidence),
            {name: _metric_from_json(game, name, entry) for name, entry in data["metrics"].items()},
            ledgers_of_totals(game, data["ledgers"]),
            tuple(Checkpoint.from_json(entry) for entry in data["early"]),
            data["rules_digest"],
            data["rows_sha256"],
            Gap.from_json(data["gap"]) if data["gap"] else None,
        )


def cell_of_rows(
    game: Game,
    scenario: str,
    policy: str,
    rows: np.ndarray,
    *,
    confidence: float = CONFIDENCE,
    rules_digest: str = "",
    rows_sha256: str = "",
) -> Cell:
    """Return the cell of stored rows."""
    won = won_games(game, rows)
    codes = np.bincount(rows["outcome"].astype(np.int64), minlength=len(game.file.outcomes))
    counts = {outcome.name: int(count) for outcome, count in zip(game.file.outcomes, codes, strict=True)}
    kept = [c for c in game.file.columns if c.role in ("length", "score", "event", "detail")]
    return Cell(
        scenario,
        policy,
        len(rows),
        share_of(won, confidence),
        _outcomes(game, counts, len(rows), confidence),
        {c.name: _metric(game, c.name, rows[c.name], confidence) for c in kept},
        ledgers_of_rows(game, rows),
        checkpoints(game, rows, won),
        rules_digest,
        rows_sha256,
        won=won,
    )


def _outcomes(game: Game, counts: dict[str, int], games: int, confidence: float) -> dict[str, OutcomeShare]:
    return {
        o.name: OutcomeShare(o.name, o.kind, o.words, counts[o.name], wilson(counts[o.name], games, confidence))
        for o in game.file.outcomes
    }


def length_column(game: Game) -> str | None:
    """Return the column that tells how long a game was."""
    return next((column.name for column in game.file.columns if column.role == "length"), None)


def score_column(game: Game) -> str | None:
    """Return the score that decides: the last one declared that measures the distance to the goal, else the first."""
    scores = [column.name for column in game.file.columns if column.role == "score"]
    return next((name for name in scores if name == "gap"), scores[0] if scores else None)


def _metric(game: Game, name: str, values: np.ndarray, confidence: float) -> Metric:
    column = next(column for column in game.file.columns if column.name == name)
    histogram: dict[int, int] = {}
    if name in (score_column(game), length_column(game), "selected"):
        found, counts = np.unique(values, return_counts=True)
        histogram = {int(value): int(count) for value, count in zip(found, counts, strict=True)}
    quantiles = {}
    if len(values):
        quantiles = {q: float(v) for q, v in zip(QUANTILES, np.quantile(values, QUANTILES, method="inverted_cdf"))}
    some = wilson(int(np.count_nonzero(values)), len(values), confidence)
    return Metric(name, column.label, column.unit, mean(values, confidence), some, quantiles, histogram)


def _metric_json(metric: Metric) -> dict[str, Any]:
    return {
        "unit": metric.unit,
        "mean": metric.mean.to_json(),
        "at_least_one": metric.at_least_one.to_json(),
        "quantiles": {f"{q:g}": value for q, value in metric.quantiles.items()},
        "histogram": {str(value): count for value, count in metric.histogram.items()},
    }


def _metric_from_json(game: Game, name: str, data: dict[str, Any]) -> Metric:
    column = next(column for column in game.file.columns if column.name == name)
    return Metric(
        name,
        column.label,
        column.unit,
        Estimate.from_json(data["mean"]),
        Estimate.from_json(data["at_least_one"]),
        {float(q): value for q, value in data["quantiles"].items()},
        {int(value): count for value, count in data["histogram"].items()},
    )
