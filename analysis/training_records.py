"""What is kept of the games of one set of weights: what each counts, and how near the lost ones came to their goal.

A game that is won counts 1. One that is lost counts up to a half, the more the nearer it came to its goal: where nearly
everything is won or lost, the win rate alone is flat, and a search would not know which way to go. Of a game played
against each other a game is a whole round of tables (`analysis.training_goal`): it counts the mean of the player's
parts of the victory, and each table without one up to half a victory, the less it was behind the best.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from analysis.arms import Base, won_games
from analysis.cells import score_column

#: What a lost game counts at most.
NEAR = 0.5

#: Lost games are counted in thousandths.
FINE = 1000


@dataclass(frozen=True)
class Record:
    """Games of one set of weights in one scenario.

    Attributes
    ----------
    games : int
        Games played.
    near : int
        What the lost games count, in thousandths.
    bits : str
        Won or not, game by game, as packed bits in base 64; of a goal with opponents every value, compressed.
    mark : str
        Digest of everything stored of them; "" if it was not asked for.
    whole : int
        0 for games that are won or not; else the values are this many times what is meant.
    """

    games: int
    near: int
    bits: str
    mark: str = ""
    whole: int = 0

    @classmethod
    def of(cls, won: np.ndarray, near: np.ndarray, mark: str = "") -> Record:
        """Return the record of games: won or not, and what each counts if it is lost, in thousandths."""
        packed = base64.b64encode(np.packbits(won).tobytes()).decode("ascii")
        return cls(len(won), int(near[~won].sum()), packed, mark)

    @classmethod
    def of_values(cls, values: np.ndarray, near: int, whole: int, mark: str = "") -> Record:
        """Return the record of games that count in parts, ``whole`` times what is meant."""
        packed = base64.b64encode(zlib.compress(values.astype("<i4").tobytes(), 1)).decode("ascii")
        return cls(len(values), near, packed, mark, whole)

    @property
    def won(self) -> np.ndarray:
        """Whether each game was won."""
        packed = np.frombuffer(base64.b64decode(self.bits), np.uint8)
        return np.unpackbits(packed, count=self.games).astype(bool)

    @property
    def values(self) -> np.ndarray:
        """What each game counts, int64: 1 or 0 for won or not, else times `whole`."""
        if not self.whole:
            return self.won.astype(np.int64)
        return np.frombuffer(zlib.decompress(base64.b64decode(self.bits)), "<i4").astype(np.int64)

    @cached_property
    def wins(self) -> float:
        """Games won, or what all games count together."""
        if not self.whole:
            return int.from_bytes(base64.b64decode(self.bits), "big").bit_count()
        return int(self.values.sum()) / self.whole

    @cached_property
    def variance(self) -> float:
        """Variance of what a game counts."""
        if not self.whole:
            share = self.wins / self.games
            return share * (1 - share)
        return float(self.values.var()) / self.whole**2

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        return [self.games, self.near, self.bits, self.mark, *([self.whole] if self.whole else [])]

    @classmethod
    def read(cls, *values: Any) -> Self:
        """Return what `written` wrote."""
        games, near, bits, mark, *whole = values
        found = cls(int(games), int(near), str(bits), str(mark), *(int(value) for value in whole))
        if found.whole:
            if len(found.values) != found.games:
                raise ValueError("not as many values as games")
        elif len(base64.b64decode(found.bits, validate=True)) != -(-found.games // 8):
            raise ValueError("not as many bits as games")
        return found


@dataclass(frozen=True)
class Yardstick:
    """How near to its goal a lost game came.

    Attributes
    ----------
    column : str or None
        The stored column that tells it; None if the game has none.
    goal : float
        Its value at which nothing is missing.
    scale : float
        What is missing in a lost game of the middle.
    """

    column: str | None
    goal: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, base: Base, rows: np.ndarray) -> Yardstick:
        """Return the yardstick that games of the policy to be trained give.

        The score that measures the distance to the goal has its goal at 0; of another, the goal is what nine in ten
        won games reach.
        """
        column = score_column(base.game)
        if column is None or not len(rows):
            return cls(None)
        won, values = won_games(base.game, rows), rows[column].astype(float)
        goal = 0.0 if column == "gap" else float(np.quantile(values[won], 0.1)) if won.any() else float(values.max())
        missing = goal - values[~won]
        return cls(column, goal, max(1.0, float(np.median(missing))) if len(missing) else 1.0)

    @classmethod
    def behind(cls, missing: Sequence[np.ndarray]) -> Yardstick:
        """Return the yardstick of what a player missed the best by, table by table; negative where it won."""
        lost = np.concatenate(missing)
        lost = lost[lost >= 0]
        return cls(None, 0.0, max(1.0, float(np.median(lost))) if len(lost) else 1.0)

    def near_the_best(self, missing: Sequence[np.ndarray]) -> int:
        """Return what tables without a part of the victory count, all of them together, in thousandths of a game."""
        counted = [np.rint(NEAR * FINE * np.exp(-lost[lost >= 0] / self.scale)).sum() for lost in missing]
        return round(float(sum(counted)) / len(missing))

    def near(self, rows: np.ndarray) -> np.ndarray:
        """Return what each game counts if it is lost, in thousandths."""
        if self.column is None:
            return np.zeros(len(rows), np.int64)
        missing = np.maximum(0.0, self.goal - rows[self.column].astype(float))
        return np.rint(NEAR * FINE * np.exp(-missing / self.scale)).astype(np.int64)
