"""What a tournament found: who wins against whom, ratings, cycles; and the way to JSON and back.

All shares are shares of the victory: a seat that wins alone has 1, a seat that shares the victory its part of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from analysis.order import simultaneous
from analysis.proportions import Estimate, ends_of_json, ends_to_json, plain
from analysis.space import changes_to_json
from sim import registry

if TYPE_CHECKING:
    from sim.registry import Game

#: Who of a pair is shown to be the better: the first, the second, neither within the margin, not yet known.
Verdict = Literal["first", "second", "even", "unknown"]


@dataclass(frozen=True)
class Duel:
    """One player among others who all play another policy, at every seat in turn.

    Attributes
    ----------
    player, others : str
        Policies of the one, and of all others at the table.
    share : Estimate
        The one's share of the victory; equal players have one over the number of seats.
    points : Estimate
        What it scored.
    ahead : Estimate
        Its points minus the mean of the others'.
    by_seat : dict of str to Estimate
        Its share of the victory at each seat.
    expected : float
        Its share as the ratings have it.
    """

    player: str
    others: str
    share: Estimate
    points: Estimate
    ahead: Estimate
    by_seat: dict[str, Estimate]
    expected: float = math.nan

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "player": self.player,
            "others": self.others,
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "ahead": self.ahead.to_json(),
            "by_seat": {seat: found.to_json() for seat, found in self.by_seat.items()},
            "expected": plain(self.expected),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Duel:
        """Return what `to_json` described."""
        share, points, ahead = (Estimate.from_json(data[key]) for key in ("share", "points", "ahead"))
        seats = {seat: Estimate.from_json(entry) for seat, entry in data["by_seat"].items()}
        expected = math.nan if data["expected"] is None else data["expected"]
        return cls(data["player"], data["others"], share, points, ahead, seats, expected)


@dataclass(frozen=True)
class Pair:
    """Two policies against each other, both ways: one first among seconds, and one second among firsts.

    Attributes
    ----------
    first, second : str
        The policies.
    advantage : Estimate
        Half of what the lone first wins more of the victory than the lone second, 0 for equals; with two seats it is
        the first's share of the victory minus a half.
    equivalence : (float, float)
        Ends of the 1 - 2 alpha interval, the two one-sided tests.
    verdict : {"first", "second", "even", "unknown"}
        Who is shown to be the better; "even": the advantage is within the margin.
    lone : {"", "better", "worse"}
        Whether each of them is shown to win more ("better") or less than an equal share where it is the only one of
        its kind; with more than two seats both can be.
    games_to_lead : Estimate
        Games at one table until the better one has won more often than one other with a chance of nine in ten;
        infinite ends are not finite numbers.
    """

    first: str
    second: str
    advantage: Estimate
    equivalence: tuple[float, float]
    verdict: Verdict
    lone: Literal["", "better", "worse"]
    games_to_lead: Estimate

    @property
    def winner(self) -> str:
        """The policy that is shown to be the better, "" if none is."""
        return {"first": self.first, "second": self.second}.get(self.verdict, "")

    @property
    def loser(self) -> str:
        """The policy that is shown to be the worse, "" if none is."""
        return {"first": self.second, "second": self.first}.get(self.verdict, "")

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "first": self.first,
            "second": self.second,
            "advantage": self.advantage.to_json(),
            "equivalence": ends_to_json(self.equivalence),
            "verdict": self.verdict,
            "lone": self.lone,
            "games_to_lead": self.games_to_lead.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Pair:
        """Return what `to_json` described."""
        advantage, games = Estimate.from_json(data["advantage"]), _endless(Estimate.from_json(data["games_to_lead"]))
        names = data["first"], data["second"]
        return cls(*names, advantage, ends_of_json(data["equivalence"]), data["verdict"], data["lone"], games)


def _endless(found: Estimate) -> Estimate:
    """Return a number of games as it was before JSON: what is not finite there is infinite."""
    middle, low, high = (math.inf if math.isnan(end) else end for end in (found.estimate, found.low, found.high))
    return Estimate(middle, low, high, math.nan, found.n, found.method, found.reason)


@dataclass(frozen=True)
class Standing:
    """Where one policy stands.

    Attributes
    ----------
    policy : str
        The policy.
    rank : int
        1 for the best; policies whose ratings are not shown to differ may have the same.
    rating : Estimate
        On the scale of chess ratings, 0 for the mean of all: 400 more is ten times the chance to win. All ratings'
        intervals hold together.
    share, points : Estimate
        Share of the victory and points as the only one of its kind, the mean over all opponents.
    mixed_share, mixed_points : Estimate or None
        The same at tables where everybody plays another policy; None if there are too few policies.
    """

    policy: str
    rank: int
    rating: Estimate
    share: Estimate
    points: Estimate
    mixed_share: Estimate | None = None
    mixed_points: Estimate | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "policy": self.policy,
            "rank": self.rank,
            "rating": self.rating.to_json(),
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "mixed_share": None if self.mixed_share is None else self.mixed_share.to_json(),
            "mixed_points": None if self.mixed_points is None else self.mixed_points.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Standing:
        """Return what `to_json` described."""
        rating, share, points = (Estimate.from_json(data[key]) for key in ("rating", "share", "points"))
        mixed = [
            None if data[key] is None else Estimate.from_json(data[key]) for key in ("mixed_share", "mixed_points")
        ]
        return cls(data["policy"], data["rank"], rating, share, points, *mixed)


@dataclass(frozen=True)
class Field:
    """A tournament in one scenario.

    Attributes
    ----------
    scenario : str
        Where.
    seats : tuple of str
        The seats that are taken.
    seatings : int
        Different ways the policies sat at the table; each was played with every seed.
    duels : dict
        By (player, others), for every two policies both ways.
    pairs : dict
        By (first, second), every two policies once, in the order of the policies.
    standings : dict
        By policy, the highest rating first.
    order : tuple of tuple of str
        Policies that are tied together, the best first.
    cycles : tuple of tuple of str
        Each policy beats the next one and the last beats the first, every link shown; the shortest only.
    """

    scenario: str
    seats: tuple[str, ...]
    seatings: int
    duels: dict[tuple[str, str], Duel]
    pairs: dict[tuple[str, str], Pair]
    standings: dict[str, Standing]
    order: tuple[tuple[str, ...], ...]
    cycles: tuple[tuple[str, ...], ...]

    @property
    def equal(self) -> float:
        """The share of the victory of each of several equal players."""
        return 1 / len(self.seats)

    @property
    def undecided(self) -> list[Pair]:
        """The pairs of which neither is shown to be the better, nor both to be even."""
        return [pair for pair in self.pairs.values() if pair.verdict == "unknown"]

    @property
    def worst_fit(self) -> Duel:
        """The duel that the ratings describe worst."""
        return max(self.duels.values(), key=lambda duel: abs(duel.share.estimate - duel.expected))

    def pair(self, one: str, other: str) -> Pair:
        """Return what was found about two policies, in either order."""
        return self.pairs[one, other] if (one, other) in self.pairs else self.pairs[other, one]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "scenario": self.scenario,
            "seats": list(self.seats),
            "equal_share": self.equal,
            "seatings": self.seatings,
            "duels": [duel.to_json() for duel in self.duels.values()],
            "pairs": [pair.to_json() for pair in self.pairs.values()],
            "standings": [standing.to_json() for standing in self.standings.values()],
            "order": [list(group) for group in self.order],
            "cycles": [list(cycle) for cycle in self.cycles],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Field:
        """Return what `to_json` described."""
        duels = [Duel.from_json(entry) for entry in data["duels"]]
        pairs = [Pair.from_json(entry) for entry in data["pairs"]]
        standings = [Standing.from_json(entry) for entry in data["standings"]]
        return cls(
            data["scenario"],
            tuple(data["seats"]),
            data["seatings"],
            {(duel.player, duel.others): duel for duel in duels},
            {(pair.first, pair.second): pair for pair in pairs},
            {standing.policy: standing for standing in standings},
            tuple(tuple(group) for group in data["order"]),
            tuple(tuple(cycle) for cycle in data["cycles"]),
        )


@dataclass(frozen=True)
class TournamentResult:
    """What a tournament of policies found, as numbers.

    Attributes
    ----------
    game : Game
        The game.
    policies : tuple of str
        Who played, in the order given, the weakest first where the game declares them.
    fields : dict
        By scenario.
    games, seed, margin, confidence
        Seeds every seating was played with, and the first of them; advantages up to the margin do not matter; of all
        intervals of one kind together.
    left_out : tuple of str
        Rungs the game declares that did not play: they are not there, or look ahead.
    variants, rules_changed, cards, source_digest, policy_digests
        What was played.
    """

    game: Game
    policies: tuple[str, ...]
    fields: dict[str, Field]
    games: int
    seed: int
    margin: float
    confidence: float
    comparisons: int
    left_out: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    source_digest: str = ""
    policy_digests: dict[str, str] = field(default_factory=dict)

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Where it was played."""
        return tuple(self.fields)

    @property
    def played(self) -> int:
        """Games played in all."""
        return self.games * sum(found.seatings for found in self.fields.values())

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json``, from which `from_json` builds the result again."""
        return {
            "confidence": self.confidence,
            "scenarios": list(self.scenarios),
            "policies": [{"name": name, "digest": self.policy_digests.get(name, "")} for name in self.policies],
            "left_out": list(self.left_out),
            "games": self.games,
            "margin": self.margin,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "fields": [found.to_json() for found in self.fields.values()],
            "adjustment": {
                "method": "bonferroni",
                "comparisons": self.comparisons,
                "confidence_each": simultaneous(self.confidence, self.comparisons),
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TournamentResult:
        """Return the result that `to_json` described; the game must be installed."""
        fields = [Field.from_json(entry) for entry in data["fields"]]
        return cls(
            registry.load_game(data["game"]),
            tuple(entry["name"] for entry in data["policies"]),
            {found.scenario: found for found in fields},
            data["games"],
            data["seed"],
            data["margin"],
            data["confidence"],
            data["adjustment"]["comparisons"],
            tuple(data["left_out"]),
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            tuple(data["cards"]),
            data["source_digest"],
            {entry["name"]: entry["digest"] for entry in data["policies"]},
        )
