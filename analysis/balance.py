"""How hard is a competitive game? As hard as the others at the table: so the question is whether it is balanced.

With one policy at every seat: do the seats fare alike, what is starting worth, are the start cards equal, what does
each module add, how are points spread, and which of what is said survives the assumed values. With policies of
different strength: how much is luck. Everything is played on shared seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Arm, Base, Report, Step, play
from analysis.balance_luck import meet, spread_out
from analysis.balance_measures import POINTS_MARGIN, VICTORY_MARGIN, Table, dealt_codes
from analysis.balance_parts import POINTS, VICTORY, ChoiceBalance, SeatBalance, StartWorth
from analysis.balance_places import family, players_of, scenarios_of
from analysis.balance_result import BalanceResult, BalanceStatement, LuckShare, ModuleStep, Played
from analysis.balance_spread import Measured, change_of_luck, changes, measured, module_step, scores_of
from analysis.balance_starts import can_fix, start_worth, starts_of
from analysis.balance_statements import (
    choice_statements,
    module_statements,
    seat_statements,
    start_statements,
)
from analysis.balance_tables import Ruler, choice_balance, seat_balance
from analysis.balance_worlds import STAGE, Doubt
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE
from analysis.seats import need_competitive
from sim import registry

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.results import Progress

__all__ = ["Extent", "balance", "players_of", "scenarios_of"]

#: Games of a scenario. Fifteen scenarios with everything else take two to three minutes at 1,800 games/s.
GAMES = 6_000
#: Games of a scenario where policies of different strength meet, sets of assumptions, and games of a scenario in each.
LUCK_GAMES, SAMPLES, ASSUMPTION_GAMES = 1_500, 32, 300


@dataclass(frozen=True)
class Extent:
    """How much is played for each part; 0 leaves a part out.

    Attributes
    ----------
    games : int
        Of every scenario.
    other_games : int
        Of those with a fixed start player, and of those with dealt choices; no more than ``games``.
    luck_games : int
        Of every scenario where policies of different strength meet, about.
    samples, assumption_games : int
        Sets of assumptions, and games of a scenario in each.
    """

    games: int = GAMES
    other_games: int = GAMES
    luck_games: int = LUCK_GAMES
    samples: int = SAMPLES
    assumption_games: int = ASSUMPTION_GAMES


def balance(
    base: Base,
    scenarios: Sequence[str] = (),
    policy: str = "",
    *,
    meeting: Sequence[str] = (),
    extent: Extent = Extent(),
    margins: Mapping[str, float] | None = None,
    confidence: float = CONFIDENCE,
    progress: Report | None = None,
) -> BalanceResult:
    """Ask how balanced a competitive game is.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    scenarios : sequence of str, optional
        What is played, by default all.
    policy : str, optional
        Plays every seat; by default the game's default policy.
    meeting : sequence of str, optional
        Policies of different strength for the luck share, by default of the game's ladder.
    extent : Extent, optional
        How much is played.
    margins : mapping, optional
        By measure, instead of a point and a percentage point.
    confidence : float, optional
        Of the intervals.
    progress : callable, optional
        Called with a `Step` after each piece of work.

    Raises
    ------
    BadInput
        If the game is played by a team, or a name is unknown.
    """
    need_competitive(base.game, "balance")
    chosen = scenarios_of(base.game, scenarios)
    for scenario in chosen:
        base.resolve(scenario)
    limits = {POINTS: POINTS_MARGIN, VICTORY: VICTORY_MARGIN, **(margins or {})}
    who = policy or base.game.file.default_policy
    question = _Question(base, chosen, who, tuple(meeting), extent, limits, confidence, progress)
    question.play_scenarios()
    question.compare_seats()
    question.fix_the_start()
    question.deal_choices()
    question.let_policies_meet()
    question.compare_modules()
    question.doubt_assumptions()
    return question.result()


@dataclass(frozen=True)
class _Arm:
    """What is kept of the games of one scenario under the common policy."""

    table: Table
    starts: np.ndarray
    measured: dict[str, Measured]
    chosen: np.ndarray | None
    rows_sha256: str
    rules_digest: str


class _Question:
    """The state of one call of `balance`: what has been played so far."""

    def __init__(
        self,
        base: Base,
        scenarios: tuple[str, ...],
        policy: str,
        meeting: tuple[str, ...],
        extent: Extent,
        margins: dict[str, float],
        confidence: float,
        progress: Report | None,
    ) -> None:
        self.base, self.game, self.scenarios, self.policy = base, base.game, scenarios, policy
        self.extent, self.margins, self.confidence, self.progress = extent, margins, confidence, progress
        self.seated = {name: self.game.seats_in_play(base.resolve(name)) for name in scenarios}
        self.usual = players_of(self.game, self.game.file.default_scenario)
        known = registry.policy_files(self.game)
        self.meeting = meeting or spread_out([name for name in self.game.file.ladder if name in known])
        self.arms: dict[str, _Arm] = {}
        self.played = 0
        self.seats: list[SeatBalance] = []
        self.starts: list[StartWorth] = []
        self.choices: list[ChoiceBalance] = []
        self.luck: list[LuckShare] = []
        self.modules: list[ModuleStep] = []
        self.statements: list[BalanceStatement] = []
        self.seat_pairs = self.choice_pairs = self.changes = 0

    # --- telling how far it is ---

    def _forward(self, stage: str, done: int, total: int) -> Callable[[Progress], None]:
        def tell(run: Progress) -> None:
            if self.progress is not None:
                self.progress(Step(stage, done + run.games, total, self.played, run=run))

        return tell

    def _after(self, stage: str, total: int) -> Callable[[int], None]:
        done = 0

        def tell(games: int) -> None:
            nonlocal done
            done += games
            if self.progress is not None:
                self.progress(Step(stage, done, total, self.played))

        return tell

    # --- the parts ---

    def play_scenarios(self) -> None:
        """Play every scenario under the common policy."""
        total, stage = self.extent.games * len(self.scenarios), f"every {self.game.file.scenario_word}"
        for number, scenario in enumerate(self.scenarios):
            self.arms[scenario] = self._arm(scenario, {}, self.extent.games, stage, number, total)
        self.played += total

    def _arm(self, scenario: str, rules: Mapping[str, Any], games: int, stage: str, number: int, total: int) -> _Arm:
        forward = self._forward(stage, number * games, total)
        found = play(self.base, Arm.of(scenario, self.policy, rules), games, forward)
        assert found.rows is not None
        seats, entry = self.seated[scenario], self.game.file.balance
        table = Table.of(self.game, found.rows, seats)
        return _Arm(
            table,
            starts_of(
                self.game, found.rows, len(seats), self._at(found.plan.rules, entry.start_rule, entry.start_fixed)
            ),
            measured(self.game, found.rows, table, self.margins[POINTS]),
            dealt_codes(self.game, found.rows, seats) if entry.choice_measure else None,
            found.rows_sha256 or "",
            found.plan.rules.digest(),
        )

    def _at(self, rules: RuleSet, name: str, value: str) -> bool:
        """Return whether a rule has a value; False if the game has no such rule."""
        return bool(name) and rules.values[name] == value

    def compare_seats(self) -> None:
        """Compare the seats of every scenario."""
        self.seat_pairs = sum(len(seats) * (len(seats) - 1) // 2 for seats in self.seated.values())
        ruler = Ruler(self.margins, self.confidence, 2 * len(self.scenarios), 2 * self.seat_pairs)
        focus = [self._focus(players) for players in self._counts()]
        for name, arm in self.arms.items():
            found = seat_balance(name, arm.table, arm.starts.tolist(), ruler, arm.rows_sha256, arm.rules_digest)
            self.seats.append(found)
            if name in focus:
                self.statements += seat_statements(self.game, found)
        others = [found for found in self.seats if found.verdict == "unequal" and found.scenario not in focus]
        if others:  # seats that are said to be unequal anywhere are put to the test of the assumptions
            widest = max(others, key=lambda found: found.gaps[VICTORY].size.estimate)
            self.statements += seat_statements(self.game, widest)

    def _counts(self) -> list[int]:
        return sorted({len(seats) for seats in self.seated.values()})

    def _focus(self, players: int) -> str:
        """Return the scenario that stands for a number of players: the default one if it was played, else the last."""
        names = [name for name in self.scenarios if len(self.seated[name]) == players]
        default = family(self.game, self.game.file.default_scenario)
        return next((name for name in names if family(self.game, name) == default), names[-1])

    def fix_the_start(self) -> None:
        """Play with the first seat starting every round."""
        games, entry = min(self.extent.games, self.extent.other_games), self.game.file.balance
        names = [self._focus(players) for players in self._counts()]
        names = [name for name in names if can_fix(self.base, name) and np.isfinite(self.arms[name].starts).all()]
        if games == 0:
            return
        for number, name in enumerate(names):
            change = {entry.start_rule: entry.start_fixed}
            fixed = self._arm(name, change, games, "the start player", number, games * len(names))
            self.played += games
            printed = _first(self.arms[name].table, games)
            if np.allclose(self.arms[name].starts, fixed.starts):
                continue
            worth = start_worth(name, printed, fixed.table, self.arms[name].starts, fixed.starts, self.confidence)
            self.starts.append(worth)
            self.statements += start_statements(self.game, worth)

    def deal_choices(self) -> None:
        """Play with dealt choices, where the game has some."""
        games, entry = min(self.extent.games, self.extent.other_games), self.game.file.balance
        names = [name for name in self.scenarios if family(self.game, name) in entry.choice_scenarios]
        if games == 0 or not entry.choice_rule:
            return
        self.choice_pairs = len(names) * len(entry.choices) * (len(entry.choices) - 1) // 2
        ruler = Ruler(self.margins, self.confidence, 2 * len(names), 2 * self.choice_pairs)
        for number, name in enumerate(names):
            change = {entry.choice_rule: entry.choice_dealt}
            arm = self._arm(name, change, games, f"every {entry.choice_word}", number, games * len(names))
            self.played += games
            assert arm.chosen is not None
            found = choice_balance(
                name,
                entry.choice_word,
                entry.choices,
                arm.table,
                arm.chosen,
                None
                if self._at(self.base.resolve(name), entry.choice_rule, entry.choice_dealt)
                else self.arms[name].chosen,
                ruler,
                arm.rows_sha256,
            )
            self.choices += [found] if found else []
        for found in self._first_choices():
            self.statements += choice_statements(self.game, found)

    def _chosen(self, scenario: str) -> np.ndarray | None:
        """Return what the policy takes where it may choose, None where it is dealt."""
        entry = self.game.file.balance
        dealt = self._at(self.base.resolve(scenario), entry.choice_rule, entry.choice_dealt)
        return None if dealt else self.arms[scenario].chosen

    def _first_choices(self) -> list[ChoiceBalance]:
        """Return the choices statements are made about: of the first scenario for the default number of players."""
        ranked = sorted(self.choices, key=lambda found: (found.players != self.usual, -found.players))
        return ranked[:1]

    def let_policies_meet(self) -> None:
        """Let policies of different strength meet at every table there is."""
        if self.extent.luck_games == 0 or len(self.meeting) < 2:
            return
        tell = self._after("policies that meet", self.extent.luck_games * len(self.scenarios))
        for name in self.scenarios:
            games = self.extent.luck_games
            found = meet(self.base, name, self.seated[name], self.meeting, games, self.confidence, tell)
            self.luck.append(found)
            self.played += found.tables * found.games

    def compare_modules(self) -> None:
        """Compare every scenario with the one it comes after."""
        steps = [(name, self._before(name)) for name in self.scenarios]
        pairs = [(name, before) for name, before in steps if before is not None]
        varied = sum(len(changes(self.arms[b].measured, self.arms[n].measured)) for n, b in pairs)
        comparisons = varied + (len(pairs) if self.luck else 0)
        each = simultaneous(self.confidence, comparisons)
        self.changes = comparisons
        luck = {found.scenario: found for found in self.luck}
        usual = self.usual if self.usual in self._counts() else self._counts()[-1]
        for name, before in pairs:
            found = changes(self.arms[before].measured, self.arms[name].measured, each)
            of_luck = change_of_luck(luck[before], luck[name], each) if luck else None
            step = module_step(name, before, len(self.seated[name]), self.extent.games, found, of_luck)
            self.modules.append(step)
            if len(self.seated[name]) == usual:
                self.statements += module_statements(self.game, step)

    def _before(self, scenario: str) -> str | None:
        """Return the scenario another one adds something to, if it was played for as many players."""
        after = self.game.scenarios[scenario].get("after")
        if after is None or after not in self.scenarios:
            return None
        return str(after) if len(self.seated[after]) == len(self.seated[scenario]) else None

    def doubt_assumptions(self) -> None:
        """Ask every statement under sampled sets of assumptions."""
        games, samples = self.extent.assumption_games, self.extent.samples
        if games == 0 or samples == 0 or not self.statements:
            return
        doubt = Doubt(self.base, self.policy, self.seated, samples, games, self.margins[POINTS], self.confidence)
        self.statements, played = doubt.judge(self.statements, lambda total: self._after(STAGE, total))
        self.played += played

    def result(self) -> BalanceResult:
        """Return what was found."""
        from sim.policy import load_declaration, parse_team

        names = dict.fromkeys([self.policy, *(self.meeting if self.luck else ())])
        unit = next(iter(self.game.file.columns_of(self.game.file.measures[0]).values())).unit
        asked = any(statement.survival for statement in self.statements)
        return BalanceResult(
            game=self.game,
            scenarios=self.scenarios,
            policy=self.policy,
            seed=self.base.seed,
            confidence=self.confidence,
            margins=self.margins,
            played=Played(
                self.extent.games,
                self.extent.luck_games if self.luck else 0,
                self.extent.samples if asked else 0,
                self.extent.assumption_games if asked else 0,
                self.played,
            ),
            seats=tuple(self.seats),
            starts=tuple(self.starts),
            choices=tuple(self.choices),
            modules=tuple(self.modules),
            luck=tuple(self.luck),
            scores=tuple(scores_of(name, arm.table, unit) for name, arm in self.arms.items()),
            statements=tuple(self.statements),
            variants=self.base.variants,
            rules_changed=self.base.resolve(self.scenarios[0]).changed(self.game.parameters),
            cards=tuple(self.base.cards),
            source_digest=self.game.digest(),
            policy_digests={
                name: load_declaration(self.game, parse_team(self.game, name)[0].policy).digest() for name in names
            },
            adjustment={
                "method": "bonferroni",
                "seats": 2 * self.seat_pairs,
                "choices": 2 * self.choice_pairs,
                "changes": self.changes,
            },
        )


def _first(table: Table, games: int) -> Table:
    return Table(table.seats, table.points[:games], table.victory[:games])
