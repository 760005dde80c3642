"""Writing a run folder: a manifest, Parquet parts of a fixed number of games, and a summary.

Whatever happens to the process, the folder holds whole parts and a manifest that was true when it was written; parts
newer than the manifest prove themselves. A part's contents depend on the plan alone.
"""

from __future__ import annotations

import datetime
import json
import math
import os
import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import manifest as manifests
from sim import parts
from sim.digest import digest_of
from sim.errors import BadInput, ContractBroken, Incomplete
from sim.locks import FileLock, Locked
from sim.parts import PART
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.results import RunResult

#: Seconds between two writings of the manifest or of a summary while a run goes on.
MANIFEST_SECONDS, SUMMARY_SECONDS = 1.0, 0.25

#: Share of the rows' size in memory that a part takes on disk, generously.
DISK_SHARE = 0.5


def runs_root() -> Path:
    """Return the folder that holds the runs: ``HOUSE_EDGE_RUNS``, or ``runs`` where the command was given."""
    return Path(os.environ.get("HOUSE_EDGE_RUNS") or "runs")


def run_name(plan: Plan) -> str:
    """Return a readable name that sorts by day: ``2026-11-30-opulent-1924-rulebook-s7``."""
    labels = list(dict.fromkeys(Path(seat.policy).stem for seat in plan.team))
    words = [datetime.date.today().isoformat(), plan.game, plan.rules.scenario, *plan.rules.variants, *labels]
    text = re.sub(r"[^a-z0-9]+", "-", "-".join(words).lower()).strip("-")
    return f"{text[:90].rstrip('-')}-s{plan.seed}"


