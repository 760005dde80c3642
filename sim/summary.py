"""What can be kept of any number of games in bounded memory: counts, integer sums and histograms, by outcome.

Everything is an integer, so merging is exact and associative: the summary of a run equals the one computed from its
rows, whatever the blocks, workers and interruptions. A histogram holds at most `MOST_BINS` bins; a column that spans
more is binned by the smallest power of two that fits, aligned to zero, which keeps merging associative.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.errors import BadInput, HouseEdgeError

SCHEMA, SCHEMA_VERSION = "house-edge/summary", 1

#: Most bins of one histogram.
MOST_BINS = 4096

#: Columns of a row that are not summarised: the index, and the one everything is split by.
INDEX, OUTCOME = "game", "outcome"


@dataclass
class ColumnSummary:
    """One stored column, split by outcome.

    Attributes
    ----------
    shift : int
        A bin is ``2**shift`` values wide.
    low : int
        Number of the first bin; bin ``b`` begins at the value ``b * 2**shift``.
    counts : numpy.ndarray of int64, shape (outcomes, bins)
        Games by outcome and bin.
    sums, squares : list of int
        Exact sum and sum of squares of the values, by outcome.
    smallest, largest : int or None
        Extremes; None without games.
    """

    shift: int
    low: int
    counts: np.ndarray
    sums: list[int]
    squares: list[int]
    smallest: int | None = None
    largest: int | None = None

    @classmethod
    def empty(cls, outcomes: int) -> ColumnSummary:
        """Return the summary of no games."""
        return cls(0, 0, np.zeros((outcomes, 0), np.int64), [0] * outcomes, [0] * outcomes)

    @classmethod
    def of_values(cls, values: np.ndarray, codes: np.ndarray, outcomes: int) -> ColumnSummary:
        """Return the summary of one column of at least one game."""
        wide = values.astype(np.int64)
        smallest, largest = int(wide.min()), int(wide.max())
        shift = _shift_for(smallest, largest, 0)
        low, bins = smallest >> shift, (largest >> shift) - (smallest >> shift) + 1
        flat = codes * bins + ((wide >> shift) - low)
        counts = np.bincount(flat, minlength=outcomes * bins).reshape(outcomes, bins).astype(np.int64)
        if shift == 0:
            sums, squares = _moments_of_bins(counts, smallest, largest)
        else:
            exact = wide.astype(object)
            sums = [int(exact[codes == code].sum()) for code in range(outcomes)]
            squares = [int((exact[codes == code] ** 2).sum()) for code in range(outcomes)]
        return cls(shift, low, counts, sums, squares, smallest, largest)

    def merge(self, other: ColumnSummary) -> None:
        """Add the games of ``other`` in place."""
        if other.smallest is None or other.largest is None:
            return
        smallest = other.smallest if self.smallest is None else min(self.smallest, other.smallest)
        largest = other.largest if self.largest is None else max(self.largest, other.largest)
        shift = _shift_for(smallest, largest, max(self.shift, other.shift))
        low, bins = smallest >> shift, (largest >> shift) - (smallest >> shift) + 1
        mine_low, mine = self._coarsened(shift)
        if (mine_low, mine.shape[1]) != (low, bins):
            grown = np.zeros((len(self.sums), bins), np.int64)
            grown[:, mine_low - low : mine_low - low + mine.shape[1]] = mine
            mine = grown
        other_low, others = other._coarsened(shift)
        mine[:, other_low - low : other_low - low + others.shape[1]] += others
        self.shift, self.low, self.counts = shift, low, mine
        self.smallest, self.largest = smallest, largest
        self.sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, other.squares, strict=True)]

    def _coarsened(self, shift: int) -> tuple[int, np.ndarray]:
        more = shift - self.shift
        if more == 0 or self.counts.shape[1] == 0:
            return self.low >> more if self.counts.shape[1] else 0, self.counts
        bins = (np.arange(self.counts.shape[1]) + self.low) >> more
        low = int(bins[0])
        counts = np.zeros((self.counts.shape[0], int(bins[-1]) - low + 1), np.int64)
        for row in range(self.counts.shape[0]):
            np.add.at(counts[row], bins - low, self.counts[row])
        return low, counts


def _shift_for(smallest: int, largest: int, shift: int) -> int:
    while (largest >> shift) - (smallest >> shift) >= MOST_BINS:
        shift += 1
    return shift


def _moments_of_bins(counts: np.ndarray, smallest: int, largest: int) -> tuple[list[int], list[int]]:
    """Return exact sums and sums of squares by outcome from counts of single values."""
    furthest = max(abs(smallest), abs(largest))
    fits = furthest**2 * int(counts.sum()) < 2**62
    values = np.arange(smallest, largest + 1, dtype=np.int64 if fits else object)
    wide = counts if fits else counts.astype(object)
    return [int(s) for s in wide @ values], [int(s) for s in wide @ (values * values)]


class Summary:
    """Counts, sums and histograms of a set of games.

    Parameters
    ----------
    outcomes : sequence of str
        Names of the outcomes, in the order of their codes.
    columns : iterable of str
        Names of the columns that are summarised.
    """

    def __init__(self, outcomes: Sequence[str], columns: Iterable[str]) -> None:
        self.outcomes: tuple[str, ...] = tuple(outcomes)
        self._counts: list[int] = [0] * len(self.outcomes)
        self._columns = {name: ColumnSummary.empty(len(self.outcomes)) for name in columns}

    @classmethod
    def of_rows(cls, rows: np.ndarray, outcomes: Sequence[str]) -> Summary:
        """Return the summary of stored rows."""
        names = [name for name in rows.dtype.names or () if name not in (INDEX, OUTCOME)]
        summary = cls(outcomes, names)
        if len(rows) == 0:
            return summary
        codes = rows[OUTCOME].astype(np.int64)
        if codes.min() < 0 or codes.max() >= len(summary.outcomes):
            raise HouseEdgeError(
                f"a row has the outcome {int(codes.min())} or {int(codes.max())}, which does not exist"
            )
        summary._counts = [int(n) for n in np.bincount(codes, minlength=len(summary.outcomes))]
        summary._columns = {name: ColumnSummary.of_values(rows[name], codes, len(summary.outcomes)) for name in names}
        return summary

    # --- merging ---

    def merge(self, other: Summary) -> Summary:
        """Add the games of ``other`` in place and return ``self``."""
        if self.outcomes != other.outcomes or self.columns != other.columns:
            raise HouseEdgeError("summaries of different games cannot be merged")
        self._counts = [a + b for a, b in zip(self._counts, other._counts, strict=True)]
        for name, column in self._columns.items():
            column.merge(other._columns[name])
        return self

    def copy(self) -> Summary:
        """Return an independent copy."""
        return Summary(self.outcomes, self.columns).merge(self)

    def __add__(self, other: Summary) -> Summary:
        return self.copy().merge(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summary) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]  # mutable

    # --- reading ---

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the summarised columns."""
        return tuple(self._columns)

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self._counts)

    @property
    def counts(self) -> dict[str, int]:
        """Games by outcome; they sum to `games`."""
        return dict(zip(self.outcomes, self._counts, strict=True))

    def count(self, outcomes: Iterable[str] | None = None) -> int:
        """Return the number of games that ended in one of ``outcomes`` (all by default)."""
        return sum(self._counts[code] for code in self._codes(outcomes))

    def total(self, column: str, outcomes: Iterable[str] | None = None) -> int:
        """Return the exact sum of a column."""
        return sum(self._columns[column].sums[code] for code in self._codes(outcomes))

    def squares(self, column: str, outcomes: Iterable[str] | None = None) -> int:
        """Return the exact sum of squares of a column."""
        return sum(self._columns[column].squares[code] for code in self._codes(outcomes))

    def mean(self, column: str, outcomes: Iterable[str] | None = None) -> float:
        """Return the mean of a column; NaN without games."""
        kept = None if outcomes is None else tuple(outcomes)
        games = self.count(kept)
        return self.total(column, kept) / games if games else math.nan

    def sd(self, column: str, outcomes: Iterable[str] | None = None) -> float:
        """Return the sample standard deviation of a column; NaN with fewer than two games."""
        kept = None if outcomes is None else tuple(outcomes)
        games = self.count(kept)
        if games < 2:
            return math.nan
        # The numerator is an exact integer: no cancellation.
        return math.sqrt((games * self.squares(column, kept) - self.total(column, kept) ** 2) / (games * (games - 1)))

    def standard_error(self, column: str, outcomes: Iterable[str] | None = None) -> float:
        """Return the standard error of the mean of a column; NaN with fewer than two games."""
        kept = None if outcomes is None else tuple(outcomes)
        games = self.count(kept)
        return self.sd(column, kept) / math.sqrt(games) if games > 1 else math.nan

    def extremes(self, column: str) -> tuple[int | None, int | None]:
        """Return the smallest and the largest value of a column; None without games."""
        return self._columns[column].smallest, self._columns[column].largest

    def bin_width(self, column: str) -> int:
        """Return the width of a column's bins: 1 unless it spans more than `MOST_BINS` values."""
        return 1 << self._columns[column].shift

    def histogram(self, column: str, outcomes: Iterable[str] | None = None) -> dict[int, int]:
        """Return the games by value of a column (by first value of the bin, see `bin_width`), without zeros."""
        found = self._columns[column]
        counts = found.counts[self._codes(outcomes)].sum(axis=0)
        return {(found.low + int(b)) << found.shift: int(counts[b]) for b in np.flatnonzero(counts)}

    def quantile(self, column: str, q: float, outcomes: Iterable[str] | None = None) -> float:
        """Return the smallest value that at least the share ``q`` of the games does not exceed; NaN without games."""
        counts = self.histogram(column, outcomes)
        wanted = max(1, math.ceil(q * sum(counts.values())))
        passed = 0
        for value, count in counts.items():
            passed += count
            if passed >= wanted:
                return float(value)
        return math.nan

    def _codes(self, outcomes: Iterable[str] | None) -> list[int]:
        if outcomes is None:
            return list(range(len(self.outcomes)))
        return [self.outcomes.index(name) for name in outcomes]

    # --- JSON ---

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data; `from_json` reverses it."""
        return {
            "schema": SCHEMA,
            "schema_version": SCHEMA_VERSION,
            "games": self.games,
            "outcomes": self.counts,
            "columns": {name: self._column_json(name) for name in self.columns},
        }

    def _column_json(self, name: str) -> dict[str, Any]:
        column = self._columns[name]
        return {
            "bin_width": self.bin_width(name),
            "smallest": column.smallest,
            "largest": column.largest,
            "sums": dict(zip(self.outcomes, column.sums, strict=True)),
            "squares": dict(zip(self.outcomes, column.squares, strict=True)),
            "histogram": {
                outcome: {str(value): count for value, count in self.histogram(name, [outcome]).items()}
                for outcome, games in self.counts.items()
                if games
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Summary:
        """Return the summary that `to_json` described.

        Raises
        ------
        BadInput
            If the data are of another schema.
        """
        if (data.get("schema"), data.get("schema_version")) != (SCHEMA, SCHEMA_VERSION):
            raise BadInput(
                f"not a summary this version reads: it says {data.get('schema')} {data.get('schema_version')},"
                f" this version reads {SCHEMA} {SCHEMA_VERSION}."
            )
        summary = cls(list(data["outcomes"]), list(data["columns"]))
        summary._counts = [int(n) for n in data["outcomes"].values()]
        for name, entry in data["columns"].items():
            if entry["smallest"] is None:
                continue
            shift = int(entry["bin_width"]).bit_length() - 1
            low, high = entry["smallest"] >> shift, entry["largest"] >> shift
            counts = np.zeros((len(summary.outcomes), high - low + 1), np.int64)
            for outcome, histogram in entry["histogram"].items():
                for value, count in histogram.items():
                    counts[summary.outcomes.index(outcome), (int(value) >> shift) - low] = count
            sums = [int(entry["sums"][outcome]) for outcome in summary.outcomes]
            squares = [int(entry["squares"][outcome]) for outcome in summary.outcomes]
            summary._columns[name] = ColumnSummary(
                shift, low, counts, sums, squares, entry["smallest"], entry["largest"]
            )
        return summary
