"""What is each mechanic worth? A row a mechanic, the most valuable on top; over several scenarios a ring for each."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from reports import mechanics_text
from reports.figures import canvas
from reports.figures.canvas import INK, NARROW, PAPER, SAND, SOFT, WIDE, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.mechanics import MechanicsResult

_TITLE = 86
_NAME, _NAME_NARROW = 40, 22


def write(result: MechanicsResult, path: Path, command: str) -> None:
    """Write the figure as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    canvas.write(draw(result, WIDE, command), "mechanics", path)


def draw(result: MechanicsResult, width: float, command: str = "") -> Figure:
    """Draw what each mechanic is worth with its interval, and the band within which it is nothing."""
    headline = "\n".join(textwrap.wrap(mechanics_text.answer(result)[0], _TITLE)) if command else ""
    note = caption(result, command) if command else ""
    lines = canvas.height_of_words(headline, note) if command else 0
    several = len(result.scenarios) > 1
    with press():
        figure, axes = sheet(width, 0.75 + lines + 0.27 * len(result.mechanics))
        margin = 100 * result.margin
        axes.axvspan(-margin, margin, color=SAND, zorder=0)
        axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
        for row, name in enumerate(result.mechanics):
            if several and result.worths[name, result.place].verdict != "unused":
                _rings(axes, row, result, name)
            _mark(axes, row, result, name, "mean of all" if row == 0 and several else None)
        longest = _NAME if width > NARROW else _NAME_NARROW
        names = [result.worths[name, result.place].title for name in result.mechanics]
        rows_down(axes, [textwrap.shorten(name, longest, placeholder=" ...") for name in names])
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("games won with it minus without, percentage points")
        if several:
            axes.legend(loc="lower right", handletextpad=0.3)
        if command:
            canvas.words_around(figure, headline, note)
    return figure


def _rings(axes: Any, row: int, result: MechanicsResult, name: str) -> None:
    """Draw a ring a scenario, and name the one in which the mechanic is worth most."""
    values = {place: 100 * result.worths[name, place].worth.estimate for place in result.scenarios}
    label = f"one {result.game.file.scenario_word}" if row == 0 else None
    look = {"markersize": 4, "markerfacecolor": PAPER, "markeredgecolor": SOFT, "markeredgewidth": 0.8}
    axes.plot(list(values.values()), [row] * len(values), "o", linestyle="none", zorder=2, label=label, **look)
    most = max(values, key=lambda place: values[place])
    if result.worths[name, most].verdict == "helps":
        text, at = mechanics_text.place(result, most), (values[most], row)
        axes.annotate(text, at, (5, 0), textcoords="offset points", va="center", fontsize=7, color=SOFT)


def _mark(axes: Any, row: int, result: MechanicsResult, name: str, label: str | None) -> None:
    """Draw a worth with its interval: filled where shown, hollow where not; never used: a cross."""
    found = result.worths[name, result.place]
    if found.verdict == "unused":
        axes.plot(0, row, "x", color=INK, markersize=5, linestyle="none", zorder=4, label=label)
        return
    low, high = 100 * found.worth.low, 100 * found.worth.high
    axes.plot([low, high], [row, row], color=INK, linewidth=1.6, zorder=3, solid_capstyle="butt")
    shown = found.verdict in ("helps", "harms")
    face = INK if shown else PAPER
    axes.plot(
        100 * found.worth.estimate, row, "D", markersize=5.5, markerfacecolor=face, markeredgecolor=INK, zorder=4,
        linestyle="none", label=label,
    )  # fmt: skip


def describe(result: MechanicsResult) -> str:
    """Return the figure in words."""
    found = [result.worths[name, result.place] for name in result.mechanics]
    said = [f"{worth.title}: {mechanics_text.verdict(worth, result)}" for worth in found]
    return f"What each mechanic is worth to '{result.policy}', in percentage points: {'; '.join(said)}."


def caption(result: MechanicsResult, command: str) -> str:
    """Return how to read it and how it was found."""
    parts = [
        "Filled: shown to win or lose games; hollow: not shown; cross: no game went otherwise. Within the band"
        f" (±{mechanics_text.margin(result)}) it is worth nothing.",
        *mechanics_text.method(result),
    ]
    return canvas.note_of(parts, command)
