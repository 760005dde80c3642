"""What does each rule do, and why is this scenario hard? Every rule switched off alone, against the printed game.

Of a game played against each other nothing is hard: there the question is what a rule does to the points a player, to
the watched seat's share of the wins, or to any other measure (`analysis.measures`).

The effect of a rule is the win rate with it minus the win rate without it, on shared seeds: below 0 the rule costs
games. All intervals of single rules hold together (Bonferroni), and "no effect" is an equivalence statement with a
margin (two one-sided tests), each at the same level.

Of the rules with the largest effects, and of the scenario's special rules, pairs are switched off together as well:
the interaction is what two rules do together beyond the sum of both. Pairs are chosen by what the games have shown, so
they are measured on games of their own; the largest of many would otherwise flatter themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from analysis.alone import Beside, Count, Measure
from analysis.arms import Arm, Base, Report, play, play_many
from analysis.attributed import Attribution, PairEffect, RuleEffect
from analysis.measures import leading_measure
from analysis.order import simultaneous
from analysis.paired import Metric, PairSums, effect_of, one_side
from analysis.proportions import CONFIDENCE, Estimate
from analysis.switches import Switch, contradiction, switches_of
from sim.errors import Interrupted

__all__ = ["Attribution", "PairEffect", "RuleEffect", "attribute", "chosen_pairs", "games_to_tell"]

#: Games of each arm.
GAMES = 40_000
#: Games of each arm between two looks at the clock; the result does not depend on it.
CHUNK = 10_000
#: Rules, the largest effects first, of which pairs are made.
PAIRED = 4

#: How far two rules together are from the sum of both; it can reach 2 either way, so it is no share.
INTERACTION = Metric("interaction", "interaction", "games")


def attribute(
    base: Base,
    scenario: str,
    policy: str,
    games: int = GAMES,
    *,
    pairs: bool = True,
    margin: float | None = None,
    confidence: float = CONFIDENCE,
    every_rule: bool = False,
    measure: str | None = None,
    progress: Report | None = None,
) -> Attribution:
    """Switch every special rule and every lever of a scenario off, one at a time, and pairs of those that matter.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    scenario, policy : str
        What is played, and by whom (as ``--policy`` takes it).
    games : int, optional
        Games of each arm; pairs are played on as many games of their own.
    pairs : bool, optional
        Whether pairs are switched off together.
    margin : float, optional
        Effects up to this one do not matter, a share from 0 to 1; by default the measure's own.
    confidence : float, optional
        Of all intervals together, of single rules and of pairs each.
    every_rule : bool, optional
        Switch off also what is no lever but could be off.
    measure : str, optional
        What is asked about, by its name in `analysis.measures`; by default the win rate, or the points a player.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        If the rules are not allowed or contradict each other, or the game has no such measure.
    Interrupted
        On Ctrl-C before the first chunk was finished; later the result is returned with status "interrupted".
    """
    switches, left = switches_of(base, scenario, every_rule)
    asked = Measure.named(base.game, base.resolve(scenario), measure or leading_measure(base.game))
    margin = asked.metric.margin if margin is None else margin
    question = _Question(base, scenario, policy, asked, margin, confidence, progress)
    status = "complete"
    try:
        question.play_singles(switches, games)
    except (Interrupted, KeyboardInterrupt):
        status = "interrupted"
        if question.games == 0:
            raise Interrupted("stopped before enough games were played to say anything") from None
    effects = question.effects(switches)
    chosen = chosen_pairs(base, scenario, effects) if pairs and status == "complete" else []
    found: list[PairEffect] = []
    try:
        if chosen:
            question.play_pairs(chosen, games)
    except (Interrupted, KeyboardInterrupt):
        status = "interrupted"
    if question.pair_games:
        found = question.pair_effects(chosen)
    return Attribution(
        base,
        scenario,
        policy,
        base.resolve(scenario),
        question.games,
        question.pair_games,
        margin,
        confidence,
        question.rate,
        tuple(effects),
        tuple(found),
        tuple(left),
        status,
        asked.metric,
    )


def chosen_pairs(base: Base, scenario: str, effects: Sequence[RuleEffect]) -> list[tuple[Switch, Switch]]:
    """Return the pairs worth a look: of the rules with the largest effects shown, and of the special rules.

    Pairs that cannot both be off under the rules in force are left out.
    """
    shown = [found.switch for found in effects if found.effect.differs and not found.switch.every]
    largest: list[Switch] = []
    for switch in shown:
        if len(largest) < PAIRED and all(switch.apart_from(other) for other in largest):
            largest.append(switch)
    special = [found.switch for found in effects if found.switch.kind == "special" and not found.switch.every]
    wanted = [*combinations(largest, 2), *combinations([switch for switch in special if not switch.part], 2)]
    found: list[tuple[Switch, Switch]] = []
    for first, second in wanted:
        known = (first, second) in found or (second, first) in found
        if not known and first.apart_from(second) and not contradiction(base, scenario, {**first.off, **second.off}):
            found.append((first, second))
    return found


def games_to_tell(found: RuleEffect) -> float:
    """Return about how many games would settle a rule that is not yet known, if its effect is what it seems to be.

    Infinite where it seems to be the margin itself.
    """
    effect, points = found.effect, found.points
    half = (points.high - points.low) / 2
    inner = (effect.equivalence.high - effect.equivalence.low) / 2
    size = abs(points.estimate)
    ratios = [half / size if size > 0 else np.inf, inner / (effect.margin - size) if size < effect.margin else np.inf]
    return float(points.n * min(ratios) ** 2)


def interaction_of(metric: Metric) -> Metric:
    """Return `INTERACTION` in the unit of what is asked about."""
    return replace(
        INTERACTION, unit=INTERACTION.unit if metric.is_share else metric.unit, per=metric.per, dense=metric.dense
    )


class _Question:
    """The state of one call of `attribute`: sums over the games played so far."""

    def __init__(
        self,
        base: Base,
        scenario: str,
        policy: str,
        measure: Measure,
        margin: float,
        confidence: float,
        progress: Report | None,
    ) -> None:
        self.base, self.scenario, self.policy = base, scenario, policy
        self.margin, self.confidence, self.progress = margin, confidence, progress
        self.measure = measure
        self.metric, self.score = self.measure.metric, self.measure.score
        self.games = self.pair_games = 0
        self.sums: list[PairSums] = []
        self.touched: list[PairSums] = []
        self.scores: list[PairSums] = []
        self.together: list[PairSums] = []
        self.beyond: list[PairSums] = []
        self.wins = PairSums()

    @property
    def rate(self) -> Estimate:
        """Win rate, or what else is asked about, of the game as it is."""
        return one_side(self.wins, "base", self.metric, self.confidence)

    def _arm(self, *off: Switch) -> Arm:
        values: dict[str, Any] = {}
        for switch in off:
            values |= switch.off
        return Arm.of(self.scenario, self.policy, values)

    def _count(self, stage: str, before: int, games: int, arms: int) -> Count:
        return Count(self.progress, stage, before * arms, games * arms)

    # --- single rules ---

    def play_singles(self, switches: Sequence[Switch], games: int) -> None:
        """Play the game as it is, and without each rule, chunk by chunk; a chunk counts when all of it is played."""
        arms = [self._arm(switch) for switch in switches]
        self.sums = [PairSums() for _ in arms]
        self.touched = [PairSums() for _ in arms]
        self.scores = [PairSums() for _ in arms]
        while self.games < games:
            chunk = min(CHUNK, games - self.games)
            count = Count(
                self.progress, "each rule switched off", self.games * (1 + len(arms)), games * (1 + len(arms))
            )
            rows = self._play_base(self.games, chunk, count)
            won = self.metric.values(rows)

            def reduce(other: np.ndarray, rows: np.ndarray = rows, won: np.ndarray = won) -> Beside:
                return self.measure.beside(rows, won, other)

            found = list(play_many(self.base, arms, chunk, reduce, count.add, self.games))
            for position, new in enumerate(found):
                self.sums[position] += new.wins
                self.touched[position] += new.touched
                self.scores[position] += new.scores
            self.wins += self.metric.sums(won, np.zeros_like(won))
            self.games += chunk

    def _play_base(self, first: int, games: int, count: Count) -> np.ndarray:
        result = play(self.base, self._arm(), games, count.show, first)
        assert result.rows is not None
        count.add(games)
        return result.rows

    def effects(self, switches: Sequence[Switch]) -> list[RuleEffect]:
        """Return what each rule does, the largest first."""
        each = simultaneous(self.confidence, len(switches))
        found = [
            RuleEffect(
                switch,
                effect_of(sums, self.metric, each, self.margin),
                touched.side("base", True, each),
                None if self.score is None else effect_of(scores, self.score, each),
            )
            for switch, sums, touched, scores in zip(switches, self.sums, self.touched, self.scores, strict=True)
        ]

        def size(effect: RuleEffect) -> tuple[float, float]:
            score = effect.score.difference.estimate if effect.score is not None else 0.0
            return -abs(effect.points.estimate), -abs(score)

        return sorted(found, key=size)

    # --- pairs ---

    def play_pairs(self, pairs: Sequence[tuple[Switch, Switch]], games: int) -> None:
        """Play the game as it is, without each rule of the pairs, and without both, on games of their own."""
        singles = list({id(switch): switch for pair in pairs for switch in pair}.values())
        arms = [*(self._arm(switch) for switch in singles), *(self._arm(*pair) for pair in pairs)]
        place = {id(switch): position for position, switch in enumerate(singles)}
        self.together = [PairSums() for _ in pairs]
        self.beyond = [PairSums() for _ in pairs]
        while self.pair_games < games:
            chunk, first = min(CHUNK, games - self.pair_games), games + self.pair_games
            count = self._count("pairs of rules", self.pair_games, games, 1 + len(arms))
            won = self.metric.values(self._play_base(first, chunk, count))
            off = list(play_many(self.base, arms, chunk, self.metric.values, count.add, first))
            alone, both = off[: len(singles)], off[len(singles) :]
            for number, (a, b) in enumerate(pairs):
                one, other = alone[place[id(a)]], alone[place[id(b)]]
                self.together[number] += self.metric.sums(both[number], won)
                # (won - both) - (won - one) - (won - other), game by game
                self.beyond[number] += self.metric.sums(won + both[number], one + other)
            self.pair_games += chunk

    def pair_effects(self, pairs: Sequence[tuple[Switch, Switch]]) -> list[PairEffect]:
        """Return what each pair does together, the largest interaction first."""
        each = simultaneous(self.confidence, 2 * len(pairs))
        found = [
            PairEffect(
                a,
                b,
                effect_of(together, self.metric, each, self.margin),
                effect_of(beyond, interaction_of(self.metric), each, self.margin),
            )
            for (a, b), together, beyond in zip(pairs, self.together, self.beyond, strict=True)
        ]
        return sorted(found, key=lambda pair: -abs(pair.interaction.difference.estimate))
