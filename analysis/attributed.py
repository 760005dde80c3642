"""What an attribution found: the effect of each rule, and of pairs of rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.arms import Arm, Base
from analysis.order import simultaneous
from analysis.paired import Effect, Metric
from analysis.proportions import Estimate, plain
from analysis.switches import LeftOut, Switch

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game

#: A win rate nearer than this to 0 or 1 leaves a single rule no room to show what it does.
ONE_SIDED = 0.05
#: What a verdict of `analysis.paired` says about a rule.
VERDICTS = {
    "worse": "costs", "better": "helps", "more": "adds", "less": "takes", "equivalent": "equivalent",
    "unknown": "unknown",
}  # fmt: skip


@dataclass(frozen=True)
class RuleEffect:
    """What one rule does.

    Attributes
    ----------
    switch : Switch
        The rule.
    effect : Effect
        On the win rate, or what else is asked about: base without the rule, arm with it; below 0 it costs games.
    touched : Estimate
        Share of games that go otherwise without it.
    score : Effect or None
        On the score that decides, which tells more where hardly any game is won or lost; None if the game stores none.
        Of a game played against each other on the other of points a player and the watched seat's wins.
    """

    switch: Switch
    effect: Effect
    touched: Estimate
    score: Effect | None = None

    @property
    def points(self) -> Estimate:
        """Win rate, or what else is asked about, with the rule minus without."""
        return self.effect.difference

    @property
    def lowers(self) -> bool:
        """Whether it is shown to cost or take something."""
        return self.verdict in ("costs", "takes")

    @property
    def raises(self) -> bool:
        """Whether it is shown to help or add something."""
        return self.verdict in ("helps", "adds")

    @property
    def verdict(self) -> str:
        """One of costs, helps, equivalent, unknown; adds or takes where neither more nor less is better."""
        return VERDICTS[self.effect.verdict]


@dataclass(frozen=True)
class PairEffect:
    """What two rules do together.

    Attributes
    ----------
    first, second : Switch
        The rules.
    together : Effect
        Win rate, or what else is asked about, with both minus with neither.
    interaction : Effect
        ``together`` minus the sum of both alone; below 0 they cost more together than each by itself.
    """

    first: Switch
    second: Switch
    together: Effect
    interaction: Effect


@dataclass(frozen=True)
class Attribution:
    """Everything an attribution says, as numbers.

    Attributes
    ----------
    base : Base
        Game, seed, and the house rules in force.
    scenario, policy : str
        What was played, and by whom.
    rules : RuleSet
        The rules in force.
    games : int
        Games of each arm.
    pair_games : int
        Games of each arm of the pairs; 0 without pairs.
    margin, confidence : float
        Of the equivalence statements, and of all intervals together.
    rate : Estimate
        Win rate, or what else is asked about, of the game as it is.
    effects : tuple of RuleEffect
        The largest first.
    pairs : tuple of PairEffect
        The largest interaction first.
    left_out : tuple of LeftOut
        Rules that were not switched off, and why.
    status : str
        "complete" or "interrupted".
    measure : Metric
        What is asked about.
    """

    base: Base
    scenario: str
    policy: str
    rules: RuleSet
    games: int
    pair_games: int
    margin: float
    confidence: float
    rate: Estimate
    effects: tuple[RuleEffect, ...]
    pairs: tuple[PairEffect, ...]
    left_out: tuple[LeftOut, ...]
    status: str = "complete"
    measure: Metric = Metric("win_rate", "games won", "share", 1)

    @property
    def game(self) -> Game:
        """The game."""
        return self.base.game

    @property
    def played(self) -> int:
        """Games played in all."""
        singles = {id(switch) for pair in self.pairs for switch in (pair.first, pair.second)}
        extra = 1 + len(singles) + len(self.pairs) if self.pairs else 0
        return self.games * (1 + len(self.effects)) + self.pair_games * extra

    @property
    def one_sided(self) -> bool:
        """Whether nearly all games end alike, so that a rule can hardly show in the win rate."""
        return self.measure.is_share and not ONE_SIDED < self.rate.estimate < 1 - ONE_SIDED

    def of(self, verdict: str) -> list[RuleEffect]:
        """Return the effects with a verdict, the largest first."""
        return [effect for effect in self.effects if effect.verdict == verdict]

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json`` (contracts, section 8)."""
        from analysis.arms import plan_of
        from sim.manifest import policies

        plan = plan_of(self.base, Arm.of(self.scenario, self.policy))
        competitive = self.game.file.competitive
        asked = {"measure": {"name": self.measure.name, "label": self.measure.label, "unit": self.measure.unit}}
        return {
            "confidence": self.confidence,
            "scenario": self.scenario,
            **(asked if competitive else {}),
            "policies": [{k: v for k, v in seat.items() if k != "given"} for seat in policies(plan)],
            "variants": list(self.rules.variants),
            "rules_changed": _plain(self.rules.changed(self.game.parameters)),
            "games": self.games,
            "value" if competitive else "win_rate": self.rate.to_json(),
            "effects": [self._effect_json(effect) for effect in self.effects],
            "pairs": [_pair_json(pair) for pair in self.pairs],
            "pair_games": self.pair_games,
            "left_out": [{"rule": item.name, "reason": item.reason} for item in self.left_out],
            "margin": self.margin,
            "adjustment": {
                "method": "bonferroni",
                "comparisons": len(self.effects),
                "confidence_each": simultaneous(self.confidence, len(self.effects)),
                "pairs": 2 * len(self.pairs),
                "confidence_each_pair": simultaneous(self.confidence, 2 * len(self.pairs)),
            },
        }

    def _effect_json(self, found: RuleEffect) -> dict[str, Any]:
        effect, parameters = found.effect, self.game.parameters
        return {
            "rule": found.switch.name,
            "kind": found.switch.kind,
            "part": found.switch.part,
            "all_special_rules": found.switch.every,
            "values": {
                name: {"now": found.switch.now[name], "off": off, "unit": parameters[name].unit}
                for name, off in found.switch.off.items()
            },
            "without": effect.base.to_json(),
            "effect": effect.difference.to_json(),
            "touched": found.touched.to_json(),
            "score": _score_json(found.score),
            "correlation": plain(effect.correlation),
            "discordant": {"without_only": effect.base_only, "with_only": effect.arm_only},
            "equivalence": {"low": plain(effect.equivalence.low), "high": plain(effect.equivalence.high)},
            "verdict": found.verdict,
        }


def _score_json(effect: Effect | None) -> dict[str, Any] | None:
    if effect is None:
        return None
    return {"metric": effect.metric.name, "unit": effect.metric.unit, "effect": effect.difference.to_json()}


def _pair_json(pair: PairEffect) -> dict[str, Any]:
    return {
        "rules": [pair.first.name, pair.second.name],
        "together": pair.together.difference.to_json(),
        "interaction": pair.interaction.difference.to_json(),
        "equivalence": {
            "low": plain(pair.interaction.equivalence.low),
            "high": plain(pair.interaction.equivalence.high),
        },
        "verdict": pair.interaction.verdict,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value
