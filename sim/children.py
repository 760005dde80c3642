"""Child processes that play what they are sent, with a clock for every decision; `sim.supervised` says who needs them.

A child (`sim.supervised_child`) shares the memory of its ``team`` record and of its log with this process. The engine
notes there which game, decision and seat it is at before it calls a policy, so this process can see whether the child
gets on, and say who was asked what when it did not, or when the policy took the process with it.
"""

from __future__ import annotations

import atexit
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from sim import registry
from sim.commands import is_campaign
from sim.errors import BadInput, ContractBroken, HouseEdgeError

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.campaign import CampaignPlan

AnyPlan: TypeAlias = "Plan | CampaignPlan"

#: Seconds a policy has for one decision, and the environment variable that changes them.
DECISION_SECONDS, SECONDS_VARIABLE = 10.0, "HOUSE_EDGE_DECISION_SECONDS"

#: Decisions of one game after which it is taken for one that never ends.
MOST_DECISIONS = 2_000_000

#: Seconds between two looks at a child that is playing.
LOOK = 0.1

#: Seconds a block may still take once Ctrl-C was pressed.
HURRY = 1.0

#: Bytes of shared memory for the ``team`` record and for the log; what is not touched takes no room.
TEAM_ROOM, LOG_ROOM = 8 << 20, 8 << 20

#: Ends of a process that may have come from outside: the block is played once more before the policy is blamed.
FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM)

#: In a child's environment: policies that are not House Edge's own are compiled so that an index past the end of an
#: array and a division by 0 raise, as in plain Python. The conformance suite plays so; it is slower.
CAREFUL = "HOUSE_EDGE_CAREFUL"

#: What of the environment a child that is kept must still share with this process.
_SEEN = ("HOUSE_EDGE_PATH", "HOUSE_EDGE_CACHE", "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK", SECONDS_VARIABLE, CAREFUL)

_START = "from sim.supervised_child import main; main()"

#: Set by Ctrl-C: blocks under way get `HURRY` seconds more.
hurry = threading.Event()

_lock = threading.Lock()
_kept: list[Child] = []
_busy: set[Child] = set()


class Stopped(HouseEdgeError):
    """The child was ended on purpose, because the run was stopped."""

    exit_code = 130


def decision_seconds() -> float:
    """Return the seconds a policy has for one decision.

    Raises
    ------
    BadInput
        If the environment variable holds no number of seconds.
    """
    text = os.environ.get(SECONDS_VARIABLE, "")
    try:
        seconds = float(text) if text else DECISION_SECONDS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 1e6:
        raise BadInput(f"{SECONDS_VARIABLE}={text} is not allowed: it takes a number of seconds above 0.")
    return seconds


class Ended(Exception):
    """A child is no more: it was killed because a policy gave no answer, or it ended by itself."""

    def __init__(self, plan: AnyPlan, child: Child, playing: bool, silent_for: float = 0.0) -> None:
        self.plan, self.child, self.playing, self.silent_for = plan, child, playing, silent_for
        self.code = child.end(patience=0.0 if silent_for else 1.0)
        self.from_outside = not silent_for and -self.code in FROM_OUTSIDE

    def broken(self) -> HouseEdgeError:
        """Return the error that names what happened, where, and who did it."""
        if not self.playing:
            return HouseEdgeError(f"the process that should play the policy ended while it loaded ({self._end()})")
        at = Place(self.plan, self.child.memory)
        if self.silent_for and at.asked > MOST_DECISIONS:
            said = f"{at.policy} answers without end, {at.asked:,} times in one game, the last time"
        elif self.silent_for:
            said = f"{at.policy} gave no answer within {self.silent_for:g} s ({SECONDS_VARIABLE})"
        else:
            said = f"{at.policy} killed its process ({self._end()})"
        return ContractBroken(f"{said} at {at.decision}", at.game, self.plan.seed)

    def _end(self) -> str:
        if self.code >= 0:
            return f"it exited with {self.code}"
        try:
            name = signal.Signals(-self.code).name
        except ValueError:
            name = f"signal {-self.code}"
        return f"{name}: out of memory, or killed from outside" if self.from_outside else name

    def events(self) -> np.ndarray:
        """Return the events of the turn that was under way, as far as it came."""
        from sim.trace import LOG

        log = np.frombuffer(self.child.memory, LOG, 1, TEAM_ROOM)
        count = int(log["count"][0]) if self.playing and log["on"][0] == 1 else 0
        return log["events"][0, : max(count, 0)]


