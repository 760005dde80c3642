"""One number of a list as a rule of its own: ``bag_marbles.3`` is the third number of ``bag_marbles``.

The engine knows lists as a whole. A search for small changes moves one number at a time, so here each gets an address,
and a set of changes is turned back into rules before it is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sim.params import Parameter, RuleSet, Value

if TYPE_CHECKING:
    from analysis.arms import Base


def entry_of(parameters: Mapping[str, Parameter], name: str) -> tuple[str, int] | None:
    """Return the list and the place, from 0, that an address stands for; None if it is no number of a list.

    Examples
    --------
    >>> bags = Parameter("bags", (0, 1, 3), "", "list", (0, 9), (), "assumed", "", (), True, "")
    >>> entry_of({"bags": bags}, "bags.3"), entry_of({"bags": bags}, "bags.4"), entry_of({"bags": bags}, "bags")
    (('bags', 2), None, None)
    """
    whole, _, place = name.rpartition(".")
    if name in parameters or whole not in parameters or not place.isdigit():
        return None
    default = parameters[whole].default
    if not isinstance(default, tuple) or not 1 <= int(place) <= len(default):
        return None
    return whole, int(place) - 1


def entries(parameter: Parameter) -> dict[str, Parameter]:
    """Return every number of a list as a parameter, by address; none of what is no list."""
    if not isinstance(parameter.default, tuple):
        return {}
    found = {}
    for place, value in enumerate(parameter.default):
        name = f"{parameter.name}.{place + 1}"
        found[name] = replace(parameter, name=name, default=value, kind="integer", range=(), off=None)
    return found


def with_entries(parameters: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """Return all parameters, each list followed by its numbers."""
    found: dict[str, Parameter] = {}
    for name, parameter in parameters.items():
        found[name] = parameter
        found.update(entries(parameter))
    return found


def value_in(rules: RuleSet, parameters: Mapping[str, Parameter], name: str) -> Value:
    """Return the value of a parameter, or of a number of a list, in a rule set."""
    entry = entry_of(parameters, name)
    if entry is None:
        return rules.values[name]
    whole: Any = rules.values[entry[0]]
    return int(whole[entry[1]])


def origin_in(rules: RuleSet, parameters: Mapping[str, Parameter], name: str) -> str:
    """Return where the value of a parameter, or of the list a number belongs to, comes from."""
    entry = entry_of(parameters, name)
    return rules.origins[name if entry is None else entry[0]]


def as_rules(base: Base, scenario: str, changes: Mapping[str, Value]) -> dict[str, Value]:
    """Return a set of changes as rules: a changed number of a list is a changed list."""
    parameters, rules = base.game.parameters, dict[str, Any]()
    for name, value in changes.items():
        entry = entry_of(parameters, name)
        if entry is None:
            rules[name] = value
            continue
        whole, place = entry
        if whole not in rules:
            rules[whole] = base.resolve(scenario).values[whole]
        before = rules[whole]
        rules[whole] = (*before[:place], value, *before[place + 1 :])
    return rules
