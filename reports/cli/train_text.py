"""What ``house-edge train`` prints: what the weights found are worth, what they are, and how they were found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports import words
from reports.cli import output

if TYPE_CHECKING:
    from analysis.paired import Effect
    from analysis.training_result import TrainResult
    from reports.cli.train_options import Question

#: Scenarios and weights named in one line.
_MOST_NAMES = 12

#: Longer policies are not typed; the file of weights is for them.
_LONGEST = 300


def show_results(question: Question, results: list[TrainResult]) -> None:
    """Print everything: of one training in full, of many the table first."""
    if len(results) > 1:
        _print_each(question, results)
        return
    result = results[0]
    output.heading(f"{_where(question, result)}: the weights of '{result.policy}'")
    for line in answer(question, result):
        output.say(line)
    _print_tables(question, result)
    if result.weights and len(result.scenarios) > 1:
        output.say("")
        _print_gains(question, result)
    if result.weights:
        output.say("")
        _print_weights(question, result)
    _print_search(result)


def _where(question: Question, result: TrainResult) -> str:
    game = question.base.game
    if len(result.scenarios) == 1:
        return f"{game.file.title}, {words.scenario(game.file.scenario_word, result.scenarios[0])}"
    return f"{game.file.title}, {len(result.scenarios)} {game.file.scenario_word}s together"


def rate(effect: Effect, side: str) -> str:
    """Return a win rate with its interval, or what else was trained for."""
    found = effect.base if side == "before" else effect.arm
    if not effect.metric.is_share:
        error = found.standard_error
        span = f"{words.number(found.low, error)} to {words.number(found.high, error)}"
        return f"{words.number(found.estimate, error)} ({span}) {effect.metric.unit}"
    if found.low == found.high:  # against its like at every seat in turn: an equal share, exactly
        return f"{100 * found.estimate:.3g} %"
    return words.share_with_interval(found.estimate, found.low, found.high)


def points(effect: Effect) -> str:
    """Return a gain in percentage points with its interval: ``'+7.8 points (7.3 to 8.3)'``, or in its unit."""
    found, share = effect.difference, effect.metric.is_share
    times, unit = (100, "points") if share else (1, effect.metric.unit)
    places = max(1, words.decimals(times * found.standard_error)) if found.standard_error > 0 else 1
    low, high = (round(times * end, places) + 0.0 for end in (found.low, found.high))
    return f"{times * found.estimate:+.{places}f} {unit} ({low:.{places}f} to {high:.{places}f})"


def limit(effect: Effect) -> str:
    """Return the margin in words."""
    return f"{100 * effect.margin:g} points" if effect.metric.is_share else f"{effect.margin:g} {effect.metric.unit}"


def answer(question: Question, result: TrainResult) -> list[str]:
    """Return the sentences that answer."""
    gain, margin = result.gain, limit(result.gain)
    mean = "on average " if len(result.scenarios) > 1 else ""
    lost = round((1 - gain.base.estimate) * gain.base.n * len(result.scenarios))
    games = words.count(gain.base.n * len(result.scenarios), "game")
    if result.verdict == "ceiling":
        return [f"Nothing to gain: it loses {lost:,} of {games}, and no weights could win {margin} more."]
    if result.verdict == "idle":
        moved = words.count(len(result.idle), "weight")
        return [f"No gain: moved to either bound, none of {moved} changes a game."]
    if result.verdict in ("gain", "small"):
        won = "make" if not gain.metric.is_share else "win"
        what = "games" if not result.goal.competitive else _won(gain)
        more = f"Weights were found that {won}" + (" a little" if result.verdict == "small" else "")
        lines = [f"{more} more {what}: {mean}{rate(gain, 'after')}, {rate(gain, 'before')} before, {points(gain)}."]
        if result.verdict == "small":
            lines.append(f"The gain is shown, but it is smaller than {margin}: nobody would notice it at the table.")
        return lines
    if not result.weights:
        return [
            f"No gain: of {words.count(result.tried, 'set')} of weights none beats those it started with"
            f" ({mean}{rate(gain, 'before')})."
        ]
    if result.verdict == "none":
        return [f"No gain: the best set found makes {mean}{points(gain)}, within {margin} of nothing."]
    return [f"No gain is shown: the best set found makes {mean}{points(gain)}."]


def _won(effect: Effect) -> str:
    """Return what a player among opponents gets more of."""
    return "of the victories" if effect.metric.is_share else effect.metric.unit


def _print_gains(question: Question, result: TrainResult) -> None:
    rows = [
        [scenario, rate(effect, "before"), rate(effect, "after"), points(effect)]
        for scenario, effect in result.gains.items()
    ]
    output.table([question.base.game.file.scenario_word, "before", "trained", "gain"], rows, right=(1, 2))


def _print_weights(question: Question, result: TrainResult) -> None:
    from sim.policy import load_declaration

    declared = load_declaration(question.base.game, result.space.seat.policy).weights
    rows = []
    for axis in result.space.axes:
        if axis.name in result.weights:
            found = result.weights[axis.name]
            rows.append([axis.name, f"{axis.start:g}", f"{found:g}", f"{axis.low:g} to {axis.high:g}"])
            rows[-1] += [declared[axis.name].unit, declared[axis.name].doc]
    output.table(["weight", "before", "found", "bounds", "unit", "meaning"], rows, right=(1, 2))


def _print_tables(question: Question, result: TrainResult) -> None:
    """Say at which tables a set of weights was judged."""
    if not result.goal.competitive:
        return
    game = question.base.game
    counts = sorted({len(game.seats_in_play(question.resolved[name])) for name in result.scenarios})
    tables = words.listing([str(count) for count in counts], "or")
    output.say(
        f"At tables of {tables} it sits at every seat in turn, all others are '{result.goal.opponents}' and stay as"
        " they are; the seats of one game are one observation, and a shared victory counts in parts."
    )


def _print_search(result: TrainResult) -> None:
    if result.tried:
        output.say("")
        ended = {"trials": "", "budget": ", ended by --budget", "": ", and the search had converged"}[result.stopped]
        output.say(
            f"Tried {words.count(result.tried, 'set')} of weights in {words.count(result.generations, 'generation')}"
            f"{ended}; {result.dropped:,} were dropped early. All of a generation play the same games (seed"
            f" {result.seed})."
        )
        each = " of each scenario" if len(result.scenarios) > 1 else ""
        output.say(
            f"{words.count(len(result.finalists), 'finalist')} met on seed {result.select_seed}. The gain comes from"
            f" {words.count(result.confirm_games, 'game')}{each} of seed {result.confirm_seed} that nothing was chosen"
            " on: paired, 95 % interval (adjusted Wald)."
        )
    if result.idle and result.verdict != "idle":
        names = list(result.idle)[:_MOST_NAMES]
        more = f" and {len(result.idle) - len(names)} more" if len(result.idle) > len(names) else ""
        output.say(f"Left alone, at neither bound did they change one of the first games: {', '.join(names)}{more}.")
    if result.weights and len(result.label) <= _LONGEST:
        output.say(f"To play them: --policy {result.label}")


def _print_each(question: Question, results: list[TrainResult]) -> None:
    """Print the weights of all scenarios together, then what each scenario gains by weights of its own."""
    together, own = results[0], results[1:]
    output.heading(f"{_where(question, together)}: the weights of '{together.policy}'")
    for line in answer(question, together):
        output.say(line)
    _print_tables(question, together)
    output.say("")
    rows = []
    for result in own:
        scenario = result.scenarios[0]
        first = together.gains[scenario]
        kept = "its own" if result.better else "those of all" if together.better else "as before"
        rows.append([scenario, rate(first, "before"), rate(first, "after"), points(first), _own(result), kept])
    columns = [question.base.game.file.scenario_word, "before", "trained together", "gain", "more by its own", "kept"]
    output.table(columns, rows, right=(1, 2))
    _print_search(together)
    tried = sum(result.tried for result in own)
    if not tried:
        return
    output.say(
        f"Then {words.count(tried, 'set')} for single {question.base.game.file.scenario_word}s, each search beginning"
        " with the weights of all; a gain comes from games that nothing was chosen on."
    )


def _own(result: TrainResult) -> str:
    """Return what weights of its own add in one scenario, in a few words."""
    if result.verdict == "ceiling":
        return "nothing to gain"
    if result.verdict == "idle" or not result.weights:
        return "none found"
    return points(result.gain) + ("" if result.better else ", not shown")
