"""Parts: the Parquet files of a run, each a fixed number of games, and how files are written so that none is ever torn.

A part carries its own proof: which run it belongs to and the digest of its rows (not of the file). So a run whose
manifest is older than its parts loses nothing, and a part that was cut short or edited is recognised.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

#: Games of one stored part. Blocks never cross a multiple of it.
PART = 10_000

_KEY = b"house_edge"
_TEMPORARY = ".tmp"


class DamagedPart(Exception):
    """A part that is missing, torn, edited or from another run."""


# --- digests ---------------------------------------------------------------------------------------------------------


def rows_digest(rows: np.ndarray) -> str:
    """Return the SHA-256 of the bytes of rows."""
    return hashlib.sha256(np.ascontiguousarray(rows).data).hexdigest()


def digest_of_parts(digests: Sequence[str]) -> str:
    """Return a run's ``rows_sha256``: the SHA-256 of the digests of its parts, in order."""
    return hashlib.sha256(b"".join(bytes.fromhex(digest) for digest in digests)).hexdigest()


class RowsDigest:
    """The digest of rows that arrive in order, part by part, without keeping them."""

    def __init__(self) -> None:
        self._finished: list[str] = []
        self._current = hashlib.sha256()
        self._number: int | None = None

    def update(self, first: int, rows: np.ndarray) -> None:
        """Add rows that begin at game ``first`` and stay within one part."""
        if self._number is not None and first // PART != self._number:
            self._finished.append(self._current.hexdigest())
            self._current = hashlib.sha256()
        self._number = first // PART
        self._current.update(np.ascontiguousarray(rows).data)

    def hexdigest(self) -> str:
        """Return `digest_of_parts` of all rows so far."""
        return digest_of_parts([*self._finished, *([self._current.hexdigest()] if self._number is not None else [])])


# --- files -----------------------------------------------------------------------------------------------------------


def write_safely(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under a temporary name, sync it and its folder, and rename it: it exists whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}{_TEMPORARY}")
    try:
        write(temporary)
        _sync(temporary)
        temporary.replace(path)
        _sync(path.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_json(path: Path, data: Mapping[str, Any]) -> None:
    """Write JSON for people and programs; see `write_safely`."""
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
    write_safely(path, lambda temporary: temporary.write_text(text, encoding="utf-8"))


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_temporary(folder: Path) -> None:
    """Delete what a killed process left half-written."""
    for path in folder.glob(f".*{_TEMPORARY}"):
        path.unlink(missing_ok=True)


# --- parts -----------------------------------------------------------------------------------------------------------


def part_path(folder: Path, number: int) -> Path:
    """Return the file of a part."""
    return folder / f"part-{number:06d}.parquet"


def write_part(folder: Path, number: int, rows: np.ndarray, run_digest: str) -> dict[str, Any]:
    """Write one part and return its entry in the manifest."""
    import pyarrow
    import pyarrow.parquet

    names = rows.dtype.names or ()
    entry = {
        "file": part_path(folder, number).name,
        "first": number * PART,
        "count": len(rows),
        "rows_sha256": rows_digest(rows),
    }
    columns = [pyarrow.array(np.ascontiguousarray(rows[name])) for name in names]
    table = pyarrow.Table.from_arrays(columns, names=list(names))
    table = table.replace_schema_metadata({_KEY: json.dumps({**entry, "run": run_digest}, sort_keys=True)})

    def write(path: Path) -> None:
        pyarrow.parquet.write_table(
            table,
            path,
            compression="zstd",
            row_group_size=PART,
            use_dictionary=[name for name in names if name != "game"],
            column_encoding={"game": "DELTA_BINARY_PACKED"},
        )

    write_safely(part_path(folder, number), write)
    return entry


def read_part(
    folder: Path, number: int, dtype: np.dtype, run_digest: str, listed: Mapping[str, Any] | None = None
) -> tuple[np.ndarray, dict[str, Any]]:
    """Return the rows of a part and its entry, after checking that they are what was written.

    Parameters
    ----------
    listed : mapping, optional
        The part's entry in the manifest, if it has one.

    Raises
    ------
    DamagedPart
        If the part is missing, torn, edited or belongs to another run.
    """
    import pyarrow
    import pyarrow.parquet

    path = part_path(folder, number)
    if not path.exists():
        raise DamagedPart(f"{path.name} is missing")
    try:
        with path.open("rb") as file:
            table = pyarrow.parquet.read_table(file)
        entry = json.loads((table.schema.metadata or {})[_KEY])
        rows = np.empty(table.num_rows, dtype)
        for name in dtype.names or ():
            rows[name] = table.column(name).to_numpy()
    except (pyarrow.ArrowException, KeyError, ValueError, OSError) as error:
        raise DamagedPart(f"{path.name} cannot be read") from error
    if entry.pop("run", None) != run_digest:
        raise DamagedPart(f"{path.name} belongs to another run")
    digest = rows_digest(rows)
    in_order = np.array_equal(rows["game"], np.arange(number * PART, number * PART + len(rows)))
    if digest != entry["rows_sha256"] or not in_order or not 0 < len(rows) <= PART:
        raise DamagedPart(f"the rows of {path.name} were changed")
    if listed is not None and len(rows) <= listed["count"] and digest != listed["rows_sha256"]:
        raise DamagedPart(f"the rows of {path.name} are not those of the manifest")
    return rows, entry
