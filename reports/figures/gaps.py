"""How many dollars is each scenario from an even chance?"""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import BLUE, INK, NARROW, PAPER, RED, SOFT, press, rows_down, sheet
from reports.figures.inks import labels


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw by how much each cost would have to move, in the order of the rulebook."""
    names = [name for name in result.scenarios if result.cell(name).gap is not None]
    with press():
        figure, axes = sheet(width, 0.5 + 0.3 * len(names))
        reach = max((abs(g.dollars or 0) for name in names if (g := result.cell(name).gap)), default=0)
        for row, name in enumerate(names):
            gap = result.cell(name).gap
            assert gap is not None
            if gap.dollars is None:
                place = {"textcoords": "offset points", "va": "center", "fontsize": 8.5}
                axes.annotate("none", (0, row), (5, 0), color=SOFT, **place)
                continue
            hard = gap.dollars < 0
            axes.barh(
                row, gap.dollars, height=0.56, color=RED if hard else BLUE, edgecolor=INK, hatch="////" if hard else ""
            )
            axes.plot([gap.low, gap.high], [row, row], color=PAPER, linewidth=3.2, solid_capstyle="butt")
            axes.plot([gap.low, gap.high], [row, row], color=INK, linewidth=1.3, solid_capstyle="butt")
            end = min(gap.low or 0, gap.dollars) if hard else max(gap.high or 0, gap.dollars)
            axes.annotate(
                _signed(gap.dollars, gap.unit),
                (end, row),
                (-5 if hard else 5, 0),
                textcoords="offset points",
                ha="right" if hard else "left",
                va="center",
                fontsize=8.5,
                fontweight="bold",
            )
        rows_down(axes, labels(result, names))
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_xlim(-1.3 * reach - 3, 1.3 * reach + 3)
        axes.set_xticks([])
        gap_between = "      for an even chance      " if width > NARROW else "    |    "
        axes.set_xlabel(f"◂ must cost less{gap_between}may cost more ▸")
    return figure


def _signed(amount: int, unit: str) -> str:
    text = words.quantity(abs(amount), unit)
    return f"{'+' if amount > 0 else '−' if amount < 0 else ''}{text}"


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    said = []
    for name, label in zip(result.scenarios, labels(result, result.scenarios), strict=True):
        gap = result.cell(name).gap
        if gap is not None:
            said.append(f"{label} {_signed(gap.dollars, gap.unit) if gap.dollars is not None else 'none'}")
    return f"Change of cost for an even chance, {result.main}: {', '.join(said)}."
