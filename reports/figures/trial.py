"""How do games end with the printed rules, and how with these house rules?"""

from __future__ import annotations

import textwrap
import threading
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from analysis.seats import VICTORY
from reports import comparing, words
from reports.figures.canvas import INK, PAPER, WIDE, on_paper, per_cent, press, rows_down, sheet, svg
from reports.figures.inks import part

if TYPE_CHECKING:
    from analysis.paired import Comparison
    from analysis.pairs import Metric
    from analysis.proportions import Estimate
    from analysis.workbench import Trial

#: Characters of a line of the legend.
_LABEL = 34
#: The settings of matplotlib are shared by all threads.
_ONE_AT_A_TIME = threading.Lock()


def picture(trial: Trial, found: Comparison, width: float = WIDE) -> str:
    """Return the figure as SVG text for a page, on paper so that it reads on any ground."""
    with _ONE_AT_A_TIME:
        return on_paper(svg(draw(trial, found, width), "trial"), describe(trial, found))


def draw(trial: Trial, comparison: Comparison, width: float) -> Figure:
    """Draw all games of each side by how they ended, the won ones first, with the interval of the share won."""
    sides = _sides(trial, comparison)
    game = trial.bench.base.game
    looks = {outcome.name: part(number) for number, outcome in enumerate(game.file.outcomes)}
    looks |= {f"{VICTORY}.{seat}": part(number) for number, seat in enumerate(game.file.seats)}
    with press():
        figure, axes = sheet(width, 0.95 + 0.36 * len(sides))
        for row, (_, endings) in enumerate(sides):
            left = 0.0
            for metric, found in endings:
                look = looks.get(metric.name.removeprefix("outcome."), part(0))
                label = "won" if metric.name == "win_rate" else textwrap.fill(metric.label, _LABEL)
                axes.barh(row, found.estimate, left=left, height=0.62, label=None if row else label, **look)
                if found.estimate > 0.06:
                    _inside(axes, left + found.estimate / 2, row, f"{100 * found.estimate:.0f}")
                left += found.estimate
            won = endings[0][1]
            axes.plot([won.low, won.high], [row + 0.39] * 2, color=INK, linewidth=2.2, solid_capstyle="butt")
        rows_down(axes, [label for label, _ in sides])
        axes.set_ylim(len(sides) - 0.45, -0.45)
        per_cent(axes)
        axes.grid(visible=False)
        figure.legend(loc="outside upper left", ncols=3, handlelength=1.3, columnspacing=1.0, fontsize=7.5)
    return figure


def _sides(trial: Trial, comparison: Comparison) -> list[tuple[str, list[tuple[Metric, Estimate]]]]:
    """Return the label of each side and its endings that occurred on either, the won games first."""
    effects = [effect for effect in comparison.effects.values() if effect.metric.is_share]
    if trial.bench.base.game.file.competitive:  # the seats' shares add up to one; shared victories are in them
        parts = (f"{VICTORY}.", "outcome.")
        effects = [effect for effect in effects if effect.metric.name.startswith(parts)]
    effects = [effect for effect in effects if effect.base.estimate or effect.arm.estimate or effect is effects[0]]
    both = [("printed rules", [(effect.metric, effect.base) for effect in effects])]
    if trial.changed:
        both.append(("your rules", [(effect.metric, effect.arm) for effect in effects]))
    return both


def _inside(axes: Any, x: float, row: int, text: str) -> None:
    box = {"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
    axes.text(x, row, text, ha="center", va="center", fontsize=7.5, bbox=box)


def describe(trial: Trial, comparison: Comparison) -> str:
    """Return the figure in words."""
    said = []
    for label, endings in _sides(trial, comparison):
        parts = [
            f"{'won' if metric.name == 'win_rate' else metric.label}"
            f" {words.share(found.estimate, found.low, found.high)}"
            for metric, found in endings
        ]
        said.append(f"{label}: {', '.join(parts)}")
    difference = comparing.difference(comparison.win_rate.difference, "share")
    what = comparison.win_rate.metric.label
    ending = f"; difference of {what} {difference}" if trial.changed else ""
    return f"How {words.count(comparison.pairs, 'game')} of each side end. {'; '.join(said)}{ending}."
