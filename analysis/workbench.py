"""What do these house rules do? A comparison with the printed rules that grows, for somebody who waits and watches.

What is found after so many games is a function of the question alone: the sums over pairs of games are exact, however
the games were cut. How long a step is depends on the speed alone, so that a lever can be moved at any time. The printed
game is played once for all house rules tried on it.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.arms import Arm, Base, plan_of, play
from analysis.paired import Comparison, Tally, metrics_of

#: Games of the first step, and of the longest.
FIRST_STEP, LONG_STEP = 1, 10_000
#: Seconds: a quicker step is followed by one four times as long, or twice; a slower one by one half as long.
VERY_QUICK, QUICK, SLOW = 0.1, 0.25, 0.7
#: Printed games that are kept in memory: of so many scenarios and policies.
KEPT = 8


def next_step(games: int, seconds: float) -> int:
    """Return how many games to play next, after ``games`` took so many seconds.

    Examples
    --------
    >>> next_step(5, 0.01), next_step(1000, 0.2), next_step(1000, 0.5), next_step(5, 20.0)
    (20, 2000, 1000, 2)
    """
    if seconds < VERY_QUICK:
        return min(4 * games, LONG_STEP)
    if seconds < QUICK:
        return min(2 * games, LONG_STEP)
    return games if seconds < SLOW else max(games // 2, 1)


@dataclass
class Workbench:
    """House rules against the printed rules, on the same seeds.

    Attributes
    ----------
    base : Base
        Game, seed, printed cards, workers.
    """

    base: Base
    _printed: OrderedDict[tuple[str, str], np.ndarray] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def trial(self, scenario: str, policy: str, changes: Mapping[str, Any]) -> Trial:
        """Return a trial of house rules that has played nothing yet.

        Parameters
        ----------
        scenario, policy : str
            What is played, and by whom.
        changes : mapping
            Value by rule.

        Raises
        ------
        BadInput
            With every mistake: values that are not allowed, or that cannot stand together.
        """
        return Trial(self, Arm.of(scenario, policy), Arm.of(scenario, policy, changes))

    def printed_rows(self, arm: Arm, first: int, count: int) -> np.ndarray:
        """Return rows of the printed game; a game is played once."""
        key, end = (arm.scenario, arm.policy), first + count
        with self._lock:
            kept = self._printed.get(key)
            before = 0 if kept is None else len(kept)
            if kept is None or before < end:
                rows = play(self.base, arm, end - before, first=before).rows
                assert rows is not None
                kept = rows if kept is None else np.concatenate([kept, rows])
                self._printed[key] = kept
            self._printed.move_to_end(key)
            while len(self._printed) > KEPT:
                self._printed.popitem(last=False)
            return kept[first:end]


class Trial:
    """One set of house rules on a workbench, as far as it has been played.

    Attributes
    ----------
    printed, house : Arm
        The two sides.
    games : int
        Games of each side so far.
    """

    def __init__(self, bench: Workbench, printed: Arm, house: Arm) -> None:
        self.bench, self.printed, self.house = bench, printed, house
        self.printed_plan, self.plan = plan_of(bench.base, printed), plan_of(bench.base, house)
        self.games = 0
        game = bench.base.game
        self._tally = Tally(metrics_of(game, game.seats_in_play(self.plan.rules)))
        self._lock = threading.Lock()

    @property
    def changed(self) -> dict[str, Any]:
        """Value of every rule that differs from the printed game of the scenario."""
        before, after = self.printed_plan.rules.values, self.plan.rules.values
        return {name: value for name, value in after.items() if value != before[name]}

    def play(self, games: int) -> Iterator[int]:
        """Play on until ``games`` are finished; yield the games of each side after every step.

        Raises
        ------
        ContractBroken
            If a policy broke a contract.
        """
        size = FIRST_STEP
        while self.games < games:
            began = time.perf_counter()
            with self._lock:
                first, count = self.games, min(size, games - self.games)
                if count > 0:  # else another thread has played the rest
                    self._play(first, count)
            yield self.games
            size = next_step(max(count, 1), time.perf_counter() - began)

    def _play(self, first: int, count: int) -> None:
        before = self.bench.printed_rows(self.printed, first, count)
        after = before
        if self.changed:
            found = play(self.bench.base, self.house, count, first=first).rows
            assert found is not None
            after = found
        self._tally.add(before, after)
        self.games = first + count

    def comparison(self) -> Comparison:
        """Return what the games so far say; each interval is for that number of games."""
        with self._lock:
            return self._tally.compare()
