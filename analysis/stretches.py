"""Plays thousands of short stretches of games: the same stretch once, over all workers, and never twice.

A stretch is some games in a row under one rule set and one policy. Short ones would spend more time on the way through
`sim.run` than on the games, so they are played straight from `sim.block`, a stretch a thread.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import Base
from analysis.readings import Reading, Won
from analysis.shelf import Shelf
from analysis.stretch import Stretch
from sim import supervised, worker
from sim.commands import replayable
from sim.digest import digest_of

if TYPE_CHECKING:
    from sim.block import Context, Plan

#: Stretches that may be under way or wait for their turn, for each worker.
AHEAD = 16

Player = Callable[[Stretch], np.ndarray]


class Stretches:
    """Plays stretches for one question and remembers them.

    Parameters
    ----------
    base : Base
        Game, seed and workers.
    shelf : Shelf, optional
        Where played stretches are kept between sessions.
    player : callable, optional
        Plays one stretch and returns which games were won, or what is read off them; by default the engine does.
    reading : Reading, optional
        What is read off the games; by default whether they were won.

    Attributes
    ----------
    asked, played : int
        Games asked for so far, and games among them that had to be played.
    """

    def __init__(
        self, base: Base, shelf: Shelf | None = None, player: Player | None = None, reading: Reading | None = None
    ) -> None:
        self.base, self.shelf, self.reading = base, shelf, reading or Won(base.game)
        self.player = player or self._play
        self.asked = self.played = 0
        self._known: dict[str, bytes] = {}
        self._digests: dict[str, str] = {}
        self._foreign: dict[tuple[str, ...], bool] = {}
        self._own = threading.local()

    def won(self, stretches: Iterable[Stretch], after: Callable[[int], None] | None = None) -> Iterator[np.ndarray]:
        """Yield for each stretch, in order, which of its games were won, or what else is read off them.

        Parameters
        ----------
        after : callable, optional
            Called with the games of each stretch as it is yielded.
        """
        waiting: deque[tuple[str, Stretch, Future | None]] = deque()
        under_way: dict[str, Future] = {}
        pool = ThreadPoolExecutor(self.base.jobs)
        try:
            with supervised.stopping():
                for stretch in stretches:
                    label = self.label(stretch)
                    future = under_way.get(label)
                    if future is None and self._find(label, stretch.games) is None:
                        future = under_way[label] = pool.submit(self.player, stretch)
                        self.played += stretch.games
                    waiting.append((label, stretch, future))
                    while len(waiting) > AHEAD * self.base.jobs:
                        yield self._next(waiting, under_way, after)
                while waiting:
                    yield self._next(waiting, under_way, after)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            if self.shelf is not None:
                self._keep_finished(under_way)
                self.shelf.flush()

    def _next(
        self,
        waiting: deque[tuple[str, Stretch, Future | None]],
        under_way: dict[str, Future],
        after: Callable[[int], None] | None,
    ) -> np.ndarray:
        label, stretch, future = waiting.popleft()
        if future is not None:
            won = future.result()
            if under_way.pop(label, None) is not None:
                self._keep(label, won)
        else:
            found = self._find(label, stretch.games)
            assert found is not None
            won = found
        self.asked += stretch.games
        if after is not None:
            after(stretch.games)
        return won

    def _keep(self, label: str, won: np.ndarray) -> None:
        self._known[label] = self.reading.pack(won)
        if self.shelf is not None:
            self.shelf.keep(label, self._known[label])

    def _keep_finished(self, under_way: dict[str, Future]) -> None:
        """Keep what was finished but not fetched, when the question is stopped."""
        for label, future in under_way.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                self._keep(label, future.result())

    def _find(self, label: str, games: int) -> np.ndarray | None:
        known = self._known.get(label)
        if known is not None:
            return self.reading.unpack(known, games)
        found = self.shelf.read(label) if self.shelf is not None else None
        values = self.reading.unpack(found, games) if found is not None else None
        if found is not None and values is not None:
            self._known[label] = found
        return values

    def label(self, stretch: Stretch) -> str:
        """Return the digest of everything a stretch depends on."""
        for policy in stretch.players:
            if policy not in self._digests:
                self._digests[policy] = self._policy_digest(policy)
        read = [self.reading.label] if self.reading.label else []
        table = ["+".join(stretch.table), str(stretch.seat)] if stretch.table else []
        return digest_of(
            [
                self.base.game.digest(),
                *(self._digests[policy] for policy in stretch.players),
                stretch.policy,
                stretch.rules.digest(),
                f"{self.base.seed} {stretch.first} {stretch.games}",
                *read,
                *table,
            ]
        )

    def _policy_digest(self, policy: str) -> str:
        from sim.policy import load_declaration

        return load_declaration(self.base.game, policy).digest()

    def _play(self, stretch: Stretch) -> np.ndarray:
        from sim.records import rules_record

        plan = self._plan(stretch)
        if self._by_children(plan, stretch.players):
            return self.reading.read(stretch, worker.context_of(plan).play(stretch.first, stretch.games))
        context = self._context(stretch)
        record = rules_record(self.base.game, stretch.rules)
        if record.dtype != context.rules.dtype:  # tables of another shape: laid out anew, in a context of their own
            context = self._new_context(stretch)
        else:
            context.rules = record
            context.plan = replace(context.plan, rules=stretch.rules)
        with replayable(plan):
            return self.reading.read(stretch, context.play(stretch.first, stretch.games))

    def _by_children(self, plan: Plan, players: tuple[str, ...]) -> bool:
        """Return whether a policy is somebody else's; worked out once each."""
        if players not in self._foreign:
            self._foreign[players] = supervised.needed(plan)
        return self._foreign[players]

    def _context(self, stretch: Stretch) -> Context:
        """Return this thread's context of a policy and table; to lay one out takes longer than some stretches."""
        kept: dict[tuple[str, ...], Context] = self._own.__dict__.setdefault("contexts", {})
        seats = len(self.base.game.seats_in_play(stretch.rules))
        key = stretch.table or (stretch.policy,) * seats
        if key not in kept:
            kept[key] = self._new_context(stretch)
        return kept[key]

    def _new_context(self, stretch: Stretch) -> Context:
        from sim.block import Context

        return Context(self._plan(stretch))

    def _plan(self, stretch: Stretch) -> Plan:
        from sim.block import Plan
        from sim.policy import Seat

        team = tuple(map(Seat, stretch.table)) or (Seat(stretch.policy),) * len(self.base.game.file.seats)
        return Plan(self.base.game.name, stretch.rules, team, self.base.seed)
