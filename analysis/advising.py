"""From a decision of a game to advice: its choices played in many futures.

The engine plays the futures (`sim.futures`); which choice to drop and when to stop is `analysis.advice`. What the
choices of a whole game cost is `analysis.reviewing`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from analysis.advice import MARGIN, Advice, race
from analysis.arms import won_games
from analysis.proportions import CONFIDENCE
from analysis.seats import WHOLE, twelfths
from sim import registry, supervised

if TYPE_CHECKING:
    from sim.block import Context, Plan
    from sim.futures import Begun
    from sim.position import Position

T = TypeVar("T")
R = TypeVar("R")

#: Futures one thread plays of one choice at a time.
PORTION = 250

#: Futures that are played before it is known how long one takes, and seconds that a part of them may take.
FIRST_PART, MOST_SECONDS = 5, 0.5


class Players:
    """Threads that play futures of one plan; what they find does not depend on their number.

    Parameters
    ----------
    plan : Plan
        What is played, and by whom.
    jobs : int
        Threads.
    """

    def __init__(self, plan: Plan, jobs: int = 1) -> None:
        from sim.block import Context

        self.game = registry.load_game(plan.game)
        self.jobs = jobs
        self.plan = plan
        self._part, self._stopped = FIRST_PART, False
        self._by_children = supervised.needed(plan)
        self._contexts: SimpleQueue[Context] = SimpleQueue()
        for _ in range(0 if self._by_children else jobs):
            self._contexts.put(Context(plan))

    @property
    def whole(self) -> int:
        """A future's value is this many times what is meant: 12 where a victory can be shared."""
        return WHOLE if self.game.file.competitive else 1

    def won(
        self, begun: Begun, choices: Sequence[int], seed: int, first: int, games: int, seat: str = ""
    ) -> np.ndarray:
        """Return whether futures ``first`` to ``first + games - 1`` are won after these choices.

        Of a game played against each other: the twelfths of the victory that belong to ``seat``, who decides.

        They are played a part at a time, short enough for Ctrl-C to be heard: compiled code does not listen.
        """
        parts = []
        while games > 0 and not self._stopped:
            count = min(games, self._part)
            started = time.perf_counter()
            parts.append(self._won(begun, choices, seed, first, count, seat))
            each = (time.perf_counter() - started) / count
            self._part = max(1, min(PORTION, int(MOST_SECONDS / max(each, 1e-9))))
            first, games = first + count, games - count
        if self._stopped:
            raise KeyboardInterrupt
        return np.concatenate(parts)

    def _won(self, begun: Begun, choices: Sequence[int], seed: int, first: int, games: int, seat: str) -> np.ndarray:
        from sim.futures import play_futures

        if self._by_children:
            return self._value(supervised.call(play_here, self.plan, begun, choices, seed, first, games), seat)
        context = self._contexts.get()
        try:
            return self._value(play_futures(context, begun, choices, seed, first, games), seat)
        finally:
            self._contexts.put(context)

    def _value(self, rows: np.ndarray, seat: str) -> np.ndarray:
        if not self.game.file.competitive:
            return won_games(self.game, rows)
        return twelfths(self.game, rows, [seat])[:, 0]

    def map(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield ``function(item)`` of each item in order, several at a time."""
        if self.jobs == 1 or len(items) == 1:
            yield from map(function, items)
            return
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                yield from pool.map(function, items)
            except BaseException:
                self._stopped = True
                pool.shutdown(wait=True, cancel_futures=True)
                raise


def play_here(plan: Plan, begun: Begun, choices: Sequence[int], seed: int, first: int, games: int) -> np.ndarray:
    """Return the rows of some futures, played in this process."""
    from sim import worker
    from sim.futures import play_futures

    context: Any = supervised.share(worker.context_of(plan))  # type: ignore[type-var]
    return play_futures(context, begun, choices, seed, first, games)


@dataclass(frozen=True)
class Trial:
    """A decision whose choices are played in the same futures.

    Attributes
    ----------
    players : Players
        Who plays.
    begun : tuple of records
        The start of the turn.
    made : tuple of int
        The choices made in the turn before the decision.
    seed : int
        Seed of the futures.
    seat : str
        Who decides.
    """

    players: Players
    begun: Begun
    made: tuple[int, ...]
    seed: int
    seat: str = ""

    def __call__(self, numbers: Sequence[int], first: int, games: int) -> list[np.ndarray]:
        """Return for each choice whether futures ``first`` to ``first + games - 1`` are won."""
        starts = range(first, first + games, PORTION)
        parts = [(number, start, min(PORTION, first + games - start)) for number in numbers for start in starts]

        def play(part: tuple[int, int, int]) -> np.ndarray:
            number, start, count = part
            return self.players.won(self.begun, [*self.made, number], self.seed, start, count, self.seat)

        found = list(self.players.map(play, parts))
        each = len(starts)
        return [np.concatenate(found[i * each : (i + 1) * each]) for i in range(len(numbers))]


def advise(
    position: Position,
    made: Sequence[int],
    choices: int,
    *,
    seed: int,
    most: int,
    seat: str = "",
    jobs: int = 1,
    confidence: float = CONFIDENCE,
    margin: float = MARGIN,
    after: Callable[[int, int], None] | None = None,
) -> Advice:
    """Return what the futures say about the choices of one decision.

    Parameters
    ----------
    position : Position
        The start of the turn; its policies play on.
    made : sequence of int
        Choices made in the turn before the decision.
    choices : int
        How many choices the decision has.
    seed : int
        Seed of the futures.
    most : int
        Futures each choice is played in at most.
    seat : str, optional
        Who decides; needed of a game played against each other, whose choices are worth that seat's part of victory.
    jobs : int
        Threads; the advice does not depend on them.
    after : callable, optional
        Called after every look with the futures played and the choices left.
    """
    players = Players(position.context.plan, jobs)
    trial = Trial(players, position.begun, tuple(made), seed, seat)
    return race(trial, choices, most, confidence, margin, after, players.whole)
