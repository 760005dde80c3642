"""``house-edge tune``: the fewest and smallest changes that make a game as hard as wanted."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
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
    read_count,
    switch,
    writable,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.tune_options import (
    ALL_LEVERS,
    NO_AIM,
    USUAL_SEARCH,
    AimOptions,
    MoveOptions,
    Question,
    SearchOptions,
    read_question,
    typed_options,
)
from sim.errors import BadInput, Interrupted

if TYPE_CHECKING:
    from analysis.balanced import BalancedResult
    from analysis.tuned import TuneResult, Way
    from reports.cli.tune_folder import Kept

MOST_WAYS = 99


@Parameter(name="*")
@dataclass(frozen=True)
class WriteOptions:
    """What is written besides the folder."""

    out: Annotated[
        str | None, option("Write the way found as a variant file [default: in the search's folder].", "FILE", SHOWN)
    ] = None
    pick: Annotated[
        str | None, option("Which way of the list --out writes [default: the first on target].", "NUMBER", SHOWN)
    ] = None
    force: Annotated[bool, switch("Replace the file of --out if it exists.", SHOWN)] = False
    figure: Annotated[str | None, option("Write a picture of the list, .png or .svg.", "FILE", SHOWN)] = None


@dataclass(frozen=True)
class Wanted:
    """Files to write, read and checked."""

    variant: Path | None = None
    pick: int | None = None
    picture: Path | None = None


@dataclass(frozen=True)
class Found:
    """What a search found; of one for equal seats or choices with the answer as plain data."""

    result: TuneResult[Any]
    balanced: BalancedResult | None = None


NOTHING_MORE = WriteOptions()


def tune(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    aim: AimOptions = NO_AIM,
    changes: ChangeOptions = NO_CHANGES,
    move: MoveOptions = ALL_LEVERS,
    search: SearchOptions = USUAL_SEARCH,
    work: WorkOptions = DEFAULT_WORK,
    resume: Annotated[str | None, option("Go on with a search that was stopped, or show its list.", "FOLDER")] = None,
    dry_run: Annotated[bool, switch("Show what may be changed and what it costs; play nothing.", SHOWN)] = False,
    write: WriteOptions = NOTHING_MORE,
    show: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Find the fewest and smallest changes of the rules for a target share of games won, or for equal seats.

    Every rule is tried alone, then sets of two and of three. What is found is confirmed on fresh seeds, listed from
    cheap to dear, and written as variant files. The result is a function of the options and the seed, unless --budget
    ends the search. With --balance the target is a small gap between seats, or between things that are dealt.
    """
    problems = Problems()
    wanted = _read_wanted(problems, write)
    typed = typed_options(game, aim, move, search, changes, work.seed)
    kept = _read_kept(problems, resume, typed) if resume else None
    if resume and kept is None:
        problems.stop_if_any()
    question = read_question(problems, kept.typed if kept is not None else typed, work)
    problems.stop_if_any()
    assert question is not None
    if dry_run:
        from reports.cli.tune_text import show_space

        return show_space(question, show.json)
    return _answer(question, kept, wanted, show)


def _read_wanted(problems: Problems, write: WriteOptions) -> Wanted:
    variant = problems.take(_read_variant_file, write.out, write.force) if write.out else None
    pick = problems.take(read_count, write.pick, "--pick", MOST_WAYS) if write.pick else None
    if write.pick and not write.out:
        problems.found.append("--pick chooses what --out FILE writes; name a file.")
    if write.force and not write.out:
        problems.found.append("--force goes with --out FILE.")
    picture = problems.take(read_picture, write.figure) if write.figure else None
    return Wanted(variant, pick, picture)


def _read_variant_file(text: str, force: bool) -> Path:
    path = Path(text).expanduser()
    if path.is_dir():
        raise BadInput(f"--out {text}: this is a folder; name a file in it.")
    if path.suffix != ".toml":
        raise BadInput(f"--out {text}: a variant file ends in .toml.")
    if path.exists() and not force:
        raise BadInput(f"--out {text}: exists already. Name another file, or replace it with --force.")
    return writable(path, f"--out {text}", 0)


