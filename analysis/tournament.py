"""Who wins against whom? Policies against each other at every seat, on shared seeds, with ratings.

For every two policies, one player of the first sits among players of the second at every seat in turn, and the other
way round; where there are enough policies, tables of all different ones are played as well, turned around the table.
All seatings share their seeds, so the games of one seed are one cluster: their mean is one observation. Intervals of
one kind (shares, points, shares by seat, ratings) hold together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

import numpy as np

from analysis.alone import Count
from analysis.arms import Arm, Base, Report, play, play_many, rules_of
from analysis.names import unknown_scenarios
from analysis.order import simultaneous, tied_groups
from analysis.paired import PairSums, judge
from analysis.pairs import advantage, share_of_victory
from analysis.proportions import CONFIDENCE, Estimate
from analysis.seats import (
    WHOLE,
    need_competitive,
    of_everybody,
    of_the_one,
    one_against,
    points,
    rotations,
    seats_at,
    twelfths,
)
from analysis.skill import looks_ahead, rungs_of
from analysis.tournament_measures import cycles, expected_share, games_to_lead_at_a_table, rate
from analysis.tournament_result import Duel, Field, Pair, Standing, TournamentResult, Verdict
from sim import cluster
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game

#: Seeds each seating is played with, and the advantage that does not matter.
GAMES, MARGIN = 2_000, 0.01
#: Seeds between two looks at the clock; the result does not depend on it.
CHUNK = 5_000
#: Fewer games say nothing; more policies give more tables than anyone reads.
LEAST_GAMES, MOST_POLICIES = 50, 8
#: Clusters of the bootstrap; more seeds are put together.
CLUSTERS = 1_000
_VERDICTS: dict[str, Verdict] = {"better": "first", "worse": "second", "equivalent": "even", "unknown": "unknown"}


@dataclass(frozen=True)
class Table:
    """Policies that meet, and how they sit.

    Attributes
    ----------
    policies : tuple of str
        The one and the others, or all different ones.
    mixed : bool
        Whether all are different, of more than two.
    seatings : tuple of tuple of str
        The policies in turn order, for each way they sit.
    """

    policies: tuple[str, ...]
    mixed: bool
    seatings: tuple[tuple[str, ...], ...]


def tables_of(policies: Sequence[str], seats: int) -> list[Table]:
    """Return all tables of a tournament.

    Examples
    --------
    >>> [table.seatings for table in tables_of(["a", "b"], 2)]
    [(('a', 'b'), ('b', 'a'))]
    >>> [(table.policies, len(table.seatings)) for table in tables_of(["a", "b", "c"], 3)][-1]
    (('a', 'b', 'c'), 3)
    """
    if seats == 2:  # one among others is both ways at once, and the table of all different ones
        return [Table(pair, False, tuple(one_against(*pair, 2))) for pair in combinations(policies, 2)]
    found = [
        Table((one, other), False, tuple(one_against(one, other, seats)))
        for one in policies
        for other in policies
        if one != other
    ]
    found += [Table(some, True, tuple(rotations(some))) for some in combinations(policies, seats)]
    return found


def tournament(
    base: Base,
    scenarios: Sequence[str] = (),
    policies: Sequence[str] = (),
    games: int = GAMES,
    *,
    margin: float = MARGIN,
    confidence: float = CONFIDENCE,
    progress: Report | None = None,
) -> TournamentResult:
    """Let policies play against each other and say who beats whom, and how much better each is.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the house rules in force.
    scenarios : sequence of str, optional
        Where; by default in the game's default scenario.
    policies : sequence of str, optional
        Who plays, the weakest first; by default the rungs the game declares that do not look ahead.
    games : int, optional
        Seeds each seating is played with.
    margin : float, optional
        An advantage up to this one, of 0 to 1, does not matter.
    confidence : float, optional
        Of all intervals of one kind together.
    progress : callable, optional
        Called with a `Step` as games are finished.

    Raises
    ------
    BadInput
        If the game is played by one team, a name is unknown, or there are too few policies or games.
    """
    game = base.game
    need_competitive(game, "a tournament")
    places = tuple(dict.fromkeys(scenarios or [game.file.default_scenario]))
    names, left_out = players_of(game, policies)
    problems = unknown_scenarios(game, places)
    if not 2 <= len(names) <= MOST_POLICIES:
        given = f"not {len(names)}" if policies else f"and {game.file.title} has {len(names)}"
        problems.append(f"a tournament has 2 to {MOST_POLICIES} policies, {given}.")
    if games < LEAST_GAMES:
        problems.append(f"games {games}: at least {LEAST_GAMES} are needed to say who beats whom.")
    if problems:
        raise BadInput(problems)
    questions = [_Field(base, place, names, games) for place in places]
    total = games * sum(question.seatings for question in questions)
    count = Count(progress, "every table, every seat", 0, total)
    for question in questions:
        question.play(games, count)
    return _result(base, names, left_out, questions, games, margin, confidence)


def players_of(game: Game, policies: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return who plays, the weakest first, and which rungs of the game do not: they are missing, or look ahead."""
    if policies:
        return tuple(dict.fromkeys(policies)), ()
    there, missing = rungs_of(game)
    quick = [name for name in there if not looks_ahead(game, name)]
    return tuple(quick), tuple(name for name in (*there, *missing) if name not in quick)