#: What the engine notes in ``team`` before it calls a policy.
NOTED = ("game", "asked", "deciding", "deciding_seat")


def noted(team: np.ndarray) -> tuple[int, ...]:
    """Return what the engine noted last: game, number of the decision in it, decision, seat."""
    return tuple(int(team[name][0]) if name in (team.dtype.names or ()) else -1 for name in NOTED)


class Place:
    """Where play was when the engine last asked a policy, read from a ``team`` record.

    Attributes
    ----------
    game : int
        Index of the game, or of the campaign.
    policy, decision : str
        Who was asked what, in words.
    asked : int
        Decisions of that game so far.
    """

    def __init__(self, plan: AnyPlan, memory: Any) -> None:
        from sim.records import team_dtype

        loaded = registry.load_game(plan.game)
        team = np.frombuffer(memory, team_dtype(loaded), 1)
        seats = [*plan.team, plan.club] if is_campaign(plan) else list(plan.team)
        self.game, self.asked, decision, seat = noted(team)
        labels = list(dict.fromkeys(each.label for each in seats))
        self.policy, self.decision = f"policy '{'+'.join(labels)}'", f"decision {self.asked:,}"
        if 0 <= seat < len(seats) and 0 <= decision < len(loaded.decisions):  # an ill write can reach the record itself
            self.policy = f"policy '{seats[seat].label}'"
            name = list(loaded.decisions)[decision]
            self.decision = (
                f"the decision '{name}' (seat {loaded.file.all_seats[seat]}, decision {self.asked:,} of the game)"
            )


class Child:
    """One child process, and the line to it."""

    def __init__(self, without_compiler: bool) -> None:
        from multiprocessing.connection import Pipe

        self.connection, theirs = Pipe()
        life, self._life = os.pipe()  # the child ends when this process, whatever happens to it, lets go of its end
        file = tempfile.TemporaryFile()  # noqa: SIM115  (both processes keep it open)
        file.truncate(TEAM_ROOM + LOG_ROOM)
        self.memory = mmap.mmap(file.fileno(), TEAM_ROOM + LOG_ROOM)
        handles = (theirs.fileno(), life, file.fileno())
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry)}
        if without_compiler:
            environment["NUMBA_DISABLE_JIT"] = "1"
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, *map(str, handles)],
                env=environment, pass_fds=handles, stdin=subprocess.DEVNULL, stdout=2,
                start_new_session=True,  # Ctrl-C is for the parent, which decides
            )  # fmt: skip
        finally:
            theirs.close()
            os.close(life)
            file.close()
        self.key = _key(without_compiler)
        self.idle, self.stopped = True, False
        self._closing = threading.Lock()

    def ask(self, plan: AnyPlan, operation: str, *arguments: Any) -> Generator[Any, None, Any]:
        """Yield the items the child sends, and return its result.

        Raises
        ------
        Ended
            If it ends, or is killed because a policy gives no answer.
        Stopped
            If it was ended by `stop`, or too slow after Ctrl-C.
        """
        watch: _Watch | None = None
        self.idle = False
        try:
            self.connection.send((operation, plan, arguments))
            while True:
                while not self.connection.poll(LOOK):
                    if watch is not None and watch.silent_too_long():
                        raise Ended(plan, self, True, watch.limit)
                kind, value = self.connection.recv()
                if kind == "playing":
                    watch = _Watch(plan, self.memory)
                elif kind == "item":
                    yield value
                else:
                    break
        except (EOFError, OSError):
            if self.stopped:
                raise Stopped("stopped") from None
            raise Ended(plan, self, watch is not None) from None
        self.idle = True
        if kind == "error":
            raise value
        return value

    def end(self, patience: float = 0.0) -> int:
        """End the process, unless it ends by itself within ``patience`` seconds, and return its exit code."""
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.process.kill()
        code = self.process.wait()
        with self._closing:  # the thread that waits for it and the end of this process may both come here
            self.connection.close()
            if self._life >= 0:
                os.close(self._life)
                self._life = -1
        return code


