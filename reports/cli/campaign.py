"""``house-edge campaign``: how long does the club last, what ends it, and what should it buy first?"""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.campaigns import read_base, read_players
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
    read_count,
)
from reports.cli.pictures import read_picture, write_picture
from reports.cli.plans import command_line
from sim.errors import Interrupted

if TYPE_CHECKING:
    from analysis.arms import Base, Step
    from analysis.campaign import CampaignResult, Extent
    from analysis.difficulty import DifficultyResult

EXAMPLE = "house-edge campaign opulent"
#: A byte a scenario is kept of each campaign.
_MOST_CAMPAIGNS, _MOST_SEARCHED = 1_000_000, 20_000
#: Campaigns of each purchase order tried, and on how many times as many the best are judged.
_SEARCHED, CONFIRMED_FOR_ONE = "500", 5
#: Campaigns of each assumption moved.
DOUBTED = 400


def campaign(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    policy: Annotated[
        tuple[str, ...],
        option("Who plays the scenarios; may be repeated [default: the game's].", "NAME", PLAYED),
    ] = (),
    club: Annotated[
        tuple[str, ...],
        option(
            "Who decides between them: NAME or NAME:WEIGHT=VALUE; may be repeated [default: the game's].",
            "NAME",
            PLAYED,
        ),
    ] = (),
    games: Annotated[str, option("Campaigns of each combination [default: 4000].", "NUMBER", PLAYED)] = "4000",
    changes: ChangeOptions = NO_CHANGES,
    work: WorkOptions = DEFAULT_WORK,
    orders: Annotated[
        bool,
        Parameter(
            help="Fix the first purchases to find those that live longest [default: yes].",
            group=SHOWN,
            negative="--no-orders",
            show_default=False,
        ),
    ] = True,
    order_games: Annotated[
        str,
        option(
            "Campaigns of each order tried; the best are judged on five times as many [default: 500].", "NUMBER", SHOWN
        ),
    ] = _SEARCHED,
    doubts: Annotated[
        bool,
        Parameter(
            help="Move every value no rulebook prints, one at a time [default: yes].",
            group=SHOWN,
            negative="--no-doubts",
            show_default=False,
        ),
    ] = True,
    figure: Annotated[str | None, option("The survival curve, .png or .svg.", "FILE", SHOWN)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play every scenario in a row, many times: how many clubs survive each, and what ends the others.

    Money carried over, what was owned when, which first purchases live longest (fixed by a rule, on shared seeds), and
    how each scenario inside the campaign differs from the same one played alone.
    """
    problems = Problems()
    question = read_question(problems, game, policy, club, games, changes, work, orders, order_games, doubts)
    picture = problems.take(read_picture, figure) if figure else None
    problems.stop_if_any()
    assert question is not None
    result, body, folder = question.answer(out.quiet)
    if picture is not None:
        _draw(result, picture, question.command)
    if out.json:
        output.print_json(body)
        return 0
    from reports.cli.campaign_tables import show_campaign

    show_campaign(result)
    output.say("")
    output.say(_speed(body["timing"], result.years_played, question.base.jobs))
    output.say(f"{result.campaigns:,} campaigns of each, the same seeds in all (seed {result.seed}).")
    output.say(f"Stored in {folder}. Again: {question.command}")
    if picture is not None:
        output.say(f"The picture: {picture}")
    return 0


@dataclass(frozen=True)
class Question:
    """What is asked, as `analysis.campaign.campaign` takes it, and the command that asks it again."""

    base: Base
    policies: tuple[str, ...]
    clubs: tuple[str, ...]
    campaigns: int
    extent: Extent
    command: str

    def answer(self, quiet: bool) -> tuple[CampaignResult, dict[str, Any], Path]:
        """Play and store; return the result, its JSON, and the folder it is stored in.

        Raises
        ------
        Interrupted
            On Ctrl-C; says how far it came.
        """
        from analysis.campaign import campaign
        from reports.cli import findings
        from reports.cli.envelope import envelope
        from reports.cli.progress import StepDisplay

        started = time.perf_counter()
        clock = Clock()
        with StepDisplay(f"{self.base.game.name}/campaign", quiet) as display:  # it compiles a kernel of its own

            def step(state: Step) -> None:
                clock.note(state)
                display.step(state)

            try:
                result = campaign(self.base, self.policies, self.clubs, self.campaigns, self.extent, step)
            except (KeyboardInterrupt, Interrupted):  # the second from within a run of single sessions
                raise Interrupted(f"stopped {clock.reached}; nothing was stored. Again: {self.command}") from None
        timing = {"compile_s": clock.compile_s, "play_s": clock.play_s, "wall_s": time.perf_counter() - started}
        timing["years_per_s"] = result.years_played / clock.play_s if clock.play_s else float("nan")
        rules = self.base.resolve(result.scenarios[0])
        warnings = warnings_of(result)
        head = envelope("campaign", self.base.game, rules, self.base.seed, "complete", self.command, timing, warnings)
        body = {**head, **result.to_json()}
        return result, body, findings.store(body)


class Clock:
    """Notes how far a question is and how long its campaigns take.

    Attributes
    ----------
    compile_s, play_s : float
        Seconds of compiling or loading, and of playing campaigns.
    reached : str
        How far it is, in words.
    """

    def __init__(self) -> None:
        self.compile_s = self.play_s = 0.0
        self.reached = "before the first campaign"
        self._began = time.perf_counter()

    def note(self, step: Step) -> None:
        """Note one step."""
        now = time.perf_counter()
        if step.stage == "campaigns":
            if step.run is None:
                self.play_s += now - self._began
            elif step.run.phase == "playing":
                self.compile_s += step.run.compile_s
        self._began = now
        if step.run is None or step.done:
            self.reached = f"at {step.done:,} of {step.total:,} of ‘{step.stage}’"


def read_question(
    problems: Problems,
    game: str | None,
    policies: tuple[str, ...],
    clubs: tuple[str, ...],
    games: str,
    changes: ChangeOptions,
    work: WorkOptions,
    orders: bool = True,
    order_games: str = _SEARCHED,
    doubts: bool = True,
) -> Question | None:
    """Read the options of the question; mistakes are noted in ``problems`` and give None."""
    number = problems.take(read_count, games, "--games", _MOST_CAMPAIGNS)
    searched = problems.take(read_count, order_games, "--order-games", _MOST_SEARCHED)
    read_players(problems, game, policies, clubs)
    base = read_base(problems, game, changes, work, EXAMPLE)
    if base is None or number is None or searched is None or problems.found:
        return None
    return _question(base, changes, policies, clubs, number, searched if orders else 0, DOUBTED if doubts else 0)


def _question(
    base: Base,
    changes: ChangeOptions,
    policies: tuple[str, ...],
    clubs: tuple[str, ...],
    campaigns: int,
    searched: int,
    doubted: int,
) -> Question:
    from analysis.campaign import Extent

    given = {"policy": policies, "club": clubs, "games": campaigns, "no_orders": not searched}
    given |= {"order_games": searched} if searched not in (0, int(_SEARCHED)) else {}
    given["no_doubts"] = not doubted
    command = command_line(["house-edge", "campaign", base.game.name], changes, **given, seed=base.seed)
    extent = Extent(searched=searched, confirmed=CONFIRMED_FOR_ONE * searched, doubted=doubted)
    return Question(base, policies, clubs, campaigns, extent, command)


# --- for the report --------------------------------------------------------------------------------------------------

#: What a report plays: half a minute on two cores.
_REPORT_CAMPAIGNS, _REPORT_SEARCHED, _REPORT_DOUBTED = 4_000, 200, 250


def question_of_report(base: Base, changes: ChangeOptions, games: int) -> Question | None:
    """Return what a report asks besides, under its own rules and seed; None for a game without a campaign."""
    if base.game.file.campaign is None:
        return None
    return _question(base, changes, (), (), min(games, _REPORT_CAMPAIGNS), _REPORT_SEARCHED, _REPORT_DOUBTED)


def stored_for(found: DifficultyResult) -> tuple[CampaignResult, str] | None:
    """Return the newest stored campaign under the rules and sources of a difficulty result, and its command."""
    from analysis.campaign import CampaignResult
    from reports.cli.findings import newest_like

    if found.game.file.campaign is None:
        return None
    return newest_like(found, "campaign", CampaignResult.from_json)


def warnings_of(result: CampaignResult) -> list[str]:
    """Return what a reader of the numbers must know."""
    found = []
    for career in result.careers.values():
        for name in ("abandoned", "error"):
            count = sum(death.count for year in career.years for death in year.deaths if death.ending == name)
            if count:
                found.append(f"{count:,} of {career.campaigns:,} campaigns of {', '.join(career.key)} ended as {name}")
        if not career.balanced:
            found.append(f"the money of {career.unbalanced:,} campaigns of {', '.join(career.key)} does not add up")
    return found


def _speed(timing: dict[str, float], years: int, jobs: int) -> str:
    speed = words.rate(timing["years_per_s"]).replace("games/s", "years/s")
    workers = words.count(jobs, "worker")
    return f"{years:,} years of campaigns in {words.duration(timing['play_s'])}: {speed} with {workers}."


def _draw(result: CampaignResult, path: Path, command: str) -> None:
    from reports.figures import campaign_survival

    write_picture(path, lambda file: campaign_survival.write(result, file, command))
