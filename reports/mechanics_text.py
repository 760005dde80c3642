"""What mechanics are worth, in words: which win games, which are worth nothing, which were never used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analysis.skill_result import ALL
from analysis.statements import scenario_label
from reports import comparing, words

if TYPE_CHECKING:
    from analysis.mechanics import MechanicsResult, Worth

#: Mechanics a first sentence names.
NAMED = 3


def place(result: MechanicsResult, name: str) -> str:
    """Return what people call a scenario, or the mean of all."""
    return f"mean of all {len(result.scenarios)}" if name == ALL else scenario_label(result.game, name)


def points(found: Worth) -> str:
    """Return a worth with its sign and unit: ``'+4.3 pp'``."""
    return comparing.signed(found.worth.estimate, "share", found.worth.standard_error)


def interval(found: Worth) -> str:
    """Return the ends of a worth: ``'+3.6 to +5.0 pp'``."""
    return comparing.interval(found.worth, "share")


def margin(result: MechanicsResult) -> str:
    """Return the margin with its unit."""
    return f"{100 * result.margin:g} pp"


def verdict(found: Worth, result: MechanicsResult) -> str:
    """Return what a mechanic is worth, in words."""
    if found.verdict == "unused":
        return "never used: no game went otherwise"
    if found.verdict == "nothing":
        return f"worth nothing within +-{margin(result)}"
    if found.verdict == "unknown":
        return "not yet known"
    size = points(found).lstrip("+-")
    return f"worth {size}" if found.verdict == "helps" else f"harms: without it {size} more"


def touched(found: Worth) -> str:
    """Return the share of games that went otherwise."""
    return words.share(found.touched.estimate, found.touched.low, found.touched.high)


def cell(found: Worth) -> str:
    """Return a worth for a table of mechanics by scenario: digits, or a sign for what is not shown."""
    if found.verdict == "unused":
        return "·"
    text = points(found).removesuffix(" pp")
    return {"nothing": f"({text})", "unknown": f"{text} ?"}.get(found.verdict, text)


LEGEND = "(in brackets): worth nothing within the margin; ?: not yet known; ·: no game went otherwise without it"


# --- the answer ------------------------------------------------------------------------------------------------------


def answer(result: MechanicsResult) -> list[str]:
    """Return which mechanics win games, which are worth nothing and which were never used, in sentences."""
    found = [_most(result), _harm(result), _nothing(result), _unknown(result), _unused(result)]
    found += [_here_and_there(result), _harm_somewhere(result)]
    return [sentence for sentence in found if sentence]


def _where(result: MechanicsResult) -> str:
    file = result.game.file
    if len(result.scenarios) == 1:
        return f"{file.title}, {place(result, result.scenarios[0])}"
    return f"{file.title}, {place(result, ALL)} {file.scenario_word}s"


def _listed(found: list[Worth]) -> str:
    return words.listing([f"{worth.title} ({points(worth)})" for worth in found])


def _names(found: list[Worth]) -> str:
    return words.listing([worth.title for worth in found])


def _most(result: MechanicsResult) -> str:
    rate = result.rates[result.place]
    start = f"{_where(result)}: '{result.policy}' wins {words.share(rate.estimate, rate.low, rate.high)}"
    helps = result.of("helps")
    if not helps:
        return f"{start}, and no mechanic is shown to win it games."
    more = f", and {len(helps) - NAMED} more win it less" if len(helps) > NAMED else ""
    return f"{start}; what wins it most games: {_listed(helps[:NAMED])}{more}."


def _harm(result: MechanicsResult) -> str:
    harms = sorted(result.of("harms"), key=lambda worth: worth.worth.estimate)
    if not harms:
        return ""
    return f"It would win more without {_listed(harms)}: it uses what does not pay."


def _nothing(result: MechanicsResult) -> str:
    found = result.of("nothing")
    if not found:
        return ""
    is_are = "is" if len(found) == 1 else "are"
    return f"{_names(found)} {is_are} worth nothing to it within +-{margin(result)}."


def _unknown(result: MechanicsResult) -> str:
    found = result.of("unknown")
    return f"Not yet known with {result.games:,} games: {_listed(found)}." if found else ""


def _unused(result: MechanicsResult) -> str:
    found = result.of("unused")
    return f"Never used in these games: {_names(found)}." if found else ""


def _here_and_there(result: MechanicsResult) -> str:
    """Return mechanics that matter in one scenario and not over all."""
    if len(result.scenarios) == 1:
        return ""
    quiet = [worth.mechanic for worth in (*result.of("nothing"), *result.of("unknown"))]
    said = []
    for name in quiet:
        matters = [result.worths[name, s] for s in result.scenarios if result.worths[name, s].verdict == "helps"]
        if matters:
            best = max(matters, key=lambda worth: worth.worth.estimate)
            said.append(f"{best.title} in {place(result, best.scenario)} ({points(best)})")
    return f"Over all of them small, but not everywhere: {words.listing(said)}." if said else ""


def _harm_somewhere(result: MechanicsResult) -> str:
    """Return mechanics that cost games in one scenario and not over all."""
    if len(result.scenarios) == 1:
        return ""
    everywhere = {worth.mechanic for worth in result.of("harms")}
    found = [
        worth for place in result.scenarios for worth in result.of("harms", place) if worth.mechanic not in everywhere
    ]
    found.sort(key=lambda worth: worth.worth.estimate)
    said = [f"{worth.title} in {place(result, worth.scenario)} ({points(worth)})" for worth in found[:NAMED]]
    word = result.game.file.scenario_word
    return f"In single {word}s it would win more without: {words.listing(said)}." if said else ""


def method(result: MechanicsResult) -> list[str]:
    """Return how it was made, line by line."""
    count = len(result.worths)
    level = f"{round(100 * result.confidence)} %"
    return [
        f"Worth: share of games won with the mechanic minus without, on the same seeds (seed {result.seed},"
        f" {result.games:,} games of each{_each(result)}). The {level} intervals hold together"
        f" for {words.count(count, 'comparison')} (Bonferroni); worth nothing: two one-sided tests at that level,"
        f" margin {margin(result)}.",
        f"It is what a mechanic is worth to '{result.policy}', which was not made to do without it: forbidden, it makes"
        " its second choice. A team that had learnt to live without it would lose less.",
    ]


def _each(result: MechanicsResult) -> str:
    return f" in each {result.game.file.scenario_word}" if len(result.scenarios) > 1 else ""
