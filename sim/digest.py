"""Digests of sources and the folders named by them. Never imports numba."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

SOURCES = {".py", ".toml"}
_DIGITS = 16

#: The engine's modules that take part in playing a game; the others store, summarise and tell.
ENGINE = (
    "block.py", "campaign.py", "decisions.py", "digest.py", "ids.py", "jit.py", "kernel.py", "linking.py",
    "lookahead.py", "params.py", "policy.py", "records.py", "registry.py", "schema.py", "seats.py", "streams.py",
    "trace.py", "weightnames.py",
)  # fmt: skip

#: A game's modules that tell what happened and cannot change it.
TELLING = ("story.py", "words.py", "odds.py", "odds_policy.py", "choice_words.py", "fields.toml")

#: Folders of a game that are left out too: values that arrive as arguments, and positions read and written in words.
LEFT_OUT = ("scenarios", "variants", "situation")


def digest_of(parts: Iterable[bytes | str]) -> str:
    """Return a short hexadecimal digest of a sequence of texts, sensitive to their borders."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.hexdigest()[:_DIGITS]


def source_files(folder: Path) -> list[Path]:
    """Return the sources below ``folder`` in a fixed order, other games' folders left out."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in SOURCES and "__pycache__" not in path.parts and path.is_file()
    )


@lru_cache
def engine_digest(game_folder: Path) -> str:
    """Return the digest of every source that can change a row: engine, game, and the versions of numba and numpy.

    Scenarios, variants and parameter values are left out (they arrive as arguments), but the declaration of the
    parameters is part of it: it shapes the rules record. So are left out the modules that only store or tell.
    """
    engine = Path(__file__).parent
    parts: list[bytes | str] = [version("numba"), version("numpy")]
    for name in ENGINE:
        parts += [name, (engine / name).read_bytes()]
    for path in source_files(game_folder):
        relative = path.relative_to(game_folder)
        if relative.parts[0] not in LEFT_OUT and relative.name not in TELLING:
            parts += [str(relative), path.read_bytes()]
    return digest_of(parts)


@lru_cache
def cache_root() -> Path:
    """Return the writable folder that holds all compiled code.

    ``HOUSE_EDGE_CACHE`` if set, else the user's cache folder, else a folder among the temporary files, with a warning.
    """
    from platformdirs import user_cache_path

    chosen = os.environ.get("HOUSE_EDGE_CACHE")
    for folder in [Path(chosen)] if chosen else [user_cache_path("house-edge", appauthor=False)]:
        if _writable(folder):
            return folder
        reason = folder
    fallback = Path(tempfile.gettempdir()) / f"house-edge-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    if _writable(fallback):
        warnings.warn(f"the cache folder {reason} is not writable; compiled code goes to {fallback}", stacklevel=2)
        return fallback
    temporary = Path(tempfile.mkdtemp(prefix="house-edge-"))
    warnings.warn(
        f"no cache folder is writable; compiled code is kept for this process only ({temporary})", stacklevel=2
    )
    return temporary


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_folder(digest: str) -> Path:
    """Return the cache folder of a digest; a bounds-checked run has one of its own."""
    suffix = "-bounds" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
    folder = cache_root() / f"{digest}{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        os.utime(folder)
    except OSError:
        pass
    return folder


def prune_cache(keep_days: float = 14.0) -> list[Path]:
    """Delete cache folders not used for ``keep_days`` days and return them."""
    removed = []
    horizon = time.time() - keep_days * 86400
    for folder in cache_root().iterdir():
        if folder.is_dir() and folder.stat().st_mtime < horizon:
            shutil.rmtree(folder, ignore_errors=True)
            removed.append(folder)
    return removed
