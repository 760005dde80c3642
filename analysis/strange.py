"""Which games of a run were strange? Those whose ending and stored columns, taken together, are the least likely.

For each stored column a game's **tail** is counted: the share of all games that ended in the same way with a value at
least as far out, on the nearer side, times two. Games that ended otherwise do not count, so a loss with full coffers is
strange although full coffers are not, and no tail is larger than the share of the ending itself, so a rare ending is
strange by itself. Ties count as far out: a value that many games share is not strange, whatever it is.

The tails are combined as a weighted harmonic mean, which holds under any dependence, near enough, and lets the smallest
ones speak. A column's weight is one over the sum of its squared rank correlations with all columns: five columns that
say the same thing count together as one, so the games that are strange in five ways come before those that are strange
in one way told five times.

Of the games that are strange for the same reason, the same rare ending or the same column, side and ending, the
strangest is named, and another only when there are not enough reasons.

Of a game played against each other all finished games are told together, whoever won, and the margin of the victory is
looked at besides: how far the best was ahead.

References
----------
Wilson, "The harmonic mean p-value for combining dependent tests", PNAS 116 (2019). Weights by squared correlations: as
the effective number of tests of Li and Ji, Heredity 95 (2005), by column.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from analysis.records import MARGIN, margin_column, with_margin
from analysis.seats import VICTORY
from analysis.space import changes_to_json
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.schema import ColumnEntry

#: Games named, and the fewest of a run among which one can be strange.
TOP, LEAST_GAMES = 10, 20
#: A second reason is told if it weighs this much beside the first and is not the same by another name.
_WEIGHS, _SAME = 0.15, 0.5
#: Reasons are looked for among so many times the games that are named.
_LOOKED = 50
#: A larger part of all games is no news beside a rare ending.
_NEWS = 0.05
#: Units of numbers that are patterns of bits.
_BITS = "bits"

Side = Literal["most", "least", "rare"]


@dataclass(frozen=True)
class Oddity:
    """One column in which a game is strange.

    Attributes
    ----------
    column, label, unit : str
        As declared by the game.
    value : int
        In this game.
    side : {"most", "least", "rare"}
        Whether it is large or small among the games that ended so, or a code that few of them have.
    among, others : int
        The games it is told beside, this one included: those that ended so, or all where these are too few; and how
        many of the others have a value as far out on this side.
    quartiles : (float, float)
        Between them lie half of the games it is told beside.
    tail : float
        Share of all games; see the module.
    weight : float
        Part of the score, of 0 to 1, that this column makes.
    """

    column: str
    label: str
    unit: str
    value: int
    side: Side
    among: int
    others: int
    quartiles: tuple[float, float]
    tail: float
    weight: float

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {**self.__dict__, "quartiles": list(self.quartiles)}


@dataclass(frozen=True)
class StrangeGame:
    """One strange game of a run.

    Attributes
    ----------
    index : int
        Its index in the run.
    score : float
        Harmonic mean of its tails: the smaller, the stranger.
    outcome : str
        How it ended.
    alike : int
        Games of the run that ended so, this one included.
    games : int
        Games of the run.
    oddities : tuple of Oddity
        What was strange, the strangest first.
    """

    index: int
    score: float
    outcome: str
    alike: int
    games: int
    oddities: tuple[Oddity, ...]

    @property
    def by_ending(self) -> bool:
        """Whether so few games ended so that its ending is what is strange; it is then told beside all games."""
        return self.alike < LEAST_GAMES

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "index": self.index,
            "score": self.score,
            "outcome": self.outcome,
            "alike": self.alike,
            "games": self.games,
            "by_ending": self.by_ending,
            "oddities": [oddity.to_json() for oddity in self.oddities],
        }


@dataclass(frozen=True)
class Strange:
    """Strange games of one or several runs, as they are stored and shown.

    Attributes
    ----------
    game : Game
        The game.
    games : int
        Games looked at.
    entries : list of dict
        The strangest first: ``scenario``, ``policy``, ``index``, ``score``, ``sentence``, ``replay`` and what
        `StrangeGame` says.
    variants, rules_changed, cards, source_digest
        What was played.
    records : list of dict
        Of a game played against each other: what `analysis.records` says, with ``scenario`` and ``replay``.
    """

    game: Game
    games: int
    entries: list[dict[str, Any]]
    variants: tuple[str, ...]
    rules_changed: dict[str, Any]
    cards: tuple[str, ...]
    source_digest: str
    records: list[dict[str, Any]] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json``."""
        return {
            "games": self.games,
            "strange": self.entries,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            **({"records": self.records} if self.game.file.competitive else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Strange:
        """Return what `to_json` described; the game must be installed."""
        return cls(
            registry.load_game(data["game"]),
            data["games"],
            list(data["strange"]),
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            tuple(data["cards"]),
            data["source_digest"],
            list(data.get("records", [])),
        )


def columns_of(game: Game, rows: np.ndarray) -> list[ColumnEntry]:
    """Return the columns in which a game can be strange: all that vary, patterns of bits left out.

    Parts of the victory are left out as well: the ending says who won.
    """
    declared = [column for column in game.file.columns if column.measure != VICTORY]
    return [
        column
        for column in [*declared, *margin_column(game)]
        if column.role != "outcome"
        and column.unit != _BITS
        and column.name in (rows.dtype.names or ())
        and len(rows)
        and np.ptp(rows[column.name]) > 0
    ]


def label_of(column: ColumnEntry) -> str:
    """Return what a column is called, with its seat."""
    return f"{column.label}, {column.seat} seat" if column.seat else column.label


def is_code(column: ColumnEntry) -> bool:
    """Return whether the numbers of a column are names: it has no unit, so that more is not further out."""
    return not column.unit


def strange_games(
    game: Game, rows: np.ndarray, top: int = TOP, seats: Sequence[str] | None = None
) -> list[StrangeGame]:
    """Return the strangest games of a run, the strangest first.

    Parameters
    ----------
    game : Game
        Declares the columns.
    rows : structured array
        Stored rows of one scenario under one policy.
    top : int, optional
        How many.
    seats : sequence of str, optional
        The seats that are taken, of a game played against each other; all if omitted.

    Raises
    ------
    BadInput
        If there are too few games, or no column varies.
    """
    if len(rows) < LEAST_GAMES:
        raise BadInput(f"{len(rows)} games are too few for one of them to be strange: at least {LEAST_GAMES}.")
    if game.file.competitive:
        rows = with_margin(game, rows, seats or game.file.seats)
        if any(np.array_equal(rows[MARGIN], rows[column.name]) for column in game.file.columns):
            rows = rows[[name for name in rows.dtype.names or () if name != MARGIN]]  # the game stores it itself
    columns = columns_of(game, rows)
    if not columns:
        raise BadInput("all games are alike in every stored column, so none is strange.")
    rows = rows[np.argsort(rows["game"], kind="stable")]  # sums to the last digit whatever the order
    found = _Tails(rows, columns, _endings(game, rows))
    score = found.weights.sum() / (found.weights[:, None] / found.tails).sum(axis=0)
    # Of equal scores the game comes first whose other columns are further out, then the earlier one.
    depth = found.weights @ np.log(found.tails)
    ranked = np.lexsort((rows["game"], depth, score))[: _LOOKED * top].tolist()
    return [found.describe(game, place, float(score[place])) for place in _one_a_reason(ranked, found.reason, top)]


def _endings(game: Game, rows: np.ndarray) -> np.ndarray:
    """Return which games ended in the same way, as one number each: by outcome.

    Who won a game played against each other is no other way to end: games that were finished are all told together.
    """
    if not game.file.competitive:
        return rows["outcome"]
    finished = [code for code, outcome in enumerate(game.file.outcomes) if outcome.kind in ("win", "draw")]
    return np.where(np.isin(rows["outcome"], finished), -1, rows["outcome"].astype(np.int64))


def _one_a_reason(ranked: Sequence[int], reason: Callable[[int], Any], top: int) -> list[int]:
    """Return the first games, each reason told once before any is told twice; in their order."""
    firsts: dict[Any, int] = {}
    for place in ranked:
        firsts.setdefault(reason(place), place)
        if len(firsts) == top:
            break
    once = set(firsts.values())
    others = [place for place in ranked if place not in once][: top - len(once)]
    return [place for place in ranked if place in once or place in others]


class _Tails:
    """Tails of every game in every column.

    Attributes
    ----------
    tails : numpy.ndarray, shape (columns, games)
    weights : numpy.ndarray, shape (columns,)
    """

    def __init__(self, rows: np.ndarray, columns: Sequence[ColumnEntry], endings: np.ndarray) -> None:
        self.rows, self.columns, self.endings = rows, columns, endings
        n, outcomes = len(rows), endings
        at_most, at_least = np.empty((len(columns), n), np.int64), np.empty((len(columns), n), np.int64)
        self.alike = np.empty(n, np.int64)
        for code in np.unique(outcomes):
            group = np.flatnonzero(outcomes == code)
            self.alike[group] = len(group)
            for number, column in enumerate(columns):
                at_most[number, group], at_least[number, group] = as_far_out(rows[column.name][group], is_code(column))
        sides = np.array([[1 if is_code(column) else 2] for column in columns])
        self.tails = np.minimum(sides * np.minimum(at_most, at_least), self.alike) / n
        self.ranks = (at_most - at_least) / self.alike
        self.correlation = _correlation(self.ranks)
        self.weights = 1 / (self.correlation**2).sum(axis=1)

    def reason(self, place: int) -> tuple[int, ...]:
        """Return why a game is strange: its ending if it is rare, else its ending, column and side."""
        outcome = int(self.endings[place])
        if self.alike[place] < LEAST_GAMES:
            return (outcome,)
        column = int(np.argmax(self.weights / self.tails[:, place]))
        return outcome, column, int(np.sign(self.ranks[column, place]))

    def describe(self, game: Game, place: int, score: float) -> StrangeGame:
        """Return a game with what makes it strange: two columns at most that do not say the same."""
        row, alike = self.rows[place], int(self.alike[place])
        few = alike < LEAST_GAMES
        beside = self.rows if few else self.rows[self.endings == self.endings[place]]
        at = int(np.flatnonzero(beside["game"] == row["game"])[0])
        found = [self._oddity(number, beside, at) for number in range(len(self.columns))]
        share = self.weights / np.array([oddity.tail for oddity in found])
        share = share / share.sum()
        ranked = np.lexsort((np.arange(len(share)), -share)).tolist()
        chosen = [ranked[0]]
        for number in ranked[1:]:
            other = all(abs(self.correlation[number, known]) < _SAME for known in chosen)
            if share[number] >= _WEIGHS * share[ranked[0]] and other and len(chosen) < 2:
                chosen.append(number)
        if few:  # its ending says it; what is usual beside all games is no news
            shared = MARGIN in (row.dtype.names or ()) and row[MARGIN] == 0
            chosen = [
                number
                for number in chosen
                if found[number].tail <= _NEWS and not (shared and found[number].column == MARGIN)
            ]
        told = tuple(replace(found[number], weight=float(share[number])) for number in chosen)
        ending = game.file.outcomes[int(row["outcome"])].name
        return StrangeGame(int(row["game"]), score, ending, alike, len(self.rows), told)

    def _oddity(self, number: int, beside: np.ndarray, at: int) -> Oddity:
        column, among = self.columns[number], len(beside)
        values, value = beside[column.name], beside[column.name][at]
        code = is_code(column)
        at_most, at_least = int((values <= value).sum()), int((values >= value).sum())
        if code:
            at_most = at_least = int((values == value).sum())
        nearer = min(at_most, at_least)
        tail = min((1 if code else 2) * nearer, among) / len(self.rows)
        low, high = np.quantile(values, (0.25, 0.75), method="inverted_cdf")
        side: Side = "rare" if code else "most" if at_least <= at_most else "least"
        quartiles = (float(low), float(high))
        return Oddity(
            column.name, label_of(column), column.unit, int(value), side, among, nearer - 1, quartiles, tail, 0.0
        )


def as_far_out(values: np.ndarray, code: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Return for each value how many are at most as large, and how many at least; for a code, how many are the same.

    Examples
    --------
    >>> at_most, at_least = as_far_out(np.array([5, 1, 5, 9]))
    >>> at_most.tolist(), at_least.tolist()
    ([3, 1, 3, 4], [3, 4, 3, 1])
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    if code:
        return counts[place], counts[place]
    up_to = np.cumsum(counts)
    return up_to[place], len(values) - (up_to - counts)[place]


def _correlation(ranks: np.ndarray) -> np.ndarray:
    """Return the correlations of the columns' ranks; a column of which all ranks are the same goes with no other."""
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    size = np.sqrt((centred**2).sum(axis=1))
    size[size == 0] = 1.0
    scaled = centred / size[:, None]
    found = scaled @ scaled.T
    np.fill_diagonal(found, 1.0)
    return found
