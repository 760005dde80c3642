"""What does it cost to come near a target? Every way of the list by its cost and by what it gives."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from analysis.changewords import in_words
from reports import words
from reports.figures.canvas import BLUE, INK, NARROW, PAPER, RULE, SAND, SOFT, press, sheet

if TYPE_CHECKING:
    from analysis.rates import Rates
    from analysis.tuned import TuneResult, Way
    from sim.registry import Game

#: Characters of a line of the list below the axes.
_WRAP = 104


def draw(game: Game, result: TuneResult[Rates], width: float) -> Figure:
    """Draw the ways, numbered as on the list, over everything that was tried; the target with its tolerance as a band.

    Parameters
    ----------
    width : float
        Inches.
    """
    wide = width > NARROW
    lines = _legend_lines(result, _WRAP if wide else _WRAP // 2)
    with press():
        figure, axes = sheet(width, (3.1 if wide else 2.6) + 0.155 * len(lines))
        axes.grid(True, axis="both")
        _target(axes, result)
        _tried(axes, result)
        for place, way in enumerate([result.printed, *result.ways]):
            _way(axes, result, place, way)
        _axes(axes, game, result)
        figure.supxlabel("\n".join(lines), x=0.012, ha="left", fontsize=7 if wide else 6, color=INK)
    return figure


def _single(result: TuneResult[Rates]) -> bool:
    return len(result.space.scenarios) == 1


def _height(result: TuneResult[Rates], way: Way) -> tuple[float, float, float]:
    """Return estimate and interval of what is drawn upwards: games won, or the mean distance from the targets."""
    found = next(iter(way.rates.values())) if _single(result) else way.distance
    return 100 * found.estimate, 100 * found.low, 100 * found.high


def _target(axes: Any, result: TuneResult[Rates]) -> None:
    tolerance = 100 * result.tolerance
    if _single(result):
        middle = 100 * next(iter(result.target.rates.values()))
        axes.axhspan(
            middle - tolerance, middle + tolerance, facecolor=SAND, edgecolor=RULE, hatch="////", linewidth=0.4
        )
        axes.axhline(middle, color=INK, linewidth=0.8)
    else:
        axes.axhspan(0, tolerance, facecolor=SAND, edgecolor=RULE, hatch="////", linewidth=0.4)


def _tried(axes: Any, result: TuneResult[Rates]) -> None:
    """Draw what was tried as small crosses, where the search saw it."""
    crosses = [
        (one.cost, 100 * _seen(result, one.tallies))
        for one in result.points
        if one.number and one.state != "impossible"
    ]
    axes.plot(
        [x for x, _ in crosses], [y for _, y in crosses], linestyle="none", marker="x", markersize=3, color=SOFT,
        markeredgewidth=0.6, zorder=2,
    )  # fmt: skip


def _seen(result: TuneResult[Rates], tallies: Any) -> float:
    if _single(result):
        tally = next(iter(tallies.values()))
        return float(tally.wins / tally.games)
    return result.target.search_distance(tallies)


def _way(axes: Any, result: TuneResult[Rates], place: int, way: Way) -> None:
    middle, low, high = _height(result, way)
    axes.plot([way.cost, way.cost], [low, high], color=INK, linewidth=1.4, zorder=3)
    filled = way.on_target
    axes.plot(
        way.cost, middle, marker="o", markersize=12, markerfacecolor=BLUE if filled else PAPER,
        markeredgecolor=INK, markeredgewidth=1.6 if filled else 0.9, zorder=4, clip_on=False,
    )  # fmt: skip
    axes.annotate(
        str(place), (way.cost, middle), ha="center", va="center", fontsize=7.5, fontweight="bold",
        color=PAPER if filled else INK, zorder=5,
    )  # fmt: skip


def _axes(axes: Any, game: Game, result: TuneResult[Rates]) -> None:
    ways = [result.printed, *result.ways]
    most = max(way.cost for way in ways)
    axes.set_xlim(-0.05 * max(most, 1.0), 1.08 * max(most, 1.0) + 0.5)
    axes.set_xlabel("cost of the changes")
    heights = [_height(result, way) for way in ways]
    if _single(result):
        middle = 100 * next(iter(result.target.rates.values()))
        ends = [middle, *(low for _, low, _ in heights), *(high for _, _, high in heights)]
        room = max(2.0, 0.12 * (max(ends) - min(ends)))
        axes.set_ylim(max(0, min(ends) - room), min(101, max(ends) + room))
        axes.set_ylabel(f"{'games won' if game.file.team else game.file.won_words}, per cent")
        axes.set_title(
            f"{game.file.title}, {game.file.scenario_word} {result.space.scenarios[0]}: ways to {middle:.4g} %"
        )
    else:
        top = max(high for _, _, high in heights)
        axes.set_ylim(0, 1.1 * top)
        axes.set_ylabel("mean distance from the targets, points")
        scenarios = f"{len(result.space.scenarios)} {game.file.scenario_word}s"
        axes.set_title(f"{game.file.title}, {scenarios} with the same changes")


def _legend_lines(result: TuneResult[Rates], wrap: int) -> list[str]:
    lines = []
    for place, way in enumerate([result.printed, *result.ways]):
        text = f"{place}  {in_words(result.space, way.changes)}: {_said(result, way)}"
        lines += textwrap.wrap(text, wrap, subsequent_indent="     ")
    seeds = f"{words.count(result.confirm_games, 'game')} each on fresh seeds (seed {result.confirm_seed})"
    note = "Filled: on target. Band: target with tolerance. Crosses: tried."
    note += f" Policy {result.policy}, {seeds}, 95 % intervals."
    return lines + textwrap.wrap(note, wrap)


def _said(result: TuneResult[Rates], way: Way) -> str:
    if _single(result):
        found = next(iter(way.rates.values()))
        return words.share_with_interval(found.estimate, found.low, found.high)
    found = way.distance
    return f"{100 * found.estimate:.1f} points ({100 * found.low:.1f} to {100 * found.high:.1f})"


def describe(result: TuneResult[Rates]) -> str:
    """Return the figure in words."""
    ways = [f"{in_words(result.space, way.changes)}, cost {way.cost:g}: {_said(result, way)}" for way in result.ways]
    return f"As it is: {_said(result, result.printed)}. {'; '.join(ways)}."
