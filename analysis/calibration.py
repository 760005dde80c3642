"""Which assumptions agree with what a table has seen? A believed win rate against the sampled sets.

A set agrees with a belief when the interval of its own win rate meets the believed rate and its tolerance, and with
several beliefs when it agrees with each.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.proportions import CONFIDENCE, Estimate, plain
from analysis.space import json_value
from analysis.survival import Split, splits
from sim.params import Parameter, Value

#: How far from the belief a win rate may be, unless the user says otherwise.
TOLERANCE = 0.05


@dataclass(frozen=True)
class Belief:
    """A win rate somebody has seen.

    Attributes
    ----------
    scenario : str
        Where.
    rate, tolerance : float
        The share of games won, and how far off it may be.
    """

    scenario: str
    rate: float
    tolerance: float = TOLERANCE

    def distance(self, found: Estimate) -> float:
        """Return how far an estimate's interval is from the believed rates; 0 if they meet."""
        return max(self.rate - self.tolerance - found.high, found.low - self.rate - self.tolerance, 0.0)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"scenario": self.scenario, "rate": self.rate, "tolerance": self.tolerance}


@dataclass(frozen=True)
class Usual:
    """What one assumption is like in the agreeing sets, and in all.

    Attributes
    ----------
    parameter : str
        The assumption.
    agreeing, all : Value
        Mean of a number; else the commonest alternative.
    agreeing_share, all_share : float
        How common that alternative is among them; NaN for numbers.
    split : Split or None
        The clearest split between sets that agree and sets that do not.
    """

    parameter: str
    agreeing: Value
    all: Value
    agreeing_share: float
    all_share: float
    split: Split | None

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "parameter": self.parameter,
            "agreeing": json_value(self.agreeing),
            "all": json_value(self.all),
            "agreeing_share": plain(self.agreeing_share),
            "all_share": plain(self.all_share),
            "split": self.split.to_json() if self.split else None,
        }


@dataclass(frozen=True)
class Calibration:
    """Which sampled sets agree with what is believed.

    Attributes
    ----------
    beliefs : tuple of Belief
        What is believed.
    agreeing : tuple of int
        Positions of the sets that agree.
    sets : int
        Sets that were asked.
    nearest : int
        Position of the set that comes nearest: the least distance in all beliefs together, then the nearest rates.
    usual : tuple of Usual
        How the agreeing sets differ from all, the clearest difference first; empty if none agrees, or all.
    """

    beliefs: tuple[Belief, ...]
    agreeing: tuple[int, ...]
    sets: int
    nearest: int
    usual: tuple[Usual, ...]

    def shown(self, confidence: float = CONFIDENCE) -> list[Usual]:
        """Return the assumptions in which agreeing sets differ by more than chance."""
        return [row for row in self.usual if row.split is not None and row.split.shown(confidence)]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "beliefs": [belief.to_json() for belief in self.beliefs],
            "sets": self.sets,
            "agreeing": list(self.agreeing),
            "nearest": self.nearest,
            "parameters": [row.to_json() for row in self.usual],
        }


def calibrate(
    beliefs: Sequence[Belief],
    parameters: Sequence[Parameter],
    sets: Sequence[Mapping[str, Value]],
    rates: Sequence[Mapping[str, Estimate]],
) -> Calibration:
    """Return which sets agree with every belief, and how they differ from all.

    Parameters
    ----------
    sets : sequence of mapping
        Value by parameter, a set each; at least one.
    rates : sequence of mapping
        Win rate by scenario, a set each.
    """
    agrees = [all(b.distance(found[b.scenario]) == 0 for b in beliefs) for found in rates]

    def farness(position: int) -> tuple[float, float]:
        found = rates[position]
        return (
            sum(b.distance(found[b.scenario]) for b in beliefs),
            sum(abs(found[b.scenario].estimate - b.rate) for b in beliefs),
        )

    nearest = min(range(len(sets)), key=farness)
    agreeing = tuple(position for position, yes in enumerate(agrees) if yes)
    usual: list[Usual] = []
    if 0 < len(agreeing) < len(sets):
        clearest = {split.parameter: split for split in splits(parameters, sets, agrees)}
        rank = {name: number for number, name in enumerate(clearest)}
        ranked = sorted(parameters, key=lambda p: rank.get(p.name, len(rank)))
        usual = [_usual(p, [sets[i] for i in agreeing], sets, clearest.get(p.name)) for p in ranked]
    return Calibration(tuple(beliefs), agreeing, len(sets), nearest, tuple(usual))


def _usual(
    parameter: Parameter,
    agreeing: Sequence[Mapping[str, Value]],
    everything: Sequence[Mapping[str, Value]],
    split: Split | None,
) -> Usual:
    name = parameter.name
    if parameter.kind in ("integer", "number"):
        of_agreeing, of_all = ([float(s[name]) for s in group] for group in (agreeing, everything))  # type: ignore[arg-type]
        return Usual(name, sum(of_agreeing) / len(agreeing), sum(of_all) / len(everything), math.nan, math.nan, split)
    common, count = Counter(s[name] for s in agreeing).most_common(1)[0]
    share = [s[name] == common for s in everything].count(True) / len(everything)
    usual = Counter(s[name] for s in everything).most_common(1)[0][0]
    return Usual(name, common, usual, count / len(agreeing), share, split)
