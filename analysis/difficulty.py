"""How hard is each scenario, for whom, why, and how sure can we be? The main question, put together from the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis import sensitivity as assumptions
from analysis.arms import Arm, Base, Report, Step, play, play_many, won_games
from analysis.cells import Cell, cell_of_rows, score_column
from analysis.gap import Gap, find_gap
from analysis.names import unknown_policies, unknown_scenarios
from analysis.order import order
from analysis.proportions import CONFIDENCE, Estimate, share_of
from analysis.result import DifficultyResult, main_policy, result_of_worlds
from analysis.rules_effects import (
    Choice,
    SpecialRules,
    counting,
    each_special_rule,
    fixed_choices,
    without_special_rules,
)
from analysis.statements import Statement, lever_statements, make_statements, scenario_label, with_lever
from analysis.study_question import single_levers
from sim import registry, supervised
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.results import Progress

__all__ = ["Extent", "NOTHING_MORE", "DifficultyResult", "difficulty", "main_policy", "result_of_worlds"]

#: Games of a cell: a half-width of half a percentage point at worst.
GAMES = 40_000
#: Games of the smaller questions; their intervals say how much that carries.
SIDE_GAMES, GAP_GAMES, ASSUMPTION_GAMES, SAMPLES = 4_000, 2_000, 1_000, 32
#: Games without a single special rule, whose effect may be small.
RULE_GAMES = 12_000


@dataclass(frozen=True)
class Extent:
    """How much is played for each part of the report; 0 leaves a part out.

    Attributes
    ----------
    gap_games : int
        Games of each cost tried.
    side_games : int
        Games of each scenario without its special rules, and with each upgrade; a quarter of them with each lever.
    assumption_games : int
        Games of each scenario under each changed assumption.
    samples : int
        Sets of assumptions drawn together.
    rule_games : int
        Games of each scenario without one of its special rules, where it has several.
    """

    gap_games: int = GAP_GAMES
    side_games: int = SIDE_GAMES
    assumption_games: int = ASSUMPTION_GAMES
    samples: int = SAMPLES
    rule_games: int = RULE_GAMES


#: The table alone.
NOTHING_MORE = Extent(0, 0, 0, 0, 0)


def difficulty(
    game: Game | str,
    scenarios: Sequence[str] = (),
    policies: Sequence[str] = (),
    games: int = GAMES,
    *,
    seed: int,
    jobs: int = 1,
    backend: str = "auto",
    progress: Report | None = None,
    extent: Extent = Extent(),
    variants: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    cards: Mapping[str, list[dict[str, Any]]] | None = None,
    confidence: float = CONFIDENCE,
    cost_parameter: str = "year.cost_adjustment",
    choice_parameter: str = "year.required_upgrade",
) -> DifficultyResult:
    """Play every scenario under every policy on shared seeds and ask what there is to ask.

    Parameters
    ----------
    game : Game or str
        The game.
    scenarios, policies : sequence of str, optional
        What is played; by default all scenarios, and the game's ladder of policies.
    games : int, optional
        Games of each cell.
    seed : int
        Seed of every cell.
    jobs, backend : optional
        Workers; the result does not depend on them.
    progress : callable, optional
        Called with a `Step` after each piece of work.
    extent : Extent, optional
        How much is played for the parts besides the table.
    variants, rules, cards : optional
        House rules and printed cards in force.
    confidence : float, optional
        Coverage of the intervals.
    cost_parameter, choice_parameter : str, optional
        The parameter that moves a scenario's cost, and the one that fixes its upgrade; without them their parts are
        left out.

    Raises
    ------
    BadInput
        If a name is unknown or a value is not allowed.
    """
    if isinstance(game, str):
        game = registry.load_game(game)
    base = Base(game, seed, tuple(variants), dict(rules or {}), dict(cards or {}), jobs, backend)
    scenarios, policies = _names(game, scenarios, policies)
    for scenario in scenarios:
        base.resolve(scenario)
    question = _Question(base, scenarios, policies, games, confidence, progress)
    question.play_ladder()
    question.find_gaps(cost_parameter, min(extent.gap_games, games))
    question.change_rules(choice_parameter, min(extent.side_games, games))
    question.change_each_rule(min(extent.rule_games, games))
    question.pull_levers(min(extent.side_games, games) // 4)
    question.doubt_assumptions(min(extent.assumption_games, games), extent.samples)
    return question.result()


def _names(game: Game, scenarios: Sequence[str], policies: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = registry.policy_files(game)
    chosen = tuple(dict.fromkeys(scenarios or game.scenarios))
    players = tuple(dict.fromkeys(policies or [name for name in game.file.ladder if name in known]))
    problems = unknown_scenarios(game, chosen) + unknown_policies(game, players)
    if problems:
        raise BadInput(problems)
    return chosen, players


class _Question:
    """The state of one call of `difficulty`: what has been played so far."""

    def __init__(
        self,
        base: Base,
        scenarios: tuple[str, ...],
        policies: tuple[str, ...],
        games: int,
        confidence: float,
        progress: Report | None,
    ) -> None:
        self.base, self.scenarios, self.policies = base, scenarios, policies
        self.games, self.confidence, self.progress = games, confidence, progress
        self.main = main_policy(base.game, policies)
        self.cells: dict[tuple[str, str], Cell] = {}
        self.played = 0
        self.special: list[SpecialRules] = []
        self.single_rules: list[SpecialRules] = []
        self.choices: list[Choice] = []
        self.statements: list[Statement] = []
        self.sensitivity: assumptions.Sensitivity | None = None
        self.order: dict[str, list[list[str]]] = {}

    # --- telling how far it is ---

    def _tell(self, stage: str, done: int, total: int, note: str = "", run: Any = None) -> None:
        if self.progress is not None:
            self.progress(Step(stage, done, total, self.played, note, run))

    def _stage(self, stage: str) -> Callable[[int, int], None]:
        return lambda done, total: self._tell(stage, done, total)

    def _forward(self, stage: str, done: int, total: int) -> Callable[[Progress], None]:
        return lambda run: self._tell(stage, done + run.games, total, run=run)

    # --- the parts ---

    def play_ladder(self) -> None:
        """Play every cell."""
        keys = [(scenario, policy) for policy in self.policies for scenario in self.scenarios]
        total = self.games * len(keys)
        for number, (scenario, policy) in enumerate(keys):
            done = number * self.games
            result = play(self.base, Arm.of(scenario, policy), self.games, self._forward("the ladder", done, total))
            assert result.rows is not None
            self.cells[scenario, policy] = cell_of_rows(
                self.base.game,
                scenario,
                policy,
                result.rows,
                confidence=self.confidence,
                rules_digest=result.plan.rules.digest(),
                rows_sha256=result.rows_sha256 or "",
            )
            label = scenario_label(self.base.game, scenario)
            rate = self.cells[scenario, policy].win_rate.estimate
            self._tell("the ladder", done + self.games, total, f"{label}, {policy}: {rate:.1%} won")
        self.played += total
        for policy in self.policies:
            won = {name: self.world[name, policy] for name in self.scenarios}
            self.order[policy] = order(won, self.confidence)
        self.statements = make_statements(self.base.game, self.order, self.world, self.policies, self.main)

    @property
    def world(self) -> dict[tuple[str, str], np.ndarray]:
        """Won or not, by game, of every cell."""
        return {key: cell.won for key, cell in self.cells.items() if cell.won is not None}

    def find_gaps(self, parameter: str, games: int) -> None:
        """Look for the dollar gap of every cell."""
        declared = self.base.game.parameters.get(parameter)
        if games == 0 or declared is None or declared.kind != "integer" or declared.bounds is None:
            return
        cells = list(self.cells.values())
        with ThreadPoolExecutor(self.base.jobs) as pool, supervised.stopping():
            # One search is a chain of single arms, so the workers take a cell each.
            searches = pool.map(lambda cell: self._gap(cell, parameter, games), cells)
            for number, (cell, (gap, tried)) in enumerate(zip(cells, searches, strict=True)):
                self.cells[cell.key] = replace(cell, gap=gap)
                self.played += games * tried
                self._tell("the dollar gap", number + 1, len(cells))

    def _gap(self, cell: Cell, parameter: str, games: int) -> tuple[Gap, int]:
        """Return the gap of a cell and the number of arms that were played for it."""
        declared = self.base.game.parameters[parameter]
        now = int(self.base.resolve(cell.scenario).values[parameter])  # type: ignore[arg-type]
        assert declared.bounds is not None and cell.won is not None
        alone, won, tried = replace(self.base, jobs=1), cell.won[:games], 0

        def rate(change: int) -> Estimate:
            nonlocal tried
            if change == 0:
                return share_of(won, self.confidence)
            tried += 1
            arm = Arm.of(cell.scenario, cell.policy, {parameter: now + change})
            return share_of(next(play_many(alone, [arm], games, self._won)), self.confidence)

        score = score_column(self.base.game)
        first = int(cell.metrics[score].quantiles.get(0.5, 0)) if score else 0
        low, high = (int(bound) - now for bound in declared.bounds)
        bounds = self._allowed(cell.scenario, parameter, now, low, high)
        return find_gap(rate, bounds, first, declared.unit), tried

    def _allowed(self, scenario: str, parameter: str, now: int, low: int, high: int) -> tuple[int, int]:
        """Return bounds within which the cost contradicts no other rule."""

        def stands(change: int) -> bool:
            try:
                self.base.resolve(scenario, {parameter: now + change})
            except BadInput:
                return False
            return True

        while low < 0 and not stands(low):
            low += 1
        while high > 0 and not stands(high):
            high -= 1
        return low, high

    def _won(self, rows: np.ndarray) -> np.ndarray:
        return won_games(self.base.game, rows)

    def change_rules(self, choice: str, games: int) -> None:
        """Play without special rules, and with each upgrade."""
        if games == 0:
            return
        stage = self._stage("the special rules")
        self.special = without_special_rules(
            self.base, self.world, self.scenarios, self.policies, games, self.confidence, stage
        )
        self.played += games * len(self.special)
        stage = self._stage("each upgrade")
        self.choices = fixed_choices(
            self.base, self.world, self.scenarios, self.main, choice, games, self.confidence, stage
        )
        self.played += games * len(self.choices)

    def pull_levers(self, games: int) -> None:
        """Play with each lever alone, and say which of them helps more than which."""
        if games == 0:
            return
        names = single_levers(self.base.game)
        arms = [
            (name, lever, Arm(name, self.main, variants=(lever,)))
            for lever in names
            for name in self.scenarios
            if self._possible(name, lever)
        ]
        tell = counting(self._stage("the levers"), games * len(arms))
        won = play_many(self.base, [arm for _, _, arm in arms], games, self._won, tell)
        pulled = {
            (name, with_lever(self.main, lever)): games_won
            for (name, lever, _), games_won in zip(arms, won, strict=True)
        }
        self.played += games * len(arms)
        self.statements += lever_statements({**self.world, **pulled}, self.main, names, self.confidence)

    def _possible(self, scenario: str, lever: str) -> bool:
        try:
            self.base.resolve(scenario, variants=(lever,))
        except BadInput:
            return False
        return True

    def change_each_rule(self, games: int) -> None:
        """Play without each special rule, where a scenario has several."""
        if games == 0:
            return
        stage = self._stage("each special rule")
        self.single_rules = each_special_rule(
            self.base, self.world, self.scenarios, self.main, games, self.confidence, stage
        )
        self.played += games * len(self.single_rules)

    def doubt_assumptions(self, games: int, samples: int) -> None:
        """Move the assumptions alone and together, and judge the statements by them."""
        if games == 0:
            return
        stage = self._stage("assumptions, one at a time")
        swings, alone = assumptions.one_at_a_time(self.base, self.world, self.main, games, self.confidence, stage)
        self.played += games * sum(len(swing.effects) for swing in swings)
        # The weaker policies are asked for one thing, who of them is better over all scenarios; half the games will do.
        position = self.policies.index(self.main)
        players = {name: games if name == self.main else -(-games // 2) for name in self.policies[: position + 1]}
        stage = self._stage("assumptions, all together")
        draws, worlds = assumptions.together(
            self.base, self.scenarios, players, samples, self.base.seed, self.confidence, stage
        )
        self.played += len(draws) * len(self.scenarios) * sum(players.values())
        self.statements = assumptions.judge(self.statements, worlds, alone)
        self.sensitivity = assumptions.Sensitivity(self.main, games, tuple(swings), tuple(draws), self.base.seed)

    def result(self) -> DifficultyResult:
        """Return what was found."""
        game = self.base.game
        from sim.policy import load_declaration

        return DifficultyResult(
            game,
            self.scenarios,
            self.policies,
            self.main,
            self.games,
            self.base.seed,
            self.confidence,
            self.cells,
            self.order,
            tuple(self.statements),
            tuple(self.special),
            tuple(self.choices),
            self.sensitivity,
            self.base.variants,
            self.base.resolve(self.scenarios[0]).changed(game.parameters),
            game.digest(),
            {name: load_declaration(game, name).digest() for name in self.policies},
            tuple(self.base.cards),
            tuple(self.single_rules),
        )
