"""How games are cut into blocks, and blocks spread over workers and taken back in order."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from sim import supervised, worker
from sim.parts import PART

#: Block sizes to choose from: divisors of a part.
SIZES = (5000, 2500, 1000, 500, 250, 100, 50, 20, 10)

#: Seconds one block should take: long enough to hide the cost of a call, short enough for progress and Ctrl-C.
BLOCK_SECONDS = 0.3


def cut(ranges: Sequence[tuple[int, int]], size: Callable[[], int], step: int) -> Iterator[tuple[int, int]]:
    """Cut ranges of games (first, count) into blocks that cross neither a part's border nor a multiple of ``step``."""
    for first, count in ranges:
        end = first + count
        while first < end:
            last = min(end, first + size(), (first // PART + 1) * PART, (first // step + 1) * step)
            yield first, last - first
            first = last


def block_size(games_per_s: float) -> int:
    """Return the block size that takes about `BLOCK_SECONDS`."""
    return next((size for size in SIZES if size <= games_per_s * BLOCK_SECONDS), SIZES[-1])


#: Seconds until a process pool gives its first result.
LOKY_START = 1.2

#: Seconds of work below which a second worker is not worth its start.
WORTH_SHARING = 0.05


def choose_backend(jobs: int, seconds: float, interpreted: bool, by_children: bool = False) -> str:
    """Return the backend for work that would take one worker ``seconds``.

    Kernels release the GIL, and what is left of a block in Python is one hundredth of it. With 300,000 games of 0.02 ms
    on two cores, threads were 1.9 times as fast as one worker, a process pool 1.6 to 1.85 times and a second late: rows
    have to travel. So processes are for the interpreter only, which threads would have to share. Blocks that children
    play anyway (`sim.supervised`) need threads that wait, one a child; a child takes as long to start as a pool.
    """
    if jobs == 1 or seconds < (LOKY_START if interpreted or by_children else WORTH_SHARING):
        return "sequential"
    return "loky" if interpreted and not by_children else "threading"


#: Plays tasks over a number of workers and yields their blocks in order; the third argument is how many blocks may be
#: under way or wait for their turn. To stop, the caller lets the tasks run dry and takes the few blocks under way.
Backend = Callable[[Iterator[worker.Task], int, int], Iterator[worker.Block]]


def _sequential(tasks: Iterator[worker.Task], jobs: int, waiting: int) -> Iterator[worker.Block]:
    """Play one block after the other, here."""
    yield from map(worker.play_block, tasks)


def _joblib(backend: str, tasks: Iterator[worker.Task], jobs: int, waiting: int) -> Iterator[worker.Block]:
    """Play blocks over joblib's threads or processes.

    Work is handed out in waves: joblib would otherwise run ahead of a slow consumer without bound. The caller stops by
    letting ``tasks`` run dry: killing workers is slow and noisy.
    """
    from joblib import Parallel, delayed

    with Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", batch_size=1, pre_dispatch=2 * jobs, max_nbytes=None
    ) as parallel:
        for task in tasks:
            wave = chain([task], islice(tasks, waiting - 1))
            yield from parallel(delayed(worker.play_block)(task) for task in wave)


#: Every way to spread blocks, by the name it is chosen by. Rows depend on none of them.
BACKENDS: dict[str, Backend] = {
    "sequential": _sequential,
    "threading": partial(_joblib, "threading"),
    "loky": partial(_joblib, "loky"),
}


def spread(tasks: Iterator[worker.Task], jobs: int, backend: str, waiting: int) -> Iterator[worker.Block]:
    """Play tasks over workers by one of `BACKENDS` and yield the blocks in order."""
    return BACKENDS[backend](tasks, jobs, waiting)


class Interrupts:
    """Notes Ctrl-C instead of raising it in the middle of something; a second one raises."""

    def __init__(self) -> None:
        self.asked = False

    def __enter__(self) -> Interrupts:
        self.mine = threading.current_thread() is threading.main_thread()
        if self.mine:
            supervised.hurry.clear()
            self.before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exception: object) -> None:
        if self.mine:
            signal.signal(signal.SIGINT, self.before)
            supervised.hurry.clear()

    def _note(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        supervised.hurry.set()
