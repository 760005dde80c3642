"""House-rule sets: TOML files of overrides with a title, a reason and, optionally, other sets they extend.

::

    title = "Kind doorman"
    reason = "We hate losing nickels in line."
    extends = ["four-nickels"]          # shipped names, or files relative to this one

    [rules]
    "door.wait_penalty" = 0

Inside a set the later value counts: what it extends in the order given, then its own rules; its author meant that.
Between stacked sets, and between a set and ``--rule``, the later value counts too, and the difference is named.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import params
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.params import Value
    from sim.registry import Game

KEYS = ("title", "reason", "extends", "rules")

#: Value and origin of the parameters somebody sets, by parameter.
Settings = dict[str, tuple["Value", str]]


@dataclass(frozen=True)
class HouseRules:
    """A house-rule set as read, with everything it extends.

    Attributes
    ----------
    name : str
        Name of the file without its ending.
    title, reason : str
        As written, "" if left out.
    path : Path
        The file.
    settings : dict
        Value, and the set that gave it, of every parameter it changes.
    """

    name: str
    title: str
    reason: str
    path: Path
    settings: Settings


def read_variant(game: Game, variant: str, folder: Path | None = None) -> HouseRules:
    """Return a house-rule set by its shipped name or by the path of its file.

    Parameters
    ----------
    game : Game
        The game whose rules it changes.
    variant : str
        A shipped name, or a path: whatever ends in ``.toml`` or names a folder.
    folder : Path, optional
        What a relative path starts from; the working folder by default.

    Raises
    ------
    BadInput
        With every mistake of the file and of the files it extends, each with its line.
    """
    return _read(game, variant, folder, ())


def _read(game: Game, variant: str, folder: Path | None, line: tuple[Path, ...]) -> HouseRules:
    path = game.variants.get(variant)
    if path is None and (variant.endswith(".toml") or "/" in variant or os.sep in variant):
        path = (folder or Path()) / Path(variant).expanduser()
    if path is None:
        raise BadInput(
            f"{game.name} has no variant '{variant}'.{params.nearest(variant, game.variants)}{_file(variant)}"
        )
    if path.resolve() in line:
        raise BadInput(f"{path}: extends itself by way of {' > '.join(step.stem for step in line)}.")
    data = params.read_toml(path)
    problems = _shape(path, data)
    settings: Settings = {}
    for parent in _parents(data):
        try:
            settings |= _read(game, parent, path.parent, (*line, path.resolve())).settings
        except BadInput as error:
            problems += error.problems
    values: dict[str, Value] = {}
    origins: dict[str, str] = {}
    if isinstance(data.get("rules", {}), Mapping):
        changes = params.flatten(data.get("rules", {}))
        problems += params.apply(game.parameters, values, origins, changes, f"variant {path.stem}", path)
    if problems:
        raise BadInput(problems)
    settings |= {name: (value, origins[name]) for name, value in values.items()}
    return HouseRules(path.stem, data.get("title", ""), data.get("reason", ""), path, settings)


def _file(variant: str) -> str:
    """Return a hint if what was taken for a name is a file."""
    return f" For the file here say --variant ./{variant}" if Path(variant).is_file() else ""


def _parents(data: Mapping[str, Any]) -> list[str]:
    parents = data.get("extends", [])
    found = [parents] if isinstance(parents, str) else parents if isinstance(parents, list) else []
    return [parent for parent in found if isinstance(parent, str)]


def _shape(path: Path, data: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with the file besides its rules, one line each."""
    problems = []
    for key, value in data.items():
        where = f"{path}:{params.line_of(path, key)}: "
        if key not in KEYS:
            table = isinstance(value, Mapping) or "." in key
            hint = " The rules stand below [rules]." if table else params.nearest(key, KEYS)
            problems.append(f"{where}'{key}' is not a key of a variant.{hint}")
        elif key == "rules" and not isinstance(value, Mapping):
            problems.append(f"{where}rules is a table, [rules], with a line a rule.")
        elif key in ("title", "reason") and not isinstance(value, str):
            problems.append(f"{where}{key} is a text in quotes.")
        elif key == "extends" and not (
            isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))
        ):
            problems.append(f'{where}extends takes names or files in quotes, such as extends = ["easy-street"].')
    return problems


def conflicts(game: Game, settings: Sequence[tuple[str, Settings]]) -> list[str]:
    """Return one line for every parameter that two house rules set differently, naming both and the one that counts.

    Parameters
    ----------
    settings : sequence of (str, Settings)
        Who sets what, in the order of precedence: the last one counts.
    """
    found: dict[str, list[tuple[str, Value]]] = {}
    for who, values in settings:
        for name, (value, _) in values.items():
            found.setdefault(name, []).append((who, value))
    lines = []
    for name in game.parameters:
        claims = found.get(name, [])
        if len({value for _, value in claims}) > 1:
            said = ", ".join(f"{who} sets {params.shown(value)}" for who, value in claims)
            last, value = claims[-1]
            lines.append(f"{name}: {said}. The last one counts, alone: {params.shown(value)} ({last}).")
    return lines
