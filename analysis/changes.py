"""What may be changed, how far, and what does a change cost? Knobs, sets of changes, and their price.

Every change costs a fixed amount, so that few changes come before many, and on top of it the parameter's
``change_cost`` for every unit it moves, so that small changes come before large ones. A switch or a choice moves by one
unit.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analysis.arms import Base
from analysis.entries import entry_of, origin_in, value_in, with_entries
from sim.errors import BadInput
from sim.params import Parameter, RuleSet, Value, nearest

#: What one more change costs unless said otherwise: as much as $25 on The Opulent's cost of business.
EACH_CHANGE = 5.0

#: A parameter without a ``range`` is searched within its bounds, but no farther than a change of this size: bounds say
#: what the engine can play, not what anybody would call the same game.
LARGEST_SIZE = 20.0

#: Values a parameter of kind "number" is searched at.
STEPS_OF_A_NUMBER = 20

#: A set of changes: new value by parameter, in the order of `Space.knobs`.
Changes = tuple[tuple[str, Value], ...]

NOTHING: Changes = ()


@dataclass(frozen=True)
class Knob:
    """One parameter that may be changed.

    Attributes
    ----------
    parameter : Parameter
        The parameter.
    before : tuple of Value
        Its value in force in each scenario that is tuned.
    values : tuple of Value
        What it may become, numbers in ascending order. The value in force is not among them.
    unit_cost : float
        Cost of a change by one unit.
    reach : str
        Where the values come from, in words.
    """

    parameter: Parameter
    before: tuple[Value, ...]
    values: tuple[Value, ...]
    unit_cost: float
    reach: str

    @property
    def name(self) -> str:
        """Address of the parameter."""
        return self.parameter.name

    @property
    def ordered(self) -> bool:
        """Whether values have an order and a distance."""
        return self.parameter.kind in ("integer", "number")

    @property
    def settled(self) -> bool:
        """Whether all scenarios have the same value in force."""
        return len(set(self.before)) == 1

    def steps(self, value: Value) -> float:
        """Return by how many units a value differs from the one in force, averaged over the scenarios."""
        if self.ordered:
            moved: list[float] = [abs(value - old) for old in self.before]  # type: ignore[operator]
            return sum(moved) / len(moved)
        return sum(value != old for old in self.before) / len(self.before)

    def size(self, value: Value) -> float:
        """Return the cost of the distance moved."""
        return self.unit_cost * self.steps(value)


@dataclass(frozen=True)
class Space:
    """Everything that may be changed, and the price of it.

    Attributes
    ----------
    scenarios : tuple of str
        The scenarios that are tuned together.
    knobs : dict
        What may be changed, by name, in the order of ``rules.toml``.
    each : float
        Cost of every change, however small.
    left_out : dict
        Levers that were not freed by name and may not be changed here, with the reason.
    """

    scenarios: tuple[str, ...]
    knobs: dict[str, Knob]
    each: float = EACH_CHANGE
    left_out: dict[str, str] = field(default_factory=dict)

    def size(self, changes: Changes) -> float:
        """Return the cost of the distances moved."""
        return sum(self.knobs[name].size(value) for name, value in changes)

    def cost(self, changes: Changes) -> float:
        """Return the whole cost of a set of changes.

        Examples
        --------
        >>> Space((), {}, 5.0).cost(NOTHING)
        0.0
        """
        return self.each * len(changes) + self.size(changes)

    def sorted(self, changes: Mapping[str, Value]) -> Changes:
        """Return a set of changes in the order of the knobs; a value that is in force everywhere is no change."""
        return tuple((name, changes[name]) for name in self.knobs if name in changes and self._moves(name, changes))

    def _moves(self, name: str, changes: Mapping[str, Value]) -> bool:
        return any(changes[name] != old for old in self.knobs[name].before)

    def up_to(self, size: float) -> Space:
        """Return the space without changes of this size or larger."""
        knobs = {}
        for name, knob in self.knobs.items():
            values = tuple(value for value in knob.values if knob.size(value) < size)
            if values:
                knobs[name] = replace(knob, values=values)
        return replace(self, knobs=knobs)

    def without(self, names: Sequence[str]) -> Space:
        """Return the space without some knobs."""
        knobs = {name: knob for name, knob in self.knobs.items() if name not in names}
        return replace(self, knobs=knobs)


# --- which parameters, and how far -----------------------------------------------------------------------------------


def search_space(
    base: Base,
    scenarios: Sequence[str],
    free: Sequence[str] = (),
    keep: Sequence[str] = (),
    costs: Mapping[str, float] | None = None,
    each: float = EACH_CHANGE,
    lists: bool = False,
) -> Space:
    """Return what may be changed.

    Parameters
    ----------
    base : Base
        The game with the house rules in force.
    scenarios : sequence of str
        What is tuned.
    free : sequence of str, optional
        Exactly what may be changed: names, patterns such as ``door.*``, or ``NAME=LOW..HIGH`` to say how far. Every
        lever by default, except those the user has set with a single rule, and those that the scenarios print
        differently when several are tuned.
    keep : sequence of str, optional
        Names and patterns of what stays as it is.
    costs : mapping, optional
        Cost of a unit by name or pattern, in place of ``change_cost``.
    each : float, optional
        Cost of every change.
    lists : bool, optional
        Whether a lever that is a list frees each of its numbers (``NAME.1`` and so on), which `free` can always name.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    parameters = with_entries(base.game.parameters)
    problems: list[str] = []
    wanted, typed = _freed(parameters, free, problems)
    kept = _kept(parameters, keep, wanted, problems)
    try:
        in_force = [base.resolve(name) for name in scenarios]
    except BadInput as error:
        raise BadInput([*problems, *error.problems]) from None
    left_out: dict[str, str] = {}
    if not free:
        wanted = {name: False for name in parameters if _is_lever(base.game.parameters, name, lists)}
    knobs: dict[str, Knob] = {}
    for name, parameter in parameters.items():
        if name not in wanted or name in kept:
            continue
        before = tuple(value_in(rules, base.game.parameters, name) for rules in in_force)
        origins = {origin_in(rules, base.game.parameters, name) for rules in in_force}
        reason = _unmovable(parameter, before, origins, by_name=bool(free)) or _torn(name, parameters, in_force)
        values, reach = _values(parameter, before, typed.get(name))
        if not values and not reason:
            reason = "there is nothing else it may be"
        if not reason:
            knobs[name] = Knob(parameter, before, values, parameter.change_cost, reach)
        elif wanted[name]:
            problems.append(f"--free {name}: {reason}.")
        else:
            left_out[name] = reason
    priced = _priced(knobs, parameters, costs or {}, problems)
    if not knobs and not problems:
        problems.append("nothing is left that may be changed: --keep takes away all that --free gives.")
    if problems:
        raise BadInput(problems)
    return Space(tuple(scenarios), priced, each, left_out)


