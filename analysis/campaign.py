"""How long does a club last? Every scenario in a row, under year policies and campaign policies, on shared seeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Arm, Base, Report, Step, play, won_games
from analysis.campaign_career import Career, YearRecord
from analysis.campaign_counts import career_of
from analysis.campaign_doubts import Doubts, move_assumptions
from analysis.campaign_orders import ForcedOrder, ForcedOrders, Search
from analysis.campaign_result import CampaignResult, Key
from analysis.campaign_tally import FIRST, Layout, Tally, fatal_endings
from analysis.order import simultaneous, tied_groups
from analysis.proportions import CONFIDENCE, Paired, paired_shares
from sim import registry
from sim.errors import BadInput
from sim.params import RuleSet

if TYPE_CHECKING:
    from sim.campaign import CampaignPlan
    from sim.registry import Game

__all__ = ["CAMPAIGNS", "CampaignResult", "Career", "Extent", "ForcedOrder", "ForcedOrders", "YearRecord", "campaign"]

#: Campaigns of each combination: a half-width of 1.5 percentage points at worst.
CAMPAIGNS = 4_000
#: Campaigns of each order that is tried, and of each of the best.
SEARCHED, CONFIRMED = 500, 2_500
#: Campaigns of each assumption moved.
DOUBTED = 400
#: Single sessions that are kept in memory at a time.
_AT_ONCE = 20_000


@dataclass(frozen=True)
class Extent:
    """How much is played besides the campaigns themselves.

    Attributes
    ----------
    alone : bool
        Whether every scenario is played as a single session too.
    searched : int
        Campaigns of each purchase order that is tried; 0 to try none.
    confirmed : int
        Campaigns of each of the best orders, on other seeds.
    doubted : int
        Campaigns of each value that no rulebook prints, moved alone; 0 to move none.
    """

    alone: bool = True
    searched: int = SEARCHED
    confirmed: int = CONFIRMED
    doubted: int = DOUBTED


def campaign(
    base: Base,
    policies: Sequence[str] = (),
    clubs: Sequence[str] = (),
    campaigns: int = CAMPAIGNS,
    extent: Extent = Extent(),
    progress: Report | None = None,
    confidence: float = CONFIDENCE,
    choice_parameter: str = "year.required_upgrade",
) -> CampaignResult:
    """Play the campaigns of every year policy under every campaign policy on shared seeds and ask what there is to ask.

    Parameters
    ----------
    base : Base
        Game, house rules, seed and workers; the result does not depend on the workers.
    policies : sequence of str, optional
        Year policies as ``--policy`` takes them; by default the game's.
    clubs : sequence of str, optional
        Campaign policies as ``--club`` takes them; by default those the game names.
    campaigns : int, optional
        Campaigns of each combination.
    extent : Extent, optional
        How much is played besides.
    progress : callable, optional
        Called with a `Step` after each piece of work.
    confidence : float, optional
        Coverage of the intervals.
    choice_parameter : str, optional
        The rule that fixes what a scenario buys; without it purchase orders are left out.

    Raises
    ------
    BadInput
        If the game has no campaign, or a name or value is not allowed.
    """
    question = _Question(base, policies, clubs, campaigns, confidence, progress, choice_parameter)
    question.play_campaigns()
    if extent.alone:
        question.play_alone()
    if extent.searched:
        question.force_orders(min(extent.searched, campaigns), extent.confirmed)
    if extent.doubted:
        question.move_assumptions(min(extent.doubted, campaigns))
    return question.result()


class _Question:
    """The state of one call of `campaign`: what has been played so far."""

    def __init__(
        self,
        base: Base,
        policies: Sequence[str],
        clubs: Sequence[str],
        campaigns: int,
        confidence: float,
        progress: Report | None,
        choice: str,
    ) -> None:
        if base.game.file.campaign is None:
            raise BadInput(f"{base.game.file.title} has no campaign.")
        self.base, self.campaigns, self.confidence, self.progress = base, campaigns, confidence, progress
        self.choice = choice
        self.plans = plans_of(base, policies or [base.game.file.default_policy], clubs or _usual_clubs(base.game))
        first = next(iter(self.plans.values()))
        free = [
            position
            for position, rules in enumerate(first.rules)
            if choice in rules.origins and rules.origins[choice] == "default"
        ]
        self.layout = Layout(base.game, first.scenarios, tuple(free[:FIRST]), fatal_endings(first.rules[0]))
        self.alone: dict[str, list[np.ndarray]] = {}
        self.tallies: dict[Key, Tally] = {}
        self.forced: ForcedOrders | None = None
        self.doubts: Doubts | None = None
        self.played = 0

    # --- telling how far it is ---

    def _tell(self, stage: str, done: int, total: int, note: str = "", run: Any = None) -> None:
        if self.progress is not None:
            self.progress(Step(stage, done, total, self.played, note, run))

    # --- the parts ---

    def play_campaigns(self) -> None:
        """Play every combination."""
        stage, total = "campaigns", self.campaigns * len(self.plans)
        for number, (key, plan) in enumerate(self.plans.items()):
            self._load(plan)
            self.tallies[key] = Tally.of_blocks(self.layout, self._blocks(plan, number * self.campaigns, total))
            survived = float((self.tallies[key].lived == len(self.layout.scenarios)).mean())
            done = (number + 1) * self.campaigns
            self._tell(stage, done, total, f"{', '.join(key)}: {survived:.1%} survive")
        self.played += total

    def _load(self, plan: CampaignPlan) -> None:
        """Compile or load; a compile is announced before it begins."""
        from sim.campaign_run import is_compiled, warm
        from sim.results import Progress

        phase = "loading" if is_compiled(plan) else "compiling"
        self._tell("campaigns", 0, 1, run=Progress(phase, 0, 0, 0, 0.0, 0.0, None))  # type: ignore[arg-type]
        seconds = warm(plan)
        self._tell("campaigns", 0, 1, run=Progress("playing", 0, 0, 0, 0.0, seconds, None))

    def _blocks(self, plan: CampaignPlan, done: int, total: int) -> Iterator[Tally]:
        from sim.campaign_run import play_blocks

        layout = self.layout
        for block in play_blocks(plan, self.campaigns, lambda rows: Tally.of_rows(layout, rows), jobs=self.base.jobs):
            yield block
            done += block.campaigns
            self._tell("campaigns", done, total)

    def play_alone(self) -> None:
        """Play every scenario as a single session, on the streams it has inside the campaigns."""
        policies = list(dict.fromkeys(policy for policy, _ in self.plans))
        stage, total = "each alone", self.campaigns * len(policies) * len(self.layout.scenarios)
        done = 0
        for policy in policies:
            self.alone[policy] = []
            for scenario in self.layout.scenarios:
                self.alone[policy].append(self._won_alone(scenario, policy, stage, done, total))
                done += self.campaigns
                self._tell(stage, done, total)
        self.played += total

    def _won_alone(self, scenario: str, policy: str, stage: str, done: int, total: int) -> np.ndarray:
        from sim.campaign import scenario_seed

        base = replace(self.base, seed=scenario_seed(self.base.seed, scenario))
        found = []
        for first in range(0, self.campaigns, _AT_ONCE):
            count = min(_AT_ONCE, self.campaigns - first)
            result = play(base, Arm(scenario, policy), count, self._forward(stage, done + first, total), first)
            assert result.rows is not None
            found.append(won_games(self.base.game, result.rows))
        return np.concatenate(found)

    def _forward(self, stage: str, done: int, total: int) -> Callable[[Any], None]:
        return lambda run: self._tell(stage, done + run.played, total, run=run)

    def force_orders(self, searched: int, confirmed: int) -> None:
        """Fix the first purchases of the main combination."""
        key = self.main
        plan, base = self.plans[key], self.base
        if not self.layout.buying or not self.layout.buys:
            return

        @cache
        def fix(scenario: str, value: str) -> RuleSet:
            rules = {**base.rules, self.choice: value}
            return registry.resolve(base.game, scenario, base.variants, rules, base.cards or None, campaign=True)

        search = Search(plan, self.layout, self.choice, fix, base.jobs, self._tell, self.confidence)
        self.forced = search.run(searched, confirmed, self.tallies[key].lived)

    def move_assumptions(self, campaigns: int) -> None:
        """Move what no rulebook prints, one value at a time, under the main combination."""
        own = self.tallies[self.main].lived[:campaigns]
        self.doubts = move_assumptions(
            self.base, self.plans[self.main], self.layout, own, tell=self._tell, confidence=self.confidence
        )

    # --- the result ---

    @property
    def main(self) -> Key:
        """The game's own defaults where they were played, else what was named first."""
        return main_key(self.base.game, list(self.plans))

    def result(self) -> CampaignResult:
        """Return what was found."""
        from sim.campaign_run import policy_digests

        game, first = self.base.game, next(iter(self.plans.values()))
        careers = {
            key: career_of(tally, *key, self.confidence, self.alone.get(key[0], ()))
            for key, tally in self.tallies.items()
        }
        pairs, groups = compare_careers(self.tallies, self.confidence)
        digests: dict[str, str] = {}
        for plan in self.plans.values():
            names = [*(seat.policy for seat in plan.team), plan.club.policy]
            digests.update(zip(names, policy_digests(plan), strict=True))
        return CampaignResult(
            game,
            self.campaigns,
            self.base.seed,
            self.confidence,
            tuple(dict.fromkeys(policy for policy, _ in self.plans)),
            tuple(dict.fromkeys(club for _, club in self.plans)),
            self.main,
            careers,
            groups,
            pairs,
            self.forced,
            self.doubts,
            first.rules[0].variants,
            first.rules[0].changed(game.parameters),
            {rules.scenario: rules.digest() for rules in first.rules},
            game.digest(),
            digests,
            tuple(self.base.cards),
        )


