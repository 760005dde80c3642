"""What a search for a target found: ways to it, confirmed on seeds the search has not seen.

A search picks what looks best on its seeds, so what it picks is partly luck. Every way that is reported was played
again on fresh seeds, and only those games count: rates, intervals, distances and verdicts are theirs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from analysis.changes import Changes, Knob, Space
from analysis.proportions import Estimate, plain
from analysis.targets import Target
from analysis.tries import Player, Try

#: Games of one request when ways are confirmed, so that progress is seen and a stop loses little.
CHUNK = 2_000

#: shown: the whole interval of the distance is within the tolerance; likely: the estimate is; perhaps: only the
#: interval reaches it; off: not even that.
Verdict = Literal["shown", "likely", "perhaps", "off"]
ON_TARGET = ("shown", "likely")


T = TypeVar("T", bound=Target, covariant=True)


@dataclass(frozen=True)
class Way:
    """One set of changes, confirmed.

    Attributes
    ----------
    changes : Changes
        The set; empty for the game as it is.
    number : int
        Changes in it.
    size, cost : float
        Cost of the distances moved, and with the cost of each change.
    rates : dict of Estimate
        What the target is about, on fresh seeds: share of games won by scenario, or the mean of every seat or choice.
    distance : Estimate
        Mean absolute deviation from the targets; of a single scenario how far its win rate is from the target; of seats
        or choices the gap between them.
    verdict : {"shown", "likely", "perhaps", "off"}
        Whether that is within the tolerance.
    searched : dict of Seen
        What the search had seen of it.
    pareto : bool
        No other way has as few changes, as small ones, and is as near.
    factor : float
        What the distance is multiplied by before it is compared; see `analysis.evenness.Even`.
    fair : float or None
        The distance as it counts without what noise adds to it, to compare ways of more and of fewer games; None if
        noise adds nothing.
    """

    changes: Changes
    number: int
    size: float
    cost: float
    rates: dict[str, Estimate]
    distance: Estimate
    verdict: Verdict
    searched: dict[str, Any]
    pareto: bool = True
    factor: float = 1.0
    fair: float | None = None

    @property
    def counted(self) -> float:
        """The distance as it counts."""
        return self.factor * self.distance.estimate

    @property
    def on_target(self) -> bool:
        """Whether the estimate is within the tolerance."""
        return self.verdict in ON_TARGET


@dataclass(frozen=True)
class Stage:
    """One part of the search.

    Attributes
    ----------
    name : str
        What was tried.
    tries, dropped, impossible : int
        Sets of changes played; of these dropped before all blocks; and sets whose values contradict each other.
    games : int
        Games played for them.
    end : str
        Why it ended.
    """

    name: str
    tries: int
    dropped: int
    impossible: int
    games: int
    end: str


@dataclass(frozen=True)
class TuneResult(Generic[T]):
    """Everything a search found.

    Attributes
    ----------
    space : Space
        What could be changed, and the price of it.
    target : Target
        What was wanted.
    policy : str
        Who played.
    printed : Way
        The game as it is, with the house rules in force.
    ways : tuple of Way
        The cheapest first, without the game as it is.
    answer : int or None
        Position of the first way on target; None if there is none or nothing had to be changed.
    stages : tuple of Stage
        What was tried.
    points : tuple of Try
        All sets of changes that were played.
    idle : tuple of str
        Rules that changed nothing in the first games, wherever they were moved.
    twins : dict
        Rules that do exactly what another does here.
    seed, confirm_seed : int
        Of the search, and of the confirmation.
    games, confirm_games : int
        Of a scenario in the longest try, and in the confirmation.
    changes : int
        Most changes of a set.
    stopped : str
        What ended the search early; "" if it came to its end.
    played : int
        Games of the search and the confirmation.
    """

    space: Space
    target: T
    policy: str
    printed: Way
    ways: tuple[Way, ...]
    answer: int | None
    stages: tuple[Stage, ...]
    points: tuple[Try, ...]
    idle: tuple[str, ...]
    twins: dict[str, str]
    seed: int
    confirm_seed: int
    games: int
    confirm_games: int
    changes: int
    stopped: str = ""
    played: int = 0

    @property
    def tolerance(self) -> float:
        """How far from the target is still on target."""
        return self.target.tolerance

    @property
    def nearest(self) -> Way:
        """The way that comes nearest to the target, the game as it is included."""
        return min([self.printed, *self.ways], key=lambda way: (way.counted, way.cost))

    @property
    def tried(self) -> int:
        """Sets of changes that were played."""
        return sum(stage.tries for stage in self.stages)

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json``: a function of the question alone, unless seconds ended the search."""
        method = next(iter(self.printed.rates.values())).method
        return {
            "scenarios": list(self.space.scenarios),
            "policy": self.policy,
            **self.target.asked(),
            "cost": {"each_change": self.space.each, "rules": [_knob_json(k) for k in self.space.knobs.values()]},
            "left_out": dict(self.space.left_out),
            "idle": list(self.idle),
            "twins": dict(self.twins),
            "printed": way_json(self.space, self.printed),
            "ways": [way_json(self.space, way) for way in self.ways],
            "answer": self.answer,
            "reached": self.answer is not None or self.printed.on_target,
            "nearest": way_json(self.space, self.nearest)["changes"],
            "search": {
                "games": self.games,
                "most_changes": self.changes,
                "tries": self.tried,
                "stopped": self.stopped or None,
                "stages": [vars(stage) for stage in self.stages],
                "dropping": self.target.dropping,
            },
            "confirmation": {"seed": self.confirm_seed, "games": self.confirm_games, "method": method},
            "points": [_point_json(self.space, self.target, one) for one in self.points],
        }