class _Watch:
    """Looks whether a child gets on with its decisions.

    The time between two looks counts as at most twice what was meant: when the machine slept, nobody was slow.
    """

    def __init__(self, plan: AnyPlan, memory: Any) -> None:
        from sim.records import team_dtype

        self.limit = decision_seconds()
        self._team = np.frombuffer(memory, team_dtype(registry.load_game(plan.game)), 1)
        self._seen: tuple[int, ...] = ()
        self._silent = self._hurried = 0.0
        self._looked = time.monotonic()

    def silent_too_long(self) -> bool:
        """Return whether the decision under way has taken too long.

        Raises
        ------
        Stopped
            If Ctrl-C was pressed a while ago.
        """
        now, team = time.monotonic(), self._team
        passed, self._looked = min(now - self._looked, 2 * LOOK), now
        seen = noted(team)
        asked = seen[2] >= 0  # before the first decision something may still be loaded
        self._silent = self._silent + passed if asked and seen == self._seen else 0.0
        self._seen = seen
        self._hurried = self._hurried + passed if hurry.is_set() else 0.0
        if self._hurried > HURRY:
            raise Stopped("stopped")
        return self._silent > self.limit or seen[1] > MOST_DECISIONS


def _key(without_compiler: bool) -> tuple[Any, ...]:
    """Return what must be the same for a child to be used again."""
    return (without_compiler, os.getpid(), Path.cwd(), *(os.environ.get(name) for name in _SEEN))


@contextmanager
def _lent(without_compiler: bool) -> Iterator[Child]:
    """Lend a child that waits, or a new one; it is kept if it waits again afterwards, and ended if not."""
    key = _key(without_compiler)
    with _lock:
        for other in [child for child in _kept if child.key[1:] != key[1:]]:
            _kept.remove(other)
            other.end()
        child = next((kept for kept in reversed(_kept) if kept.key == key), None)
        if child is not None:
            _kept.remove(child)
    child = child or Child(without_compiler)
    with _lock:
        _busy.add(child)
    try:
        yield child
    finally:
        with _lock:
            _busy.discard(child)
            if child.idle:
                _kept.append(child)
        if not child.idle:
            child.end()


def exchange(without_compiler: bool, plan: AnyPlan, operation: str, *arguments: Any) -> Generator[Any, None, Any]:
    """Yield the items a child sends that is asked for something, and return its result; see `Child.ask`.

    Parameters
    ----------
    without_compiler : bool
        Whether the child is one in which nothing is compiled.
    plan : Plan or CampaignPlan
        What is played.
    operation : str
        Name of a method of `sim.supervised_child.Child`.
    *arguments
        What it takes besides the plan.
    """
    with _lent(without_compiler) as child:
        return (yield from child.ask(plan, operation, *arguments))


def last(asking: Generator[Any, None, Any]) -> Any:
    """Return the result of `exchange`, without its items."""
    try:
        while True:
            next(asking)
    except StopIteration as end:
        return end.value


def stop() -> None:
    """End every child that is playing; whoever waits for it gets `Stopped`."""
    with _lock:
        for child in _busy:
            child.stopped = True
            child.process.kill()


def release() -> None:
    """End every child that waits, so that the next one to play begins with nothing in its memory."""
    with _lock:
        while _kept:
            _kept.pop().end()


@atexit.register
def _end_all() -> None:
    with _lock:
        all_children = [*_kept, *_busy]
    for child in all_children:
        child.end()
