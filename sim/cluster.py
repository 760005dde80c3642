"""Blocks over a dask cluster, taken back in order: ``--backend dask --scheduler ADDRESS``.

Why not joblib's dask backend: its ``Parallel`` waits for ever when the scheduler is gone, sends work to workers nobody
has examined, and runs ahead of who consumes without bound. So blocks are submitted one by one through
``distributed.Client``, and what holds elsewhere holds here: they are taken in the order of the games, a bounded number
is under way, and nothing but the plan and the index decides a row.

A worker that dies takes its blocks along; dask plays them again on another of the workers that have passed. When none
of these is left, they are sent anew once there is one.
"""

from __future__ import annotations

import pickle
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sim import worker
from sim.crew import Crew
from sim.errors import ContractBroken, Incomplete

if TYPE_CHECKING:
    from distributed import Future

    from sim.block import Plan

#: What a backend that is a cluster begins with: "dask:tcp://127.0.0.1:8786".
PREFIX = "dask:"

#: Blocks under way for each thread: one is played, one waits, one travels.
AHEAD = 3

#: Blocks fetched at a time; about a megabyte each.
FETCH = 16

#: Seconds without any block coming home, while workers are there, after which the oldest block is given up.
BLOCK_WAIT = 300.0

#: How often a block is sent anew because somebody else made the cluster forget it.
SENT_ANEW = 5


def is_cluster(backend: str) -> bool:
    """Return whether a backend names a cluster."""
    return backend.startswith(PREFIX)


@dataclass
class _Sent:
    """A block under way."""

    task: worker.Task
    future: Future
    workers: frozenset[str]
    times: int = 1


class Cluster:
    """One session's way to a cluster.

    Parameters
    ----------
    plan : Plan
        What is played.
    backend : str
        `PREFIX` and the address of the scheduler.

    Raises
    ------
    BadInput
        If dask is missing, nobody answers, or a worker cannot play the plan.
    """

    def __init__(self, plan: Plan, backend: str) -> None:
        from sim.shipment import pack

        self.shipment = pack(plan)
        self.crew = Crew(backend.removeprefix(PREFIX), plan.game, self.shipment)
        self.foreign = [seat.policy for seat in plan.team if seat.policy.endswith(".py")]
        self.under_way: deque[_Sent] = deque()
        self.came = threading.Event()
        self.crew.muster()

    def play(self, tasks: Iterator[worker.Task], stopping: Callable[[], bool]) -> Iterator[worker.Block]:
        """Play tasks on the cluster and yield their blocks in order.

        Parameters
        ----------
        tasks : iterator of Task
            Taken as there is room for them.
        stopping : callable
            Asked a few times a second; once it is true, what is under way is taken back and nothing more is yielded.

        Raises
        ------
        Incomplete
            If the scheduler is gone, no worker came for too long, or a block did not come home.
        ContractBroken
            If a block does not come home and the policies of the plan are files: one may not end.
        """
        self.heard = time.monotonic()
        while not stopping():
            self._look()
            if not self.crew.ready:
                self.heard = time.monotonic()
                time.sleep(0.05)
                continue
            self._send(tasks)
            if not self.under_way:
                return
            blocks = self._fetch()
            if not blocks:
                self._check_oldest()
                self.came.wait(0.25)
                self.came.clear()
            yield from blocks

    def close(self) -> None:
        """Take back what is under way: nothing of this session stays on the cluster."""
        futures = [sent.future for sent in self.under_way]
        self.under_way.clear()
        if self.crew.client.status == "running":
            self.crew.client.cancel(futures, force=True)
        self.crew.dismiss()

    def _look(self) -> None:
        for line in self.crew.look():
            warnings.warn(f"{line} It gets no blocks.", stacklevel=2)
        self.crew.check_workers()

    def _send(self, tasks: Iterator[worker.Task]) -> None:
        """Fill the room there is, and send anew what nobody can play any more."""
        ready = frozenset(self.crew.ready)
        for sent in self.under_way:
            if sent.future.status in ("lost", "cancelled"):
                self.crew.check_scheduler(wait=0.5)
                self._send_anew(sent, ready, "the cluster forgot it")
            elif sent.future.status == "pending" and not sent.workers & ready:
                self.crew.client.cancel([sent.future], force=True)
                self._send_anew(sent, ready, "", counts=False)
        room = AHEAD * sum(self.crew.ready.values()) - len(self.under_way)
        for _ in range(room):
            task = next(tasks, None)
            if task is None:
                return
            self.under_way.append(_Sent(task, self._submit(task, ready), ready))

    def _send_anew(self, sent: _Sent, ready: frozenset[str], why: str, counts: bool = True) -> None:
        sent.times += counts
        if sent.times > SENT_ANEW:
            raise Incomplete(
                f"{_games(sent.task)} did not come back: {why} {SENT_ANEW} times. What was before is kept."
            )
        sent.future, sent.workers = self._submit(sent.task, ready), ready

    def _submit(self, task: worker.Task, workers: frozenset[str]) -> Future:
        arguments = {"data": self.shipment, "first": task.first, "count": task.count, "keep_rows": task.keep_rows}
        future = self.crew.call("play", arguments, workers)
        future.add_done_callback(self._note)
        return future

    def _note(self, future: Future) -> None:
        self.heard = time.monotonic()
        self.came.set()

    def _fetch(self) -> list[worker.Block]:
        """Return the oldest blocks, as far as they have been played."""
        done = list(takewhile(lambda sent: sent.future.status in ("finished", "error"), self.under_way))[:FETCH]
        failed = next((i for i, sent in enumerate(done) if sent.future.status == "error"), None)
        if failed == 0:
            self._raise(done[0])
        try:
            answers = self.crew.client.gather([sent.future for sent in done[:failed]])
        except Exception:
            if self.crew.client.status == "running" and all(s.future.status != "error" for s in done[:failed]):
                return []  # a worker died with them in this moment: they are played again
            self.crew.check_scheduler(wait=0.5)
            raise
        for _ in answers:
            self.under_way.popleft()
        return [pickle.loads(answer) for answer in answers]

    def _raise(self, sent: _Sent) -> None:
        error: Any = sent.future.exception()
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            raise Incomplete(
                f"{_games(sent.task)}: every worker that was given these games died ({error.allowed_failures + 1} of"
                " them; out of memory?). What was before is kept."
            )
        raise error

    def _check_oldest(self) -> None:
        """Give up the oldest block if nothing has come home for too long."""
        if time.monotonic() - self.heard < BLOCK_WAIT:
            return
        sent = self.under_way[0]
        where = [name for name, keys in self.crew.client.processing().items() if sent.future.key in keys]
        who = f" from worker {', '.join(where)}" if where else ""
        message = f"{_games(sent.task)} did not come back{who} within {BLOCK_WAIT:g} s"
        if self.foreign:
            raise ContractBroken(
                f"{message}. Policy {', '.join(self.foreign)} may never answer; its thread there is busy until the"
                " worker is restarted. 'check policy' finds the decision.",
                sent.task.first,
                sent.task.plan.seed,
            )
        raise Incomplete(f"{message}; is it suspended, or busy with other work? What was before is kept.")


def _games(task: worker.Task) -> str:
    return f"games {task.first:,} to {task.first + task.count - 1:,}"
