"""The child of `sim.supervised`: plays what it is sent, in memory that its parent can look into.

It reads requests from a pipe, one after the other, and answers each with messages: ("playing", None) when everything is
compiled or loaded and the clock of the decisions runs, ("item", line) for each line of a trace, and ("done", result) or
("error", exception) at the end. When the parent is gone, so is the child.
"""

from __future__ import annotations

import importlib
import mmap
import os
import signal
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import supervised
from sim.children import LOG_ROOM, NOTED, TEAM_ROOM, AnyPlan, Place
from sim.errors import ContractBroken, HouseEdgeError
from sim.supervised import AUDIT_EVERY, AUDITED

if TYPE_CHECKING:
    from sim.block import Context
    from sim.campaign import CampaignContext

#: Bytes a policy may use beyond what loading took: without a limit it would take the machine with it.
MEMORY = 2 << 30

#: Campaign contexts that are kept.
KEPT = 4


def main() -> None:
    """Serve the parent until it lets go of the pipes."""
    line, life, memory = (int(word) for word in sys.argv[1:4])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    child = Child(Connection(line), mmap.mmap(memory, TEAM_ROOM + LOG_ROOM))
    supervised.serving = child
    child.serve()


def _end_with(life: int) -> None:
    """End this process when the other end of a pipe is closed, whatever it is doing."""
    os.read(life, 1)
    os._exit(1)


class Child:
    """Serves one parent.

    Parameters
    ----------
    connection : Connection
        The line to it.
    memory : mmap
        What it looks into: the ``team`` record first, the log behind it.
    """

    def __init__(self, connection: Connection, memory: mmap.mmap) -> None:
        self.connection, self.memory = connection, memory
        self.plan: AnyPlan | None = None
        self.playing = False
        self.campaigns: OrderedDict[str, CampaignContext] = OrderedDict()

    def serve(self) -> None:
        """Answer requests until there are no more."""
        while True:
            try:
                operation, self.plan, arguments = self.connection.recv()
            except (EOFError, OSError):
                return
            self.playing = False
            _limit_memory(None)
            try:
                answer = ("done", getattr(self, operation)(self.plan, *arguments))
            except BaseException as error:  # SystemExit and KeyboardInterrupt of a policy are told as well
                answer = ("error", self._told(error))
                self._forget()
            try:
                self.connection.send(answer)
            except OSError:
                return

    # --- requests

    def load(self, plan: AnyPlan) -> None:
        """Compile or load what a plan needs."""
        from sim import campaign_run, worker

        (campaign_run if hasattr(plan, "club") else worker).warm(plan)  # type: ignore[arg-type]

    def play(self, plan: AnyPlan, digest: str, first: int, count: int) -> tuple[np.ndarray, float]:
        """Return the rows of some games or campaigns, and the seconds they took."""
        from sim import worker

        context: Any = self._campaign(plan, digest) if hasattr(plan, "club") else worker.context_of(plan, digest)
        supervised.share(context)
        rules, weights = context.rules.copy(), context.team["weights"].copy()
        played, began = [], time.perf_counter()
        for at, games, every in _stretches(first, count):
            context.team["audit_every"][0] = every
            played.append(context.play(at, games))
        if context.rules.tobytes() != rules.tobytes() or context.team["weights"].tobytes() != weights.tobytes():
            context.rules[:], context.team["weights"] = rules, weights
            self._find_writer(context, weights, first, count)
        return np.concatenate(played), time.perf_counter() - began

    def _find_writer(self, context: Any, weights: np.ndarray, first: int, count: int) -> None:
        """Play games again, one by one, until a policy writes to the rules or to its weights.

        Raises
        ------
        ContractBroken
            Names it.
        """
        context.team["audit_every"][0] = 1
        for game in range(first, first + count):
            context.play(game, 1)
            changed = np.flatnonzero((context.team["weights"] != weights)[0].any(axis=-1))
            if len(changed):
                who = context.seats[changed[0]].label
                said = f"policy '{who}' wrote to its weights, which are the same for all games"
                seat = context.game.file.all_seats[changed[0]]
                raise ContractBroken(f"{said} (seat {seat})", game, context.plan.seed)
        raise ContractBroken("a policy wrote to the rules or to its weights", first, context.plan.seed)

    def call(self, plan: AnyPlan, module: str, function: str, *arguments: Any) -> Any:
        """Return what a function of a module makes of a plan."""
        return getattr(importlib.import_module(module), function)(plan, *arguments)

    def trace(self, plan: Any, index: int, stop_after: int | None) -> None:
        """Send the lines of one game."""
        from sim.playback import trace

        self._send_all(trace(plan, index, stop_after))

    def trace_campaign(self, plan: Any, index: int, scenario: str | None) -> None:
        """Send the lines of one campaign."""
        from sim.campaign_playback import trace_campaign

        self._send_all(trace_campaign(plan, index, scenario))

    def _send_all(self, lines: Iterator[dict[str, Any]]) -> None:
        for line in lines:
            self.connection.send(("item", line))

    def _campaign(self, plan: AnyPlan, digest: str) -> CampaignContext:
        from sim import campaign_run
        from sim.campaign import CampaignContext

        if digest not in self.campaigns:
            if digest != campaign_run.plan_digest(plan):  # type: ignore[arg-type]
                raise HouseEdgeError("a source file changed while the campaign was being played; start it again")
            self.campaigns[digest] = CampaignContext(plan)  # type: ignore[arg-type]
            while len(self.campaigns) > KEPT:
                self.campaigns.popitem(last=False)
        return self.campaigns[digest]

    def _forget(self) -> None:
        """Forget every context: who broke a contract may have written anywhere."""
        from sim import worker

        worker.forget_contexts()
        self.campaigns.clear()

    # --- what the parent sees

    def share(self, context: Context) -> None:
        """Move the records of a context that the parent looks at into the shared memory, and say that play begins."""
        own = context.__dict__.setdefault("unshared", (context.team, context.log))
        for name, record, offset, room in zip(("team", "log"), own, (0, TEAM_ROOM), (TEAM_ROOM, LOG_ROOM), strict=True):
            if record.nbytes > room:
                raise HouseEdgeError(f"{context.game.name}: the {name} record is too long for supervised play")
            shared = np.frombuffer(self.memory, record.dtype, 1, offset).view(np.recarray)
            if name == "team":
                shared[:] = record
            else:
                shared["on"], shared["count"], shared["overflow"] = 0, 0, 0
            setattr(context, name, shared)
        for field in NOTED:
            if field in context.team.dtype.names:
                context.team[field] = -1
        _limit_memory(MEMORY)
        if not self.playing:
            self.playing = True
            self.connection.send(("playing", None))

    def _told(self, error: BaseException) -> HouseEdgeError:
        """Return an error as the parent raises it: where, and who did it."""
        assert self.plan is not None
        if isinstance(error, HouseEdgeError) and not self._raised_by_policy(error):
            return error
        cause = error.__cause__ if isinstance(error, ContractBroken) and error.__cause__ else error
        what = _in_words(cause)
        if not self.playing:
            return HouseEdgeError(f"the policy cannot be loaded: {what}")
        at = Place(self.plan, self.memory)
        where = f"{at.decision}{_line_of(cause, self.plan)}"
        return ContractBroken(f"{at.policy} raised {what} at {where}", at.game, self.plan.seed)

    def _raised_by_policy(self, error: HouseEdgeError) -> bool:
        return isinstance(error, ContractBroken) and error.__cause__ is not None