def _knob_json(knob: Knob) -> dict[str, Any]:
    values = [_plain(value) for value in knob.values]
    return {
        "name": knob.name,
        "unit": knob.parameter.unit,
        "kind": knob.parameter.kind,
        "before": [_plain(value) for value in knob.before],
        "values": [values[0], values[-1]] if knob.ordered else values,
        "from": knob.reach,
        "change_cost": knob.unit_cost,
    }


def way_json(space: Space, way: Way) -> dict[str, Any]:
    """Return a way as plain data."""
    return {
        "changes": {
            name: {
                "value": _plain(value),
                "before": [_plain(old) for old in space.knobs[name].before],
                "unit": space.knobs[name].parameter.unit,
                "size": space.knobs[name].size(value),
            }
            for name, value in way.changes
        },
        "number": way.number,
        "size": way.size,
        "cost": way.cost,
        "rates": {name: rate.to_json() for name, rate in way.rates.items()},
        "distance": way.distance.to_json(),
        "verdict": way.verdict,
        "pareto": way.pareto,
        "search": {name: tally.to_json() for name, tally in way.searched.items()},
    }


def _point_json(space: Space, target: Target, one: Try) -> dict[str, Any]:
    return {
        "changes": {name: _plain(value) for name, value in one.changes},
        "cost": one.cost,
        **target.seen(one.tallies),
        "games": next(iter(one.tallies.values())).games,
        "distance": target.search_distance(one.tallies),
        "state": one.state,
        "stage": one.stage,
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else plain(value)


# --- confirming ------------------------------------------------------------------------------------------------------


def confirmation_seed(seed: int) -> int:
    """Return the seed of the confirmation: a function of the search's seed, and another one."""
    found = int.from_bytes(hashlib.sha256(f"confirmation of {seed}".encode()).digest()[:6], "big")
    return found if found != seed else found + 1


def verdict_of(distance: Estimate, tolerance: float) -> Verdict:
    """Return whether a distance is within the tolerance, as far as its interval can tell."""
    slack = 1e-9
    if distance.high <= tolerance + slack:
        return "shown"
    if distance.estimate <= tolerance + slack:
        return "likely"
    return "perhaps" if distance.low <= tolerance + slack else "off"


#: By how much fewer games an earlier look at the confirmation has, and how many at least.
EARLIER, LEAST_LOOK = 4, 400


def confirm(
    tries: Sequence[Try],
    player: Player,
    target: Target,
    seed: int,
    games: int,
    most: int | None = None,
    begin: Callable[[int, int], None] | None = None,
) -> list[Way]:
    """Play sets of changes on the seed of the confirmation and return them as ways, without those never played.

    Where the target asks for it they race: a set whose verdict is shown at an early look is played no further, and the
    games of the cheapest and the nearest that seem to be on target are doubled until one is shown to be, or not. The
    target's intervals must allow for so many looks.

    Parameters
    ----------
    games : int
        Games of a scenario for each set.
    most : int, optional
        Games of all sets together at most; the cheapest are played first.
    begin : callable, optional
        Told before each look how many sets are played, and how many games that takes.
    """
    habits = target.habits
    early = [max(min(games, LEAST_LOOK), games // EARLIER**look) for look in range(habits.early, 0, -1)]
    race = _Race(tries, player, target, seed, most, begin)
    live = list(range(len(tries)))
    for end in dict.fromkeys([*early, games]):
        live = [place for place in race.on(live, end) if not race.settled(place)]
    for _ in range(habits.longer):
        games *= 2
        live = race.on(race.worth_doubling(live)[: habits.doubled], games)
    return [way for _, way in sorted(race.ways.items())]


class _Race:
    """Sets of changes that are played on together; see `confirm`."""

    def __init__(
        self,
        tries: Sequence[Try],
        player: Player,
        target: Target,
        seed: int,
        most: int | None,
        begin: Callable[[int, int], None] | None,
    ) -> None:
        self.tries, self.player, self.target, self.seed = tries, player, target, seed
        self.left, self.begin = most, begin
        self.ways: dict[int, Way] = {}
        self.seen = [{name: target.nothing() for name in target.scenarios} for _ in tries]
        self.games = [0] * len(tries)

    def settled(self, place: int) -> bool:
        """Return whether more games cannot change what is said of a set."""
        return self.ways[place].verdict in ("shown", "off")

    def worth_doubling(self, places: Sequence[int]) -> list[int]:
        """Return the sets that more games may show to be on target: the cheapest and the nearest first."""
        shown = [way.cost for way in self.ways.values() if way.verdict == "shown" and way.changes]
        enough = min(shown, default=float("inf"))
        found = [p for p in places if unsure(self.ways[p], self.target) and self.tries[p].cost < enough]
        found.sort(key=lambda place: self.tries[place].cost)
        nearest = sorted(found, key=lambda place: self.ways[place].counted)
        return list(dict.fromkeys([*found[:1], *nearest]))

    def on(self, places: Sequence[int], end: int) -> list[int]:
        """Play sets on to game ``end``, as many as there are games left for; return which."""
        scenarios = len(self.target.scenarios)
        if self.left is not None:
            affordable: list[int] = []
            room = self.left
            for place in places:
                room -= (end - self.games[place]) * scenarios
                if room < 0 and (affordable or self.ways):
                    break  # the first of all is always played
                affordable.append(place)
            places, self.left = affordable, self.left - sum((end - self.games[p]) * scenarios for p in affordable)
        if not places:
            return []
        start = self.games[places[0]]  # all have come equally far
        if self.begin is not None:
            self.begin(len(places), len(places) * (end - start) * scenarios)
        requests = [(name, self.tries[place].changes) for place in places for name in self.target.scenarios]
        for first in range(start, end, CHUNK):
            found = self.player(requests, first, min(CHUNK, end - first), self.seed)
            for place in places:
                for name in self.target.scenarios:
                    self.seen[place][name] += next(found)
            for _ in found:
                pass  # so that the player finishes its work
        for place in places:
            self.games[place] = end
            self.ways[place] = self.target.way(self.tries[place], self.seen[place])
        return list(places)


def unsure(way: Way, target: Target) -> bool:
    """Return whether a set seems to be on target, but is not shown to be."""
    return way.verdict == "perhaps" and way.counted <= target.tolerance
