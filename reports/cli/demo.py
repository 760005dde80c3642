"""``house-edge demo``: a small real result in about ten seconds."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from reports import words
from reports.cli import envelope, output
from reports.cli.options import DEFAULT_OUTPUT, DEFAULT_WORK, OutputOptions, Problems, WorkOptions, read_jobs, read_seed
from reports.cli.which_game import first_game
from sim import registry

#: Seconds of play, spread over scenarios and policies; the compile comes on top, once.
_BUDGET = 6.0
_MOST_SCENARIOS = 3
_BAR = 30


def demo(
    game: Annotated[str | None, Parameter(help="Name of the game [default: opulent].", metavar="GAME")] = None,
    /,
    *,
    work: WorkOptions = DEFAULT_WORK,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play some scenarios under some policies for a few seconds and show who wins how often."""
    problems = Problems()
    seed = problems.take(read_seed, work.seed or "1920")
    jobs = problems.take(read_jobs, work.jobs or "1")
    loaded = problems.take(registry.load_game, game or first_game())
    problems.stop_if_any()
    assert loaded is not None and seed is not None and jobs is not None
    scenarios, policies = _spread(_scenarios(loaded), _MOST_SCENARIOS), _ladder(loaded)
    if not out.json:
        output.heading(f"{loaded.file.title}: {loaded.file.summary}")
    play = _play_among_others if loaded.file.competitive else _play
    cells = play(loaded, scenarios, policies, seed, jobs, out)
    if out.json:
        command = f"house-edge demo {loaded.name} --seed {seed}"
        head = envelope.envelope("demo", loaded, registry.resolve(loaded), seed, "complete", command)
        output.print_json({**head, "cells": cells})
        return 0
    _print(loaded, cells, seed)
    return 0


def _scenarios(game: registry.Game) -> list[str]:
    """Return the scenarios to choose from: of a game for several numbers of players those for the usual number."""
    usual = game.scenarios[game.file.default_scenario].get("players") if game.file.players_rule else None
    return [name for name, entry in game.scenarios.items() if entry.get("players") == usual or usual is None]


def _spread(names: list[str], most: int) -> list[str]:
    """Return first, last and what lies evenly between."""
    if len(names) <= most:
        return names
    return [names[round(i * (len(names) - 1) / (most - 1))] for i in range(most)]


def _ladder(game: registry.Game) -> list[str]:
    known = registry.policy_files(game)
    return [name for name in game.file.ladder if name in known] or [game.file.default_policy]


def _play(
    game: registry.Game, scenarios: list[str], policies: list[str], seed: int, jobs: int, out: OutputOptions
) -> list[dict[str, object]]:
    from reports.cli.progress import Display
    from sim.block import Plan
    from sim.policy import parse_team
    from sim.run import run_games

    cells: list[dict[str, object]] = []
    share = _BUDGET / (len(scenarios) * len(policies))
    with Display(game.name, envelope.wins(game), out.quiet) as display:
        for scenario in scenarios:
            for policy in policies:
                plan = Plan(game.name, registry.resolve(game, scenario), parse_team(game, policy), seed)
                first = run_games(plan, 100, keep_rows=False, progress=display)
                # The number of games is a round one, so that the same machine shows the same numbers again.
                games = _round(first.timing["games_per_s"] * share)
                result = run_games(plan, max(games, 100), jobs=jobs, keep_rows=False, progress=display)
                rate = envelope.win_rate(game, result.summary)
                cells.append(
                    {"scenario": scenario, "policy": policy, "games": result.games, "win_rate": rate.to_json()}
                )
    return cells


def _play_among_others(
    game: registry.Game, scenarios: list[str], policies: list[str], seed: int, jobs: int, out: OutputOptions
) -> list[dict[str, object]]:
    """Let one player of each policy sit at every seat in turn, among others who play as the game's default does."""
    from analysis.arms import Arm, Base
    from analysis.meeting import meet
    from reports.cli.progress import Display
    from sim.block import Plan
    from sim.policy import parse_team
    from sim.run import run_games

    cells: list[dict[str, object]] = []
    base, others = Base(game, seed, jobs=jobs), game.file.default_policy
    with Display(game.name, (), out.quiet) as display:
        for scenario in scenarios:
            rules = registry.resolve(game, scenario)
            share = _BUDGET / (len(scenarios) * len(policies) * len(game.seats_in_play(rules)))
            for policy in policies:
                first = run_games(Plan(game.name, rules, parse_team(game, policy), seed), 100, progress=display)
                games = max(_round(first.timing["games_per_s"] * share), 100)
                found = meet(base, Arm(scenario, policy), policy, others, games)
                cells.append(
                    {
                        "scenario": scenario,
                        "policy": policy,
                        "others": others,
                        "games": games * len(found.seats),
                        "win_share": found.share.arm.to_json(),
                        "equal_share": 1 / len(found.seats),
                    }
                )
    return cells


def _round(games: float) -> int:
    """Return 100, 200, 500, 1000, ... 10,000, at most ``games``."""
    steps = [base * 10**power for power in (2, 3) for base in (1, 2, 5)] + [10_000]
    return max((step for step in steps if step <= games), default=100)


def _print(game: registry.Game, cells: list[dict[str, object]], seed: int) -> None:
    if game.file.competitive:
        output.say(
            f"How often one player wins, at every seat in turn, where all the others play '{cells[0]['others']}', with"
            f" the 95 % interval (an equal share is {100 * float(str(cells[0]['equal_share'])):.3g} %):"
        )
    else:
        output.say("How often the team wins, with the 95 % interval:")
    output.say("")
    last = None
    width = max(len(str(cell["policy"])) for cell in cells)
    for cell in cells:
        if cell["scenario"] != last:
            last = cell["scenario"]
            output.heading(f"{last}  {game.scenarios[str(last)].get('title', '')}")
        rate: dict[str, float] = cell.get("win_rate") or cell["win_share"]  # type: ignore[assignment]
        filled = round(_BAR * rate["estimate"])
        bar = Text("\u2588" * filled, style="green") + Text("\u2591" * (_BAR - filled), style="dim")
        shown = words.share_with_interval(rate["estimate"], rate["low"], rate["high"])
        if cell["policy"] == cell.get("others"):
            shown = f"{100 * rate['estimate']:.3g} %, as all play alike"
        output.say(Text.assemble(f"  {str(cell['policy']).ljust(width)}  ", bar, f"  {shown}"))
    output.say("")
    fewest, most = min(int(str(c["games"])) for c in cells), max(int(str(c["games"])) for c in cells)
    games = words.count(most, "game") if fewest == most else f"{fewest:,} to {most:,} games"
    output.say(f"{games} each, seed {seed}. More of one of them, with reasons and a place to keep it:")
    example = cells[-1]
    output.say(
        f"  house-edge run {game.name} --scenario {example['scenario']} --policy {example['policy']} --games 20000"
    )
