"""A comparison as a picture that stands alone: the answer, before and after, the difference, and how it was found."""

from __future__ import annotations

import re
import textwrap
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from reports import comparing, comparing_seats, words
from reports.figures import canvas
from reports.figures.canvas import BLUE, INK, PAPER, RED, SAND, SOFT, WIDE, press, rows_down, sheet

if TYPE_CHECKING:
    from analysis.compare import ComparisonResult
    from analysis.paired import Effect

#: Characters of a line of the title and of the caption.
_TITLE, _CAPTION = 78, 150
#: Look of the base and of an arm: they differ in lightness and in hatching.
_BASE: dict[str, Any] = {"facecolor": PAPER, "edgecolor": INK, "hatch": "////", "linewidth": 0.7}
_ARM: dict[str, Any] = {"facecolor": BLUE, "edgecolor": INK, "linewidth": 0.7}


def write(result: ComparisonResult, path: Path, command: str) -> None:
    """Write the picture as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    canvas.write(draw(result, command), "before-after", path)


def draw(result: ComparisonResult, command: str) -> Figure:
    """Draw before and after on the left, the differences with intervals and margin on the right."""
    rows = _rows(result)
    by_arm = rows[0][1] is None
    headline, note = title(result), caption(result, command)
    lines = headline.count("\n") + note.count("\n") * 0.62
    with press():
        figure, (left, right) = sheet(
            WIDE, 1.7 + 0.19 * lines + 0.36 * len(rows), ncols=2, sharey=True, gridspec_kw={"width_ratios": [1.25, 1]}
        )
        canvas.words_around(figure, headline, note, 11)
        for row, (_, effect) in enumerate(rows):
            if by_arm:
                _bar(left, result, row, effect)
            else:
                assert effect is not None
                _before_and_after(left, row, effect)
            if effect is not None:
                _difference(right, row, effect)
        if _by_seat(result) and len(rows) == len(result.game.seats_in_play(result.rules(result.arms[0], result.scope))):
            left.axvline(1 / len(rows), color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1)
        _finish(left, right, rows, [effect for _, effect in rows if effect is not None])
        what = _what(result)
        left.set_xlabel(what if by_arm else f"{what}: ○ {result.reference.name}  ● {result.arms[0].name}")
    return figure


def _what(result: ComparisonResult) -> str:
    """Return what the picture is about: games won, the points a player, or, of one arm, whose the wins are."""
    if not result.game.file.competitive:
        return "games won"
    if _by_seat(result):
        return "share of the wins"
    return comparing_seats.small(result.main(result.arms[0].name).leading.metric.label)


def _by_seat(result: ComparisonResult) -> bool:
    """Return whether there is room for the seats: of one arm in one scenario."""
    return result.game.file.competitive and len(result.scenarios) == len(result.arms) == 1


def _scale(effect: Effect) -> int:
    """Return by what differences are multiplied to be read: percentage points, or units as they are."""
    return 100 if effect.metric.is_share else 1


def _rows(result: ComparisonResult) -> list[tuple[str, Effect | None]]:
    """Return label and effect of each row: of the scenarios for one arm in several, else of the base and the arms.

    Of a game played against each other the rows of one arm in one scenario are the seats.
    """
    ranked = [name for group in result.order for name in group]
    if _by_seat(result):
        found = comparing_seats.seat_effects(list(result.main(ranked[0]).effects.values()))
        return [(f"{seat} seat", effect) for seat, effect in found.items()]
    if len(result.scenarios) > 1 and len(ranked) == 1:
        scopes = [*result.scenarios, result.scope]
        labels = [*result.scenarios, "mean"]
        return [(label, result.found[ranked[0], scope].leading) for label, scope in zip(labels, scopes, strict=True)]
    return [(result.reference.name, None), *((name, result.main(name).leading) for name in ranked)]


def _bar(axes: Any, result: ComparisonResult, row: int, effect: Effect | None) -> None:
    """Draw one side as a bar from 0 with its interval; without an effect the base."""
    found = effect.arm if effect is not None else result.main(result.arms[0].name).leading.base
    unit = result.main(result.arms[0].name).leading.metric.unit
    axes.barh(row, found.estimate, height=0.52, **(_ARM if effect is not None else _BASE))
    axes.plot([found.low, found.high], [row, row], color=INK, linewidth=1.6, solid_capstyle="butt")
    axes.annotate(
        comparing.side(found, unit),
        (found.high, row),
        (5, 0),
        textcoords="offset points",
        va="center",
        fontsize=9,
        fontweight="bold",
    )


def _before_and_after(axes: Any, row: int, effect: Effect) -> None:
    """Draw a hollow mark before, a filled one after, and an arrow between them."""
    before, after = effect.base, effect.arm
    axes.plot([before.estimate, after.estimate], [row, row], color=SOFT, linewidth=1.4, zorder=2)
    for found, fill in ((before, PAPER), (after, INK)):
        axes.plot([found.low, found.high], [row, row], color=INK, linewidth=1.0, zorder=3)
        axes.plot(found.estimate, row, "o", markersize=6, color=fill, markeredgecolor=INK, zorder=4, clip_on=False)
    middle, unit = (before.estimate + after.estimate) / 2, effect.metric.unit
    if effect.metric.is_share:
        middle = min(max(middle, 0.13), 0.87)  # the words stay within the axes
    numbers = [
        comparing.side(found, unit) if effect.metric.is_share else words.number(found.estimate, found.standard_error)
        for found in (before, after)
    ]
    axes.annotate(
        " → ".join(numbers),
        (middle, row),
        (0, 7),
        textcoords="offset points",
        ha="center",
        fontsize=7.5,
    )


def _difference(axes: Any, row: int, effect: Effect) -> None:
    """Draw the paired difference with its interval and its verdict."""
    found = effect.difference
    ink = {"better": BLUE, "worse": RED}.get(effect.verdict, INK)
    fill = ink if effect.verdict in ("better", "worse") else PAPER
    scale = _scale(effect)
    axes.plot([scale * found.low, scale * found.high], [row, row], color=INK, linewidth=1.6, solid_capstyle="butt")
    axes.plot(scale * found.estimate, row, "D", markersize=5.5, color=fill, markeredgecolor=INK, zorder=4)
    axes.annotate(
        f"{_points(effect)}  {effect.verdict if effect.verdict != 'unknown' else comparing.verdict(effect)}",
        (scale * found.estimate, row),
        (0, 8),
        textcoords="offset points",
        ha="center",
        fontsize=7.5,
    )


def _finish(left: Any, right: Any, rows: list[tuple[str, Effect | None]], effects: list[Effect]) -> None:
    """Label rows and axes; mark no difference, and the differences that do not matter."""
    rows_down(left, [label for label, _ in rows])
    left.set_ylim(len(rows) - 0.5, -0.75)
    scale, by_arm = _scale(effects[0]), rows[0][1] is None
    if effects[0].metric.is_share:
        left.set_xlim(0, 1.12 if by_arm else 1.0)
        ticks = (0, 0.25, 0.5, 0.75, 1)
        left.set_xticks(ticks, [f"{100 * tick:.0f} %" for tick in ticks])
    else:
        _finish_points(left, effects, by_arm)
    margin = scale * effects[0].margin
    right.axvspan(-margin, margin, color=SAND, zorder=0)
    right.axvline(0, color=INK, linewidth=0.8, zorder=1)
    ends = [scale * end for effect in effects for end in (effect.difference.low, effect.difference.high)]
    low, high = min(*ends, -margin), max(*ends, margin)
    room = 0.32 * (high - low)  # for the words above the marks
    right.set_xlim(low - room, high + room)
    unit = "percentage points" if effects[0].metric.is_share else effects[0].metric.unit
    right.set_xlabel(f"difference in {unit};\nwithin the band it does not matter")
    right.tick_params(axis="y", length=0)


def _finish_points(axes: Any, effects: list[Effect], by_arm: bool) -> None:
    """Set an axis of points: bars begin at 0, marks are shown close."""
    ends = [end for e in effects for found in (e.base, e.arm) for end in (found.low, found.high)]
    low, high = (min(0.0, *ends), max(ends)) if by_arm else (min(ends), max(ends))
    room = 0.6 * (high - low) if by_arm else 0.25 * (high - low) or 1.0
    axes.set_xlim(low - (0 if by_arm and low == 0 else room), high + room)
    axes.set_xlabel("")


def title(result: ComparisonResult) -> str:
    """Return the answer as the headline."""
    if result.game.file.competitive:
        said = [comparing.sentence(result, name) for group in result.order for name in group]
        several = len(result.scenarios) > 1
        met = [comparing_seats.meeting(m, f" ({name})" if several else "") for (_, name), m in result.meetings.items()]
        text = f"{comparing.place(result)}: {'. '.join([*said, *met])}."
        for unit in ("%", "pp"):
            text = text.replace(f" {unit}", f"\u00a0{unit}")
        return _wrapped(re.sub(r"(?<=[ (])-(?=\d)", "−", text), _TITLE)
    best = result.order[0][0]
    effect = result.main(best).win_rate
    before, after = comparing.side(effect.base, "share"), comparing.side(effect.arm, "share")
    where = comparing.place(result)
    if len(result.arms) > 1:
        text = f"{where}: {_several(result)}. {before} of games are won with {comparing.rules_name(result)}."
    elif effect.verdict == "unknown":
        than = comparing.rules_name(result)
        text = f"{where}: {after} won with {best}, {before} with {than}. Whether that matters is not yet known."
    else:
        does = "changes nothing that matters" if effect.verdict == "equivalent" else f"is {effect.verdict}"
        text = f"{where}: {best} {does}. {after} of games are won instead of {before} ({_points(effect)})."
    for unit in ("%", "pp"):  # a number and its unit stay on one line
        text = text.replace(f" {unit}", f"\u00a0{unit}")
    return _wrapped(text, _TITLE)


def _several(result: ComparisonResult) -> str:
    """Return which of several arms are better, worse, change nothing, or are not known."""
    effects = {name: result.main(name).win_rate for group in result.order for name in group}
    said = []
    for verdict, one, many in (
        ("better", "is better", "are better"),
        ("worse", "is worse", "are worse"),
        ("equivalent", "changes nothing that matters", "change nothing that matters"),
        ("unknown", "is not yet known", "are not yet known"),
    ):
        names = [f"{name} ({_points(effect)})" for name, effect in effects.items() if effect.verdict == verdict]
        if names:
            said.append(f"{words.listing(names)} {one if len(names) == 1 else many}")
    return ", ".join(said)


def _points(effect: Effect) -> str:
    found = effect.difference
    return comparing.signed(found.estimate, effect.metric.unit, found.standard_error).replace("-", "−")


def _wrapped(text: str, width: int) -> str:
    return "\n".join(textwrap.wrap(text, width, break_on_hyphens=False, break_long_words=False))


def caption(result: ComparisonResult, command: str) -> str:
    """Return how it was found: games, seed, policy, intervals, rules, and the command that finds it again."""
    from reports.cli.envelope import assumptions

    base, first = result.reference, result.scenarios[0]
    digests = [f"{who.name} {result.rules(who, first).digest()}" for who in (base, *result.arms)]
    many = f", together for {result.comparisons} comparisons" if result.comparisons > 1 else ""
    kind = "confidence sequences" if result.extent.until else "paired intervals"
    assumed = len(assumptions(result.game, result.rules(base, first)))
    policies = " or ".join(dict.fromkeys(who.policy for who in (base, *result.arms)))
    stop = f" Played until {result.stop['reason']}." if result.status == "stopped" else ""
    parts = [
        f"{words.count(result.pairs, 'game')} of each on the same seeds (seed {result.base.seed}), policy {policies};"
        f" {100 * result.extent.confidence:g} % {kind}{many}.{stop}"
        + (f" {assumed} rule values are assumed, not printed in the rulebook." if assumed else ""),
        f"Digests of the rules{f' of {first}' if len(result.scenarios) > 1 else ''}: {', '.join(digests)}.",
        f"House Edge {version('house-edge')}: {command}",
    ]
    if _by_seat(result):
        parts.insert(0, "Dashed: an equal part of the wins. The intervals of the seats hold together.")
    return "\n".join(_wrapped(part, _CAPTION) for part in parts)


def describe(result: ComparisonResult) -> str:
    """Return the figure in words."""
    said = [f"{name}: {comparing.sentence(result, name)}" for group in result.order for name in group]
    return f"{comparing.place(result)}, against {comparing.reference(result)}. {'; '.join(said)}."
