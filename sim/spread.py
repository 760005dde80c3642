"""How games are cut into blocks, and blocks spread over workers and taken back in order."""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from sim import worker

#: Games of one stored part. Blocks never cross a multiple of it.
PART = 10_000

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


#: What a process pool costs before its first result, in seconds, and how much of a core a worker gets (docs/speed.md).
LOKY_START, LOKY_SHARE, THREAD_SHARE = 1.2, 1.0, 0.85
_loky_is_up = False


def choose_backend(jobs: int, seconds: float, interpreted: bool) -> str:
    """Return the backend for work that would take one worker ``seconds``.

    Threads begin at once but share the interpreter between kernels; processes take a second to start.
    """
    if jobs == 1:
        return "sequential"
    if interpreted:
        return "loky" if seconds > LOKY_START or _loky_is_up else "sequential"
    saved = seconds / jobs * (1 / THREAD_SHARE - 1 / LOKY_SHARE)
    return "loky" if saved > (0.0 if _loky_is_up else LOKY_START) else "threading"


def spread(tasks: Iterator[worker.Task], jobs: int, backend: str, waiting: int) -> Iterator[worker.Block]:
    """Play tasks over workers and yield the blocks in order.

    Work is handed out in waves: joblib would otherwise run ahead of a slow consumer without bound.
    """
    if backend == "sequential":
        yield from map(worker.play_block, tasks)
        return
    global _loky_is_up
    from joblib import Parallel, delayed

    with Parallel(
        n_jobs=jobs, backend=backend, return_as="generator", batch_size=1, pre_dispatch=3 * jobs, max_nbytes=None
    ) as parallel:
        while wave := list(islice(tasks, waiting)):
            blocks = parallel(delayed(worker.play_block)(task) for task in wave)
            try:
                for block in blocks:
                    yield block
            finally:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", UserWarning)  # that blocks beyond a stop are thrown away is meant
                    blocks.close()
            _loky_is_up = _loky_is_up or backend == "loky"


class Interrupts:
    """Notes Ctrl-C instead of raising it in the middle of something; a second one raises."""

    def __init__(self) -> None:
        self.asked = False

    def __enter__(self) -> Interrupts:
        self.mine = threading.current_thread() is threading.main_thread()
        if self.mine:
            self.before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exception: object) -> None:
        if self.mine:
            signal.signal(signal.SIGINT, self.before)

    def _note(self, number: int, frame: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
