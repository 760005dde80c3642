"""What do a scenario's special rules do, and what does the choice of its upgrade cost? Paired with the printed game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.arms import Arm, Base, play_many, won_games
from analysis.proportions import CONFIDENCE, Estimate, Paired, mean, paired_shares, share_of
from analysis.statements import World
from sim import special


@dataclass(frozen=True)
class SpecialRules:
    """A scenario with and without its special rules, or one of them.

    Attributes
    ----------
    scenario, policy : str
        What was played.
    without : dict
        The values that switch the rules off.
    rate : Estimate
        Win rate without them.
    effect : Paired
        Win rate with the rules minus without, on shared seeds.
    rule : str
        Name of the one rule switched off; "" for several together.
    """

    scenario: str
    policy: str
    without: dict[str, Any]
    rate: Estimate
    effect: Paired
    rule: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "scenario": self.scenario,
            "policy": self.policy,
            "rule": self.rule,
            "without": self.without,
            "win_rate_without": self.rate.to_json(),
            "effect": self.effect.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SpecialRules:
        """Return what `to_json` described."""
        return cls(
            data["scenario"],
            data["policy"],
            dict(data["without"]),
            Estimate.from_json(data["win_rate_without"]),
            Paired.from_json(data["effect"]),
            data.get("rule", ""),
        )


@dataclass(frozen=True)
class Choice:
    """A scenario with one of its choices fixed.

    Attributes
    ----------
    scenario, policy : str
        What was played.
    value : str
        The choice.
    target : Estimate
        What it makes the goal; unknown if the game stores none.
    rate : Estimate
        Win rate.
    effect : Paired
        Win rate minus that of the policy's own choice.
    """

    scenario: str
    policy: str
    value: str
    target: Estimate
    rate: Estimate
    effect: Paired

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "scenario": self.scenario,
            "policy": self.policy,
            "value": self.value,
            "target": self.target.to_json(),
            "win_rate": self.rate.to_json(),
            "effect": self.effect.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choice:
        """Return what `to_json` described."""
        return cls(
            data["scenario"],
            data["policy"],
            data["value"],
            Estimate.from_json(data["target"]),
            Estimate.from_json(data["win_rate"]),
            Paired.from_json(data["effect"]),
        )


def without_special_rules(
    base: Base,
    world: World,
    scenarios: Sequence[str],
    policies: Sequence[str],
    games: int,
    confidence: float = CONFIDENCE,
    after: Callable[[int, int], None] | None = None,
) -> list[SpecialRules]:
    """Play every scenario that says how to switch its special rules off (``[[without]]``) without them."""
    found = []
    for name in scenarios:
        rules = special.special_rules(base.game, name)
        together = special.without_special_rules(base.game, name)
        single = rules[0].name if len(rules) == 1 else ""
        found += [(name, policy, single, together) for policy in policies if together]
    return _switched_off(base, world, found, games, confidence, after)


def each_special_rule(
    base: Base,
    world: World,
    scenarios: Sequence[str],
    policy: str,
    games: int,
    confidence: float = CONFIDENCE,
    after: Callable[[int, int], None] | None = None,
) -> list[SpecialRules]:
    """Play every scenario with each of its special rules switched off alone, where there is more than one.

    A rule that is all of them is left out: `without_special_rules` plays it. The largest effect of a scenario comes
    first in the result.
    """
    found = []
    for name in scenarios:
        rules = special.special_rules(base.game, name)
        together = special.without_special_rules(base.game, name)
        found += [(name, policy, rule.name, rule.values) for rule in rules if rule.values != together]
    effects = _switched_off(base, world, found, games, confidence, after)
    return sorted(effects, key=lambda e: (scenarios.index(e.scenario), -abs(e.effect.difference.estimate)))


def _switched_off(
    base: Base,
    world: World,
    wanted: Sequence[tuple[str, str, str, dict[str, Any]]],
    games: int,
    confidence: float,
    after: Callable[[int, int], None] | None,
) -> list[SpecialRules]:
    """Play (scenario, policy, name of the rule, values that switch it off) and pair each with the printed scenario."""
    arms = [Arm.of(name, policy, values) for name, policy, _, values in wanted]
    played = play_many(base, arms, games, lambda rows: won_games(base.game, rows), counting(after, games * len(arms)))
    return [
        SpecialRules(
            name,
            policy,
            values,
            share_of(won, confidence),
            paired_shares(world[name, policy][:games], won, confidence),
            rule,
        )
        for (name, policy, rule, values), won in zip(wanted, played, strict=True)
    ]


def fixed_choices(
    base: Base,
    world: World,
    scenarios: Sequence[str],
    policy: str,
    parameter: str,
    games: int,
    confidence: float = CONFIDENCE,
    after: Callable[[int, int], None] | None = None,
) -> list[Choice]:
    """Play every scenario with each value of a choice that is otherwise the policy's, such as the selected upgrade.

    Scenarios that print the choice are left out.
    """
    declared = base.game.parameters.get(parameter)
    if declared is None or declared.kind != "choice":
        return []
    values = [value for value in declared.choices if value != declared.default]
    free = [name for name in scenarios if base.resolve(name).origins[parameter] == "default"]
    keys = [(name, value) for name in free for value in values]
    arms = [Arm.of(name, policy, {parameter: value}) for name, value in keys]
    has_goal = any(column.name == "goal" for column in base.game.file.columns)

    def reduce(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return won_games(base.game, rows), rows["goal"].copy() if has_goal else np.empty(0)

    played = play_many(base, arms, games, reduce, counting(after, games * len(arms)))
    return [
        Choice(
            name,
            policy,
            value,
            mean(target, confidence),
            share_of(won, confidence),
            paired_shares(won, world[name, policy][:games], confidence),
        )
        for (name, value), (won, target) in zip(keys, played, strict=True)
    ]


def counting(after: Callable[[int, int], None] | None, total: int) -> Callable[[int], None]:
    """Return a function that adds up the games of single arms and passes on (done, total)."""
    done = 0

    def tell(games: int) -> None:
        nonlocal done
        done += games
        if after is not None:
            after(done, total)

    return tell
