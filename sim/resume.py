"""Playing the rest of a run, and playing a sample of it again.

Rows are a function of the plan and the game index, so the rest of a run can be played at any time under the same
sources: the rows are then those of an uninterrupted run. Under others they would not be, and the difference is named.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import manifest as manifests
from sim import parts, worker
from sim.commands import replayable
from sim.errors import BadInput
from sim.parts import PART
from sim.results import Progress, RunResult
from sim.run import Session, check_numbers
from sim.stop import FixedGames, StopRule, rule_of
from sim.store import Run, RunWriter, open_run
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Plan


@dataclass
class Survey:
    """What of a run is on disk and whole.

    Attributes
    ----------
    entries : dict
        Entry of each whole part by number.
    missing : list of (int, int)
        First game and count of each stretch that has to be played.
    damaged : list of str
        What is wrong with parts that were written before, in words.
    summary : Summary
        Of the games on disk.
    """

    entries: dict[int, dict[str, Any]]
    missing: list[tuple[int, int]]
    damaged: list[str]
    summary: Summary


def survey(run: Run) -> Survey:
    """Look at every part of a run and say what is whole and what has to be played."""
    manifest = run.manifest
    stopped = manifest["status"] == "stopped"  # by its rule: there is nothing beyond
    requested: int = manifest["games" if stopped else "games_requested"]
    names = [name for name, _ in manifest["columns"] if name not in ("game", "outcome")]
    found = Survey({}, [], [], Summary(run.outcomes, names))
    if manifest["summary_only"]:
        stored = run.stored_summary()
        if stored is not None:
            found.summary = stored
        elif manifest["games"]:
            found.damaged.append("summary.json is missing or was changed")
        if found.summary.games < requested:
            found.missing = [(found.summary.games, requested - found.summary.games)]
        return found
    listed = {entry["first"] // PART: entry for entry in manifest["parts"]}
    dtype = manifests.row_dtype(manifest)
    for first in range(0, requested, PART):
        number, wanted, have = first // PART, min(PART, requested - first), 0
        try:
            rows, entry = parts.read_part(run.path, number, dtype, manifest["run_digest"], listed.get(number))
            found.entries[number], have = entry, len(rows)
            found.summary.merge(Summary.of_rows(rows, run.outcomes))
        except parts.DamagedPart as error:
            if number in listed or parts.part_path(run.path, number).exists():
                found.damaged.append(str(error))
        if have < wanted:
            _extend(found.missing, first + have, wanted - have)
    return found


def _extend(ranges: list[tuple[int, int]], first: int, count: int) -> None:
    if ranges and sum(ranges[-1]) == first:
        ranges[-1] = (ranges[-1][0], ranges[-1][1] + count)
    else:
        ranges.append((first, count))


def resume_run(
    run: str | Path,
    *,
    jobs: int = 1,
    backend: str = "auto",
    block: int | None = None,
    plan: Plan | None = None,
    games: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> RunResult:
    """Play what is missing or damaged of a stored run.

    Parameters
    ----------
    run : str or Path
        Folder or name.
    jobs, backend, block, progress
        As for `sim.run.run_games`.
    plan : Plan, optional
        What the caller thinks the run is; refused if it is not.
    games : int, optional
        Likewise.

    Returns
    -------
    RunResult
        Of the whole run, without rows; ``notes`` says what was damaged.

    Raises
    ------
    BadInput
        If rules, policies, seed, sources or versions differ from the run's; names each difference.
    """
    check_numbers(jobs=jobs, backend=backend, block=block)
    found = open_run(run)
    different = manifests.differences(found.manifest, plan, games)
    if different:
        lines = [f"{found.path}: cannot be resumed, because the rest would not be the same run:", *different]
        if all(line.startswith("source file policies/") for line in different):
            lines.append(f"The policy as it is now plays a run of its own: {found.manifest['command']}")
        raise BadInput(lines)
    status, requested = found.manifest["status"], found.manifest["games_requested"]
    rule = rule_of(found.manifest.get("stop_rule", {})) if status != "stopped" else None
    writer = RunWriter(found.path, found.manifest)
    try:
        whole = survey(found)
        writer.adopt(whole.entries, whole.summary)
        reason = _enough(whole, rule, requested)
        session = Session(
            found.plan(), [] if reason else whole.missing, requested, jobs, backend, block, writer,
            keep_rows=False, progress=progress, stop=rule, earlier=whole.summary,
            ending="stopped" if status == "stopped" or reason else "complete",
        )  # fmt: skip
        session.reason = reason
        result = session.run()
    finally:
        writer.release()
    result.rows_sha256 = found.manifest["rows_sha256"]
    result.stop, result.rule = found.manifest["stop"] or result.stop, _rule_name(found)
    result.notes = [f"{text}: played again" for text in whole.damaged]
    return result


def _enough(whole: Survey, rule: StopRule | None, requested: int) -> str:
    """Return why the games on disk are enough: the session that played them may have died before it said so."""
    games = whole.summary.games
    in_order = whole.missing == [(games, requested - games)]
    if rule is None or not games or games % rule.step or not in_order:
        return ""
    return rule.reason_to_stop(whole.summary) or ""


def _rule_name(run: Run) -> str:
    return str(run.manifest.get("stop_rule", {}).get("name") or FixedGames.name)


@dataclass
class Verification:
    """What `verify_run` found.

    Attributes
    ----------
    run : Run
        The run.
    checked : int
        Games played again.
    different : list of dict
        ``game``, ``column``, ``stored``, ``played`` of each value that differs.
    damaged : list of str
        Parts that are not what was written, in words.
    """

    run: Run
    checked: int = 0
    different: list[dict[str, Any]] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether everything agrees."""
        return not self.different and not self.damaged


def verify_run(run: str | Path, sample: int = 200) -> Verification:
    """Play a sample of a stored run's games again and compare every column; check every part's digest.

    Parameters
    ----------
    run : str or Path
        Folder or name.
    sample : int, optional
        Games to play; drawn by the run's seed.

    Raises
    ------
    BadInput
        If the sources differ from the run's, or it keeps no rows.
    """
    found = open_run(run)
    if found.manifest["summary_only"]:
        raise BadInput(f"{found.path}: the run was made with --summary-only and keeps no rows to compare.")
    different = manifests.differences(found.manifest)
    if different:
        raise BadInput([f"{found.path}: cannot be verified, because other sources would play other games:", *different])
    plan = found.plan()
    verification = Verification(found)
    context = worker.context_of(plan)
    dtype = manifests.row_dtype(found.manifest)
    chosen = _sample(plan.seed, found.games, sample)
    for entry in found.manifest["parts"]:
        number = entry["first"] // PART
        try:
            rows, _ = parts.read_part(found.path, number, dtype, found.manifest["run_digest"], entry)
        except parts.DamagedPart as error:
            verification.damaged.append(str(error))
            continue
        for game in chosen[(chosen >= entry["first"]) & (chosen < entry["first"] + len(rows))]:
            with replayable(plan):
                stored, played = rows[game - entry["first"]], context.play(int(game), 1)[0]
            verification.checked += 1
            verification.different += [
                {"game": int(game), "column": name, "stored": int(stored[name]), "played": int(played[name])}
                for name in dtype.names or ()
                if stored[name] != played[name]
            ]
    return verification


def _sample(seed: int, games: int, sample: int) -> np.ndarray:
    chosen = np.random.default_rng(seed).choice(games, min(sample, games), replace=False) if games else np.empty(0, int)
    return np.sort(chosen)
