"""``house-edge clean``: delete compiled code. Runs are results and are never deleted."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from reports import words
from reports.cli import output
from reports.cli.options import DEFAULT_OUTPUT, SHOWN, OutputOptions, switch
from sim import registry
from sim.digest import cache_root


def clean(
    *,
    everything: Annotated[bool, switch("Also what the present sources use.", SHOWN, "--all")] = False,
    dry_run: Annotated[bool, switch("Only say what would be deleted.", SHOWN)] = False,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Delete compiled code of older sources; the next command compiles again what it needs."""
    root = cache_root()
    folders = [folder for folder in sorted(root.iterdir()) if folder.is_dir() and (everything or not _in_use(folder))]
    removed = [(folder, _size(folder)) for folder in folders]
    for folder in [] if dry_run else folders:
        shutil.rmtree(folder, ignore_errors=True)
    total = sum(amount for _, amount in removed)
    if out.json:
        output.print_json(
            {
                "schema": "house-edge/clean",
                "schema_version": 1,
                "dry_run": dry_run,
                "folder": str(root),
                "removed": [{"name": folder.name, "bytes": amount} for folder, amount in removed],
                "bytes": total,
            }
        )
        return 0
    verb = "Would delete" if dry_run else "Deleted"
    output.say(f"{verb} {words.count(len(removed), 'folder')} of compiled code ({words.size(total)}) in {root}")
    if not everything and (kept := sum(folder.is_dir() for folder in root.iterdir()) - dry_run * len(removed)):
        output.say(f"Kept {words.count(kept, 'folder')} used now or in the last day; --all deletes them too.")
    return 0


def _in_use(folder: Path) -> bool:
    """Return whether the folder belongs to the present sources of a game, or was used in the last day.

    A policy's folder has a digest of its own, which only importing the policy would tell; the time tells enough.
    """
    digests = {game.digest() for game in registry.games().values()}
    try:
        changed = folder.stat().st_mtime
    except FileNotFoundError:  # another process was quicker
        return False
    return folder.name.removesuffix("-bounds") in digests or changed > time.time() - 86_400


def _size(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):  # another process was quicker
            total += path.stat().st_size if path.is_file() else 0
    return total
