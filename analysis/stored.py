"""What do stored runs say about difficulty? The table and the order, from rows that are there already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from analysis.cells import cell_of_rows
from analysis.difficulty import DifficultyResult, result_of_worlds
from analysis.proportions import CONFIDENCE
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.store import Run

#: What must be alike, or the runs are answers to different questions.
_ALIKE = ("game", "seed", "games", "variants", "rules_changed", "source_digest")


def difficulty_of_runs(runs: Sequence[Run], confidence: float = CONFIDENCE) -> DifficultyResult:
    """Return the table, the order and what is claimed from one stored run for each scenario and policy.

    Parameters
    ----------
    runs : sequence of Run
        Every scenario under every policy once, all with the same seed, number of games, house rules and sources:
        scenarios are compared game by game.
    confidence : float, optional
        Coverage of the intervals.

    Raises
    ------
    BadInput
        With everything that keeps the runs from being one table.
    """
    problems = differences(runs)
    keys = [_key(run) for run in runs]
    scenarios = tuple(dict.fromkeys(scenario for scenario, _ in keys))
    policies = tuple(dict.fromkeys(policy for _, policy in keys))
    problems += [
        f"{run.name}: another run has the same scenario and policy."
        for i, run in enumerate(runs)
        if keys[i] in keys[:i]
    ]
    problems += [
        f"there is no run of {scenario} under '{policy}' among them."
        for scenario in scenarios
        for policy in policies
        if (scenario, policy) not in keys
    ]
    if problems:
        raise BadInput(problems)
    first = runs[0].manifest
    game = registry.load_game(first["game"])
    cells = {
        key: cell_of_rows(
            game,
            *key,
            run.rows(),
            confidence=confidence,
            rules_digest=run.manifest["rules_digest"],
            rows_sha256=run.manifest["rows_sha256"] or "",
        )
        for key, run in zip(keys, runs, strict=True)
    }
    return replace(
        result_of_worlds(game, cells, seed=first["seed"], confidence=confidence),
        variants=tuple(first["variants"]),
        rules_changed=first["rules_changed"],
        source_digest=first["source_digest"],
        policy_digests={_key(run)[1]: run.manifest["policies"][0]["digest"] for run in runs},
    )


def _key(run: Run) -> tuple[str, str]:
    names = dict.fromkeys(seat["name"] for seat in run.manifest["policies"])
    return run.manifest["scenario"], "+".join(names)


def differences(runs: Sequence[Run]) -> list[str]:
    """Return a line for everything in which a run differs from the first, and for every run that is not finished."""
    found = [
        f"{run.name}: is {run.status}. To play the rest of it: {run.resume_command}"
        for run in runs
        if run.resume_command
    ]
    for run in runs[1:]:
        for name in _ALIKE:
            before, after = runs[0].manifest[name], run.manifest[name]
            if before != after:
                found.append(f"{run.name}: {name.replace('_', ' ')} {after} here, {before} in {runs[0].name}.")
    return found
