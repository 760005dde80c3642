"""Run folders: finding and reading them. `RunWriter`, `resume_run` and `verify_run` can be had from here too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import manifest as manifests
from sim import parts
from sim.digest import digest_of
from sim.errors import BadInput
from sim.locks import is_locked
from sim.params import nearest
from sim.parts import PART
from sim.summary import Summary
from sim.writer import RunWriter, run_name, runs_root

if TYPE_CHECKING:
    import pandas

    from sim.block import Plan
    from sim.resume import resume_run, verify_run

__all__ = [
    "Run", "RunWriter", "find_newest", "list_runs", "open_run", "resume_run", "run_name", "runs_root", "verify_run",
]  # fmt: skip

#: What a frame's ``attrs`` say about the run.
FRAME_FACTS = (
    "game", "scenario", "variants", "rules_changed", "policies", "seed", "rules_digest", "source_digest", "run_digest",
    "command", "rows_sha256",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    # sim.resume needs this module, so it cannot be imported at its top.
    if name in ("resume_run", "verify_run"):
        from sim import resume

        return getattr(resume, name)
    raise AttributeError(f"module 'sim.store' has no attribute '{name}'")


@dataclass(frozen=True)
class Run:
    """A stored run.

    Attributes
    ----------
    path : Path
        Its folder.
    manifest : dict
        Its manifest (docs/runs.md).
    """

    path: Path
    manifest: dict[str, Any] = field(repr=False)

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self.path.resolve().name

    @property
    def status(self) -> str:
        """One of complete, stopped, interrupted, failed, running; a run whose process was killed is interrupted."""
        status: str = self.manifest["status"]
        return "interrupted" if status == "running" and not is_locked(self.path / ".lock") else status

    @property
    def games(self) -> int:
        """Finished games: as the manifest counts them, or as the summary does where no rows are kept."""
        stored = self.stored_summary() if self.manifest["summary_only"] else None
        return int(self.manifest["games"]) if stored is None else stored.games

    @property
    def resume_command(self) -> str | None:
        """The command that plays the rest; None if nothing is left to play."""
        return None if self.status in ("complete", "stopped") else f"house-edge resume {self.path}"

    @property
    def outcomes(self) -> list[str]:
        """Names of the outcomes in the order of their codes."""
        return [outcome["name"] for outcome in self.manifest["outcomes"]]

    @cached_property
    def attributes(self) -> dict[str, Any]:
        """What was played, for a frame's ``attrs``."""
        return {name: self.manifest[name] for name in FRAME_FACTS} | {"run": self.name}

    def plan(self) -> Plan:
        """Return what was played."""
        return manifests.plan_of(self.manifest)

    def parts(self) -> Iterator[np.ndarray]:
        """Yield the rows part by part, each checked against its digest.

        Raises
        ------
        BadInput
            If the run keeps no rows, or a part is damaged.
        """
        if self.manifest["summary_only"]:
            raise BadInput(f"{self.path}: the run was made with --summary-only and keeps no rows.")
        dtype = manifests.row_dtype(self.manifest)
        for entry in self.manifest["parts"]:
            try:
                yield parts.read_part(self.path, entry["first"] // PART, dtype, self.manifest["run_digest"], entry)[0]
            except parts.DamagedPart as error:
                raise BadInput(
                    f"{self.path}: {error}. To replay what is damaged: house-edge resume {self.path}"
                ) from None

    def rows(self) -> np.ndarray:
        """Return all rows in game order; see `parts`."""
        found = list(self.parts())
        return np.concatenate(found) if found else np.empty(0, manifests.row_dtype(self.manifest))

    def frame(self) -> pandas.DataFrame:
        """Return all rows as a frame: outcomes as words, what was played in ``attrs``."""
        from sim.frames import frame_of

        return frame_of(self.rows(), self.outcomes, self.attributes)

    def summary(self) -> Summary:
        """Return the summary, from ``summary.json`` if it is whole, else from the rows."""
        found = self.stored_summary()
        if found is not None and found.games == self.games:
            return found
        if self.manifest["summary_only"]:
            raise BadInput(f"{self.path}: summary.json is damaged. To replay it: house-edge resume {self.path}")
        names = [name for name, _ in self.manifest["columns"] if name not in ("game", "outcome")]
        total = Summary(self.outcomes, names)
        for rows in self.parts():
            total.merge(Summary.of_rows(rows, self.outcomes))
        return total

    def stored_summary(self) -> Summary | None:
        """Return ``summary.json`` if it is there, whole and of this run."""
        try:
            data = json.loads((self.path / "summary.json").read_text(encoding="utf-8"))
            if data["run"] != self.manifest["run_digest"]:
                return None
            if data["sha256"] != digest_of([json.dumps(data["summary"], sort_keys=True)]):
                return None
            return Summary.from_json(data["summary"])
        except (OSError, ValueError, KeyError, TypeError, BadInput):
            return None


def open_run(run: str | Path) -> Run:
    """Return a stored run by its folder, or by its name among the runs.

    Raises
    ------
    BadInput
        If there is no such run, or it is of a schema this version does not read.
    """
    for folder in (Path(run), runs_root() / run):
        if folder.is_dir():
            return Run(folder, manifests.read(folder))
    known = [found.name for found in list_runs()]
    raise BadInput(f"there is no run '{run}'.{nearest(str(run), known) if known else ' No run is stored yet.'}")


def list_runs(root: Path | None = None) -> list[Run]:
    """Return all runs that can be read, the newest first."""
    found = []
    for path in (root or runs_root()).glob("*/manifest.json"):
        try:
            found.append(Run(path.parent, manifests.read(path.parent)))
        except BadInput:
            continue
    return sorted(found, key=lambda run: (run.manifest["created"], run.name), reverse=True)


def find_newest(
    game: str | None = None,
    scenario: str | None = None,
    policy: str | None = None,
    *,
    finished: bool = True,
    root: Path | None = None,
) -> Run | None:
    """Return the newest run that fits, or None.

    Parameters
    ----------
    policy : str, optional
        Name of the policy of the first seat.
    finished : bool, optional
        Whether it must be complete, or stopped by its rule.
    """
    for run in list_runs(root):
        first = run.manifest["policies"][0]["name"]
        wanted = ((game, run.manifest["game"]), (scenario, run.manifest["scenario"]), (policy, first))
        fits = all(word in (None, is_) for word, is_ in wanted)
        if fits and (not finished or run.status in ("complete", "stopped")):
            return run
    return None
