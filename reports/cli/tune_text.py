"""What ``house-edge tune`` prints: the answer, the list of ways, what was tried, and the price of changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.changes import Knob
from analysis.changewords import in_words, singular
from reports import words
from reports.cli import output
from reports.cli.options import as_json_value
from reports.cli.tune_files import points, rate, share
from sim.params import shown

if TYPE_CHECKING:
    from analysis.rates import Rates
    from analysis.tuned import TuneResult, Way
    from reports.cli.tune_options import Question
    from sim.schema import GameFile

VERDICTS = {
    "shown": "on target",
    "likely": "on target, likely",
    "perhaps": "perhaps",
    "off": "",
}

#: Names in one line of what did nothing.
_MOST_NAMES = 8


def show_result(question: Question, result: TuneResult[Rates]) -> None:
    """Print everything."""
    output.heading(heading(question, result))
    for line in answer(result):
        output.say(line)
    output.say("")
    _print_ways(question.base.game.file, result)
    if len(result.space.scenarios) > 1:
        _print_scenarios(question, result)
    output.say("")
    print_prices(result)
    print_search(result)


def heading(question: Question, result: TuneResult[Rates]) -> str:
    """Return the question in words."""
    game = question.base.game
    where = f"{game.file.scenario_word} {result.space.scenarios[0]}"
    if len(result.space.scenarios) > 1:
        where = f"{len(result.space.scenarios)} {game.file.scenario_word}s with the same changes"
    return f"{game.file.title}, {where}: {_asked(game.file, result)} under '{result.policy}'?"


def _asked(file: GameFile, result: TuneResult[Rates]) -> str:
    """Return what is asked for: ``'what makes it a 60 % win'``, ``'what makes the red seat win 30 % of the games'``."""
    rates = list(result.target.rates.values())
    if file.team:
        return f"what makes it {aim(result)}"
    if len(set(rates)) == 1:
        return f"what makes the {file.watched} seat win {share(rates[0])} of the games"
    return f"what gives the {file.watched} seat {aim(result)}"


def aim(result: TuneResult[Rates]) -> str:
    """Return the target in words: ``'a 60 % win'``."""
    rates = list(result.target.rates.values())
    if len(set(rates)) == 1:
        return f"a {share(rates[0])} win"
    return (
        f"a win of {share(rates[0])} ({result.space.scenarios[0]}) to {share(rates[-1])} ({result.space.scenarios[-1]})"
    )


def outcome(result: TuneResult[Rates], way: Way) -> str:
    """Return what a way gives: the share won of one scenario, else how far the scenarios are from their targets."""
    if len(way.rates) == 1:
        return rate(way, next(iter(way.rates)))
    found = way.distance
    return f"{points(found.estimate)} off on average ({100 * found.low:.1f} to {100 * found.high:.1f})"


def answer(result: TuneResult[Rates]) -> list[str]:
    """Return the sentences that answer."""
    tolerance = f"{100 * result.tolerance:g} point{'' if result.tolerance == 0.01 else 's'}"
    if result.printed.on_target:
        return [
            f"Nothing has to change: the game as it is has {outcome(result, result.printed)}, within {tolerance} of it"
            f"{_doubt(result.printed)}."
        ]
    lines = []
    if result.answer is not None:
        way = result.ways[result.answer]
        lines.append(f"{_capital(in_words(result.space, way.changes))}: {outcome(result, way)}{_doubt(way)}.")
    else:
        way = result.nearest
        most = words.count(min(result.changes, len(result.space.knobs)), "change")
        reason = {"trials": " before --trials ended the search", "budget": " before --budget ended the search"}
        lines.append(
            f"Not reached with up to {most} of {words.count(len(result.space.knobs), 'rule')}"
            f"{reason.get(result.stopped, '')}: nothing comes within {tolerance}."
        )
        lines.append(f"Nearest: {in_words(result.space, way.changes)}: {outcome(result, way)}.")
        lines += [f"{name} was tried no farther; --free {name}=LOW..HIGH goes on." for name in _at_the_end(result, way)]
    lines.append(f"As it is: {outcome(result, result.printed)}.")
    return lines


def _at_the_end(result: TuneResult[Rates], way: Way) -> list[str]:
    """Return the rules that stand at an end of what was tried, although their bounds go on."""
    found = []
    for name, value in way.changes:
        knob = result.space.knobs[name]
        ends = knob.values[0], knob.values[-1]
        if knob.ordered and value in ends and value not in (knob.parameter.bounds or ()):
            found.append(name)
    return found


def _doubt(way: Way) -> str:
    return "" if way.verdict == "shown" else " (its interval reaches beyond the tolerance)"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _print_ways(file: GameFile, result: TuneResult[Rates]) -> None:
    """Print the list, the game as it is first."""
    one = len(result.space.scenarios) == 1
    won = "games won" if file.team else file.won_words
    columns = ["", "change", "cost", won if one else "mean distance", "from the target" if one else "worst", ""]
    rows = [["0", "none", "0", *_measured(result, result.printed), _word(result.printed)]]
    for place, way in enumerate(result.ways, start=1):
        cost = f"{round(way.cost, 2):g}"
        rows.append([str(place), in_words(result.space, way.changes), cost, *_measured(result, way), _word(way)])
    output.table(columns, rows, right=(0, 2, 3, 4))
    if any(not way.pareto for way in result.ways):
        output.say("(dearer: another way on the list has as few and as small changes)")


def _word(way: Way) -> str:
    return VERDICTS[way.verdict] + ("" if way.pareto else ", dearer")


def _measured(result: TuneResult[Rates], way: Way) -> list[str]:
    off = {name: way.rates[name].estimate - result.target.rates[name] for name in way.rates}
    worst = max(off, key=lambda name: abs(off[name]))
    signed = _signed(off[worst])
    return [outcome(result, way).replace(" off on average", ""), signed if len(off) == 1 else f"{worst}: {signed}"]


def _signed(share_off: float) -> str:
    """Return a deviation in points with its sign."""
    return f"{round(100 * share_off, 1) + 0.0:+.1f}"


def _print_scenarios(question: Question, result: TuneResult[Rates]) -> None:
    """Print each scenario before and after the way that answers, or comes nearest."""
    way = result.nearest if result.answer is None else result.ways[result.answer]
    place = 0 if way is result.printed else result.ways.index(way) + 1
    columns = [question.base.game.file.scenario_word, "target", "as it is", f"way {place}", "from the target"]
    rows = []
    for name in result.space.scenarios:
        off = way.rates[name].estimate - result.target.rates[name]
        rows.append([name, share(result.target.rates[name]), rate(result.printed, name), rate(way, name), _signed(off)])
    output.say("")
    output.table(columns, rows, right=(1, 2, 3, 4))


def print_prices(result: TuneResult[Any]) -> None:
    """Print what the changes on the list cost, a unit each."""
    used = dict.fromkeys(name for way in result.ways for name, _ in way.changes)
    prices = [f"{name} {result.space.knobs[name].unit_cost:g} {_per(result.space.knobs[name])}" for name in used]
    if prices:
        output.say(f"Cost: {result.space.each:g} a change, and {words.listing(prices)}. Others: --cost NAME=NUMBER.")


def _per(knob: Knob) -> str:
    """Return what a unit is called: ``'a dollar'``."""
    if not knob.ordered:
        return "to change"
    return f"a {singular(knob.parameter.unit) or 'unit'}"


def print_search(result: TuneResult[Any], intervals: str = "95 % Wilson intervals, each for itself") -> None:
    """Print what was tried and on which seeds; how the intervals were made stands at the end."""
    stages = [f"{words.count(s.tries, 'set')} of {s.name}" for s in result.stages if s.tries]
    if stages:
        dropped = sum(stage.dropped for stage in result.stages)
        games = sum(stage.games for stage in result.stages)
        output.say(
            f"Tried {words.listing(stages)} on shared seeds (seed {result.seed}): {words.count(games, 'game')};"
            f" {dropped:,} were dropped early, {_dropped(result)}."
        )
    output.say(
        f"Every line was confirmed on {_confirmed(result)} of other seeds (seed {result.confirm_seed}, derived from"
        f" {result.seed}), {intervals}."
    )
    if result.idle:
        names = list(result.idle)[:_MOST_NAMES]
        more = f" and {len(result.idle) - len(names)} more" if len(result.idle) > len(names) else ""
        output.say(f"Moved alone, these changed nothing in the first games: {', '.join(names)}{more}.")
    for name, other in result.twins.items():
        output.say(f"{name} does here exactly what {other} does.")
    for reason in dict.fromkeys(result.space.left_out.values()):
        names = [name for name, why in result.space.left_out.items() if why == reason]
        output.say(f"Left alone, {reason}: {', '.join(names)}.")


def _dropped(result: TuneResult[Any]) -> str:
    halved = "or behind half of those played beside them" if result.target.habits.halving else ""
    return f"their intervals off the target {halved}".rstrip()


def _confirmed(result: TuneResult[Any]) -> str:
    """Return on how many games the lines were confirmed: of a race fewer where the verdict was clear."""
    games = sorted({way.distance.n for way in (result.printed, *result.ways)})
    if not result.target.habits.early or len(games) == 1:
        return words.count(result.confirm_games, "game") if not result.target.habits.early else f"{games[0]:,} games"
    return f"{games[0]:,} to {games[-1]:,} games, fewer where the verdict was clear,"


# --- what may be changed ---------------------------------------------------------------------------------------------


def show_space(question: Question, as_json: bool) -> int:
    """Print what may be changed, how far, and what a unit of it costs."""
    space = question.space
    rows: list[dict[str, Any]] = [
        {
            "name": knob.name,
            "before": [as_json_value(value) for value in knob.before],
            "values": [as_json_value(value) for value in knob.values],
            "unit": knob.parameter.unit,
            "change_cost": knob.unit_cost,
            "from": knob.reach,
            "doc": knob.parameter.doc,
        }
        for knob in space.knobs.values()
    ]
    if as_json:
        head = {"schema": "house-edge/tune-space", "schema_version": 1, "game": question.base.game.name}
        body = {"scenarios": list(space.scenarios), "each_change": space.each, "rules": rows}
        output.print_json({**head, **body, "left_out": space.left_out})
        return 0
    where = ", ".join(space.scenarios) if len(space.scenarios) < 4 else f"all {len(space.scenarios)}"
    output.heading(f"{question.base.game.file.title}, {where}: {words.count(len(rows), 'rule')} may be changed")
    output.table(
        ["rule", "now", "tried", "unit", "cost a unit", "from"],
        [
            [knob.name, _before(knob), _tried(knob), knob.parameter.unit, f"{knob.unit_cost:g}", knob.reach]
            for knob in space.knobs.values()
        ],
        right=(4,),
    )
    output.say("")
    output.say(f"Every change costs {space.each:g} on top (--each-change). A unit: --cost NAME=NUMBER.")
    for name, reason in space.left_out.items():
        output.say(f"Left alone: {name}, {reason}.")
    output.say(f"To search: {question.command()}")
    return 0


def _before(knob: Knob) -> str:
    return shown(knob.before[0]) if knob.settled else "differs"


def _tried(knob: Knob) -> str:
    if knob.ordered:
        return f"{shown(knob.values[0])} to {shown(knob.values[-1])}"
    return ", ".join(shown(value) for value in knob.values)
