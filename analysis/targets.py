"""What can a search for changes aim at? A target says how far a set of changes is from it, and in which terms to think.

The search itself (`analysis.tuning`) knows no win rates: it plays sets of changes, lets the target sum the games up,
and asks it for a distance, for the scale on which the effects of single changes add up, and for the value to try next.
Targets are a share of games to be won (`analysis.rates`), and equal seats or equal choices (`analysis.evenness`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    import numpy as np

    from analysis.changes import Knob
    from analysis.tries import Try
    from analysis.tuned import Way
    from sim.params import Value


#: Share of the tolerance within which a search takes a set to be on target: it must stand on other seeds, too.
SOLID = 0.5


@dataclass(frozen=True)
class Habits:
    """How a search for a target goes about it.

    Attributes
    ----------
    of_two, of_three : int
        Sets of two, and of three or more changes that are played at most.
    batch, from_model : int
        Sets played in step, and how many of them the sums of single effects propose; the others are Optuna's.
    patience : int
        Batches without anything better after which sets of so many changes are given up.
    played_on : int
        Single changes that were dropped but came nearest, played on for the model.
    rivals : int
        Rules tried for each part of the way.
    long_looks : int
        Blocks of a set that all depends on.
    partial, others : int
        Sets part of the way that are shown, and other single changes that reach the target.
    climbing : int
        Changes from which on sets are built step by step, each step from the best of the step before; smaller sets are
        all looked at.
    fitted : bool
        Whether the effects of single changes are fitted to sets, too, or a set corrects those of the same rules alone.
    ends : bool
        Whether a rule is tried at its ends alone at first, in the games of one block; what is between them is
        interpolated.
    longer : int
        How often the games of the confirmation are doubled for a set that seems to be on target, but is not shown to.
    early : int
        Looks at the confirmation before all its games are played, each at four times the games of the one before; a set
        whose verdict is shown is played no further.
    halving : bool
        Whether after every block only the better half of the sets that are played in step is played on.
    leaping : float
        Sets of so many changes are hardly played if the best of them is predicted to miss the target by so many
        tolerances, and sets of more changes may be tried; 0 to play them all the same.
    designed : int
        Sets in which all rules are changed at once, played to tell their effects apart; 0 for none.
    confirmed : int
        Sets that are confirmed in one round at most.
    doubled : int
        Sets whose games are doubled in one round at most: the cheapest, and the nearest.
    """

    of_two: int = 64
    of_three: int = 48
    batch: int = 8
    from_model: int = 4
    patience: int = 3
    played_on: int = 8
    rivals: int = 3
    long_looks: int = 7
    partial: int = 3
    others: int = 4
    climbing: int = 4
    fitted: bool = False
    ends: bool = False
    longer: int = 0
    early: int = 0
    halving: bool = False
    leaping: float = 0.0
    designed: int = 0
    confirmed: int = 99
    doubled: int = 99


class Seen(Protocol):
    """Games that were played, summed up; sets with one ``mark`` have the same games in everything stored."""

    @property
    def games(self) -> int:
        """Games played."""
        ...

    @property
    def mark(self) -> str:
        """Digest of the games, of those of the first block alone."""
        ...

    def __add__(self, other: Self) -> Self:
        """Return both together."""
        ...

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a reader."""
        ...


#: What was seen of a set, by scenario.
Tallies = Mapping[str, Any]


class Target(Protocol):
    """What a search aims at."""

    @property
    def tolerance(self) -> float:
        """The distance within which a set is on target."""
        ...

    @property
    def scenarios(self) -> tuple[str, ...]:
        """What is played of every set."""
        ...

    @property
    def weight(self) -> float:
        """What a unit of distance beyond the tolerance weighs, in cost."""
        ...

    @property
    def habits(self) -> Habits:
        """How the search goes about it."""
        ...

    @property
    def dropping(self) -> str:
        """When a set is dropped before all blocks are played."""
        ...

    def count(self, rows: np.ndarray, mark: str) -> Any:
        """Return games summed up."""
        ...

    def nothing(self) -> Any:
        """Return the sum of no games."""
        ...

    def search_distance(self, tallies: Tallies) -> float:
        """Return how far a set is from the target, as the search compares it."""
        ...

    def spread(self, tallies: Tallies) -> float:
        """Return how far the distance may be off: it decides what is worth playing, nothing that is reported."""
        ...

    def said(self, distance: float) -> str:
        """Return a distance in words."""
        ...

    # --- the scale on which single effects add up ---

    def position(self, tallies: Tallies) -> np.ndarray:
        """Return where a set stands."""
        ...

    def shift(self, found: Tallies, before: Tallies) -> tuple[np.ndarray, np.ndarray]:
        """Return by how much a set stands elsewhere, and the variance of that which is noise."""
        ...

    def error(self, tallies: Tallies, predicted: np.ndarray) -> np.ndarray:
        """Return by how much a prediction was wrong."""
        ...

    def distances(self, positions: np.ndarray) -> np.ndarray:
        """Return the distance from the target of positions, which are along the last axis."""
        ...

    def promise(self, positions: np.ndarray) -> np.ndarray:
        """Return a distance that also falls when a part of the way is gone that another change has to complete."""
        ...

    # --- values and verdicts ---

    def next_values(
        self, knob: Knob, tried: Mapping[Any, Try], printed: Try, impossible: Collection[Any]
    ) -> list[Value]:
        """Return the values of a rule to try next, for the smallest change that is on target."""
        ...

    def way(self, one: Try, tallies: Tallies) -> Way:
        """Return a set with what the confirmation saw of it."""
        ...

    def asked(self) -> dict[str, Any]:
        """Return the target as plain data."""
        ...

    def seen(self, tallies: Tallies) -> dict[str, Any]:
        """Return what the search saw of a set as plain data."""
        ...
