"""Stored answers: ``difficulty.json``, ``compare.json`` and their like, each in a folder of its own among the runs.

The kind of an answer is the last word of its schema, "difficulty" of "house-edge/difficulty". It names the file and is
part of the folder's name, so that a person finds it and a program need not open every file.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from reports.cli.output import plain
from reports.cli.runs import runs_folder
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.difficulty import DifficultyResult

SCHEMA, SCHEMA_VERSION = "house-edge/{kind}", 1


def file_of(kind: str) -> str:
    """Return the name of the file that holds an answer."""
    return f"{kind}.json"


def store(body: dict[str, Any]) -> Path:
    """Write an answer into a new folder ``<date>-<game>-<kind>-s<seed>`` among the runs and return the folder.

    Parameters
    ----------
    body : dict
        What ``--json`` prints: the envelope (``schema``, ``game``, ``seed``, ...) and the answer.

    Raises
    ------
    BadInput
        If it cannot be written.
    """
    from sim.parts import write_json

    kind = str(body["schema"]).rpartition("/")[2]
    folder = new_folder(str(body["game"]), kind, int(body["seed"]))
    try:
        write_json(folder / file_of(kind), plain(body))
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder


def new_folder(game: str, kind: str, seed: int) -> Path:
    """Make a new folder ``<date>-<game>-<kind>-s<seed>`` among the runs and return it.

    Raises
    ------
    BadInput
        If it cannot be made.
    """
    root, name = runs_folder(), f"{datetime.date.today().isoformat()}-{game}-{kind}-s{seed}"
    try:
        root.mkdir(parents=True, exist_ok=True)
        for attempt in range(1, 10_000):
            folder = root / (f"{name}-{attempt}" if attempt > 1 else name)
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            return folder
    except OSError as error:
        raise _unwritable(root, error) from None
    raise BadInput(f"{root}: holds too many results called {name}.")


def _unwritable(path: Path, error: OSError) -> BadInput:
    return BadInput(f"{path}: cannot be written ({error.strerror}). Name another folder with HOUSE_EDGE_RUNS.")


def newest(game: str | None = None, kind: str = "difficulty") -> Path | None:
    """Return the folder of the newest answer of a kind, or None."""
    return next(newest_first(game, kind), None)


def newest_first(game: str | None = None, kind: str = "difficulty") -> Iterator[Path]:
    """Yield the folders of the answers of a kind, the newest first."""
    found = sorted(runs_folder().glob(f"*/{file_of(kind)}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if data.get("schema") == SCHEMA.format(kind=kind) and game in (None, data.get("game")):
            yield path.parent


def _folder(name: str, kind: str) -> Path | None:
    places = (Path(name), runs_folder() / name)
    return next((path for path in places if (path / file_of(kind)).is_file()), None)


def is_answer(name: str, kind: str = "difficulty") -> bool:
    """Return whether a folder, or a name among the runs, holds a stored answer of a kind."""
    return _folder(name, kind) is not None


def any_answer(name: str) -> dict[str, Any] | None:
    """Return the body of a stored answer of any kind, None if a folder, or a name among the runs, holds none."""
    for folder in (Path(name), runs_folder() / name):
        for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
            try:
                data = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            if isinstance(data, dict) and data.get("schema") == SCHEMA.format(kind=path.stem) and "game" in data:
                return data
    return None


def load(name: str | Path, kind: str = "difficulty") -> dict[str, Any]:
    """Return the body of a stored answer, by folder or by name among the runs.

    Raises
    ------
    BadInput
        If there is none of this name and kind, or it cannot be read.
    """
    folder = _folder(str(name), kind)
    if folder is None:
        raise BadInput(f"{name}: holds no {file_of(kind)}. Make one: house-edge {kind} GAME")
    path, schema = folder / file_of(kind), SCHEMA.format(kind=kind)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["schema"], data["schema_version"]) != (schema, SCHEMA_VERSION):
            raise BadInput(
                f"{path}: is {data['schema']} {data['schema_version']}, this version reads {schema} {SCHEMA_VERSION}."
            )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _unreadable(path, error) from None
    return data


def load_difficulty(name: str | Path) -> tuple[DifficultyResult, str]:
    """Return a stored answer to the question of difficulty, and the command it came from.

    Raises
    ------
    BadInput
        If there is none of this name, or it cannot be read.
    """
    from analysis.difficulty import DifficultyResult

    data = load(name)
    try:
        return DifficultyResult.from_json(data), str(data["command"])
    except (ValueError, KeyError, TypeError) as error:
        raise _unreadable(Path(name) / file_of("difficulty"), error) from None


Answer = TypeVar("Answer")


def newest_like(
    found: DifficultyResult,
    kind: str,
    read: Callable[[dict[str, Any]], Answer],
    fits: Callable[[Answer], bool] = lambda answer: True,
) -> tuple[Answer, str] | None:
    """Return the newest stored answer of a kind under the rules and sources of a difficulty result, and its command.

    Parameters
    ----------
    read : callable
        Makes the answer of a stored body; one it cannot read is passed over. The answer says what was played in its
        ``source_digest``, ``variants``, ``rules_changed`` and ``cards``.
    fits : callable, optional
        What must be true of it besides.
    """
    for folder in newest_first(found.game.name, kind):
        try:
            data = load(folder, kind)
            result = read(data)
        except (BadInput, ValueError, KeyError, TypeError):
            continue  # of another version: a report is not refused for it
        if played(result) == played(found) and fits(result):
            return result, str(data["command"])
    return None


def about_all_of(found: DifficultyResult) -> Callable[[Any], bool]:
    """Return whether an answer is about every scenario of a difficulty result, for `newest_like`."""
    return lambda answer: set(found.scenarios) <= set(answer.scenarios)


def played(result: Any) -> tuple[object, ...]:
    """Return what must be alike in two answers that stand on one page."""
    from analysis.space import json_value

    changed = {name: json_value(change["value"]) for name, change in result.rules_changed.items()}
    return result.source_digest, tuple(result.variants), changed, tuple(result.cards)


def _unreadable(path: Path, error: Exception) -> BadInput:
    return BadInput(f"{path}: cannot be read ({type(error).__name__}: {error}).")
