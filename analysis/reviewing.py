"""Which choices of a game that was played cost most? Every choice of every decision in futures of its own.

A first glance finds the decisions that are worth a closer look; the look is in new futures, so that their being picked
does not flatter the difference. One decision by itself is `analysis.advising`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.advising import Players, Trial
from analysis.pairs import PairSums
from analysis.proportions import CONFIDENCE, Estimate

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.futures import Begun
    from sim.moments import Asked, PlayedGame, Turn

#: Futures in which every choice of a game is tried first, to find those that are worth a closer look.
GLANCE = 200
#: The same where seats play against each other: a game has the decisions of everybody, and each takes longer.
GLANCE_AGAINST = 50


@dataclass(frozen=True)
class Costly:
    """A choice of a game, against the best other one.

    Attributes
    ----------
    turn : Turn
        The turn.
    asked : Asked
        The decision, with what was chosen.
    better : int
        The choice that looked best in the first glance.
    cost : Estimate
        Win chance of the better choice minus that of the one made, in futures of their own.
    chosen, instead : float
        Both win chances in those futures.
    """

    turn: Turn
    asked: Asked
    better: int
    cost: Estimate
    chosen: float
    instead: float

    @property
    def sure(self) -> bool:
        """Whether the better choice is surely better."""
        return self.cost.low > 0

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "turn": self.turn.number,
            "decision": self.asked.number,
            "name": self.asked.name,
            "seat": self.asked.seat,
            "chosen": {"index": self.asked.index, "columns": list(self.asked.choices[self.asked.index])},
            "better": {"index": self.better, "columns": list(self.asked.choices[self.better])},
            "win_rate_chosen": self.chosen,
            "win_rate_better": self.instead,
            "cost": self.cost.to_json(),
            "sure": self.sure,
        }


@dataclass(frozen=True)
class Review:
    """The choices of one game that cost most.

    Attributes
    ----------
    costly : tuple of Costly
        Looked at closely, the most expensive first.
    decisions : int
        Decisions looked at.
    glance, closely : int
        Futures of every choice in the first glance, and of the two choices of each decision looked at closely.
    played : int
        Games played in all.
    """

    costly: tuple[Costly, ...]
    decisions: int
    glance: int
    closely: int
    played: int

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "decisions": self.decisions,
            "glance_futures": self.glance,
            "futures": self.closely,
            "games": self.played,
            "costly": [costly.to_json() for costly in self.costly],
        }


def review(
    plan: Plan,
    index: int,
    game: PlayedGame,
    then: Plan,
    *,
    seed: int,
    closely: int,
    worst: int = 10,
    glance: int | None = None,
    jobs: int = 1,
    confidence: float = CONFIDENCE,
    after: Callable[[int, int], None] | None = None,
) -> Review:
    """Return the choices of one game that cost most.

    Every choice of every decision is tried in a few futures. The decisions whose choice looks dearest, one a turn, are
    then looked at closely: the choice made against the one that looked best, in new futures, so that their being picked
    does not flatter the difference. The intervals hold for all of them together.

    Parameters
    ----------
    plan : Plan
        What was played.
    index : int
        Which game of the seed.
    game : PlayedGame
        The same game, turn by turn.
    then : Plan
        The same rules, and who plays on.
    seed : int
        Seed of the futures.
    closely : int
        Futures of the close look.
    worst : int
        Decisions that are looked at closely.
    glance : int, optional
        Futures of the first glance, by default `GLANCE`, or `GLANCE_AGAINST`.
    jobs : int
        Threads; the review does not depend on them.
    after : callable, optional
        Called with the decisions done and those there are, both looks counted.
    """
    players = Players(then, jobs)
    if glance is None:
        glance = GLANCE_AGAINST if players.game.file.competitive else GLANCE
    moments = [
        Moment(turn, asked, begun)
        for turn, begun in zip(game.turns, starts(plan, index, then, len(game.turns)), strict=True)
        for asked in turn.asked
    ]
    steps = len(moments) + min(worst, len(moments))
    looks: list[Look] = []

    few = glance

    def at_first(moment: Moment) -> tuple[int, int]:
        return moment.glance(players, seed, few)

    for done, (cost, better) in enumerate(players.map(at_first, moments)):
        looks.append((cost, better, moments[done]))
        if after is not None:
            after(done + 1, steps)
    played = glance * sum(len(moment.asked.choices) for moment in moments)
    picked = _one_a_turn(looks)[:worst]
    level = 1 - (1 - confidence) / max(len(picked), 1)
    costly = []
    for done, (_, better, moment) in enumerate(picked):
        numbers = (moment.asked.index, better)
        chosen, instead = moment.trial(players, seed)(numbers, glance, closely)  # futures the glance has not seen
        played += 2 * closely
        found, whole = PairSums.of(chosen, instead, players.whole).difference(True, level), players.whole
        rates = float(chosen.mean()) / whole, float(instead.mean()) / whole
        costly.append(Costly(moment.turn, moment.asked, better, found, *rates))
        if after is not None:
            after(len(moments) + done + 1, steps)
    costly.sort(key=lambda item: (-item.cost.estimate, item.turn.number, item.asked.number))
    return Review(tuple(costly), len(moments), glance, closely, played)


def _one_a_turn(looks: Sequence[Look]) -> list[Look]:
    """Return the dearest decision of each turn that cost anything, the dearest first.

    What follows from a choice in the same turn repeats its cost.
    """
    found: dict[int, Look] = {}
    for look in sorted(looks, key=lambda look: -look[0]):  # stable: of equals the earlier
        if look[0] > 0:
            found.setdefault(look[2].turn.number, look)
    return list(found.values())


@dataclass(frozen=True)
class Moment:
    """A decision of a game that was played, and the start of its turn."""

    turn: Turn
    asked: Asked
    begun: Begun

    def trial(self, players: Players, seed: int) -> Trial:
        """Return what plays its choices."""
        return Trial(players, self.begun, tuple(self.turn.made_before(self.asked)), seed, self.asked.seat)

    def glance(self, players: Players, seed: int, games: int) -> tuple[int, int]:
        """Return how many more of a few futures the best choice won than the one made, and which choice that is."""
        made = self.turn.made_before(self.asked)
        wins = [
            int(players.won(self.begun, [*made, number], seed, 0, games, self.asked.seat).sum())
            for number in range(len(self.asked.choices))
        ]
        better = max(range(len(wins)), key=lambda number: (wins[number], -number))
        return wins[better] - wins[self.asked.index], better


#: What the first glance says of a decision: games lost by the choice made, the choice that won most, the decision.
Look = tuple[int, int, Moment]


def starts(plan: Plan, index: int, then: Plan, turns: int) -> list[Begun]:
    """Return the beginning of the set-up and of every turn of a game, with the policies of ``then``."""
    from sim.position import BEFORE_SET_UP, Position

    position = Position(plan, index, 0)
    other = None if then == plan else position.played_by(then)
    found = []
    for turn in range(turns):
        position.go_to(turn - 1 if turn else BEFORE_SET_UP)
        if other is not None:
            other.take(position)
        found.append((other or position).begun)
    return found