class RunWriter:
    """Stores one run; made by `RunWriter.create`, or by `sim.resume.resume_run` for an unfinished one.

    Attributes
    ----------
    path : Path
        The run folder.
    manifest : dict
        As it stands on disk, or newer.
    summary_only : bool
        Whether rows are left out.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest
        self.summary_only: bool = manifest["summary_only"]
        self._dtype = manifests.row_dtype(manifest)
        self._parts: dict[int, dict[str, Any]] = {}
        self._pending: list[np.ndarray] = []
        self._pending_first = self._pending_count = 0
        self._summary: Summary | None = None
        self._written = time.monotonic()
        self._lock = FileLock(path / ".lock")
        try:
            self._lock.acquire()
        except Locked as error:
            raise BadInput(f"{path}: process {error.pid} is writing this run.") from None
        parts.remove_temporary(path)

    @classmethod
    def create(
        cls,
        plan: Plan,
        games: int,
        *,
        command: str = "",
        root: Path | None = None,
        out: Path | None = None,
        summary_only: bool = False,
        stop_rule: Mapping[str, Any] | None = None,
    ) -> RunWriter:
        """Make a run folder and its manifest.

        Parameters
        ----------
        plan : Plan
            What is to be played.
        games : int
            Games asked for.
        command : str, optional
            The command, as typed; one that plays the same games by default.
        root : Path, optional
            Folder to make the run folder in; `runs_root` by default.
        out : Path, optional
            The run folder itself, which must be new or empty.
        summary_only : bool, optional
            Keep no rows.
        stop_rule : mapping, optional
            The rule that may end the run before, as `sim.stop.HalfWidth.to_json` gives it, for who resumes the run.

        Raises
        ------
        BadInput
            If the folder cannot be written or is in use, or the disk is too small; nothing is left behind.
        """
        manifest = manifests.build(plan, games, command, summary_only, stop_rule)
        existed = out is not None and out.exists()
        folder = _make_folder(plan, root or runs_root(), out)
        try:
            if not summary_only:
                _check_space(folder, games * manifests.row_dtype(manifest).itemsize)
            writer = cls(folder, manifest)
            writer._write_manifest()
        except (OSError, BadInput) as error:
            for path in folder.glob("*") if existed else []:
                path.unlink(missing_ok=True)
            if not existed:
                shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, BadInput):
                raise
            raise _unwritable(folder, error) from None
        return writer

    @property
    def resume_command(self) -> str:
        """The command that plays the rest."""
        return f"house-edge resume {self.path}"

    def release(self) -> None:
        """Give the folder free without writing."""
        self._lock.release()

    def adopt(self, entries: dict[int, dict[str, Any]], summary: Summary) -> None:
        """Take over the parts and the summary of earlier sessions."""
        self._parts = dict(entries)
        self._summary = summary.copy()

    def append(self, first: int, rows: np.ndarray | None, summary: Summary) -> None:
        """Add a block of finished games, in order and within one part.

        Raises
        ------
        Incomplete
            If the disk does not take it.
        """
        if self._summary is None:
            self._summary = Summary(summary.outcomes, summary.columns)
        self._summary.merge(summary)
        try:
            if not self.summary_only:
                assert rows is not None
                self._append_rows(first, rows)
            elif time.monotonic() - self._written > SUMMARY_SECONDS:
                self._write_summary()
        except OSError as error:
            raise Incomplete(
                f"{self.path}: cannot be written ({error.strerror or error}). The parts finished before are kept."
            ) from error

    def _append_rows(self, first: int, rows: np.ndarray) -> None:
        if not len(rows):
            return
        number = first // PART
        if not self._pending:
            self._pending_first, self._pending_count = number * PART, 0
            if first % PART:  # the rest of a part that an interrupted session wrote short
                start, _ = parts.read_part(self.path, number, self._dtype, self.manifest["run_digest"])
                self._pending, self._pending_count = [start], len(start)
        assert first == self._pending_first + self._pending_count
        self._pending.append(rows)
        self._pending_count += len(rows)
        if self._pending_count == min(PART, self.manifest["games_requested"] - self._pending_first):
            self._write_part()
            if time.monotonic() - self._written > MANIFEST_SECONDS:
                self._write_manifest()

    def _write_part(self) -> None:
        number = self._pending_first // PART
        rows = np.concatenate(self._pending)
        self._parts[number] = parts.write_part(self.path, number, rows, self.manifest["run_digest"])
        self._pending = []

    def _write_summary(self) -> None:
        if self._summary is not None:
            data = self._summary.to_json()
            proof = {"run": self.manifest["run_digest"], "sha256": digest_of([json.dumps(data, sort_keys=True)])}
            parts.write_json(self.path / "summary.json", {**proof, "summary": data})
        self._written = time.monotonic()

    def _write_manifest(self) -> None:
        entries = [self._parts[number] for number in sorted(self._parts)]
        counts = self._summary.counts if self._summary else {}
        self.manifest["parts"] = entries
        self.manifest["games"] = self._summary.games if self._summary else 0
        if entries:
            self.manifest["rows_sha256"] = parts.digest_of_parts([entry["rows_sha256"] for entry in entries])
            self.manifest["games"] = sum(entry["count"] for entry in entries)
        for outcome in self.manifest["outcomes"]:
            outcome["games"] = counts.get(outcome["name"], 0)
        self.manifest["updated"] = manifests.now()
        parts.write_json(self.path / "manifest.json", self.manifest)
        self._written = time.monotonic()

    def close(self, result: RunResult, error: BaseException | None = None) -> None:
        """Write what is left, however the run ended, and give the folder free.

        Raises
        ------
        Incomplete
            If the disk does not take it.
        """
        timing = self.manifest["timing"]
        for name in ("compile_s", "play_s", "wall_s"):
            timing[name] = round(timing[name] + result.timing[name], 4)
        speed = result.timing["games_per_s"]
        timing["games_per_s"] = None if math.isnan(speed) else round(speed, 1)
        self.manifest["stop"] = self.manifest["stop"] or result.stop
        self.manifest.update(status=result.status, sessions=self.manifest["sessions"] + 1, error=_described(error))
        try:
            if self._pending:
                self._write_part()
            self._write_summary()
            self._write_manifest()
        except OSError as problem:
            if error is None:
                raise Incomplete(f"{self.path}: cannot be written ({problem.strerror or problem}).") from problem
        finally:
            self._lock.release()


def _described(error: BaseException | None) -> dict[str, Any] | None:
    if error is None:
        return None
    described: dict[str, Any] = {"type": type(error).__name__, "message": str(error)}
    if isinstance(error, ContractBroken):
        described |= {"game": error.game_index, "seed": error.seed}
    return described


def _make_folder(plan: Plan, root: Path, out: Path | None) -> Path:
    try:
        if out is not None:
            if (out / "manifest.json").exists():
                raise BadInput(f"{out}: already holds a run. To play the rest of it: house-edge resume {out}")
            if out.exists() and (not out.is_dir() or any(out.iterdir())):
                raise BadInput(f"{out}: is not an empty folder.")
            out.mkdir(parents=True, exist_ok=True)
            return out
        root.mkdir(parents=True, exist_ok=True)
        for attempt in range(1, 10_000):
            folder = root / (run_name(plan) + (f"-{attempt}" if attempt > 1 else ""))
            try:
                folder.mkdir()
                return folder
            except FileExistsError:
                continue
    except OSError as error:
        raise _unwritable(out or root, error) from None
    raise BadInput(f"{root}: holds too many runs of this name.")


def _unwritable(folder: Path, error: OSError) -> BadInput:
    return BadInput(
        f"{folder}: cannot be written ({error.strerror or error}). Name another folder with --out or HOUSE_EDGE_RUNS."
    )


def _check_space(folder: Path, row_bytes: int) -> None:
    needed, free = int(row_bytes * DISK_SHARE), shutil.disk_usage(folder).free
    if needed > free:
        raise BadInput(
            f"{folder}: the rows need about {needed / 2**30:,.1f} GB and {free / 2**30:,.1f} GB are free."
            " With --summary-only no rows are kept."
        )
