"""The assumptions in one picture: each moved alone, screened together, and how much of the doubt each is."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from analysis.sobol_indices import OTHERS, Index
from analysis.space import LUCK
from analysis.statements import scenario_label
from analysis.study_result import Study
from reports.figures import tornado
from reports.figures.canvas import GOLD, INK, PAPER, SAND, SOFT, WIDE, press
from reports.study_words import speech_of

#: Assumptions shown in the tornado; names written beside points.
MOST, NAMED = 12, 7


def draw(study: Study, width: float = WIDE) -> Figure:
    """Draw the tornado above the screening and the shares of the variance."""
    ranking = study.ranking()
    moving = [entry for entry in ranking if any(swing.overall.estimate for swing in entry[1])]
    shown = moving[:MOST]
    if LUCK not in [name for name, _ in shown]:
        shown = [*shown, *[entry for entry in ranking if entry[0] == LUCK]]
    top, below = 0.6 + 0.36 * len(shown), 0.9 + 0.32 * max(8, len(study.variance.overall))
    with press():
        figure = Figure(figsize=(width, top + below + 0.4), layout=ConstrainedLayoutEngine(w_pad=0.04, h_pad=0.04))
        axes = figure.subplot_mosaic([["alone", "alone"], ["screening", "variance"]], height_ratios=[top, below])
        speech = speech_of(study)
        tornado.draw_on(axes["alone"], shown, width, speech)
        _title(axes["alone"], "Moved alone; filled bars differ from no change")
        _draw_screening(axes["screening"], study)
        _draw_variance(axes["variance"], study)
        figure.suptitle(_subject(study), fontsize=11, fontweight="bold")
        figure.supxlabel(_source(study), fontsize=6.5, color=SOFT)
    return figure


def _subject(study: Study) -> str:
    game, scenarios = study.game.file, study.scenarios
    if len(scenarios) == 1:
        what = f"{speech_of(study).what} of {scenario_label(study.game, scenarios[0])}"
    elif game.competitive:
        what = f"{speech_of(study).what}, mean of {len(scenarios)} {game.scenario_word}s"
    else:
        what = f"mean win rate of {len(scenarios)} {game.scenario_word}s"
    return f"{game.title}, {what}, ‘{study.policy}’: which assumptions matter?"


def _source(study: Study) -> str:
    plan = study.plan
    return (
        f"{plan.alone:,} games each moved alone; {plan.trajectories} trajectories; {plan.samples} samples;"
        f" {plan.games:,} games a {'set' if study.game.file.competitive else 'win rate'};"
        f" seed {study.seed}; source {study.game.digest()}"
    )


def _title(axes: Any, text: str) -> None:
    axes.set_title(text, loc="left", fontsize=9, fontweight="bold")


def _draw_screening(axes: Any, study: Study) -> None:
    """Draw mean size against spread of the elementary effects; what is left of the line is no more than luck."""
    rows = study.screening.overall
    speech = speech_of(study)
    floor = speech.scale * study.screening.floor
    for row in rows:
        above = row in study.screening.above
        x, y, half = (speech.scale * value for value in (row.mean_size, row.sigma, row.half_width))
        luck = row.name == LUCK
        if above or luck:
            axes.plot([max(x - half, 0), x + half], [y, y], color=SOFT, linewidth=0.7, zorder=1)
        axes.plot(
            x,
            y,
            marker="X" if luck else "o",
            markersize=7 if luck else 5,
            markerfacecolor=INK if luck else GOLD if above else PAPER,
            markeredgecolor=INK,
            markeredgewidth=0.6,
            linestyle="none",
            zorder=3 if luck else 2,
        )
    axes.axvline(floor, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_xlim(0, None)
    axes.set_ylim(0, None)
    _name_points(axes, study, speech.scale * max(row.mean_size + row.half_width for row in rows))
    axes.set_xlabel(f"mean size of the change, in {speech.unit}")
    axes.set_ylabel(f"spread of the change, in {speech.unit}")
    _title(axes, "Screening (Morris); dashes and cross: luck")


def _name_points(axes: Any, study: Study, reach: float) -> None:
    """Number the most influential points, and list the names in a corner: points lie too close for names."""
    scale = speech_of(study).scale
    named = [row for row in study.screening.overall if row.name != LUCK and row.mean_size > 0][:NAMED]
    for number, row in enumerate(named, 1):
        right = row.mean_size * scale < 0.9 * reach
        axes.annotate(
            str(number),
            (scale * row.mean_size, scale * row.sigma),
            (4 if right else -4, 4),
            textcoords="offset points",
            ha="left" if right else "right",
            fontsize=7.5,
            fontweight="bold",
        )
    lines = [f"{number} {row.name}" for number, row in enumerate(named, 1)]
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + (high - low) * 0.075 * (len(lines) + 1))
    box = {"boxstyle": "square,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
    axes.text(0.98, 0.98, "\n".join(lines), transform=axes.transAxes, ha="right", va="top", fontsize=7.5, bbox=box)


def _draw_variance(axes: Any, study: Study) -> None:
    """Draw total indices as bars and first-order ones as diamonds, with intervals, against the luck's."""
    rows = study.variance.overall
    floor = study.variance.floor
    for position, row in enumerate(rows):
        _index(axes, position, row, row in study.variance.above)
    axes.axvline(floor, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(range(len(rows)), [_name(row) for row in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(left=min(-0.02, axes.get_xlim()[0]))
    axes.set_xlabel("bar: in all (total); diamond: by itself (first)")
    _title(axes, "Shares of the variance (Sobol)")


def _name(row: Index) -> str:
    return {LUCK: "luck (other games)", OTHERS: OTHERS}.get(row.name, row.name)


def _index(axes: Any, position: int, row: Index, above: bool) -> None:
    luck = row.name == LUCK
    look = {"facecolor": SAND, "hatch": "////"} if luck else {"facecolor": GOLD if above else "none"}
    axes.barh(position - 0.12, max(row.total, 0), height=0.42, edgecolor=INK, linewidth=0.5, **look)
    ends = [max(row.total - row.total_half_width, 0), row.total + row.total_half_width]
    axes.plot(ends, [position - 0.12] * 2, color=INK, linewidth=0.9)
    ends = [row.first - row.first_half_width, row.first + row.first_half_width]
    axes.plot(ends, [position + 0.25] * 2, color=SOFT, linewidth=0.9)
    axes.plot(row.first, position + 0.25, "D", markersize=4, markerfacecolor=PAPER, markeredgecolor=INK)


def describe(study: Study) -> str:
    """Return the figure in words."""
    rows = ", ".join(f"{row.name} {max(row.total, 0):.2f}" for row in study.variance.overall)
    above = ", ".join(row.name for row in study.screening.above) or "none"
    what = speech_of(study).what
    return f"Assumptions that change the {what} more than luck: {above}. Shares of the variance: {rows}."
