"""What a ladder of skill found: win rates by rung, what each step is worth, and what part of it is luck."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analysis.order import simultaneous, tied_groups
from analysis.paired import Effect
from analysis.proportions import CONFIDENCE, Estimate, plain
from analysis.quantiles import normal_quantile
from analysis.skill_measures import Parts
from analysis.space import changes_to_json
from sim import registry

if TYPE_CHECKING:
    from sim.registry import Game

#: Name of the mean of all scenarios among them.
ALL = "all"


@dataclass(frozen=True)
class Rung:
    """One policy in one scenario, or over the mean of all.

    Attributes
    ----------
    scenario, policy : str
        Where, and who.
    games : int
        Games of each scenario.
    win_rate : Estimate
        Share won.
    """

    scenario: str
    policy: str
    games: int
    win_rate: Estimate

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {**self.__dict__, "win_rate": self.win_rate.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rung:
        """Return what `to_json` described."""
        return cls(**{**data, "win_rate": Estimate.from_json(data["win_rate"])})


@dataclass(frozen=True)
class Climb:
    """What a better player gains over a weaker one on the same seeds.

    Attributes
    ----------
    scenario, lower, upper : str
        Where, and the policies.
    difference : Estimate
        Win rate of the upper minus that of the lower, paired.
    correlation : float
        Of their results on one seed; NaN where one of them never changes.
    verdict : str
        better, worse, equivalent or unknown: the upper beside the lower.
    to_tell : Estimate
        Games each must play until the better one leads nine times in ten.
    """

    scenario: str
    lower: str
    upper: str
    difference: Estimate
    correlation: float
    verdict: str
    to_tell: Estimate

    @classmethod
    def of(cls, scenario: str, lower: str, upper: str, effect: Effect, to_tell: Estimate) -> Climb:
        """Return the climb that a paired comparison shows."""
        return cls(scenario, lower, upper, effect.difference, effect.correlation, effect.verdict, to_tell)

    def to_json(self) -> dict[str, Any]:
        """Return plain data; games that no number of games would tell are None."""
        return {
            **self.__dict__,
            "difference": self.difference.to_json(),
            "correlation": plain(self.correlation),
            "to_tell": {key: plain(getattr(self.to_tell, key)) for key in ("estimate", "low", "high")},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Climb:
        """Return what `to_json` described."""
        keys = ("estimate", "low", "high")
        centre, low, high = (math.inf if data["to_tell"][key] is None else float(data["to_tell"][key]) for key in keys)
        difference = Estimate.from_json(data["difference"])
        return cls(
            data["scenario"],
            data["lower"],
            data["upper"],
            difference,
            math.nan if data["correlation"] is None else data["correlation"],
            data["verdict"],
            Estimate(centre, low, high, math.nan, difference.n, "from-the-difference"),
        )


@dataclass(frozen=True)
class Luck:
    """What part of the result of one game is luck, in one scenario.

    Attributes
    ----------
    scenario : str
        Where.
    parts : Parts
        Skill, shared luck, own luck, over the rungs that are judged.
    gain : Climb
        From the first rung to the last.
    near : Estimate or None
        What the seed decides for the best rung and the one below alike; None if they are not neighbours of the ladder.
    deal : Estimate or None
        With the policy fixed, the share of the variance that the deal at the start decides; None if not asked.
    """

    scenario: str
    parts: Parts
    gain: Climb
    near: Estimate | None
    deal: Estimate | None

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "scenario": self.scenario,
            "parts": self.parts.to_json(),
            "gain": self.gain.to_json(),
            "near": self.near.to_json() if self.near else None,
            "deal": self.deal.to_json() if self.deal else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Luck:
        """Return what `to_json` described."""
        return cls(
            data["scenario"],
            Parts.from_json(data["parts"]),
            Climb.from_json(data["gain"]),
            Estimate.from_json(data["near"]) if data["near"] else None,
            Estimate.from_json(data["deal"]) if data["deal"] else None,
        )


@dataclass(frozen=True)
class SkillResult:
    """Everything a ladder of skill says, as numbers.

    Attributes
    ----------
    game : Game
        The game.
    scenarios, policies : tuple of str
        In the order of the rulebook; the weakest rung first.
    main : str
        The policy whose deals were played again: the highest rung that does not look ahead.
    judged : tuple of str
        The rungs that skill and luck are told of: those that do not look ahead, if there are two.
    games, deep_games, shared : int
        Games of each rung; of one that looks ahead; games that all the judged rungs played.
    deals, replays : int
        Deals played again, and times each was played.
    seed, confidence, margin : int, float, float
        Of all games; of the intervals; a step up to this one does not matter.
    rungs : dict
        By (scenario, policy); scenario "all" is the mean of all.
    steps : tuple of Climb
        Each rung beside the one below, by scenario and for "all".
    luck : dict
        By scenario.
    missing : tuple of str
        Rungs that are declared and not there.
    variants, rules_changed, cards, source_digest, policy_digests
        What was played.
    """

    game: Game
    scenarios: tuple[str, ...]
    policies: tuple[str, ...]
    main: str
    judged: tuple[str, ...]
    games: int
    deep_games: int
    shared: int
    deals: int
    replays: int
    seed: int
    confidence: float
    margin: float
    rungs: dict[tuple[str, str], Rung]
    steps: tuple[Climb, ...]
    luck: dict[str, Luck]
    missing: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    source_digest: str = ""
    policy_digests: dict[str, str] = field(default_factory=dict)

    @property
    def below_main(self) -> str:
        """The rung below the main policy; "" if it is the lowest."""
        place = self.policies.index(self.main)
        return self.policies[place - 1] if place else ""

    @property
    def played(self) -> int:
        """Games played in all."""
        again = self.deals * (self.replays - 1) * len(self.scenarios)
        return sum(rung.games for rung in self.rungs.values() if rung.scenario != ALL) + again

    def rate(self, scenario: str, policy: str) -> Estimate:
        """Return a win rate; scenario "all" for the mean."""
        return self.rungs[scenario, policy].win_rate

    def step(self, scenario: str, upper: str) -> Climb | None:
        """Return the step up to a rung; None for the first."""
        return next((s for s in self.steps if s.scenario == scenario and s.upper == upper), None)

    def by_skill(self) -> list[list[str]]:
        """Return the scenarios in groups that are tied, those that separate good from bad play most first."""
        known = [name for name in self.scenarios if self.luck[name].parts.skill.known]
        ranked = sorted(known, key=lambda name: -self.luck[name].parts.skill.estimate)
        pairs = len(known) * (len(known) - 1) // 2
        reach = normal_quantile(simultaneous(self.confidence, pairs))

        def tied(a: str, b: str) -> bool:
            one, other = self.luck[a].parts.skill, self.luck[b].parts.skill
            error = math.hypot(one.standard_error, other.standard_error)
            return abs(one.estimate - other.estimate) <= reach * error

        return tied_groups(ranked, tied)

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json``, from which `from_json` builds the result again."""
        return {
            "confidence": self.confidence,
            "scenarios": list(self.scenarios),
            "policies": [{"name": name, "digest": self.policy_digests.get(name, "")} for name in self.policies],
            "main_policy": self.main,
            "judged": list(self.judged),
            "missing": list(self.missing),
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "games": self.games,
            "deep_games": self.deep_games,
            "shared_games": self.shared,
            "deals": self.deals,
            "replays": self.replays,
            "margin": self.margin,
            "rungs": [rung.to_json() for rung in self.rungs.values()],
            "steps": [step.to_json() for step in self.steps],
            "luck": [entry.to_json() for entry in self.luck.values()],
            "order": self.by_skill(),
            "adjustment": {
                "method": "bonferroni",
                "steps": len(self.steps),
                "confidence_each_step": simultaneous(self.confidence, len(self.steps)),
                "scenarios": len(self.scenarios),
                "confidence_each_part": simultaneous(self.confidence, len(self.scenarios)),
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SkillResult:
        """Return the result that `to_json` described; the game must be installed."""
        rungs = [Rung.from_json(entry) for entry in data["rungs"]]
        return cls(
            registry.load_game(data["game"]),
            tuple(data["scenarios"]),
            tuple(policy["name"] for policy in data["policies"]),
            data["main_policy"],
            tuple(data["judged"]),
            data["games"],
            data["deep_games"],
            data["shared_games"],
            data["deals"],
            data["replays"],
            data["seed"],
            data.get("confidence", CONFIDENCE),
            data["margin"],
            {(rung.scenario, rung.policy): rung for rung in rungs},
            tuple(Climb.from_json(entry) for entry in data["steps"]),
            {entry["scenario"]: Luck.from_json(entry) for entry in data["luck"]},
            tuple(data["missing"]),
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            tuple(data["cards"]),
            data["source_digest"],
            {policy["name"]: policy["digest"] for policy in data["policies"]},
        )
