"""What wins games? What one player loses who must do without a thing among others who have it, the dearest on top."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports import comparing, without_text
from reports.figures import canvas
from reports.figures.canvas import BLUE, INK, NARROW, PAPER, RED, SAND, WIDE, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.without_result import OneWithout, WithoutResult

_NAME, _NAME_NARROW = 40, 22
_TITLE = 86
#: Look by verdict: filled where it is shown to win games, hatched where it costs some, hollow where nothing is shown.
_LOOKS: dict[str, dict[str, Any]] = {
    "helps": {"facecolor": BLUE},
    "harms": {"facecolor": RED, "hatch": "////"},
    "nothing": {"facecolor": PAPER},
    "unknown": {"facecolor": PAPER, "linestyle": ":"},
    "unused": {"facecolor": PAPER},
}
#: Things drawn; the table has the others.
MOST = 24


def ranked(result: WithoutResult, scenario: str) -> list[OneWithout]:
    """Return what was forbidden, the most valuable first."""
    found = [result.worths[name, scenario] for name in result.mechanics if (name, scenario) in result.worths]
    return sorted(found, key=lambda one: (one.verdict == "unused", -one.worth.estimate))


def write(result: WithoutResult, path: Path, command: str) -> None:
    """Write the figure of all scenarios as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    canvas.write(sheet_of(result, command), "without", path)


def sheet_of(result: WithoutResult, command: str) -> Figure:
    """Draw a panel a scenario, with the answer above and how it was found below."""
    rows = [ranked_by_group(result, scenario) for scenario in result.scenarios]
    headline = "\n".join(textwrap.wrap(without_text.answer(result)[0], _TITLE))
    note = caption(result, command)
    panels = [0.5 + 0.25 * len(entries) for entries in rows]
    text = canvas.height_of_words(headline, note)
    with press():
        figure = Figure(
            figsize=(WIDE, sum(panels) + text + 0.1), layout=ConstrainedLayoutEngine(w_pad=0.02, h_pad=0.03)
        )
        found = figure.subplots(len(rows), 1, squeeze=False, height_ratios=panels).ravel().tolist()
        for axes, scenario, entries in zip(found, result.scenarios, rows, strict=True):
            bars_on(axes, entries, 100 * result.margin, True)
            if len(rows) > 1:
                axes.set_title(without_text.place(result, scenario), loc="left", fontsize=8.5)
        canvas.words_around(figure, headline, note)
    return figure


def ranked_by_group(result: WithoutResult, scenario: str) -> list[OneWithout | str]:
    """Return headings and what is under them, the most valuable first."""
    rows: list[OneWithout | str] = []
    for group, found in without_text.grouped(result, scenario):
        rows += [group] if group else []
        rows += found
    return rows


def caption(result: WithoutResult, command: str) -> str:
    """Return how to read it and how it was found."""
    parts = [
        "Filled: shown to win games; hatched: to cost some; dotted: not yet known; within the band"
        f" (\u00b1{without_text.margin(result)}) it is worth nothing.",
        *without_text.method(result),
    ]
    return canvas.note_of(parts, command)


def draw(result: WithoutResult, scenario: str, width: float) -> Figure:
    """Draw a bar a thing, its worth in victories with its interval, and the band that does not matter."""
    entries = ranked(result, scenario)[:MOST]
    with press():
        figure, axes = sheet(width, 0.6 + 0.25 * len(entries))
        bars_on(axes, entries, 100 * result.margin, width > NARROW)
    return figure


def bars_on(axes: Any, entries: Sequence[OneWithout | str], margin: float, wide: bool) -> None:
    """Draw a bar a thing; a text stands as a heading in a row of its own."""
    axes.axvspan(-margin, margin, color=SAND, zorder=0)
    axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
    found = [(row, entry) for row, entry in enumerate(entries) if not isinstance(entry, str)]
    for row, entry in found:
        _bar(axes, row, entry, wide)
    longest = _NAME if wide else _NAME_NARROW
    names = [entry if isinstance(entry, str) else entry.title for entry in entries]
    rows_down(axes, [textwrap.shorten(name, longest, placeholder=" ...") for name in names])
    for named, label in zip(entries, axes.get_yticklabels(), strict=True):
        if isinstance(named, str):
            label.set_fontweight("bold")
    axes.tick_params(axis="y", length=0)
    ends = [100 * end for _, entry in found for end in (entry.worth.low, entry.worth.high)]
    low, high = min([-margin, *ends]), max([margin, *ends])
    room = 0.45 * (high - low)
    axes.set_xlim(low - 0.04 * (high - low), high + room)
    axes.set_xlabel("victories lost without it, percentage points")


def _bar(axes: Any, row: int, found: OneWithout, wide: bool) -> None:
    if found.verdict == "unused":
        axes.annotate(
            "never used", (0, row), (4, 0), textcoords="offset points", va="center", fontsize=7.5, style="italic"
        )
        return
    value, low, high = (100 * end for end in (found.worth.estimate, found.worth.low, found.worth.high))
    axes.barh(row, value, height=0.62, edgecolor=INK, linewidth=0.6, zorder=2, **_LOOKS[found.verdict])
    axes.plot([low, high], [row, row], color=INK, linewidth=1.2, zorder=3, solid_capstyle="butt")
    for end in (low, high):
        axes.plot([end, end], [row - 0.16, row + 0.16], color=INK, linewidth=0.8, zorder=3)
    text = comparing.signed(found.worth.estimate, "share", found.worth.standard_error).replace("-", "−")
    points = comparing.signed(found.points.estimate, "", found.points.standard_error).strip().replace("-", "−")
    axes.annotate(
        f"{text}, {points} points" if wide else text,
        (max(high, 0), row),
        (4, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
        fontweight="bold" if found.verdict in ("helps", "harms") else "normal",
    )


def describe(result: WithoutResult, scenario: str) -> str:
    """Return the figure in words."""
    said = [
        f"{found.title}: "
        + (
            "never used"
            if found.verdict == "unused"
            else comparing.difference(found.worth, "share")
            + {"nothing": ", worth nothing within the margin", "unknown": ", not yet known"}.get(found.verdict, "")
        )
        for found in ranked(result, scenario)[:MOST]
    ]
    return f"What one player loses in victories without each thing. {'; '.join(said)}."
