"""What is one more round as start player worth, and how much of the seats' differences does it explain?

Two arms on the same seeds: the start player as printed, and the first seat starting every round. What a seat gains
against its table between them comes from its starts alone: everything else about the seats is alike in both. The worth
of one start is the slope through the seats of that gain over the starts gained (least squares), game by game.

It takes a start in one round to be worth as much as in another. What is left of a seat's difference, once its starts
are taken off, is what that leaves out: the order of the rounds it starts, or something else about the seat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analysis.balance_measures import Table
from analysis.balance_parts import MEASURES, StartSeat, StartWorth
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE, mean, paired_of
from analysis.seats import by_seat

if TYPE_CHECKING:
    from analysis.arms import Base
    from sim.registry import Game

#: The measure in which a game may store how often each seat started.
STARTS = "starts"


def can_fix(base: Base, scenario: str) -> bool:
    """Return whether the game says how the start player is fixed, and it is not so already."""
    entry = base.game.file.balance
    if not entry.start_rule:
        return False
    return base.resolve(scenario).values[entry.start_rule] != entry.start_fixed


def rounds_of(game: Game, rows: np.ndarray, players: int) -> float:
    """Return the rounds of a game, NaN if it cannot be told from what is stored.

    The starts of all seats, if the game stores them; else its length, in rounds or in turns of the players.
    """
    if STARTS in game.file.measures:
        stored = by_seat(game, rows, STARTS, game.file.seats[:players])
        return float(stored.sum(axis=1).mean()) if len(rows) else math.nan
    column = next((column for column in game.file.columns if column.role == "length"), None)
    if column is None or column.unit not in ("rounds", "turns") or not len(rows) or np.ptp(rows[column.name]):
        return math.nan
    return float(rows[column.name][0]) / (players if column.unit == "turns" else 1)


def starts_of(game: Game, rows: np.ndarray, players: int, fixed: bool = False) -> np.ndarray:
    """Return how many rounds each seat starts, shape (players,); NaN if that cannot be told.

    As the game stores it; else by the number of rounds: the next seat starts every round, or, if ``fixed``, the first.
    """
    if STARTS in game.file.measures and len(rows):
        return by_seat(game, rows, STARTS, game.file.seats[:players]).mean(axis=0)
    if not game.file.balance.start_rule:
        return np.full(players, math.nan)
    rounds = rounds_of(game, rows, players)
    return np.array([rounds] + [0.0 * rounds] * (players - 1)) if fixed else turned(rounds, players)


def turned(rounds: float, players: int) -> np.ndarray:
    """Return the starts of every seat if the start player moves on one seat every round.

    Examples
    --------
    >>> turned(8, 3).tolist(), turned(8, 4).tolist()
    ([3.0, 3.0, 2.0], [2.0, 2.0, 2.0, 2.0])
    """
    if not math.isfinite(rounds):
        return np.full(players, math.nan)
    return np.array([float(len(range(seat, round(rounds), players))) for seat in range(players)])


def start_worth(
    scenario: str,
    printed: Table,
    fixed: Table,
    starts: Sequence[float] | np.ndarray,
    fixed_starts: Sequence[float] | np.ndarray,
    confidence: float = CONFIDENCE,
) -> StartWorth:
    """Return what one more start is worth.

    Parameters
    ----------
    printed, fixed : Table
        Both arms, on the same seeds.
    starts, fixed_starts : array, shape (seats,)
        Rounds each seat starts in each; their sums are the rounds.
    confidence : float, optional
        Of the worth; of what is said of the seats, together for all seats.

    Raises
    ------
    ValueError
        If both arms have not the same games, or the starts are the same in both.
    """
    before, after = np.asarray(starts, float), np.asarray(fixed_starts, float)
    gained = after - before
    gained = gained - gained.mean()
    if printed.points.shape != fixed.points.shape:
        raise ValueError("both arms have the same games")
    if not float(gained @ gained) > 0:
        raise ValueError("the starts are the same in both arms, which shows nothing")
    each = simultaneous(confidence, len(printed.seats))
    worth, parts = {}, {}
    for measure in MEASURES:
        here, there = _above_table(printed.measure(measure)), _above_table(fixed.measure(measure))
        slopes = there @ gained / (gained @ gained), here @ gained / (gained @ gained)
        worth[measure] = paired_of(*slopes, confidence).difference  # in most games starting may change nothing
        explained = np.outer(slopes[0] - slopes[1], before - before.mean())
        parts[measure] = {
            "change": [paired_of(*columns, each).difference for columns in zip(there.T, here.T, strict=True)],
            "ahead": [mean(column, each) for column in here.T],
            "explained": [
                paired_of(slopes[0] * more, slopes[1] * more, each).difference for more in before - before.mean()
            ],
            "left": [mean(column, each) for column in (here - explained).T],
        }
    seats = tuple(
        StartSeat(
            seat,
            float(before[place]),
            float(after[place]),
            **{part: {m: parts[m][part][place] for m in MEASURES} for part in ("change", "ahead", "explained", "left")},
        )
        for place, seat in enumerate(printed.seats)
    )
    return StartWorth(scenario, len(seats), len(printed.points), float(before.sum()), worth, seats)


def _above_table(values: np.ndarray) -> np.ndarray:
    """Return what each seat has above the mean of its table, game by game."""
    return values - values.mean(axis=1, keepdims=True)
