"""Many games: blocks over workers, merged in order.

The way of a run: the parent compiles once, plays a few small blocks to learn the speed, chooses block size and backend,
and consumes the blocks in the order of the games. Rows are a function of the plan and the game index alone, so nothing
here changes a result: not the block size, not the number of workers, not the backend, not an interruption.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from typing import TYPE_CHECKING

import numpy as np

from sim import registry, supervised, worker
from sim.cluster import PREFIX, Cluster, is_cluster, read_address
from sim.crew import ClusterFailed
from sim.errors import BadInput, HouseEdgeError, Incomplete, Interrupted
from sim.machine import cores
from sim.parts import RowsDigest
from sim.results import Phase, Progress, RunResult, Status
from sim.spread import BACKENDS, Interrupts, block_size, choose_backend, cut, spread
from sim.stop import FixedGames, StopRule
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.writer import RunWriter

#: Sizes of the first blocks, which tell the speed, and how long one of them must take to tell it.
PROBES, ENOUGH_TO_KNOW = (8, 64, 512), 0.02

#: Rows that may wait in memory for their turn, in bytes; and blocks.
WAITING_BYTES, WAITING_BLOCKS = 64 << 20, 256

MOST_GAMES = 10**9
MOST_SEED = 2**53


def run_games(
    plan: Plan,
    games: int,
    *,
    first: int = 0,
    jobs: int = 1,
    backend: str = "auto",
    block: int | None = None,
    writer: RunWriter | None = None,
    keep_rows: bool = True,
    progress: Callable[[Progress], None] | None = None,
    stop: StopRule | None = None,
) -> RunResult:
    """Play games ``first`` to ``first + games - 1`` of a plan.

    Parameters
    ----------
    plan : Plan
        Game, rules, policies, seed.
    games : int
        How many.
    first : int, optional
        Index of the first game.
    jobs : int, optional
        Workers; the result does not depend on it.
    backend : {"auto", "sequential", "threading", "loky"}, optional
        How workers run, or "dask:" and the address of a cluster's scheduler; the result does not depend on it.
    block : int, optional
        Games of one block; adapted to the speed by default. The result does not depend on it.
    writer : RunWriter, optional
        Stores the run; closed at the end, whatever the end is.
    keep_rows : bool, optional
        Whether the result holds all rows; without them memory does not grow with the number of games.
    progress : callable, optional
        Called before compiling and after each block.
    stop : StopRule, optional
        Ends the run early; by default all games are played.

    Raises
    ------
    BadInput
        If a number or the backend is not allowed.
    ContractBroken
        If a policy or the engine broke a contract; the games before it are kept by the writer.
    Interrupted
        On Ctrl-C; carries the result of the finished games.
    """
    check_numbers(games=games, first=first, jobs=jobs, backend=backend, block=block, seed=plan.seed)
    session = Session(plan, [(first, games)], games, jobs, backend, block, writer, keep_rows, progress, stop)
    return session.run()


def check_numbers(
    *,
    games: int | None = None,
    first: int = 0,
    jobs: int = 1,
    backend: str = "auto",
    block: int | None = None,
    seed: int | None = None,
) -> None:
    """Check what a user can type about a run.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    from sim.params import nearest

    most_jobs = max(16, 4 * cores())
    problems = []
    if games is not None and not 1 <= games <= MOST_GAMES:
        problems.append(f"games: {games:,} is not allowed: it takes a whole number from 1 to {MOST_GAMES:,}.")
    if not 0 <= first <= MOST_GAMES:
        problems.append(f"first game: {first:,} is not allowed: it takes a whole number from 0 to {MOST_GAMES:,}.")
    if not 1 <= jobs <= most_jobs:
        problems.append(f"jobs: {jobs:,} is not allowed: it takes a whole number from 1 to {most_jobs} here.")
    if block is not None and not 1 <= block <= 1_000_000:
        problems.append(f"block: {block:,} is not allowed: it takes a whole number from 1 to 1,000,000.")
    if seed is not None and not 0 <= seed < MOST_SEED:
        problems.append(f"seed: {seed} is not allowed: it takes a whole number from 0 to {MOST_SEED - 1} (2**53 - 1).")
    if is_cluster(backend):
        try:
            read_address(backend.removeprefix(PREFIX))
        except BadInput as error:
            problems += error.problems
    elif backend not in ("auto", *BACKENDS):
        problems.append(f"there is no backend '{backend}'.{nearest(backend, ['auto', *BACKENDS])}")
    if problems:
        raise BadInput(problems)


# --- one session -----------------------------------------------------------------------------------------------------


