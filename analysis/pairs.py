"""What is compared, and the sums over pairs of games from which every comparison is computed.

The sums are integers, so games can be taken in chunks and the result does not depend on how they were cut.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from analysis.proportions import (
    CONFIDENCE,
    Estimate,
    adjusted_wald,
    agresti_coull,
    mean_estimate,
    paired_mean,
    unknown,
    wilson,
    within,
)

if TYPE_CHECKING:
    from sim.registry import Game

#: Margins unless others are given: one game in a hundred; half a unit of what is counted in whole units.
SHARE_MARGIN, COUNT_MARGIN = 0.01, 0.5

WIN_RATE = "win_rate"

#: How the interval of a share of the victory over several games of a seed is made.
CLUSTERED = "agresti-coull-clusters"


# --- what is compared ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Metric:
    """One thing that is compared.

    Attributes
    ----------
    name : str
        ``win_rate``, ``outcome.<name>``, the name of a stored column, or a measure of `analysis.measures`.
    label : str
        In the words of the game.
    unit : str
        "share", or the unit of the column.
    better : int
        1 if more is better, -1 if less is, 0 if neither.
    codes : tuple of int
        Outcomes that count; empty for the mean of a column.
    per : int
        The values are this many times what is meant: 12 for a share of the victory.
    family : int
        So many of the kind, one a seat, are read together, and their intervals hold together.
    dense : bool
        Whether most games may differ by a like amount, so that the interval must not lean towards no difference.
    """

    name: str
    label: str
    unit: str
    better: int = 0
    codes: tuple[int, ...] = ()
    per: int = 1
    family: int = 1
    dense: bool = False

    @property
    def is_share(self) -> bool:
        """Whether it is a share of games."""
        return self.unit == "share"

    @property
    def margin(self) -> float:
        """The margin unless another is given."""
        return SHARE_MARGIN if self.is_share else COUNT_MARGIN

    def confidence(self, together: float) -> float:
        """Return the confidence of its interval, if those of its family hold together with ``together``."""
        return together if self.family == 1 else 1 - (1 - together) / self.family

    def sums(self, base: np.ndarray, arm: np.ndarray, scenarios: int = 1) -> PairSums:
        """Return the sums of two arms' values, game by game, as `values` gave them or added up over scenarios."""
        return PairSums.of(base, arm, scenarios * self.per)

    def values(self, rows: np.ndarray) -> np.ndarray:
        """Return the value of each game as int64, times `per`; 0 or 1 for a share of games."""
        if self.codes:
            return np.isin(rows["outcome"], self.codes).astype(np.int64)
        return rows[self.name].astype(np.int64)


def win_rate_metric(game: Game) -> Metric:
    """Return the share of games won."""
    codes = tuple(code for code, outcome in enumerate(game.file.outcomes) if outcome.name in game.file.wins)
    if game.file.competitive:
        return Metric(WIN_RATE, f"games {game.file.won_words}", "share", 0, codes)
    return Metric(WIN_RATE, "games won", "share", 1, codes)


