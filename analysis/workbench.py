"""What do these house rules do? A comparison with the printed rules that grows, for somebody who waits and watches.

Games are played in steps whose ends are fixed, so what is found after so many games is a function of the question
alone, however long each step took. The printed game is played once for all house rules tried on it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.arms import Arm, Base, plan_of, play
from analysis.paired import Comparison, Tally, metrics_of

#: Games after which a step may end: soon a first look, then fewer and longer steps.
MARKS = (100, 250, 500, 1_000, 2_000, 5_000, 10_000)
#: Games of the steps after the last mark.
LONG_STEP = 10_000
#: Steps of printed games that are kept in memory; a game is about 20 bytes.
KEPT_STEPS = 200


def steps(games: int) -> Iterator[tuple[int, int]]:
    """Yield first game and count of each step up to ``games``.

    Examples
    --------
    >>> list(steps(600))
    [(0, 100), (100, 150), (250, 250), (500, 100)]
    """
    done = 0
    while done < games:
        mark = next((mark for mark in MARKS if mark > done), (done // LONG_STEP + 1) * LONG_STEP)
        end = min(mark, games)
        yield done, end - done
        done = end


@dataclass
class Workbench:
    """House rules against the printed rules, on the same seeds.

    Attributes
    ----------
    base : Base
        Game, seed, printed cards, workers.
    """

    base: Base
    _printed: OrderedDict[tuple[str, str, int, int], np.ndarray] = field(default_factory=OrderedDict)
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
        """Return rows of the printed game, played once."""
        key = (arm.scenario, arm.policy, first, count)
        with self._lock:
            if key in self._printed:
                self._printed.move_to_end(key)
                return self._printed[key]
        rows = play(self.base, arm, count, first=first).rows
        assert rows is not None
        with self._lock:
            self._printed[key] = rows
            while len(self._printed) > KEPT_STEPS:
                self._printed.popitem(last=False)
        return rows


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
        self._tally = Tally(metrics_of(bench.base.game))

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
        for first, count in steps(games):
            if first < self.games:
                continue
            before = self.bench.printed_rows(self.printed, first, count)
            after = before
            if self.changed:
                found = play(self.bench.base, self.house, count, first=first).rows
                assert found is not None
                after = found
            self._tally.add(before, after)
            self.games = first + count
            yield self.games

    def comparison(self) -> Comparison:
        """Return what the games so far say; each interval is for that number of games."""
        return self._tally.compare()
