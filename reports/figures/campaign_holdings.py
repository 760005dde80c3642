"""What does a club own when?"""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analysis.campaign import CampaignResult
from analysis.statements import scenario_label
from reports.figures.canvas import INK, NARROW, PAPER, RULE, press, rows_down, sheet

#: Ink of a cell that every club has, and the share from which on its number is printed in paper.
_FULL, _REVERSED = 0.85, 0.62


def holdings(result: CampaignResult) -> dict[str, list[str]]:
    """Return the things that some club of the main combination held, by holding; the first to be held on top."""
    years = result.careers[result.main].years
    found: dict[str, list[str]] = {}
    for name, things in years[0].held.items():
        shares = {thing: [_known(year.held[name][thing].estimate) for year in years] for thing in things}
        some = [thing for thing in things if any(shares[thing])]
        found[name] = sorted(some, key=lambda thing: (-sum(shares[thing]), thing))
    return {name: things for name, things in found.items() if things}


def _known(share: float) -> float:
    return share if share == share else 0.0


def draw(result: CampaignResult, width: float) -> Figure:
    """Draw a cell for each thing and year: the darker, the more clubs hold it; the number is the share in per cent."""
    found = holdings(result)
    counts = [len(things) for things in found.values()]
    wide = width > NARROW
    with press():
        figure, grid = sheet(
            width,
            0.75 + 0.25 * sum(counts) + 0.28 * len(counts),
            nrows=len(found),
            sharex=True,
            squeeze=False,
            gridspec_kw={"height_ratios": counts},
        )
        for axes, (name, things) in zip(grid.flat, found.items(), strict=True):
            _map(axes, result, name, things, wide)
        labels = [scenario_label(result.game, name) for name in result.scenarios]
        shown = labels if wide else [f"’{name[-2:]}" if name.isdigit() else name for name in labels]
        grid.flat[-1].set_xticks(range(len(labels)), shown)
        grid.flat[0].set_xlim(-0.5, len(labels) - 0.5)
    return figure


def _map(axes: Any, result: CampaignResult, name: str, things: list[str], wide: bool) -> None:
    word = result.game.file.scenario_word
    when = f"after the {word}, of clubs alive" if name == "upgrades" else f"during the {word}, of clubs that came to it"
    axes.set_title(
        f"{name} {when}, per cent" if wide else f"{name} {when.partition(',')[0]}, %", fontsize=8.5, loc="left"
    )
    rows_down(axes, things)
    axes.tick_params(axis="y", labelsize=8.5 if wide else 7)
    axes.grid(visible=False)
    for row, thing in enumerate(things):
        for place, year in enumerate(result.careers[result.main].years):
            share = _known(year.held[name][thing].estimate)
            cell = Rectangle((place - 0.48, row - 0.46), 0.96, 0.92, linewidth=0)
            # lightness by opacity of the one ink, so that it follows the page's theme
            cell.set(facecolor=INK if share else RULE, alpha=_FULL * share if share else 0.25)
            axes.add_patch(cell)
            if share:
                ink = PAPER if share > _REVERSED else INK
                text = f"{100 * share:.0f}" if share >= 0.005 else "<1"
                axes.text(place, row, text, ha="center", va="center", fontsize=7.5 if wide else 5.6, color=ink)


def describe(result: CampaignResult) -> str:
    """Return the figure in words."""
    years = result.careers[result.main].years
    said = []
    for name, things in holdings(result).items():
        for thing in things:
            half = next((y.scenario for y in years if y.held[name][thing].estimate > 0.5), None)
            when = f"by most clubs from {scenario_label(result.game, half)} on" if half else "never by most clubs"
            said.append(f"{thing} {when}")
    return f"What the clubs hold. {'; '.join(said)}."
