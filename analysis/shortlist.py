"""Which of the sets that were tried are worth confirming, and which are worth showing?

Shown are the sets than which no other has as few changes, as small ones, and is as near to the target; nearness within
the tolerance counts as reached. Beside them the other single changes that reach it: a group may like one better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from analysis.changes import Space
from analysis.targets import Target
from analysis.tries import LOOKS, Try
from analysis.tuned import Way

#: Numbers of changes of which the nearest set is confirmed if none reaches the target, the largest ones.
SIZES = 3

#: Sets confirmed in one more round if none of the first stood, and such rounds.
MORE, ROUNDS = 4, 2


class Shortlist:
    """Chooses what is confirmed and shown.

    Parameters
    ----------
    space : Space
        The price of changes.
    target : Target
        What is wanted.
    tries : sequence of Try
        What the search played.
    solid : float
        Share of the tolerance within which a set is expected to stand.
    """

    def __init__(self, space: Space, target: Target, tries: Sequence[Try], solid: float) -> None:
        self.space, self.target = space, target
        self.solid = solid * target.tolerance
        self.most = target.habits.confirmed
        self.printed = next((one for one in tries if one.number == 0), None)
        self.tries = [one for one in tries if one.looks and one.number]
        if target.habits.halving:  # what was dropped early may have been lucky in few games
            self.tries = [one for one in self.tries if one.state == "played"] or self.tries
        reached = [one for one in self.tries if one.state == "played" and self._distance(one) <= target.tolerance]
        self.reached = sorted(reached, key=lambda one: (one.cost, self._distance(one)))

    def _distance(self, one: Try) -> float:
        return self.target.search_distance(one.tallies)

    def confirmed(self, printed: Way, play: Callable[[Sequence[Try]], list[Way]]) -> list[Way]:
        """Return the ways worth showing, the cheapest first.

        Parameters
        ----------
        printed : Way
            The game as it is, confirmed.
        play : callable
            Confirms sets.
        """
        chosen = self.first()
        ways = play(chosen) if chosen else []
        for _ in range(ROUNDS):
            left = [one for one in self.reached if one not in chosen][:MORE]
            if not left or any(way.on_target for way in ways):
                break
            chosen += left
            ways += play(left)
        return self.ranked(printed, ways)

    def first(self) -> list[Try]:
        """Return what is confirmed first, the most important first."""
        chosen: list[Try] = []
        lucky: list[Try] = []
        numbers = sorted({one.number for one in self.tries})
        for number in numbers:
            group = sorted((one for one in self.reached if one.number == number), key=lambda one: one.size)
            solid = [one for one in group if self._distance(one) <= self.solid]
            firm = next((one for one in solid if one.looks > LOOKS), next(iter(solid), None))
            chosen += [firm] if firm is not None else []
            # One that is smaller still, but may have been lucky.
            lucky += [group[0]] if group and group[0] is not firm else []
        if not self.reached:
            for number in numbers[-SIZES:]:
                chosen.append(min((one for one in self.tries if one.number == number), key=self._distance))
            chosen.sort(key=self._distance)
        both = [*chosen, *lucky]
        return _without_repetition([*both, *self._part_of_the_way(), *self._others(both)])[: self.most]

    def _others(self, chosen: Sequence[Try]) -> list[Try]:
        """Return other single rules that reach the target, the best value of each."""
        taken = {one.changes[0][0] for one in chosen if one.number == 1}
        found: dict[str, Try] = {}
        for one in self.reached:
            if one.number == 1 and one.changes[0][0] not in taken:
                name = one.changes[0][0]
                if name not in found or self._distance(one) <= self.solid < self._distance(found[name]):
                    found[name] = one
        return list(found.values())[: self.target.habits.others]

    def _part_of_the_way(self) -> list[Try]:
        """Return a few cheaper sets that go part of the way."""
        if self.printed is None:
            return []
        start = self._distance(self.printed)
        end = self._distance(self.reached[0]) if self.reached else min(map(self._distance, self.tries), default=start)
        most = self.reached[0].cost if self.reached else float("inf")
        front: list[Try] = []
        for one in sorted(self.tries, key=lambda one: (one.cost, self._distance(one))):
            nearest = self._distance(front[-1]) if front else start
            if one.cost < most and end < self._distance(one) < nearest:
                front.append(one)
        parts = self.target.habits.partial
        wanted = [start + (end - start) * part / (parts + 1) for part in range(1, parts + 1)]
        return [min(front, key=lambda one: abs(self._distance(one) - want)) for want in wanted] if front else []

    def ranked(self, printed: Way, ways: Sequence[Way]) -> list[Way]:
        """Return ways by cost, without those that are off target and no better than another."""
        everything = [printed, *ways]
        kept = []
        for way in ways:
            beaten = any(self._beats(other, way) for other in everything if other is not way)
            if way.on_target or not beaten:
                kept.append(replace(way, pareto=not beaten))
        return sorted(kept, key=lambda way: (way.cost, way.counted))

    def _beats(self, one: Way, other: Way) -> bool:
        mine, yours = ((way.number, way.size, self._missing(way)) for way in (one, other))
        return mine != yours and all(a <= b + 1e-9 for a, b in zip(mine, yours, strict=True))

    def _missing(self, way: Way) -> float:
        if way.on_target:
            return 0.0
        return way.counted if way.fair is None else way.fair


def _without_repetition(tries: Sequence[Try]) -> list[Try]:
    return list({one.changes: one for one in tries}.values())
