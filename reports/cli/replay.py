"""``house-edge replay``: one game or campaign as a story, or as JSON Lines that hold everything that happened.

The lines of the JSON form are described in docs/trace.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import chain, islice
from typing import Annotated

from cyclopts import Parameter

from reports.cli import output
from reports.cli.campaigns import plan_of, read_base, read_players
from reports.cli.options import (
    DEFAULT_OUTPUT,
    GAMES_LIMIT,
    NO_RULES,
    PLAYED,
    SHOWN,
    OutputOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    option,
    read_count,
    read_new_file,
    switch,
)
from reports.cli.plans import Request, read_request
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

EXAMPLE = "house-edge replay opulent --scenario 1924 --seed 7 --game 41"
CAMPAIGN_EXAMPLE = "house-edge replay opulent --campaign --seed 7 --game 41"
FORMATS = ("text", "jsonl")


def replay(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    number: Annotated[str, option("Which game of the seed, from 0 [default: 0].", "NUMBER", PLAYED, "--game")] = "0",
    policy: Annotated[str | None, option("Who plays.", "NAME", PLAYED)] = None,
    campaign: Annotated[
        bool, switch("A campaign: its scenarios in a row, or with --scenario one of them alone.", PLAYED)
    ] = False,
    club: Annotated[str | None, option("Who decides between the scenarios of a campaign.", "NAME", PLAYED)] = None,
    rules: RuleOptions = NO_RULES,
    seed: Annotated[str | None, option("Of the run the game belongs to; drawn if left out.", "NUMBER", PLAYED)] = None,
    form: Annotated[str, option("text or jsonl [default: text].", "NAME", SHOWN, "--format")] = "text",
    file: Annotated[str | None, option("Write to a file [default: the terminal].", "FILE", SHOWN, "--out")] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play one game of a seed again, or one campaign, and tell what happened, rule by rule."""
    problems = Problems()
    index = problems.take(read_count, number, "--game", GAMES_LIMIT, 0)
    target = problems.take(read_new_file, file) if file else None
    if form not in FORMATS:
        problems.found.append(f"there is no format '{form}'.{nearest(form, FORMATS)}")
    as_lines = out.json or form == "jsonl"
    work = WorkOptions(seed=seed, jobs="1")
    if campaign:
        lines = _campaign(problems, game, policy, club, rules, work, index, as_lines)
    else:
        if club is not None:
            problems.found.append("--club decides between the scenarios of a campaign: add --campaign.")
        request, lines = _game(problems, game, policy, rules, work, index, as_lines)
    if target is None:
        sys.stdout.writelines(f"{line}\n" for line in lines)
        if not campaign and not as_lines and not out.quiet:
            output.note(_hint(request, index))
        return 0
    told = iter(lines)
    beginning = list(islice(told, 1))  # what cannot be played at all leaves no file behind
    try:
        with target.open("w", encoding="utf-8") as story:
            story.writelines(f"{line}\n" for line in chain(beginning, told))
    except OSError as error:
        raise BadInput(f"--out {file}: cannot be written ({error.strerror}).") from None
    output.note(f"Written to {target}")
    return 0


def _game(
    problems: Problems,
    game: str | None,
    policy: str | None,
    rules: RuleOptions,
    work: WorkOptions,
    index: int | None,
    as_lines: bool,
) -> tuple[Request, Iterable[str]]:
    """Return what is played, and the lines of one game."""
    request = read_request(problems, game, rules, work, policy, EXAMPLE)
    problems.stop_if_any()
    assert request is not None and index is not None
    from sim import playback

    if as_lines:
        return request, playback.to_json_lines(playback.trace(request.plan, index))
    return request, playback.tell(request.plan, index)


def _hint(request: Request, index: int | None) -> str:
    """Return how to ask what the choices of the game were worth."""
    asked = request.command("advise", game=index)
    seats = request.game.seats_in_play(request.plan.rules)
    turn = f"2.{seats[-1]}" if (request.game.folder / "story.py").exists() else "2"
    return f"Which choices cost most? {asked}\nWhat was best at one of them? Add its turn, such as --turn {turn}"


def _campaign(
    problems: Problems,
    game: str | None,
    policy: str | None,
    club: str | None,
    rules: RuleOptions,
    work: WorkOptions,
    index: int | None,
    as_lines: bool,
) -> Iterable[str]:
    """Return the lines of one campaign, or of one scenario of it."""
    read_players(problems, game, [policy] if policy else [], [club] if club else [])
    base = read_base(problems, game, rules, work, CAMPAIGN_EXAMPLE)
    scenarios = registry.load_game(game).scenarios if game in registry.games() else {}
    if rules.players is not None:
        problems.found.append("--players is for games played against each other; a campaign has one team.")
    if rules.scenario is not None and scenarios and rules.scenario not in scenarios:
        problems.found.append(f"{game} has no scenario '{rules.scenario}'.{nearest(rules.scenario, scenarios)}")
    problems.stop_if_any()
    assert base is not None and index is not None
    from sim.campaign_playback import tell_campaign, trace_campaign
    from sim.playback import to_json_lines

    plan = plan_of(base, policy, club)
    if as_lines:
        return to_json_lines(trace_campaign(plan, index, rules.scenario))
    return tell_campaign(plan, index, rules.scenario)
