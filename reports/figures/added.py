"""What does each module add? Small panels, one a quantity, along the modules; a line for each number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports import words
from reports.figures.canvas import NARROW, press
from reports.figures.inks import series

if TYPE_CHECKING:
    from analysis.proportions import Estimate


@dataclass(frozen=True)
class Quantity:
    """One quantity along the modules.

    Attributes
    ----------
    title, unit : str
        What it is; "share" for 0 to 1.
    places : tuple of str
        What the modules are called, in order.
    lines : dict of str to tuple of (Estimate or None)
        By table (``"3 players"``) the value at each place.
    """

    title: str
    unit: str
    places: tuple[str, ...]
    lines: dict[str, tuple[Estimate | None, ...]]


def draw(quantities: Sequence[Quantity], width: float) -> Figure:
    """Draw a panel a quantity; the lines only lead the eye from module to module."""
    beside = width > NARROW
    with press():
        figure = Figure(
            figsize=(width, 2.6 if beside else 0.5 + 1.9 * len(quantities)),
            layout=ConstrainedLayoutEngine(w_pad=0.05, h_pad=0.04),
        )
        shape = (1, len(quantities)) if beside else (len(quantities), 1)
        panels = figure.subplots(*shape, sharex=True, squeeze=False).ravel().tolist()
        for axes, quantity in zip(panels, quantities, strict=True):
            _panel(axes, quantity)
        handles, names = panels[0].get_legend_handles_labels()
        if len(names) > 1:
            figure.legend(handles, names, loc="outside upper left", ncols=4, handletextpad=0.4)
    return figure


def _panel(axes: Any, quantity: Quantity) -> None:
    scale = 100.0 if quantity.unit == "share" else 1.0
    for number, (label, values) in enumerate(quantity.lines.items()):
        shown = [(place, value) for place, value in enumerate(values) if value is not None and value.known]
        low = [scale * (v.estimate - v.low) if v.low == v.low else 0.0 for _, v in shown]
        high = [scale * (v.high - v.estimate) if v.high == v.high else 0.0 for _, v in shown]
        axes.errorbar(
            [place + 0.06 * (number - (len(quantity.lines) - 1) / 2) for place, _ in shown],
            [scale * value.estimate for _, value in shown],
            yerr=[low, high],
            linestyle="-",
            linewidth=0.7,
            markersize=4.2,
            elinewidth=1.2,
            label=label,
            **series(number),
        )
    unit = "per cent" if quantity.unit == "share" else quantity.unit
    said = unit and unit.lower() not in quantity.title.lower()
    axes.set_title(f"{quantity.title}, {unit}" if said else quantity.title, loc="left", fontsize=8.5)
    axes.set_xlim(-0.4, len(quantity.places) - 0.6)
    axes.set_xticks(range(len(quantity.places)), quantity.places)
    axes.grid(True, axis="y")
    axes.grid(False, axis="x")


def describe(quantities: Sequence[Quantity]) -> str:
    """Return the figure in words."""
    said = []
    for quantity in quantities:
        for label, values in quantity.lines.items():
            pairs = zip(quantity.places, values, strict=True)
            line = [f"{place} {_value(value, quantity.unit)}" for place, value in pairs if value is not None]
            said.append(f"{quantity.title}, {label}: {', '.join(line)}")
    return f"What each adds. {'; '.join(said)}."


def _value(found: Estimate, unit: str) -> str:
    if unit == "share":
        return words.share(found.estimate, found.low, found.high)
    return words.quantity(found.estimate, unit, found.standard_error)
