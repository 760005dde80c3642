"""How often is each scenario won, by whom, and which cannot be told apart?"""

from __future__ import annotations

import textwrap
from typing import Any

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import INK, NARROW, SAND, SOFT, per_cent, press, sheet
from reports.figures.inks import labels, policy_looks, ranked_scenarios


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw one row a scenario, hardest on top: win rate of each policy, and the band of the sampled assumptions."""
    scenarios = ranked_scenarios(result)
    with press():
        figure, axes = sheet(width, 0.75 + 0.44 * len(scenarios))
        _bands(axes, result, scenarios)
        for policy, look in reversed(list(policy_looks(result).items())):
            _marks(axes, result, scenarios, policy, look)
        _ties(axes, result, scenarios)
        wide = width > NARROW
        names = labels(result, scenarios)
        axes.set_yticks(range(len(names)), names if not wide else [""] * len(names))
        if wide:
            _named_rows(axes, result, scenarios, names)
        axes.set_ylim(len(names) - 0.5, -0.6)
        per_cent(axes, least=-0.025)  # so that marks at 0 stay clear of the names
        axes.set_xlabel("games won")
        handles, names = _legend(axes, result)
        columns = 4 if wide else 2
        figure.legend(handles, names, loc="outside upper left", ncols=columns, handletextpad=0.3, columnspacing=1.2)
    return figure


def _legend(axes: Any, result: DifficultyResult) -> tuple[list[Any], list[str]]:
    handles, names = axes.get_legend_handles_labels()
    wanted = [*policy_looks(result), "sampled assumptions, middle 80 %"]
    found = dict(zip(names, handles, strict=True))
    return [found[name] for name in wanted if name in found], [name for name in wanted if name in found]


def _named_rows(axes, result, scenarios, names) -> None:  # type: ignore[no-untyped-def]
    """Write name and title of each scenario left of its row."""
    for row, (scenario, name) in enumerate(zip(scenarios, names, strict=True)):
        place = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center"}
        axes.text(-0.025, row - 0.17, name, fontsize=10, fontweight="bold", **place)
        title = str(result.game.scenarios[scenario].get("title", ""))
        text = textwrap.shorten(title if title != name else "", 38, placeholder=" ...")
        axes.text(-0.025, row + 0.21, text, fontsize=7, color=SOFT, **place)


def _bands(axes, result, scenarios) -> None:  # type: ignore[no-untyped-def]
    if result.sensitivity is None:
        return
    label = "sampled assumptions, middle 80 %"
    for row, scenario in enumerate(scenarios):
        found = result.sensitivity.spread(scenario, result.main)
        if found:
            axes.barh(
                row, found[2] - found[0], left=found[0], height=0.5, color=SAND, label=label if row == 0 else None
            )


def _marks(axes, result, scenarios, policy, look) -> None:  # type: ignore[no-untyped-def]
    played = [(row, name) for row, name in enumerate(scenarios) if (name, policy) in result.cells]
    rates = [result.cells[name, policy].win_rate for _, name in played]
    axes.errorbar(
        [rate.estimate for rate in rates],
        [row for row, _ in played],
        xerr=[[r.estimate - r.low for r in rates], [r.high - r.estimate for r in rates]],
        fmt=look["marker"],
        markersize=5.5,
        markerfacecolor=look["markerfacecolor"],
        markeredgecolor=look["markeredgecolor"],
        ecolor=look["color"],
        elinewidth=1.4,
        zorder=3,
        clip_on=False,
        label=policy,
    )
    if policy == result.main:
        for (row, _), rate in zip(played, rates, strict=True):
            text = words.share(rate.estimate, rate.low, rate.high)
            left = rate.estimate > 0.85
            axes.annotate(
                text,
                (rate.estimate, row),
                (4 if left else 0, 4),  # above: another policy may stand right beside
                textcoords="offset points",
                va="bottom",
                ha="right" if left else "center",
                fontsize=8.5,
                fontweight="bold",
            )


def _ties(axes, result, scenarios) -> None:  # type: ignore[no-untyped-def]
    """Draw a bracket beside scenarios that are tied for the main policy."""
    row = 0
    for group in result.order[result.main]:
        if len(group) > 1:
            axes.plot(
                [1.02, 1.035, 1.035, 1.02], [row - 0.2] * 2 + [row + len(group) - 0.8] * 2, color=INK, clip_on=False
            )
            axes.text(1.05, row + (len(group) - 1) / 2, "tied", rotation=90, va="center", fontsize=8, clip_on=False)
        row += len(group)


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    rows = []
    for scenario, name in zip(ranked_scenarios(result), labels(result, ranked_scenarios(result)), strict=True):
        rates = [
            f"{policy} {words.share(cell.win_rate.estimate, cell.win_rate.low, cell.win_rate.high)}"
            for policy in policy_looks(result)
            if (cell := result.cells.get((scenario, policy)))
        ]
        rows.append(f"{name}: {', '.join(rates)}")
    return f"Win rates, hardest {result.game.file.scenario_word} first. {'; '.join(rows)}."
