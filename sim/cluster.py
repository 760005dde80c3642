"""Blocks over a dask cluster, taken back in order: ``--backend dask --scheduler ADDRESS``.

Why not joblib's dask backend: it runs ahead of who consumes without bound, sends work to whoever is there (a worker
that joins later and has another House Edge, too), and hangs at its end when the scheduler is gone; seen with joblib
1.6. So blocks are submitted one by one through ``distributed.Client``, and what holds elsewhere holds here: they are
taken in the order of the games, a bounded number is under way, and nothing but plan and index decides a row.

A worker that dies takes its blocks along; dask plays them again on another of the workers that have passed. When none
of these is left, they are sent anew once there is one.
"""

from __future__ import annotations

import asyncio
import importlib.util
import pickle
import re
import socket
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from sim.crew import CONNECT, NOT_INSTALLED, ClusterFailed, Crew, crew_of, no_scheduler
from sim.errors import BadInput

if TYPE_CHECKING:
    from distributed import Future

    from sim import worker
    from sim.block import Plan

#: What a backend that is a cluster begins with: "dask:tcp://127.0.0.1:8786".
PREFIX = "dask:"

#: Where a scheduler listens unless it was told otherwise.
PORT = 8786

#: Blocks under way for each thread: one is played, one waits, one travels.
AHEAD = 3

#: Blocks fetched at a time; about a megabyte each.
FETCH = 16

#: Seconds without any block coming home, while workers are there, after which the oldest block is given up.
#: The limit grows with the slowest block so far. (A policy that never answers is found long before, by its worker.)
BLOCK_WAIT, SLOWER = 900.0, 20

#: How often a block is sent anew because somebody else made the cluster forget it.
SENT_ANEW = 5


def is_cluster(backend: str) -> bool:
    """Return whether a backend names a cluster."""
    return backend.startswith(PREFIX)


def read_address(text: str | None) -> str:
    """Return the address of a scheduler as typed: ``tcp://HOST:PORT``, ``tls://HOST:PORT`` or ``HOST:PORT``.

    Raises
    ------
    BadInput
        If there is none, or it is no address.
    """
    if not text:
        raise BadInput(
            "--backend dask needs --scheduler ADDRESS, for example tcp://192.168.0.10:8786; 'dask scheduler' prints it."
        )
    found = re.fullmatch(r"(?:(tcp|tls)://)?([^\s/:\[\]]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?/?", text.strip())
    if found is None or not 0 < int(found[3] or PORT) < 65536:
        raise BadInput(f"--scheduler takes an address such as tcp://192.168.0.10:{PORT}, not '{text}'.")
    return f"{found[1] or 'tcp'}://{found[2]}:{found[3] or PORT}"


def reach(address: str) -> None:
    """Look whether somebody listens at an address, and whether dask is installed; imports nothing heavy.

    Raises
    ------
    BadInput
        If not.
    """
    if importlib.util.find_spec("distributed") is None or importlib.util.find_spec("dask") is None:
        raise BadInput(NOT_INSTALLED)
    host, _, port = address.partition("://")[2].rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT).close()
    except OSError as error:
        raise no_scheduler(address, error) from None