def _read_kept(problems: Problems, resume: str, typed: Mapping[str, Any]) -> Kept | None:
    """Return the folder of ``--resume``; options given again must be its own."""
    from reports.cli.tune_folder import load, typed_differences

    kept = problems.take(load, resume)
    if kept is not None:
        problems.found += typed_differences(kept, typed)
    return kept


# --- the answer ------------------------------------------------------------------------------------------------------


def _answer(question: Question, kept: Kept | None, wanted: Wanted, show: OutputOptions) -> int:
    started = time.perf_counter()
    try:
        found, body, kept = find(question, kept, show.quiet)
    except StoppedSearch as stopped:
        return _stopped(question, stopped.kept)
    pick = _picked(found.result, wanted)
    files = _write(question, found, kept, wanted, pick)
    if show.json:
        output.print_json(body)
        return 0
    _show(question, found)
    output.say("")
    _show_files(question, found.result, kept, files, pick)
    output.say(f"Took {words.duration(time.perf_counter() - started)}. The same again: {question.command()}")
    if wanted.picture is not None:
        output.say(f"Picture: {wanted.picture}")
    return 0


class StoppedSearch(Exception):
    """A search was stopped by Ctrl-C; what it played is kept."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(str(kept.path))
        self.kept = kept


def find(question: Question, kept: Kept | None, quiet: bool) -> tuple[Found, dict[str, Any], Kept]:
    """Search, or go on with a search, and store the answer; return it with its JSON and its folder.

    Raises
    ------
    StoppedSearch
        If Ctrl-C came.
    """
    from reports.cli import tune_folder

    started = time.perf_counter()
    if kept is None:
        kept = tune_folder.create(question)
    else:
        tune_folder.fact_differences(kept, question)
    lock = tune_folder.lock(kept)
    try:
        found = _search(question, kept, quiet)
    except (KeyboardInterrupt, Interrupted):
        raise StoppedSearch(kept) from None
    finally:
        lock.release()
    body = _body(question, found, kept, time.perf_counter() - started)
    _store(kept, body)
    return found, body, kept


def answer_balance(question: Question, quiet: bool) -> BalancedResult:
    """Search for equal seats or choices, store the answer with its variant files, and return it."""
    try:
        found, _, kept = find(question, None, quiet)
    except StoppedSearch as stopped:
        output.note(f"\nWhat was played is kept. To go on: {stopped.kept.resume_command}")
        raise KeyboardInterrupt from None
    _write(question, found, kept, Wanted(), None)
    assert found.balanced is not None
    return found.balanced


def _search(question: Question, kept: Kept, quiet: bool) -> Found:
    from analysis.tries import Memory
    from reports.cli.progress import StepDisplay

    asked = question.base, question.policy, question.space
    with StepDisplay(question.base.game.name, quiet) as display:
        memory: Memory[Any] = Memory(type(question.target.nothing()), kept.games)
        if question.about_balance:
            from analysis.balancing import balance

            even: Any = question.target
            return Found(*balance(*asked, even, question.effort, memory, display.step, question.samples))
        from analysis.tuning import tune as search

        return Found(search(*asked, question.target, question.effort, memory, display.step))


def _show(question: Question, found: Found) -> None:
    if found.balanced is not None:
        from reports.cli.tune_balance_text import show_balanced

        show_balanced(question, found.result, found.balanced)
    else:
        from reports.cli.tune_text import show_result

        show_result(question, found.result)


def _stopped(question: Question, kept: Kept) -> int:
    from analysis.tries import Memory

    games = sum(tally.games for tally in Memory(type(question.target.nothing()), kept.games).known.values())
    output.note(f"\nStopped; {words.count(games, 'game')} are kept in {kept.path}.")
    output.note(f"To go on: {kept.resume_command}")
    return Interrupted.exit_code


def _picked(result: TuneResult[Any], wanted: Wanted) -> int | None:
    """Return the position of the way that --out writes, None if there is none.

    Raises
    ------
    BadInput
        If --pick names none; the list is kept and can be shown again at once.
    """
    if wanted.pick is not None:
        if wanted.pick > len(result.ways):
            raise BadInput(f"--pick {wanted.pick}: the list has {words.count(len(result.ways), 'way')}.")
        return wanted.pick - 1
    return result.answer


def _write(question: Question, found: Found, kept: Kept, wanted: Wanted, pick: int | None) -> list[Path]:
    """Write variant files and the picture; return the file of each way."""
    if found.balanced is not None:
        from reports.cli.tune_balance_text import picture, texts

        written, drawn = texts(question, found.balanced, found.result), partial(picture, found.balanced)
    else:
        from reports.cli import tune_files

        written = [tune_files.way_text(question, found.result, way) for way in found.result.ways]
        drawn = partial(tune_files.picture, question, found.result)
    files = [kept.path / f"way-{place}.toml" for place in range(1, len(written) + 1)]
    for path, text in zip(files, written, strict=True):
        path.write_text(text, encoding="utf-8")
    if wanted.variant is not None and pick is not None:
        wanted.variant.parent.mkdir(parents=True, exist_ok=True)
        wanted.variant.write_text(written[pick], encoding="utf-8")
        files[pick] = wanted.variant
    if wanted.picture is not None:
        write_picture(wanted.picture, drawn)
    return files


def _body(question: Question, found: Found, kept: Kept, seconds: float) -> dict[str, Any]:
    from reports.cli.envelope import envelope

    base, rules = question.base, next(iter(question.resolved.values()))
    timing, warnings = {"wall_s": seconds}, warnings_of(found.result)
    head = envelope("tune", base.game, rules, base.seed, "complete", question.command(), timing, warnings)
    before = {
        "variants": list(rules.variants),
        "rules_changed": {
            name: {key: as_json_value(value) for key, value in change.items()}
            for name, change in rules.changed(base.game.parameters).items()
        },
        "policies": [{"name": name, "digest": digest} for name, digest in kept.facts["policies"].items()],
    }
    run = {"run": {"path": str(kept.path)}, "resume_command": None}
    balanced = {} if found.balanced is None else {"balanced": found.balanced.to_json()}
    return {**head, **before, **found.result.to_json(), **balanced, **run}


def warnings_of(result: TuneResult[Any]) -> list[str]:
    """Return what a reader of the numbers must know."""
    if result.stopped == "budget":
        return [
            f"--budget ended the search after {result.tried} sets of changes; another machine would get farther or"
            f" less far. The same sets again: --trials {result.tried} in its place."
        ]
    return []


def _store(kept: Kept, body: dict[str, Any]) -> None:
    from reports.cli.findings import file_of
    from sim.parts import write_json

    write_json(kept.path / file_of("tune"), output.plain(body))


def _show_files(question: Question, result: TuneResult[Any], kept: Kept, files: list[Path], pick: int | None) -> None:
    for warning in warnings_of(result):
        output.say(f"Note: {warning}")
    if pick is not None:
        way: Way = result.ways[pick]
        output.say(f"Play way {pick + 1}: {_play_command(question, result, way, files[pick])}")
    if result.ways:
        output.say(f"Every way as a variant file: {kept.path}/way-NUMBER.toml")
    output.say(f"Stored in {kept.path}. This list again, at once: {kept.resume_command}")


def _play_command(question: Question, result: TuneResult[Any], way: Way, file: Path) -> str:
    from reports.cli import tune_files

    if question.about_balance:
        return tune_files.command_of(question, result, question.space.scenarios[0], file, way.distance.n)
    return tune_files.play_command(question, result, way, file)
