"""Played games of many short questions, kept on disk so that a question that was stopped goes on where it stopped.

A jar holds which games of a stretch were won, or what else was read off them. Its label is a digest of everything the
games depend on (sources, rules, policy, seed, first game, number of games) and of what was read, so a jar is never
wrong, only useless after a change of the sources. A lost or unreadable shelf costs time, never a result.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

#: Shelves of a game that are kept: of the present sources, and of those before.
KEPT_SHELVES = 2

#: Jars put up between two writes to the disk.
BATCH = 200


class Shelf:
    """Won games by label, in one SQLite file.

    Parameters
    ----------
    folder : Path
        Where shelves are; created when it is missing.
    game, source : str
        The game, and the digest of the sources that play it; older sources' shelves are deleted, except the newest.
    """

    def __init__(self, folder: Path, game: str, source: str) -> None:
        self.path = folder / f"{game}-{source}.sqlite"
        self._waiting: dict[str, bytes] = {}
        self._connection: sqlite3.Connection | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(self.path, timeout=30)
            self._connection.execute("CREATE TABLE IF NOT EXISTS jars (label TEXT PRIMARY KEY, won BLOB) WITHOUT ROWID")
            self._connection.commit()
            self._clear_out(folder, game)
        except (OSError, sqlite3.Error):
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _clear_out(self, folder: Path, game: str) -> None:
        shelves = sorted(folder.glob(f"{game}-*.sqlite"), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in [path for path in shelves if path != self.path][KEPT_SHELVES - 1 :]:
            path.unlink(missing_ok=True)

    def get(self, label: str, games: int) -> np.ndarray | None:
        """Return which of ``games`` games were won, None if this jar was never put up."""
        found = self.read(label)
        if found is None or len(found) != -(-games // 8):
            return None
        return np.unpackbits(np.frombuffer(found, np.uint8), count=games).astype(bool)

    def put(self, label: str, won: np.ndarray) -> None:
        """Keep which games were won."""
        self.keep(label, np.packbits(won).tobytes())

    def read(self, label: str) -> bytes | None:
        """Return what was kept of a stretch of games, None if this jar was never put up."""
        found = self._waiting.get(label)
        if found is None and self._connection is not None:
            try:
                row = self._connection.execute("SELECT won FROM jars WHERE label = ?", (label,)).fetchone()
            except sqlite3.Error:
                row = None
            found = row[0] if row else None
        return None if found is None else bytes(found)

    def keep(self, label: str, values: bytes) -> None:
        """Keep what was read off a stretch of games (`analysis.readings`)."""
        self._waiting[label] = values
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Write to the disk; a disk that takes nothing is left alone from then on."""
        if self._connection is None or not self._waiting:
            return
        try:
            with self._connection:
                self._connection.executemany("INSERT OR IGNORE INTO jars VALUES (?, ?)", list(self._waiting.items()))
            self._waiting.clear()
        except sqlite3.Error:
            self._connection = None

    def close(self) -> None:
        """Write what is waiting and let go of the file."""
        self.flush()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
