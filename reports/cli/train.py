"""``house-edge train``: the weights with which a policy wins most often, and what they are worth."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    NO_CHANGES,
    SHOWN,
    ChangeOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    as_json_value,
    option,
    writable,
)
from reports.cli.train_options import (
    NOBODY,
    USUAL_EFFORT,
    EffortOptions,
    Question,
    WhoOptions,
    read_question,
    typed_options,
)
from sim.errors import BadInput, Interrupted

if TYPE_CHECKING:
    from analysis.training_result import TrainResult
    from reports.cli.search_folder import Kept

#: The file of weights in the folder of a training.
WEIGHTS = "weights.toml"


def train(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    who: WhoOptions = NOBODY,
    changes: ChangeOptions = NO_CHANGES,
    effort: EffortOptions = USUAL_EFFORT,
    work: WorkOptions = DEFAULT_WORK,
    resume: Annotated[str | None, option("Go on with a training that was stopped, or show it.", "FOLDER")] = None,
    out: Annotated[
        str | None, option("Add the weights found to this file; others in it stay.", "FILE.toml", SHOWN)
    ] = None,
    show: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Search the weights with which a policy wins most games, and say what they are worth.

    Sets of weights play the same games and weak ones are dropped early. The best few meet on a second seed, and the
    gain that is reported comes from a third one. Weights that are shown to be better are written to a file that a
    policy can name. The result is a function of the options and the seed, unless --budget ends a search.
    """
    problems = Problems()
    target = problems.take(_read_file, out) if out else None
    typed = typed_options(game, who, effort, changes, work.seed)
    kept = _read_kept(problems, resume, typed) if resume else None
    if resume and kept is None:
        problems.stop_if_any()
    question = read_question(problems, kept.typed if kept is not None else typed, work)
    problems.stop_if_any()
    assert question is not None
    return _answer(question, kept, target, show)


def _read_file(text: str) -> Path:
    """Return the file of ``--out``: a new one, or one that holds weights."""
    from reports.cli.train_files import read_weights

    path = Path(text).expanduser()
    if path.is_dir():
        raise BadInput(f"--out {text}: this is a folder; name a file in it.")
    if path.suffix != ".toml":
        raise BadInput(f"--out {text}: a file of weights ends in .toml.")
    if path.exists():
        read_weights(path, f"--out {text}")
    return writable(path, f"--out {text}", 0)


def _read_kept(problems: Problems, resume: str, typed: Mapping[str, Any]) -> Kept | None:
    """Return the folder of ``--resume``; options given again must be its own."""
    from reports.cli.search_folder import load, typed_differences

    kept = problems.take(load, "train", resume)
    if kept is not None:
        problems.found += typed_differences(kept, typed)
    return kept


# --- the answer ------------------------------------------------------------------------------------------------------


def _answer(question: Question, kept: Kept | None, target: Path | None, show: OutputOptions) -> int:
    from reports.cli import search_folder

    started = time.perf_counter()
    facts = _facts(question)
    if kept is None:
        command = question.command()
        kept = search_folder.create("train", question.base.seed, command, question.typed, facts)
    else:
        search_folder.fact_differences(kept, question.base.game, facts)
    lock = search_folder.lock(kept)
    try:
        results = _train(question, kept, show.quiet)
    except (KeyboardInterrupt, Interrupted):
        return _stopped(kept)
    finally:
        lock.release()
    body = _body(question, results, kept, time.perf_counter() - started)
    _store(kept, body)
    files = _write(question, results, kept, target)
    if show.json:
        output.print_json(body)
        return 0
    from reports.cli.train_text import show_results

    show_results(question, results)
    output.say("")
    for warning in warnings_of(results):
        output.say(f"Note: {warning}")
    for line in files:
        output.say(line)
    output.say(f"Stored in {kept.path}. This again, at once: {kept.resume_command}")
    output.say(f"Took {words.duration(time.perf_counter() - started)}. The same again: {question.command()}")
    return 0


