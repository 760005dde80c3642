"""``house-edge advise``: what should we do here? Every choice is played to the end in the same futures."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.advise_options import (
    NO_PLACE,
    USUAL_EFFORT,
    EffortOptions,
    PlaceOptions,
    Wanted,
    find_decision,
    find_turn,
    read_position_target,
    read_wanted,
)
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    NO_RULES,
    PLAYED,
    OutputOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    as_json_value,
    option,
)
from reports.cli.which_game import first_game
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.advice import Advice
    from reports.advising import Wording
    from sim.block import Plan
    from sim.moments import Asked, PlayedGame, Turn
    from sim.position import Position


def advise(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    file: Annotated[str | None, Parameter(help="A position written down at the table.", metavar="FILE")] = None,
    /,
    *,
    place: PlaceOptions = NO_PLACE,
    policy: Annotated[str | None, option("Who plays [default: the game's].", "NAME", PLAYED)] = None,
    then: Annotated[
        str | None, option("Who plays on from the position [default: the game's most skilled].", "NAME", PLAYED)
    ] = None,
    rules: RuleOptions = NO_RULES,
    effort: EffortOptions = USUAL_EFFORT,
    work: WorkOptions = DEFAULT_WORK,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Say what each choice of a position is worth: its chance to win, with an interval, best first.

    With --turn, one decision of a game that can be replayed; with FILE, a position from your own table; without either,
    the choices of a whole game that cost most. Every choice is played to the end in the same futures; what nobody at
    the table has seen is shuffled again in each.
    """
    problems = Problems()
    if file is None and game is not None and game.endswith(".toml"):
        raise BadInput(f"the game comes before the file: house-edge advise GAME {game}, for example {first_game()}.")
    if work.backend not in (None, "auto", "threading"):
        problems.found.append(f"--backend {work.backend}: advice is played by threads of this process; leave it out.")
    if file is not None:
        from reports.cli.advise_file import advise_file

        return advise_file(problems, game, file, place, policy, then, rules, effort, work, out)
    target = problems.take(read_position_target, effort.write, effort.force) if effort.write else None
    wanted = read_wanted(problems, game, policy, then, place, effort, rules, work)
    problems.stop_if_any()
    assert wanted is not None
    if place.turn is None:
        return _whole_game(wanted, out)
    return _one_decision(wanted, place, target, out)


@dataclass(frozen=True)
class Question:
    """One decision, and everything that is said about it.

    Attributes
    ----------
    plan : Plan
        What is played from here, and by whom.
    position : Position
        The start of the turn.
    turn, asked : Turn, Asked
        The decision.
    wording : Wording
        The words of the game.
    title : str
        Where it is from.
    label : str
        Who plays on, as typed.
    command : str
        What does the same again.
    chosen : int or None
        What was chosen in the game.
    """

    plan: Plan
    position: Position
    turn: Turn
    asked: Asked
    wording: Wording
    title: str
    label: str
    command: str
    chosen: int | None = None


def prepare(plan: Plan, quiet: bool) -> None:
    """Compile or load what is played; a compile is announced."""
    from reports.cli.progress import expected_compile, remember_compile
    from sim import supervised
    from sim.worker import is_compiled, warm

    if supervised.interpreted(plan):
        raise BadInput("advice plays thousands of games: a policy declared with jit=False is too slow for it.")
    if is_compiled(plan):
        warm(plan)
        return
    output.note(f"compiling the engine, once, about {words.duration(round(expected_compile(plan.game)))} ...")
    seconds = warm(plan)
    if seconds > 2:
        remember_compile(plan.game, seconds)


def _plan_then(wanted: Wanted) -> Plan:
    from sim.block import Plan

    plan = wanted.request.plan
    return Plan(plan.game, plan.rules, wanted.then, plan.seed)


