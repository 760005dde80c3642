"""The folder of a search of ``tune``: its question, the games so far, and in the end its answer and variant files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from reports.cli import search_folder
from reports.cli.search_folder import Kept, lock
from reports.cli.tune_options import Question

__all__ = ["Kept", "create", "fact_differences", "load", "lock", "typed_differences"]

#: Libraries besides the engine's that decide what is proposed.
PROPOSING = ("optuna", "scipy")


def create(question: Question) -> Kept:
    """Make a folder for a search that is about to begin."""
    return search_folder.create("tune", question.base.seed, question.command(), question.typed, facts(question))


def load(name: str) -> Kept:
    """Return a folder by path, or by name among the runs; see `search_folder.load`."""
    return search_folder.load("tune", name)


def facts(question: Question) -> dict[str, Any]:
    """Return what the games and proposals depend on besides what was typed."""
    space = {
        name: [list(knob.values) if not knob.ordered else [knob.values[0], knob.values[-1]], knob.unit_cost]
        for name, knob in question.space.knobs.items()
    }
    found = search_folder.facts_of(question.base.game, question.policy, question.resolved, PROPOSING)
    return {**found, "space": space}


def typed_differences(kept: Kept, typed: Mapping[str, Any]) -> list[str]:
    """Return options given with ``--resume`` that are not the folder's, one line each."""
    given = {**typed, "scenario": ["all"]} if "all_years" in typed else dict(typed)
    given.pop("all_years", None)
    return search_folder.typed_differences(kept, given)


def fact_differences(kept: Kept, question: Question) -> None:
    """Refuse to go on when something has changed since the search began; see `search_folder.fact_differences`."""
    now = json.loads(json.dumps(facts(question)))
    also = []
    if now["space"] != kept.facts["space"]:
        both = {**now["space"], **kept.facts["space"]}
        names = [name for name in both if now["space"].get(name) != kept.facts["space"].get(name)]
        also.append(f"what may be changed, or its cost, has changed: {', '.join(names)}")
    search_folder.fact_differences(kept, question.base.game, now, also)
