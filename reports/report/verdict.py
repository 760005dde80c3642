"""The headline, what stands under it, and the article: a result in the words of a newspaper.

Everything here is a function of the numbers. What is not shown is not said: ties are called ties, and a claim that the
sampled assumptions do not carry is followed by that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.cells import Cell
from analysis.difficulty import DifficultyResult
from analysis.ledgers import costliest_station
from analysis.statements import ROBUST, Statement, opposite_by_chance, scenario_label
from reports import words
from reports.figures.tornado import shown_value

if TYPE_CHECKING:
    from analysis.balance_result import BalanceStatement

#: A hardest scenario won more often than the first is no wall, more often than the second no news; an easiest one won
#: less often than the third is no comfort.
EVEN, NO_NEWS, NO_HOPE = 0.5, 0.85, 0.1
#: Special rules that take less from the win rate are not what makes a scenario hard.
BITE = 0.05


@dataclass(frozen=True)
class Verdict:
    """The top of the front page.

    Attributes
    ----------
    headline : str
        A few words, in capitals when printed.
    deck : str
        The sentence under it, with the numbers.
    statement : Statement or None
        The claim that the headline makes, with its survival.
    """

    headline: str
    deck: str
    statement: Statement | None


def verdict(result: DifficultyResult) -> Verdict:
    """Return the verdict of a result."""
    groups = result.order[result.main]
    hardest, easiest = groups[0], groups[-1]
    statement = next((s for s in result.statements if s.kind == "hardest"), None)
    names = [scenario_label(result.game, name) for name in hardest]
    worst = result.cell(hardest[0]).win_rate.estimate
    best = result.cell(easiest[-1]).win_rate.estimate
    if len(result.scenarios) == 1:
        headline = f"{names[0]}: won {_in_hundred(worst)}"
    elif len(groups) == 1:
        headline = f"All {result.game.file.scenario_word}s alike"
    elif best < NO_HOPE:
        headline = "The house always wins"
    elif worst > NO_NEWS:
        headline = "No wall in sight"
    elif len(names) <= 3:
        word = result.game.file.scenario_word
        what = "the wall" if worst <= EVEN else f"the hardest {word}{'s' if len(names) > 1 else ''}"
        headline = f"{words.listing(names)} {'is' if len(names) == 1 else 'are'} {what}"
    else:
        headline = f"{len(names)} {result.game.file.scenario_word}s are {'a wall' if worst <= EVEN else 'the hardest'}"
    return Verdict(headline, deck(result), statement)


def deck(result: DifficultyResult) -> str:
    """Return the sentence under the headline."""
    groups = result.order[result.main]
    hardest, easiest = groups[0], groups[-1]
    label = {name: scenario_label(result.game, name) for name in result.scenarios}
    first = result.cell(hardest[0])
    who = _team(result)
    if len(result.scenarios) == 1:
        return f"{who} wins {_rate(first)} of its games of {label[hardest[0]]}."
    if len(groups) == 1:
        return (
            f"{who} wins {_rate(first)} of its games, and no two {result.game.file.scenario_word}s can be told apart."
        )
    tie = ""
    if len(hardest) > 1:
        others = words.listing([label[name] for name in hardest[1:]])
        tie = f", and {others} cannot be told apart from it"
    best = easiest[-1]
    return (
        f"{who} wins {_rate(first)} of its games of {label[hardest[0]]}{tie};"
        f" of {label[best]}, the easiest, it wins {_rate(result.cell(best))}."
    )


def _team(result: DifficultyResult) -> str:
    return f"A {'team' if result.game.file.team else 'player'} that plays ‘{result.main}’"


def _rate(cell: Cell) -> str:
    return words.share_with_interval(cell.win_rate.estimate, cell.win_rate.low, cell.win_rate.high)


def _in_hundred(rate: float) -> str:
    return f"{100 * rate:.0f} times in 100"


def survival_words(statement: Statement | BalanceStatement | None, examined: bool = False) -> str:
    """Return under how many sampled assumptions a statement holds, in a sentence."""
    if statement is None and examined:
        return "The headline ranks nothing, so no assumption can overturn it; what is claimed besides is judged below."
    if statement is None or statement.survival is None:
        return "How far the assumed data could overturn this was not examined."
    found = statement.survival
    sets = f"{found.held} of {found.of} sampled sets of assumptions"
    text = f"Holds under {sets}"
    if found.mark:
        text = f"{found.mark.capitalize()}: holds under only {sets}, fewer than {100 * ROBUST:.0f} %"
    if found.contradicted:
        chance = ", as chance may" if found.contradicted <= opposite_by_chance(found.of) else ""
        show = "shows" if found.contradicted == 1 else "show"
        return f"{text}; {found.contradicted} of the others {show} the opposite{chance}."
    return f"{text}." if found.held == found.of else f"{text}; in the others the games do not settle it."


def article(result: DifficultyResult) -> list[str]:
    """Return the paragraphs of the leading article."""
    found = [
        _spread(result),
        _others(result),
        _why(result),
        _dollars(result),
        _money(result),
        _raids(result),
        _assumption(result),
    ]
    return [paragraph for paragraph in found if paragraph]


def _spread(result: DifficultyResult) -> str:
    """Return how the scenarios lie."""
    word = result.game.file.scenario_word
    above = [s for s in result.scenarios if result.cell(s).win_rate.low > 0.5]
    below = [s for s in result.scenarios if result.cell(s).win_rate.high < 0.5]
    open_ = [s for s in result.scenarios if s not in above and s not in below]
    label = {name: scenario_label(result.game, name) for name in result.scenarios}
    parts = []
    if above:
        parts.append(f"{words.listing([label[s] for s in above])} {_verb(above)} won more often than lost")
    if below:
        parts.append(f"{words.listing([label[s] for s in below])} {_verb(below)} lost more often than won")
    if open_:
        parts.append(f"{words.listing([label[s] for s in open_])} {_verb(open_)} as good as even")
    count = words.count(len(result.scenarios), word)
    return f"Of {count} played by ‘{result.main}’, {'; '.join(parts)}."


def _verb(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _others(result: DifficultyResult) -> str:
    """Return how the other policies fare: is it winnable for beginners?"""
    sentences = []
    for policy in reversed(result.policies):
        if policy == result.main:
            continue
        cells = [result.cells[s, policy] for s in result.scenarios if (s, policy) in result.cells]
        best = max(cells, key=lambda cell: cell.win_rate.estimate)
        worst = min(cells, key=lambda cell: cell.win_rate.estimate)
        name = scenario_label(result.game, best.scenario)
        if best.win_rate.estimate == 0:
            sentences.append(f"‘{policy}’ won none of its games.")
        elif best.win_rate.high < 0.01:
            sentences.append(f"‘{policy}’ wins next to nothing: at best {_short(best)}, of {name}.")
        else:
            hard = scenario_label(result.game, worst.scenario)
            tail = f", at worst {_short(worst)}, of {hard}" if worst is not best else ""
            sentences.append(f"‘{policy}’ wins at best {_short(best)} of its games, of {name}{tail}.")
    return " ".join(sentences)


def _short(cell: Cell) -> str:
    return words.share(cell.win_rate.estimate, cell.win_rate.low, cell.win_rate.high)


def _why(result: DifficultyResult) -> str:
    """Return what the special rules of the hardest scenario do."""
    hardest = result.order[result.main][0][0]
    name = scenario_label(result.game, hardest)
    entry = next((e for e in result.special if e.scenario == hardest and e.policy == result.main), None)
    if entry is None:
        return ""
    effect = entry.effect.difference
    rate = words.share(entry.rate.estimate, entry.rate.low, entry.rate.high)
    if effect.estimate <= -BITE:
        return f"It is the special rules of {name} that bite: without them {rate} of the games are won."
    if effect.low > 0:
        return f"The special rules of {name} help: without them only {rate} of the games are won."
    return f"It is not its special rules that make {name} hard: without them {rate} of the games are won."


def _assumption(result: DifficultyResult) -> str:
    """Return which assumption moves the win rates most."""
    if result.sensitivity is None or not result.sensitivity.swings:
        return ""
    name, swings = result.sensitivity.ranking()[0]
    swing = max(swings, key=lambda s: abs(s.overall.estimate))
    effect = swing.overall
    if effect.low <= 0 <= effect.high:
        return "No assumption, moved alone, is shown to change the mean win rate."
    parameter = result.game.parameters[name]
    kind = {"ruling": "a ruling", "inferred": "an inference"}.get(parameter.source, "an assumption")
    what = f"{parameter.doc[:1].lower()}{parameter.doc[1:].rstrip('.')} ({name})"
    change = f"{100 * effect.estimate:+.0f}".replace("-", "−")
    values = f"at {shown_value(swing.value)} instead of {shown_value(parameter.default)}"
    return f"What moves the figures most is {kind}: {what}; {values} the mean win rate changes by {change} points."


def _money(result: DifficultyResult) -> str:
    """Return where the money goes, over all scenarios of the main policy."""
    cells = [result.cell(scenario) for scenario in result.scenarios]
    found = costliest_station(result.game, cells[0].ledgers)
    if found is None:
        return ""
    ledgers = [cell.ledgers[found[1]] for cell in cells]
    total = sum(ledger.total for ledger in ledgers)
    kept = sum(flow.total for ledger in ledgers for flow in ledger.kept)
    by_station: dict[str, int] = {}
    by_cause: dict[str, int] = {}
    for ledger in ledgers:
        for flow in ledger.losses:
            by_cause[flow.label] = by_cause.get(flow.label, 0) + flow.total
            if flow.station in result.game.file.seats:
                by_station[flow.station] = by_station.get(flow.station, 0) + flow.total
    if not total or not by_station:
        return ""
    dearest = max(by_station, key=lambda name: by_station[name])
    cause = max(by_cause, key=lambda name: by_cause[name])
    unit = ledgers[0].unit
    lost = total - kept
    return (
        f"Of 100 {unit} that come in, {100 * kept / total:.0f} are {_joined(ledgers[0].kept)}. The station that costs"
        f" the team most is the {dearest}: {100 * by_station[dearest] / lost:.0f} % of what is lost. The largest single"
        f" cause is “{cause}” ({100 * by_cause[cause] / lost:.0f} %)."
    )


def _joined(flows: tuple) -> str:
    return words.listing([flow.label.lower() for flow in flows])


def _raids(result: DifficultyResult) -> str:
    """Return how often the event people fear happens, from the rarest event column."""
    from reports.figures.events import rarest

    name = rarest(result)
    if name is None:
        return ""
    metrics = [result.cell(scenario).metrics[name] for scenario in result.scenarios]
    low, high = (pick(m.mean.estimate for m in metrics) for pick in (min, max))
    word = result.game.file.scenario_word
    span = f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"
    return f"{metrics[0].label}: {span} a {word}."


def _dollars(result: DifficultyResult) -> str:
    """Return what the hardest scenario would have to cost."""
    hardest = result.order[result.main][0][0]
    gap = result.cell(hardest).gap
    if gap is None or gap.dollars is None:
        return ""
    name = scenario_label(result.game, hardest)
    amount = words.quantity(abs(gap.dollars), gap.unit)
    if gap.dollars == 0:
        return f"{name} is an even chance at its printed cost."
    if gap.dollars > 0:
        return f"{name} could cost {amount} more and would still be an even chance."
    return f"For an even chance {name} would have to cost {amount} less."
