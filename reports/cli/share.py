"""``house-edge share``: a result as a text with which anyone gets the same number."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli import output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    NO_RULES,
    PLAYED,
    SHOWN,
    OutputOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    option,
    read_games,
    read_new_file,
)
from reports.cli.plans import read_request, team_label
from sim import registry
from sim.errors import BadInput, ContractBroken, Interrupted
from sim.params import nearest

if TYPE_CHECKING:
    from sim.snippet import Snippet
    from sim.store import Run

EXAMPLE = "house-edge share opulent --scenario 1924 --variant ./my-rules.toml --games 100k"


def share(
    what: Annotated[
        str | None,
        Parameter(help="A stored run, or a game to play now [default: the newest run].", metavar="RUN|GAME"),
    ] = None,
    /,
    *,
    games: Annotated[str | None, option("How many, if they are played now [default: 10000].", "NUMBER", PLAYED)] = None,
    policy: Annotated[str | None, option("Who plays.", "NAME", PLAYED)] = None,
    rules: RuleOptions = NO_RULES,
    work: WorkOptions = DEFAULT_WORK,
    file: Annotated[str | None, option("Write to a file [default: stdout].", "FILE", SHOWN, "--out")] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Print a snippet: what was played, house rules and printed cards included, what came out, and the digests.

    Whoever plays it with 'run --from' gets the same games, and is told so, or what differs.
    """
    problems = Problems()
    target = problems.take(read_new_file, file) if file else None
    if what is not None and _is_game(what):
        played = _played(problems, what, games, policy, rules, work, out)
        if isinstance(played, int):
            return played
        found: Run | None = played
    else:
        if games is not None or policy is not None or rules != NO_RULES or work != DEFAULT_WORK:
            problems.found.append(f"a stored run is shared as it is; to play one now name a game: {EXAMPLE}")
        found = problems.take(_stored, what)
    problems.stop_if_any()
    assert found is not None
    _show(found, target, out)
    return 0


def _is_game(name: str) -> bool:
    from sim.store import runs_root

    folders = (Path(name), runs_root() / name)
    return name in registry.games() and not any((folder / "manifest.json").is_file() for folder in folders)


def _stored(name: str | None) -> Run:
    """Return the run named, or the newest."""
    from sim.store import find_newest, list_runs, open_run

    if name is None:
        found = find_newest()
        if found is None:
            raise BadInput(f"no finished run is stored here. Play one and share it: {EXAMPLE}")
        return found
    try:
        return open_run(name)
    except BadInput:
        if Path(name).is_dir():
            raise
    known = [*registry.games(), *(run.name for run in list_runs())]
    raise BadInput(f"there is neither a run nor a game '{name}'.{nearest(name, known)}")


def _played(
    problems: Problems,
    game: str | None,
    games: str | None,
    policy: str | None,
    rules: RuleOptions,
    work: WorkOptions,
    out: OutputOptions,
) -> Run | int:
    """Play and store what the options ask for; an exit code if that came to a bad end."""
    from reports.cli.run import Order, contract_broken, new_writer, play_into

    request = read_request(problems, game, rules, work, policy, EXAMPLE)
    number = problems.take(read_games, games or "10000")
    problems.stop_if_any()
    assert request is not None and number is not None
    writer = new_writer(Order(request, number))
    try:
        play_into(request, number, writer, out.quiet)
    except Interrupted as error:
        from reports.cli import runs

        runs.stopped(error)
        return error.exit_code
    except ContractBroken as error:
        output.fail(contract_broken(request, error, writer))
        return error.exit_code
    from sim.store import open_run

    return open_run(writer.path)


def snippet_of(run: Run) -> tuple[Snippet, str]:
    """Return the snippet of a finished run, and its text.

    Raises
    ------
    BadInput
        If games are missing.
    """
    from reports.cli import envelope, results
    from sim import snippet

    plan, summary = run.plan(), run.summary()
    game = registry.load_game(plan.game)
    looking = bool(run.manifest.get("stop_rule"))
    rate = envelope.win_rate(game, summary, looking)
    found = snippet.of_run(
        run,
        {
            "win_rate": rate.estimate if rate.known else None,
            "low": rate.low,
            "high": rate.high,
            "confidence": envelope.CONFIDENCE,
            "method": rate.method,
        },
    )
    headline = results.answer(game, plan, team_label(plan.team), summary, looking)
    return found, snippet.text_of(found, headline)


def _show(run: Run, target: Path | None, out: OutputOptions) -> None:
    from reports.cli import envelope

    found, text = snippet_of(run)
    if target is not None:
        try:
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadInput(f"--out {target}: cannot be written ({error.strerror}).") from None
    if out.json:
        command = f"house-edge share {run.path}"
        plan, game = run.plan(), registry.load_game(found.game)
        head: dict[str, Any] = envelope.envelope("snippet", game, plan.rules, plan.seed, "complete", command)
        output.print_json({**head, "run": {"path": str(run.path), "rows_sha256": found.rows_sha256}, "snippet": text})
        return
    if target is None:
        sys.stdout.write(text)
    else:
        output.say(f"{target} written.")
    output.note(f"The run is {run.path}. Whoever saves this text gets the same number: house-edge run --from FILE")
    for player in found.players:
        if player.file:
            output.note(f"note: others need the file {player.file} of the policy '{player.name}' besides.")
