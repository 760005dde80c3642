"""A comparison of a game played against each other in words: points a player, the seats, who wins at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.meeting import who_wins
from analysis.seats import VICTORY
from reports import comparing, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analysis.compare import ComparisonResult
    from analysis.meeting import Meeting
    from analysis.paired import Effect


def small(text: str) -> str:
    """Return a label as it stands inside a sentence: ``'Marbles a player'`` as ``'marbles a player'``."""
    return text if text[:2].isupper() else f"{text[:1].lower()}{text[1:]}"


def sentence(result: ComparisonResult, name: str) -> str:
    """Return what one arm does to the points and to the seats, without its beginning and its full stop."""
    return f"{name}: {_points(result.main(name).leading)}; {_seats(result, name)}"


def _points(effect: Effect) -> str:
    """Return what happens to the points a player."""
    unit, label = effect.metric.unit, small(effect.metric.label)
    before, after = (words.number(e.estimate, e.standard_error) for e in (effect.base, effect.arm))
    found = comparing.difference(effect.difference, unit)
    if effect.verdict == "unknown":
        return f"whether it changes the {label} is not yet known, {after} instead of {before}, {found}"
    if effect.verdict == "equivalent":
        little = " (there is a difference, but it is small)" if effect.differs else ""
        return f"{label} stay within {comparing.margin(effect)}{little}, {after} instead of {before}, {found}"
    return f"{effect.verdict if effect.verdict == 'more' else 'fewer'} {label}, {after} instead of {before}, {found}"


def seat_effects(effects: Sequence[Effect]) -> dict[str, Effect]:
    """Return the effect on each seat's share of the victory, by seat, in the order of the seats."""
    start = f"{VICTORY}."
    return {e.metric.name.removeprefix(start): e for e in effects if e.metric.name.startswith(start)}


def _seats(result: ComparisonResult, name: str) -> str:
    """Return what happens to the balance of the seats, by the seat it changes most for."""
    found = seat_effects(list(result.main(name).effects.values()))
    changed = {seat: e for seat, e in found.items() if e.verdict in ("more", "less")}
    if changed:
        seat = max(changed, key=lambda one: abs(changed[one].difference.estimate))
        effect = changed[seat]
        size = comparing.signed(effect.difference.estimate, "share", effect.difference.standard_error)
        before, after = comparing.side(effect.base, "share"), comparing.side(effect.arm, "share")
        return f"the {seat} seat wins {after} instead of {before} ({size}{_fairness(result, name, effect)})"
    if all(e.verdict == "equivalent" for e in found.values()):
        one = next(iter(found.values()))
        return f"every seat wins as often as before, within {comparing.margin(one)}"
    return "whether it changes how often a seat wins is not yet known"


def _fairness(result: ComparisonResult, name: str, effect: Effect) -> str:
    """Return whether a seat comes nearer to an equal part; "" where the number of players is not one and the same."""
    arm = next(arm for arm in result.arms if arm.name == name)
    counts = {
        len(result.game.seats_in_play(result.rules(who, scenario)))
        for who in (result.reference, arm)
        for scenario in result.scenarios
    }
    if len(counts) > 1:
        return ""
    equal = 1 / counts.pop()
    before, after = effect.base.estimate - equal, effect.arm.estimate - equal
    part = f"an equal {100 * equal:.3g} %"
    if before * after < 0:
        return f", from {'above' if before > 0 else 'below'} to {'above' if after > 0 else 'below'} {part}"
    return f", {'further from' if abs(after) > abs(before) else 'nearer to'} {part}"


def went_otherwise(result: ComparisonResult, name: str) -> str:
    """Return how often the first seat fared better on either side."""
    effect = result.main(name).win_rate
    if len(result.scenarios) > 1:
        return f"every game was averaged over the {result.game.file.scenario_word}s first."
    seat = effect.metric.name.partition(".")[2]
    base = comparing.rules_name(result) if result.reference.name == comparing.PRINTED else result.reference.name
    return f"in {effect.base_only:,} the {seat} seat fared better with {base}, in {effect.arm_only:,} with {name}."


# --- who wins when they meet -----------------------------------------------------------------------------------------


def meeting(meetings: Sequence[Meeting], where: str = "") -> str:
    """Return who wins when two players meet, in a sentence without its full stop."""
    first = meetings[0]
    a, b = first.player, first.others
    said = [f"{m.player} wins {comparing.side(m.share.arm, 'share')}" for m in meetings]
    if len(meetings) == 1 and who_wins(tuple(meetings)) == "second":  # of two players the rest is the other's
        part = first.share.arm
        said = [f"{b} wins {words.share(1 - part.estimate, 1 - part.high, 1 - part.low)}"]
    equal = f"an equal part is {100 / len(first.seats):.3g} %"
    how = said[0] if len(said) == 1 else f"alone at a table of the other, {' and '.join(said)}"
    margin = comparing.margin(first.share)
    answer = {
        "first": f"{a} beats {b} when they meet",
        "second": f"{b} beats {a} when they meet",
        "alone": f"{a} and {b}: whoever sits alone at a table of the other is ahead",
        "many": f"{a} and {b}: whoever sits alone at a table of the other falls behind",
        "even": f"{a} and {b} are even when they meet, within {margin}",
        "unknown": f"whether {a} beats {b} when they meet is not yet known",
    }[who_wins(tuple(meetings))]
    return f"{answer}{where}: {how} ({equal})"


def meeting_row(found: Meeting) -> list[str]:
    """Return one meeting as a row: who, among whom, share, points against the others, share at each seat."""
    share, points = found.share, found.points
    verdict = {
        "more": "ahead",
        "less": "behind",
        "equivalent": f"even within {comparing.margin(share)}",
        "unknown": "not yet known",
    }[share.verdict]
    seats = ", ".join(
        f"{seat} {words.share(e.estimate, e.low, e.high)}" for seat, e in zip(found.seats, found.by_seat, strict=True)
    )
    return [
        found.player,
        found.others,
        words.share_with_interval(share.arm.estimate, share.arm.low, share.arm.high),
        comparing.difference(points.difference, points.metric.unit),
        verdict,
        seats,
    ]