class _Field:
    """The state of the tournament in one scenario: sums over the games played so far."""

    def __init__(self, base: Base, scenario: str, policies: tuple[str, ...], games: int) -> None:
        self.base, self.scenario, self.policies = base, scenario, policies
        self.seats = seats_at(base.game, rules_of(base, Arm(scenario, policies[0])))
        self.tables = tables_of(policies, len(self.seats))
        self.seatings = sum(len(table.seatings) for table in self.tables)
        self.wins = np.zeros((min(games, CLUSTERS), len(policies), len(policies)), np.int64)
        self.share: dict[tuple[str, str], PairSums] = {}
        self.points: dict[tuple[str, str], PairSums] = {}
        self.ahead: dict[tuple[str, str], PairSums] = {}
        self.at_seat: dict[tuple[str, str, str], PairSums] = {}
        self.advantage: dict[tuple[str, str], PairSums] = {}
        self.alone: dict[tuple[str, str], PairSums] = {}
        self.mixed: dict[tuple[str, str], PairSums] = {}

    def play(self, games: int, count: Count) -> None:
        """Play every table, chunk by chunk of seeds."""
        for first in range(0, games, CHUNK):
            found = self._play_chunk(first, min(CHUNK, games - first), count)
            ones: dict[tuple[str, str], tuple[np.ndarray, np.ndarray]] = {}
            many: dict[str, list[tuple[np.ndarray, np.ndarray]]] = {name: [] for name in self.policies}
            for table in self.tables:
                sat = [next(found) for _ in table.seatings]
                for seating, (parts, scored) in zip(table.seatings, sat, strict=True):
                    self._count_wins(seating, parts, first)
                    if table.mixed:
                        for name in seating:
                            many[name].append((parts[:, seating.index(name)], scored[:, seating.index(name)]))
                if not table.mixed:
                    one, other = table.policies
                    ones[one, other] = self._add_duel((one, other), sat)
                    if len(self.seats) == 2:  # the same games, seen from the other side
                        ones[other, one] = self._add_duel((other, one), sat[::-1])
            self._add_sums(ones, many)

    def _play_chunk(self, first: int, games: int, count: Count) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield twelfths of the victory and points, shape (games, seats), of every seating, table by table."""
        game, seats, base = self.base.game, self.seats, self.base
        arms = [Arm(self.scenario, "+".join(seating)) for table in self.tables for seating in table.seatings]

        def reduce(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return twelfths(game, rows, seats), points(game, rows, seats)

        # The first goes to all workers: it is the one that compiles, and tells so. A cluster plays all.
        far = cluster.is_cluster(base.backend)
        for arm in arms if far else arms[:1]:
            rows = play(base, arm, games, count.show, first).rows
            assert rows is not None
            count.add(games)
            yield reduce(rows)
        if not far:
            yield from play_many(base, arms[1:], games, reduce, count.add, first)

    def _count_wins(self, seating: tuple[str, ...], parts: np.ndarray, first: int) -> None:
        """Note by cluster who won against whom: every winner beats every other player who plays another policy."""
        clusters = len(self.wins)
        cluster = (first + np.arange(len(parts))) % clusters
        sums = [np.bincount(cluster, weights=parts[:, seat], minlength=clusters) for seat in range(len(seating))]
        for seat, name in enumerate(seating):
            for other in seating:
                if other != name:
                    row, column = self.policies.index(name), self.policies.index(other)
                    self.wins[:, row, column] += sums[seat].astype(np.int64)

    def _add_duel(
        self, key: tuple[str, str], sat: Sequence[tuple[np.ndarray, np.ndarray]]
    ) -> tuple[np.ndarray, np.ndarray]:
        """Add one player among others at every seat; return its twelfths and its points by seed."""
        seats = len(self.seats)
        tables = [scored for _, scored in sat]
        parts, everybody = of_the_one([parts for parts, _ in sat]), of_everybody(tables)
        won, mine = parts.sum(axis=1), of_the_one(tables).sum(axis=1)
        self._add(self.share, key, WHOLE, won, WHOLE * seats)
        self._add(self.points, key, 0, mine, seats)
        self._add(self.ahead, key, 0, seats * mine - everybody, (seats - 1) * seats)
        for own, seat in enumerate(self.seats):
            self._add(self.at_seat, (*key, seat), WHOLE, seats * parts[:, own], WHOLE * seats)
        return won, mine

    def _add_sums(
        self,
        ones: dict[tuple[str, str], tuple[np.ndarray, np.ndarray]],
        many: dict[str, list[tuple[np.ndarray, np.ndarray]]],
    ) -> None:
        """Add what goes over several tables: both ways of a pair, all opponents of a policy, its mixed tables."""
        seats = len(self.seats)
        for one, other in combinations(self.policies, 2):
            self._add(self.advantage, (one, other), ones[other, one][0], ones[one, other][0], 2 * WHOLE * seats)
        for name in self.policies:
            others = len(self.policies) - 1
            won, scored = _both([ones[name, other] for other in self.policies if other != name])
            self._add(self.alone, (name, "share"), WHOLE * others, won, WHOLE * seats * others)
            self._add(self.alone, (name, "points"), 0, scored, seats * others)
            if many[name]:
                sat = len(many[name])
                won, scored = _both(many[name])
                self._add(self.mixed, (name, "share"), WHOLE * sat, seats * won, WHOLE * seats * sat)
                self._add(self.mixed, (name, "points"), 0, scored, sat)

    @staticmethod
    def _add(sums: dict, key: tuple[str, ...], base: int | np.ndarray, arm: np.ndarray, scale: int) -> None:
        left = np.full(len(arm), base) if isinstance(base, int) else base
        sums[key] = sums.get(key, PairSums(scale=scale)) + PairSums.of(left, arm, scale)

    # --- what it says ---

    @property
    def comparisons(self) -> int:
        """Shares that hold together: of every duel, and the advantage of every pair where it is another number."""
        return len(self.advantage) + (len(self.share) if len(self.seats) > 2 else 0)

    def result(self, margin: float, confidence: float, each: float, each_seat: float) -> Field:
        """Return what was found; ``each`` is the confidence of a share, ``each_seat`` of a share by seat."""
        count = len(self.seats)
        rated = rate(self.wins, self.base.seed, confidence)
        strength = dict(zip(self.policies, rated.strengths.tolist(), strict=True))
        duels = {
            (one, other): Duel(
                one,
                other,
                share_of_victory(self.share[one, other], each),
                self.points[one, other].side("arm", False, each),
                self.ahead[one, other].side("arm", False, each),
                {s: share_of_victory(self.at_seat[one, other, s], each_seat) for s in self.seats},
                expected_share(strength[one], strength[other], count),
            )
            for one in self.policies
            for other in self.policies
            if one != other
        }
        pairs = {key: self._pair(key, duels, margin, each) for key in self.advantage}
        ranked = sorted(self.policies, key=lambda name: -strength[name])
        number = {name: position for position, name in enumerate(self.policies)}
        order = tied_groups(ranked, lambda a, b: (min(number[a], number[b]), max(number[a], number[b])) in rated.tied)
        standings = {
            name: self._standing(name, rank, rated.ratings[number[name]], simultaneous(confidence, len(ranked)))
            for rank, group in _ranks(order)
            for name in group
        }
        beats = {(pair.winner, pair.loser) for pair in pairs.values() if pair.winner}
        rings = cycles(self.policies, beats)
        return Field(
            self.scenario, self.seats, self.seatings, duels, pairs, standings, tuple(map(tuple, order)), tuple(rings)
        )

    def _pair(self, key: tuple[str, str], duels: dict[tuple[str, str], Duel], margin: float, each: float) -> Pair:
        equal = 1 / len(self.seats)
        lead, inner = (advantage(self.advantage[key], level) for level in (each, 1 - 2 * (1 - each)))
        verdict = _VERDICTS[judge(lead, margin, 1, inner)]
        both = [duels[key].share, duels[key[::-1]].share]
        lone: Literal["", "better", "worse"] = ""
        if all(share.low > equal for share in both):
            lone = "better"
        elif all(share.high < equal for share in both):
            lone = "worse"
        ahead = both[0] if lead.estimate >= 0 else both[1]
        return Pair(*key, lead, (inner.low, inner.high), verdict, lone, _games_to_lead(ahead, len(self.seats)))

    def _standing(self, name: str, rank: int, rating: Estimate, each: float) -> Standing:
        share, scored = self.alone[name, "share"], self.alone[name, "points"]
        found = Standing(name, rank, rating, share_of_victory(share, each), scored.side("arm", False, each))
        if (name, "share") not in self.mixed:
            return found
        mixed, counted = self.mixed[name, "share"], self.mixed[name, "points"]
        return Standing(
            name, rank, rating, found.share, found.points,
            share_of_victory(mixed, each), counted.side("arm", False, each),
        )  # fmt: skip


def _both(found: Sequence[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums of twelfths and of points, by seed."""
    return np.sum([parts for parts, _ in found], axis=0), np.sum([scored for _, scored in found], axis=0)


