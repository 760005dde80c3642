"""An attribution in words: what makes a scenario hard, what helps, what does nothing, and what is not yet known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.attribution import games_to_tell
from analysis.seats import VICTORY
from analysis.statements import scenario_label
from analysis.switches import IS_OFF, ONLY_MOVED
from reports import comparing, words
from sim.params import shown

if TYPE_CHECKING:
    from analysis.attribution import Attribution, PairEffect, RuleEffect
    from analysis.switches import Switch

#: Rules a first sentence names, and how large one must be beside the largest to be named with it.
NAMED, WORTH = 3, 0.25
#: A scenario won more often is not called hard.
NOT_HARD = 0.8


def points(found: RuleEffect) -> str:
    """Return an effect with its sign and unit: ``'-4.3 pp'``."""
    return comparing.signed(found.points.estimate, found.effect.metric.unit, found.points.standard_error)


def interval(found: RuleEffect) -> str:
    """Return the ends of an effect: ``'-5.0 to -3.6 pp'``."""
    return comparing.interval(found.points, found.effect.metric.unit)


def margin(result: Attribution) -> str:
    """Return the margin with its unit."""
    return comparing.margin_of(result.measure, result.margin)


def verdict(found: RuleEffect, result: Attribution) -> str:
    """Return what a rule does, in words: ``'costs 4.3 pp'``."""
    unit, error = found.effect.metric.unit, found.points.standard_error
    size = comparing.signed(abs(found.points.estimate), unit, error).removeprefix("+")
    if found.verdict in ("costs", "adds", "takes"):
        return f"{found.verdict} {size}"
    if found.verdict == "helps":
        return f"helps by {size}"
    if found.verdict == "unknown":
        return "not yet known"
    text = f"no effect within +-{margin(result)}"
    if found.touched.estimate == 0:
        return f"{text}: it never came into play"
    if not found.effect.differs:
        return text
    more, less = ("helps", "costs") if found.effect.metric.better else ("adds", "takes")
    return f"{text} (it {more if found.points.estimate > 0 else less} a little)"


def change(switch: Switch, result: Attribution) -> str:
    """Return what is switched: ``'3 to 6 nickels'``, ``'on to off'``."""
    parameters = result.game.parameters
    said = []
    for name, off in switch.off.items():
        unit = parameters[name].unit
        said.append(f"{_value(switch.now[name])} to {_value(off)}" + (f" {unit}" if unit else ""))
    return "; ".join(dict.fromkeys(said))


def _value(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else shown(value)


def kind(switch: Switch, result: Attribution) -> str:
    """Return what sort of rule it is."""
    word = result.game.file.scenario_word
    if switch.kind == "special":
        return "part of a special rule" if switch.part else f"special rule{'s' if switch.every else ''}"
    return f"this {word}'s value" if switch.kind == "scenario" else "lever"


# --- the answer ------------------------------------------------------------------------------------------------------


def answer(result: Attribution) -> list[str]:
    """Return why the scenario is hard, in sentences: what costs most, its own rules, what helps, what does nothing.

    Of a game played against each other: what adds and what takes most of what is asked about.
    """
    label = scenario_label(result.game, result.scenario)
    if result.game.file.competitive:
        found = [f"{result.game.file.title}, {label}: {_value_now(result)}.", _moves(result), _own_rules(result)]
        found += [_besides(result), _nothing(result), _unknown(result)]
        return [sentence for sentence in found if sentence]
    rate = words.share(result.rate.estimate, result.rate.low, result.rate.high)
    start = f"{result.game.file.title}, {label}: {rate} won by '{result.policy}'."
    found = [start, _why(result, label), _own_rules(result), _score(result), _help(result)]
    found += [_nothing(result), _unknown(result)]
    return [sentence for sentence in found if sentence]


def _value_now(result: Attribution) -> str:
    """Return what is asked about in the game as it is."""
    rate, measure = result.rate, result.measure
    if measure.name.startswith(f"{VICTORY}."):
        equal = 100 / len(result.game.seats_in_play(result.rules))
        share = words.share(rate.estimate, rate.low, rate.high)
        seat = measure.name.partition(".")[2]
        return f"the {seat} seat wins {share} under '{result.policy}' (an equal part is {equal:.3g} %)"
    label = measure.label[:1].lower() + measure.label[1:]
    if measure.is_share:
        return f"{words.share(rate.estimate, rate.low, rate.high)} {label} under '{result.policy}'"
    return f"{words.number(rate.estimate, rate.standard_error)} {label} under '{result.policy}'"


def _moves(result: Attribution) -> str:
    """Return what adds most, and what takes most."""
    adds, takes = _largest(result.of("adds")), _largest(result.of("takes"))
    if not adds and not takes:
        return "No rule that can be switched off is shown to change that."
    said = [f"What adds most: {_listed(adds)}"] if adds else []
    said += [f"{'what' if said else 'What'} takes most: {_listed(takes)}"] if takes else []
    return f"{'; '.join(said)}."


def _besides(result: Attribution) -> str:
    """Return which rules are shown to change what is told besides."""
    whole = [f for f in result.effects if not (f.switch.part or f.switch.every) and f.score is not None]
    shown = [f for f in whole if f.score is not None and f.score.verdict in ("more", "less")]
    if not whole or whole[0].score is None:
        return ""
    label = whole[0].score.metric.label
    if not shown:
        return f"{label}: no rule is shown to change it."
    ranked = sorted(shown, key=lambda found: -abs(_difference(found)))[:NAMED]
    return f"{label}: {words.listing([f'{found.switch.name} ({score(found)})' for found in ranked])}."


def _listed(effects: Sequence[RuleEffect]) -> str:
    return words.listing([f"{effect.switch.name} ({points(effect)})" for effect in effects])


def _largest(effects: Sequence[RuleEffect]) -> list[RuleEffect]:
    """Return the few that stand out; parts are told with their whole, and all together are no rule of their own."""
    whole = [effect for effect in effects if not (effect.switch.part or effect.switch.every)]
    least = WORTH * abs(whole[0].points.estimate) if whole else 0.0
    return [effect for effect in whole if abs(effect.points.estimate) >= least][:NAMED]


def _why(result: Attribution, label: str) -> str:
    costs = _largest(result.of("costs"))
    if not costs:
        return f"No rule that can be switched off is shown to make {label} hard."
    if result.rate.estimate > NOT_HARD:
        return f"{label} is not hard; what costs most games: {_listed(costs)}."
    return f"{label} is hard because of {_listed(costs)}."


def _score(result: Attribution) -> str:
    """Return what the rules do to the score, where nearly all games end alike."""
    if not result.one_sided or result.effects[0].score is None:
        return ""
    whole = [found for found in result.effects if not (found.switch.part or found.switch.every)]
    ranked = sorted(whole, key=lambda found: -abs(_difference(found)))[: 2 * NAMED]
    few = "Hardly any game is won" if result.rate.estimate < 0.5 else "Nearly every game is won"
    said = [f"{found.switch.name} ({score(found)})" for found in ranked]
    label = result.effects[0].score.metric.label
    return f"{few}, so a single rule can hardly show in that; {label[:1].lower()}{label[1:]}: {words.listing(said)}."


def _difference(found: RuleEffect) -> float:
    return found.score.difference.estimate if found.score is not None else 0.0


def score(found: RuleEffect) -> str:
    """Return what a rule does to the score that decides, in its unit: ``'-$4.31'``; "" without one."""
    if found.score is None:
        return ""
    points = found.score.difference
    return comparing.signed(points.estimate, found.score.metric.unit, points.standard_error)


def _own_rules(result: Attribution) -> str:
    """Return what each special rule does."""
    own = [effect for effect in result.effects if effect.switch.kind == "special"]
    whole = [effect for effect in own if not (effect.switch.part or effect.switch.every)]
    if not whole:
        return ""
    said = [f"{effect.switch.name}: {verdict(effect, result)}" for effect in whole]
    every = next((effect for effect in own if effect.switch.every), None)
    together = f"; together: {verdict(every, result)}" if every else ""
    return f"Its special rule{'s' if len(whole) > 1 else ''}: {'; '.join(said)}{together}."


def _help(result: Attribution) -> str:
    helps = _largest(result.of("helps"))
    return f"What helps most: {_listed(helps)}." if helps else ""


def _nothing(result: Attribution) -> str:
    names = [effect.switch.name for effect in result.of("equivalent")]
    if not names:
        return ""
    verb = "does" if len(names) == 1 else "do"
    return f"{words.listing(names)} {verb} nothing within +-{margin(result)}."


def _unknown(result: Attribution) -> str:
    effects = result.of("unknown")
    if not effects:
        return ""
    needed = sorted(games_to_tell(effect) for effect in effects)[(len(effects) - 1) // 2]
    which = "half of them" if len(effects) > 1 else "it"
    hint = f" (about {_round(needed):,} games might settle {which})" if math.isfinite(needed) else ""
    return f"Not yet known with {result.games:,} games: {words.listing([e.switch.name for e in effects])}{hint}."


def _round(games: float) -> int:
    """Return a number of games with two digits, rounded up."""
    step = 10 ** max(0, math.floor(math.log10(max(games, 1))) - 1)
    return math.ceil(games / step) * step


def pair(found: PairEffect, result: Attribution) -> str:
    """Return what two rules do together, in a sentence."""
    together, beyond = found.together.difference, found.interaction.difference
    names = f"{found.first.name} and {found.second.name}"
    error = beyond.standard_error
    unit = result.measure.unit
    size = comparing.signed(together.estimate, unit, together.standard_error)
    both = comparing.signed(together.estimate - beyond.estimate, unit, error)
    extra = comparing.signed(abs(beyond.estimate), unit, error).removeprefix("+")
    ends = comparing.interval(beyond, unit)
    text = f"{names}: together {size}, both alone add up to {both}"
    if found.interaction.verdict == "equivalent":
        return f"{text}: the same within +-{margin(result)} ({ends})."
    if found.interaction.verdict == "unknown":
        return f"{text}: whether that is the same is not yet known ({ends})."
    return f"{text}: {extra} {'above' if beyond.estimate > 0 else 'below'} that ({ends})."


def left_out(result: Attribution) -> list[str]:
    """Return which rules were not switched off, by reason."""
    by_reason: dict[str, list[str]] = {}
    for item in result.left_out:
        by_reason.setdefault(item.reason, []).append(item.name)
    titles = {ONLY_MOVED: "Can be moved, but not switched off", IS_OFF: "Off already"}
    return [f"{titles.get(reason, reason)}: {', '.join(names)}." for reason, names in by_reason.items()]
