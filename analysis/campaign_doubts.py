"""Could an assumption overturn it? Every value no rulebook prints moved alone, under the main campaigns' own seeds.

The effect of each is a paired difference of the shares that survive; the intervals of all hold together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.campaign_tally import Layout, fates_of, lived
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE, Estimate, Paired, paired_shares, share_of
from analysis.space import SOURCES, alternatives, json_value, value_of_json
from sim import registry
from sim.errors import BadInput
from sim.params import RuleSet, Value

if TYPE_CHECKING:
    from analysis.arms import Base
    from sim.campaign import CampaignPlan

STAGE = "assumptions, one at a time"


@dataclass(frozen=True)
class Doubt:
    """One assumption with another value.

    Attributes
    ----------
    parameter : str
        The assumption.
    value : Value
        Its other value, in every scenario that does not print its own.
    survived : Estimate
        Share of campaigns that survived all scenarios.
    effect : Paired
        That share minus the one under the default, on the same seeds.
    """

    parameter: str
    value: Value
    survived: Estimate
    effect: Paired

    @property
    def shifts(self) -> bool:
        """Whether the interval of the effect leaves 0 out."""
        return not self.effect.tied

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        found = {"survived": self.survived.to_json(), "effect": self.effect.to_json()}
        return {"parameter": self.parameter, "value": json_value(self.value), **found}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Doubt:
        """Return what `to_json` described."""
        survived, effect = Estimate.from_json(data["survived"]), Paired.from_json(data["effect"])
        return cls(data["parameter"], value_of_json(data["value"]), survived, effect)


@dataclass(frozen=True)
class Doubts:
    """Every assumption moved alone.

    Attributes
    ----------
    campaigns : int
        Campaigns of each.
    moved : tuple of Doubt
        The largest effect first.
    """

    campaigns: int
    moved: tuple[Doubt, ...]

    @property
    def assumptions(self) -> int:
        """How many assumptions were moved."""
        return len({doubt.parameter for doubt in self.moved})

    def to_json(self) -> dict[str, Any]:
        """Return plain data (contracts, section 8)."""
        adjustment = {"method": "bonferroni", "comparisons": len(self.moved)}
        return {"campaigns": self.campaigns, "moved": [d.to_json() for d in self.moved], "adjustment": adjustment}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Doubts:
        """Return what `to_json` described."""
        return cls(data["campaigns"], tuple(Doubt.from_json(doubt) for doubt in data["moved"]))


def move_assumptions(
    base: Base,
    plan: CampaignPlan,
    layout: Layout,
    own: np.ndarray,
    *,
    names: Sequence[str] = (),
    tell: Callable[[str, int, int], None] | None = None,
    confidence: float = CONFIDENCE,
) -> Doubts:
    """Play the first campaigns of a plan again with every assumption moved.

    Parameters
    ----------
    base : Base
        Game, house rules and workers; the result does not depend on the workers.
    plan : CampaignPlan
        What is played.
    layout : Layout
        What the columns mean.
    own : numpy.ndarray, shape (campaigns,)
        Scenarios survived by each campaign under the defaults; as many are played of each.
    names : sequence of str, optional
        Parameters to move; by default all that no rulebook prints.
    tell : callable, optional
        Called with (stage, done, total) in campaigns.
    """
    from sim.campaign_run import play_plans

    arms = [arm for arm in moves(base, plan) if not names or arm[0] in names]
    scenarios, campaigns = len(layout.scenarios), len(own)

    def survived_all(rows: np.ndarray) -> np.ndarray:
        return lived(layout, fates_of(rows)) == scenarios

    each = simultaneous(confidence, len(arms))
    found = []
    plans = (moved for _, _, moved in arms)
    for (name, value, _), survived in zip(
        arms, play_plans(plans, campaigns, survived_all, jobs=base.jobs), strict=True
    ):
        effect = paired_shares(survived, own == scenarios, each)
        found.append(Doubt(name, value, share_of(survived, confidence), effect))
        if tell is not None:
            tell(STAGE, len(found) * campaigns, len(arms) * campaigns)
    return Doubts(campaigns, tuple(sorted(found, key=lambda doubt: -abs(doubt.effect.difference.estimate))))


def moves(base: Base, plan: CampaignPlan) -> list[tuple[str, Value, CampaignPlan]]:
    """Return each assumption with each other value, and the plan it makes; what contradicts itself is left out."""
    found = []
    for parameter in base.game.parameters.values():
        for value in alternatives(parameter) if parameter.source in SOURCES else []:
            rules = _with(base, plan.rules, parameter.name, value)
            if rules is not None:
                found.append((parameter.name, value, replace(plan, rules=rules)))
    return found


def _with(base: Base, sets: Sequence[RuleSet], name: str, value: Value) -> tuple[RuleSet, ...] | None:
    """Return the rules of every scenario with a value where neither it nor the user sets another; None if none does."""
    if all(rules.origins[name] != "default" for rules in sets):
        return None
    moved = []
    for rules in sets:
        if rules.origins[name] != "default":
            moved.append(rules)
            continue
        changes = {**base.rules, name: value}
        try:
            moved.append(
                registry.resolve(base.game, rules.scenario, base.variants, changes, base.cards or None, campaign=True)
            )
        except BadInput:
            return None
    return tuple(moved)
