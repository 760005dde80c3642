"""How hard is it for whom, and what is luck? Win rate against rung, a panel a scenario; the parts of the variance."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from analysis.skill_result import ALL
from reports import skill_text
from reports.figures import canvas
from reports.figures.canvas import BLUE, INK, NARROW, PAPER, RULE, SAND, SOFT, WIDE, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.skill_result import SkillResult

#: Panels beside each other on a page, and in a column.
_BESIDE, _BESIDE_NARROW = 5, 3
_TITLE = 86
#: Look of the parts: lightness and hatching tell them apart.
_PARTS: dict[str, dict[str, Any]] = {
    "skill": {"facecolor": INK, "label": "who plays"},
    "shared": {"facecolor": BLUE, "hatch": "////", "label": "luck all share"},
    "own": {"facecolor": SAND, "label": "luck of one's own"},
}


def write(result: SkillResult, path: Path, command: str) -> None:
    """Write the panels as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    canvas.write(draw(result, WIDE, command), "ladder-of-skill", path)


def draw(result: SkillResult, width: float, command: str = "") -> Figure:
    """Draw a panel a scenario: win rate by rung with intervals, and the mean of all as a pale line behind."""
    count = len(result.scenarios)
    beside = min(count, _BESIDE if width > NARROW else _BESIDE_NARROW)
    down = -(-count // beside)
    headline = "\n".join(textwrap.wrap(" ".join(skill_text.answer(result)[:2]), _TITLE)) if command else ""
    note = caption(result, command) if command else ""
    height = 0.6 + 1.75 * down + 0.19 * (headline.count("\n") + 1) * bool(command) + 0.12 * note.count("\n")
    with press():
        figure = Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03))
        panels = figure.subplots(down, beside, sharex=True, sharey=True, squeeze=False).ravel().tolist()
        for axes, name in zip(panels, result.scenarios, strict=False):
            _panel(axes, result, name)
        for axes in panels[count:]:
            axes.set_axis_off()
        _rung_names(figure, result, beside, count)
        if command:
            canvas.words_around(figure, headline, note)
    return figure


def _panel(axes: Any, result: SkillResult, name: str) -> None:
    places = range(len(result.policies))
    if len(result.scenarios) > 1:
        mean = [result.rate(ALL, policy).estimate for policy in result.policies]
        axes.plot(places, mean, color=RULE, linewidth=3.5, zorder=1, solid_capstyle="round")
    rates = [result.rate(name, policy) for policy in result.policies]
    axes.plot(places, [found.estimate for found in rates], color=INK, linewidth=1.3, zorder=2)
    for place, found in zip(places, rates, strict=True):
        axes.plot([place, place], [found.low, found.high], color=INK, linewidth=1.6, zorder=3)
    last = len(rates) - 1
    for place, found in enumerate(rates):
        face = INK if place == last else PAPER
        axes.plot(place, found.estimate, "o", markersize=4, markerfacecolor=face, markeredgecolor=INK, zorder=4)
    axes.set_title(skill_text.label(result, name), loc="left", fontsize=9.5, fontweight="bold", pad=3)
    skill = result.luck[name].parts.skill
    text = f"skill {100 * skill.estimate:.0f} %" if skill.known else "all alike"
    axes.set_title(text, loc="right", fontsize=7.5, color=SOFT, pad=3)
    axes.set_ylim(-0.04, 1.04)
    axes.set_yticks([0, 0.5, 1], ["0 %", "50 %", "100 %"])
    axes.grid(axis="y")
    axes.tick_params(axis="y", labelsize=7.5)


def _rung_names(figure: Figure, result: SkillResult, beside: int, count: int) -> None:
    """Name the rungs below the lowest panel of each column."""
    names = list(result.policies)
    for place, axes in enumerate(figure.axes[:count]):
        axes.set_xlim(-0.35, len(names) - 0.65)
        axes.set_xticks(range(len(names)), [_short(name) for name in names], rotation=60, ha="right", fontsize=7.5)
        axes.set_xticks(range(len(names)))
        axes.tick_params(axis="x", labelbottom=place + beside >= count)
        for text in axes.get_xticklabels():
            text.set_rotation_mode("anchor")


def _short(name: str) -> str:
    return textwrap.shorten(Path(name).stem if name.endswith(".py") else name, 16, placeholder="...")


def describe(result: SkillResult) -> str:
    """Return the panels in words."""
    said = []
    for name in result.scenarios:
        rates = [f"{policy} {skill_text.rate(result.rate(name, policy))}" for policy in result.policies]
        said.append(f"{skill_text.label(result, name)}: {', '.join(rates)}")
    return f"Win rate by rung, the weakest player first. {'; '.join(said)}."


# --- the parts of the variance ---------------------------------------------------------------------------------------


def draw_luck(result: SkillResult, width: float) -> Figure:
    """Draw a bar a scenario, where skill decides most on top, cut into who plays, shared luck, own luck."""
    names = [name for group in result.by_skill() for name in group]
    with press():
        figure, axes = sheet(width, 0.7 + 0.27 * max(len(names), 1))
        named = False
        for row, name in enumerate(names):
            left = 0.0
            for part, look in _PARTS.items():
                size = max(0.0, getattr(result.luck[name].parts, part).estimate)
                face = {key: value for key, value in look.items() if key != "label"}
                title = look["label"] if row == 0 else None
                axes.barh(row, size, left=left, height=0.62, edgecolor=INK, linewidth=0.5, label=title, **face)
                left += size
            skill = result.luck[name].parts.skill
            for color, thick in ((PAPER, 3.6), (INK, 1.4)):  # seen on black as well
                axes.plot([skill.low, skill.high], [row, row], color=color, linewidth=thick, zorder=3)
            deal = result.luck[name].deal
            if deal is not None and skill_text.is_told(deal):
                start = max(0.0, skill.estimate)
                axes.plot(
                    start + (1 - start) * max(0.0, deal.estimate),
                    row,
                    "D",
                    markersize=4.5,
                    markerfacecolor=PAPER,
                    markeredgecolor=INK,
                    zorder=4,
                    label=None if named else f"of the luck, what the deal decides ({result.main})",
                )
                named = True
        rows_down(axes, [skill_text.label(result, name) for name in names])
        canvas.per_cent(axes)
        axes.set_xlabel("of whether a game is won")
        if names:
            figure.legend(loc="outside upper left", ncols=4 if width > NARROW else 2, handletextpad=0.4, fontsize=8)
    return figure


def describe_luck(result: SkillResult) -> str:
    """Return the bars in words."""
    said = [
        f"{skill_text.label(result, name)}: who plays {skill_text.part(result.luck[name].parts.skill)}, luck all share"
        f" {skill_text.part(result.luck[name].parts.shared)}, luck of one's own"
        f" {skill_text.part(result.luck[name].parts.own)}"
        for group in result.by_skill()
        for name in group
    ]
    return f"What decides whether a game is won. {'; '.join(said)}."


def caption(result: SkillResult, command: str) -> str:
    """Return how to read it and how it was found."""
    word = result.game.file.scenario_word
    parts = [
        f"A panel a {word}: share of games won by each policy, the weakest first, with 95 % intervals; pale: the mean"
        f" of all {word}s. Skill: the part of whether a game is won that is decided by which of these policies plays.",
        *skill_text.method(result)[:1],
    ]
    return canvas.note_of(parts, command)
