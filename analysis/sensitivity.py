"""Could the assumed data overturn it? Assumptions moved one at a time, and all together.

A parameter whose source is assumed, inferred or a ruling has a range of what else it may be. First each is moved alone,
to the ends of its range or to each alternative, on the seeds of the ladder, so that the effect is a paired difference.
Then sets are drawn from all ranges together (a Latin hypercube, seeded): in how many of them does a statement hold?

Card data that nobody has seen (assumed, inferred) are drawn together; rulings are moved one at a time only, for a table
knows how it rules. What a scenario prints, or the user has set, is no assumption and is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy.stats import qmc

from analysis.arms import Arm, Base, play_many, won_games
from analysis.proportions import CONFIDENCE, Estimate, Paired, mean, mean_difference, paired_of, share_of
from analysis.space import alternatives, assumed_parameters, free_values, json_value, stands, value_at, value_of_json
from analysis.statements import Statement, World, check, survive
from sim.errors import BadInput
from sim.params import Value

ONE_AT_A_TIME = ("assumed", "inferred", "ruling")
TOGETHER = ("assumed", "inferred")

#: A set that contradicts itself is drawn again so many times.
MOST_DRAWS = 1000


@dataclass(frozen=True)
class Swing:
    """What happens when one assumption has another value.

    Attributes
    ----------
    parameter : str
        The assumption.
    value : Value
        Its other value.
    effects : dict
        Change of the win rate (or measure) by scenario, on shared seeds; scenarios that print the value are missing.
    overall : Estimate
        Change of the mean win rate of all scenarios.
    """

    parameter: str
    value: Value
    effects: dict[str, Paired]
    overall: Estimate

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "parameter": self.parameter,
            "value": json_value(self.value),
            "overall": self.overall.to_json(),
            "effects": {name: effect.to_json() for name, effect in self.effects.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Swing:
        """Return the swing that `to_json` described."""
        effects = {name: Paired.from_json(effect) for name, effect in data["effects"].items()}
        return cls(data["parameter"], value_of_json(data["value"]), effects, Estimate.from_json(data["overall"]))


def ranked_swings(swings: Sequence[Swing]) -> list[tuple[str, list[Swing]]]:
    """Return the assumptions with their swings, the most influential first."""
    by_name: dict[str, list[Swing]] = {}
    for swing in swings:
        by_name.setdefault(swing.parameter, []).append(swing)
    return sorted(by_name.items(), key=lambda item: -max(abs(s.overall.estimate) for s in item[1]))


@dataclass(frozen=True)
class Draw:
    """One set of assumptions drawn together.

    Attributes
    ----------
    values : dict
        Value of every assumption drawn.
    rates : dict
        Win rate by scenario and policy.
    """

    values: dict[str, Value]
    rates: dict[tuple[str, str], Estimate]


@dataclass(frozen=True)
class Sensitivity:
    """Both passes.

    Attributes
    ----------
    policy : str
        Whose games the single assumptions were moved in.
    games : int
        Games of each arm.
    swings : tuple of Swing
        One at a time.
    draws : tuple of Draw
        Together.
    seed : int
        Seed of the draws.
    """

    policy: str
    games: int
    swings: tuple[Swing, ...]
    draws: tuple[Draw, ...]
    seed: int

    def spread(self, scenario: str, policy: str, shares: Sequence[float] = (0.1, 0.5, 0.9)) -> list[float] | None:
        """Return quantiles of a win rate over the draws, None if it was not played in them."""
        rates = [draw.rates[scenario, policy].estimate for draw in self.draws if (scenario, policy) in draw.rates]
        return [float(value) for value in np.quantile(rates, shares)] if rates else None

    def ranking(self) -> list[tuple[str, list[Swing]]]:
        """Return the assumptions with their swings, the most influential first."""
        return ranked_swings(self.swings)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "policy": self.policy,
            "games": self.games,
            "seed": self.seed,
            "one_at_a_time": [swing.to_json() for swing in self.swings],
            "together": [
                {
                    "values": {name: json_value(value) for name, value in d.values.items()},
                    "rates": [[*key, rate.to_json()] for key, rate in d.rates.items()],
                }
                for d in self.draws
            ],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sensitivity:
        """Return what `to_json` described."""
        swings = [Swing.from_json(entry) for entry in data["one_at_a_time"]]
        draws = [
            Draw(
                {name: value_of_json(value) for name, value in d["values"].items()},
                {(a, b): Estimate.from_json(rate) for a, b, rate in d["rates"]},
            )
            for d in data["together"]
        ]
        return cls(data["policy"], data["games"], tuple(swings), tuple(draws), data["seed"])


# --- one at a time ---------------------------------------------------------------------------------------------------


def one_at_a_time(
    base: Base,
    world: World,
    policy: str,
    games: int,
    confidence: float = CONFIDENCE,
    after: Callable[[int, int], None] | None = None,
) -> tuple[list[Swing], dict[tuple[str, Value], World]]:
    """Move each assumption alone.

    Parameters
    ----------
    world : World
        Games of the default values, at least ``games`` of each scenario under ``policy``.
    after : callable, optional
        Called with games done and games planned.

    Returns
    -------
    list of Swing
        The effects.
    dict
        The world of each changed assumption, to check statements in.
    """
    before = {name: won[:games] for (name, who), won in world.items() if who == policy}
    settings = [(p.name, value) for p in assumed_parameters(base, ONE_AT_A_TIME) for value in alternatives(p)]
    jobs: list[tuple[tuple[str, Value], str, Arm]] = []
    for setting in settings:
        for scenario in before:
            change = free_values(base, scenario, dict([setting]))
            if change and stands(base, scenario, change):
                jobs.append((setting, scenario, Arm.of(scenario, policy, change)))
    won = _play(base, [arm for _, _, arm in jobs], games, after)
    found: dict[tuple[str, Value], dict[str, np.ndarray]] = {}
    for (setting, scenario, _), result in zip(jobs, won, strict=True):
        found.setdefault(setting, {})[scenario] = result
    swings = [swing_of(setting, before, changed, confidence) for setting, changed in found.items()]
    worlds: dict[tuple[str, Value], World] = {
        setting: {(name, policy): changed.get(name, before[name]) for name in before}
        for setting, changed in found.items()
    }
    return swings, worlds


def swing_of(
    setting: tuple[str, Value], before: Mapping[str, np.ndarray], changed: Mapping[str, np.ndarray], confidence: float
) -> Swing:
    """Return the effect of one changed value.

    Parameters
    ----------
    setting : (str, Value)
        What was changed, and to what.
    before, changed : mapping
        Games won, or a measure of each, by scenario; those of ``changed`` are among those of ``before``, which has all.
    """
    effects = {name: paired_of(won, before[name], confidence) for name, won in changed.items()}
    # Scenarios share seeds, so the games of one index are one cluster: average over scenarios first.
    moved = [changed[name].astype(float) - before[name] for name in changed]
    per_game = np.sum(moved, axis=0) / len(before)
    if all(won.dtype == bool for won in changed.values()):
        return Swing(*setting, effects, mean(per_game, confidence))
    # A value may change every game by the same: the interval of a plain mean would then have no width.
    nothing = np.zeros_like(per_game)
    return Swing(*setting, effects, mean_difference(per_game, per_game, nothing, confidence))


def _play(base: Base, arms: Sequence[Arm], games: int, after: Callable[[int, int], None] | None) -> list[np.ndarray]:
    done = 0

    def tell(played: int) -> None:
        nonlocal done
        done += played
        if after is not None:
            after(done, games * len(arms))

    return list(play_many(base, arms, games, lambda rows: won_games(base.game, rows), tell))


# --- together --------------------------------------------------------------------------------------------------------


def draw_sets(base: Base, scenarios: Sequence[str], count: int, seed: int) -> list[dict[str, Value]]:
    """Draw sets of assumptions from their ranges, none of which contradicts itself in any scenario.

    Raises
    ------
    BadInput
        If hardly any set stands.
    """
    parameters = assumed_parameters(base, TOGETHER)
    if not parameters or count == 0:
        return []
    unit = qmc.LatinHypercube(d=len(parameters), rng=np.random.default_rng(seed)).random(count)
    again = np.random.default_rng([seed, 1])
    sets = []
    for row in unit:
        for _ in range(MOST_DRAWS):
            values = {p.name: value_at(p, float(u)) for p, u in zip(parameters, row, strict=True)}
            if all(stands(base, scenario, free_values(base, scenario, values)) for scenario in scenarios):
                sets.append(values)
                break
            row = again.random(len(parameters))
        else:
            raise BadInput(f"{base.game.name}: the ranges of its assumptions contradict each other almost everywhere.")
    return sets


def together(
    base: Base,
    scenarios: Sequence[str],
    policies: Mapping[str, int],
    samples: int,
    seed: int,
    confidence: float = CONFIDENCE,
    after: Callable[[int, int], None] | None = None,
) -> tuple[list[Draw], Sequence[World]]:
    """Play every scenario under sets of assumptions drawn together.

    Parameters
    ----------
    policies : mapping
        Games of each scenario by policy.
    """
    sets = draw_sets(base, scenarios, samples, seed)
    worlds: list[dict[tuple[str, str], np.ndarray]] = [{} for _ in sets]
    places = [(number, scenario) for number in range(len(sets)) for scenario in scenarios]
    total, done = len(places) * sum(policies.values()), 0

    def tell(played: int, _: int) -> None:
        if after is not None:
            after(done + played, total)

    for policy, games in policies.items():
        arms = [Arm.of(name, policy, free_values(base, name, sets[number])) for number, name in places]
        for (number, scenario), won in zip(places, _play(base, arms, games, tell), strict=True):
            worlds[number][scenario, policy] = won
        done += games * len(places)
    draws = [
        Draw(values, {key: share_of(result, confidence) for key, result in world.items()})
        for values, world in zip(sets, worlds, strict=True)
    ]
    return draws, worlds


def judge(
    statements: Sequence[Statement], worlds: Sequence[World], alone: Mapping[tuple[str, Value], World]
) -> list[Statement]:
    """Return the statements with the worlds they survive and the single assumptions that are shown to break them."""
    judged = []
    for statement in statements:
        broken = [setting for setting, world in alone.items() if check(statement, world) == "contradicted"]
        judged.append(replace(survive(statement, worlds), broken_by=tuple(broken)))
    return judged
