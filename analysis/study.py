"""Do the conclusions survive the assumptions? Everything a study plays, in order.

1. The ladder, as the report plays it: the statements come from here.
2. One at a time: each assumption is moved alone, on the games of the ladder.
3. Screening (Morris): which assumptions matter at all?
4. Shares of the variance (Sobol): the few that matter each, all others as one.
5. The conclusions: the base samples of the Sobol design are sets drawn from all ranges together, and each statement is
   asked in each of them. They play on where the design stopped, and the other policies and the levers play in them too.

All sets that differ in one assumption share their games. The luck, which chooses the games, is the dummy parameter that
says what noise alone looks like.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from analysis import screening
from analysis.arms import Report
from analysis.calibration import calibrate
from analysis.order import order
from analysis.pace import warm_up
from analysis.proportions import CONFIDENCE, Estimate, estimate_of, mean
from analysis.readings import Won, advantages, against, seat_of
from analysis.seat_statements import lever_text, make_seat_statements
from analysis.sensitivity import Draw, Swing, judge, swing_of
from analysis.sobol_indices import base_rows, factors_of, sobol_design, sobol_indices
from analysis.space import LEVELS, LUCK, Point
from analysis.statements import Statement, check, lever_effects, lever_statements, make_statements
from analysis.stretch import Stretch
from analysis.stretches import Player
from analysis.study_games import Games, Key, Plays, World
from analysis.study_plan import MOST_FACTORS, StudyPlan
from analysis.study_question import Question
from analysis.study_result import Screening, Study, Variance
from analysis.survival import Split, splits
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.shelf import Shelf
    from sim.params import RuleSet, Value


#: What the luck is moved to when it is moved alone.
OTHER_GAMES = "other games"


def study(
    question: Question,
    plan: StudyPlan,
    *,
    shelf: Shelf | None = None,
    player: Player | None = None,
    progress: Report | None = None,
    confidence: float = CONFIDENCE,
) -> Study:
    """Play a study.

    Parameters
    ----------
    question : Question
        What it is about.
    plan : StudyPlan
        Its size. The result is a function of question and plan.
    shelf : Shelf, optional
        Where played games are kept, so that a study that was stopped goes on where it stopped.
    player : callable, optional
        Plays a stretch of games; the engine, unless a test plants another.
    progress : callable, optional
        Called with a `Step` after each piece of work.
    """
    if player is None:
        warm_up(question, progress)
    work = _Work(question, plan, shelf, player, progress, confidence)
    work.play_ladder()
    work.move_alone()
    work.screen()
    work.share_out()
    work.judge()
    return work.result()


@dataclass
class _Work(Plays):
    """The state of one study: what has been played so far."""

    world: World = field(default_factory=dict)
    alone: dict[tuple[str, Value], World] = field(default_factory=dict)
    swings: list[Swing] = field(default_factory=list)
    put_right: dict[str, int] = field(default_factory=dict)

    # --- the parts ---

    def play_ladder(self) -> None:
        """Play the printed game under every policy, and with every lever."""
        plan = self.plan
        counts = self.question.counts()
        total = counts.scenarios * (plan.ladder + (counts.others + counts.levers) * plan.side_ladder)
        total += counts.scenarios * counts.meetings * counts.seats * plan.met_ladder(counts.seats)
        parts: dict[tuple[str, str], list[np.ndarray]] = {}
        for key, games in self._won("the ladder", total, self._ladder()):
            for who, values in games.items():
                parts.setdefault((key[0], who), []).append(values)
        self.world = {key: np.concatenate(won) for key, won in parts.items()}
        self.order = order({name: self.world[name, self.policy] for name in self.scenarios}, self.confidence)
        self.statements = self._statements()
        levers = [statement for statement in self.statements if statement.kind in ("helps", "hurts")]
        #: Levers that something is said about; the others need not play on.
        self.levers = [name for name in self.question.levers if any(name in s.subjects for s in levers)]

    def _statements(self) -> list[Statement]:
        """Return what the printed game says."""
        game, world, policies = self.base.game, self.world, self.question.policies
        levers = self.question.levers
        if isinstance(self.reading, Won):
            made = make_statements(game, {self.policy: self.order}, world, policies, self.policy)
            return [*made, *lever_statements(world, self.policy, levers, self.confidence)]
        metric = self.reading.metric
        made = make_seat_statements(game, metric, self.order, world, policies, self.policy)
        say = partial(lever_text, metric)
        return [*made, *lever_statements(world, self.policy, levers, self.confidence, say)]

    def _ladder(self) -> Iterator[tuple[Key, Stretch]]:
        plan = self.plan
        for scenario in self.scenarios:
            rules = self.base.resolve(scenario)
            for first in range(0, plan.ladder, plan.chunk):
                games = min(plan.chunk, plan.ladder - first)
                yield (scenario, self.policy), Stretch(rules, self.policy, first, games)
            yield from self._side(scenario, {}, rules, 0, plan.side_ladder, self.question.others, self.question.levers)
            yield from self._meetings(scenario, rules, 0, plan.met_ladder)

    def move_alone(self) -> None:
        """Move each assumption alone."""
        plan, counts = self.plan, self.question.counts()
        settings = self.question.settings()
        side = (counts.others + len(self.levers)) * plan.side + counts.meetings * counts.seats * plan.met(counts.seats)
        total = counts.scenarios * counts.settings * (plan.alone + side)
        found: dict[tuple[str, Value], World] = {setting: {} for setting in settings}
        for key, games in self._won("assumptions, one at a time", total, self._moved(settings)):
            for who, values in games.items():
                found[key[2]][key[0], who] = values
        before = {name: self.world[name, self.policy][: plan.alone] for name in self.scenarios}
        own = (self.policy, seat_of(self.policy))
        short = {key: won[: plan.alone if key[1] in own else plan.side] for key, won in self.world.items()}
        for setting, changed in found.items():
            moved = {name: changed[name, self.policy] for name in self.scenarios if (name, self.policy) in changed}
            if moved:
                self.swings.append(swing_of(setting, before, moved, self.confidence))
                self.alone[setting] = {**short, **changed}
        other = {name: self.world[name, self.policy][plan.alone : 2 * plan.alone] for name in self.scenarios}
        self.luck = swing_of((LUCK, OTHER_GAMES), before, other, self.confidence)

    def _moved(self, settings: Sequence[tuple[str, Value]]) -> Iterator[tuple[Key, Stretch]]:
        plan = self.plan
        for setting in settings:
            name, value = setting
            for scenario in self.scenarios:
                rules = self._resolve(scenario, name, value)
                if rules is None:
                    continue
                yield (scenario, self.policy, setting), Stretch(rules, self.policy, 0, plan.alone)
                others = self.question.others
                yield from self._side(scenario, {name: value}, rules, 0, plan.side, others, self.levers, (setting,))
                yield from self._meetings(scenario, rules, 0, plan.met, (setting,))

    def _resolve(self, scenario: str, name: str, value: Value) -> RuleSet | None:
        """Return the rules with one assumption moved, None if the scenario prints it or the value cannot stand."""
        if name in self.space.fixed[scenario]:
            return None
        try:
            return self.base.resolve(scenario, {name: value})
        except BadInput:
            return None

    def _rates(self, stage: str, design: np.ndarray, levels: int, kept: Sequence[int] = ()) -> _Rated:
        """Play every row of a design and return its win rates; of some rows the points and their games too."""
        wanted = set(kept)
        rates = np.full((len(design), len(self.scenarios)), np.nan)
        found = _Rated(rates)
        column = {name: number for number, name in enumerate(self.scenarios)}

        def asked() -> Iterator[tuple[Key, Stretch]]:
            for number, row in enumerate(design):
                point = self.space.point(row, levels)
                found.put_right += bool(point.put_right)
                if number in wanted:
                    found.points[number] = point
                for scenario, rules in point.rules.items():
                    first = point.stretch * self.plan.judged
                    yield (scenario, number), Stretch(rules, self.policy, first, self.plan.games)

        total = rates.size * self.plan.games
        for (scenario, number), stretches, parts in self._played(stage, total, asked()):
            rates[number, column[scenario]] = self.reading.middle(parts[0])
            if number in wanted:
                found.won[number, scenario] = self._named(self.policy, stretches[0], parts)
        self.put_right[stage] = found.put_right
        return found

    def screen(self) -> None:
        """Find the assumptions that matter."""
        names, seed = self.space.names, self.base.seed
        design = screening.screening_design(names, self.plan.trajectories, seed)
        rates = self._rates("screening", design, LEVELS).rates

        def effects(results: np.ndarray) -> list[screening.Screened]:
            return screening.screen(names, design, results, seed, confidence=self.confidence)

        by_scenario = {name: tuple(effects(rates[:, i])) for i, name in enumerate(self.scenarios)}
        overall = tuple(effects(rates.mean(axis=1)))
        self.screening = Screening(self.plan.trajectories, LEVELS, overall, by_scenario)

    def share_out(self) -> None:
        """Share the variance of the win rate among the few assumptions that matter, the others, and the luck."""
        few = screening.worth_a_look(self.screening.overall, MOST_FACTORS)
        factors, seed, samples = factors_of(self.space.names, few), self.base.seed, self.plan.samples
        design = sobol_design(factors, samples, seed)
        rows = base_rows(factors, samples)
        found = self._rates("shares of the variance", design, 0, rows)
        by_scenario = {
            name: tuple(sobol_indices(factors, found.rates[:, i], seed, self.confidence))
            for i, name in enumerate(self.scenarios)
        }
        mean = found.rates.mean(axis=1)
        overall = tuple(sobol_indices(factors, mean, seed, self.confidence))
        drawn = mean[rows]
        self.variance = Variance(
            samples, tuple(few), overall, by_scenario, float(drawn.mean()), float(drawn.std(ddof=1))
        )
        self.points = [found.points[row] for row in rows]
        self.worlds: list[World] = [
            {(name, who): values for name in self.scenarios for who, values in found.won[row, name].items()}
            for row in rows
        ]

    def judge(self) -> None:
        """Play on in the sampled sets, with the other policies and the levers too, and ask every statement in each."""
        plan, counts = self.plan, self.question.counts()
        more = plan.judged - plan.games
        sets = len(self.points)
        total = counts.scenarios * (
            sets * (more + counts.others * plan.side) + sets // 2 * len(self.levers) * plan.side
        )
        total += counts.scenarios * sets * counts.meetings * counts.seats * plan.met(counts.seats)
        for key, games in self._won("all together", total, self._judged(more)):
            world = self.worlds[key[2]]
            for who, values in games.items():
                place = (key[0], who)
                world[place] = np.concatenate([world[place], values]) if place in world else values
        self.statements = judge(self.statements, self.worlds, self.alone)
        self.draws = [
            Draw(
                point.values,
                {key: estimate_of(won, self.confidence) for key, won in world.items() if key[1] == self.policy},
            )
            for point, world in zip(self.points, self.worlds, strict=True)
        ]

    def _judged(self, more: int) -> Iterator[tuple[Key, Stretch]]:
        plan = self.plan
        for number, point in enumerate(self.points):
            first = point.stretch * plan.judged
            # Levers play in one of the two base samples only: there are many of them.
            levers = self.levers if number % 2 == 0 else []
            for scenario, rules in point.rules.items():
                yield (scenario, self.policy, number), Stretch(rules, self.policy, first + plan.games, more)
                others = self.question.others
                yield from self._side(scenario, point.values, rules, first, plan.side, others, levers, (number,))
                yield from self._meetings(scenario, rules, first, plan.met, (number,))

    def _splits(self) -> dict[str, Split]:
        """Return for each statement that fails somewhere the assumption that goes with failing most."""
        found = {}
        for statement in self.statements:
            answers = [check(statement, world) for world in self.worlds]
            known = [(p.values, a == "holds") for p, a in zip(self.points, answers, strict=True) if a != "unknown"]
            held = [holds for _, holds in known]
            if held and not all(held):
                ranked = splits(self.space.parameters, [values for values, _ in known], held)
                if ranked:
                    found[statement.id] = ranked[0]
        return found

    def _mean_error(self) -> float:
        """Return the standard error of a set's mean win rate, the largest: games of one index are one cluster."""
        means = [np.mean([world[name, self.policy] for name in self.scenarios], axis=0) for world in self.worlds]
        return max(float(mean.std(ddof=1)) / math.sqrt(len(mean)) for mean in means)

    def result(self) -> Study:
        """Return what was found."""
        question, game = self.question, self.base.game
        from sim.policy import load_declaration

        beliefs = None
        if question.beliefs:
            rates = [{name: d.rates[name, self.policy] for name in self.scenarios} for d in self.draws]
            beliefs = calibrate(question.beliefs, self.space.parameters, [d.values for d in self.draws], rates)
        policies = question.policies
        return Study(
            game=game,
            scenarios=self.scenarios,
            policy=self.policy,
            policies={name: load_declaration(game, name).digest() if self.player is None else "" for name in policies},
            levers=question.levers,
            sources=question.sources,
            seed=self.base.seed,
            confidence=self.confidence,
            plan=self.plan,
            parameters=self.space.parameters,
            ladder={key: estimate_of(self.world[key], self.confidence) for key in self.world if key[1] in policies},
            lever_effects=lever_effects(self.world, self.policy, list(question.levers), self.confidence),
            order=self.order,
            swings=tuple(self.swings),
            luck=self.luck,
            screening=self.screening,
            variance=self.variance,
            draws=tuple(self.draws),
            statements=tuple(self.statements),
            splits=self._splits(),
            calibration=beliefs,
            put_right=self.put_right,
            mean_error=self._mean_error(),
            variants=self.base.variants,
            rules_changed=self.base.resolve(self.scenarios[0]).changed(game.parameters),
            cards=tuple(self.base.cards),
            games=self.stretches.asked,
            measure=self.reading.metric,
            seats=self._seats(),
            meetings=self._met(),
            rules={name: self.base.resolve(name) for name in self.scenarios},
        )

    def _seats(self) -> dict[str, Estimate]:
        """Return the watched seat's share of the wins by scenario, in a game played against each other."""
        if isinstance(self.reading, Won):
            return {}
        parts = {name: self.reading.equal(self.base.resolve(name)) for name in self.scenarios}
        return {
            name: mean(values + parts[name], self.confidence)
            for name, values in advantages(self.world, self.policy).items()
        }

    def _met(self) -> dict[tuple[str, str, str], Estimate]:
        """Return what one policy among others wins above an equal part, by scenario and policies."""
        return {
            (name, one, other): mean(self.world[name, against(one, other)], self.confidence)
            for name in self.scenarios
            for one, other, _ in self.question.meetings(name)
        }


@dataclass
class _Rated:
    """What playing a design gave."""

    rates: np.ndarray
    points: dict[int, Point] = field(default_factory=dict)
    won: dict[tuple[int, str], Games] = field(default_factory=dict)
    put_right: int = 0