def _is_lever(parameters: Mapping[str, Parameter], name: str, lists: bool) -> bool:
    """Return whether something may be changed without being named: of a list its numbers or the whole, never both."""
    entry = entry_of(parameters, name)
    parameter = parameters[name if entry is None else entry[0]]
    return parameter.lever and (parameter.kind != "list" or lists == (entry is not None))


def _is_pattern(text: str) -> bool:
    return any(sign in text for sign in "*?[")


def _is_entry(parameters: Mapping[str, Parameter], name: str) -> bool:
    whole = name.rpartition(".")[0]
    return whole in parameters and parameters[whole].kind == "list"


def _matching(parameters: Mapping[str, Any], text: str, option: str, problems: list[str]) -> list[str]:
    """Return the names a name or pattern stands for."""
    if _is_pattern(text):
        matching = fnmatch.filter(parameters, text)
        # The numbers of a list that is itself meant are no rules besides.
        found = [name for name in matching if not (_is_entry(parameters, name) and name.rpartition(".")[0] in matching)]
        if not found:
            problems.append(f"{option} {text}: no rule has such a name.{nearest(text.strip('*?.[]'), parameters)}")
        return found
    if text not in parameters:
        problems.append(f"{option} {text}: there is no rule '{text}'.{nearest(text, parameters)}")
        return []
    return [text]


def _freed(
    parameters: Mapping[str, Parameter], free: Sequence[str], problems: list[str]
) -> tuple[dict[str, bool], dict[str, str]]:
    """Return the freed parameters, each with whether it was named itself, and the spans typed."""
    wanted: dict[str, bool] = {}
    typed: dict[str, str] = {}
    for item in free:
        text, equals, span = (part.strip() for part in item.partition("="))
        for name in _matching(parameters, text, "--free", problems):
            wanted[name] = wanted.get(name, False) or not _is_pattern(text)
            if equals:
                problem = _bad_span(parameters[name], span)
                if problem:
                    problems.append(f"--free {item}: {problem}")
                else:
                    typed[name] = span
    return wanted, typed


def _kept(
    parameters: Mapping[str, Parameter], keep: Sequence[str], wanted: Mapping[str, bool], problems: list[str]
) -> set[str]:
    kept: set[str] = set()
    for text in keep:
        for name in _matching(parameters, text.strip(), "--keep", problems):
            kept.add(name)
            if wanted.get(name):
                problems.append(f"{name} is named by --free and by --keep {text}; it cannot be both.")
    return kept