def _ranks(order: Sequence[Sequence[str]]) -> Iterator[tuple[int, Sequence[str]]]:
    rank = 1
    for group in order:
        yield rank, group
        rank += len(group)


def _games_to_lead(share: Estimate, seats: int) -> Estimate:
    """Return how many games show who is better, from the share of the better one among the others."""
    found, low, high = (
        games_to_lead_at_a_table(end, (1 - end) / (seats - 1)) for end in (share.estimate, share.high, share.low)
    )
    return Estimate(found, low, high, float("nan"), share.n, "from-the-share")


def _result(
    base: Base,
    names: tuple[str, ...],
    left_out: tuple[str, ...],
    questions: Sequence[_Field],
    games: int,
    margin: float,
    confidence: float,
) -> TournamentResult:
    from sim.policy import load_declaration, parse_team

    comparisons = sum(question.comparisons for question in questions)
    each = simultaneous(confidence, comparisons)
    each_seat = simultaneous(confidence, sum(len(question.at_seat) for question in questions))
    fields = {found.scenario: found.result(margin, confidence, each, each_seat) for found in questions}
    rules = rules_of(base, Arm(questions[0].scenario, names[0]))
    digests = {name: load_declaration(base.game, parse_team(base.game, name)[0].policy).digest() for name in names}
    return TournamentResult(
        base.game,
        names,
        fields,
        games,
        base.seed,
        margin,
        confidence,
        comparisons,
        left_out,
        base.variants,
        rules.changed(base.game.parameters),
        tuple(base.cards),
        base.game.digest(),
        digests,
    )