def _one_decision(wanted: Wanted, place: PlaceOptions, target: Path | None, out: OutputOptions) -> int:
    from reports.advising import Wording
    from sim.moments import read_game
    from sim.position import BEFORE_SET_UP, Position

    request = wanted.request
    prepare(request.plan, out.quiet)
    played = read_game(request.plan, wanted.index)
    problems = Problems()
    seats = list(dict.fromkeys([*request.game.file.seats, *(turn.seat for turn in played.turns if turn.seat)]))
    turn = problems.take(find_turn, played, seats, place.turn or "")
    asked = problems.take(find_decision, played, turn, place.decision) if turn is not None else None
    problems.stop_if_any()
    assert turn is not None and asked is not None
    plan = _plan_then(wanted)
    prepare(plan, out.quiet)
    position = Position(request.plan, wanted.index, turn.number - 1 if turn.number else BEFORE_SET_UP)
    if wanted.then != request.plan.team:
        position = position.played_by(plan)
    wording = Wording(request.game, played.header)
    question = Question(
        plan,
        position,
        turn,
        asked,
        wording,
        f"{request.game.file.title}, {request.plan.rules.scenario}: game {wanted.index} of seed {request.plan.seed},"
        f" {wording.turn(turn)}, decision {asked.number} of {len(turn.asked)}",
        wanted.then_label,
        _command(wanted, game=wanted.index, turn=place.turn, decision=place.decision),
        asked.index,
    )
    if target is not None:
        from reports.cli.advise_file import write_position

        write_position(question, target, request.rule_options.cards)
    return answer_question(question, wanted, out, played)


def _command(wanted: Wanted, **options: object) -> str:
    then = wanted.then_label
    from reports.cli.advise_options import DEFAULT_ROLLOUTS

    rollouts = wanted.rollouts if wanted.rollouts != int(DEFAULT_ROLLOUTS) else None
    return wanted.request.command("advise", then=then, rollouts=rollouts, **options)


def answer_question(question: Question, wanted: Wanted, out: OutputOptions, played: PlayedGame | None) -> int:
    """Play the futures of one decision and print what they say."""
    from analysis.advising import advise as ask
    from reports.cli.progress import StepDisplay

    turn, asked = question.turn, question.asked
    made = turn.made_before(asked)
    started = time.perf_counter()
    with StepDisplay(question.plan.game, out.quiet) as display:
        advice = ask(
            question.position,
            made,
            len(asked.choices),
            seed=question.plan.seed,
            most=wanted.rollouts,
            seat=asked.seat,
            jobs=wanted.request.jobs,
            after=lambda done, left: display.step(_step(done, left, wanted.rollouts)),
        )
    seconds = time.perf_counter() - started
    policy = policys_choice(question, made)
    if out.json:
        output.print_json(_body(question, wanted, advice, policy, seconds, played))
        return 0
    _print(question, advice, policy, seconds, played)
    return 0


def _step(done: int, left: int, most: int) -> Any:
    from analysis.arms import Step

    return Step(f"futures, {words.count(left, 'choice')} left", done, most, done)


def policys_choice(question: Question, made: list[int]) -> int | None:
    """Return what the policy that plays on would choose here."""
    from sim.moments import play_turn

    turn = play_turn(question.position, question.turn.number, made)
    return turn.asked[len(made)].index if len(turn.asked) > len(made) else None


def _print(question: Question, advice: Advice, policy: int | None, seconds: float, played: PlayedGame | None) -> None:
    from reports.cli import advise_text as text

    wording, turn, asked = question.wording, question.turn, question.asked
    text.show_position(wording, question.title, turn, asked)
    output.say(f"\nThe question to {wording.seat(asked.seat)}: {wording.question(asked.name)}")
    output.say(text.answer(wording, asked, advice))
    output.say("")
    text.show_choices(wording, asked, advice, text.marks_of(question.chosen, policy, question.label))
    if played is not None:
        outcomes = {outcome.name: outcome.words for outcome in wording.game.file.outcomes}
        output.say(f"\nThis game ended: {outcomes[played.outcome]}.")
        text.show_decisions(wording, turn, asked)
    output.say(
        f"\n{words.count(advice.played, 'game')} in {words.duration(seconds)}; {question.label} plays on, and what"
        " nobody has seen is shuffled again in every future. Each interval of a win chance holds with 95 %; the"
        f" distances from the best hold with 95 % all together.{text.counted(wording, asked.seat)}"
    )
    output.say(f"The same again: {question.command}")


