"""Measure which values the fields of a game's table take while policies are asked, and write them into fields.toml.

    python benchmarks/field_ranges.py opulent

Games are played without the compiler, so that every table can be looked at before it is shown to a policy. What is
written, the section [seen], is what docs/policies.md gives as "seen".
"""

from __future__ import annotations

import os
import re
import sys
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"

import numpy as np

from sim import jit, registry
from sim.block import Context, Plan
from sim.campaign import CampaignContext, make_campaign_plan
from sim.policy import parse_team
from sim.policysource import ARGUMENTS

SEED, GAMES = 1920, 8


def measure(game: registry.Game, games: int) -> dict[str, tuple[int, int]]:
    """Return the least and the greatest value of each field: every scenario and policy of the ladder, campaigns."""
    table = game.module("state").TABLE
    count = table.itemsize // 8
    low, high = np.full(count, np.iinfo(np.int64).max), np.full(count, np.iinfo(np.int64).min)

    def looked_at(function):  # type: ignore[no-untyped-def]
        def decide(table, *others):  # type: ignore[no-untyped-def]
            values = np.frombuffer(table.tobytes(), np.int64)
            np.minimum(low, values, out=low)
            np.maximum(high, values, out=high)
            return function(table, *others)

        return decide

    def play(context):  # type: ignore[no-untyped-def]
        kept = list(jit._interpreted)
        jit._interpreted[:] = [looked_at(each) if _is_decision(each) else each for each in kept]
        context.play(0, games)
        jit._interpreted[:] = kept

    for policy in game.file.ladder:
        for scenario in game.scenarios:
            play(Context(Plan(game.name, registry.resolve(game, scenario), parse_team(game, policy), SEED)))
        if game.file.campaign is not None:
            play(CampaignContext(make_campaign_plan(game.name, policy, seed=SEED)))
    found = {}
    for name in table.names:
        dtype, offset = table.fields[name][:2]
        part = slice(offset // 8, (offset + dtype.itemsize) // 8)
        found[name] = (int(low[part].min()), int(high[part].max()))
    return found


def _is_decision(entry: Any) -> bool:
    return entry is not None and entry.__code__.co_argcount == len(ARGUMENTS)


def main() -> None:
    """Write the section [seen] of a game's fields.toml."""
    game = registry.load_game(sys.argv[1])
    games = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    found = measure(game, games)
    path = game.folder / "fields.toml"
    text = re.sub(r"\n# Seen in .*?(?=\n# |\Z)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL).rstrip("\n")
    campaigns = " and as many campaigns" if game.file.campaign else ""
    ladder = ", ".join(game.file.ladder)
    played = f"{games} games of each {game.file.scenario_word}{campaigns} by each of {ladder}, seed {SEED}"
    lines = [f"{name} = [{low}, {high}]" for name, (low, high) in found.items()]
    path.write_text(
        f"{text}\n\n# Seen in {played}; written by benchmarks/field_ranges.py.\n[seen]\n" + "\n".join(lines) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
