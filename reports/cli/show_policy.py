"""``house-edge show policy``, ``show fields``, ``show decisions``: what a policy is, sees and is asked."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import words
from reports.cli import output
from sim import fieldwords, policysource, registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.policy import Policy

CAMPAIGN = "campaign"
_WIDTH = 110


def fields(game: registry.Game, name: str | None, as_json: bool) -> int:
    """Show the fields a policy reads, or those whose name or meaning holds a word."""
    table = fieldwords.table_fields(game)
    cards = fieldwords.card_fields(game)
    if name is not None:
        table, cards = ([each for each in part if _holds(each, name)] for part in (table, cards))
        if not table and not cards:
            known = [each.name for each in fieldwords.table_fields(game)]
            raise BadInput(f"{game.name} has no field with '{name}'.{nearest(name, known)}")
    if as_json:
        body = {
            record: [{"name": each.name, "shape": list(each.shape), "doc": each.doc} for each in part]
            for record, part in (("table", table), ("rules", cards))
        }
        output.print_json({"schema": "house-edge/fields", "schema_version": 1, "game": game.name, **body})
        return 0
    output.say(f"What a policy of {game.file.title} reads: table.NAME, and the card tables rules.NAME.")
    for record, part in (("table", table), ("rules", cards)):
        for section in dict.fromkeys(each.section for each in part):
            output.say("")
            output.heading(section or record)
            rows = [[f"{record}.{each.name}{_shape(each.shape)}", each.doc] for each in part if each.section == section]
            _pairs(rows)
    output.say("")
    output.say(f"Rule values are fields of rules, too, with dots as underscores: house-edge show rules {game.name}")
    return 0


def _pairs(rows: list[list[str]]) -> None:
    """Print names with what they mean, wrapped beside them."""
    room = max(len(name) for name, _ in rows) + 2
    for name, text in rows:
        lines = textwrap.wrap(text, max(40, min(_WIDTH, output.width()) - room)) or [""]
        output.say(f"{name.ljust(room)}{lines[0]}")
        for line in lines[1:]:
            output.say(" " * room + line)


def _holds(field: fieldwords.Field, word: str) -> bool:
    return word.lower() in field.name.lower() or word.lower() in field.doc.lower()


def _shape(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, shape))}]" if shape else ""


def decisions(game: registry.Game, name: str | None, as_json: bool) -> int:
    """Show the decisions a policy is asked, or one of them."""
    if name is not None and name not in game.decisions:
        raise BadInput(f"{game.name} has no decision '{name}'.{nearest(name, game.decisions)}")
    chosen = {key: entry for key, entry in game.decisions.items() if name in (None, key)}
    if as_json:
        body = [{"name": key, **entry.model_dump()} for key, entry in chosen.items()]
        output.print_json({"schema": "house-edge/decisions", "schema_version": 1, "game": game.name, "decisions": body})
        return 0
    if name is None:
        count = words.count(len(chosen), "decision")
        output.say(f"{game.file.title} has {count}; one is asked when there are two legal choices or more.")
    for key, entry in chosen.items():
        output.say("")
        output.heading(f"{key}  ({', '.join(entry.seats)})")
        end = ["The first choice ends the sequence, where it may end."] if entry.sequence else []
        text = [f"Asked {entry.when}.", f"Columns of a choice: {', '.join(entry.columns)}.", entry.doc, *end]
        for line in textwrap.wrap(" ".join(text), _WIDTH, initial_indent="  ", subsequent_indent="  "):
            output.say(line)
    return 0


def policy(game: registry.Game, name: str | None, as_json: bool) -> int:
    """Show a policy: its parents, what it decides itself, its weights."""
    if name is None:
        example = next(iter(registry.policy_files(game)), "NAME")
        raise BadInput(f"the policy is missing, for example: house-edge show policy {game.name} {example}")
    declared = _load(game, name)
    facts = describe(game, declared, name)
    if as_json:
        output.print_json({"schema": "house-edge/policy", "schema_version": 1, "game": game.name, **facts})
        return 0
    output.heading(f"{name}: {facts['summary'] or 'says nothing about itself'}")
    plays = "decides between the scenarios of a campaign (--club)" if facts["kind"] == CAMPAIGN else "plays (--policy)"
    lines = [
        ("it", plays + ("" if facts["compiled"] else "; plain Python, not compiled")),
        ("file", facts["file"]),
        ("parents", " > ".join(facts["parents"]) or "none"),
        ("decides", words.listing(facts["decides"]) or "nothing itself"),
        ("looks ahead", words.listing(facts["looks_ahead"])),
        ("inherits", _inherited(facts["inherits"])),
    ]
    for label, text in lines:
        if text:
            wrapped = textwrap.wrap(text, _WIDTH)
            output.say(f"  {label.ljust(12)}{wrapped[0]}")
            for line in wrapped[1:]:
                output.say(f"  {'':12}{line}")
    if facts["weights"]:
        output.say("")
        output.say(f"Weights, set with {name}:NAME=VALUE; * its own, the others are its parents'.")
        rows = [
            [
                weight["name"] + (" *" if weight["own"] else ""), f"{weight['value']:g}",
                f"{weight['bounds'][0]:g} to {weight['bounds'][1]:g}", weight["unit"], weight["doc"],
            ]
            for weight in facts["weights"]
        ]  # fmt: skip
        output.table(["weight", "default", "takes", "unit", "meaning"], rows, right=[1])
        if facts["by_scenario"]:
            known = words.listing(sorted(facts["by_scenario"]))
            output.say("")
            output.say(f"Other values in: {known} (--json lists them; 'show policy' shows those of no scenario).")
    return 0


def _load(game: registry.Game, name: str) -> Policy:
    from sim.policy import load_declaration
    from sim.policysource import facts

    clubs, players = registry.policy_files(game, CAMPAIGN), registry.policy_files(game)
    kind = CAMPAIGN if name in clubs and name not in players else ""
    if name.endswith(".py"):
        kind = facts(Path(name).expanduser()).kind
    return load_declaration(game, name, kind)


def describe(game: registry.Game, declared: Policy, name: str) -> dict[str, Any]:
    """Return what there is to know about a policy as plain data."""
    from sim.policy import decisions_of

    line: list[str] = []
    ancestor = declared.parent
    while ancestor is not None:
        line.append(ancestor.name)
        ancestor = ancestor.parent
    asked = {key: declared.source(key)[0] for key in decisions_of(game, declared)}
    values = declared.weights_for("")
    by_scenario = {}
    for scenario in game.scenarios:
        other = {key: value for key, value in declared.weights_for(scenario).items() if value != values[key]}
        if other:
            by_scenario[scenario] = other
    return {
        "name": name,
        "kind": declared.kind or "scenario",
        "compiled": declared.jit,
        "file": str(declared.file),
        "summary": policysource.summary(declared.file) if declared.file else "",
        "parents": line,
        "decides": [key for key, who in asked.items() if who is declared],
        "looks_ahead": list(declared.looks_ahead),
        "inherits": {
            who.name: [key for key, other in asked.items() if other is who]
            for who in asked.values()
            if who is not declared
        },
        "weights": [
            {
                "name": key, "value": values[key], "bounds": list(weight.bounds), "unit": weight.unit,
                "doc": weight.doc, "own": key in declared.own_weights,
            }
            for key, weight in declared.weights.items()
        ],
        "by_scenario": by_scenario,
    }  # fmt: skip


def _inherited(inherits: dict[str, list[str]]) -> str:
    """Return how much comes from which parent."""
    return "; ".join(f"{words.count(len(names), 'decision')} of {who}" for who, names in inherits.items())