def _body(
    question: Question,
    wanted: Wanted,
    advice: Advice,
    policy: int | None,
    seconds: float,
    played: PlayedGame | None,
) -> dict[str, Any]:
    from reports.cli.envelope import envelope

    asked, turn, wording = question.asked, question.turn, question.wording
    head = envelope("advise", wording.game, question.plan.rules, question.plan.seed, "complete", question.command,
                    {"wall_s": seconds})  # fmt: skip
    found = advice.to_json()
    for choice in found["choices"]:
        columns = asked.choices[choice["index"]]
        names = wording.game.decisions[asked.name].columns
        choice["words"] = wording.choice(asked.name, columns)
        choice["columns"] = dict(zip(names, columns, strict=True))
    return {
        **head,
        **_what_is_played(wanted, question.plan),
        "position": {
            "game_index": wanted.index if played is not None else None,
            "turn": turn.number,
            "round": turn.round,
            "seat": asked.seat,
            "decision": asked.number,
            "name": asked.name,
            "question": wording.question(asked.name),
            "made": turn.made_before(asked),
            "table": turn.table,
        },
        **found,
        "chosen": question.chosen,
        "policy_would_choose": policy,
        "outcome": played.outcome if played is not None else None,
    }


def _what_is_played(wanted: Wanted, then: Plan) -> dict[str, Any]:
    """Return the part of the JSON that says by which rules, who played and who plays on."""
    from reports.cli.envelope import policies

    game, rules = wanted.request.game, then.rules
    return {
        "scenario": rules.scenario,
        "variants": list(rules.variants),
        "rules_changed": {
            name: {key: as_json_value(value) for key, value in change.items()}
            for name, change in rules.changed(game.parameters).items()
        },
        "policy": wanted.request.policy,
        "policies": policies(game, wanted.request.plan),
        "then": wanted.then_label,
        "then_policies": policies(game, then),
    }


# --- a whole game ----------------------------------------------------------------------------------------------------


def _whole_game(wanted: Wanted, out: OutputOptions) -> int:
    from analysis.arms import Step
    from analysis.reviewing import review
    from reports.advising import Wording
    from reports.cli.progress import StepDisplay
    from sim.moments import read_game

    request = wanted.request
    prepare(request.plan, out.quiet)
    played = read_game(request.plan, wanted.index)
    plan = _plan_then(wanted)
    prepare(plan, out.quiet)
    started = time.perf_counter()
    with StepDisplay(plan.game, out.quiet) as display:
        found = review(
            request.plan,
            wanted.index,
            played,
            plan,
            seed=plan.seed,
            closely=wanted.rollouts,
            worst=wanted.worst,
            jobs=request.jobs,
            after=lambda done, total: display.step(Step("decisions", done, total, done)),
        )
    seconds = time.perf_counter() - started
    wording = Wording(request.game, played.header)
    command = _command(wanted, game=wanted.index)
    commands = [
        _command(wanted, game=wanted.index, turn=costly.turn.number, decision=costly.asked.number)
        for costly in found.costly
    ]
    if out.json:
        from reports.cli.envelope import envelope

        head = envelope("advise", request.game, plan.rules, plan.seed, "complete", command, {"wall_s": seconds})
        body = found.to_json()
        for entry, costly, ask in zip(body["costly"], found.costly, commands, strict=True):
            entry["chosen"]["words"] = wording.chosen(costly.asked)
            entry["better"]["words"] = wording.choice(costly.asked.name, costly.asked.choices[costly.better])
            entry["command"] = ask
        output.print_json(
            {**head, **_what_is_played(wanted, plan), "game_index": wanted.index, "outcome": played.outcome, **body}
        )
        return 0
    from reports.cli import advise_text as text

    outcomes = {outcome.name: outcome.words for outcome in request.game.file.outcomes}
    output.heading(
        f"{request.game.file.title}, {plan.rules.scenario}: game {wanted.index} of seed {plan.seed}, played by"
        f" {request.policy}, ended: {outcomes[played.outcome]}."
    )
    output.say(text.review_answer(wording, found))
    if found.costly:
        output.say("")
        text.show_review(wording, found, commands)
    output.say(
        f"\n{words.count(found.played, 'game')} in {words.duration(seconds)}: every choice in"
        f" {words.count(found.glance, 'future')}, then the {words.count(len(found.costly), 'decision')} that looked"
        f" worst, one a turn, in {words.count(found.closely, 'other future')}, played on by {wanted.then_label}. The"
        f" intervals hold with 95 % all together.{text.counted(wording)}"
    )
    output.say(f"The same again: {command}")
    return 0
