"""The folder of a search: its question, the games played so far, and in the end its answer and variant files.

The games alone make a search resumable: it is done again from the beginning, and what was played is remembered, not
played. So a search that was stopped ten times proposes what one that was never stopped proposes; Optuna's own storage
does not keep the state of its sampler and could not promise that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.cli import findings
from reports.cli.runs import runs_folder
from reports.cli.tune_options import Question
from sim import registry
from sim.errors import BadInput
from sim.locks import FileLock, Locked
from sim.machine import DECISIVE, versions

SCHEMA, SCHEMA_VERSION = "house-edge/tune-question", 1
QUESTION, GAMES = "question.json", "played.jsonl"

#: Libraries besides the engine's that decide what is proposed.
PROPOSING = ("optuna", "scipy")


@dataclass(frozen=True)
class Kept:
    """A folder and the question in it."""

    path: Path
    typed: dict[str, Any]
    facts: dict[str, Any]

    @property
    def games(self) -> Path:
        """File of the games played so far."""
        return self.path / GAMES

    @property
    def resume_command(self) -> str:
        """The command that goes on with it."""
        return f"house-edge tune --resume {self.path}"


def create(question: Question) -> Kept:
    """Make a folder for a search that is about to begin."""
    from sim.parts import write_json

    path = findings.new_folder(question.base.game.name, "tune", question.base.seed)
    found = Kept(path, question.typed, facts(question))
    body = {"schema": SCHEMA, "schema_version": SCHEMA_VERSION, "command": question.command()}
    write_json(path / QUESTION, {**body, "typed": found.typed, "facts": found.facts})
    return found


def load(name: str) -> Kept:
    """Return a folder by path, or by name among the runs.

    Raises
    ------
    BadInput
        If there is none, or it holds no search.
    """
    folder = next((path for path in (Path(name), runs_folder() / name) if (path / QUESTION).is_file()), None)
    if folder is None:
        raise BadInput(f"--resume {name}: there is no search in such a folder (no {QUESTION}).")
    path = folder / QUESTION
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["schema"], data["schema_version"]) != (SCHEMA, SCHEMA_VERSION):
            raise BadInput(f"{path}: is not {SCHEMA} {SCHEMA_VERSION}, which this version reads.")
        return Kept(folder, dict(data["typed"]), dict(data["facts"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path}: cannot be read ({type(error).__name__}: {error}).") from None


def lock(kept: Kept) -> FileLock:
    """Return the folder's lock, held.

    Raises
    ------
    BadInput
        If another process works on it.
    """
    try:
        return FileLock(kept.path / ".lock").acquire()
    except Locked as error:
        raise BadInput(f"{kept.path}: process {error.pid} is at work on it.") from None


# --- is it still the same question? ----------------------------------------------------------------------------------


def facts(question: Question) -> dict[str, Any]:
    """Return what the games and proposals depend on besides what was typed."""
    from sim.policy import load_declaration, parse_team

    game = question.base.game
    names = dict.fromkeys(seat.policy for seat in parse_team(game, question.policy))
    return {
        "sources": game.digest(),
        "policies": {name: load_declaration(game, name).digest() for name in names},
        "rules": {name: rules.digest() for name, rules in question.resolved.items()},
        "space": {
            name: [list(knob.values) if not knob.ordered else [knob.values[0], knob.values[-1]], knob.unit_cost]
            for name, knob in question.space.knobs.items()
        },
        "versions": {**{name: versions().get(name, "none") for name in DECISIVE}, **_versions_of(PROPOSING)},
    }


def _versions_of(names: tuple[str, ...]) -> dict[str, str]:
    from importlib.metadata import version

    return {name: version(name) for name in names}


def typed_differences(kept: Kept, typed: Mapping[str, Any]) -> list[str]:
    """Return options given with ``--resume`` that are not the folder's, one line each."""
    found = []
    for name, value in typed.items():
        if name == "all_years":
            name, value = "scenario", ["all"]
        before = kept.typed.get(name)
        if before != value:
            label = "the game" if name == "game" else f"--{name.replace('_', '-')}"
            found.append(f"--resume {kept.path}: {label} is {_said(before)} there, {_said(value)} here; leave it out.")
    return found


def _said(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "not given" if value is None else str(value)


def fact_differences(kept: Kept, question: Question) -> list[str]:
    """Return what has changed since the search began, one line each."""
    now = json.loads(json.dumps(facts(question)))
    found = []
    if now["sources"] != kept.facts["sources"]:
        found.append(f"the sources of {question.base.game.name} or of the engine have changed")
    for kind, words in (("policies", "policy {} has"), ("rules", "the rules in force in {} have")):
        for name in now[kind]:
            if kept.facts[kind].get(name) != now[kind][name]:
                found.append(f"{words.format(name)} changed")
    if now["space"] != kept.facts["space"]:
        names = [
            n for n in {**now["space"], **kept.facts["space"]} if now["space"].get(n) != kept.facts["space"].get(n)
        ]
        found.append(f"what may be changed, or its cost, has changed: {', '.join(names)}")
    for name, version in now["versions"].items():
        if kept.facts["versions"].get(name) != version:
            found.append(f"{name} was {kept.facts['versions'].get(name)}, and is {version} now")
    return [f"--resume {kept.path}: {line}, so its games and those to come would not fit together." for line in found]


def game_of(kept: Kept) -> registry.Game:
    """Return the game of a search."""
    return registry.load_game(str(kept.typed["game"]))