def _facts(question: Question) -> dict[str, Any]:
    from reports.cli.search_folder import facts_of

    game, goal = question.base.game, question.goal
    facts = facts_of(game, question.policy, question.resolved, ("cmaes",))
    if goal.competitive:
        facts["policies"] |= facts_of(game, goal.opponents, {}, ())["policies"]
    return facts


def _train(question: Question, kept: Kept, quiet: bool) -> list[TrainResult]:
    """Train all scenarios of the question together and, if it asks for that, each of them from what was found."""
    from analysis.training import train as search
    from analysis.training_games import Record
    from analysis.tries import Memory
    from reports.cli.progress import StepDisplay

    memory = Memory(Record, kept.games)
    results: list[TrainResult] = []

    def one(scenarios: tuple[str, ...], space: Any) -> TrainResult:
        with StepDisplay(question.base.game.name, quiet) as display:
            display.label = scenarios[0] if question.each and len(scenarios) == 1 else ""
            return search(question.base, space, scenarios, question.effort, memory, display.step, goal=question.goal)

    try:
        results.append(one(question.scenarios, question.space))
        if question.each:
            found = results[0].weights if results[0].better else {}
            start = question.space.starting_at({**question.space.start, **found})
            results += [one((scenario,), start) for scenario in question.scenarios]
    finally:
        memory.close()
    return results


def _stopped(kept: Kept) -> int:
    from analysis.training_games import Record
    from analysis.tries import Memory

    games = sum(record.games for record in Memory(Record, kept.games).known.values())
    output.note(f"\nStopped; {words.count(games, 'game')} are kept in {kept.path}.")
    output.note(f"To go on: {kept.resume_command}")
    return Interrupted.exit_code


def warnings_of(results: list[TrainResult]) -> list[str]:
    """Return what a reader of the numbers must know."""
    ended = [result.tried for result in results if result.stopped == "budget"]
    if not ended:
        return []
    again = f" The same again: --trials {ended[0]} in its place." if len(results) == 1 else ""
    return [
        f"--budget ended {'the search' if len(results) == 1 else words.count(len(ended), 'search', 'searches')};"
        f" another machine would get farther or less far.{again}"
    ]


def _body(question: Question, results: list[TrainResult], kept: Kept, seconds: float) -> dict[str, Any]:
    from reports.cli.envelope import envelope

    base, rules = question.base, next(iter(question.resolved.values()))
    timing, warnings = {"wall_s": seconds}, warnings_of(results)
    head = envelope("train", base.game, rules, base.seed, "complete", question.command(), timing, warnings)
    before = {
        "variants": list(rules.variants),
        "rules_changed": {
            name: {key: as_json_value(value) for key, value in change.items()}
            for name, change in rules.changed(base.game.parameters).items()
        },
        "policies": [{"name": question.space.seat.policy, "digest": question.digest}],
    }
    trainings = [result.to_json() for result in results]
    return {**head, **before, "trainings": trainings, "run": {"path": str(kept.path)}, "resume_command": None}


def _store(kept: Kept, body: dict[str, Any]) -> None:
    from reports.cli.findings import file_of
    from sim.parts import write_json

    write_json(kept.path / file_of("train"), output.plain(body))


def _write(question: Question, results: list[TrainResult], kept: Kept, target: Path | None) -> list[str]:
    """Write the weights that are shown to be better; return what to say about the files."""
    from reports.cli.train_files import read_weights, sections, weights_text

    found = sections(question, results)
    if not found:
        return [] if target is None else [f"{target}: not written, there is nothing better to keep."]
    path = kept.path / WEIGHTS
    path.write_text(weights_text(question, found), encoding="utf-8")
    lines = [f"The weights as a file: {path}"]
    if target is not None:
        before = read_weights(target, str(target)) if target.exists() else {}
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(weights_text(question, {**before, **found}), encoding="utf-8")
        lines = [f"Written: {target}, {words.listing([_section_words(question, name) for name in found])}"]
    lines.append("A policy of your own with them: Policy(..., parent=NAME, weights_file=FILE), see docs/training.md")
    return lines


def _section_words(question: Question, name: str) -> str:
    return "for every scenario" if name == "" else f"for {words.scenario(question.base.game.file.scenario_word, name)}"