#: What numba raises in place of an exception of compiled code whose value it cannot bring back, such as a missing key.
_LOST = "Error creating Python tuple from runtime exception arguments"


def _in_words(error: BaseException) -> str:
    """Return an exception with its text; compiled code may lose both."""
    if isinstance(error, RuntimeError) and str(error) == _LOST:
        return "an exception (a key that is not in a dictionary, perhaps; without the compiler it would be told)"
    return f"{type(error).__name__}{f': {error}' if str(error) else ''}"


def _line_of(error: BaseException, plan: AnyPlan) -> str:
    """Return where in the files of a plan's policies an exception of interpreted code came from.

    Compiled code does not tell.
    """
    own = {path.absolute() for policy in supervised.policies(plan) for path in policy.files if not policy.built_in}
    found, trace = "", error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.absolute() in own:
            found = f", line {trace.tb_lineno} of {path.name}"
        trace = trace.tb_next
    return found


def _stretches(first: int, count: int) -> Iterator[tuple[int, int, int]]:
    """Yield first game, games, and every how many games one is audited."""
    audited = min(max(AUDITED - first, 0), count)
    if audited or not count:
        yield first, audited, 1
    if count > audited:
        yield first + audited, count - audited, AUDIT_EVERY


def _limit_memory(more: int | None) -> None:
    """Limit the memory this process may use to ``more`` bytes than now, or lift the limit; where the system can."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = hard
        if more is not None:
            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            limit = pages * resource.getpagesize() + more
            if hard != resource.RLIM_INFINITY:
                limit = min(limit, hard)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    except (ImportError, OSError, ValueError):
        pass
