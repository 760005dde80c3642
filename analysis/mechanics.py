"""What is each mechanic of a game worth to a policy? The same games again with one thing forbidden at a time.

A mechanic is something players may do (``mechanics.toml``); forbidden, its choices are taken out of every list before
the policy is asked. What it is worth is the share of games won with it minus the share without, on shared seeds. All
intervals hold together (Bonferroni); "worth nothing" is an equivalence statement with a margin.

The policy was not made for a game without the mechanic: it makes its second choice. A team that has learnt to do
without it would lose less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.alone import Beside, Count, Measure
from analysis.arms import Arm, Base, Report, plan_of, play, play_many
from analysis.names import unknown_scenarios
from analysis.order import simultaneous
from analysis.paired import Effect, PairSums, effect_of
from analysis.proportions import CONFIDENCE, Estimate, ends_of_json, ends_to_json, wilson
from analysis.skill import best_policy
from analysis.skill_result import ALL
from analysis.space import changes_to_json
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.registry import Game

#: Games of each arm, and what does not matter.
GAMES, MARGIN = 10_000, 0.01
#: Games of each arm between two looks at the clock; the result does not depend on it.
CHUNK = 10_000
#: Fewer games say nothing.
LEAST_GAMES = 50
#: Name that stands for the best policy there is.
BEST = "best"
#: What a verdict of `analysis.paired` says about a mechanic.
VERDICTS = {"better": "helps", "worse": "harms", "equivalent": "nothing", "unknown": "unknown"}


@dataclass(frozen=True)
class Worth:
    """What one mechanic is worth in one scenario, or over the mean of all.

    Attributes
    ----------
    mechanic, title, scenario : str
        What, as the game calls it, and where.
    worth : Estimate
        Share of games won with it minus without.
    without : Estimate
        Share of games won without it.
    touched : Estimate
        Share of games that go otherwise without it: in all others it never mattered.
    equivalence : (float, float)
        Ends of the 1 - 2 alpha interval, the two one-sided tests.
    verdict : {"helps", "harms", "nothing", "unknown", "unused"}
        "nothing": within the margin; "unused": no game went otherwise without it.
    """

    mechanic: str
    title: str
    scenario: str
    worth: Estimate
    without: Estimate
    touched: Estimate
    equivalence: tuple[float, float]
    verdict: str

    @classmethod
    def of(cls, mechanic: str, title: str, scenario: str, effect: Effect, touched: Estimate) -> Worth:
        """Return what a paired comparison shows."""
        verdict = "unused" if touched.estimate == 0 else VERDICTS[effect.verdict]
        ends = (effect.equivalence.low, effect.equivalence.high)
        return cls(mechanic, title, scenario, effect.difference, effect.base, touched, ends, verdict)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "mechanic": self.mechanic,
            "title": self.title,
            "scenario": self.scenario,
            "worth": self.worth.to_json(),
            "without": self.without.to_json(),
            "touched": self.touched.to_json(),
            "equivalence": ends_to_json(self.equivalence),
            "verdict": self.verdict,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Worth:
        """Return what `to_json` described."""
        worth, left, moved = (Estimate.from_json(data[key]) for key in ("worth", "without", "touched"))
        names = (data["mechanic"], data["title"], data["scenario"])
        return cls(*names, worth, left, moved, ends_of_json(data["equivalence"]), data["verdict"])


@dataclass(frozen=True)
class MechanicsResult:
    """What each mechanic is worth, as numbers.

    Attributes
    ----------
    game : Game
        The game.
    scenarios : tuple of str
        Where.
    policy : str
        Who plays.
    mechanics : tuple of str
        What was forbidden, the most valuable over all scenarios first, what was never used last.
    games, seed, margin, confidence
        Games of each arm, and the seed of all; of the equivalence statements, and of all intervals together.
    rates : dict
        Win rate of the unrestricted game, by scenario; "all" is the mean.
    worths : dict
        By (mechanic, scenario); scenario "all" is the mean of all.
    variants, rules_changed, cards, source_digest, policy_digest
        What was played.
    """

    game: Game
    scenarios: tuple[str, ...]
    policy: str
    mechanics: tuple[str, ...]
    games: int
    seed: int
    margin: float
    confidence: float
    rates: dict[str, Estimate]
    worths: dict[tuple[str, str], Worth]
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    source_digest: str = ""
    policy_digest: str = ""

    @property
    def place(self) -> str:
        """The scenario, or "all" where there are several: what the mechanics are ranked by."""
        return ALL if len(self.scenarios) > 1 else self.scenarios[0]

    @property
    def played(self) -> int:
        """Games played in all."""
        return self.games * len(self.scenarios) * (1 + len(self.mechanics))

    def of(self, verdict: str, place: str = "") -> list[Worth]:
        """Return the mechanics with a verdict, the most valuable first."""
        where = place or self.place
        return [self.worths[name, where] for name in self.mechanics if self.worths[name, where].verdict == verdict]

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json``, from which `from_json` builds the result again."""
        return {
            "confidence": self.confidence,
            "scenarios": list(self.scenarios),
            "policy": {"name": self.policy, "digest": self.policy_digest},
            "mechanics": list(self.mechanics),
            "games": self.games,
            "margin": self.margin,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "win_rates": {name: rate.to_json() for name, rate in self.rates.items()},
            "worths": [worth.to_json() for worth in self.worths.values()],
            "adjustment": {
                "method": "bonferroni",
                "comparisons": len(self.worths),
                "confidence_each": simultaneous(self.confidence, len(self.worths)),
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MechanicsResult:
        """Return the result that `to_json` described; the game must be installed."""
        worths = [Worth.from_json(entry) for entry in data["worths"]]
        return cls(
            registry.load_game(data["game"]),
            tuple(data["scenarios"]),
            data["policy"]["name"],
            tuple(data["mechanics"]),
            data["games"],
            data["seed"],
            data["margin"],
            data["confidence"],
            {name: Estimate.from_json(rate) for name, rate in data["win_rates"].items()},
            {(worth.mechanic, worth.scenario): worth for worth in worths},
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            tuple(data["cards"]),
            data["source_digest"],
            data["policy"]["digest"],
        )


def without(policy: str, mechanic: str) -> str:
    """Return a policy, or a team of them as ``--policy`` takes it, with one mechanic forbidden to every seat.

    Examples
    --------
    >>> without("frugal:reserve=5+novice", "comps")
    'frugal:reserve=5,forbid=comps+novice:forbid=comps'
    """
    seats = [seat.strip() for seat in policy.split("+")]
    return "+".join(f"{seat}{',' if ':' in seat else ':'}forbid={mechanic}" for seat in seats)


def mechanics(
    base: Base,
    scenarios: Sequence[str] = (),
    policy: str = BEST,
    games: int = GAMES,
    *,
    only: Sequence[str] = (),
    margin: float = MARGIN,
    confidence: float = CONFIDENCE,
    progress: Report | None = None,
) -> MechanicsResult:
    """Play every scenario with each mechanic forbidden in turn and say what each is worth.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    scenarios : sequence of str, optional
        Where; by default everywhere.
    policy : str, optional
        Who plays, as ``--policy`` takes it; "best" is the highest rung that does not look ahead.
    games : int, optional
        Games of each arm.
    only : sequence of str, optional
        Mechanics to forbid; by default all the game declares.
    margin : float, optional
        A worth up to this one, of 0 to 1, is nothing.
    confidence : float, optional
        Of all intervals together.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        If a name is unknown, the game declares no mechanics, or there are too few games.
    """
    game = base.game
    known = mechanics_of(game)
    places, names = tuple(dict.fromkeys(scenarios or game.scenarios)), tuple(dict.fromkeys(only or known))
    problems = unknown_scenarios(game, places)
    problems += unknown_mechanics(game, names)
    if games < LEAST_GAMES:
        problems.append(f"games {games}: at least {LEAST_GAMES} are needed to say what a mechanic is worth.")
    if problems:
        raise BadInput(problems)
    player = best_policy(game) if policy == BEST else policy
    question = _Question(base, places, player, names, progress)
    question.play(games)
    return question.result(margin, confidence)


def mechanics_of(game: Game) -> dict[str, str]:
    """Return the titles of the mechanics a game declares, by name."""
    return {name: entry.title for name, entry in game.mechanics.items()}


def unknown_mechanics(game: Game, names: Sequence[str]) -> list[str]:
    """Return a line for every name that is no mechanic of a game, or for a game without any."""
    known = mechanics_of(game)
    if not known:
        return [f"{game.file.title} declares no mechanics that could be forbidden (mechanics.toml)."]
    return [f"{game.name} has no mechanic '{name}'.{nearest(name, known)}" for name in names if name not in known]


class _Question:
    """The state of one call of `mechanics`: sums over the games played so far."""

    def __init__(
        self,
        base: Base,
        scenarios: tuple[str, ...],
        policy: str,
        names: tuple[str, ...],
        progress: Report | None,
    ) -> None:
        self.base, self.scenarios, self.policy, self.names = base, scenarios, policy, names
        self.progress, self.measure, self.games = progress, Measure.of(base.game), 0
        self.titles = mechanics_of(base.game)
        places = [*scenarios, *([ALL] if len(scenarios) > 1 else [])]
        keys = [(name, place) for name in names for place in places]
        self.wins = {key: PairSums(scale=self._scale(key[1])) for key in keys}
        self.touched = {key: PairSums(scale=self._scale(key[1])) for key in keys}
        self.plain = {place: PairSums(scale=self._scale(place)) for place in places}

    def _scale(self, place: str) -> int:
        return len(self.scenarios) if place == ALL else 1

    def play(self, games: int) -> None:
        """Play every scenario as it is, and without each mechanic, chunk by chunk."""
        arms = len(self.scenarios) * (1 + len(self.names))
        count = Count(self.progress, "each mechanic forbidden", 0, games * arms)
        while self.games < games:
            chunk = min(CHUNK, games - self.games)
            together = np.zeros((1 + len(self.names), chunk), np.int64)
            moved = np.zeros((len(self.names), chunk), np.int64)
            for place in self.scenarios:
                self._play_place(place, chunk, count, together, moved)
            if len(self.scenarios) > 1:
                nothing, scale = np.zeros(chunk, np.int64), len(self.scenarios)
                self.plain[ALL] += PairSums.of(together[0], nothing, scale)
                for number, name in enumerate(self.names):
                    self.wins[name, ALL] += PairSums.of(together[1 + number], together[0], scale)
                    self.touched[name, ALL] += PairSums.of(moved[number], nothing, scale)
            self.games += chunk

    def _play_place(self, place: str, chunk: int, count: Count, together: np.ndarray, moved: np.ndarray) -> None:
        """Play a chunk of one scenario; wins and games that went otherwise are added, game by game."""
        result = play(self.base, Arm.of(place, self.policy), chunk, count.show, self.games)
        rows = result.rows
        assert rows is not None
        count.add(chunk)
        won = self.measure.metric.values(rows)
        self.plain[place] += PairSums.of(won, np.zeros_like(won))
        together[0] += won

        def reduce(other: np.ndarray) -> Beside:
            return self.measure.beside(rows, won, other)

        arms = [Arm.of(place, without(self.policy, name)) for name in self.names]
        for number, found in enumerate(play_many(self.base, arms, chunk, reduce, count.add, self.games)):
            name = self.names[number]
            self.wins[name, place] += found.wins
            self.touched[name, place] += found.touched
            together[1 + number] += found.won
            moved[number] += found.different

    def result(self, margin: float, confidence: float) -> MechanicsResult:
        """Return what was found, the most valuable mechanic first."""
        from sim.policy import load_declaration

        game, each = self.base.game, simultaneous(confidence, len(self.wins))
        worths = {
            (name, place): Worth.of(
                name,
                self.titles[name],
                place,
                effect_of(sums, self.measure.metric, each, margin),
                self.touched[name, place].side("base", True, each),
            )
            for (name, place), sums in self.wins.items()
        }
        where = ALL if len(self.scenarios) > 1 else self.scenarios[0]
        unused = {name: worths[name, where].verdict == "unused" for name in self.names}
        ranked = sorted(self.names, key=lambda name: (unused[name], -worths[name, where].worth.estimate))
        plan = plan_of(self.base, Arm.of(self.scenarios[0], self.policy))
        digests = dict.fromkeys(load_declaration(game, seat.policy).digest() for seat in plan.team)
        return MechanicsResult(
            game,
            self.scenarios,
            self.policy,
            tuple(ranked),
            self.games,
            self.base.seed,
            margin,
            confidence,
            {place: _rate(sums, confidence) for place, sums in self.plain.items()},
            {(name, place): worths[name, place] for name in ranked for place in self.plain},
            self.base.variants,
            plan.rules.changed(game.parameters),
            tuple(self.base.cards),
            game.digest(),
            "+".join(digests),
        )


def _rate(sums: PairSums, confidence: float) -> Estimate:
    """Return a win rate; the mean of several that never changes is given the width of one."""
    found = sums.side("base", True, confidence)
    return found if found.standard_error > 0 else wilson(round(found.estimate * found.n), found.n, confidence)
