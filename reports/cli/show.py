"""``house-edge show``: a rule's value, where it comes from and where it is used; policies, and what they see."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output, show_policy
from reports.cli.options import (
    DEFAULT_OUTPUT,
    NO_RULES,
    OutputOptions,
    Problems,
    RuleOptions,
    as_json_value,
    need,
    read_assignments,
)
from reports.cli.plans import resolve_rules, tell_conflicts
from sim import registry
from sim.errors import BadInput
from sim.params import Parameter as Rule
from sim.params import RuleSet, nearest

#: What can be shown besides rules: functions of the game, the name typed and whether JSON is wanted.
OTHERS: dict[str, Callable[[registry.Game, str | None, bool], int]] = {
    "policy": show_policy.policy,
    "fields": show_policy.fields,
    "decisions": show_policy.decisions,
}
SHOWABLE = ("rules", *OTHERS)
#: Columns of a terminal that hold the whole table; narrower ones show the first half of it.
_ROOM_FOR_ALL = 150


def show(
    what: Annotated[str | None, Parameter(help="rules, policy, fields or decisions.", metavar="WHAT")] = None,
    game: Annotated[str | None, Parameter(help="Name of the game.", metavar="GAME")] = None,
    name: Annotated[str | None, Parameter(help="One of them only.", metavar="NAME")] = None,
    /,
    *,
    rules: RuleOptions = NO_RULES,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Show the rules of a game as they stand with the options given, a policy, or what a policy sees and is asked."""
    word = need(what, "what to show", "house-edge show rules opulent")
    if word not in SHOWABLE:
        raise BadInput(f"there is nothing called '{word}' to show.{nearest(word, SHOWABLE)}")
    loaded = registry.load_game(need(game, "the game", "house-edge show rules opulent"))
    if word in OTHERS:
        if rules != NO_RULES:
            raise BadInput(
                f"--scenario, --players, --variant, --rule and --cards are for 'show rules'; 'show {word}' has none."
            )
        return OTHERS[word](loaded, name, out.json)
    problems = Problems()
    changes = problems.take(read_assignments, rules.rule)
    values = resolve_rules(problems, loaded, rules, changes or {})
    if name is not None and name not in loaded.parameters:
        problems.found.append(f"{loaded.name} has no rule '{name}'.{nearest(name, loaded.parameters)}")
    problems.stop_if_any()
    assert values is not None
    tell_conflicts(values)
    chosen = [loaded.parameters[name]] if name else list(loaded.parameters.values())
    used = uses(loaded.folder, chosen)
    entries = [describe(rule, values, used[rule.name]) for rule in chosen]
    if out.json:
        output.print_json(
            {
                "schema": "house-edge/rules",
                "schema_version": 1,
                "game": loaded.name,
                "scenario": values.scenario,
                "variants": list(values.variants),
                "rules_digest": values.digest(),
                "warnings": list(values.conflicts),
                "rules": entries,
            }
        )
    elif name:
        _print_one(entries[0])
    else:
        _print_all(loaded, values, entries)
    return 0


def uses(folder: Path, rules: list[Rule]) -> dict[str, list[str]]:
    """Return where each rule is read, as ``file:line`` below the game's folder.

    Kernels read a rule as a field of a record called ``rules`` or ``rule``; card builders and checks read it by name.
    """
    fields = {rule.field: rule.name for rule in rules}
    names = {rule.name for rule in rules}
    pattern = re.compile(r"\brules?\.([A-Za-z_]\w*)|\[\s*[\"']([\w.-]+)[\"']\s*\]")
    found: dict[str, list[str]] = {rule.name: [] for rule in rules}
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for match in pattern.finditer(line):
                name = fields.get(match[1]) if match[1] else match[2] if match[2] in names else None
                place = f"{path.relative_to(folder)}:{number}"
                if name is not None and place not in found[name]:
                    found[name].append(place)
    return found


def describe(rule: Rule, values: RuleSet, used: list[str]) -> dict[str, Any]:
    """Return everything known about a rule as plain data."""
    return {
        "name": rule.name,
        "value": as_json_value(values.values[rule.name]),
        "origin": values.origins[rule.name],
        "default": as_json_value(rule.default),
        "unit": rule.unit,
        "kind": rule.kind,
        "allowed": rule.allowed,
        "source": rule.source,
        "section": rule.section,
        "range": [as_json_value(value) for value in rule.range],
        "lever": rule.lever,
        "off": as_json_value(rule.off),
        "change_cost": rule.change_cost,
        "used": used,
        "doc": rule.doc,
    }


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(_shown, value)) if isinstance(value, list) else str(value)


def _range(entry: dict[str, Any]) -> str:
    values = [_shown(value) for value in entry["range"]]
    if not values:
        return ""
    return " to ".join(values) if entry["kind"] in ("integer", "number") and len(values) == 2 else ", ".join(values)


def _print_one(entry: dict[str, Any]) -> None:
    output.heading(f"{entry['name']} = {_shown(entry['value'])} {entry['unit']}".rstrip())
    output.say(entry["doc"])
    lines = [
        ("set by", entry["origin"]),
        ("default", f"{_shown(entry['default'])} {entry['unit']}".rstrip()),
        ("takes", entry["allowed"]),
        ("source", f"{entry['source']} ({entry['section']})"),
        ("could be", _range(entry)),
        ("rule off", "" if entry["off"] is None else _shown(entry["off"])),
        ("a change", _price(entry)),
        ("used in", ", ".join(entry["used"]) or "no kernel"),
        ("change it", f"--rule {entry['name']}=VALUE"),
    ]
    for label, text in lines:
        if text:
            output.say(f"  {label.ljust(10)} {text}")


def _price(entry: dict[str, Any]) -> str:
    """Return what 'tune' counts for a change."""
    unit = "" if entry["kind"] in ("switch", "choice", "list") else " a unit"
    return f"costs {entry['change_cost']:g}{unit} when 'tune' looks for small ones"


def _print_all(game: registry.Game, values: RuleSet, entries: list[dict[str, Any]]) -> None:
    where = words.scenario(game.file.scenario_word, values.scenario)
    output.heading(f"{game.file.title}, {where}: {len(entries)} rules")
    columns: dict[str, Callable[[dict[str, Any]], str]] = {
        "name": lambda entry: entry["name"],
        "value": lambda entry: _shown(entry["value"]) + ("" if entry["origin"] == "default" else " *"),
        "unit": lambda entry: entry["unit"],
        "source": lambda entry: entry["source"],
        "range": _range,
        "section": lambda entry: entry["section"],
        "used in": lambda entry: _short(entry["used"]),
    }
    if output.width() < _ROOM_FOR_ALL:
        columns = {name: columns[name] for name in ("name", "value", "unit", "source")}
    output.table(list(columns), [[cell(entry) for cell in columns.values()] for entry in entries])
    changed = [entry for entry in entries if entry["origin"] != "default"]
    if changed:
        output.say("")
        output.say(
            f"* {words.count(len(changed), 'value')} not the default: "
            + ", ".join(f"{entry['name']} ({entry['origin']})" for entry in changed)
        )
    output.say("")
    output.say(f"One in full: house-edge show rules {game.name} {entries[0]['name']}")


def _short(used: list[str]) -> str:
    files = list(dict.fromkeys(place.split(":")[0] for place in used))
    return used[0] if len(used) == 1 else ", ".join(files)
