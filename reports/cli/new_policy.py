"""The text of ``house-edge new policy``: a policy that works as it is, with everything it could decide explained."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sim import fieldwords, policysource, registry
from sim.errors import BadInput
from sim.params import nearest
from sim.tomltext import toml

_WIDTH = 110
CAMPAIGN = "campaign"

#: What each argument of a decision is, for the head of the file.
ARGUMENTS = (
    ("table", "what everybody at the table can see: table.{field}; 'house-edge show fields {game}' lists all"),
    ("rules", "the rules in force: rules.{rule}; 'house-edge show rules {game}' (dots become underscores)"),
    ("choices", "the legal choices: choices[i, 0], choices[i, 1], ... for i = 0 to n - 1"),
    ("n", "how many there are, at least 2"),
    ("weights", "your weights by name, and your parent's: weights.{weight}"),
    ("memory", "16 whole numbers of your own, 0 when a game begins: memory[0] = 1"),
    ("luck", "chance of your own: below(luck.state, 6) is 0 to 5, the same for the same seed"),
    ("seat", "who is asked: {seats}"),
)


def policy(game: registry.Game, target: Path, parent: str | None = None) -> tuple[str, str]:
    """Return the text of a policy file that works, and the command to check it.

    Raises
    ------
    BadInput
        If the file cannot be a policy's, or there is no such parent.
    """
    problems = []
    if target.suffix != ".py" or re.search(r"[:+,]", str(target)):
        problems.append(
            f"{target}: a policy is a Python file; name it like my_policy.py, without : + or , in the path."
        )
    name = re.sub(r"[^a-z0-9]+", "-", target.stem.lower()).strip("-") or "mine"
    shipped, clubs = registry.policy_files(game), registry.policy_files(game, CAMPAIGN)
    chosen = parent or game.file.default_policy
    kind = CAMPAIGN if chosen in clubs and chosen not in shipped else ""
    if chosen not in shipped and not kind:
        problems.append(f"{game.name} has no policy '{chosen}' to be the parent.{nearest(chosen, [*shipped, *clubs])}")
    if name in (clubs if kind else shipped):
        problems.append(f"{game.name} has a policy '{name}' already: give the file another name.")
    if problems:
        raise BadInput(problems)
    as_path = shlex.quote(str(target) if target.is_absolute() or target.parent != Path() else f"./{target}")
    return policy_text(game, name, chosen, as_path, kind), f"house-edge check policy {as_path}"


def policy_text(game: registry.Game, name: str, parent: str, as_path: str, kind: str = "") -> str:
    """Return the text of a policy file.

    Parameters
    ----------
    game : Game
        The game it plays.
    name, parent : str
        Its name, and the policy that decides what it leaves out.
    as_path : str
        The file as it is typed on a command line.
    kind : str
        "campaign" for one that decides between the scenarios of a campaign.
    """
    own = game.file.seats if not kind or game.file.campaign is None else [game.file.campaign.seat]
    example = (None if kind else fieldwords.example_of(game)) or _plain_example(game, own)
    entry = game.decisions[example["decision"]]
    imported = "CAMPAIGN, Policy, Weight" if kind else "Policy, Weight"
    lines = [
        *_head(game, name, parent, as_path, kind, example),
        "",
        f"from sim.policy import {imported}",
        *(["from sim.streams import below"] if example.get("luck") else []),
        "",
        "policy = Policy(",
        f"    {toml(game.name)},",
        f"    {toml(name)},",
        f"    parent={toml(parent)},",
        *(["    kind=CAMPAIGN,"] if kind else []),
        "    # name: Weight(default, (least, most), unit, meaning)",
        "    weights={",
        *_weight(example),
        "    },",
        ")",
        "",
        "",
        *_comment(f"Asked {entry.when}. Columns of a choice: {', '.join(entry.columns)}. {entry.doc}"),
        "@policy.decision",
        f"def {example['decision']}({', '.join(policysource.ARGUMENTS)}):",
        f'    """{example["doc"]}"""',
        *textwrap.indent(str(example["body"]).strip("\n"), "    ").splitlines(),
        "",
        "",
        f"# To do as {parent} does in some cases only, write below the declaration of the policy",
        f'#     AS_PARENT = policy.parents("{example["decision"]}")',
        f"# and in the function return AS_PARENT({', '.join(policysource.ARGUMENTS)}).",
        "#",
        f"# All other decisions are {parent}'s. To take one over, write a function of its name as above:",
        *_others(game, example["decision"], own),
    ]
    return "\n".join(lines) + "\n"


def _head(
    game: registry.Game, name: str, parent: str, as_path: str, kind: str, example: Mapping[str, Any]
) -> list[str]:
    """Return the docstring: what to type, and what a decision is given."""
    fields = [field.name for field in fieldwords.table_fields(game) if not field.shape]
    seats = ", ".join(f"{number} {seat}" for number, seat in enumerate(game.file.all_seats))
    filled = {
        "field": "coffers" if "coffers" in fields else fields[-1],
        "rule": next(iter(game.parameters.values())).field,
        "game": game.name,
        "weight": example["weight"],
        "seats": seats,
    }
    played = f"campaign {game.name} --club" if kind else f"run {game.name} --policy"
    against = (
        f"campaign {game.name} --club {parent} --club" if kind else f"compare {game.name} --policy {parent} --policy"
    )
    among = []
    if game.file.competitive:
        usual = game.seats_in_play(registry.resolve(game))
        among = [f"    house-edge {played} {'+'.join([as_path] + [parent] * (len(usual) - 1))}"]
    return [
        f'"""{name.replace("-", " ").capitalize()}: plays like {parent}, but for the decisions below.',
        "",
        f"    house-edge check policy {as_path}",
        f"    house-edge {played} {as_path}",
        f"    house-edge {played} {as_path}:{example['weight']}={_other(example)}",
        *among,
        f"    house-edge {against} {as_path}",
        "",
        "A decision is a function of that name. It is given the legal choices and returns the index of one:",
        "",
        *(f"    {word.ljust(8)} {text.format(**filled)}" for word, text in ARGUMENTS),
        "",
        "It is compiled: numbers, tuples, arrays, if, for, while and helpers marked @compiled (from sim.jit) will do;",
        "text, dictionaries and most libraries will not. To try an idea in any Python, slowly: Policy(..., jit=False).",
        '"""',
    ]


