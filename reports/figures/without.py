"""What wins games? What one player loses who must do without a thing among others who have it, the dearest on top."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from reports import comparing
from reports.figures.canvas import BLUE, INK, NARROW, PAPER, RED, SAND, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.without_result import OneWithout, WithoutResult

_NAME, _NAME_NARROW = 40, 22
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


def draw(result: WithoutResult, scenario: str, width: float) -> Figure:
    """Draw a bar a thing, its worth in victories with its interval, and the band that does not matter."""
    entries = ranked(result, scenario)[:MOST]
    wide = width > NARROW
    with press():
        figure, axes = sheet(width, 0.6 + 0.25 * len(entries))
        margin = 100 * result.margin
        axes.axvspan(-margin, margin, color=SAND, zorder=0)
        axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
        for row, found in enumerate(entries):
            _bar(axes, row, found, wide)
        longest = _NAME if wide else _NAME_NARROW
        rows_down(axes, [textwrap.shorten(found.title, longest, placeholder=" ...") for found in entries])
        axes.tick_params(axis="y", length=0)
        ends = [100 * end for found in entries for end in (found.worth.low, found.worth.high)]
        low, high = min([-margin, *ends]), max([margin, *ends])
        room = (0.25 if wide else 0.45) * (high - low)
        axes.set_xlim(low - 0.04 * (high - low), high + room)
        axes.set_xlabel("victories lost without it, percentage points")
    return figure


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
