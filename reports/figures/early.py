"""How early is the result known?"""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from reports.figures.canvas import INK, PAPER, SOFT, per_cent, press, rows_down, sheet
from reports.figures.inks import labels


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw how many games a bookkeeper calls right after so many rounds; the bar is the blind call."""
    with press():
        figure, axes = sheet(width, 0.5 + 0.31 * len(result.scenarios))
        for row, scenario in enumerate(result.scenarios):
            points = result.cell(scenario).early
            axes.plot([points[0].blind] * 2, [row - 0.3, row + 0.3], color=SOFT, linewidth=2)
            axes.plot([points[0].blind, points[-1].called], [row, row], color=SOFT, linewidth=0.8)
            for number, point in enumerate(points):
                y = row + 0.18 * (number - (len(points) - 1) / 2)  # staggered, for they may coincide
                # The number of the round is the mark, so neither colour nor legend is needed.
                axes.plot(point.called, y, "o", markersize=9, color=PAPER, markeredgecolor=INK, markeredgewidth=0.7)
                axes.text(point.called, y, str(point.round), ha="center", va="center", fontsize=6)
        rows_down(axes, labels(result, result.scenarios))
        per_cent(axes, 1.02)
        axes.set_xlim(0.45, 1.02)
        axes.set_xlabel("results called right after 4, 8, 12 ... rounds".replace("4, 8, 12 ...", _rounds(result)))
    return figure


def _rounds(result: DifficultyResult) -> str:
    return ", ".join(str(point.round) for point in result.cell(result.scenarios[0]).early)


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    said = []
    for scenario, label in zip(result.scenarios, labels(result, result.scenarios), strict=True):
        points = result.cell(scenario).early
        calls = ", ".join(f"{point.called:.0%} after {point.round}" for point in points)
        said.append(f"{label}: {points[0].blind:.0%} blind, {calls}")
    return f"Share of results that can be called right from the score after so many rounds. {'; '.join(said)}."
