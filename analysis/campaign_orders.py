"""Which first purchases live longest? The choices are fixed by a rule, everything else is left to the club.

By what clubs happen to buy that cannot be told (`analysis.campaign_bought`). So the first choices are fixed, and the
campaigns compared with those of the club's own choice on the same seeds. Orders are looked for greedily on some
campaigns, and the best are judged on others, which knew nothing of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.campaign_tally import Layout, bought_of, endings_of, fates_of, lived
from analysis.order import simultaneous, tied_groups
from analysis.proportions import CONFIDENCE, Estimate, Paired, mean, paired_shares, share_of, wilson
from sim import registry

if TYPE_CHECKING:
    from sim.campaign import CampaignPlan
    from sim.params import RuleSet

#: Orders that are extended by another choice, and orders that are judged in the end.
WIDTH, FINALISTS = 3, 5


@dataclass(frozen=True)
class ForcedOrder:
    """First choices fixed, everything else the club's own.

    Attributes
    ----------
    values : tuple of str
        The choices, one a scenario.
    survived : Estimate
        Share of campaigns that survived all scenarios.
    lived : Estimate
        Mean number of scenarios survived.
    bought : Estimate
        Share of the campaigns alive after the last fixed choice that bought all of them in time.
    effect : Paired
        Fixed minus the club's own choice, on the same seeds; the intervals of all orders of a list hold together.
    """

    values: tuple[str, ...]
    survived: Estimate
    lived: Estimate
    bought: Estimate
    effect: Paired

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "values": list(self.values),
            "survived": self.survived.to_json(),
            "years_survived": self.lived.to_json(),
            "bought": self.bought.to_json(),
            "effect": self.effect.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ForcedOrder:
        """Return what `to_json` described."""
        return cls(
            tuple(data["values"]),
            Estimate.from_json(data["survived"]),
            Estimate.from_json(data["years_survived"]),
            Estimate.from_json(data["bought"]),
            Paired.from_json(data["effect"]),
        )


@dataclass(frozen=True)
class ForcedOrders:
    """What the search for the best first choices found.

    Attributes
    ----------
    policy, club : str
        Whose campaigns they are.
    parameter : str
        The rule that fixes a choice.
    scenarios : tuple of str
        Whose choices were fixed.
    searched, confirmed : int
        Campaigns of each order in the search, and of each that was judged: others than those of the search.
    tried : int
        Orders tried.
    firsts : tuple of ForcedOrder
        Every first choice alone, in the search's campaigns; the best first.
    finalists : tuple of ForcedOrder
        The best orders of all fixed choices, in campaigns of their own; the best first.
    own : Estimate
        Share of campaigns that survived with the club's own choices, in the campaigns of the finalists.
    groups : tuple of tuple of int
        Places of the finalists, -1 for the club's own choice, best first, in groups that cannot be told apart.
    """

    policy: str
    club: str
    parameter: str
    scenarios: tuple[str, ...]
    searched: int
    confirmed: int
    tried: int
    firsts: tuple[ForcedOrder, ...]
    finalists: tuple[ForcedOrder, ...]
    own: Estimate
    groups: tuple[tuple[int, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data (contracts, section 8)."""
        return {
            **{name: getattr(self, name) for name in ("policy", "club", "parameter", "searched", "confirmed", "tried")},
            "scenarios": list(self.scenarios),
            "firsts": [order.to_json() for order in self.firsts],
            "finalists": [order.to_json() for order in self.finalists],
            "own": self.own.to_json(),
            "groups": [list(group) for group in self.groups],
            "adjustment": {
                "method": "bonferroni",
                "firsts": len(self.firsts),
                "finalists": len(self.finalists),
                "groups": len(self.finalists) * (len(self.finalists) + 1) // 2,
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ForcedOrders:
        """Return what `to_json` described."""
        return cls(
            policy=data["policy"],
            club=data["club"],
            parameter=data["parameter"],
            scenarios=tuple(data["scenarios"]),
            searched=data["searched"],
            confirmed=data["confirmed"],
            tried=data["tried"],
            firsts=tuple(ForcedOrder.from_json(order) for order in data["firsts"]),
            finalists=tuple(ForcedOrder.from_json(order) for order in data["finalists"]),
            own=Estimate.from_json(data["own"]),
            groups=tuple(tuple(group) for group in data["groups"]),
        )


@dataclass(frozen=True)
class Played:
    """What is kept of one order: scenarios survived by each campaign, and how many bought in time what was fixed."""

    lived: np.ndarray
    in_time: int
    alive: int


class Search:
    """Looks for the first choices that live longest.

    Parameters
    ----------
    plan : CampaignPlan
        The club's campaigns, with nothing fixed.
    layout : Layout
        What the columns mean; ``buying`` are the scenarios whose choices are fixed.
    parameter : str
        The rule that fixes a choice.
    fix : callable
        (scenario, value) -> the rules of a scenario with its choice fixed.
    jobs : int
        Workers; the result does not depend on it.
    tell : callable, optional
        Called with (stage, done, total) in campaigns.
    """

    def __init__(
        self,
        plan: CampaignPlan,
        layout: Layout,
        parameter: str,
        fix: Callable[[str, str], RuleSet],
        jobs: int = 1,
        tell: Callable[[str, int, int], None] | None = None,
        confidence: float = CONFIDENCE,
    ) -> None:
        self.plan, self.layout, self.parameter, self.fix = plan, layout, parameter, fix
        self.jobs, self.tell, self.confidence = jobs, tell, confidence
        self.names = [layout.scenarios[position] for position in layout.buying]
        self.values = _values(plan, layout, parameter)

    def run(self, searched: int, confirmed: int, own: np.ndarray) -> ForcedOrders:
        """Search and judge.

        Parameters
        ----------
        searched : int
            Campaigns of each order in the search: the first ones of the seed.
        confirmed : int
            Campaigns of each order that is judged: those after the campaigns of ``own``.
        own : numpy.ndarray
            Scenarios survived by each campaign with the club's own choices, from the first one on.
        """
        sizes = self._sizes()
        total = sum(sizes)
        orders: list[tuple[str, ...]] = [()]
        firsts: dict[tuple[str, ...], Played] = {}
        tried = 0
        for depth in range(len(self.names)):
            orders = [(*order, value) for order in orders for value in self.values if value not in order]
            played = self._play(orders, searched, 0, "first choices", tried, total)
            tried += len(orders)
            firsts = firsts or played
            best = sorted(orders, key=lambda order: _merit(played[order], self.all), reverse=True)
            orders = best[: FINALISTS if depth == len(self.names) - 1 else WIDTH]
        first = len(own)
        arms = self._play([(), *orders], confirmed, first, "the best orders, on other seeds", 0, len(orders) + 1)
        return self._result(firsts, arms, orders, own[:searched], tried)

    def _sizes(self) -> list[int]:
        """Return how many orders are tried at each depth."""
        sizes, kept = [], 1
        for depth in range(len(self.names)):
            sizes.append(kept * (len(self.values) - depth))
            kept = min(WIDTH, sizes[-1])
        return sizes

    def _play(
        self, orders: Sequence[tuple[str, ...]], campaigns: int, first: int, stage: str, done: int, total: int
    ) -> dict[tuple[str, ...], Played]:
        from sim.campaign_run import play_plans

        plans = [self._plan(order) for order in orders]
        positions = self.layout.buying
        reduces = play_plans(plans, campaigns, lambda rows: _played(self.layout, rows), jobs=self.jobs, first=first)
        found = {}
        for order, (lived_, chosen, fate) in zip(orders, reduces, strict=True):
            last = positions[len(order) - 1] if order else positions[0]
            alive = self.layout.alive[endings_of(fate)[:, last]]
            wanted = [self.layout_index(value) for value in order]
            in_time = (chosen[:, : len(order)] == wanted).all(axis=1) & alive
            found[order] = Played(lived_, int(in_time.sum()), int(alive.sum()))
            if self.tell is not None:
                self.tell(stage, (done + len(found)) * campaigns, total * campaigns)
        return found

    def layout_index(self, value: str) -> int:
        """Return the position of a choice among the things, which the choices follow after the default."""
        return registry.load_game(self.plan.game).parameters[self.parameter].choices.index(value) - 1

    def _plan(self, order: tuple[str, ...]) -> CampaignPlan:
        fixed = dict(zip(self.names, order, strict=False))
        rules = [self.fix(r.scenario, fixed[r.scenario]) if r.scenario in fixed else r for r in self.plan.rules]
        return replace(self.plan, rules=tuple(rules))

    def _result(
        self,
        firsts: Mapping[tuple[str, ...], Played],
        arms: Mapping[tuple[str, ...], Played],
        orders: Sequence[tuple[str, ...]],
        own: np.ndarray,
        tried: int,
    ) -> ForcedOrders:
        alone = [self._judged(order, found, own, len(firsts)) for order, found in firsts.items()]
        finals = [self._judged(order, arms[order], arms[()].lived, len(orders)) for order in orders]
        finals.sort(key=lambda order: -order.survived.estimate)
        survived = {place: arms[order.values].lived == self.all for place, order in enumerate(finals)}
        survived[-1] = arms[()].lived == self.all
        return ForcedOrders(
            "+".join(dict.fromkeys(seat.label for seat in self.plan.team)),
            self.plan.club.label,
            self.parameter,
            tuple(self.names),
            len(own),
            len(arms[()].lived),
            tried,
            tuple(sorted(alone, key=lambda order: -order.survived.estimate)),
            tuple(finals),
            share_of(survived[-1], self.confidence),
            groups_of(survived, self.confidence),
        )

    @property
    def all(self) -> int:
        """Scenarios of the campaign."""
        return len(self.layout.scenarios)

    def _judged(self, order: tuple[str, ...], found: Played, own: np.ndarray, together: int) -> ForcedOrder:
        survived = found.lived == self.all
        effect = paired_shares(survived, own == self.all, simultaneous(self.confidence, together))
        return ForcedOrder(
            order,
            share_of(survived, self.confidence),
            mean(found.lived, self.confidence),
            wilson(found.in_time, found.alive, self.confidence),
            effect,
        )


def groups_of(survived: Mapping[int, np.ndarray], confidence: float = CONFIDENCE) -> tuple[tuple[int, ...], ...]:
    """Return arms on shared seeds, the longest lived first, in groups that cannot be told apart (Bonferroni)."""
    each = simultaneous(confidence, len(survived) * (len(survived) - 1) // 2)
    ranked = sorted(survived, key=lambda place: -float(survived[place].mean()))
    names = {str(place): place for place in ranked}
    groups = tied_groups(list(names), lambda a, b: paired_shares(survived[names[a]], survived[names[b]], each).tied)
    return tuple(tuple(names[name] for name in group) for group in groups)


def _played(layout: Layout, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return scenarios survived, what was bought, and the fates of one order's campaigns."""
    fate = fates_of(rows)
    return lived(layout, fate).astype(np.int8), bought_of(layout, rows), fate


def _merit(played: Played, scenarios: int) -> tuple[int, int]:
    """Return by what orders are compared in the search: campaigns that survive all, then scenarios survived."""
    return int(np.count_nonzero(played.lived == scenarios)), int(played.lived.sum())


def _values(plan: CampaignPlan, layout: Layout, parameter: str) -> list[str]:
    """Return the choices that can be fixed: all but the default and those an earlier scenario prints."""
    declared = registry.load_game(plan.game).parameters[parameter]
    printed = {rules.values[parameter] for rules in plan.rules[: max(layout.buying) + 1]}
    return [value for value in declared.choices if value != declared.default and value not in printed]
