"""``house-edge report``: one HTML file that answers how hard the game is, for whom, why, and how sure that is.

Not in ``main.COMMANDS`` until ``reports.report`` is there. What it needs of it:
``write_report(results, folder, command) -> Path of the page``.
"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from reports.cli import output
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


def report(
    *run: Annotated[str, Parameter(help="Stored runs [default: the newest that fit].", metavar="RUN")],
    fresh: Annotated[bool, switch("Play everything the report needs now.", PLAYED)] = False,
    game: Annotated[str, option("Name of the game, with --fresh [default: opulent].", "GAME", PLAYED)] = "opulent",
    games: Annotated[str, option("Games of each scenario and policy, with --fresh.", "NUMBER", PLAYED)] = "40000",
    changes: ChangeOptions = NO_CHANGES,
    work: WorkOptions = DEFAULT_WORK,
    folder: Annotated[str, option("Folder of the report [default: report].", "FOLDER", SHOWN, "--out")] = "report",
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Write the report; --fresh plays all scenarios under the game's ladder of policies first."""
    from reports.cli.difficulty import read_question
    from reports.report import write_report  # type: ignore[attr-defined]  # when it is there

    problems = Problems()
    question = read_question(problems, game, (), (), games, changes, work)
    problems.stop_if_any()
    assert question is not None
    page = write_report(
        question.ask(out.quiet, table_only=False), folder, question.command(["report", "--fresh", "--game", game])
    )
    output.say(f"Written: {page}")
    return 0
