"""Who beats whom? One player of each policy among players of another, as a square of win shares; and the ratings."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patches import Rectangle

from reports import words
from reports.figures.canvas import BLUE, NARROW, RED, RULE, press, rows_down, sheet
from reports.figures.inks import series

if TYPE_CHECKING:
    from analysis.proportions import Estimate

#: Most ink of a cell: the number on it must stay readable in light, in dark and in print.
_INK = 0.5
#: Characters of a line below a square; three of them stand beside each other.
_LABEL = 32
#: Beside a share that is shown to be above, or below, an equal one.
_ABOVE, _BELOW = "\u25b4", "\u25be"


@dataclass(frozen=True)
class Square:
    """Meetings at one number of players.

    Attributes
    ----------
    label : str
        Which table: ``"3 players"``.
    equal : float
        The share of a player who is as good as the others.
    names : tuple of str
        The policies, the best first.
    shares : dict of (str, str) to Estimate
        Win share of one player of the first policy among players of the second.
    """

    label: str
    equal: float
    names: tuple[str, ...]
    shares: Mapping[tuple[str, str], Estimate]


def draw(squares: Sequence[Square], width: float) -> Figure:
    """Draw a square a table: a row is the one player, a column the others; darker is further from the equal share."""
    beside = width > NARROW and len(squares) > 1
    size = max(len(square.names) for square in squares)
    one = 0.75 + 0.34 * size
    with press():
        figure = Figure(
            figsize=(width, 0.35 + one if beside or len(squares) == 1 else 0.3 + one * len(squares)),
            layout=ConstrainedLayoutEngine(w_pad=0.04, h_pad=0.03),
        )
        shape = (1, len(squares)) if beside else (len(squares), 1)
        panels = figure.subplots(*shape, squeeze=False).ravel().tolist()
        for place, (axes, square) in enumerate(zip(panels, squares, strict=True)):
            square_on(axes, square, named=place == 0 or not beside)
    return figure


def square_on(axes: Any, square: Square, named: bool) -> None:
    """Draw one square; a mark beside a share tells without colour that it is above or below an equal one."""
    names = list(square.names)
    for row, player in enumerate(names):
        for column, others in enumerate(names):
            found = square.shares.get((player, others))
            if player == others or found is None or not found.known:
                axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor="none", edgecolor=RULE, hatch="//"))
                continue
            more = (found.estimate - square.equal) / (
                1 - square.equal if found.estimate > square.equal else square.equal
            )
            ink = BLUE if more > 0 else RED
            axes.add_patch(
                Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=ink, alpha=_INK * min(1.0, abs(more)), linewidth=0)
            )
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor="none", edgecolor=RULE))
            shown = not found.low <= square.equal <= found.high
            mark = f" {_ABOVE if more > 0 else _BELOW}" if shown else ""
            axes.text(
                column, row, words.share(found.estimate, found.low, found.high).removesuffix(" %") + mark, ha="center",
                va="center", fontsize=8, fontweight="bold" if shown else "normal",
            )  # fmt: skip
    axes.set_xlim(-0.5, len(names) - 0.5)
    rows_down(axes, names if named else [""] * len(names))
    axes.set_xticks(range(len(names)), names, rotation=30, ha="left", rotation_mode="anchor", fontsize=8)
    axes.tick_params(axis="both", length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    axes.grid(False)
    axes.spines["bottom"].set_visible(False)
    below = f"{square.label}: equal is {words.part(square.equal)}"
    axes.set_xlabel(below if len(below) <= _LABEL else below.replace(": ", ":\n"), fontsize=8.5)


def describe(squares: Sequence[Square]) -> str:
    """Return the figure in words."""
    said = [
        f"{square.label}, one {player} among {others}: {words.share(s.estimate, s.low, s.high)}"
        for square in squares
        for (player, others), s in square.shares.items()
        if player != others
    ]
    return f"Share of the games that one player of a policy wins among players of another. {'; '.join(said)}."


# --- the ratings -----------------------------------------------------------------------------------------------------


def draw_ratings(found: Sequence[tuple[str, Mapping[str, Estimate]]], unit: str, width: float) -> Figure:
    """Draw a row a policy with its rating at each table; the best of the first table on top."""
    with press():
        figure, axes = sheet(width, 0.75 + ratings_height(found))
        ratings_on(axes, found, unit if width > NARROW else textwrap.fill(unit, 44))
        if len(found) > 1:
            figure.legend(loc="outside upper left", ncols=4 if width > NARROW else 2, handletextpad=0.3)
    return figure


def ratings_height(found: Sequence[tuple[str, Mapping[str, Estimate]]]) -> float:
    """Return how many inches the rows of all policies need."""
    return (0.2 + 0.13 * len(found)) * len({name for _, ratings in found for name in ratings})


def ratings_on(axes: Any, found: Sequence[tuple[str, Mapping[str, Estimate]]], unit: str) -> None:
    """Draw the rows of `draw_ratings`."""
    names = list(dict.fromkeys(name for _, ratings in found for name in ratings))
    step = 0.22
    for number, (label, ratings) in enumerate(found):
        shown = [(row, ratings[name]) for row, name in enumerate(names) if name in ratings]
        axes.errorbar(
            [rating.estimate for _, rating in shown],
            [row + step * (number - (len(found) - 1) / 2) for row, _ in shown],
            xerr=[[r.estimate - r.low for _, r in shown], [r.high - r.estimate for _, r in shown]],
            linestyle="none",
            markersize=5,
            elinewidth=1.4,
            label=label,
            **series(number),
        )
    rows_down(axes, names)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(unit)


def describe_ratings(found: Sequence[tuple[str, Mapping[str, Estimate]]], unit: str) -> str:
    """Return the ratings in words."""
    said = [
        f"{label}: "
        + ", ".join(
            f"{name} {words.number(r.estimate, r.standard_error)} ({words.number(r.low, r.standard_error)} to"
            f" {words.number(r.high, r.standard_error)})"
            for name, r in ratings.items()
        )
        for label, ratings in found
    ]
    return f"The strength of each policy, {unit}. {'; '.join(said)}."
