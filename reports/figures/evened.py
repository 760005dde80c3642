"""How little makes the groups equal? Every seat, or thing dealt, as printed and with the changes found."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from reports import words
from reports.figures.canvas import INK, NARROW, PAPER, RULE, SAND, SOFT, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.balanced import BalancedResult, BalancedWay

_NAME, _NAME_NARROW = 34, 22
#: Distance of the two marks of a row from its middle.
_STEP = 0.16


def draw(result: BalancedResult, width: float) -> Figure:
    """Draw a row a group: as it is above, with the best changes below; the band is as wide as the target."""
    names = list(result.groups)
    scale = 100.0 if result.unit == "share" else 1.0
    wide = width > NARROW
    with press():
        figure, axes = sheet(width, 0.95 + 0.42 * len(names))
        best = result.best
        middle = scale * _middle(best)
        half = scale * result.target / 2
        axes.axvspan(middle - half, middle + half, facecolor=SAND, edgecolor=RULE, linewidth=0.4, zorder=0)
        _marks(axes, result.printed, names, scale, -_STEP, filled=False, label="as it is")
        if best.changes:
            longest = 60 if wide else 34
            text = "\n".join(textwrap.wrap(f"with {best.text}", longest))
            _marks(axes, best, names, scale, _STEP, filled=True, label=text)
        longest = _NAME if wide else _NAME_NARROW
        rows_down(axes, ["\n".join(textwrap.wrap(result.groups[name], longest)) for name in names])
        axes.tick_params(axis="y", length=0)
        unit = "victories, per cent" if result.unit == "share" else f"{result.measure}"
        axes.set_xlabel(f"{unit}, mean with interval")
        figure.legend(loc="outside upper left", ncols=2 if wide else 1, handletextpad=0.3, fontsize=8)
    return figure


def _middle(way: BalancedWay) -> float:
    return sum(found.estimate for found in way.means.values()) / max(1, len(way.means))


def _marks(
    axes: Any, way: BalancedWay, names: list[str], scale: float, step: float, *, filled: bool, label: str
) -> None:
    found = [way.means[name] for name in names]
    axes.errorbar(
        [scale * one.estimate for one in found],
        [row + step for row in range(len(names))],
        xerr=[
            [scale * (one.estimate - one.low) for one in found],
            [scale * (one.high - one.estimate) for one in found],
        ],
        linestyle="none",
        marker="o" if filled else "D",
        markersize=5.5,
        markerfacecolor=INK if filled else PAPER,
        markeredgecolor=INK if filled else SOFT,
        ecolor=INK if filled else SOFT,
        elinewidth=1.4,
        zorder=3,
        label=label,
    )


def describe(result: BalancedResult) -> str:
    """Return the figure in words."""

    def said(way: BalancedWay) -> str:
        parts = []
        for name, found in way.means.items():
            value = (
                words.share(found.estimate, found.low, found.high)
                if result.unit == "share"
                else words.quantity(found.estimate, result.unit, found.standard_error)
            )
            parts.append(f"{result.groups[name]} {value}")
        return ", ".join(parts)

    text = f"As it is: {said(result.printed)}."
    best = result.best
    return f"{text} With {best.text}: {said(best)}." if best.changes else text
