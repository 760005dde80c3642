"""How hard is it for whom, and which scenarios separate good play from bad? Every rung of the ladder, on shared seeds.

Rungs are the policies a game declares (``rungs`` in ``game.toml``, the weakest first); one that looks ahead plays fewer
games, and is compared on those; what is skill and what is luck is told of the others. All intervals of steps hold
together (Bonferroni), and so do those of the parts of the variance over the scenarios; a win rate has an interval of
its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import Arm, Base, Report, Step, play, won_games
from analysis.names import unknown_scenarios
from analysis.order import simultaneous
from analysis.paired import PairSums, effect_of, win_rate_metric
from analysis.proportions import CONFIDENCE, Estimate, share_of, wilson
from analysis.skill_deals import REPLAYS, play_deals
from analysis.skill_measures import (
    MOST_POLICIES,
    alike_on_a_seed,
    games_to_tell,
    parts_of_variance,
    share_of_the_deal,
)
from analysis.skill_result import ALL, Climb, Luck, Rung, SkillResult
from analysis.statements import scenario_label
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.results import Progress

#: Games of each rung; one that looks ahead plays this part of them, ten thousand times slower as it can be.
GAMES, DEEP_PART = 20_000, 200
#: Deals that are played again are this part of the games.
DEAL_PART = 20
#: A step up to this one does not matter.
MARGIN = 0.01
#: Fewer games say nothing about a share of the variance.
LEAST_GAMES = 50


def rungs_of(game: Game) -> tuple[list[str], list[str]]:
    """Return the rungs a game declares, the weakest first: those that are there, and those that are not."""
    declared = game.file.rungs or game.file.ladder
    known = registry.policy_files(game)
    return [name for name in declared if name in known], [name for name in declared if name not in known]


def looks_ahead(game: Game, policy: str) -> bool:
    """Return whether a policy, as ``--policy`` takes it, plays games of its own to decide."""
    from sim.policy import load_declaration, parse_team

    return any(getattr(load_declaration(game, seat.policy), "looks_ahead", ()) for seat in parse_team(game, policy))


def best_policy(game: Game) -> str:
    """Return the highest rung that is there and does not look ahead: the best that can play by the ten thousand."""
    return next((name for name in reversed(rungs_of(game)[0]) if not looks_ahead(game, name)), game.file.default_policy)


def climb(
    base: Base,
    scenarios: Sequence[str] = (),
    policies: Sequence[str] = (),
    games: int = GAMES,
    *,
    deep_games: int | None = None,
    deals: int | None = None,
    margin: float = MARGIN,
    confidence: float = CONFIDENCE,
    progress: Report | None = None,
) -> SkillResult:
    """Play every scenario under every rung and say what a better player gains, and what is luck.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    scenarios, policies : sequence of str, optional
        What is played, the weakest policy first; by default all scenarios and the game's rungs.
    games : int, optional
        Games of each rung.
    deep_games : int, optional
        Games of a rung that looks ahead; by default a two-hundredth of the others', at least 50.
    deals : int, optional
        Deals of the best rung that are played again with new dice; by default a twentieth of the games, 0 for none.
    margin : float, optional
        Steps up to this one, of 0 to 1, do not matter.
    confidence : float, optional
        Of the intervals.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        If a name is unknown, there are fewer than two rungs or too many, or too few games.
    """
    deep = max(LEAST_GAMES, games // DEEP_PART) if deep_games is None else deep_games
    again = max(LEAST_GAMES, games // DEAL_PART) if deals is None else deals
    chosen, rungs, missing = _names(base.game, scenarios, policies)
    _check_games(games, deep, again)
    question = _Question(base, chosen, rungs, games, min(deep, games), margin, confidence, progress)
    question.play_rungs()
    question.play_deals_again(min(again, games))
    return question.result(missing)


def _names(
    game: Game, scenarios: Sequence[str], policies: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    declared, missing = rungs_of(game)
    chosen, rungs = tuple(dict.fromkeys(scenarios or game.scenarios)), tuple(dict.fromkeys(policies or declared))
    problems = unknown_scenarios(game, chosen)
    if not 2 <= len(rungs) <= MOST_POLICIES:
        given = f"not {len(rungs)}" if policies else f"and {game.file.title} has {len(rungs)}"
        problems.append(f"a ladder has 2 to {MOST_POLICIES} policies, {given}.")
    if problems:
        raise BadInput(problems)
    return chosen, rungs, () if policies else tuple(missing)


def _check_games(games: int, deep: int, deals: int) -> None:
    problems = [
        f"{what} {number}: at least {LEAST_GAMES} are needed to tell skill from luck."
        for what, number in (("games", games), ("games of a policy that looks ahead", deep))
        if number < LEAST_GAMES
    ]
    if 0 < deals < LEAST_GAMES:
        problems.append(f"deals {deals}: at least {LEAST_GAMES} are needed, or 0 for none.")
    if problems:
        raise BadInput(problems)


class _Question:
    """The state of one call of `climb`: who won which game so far."""

    def __init__(
        self,
        base: Base,
        scenarios: tuple[str, ...],
        policies: tuple[str, ...],
        games: int,
        deep: int,
        margin: float,
        confidence: float,
        progress: Report | None,
    ) -> None:
        self.base, self.scenarios, self.policies = base, scenarios, policies
        self.margin, self.confidence, self.progress = margin, confidence, progress
        self.metric = win_rate_metric(base.game)
        ahead = [name for name in policies if looks_ahead(base.game, name)]
        self.main = next((name for name in reversed(policies) if name not in ahead), policies[-1])
        self.games = {name: deep if name in ahead else games for name in policies}
        self.most, self.deep = games, deep
        quick = tuple(name for name in policies if name not in ahead)
        self.judged = quick if len(quick) > 1 else policies
        self.shared = min(self.games[name] for name in self.judged)
        self.won: dict[tuple[str, str], np.ndarray] = {}
        self.deals: dict[str, Estimate] = {}
        self.deal_games, self.done = 0, 0

    def _tell(self, stage: str, done: int, total: int, note: str = "", run: Progress | None = None) -> None:
        if self.progress is not None:
            self.progress(Step(stage, done, total, self.done, note, run))

    def play_rungs(self) -> None:
        """Play every rung in every scenario, the quick ones first."""
        keys = [(s, p) for p in sorted(self.policies, key=lambda p: -self.games[p]) for s in self.scenarios]
        for stage, wanted in (("the rungs", self.most), ("rungs that look ahead", self.deep)):
            here = [key for key in keys if self.games[key[1]] == wanted and key not in self.won]
            total = wanted * len(here)
            for number, (scenario, policy) in enumerate(here):
                before = number * wanted

                def show(run: Progress, stage: str = stage, before: int = before, total: int = total) -> None:
                    self._tell(stage, before + run.games, total, run=run)

                result = play(self.base, Arm.of(scenario, policy), wanted, show)
                assert result.rows is not None
                won = won_games(self.base.game, result.rows)
                self.won[scenario, policy] = won
                label = scenario_label(self.base.game, scenario)
                self._tell(stage, before + wanted, total, f"{label}, {policy}: {won.mean():.1%} won")
            self.done += total

    def play_deals_again(self, deals: int) -> None:
        """Play the first deals of the best rung again with new dice."""
        if deals == 0:
            return
        self.deal_games, stage = deals, "the same deals, new dice"
        arms = [Arm.of(scenario, self.main) for scenario in self.scenarios]
        found: dict[str, list[np.ndarray]] = {scenario: [] for scenario in self.scenarios}
        total, done = deals * len(arms), 0
        each = simultaneous(self.confidence, len(arms))
        for arm, wins in play_deals(self.base, arms, deals):
            found[arm.scenario].append(wins)
            done += len(wins)
            self._tell(stage, done, total)
        self.deals = {
            scenario: share_of_the_deal(np.concatenate(wins), REPLAYS, each) for scenario, wins in found.items()
        }

    # --- what it says ---

    def _climb(self, scenario: str, lower: str, upper: str, each: float) -> Climb:
        """Return what the upper gains over the lower in a scenario, or over the mean of all."""
        names = self.scenarios if scenario == ALL else (scenario,)
        games = min(self.games[lower], self.games[upper])
        below, above = (
            np.stack([self.won[name, policy][:games] for name in names]).sum(axis=0, dtype=np.int64)
            for policy in (lower, upper)
        )
        effect = effect_of(PairSums.of(below, above, len(names)), self.metric, each, self.margin)
        return Climb.of(scenario, lower, upper, effect, games_to_tell(effect.base, effect.arm, effect.difference))

    def _near(self, scenario: str, each: float) -> Estimate | None:
        """Return what the seed decides for the best rung and the one below alike."""
        place = self.policies.index(self.main)
        if place == 0:
            return None
        below = self.policies[place - 1]
        games = min(self.games[self.main], self.games[below])
        return alike_on_a_seed(self.won[scenario, below][:games], self.won[scenario, self.main][:games], each)

    def _rungs(self) -> dict[tuple[str, str], Rung]:
        found = {
            (scenario, policy): Rung(scenario, policy, len(won), share_of(won, self.confidence))
            for (scenario, policy), won in self.won.items()
        }
        ordered = {(s, p): found[s, p] for s in self.scenarios for p in self.policies}
        for policy in self.policies if len(self.scenarios) > 1 else ():
            total = np.stack([self.won[name, policy] for name in self.scenarios]).sum(axis=0, dtype=np.int64)
            sums = PairSums.of(total, np.zeros_like(total), len(self.scenarios))
            rate = sums.side("base", True, self.confidence)
            if rate.standard_error == 0:  # all games alike: a normal interval would have no width
                rate = wilson(round(rate.estimate * rate.n), rate.n, self.confidence)
            ordered[ALL, policy] = Rung(ALL, policy, self.games[policy], rate)
        return ordered

    def result(self, missing: tuple[str, ...]) -> SkillResult:
        """Return what was found."""
        from sim.policy import load_declaration, parse_team

        game, count = self.base.game, len(self.scenarios)
        places = [*self.scenarios, *([ALL] if count > 1 else [])]
        pairs = list(zip(self.policies, self.policies[1:], strict=False))
        each = simultaneous(self.confidence, len(places) * len(pairs))
        together = simultaneous(self.confidence, count)
        luck = {
            name: Luck(
                name,
                parts_of_variance([self.won[name, policy][: self.shared] for policy in self.judged], together),
                self._climb(name, self.policies[0], self.policies[-1], together),
                self._near(name, together),
                self.deals.get(name),
            )
            for name in self.scenarios
        }
        seats = {name: parse_team(game, name) for name in self.policies}
        return SkillResult(
            game,
            self.scenarios,
            self.policies,
            self.main,
            self.judged,
            self.most,
            self.deep if len(set(self.games.values())) > 1 else self.most,
            self.shared,
            self.deal_games,
            REPLAYS,
            self.base.seed,
            self.confidence,
            self.margin,
            self._rungs(),
            tuple(self._climb(place, lower, upper, each) for place in places for lower, upper in pairs),
            luck,
            missing,
            self.base.variants,
            self.base.resolve(self.scenarios[0]).changed(game.parameters),
            tuple(self.base.cards),
            game.digest(),
            {
                name: "+".join(dict.fromkeys(load_declaration(game, seat.policy).digest() for seat in team))
                for name, team in seats.items()
            },
        )
