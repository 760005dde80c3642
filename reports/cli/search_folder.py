"""The folder of a search that can be stopped and gone on with: its question, and the games played so far.

The games alone make a search resumable: it is done again from the beginning, and what was played is remembered, not
played. So a search that was stopped ten times proposes what one that was never stopped proposes; Optuna's own storage
does not keep the state of its sampler and could not promise that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli import findings
from reports.cli.runs import runs_folder
from sim import registry
from sim.errors import BadInput
from sim.locks import FileLock, Locked
from sim.machine import DECISIVE, versions

if TYPE_CHECKING:
    from sim.params import RuleSet

SCHEMA, SCHEMA_VERSION = "house-edge/{verb}-question", 1
QUESTION, GAMES = "question.json", "played.jsonl"


@dataclass(frozen=True)
class Kept:
    """A folder and the question in it.

    Attributes
    ----------
    path : Path
        The folder.
    verb : str
        Command that searches.
    typed : dict
        The options as typed, by name.
    facts : dict
        What games and proposals depend on besides; see `facts_of`.
    """

    path: Path
    verb: str
    typed: dict[str, Any]
    facts: dict[str, Any]

    @property
    def games(self) -> Path:
        """File of the games played so far."""
        return self.path / GAMES

    @property
    def resume_command(self) -> str:
        """The command that goes on with it."""
        return f"house-edge {self.verb} --resume {self.path}"


def create(verb: str, seed: int, command: str, typed: dict[str, Any], facts: dict[str, Any]) -> Kept:
    """Make a folder for a search that is about to begin."""
    from sim.parts import write_json

    found = Kept(findings.new_folder(str(typed["game"]), verb, seed), verb, typed, facts)
    body = {"schema": SCHEMA.format(verb=verb), "schema_version": SCHEMA_VERSION, "command": command}
    write_json(found.path / QUESTION, {**body, "typed": typed, "facts": facts})
    return found


def load(verb: str, name: str) -> Kept:
    """Return a folder by path, or by name among the runs.

    Raises
    ------
    BadInput
        If there is none, or it holds no search of this command.
    """
    folder = next((path for path in (Path(name), runs_folder() / name) if (path / QUESTION).is_file()), None)
    if folder is None:
        raise BadInput(f"--resume {name}: there is no search in such a folder (no {QUESTION}).")
    path, schema = folder / QUESTION, SCHEMA.format(verb=verb)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["schema"], data["schema_version"]) != (schema, SCHEMA_VERSION):
            raise BadInput(
                f"{path}: is {data['schema']} {data['schema_version']}, not {schema} {SCHEMA_VERSION}, which this"
                " command goes on with."
            )
        return Kept(folder, verb, dict(data["typed"]), dict(data["facts"]))
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


def facts_of(
    game: registry.Game, policy: str, resolved: Mapping[str, RuleSet], libraries: tuple[str, ...]
) -> dict[str, Any]:
    """Return what the games and proposals of a search depend on besides what was typed.

    Parameters
    ----------
    policy : str
        Who plays, as ``--policy`` takes it.
    resolved : mapping
        Rules in force by scenario.
    libraries : tuple of str
        Libraries besides the engine's that decide what is proposed.
    """
    from importlib.metadata import version

    from sim.policy import load_declaration, parse_team

    names = dict.fromkeys(seat.policy for seat in parse_team(game, policy))
    engine = {name: versions().get(name, "none") for name in DECISIVE}
    return {
        "sources": game.digest(),
        "policies": {name: load_declaration(game, name).digest() for name in names},
        "rules": {name: rules.digest() for name, rules in resolved.items()},
        "versions": {**engine, **{name: version(name) for name in libraries}},
    }


def typed_differences(kept: Kept, typed: Mapping[str, Any]) -> list[str]:
    """Return options given with ``--resume`` that are not the folder's, one line each."""
    found = []
    for name, value in typed.items():
        before = kept.typed.get(name)
        if before != value:
            label = "the game" if name == "game" else f"--{name.replace('_', '-')}"
            found.append(f"--resume {kept.path}: {label} is {_said(before)} there, {_said(value)} here; leave it out.")
    return found


def _said(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "not given" if value is None else str(value)


def fact_differences(kept: Kept, game: registry.Game, facts: Mapping[str, Any], also: list[str] | None = None) -> None:
    """Refuse to go on with a search when something it depends on has changed since it began.

    Parameters
    ----------
    facts : mapping
        What is so now; see `facts_of`.
    also : list of str, optional
        More that has changed, in words.

    Raises
    ------
    BadInput
        With every difference.
    """
    now = json.loads(json.dumps(facts))
    found = []
    if now["sources"] != kept.facts["sources"]:
        found.append(f"the sources of {game.name} or of the engine have changed")
    for kind, words in (("policies", "policy {} has"), ("rules", "the rules in force in {} have")):
        for name in now[kind]:
            if kept.facts[kind].get(name) != now[kind][name]:
                found.append(f"{words.format(name)} changed")
    found += also or []
    for name, version in now["versions"].items():
        if kept.facts["versions"].get(name) != version:
            found.append(f"{name} was {kept.facts['versions'].get(name)}, and is {version} now")
    if found:
        why = "so its games and those to come would not fit together."
        raise BadInput([f"--resume {kept.path}: {line}, {why}" for line in found])
