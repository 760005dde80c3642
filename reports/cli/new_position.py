"""``house-edge new position``: a position to fill in from your own table."""

from __future__ import annotations

import shlex
from pathlib import Path

from sim import registry
from sim.errors import BadInput


def position(game: registry.Game, target: Path) -> tuple[str, str]:
    """Return the text of a position that works, and what to type with it.

    Raises
    ------
    BadInput
        If the game does not read positions from files.
    """
    if not (game.folder / "situation" / "example.py").exists():
        raise BadInput(f"{game.file.title} does not read positions from files.")
    command = f"house-edge advise {game.name} {shlex.quote(str(target))}"
    return str(game.module("situation.example").text(command)), command
