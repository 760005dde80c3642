"""Which assumption decides? Sampled sets in which something holds against those in which it does not.

For every assumption the sets are split by its value, into the halves of its range or into one alternative against the
others, where no result was looked at. The measure is the difference between the shares that hold on both sides, with
Fisher's exact p-value; as every assumption is tried, p is multiplied by the number of splits (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, variance
from typing import Any

from analysis.proportions import CONFIDENCE, plain
from analysis.space import json_value, value_of_json
from sim.params import Parameter, Value


@dataclass(frozen=True)
class Split:
    """Sets of assumptions on both sides of one value.

    Attributes
    ----------
    parameter : str
        The assumption.
    values : tuple of Value
        The side that is named: two ends for numbers, else the one alternative.
    held, of : int
        Sets on that side in which the question is answered with yes, and all sets there.
    other_held, other_of : int
        The same on the other side.
    p : float
        Of the difference, after correction for the number of splits that were tried.
    """

    parameter: str
    values: tuple[Value, ...]
    held: int
    of: int
    other_held: int
    other_of: int
    p: float

    @property
    def difference(self) -> float:
        """Share that holds on the named side minus the share on the other."""
        return self.held / self.of - self.other_held / self.other_of

    def shown(self, confidence: float = CONFIDENCE) -> bool:
        """Return whether the sides differ by more than chance."""
        return self.p < 1 - confidence

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "parameter": self.parameter,
            "values": [json_value(value) for value in self.values],
            "held": self.held,
            "of": self.of,
            "other_held": self.other_held,
            "other_of": self.other_of,
            "p": plain(self.p),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Split:
        """Return the split that `to_json` described."""
        return cls(**{**data, "values": tuple(value_of_json(value) for value in data["values"])})


@dataclass(frozen=True)
class Deeper:
    """A study that looked into a report's conclusions.

    Attributes
    ----------
    sets : int
        Sampled sets of assumptions.
    sources : tuple of str
        Where the values that were moved come from.
    parameters : int
        How many they are.
    judged : int
        Statements of the report that the study judged.
    command : str
        What gives the study again.
    splits : dict
        By statement that is marked, the assumption that goes with failing by more than chance.
    """

    sets: int
    sources: tuple[str, ...]
    parameters: int
    judged: int
    command: str
    splits: dict[str, Split]


def splits(
    parameters: Sequence[Parameter],
    sets: Sequence[Mapping[str, Value]],
    held: Sequence[bool],
    amounts: Sequence[float] | None = None,
) -> list[Split]:
    """Return every assumption's clearest split, the clearest first.

    Parameters
    ----------
    parameters : sequence of Parameter
        The assumptions that were drawn.
    sets : sequence of mapping
        Value by parameter, a set each.
    held : sequence of bool
        The answer in each set.
    amounts : sequence of float, optional
        What the answer is about, in each set. It says more than yes or no, so where it is known the p-value is Welch's,
        of its means on both sides.

    Returns
    -------
    list of Split
        The named side is the one where it holds less often. Assumptions with all sets on one side are left out.
    """
    tried = [
        (parameter, side, [_on_side(parameter, side, values[parameter.name]) for values in sets])
        for parameter in parameters
        for side in _sides(parameter)
    ]
    best: dict[str, tuple[float, float, Split]] = {}
    for parameter, side, on_side in tried:
        of = sum(on_side)
        if of in (0, len(sets)):
            continue
        here = sum(h for h, on in zip(held, on_side, strict=True) if on)
        there = sum(held) - here
        p = _exact(here, of, there, len(sets) - of) if amounts is None else _welch(amounts, on_side)
        found = Split(parameter.name, side, here, of, there, len(sets) - of, min(1.0, p * len(tried)))
        if found.difference > 0 and len(_sides(parameter)) == 1:
            found = Split(parameter.name, _other(parameter), there, len(sets) - of, here, of, found.p)
        ranked = (p, -abs(found.difference), found)
        if parameter.name not in best or ranked[:2] < best[parameter.name][:2]:
            best[parameter.name] = ranked
    return [split for _, _, split in sorted(best.values(), key=lambda entry: entry[:2])]


def _exact(here: int, of: int, there: int, other_of: int) -> float:
    """Return Fisher's exact p-value of the difference between two shares."""
    from scipy.stats import fisher_exact

    return float(fisher_exact([[here, of - here], [there, other_of - there]])[1])


def _welch(amounts: Sequence[float], on_side: Sequence[bool]) -> float:
    """Return Welch's p-value of the difference between two means; 1 where there is no spread to judge by."""
    from scipy.stats import t as student

    sides = [[x for x, on in zip(amounts, on_side, strict=True) if on is side] for side in (True, False)]
    if any(len(side) < 2 for side in sides):
        return 1.0
    parts = [variance(side) / len(side) for side in sides]
    if sum(parts) <= 0:
        return 1.0
    freedom = sum(parts) ** 2 / sum(part**2 / (len(side) - 1) for part, side in zip(parts, sides, strict=True))
    return float(2 * student.sf(abs(fmean(sides[0]) - fmean(sides[1])) / math.sqrt(sum(parts)), freedom))


def _sides(parameter: Parameter) -> list[tuple[Value, ...]]:
    """Return the sides of a parameter's splits: the lower half of a number's range, else each alternative.

    A parameter with two alternatives has one split.
    """
    if parameter.kind in ("integer", "number"):
        low, middle = min(parameter.range), _middle(parameter)  # type: ignore[type-var]
        return [(low, middle)]
    values = list(dict.fromkeys(parameter.range))
    return [(value,) for value in (values if len(values) > 2 else values[:1])]


def _other(parameter: Parameter) -> tuple[Value, ...]:
    """Return the other side of a parameter that has one split."""
    if parameter.kind == "integer":
        return (int(_middle(parameter)) + 1, int(max(parameter.range)))  # type: ignore[type-var, arg-type]
    if parameter.kind == "number":
        return (_middle(parameter), max(parameter.range))  # type: ignore[type-var]
    return (list(dict.fromkeys(parameter.range))[1],)


def _middle(parameter: Parameter) -> float | int:
    low, high = (float(end(parameter.range)) for end in (min, max))  # type: ignore[type-var, arg-type]
    return int((low + high) // 2) if parameter.kind == "integer" else (low + high) / 2


def _on_side(parameter: Parameter, side: tuple[Value, ...], value: Value) -> bool:
    if parameter.kind in ("integer", "number"):
        return value <= side[1]  # type: ignore[operator]
    return value == side[0]
