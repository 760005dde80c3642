"""How often do the events that a game counts happen?"""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import INK, MIST, press, rows_down, sheet
from reports.figures.inks import labels


def event_columns(result: DifficultyResult) -> list[str]:
    """Return the columns of role "event" that ever happened under the main policy."""
    columns = [column.name for column in result.game.file.columns if column.role == "event"]
    return [name for name in columns if any(result.cell(s).metrics[name].mean.estimate > 0 for s in result.scenarios)]


def rarest(result: DifficultyResult) -> str | None:
    """Return the event to draw: the rarest that happens in every scenario, usually the one people fear."""
    everywhere = [
        name
        for name in event_columns(result)
        if all(result.cell(s).metrics[name].mean.estimate > 0 for s in result.scenarios)
    ]
    return min(everywhere, key=lambda name: _mean(result, name), default=None)


def _mean(result: DifficultyResult, name: str) -> float:
    return sum(result.cell(s).metrics[name].mean.estimate for s in result.scenarios)


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw the mean number of one event in a game of each scenario, and the share of games with at least one."""
    name = rarest(result)
    assert name is not None
    with press():
        figure, axes = sheet(width, 0.5 + 0.25 * len(result.scenarios))
        for row, scenario in enumerate(result.scenarios):
            metric = result.cell(scenario).metrics[name]
            axes.barh(row, metric.mean.estimate, height=0.56, color=MIST, edgecolor=INK)
            axes.plot([metric.mean.low, metric.mean.high], [row, row], color=INK, linewidth=1.4)
            text = f"{metric.mean.estimate:.2f}, in {metric.at_least_one.estimate:.0%} of games"
            axes.annotate(text, (metric.mean.high, row), (4, 0), textcoords="offset points", va="center", fontsize=7.5)
        rows_down(axes, labels(result, result.scenarios))
        most = max(result.cell(s).metrics[name].mean.high for s in result.scenarios)
        axes.set_xlim(0, most * 1.75)
        axes.set_xlabel(f"{result.cell(result.scenarios[0]).metrics[name].label} a game")
    return figure


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    name = rarest(result)
    assert name is not None
    said = []
    for scenario, label in zip(result.scenarios, labels(result, result.scenarios), strict=True):
        metric = result.cell(scenario).metrics[name]
        said.append(f"{label} {words.number(metric.mean.estimate, metric.mean.standard_error)}")
    return f"{result.cell(result.scenarios[0]).metrics[name].label} a game under {result.main}: {', '.join(said)}."
