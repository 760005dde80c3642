"""Which assumptions matter? The effect of each, moved alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from analysis.sensitivity import Swing
from reports.figures.canvas import GOLD, INK, NARROW, PAPER, SOFT, press, sheet
from reports.study_words import Speech

#: Assumptions shown; the table has all.
MOST = 16
#: What a study speaks in unless something else is asked about.
WIN_RATE = Speech("win rate", 100, "points")


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw the change of the mean win rate when an assumption takes the ends of its range, the largest on top."""
    assert result.sensitivity is not None
    ranking = result.sensitivity.ranking()[:MOST]
    with press():
        figure, axes = sheet(width, 0.5 + 0.36 * len(ranking))
        draw_on(axes, ranking, width)
    return figure


def draw_on(axes: Any, ranking: Sequence[tuple[str, Sequence[Swing]]], width: float, speech: Speech = WIN_RATE) -> None:
    """Draw a ranking of assumptions, one row each."""
    scale = speech.scale
    reach = max(max(abs(scale * s.overall.low), abs(scale * s.overall.high)) for _, swings in ranking for s in swings)
    for row, (name, swings) in enumerate(ranking):
        box = {"boxstyle": "square,pad=0.1", "facecolor": PAPER, "edgecolor": "none"}
        axes.text(0, row - 0.32, name, ha="center", va="center", fontsize=8, bbox=box)
        for number, swing in enumerate(swings[:4]):
            _bar(axes, row, number, min(len(swings), 4), swing, width, scale)
    axes.set_ylim(len(ranking) - 0.35, -0.6)
    axes.set_yticks([])
    room = 1.45 if width > NARROW else 1.6
    axes.set_xlim(-room * reach, room * reach)
    axes.axvline(0, color=INK, linewidth=0.8)
    what = f"mean {speech.what}" if speech == WIN_RATE else speech.what
    axes.set_xlabel(f"change of the {what}, in {speech.unit}" if width > NARROW else f"{what}, {speech.unit}")


def _bar(  # type: ignore[no-untyped-def]
    axes, row: int, number: int, count: int, swing: Swing, width: float, scale: int
) -> None:
    effect = swing.overall
    value = scale * effect.estimate
    height = 0.4 / count
    y = row - 0.05 + (number + 0.5) * height
    clear = effect.low > 0 or effect.high < 0
    axes.barh(y, value, height=height * 0.9, color=GOLD if clear else "none", edgecolor=INK, linewidth=0.5)
    axes.plot([scale * effect.low, scale * effect.high], [y, y], color=SOFT if not clear else INK, linewidth=0.8)
    right = value >= 0
    axes.annotate(
        shown_value(swing.value),
        (scale * (effect.high if right else effect.low), y),
        (3 if right else -3, 0),
        textcoords="offset points",
        ha="left" if right else "right",
        va="center",
        fontsize=6.5 if count > 1 else 7.5,
    )


def shown_value(value: object) -> str:
    """Return a rule value as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return " ".join(str(item) for item in value)
    return str(value)


def shown_side(values: Sequence[object]) -> str:
    """Return values of an assumption as people read them: two ends of a range, or one alternative."""
    low, high = values[0], values[-1]
    if len(values) == 2 and low != high:
        return f"{shown_value(low)} to {shown_value(high)}"
    return f"= {shown_value(low)}"


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    assert result.sensitivity is not None
    said = []
    for name, swings in result.sensitivity.ranking()[:MOST]:
        effects = ", ".join(f"{shown_value(s.value)}: {100 * s.overall.estimate:+.1f}" for s in swings)
        said.append(f"{name} ({effects})")
    return f"Change of the mean win rate in percentage points when one assumption is moved: {'; '.join(said)}."
