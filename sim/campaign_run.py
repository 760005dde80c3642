"""Many campaigns: blocks over threads, taken back in order.

A campaign's rows are a function of its plan and its index alone. Blocks have a fixed size and begin at multiples of it,
so neither the number of workers nor the order in which blocks are finished can change what is made of them.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from sim import registry, supervised
from sim.commands import replayable
from sim.digest import digest_of
from sim.worker import compile_once, engine_code, policy_code

if TYPE_CHECKING:
    from sim.campaign import CampaignContext, CampaignPlan

T = TypeVar("T")

#: Campaigns of a block: about a quarter of a second, so that progress and Ctrl-C do not wait.
BLOCK = 250

#: Campaigns of a block without compiled code.
SLOW_BLOCK = 2

#: Blocks that may be under way or wait for their turn, for each worker.
AHEAD = 4


# --- digests and compiling -------------------------------------------------------------------------------------------


def plan_digest(plan: CampaignPlan) -> str:
    """Return the digest of everything the rows of a campaign depend on."""
    game = registry.load_game(plan.game)
    seats = [seat.identity for seat in (*plan.team, plan.club)]
    rules = [rules.digest() for rules in plan.rules]
    return digest_of([game.digest(), *rules, *seats, *policy_digests(plan), str(plan.seed)])


def policy_digests(plan: CampaignPlan) -> list[str]:
    """Return the digest of the policy of every seat, and of the club's as the last."""
    from sim.policy import CAMPAIGN, load_declaration

    game = registry.load_game(plan.game)
    team = [load_declaration(game, seat.policy).digest() for seat in plan.team]
    return [*team, load_declaration(game, plan.club.policy, CAMPAIGN).digest()]


def is_compiled(plan: CampaignPlan) -> bool:
    """Return whether the campaign's kernel and all policies are in the compiled cache, or need no compiling."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or supervised.interpreted(plan):
        return True
    from sim.policy import CAMPAIGN, load_declaration

    game = registry.load_game(plan.game)
    kernel = engine_code(game).glob("*campaign_kernel*.nbi")
    policies = [load_declaration(game, seat.policy) for seat in plan.team]
    wanted = policy_code(game, [*policies, load_declaration(game, plan.club.policy, CAMPAIGN)])
    return any(kernel) and all(any(folder.glob("*.nbi")) for folder in wanted)


def warm(plan: CampaignPlan) -> float:
    """Compile or load what a campaign needs, in this process or in the one that will play, and return the seconds."""
    from sim.campaign import CampaignContext

    if supervised.needed(plan):
        started = time.perf_counter()
        supervised.Supervised(plan, plan_digest(plan)).load()
        return time.perf_counter() - started
    return compile_once(registry.load_game(plan.game), lambda: CampaignContext(plan), is_compiled(plan))


# --- playing ---------------------------------------------------------------------------------------------------------


def play_blocks(
    plan: CampaignPlan,
    campaigns: int,
    reduce: Callable[[np.ndarray], T],
    *,
    jobs: int = 1,
    first: int = 0,
    block: int = BLOCK,
) -> Iterator[T]:
    """Play campaigns ``first`` to ``first + campaigns - 1`` and yield ``reduce(rows)`` of each block, in order.

    Parameters
    ----------
    plan : CampaignPlan
        What is played.
    reduce : callable
        Makes of a block's rows, shape (campaigns, scenarios), what is kept; called in the worker.
    jobs : int, optional
        Threads; the kernel runs outside the interpreter's lock.
    block : int, optional
        Most campaigns of a block; blocks begin at multiples of it.

    Raises
    ------
    ContractBroken
        If a policy or the engine broke a contract; names the first campaign in which one did.
    """
    own = threading.local()
    if supervised.interpreted(plan):
        block = min(block, SLOW_BLOCK)

    def one(at: int, count: int) -> T:
        with replayable(plan):
            return reduce(_context(own, plan).play(at, count))

    yield from in_order((partial(one, at, count) for at, count in _cut(first, campaigns, block)), jobs)


def play_plans(
    plans: Iterable[CampaignPlan],
    campaigns: int,
    reduce: Callable[[np.ndarray], T],
    *,
    jobs: int = 1,
    first: int = 0,
) -> Iterator[T]:
    """Play the same campaigns under many plans, a plan a worker, and yield ``reduce(rows)`` of each in order."""

    def one(plan: CampaignPlan) -> T:
        with replayable(plan):
            return reduce(_new_context(plan).play(first, campaigns))

    yield from in_order((partial(one, plan) for plan in plans), jobs)


def in_order(tasks: Iterable[Callable[[], T]], jobs: int) -> Iterator[T]:
    """Do tasks over threads and yield what they return in their order; few are under way or wait at any time."""
    if jobs == 1:
        for task in tasks:
            yield task()
        return
    waiting: deque[Future[T]] = deque()
    pool = ThreadPoolExecutor(jobs)
    try:
        with supervised.stopping():
            for task in tasks:
                waiting.append(pool.submit(task))
                if len(waiting) > AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    finally:  # on Ctrl-C what is under way is finished, in a quarter of a second, and nothing else is begun
        pool.shutdown(wait=True, cancel_futures=True)


def _context(own: threading.local, plan: CampaignPlan) -> CampaignContext | supervised.Supervised:
    """Return this thread's context; one is not shared between threads."""
    if not hasattr(own, "context"):
        own.context = _new_context(plan)
    return own.context  # type: ignore[no-any-return]


def _new_context(plan: CampaignPlan) -> CampaignContext | supervised.Supervised:
    from sim.campaign import CampaignContext

    return supervised.Supervised(plan, plan_digest(plan)) if supervised.needed(plan) else CampaignContext(plan)


def _cut(first: int, campaigns: int, block: int) -> Iterator[tuple[int, int]]:
    """Cut campaigns into blocks (first, count) that do not cross a multiple of ``block``."""
    end = first + campaigns
    while first < end:
        last = min(end, (first // block + 1) * block)
        yield first, last - first
        first = last


__all__ = ["BLOCK", "in_order", "is_compiled", "plan_digest", "play_blocks", "play_plans", "policy_digests", "warm"]