def _usual_clubs(game: Game) -> list[str]:
    assert game.file.campaign is not None
    known = registry.policy_files(game, "campaign")
    return [name for name in game.file.campaign.policies if name in known]


def main_key(game: Game, keys: Sequence[Key]) -> Key:
    """Return the combination that single-combination parts are about."""
    assert game.file.campaign is not None
    wanted = (game.file.default_policy, game.file.campaign.default_policy)
    return max(keys, key=lambda key: (key[0] == wanted[0], key[1] == wanted[1]))


def plans_of(base: Base, policies: Sequence[str], clubs: Sequence[str]) -> dict[Key, CampaignPlan]:
    """Return the plan of every combination, by the policies as they are typed.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    from sim.campaign import make_campaign_plan

    plans: dict[Key, CampaignPlan] = {}
    problems: list[str] = []
    for policy in policies:
        for club in clubs:
            options = {"seed": base.seed, "variants": base.variants, "rules": base.rules, "cards": base.cards or None}
            try:
                plan = make_campaign_plan(base.game.name, policy, club, **options)  # type: ignore[arg-type]
                plans[policy, plan.club.label] = plan
            except BadInput as error:
                problems += error.problems
    if problems:
        raise BadInput(list(dict.fromkeys(problems)))
    return plans


def compare_careers(
    tallies: Mapping[Key, Tally], confidence: float = CONFIDENCE
) -> tuple[dict[tuple[Key, Key], Paired], tuple[tuple[Key, ...], ...]]:
    """Return the paired difference of every two combinations, and all of them in tied groups, longest lived first."""
    survived = {key: tally.lived == len(tally.layout.scenarios) for key, tally in tallies.items()}
    ranked = sorted(survived, key=lambda key: -float(survived[key].mean()))
    each = simultaneous(confidence, len(ranked) * (len(ranked) - 1) // 2)
    pairs = {(a, b): paired_shares(survived[a], survived[b], each) for a, b in combinations(ranked, 2)}
    by_name = {"\0".join(key): key for key in ranked}
    groups = tied_groups(list(by_name), lambda a, b: pairs[by_name[b], by_name[a]].tied)
    return pairs, tuple(tuple(by_name[name] for name in group) for group in groups)
