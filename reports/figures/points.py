"""With how much do people win? Points of everybody and of the winners, a panel for each number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports import words
from reports.figures.canvas import INK, NARROW, RED, SAND, SOFT, press

#: Edges of bins, one more than heights, and the share of all values per unit in each.
Steps = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class Spread:
    """Points at one number of players.

    Attributes
    ----------
    label : str
        Which table: ``"3 players"``.
    everybody, winners : Steps
        Points of all players, and of the winners.
    mean, winning : float
        Mean of all players, and of the winners.
    """

    label: str
    everybody: Steps
    winners: Steps
    mean: float
    winning: float


def draw(spreads: Sequence[Spread], unit: str, width: float) -> Figure:
    """Draw a filled histogram of all players and the outline of the winners', all on one axis."""
    beside = width > NARROW
    with press():
        figure = Figure(
            figsize=(width, 2.2 if beside else 0.5 + 1.35 * len(spreads)),
            layout=ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03),
        )
        shape = (1, len(spreads)) if beside else (len(spreads), 1)
        panels = figure.subplots(*shape, sharex=True, sharey=True, squeeze=False).ravel().tolist()
        for axes, spread in zip(panels, spreads, strict=True):
            _panel(axes, spread)
        top = max(
            height for spread in spreads for _, heights in (spread.everybody, spread.winners) for height in heights
        )
        panels[0].set_ylim(0, 1.06 * top)
        panels[len(panels) // 2 if beside else -1].set_xlabel(unit)
        handles, names = panels[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside upper left", ncols=3, handletextpad=0.4)
    return figure


def _panel(axes: Any, spread: Spread) -> None:
    edges, heights = spread.everybody
    axes.stairs(heights, edges, fill=True, facecolor=SAND, edgecolor=SOFT, label="all players")
    edges, heights = spread.winners
    axes.stairs(heights, edges, color=RED, linewidth=1.5, label="winners")
    axes.axvline(spread.mean, color=INK, linewidth=1.0, linestyle=":")
    axes.axvline(spread.winning, color=INK, linewidth=1.0)
    axes.set_title(spread.label, loc="left", fontsize=9, fontweight="bold")
    said = f"mean {words.number(spread.mean)}, winners {words.number(spread.winning)}"
    axes.set_title(said, loc="right", fontsize=7.5, color=SOFT)
    axes.set_yticks([])


def describe(spreads: Sequence[Spread], unit: str) -> str:
    """Return the figure in words."""
    said = [
        f"{s.label}: all players have {words.number(s.mean)} {unit} on average, winners {words.number(s.winning)}"
        for s in spreads
    ]
    return f"How {unit} are spread. {'; '.join(said)}."
