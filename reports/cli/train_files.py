"""Files of weights: what a training found and how, as TOML that a policy can name as its ``weights_file``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.errors import BadInput
from sim.tomltext import key, toml

if TYPE_CHECKING:
    from analysis.training_result import TrainResult
    from reports.cli.train_options import Question

#: Weights and record by scenario; "" stands for every scenario.
Sections = dict[str, dict[str, dict[str, Any]]]


def sections(question: Question, results: list[TrainResult]) -> Sections:
    """Return what is kept of trainings: weights that are shown to beat those they started from, with their record."""
    found: Sections = {}
    for result in results:
        if not result.better:
            continue
        own = result is not results[0] and results[0].better
        typed = " with the weights that are typed" if question.space.seat.weights else ""
        over = "the weights of all scenarios together" if own else f"{question.space.seat.policy}{typed}"
        record = result.record(question.command(), question.digest, over)
        entry = {"weights": result.all_weights(), "record": dict(record)}
        every = set(result.scenarios) == set(question.base.game.scenarios)
        for name in [""] if every else result.scenarios:
            found[name] = entry
    return found


def read_weights(path: Path, label: str) -> Sections:
    """Return what a file of weights holds.

    Raises
    ------
    BadInput
        If it is no such file.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{label}: cannot be read ({type(error).__name__}: {error}).") from None
    unknown = [name for name in data if name not in ("all", "scenarios")]
    entries = {"": data["all"]} if "all" in data else {}
    scenarios = data.get("scenarios", {})
    entries |= scenarios if isinstance(scenarios, dict) else {}
    fine = all(isinstance(one, dict) and isinstance(one.get("weights"), dict) for one in entries.values())
    if unknown or not entries or not fine:
        raise BadInput(f"{label}: holds something else than weights ([all] and [scenarios.NAME], each with weights).")
    return {name: {"weights": one["weights"], "record": one.get("record", {})} for name, one in entries.items()}


def weights_text(question: Question, found: Sections) -> str:
    """Return a file of weights; those of every scenario come first, then the scenarios in the order of the game."""
    game = question.base.game
    order = [name for name in ["", *game.scenarios] if name in found]
    lines = [
        f"# Weights of the policy '{question.space.seat.policy}' of {game.file.title}, found by house-edge train.",
        "# [all] holds in every scenario, [scenarios.NAME] in one. The record says how each set was found and what it",
        "# gains over the weights it started from: shares of games of confirm_seed, on which nothing was chosen.",
    ]
    for name in order:
        head = "all" if name == "" else f"scenarios.{key(name)}"
        for part in ("weights", "record"):
            lines += ["", f"[{head}.{part}]", *_lines(found[name][part])]
    return "\n".join(lines) + "\n"


def _lines(values: Mapping[str, Any]) -> list[str]:
    return [f"{key(name)} = {toml(value)}" for name, value in values.items()]
