"""How many clubs are still alive after each year, and what ended the others?"""

from __future__ import annotations

import textwrap
from importlib.metadata import version
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from analysis.campaign import CampaignResult, Career
from analysis.statements import scenario_label
from reports import campaigning, words
from reports.figures import canvas
from reports.figures.canvas import BLUE, GOLD, INK, NARROW, PAPER, RED, SOFT, WIDE, press, sheet
from reports.figures.inks import part

#: Line of a combination, the main one first: the dashes tell them apart, not the colour.
_LINES: tuple[dict[str, Any], ...] = (
    {"color": INK, "linewidth": 2.0, "linestyle": "-"},
    {"color": BLUE, "linewidth": 1.5, "linestyle": (0, (6, 2))},
    {"color": RED, "linewidth": 1.5, "linestyle": (0, (1.5, 1.5))},
    {"color": SOFT, "linewidth": 1.5, "linestyle": (0, (6, 1.5, 1.5, 1.5))},
    {"color": GOLD, "linewidth": 1.5, "linestyle": (0, (9, 1.5))},
)
#: Least distance of two labels, and the height of one, as a share of the axis.
_APART = 0.085


def looks(result: CampaignResult) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the line of each combination."""
    keys = [result.main, *[career.key for career in result.ranked if career.key != result.main]]
    return {key: _LINES[position % len(_LINES)] for position, key in enumerate(keys)}


def draw(result: CampaignResult, width: float, caption: str = "") -> Figure:
    """Draw the survival curves with bands, and below what ended the main combination's campaigns, year by year."""
    wide = width > NARROW
    with press():
        figure, (top, bottom) = sheet(
            width,
            (4.9 if wide else 4.6) + (0.7 if caption else 0),
            nrows=2,
            sharex=True,
            gridspec_kw={"height_ratios": [1.75, 1]},
        )
        for key, look in reversed(list(looks(result).items())):
            _curve(top, result.careers[key], look)
        _end_labels(top, result, wide)
        _causes(bottom, result, result.careers[result.main], wide)
        _finish(top, bottom, result, wide)
        if caption:
            figure.suptitle(textwrap.fill(campaigning.headline(result), 104), x=0.012, ha="left", fontsize=9.5)
            figure.supxlabel(textwrap.fill(caption, 140), x=0.012, ha="left", fontsize=6.3, color=SOFT)
    return figure


def _curve(axes: Any, career: Career, look: dict[str, Any]) -> None:
    """Draw a step a year, from 100 % before the first; the band holds together for all years."""
    edges = [place - 0.5 for place in range(len(career.years) + 1)]
    places = [-1.0, *(edge for edge in edges[:-1] for _ in range(2)), edges[-1]]

    def steps(values: list[float]) -> list[float]:
        return [1.0, 1.0, *(value for value in values for _ in range(2))]

    low, high = (steps([getattr(year.band, end) for year in career.years]) for end in ("low", "high"))
    axes.fill_between(places, low, high, color=look["color"], alpha=0.16, linewidth=0)
    axes.plot(places, steps([year.survival.estimate for year in career.years]), solid_capstyle="butt", zorder=3, **look)


def _end_labels(axes: Any, result: CampaignResult, wide: bool) -> None:
    """Write the name and the last share of each line at its end, pushed apart where they would touch."""
    found = sorted(looks(result), key=lambda key: result.careers[key].survived.estimate)
    at: list[float] = []
    for key in found:
        wanted = result.careers[key].survived.estimate
        at.append(max(wanted, at[-1] + _APART * (1 if wide else 1.25)) if at else wanted)
    end = len(result.scenarios) - 0.5
    for key, height in zip(found, at, strict=True):
        share = result.careers[key].survived
        axes.plot([end, end + 0.22], [share.estimate, height], color=SOFT, linewidth=0.6, clip_on=False)
        text = f"{campaigning.combination(result, key)}\n{campaigning.short(share)}"
        weight = "bold" if key == result.main else "normal"
        axes.text(end + 0.28, height, text, va="center", fontsize=7.5, linespacing=1.05, fontweight=weight)


