"""Stored answers to the question of difficulty: ``difficulty.json`` in a folder among the runs."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli.output import plain
from reports.cli.runs import runs_folder
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.difficulty import DifficultyResult

FILE = "difficulty.json"
SCHEMA = "house-edge/difficulty"


def store(body: dict[str, Any]) -> Path:
    """Write a result into a new folder among the runs and return the folder.

    Raises
    ------
    BadInput
        If it cannot be written.
    """
    from sim.parts import write_json

    root = runs_folder()
    name = f"{datetime.date.today().isoformat()}-{body['game']}-difficulty-s{body['seed']}"
    try:
        folder = _new_folder(root, name)
        write_json(folder / FILE, plain(body))
    except OSError as error:
        raise BadInput(
            f"{root}: cannot be written ({error.strerror}). Name another folder with HOUSE_EDGE_RUNS."
        ) from None
    return folder


def _new_folder(root: Path, name: str) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    for attempt in range(1, 10_000):
        folder = root / (f"{name}-{attempt}" if attempt > 1 else name)
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return folder
    raise BadInput(f"{root}: holds too many results called {name}.")


def newest(game: str | None = None) -> Path | None:
    """Return the folder of the newest result, or None."""
    found = sorted(runs_folder().glob(f"*/{FILE}"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if data.get("schema") == SCHEMA and game in (None, data.get("game")):
            return path.parent
    return None


def _folder(name: str) -> Path | None:
    return next((path for path in (Path(name), runs_folder() / name) if (path / FILE).is_file()), None)


def is_answer(name: str) -> bool:
    """Return whether a folder, or a name among the runs, holds a stored answer."""
    return _folder(name) is not None


def load(name: str) -> tuple[DifficultyResult, str]:
    """Return a stored result, by folder or by name among the runs, and the command it came from.

    Raises
    ------
    BadInput
        If there is none of this name, or it cannot be read.
    """
    from analysis.difficulty import DifficultyResult

    folder = _folder(name)
    if folder is None:
        raise BadInput(f"{name}: holds no {FILE}. Make one: house-edge difficulty opulent")
    path = folder / FILE
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if (data["schema"], data["schema_version"]) != (SCHEMA, 1):
            raise BadInput(f"{path}: is {data['schema']} {data['schema_version']}, this version reads {SCHEMA} 1.")
        return DifficultyResult.from_json(data), str(data["command"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{path}: cannot be read ({type(error).__name__}: {error}).") from None
