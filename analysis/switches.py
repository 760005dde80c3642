"""What can be switched off in a scenario? Its special rules, what it prints otherwise than other scenarios, and levers.

A rule can be switched off alone if somebody has said what it is like without it: a scenario's ``[[without]]`` for its
special rules, ``off`` in ``rules.toml`` for a lever, and for a value that only this scenario prints the value that the
others have. A lever without ``off`` (how many dice, what it costs) can only be moved; it is left out, and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sim.errors import BadInput
from sim.special import special_rules, without_special_rules

if TYPE_CHECKING:
    from analysis.arms import Base
    from sim.params import RuleSet, Value

Kind = Literal["special", "scenario", "lever"]

#: Why a rule is left out.
ONLY_MOVED = "can be moved, but not switched off"
IS_OFF = "is off already"


@dataclass(frozen=True)
class Switch:
    """A rule that can be switched off.

    Attributes
    ----------
    name : str
        What people call it.
    kind : {"special", "scenario", "lever"}
        A special rule of the scenario, another value the scenario prints, or a lever of every scenario.
    off : dict
        The values that switch it off, by parameter.
    now : dict
        The values in force.
    part : bool
        Whether it is a part of another one.
    every : bool
        Whether it stands for all special rules of the scenario together.
    """

    name: str
    kind: Kind
    off: dict[str, Value]
    now: dict[str, Value]
    part: bool = False
    every: bool = False

    def apart_from(self, other: Switch) -> bool:
        """Return whether the two are about different things, so that switching both off is more than either."""
        nested = self.kind == other.kind == "special" and (self.part or other.part)
        return not (nested or self.every or other.every or set(self.off) & set(other.off))


@dataclass(frozen=True)
class LeftOut:
    """A rule that is not switched off, and why."""

    name: str
    reason: str


def label(name: str) -> str:
    """Return what a parameter is called in a sentence.

    Examples
    --------
    >>> label("door.wait_penalty"), label("event_deck.agents"), label("slip")
    ('door wait penalty', 'event deck agents', 'slip')
    """
    return name.replace(".", " ").replace("_", " ").replace("-", " ")


def switches_of(base: Base, scenario: str, every_rule: bool = False) -> tuple[list[Switch], list[LeftOut]]:
    """Return what can be switched off in a scenario, alone, and what cannot.

    Parameters
    ----------
    base : Base
        The game with the house rules in force.
    scenario : str
        Which one.
    every_rule : bool, optional
        Take also rules with an ``off`` that nobody would reach for as a house rule.

    Raises
    ------
    BadInput
        If the rules in force contradict each other.
    """
    rules = base.resolve(scenario)
    found: list[Switch] = []
    left: list[LeftOut] = []
    wanted = [
        *_special(base, scenario, rules),
        *_printed(base, scenario, rules),
        *_levers(base, rules, every_rule),
    ]
    for switch in wanted:
        if switch.off == switch.now:
            left.append(LeftOut(switch.name, IS_OFF))
        elif all(other.off != switch.off for other in found):
            problem = contradiction(base, scenario, switch.off)
            if problem:
                left.append(LeftOut(switch.name, problem))
            else:
                found.append(switch)
    named = {name for switch in found for name in switch.off}
    for rule in base.game.parameters.values():
        if rule.lever and rule.off is None and rule.name not in named:
            left.append(LeftOut(label(rule.name), ONLY_MOVED))
    return found, left


def _special(base: Base, scenario: str, rules: RuleSet) -> list[Switch]:
    """Return the special rules, and all of them together where there are several that are no parts."""
    named = special_rules(base.game, scenario)
    found = [_switch(base, rule.name, "special", rule.values, rules, rule.part) for rule in named]
    if sum(not rule.part for rule in named) > 1:
        together = without_special_rules(base.game, scenario)
        found.append(_switch(base, "all its special rules together", "special", together, rules, every=True))
    return found


def _printed(base: Base, scenario: str, rules: RuleSet) -> list[Switch]:
    """Return what the scenario prints otherwise than the game's other scenarios, each put back to the default."""
    special = without_special_rules(base.game, scenario)
    parameters = base.game.parameters
    known = {*special, base.game.file.players_rule}  # how many play is no rule that could be off
    names = [name for name, origin in rules.origins.items() if origin.startswith("scenario") and name not in known]
    return [
        _switch(base, label(name), "scenario", {name: parameters[name].default}, rules)
        for name in names
        if rules.values[name] != parameters[name].default
    ]


def _levers(base: Base, rules: RuleSet, every_rule: bool) -> list[Switch]:
    return [
        _switch(base, label(parameter.name), "lever", {parameter.name: parameter.off}, rules)
        for parameter in base.game.parameters.values()
        if parameter.off is not None and (parameter.lever or every_rule)
    ]


def _switch(
    base: Base,
    name: str,
    kind: Kind,
    off: Mapping[str, Any],
    rules: RuleSet,
    part: bool = False,
    every: bool = False,
) -> Switch:
    values = {key: base.game.parameters[key].check(value) for key, value in off.items()}
    return Switch(name, kind, values, {key: rules.values[key] for key in values}, part, every)


def contradiction(base: Base, scenario: str, off: Mapping[str, Any]) -> str:
    """Return why values cannot be put over the rules in force, "" if they can."""
    try:
        base.resolve(scenario, off)
    except BadInput as error:
        return f"cannot be switched off here: {error.problems[0]}"
    return ""
