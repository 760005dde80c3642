"""The special rules of a scenario, each of which can be switched off alone.

A scenario file names them::

    [[without]]
    rule = "the meeting"
    values = { "meeting.active" = false }

    [[without]]
    rule = "bail for the meeting"
    part = true                             # of one of the others: the scenario without special rules needs it not
    values = { "meeting.bail" = 0 }

A plain table ``[without]`` is one special rule that is called like the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim import params
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game

KEYS = ("rule", "values", "part")


@dataclass(frozen=True)
class SpecialRule:
    """A special rule of a scenario.

    Attributes
    ----------
    name : str
        What people call it.
    values : dict
        Values of parameters that switch it off.
    part : bool
        Whether it is a part of another one of the scenario.
    """

    name: str
    values: dict[str, Any]
    part: bool = False


def special_rules(game: Game, scenario: str) -> tuple[SpecialRule, ...]:
    """Return the special rules of a scenario in the order of its file.

    Raises
    ------
    BadInput
        If the file does not name them as it should.
    """
    entry = game.scenarios[scenario]
    found = entry.get("without", ())
    if isinstance(found, Mapping):
        return (SpecialRule(str(entry.get("title", scenario)), params.flatten(found)),) if found else ()
    path = game.folder / "scenarios" / f"{scenario}.toml"
    problems, rules = [], []
    for number, item in enumerate(found, start=1):
        where = f"{path}: the special rule number {number}"
        unknown = [key for key in item if key not in KEYS]
        problems += [f"{where} has no key '{key}'.{params.nearest(key, KEYS)}" for key in unknown]
        values = params.flatten(item.get("values", {}))
        if not isinstance(item.get("rule"), str) or not values:
            problems.append(f'{where} needs a name, rule = "...", and the values that switch it off.')
        problems += params.apply(game.parameters, {}, {}, values, "[[without]]", path)
        rules.append(SpecialRule(str(item.get("rule")), values, bool(item.get("part", False))))
    if problems:
        raise BadInput(problems)
    return tuple(rules)


def without_special_rules(game: Game, scenario: str) -> dict[str, Any]:
    """Return the values that make a scenario one without special rules; empty if it has none."""
    values: dict[str, Any] = {}
    for rule in special_rules(game, scenario):
        if not rule.part:
            values |= rule.values
    return values
