"""How long is a game?"""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.cells import length_column
from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import INK, MIST, PAPER, SOFT, press, rows_down, sheet
from reports.figures.inks import labels


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw the middle half and nine tenths of the lengths, and the mean."""
    column = length_column(result.game)
    assert column is not None
    with press():
        figure, axes = sheet(width, 0.5 + 0.25 * len(result.scenarios))
        for row, scenario in enumerate(result.scenarios):
            metric = result.cell(scenario).metrics[column]
            q = metric.quantiles
            if not q:
                continue
            axes.plot([q[0.05], q[0.95]], [row, row], color=SOFT, linewidth=1)
            axes.barh(row, q[0.75] - q[0.25], left=q[0.25], height=0.5, color=MIST, edgecolor=INK)
            axes.plot(metric.mean.estimate, row, "o", color=INK, markeredgecolor=PAPER, markersize=5.5)
        rows_down(axes, labels(result, result.scenarios))
        axes.set_xlim(left=0)
        axes.set_xlabel(f"{result.cell(result.scenarios[0]).metrics[column].unit}: 90 % of games, middle half, mean")
    return figure


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    column = length_column(result.game)
    assert column is not None
    said = []
    for scenario, label in zip(result.scenarios, labels(result, result.scenarios), strict=True):
        metric = result.cell(scenario).metrics[column]
        said.append(f"{label} {words.number(metric.mean.estimate, metric.mean.standard_error)}")
    unit = result.cell(result.scenarios[0]).metrics[column].unit
    return f"Mean length in {unit} under {result.main}: {', '.join(said)}."
