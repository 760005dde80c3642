"""Which ink stands for what, the same in every figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.difficulty import DifficultyResult
from analysis.statements import scenario_label
from reports.figures.canvas import BLUE, GOLD, INK, MIST, PAPER, RED, SAND, SOFT

#: Marker of a policy, the strongest first: form tells them apart, not colour.
_MARKERS = ("o", "D", "s", "^", "v")

#: Fill and hatching of stacked parts. Neighbours differ in lightness, and in hatching where lightness is close.
PARTS: tuple[dict[str, Any], ...] = (
    {"facecolor": BLUE},
    {"facecolor": SAND},
    {"facecolor": RED, "hatch": "////"},
    {"facecolor": GOLD},
    {"facecolor": MIST, "hatch": "||"},
    {"facecolor": SOFT},
    {"facecolor": PAPER, "hatch": "\\\\\\\\"},
    {"facecolor": RED},
)


def part(number: int) -> dict[str, Any]:
    """Return the look of the n-th part of a stack."""
    return {"edgecolor": INK, "linewidth": 0.5, **PARTS[number % len(PARTS)]}


def policy_looks(result: DifficultyResult) -> dict[str, dict[str, Any]]:
    """Return the marker of each policy; the main policy's is filled."""
    ranked = [result.main, *[name for name in reversed(result.policies) if name != result.main]]
    return {
        name: {
            "marker": _MARKERS[position % len(_MARKERS)],
            "markerfacecolor": INK if position == 0 else PAPER,
            "markeredgecolor": INK if position == 0 else SOFT,
            "color": INK if position == 0 else SOFT,
        }
        for position, name in enumerate(ranked)
    }


def ranked_scenarios(result: DifficultyResult) -> list[str]:
    """Return the scenarios, hardest first."""
    return [name for group in result.order[result.main] for name in group]


def labels(result: DifficultyResult, scenarios: Sequence[str]) -> list[str]:
    """Return what people call the scenarios."""
    return [scenario_label(result.game, name) for name in scenarios]


def series(number: int) -> dict[str, Any]:
    """Return the marker of the n-th of several series drawn together: form and filling tell them apart."""
    filled = number % 2 == 0
    return {
        "marker": _MARKERS[number % len(_MARKERS)],
        "markerfacecolor": INK if filled else PAPER,
        "markeredgecolor": INK,
        "color": INK,
        "ecolor": INK,
    }
