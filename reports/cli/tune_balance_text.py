"""What ``house-edge tune --balance`` prints and writes: the answer, the ways, the groups, and what assumptions do."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from analysis.changewords import singular
from analysis.proportions import Estimate
from reports import words
from reports.cli import output
from reports.cli.tune_files import variant_text, where
from reports.cli.tune_text import print_prices, print_search
from sim.params import shown

if TYPE_CHECKING:
    from analysis.balanced import Assumed, BalancedResult, BalancedWay
    from analysis.evenness import Even
    from analysis.tuned import TuneResult
    from reports.cli.tune_options import Question

VERDICTS = {"shown": "equal", "perhaps": "perhaps", "off": ""}

#: By how much less has to be scored with a way for it to be said.
_NOTABLE = 1.05

#: From so many times as many games on it is said.
_MANY_TIMES = 1.5

#: Characters of a line of changes in the table.
_CHANGES = 76

#: Characters of a line below the picture.
_CAPTION = 120

#: Of joint intervals, and of those of single means.
_INTERVALS = "95 % intervals; those of gaps hold for all pairs and looks together"


# --- numbers ---------------------------------------------------------------------------------------------------------


def amount(result: BalancedResult, value: float) -> str:
    """Return a gap with its unit: ``'1 point'``, ``'1 point of the victories'``."""
    if result.unit == "share":
        return f"{100 * value:.4g} point{'' if value == 0.01 else 's'} of the victories"
    return f"{value:.4g} {singular(result.unit) if value == 1 else result.unit}".rstrip()


def gap_text(result: BalancedResult, gap: Estimate, unit: bool = False) -> str:
    """Return a gap with its interval: ``'2.1 (1.7 to 2.5)'``; with its unit ``'2.1 points (1.7 to 2.5)'``."""
    scale = 100 if result.unit == "share" else 1
    places = max(1, words.decimals(scale * gap.standard_error))
    estimate, low, high = (f"{scale * value:.{places}f}" for value in (gap.estimate, gap.low, gap.high))
    return f"{estimate}{f' {unit_of(result)}' if unit else ''} ({low} to {high})"


def unit_of(result: BalancedResult) -> str:
    """Return what gaps are counted in: ``'points'``."""
    return "points of the victories" if result.unit == "share" else result.unit


def mean_text(result: BalancedResult, found: Estimate) -> str:
    """Return the mean of a group with its interval."""
    if result.unit == "share":
        return words.share_with_interval(found.estimate, found.low, found.high)
    places = words.decimals(found.standard_error)
    return f"{found.estimate:,.{places}f} ({found.low:,.{places}f} to {found.high:,.{places}f})"


def many(result: BalancedResult) -> str:
    """Return what is compared: ``'seats'``, ``'start cards'``."""
    return f"{result.word}s"


def ends(result: BalancedResult, way: BalancedWay) -> str:
    """Return who has most and least."""
    most, least = (result.groups[name] for name in way.widest)
    return f"{most} has most, {least} least"


# --- the answer ------------------------------------------------------------------------------------------------------


def show_balanced(question: Question, found: TuneResult[Even], result: BalancedResult) -> None:
    """Print everything."""
    output.heading(heading(question, result))
    for line in answer(result, len(found.space.knobs)):
        output.say(line)
    output.say("")
    _print_ways(result)
    output.say("")
    _print_groups(result)
    if result.survival:
        output.say("")
        for line in survival_lines(result.survival):
            output.say(line)
    output.say("")
    print_prices(found)
    print_search(found, _INTERVALS)


def heading(question: Question, result: BalancedResult) -> str:
    """Return the question in words."""
    players = words.count(result.players, "player")
    return (
        f"{where(question)}, {players}: what makes the {many(result)} equal, within {amount(result, result.target)},"
        f" under '{result.policy}'?"
    )


def answer(result: BalancedResult, rules: int) -> list[str]:
    """Return the sentences that answer.

    Parameters
    ----------
    rules : int
        How many could be changed.
    """
    within, printed = amount(result, result.target), result.printed
    if result.balanced:
        return [
            f"Nothing has to change: the {many(result)} are equal within {within} already: the gap is"
            f" {gap_text(result, printed.gap, unit=True)}."
        ]
    if result.ending == "perhaps already":
        tried = "No change tried is shown to make the gap smaller." if result.searched else "Nothing was searched."
        return [
            f"Not yet known. Perhaps nothing has to change: {_gap(result, printed)}, which reaches beyond {within};"
            f" {to_know(result, printed)}. {tried}"
        ]
    if result.answer is not None:
        way = result.ways[result.answer]
        lines = [f"{_capital(way.text)}: the {many(result)} are equal within {within}: {_gap(result, way)}."]
    else:
        lines = _not_reached(result, rules)
    doubt = ""
    if printed.verdict == "perhaps":
        doubt = f" That may be small enough already; {to_know(result, printed)}."
    return [*lines, f"As it is {_gap(result, printed)}: {ends(result, printed)}.{doubt}"]


def _gap(result: BalancedResult, way: BalancedWay) -> str:
    text = f"the gap is {gap_text(result, way.gap, unit=True)}"
    if way.factor < _NOTABLE:
        return text
    return f"{text}, which counts as {way.factor * way.gap.estimate:.2g} as fewer {result.unit or 'points'} are scored"


def _not_reached(result: BalancedResult, rules: int) -> list[str]:
    """Return what is said when no way is shown to be on target."""
    most, within = words.count(min(result.changes, rules), "change"), amount(result, result.target)
    early = {
        "trials": " before --trials ended the search",
        "budget": " before --budget ended the search",
        "games": f" before the {result.most_games or 0:,} games of --most-games ended the search",
    }
    what = f"with at most {most} of {words.count(rules, 'rule')}{early.get(result.stopped, '')}"
    best = result.nearest
    if result.ending == "perhaps":
        return [
            f"Not yet known {what}. Perhaps {best.text}: {_gap(result, best)}, which reaches beyond {within};"
            f" {to_know(result, best)}."
        ]
    lines = [f"Not reachable {what}: no way tried makes the {many(result)} equal within {within}."]
    if best.changes:
        lines.append(f"Nearest: {best.text}: {_gap(result, best)}; {ends(result, best)}.")
    else:
        lines.append("No change tried is shown to make the gap smaller.")
    most_allowed = 8
    if result.changes < min(most_allowed, rules) and not result.stopped:
        lines.append(f"--changes {min(most_allowed, rules)} goes on.")
    return lines


def to_know(result: BalancedResult, way: BalancedWay) -> str:
    """Return how many games would tell whether a way is below the target."""
    games = result.games_to_know(way)
    if games is None:
        return f"that is so near {amount(result, result.target)} that no reasonable number of games would tell"
    times = games / max(1, way.gap.n)
    many_times = f", {times:.2g} times as many," if times >= _MANY_TIMES else ""
    return f"about {words.count(games, 'game')}{many_times} would tell (--confirm {games})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _print_ways(result: BalancedResult) -> None:
    """Print the list, the game as it is first."""
    rows = []
    for place, way in enumerate([result.printed, *result.ways]):
        most, least = (result.groups[name] for name in way.widest)
        word = VERDICTS[way.verdict] + ("" if way.pareto or not place else ", dearer")
        first, *more = _lines_of(way)
        rows.append([str(place), first, f"{round(way.cost, 2):g}", gap_text(result, way.gap), most, least, word])
        rows += [["", line, "", "", "", "", ""] for line in more]
    output.table(["", "change", "cost", f"gap, {unit_of(result)}", "most", "least", ""], rows, right=(0, 2, 3))
    for place, way in enumerate(result.ways, start=1):
        if way.factor >= _NOTABLE:
            output.say(f"Way {place}: {_smaller(result, way)}.")


def _lines_of(way: BalancedWay) -> list[str]:
    """Return the changes of a way, as many on a line as are read easily."""
    return textwrap.wrap(way.text, _CHANGES) if way.changes else ["none"]


def _smaller(result: BalancedResult, way: BalancedWay) -> str:
    """Return what fewer points do to a gap."""
    scored = 100 / way.factor
    return (
        f"players get {scored:.0f} % of the {result.unit or 'points'} they get as it is, so a gap of"
        f" {way.gap.estimate:.2g} counts as one of {way.factor * way.gap.estimate:.2g}"
    )


def _print_groups(result: BalancedResult) -> None:
    """Print every group before and after the way that answers, or comes nearest."""
    best, unit = result.best, "victories" if result.unit == "share" else f"mean {result.measure}"
    columns = [result.word, f"{unit}, as it is"]
    if best.changes:
        columns.append(f"way {result.ways.index(best) + 1}")
    rows = []
    for name, label in result.groups.items():
        shown_ways = [result.printed, best][: len(columns) - 1]
        rows.append([label, *(mean_text(result, way.means[name]) for way in shown_ways)])
    output.table(columns, rows, right=tuple(range(1, len(columns))))


# --- other assumptions -----------------------------------------------------------------------------------------------


def survival_lines(statements: tuple[Assumed, ...]) -> list[str]:
    """Return in how many sets of assumed values each statement holds, and what breaks it."""
    return [survival_line(one) for one in statements if one.of]


def survival_line(one: Assumed) -> str:
    """Return one statement with the sets in which it holds and the assumption that decides most clearly."""
    games = words.count(one.games, "game")
    text = f"{_capital(one.text)}: holds in {one.held} of {one.of} sampled sets of assumed values ({games} each)"
    if one.contradicted:
        text += f", {words.count(one.contradicted, 'shows', 'show')} the opposite"
    elif one.held < one.of:
        text += ", none shows the opposite"
    return f"{text}.{breaks_text(one)}"


def breaks_text(one: Assumed) -> str:
    """Return which assumption decides, or that none is shown to."""
    split = one.breaks
    if split is None:
        return ""
    if not split.shown():
        return " No single assumption is shown to decide it."
    values = " to ".join(dict.fromkeys(shown(value) for value in split.values))
    return (
        f" It hangs on {split.parameter}: with {values} it holds in {split.held} of {split.of},"
        f" otherwise in {split.other_held} of {split.other_of}."
    )


# --- files -----------------------------------------------------------------------------------------------------------


def texts(question: Question, result: BalancedResult, found: TuneResult[Even]) -> list[str]:
    """Return the text of a variant file for every way."""
    return [
        variant_text(question, plain.changes, _title(question, result), _reason(result, way))
        for plain, way in zip(found.ways, result.ways, strict=True)
    ]


def _title(question: Question, result: BalancedResult) -> str:
    return f"{where(question)} with equal {many(result)}"


def _reason(result: BalancedResult, way: BalancedWay) -> str:
    games = f"{words.count(way.gap.n, 'game')} of seed {result.confirm_seed}"
    return (
        f"Found by house-edge tune for {many(result)} that are equal within {amount(result, result.target)}: {way.text}"
        f" has a gap of {gap_text(result, way.gap, unit=True)} in {games} under '{result.policy}',"
        f" {gap_text(result, result.printed.gap)} before."
    )


def picture(result: BalancedResult, path: Path) -> None:
    """Write the groups before and after as a picture."""
    from reports.figures import canvas, evened

    figure = evened.draw(result, canvas.WIDE)
    with canvas.press():
        figure.supxlabel("\n".join(textwrap.wrap(_caption(result), _CAPTION)), x=0.012, ha="left", fontsize=7)
    canvas.write(figure, "evened", path)


def _caption(result: BalancedResult) -> str:
    """Return what stands below the picture: the gaps, and which games they are from."""
    after = f", {gap_text(result, result.best.gap)} with the changes" if result.best.changes else ""
    games = f"{words.count(result.best.gap.n, 'game')} of seed {result.confirm_seed}"
    return (
        f"Gap between most and least: {gap_text(result, result.printed.gap, unit=True)} as it is{after}; the band is as"
        f" wide as the target. Scenario {result.scenario}, {words.count(result.players, 'player')}, policy"
        f" {result.policy}, {games}; {_INTERVALS}."
    )
