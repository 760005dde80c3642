"""Which of two players wins when they meet? One among several of the other, at every seat in turn, on shared seeds.

Everybody at the table playing one way says what a game is like; it does not say who would win. So the one plays among
the others at each seat, and then the other way round. The tables of one seed are one cluster: the player's parts of
the victories of all of them are summed first, so that neither the seats nor the luck of a seed favour anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

import numpy as np

from analysis.arms import Arm, Base, Report, Step, play_many, rules_of
from analysis.order import simultaneous
from analysis.paired import Effect, Metric, PairSums, effect_of, judge
from analysis.pairs import above_equal, share_of_victory
from analysis.proportions import CONFIDENCE, Estimate
from analysis.seats import WHOLE, of_everybody, of_the_one, one_against, points, twelfths

#: Games between two looks at the clock; the result does not depend on it.
CHUNK = 10_000

K = TypeVar("K")
Winner = Literal["first", "second", "alone", "many", "even", "unknown"]


@dataclass(frozen=True)
class Meeting:
    """One player among several of another.

    Attributes
    ----------
    player, others : str
        Who sits alone, and who takes all the other seats, as ``--policy`` takes them.
    scenario : str
        What is played.
    seats : tuple of str
        The seats of the table.
    games : int
        Games of each table; there is a table for every seat.
    share : Effect
        Base: an equal part of the victory; arm: the player's part, the mean of all seats.
    points : Effect
        Base: the mean of the others; arm: the player.
    by_seat : tuple of Estimate
        The player's part of the victory at each seat; the intervals hold together.
    """

    player: str
    others: str
    scenario: str
    seats: tuple[str, ...]
    games: int
    share: Effect
    points: Effect
    by_seat: tuple[Estimate, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "player": self.player,
            "others": self.others,
            "scenario": self.scenario,
            "games": self.games,
            "tables": len(self.seats),
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "by_seat": {seat: found.to_json() for seat, found in zip(self.seats, self.by_seat, strict=True)},
        }


def who_wins(meetings: tuple[Meeting, ...]) -> Winner:
    """Return who is ahead when two players meet, from one meeting (of two) or both ways round.

    ``first`` and ``second`` are the players of the first meeting; ``alone``: whoever sits alone is ahead, ``many``:
    whoever does not; ``even``: an equal part within the margin either way.
    """
    verdicts = [meeting.share.verdict for meeting in meetings]
    if "unknown" in verdicts:
        return "unknown"
    if set(verdicts) == {"equivalent"}:
        return "even"
    signs = [{"more": 1, "less": -1}.get(verdict, 0) for verdict in verdicts]
    ahead = [signs[0], *(-sign for sign in signs[1:])]
    if all(sign >= 0 for sign in ahead):
        return "first"
    if all(sign <= 0 for sign in ahead):
        return "second"
    return "alone" if signs[0] > 0 else "many"


@dataclass(frozen=True)
class Margins:
    """Differences that do not matter, where not the usual ones.

    Attributes
    ----------
    share, points : float or None
        Of the victory, and of the points.
    """

    share: float | None = None
    points: float | None = None


def meet_all(
    base: Base,
    own: str,
    asked: Mapping[K, tuple[str, Arm]],
    games: int,
    confidence: float = CONFIDENCE,
    margins: Margins = Margins(),
    progress: Report | None = None,
) -> Iterator[tuple[K, tuple[Meeting, ...]]]:
    """Let several policies meet one, each among the others and, where that is another table, the other way round.

    Parameters
    ----------
    own : str
        The policy that all of them meet.
    asked : mapping
        Policy, and scenario and rules, of each.
    games : int
        Of each meeting, shared out over its tables, the same seeds at each.
    confidence : float, optional
        Of all intervals of a kind together.

    Yields
    ------
    key, tuple of Meeting
        As each is finished.
    """
    seats = {key: len(base.game.seats_in_play(rules_of(base, arm))) for key, (_, arm) in asked.items()}
    ways = {key: [(policy, own), (own, policy)][: 1 if seats[key] == 2 else 2] for key, (policy, _) in asked.items()}
    each = simultaneous(confidence, sum(len(found) for found in ways.values()))
    number = {key: max(games // seats[key], 1) for key in asked}
    total, done = sum(len(found) * number[key] * seats[key] for key, found in ways.items()), 0

    def after(played: int) -> None:
        nonlocal done
        done += played
        if progress is not None:
            progress(Step("who wins when they meet", done, total, done))

    for key, found in ways.items():
        arm = asked[key][1]
        yield key, tuple(meet(base, arm, a, b, number[key], each, margins, after) for a, b in found)


@dataclass
class _Sums:
    """Sums over the seeds of one meeting."""

    share: PairSums = PairSums()
    points: PairSums = PairSums()
    by_seat: list[PairSums] = field(default_factory=list)


def meet(
    base: Base,
    arm: Arm,
    player: str,
    others: str,
    games: int,
    confidence: float = CONFIDENCE,
    margins: Margins = Margins(),
    after: Callable[[int], None] | None = None,
) -> Meeting:
    """Play one player among others at every seat in turn, on the same seeds.

    Parameters
    ----------
    base : Base
        Game, seed, workers, and the rules in force.
    arm : Arm
        Scenario and rules; its policy is not asked.
    player, others : str
        Policies for one seat each.
    games : int
        Games of each table.
    confidence : float, optional
        Of each interval.
    margins : Margins, optional
        Differences up to these do not matter; by default the usual ones.
    after : callable, optional
        Called with games as they are finished.
    """
    game, seats = base.game, base.game.seats_in_play(rules_of(base, arm))
    tables = [replace(arm, policy="+".join(table)) for table in one_against(player, others, len(seats))]
    sums = _Sums(by_seat=[PairSums() for _ in seats])
    done = 0
    while done < games:
        chunk = min(CHUNK, games - done)

        def reduce(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            return twelfths(game, rows, seats), points(game, rows, seats)

        found = list(play_many(base, tables, chunk, reduce, after, done))
        _add(sums, [parts for parts, _ in found], [marbles for _, marbles in found])
        done += chunk
    share = Metric("share", "share of the victory", "share", per=WHOLE)
    column = game.file.columns_of(game.file.measures[0])[seats[0]]
    score = Metric("points", column.label, column.unit, dense=True)
    return Meeting(
        player,
        others,
        arm.scenario,
        tuple(seats),
        games,
        _of_share(effect_of(sums.share, share, confidence, margins.share), sums.share, confidence),
        effect_of(sums.points, score, confidence, margins.points),
        tuple(share_of_victory(one, simultaneous(confidence, len(seats))) for one in sums.by_seat),
    )


def _add(sums: _Sums, parts: list[np.ndarray], scores: list[np.ndarray]) -> None:
    """Add the tables of some seeds; at table ``k`` the player sits at seat ``k``."""
    seats = len(parts)
    own, mine, everybody = of_the_one(parts), of_the_one(scores).sum(axis=1), of_everybody(scores)
    equal = np.full(len(own), WHOLE)
    sums.share += PairSums.of(equal, own.sum(axis=1), WHOLE * seats)
    sums.points += PairSums.of(everybody - mine, mine * (seats - 1), seats * (seats - 1))
    for seat in range(seats):
        sums.by_seat[seat] += PairSums.of(equal, own[:, seat], WHOLE)


def _of_share(effect: Effect, sums: PairSums, confidence: float) -> Effect:
    """Return the effect with the interval of a share of the victory, above the equal part and by itself."""
    difference, equivalence = (above_equal(sums, level) for level in (confidence, 1 - 2 * (1 - confidence)))
    verdict = judge(difference, effect.margin, effect.metric.better, equivalence)
    share = share_of_victory(sums, confidence)
    return replace(effect, arm=share, difference=difference, equivalence=equivalence, verdict=verdict)
