"""House rules for the referee of Tiefenthal: every rule at its bounds, and many at once; and lies about them.

``python -m tests.referee.tiefenthal_house 1000 7`` plays a thousand games of seed 7 under house rules drawn at random
and prints what the referee finds.
"""

from __future__ import annotations

import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sim import replay
from sim.errors import BadInput
from tests.referee.reader import Fault
from tests.referee.tiefenthal import check

RULES = Path(__file__).parents[2] / "sim" / "games" / "tiefenthal" / "rules.toml"
#: Chance that plays on.
WILD = str(Path(__file__).parent / "wild.py")
POLICIES = ("random", WILD, "upgrades", "nobles", "balanced")
SCENARIOS = tuple(f"module-{module}{players}" for module in range(1, 6) for players in ("", "-for-2", "-for-3"))
#: What a scenario sets.
SET_BY_SCENARIO = ("players", "module")


def parameters() -> dict[str, dict[str, Any]]:
    """Return the entries of rules.toml by the rule's full name."""

    def walk(data: dict[str, Any], prefix: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for name, entry in data.items():
            if "default" in entry:
                yield prefix + name, entry
            yield from walk({key: value for key, value in entry.items() if isinstance(value, dict)}, f"{prefix}{name}.")

    found = dict(walk(tomllib.loads(RULES.read_text(encoding="utf-8")), ""))
    return {name: entry for name, entry in found.items() if name not in SET_BY_SCENARIO}


def values(entry: dict[str, Any], luck: random.Random) -> list[Any]:
    """Return other values of a rule: its bounds, its choices, its range, and one drawn between the bounds."""
    default = entry["default"]
    if "choices" in entry:
        found = list(entry["choices"])
    elif isinstance(default, bool):
        found = [True, False]
    elif isinstance(default, list):
        least, most = entry["bounds"]
        found = [[least] * len(default), [most] * len(default), [luck.randint(least, most) for _ in default]]
    else:
        least, most = entry["bounds"]
        found = [least, most, luck.randint(least, most)]
    return [value for value in [*found, *entry.get("range", [])] if value != default]


def change_some(luck: random.Random) -> dict[str, Any]:
    """Return house rules drawn at random."""
    known = parameters()
    names = luck.sample(sorted(known), luck.randint(1, 8))
    return {name: luck.choice(values(known[name], luck)) for name in names}


def play(rules: dict[str, Any], scenario: str, policy: str, seed: int, index: int) -> list[Fault] | None:
    """Return what the referee says of a game under house rules; None if they contradict each other."""
    try:
        lines = replay("tiefenthal", scenario=scenario, policy=policy, seed=seed, index=index, rules=rules)
    except BadInput:
        return None
    return check(lines, rules)


def play_lying(rule: str, value: Any, scenario: str, policy: str, seed: int, index: int) -> list[Fault]:
    """Return what the referee says of a game with one rule changed whose header claims that it was not.

    To the referee this is an engine that reads the wrong number, or has the wrong rule.
    """
    lines = replay("tiefenthal", scenario=scenario, policy=policy, seed=seed, index=index, rules={rule: value})
    honest = lines[0]["rules"] | {rule: parameters()[rule]["default"]}
    cards = replay("tiefenthal", scenario=scenario, policy="random", seed=seed, index=index)[0]["tables"]
    return check([lines[0] | {"rules": honest, "tables": cards}, *lines[1:]])


def main(games: int, seed: int) -> None:
    """Play games under house rules drawn at random, and print what the referee finds."""
    luck = random.Random(seed)
    played = refused = 0
    while played < games:
        rules, scenario, policy = change_some(luck), luck.choice(SCENARIOS), luck.choice(POLICIES)
        faults = play(rules, scenario, policy, seed, played)
        if faults is None:
            refused += 1
            continue
        played += 1
        for fault in faults:
            print(f"{scenario}, {policy}, seed {seed}, game {played - 1}, {rules}: {fault}")
    print(f"{played} games, {refused} contradictory sets of rules left out")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
