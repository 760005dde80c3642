"""``house-edge warmup``: compile now what later commands need."""

from __future__ import annotations

import time
from typing import Annotated

from cyclopts import Parameter

from reports import words
from reports.cli import output
from reports.cli.options import DEFAULT_OUTPUT, OutputOptions
from sim import registry


def warmup(
    game: Annotated[str | None, Parameter(help="One game only.", metavar="GAME")] = None,
    /,
    *,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Compile the engine and the policies of every game, or of one, so that later commands start at once."""
    games = [registry.load_game(game)] if game is not None else list(registry.games().values())
    rows = [_warm(loaded, out) for loaded in games]
    if out.json:
        output.print_json({"schema": "house-edge/warmup", "schema_version": 1, "games": rows})
    return 0


def _warm(game: registry.Game, out: OutputOptions) -> dict[str, object]:
    from reports.cli.progress import expected_compile, remember_compile
    from sim.block import Plan
    from sim.policy import parse_team
    from sim.worker import is_compiled, warm

    known = registry.policy_files(game)
    names = [name for name in dict.fromkeys([*game.file.ladder, game.file.default_policy]) if name in known]
    rules = registry.resolve(game)
    plans = [Plan(game.name, rules, parse_team(game, name), 0) for name in names]
    compiled = all(is_compiled(plan) for plan in plans)
    what = f"{game.file.title} and {words.count(len(names), 'policy', 'policies')}"
    if not compiled:
        about = words.duration(round(expected_compile(game.name)))
        output.note(f"compiling {what}, once, about {about} ...")
    started = time.perf_counter()
    for plan in plans:
        warm(plan)
    seconds = time.perf_counter() - started
    if not compiled:
        remember_compile(game.name, seconds)
    campaign = _warm_campaign(game)
    if not out.json:
        output.say(
            f"{what}: {'were compiled already, loaded' if compiled else 'compiled'} in {words.duration(seconds)}"
        )
        if campaign is not None:
            output.say(f"{game.file.title}'s campaign: {words.duration(campaign)}")
    return {
        "game": game.name,
        "policies": names,
        "compiled_before": compiled,
        "seconds": seconds,
        "campaign_seconds": campaign,
    }


def _warm_campaign(game: registry.Game) -> float | None:
    """Compile or load the campaign's kernel and policies and return the seconds; None for a game without a campaign."""
    if game.file.campaign is None:
        return None
    from sim.campaign import make_campaign_plan
    from sim.campaign_run import is_compiled, warm

    known = registry.policy_files(game, "campaign")
    names = [name for name in game.file.campaign.policies if name in known]
    plans = [make_campaign_plan(game.name, None, name, seed=0) for name in names]
    if not all(is_compiled(plan) for plan in plans):
        output.note("compiling the campaign, once ...")
    return sum(warm(plan) for plan in plans)