def causes_shown(career: Career) -> list[str]:
    """Return the outcomes that ended campaigns."""
    return list(dict.fromkeys(outcome for _, outcome in campaigning.causes(career)))


def _causes(axes: Any, result: CampaignResult, career: Career, wide: bool) -> None:
    """Draw the share of all campaigns that ended in each year, by how the club had closed."""
    outcomes = [outcome.name for outcome in result.game.file.outcomes]
    base = [0.0] * len(career.years)
    for name in sorted(causes_shown(career), key=outcomes.index):
        shares = [
            sum(death.count for death in year.deaths if death.outcome == name) / career.campaigns
            for year in career.years
        ]
        axes.bar(range(len(shares)), shares, bottom=base, width=0.72, label=name, **part(outcomes.index(name)))
        base = [a + b for a, b in zip(base, shares, strict=True)]
    for place, year in enumerate(career.years):
        if year.ended.estimate:
            text = campaigning.short(year.ended).removesuffix(" %")
            axes.text(place, base[place], text, ha="center", va="bottom", fontsize=7.5 if wide else 6)
    axes.set_ylim(0, max([*base, 0.01]) * 1.2)


def _finish(top: Any, bottom: Any, result: CampaignResult, wide: bool) -> None:
    labels = [scenario_label(result.game, name) for name in result.scenarios]
    shown = labels if wide else [f"’{name[-2:]}" if name.isdigit() else name for name in labels]
    for axes in (top, bottom):
        axes.grid(axis="x", visible=False)
        axes.grid(axis="y", visible=True)
        axes.yaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    top.set_ylim(0, 1.03)
    top.set_yticks([0, 0.25, 0.5, 0.75, 1.0])
    bottom.set_xticks(range(len(labels)), shown)
    bottom.set_xlim(-1, len(labels) - 0.5 + (1.75 if wide else 2.9))
    top.set_title(
        f"still alive after each {result.game.file.scenario_word}, of all campaigns", fontsize=8.5, loc="left"
    )
    name = campaigning.combination(result, result.main)
    ended = f"ended in the {result.game.file.scenario_word}, of all campaigns"
    bottom.set_title(f"{ended} of {name}" if len(result.careers) > 1 else ended, fontsize=8.5, loc="left")
    if causes_shown(result.careers[result.main]):
        bottom.legend(
            loc="upper right", fontsize=7.5, handlelength=1.3, borderaxespad=0.1, labelspacing=0.3, facecolor=PAPER
        )


def write(result: CampaignResult, path: Path, command: str) -> None:
    """Write the figure with its caption as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    caption = (
        f"{result.game.file.title}: {result.campaigns:,} campaigns of each, seed {result.seed}, the year policy"
        f" {words.listing(list(result.policies))}; bands: {100 * result.confidence:g} %, together for all"
        f" {result.game.file.scenario_word}s. House Edge {version('house-edge')}, {result.source_digest}: {command}"
    )
    canvas.write(draw(result, WIDE, caption), "campaign-survival", path)


def describe(result: CampaignResult) -> str:
    """Return the figure in words."""
    said = []
    for career in result.ranked:
        shares = ", ".join(
            f"{scenario_label(result.game, year.scenario)} {campaigning.short(year.survival)}" for year in career.years
        )
        said.append(f"{campaigning.combination(result, career.key)}: {shares}")
    career = result.careers[result.main]
    total = sum(campaigning.causes(career).values())
    why = [
        f"{name} {words.part(sum(n for (_, o), n in campaigning.causes(career).items() if o == name) / total)}"
        for name in causes_shown(career)
    ]
    text = f"Share of clubs alive after each {result.game.file.scenario_word}. {'; '.join(said)}."
    return f"{text} What ended the others: {', '.join(why)}." if why else text
