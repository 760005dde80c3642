"""The same deal, new dice: how much of a game is decided before its first turn?

A deal is everything the set-up leaves behind: the order of the decks, what lies open, what the policy chose while
setting up. Each deal is played from its first turn several times, with the game's own streams and then with new ones
for every die, every later shuffle and the policy's luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Arm, Base, plan_of, winning_codes
from sim import supervised

if TYPE_CHECKING:
    from sim.block import Context, Plan

#: Replays of each deal, the game itself among them.
REPLAYS = 4
#: Deals a worker plays at a time.
CHUNK = 250


def wins_of_deals(plan: Plan, first: int, deals: int, replays: int = REPLAYS) -> np.ndarray:
    """Return how many replays of each deal were won.

    Parameters
    ----------
    plan : Plan
        Game, rules, policies, seed.
    first, deals : int
        The games whose deals are played.
    replays : int, optional
        Times each deal is played; the first time it is the game as every run plays it.

    Returns
    -------
    numpy.ndarray of int, shape (deals,)

    Raises
    ------
    ContractBroken
        If a policy or the engine broke a contract.
    """
    from sim.block import Context
    from sim.records import work_dtype

    if supervised.needed(plan):
        return supervised.call(wins_of_deals, plan, first, deals, replays)
    context = supervised.share(Context(plan))
    row = np.zeros(1, work_dtype(context.game)).view(np.recarray)
    winning = winning_codes(context.game)
    wins = np.zeros(deals, np.int64)
    for number in range(deals):
        index = first + number
        context.team["error"][0] = 0
        context.call(row, index, 1, turns=0, fresh=1)
        kept = [(_bytes(record), _bytes(record).copy()) for record in (context.table, context.hidden, context.team)]
        for replay in range(replays):
            for record, start in kept if replay else ():
                record[:] = start
            if replay:
                _new_streams(context, plan.seed, index, replay)
            context.call(row, index, 1, turns=-1, fresh=0)
            if context.team["error"][0]:
                raise context.broken(index)
            wins[number] += int(row["outcome"][0]) in winning
    return wins


def _bytes(record: np.ndarray) -> np.ndarray:
    """Return the memory of a record; copying a record field by field would take longer than the game."""
    return record.view(np.ndarray).view(np.uint8)


def _new_streams(context: Context, seed: int, index: int, replay: int) -> None:
    """Give every stream a beginning that no run has: seeds end at 2**53."""
    from sim.kernel import LUCK
    from sim.streams import seed_stream

    streams = context.hidden["streams"][0]
    numbers = np.array([*range(len(streams)), LUCK], np.uint64)
    fresh = np.empty((4, len(numbers)), np.uint64)
    with np.errstate(over="ignore"):
        seed_stream(fresh, (replay << 53) + seed, index, numbers)
    streams[:] = fresh.T[:-1]
    context.team["luck"]["state"][0] = fresh.T[-1]


def play_deals(base: Base, arms: Sequence[Arm], deals: int, replays: int = REPLAYS) -> Iterator[tuple[Arm, np.ndarray]]:
    """Yield the wins of `wins_of_deals` for each arm in order, in pieces as they are finished."""
    tasks: list[tuple[Any, ...]] = [
        (arm, first, min(CHUNK, deals - first)) for arm in arms for first in range(0, deals, CHUNK)
    ]
    plans = {arm: plan_of(base, arm) for arm in arms}

    def one(task: tuple[Any, ...]) -> tuple[Arm, np.ndarray]:
        arm, first, count = task
        return arm, wins_of_deals(plans[arm], first, count, replays)

    if base.jobs == 1:
        yield from map(one, tasks)
        return
    with ThreadPoolExecutor(base.jobs) as pool:
        yield from pool.map(one, tasks)
