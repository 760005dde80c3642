"""``house-edge run``: play many games and say how they end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli import output
from reports.cli.arms import DECIDED, read_points
from reports.cli.options import (
    DEFAULT_CLUSTER,
    DEFAULT_OUTPUT,
    GAMES_LIMIT,
    NO_RULES,
    PLAYED,
    SHOWN,
    ClusterOptions,
    OutputOptions,
    Problems,
    RuleOptions,
    option,
    read_count,
    read_games,
    read_new_folder,
    switch,
)
from reports.cli.plans import Request, read_request
from reports.cli.shared import Shared, compared, read_shared
from sim.errors import ContractBroken, Interrupted

if TYPE_CHECKING:
    from sim.results import RunResult
    from sim.stop import HalfWidth
    from sim.store import RunWriter

EXAMPLE = "house-edge run opulent --scenario 1924 --games 100k"
#: Bytes a stored game takes, generously, for the check of the disk before anything is played.
_BYTES_A_GAME = 50
#: Games unless a number is typed; without the compiler a game takes thousands of times as long.
_GAMES, _SLOW_GAMES = 10_000, 200
#: Where a run that looks for its end is ended.
_MOST_GAMES = 1_000_000


def run(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    games: Annotated[str | None, option("How many: 10000, 1e5, 100k [default: 10000].", "NUMBER", PLAYED)] = None,
    until: Annotated[
        str | None,
        option(
            "Or: until the win rate (of the watched seat, if seats play against each other) is known to +-0.5pp, at"
            " every look together.",
            "0.5pp",
            PLAYED,
        ),
    ] = None,
    max_games: Annotated[str | None, option("Where --until ends in any case [default: 1M].", "NUMBER", PLAYED)] = None,
    policy: Annotated[
        str | None,
        option("Who plays: NAME, NAME:WEIGHT=VALUE, or one a seat in turn order joined by '+'.", "NAME", PLAYED),
    ] = None,
    rules: RuleOptions = NO_RULES,
    work: ClusterOptions = DEFAULT_CLUSTER,
    folder: Annotated[
        str | None, option("Folder for this run [default: a new one in ./runs].", "FOLDER", SHOWN, "--out")
    ] = None,
    source: Annotated[
        str | None,
        Parameter(
            name="--from",
            help="What 'share' printed, played again and compared: a file, or - for stdin.",
            metavar="SNIPPET",
            group=PLAYED,
            allow_leading_hyphen=True,
        ),
    ] = None,
    summary_only: Annotated[bool, switch("Keep counts, sums and histograms, no rows.")] = False,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play many games and say how they end, how sure that is, and where the money went.

    The run is stored, can be stopped with Ctrl-C and resumed, and is the same again for the same seed, whatever
    the number of jobs.
    """
    problems = Problems()
    shared = None
    if source is not None:
        given = {"GAME": game, "--games": games, "--policy": policy, "--seed": work.seed}
        given |= {"--until": until, "--max-games": max_games}
        shared = read_shared(problems, source, rules, given, work)
        request, number = (shared.request, shared.snippet.games) if shared else (None, None)
    else:
        request = read_request(problems, game, rules, work, policy, EXAMPLE)
        number = read_amount(problems, games, until, max_games, usual_games(request))
    target = problems.take(read_new_folder, folder, (number or 0) * _BYTES_A_GAME) if folder else None
    problems.stop_if_any()
    assert request is not None and number is not None
    rule = _rule(request, until) if until is not None and shared is None else None
    return play(Order(request, number, target, summary_only, shared, rule, until), out)


def _rule(request: Request, until: str) -> HalfWidth:
    from reports.cli.envelope import wins
    from sim.stop import HalfWidth

    return HalfWidth(read_points(until, "--until"), tuple(wins(request.game)))


def usual_games(request: Request | None) -> int:
    """Return how many games are played unless a number is typed: few without the compiler."""
    from sim import supervised

    return _SLOW_GAMES if request is not None and supervised.interpreted(request.plan) else _GAMES


