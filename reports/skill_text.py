"""A ladder of skill in words: what better play gains, where it matters most, and what is luck."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analysis.skill_result import ALL
from analysis.statements import scenario_label
from reports import comparing, words

if TYPE_CHECKING:
    from analysis.proportions import Estimate
    from analysis.skill_result import Climb, SkillResult

#: What each part of the variance means, in one sentence.
MEANING = {
    "skill": "who plays: the part of won-or-not that is decided by which of these players, drawn at random, plays",
    "shared": "luck all share: what the seed, its cards and dice, gives to all of these players alike",
    "own": "luck of one's own: what the same seed gives to one player and not to another, because their games part at"
    " the first different choice",
    "near": "same seed: what it decides for the best player and the one below alike (two neighbours in skill)",
    "deal": "the deal: with one player, the part that is decided before the first turn; the rest is dice and later"
    " shuffles",
}


def label(result: SkillResult, scenario: str) -> str:
    """Return what people call a scenario, or the mean of all."""
    return f"mean of all {len(result.scenarios)}" if scenario == ALL else scenario_label(result.game, scenario)


def rate(found: Estimate) -> str:
    """Return a win rate with its digits."""
    return words.share(found.estimate, found.low, found.high)


def part(found: Estimate | None) -> str:
    """Return a part of the variance: ``'58 % (56 to 60 %)'``; "-" where there is nothing to explain."""
    if found is None or not found.known:
        return "-"
    return f"{_per_cent(found.estimate)} % ({_per_cent(found.low)} to {_per_cent(found.high)} %)"


def _per_cent(value: float) -> str:
    return f"{max(0.0, 100 * value):.0f}"  # an estimate below 0 is chance: a part of a variance is none


def step(found: Climb | None) -> str:
    """Return a step up with its interval; "" for the first rung."""
    if found is None:
        return ""
    text = comparing.difference(found.difference, "share")
    return {"unknown": f"{text}, not yet known", "equivalent": f"{text}, does not matter"}.get(found.verdict, text)


def columns(result: SkillResult) -> list[str]:
    """Return the headings of the parts of the variance, in the order of `MEANING`."""
    near = f"same seed, {result.below_main} and {result.main}" if result.below_main else "same seed"
    deal = [f"the deal, for {result.main}"] if result.deals else []
    return ["who plays", "luck all share", "luck of one's own", near, *deal]


def games(found: Estimate) -> str:
    """Return a number of games in two digits: ``'about 1,700 games'``."""
    if not math.isfinite(found.estimate):
        return "no number of games"
    digits = max(0, math.floor(math.log10(max(found.estimate, 1))) - 1)
    return f"about {words.count(int(math.ceil(found.estimate / 10**digits) * 10**digits), 'game')}"


# --- the answer ------------------------------------------------------------------------------------------------------


def answer(result: SkillResult) -> list[str]:
    """Return what a better player gains, where that matters most, and what is luck, in sentences."""
    found = [_climb(result), _separates(result), _shared(result), _deal(result), _last_steps(result), _missing(result)]
    return [sentence for sentence in found if sentence]


def _place(result: SkillResult) -> str:
    return ALL if len(result.scenarios) > 1 else result.scenarios[0]


def _climb(result: SkillResult) -> str:
    file, place = result.game.file, _place(result)
    first, last = result.policies[0], result.policies[-1]
    where = file.title if place == ALL else f"{file.title}, {label(result, place)}"
    what = f"{file.scenario_word}s" if place == ALL else "games"
    low, high = rate(result.rate(place, first)), rate(result.rate(place, last))
    between = [f"'{name}' {rate(result.rate(place, name))}" for name in result.policies[1:-1]]
    middle = f" ({', '.join(between)})" if between else ""
    return f"{where}: '{first}' wins {low} of its {what}, '{last}' {high}{middle}."


def _separates(result: SkillResult) -> str:
    """Return where skill decides most, and where least."""
    groups = result.by_skill()
    if not groups:
        return "All games end alike, so nothing separates good play from bad."
    most, least = groups[0], groups[-1]
    word = result.game.file.scenario_word
    if len(result.scenarios) == 1:
        found = result.luck[most[0]].parts.skill
        return f"Who plays explains {part(found)} of whether a game is won; the rest is luck."
    if len(groups) == 1:
        span = _span([result.luck[name].parts.skill for name in most])
        return (
            f"No {word} is shown to separate good play from bad more than another: who plays explains {span} of whether"
            " a game is won."
        )
    return (
        f"{_named(result, most)} separate{'s' if len(most) == 1 else ''} good play from bad most: who plays explains"
        f" {part(result.luck[most[0]].parts.skill)} of whether a game is won. {_named(result, least)}"
        f" {'is' if len(least) == 1 else 'are'} most a matter of luck: there it explains"
        f" {part(result.luck[least[-1]].parts.skill)}."
    )


def _named(result: SkillResult, names: list[str]) -> str:
    return words.listing([label(result, name) for name in names])


#: A part that is not known to this many points is no number for a sentence.
_KNOWN = 0.15


def is_told(found: Estimate | None) -> bool:
    """Return whether a part is known well enough to be told without its interval."""
    return found is not None and found.known and found.high - found.low <= 2 * _KNOWN


def _span(estimates: list[Estimate]) -> str:
    known = [found.estimate for found in estimates if found.known]
    low, high = _per_cent(min(known)), _per_cent(max(known))
    return f"{low} %" if low == high else f"{low} to {high} %"


def _shared(result: SkillResult) -> str:
    parts = [entry.parts for entry in result.luck.values() if is_told(entry.parts.shared) and is_told(entry.parts.own)]
    if not parts:
        return ""
    return (
        f"Of a result, {_span([found.shared for found in parts])} is luck that a seed gives to all players alike,"
        f" {_span([found.own for found in parts])} luck that the same seed gives to one and not to another."
    )


def _deal(result: SkillResult) -> str:
    deals = {name: entry.deal for name, entry in result.luck.items() if entry.deal is not None}
    told = {name: found for name, found in deals.items() if is_told(found)}
    if not deals:
        return ""
    others = [name for name in deals if name not in told]
    if not told:
        return "What the deal decides before the first turn cannot be told from so few deals."
    rest = f" (not told for {_named(result, others)}: more --deals, or nearly all games end alike)" if others else ""
    return (
        f"With '{result.main}' at the table, {_span(list(told.values()))} of whether a game is won is decided by the"
        f" deal, before the first turn; the rest is dice and later shuffles{rest}."
    )


def _last_steps(result: SkillResult) -> str:
    """Return what the highest rung gains over the one below, and how many games show it."""
    place, policies = _place(result), result.policies
    if len(policies) < 3:
        return ""
    found = result.step(place, policies[-1])
    assert found is not None
    size = comparing.difference(found.difference, "share")
    where = "over all of them" if place == ALL else "there"
    start = f"The highest step, '{policies[-2]}' to '{policies[-1]}', is worth {size} {where}"
    if found.verdict == "unknown":
        return f"{start}: whether it matters is not yet known."
    if found.verdict == "equivalent":
        return f"{start}: it does not matter within +-{100 * result.margin:g} pp."
    if found.difference.estimate < 0:
        return f"{start}: the higher rung is the worse one."
    return f"{start}; {games(found.to_tell)} each would show it nine times in ten."


def _missing(result: SkillResult) -> str:
    if not result.missing:
        return ""
    names = words.listing([f"'{name}'" for name in result.missing])
    return f"Declared but not there: {names}."


def _judged(result: SkillResult) -> str:
    names = words.listing([f"'{name}'" for name in result.judged])
    return names if result.judged == result.policies else f"the rungs that do not look ahead ({names})"


def method(result: SkillResult) -> list[str]:
    """Return how it was made, line by line."""
    count = len(result.steps)
    deep = f" ({result.deep_games:,} of a policy that looks ahead)" if result.deep_games != result.games else ""
    lines = [
        f"{result.games:,} games of each rung{deep} on the same seeds (seed {result.seed}). Win rates: Wilson, each by"
        f" itself. Steps: paired, {words.count(count, 'interval')} that hold together (Bonferroni); a step up to"
        f" +-{100 * result.margin:g} pp does not matter.",
        f"Parts of the variance of one game's result, won or not, over {_judged(result)}, from the"
        f" {result.shared:,} games all of them played: infinitesimal jackknife over the games, holding together for"
        f" {words.count(len(result.scenarios), result.game.file.scenario_word)}. They are parts over these policies:"
        " with others they would be others.",
    ]
    if result.deals:
        lines.append(
            f"The deal: {result.deals:,} deals of '{result.main}', each played {result.replays} times from its first"
            " turn with new dice; the correlation of two replays of one deal (intraclass, same jackknife)."
        )
    return lines