def _bad_span(parameter: Parameter, span: str) -> str:
    """Return what is wrong with ``LOW..HIGH``, "" if nothing is."""
    if parameter.kind not in ("integer", "number"):
        return f"{parameter.name} is {parameter.allowed}; only a number takes LOW..HIGH."
    low, dots, high = span.partition("..")
    try:
        ends = [parameter.parse(end) for end in (low, high)]
    except ValueError:
        ends = []
    if not dots or not ends:
        return f"LOW..HIGH are {parameter.allowed} each."
    return "" if ends[0] <= ends[1] else f"{low} is more than {high}."  # type: ignore[operator]


def _unmovable(parameter: Parameter, before: tuple[Value, ...], origins: set[str], by_name: bool) -> str:
    """Return why a parameter cannot be changed, "" if it can."""
    if "cards" in origins:
        return "the printed cards of --cards leave nothing to change"
    if parameter.kind == "list" and len(parameter.range) < 2:
        return "it is a list of numbers, and rules.toml names no alternatives"
    if by_name:
        return ""
    if "--rule" in origins:
        return "it is set by --rule"
    if len(set(before)) > 1:
        return "the scenarios print different values"
    return ""


def _torn(name: str, parameters: Mapping[str, Parameter], in_force: Sequence[RuleSet]) -> str:
    """Return why a number of a list cannot be changed alone, "" if it can or is no such thing."""
    whole = name.rpartition(".")[0]
    lists = {rules.values[whole] for rules in in_force} if _is_entry(parameters, name) else set()
    return "the scenarios print different lists" if len(lists) > 1 else ""


def _values(parameter: Parameter, before: tuple[Value, ...], span: str | None) -> tuple[tuple[Value, ...], str]:
    """Return the values to search, without one that is in force everywhere, and where they come from."""
    values: Sequence[Value]
    if parameter.kind == "switch":
        values, reach = (False, True), "switch"
    elif parameter.kind == "choice":
        values, reach = (tuple(dict.fromkeys(parameter.range)), "range") if parameter.range else (
            parameter.choices, "choices"
        )  # fmt: skip
    elif parameter.kind == "list":
        values, reach = tuple(dict.fromkeys(parameter.range)), "range"
    else:
        low, high, reach = _ends(parameter, before, span)
        values = _numbers(parameter, low, high)
    return tuple(value for value in values if set(before) != {value}), reach


def _ends(parameter: Parameter, before: tuple[Value, ...], span: str | None) -> tuple[float, float, str]:
    if span:
        low, _, high = span.partition("..")
        return float(parameter.parse(low)), float(parameter.parse(high)), "--free"  # type: ignore[arg-type]
    if parameter.range:
        numbers = [float(value) for value in parameter.range]  # type: ignore[arg-type]
        return min(numbers), max(numbers), "range"
    assert parameter.bounds is not None
    low_bound, high_bound = parameter.bounds
    if parameter.change_cost <= 0:
        return low_bound, high_bound, "bounds"
    most = max(1.0, LARGEST_SIZE / parameter.change_cost)
    old = [float(value) for value in before]  # type: ignore[arg-type]
    low_end, high_end = max(low_bound, min(old) - most), min(high_bound, max(old) + most)
    narrowed = (low_end, high_end) != (low_bound, high_bound)
    return low_end, high_end, "bounds, no more than a change of size 20" if narrowed else "bounds"


def _numbers(parameter: Parameter, low: float, high: float) -> tuple[Value, ...]:
    if parameter.kind == "integer":
        return tuple(range(int(-(-low // 1)), int(high // 1) + 1))
    step = (high - low) / STEPS_OF_A_NUMBER
    return tuple(dict.fromkeys(float(f"{low + i * step:.6g}") for i in range(STEPS_OF_A_NUMBER + 1)))


def _priced(
    knobs: Mapping[str, Knob], parameters: Mapping[str, Parameter], costs: Mapping[str, float], problems: list[str]
) -> dict[str, Knob]:
    """Return the knobs at the costs typed; a cost of something that may not be changed is a mistake."""
    priced = dict(knobs)
    for text, cost in costs.items():
        before = len(problems)
        found = _matching(parameters, text, "--cost", problems)
        movable = [name for name in found if name in priced]
        if not movable and len(problems) == before:
            problems.append(f"--cost {text}: it may not be changed here, so it has no cost.")
        for name in movable:
            priced[name] = replace(priced[name], unit_cost=cost)
    return priced