def read_amount(
    problems: Problems, games: str | None, until: str | None, max_games: str | None, usual: int = _GAMES
) -> int | None:
    """Return the number of games, or the most of them with ``--until``; mistakes are noted and give None."""
    if until is None:
        if max_games is not None:
            problems.found.append("--max-games goes with --until; a fixed number is --games.")
        return problems.take(read_games, str(usual) if games is None else games)
    if games is not None:
        problems.found.append("--games is a fixed number, --until finds one: give one of them.")
    if until == DECIDED:
        problems.found.append(f"--until {DECIDED} is for compare; a single run takes a half-width such as 0.5pp.")
    else:
        problems.take(read_points, until, "--until")
    most = str(_MOST_GAMES) if max_games is None else max_games
    return problems.take(read_count, most, "--max-games", GAMES_LIMIT)


@dataclass(frozen=True)
class Order:
    """What is to be played, and where it goes.

    Attributes
    ----------
    request : Request
        The plan.
    games : int
        How many.
    folder : Path or None
        Where the run is stored; None for a new folder among the runs.
    summary_only : bool
        Whether no rows are kept.
    shared : Shared or None
        The snippet that asks for it; the result is compared with it.
    rule : HalfWidth or None
        The rule that may end it before.
    until : str or None
        The rule as typed.
    """

    request: Request
    games: int
    folder: Path | None = None
    summary_only: bool = False
    shared: Shared | None = None
    rule: HalfWidth | None = None
    until: str | None = None

    @property
    def command(self) -> str:
        """The command that plays the same again."""
        if self.shared:
            return self.shared.command
        if self.rule:
            return self.request.command("run", until=self.until, max_games=self.games)
        return self.request.command("run", games=self.games)


def play(order: Order, out: OutputOptions) -> int:
    """Play, store and print."""
    from sim.cluster import is_cluster, muster

    request = order.request
    if is_cluster(request.backend):
        muster(request.plan, request.backend)  # a worker that cannot play is found before there is a folder
    writer = new_writer(order)
    try:
        result = play_into(request, order.games, writer, out.quiet, order.rule)
    except Interrupted as error:
        from reports.cli import runs

        runs.stopped(error)
        if error.result is not None:
            _print(order, error.result, writer, out)  # type: ignore[arg-type]
        return error.exit_code
    except ContractBroken as error:
        output.fail(contract_broken(request, error, writer))
        return error.exit_code
    return _print(order, result, writer, out)


def new_writer(order: Order) -> RunWriter:
    """Return the folder the run goes to."""
    from sim.store import RunWriter

    return RunWriter.create(
        order.request.plan,
        order.games,
        command=order.command,
        out=order.folder,
        summary_only=order.summary_only,
        stop_rule=order.rule.to_json() if order.rule else None,
    )


def play_into(request: Request, games: int, writer: RunWriter, quiet: bool, rule: HalfWidth | None = None) -> RunResult:
    """Play into a run folder, with progress on stderr."""
    from reports.cli.envelope import wins
    from reports.cli.progress import Display
    from sim.run import run_games

    with Display(request.game.name, wins(request.game), quiet) as display:
        return run_games(
            request.plan,
            games,
            jobs=request.jobs,
            backend=request.backend,
            writer=writer,
            keep_rows=False,
            progress=display,
            stop=rule,
        )


def _print(order: Order, result: RunResult, writer: RunWriter, out: OutputOptions) -> int:
    """Print the result, and whether it is the one a snippet promised; return the exit code."""
    from reports.cli import runs

    finished = result.status in ("complete", "stopped")
    found = compared(order.shared, result) if order.shared and finished else None
    runs.print_result(
        order.request.game,
        result,
        order.request.policy,
        path=writer.path,
        command=order.command,
        resume_command=None if finished else writer.resume_command,
        warnings=warnings_of(result),
        as_json=out.json,
        more={"snippet": {**found.comparison.to_json(), "verdict": found.words}} if found else {},
    )
    if found is None:
        return 0
    if not out.json:
        output.say("")
        output.heading(found.words)
    return ContractBroken.exit_code if found.comparison.broken else 0


def warnings_of(result: Any) -> list[str]:
    """Return what a reader of the numbers must know."""
    found = list(getattr(result, "notes", []))
    abandoned = result.summary.counts.get("abandoned", 0)
    if abandoned:
        found.append(f"{abandoned:,} of {result.games:,} games were abandoned at the turn cap; they are no wins")
    return found


def contract_broken(request: Request, error: ContractBroken, writer: RunWriter) -> list[str]:
    """Return what is printed when a contract was broken."""
    lines = [f"{error.where}. The games before it are kept in {writer.path}."]
    if error.game_index >= 0:
        lines.append(f"See it happen: {request.command('replay', game=error.game_index)}")
    return lines
