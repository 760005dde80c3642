"""How much money does a club carry from one year into the next?"""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from analysis.campaign import CampaignResult, Career
from analysis.statements import scenario_label
from reports import campaigning, words
from reports.figures.canvas import INK, MIST, NARROW, PAPER, SAND, SOFT, press, sheet

#: Combinations drawn at most, and side by side at most.
MOST, BESIDE = 4, 3


def shown(result: CampaignResult) -> list[Career]:
    """Return the careers that are drawn: the main one, then the longest lived."""
    main = result.careers[result.main]
    return [main, *[career for career in result.ranked if career is not main]][:MOST]


def draw(result: CampaignResult, width: float) -> Figure:
    """Draw median, mean, middle half and nine tenths of the money that clubs carry on; a panel a combination."""
    careers = shown(result)
    wide = width > NARROW
    columns = (2 if len(careers) > BESIDE else len(careers)) if wide else 1
    rows = -(-len(careers) // columns)
    with press():
        figure, grid = sheet(
            width,
            0.5 + (2.2 if rows == 1 else 1.6) * rows,
            nrows=rows,
            ncols=columns,
            sharey=True,
            sharex=True,
            squeeze=False,
        )
        for axes, career in zip(grid.flat, careers, strict=False):
            _panel(axes, result, career, wide)
        for axes in grid.flat[len(careers) :]:
            axes.set_visible(False)
        grid.flat[0].set_ylim(bottom=0)
        for axes in grid[:, 0]:
            axes.set_ylabel(f"dollars carried into\nthe next {result.game.file.scenario_word}", fontsize=8)
        figure.supxlabel(
            "line: median; rings: mean; hatched: middle half; pale: nine clubs in ten", fontsize=7, color=SOFT
        )
    return figure


def _panel(axes: Any, result: CampaignResult, career: Career, wide: bool) -> None:
    known = [(place, year.money) for place, year in enumerate(career.years) if year.money.quantiles]
    places = [place for place, _ in known]
    q = {level: [money.quantiles[level] for _, money in known] for level in (0.05, 0.25, 0.5, 0.75, 0.95)}
    axes.fill_between(places, q[0.05], q[0.95], facecolor=SAND, linewidth=0)
    axes.fill_between(places, q[0.25], q[0.75], facecolor=MIST, edgecolor=INK, linewidth=0.5, hatch="////")
    axes.plot(places, q[0.5], color=INK, linewidth=1.8)
    means = [money.mean.estimate for _, money in known]
    axes.plot(places, means, "o", markersize=3.6, color=PAPER, markeredgecolor=INK, markeredgewidth=0.8)
    axes.set_title(campaigning.combination(result, career.key), fontsize=8.5, loc="left")
    axes.grid(axis="x", visible=False)
    axes.grid(axis="y", visible=True)
    labels = [scenario_label(result.game, name) for name in result.scenarios]
    shown_labels = [f"’{name[-2:]}" if name.isdigit() else name for name in labels]
    axes.set_xticks(range(len(labels)), shown_labels, fontsize=7 if wide else 8)


def describe(result: CampaignResult) -> str:
    """Return the figure in words."""
    said = []
    for career in shown(result):
        medians = [
            f"{scenario_label(result.game, year.scenario)} {words.money(year.money.quantiles[0.5])}"
            for year in career.years
            if year.money.quantiles
        ]
        said.append(f"{campaigning.combination(result, career.key)}: {', '.join(medians)}")
    return f"Median of the money carried into the next {result.game.file.scenario_word}. {'; '.join(said)}."
