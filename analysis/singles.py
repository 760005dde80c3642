"""Single rules: which values to try, where one meets the target, and which two are the same by another name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from analysis.changes import Changes, Knob, Space
from analysis.tries import Try
from sim.params import Value

#: Rules with no more values than these are tried at all of them.
FEW_VALUES = 6

#: Tries of one rule, by value.
Tried = Mapping[Any, Try]


def first_values(knob: Knob, ends: bool = False) -> list[Value]:
    """Return the values a rule is tried at first.

    All of few; else the ends, the middles between them and the value in force, and the smallest steps. Of a number with
    ``ends`` the ends alone.
    """
    values: list[Any] = list(knob.values)
    if not knob.ordered or len(values) <= (2 if ends else FEW_VALUES):
        return values
    if ends:
        return [values[0], values[-1]]
    before: list[Any] = list(knob.before)
    below = [place for place, value in enumerate(values) if value < min(before)]
    above = [place for place, value in enumerate(values) if value > max(before)]
    places = {0, len(values) - 1}
    for side in (below, above):
        if side:
            places |= {side[0], side[len(side) // 2], side[-1]}
    if not knob.settled:
        places |= {len(values) // 4, len(values) // 2, 3 * len(values) // 4}
    return [values[place] for place in sorted(places)]


def meeting_values(knob: Knob, sides: Mapping[Any, float], impossible: Collection[Any] = ()) -> list[Value]:
    """Return the values to try next: one wherever a rule crosses the target between two values that are no neighbours.

    Parameters
    ----------
    sides : mapping
        Deviation from the target by value tried, with its sign; the value in force among them.
    impossible : collection
        Values that contradict other rules.

    Examples
    --------
    >>> from sim.params import Parameter
    >>> jar = Parameter("jar", 20, "", "integer", (1, 99), (), "rulebook", "", (), True, "")
    >>> knob = Knob(jar, (20,), tuple(v for v in range(1, 100) if v != 20), 1.0, "bounds")
    >>> meeting_values(knob, {1: 0.6, 20: 0.2, 60: -0.2})
    [40]
    """
    if not knob.ordered:
        return []
    values: list[Any] = sorted({*knob.values, *sides})  # type: ignore[type-var]
    known = [place for place, value in enumerate(values) if value in sides]
    found = []
    for left, right in zip(known, known[1:], strict=False):
        a, b = sides[values[left]], sides[values[right]]
        inside = [value for value in values[left + 1 : right] if value not in impossible]
        if inside and (a > 0) != (b > 0):
            found.append(inside[_meeting(a, b, len(inside), len(sides))])
    return found


def _meeting(a: float, b: float, inside: int, known: int) -> int:
    """Return the place among ``inside`` values where a line from ``a`` to ``b`` is 0; every other time the middle.

    The line is quick where it holds, the middle ends the search where it does not.
    """
    if known % 2 == 0:
        return inside // 2
    return min(inside - 1, max(0, round((inside + 1) * a / (a - b)) - 1))


# --- only together ---------------------------------------------------------------------------------------------------


def partners(space: Space, singles: Mapping[str, Tried], possible: Callable[[Changes], bool]) -> list[Changes]:
    """Return the smallest pairs that make possible what contradicts the rules in force alone.

    Four nickels for a patron who arrives need a maximum of four, so each such value is paired with the smallest change
    of every other rule that lets it stand. A rule that helps at neither end of what it may be is taken not to help.
    """
    found: dict[Changes, None] = {}
    for name, tried in singles.items():
        for value in [value for value, one in tried.items() if not one.looks]:
            for other in space.knobs.values():
                if other.name == name:
                    continue
                together = [space.sorted({name: value, other.name: helping}) for helping in other.values]
                if possible(together[0]) or possible(together[-1]):
                    best = min((pair for pair in together if possible(pair)), key=space.size)
                    found[best] = None
    return list(found)


# --- the same by another name ----------------------------------------------------------------------------------------


def candidates(space: Space, singles: Mapping[str, Tried]) -> list[tuple[str, str]]:
    """Return pairs of rules that may be the same: as far as they were moved alike, their games are the same.

    The second of a pair is the one to stay: an adjustment stays, and what a scenario prints goes.
    """
    knobs = [knob for knob in space.knobs.values() if knob.ordered and knob.settled and singles.get(knob.name)]
    knobs.sort(key=lambda knob: knob.before[0] != knob.parameter.default)
    return [
        (second.name, first.name)
        for place, first in enumerate(knobs)
        for second in knobs[place + 1 :]
        if (first.parameter.unit, first.unit_cost) == (second.parameter.unit, second.unit_cost)
        and agree((first, second), singles)
    ]


def marks_by_step(knob: Knob, tried: Tried) -> dict[Any, tuple[str, ...]]:
    """Return the marks of the first games by how far a rule was moved."""
    old: Any = knob.before[0]
    return {value - old: one.marks for value, one in tried.items() if one.looks}


def agree(knobs: Sequence[Knob], singles: Mapping[str, Tried], but_not: tuple[str, ...] | None = None) -> bool:
    """Return whether two rules that were moved alike gave the same games, as far as both were.

    Parameters
    ----------
    but_not : tuple of str, optional
        Marks of the printed game: a step at which they differ from it must be among those compared.
    """
    mine, yours = (marks_by_step(knob, singles[knob.name]) for knob in knobs)
    common = mine.keys() & yours.keys()
    differs = but_not is None or any(mine[step] != but_not for step in common)
    return bool(common) and differs and all(mine[step] == yours[step] for step in common)


def largest_common(first: Knob, second: Knob) -> list[tuple[Knob, Any]]:
    """Return the values of both rules at the largest steps down and up that both can be moved by."""
    old: list[Any] = [first.before[0], second.before[0]]
    common = {value - old[0] for value in first.values} & {value - old[1] for value in second.values}  # type: ignore[operator]
    steps = dict.fromkeys((min(common), max(common)))
    return [(knob, before + step) for knob, before in zip((first, second), old, strict=True) for step in steps]
