"""What one player loses without a mechanic, and what its price does, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analysis.statements import scenario_label
from reports import comparing, words

if TYPE_CHECKING:
    from analysis.proportions import Estimate
    from analysis.without_result import OneWithout, Priced, WithoutResult

#: Mechanics a sentence names, and prices.
NAMED, NAMED_PRICES = 3, 3


def place(result: WithoutResult, scenario: str) -> str:
    """Return the game and what people call a scenario."""
    return f"{result.game.file.title}, {scenario_label(result.game, scenario)}"


def worth(found: OneWithout) -> str:
    """Return a worth with its sign and unit: ``'+4.3 pp'``."""
    return comparing.signed(found.worth.estimate, "share", found.worth.standard_error)


def interval(found: OneWithout) -> str:
    """Return the ends of a worth: ``'+3.6 to +5.0 pp'``."""
    return comparing.interval(found.worth, "share")


def points(found: Estimate) -> str:
    """Return points with their sign: ``'+12.1'``."""
    return comparing.signed(found.estimate, "", found.standard_error).strip()


def points_interval(found: Estimate) -> str:
    """Return the ends of points: ``'+11.2 to +13.0'``."""
    return comparing.interval(found, "").strip()


def share(found: Estimate) -> str:
    """Return a share of 0 to 1 in per cent."""
    return words.share(found.estimate, found.low, found.high)


def times(found: Estimate | None) -> str:
    """Return how often something was done in a game, "" if it is not counted."""
    return "" if found is None else words.number(found.estimate, found.standard_error)


def change(found: Estimate | None) -> str:
    """Return by how much something changes, with its interval, "" if it is not counted."""
    return "" if found is None else f"{points(found)} ({points_interval(found)})"


def price(value: Any) -> str:
    """Return a price, or a list of them."""
    return ", ".join(f"{one:g}" for one in value) if isinstance(value, list | tuple) else f"{value:g}"


def margin(result: WithoutResult) -> str:
    """Return the margin with its unit."""
    return f"{100 * result.margin:g} pp"


def verdict(found: OneWithout, result: WithoutResult) -> str:
    """Return what a mechanic is worth to one player, in words."""
    if found.verdict == "unused":
        return "never used: no game went otherwise"
    if found.verdict == "nothing":
        return f"worth nothing within +-{margin(result)}"
    if found.verdict == "unknown":
        return "not yet known" + (", but it costs points" if found.points.low > 0 else "")
    size = worth(found).lstrip("+-")
    return f"worth {size}" if found.verdict == "helps" else f"harms: without it {size} more"


def grouped(result: WithoutResult, scenario: str) -> list[tuple[str, list[OneWithout]]]:
    """Return the mechanics under their headings, the most valuable first, what was never used last."""
    found = [result.worths[name, scenario] for name in result.mechanics]
    found.sort(key=lambda one: (one.verdict == "unused", -one.worth.estimate))
    return [(group, [one for one in found if one.group == group]) for group in dict.fromkeys(o.group for o in found)]


# --- the answer ------------------------------------------------------------------------------------------------------


def answer(result: WithoutResult) -> list[str]:
    """Return what wins games and what does not, in sentences."""
    said = []
    for scenario in result.scenarios:
        said += [_most(result, scenario), *_groups(result, scenario), _harms(result, scenario)]
        said += [_nothing(result, scenario), _unknown(result, scenario), _unused(result, scenario)]
        said += _prices(result, scenario)
    return [sentence for sentence in said if sentence]


def _most(result: WithoutResult, scenario: str) -> str:
    """Return what a player can least do without."""
    helps, seats = result.of("helps", scenario), len(result.seats[scenario])
    where = f"{place(result, scenario)}, all seats played by '{result.policy}'"
    if not helps:
        return f"{where}: no mechanic is shown to win games."
    best = helps[0]
    return (
        f"{where}: who alone must do without {best.title} wins {share(best.share)} of the games instead of"
        f" {words.part(1 / seats)}, and makes {_points_less(best)}."
    )


def _points_less(found: OneWithout) -> str:
    size = words.number(abs(found.points.estimate), found.points.standard_error)
    return f"{size} points {'less' if found.points.estimate >= 0 else 'more'}"


def _groups(result: WithoutResult, scenario: str) -> list[str]:
    """Return for each heading what wins games under it, the most valuable first."""
    said = []
    for group, found in grouped(result, scenario):
        helps = [one for one in found if one.verdict == "helps"]
        if helps and (group or len(helps) > 1):
            said.append(f"What wins games{f', {group}' if group else ''}: {_listed(helps)}.")
    return said


def _listed(found: Sequence[OneWithout]) -> str:
    return words.listing([f"{one.title} ({worth(one)})" for one in found])


def _names(found: Sequence[OneWithout]) -> str:
    return words.listing([one.title for one in found])


def _harms(result: WithoutResult, scenario: str) -> str:
    harms = result.of("harms", scenario)[::-1]
    return f"A player wins more without {_listed(harms)}: '{result.policy}' uses what does not pay." if harms else ""


def _nothing(result: WithoutResult, scenario: str) -> str:
    found = result.of("nothing", scenario)
    is_are = "is" if len(found) == 1 else "are"
    return f"{_names(found)} {is_are} worth nothing to one player within +-{margin(result)}." if found else ""


def _unknown(result: WithoutResult, scenario: str) -> str:
    found = result.of("unknown", scenario)
    return f"Not yet known with {result.games:,} seeds: {_listed(found)}." if found else ""


def _unused(result: WithoutResult, scenario: str) -> str:
    found = result.of("unused", scenario)
    return f"Never used in these games: {_names(found)}." if found else ""


def _prices(result: WithoutResult, scenario: str) -> list[str]:
    """Return the prices that move most, of those that were shown to move anything."""
    found = [one for one in result.prices if one.scenario == scenario and (_moves(one.times) or _moves(one.points))]
    found.sort(key=lambda one: -abs(one.points.estimate))
    return [_price(one) for one in found[:NAMED_PRICES]]


def without_effect(found: Priced) -> bool:
    """Return whether another price changed nothing at all: nobody buys the thing in these games."""
    return found.points.estimate == 0 and found.length.estimate == 0 and not (found.times and found.times.estimate)


def no_effect(result: WithoutResult, scenario: str) -> str:
    """Return the things of which another price changed nothing, in a sentence, "" if there are none."""
    found = [one for one in result.prices if one.scenario == scenario and without_effect(one)]
    names = list(dict.fromkeys(one.title for one in found))
    return f"Nothing changed at all at another price: {words.listing(names)}." if names else ""


def _moves(found: Estimate | None) -> bool:
    return found is not None and (found.low > 0 or found.high < 0)


def _price(found: Priced) -> str:
    start = f"Where the price of {found.title} is {price(found.value)} instead of {price(found.before)} for everybody, "
    if found.times is not None and found.times_before is not None and _moves(found.times):
        now = found.times_before.estimate + found.times.estimate
        error = max(found.times.standard_error, found.times_before.standard_error)
        start += (
            f"each player does it {words.number(now, error)} times a game instead of"
            f" {words.number(found.times_before.estimate, error)}, and "
        )
    if not _moves(found.points):
        return f"{start}no change of points is shown."
    size = words.number(abs(found.points.estimate), found.points.standard_error)
    return f"{start}a player makes {size} points {'more' if found.points.estimate > 0 else 'less'}."


def method(result: WithoutResult) -> list[str]:
    """Return how it was made, line by line."""
    level = f"{round(100 * result.confidence)} %"
    said = [
        "Worth: the equal share of the victory minus that of one player who must do without among others who have it,"
        f" at every seat in turn, each with the same {result.games:,} seeds (from seed {result.seed}); points: the same"
        " seat of the same game with it minus without. All games of one seed count as one observation.",
        f"The {level} intervals hold together for {words.count(len(result.worths), 'comparison')} (Bonferroni); worth"
        f" nothing: two one-sided tests at that level, margin {margin(result)}.",
        f"It is a single player's loss, and '{result.policy}' was not made to do without it: forbidden, it makes its"
        " second choice. If nobody had it, nobody would fall behind.",
    ]
    if result.prices:
        said.append(
            f"Prices: moved for everybody, beside the same seeds; the {level} intervals hold together for"
            f" {words.count(len(result.prices), 'price')}."
        )
    return said