def _weight(example: Mapping[str, Any]) -> list[str]:
    low, high = example["bounds"]
    start = f"        {toml(example['weight'])}: Weight({example['default']}, ({low}, {high}), {toml(example['unit'])},"
    line = f"{start} {toml(example['meaning'])}),"
    if len(line) <= _WIDTH:
        return [line]
    return [
        f"        {toml(example['weight'])}: Weight(",
        f"            {example['default']}, ({low}, {high}), {toml(example['unit'])}, {toml(example['meaning'])}",
        "        ),",
    ]


def _other(example: Mapping[str, Any]) -> str:
    """Return another value of the example's weight."""
    low, high = example["bounds"]
    middle = (low + high) / 2
    return f"{middle if middle != example['default'] else high:g}"


def _others(game: registry.Game, taken: str, own: list[str]) -> list[str]:
    lines = []
    for name, entry in game.decisions.items():
        if name == taken or not set(entry.seats) & set(own):
            continue
        seats = ", ".join(seat for seat in entry.seats if seat in own)
        first = " The first choice ends it, where it may end." if entry.sequence else ""
        text = f"{name} ({seats}): {entry.when}. Choices: {', '.join(entry.columns)}. {entry.doc}{first}"
        lines += textwrap.wrap(
            text, _WIDTH, initial_indent="#   ", subsequent_indent="#       ", break_long_words=False
        )
    return lines


def _comment(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_long_words=False)


def _plain_example(game: registry.Game, own: list[str]) -> dict[str, Any]:
    """Return an example for a game that offers none: its last decision, the first choice or the last by luck."""
    asked = [name for name, entry in game.decisions.items() if set(entry.seats) & set(own)]
    return {
        "decision": asked[-1],
        "weight": "haste",
        "default": 50,
        "bounds": [0, 100],
        "unit": "%",
        "meaning": "How often the first choice is taken; otherwise the last.",
        "doc": "The first choice or the last, by luck.",
        "luck": True,
        "body": "if below(luck.state, 100) < weights.haste:\n    return 0\nreturn n - 1",
    }