def muster(plan: Plan, backend: str) -> Crew:
    """Return the workers of a cluster that may play a plan; they begin to load.

    Parameters
    ----------
    plan : Plan
        What is to be played.
    backend : str
        `PREFIX` and the address of the scheduler.

    Raises
    ------
    BadInput
        If dask is missing, nobody answers, or a worker cannot play the plan.
    ClusterFailed
        If the scheduler is gone.
    """
    from sim.shipment import pack

    crew = crew_of(read_address(backend.removeprefix(PREFIX)), plan.game, pack(plan))
    crew.muster()
    return crew


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
    BadInput, ClusterFailed
        As `muster`.
    """

    def __init__(self, plan: Plan, backend: str) -> None:
        self.crew = muster(plan, backend)
        self.under_way: deque[_Sent] = deque()
        self.came = threading.Event()
        self.slowest = 0.0

    def wait(self) -> None:
        """Wait until a worker has loaded what is to be played; the others may follow.

        Raises
        ------
        ClusterFailed
            If the scheduler is gone, or no worker came for too long.
        """
        while not self.crew.ready:
            self._look()
            time.sleep(0.02)

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
        ClusterFailed
            If the scheduler is gone, no worker came for too long, or a block did not come home.
        """
        self.heard, self.stopping = time.monotonic(), stopping
        while not stopping():
            self._look()
            if self.crew.ready:
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
            if sent.future.status == "cancelled":
                self.crew.check_scheduler(wait=0.5)
                self._send_anew(sent, ready, "the cluster forgot it")
            elif sent.future.status in ("pending", "lost") and not sent.workers & ready:
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
            raise ClusterFailed(f"{_games(sent.task)} did not come back: {why} {SENT_ANEW} times.")
        sent.future, sent.workers = self._submit(sent.task, ready), ready

    def _submit(self, task: worker.Task, workers: frozenset[str]) -> Future:
        arguments = {"data": self.crew.shipment, "first": task.first, "count": task.count, "keep_rows": task.keep_rows}
        future = self.crew.call("play", arguments, workers)
        future.add_done_callback(self._note)
        return future

    def _note(self, future: Future) -> None:
        self.heard = time.monotonic()
        self.came.set()

    def _fetch(self) -> list[worker.Block]:
        """Return the oldest blocks, as far as they have been played."""
        done = list(takewhile(lambda sent: sent.future.status in ("finished", "error"), self.under_way))[:FETCH]
        if not done:
            return []
        failed = next((i for i, sent in enumerate(done) if sent.future.status == "error"), None)
        if failed == 0:
            self._raise(done[0])
        answers = self._gather([sent.future for sent in done[:failed]])
        for _ in answers:
            self.under_way.popleft()
        blocks: list[worker.Block] = [pickle.loads(answer) for answer in answers]
        self.slowest = max([self.slowest, *(block.seconds for block in blocks)])
        return blocks

    def _gather(self, futures: list[Future]) -> list[bytes]:
        """Return the results of futures, or none if a worker dies with one of them: it is played again then.

        ``Client.gather`` alone would wait for that, without end if there is no other worker.
        """
        client: Any = self.crew.client
        coming = asyncio.run_coroutine_threadsafe(client.gather(futures, asynchronous=True), client.loop.asyncio_loop)
        while not self.stopping():
            try:
                return list(coming.result(0.1))
            except OSError as error:  # nothing yet (a TimeoutError is one), or a worker is not reached any more
                if coming.done() or any(future.status != "finished" for future in futures):
                    self.crew.check_scheduler(wait=0.0 if isinstance(error, TimeoutError) else 0.5)
                    break
            except Exception:
                self.crew.check_scheduler(wait=0.5)
                if all(future.status == "finished" for future in futures):
                    raise
                break
        coming.cancel()
        return []

    def _raise(self, sent: _Sent) -> None:
        error: Any = sent.future.exception()
        from distributed.scheduler import KilledWorker

        if isinstance(error, KilledWorker):
            raise ClusterFailed(
                f"{_games(sent.task)}: every worker that was given these games died ({error.allowed_failures + 1} of"
                " them; out of memory?)."
            )
        raise error

    def _check_oldest(self) -> None:
        """Give up the oldest block if nothing has come home for too long."""
        if not self.crew.ready:
            self.heard = time.monotonic()
        limit = max(BLOCK_WAIT, SLOWER * self.slowest)
        if time.monotonic() - self.heard < limit:
            return
        sent = self.under_way[0]
        where = [name for name, keys in self.crew.client.processing().items() if sent.future.key in keys]
        who = f" from worker {', '.join(where)}" if where else ""
        raise ClusterFailed(
            f"{_games(sent.task)} did not come back{who} within {limit:,.0f} s; is it suspended, or busy with other"
            " work?"
        )


def _games(task: worker.Task) -> str:
    return f"games {task.first:,} to {task.first + task.count - 1:,}"
