"""How early is the result known? From the score at fixed rounds, how many games can be called right."""

from __future__ import annotations

import math
import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from analysis.proportions import plain

if TYPE_CHECKING:
    from sim.registry import Game


@dataclass(frozen=True)
class Checkpoint:
    """What the score after a number of rounds says about the end.

    Attributes
    ----------
    round : int
        Rounds played.
    column : str
        The score at that time.
    over : float
        Share of games that had ended by then.
    called : float
        Share of games called right by someone who knows, for every score at that time, how such games usually end.
    blind : float
        The same without looking: always call the commoner result.
    separation : float
        Chance that, of one game that will be won and one that will be lost, the first is ahead (ties count half).
    """

    round: int
    column: str
    over: float
    called: float
    blind: float
    separation: float

    @property
    def skill(self) -> float:
        """How much of the doubt is gone: 0 is a blind call, 1 is certainty; NaN if there was no doubt."""
        return (self.called - self.blind) / (1 - self.blind) if self.blind < 1 else math.nan

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {key: plain(value) for key, value in asdict(self).items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Checkpoint:
        """Return what `to_json` described."""
        known: dict[str, Any] = {key: math.nan if value is None else value for key, value in data.items()}
        return cls(**known)


def checkpoint_columns(game: Game) -> dict[str, int]:
    """Return the columns that hold a score after so many rounds, with the number of rounds: ``coffers_8`` -> 8."""
    scores = {column.name for column in game.file.columns if column.role == "score"}
    found = {}
    for column in game.file.columns:
        match = re.fullmatch(r"(\w+)_(\d+)", column.name)
        if match and match[1] in scores and column.role == "detail":
            found[column.name] = int(match[2])
    return dict(sorted(found.items(), key=lambda item: item[1]))


def checkpoints(game: Game, rows: np.ndarray, won: np.ndarray) -> tuple[Checkpoint, ...]:
    """Return one checkpoint for each column that holds a score at a time; none without games."""
    if len(rows) == 0:
        return ()
    length = next((column.name for column in game.file.columns if column.role == "length"), None)
    found = []
    for column, after in checkpoint_columns(game).items():
        over = rows[length] <= after if length else np.zeros(len(rows), bool)
        score = rows[column].astype(np.int64)
        right = np.count_nonzero(over) + _called(score[~over], won[~over])
        blind = max(np.count_nonzero(won), np.count_nonzero(~won)) / len(won)
        # A rule made from the same games can look a little better than it is, but never worse than a blind call.
        called = max(right / len(won), blind)
        found.append(Checkpoint(after, column, float(over.mean()), float(called), blind, separation(score, won)))
    return tuple(found)


def _called(score: np.ndarray, won: np.ndarray) -> int:
    """Return how many games are called right by the commoner result at each score."""
    if len(score) == 0:
        return 0
    shifted = score - score.min()
    wins, all_ = np.bincount(shifted, weights=won), np.bincount(shifted)
    return int(np.maximum(wins, all_ - wins).sum())


def separation(score: np.ndarray, won: np.ndarray) -> float:
    """Return the chance that a won game was ahead of a lost one (the area under the ROC curve), NaN if all end alike.

    Examples
    --------
    >>> separation(np.array([1, 2, 3]), np.array([False, True, True]))
    1.0
    """
    wins = int(np.count_nonzero(won))
    losses = len(won) - wins
    if wins == 0 or losses == 0:
        return math.nan
    ranks = stats.rankdata(score)
    return float((ranks[won].sum() - wins * (wins + 1) / 2) / (wins * losses))
