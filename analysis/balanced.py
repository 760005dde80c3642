"""What a search for equal seats or equal choices found, as plain data: how little to change, and how sure that is.

Everything here was played on seeds the search has not seen. A gap is the largest difference between two groups (seats,
or what players are dealt); its interval holds for all pairs of groups together, so "below the target" is a statement
about every pair at once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from analysis.proportions import Estimate
from analysis.space import json_value, value_of_json
from analysis.survival import Split
from sim.params import Value

#: shown: all differences are within the target, with the whole of their joint intervals; perhaps: some interval reaches
#: beyond, or only the interval is within; off: the gap is shown to be larger.
GapVerdict = Literal["shown", "perhaps", "off"]

#: already, perhaps already: nothing has to change, or it seems so; reached, perhaps: the changes do it, or it seems so;
#: not reached: no changes that were tried do.
Ending = Literal["already", "perhaps already", "reached", "perhaps", "not reached"]

#: Part of the target by which a gap has to differ from it for more games to tell on which side it is.
TOO_NEAR = 0.1


@dataclass(frozen=True)
class BalancedChange:
    """One changed rule.

    Attributes
    ----------
    name : str
        The rule; of one number of a list its place follows, as in ``bag_marbles.3``.
    value, before : Value
        What it becomes, and what is in force.
    unit : str
        Of both.
    size : float
        Cost of the distance moved.
    """

    name: str
    value: Value
    before: Value
    unit: str
    size: float

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {**vars(self), "value": json_value(self.value), "before": json_value(self.before)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BalancedChange:
        """Return what `to_json` described."""
        values = {key: value_of_json(data[key]) for key in ("value", "before")}
        return cls(**{**data, **values})


@dataclass(frozen=True)
class BalancedWay:
    """One set of changes and the gap under it, on fresh seeds.

    Attributes
    ----------
    changes : tuple of BalancedChange
        The set; empty for the game as it is.
    text : str
        The set in words.
    number : int
        Changes in it.
    size, cost : float
        Cost of the distances moved, and with the cost of each change.
    means : dict of Estimate
        Mean of every group, in the order of the groups, each interval for itself.
    gap : Estimate
        Largest difference between two groups; its interval holds for all pairs together. As the largest of several
        noisy differences the estimate itself is a little too large.
    widest : (str, str)
        The groups with the most and the least.
    verdict : {"shown", "perhaps", "off"}
        Whether the gap is below the target, in proportion to the points scored where these are fewer.
    pareto : bool
        No other way has as few changes, as small ones, and as small a gap.
    file : str
        The variant file in the folder of the search; "" for the game as it is.
    factor : float
        By how much more is scored in the game as it is, at least 1: a gap of so many times is what counts.
    """

    changes: tuple[BalancedChange, ...]
    text: str
    number: int
    size: float
    cost: float
    means: dict[str, Estimate]
    gap: Estimate
    widest: tuple[str, str]
    verdict: GapVerdict
    pareto: bool = True
    file: str = ""
    factor: float = 1.0

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **vars(self),
            "changes": [change.to_json() for change in self.changes],
            "means": {name: found.to_json() for name, found in self.means.items()},
            "gap": self.gap.to_json(),
            "widest": list(self.widest),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BalancedWay:
        """Return what `to_json` described."""
        high, low = data["widest"]
        read = {
            "changes": tuple(BalancedChange.from_json(change) for change in data["changes"]),
            "means": {name: Estimate.from_json(found) for name, found in data["means"].items()},
            "gap": Estimate.from_json(data["gap"]),
            "widest": (high, low),
        }
        return cls(**{**data, **read})


@dataclass(frozen=True)
class Assumed:
    """A statement about a gap under sampled sets of assumed values.

    Attributes
    ----------
    text : str
        The statement.
    held, of, contradicted : int
        Sets in which it holds by the estimate, all sets, and sets in which the opposite is shown.
    gaps : tuple of float
        The gap in every set, without what noise adds to it.
    games : int
        Games of each set.
    breaks : Split or None
        The assumption that decides most clearly whether it holds; None if it holds everywhere or nowhere, or nothing
        is assumed.
    """

    text: str
    held: int
    of: int
    contradicted: int
    gaps: tuple[float, ...] = ()
    games: int = 0
    breaks: Split | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {**vars(self), "gaps": list(self.gaps), "breaks": self.breaks.to_json() if self.breaks else None}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Assumed:
        """Return what `to_json` described."""
        breaks = Split.from_json(data["breaks"]) if data["breaks"] else None
        return cls(**{**data, "gaps": tuple(data["gaps"]), "breaks": breaks})


@dataclass(frozen=True)
class BalancedResult:
    """Everything a search for equal seats or equal choices found.

    Attributes
    ----------
    of : {"seats", "choices"}
        What is compared.
    word : str
        What one of them is called: ``"seat"``, ``"start card"``.
    scenario, policy : str
        Where, and who plays every seat.
    players : int
        Seats taken.
    measure, unit : str
        What is compared of them; of win shares ``"victory"`` and ``"share"``.
    target : float
        The gap wanted: smaller than this.
    groups : dict of str
        What is compared: words by name.
    printed : BalancedWay
        The game as it is, with the house rules in force.
    ways : tuple of BalancedWay
        The cheapest first, without the game as it is.
    answer : int or None
        Position of the first way whose gap is shown to be below the target; None if there is none, or none is needed.
    confirm_seed, confirm_games : int
        Seed and number of the games that everything here is from.
    changes : int
        Most changes of a set that were tried.
    stopped : str
        What ended the search early; "" if it came to its end.
    survival : tuple of Assumed
        Of the answer, or of the nearest way, and of the game as it is; empty if not asked for.
    source_digest : str
        Of the sources the games come from.
    variants, rules_changed, cards
        House rules in force before anything was changed: sets, single values by name, replaced tables.
    rules : tuple of str
        What could be changed.
    played : int
        Games behind all this.
    most_games : int or None
        Games that were allowed for it; None for no limit.
    searched : bool
        Whether changes were tried: not where nothing has to change, or seems to have to.
    """

    of: Literal["seats", "choices"]
    word: str
    scenario: str
    policy: str
    players: int
    measure: str
    unit: str
    target: float
    groups: dict[str, str]
    printed: BalancedWay
    ways: tuple[BalancedWay, ...]
    answer: int | None
    confirm_seed: int
    confirm_games: int
    changes: int
    stopped: str = ""
    survival: tuple[Assumed, ...] = ()
    source_digest: str = ""
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    played: int = 0
    most_games: int | None = None
    searched: bool = True

    @property
    def balanced(self) -> bool:
        """Whether the gap is shown to be below the target without any change."""
        return self.printed.verdict == "shown"

    @property
    def nearest(self) -> BalancedWay:
        """The way with the smallest gap, if it is below anything the game as it is may have; else that."""
        nearer = [way for way in self.ways if way.factor * way.gap.estimate < self.printed.gap.low]
        return min(nearer, key=lambda way: (way.factor * way.gap.estimate, way.cost), default=self.printed)

    @property
    def best(self) -> BalancedWay:
        """The answer, else the nearest."""
        return self.nearest if self.answer is None else self.ways[self.answer]

    @property
    def ending(self) -> Ending:
        """How it ended, for whoever tells it."""
        if self.balanced:
            return "already"
        if self.answer is not None:
            return "reached"
        if not self.nearest.changes:
            return "perhaps already" if self.printed.verdict == "perhaps" else "not reached"
        return "perhaps" if self.nearest.verdict == "perhaps" else "not reached"

    def games_to_know(self, way: BalancedWay) -> int | None:
        """Return about how many games would tell whether a way is below the target, if its gap is what it seems to be.

        None if it is known, or if the gap is so near the target that no reasonable number of games would tell.
        """
        wanted, gap = self.target / way.factor, way.gap
        missing = wanted - gap.estimate
        half = gap.high - gap.estimate if missing > 0 else gap.estimate - gap.low
        if way.verdict != "perhaps" or abs(missing) < TOO_NEAR * wanted:
            return None
        games = gap.n * (half / missing) ** 2
        unit = 10 ** max(0, math.floor(math.log10(max(1.0, games))) - 1)
        return max(gap.n, math.ceil(games / unit - 1e-9) * unit)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            **vars(self),
            "rules": list(self.rules),
            "printed": self.printed.to_json(),
            "ways": [way.to_json() for way in self.ways],
            "survival": [statement.to_json() for statement in self.survival],
            "variants": list(self.variants),
            "rules_changed": {
                name: {key: json_value(value) for key, value in change.items()}
                for name, change in self.rules_changed.items()
            },
            "cards": list(self.cards),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BalancedResult:
        """Return what `to_json` described."""
        read = {
            "printed": BalancedWay.from_json(data["printed"]),
            "ways": tuple(BalancedWay.from_json(way) for way in data["ways"]),
            "survival": tuple(Assumed.from_json(statement) for statement in data["survival"]),
            "variants": tuple(data["variants"]),
            "rules_changed": {
                name: {key: value_of_json(value) for key, value in change.items()}
                for name, change in data["rules_changed"].items()
            },
            "cards": tuple(data["cards"]),
            "rules": tuple(data.get("rules", ())),
        }
        return cls(**{**data, **read})
