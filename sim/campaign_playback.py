"""One campaign again, as events or as a story: the traces of its scenarios one after the other.

Each scenario has a header line of its own, with what was carried into it; after its last turn come the decisions and
events of the reckoning (a turn of the campaign's seat), the table as it then is, and the stored row.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from sim import supervised
from sim.campaign import CampaignContext, CampaignPlan, work_dtype
from sim.commands import replayable
from sim.errors import BadInput
from sim.params import nearest
from sim.playback import header, turn_by_turn
from sim.registry import load_game


def trace_campaign(plan: CampaignPlan, index: int, scenario: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the lines of docs/trace.md for one campaign, or for one scenario of it.

    Parameters
    ----------
    plan : CampaignPlan
        Game, rules, policies and seed.
    index : int
        Index of the campaign in the run.
    scenario : str, optional
        Only this one; the others are played without a trace.

    Raises
    ------
    BadInput
        If there is no such scenario, or the campaign did not live to see it.
    ContractBroken
        If a policy or the engine breaks a contract, after the lines up to that turn.
    """
    names = plan.scenarios
    if scenario is not None and scenario not in names:
        raise BadInput(f"the campaign has no scenario '{scenario}'.{nearest(scenario, names)}")
    if supervised.needed(plan):
        yield from supervised.lines(plan, "trace_campaign", index, scenario)
        return
    context = supervised.share(CampaignContext(plan))
    with replayable(plan):
        for year, name in enumerate(names):
            if year and context.carried["over"][0]:
                if scenario is None:
                    return
                over = f"campaign {index} of seed {plan.seed} ended in {names[year - 1]}"
                raise BadInput(f"{over}; it never came to {scenario}.")
            if scenario is None or name == scenario:
                yield from _scenario(context, plan, index, year)
            else:
                _play(context, index, year)
            if name == scenario:
                return


def _play(context: CampaignContext, index: int, year: int) -> None:
    """Play one scenario without a trace."""
    row = np.zeros(1, work_dtype(context.game)).view(np.recarray)
    context.log["on"][0] = 0
    context.call_years(row, index, 1, year, 1)
    if context.team["error"][0]:
        raise context.broken(index)


def _scenario(context: CampaignContext, plan: CampaignPlan, index: int, year: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of one scenario, which begins with what the one before has left."""
    row = np.zeros(1, work_dtype(context.game)).view(np.recarray)
    row["scenario"] = year

    def step(turns: int, fresh: int) -> None:
        context.call_years(row, index, 1, year, 1, turns, fresh)

    line = header(context, plan.rules[year], int(context.seeds[year]), index)
    carried = {name: np.asarray(context.carried[name][0]).tolist() for name in context.carried.dtype.names or ()}
    yield {**line, "campaign": {"number": year, "of": len(plan.rules), "seed": plan.seed, "carried": carried}}
    yield from turn_by_turn(context, row, index, step)


def tell_campaign(plan: CampaignPlan, index: int, scenario: str | None = None) -> Iterator[str]:
    """Yield the story of one campaign, or of one scenario of it, line by line."""
    game = load_game(plan.game)
    lines = trace_campaign(plan, index, scenario)
    if (game.folder / "story.py").exists():
        yield from game.module("story").tell(lines)
        return
    for line in lines:
        if line["type"] not in ("header", "snapshot", "decision"):
            yield json.dumps(line)