class Session:
    """One call of `run_games`, or the rest of a run that is resumed.

    Parameters
    ----------
    ranges : sequence of (int, int)
        First game and count of each stretch to play, in order.
    requested : int
        Games of the whole run.
    earlier : Summary, optional
        Of the games finished in earlier sessions.
    ending : str, optional
        Status once everything is played.
    """

    def __init__(
        self,
        plan: Plan,
        ranges: Sequence[tuple[int, int]],
        requested: int,
        jobs: int = 1,
        backend: str = "auto",
        block: int | None = None,
        writer: RunWriter | None = None,
        keep_rows: bool = True,
        progress: Callable[[Progress], None] | None = None,
        stop: StopRule | None = None,
        earlier: Summary | None = None,
        ending: Status = "complete",
    ) -> None:
        self.plan, self.ranges, self.requested = plan, ranges, requested
        self.jobs, self.backend, self.block = jobs, backend, block
        self.writer, self.keep_rows, self.progress = writer, keep_rows, progress
        self.stop: StopRule = stop or FixedGames()
        self.ending = ending
        self.planned = sum(count for _, count in ranges)
        columns = [column.name for column in registry.load_game(plan.game).file.columns if column.role != "outcome"]
        self.summary = Summary(worker.outcome_names(plan), columns)
        if earlier is not None:
            self.summary.merge(earlier)
        self.earlier = self.summary.games
        self.send_rows = keep_rows or (writer is not None and not writer.summary_only)
        self.played, self.reason, self.used = 0, "", "sequential"
        self.sha = RowsDigest()
        self.rows: np.ndarray | None = None
        self.size = block or PROBES[0]
        self.feeding = True
        self.cluster: Cluster | None = None
        self.interrupts = Interrupts()
        self.compile_s = self.play_s = 0.0
        self.error: BaseException | None = None

    def run(self) -> RunResult:
        """Play; see `run_games`."""
        began = time.perf_counter()
        status: Status = "failed"
        interrupts = self.interrupts
        try:
            status = self._guarded(interrupts)
        except BaseException as error:
            self.error = error
            if isinstance(error, Incomplete):
                status = "interrupted"
            raise
        finally:
            if self.cluster is not None:
                self.cluster.close()
            result = self._result(status, time.perf_counter() - began)
            if self.writer is not None:
                self.writer.close(result, self.error)
        if status == "interrupted":
            resume = self.writer.resume_command if self.writer is not None else ""
            kept = f"; they are kept in {self.writer.path}" if self.writer is not None else ""
            raise Interrupted(f"stopped after {result.games:,} of {self.requested:,} games{kept}", result, resume)
        result.asked_to_stop = interrupts.asked
        return result

    def _guarded(self, interrupts: Interrupts) -> Status:
        try:
            self._prepare()
            with interrupts:
                return self._play(interrupts)
        except (KeyboardInterrupt, supervised.Stopped):
            supervised.stop()  # the other blocks under way
            return "interrupted"
        except ClusterFailed as error:
            raise Incomplete(f"{error} {self._kept()}".strip()) from error
        except BrokenExecutor as error:
            if interrupts.asked:  # a worker that was still starting died of the same Ctrl-C
                return "interrupted"
            raise Incomplete(
                f"a worker process died after {self.summary.games:,} of {self.requested:,} games (out of memory, or"
                " killed). What was finished is kept."
            ) from error

    def _kept(self) -> str:
        """Return in words what is kept, and what plays the rest."""
        if self.writer is None:
            return ""
        done = f"{self.summary.games:,} of {self.requested:,} games are kept in {self.writer.path}"
        return f"{done}; for the rest: {self.writer.resume_command}"

    def _prepare(self) -> None:
        """Compile or load once, before any worker starts: otherwise each would compile for itself."""
        if not self.planned:
            self.digest = ""
            return
        if is_cluster(self.backend):  # first, so that its workers load while this process does
            self.cluster = Cluster(self.plan, self.backend)
        self._report("loading" if worker.is_compiled(self.plan) else "compiling")
        self.compile_s = worker.warm(self.plan)
        if self.cluster is not None:
            waiting = time.perf_counter()
            self.cluster.wait()
            self.compile_s += time.perf_counter() - waiting
        self.digest = worker.plan_digest(self.plan)
        if self.keep_rows:
            from sim.records import row_dtype

            self.rows = np.empty(self.planned, row_dtype(registry.load_game(self.plan.game)))

    def _play(self, interrupts: Interrupts) -> Status:
        self.started = time.perf_counter()
        broken: HouseEdgeError | None = None
        for block in self._blocks():
            if broken is not None or self.reason:
                continue  # it was under way when the run ended
            self._take(block)
            broken = block.error
            if self._may_ask(block.first + block.count) and self.played < self.planned:
                self.reason = self.stop.reason_to_stop(self.summary) or ""
            if broken is not None or self.reason or interrupts.asked:
                self.feeding = False
        if broken is not None:
            raise broken
        if self.played == self.planned:
            return self.ending
        return "stopped" if self.reason else "interrupted"

    def _may_ask(self, end: int) -> bool:
        """Return whether the games so far are all up to ``end``, in order, and a multiple of the rule's step."""
        games, first = self.summary.games, self.ranges[0][0] if not self.earlier else 0
        return games == end - first and games % self.stop.step == 0

    def _blocks(self) -> Iterator[worker.Block]:
        """Yield all blocks in order; the first few are small, played here, and tell the speed."""
        tasks = self._tasks()
        games_per_s = 0.0
        if self.block is None or (self.backend == "auto" and self.jobs > 1):
            for probe in self._probes():
                self.size = probe
                task = next(tasks, None)
                if task is None:
                    return
                block = worker.play_block(task)
                games_per_s = block.count / block.seconds
                yield block
                if block.seconds > ENOUGH_TO_KNOW and probe in PROBES:
                    break
        self.size = self.block or block_size(games_per_s)
        if self.cluster is not None:
            self.used = "dask"
            for block in self.cluster.play(tasks, lambda: self.interrupts.asked or not self.feeding):
                if self.block is None and block.seconds:  # short blocks cost more there, and workers differ in speed
                    self.size = block_size(block.count / block.seconds)
                yield block
            return
        left = (self.planned - self.played) / games_per_s if games_per_s else math.inf
        interpreted = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
        self.used = self.backend
        if supervised.interpreted(self.plan) and games_per_s:
            supervised.tell_time(self.planned - self.played, left / self.jobs)
        if self.backend == "auto":
            self.used = choose_backend(self.jobs, left, interpreted, supervised.needed(self.plan))
        row_bytes = 16 + 4 * len(self.summary.columns)
        waiting = max(4 * self.jobs, min(WAITING_BLOCKS, WAITING_BYTES // (row_bytes * self.size)))
        yield from spread(tasks, self.jobs, self.used, waiting)

    def _probes(self) -> tuple[int, ...]:
        """Return the sizes of the first blocks; one audited at every decision is too slow to tell the speed."""
        slow = bool(self.ranges) and supervised.needed(self.plan) and not supervised.interpreted(self.plan)
        return (supervised.AUDITED, *PROBES) if slow and self.ranges[0][0] < supervised.AUDITED else PROBES

    def _tasks(self) -> Iterator[worker.Task]:
        for first, count in cut(self.ranges, lambda: self.size, self.stop.step):
            if not self.feeding:
                return
            yield worker.Task(self.plan, self.digest, first, count, self.send_rows, os.getpid())

    def _take(self, block: worker.Block) -> None:
        """Merge a finished block."""
        if block.rows is not None:
            self.sha.update(block.first, block.rows)
            if self.rows is not None:
                self.rows[self.played : self.played + block.count] = block.rows
        if self.writer is not None:
            self.writer.append(block.first, block.rows, block.summary)
        self.summary.merge(block.summary)
        self.played += block.count
        self.play_s = time.perf_counter() - self.started
        self._report("playing")

    def _report(self, phase: Phase) -> None:
        if self.progress is not None:
            games = self.summary.games
            done = (games, self.requested, self.played)
            workers = self.cluster.crew.label if self.cluster is not None else ""
            self.progress(Progress(phase, *done, self.play_s, self.compile_s, self.summary, workers))

    def _result(self, status: Status, wall_s: float) -> RunResult:
        timing = {
            "compile_s": self.compile_s,
            "play_s": self.play_s,
            "wall_s": wall_s,
            "games_per_s": self.played / self.play_s if self.play_s else math.nan,
        }
        ended, reason = status in ("complete", "stopped"), self.reason or "all games played"
        # blocks of the stop rule's step, from 0: the last one that counts
        block = max(0, -(-self.summary.games // self.stop.step) - 1)
        return RunResult(
            self.plan,
            self.requested,
            self.summary.games,
            None if self.rows is None else self.rows[: self.played],
            self.summary,
            status,
            timing,
            {"rule": self.stop.name, "reason": reason, "block": block, "games": self.summary.games} if ended else {},
            self.used,
            self.sha.hexdigest() if self.send_rows and self.earlier == 0 else None,
            rule=self.stop.name,
        )
