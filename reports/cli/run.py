"""``house-edge run``: play many games and say how they end."""

from __future__ import annotations

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
    read_new_folder,
    switch,
)
from reports.cli.plans import Request, read_request
from sim.errors import ContractBroken, Interrupted

if TYPE_CHECKING:
    from sim.run import RunResult
    from sim.store import RunWriter

EXAMPLE = "house-edge run opulent --scenario 1924 --games 100k"
#: Bytes a stored game takes, generously, for the check of the disk before anything is played.
_BYTES_A_GAME = 50


def run(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    games: Annotated[str, option("How many: 10000, 1e5, 100k [default: 10000].", "NUMBER", PLAYED)] = "10000",
    policy: Annotated[
        str | None,
        option("Who plays: NAME, NAME:WEIGHT=VALUE, or one a seat joined by '+'.", "NAME", PLAYED),
    ] = None,
    rules: RuleOptions = NO_RULES,
    work: WorkOptions = DEFAULT_WORK,
    folder: Annotated[
        str | None, option("Folder for this run [default: a new one in ./runs].", "FOLDER", SHOWN, "--out")
    ] = None,
    summary_only: Annotated[bool, switch("Keep counts, sums and histograms, no rows.")] = False,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play many games and say how they end, how sure that is, and where the money went.

    The run is stored, can be stopped with Ctrl-C and resumed, and is the same again for the same seed, whatever
    the number of jobs.
    """
    problems = Problems()
    request = read_request(problems, game, rules, work, policy, EXAMPLE)
    number = problems.take(read_games, games)
    target = problems.take(read_new_folder, folder, (number or 0) * _BYTES_A_GAME) if folder else None
    problems.stop_if_any()
    assert request is not None and number is not None
    return play(request, number, target, summary_only, out)


def play(request: Request, games: int, target: Path | None, summary_only: bool, out: OutputOptions) -> int:
    """Play, store and print."""
    from sim.store import RunWriter

    command = request.command("run", games=games)
    writer = RunWriter.create(request.plan, games, command=command, out=target, summary_only=summary_only)
    try:
        result = _play(request, games, writer, out)
    except Interrupted as error:
        from reports.cli import runs

        runs.stopped(error)
        if error.result is not None:
            _print(request, error.result, writer, command, out)  # type: ignore[arg-type]
        return error.exit_code
    except ContractBroken as error:
        output.fail([*_contract(request, error, writer)])
        return error.exit_code
    _print(request, result, writer, command, out)
    return 0


def _play(request: Request, games: int, writer: RunWriter, out: OutputOptions) -> RunResult:
    from reports.cli import envelope
    from reports.cli.progress import Display
    from sim.run import run_games

    with Display(request.game.name, envelope.wins(request.game), out.quiet) as display:
        return run_games(
            request.plan,
            games,
            jobs=request.jobs,
            backend=request.backend,
            writer=writer,
            keep_rows=False,
            progress=display,
        )


def _print(request: Request, result: RunResult, writer: RunWriter, command: str, out: OutputOptions) -> None:
    from reports.cli import runs

    finished = result.status in ("complete", "stopped")
    runs.print_result(
        request.game,
        result,
        request.policy,
        path=writer.path,
        command=command,
        resume_command=None if finished else writer.resume_command,
        warnings=warnings_of(result),
        as_json=out.json,
    )


def warnings_of(result: Any) -> list[str]:
    """Return what a reader of the numbers must know."""
    found = list(getattr(result, "notes", []))
    abandoned = result.summary.counts.get("abandoned", 0)
    if abandoned:
        found.append(f"{abandoned:,} of {result.games:,} games were abandoned at the turn cap; they are no wins")
    return found


def _contract(request: Request, error: ContractBroken, writer: RunWriter) -> list[str]:
    again = request.command("replay", game=error.game_index)
    return [
        f"{error} in game {error.game_index} of seed {error.seed}. The games before it are kept in {writer.path}.",
        f"See it happen: {again}",
    ]
