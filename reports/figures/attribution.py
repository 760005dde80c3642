"""What does each rule do to the games won? A tornado chart in percentage points, the largest effect on top."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from reports import attributing, words
from reports.figures import canvas
from reports.figures.canvas import BLUE, INK, PAPER, RED, SAND, WIDE, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.attribution import Attribution, RuleEffect

#: Rules drawn; the caption names how many are left.
MOST = 24
_TITLE = 74
#: Room for the words left of a bar, as a part of the axis.
LEFT = {"costs": 0.2, "takes": 0.32}
#: Look by verdict: filled where an effect is shown, hatched where it costs, hollow where it is not.
_LOOKS: dict[str, dict[str, Any]] = {
    "costs": {"facecolor": RED, "hatch": "////"},
    "helps": {"facecolor": BLUE},
    "takes": {"facecolor": RED, "hatch": "////"},
    "adds": {"facecolor": BLUE},
    "equivalent": {"facecolor": PAPER},
    "unknown": {"facecolor": PAPER, "linestyle": ":"},
}


def write(result: Attribution, path: Path, command: str) -> None:
    """Write the chart as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    canvas.write(draw(result, command), "attribution", path)


def shown(result: Attribution) -> list[RuleEffect]:
    """Return the rules drawn, the largest effects first."""
    return list(result.effects[:MOST])


def draw(result: Attribution, command: str, width: float = WIDE) -> Figure:
    """Draw a bar a rule from no effect to its effect, with its interval and the margin within which nothing matters."""
    entries = shown(result)
    headline, note = title(result), caption(result, command)
    lines = canvas.height_of_words(headline, note)
    with press():
        figure, axes = sheet(width, 0.75 + lines + 0.25 * len(entries))
        canvas.words_around(figure, headline, note, 11)
        margin = _scale(result) * result.margin
        axes.axvspan(-margin, margin, color=SAND, zorder=0)
        axes.axvline(0, color=INK, linewidth=0.8, zorder=1)
        for row, found in enumerate(entries):
            _bar(axes, row, found, result)
        rows_down(axes, [_name(found) for found in entries])
        for label, found in zip(axes.get_yticklabels(), entries, strict=True):
            label.set_fontweight("bold" if found.switch.kind == "special" and not found.switch.part else "normal")
        axes.set_xlim(*_reach(result, entries))
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(_axis(result))
    return figure


def _scale(result: Attribution) -> int:
    """Return by what effects are multiplied to be read: percentage points, or units as they are."""
    return 100 if result.measure.is_share else 1


def _axis(result: Attribution) -> str:
    unit = "percentage points" if result.measure.is_share else result.measure.unit
    if result.game.file.competitive:
        return f"← the rule takes     {unit}     it adds →"
    return f"← the rule costs games     {unit}     it helps →"


def _reach(result: Attribution, entries: list[RuleEffect]) -> tuple[float, float]:
    """Return the ends of the axis, with room for the words beside the bars: a number, or a few words."""
    scale = _scale(result)
    low = min([scale * found.points.low for found in entries] + [-scale * result.margin])
    high = max([scale * found.points.high for found in entries] + [scale * result.margin])
    span = high - low
    left = min([scale * f.points.low - LEFT[f.verdict] * span for f in entries if f.lowers] + [low])
    room = {"helps": 0.2, "adds": 0.3, "costs": 0.0, "takes": 0.0}
    right = max([scale * found.points.high + room.get(found.verdict, 0.5) * span for found in entries] + [high])
    return left - 0.02 * span, right + 0.02 * span


def _name(found: RuleEffect) -> str:
    text = found.switch.name
    return textwrap.shorten(f"{text[:1].upper()}{text[1:]}", 44, placeholder=" ...")


def _bar(axes: Any, row: int, found: RuleEffect, result: Attribution) -> None:
    points = found.points
    value, low, high = (_scale(result) * number for number in (points.estimate, points.low, points.high))
    axes.barh(row, value, height=0.62, edgecolor=INK, linewidth=0.6, zorder=2, **_LOOKS[found.verdict])
    axes.plot([low, high], [row, row], color=INK, linewidth=1.2, zorder=3, solid_capstyle="butt")
    for end in (low, high):
        axes.plot([end, end], [row - 0.16, row + 0.16], color=INK, linewidth=0.8, zorder=3)
    costs = found.lowers
    axes.annotate(
        _words(found, result),
        (low if costs else high, row),
        (-4 if costs else 4, 0),
        textcoords="offset points",
        ha="right" if costs else "left",
        va="center",
        fontsize=7.5,
        fontweight="bold" if found.lowers or found.raises else "normal",
    )


def _words(found: RuleEffect, result: Attribution) -> str:
    text = attributing.points(found).replace("-", "−")
    if found.lowers or found.raises:
        return text
    if found.verdict == "equivalent":
        return f"no effect within ±{attributing.margin(result)}"
    return f"{text}: not yet known"


def title(result: Attribution) -> str:
    """Return the answer as the headline."""
    first, *rest = attributing.answer(result)
    text = f"{first} {rest[0] if rest else ''}".replace("(-", "(−")
    return "\n".join(textwrap.wrap(text, _TITLE))


def caption(result: Attribution, command: str) -> str:
    """Return how to read it and how it was found."""
    more = len(result.effects) - MOST
    competitive, label = result.game.file.competitive, result.measure.label
    what = f"{label[:1].lower()}{label[1:]}" if competitive else "share of games won"
    looks = "Hatched: takes; filled: adds" if competitive else "Hatched: costs; filled: helps"
    parts = [
        f"A bar is the {what} with the rule minus without it; names of special rules of this"
        f" {result.game.file.scenario_word} are bold. {looks}; hollow: nothing shown."
        f" Within the band (±{attributing.margin(result)}) an effect does not matter."
        + (f" {words.count(more, 'smaller effect')} not drawn." if more > 0 else ""),
        f"{result.games:,} games of each on the same seeds (seed {result.base.seed}), policy {result.policy};"
        f" {100 * result.confidence:g} % intervals that hold together for {words.count(len(result.effects), 'rule')}."
        f" Digest of the rules: {result.rules.digest()}.",
    ]
    return canvas.note_of(parts, command)


def describe(result: Attribution) -> str:
    """Return the figure in words."""
    said = [f"{found.switch.name}: {attributing.verdict(found, result)}" for found in shown(result)]
    if result.game.file.competitive:
        label = result.measure.label
        return f"What each rule does to the {label[:1].lower()}{label[1:]}: {'; '.join(said)}."
    return f"What each rule does to the games won, in percentage points: {'; '.join(said)}."
