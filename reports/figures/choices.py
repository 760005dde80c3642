"""Are the things that are dealt worth alike? Victories and points with each, against an equal share."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports import comparing
from reports.figures.canvas import INK, NARROW, SAND, press, rows_down
from reports.figures.inks import series

if TYPE_CHECKING:
    from analysis.proportions import Estimate

#: Distance of two series within a row, and what all of them may take of it.
_STEP, _ROOM = 0.22, 0.8
_NAME, _NAME_NARROW = 34, 24


@dataclass(frozen=True)
class Series:
    """What each thing is worth at one table.

    Attributes
    ----------
    label : str
        Which table: ``"3 players"``.
    victory : dict of str to Estimate
        Win share with each thing minus the equal share, 0 to 1.
    points : dict of str to Estimate
        Points with each minus the mean of all.
    """

    label: str
    victory: dict[str, Estimate]
    points: dict[str, Estimate]


def ranked(found: Sequence[Series]) -> list[str]:
    """Return the things, those that win most on top, by their mean over the tables."""
    names = list(dict.fromkeys(name for one in found for name in one.victory))

    def worth(name: str) -> float:
        values = [one.victory[name].estimate for one in found if name in one.victory and one.victory[name].known]
        return sum(values) / len(values) if values else 0.0

    return sorted(names, key=lambda name: -worth(name))


def draw(found: Sequence[Series], unit: str, width: float) -> Figure:
    """Draw victories on one side and points on the other, a row a thing, a mark a table."""
    names = ranked(found)
    beside = width > NARROW
    one = 0.3 + (0.14 + 0.13 * len(found)) * len(names)
    with press():
        figure = Figure(
            figsize=(width, 0.7 + one if beside else 0.75 + 2 * (one + 0.3)),
            layout=ConstrainedLayoutEngine(w_pad=0.04, h_pad=0.03),
        )
        shape = (1, 2) if beside else (2, 1)
        left, right = figure.subplots(*shape, sharey=True).ravel().tolist()
        _side(left, [(s.label, s.victory) for s in found], names, 100.0)
        _side(right, [(s.label, s.points) for s in found], names, 1.0)
        left.set_xlabel("victories above an equal share," + (" " if beside else "\n") + "percentage points")
        right.set_xlabel(f"{unit} above the mean")
        longest = _NAME if beside else _NAME_NARROW
        for axes in (left, right):
            rows_down(axes, ["\n".join(textwrap.wrap(name, longest)) for name in names])
            axes.tick_params(axis="y", length=0)
        handles, labels = left.get_legend_handles_labels()
        if len(found) > 1:
            figure.legend(handles, labels, loc="outside upper left", ncols=4 if beside else 2, handletextpad=0.3)
    return figure


def _side(axes: Any, found: Sequence[tuple[str, dict[str, Estimate]]], names: list[str], scale: float) -> None:
    axes.axvline(0, color=INK, linewidth=0.9, zorder=1)
    for row in range(0, len(names), 2):
        axes.axhspan(row - 0.5, row + 0.5, color=SAND, alpha=0.45, linewidth=0, zorder=0)
    step = min(_STEP, _ROOM / len(found))
    for number, (label, values) in enumerate(found):
        shown = [(row, values[name]) for row, name in enumerate(names) if name in values and values[name].known]
        axes.errorbar(
            [scale * value.estimate for _, value in shown],
            [row + step * (number - (len(found) - 1) / 2) for row, _ in shown],
            xerr=[
                [scale * (value.estimate - value.low) for _, value in shown],
                [scale * (value.high - value.estimate) for _, value in shown],
            ],
            linestyle="none",
            markersize=4.6,
            elinewidth=1.2,
            zorder=3,
            label=label,
            **series(number),
        )


def describe(found: Sequence[Series], unit: str) -> str:
    """Return the figure in words."""
    said = []
    for one in found:
        values = [
            f"{name} {comparing.signed(v.estimate, 'share', v.standard_error)}"
            f" and {comparing.signed(one.points[name].estimate, unit, one.points[name].standard_error)}"
            for name, v in one.victory.items()
        ]
        said.append(f"{one.label}: {', '.join(values)}")
    return f"Victories above an equal share, and {unit} above the mean, with each. {'; '.join(said)}."
