"""What else could the assumptions be? Their ranges as a space that designs are laid out in.

A design (Morris, Sobol, Latin hypercube) is a table of numbers from 0 to 1, a column a parameter. Here such a row
becomes values of rules: whole numbers stay whole, a switch is on or off, a choice is one of its words. One column more
is the *luck*: a parameter that no rule reads.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analysis.proportions import plain
from sim.errors import BadInput
from sim.params import Parameter, RuleSet, Value

if TYPE_CHECKING:
    import numpy as np

    from analysis.arms import Base

#: Sources of a value that the rulebook does not print.
SOURCES = ("assumed", "inferred", "ruling")

#: What the names of rules begin with that only a campaign reads.
CAMPAIGN = "campaign."

#: The dummy parameter: it says which games are played, and nothing else. On shared seeds a parameter that is read by
#: nothing would have an effect of exactly 0, which tells nothing about noise; other games under the same rules do.
LUCK = "luck"

#: Levels of a screening design. Two and three divide six: a switch flips at every step of half the levels, and three
#: alternatives are equally frequent.
LEVELS = 6

#: Different luck in a design: so many stretches of games can be told apart.
STRETCHES = 1024


def json_value(value: Any) -> Any:
    """Return a rule value as JSON holds it."""
    return list(value) if isinstance(value, tuple) else plain(value)


def changes_to_json(changed: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the rules that are not as printed, by name, as JSON holds them."""
    return {name: {key: json_value(value) for key, value in change.items()} for name, change in changed.items()}


def value_of_json(value: Any) -> Value:
    """Return the rule value that `json_value` described."""
    return tuple(value) if isinstance(value, list) else value


def alternatives(parameter: Parameter) -> list[Value]:
    """Return the values of a range that differ from the default: the ends of a number's range, else all."""
    return [value for value in dict.fromkeys(parameter.range) if value != parameter.default]


def assumed_parameters(base: Base, sources: Sequence[str]) -> list[Parameter]:
    """Return the parameters of the given sources that have something else to be.

    Rules of a campaign are left out: what is played here are scenarios alone, which read none of them.
    """
    found = [p for p in base.game.parameters.values() if not p.name.startswith(CAMPAIGN)]
    return [parameter for parameter in found if parameter.source in sources and alternatives(parameter)]


