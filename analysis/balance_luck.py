"""Luck or play in a game against each other? Policies of different strength meet at every table there is.

With one policy at all seats everything is luck, so others must sit down. Let each seat be drawn from a few policies,
any with the same chance and independently. The variance of one player's result (points, or share of the victory) then
has four parts that add up to 1:

- *own*: the spread of the means by the policy that plays the player;
- *others*: what else the table decides: which policies the others play, and how they go together;
- *seat*: the spread of the means by seat;
- *luck*: the variance between games of the same policies at the same seats, which is the deal and the dice (and the
  policies' own random choices).

Every table is played (k policies at n seats: k to the power of n), as often as every other, on games of its own, so
each part is a mean of squares less what chance adds to it. The parts are shares for *these* policies: with weaker or
stronger ones they are other numbers.

References
----------
Searle, Casella and McCulloch, "Variance Components", Wiley (1992), chapter 3, for unbiased mean squares; Efron, "The
Jackknife, the Bootstrap and Other Resampling Plans", SIAM (1982), chapter 6, for the intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import Arm, play_many
from analysis.balance_measures import Table
from analysis.balance_parts import MEASURES, POINTS
from analysis.balance_result import LuckParts, LuckShare
from analysis.proportions import CONFIDENCE, Estimate, unknown
from analysis.quantiles import normal_quantile

if TYPE_CHECKING:
    from analysis.arms import Base

METHOD = "mean-squares-infinitesimal-jackknife"
NOTHING = "all players fare alike, so there is nothing to explain"
#: Policies that meet unless others are named, and the most tables there may be.
POLICIES, MOST_TABLES = 3, 300
#: Games of a table at least: of five the interval of luck holds in 90 of 100 cases instead of 95, of two in 30 to 80.
LEAST_GAMES = 10


def every_table(policies: int, seats: int) -> np.ndarray:
    """Return every way to fill the seats, shape (tables, seats), the position of each seat's policy.

    Examples
    --------
    >>> every_table(2, 2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return np.array(list(product(range(policies), repeat=seats)), dtype=np.int64)


def spread_out(names: Sequence[str], count: int = POLICIES) -> tuple[str, ...]:
    """Return a few of the names of a ladder, its ends among them.

    Examples
    --------
    >>> spread_out(["a", "b", "c", "d", "e"])
    ('a', 'c', 'e')
    """
    if len(names) <= count:
        return tuple(names)
    places = [round(step * (len(names) - 1) / (count - 1)) for step in range(count)]
    return tuple(names[place] for place in places)


def parts_of(values: np.ndarray, tables: np.ndarray, policies: int, confidence: float = CONFIDENCE) -> LuckParts:
    """Return the parts of the variance of one player's result.

    Parameters
    ----------
    values : array, shape (tables, games, seats)
        One measure; at least two games of each table.
    tables : array of int, shape (tables, seats)
        Who sits where, as `every_table` gives it.
    policies : int
        How many there are.
    confidence : float, optional
        Of each interval.

    Notes
    -----
    The standard errors are those of the infinitesimal jackknife over the games of each table, with what its first
    derivative misses of a sum of squares that is flat where nothing is to be found. Where a part is 0 its estimate may
    lie a little below.
    """
    y = np.asarray(values, float)
    count, games, seats = y.shape
    if games < 2:
        return LuckParts(*[unknown(method=METHOD, n=count * games)] * 4)
    cell = y.mean(axis=1)
    errors = y - cell[:, None, :]
    inside = (errors**2).sum(axis=1) / (games - 1)
    by_own, own_of = _means_by_own(cell, tables, policies)
    by_seat = cell.mean(axis=0)
    noise = inside.mean(axis=0) / (count * games)
    own = ((by_own - by_seat) ** 2).mean(axis=0) - (policies - 1) * noise
    between = ((cell - by_seat) ** 2).mean(axis=0) - (count - 1) * noise
    together = np.einsum("tgs,tgr->sr", errors, errors) / (games - 1) / count**2 / games
    seat = float(((by_seat - by_seat.mean()) ** 2).mean() - np.trace(together) / seats + together.sum() / seats**2)
    parts = np.array([own.mean(), (between - own).mean(), seat, inside.mean()])
    total = float(parts.sum())
    if not total > 1e-12:
        return LuckParts(*[unknown(NOTHING, METHOD, count * games)] * 4)
    moved_own = 2 * (errors * (own_of - by_seat)[:, None, :]).mean(axis=2)
    moved_between = 2 * (errors * (cell - by_seat)[:, None, :]).mean(axis=2)
    moved_seat = 2 * (errors * (by_seat - by_seat.mean())).mean(axis=2)
    moved_inside = (errors**2 * games / (games - 1) - inside[:, None, :]).mean(axis=2)
    moved = np.stack([moved_own, moved_between - moved_own, moved_seat, moved_inside])
    shares = parts / total
    influence = (moved - shares[:, None, None] * moved.sum(axis=0)) / total
    variances = influence.var(axis=2, ddof=1).sum(axis=1) / games / count**2
    deviations = np.sqrt(variances + _curved(together, noise, policies) / total**2)
    z = normal_quantile(confidence)
    found = []
    for share, error in zip(shares.tolist(), deviations.tolist(), strict=True):
        found.append(Estimate(share, share - z * error, share + z * error, error, count * games, METHOD))
    return LuckParts(*found)


def _curved(together: np.ndarray, noise: np.ndarray, policies: int) -> np.ndarray:
    """Return the second-order variance of the parts before division: of the spreads by own policy and by seat.

    Parameters
    ----------
    together : numpy.ndarray, shape (seats, seats)
        Covariance of the means by seat.
    noise : numpy.ndarray, shape (seats,)
        Their variances.
    """
    seats = len(together)
    centred = together - together.mean(axis=0) - together.mean(axis=1)[:, None] + together.mean()
    own = 2 * (policies - 1) * float((noise**2).mean())  # as if all seats went together, which is the most it can be
    return np.array([own, 0.0, 2 * float((centred**2).sum()) / seats**2, 0.0])


def _means_by_own(cell: np.ndarray, tables: np.ndarray, policies: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the mean by own policy and seat, shape (policies, seats), and the same for every table and seat."""
    means = np.stack(
        [[cell[tables[:, seat] == who, seat].mean() for seat in range(tables.shape[1])] for who in range(policies)]
    )
    return means, means[tables, np.arange(tables.shape[1])]


def strengths_of(
    values: np.ndarray, tables: np.ndarray, policies: Sequence[str], confidence: float = CONFIDENCE
) -> dict[str, Estimate]:
    """Return the mean of every policy over all tables and seats, each interval for itself."""
    y, found = np.asarray(values, float), {}
    games = y.shape[1]
    for who, name in enumerate(policies):
        mine = tables == who
        seats = int(mine.sum())
        totals = (y * mine[:, None, :]).sum(axis=2)
        centre = float(totals.mean(axis=1).sum()) / seats
        spread = float(totals.var(axis=1, ddof=1).sum()) / games if games > 1 else math.nan
        error = math.sqrt(spread) / seats
        half = normal_quantile(confidence) * error
        found[name] = Estimate(centre, centre - half, centre + half, error, seats * games, METHOD)
    return found


def luck_share(
    scenario: str,
    policies: Sequence[str],
    tables: np.ndarray,
    values: dict[str, np.ndarray],
    confidence: float = CONFIDENCE,
) -> LuckShare:
    """Return how much is decided by who plays.

    Parameters
    ----------
    values : dict of array, shape (tables, games, seats)
        By measure.
    """
    parts = {measure: parts_of(y, tables, len(policies), confidence) for measure, y in values.items()}
    count, games, seats = values[POINTS].shape
    strengths = strengths_of(values[POINTS], tables, policies, confidence)
    return LuckShare(scenario, seats, tuple(policies), count, games, parts, strengths)


def meet(
    base: Base,
    scenario: str,
    seats: Sequence[str],
    policies: Sequence[str],
    games: int,
    confidence: float = CONFIDENCE,
    after: Callable[[int], None] | None = None,
) -> LuckShare:
    """Play every table of some policies, each on seeds of its own, and say how much is luck.

    Parameters
    ----------
    seats : sequence of str
        Those that are taken.
    games : int
        In all, about: every table has as many as any other.
    after : callable, optional
        Called with the games of each table.
    """
    tables = every_table(len(policies), len(seats))
    each = max(LEAST_GAMES, -(-games // len(tables)))
    arms = [Arm(scenario, "+".join(policies[who] for who in table)) for table in tables]
    firsts = [number * each for number in range(len(arms))]
    played = play_many(base, arms, each, lambda rows: Table.of(base.game, rows, seats), after, firsts)
    found = list(played)
    values = {measure: np.stack([table.measure(measure) for table in found]) for measure in MEASURES}
    return luck_share(scenario, policies, tables, values, confidence)
