"""Stored runs as the command line names them, and what an end of a run means for the one who typed the command."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.cli import envelope, output, results, seat_results
from sim import registry
from sim.errors import Interrupted

if TYPE_CHECKING:
    from sim.results import RunResult


def runs_folder() -> Path:
    """Return where runs are stored."""
    from sim.store import runs_root

    return runs_root()


def run_rows() -> list[dict[str, Any]]:
    """Return what is known about every stored run, newest first."""
    from sim.store import list_runs

    return [
        {
            "run": run.name,
            "game": run.manifest["game"],
            "scenario": run.manifest["scenario"],
            "policies": list(dict.fromkeys(seat["name"] for seat in run.manifest["policies"])),
            "games": run.games,
            "games_requested": run.manifest["games_requested"],
            "seed": run.manifest["seed"],
            "status": run.status,
            "started": run.manifest["created"][:16].replace("T", " "),
            "path": str(run.path),
            "resume_command": run.resume_command,
        }
        for run in list_runs()
    ]


def print_result(
    game: registry.Game,
    result: RunResult,
    policy: str,
    *,
    path: Path | None,
    command: str,
    resume_command: str | None,
    warnings: list[str],
    as_json: bool,
    more: Mapping[str, Any] | None = None,
) -> None:
    """Print a run, finished or not, as text or as the one JSON object; ``more`` is added to the latter."""
    plan = result.plan
    if as_json:
        head = envelope.envelope("run", game, plan.rules, plan.seed, result.status, command, result.timing, warnings)
        body = envelope.run_body(game, result, str(path) if path else None, resume_command)
        output.print_json({**head, **body, **(more or {})})
        return
    for warning in warnings:
        output.note(f"note: {warning}")
    looking = result.rule != "fixed"
    output.heading(results.answer(game, plan, policy, result.summary, looking))
    if result.games == 0:
        return
    _print_changes(game, result)
    output.say("")
    if game.file.competitive:
        seat_results.print_run(game, plan, result.summary, looking)
    else:
        results.print_outcomes(game, result.summary, looking)
        output.say("")
        results.print_lengths(game, result.summary)
    results.print_ledgers(game, result.summary)
    output.say("")
    results.print_timing(result.timing)
    if looking and result.stop:
        watched = f" (of the {game.file.watched} seat, winning alone)" if game.file.competitive else ""
        output.say(f"Ended after {result.games:,} games: {result.stop['reason']}{watched}.")
    if path is not None:
        output.say(f"Stored in {path}" + (f", {result.status}" if result.status != "complete" else ""))
    output.say(f"The same games again: {command}")


def _print_changes(game: registry.Game, result: RunResult) -> None:
    rules = result.plan.rules
    changed = rules.changed(game.parameters)
    if changed:
        output.say(
            "House rules: "
            + ", ".join(f"{name} = {_shown(rules.values[name])} ({rules.origins[name]})" for name in changed)
        )


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def stopped(error: Interrupted) -> None:
    """Say what is kept after Ctrl-C and how to go on."""
    output.note(f"\n{error}.")
    output.note(f"To play the rest: {error.resume_command}" if error.resume_command else "Nothing was stored.")
