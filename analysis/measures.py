"""What can be asked about a game, as one whole number a game: games won, points a player, a seat's share of the wins.

A team is asked how often it wins, and how well. Of a game played against each other the game as a whole is asked about
(how many points a player makes on average, how far the best is ahead) and each seat (its points, its share of the
victory). All seats of a game are one observation: a measure has one value a game, whole numbers times `Metric.per`, so
that seats are never taken for games of their own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from analysis.pairs import WIN_RATE, Metric, win_rate_metric
from analysis.seats import VICTORY, WHOLE
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game

__all__ = [
    "WINNER", "SPREAD", "SHARED", "SeatMetric", "balance_measure", "leading_measure", "measure_named", "measures_at",
    "measures_of", "metrics_of",
]  # fmt: skip

#: What is asked about the points besides the mean of the players, and how often a victory is shared.
WINNER, SPREAD, SHARED = "winner", "spread", "shared"

Form = Literal["own", "mean", "winner", "spread"]


@dataclass(frozen=True)
class SeatMetric(Metric):
    """What one seat has, or those of a table together: the mean of a measure, the winner's, or best minus worst.

    Attributes
    ----------
    columns : tuple of str
        The stored column of each seat that is taken.
    victory : tuple of str
        The twelfths of the victory of each of them, if the winner is asked about.
    form : {"own", "mean", "winner", "spread"}
        What is asked; ``own`` is the one column as it is stored.
    """

    columns: tuple[str, ...] = ()
    victory: tuple[str, ...] = ()
    form: Form = "own"

    def values(self, rows: np.ndarray) -> np.ndarray:
        """Return the value of each game as int64, times `per`."""
        if self.form == "own":
            return np.asarray(rows[self.columns[0]].astype(np.int64))
        table = np.stack([rows[name].astype(np.int64) for name in self.columns], axis=1)
        if self.form == "mean":
            return np.asarray(table.sum(axis=1) * (self.per // len(self.columns)))
        if self.form == "spread":
            return np.asarray(table.max(axis=1) - table.min(axis=1))
        won = np.stack([rows[name] for name in self.victory], axis=1) > 0
        return np.asarray(np.where(won, table, table.min(axis=1, keepdims=True)).max(axis=1))


def metrics_of(game: Game, seats: Sequence[str] | None = None) -> tuple[Metric, ...]:
    """Return what a comparison is about; the first is what it is about before all.

    Of a team: win rate, scores (the first one declared and the one that decides), length, and each way not to win. Of
    a game played against each other: points a player, the winner's, the distance from best to worst, each seat's share
    of the wins and its points, shared victories, length and decisions, and games that nobody finished.

    Parameters
    ----------
    seats : sequence of str, optional
        The seats that are taken, by default all a table has; of a team it makes no difference.
    """
    if game.file.competitive:
        return _competitive(game, tuple(seats or game.file.seats))
    from analysis.cells import score_column

    scores = [column for column in game.file.columns if column.role == "score"]
    scores = [column for column in scores if column in scores[:1] or column.name == score_column(game)]
    return (
        win_rate_metric(game),
        *(Metric(column.name, column.label, column.unit, 1) for column in scores),
        *_lengths(game),
        *_not_won(game, ("loss", "abandoned"), -1),
    )


def _lengths(game: Game) -> list[Metric]:
    columns = [column for column in game.file.columns if column.role == "length"]
    return [Metric(column.name, column.label, column.unit) for column in columns]


def _not_won(game: Game, kinds: Sequence[str], better: int) -> list[Metric]:
    """Return the share of each outcome of some kinds."""
    found = [(code, o) for code, o in enumerate(game.file.outcomes) if o.kind in kinds]
    return [Metric(f"outcome.{o.name}", o.words, "share", better, (code,)) for code, o in found]


def _competitive(game: Game, seats: tuple[str, ...]) -> tuple[Metric, ...]:
    main = game.file.measures[0]
    draws = tuple(code for code, outcome in enumerate(game.file.outcomes) if outcome.kind == "draw")
    decisions = [column for column in game.file.columns if column.name == "decisions"]
    return (
        _mean(game, main, seats),
        *_of_the_table(game, main, seats),
        *_by_seat(game, VICTORY, seats),
        *_by_seat(game, main, seats),
        *([Metric(SHARED, "Shared victories", "share", 0, draws)] if draws else []),
        *(replace(metric, dense=True) for metric in _lengths(game)),
        *(Metric(column.name, column.label, column.unit, dense=True) for column in decisions),
        *_not_won(game, ("loss", "abandoned"), 0),
    )


def _mean(game: Game, measure: str, seats: tuple[str, ...]) -> Metric:
    """Return the mean of the seats: a multiple that all numbers of players divide keeps it whole."""
    columns = game.file.columns_of(measure)
    one, per = next(iter(columns.values())), math.lcm(*game.file.players, len(seats))
    names = tuple(columns[seat].name for seat in seats)
    return SeatMetric(measure, f"{one.label} a player", one.unit, per=per, dense=True, columns=names, form="mean")


def _of_the_table(game: Game, measure: str, seats: tuple[str, ...]) -> list[Metric]:
    columns, victory = game.file.columns_of(measure), game.file.columns_of(VICTORY)
    one, names = columns[seats[0]], tuple(columns[seat].name for seat in seats)
    won = tuple(victory[seat].name for seat in seats)
    return [
        SeatMetric(
            WINNER, f"{one.label} of the winner", one.unit, dense=True, columns=names, victory=won, form="winner"
        ),
        SeatMetric(SPREAD, f"{one.label} from best to worst", one.unit, dense=True, columns=names, form="spread"),
    ]


def _by_seat(game: Game, measure: str, seats: tuple[str, ...]) -> list[Metric]:
    """Return a metric a seat; those of one measure are read together."""
    found: list[Metric] = []
    for seat, column in game.file.columns_of(measure).items():
        if seat not in seats:
            continue
        label, unit, per = f"{column.label}, {seat} seat", column.unit, 1
        if measure == VICTORY:
            label, unit, per = f"Win share, {seat} seat", "share", WHOLE
        name = f"{measure}.{seat}"
        dense = measure != VICTORY
        found.append(SeatMetric(name, label, unit, 0, (), per, len(seats), dense, (column.name,)))
    return found


# --- one measure by name ---------------------------------------------------------------------------------------------


def measures_of(game: Game, seats: Sequence[str] | None = None) -> dict[str, Metric]:
    """Return what a single question can be about, by the name it is typed by.

    Of a team that is the win rate. Of a game played against each other it is everything a comparison is about, each
    stored measure as the mean of the players (what has no unit is no amount and is left out), and ``victory``: the
    watched seat's share of the wins.
    """
    if not game.file.competitive:
        return {WIN_RATE: win_rate_metric(game)}
    taken = tuple(seats or game.file.seats)
    found = {metric.name: metric for metric in metrics_of(game, taken) if not metric.name.startswith("outcome.")}
    main, *others = found
    amounts = {column.measure for column in game.file.columns if column.measure and column.unit}
    means = [name for name in game.file.measures[1:] if name != VICTORY and name in amounts]
    return {
        main: found[main],
        VICTORY: balance_measure(game, taken),
        **{name: _mean(game, name, taken) for name in means},
        **{name: found[name] for name in others},
    }


def leading_measure(game: Game) -> str:
    """Return the name of what a question is about unless another is asked for."""
    return game.file.measures[0] if game.file.competitive else WIN_RATE


def balance_measure(game: Game, seats: Sequence[str]) -> Metric:
    """Return the watched seat's share of the wins; by itself it is read with no other seat's."""
    column = game.file.columns_of(VICTORY)[game.file.watched]
    label = f"Win share of the {game.file.watched} seat"
    return SeatMetric(f"{VICTORY}.{game.file.watched}", label, "share", per=WHOLE, columns=(column.name,))


def measures_at(game: Game, rules: RuleSet) -> dict[str, Metric]:
    """Return what a question about games under these rules can be about; only seats that are taken count."""
    return measures_of(game, game.seats_in_play(rules))


def measure_named(measures: Mapping[str, Metric], name: str, game: Game) -> Metric:
    """Return one measure by its name.

    Raises
    ------
    BadInput
        If there is none of the name; of a team there is only one.
    """
    if name in measures:
        return measures[name]
    if not game.file.competitive:
        raise BadInput(
            f"--measure {name}: {game.file.title} is played by one team; only {WIN_RATE} is measured. Measures are for"
            " games played against each other."
        )
    raise BadInput(f"--measure {name}: {game.file.title} has no such measure.{nearest(name, measures)}")
