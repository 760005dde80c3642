"""A report whose conclusions a study has looked into: survival from the study, everything else as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from analysis.statements import Statement
from analysis.survival import Deeper, Split
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.result import DifficultyResult

#: In what a study and a report must agree, besides scenarios and policy.
SAME = ("game", "source_digest", "variants", "rules_changed", "cards")


def differences(result: DifficultyResult, study: Mapping[str, Any]) -> list[str]:
    """Return in what a stored study is about other games than a report, in words; empty if it fits."""
    mine = result.to_json()
    found = [name.replace("_", " ") for name in SAME if mine[name] != study[name]]
    if set(result.scenarios) != set(study["scenarios"]):
        found.append(f"{result.game.file.scenario_word}s")
    if result.main != study["policy"]:
        found.append("policy")
    return found


def deepen(result: DifficultyResult, study: Mapping[str, Any]) -> DifficultyResult:
    """Return a result whose statements carry the survival that a study of the same games found.

    Parameters
    ----------
    study : mapping
        The stored answer of ``house-edge sensitivity``.

    Raises
    ------
    BadInput
        If the study is about other games.
    """
    unlike = differences(result, study)
    if unlike:
        raise BadInput(f"the study is not about the games of this report: {', '.join(unlike)} differ.")
    judged = {s.id: s for s in map(Statement.from_json, study["statements"])}
    found = {entry["id"]: Split.from_json(entry["split"]) for entry in study["statements"] if entry["split"]}
    statements, count, splits = [], 0, {}
    for statement in result.statements:
        other = judged.get(statement.id)
        if other is not None and other.survival is not None and other.subjects == statement.subjects:
            statement = replace(statement, survival=other.survival, broken_by=other.broken_by)
            count += 1
            if other.survival.mark and statement.id in found and found[statement.id].shown(study["confidence"]):
                splits[statement.id] = found[statement.id]
        statements.append(statement)
    sizes = len(study["sets"]), tuple(study["sources"]), len(study["parameters"])
    deeper = Deeper(*sizes, count, str(study["command"]), splits)
    return replace(result, statements=tuple(statements), deeper=deeper)