# --- sums over pairs -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PairSums:
    """Integer sums over the pairs of two arms; exact, so that chunks add up to the whole in any order.

    Attributes
    ----------
    n : int
        Pairs.
    base, arm : int
        Sums of the values.
    base_squares, arm_squares, products : int
        Sums of squares, and of base times arm.
    base_more, arm_more : int
        Pairs in which one side is larger; for a share: games that only this side counts (discordant pairs).
    scale : int
        The values are this many times what is meant, as in the mean over several scenarios.
    """

    n: int = 0
    base: int = 0
    arm: int = 0
    base_squares: int = 0
    arm_squares: int = 0
    products: int = 0
    base_more: int = 0
    arm_more: int = 0
    scale: int = 1

    @classmethod
    def of(cls, base: np.ndarray, arm: np.ndarray, scale: int = 1) -> PairSums:
        """Return the sums of two arrays of whole numbers, game by game."""
        if len(base) != len(arm):
            raise ValueError(f"paired arms have the same games: {len(base)} and {len(arm)} are not pairs")
        a, b = np.asarray(base).astype(np.int64), np.asarray(arm).astype(np.int64)
        squares = (int(a @ a), int(b @ b), int(a @ b))
        more = (int(np.count_nonzero(a > b)), int(np.count_nonzero(b > a)))
        return cls(len(a), int(a.sum()), int(b.sum()), *squares, *more, scale)

    def __add__(self, other: PairSums) -> PairSums:
        if self.n == 0 or other.n == 0:
            return other if self.n == 0 else self
        if self.scale != other.scale:
            raise ValueError(f"sums of different scales: {self.scale} and {other.scale}")
        return PairSums(
            self.n + other.n,
            self.base + other.base,
            self.arm + other.arm,
            self.base_squares + other.base_squares,
            self.arm_squares + other.arm_squares,
            self.products + other.products,
            self.base_more + other.base_more,
            self.arm_more + other.arm_more,
            self.scale,
        )

    @property
    def total(self) -> int:
        """Sum of the differences, arm minus base."""
        return self.arm - self.base

    @property
    def squares(self) -> int:
        """Sum of the squared differences."""
        return self.base_squares + self.arm_squares - 2 * self.products

    @property
    def correlation(self) -> float:
        """Pearson's correlation of the arms, NaN where one side never changes."""
        both = self.n * self.products - self.base * self.arm
        spread = self._spread(self.base, self.base_squares) * self._spread(self.arm, self.arm_squares)
        return both / math.sqrt(spread) if spread > 0 else math.nan

    @property
    def gain(self) -> float:
        """How many times as many games arms on seeds of their own would need; NaN if the pairs never differ."""
        alone = self._spread(self.base, self.base_squares) + self._spread(self.arm, self.arm_squares)
        paired = self._spread(self.total, self.squares)
        return alone / paired if paired > 0 else math.nan

    def _spread(self, total: int, squares: int) -> int:
        return self.n * squares - total * total

    def difference(self, share: bool, confidence: float = CONFIDENCE, pairs: float | None = None) -> Estimate:
        """Return arm minus base with its interval; see `analysis.proportions.adjusted_wald`."""
        scale, size = self.scale, self.size_of_a_difference(share)
        found = adjusted_wald(self.n, self.total / scale, self.squares / scale**2, size, confidence, pairs)
        return within(found, -1.0, 1.0) if share else found

    def mean_difference(self, confidence: float = CONFIDENCE, pairs: float | None = None) -> Estimate:
        """Return arm minus base of a measure with the interval of `analysis.proportions.paired_mean`."""
        scale, size = self.scale, self.size_of_a_difference(False)
        differing = self.base_more + self.arm_more
        return paired_mean(self.n, self.total / scale, self.squares / scale**2, differing, size, confidence, pairs)

    def size_of_a_difference(self, share: bool) -> float:
        """Return the root mean square of the differences that are not 0.

        Without any it is what a share can differ by, or the standard deviation of the difference of two games that
        have nothing in common.
        """
        differing = self.base_more + self.arm_more
        if differing:
            return math.sqrt(self.squares / differing) / self.scale
        if share:
            return 1 / self.scale
        spread = self._spread(self.base, self.base_squares) + self._spread(self.arm, self.arm_squares)
        return math.sqrt(spread) / max(self.n, 1) / self.scale

    def side(self, which: Literal["base", "arm"], share: bool, confidence: float = CONFIDENCE) -> Estimate:
        """Return one arm by itself: Wilson's interval for a share of games, else Student's."""
        total, squares = getattr(self, which), getattr(self, f"{which}_squares")
        if share and self.scale == 1:
            return wilson(total, self.n, confidence)
        variance = self._spread(total, squares) / (self.n * (self.n - 1)) if self.n > 1 else math.nan
        centre, error = total / max(self.n, 1) / self.scale, math.sqrt(variance / max(self.n, 1)) / self.scale
        found = mean_estimate(centre, error, self.n, confidence)
        return within(found, 0.0, 1.0) if share else found


def share_of_victory(sums: PairSums, confidence: float) -> Estimate:
    """Return a share of the victory from the parts of it that were won (``arm``), seed by seed.

    The interval is that of `clustered_share`; a few victories say as much as if one more seed were won as a whole.
    """
    scale = sums.scale
    return clustered_share(sums.n, sums.arm / scale, sums.arm_squares / scale**2, 1.0, confidence)


def advantage(sums: PairSums, confidence: float) -> Estimate:
    """Return half of what one share of the victory is more than another, arm minus base, from -1/2 to 1/2.

    Half is added and the interval is that of `clustered_share`; a few victories say as much as if in one more seed one
    of the two won everything, which is half of what is possible.
    """
    n, total = sums.n, sums.total / sums.scale
    found = clustered_share(n, n / 2 + total, n / 4 + total + sums.squares / sums.scale**2, 0.25, confidence)
    return replace(found, estimate=found.estimate - 0.5, low=found.low - 0.5, high=found.high - 0.5)


def clustered_share(n: int, total: float, squares: float, imagined: float, confidence: float) -> Estimate:
    """Return the mean of numbers from 0 to 1, each of which is the mean of several games of one seed.

    The games of one seed are one cluster, and count for as many independent ones as their spread says (Kish's
    effective number): all of them where each goes its own way, one where the seed decides. With that number the
    interval is Agresti and Coull's: it stays open where nothing or everything was won, and Wilson's would be wrong
    several times too often where many intervals hold together, each with a small alpha.

    Parameters
    ----------
    n : int
        Seeds.
    total, squares : float
        Sum of the numbers, and of their squares.
    imagined : float
        What one imagined seed adds to the sum of squared deviations; without it a spread seen in few victories would be
        believed.
    confidence : float
        Level of the interval.

    References
    ----------
    Kish, "Survey Sampling", Wiley (1965), chapter 8. Agresti and Coull, "Approximate is better than exact for interval
    estimation of binomial proportions", The American Statistician 52 (1998).
    """
    if n == 0:
        return unknown(method=CLUSTERED)
    share = min(max(total / n, 0.0), 1.0)  # a sum of thirds may miss 0 by a rounding
    apart = max(squares - total * share, 0.0)
    as_one = n * share * (1 - share)  # what it would be if every seed were won or lost as a whole
    number = n / min((apart + imagined) / (as_one + imagined), 1.0)
    low, high = agresti_coull(share, number, confidence)
    return Estimate(share, low, high, math.sqrt(share * (1 - share) / number), n, CLUSTERED)


def above_equal(sums: PairSums, confidence: float) -> Estimate:
    """Return how far the share of the victory is above an equal one, which is the base of the same sums."""
    share = share_of_victory(sums, confidence)
    if sums.n == 0:
        return share
    whole = sums.n * sums.scale
    equal = sums.base / whole
    return replace(share, estimate=sums.total / whole, low=share.low - equal, high=share.high - equal)
