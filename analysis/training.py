"""Which weights let a policy win most often? A search over its declared weights, and what its winner is worth.

First every weight is moved to both its bounds, where the search starts and at a set drawn at random: one that changes
nothing in some hundred games is left alone. Then CMA-ES (Hansen and Ostermeier 2001; the library ``cmaes``, on which
Optuna's sampler of that name runs) proposes sets of weights, a generation at a time. All of a generation play the same
games, block by block, and those far behind are dropped early; the next generation plays other games, so that the
search cannot learn one set of games by heart.

What looks best in a search is partly luck. So the finalists - the centre of the search at four times, and the best
single sets - meet the start of the search on a second seed, where the winner is chosen by its win rate; and the gain
that is reported comes from a third seed, which only the winner and the start play.

Of several scenarios the mean win rate is maximised. Mean log-odds would be the other choice; they care most about
scenarios that are nearly always won, where 99.9 % is as far above 99 % as 91 % is above 50 %, and no player would
call that a better team. Games are spent where they tell most: in proportion to the standard deviation of a
scenario's games, a scenario that is always won a quarter of the most.

Of a game played against each other a set of weights sits at every seat in turn among opponents that stay as they are,
by default the policy it started from; its share of the victories, or another measure of its seat, is made as large as
possible (`analysis.training_goal`).

The result is a function of the question and the seed, of neither workers nor interruptions, unless a time ends it.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.arms import Base, Report, Step
from analysis.order import simultaneous
from analysis.paired import Effect, effect_of
from analysis.pairs import PairSums
from analysis.proportions import CONFIDENCE, wilson
from analysis.training_games import Record, Runner, WeightPlayer, race
from analysis.training_goal import MARGIN, Goal, team_goal
from analysis.training_result import Finalist, TrainResult
from analysis.training_space import WeightSpace
from analysis.tries import Memory

#: Games of a set in the search, of all scenarios together; a scenario that is one of several plays fewer.
GAMES, GAMES_OF_EACH = 2_000, 500

#: Games that tell the yardstick and the room for a gain, and those in which a weight must change something.
PROBE, FEW, FEWEST = 2_000, 250, 100

#: Games of a finalist, and of the confirmation, of one scenario alone and of each of several.
SELECTING, SELECTING_EACH = 20_000, 5_000
CONFIRMING, CONFIRMING_EACH = 40_000, 20_000

#: Sets that are played between two looks at the clock while it is found out which weights matter.
TOGETHER = 16

#: Sets after which a search ends, and the size of its first steps on the scale of the weights.
TRIALS, FIRST_STEP = 1_000, 0.12

#: Times at which the centre of the search is noted for the final, and single sets that come to it.
CENTRES, SINGLES = 4, 4

#: A scenario plays at least this share of the games of the one that plays most.
LEAST_SHARE = 0.25

CHUNK = 5_000


@dataclass(frozen=True)
class Effort:
    """How hard to search.

    Attributes
    ----------
    games : int or None
        Games of one set in the search, over all scenarios; None for the usual number.
    trials : int
        Sets of weights after which the search ends.
    seconds : float or None
        Seconds after which the search ends; the result then depends on the machine.
    select, confirm : int or None
        Games of each scenario for a finalist, and in the confirmation; None for the usual numbers.
    """

    games: int | None = None
    trials: int = TRIALS
    seconds: float | None = None
    select: int | None = None
    confirm: int | None = None


def other_seed(seed: int, purpose: str) -> int:
    """Return the seed of the final ("selection") or of the reported figures ("confirmation")."""
    digest = hashlib.sha256(f"{purpose} of training {seed}".encode()).digest()
    return int.from_bytes(digest[:4], "big")


def train(
    base: Base,
    space: WeightSpace,
    scenarios: Sequence[str],
    effort: Effort,
    memory: Memory[Record] | None = None,
    progress: Report | None = None,
    clock: Callable[[], float] = time.monotonic,
    goal: Goal | None = None,
) -> TrainResult:
    """Search the weights with which most games are won, and confirm what they are worth.

    Parameters
    ----------
    base : Base
        Game, seed of the search, house rules in force, workers.
    space : WeightSpace
        Which weights may move, and where they start.
    scenarios : sequence of str
        Where; of several the mean win rate counts.
    memory : Memory, optional
        What was played before; what is in it is not played again.
    progress : callable, optional
        Told how far the training is.
    clock : callable, optional
        Seconds, for `Effort.seconds`.
    goal : Goal, optional
        What is made as large as possible, by default the games a team wins.
    """
    memory = memory if memory is not None else Memory(Record)
    return Training(base, space, scenarios, effort, memory, progress, clock, goal or team_goal(base.game)).run()


class Training:
    """One training; see `train`."""

    def __init__(
        self,
        base: Base,
        space: WeightSpace,
        scenarios: Sequence[str],
        effort: Effort,
        memory: Memory[Record],
        progress: Report | None,
        clock: Callable[[], float],
        goal: Goal,
    ) -> None:
        self.base, self.space, self.scenarios, self.effort = base, space, tuple(scenarios), effort
        self.goal = goal
        self.tell, self.clock, self.began = progress or (lambda step: None), clock, clock()
        several = len(self.scenarios) > 1
        self.games = effort.games or max(GAMES, GAMES_OF_EACH * len(self.scenarios))
        self.select = effort.select or (SELECTING_EACH if several else SELECTING)
        self.confirm = effort.confirm or (CONFIRMING_EACH if several else CONFIRMING)
        self.player = WeightPlayer(base, memory, self._count, goal)
        self.start = space.label({})
        self.idle: tuple[str, ...] = ()
        self.tried = self.dropped = self.generations = self.played = 0
        self.stage, self.done, self.total, self.note = "", 0, 0, ""
        self.stopped = ""

    # --- how far ---

    def _begin(self, stage: str, total: int) -> None:
        self.stage, self.done, self.total, self.note = stage, 0, total, ""
        self.tell(Step(stage, 0, total, self.played))

    def _count(self, games: int) -> None:
        self.played += games
        self.tell(Step(self.stage, self.done, self.total, self.played, self.note))

    def _advance(self, done: int, note: str = "") -> None:
        self.done += done
        self.note = note or self.note
        self.tell(Step(self.stage, self.done, self.total, self.played, self.note))

    # --- the way ---

    def run(self) -> TrainResult:
        """Search, choose, confirm."""
        before = self._measure()
        if self._nothing_to_gain(before):
            self.stopped = "ceiling"
            return self._result({}, (), self._confirmed(self.start))
        searched = self._moving()
        if not searched.axes:
            self.stopped = "idle"
            return self._result({}, (), self._confirmed(self.start))
        candidates = self._search(searched, self._shares(before))
        finalists = self._final(candidates)
        best = max(finalists, key=lambda one: one.win_rate)
        return self._result(best.weights, finalists, self._confirmed(best.label))

    def _nothing_to_gain(self, before: dict[str, Record]) -> bool:
        if not self.goal.metric.is_share:
            return False
        lost = sum(record.games - record.wins for record in before.values())
        room = np.mean([1 - wilson(record.wins, record.games).low for record in before.values()])
        return bool(lost == 0 or room <= MARGIN)

    def _measure(self) -> dict[str, Record]:
        """Play the start of the search: how near lost games come to the goal, and what there is to gain."""
        probe = max(FEWEST, min(PROBE, PROBE * 4 // len(self.scenarios)))
        self._begin("getting ready", len(self.scenarios))
        found = {}
        for scenario in self.scenarios:
            self.player.measure(scenario, self.start, probe, self.base.seed)
            found[scenario] = self.player.play(scenario, [self.start], 0, probe, self.base.seed)[0]
            self._advance(1)
        self.probe = probe
        return found

    def _shares(self, before: dict[str, Record]) -> dict[str, int]:
        """Return the games of a set by scenario."""
        if self.goal.competitive:  # a policy among its like has the same share everywhere
            return dict.fromkeys(before, max(4, round(self.games / len(before))))
        rates = {scenario: (record.wins + 1) / (record.games + 2) for scenario, record in before.items()}
        spread = {scenario: math.sqrt(rate * (1 - rate)) for scenario, rate in rates.items()}
        least = LEAST_SHARE * max(spread.values())
        shares = {scenario: max(value, least) for scenario, value in spread.items()}
        total = sum(shares.values())
        return {scenario: max(4, round(self.games * share / total)) for scenario, share in shares.items()}

    def _moving(self) -> WeightSpace:
        """Return the space of the weights that change a game when they are moved to one of their bounds.

        They are moved where the search starts and at a set drawn at random: some matter only beside others.
        """
        games = max(FEWEST, FEW // len(self.scenarios))
        luck = np.random.default_rng(self.base.seed)
        bases = [self.space.start, self.space.weights(luck.random(len(self.space.axes)).tolist())]
        moved = {
            axis.name: [[self.space.label({**one, axis.name: end}) for end in (axis.low, axis.high)] for one in bases]
            for axis in self.space.axes
        }
        still = [self.space.label(one) for one in bases]
        labels = list(dict.fromkeys([*still, *(label for sets in moved.values() for pair in sets for label in pair)]))
        self._begin("which weights matter", len(self.scenarios) * len(labels))
        marks: dict[str, list[str]] = {label: [] for label in labels}
        for scenario in self.scenarios:
            for at in range(0, len(labels), TOGETHER):
                some = labels[at : at + TOGETHER]
                for label, record in zip(some, self.player.play(scenario, some, 0, games, self.base.seed), strict=True):
                    marks[label].append(record.mark)
                self._advance(len(some))
        self.idle = tuple(
            name
            for name, sets in moved.items()
            if all(marks[label] == marks[one] for one, pair in zip(still, sets, strict=True) for label in pair)
        )
        return self.space.without(self.idle)

    # --- the search ---

    def _search(self, space: WeightSpace, games: dict[str, int]) -> list[dict[str, float]]:
        """Return the sets of weights that come to the final."""
        from cmaes import CMA

        n = len(space.axes)
        size = max(8, 4 + math.floor(3 * math.log(n))) if n > 1 else 8
        size += size % 2
        # a point of one dimension has no covariance to learn, and the library wants two
        middle = np.array([axis.middle for axis in space.axes] + [0.5] * (n == 1))
        optimizer = CMA(mean=middle, sigma=FIRST_STEP, seed=self.base.seed % 2**32, population_size=size)
        centres: list[np.ndarray] = []
        singles: list[tuple[float, dict[str, float]]] = []
        self._begin("searching", self.effort.trials)
        while not self._ends() and not optimizer.should_stop():
            points = [optimizer.ask() for _ in range(size)]
            weights = [space.weights(point[:n].tolist()) for point in points]
            runners = self._generation([space.label(one) for one in weights], games)
            optimizer.tell(
                [(point, -runner.worth() + runner.dropped) for point, runner in zip(points, runners, strict=True)]
            )
            centres.append(optimizer.mean.copy())
            singles += [(r.worth(), one) for r, one in zip(runners, weights, strict=True) if not r.dropped]
            singles = sorted(singles, key=lambda pair: -pair[0])[:SINGLES]
            self._advance(size, self._note(_best_half(runners)))
        chosen = [centres[math.ceil((i + 1) * len(centres) / CENTRES) - 1] for i in range(CENTRES)] if centres else []
        found = [space.weights(centre[:n].tolist()) for centre in chosen] + [one for _, one in singles]
        return list({tuple(one.items()): one for one in found}.values())

    def _note(self, worth: float) -> str:
        if self.goal.metric.is_share:
            return f"the best half wins about {100 * worth:.0f} %"
        return f"the best half makes about {worth:.1f} {self.goal.metric.unit}"

    def _generation(self, labels: list[str], games: dict[str, int]) -> list[Runner]:
        first = {scenario: self.probe + self.generations * number for scenario, number in games.items()}
        runners = race(self.player, labels, games, first, self.base.seed)
        self.generations += 1
        self.tried += len(runners)
        self.dropped += sum(runner.dropped for runner in runners)
        return runners

    def _ends(self) -> bool:
        if self.tried >= self.effort.trials:
            self.stopped = "trials"
        elif self.effort.seconds is not None and self.clock() - self.began >= self.effort.seconds and self.tried:
            self.stopped = "budget"
        return bool(self.stopped)

    # --- the final, and what the winner is worth ---

    def _final(self, candidates: Sequence[dict[str, float]]) -> tuple[Finalist, ...]:
        """Race the candidates and the start on the second seed."""
        weights = {self.space.label(one): one for one in [{}, *candidates]}
        self._begin("choosing among the finalists", 1)
        games, first = dict.fromkeys(self.scenarios, self.select), dict.fromkeys(self.scenarios, 0)
        seed = other_seed(self.base.seed, "selection")
        runners = race(self.player, list(weights), games, first, seed, 4, Runner.win_rate, (self.start,))
        self._advance(1)
        return tuple(
            Finalist(runner.label, weights[runner.label], runner.win_rate(), runner.games, runner.dropped)
            for runner in runners
        )

    def _confirmed(self, label: str) -> dict[str, PairSums]:
        """Play the winner and the start on the third seed; return their pairs by scenario, and of all under ""."""
        seed, chunks = other_seed(self.base.seed, "confirmation"), range(0, self.confirm, CHUNK)
        self._begin("what the winner is worth", len(chunks) * len(self.scenarios))
        sums, whole = {scenario: PairSums() for scenario in (*self.scenarios, "")}, self.goal.whole
        for first in chunks:
            sides = np.zeros((2, min(CHUNK, self.confirm - first)), np.int64)
            for scenario in self.scenarios:
                both = self.player.play(scenario, [self.start, label], first, sides.shape[1], seed)
                base, arm = (record.values for record in both)
                sums[scenario] += PairSums.of(base, arm, whole)
                sides += np.stack([base, arm])
                self._advance(1)
            sums[""] += PairSums.of(sides[0], sides[1], whole * len(self.scenarios))
        return sums

    def _result(
        self, weights: dict[str, float], finalists: tuple[Finalist, ...], sums: dict[str, PairSums]
    ) -> TrainResult:
        def effect(pairs: PairSums, together: int = 1) -> Effect:
            return effect_of(pairs, self.goal.metric, simultaneous(CONFIDENCE, together), self.goal.margin)

        moved = {axis.name: weights.get(axis.name, axis.start) for axis in self.space.axes}
        return TrainResult(
            policy=self.space.seat.policy,
            start=self.start,
            goal=self.goal,
            label=self.space.label(weights),
            scenarios=self.scenarios,
            space=self.space,
            weights={name: value for name, value in moved.items() if value != self.space.start[name]},
            idle=self.idle,
            gain=effect(sums[""]),
            gains={scenario: effect(sums[scenario], len(self.scenarios)) for scenario in self.scenarios},
            finalists=finalists,
            seed=self.base.seed,
            select_seed=other_seed(self.base.seed, "selection"),
            confirm_seed=other_seed(self.base.seed, "confirmation"),
            games=self.games,
            select_games=self.select,
            confirm_games=self.confirm,
            tried=self.tried,
            dropped=self.dropped,
            generations=self.generations,
            played=self.played,
            stopped=self.stopped,
        )


def _best_half(runners: Sequence[Runner]) -> float:
    rates = sorted((runner.win_rate() for runner in runners), reverse=True)[: (len(runners) + 1) // 2]
    return sum(rates) / len(rates)
