"""``house-edge report``: one HTML file that answers how hard the game is, for whom, why, and how sure that is."""

from __future__ import annotations

import difflib
import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from reports import words
from reports.cli import output, report_balance, report_balance_play
from reports.cli.difficulty import read_question
from reports.cli.options import (
    DEFAULT_OUTPUT,
    DEFAULT_WORK,
    NO_CHANGES,
    PLAYED,
    SHOWN,
    ChangeOptions,
    OutputOptions,
    Problems,
    WorkOptions,
    option,
    switch,
)
from reports.cli.runs import runs_folder
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.campaign import CampaignResult
    from analysis.difficulty import DifficultyResult
    from reports.report.balance_build import Balance
    from reports.report.player_pages import Players

    Campaign = tuple[CampaignResult, str] | None

PAGE = "index.html"
#: How much like a game's name a word must be to be a slip of the pen rather than a run.
_CLOSE = 0.75


def report(
    *run: Annotated[
        str,
        Parameter(help="A game, or what 'difficulty' or 'run' stored [default: the newest answer of 'difficulty']."),
    ],
    fresh: Annotated[bool, switch("Play everything the report needs now.", PLAYED)] = False,
    game: Annotated[str | None, option("Name of the game [default: opulent].", "GAME", PLAYED)] = None,
    games: Annotated[
        str | None,
        option("Games of each scenario and policy [default: 40000; against each other 4000].", "NUMBER", PLAYED),
    ] = None,
    changes: ChangeOptions = NO_CHANGES,
    work: WorkOptions = DEFAULT_WORK,
    folder: Annotated[str, option("Folder of the report [default: report].", "FOLDER", SHOWN, "--out")] = "report",
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Write the report of a stored answer; --fresh plays all scenarios under the game's ladder of policies first.

    One HTML file that needs no network, with its figures as SVG and PNG and its tables as CSV next to it. Of a game
    played against each other it is a page about balance; what was never played is played then.
    """
    problems = Problems()
    target = problems.take(read_report_folder, folder)
    run, game = _named_game(problems, run, game)
    if report_balance.is_about(game or _game_of(run, fresh)):
        typed = (games, changes, work)
        page, about = _against_each_other(problems, run, fresh, game or _game_of(run, fresh), typed, target, out.quiet)
        main, said = about.answers[0]
        return _tell(page, {"game": about.game.name, "seed": main.seed}, said, out)
    if fresh and run:
        problems.found.append("--fresh plays anew, so it does not go with stored runs.")
    if not fresh and (games is not None or changes != NO_CHANGES or work != DEFAULT_WORK):
        problems.found.append("a stored answer is reported as it is; to play anew with these options add --fresh.")
    if fresh:
        found, command, campaign, players = _fresh(problems, game or "opulent", games or "40000", changes, work, out)
    else:
        from reports.cli.campaign import stored_for
        from reports.cli.players import stored_players

        problems.stop_if_any()
        found, command = _stored(run, game)
        campaign, players = stored_for(found), stored_players(found)
    assert target is not None
    page = _write(found, target, command, campaign, players)
    return _tell(page, {"game": found.game.name, "seed": found.seed}, command, out)


def _tell(page: Path, about: dict[str, object], command: str, out: OutputOptions) -> int:
    """Say where the page is."""
    size = page.stat().st_size
    if out.json:
        head = {"schema": "house-edge/report", "schema_version": 1, **about}
        output.print_json({**head, "page": str(page), "bytes": size, "command": command})
    else:
        output.say(f"{page} ({words.size(size)}): open it in a browser. Figures and tables are next to it.")
    return 0


# --- a game played against each other --------------------------------------------------------------------------------


def _named_game(problems: Problems, run: tuple[str, ...], game: str | None) -> tuple[tuple[str, ...], str | None]:
    """Return the runs and the game, which may stand in the place of a run."""
    if len(run) != 1 or Path(run[0]).is_dir():
        return run, game
    if run[0] not in registry.games():
        meant = difflib.get_close_matches(run[0].lower(), registry.games(), n=1, cutoff=_CLOSE)
        if meant and not (runs_folder() / run[0]).is_dir():
            problems.found.append(f"there is neither a game nor a run '{run[0]}'. Did you mean '{meant[0]}'?")
            problems.stop_if_any()
        return run, game
    if game not in (None, run[0]):
        problems.found.append(f"--game {game} and {run[0]} are two games; name one.")
    return (), run[0]


def _game_of(run: tuple[str, ...], fresh: bool) -> str | None:
    """Return the game of stored runs, or of the newest stored answer; None if it cannot be told, or will be played."""
    if run:
        return report_balance.game_of(run)
    return None if fresh else report_balance.newest_game()


def _against_each_other(
    problems: Problems,
    run: tuple[str, ...],
    fresh: bool,
    game: str | None,
    typed: tuple[str | None, ChangeOptions, WorkOptions],
    folder: Path | None,
    quiet: bool,
) -> tuple[Path, Balance]:
    """Write the page of a game played against each other: of what is stored, or else of what is played now."""
    from reports.report.balance_build import build_balance_report

    games, changes, work = typed
    anew = typed != (None, NO_CHANGES, DEFAULT_WORK)
    if fresh and run:
        problems.found.append("--fresh plays anew, so it does not go with stored runs.")
    assert game is not None
    stored = None
    if not fresh:
        stored = problems.take(report_balance.of_folders, run) if run else report_balance.newest(game)
        if anew and (stored is not None or run):
            problems.found.append("a stored answer is reported as it is; to play anew with these options add --fresh.")
    if stored is None and not run:
        stored = report_balance_play.play(problems, game, games, changes, work, quiet)
    problems.stop_if_any()
    assert stored is not None and folder is not None
    try:
        return build_balance_report(stored, folder / PAGE), stored
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror or error}).") from None


def read_report_folder(text: str) -> Path:
    """Return a folder the report can be written to; an older report there is replaced.

    Raises
    ------
    BadInput
        If it cannot be written, or holds something that is not a report.
    """
    folder = Path(text).expanduser()
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {text}: this is a file, not a folder.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / PAGE).exists():
        raise BadInput(f"--out {text}: the folder holds something else than a report; name another.")
    nearest = folder if folder.is_dir() else next(parent for parent in folder.absolute().parents if parent.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=nearest):
            return folder
    except OSError as error:
        raise BadInput(f"--out {text}: cannot write there ({error.strerror}).") from None


def _fresh(
    problems: Problems, game: str, games: str, changes: ChangeOptions, work: WorkOptions, out: OutputOptions
) -> tuple[DifficultyResult, str, Campaign, Players]:
    """Play the ladder, the campaign and what is asked about players, and store all."""
    from analysis.arms import Base
    from reports.cli.campaign import question_of_report
    from reports.cli.players import play_players

    question = read_question(problems, game, (), (), games, changes, work)
    problems.stop_if_any()
    assert question is not None
    command = question.command(["report", "--fresh", "--game", game])
    q = question
    base = Base(q.game, q.seed, q.changes.variant, q.rules, q.cards, q.jobs, q.backend)
    besides = question_of_report(base, changes, q.games)
    result = q.answer(command, out.quiet)[0]
    campaign = (besides.answer(out.quiet)[0], besides.command) if besides else None
    return result, command, campaign, play_players(base, changes, q.games, out.quiet)


def _stored(names: tuple[str, ...], game: str | None) -> tuple[DifficultyResult, str]:
    """Return a stored answer, or the one that stored runs give together."""
    from reports.cli import findings

    if not names:
        newest = findings.newest(game)
        if newest is None:
            raise BadInput("there is nothing to report on yet. Play it now: house-edge report --fresh")
        return _looked_into(*findings.load_difficulty(newest))
    studies = [name for name in names if findings.is_answer(name, "sensitivity")]
    names = tuple(name for name in names if name not in studies)
    if len(names) == 1 and findings.is_answer(names[0]):
        return _looked_into(*findings.load_difficulty(names[0]), studies)
    if studies:
        raise BadInput(f"{studies[0]}: a study of the assumptions goes with one answer of 'difficulty'.")
    from analysis.stored import difficulty_of_runs
    from sim.store import open_run

    problems = Problems()
    runs = [found for name in names if (found := problems.take(open_run, name)) is not None]
    problems.stop_if_any()
    return difficulty_of_runs(runs), shlex.join(["house-edge", "report", *names])


def _looked_into(
    result: DifficultyResult, command: str, studies: list[str] | None = None
) -> tuple[DifficultyResult, str]:
    """Return a result with the survival that studies of its games found: those named, or else the newest that fits."""
    from analysis.deeper import deepen
    from reports.cli import findings

    if studies is None:
        studies = _fitting_study(result)
    for name in studies:
        result = deepen(result, findings.load(name, "sensitivity"))
    return result, command


def _fitting_study(result: DifficultyResult) -> list[str]:
    """Return the newest stored study of the same games, if there is one."""
    from analysis.deeper import differences
    from reports.cli import findings
    from reports.cli.runs import runs_folder

    stored = runs_folder().glob(f"*/{findings.file_of('sensitivity')}")
    for path in sorted(stored, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            fits = not differences(result, findings.load(path.parent, "sensitivity"))
        except (BadInput, KeyError):
            continue  # unreadable, or of another version
        if fits:
            output.note(f"note: survival of the conclusions is that of {path.parent}.")
            return [str(path.parent)]
    return []


def _write(result: DifficultyResult, folder: Path, command: str, campaign: Campaign, players: Players) -> Path:
    from reports.report import build_report

    try:
        return build_report(result, folder / PAGE, command=command, campaign=campaign, players=players)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written ({error.strerror or error}).") from None
