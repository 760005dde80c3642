"""Numbers for the names a game declares: rules by id, decisions and streams by name.

A chapter file binds the ids it implements to constants at import (``SKIP = ids.rule("door.skip")``); the kernel sees
plain integers, and a misspelt id fails at once.
"""

from __future__ import annotations

import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any


class Ids:
    """Look-up of the declared names of one game.

    Parameters
    ----------
    folder : Path
        The game's folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _read(self, name: str) -> dict[str, Any]:
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))

    @cached_property
    def rules(self) -> dict[str, int]:
        """Number of each rule id, from 1; 0 means no rule."""
        names: list[str] = []

        def collect(table: dict[str, Any], prefix: str) -> None:
            for key, value in table.items():
                if isinstance(value, dict) and "text" not in value:
                    collect(value, f"{prefix}{key}.")
                else:
                    names.append(prefix + key)

        collect(self._read("rulebook.toml"), "")
        return {name: number for number, name in enumerate(names, start=1)}

    @cached_property
    def decisions(self) -> dict[str, int]:
        """Number of each decision."""
        return {name: number for number, name in enumerate(self._read("decisions.toml"))}

    @cached_property
    def streams(self) -> dict[str, int]:
        """Number of each named random stream."""
        return {name: number for number, name in enumerate(self._read("game.toml")["streams"])}

    def rule(self, name: str) -> int:
        """Return the number of a rule id."""
        return self.rules[name]

    def decision(self, name: str) -> int:
        """Return the number of a decision."""
        return self.decisions[name]

    def stream(self, name: str) -> int:
        """Return the number of a stream."""
        return self.streams[name]