def free_values(base: Base, scenario: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values of parameters that neither the scenario, a variant nor the user sets."""
    origins = base.resolve(scenario).origins
    return {name: value for name, value in values.items() if origins[name] == "default"}


def stands(base: Base, scenario: str, change: Mapping[str, Value]) -> bool:
    """Return whether values contradict neither each other nor what the scenario prints."""
    try:
        base.resolve(scenario, change)
    except BadInput:
        return False
    return True


# --- from a number to a value ----------------------------------------------------------------------------------------


def value_at(parameter: Parameter, u: float) -> Value:
    """Return the value of a range at ``u`` from 0 to 1: every whole number, and every alternative, is as likely.

    Examples
    --------
    >>> from sim.params import Parameter
    >>> p = Parameter("x", 2, "", "integer", (0, 9), (), "assumed", "", (1, 3), False, "")
    >>> [value_at(p, u) for u in (0.0, 0.5, 0.99)]
    [1, 2, 3]
    """
    if parameter.kind == "number":
        low, high = _ends(parameter)
        return low + u * (high - low)
    count = _count(parameter)
    return _value(parameter, min(math.floor(u * count), count - 1))


def value_at_level(parameter: Parameter, u: float) -> Value:
    """Return the value of a range at a level of a grid that includes both 0 and 1: its ends can be reached.

    Examples
    --------
    >>> from sim.params import Parameter
    >>> p = Parameter("x", True, "", "switch", None, (), "ruling", "", (True, False), False, "")
    >>> [value_at_level(p, level / 5) for level in range(6)]
    [True, True, True, False, False, False]
    """
    if parameter.kind == "number":
        return value_at(parameter, u)
    return _value(parameter, math.floor(u * (_count(parameter) - 1) + 0.5))


def _ends(parameter: Parameter) -> tuple[float, float]:
    numbers = [float(value) for value in parameter.range]  # type: ignore[arg-type]
    return min(numbers), max(numbers)


def _count(parameter: Parameter) -> int:
    """Return how many values a range has; numbers that are not whole are not counted."""
    if parameter.kind == "integer":
        low, high = _ends(parameter)
        return int(high) - int(low) + 1
    return len(parameter.range)


def _value(parameter: Parameter, position: int) -> Value:
    return int(_ends(parameter)[0]) + position if parameter.kind == "integer" else parameter.range[position]


# --- the space -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """One set of assumptions, ready to be played.

    Attributes
    ----------
    values : dict
        Value of every parameter of the space.
    rules : dict
        Rule set by scenario; what a scenario prints, or the user has set, is left alone.
    stretch : int
        Which stretch of games is played: the luck.
    put_right : tuple of str
        Parameters that were moved towards their default because the set contradicted itself.
    """

    values: dict[str, Value]
    rules: dict[str, RuleSet]
    stretch: int
    put_right: tuple[str, ...] = ()


@dataclass(frozen=True)
class Space:
    """The ranges of some assumptions in some scenarios.

    Attributes
    ----------
    base : Base
        Game, house rules and seed.
    scenarios : tuple of str
        What is played.
    parameters : tuple of Parameter
        The assumptions; each is free in at least one scenario.
    """

    base: Base
    scenarios: tuple[str, ...]
    parameters: tuple[Parameter, ...]

    @classmethod
    def of(cls, base: Base, scenarios: Sequence[str], sources: Sequence[str] = SOURCES) -> Space:
        """Return the space of all parameters of the given sources that are not set in every scenario."""
        found = assumed_parameters(base, sources)
        free = {name for scenario in scenarios for name in free_values(base, scenario, {p.name: 0 for p in found})}
        return cls(base, tuple(scenarios), tuple(p for p in found if p.name in free))

    @property
    def names(self) -> list[str]:
        """The columns of a design: the parameters, then the luck."""
        return [*(parameter.name for parameter in self.parameters), LUCK]

    def point(self, row: np.ndarray | Sequence[float], levels: int = 0) -> Point:
        """Return the set of assumptions of one row of a design.

        Parameters
        ----------
        row : array of float, shape (parameters + 1,)
            From 0 to 1; the last is the luck.
        levels : int, optional
            Levels of the design's grid; 0 for a continuous one.
        """
        at = value_at_level if levels else value_at
        values = {p.name: at(p, float(u)) for p, u in zip(self.parameters, row, strict=False)}
        luck = float(row[len(self.parameters)])
        stretch = round(luck * (levels - 1)) if levels else min(int(luck * STRETCHES), STRETCHES - 1)
        return self._stood_up(values, stretch)

    def _stood_up(self, values: dict[str, Value], stretch: int) -> Point:
        """Return a point of values that stand; contradictory ones are put right first.

        A design keeps its shape only if every row is played, so a row that contradicts itself cannot be drawn again:
        the one parameter that has the shortest way to a set that stands is moved towards its default.
        """
        rules = self._rules(values)
        moved: tuple[str, ...] = ()
        if rules is None:
            values, moved = self._put_right(values)
            rules = self._rules(values)
            assert rules is not None
        return Point(values, rules, stretch, moved)

    def _rules(self, values: Mapping[str, Value]) -> dict[str, RuleSet] | None:
        """Return the rule sets of all scenarios, None if one contradicts itself."""
        found = {}
        for scenario in self.scenarios:
            fixed = self.fixed[scenario]
            try:
                found[scenario] = self.base.resolve(scenario, {n: v for n, v in values.items() if n not in fixed})
            except BadInput:
                return None
        return found

    @cached_property
    def fixed(self) -> dict[str, set[str]]:
        """Parameters that a scenario, a variant or the user sets, by scenario."""
        origins = {name: self.base.resolve(name).origins for name in self.scenarios}
        return {
            name: {p.name for p in self.parameters if origins[name][p.name] != "default"} for name in self.scenarios
        }

    def _put_right(self, values: dict[str, Value]) -> tuple[dict[str, Value], tuple[str, ...]]:
        shortest: tuple[float, str, Value] | None = None
        for parameter in self.parameters:
            if self._rules({**values, parameter.name: parameter.default}) is None:
                continue
            for share, value in _way_back(parameter, values[parameter.name]):
                if shortest is not None and share >= shortest[0]:
                    break
                if self._rules({**values, parameter.name: value}) is not None:
                    shortest = (share, parameter.name, value)
                    break
        if shortest is not None:
            return {**values, shortest[1]: shortest[2]}, (shortest[1],)
        moved: list[str] = []
        for parameter in self.parameters:
            if self._rules(values) is not None:
                break
            if values[parameter.name] != parameter.default:
                values = {**values, parameter.name: parameter.default}
                moved.append(parameter.name)
        return values, tuple(moved)


def _way_back(parameter: Parameter, value: Value) -> list[tuple[float, Value]]:
    """Return the values from ``value`` to the default, the nearest first, each with its share of the range."""
    if value == parameter.default:
        return []
    if parameter.kind == "integer":
        low, high = _ends(parameter)
        here, home = int(value), int(parameter.default)  # type: ignore[arg-type]
        step = 1 if home > here else -1
        span = max(high - low, 1.0)
        return [(abs(there - here) / span, there) for there in range(here + step, home + step, step)]
    return [(1.0, parameter.default)]
