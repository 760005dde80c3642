"""What a worker does: play one block of a plan in a context it keeps. In the parent, in threads, in processes."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sim import registry, supervised
from sim.commands import replayable
from sim.digest import cache_folder, digest_of
from sim.errors import ContractBroken, HouseEdgeError
from sim.locks import FileLock, Locked
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Context, Plan
    from sim.policy import Policy
    from sim.supervised import Supervised

#: Contexts a thread keeps; a ladder or a paired comparison goes back and forth between a few plans.
KEPT_CONTEXTS = 4

#: Seconds to wait for another process that compiles the same game.
COMPILE_WAIT = 180.0

_own = threading.local()


@dataclass(frozen=True)
class Task:
    """One block to play, as it travels to a worker.

    Attributes
    ----------
    plan : Plan
        What is played.
    digest : str
        `plan_digest` as the parent sees it: the key of the kept context, and the proof that both have the same sources.
    first, count : int
        The games.
    keep_rows : bool
        Whether the rows travel back, or their summary alone.
    parent : int
        Process id of the parent.
    """

    plan: Plan
    digest: str
    first: int
    count: int
    keep_rows: bool
    parent: int


@dataclass(frozen=True)
class Block:
    """One block played. ``error`` is a broken contract in the game after the last one that is counted here."""

    first: int
    count: int
    rows: np.ndarray | None
    summary: Summary
    seconds: float
    error: HouseEdgeError | None = None


def policy_digests(plan: Plan) -> list[str]:
    """Return the digest of the policy of every seat."""
    from sim.policy import load_declaration

    game = registry.load_game(plan.game)
    return [load_declaration(game, seat.policy).digest() for seat in plan.team]


def plan_digest(plan: Plan) -> str:
    """Return the digest of everything the rows of a plan depend on."""
    game = registry.load_game(plan.game)
    team = [seat.identity for seat in plan.team]
    return digest_of([game.digest(), plan.rules.digest(), *team, *policy_digests(plan), str(plan.seed)])


def outcome_names(plan: Plan) -> tuple[str, ...]:
    """Return the names of a game's outcomes in the order of their codes."""
    return tuple(outcome.name for outcome in registry.load_game(plan.game).file.outcomes)


def is_compiled(plan: Plan) -> bool:
    """Return whether the game and its policies are in the compiled cache, or need no compiling."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or supervised.interpreted(plan):
        return True
    from sim.policy import load_declaration

    game = registry.load_game(plan.game)
    policies = [load_declaration(game, seat.policy) for seat in plan.team]
    wanted = {engine_code(game), *policy_code(game, policies)}
    return all(any(folder.glob("*.nbi")) for folder in wanted)


def engine_code(game: registry.Game) -> Path:
    """Return the folder of the engine's own functions, compiled for a game."""
    return _code(game.digest(), __file__)


def policy_code(game: registry.Game, policies: Iterable[Policy]) -> set[Path]:
    """Return the folders of the compiled functions that play; who only sets weights compiles nothing."""
    from sim.policy import decisions_of

    found = [policy.source(name) for policy in policies for name in decisions_of(game, policy)]
    return {_code(policy.compiled_digest(), function.__code__.co_filename) for policy, function in found}


def _code(digest: str, source: str) -> Path:
    """Return the folder of what was compiled from a source; numba keeps apart what lies apart, such as two clones."""
    from numba.core.caching import UserProvidedCacheLocator

    return cache_folder(digest) / UserProvidedCacheLocator.get_suitable_cache_subpath(source)


def warm(plan: Plan) -> float:
    """Compile or load what a plan needs in this process and return the seconds it took.

    On a cold cache one process compiles while others wait for it and then load: four at once would each compile all. A
    plan that is supervised is compiled or loaded by a child, which stays for the blocks.
    """
    if supervised.needed(plan):
        started = time.perf_counter()
        supervised.Supervised(plan, plan_digest(plan)).load()
        return time.perf_counter() - started
    return compile_once(registry.load_game(plan.game), lambda: context_of(plan), is_compiled(plan))


def compile_once(game: registry.Game, load: Callable[[], object], compiled: bool) -> float:
    """Call ``load``, which compiles or loads what a game needs, and return the seconds it took.

    Parameters
    ----------
    compiled : bool
        Whether it only loads; if not, other processes that compile this game are waited for.
    """
    from sim import jit  # noqa: F401  (its import is start-up, not compile time)

    started = time.perf_counter()
    if compiled:
        load()
    else:
        lock = FileLock(cache_folder(game.digest()) / "compiling.lock", COMPILE_WAIT)
        try:
            lock.acquire()
        except (Locked, OSError):
            pass  # the lock saves work; without it the result is the same
        try:
            load()
        finally:
            lock.release()
    return time.perf_counter() - started


def context_of(plan: Plan, digest: str | None = None) -> Context | Supervised:
    """Return this thread's context of a plan, from the few it keeps; a `Supervised` one for somebody else's policies.

    Parameters
    ----------
    digest : str, optional
        The plan's digest as the sender computed it.

    Raises
    ------
    HouseEdgeError
        If this process sees other sources than the sender: its rows would be another game's.
    """
    kept: OrderedDict[str, Context | Supervised] = _own.__dict__.setdefault("contexts", OrderedDict())
    if digest is None or digest not in kept:
        found = plan_digest(plan)
        if digest is not None and digest != found:
            raise HouseEdgeError(
                "a source file changed while the run was going on; start it again, or resume it after undoing"
            )
        digest = found
    if digest not in kept:
        kept[digest] = _new_context(plan, digest)
        while len(kept) > KEPT_CONTEXTS:
            kept.popitem(last=False)
    kept.move_to_end(digest)
    return kept[digest]


def forget_contexts() -> None:
    """Forget the contexts this thread keeps."""
    _own.__dict__.pop("contexts", None)


def _new_context(plan: Plan, digest: str) -> Context | Supervised:
    if supervised.needed(plan):
        return supervised.Supervised(plan, digest)
    from sim.block import Context

    return Context(plan)


def play_block(task: Task) -> Block:
    """Play one block.

    A broken contract is returned, not raised, together with the games before it: blocks are taken in order, so what is
    kept and which error is reported do not depend on which worker meets an error first.
    """
    if os.getpid() != task.parent and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides
    started = time.perf_counter()
    context = context_of(task.plan, task.digest)
    error: HouseEdgeError | None = None
    try:
        with replayable(task.plan):
            rows = context.play(task.first, task.count)
    except ContractBroken as broken:
        error = broken
        rows = _rows_before(context, task.first, broken)
    summary = Summary.of_rows(rows, [outcome.name for outcome in context.game.file.outcomes])
    seconds = time.perf_counter() - started
    if error is None and isinstance(context, supervised.Supervised):
        seconds = context.seconds  # without the start of the child
    return Block(task.first, len(rows), rows if task.keep_rows else None, summary, seconds, error)


def _rows_before(context: Context | Supervised, first: int, broken: ContractBroken) -> np.ndarray:
    """Return the rows of the games of a block that came before the broken one."""
    from sim.records import row_dtype

    try:
        return context.play(first, max(broken.game_index - first, 0))
    except ContractBroken:  # the policy is not even deterministic
        return np.empty(0, row_dtype(context.game))
