"""The workers of a cluster that may play one plan: examined, loaded, and looked after while the run goes on.

A worker gets blocks only after it has proved that it would play what is played here. That holds for workers that join
later, too: blocks are sent to the addresses that have passed, never "to whoever is free".
"""

from __future__ import annotations

import logging
import os
import threading
import time
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import probe
from sim.errors import BadInput, Incomplete

if TYPE_CHECKING:
    from distributed import Client, Future

#: Seconds to wait for a scheduler to answer.
CONNECT = 5.0

#: Seconds to wait for the workers that are there when a run begins to be examined; one that is busy joins later.
EXAMINE = 30.0

#: Seconds between two looks at who is there.
LOOK = 0.5

#: Seconds without any worker after which a run gives up; HOUSE_EDGE_CLUSTER_WAIT changes it.
WAIT = 60.0

#: Seconds of loading after which it is said, because somebody may wonder.
LONG = 3.0

NOT_INSTALLED = "--backend dask needs dask.distributed; install it with: pip install 'house-edge[cluster]'"

#: Crews that are kept: a comparison goes back and forth between a few plans.
KEPT_CREWS = 16

_lock = threading.RLock()
_clients: dict[str, Client] = {}
_crews: OrderedDict[tuple[str, str, bytes], Crew] = OrderedDict()


def _not_about_gathering(record: logging.LogRecord) -> bool:
    """Return whether a line of the log is not dask's note to itself that it gave up gathering."""
    return not (record.exc_info and type(record.exc_info[1]).__name__ == "AllExit")


class ClusterFailed(Incomplete):
    """The cluster cannot play on; what it played is whole, and the rest can be played at any time, anywhere."""


def patience() -> float:
    """Return the seconds a run waits for a worker when there is none.

    Raises
    ------
    BadInput
        If HOUSE_EDGE_CLUSTER_WAIT is no number of seconds.
    """
    text = os.environ.get("HOUSE_EDGE_CLUSTER_WAIT", "")
    try:
        seconds = float(text) if text else WAIT
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e9:
        raise BadInput(f"HOUSE_EDGE_CLUSTER_WAIT takes a number of seconds, not '{text}'.")
    return seconds


def connect(address: str) -> Client:
    """Return the connection to a scheduler; one is kept for each address.

    Raises
    ------
    BadInput
        If dask is not installed, or no scheduler answers at the address.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise BadInput(f"{NOT_INSTALLED} ({error})") from None
    # What its loggers would say about a lost connection is said here in a line; the rest is of no use to a player.
    for name in ("distributed.client", "distributed.core", "distributed.comm", "distributed.batched"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").addFilter(_not_about_gathering)
    with _lock:
        client = _clients.get(address)
        if client is not None and client.status == "running":
            return client
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # differing versions are examined below, and said in words
                client = Client(address, timeout=CONNECT, set_as_default=False, name="house-edge")
        except (OSError, ValueError, ImportError, RuntimeError) as error:
            raise no_scheduler(address, error) from None
        _same_dask(client, address)
        _clients[address] = client
        return client


def _same_dask(client: Client, address: str) -> None:
    """Refuse a scheduler of another version: some of them break the connection over the first task, others do worse."""
    ours = version("distributed")
    asked: Any = client
    try:
        theirs = asked.get_versions()["scheduler"]["packages"]["distributed"]
    except Exception as error:  # whatever the other version answers
        theirs = f"unreadable ({_short(error)})"
    if theirs != ours:
        client.close(timeout=1)
        raise BadInput(
            f"the scheduler at {address} has dask.distributed {theirs}, here it is {ours}; install the same version on"
            " both."
        )


def no_scheduler(address: str, error: BaseException) -> BadInput:
    """Return the error that says that nobody answers at an address."""
    return BadInput(
        f"no dask scheduler answers at {address} ({_short(error)}). Start one with 'dask scheduler', which prints its"
        " address."
    )


def crew_of(address: str, game: str, shipment: bytes) -> Crew:
    """Return the crew for a plan; one that was there before knows who has passed.

    Raises
    ------
    BadInput
        As `connect`.
    """
    key = (address, game, shipment)
    with _lock:
        crew = _crews.pop(key, None)
        if crew is None or crew.client.status != "running":
            crew = Crew(address, game, shipment)
        _crews[key] = crew
        while len(_crews) > KEPT_CREWS:
            _crews.popitem(last=False)
        crew.begin()
        return crew


def _short(error: BaseException | None) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def differences(found: Mapping[str, str], wanted: Mapping[str, str]) -> list[str]:
    """Return in words what is different on a worker; ``found`` and ``wanted`` as `probe.examine` gives them."""
    if not found["house-edge"] and not found["sources"]:
        return [f"House Edge is not installed there (wanted: {wanted['house-edge']})"]
    lines = []
    for name in ("Python", "platform", *probe.DECISIVE):
        if found[name] != wanted[name]:
            lines.append(f"{name} is {found[name] or 'not installed'} there, {wanted[name]} here")
    if lines:
        return lines  # other versions have other sources, which says nothing more
    if found["problem"]:
        return [found["problem"]]
    if found["sources"] != wanted["sources"]:
        lines.append(f"its House Edge has other sources ({found['sources']}) than the one here ({wanted['sources']})")
    return lines


@dataclass
class _Member:
    """A worker on its way to its first block; ``stage``: examining, loading, ready, refused."""

    threads: int
    future: Future | None
    stage: str = "examining"


class Crew:
    """The workers of one cluster, for one plan.

    Parameters
    ----------
    address : str
        Address of the scheduler.
    game : str
        Name of the game.
    shipment : bytes
        The plan, packed by `sim.shipment.pack`.

    Attributes
    ----------
    client : distributed.Client
        The connection.
    lost : int
        Workers that were ready and went away.
    """

    def __init__(self, address: str, game: str, shipment: bytes) -> None:
        self.address, self.game, self.shipment = address, game, shipment
        self.client = connect(address)
        self.wanted = probe.examine(game)
        self.members: dict[str, _Member] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a session; who was refused before is asked again."""
        self.patience = patience()
        self.members = {name: member for name, member in self.members.items() if member.stage != "refused"}
        self.lost = 0
        self._looked = 0.0
        self._alone_since: float | None = None
        self._told: set[tuple[str, float | None]] = set()

    @property
    def ready(self) -> dict[str, int]:
        """Threads of each worker that may play, by address."""
        return {name: member.threads for name, member in self.members.items() if member.stage == "ready"}

    @property
    def label(self) -> str:
        """How many play, in words."""
        threads = self.ready.values()
        workers = words_for(len(threads))
        return f"{workers} with {sum(threads)} threads" if sum(threads) > len(threads) else workers

    def muster(self) -> None:
        """Examine the workers that are there, before anything is played, and let them load.

        Raises
        ------
        BadInput
            If one of them cannot play what is played here; names each, and what it has.
        ClusterFailed
            If the scheduler is gone.
        """
        deadline = time.monotonic() + EXAMINE
        refused = self.look()
        while any(member.stage == "examining" for member in self.members.values()) and time.monotonic() < deadline:
            time.sleep(0.02)
            refused += self.look()
        if refused:
            self.dismiss()
            raise BadInput([*refused, "nothing was played: all workers need the versions and sources that are here."])

    def look(self) -> list[str]:
        """Take note of who came, went, passed or failed; return a line for each worker that was refused now.

        Raises
        ------
        ClusterFailed
            If the scheduler is gone.
        """
        self.check_scheduler()
        if time.monotonic() - self._looked > LOOK:
            self._looked = time.monotonic()
            self._compare_list()
        refused = []
        for name, member in list(self.members.items()):
            if member.future is not None and member.future.status != "pending":
                refused += self._promote(name, member, member.future)
        return refused

    def _compare_list(self) -> None:
        """Ask the scheduler who is there."""
        try:
            present = self.client.nthreads()
        except Exception:
            self.check_scheduler(wait=1.0)  # the connection broke in this moment, as a rule
            raise
        for name in self.members.keys() - present.keys():
            self.lost += self.members.pop(name).stage == "ready"
        for name in present.keys() - self.members.keys():
            self.members[name] = _Member(present[name], self._examine(name))

    def _examine(self, name: str) -> Future:
        text = Path(probe.__file__).read_text(encoding="utf-8")
        ask = {"text": text, "space": {"__name__": "probe"}, "game": self.game}
        return self.send("(exec(text, space), space['examine'](game))[1]", ask, [name])

    def _promote(self, name: str, member: _Member, future: Future) -> list[str]:
        """Move a worker on whose examination or loading has ended; return why it is refused, if it is."""
        member.future = None
        if future.status == "error":
            why = [_short(future.exception())]
        elif future.status != "finished":  # lost with its worker: it begins again if it is seen again
            del self.members[name]
            return []
        else:
            why = differences(future.result(), self.wanted) if member.stage == "examining" else []
        if why:
            member.stage = "refused"
            return [f"worker {name} cannot play: {'; '.join(why)}."]
        if member.stage == "examining":
            member.future = self.call("load", {"data": self.shipment}, [name])
        member.stage = "loading" if member.stage == "examining" else "ready"
        return []

    def call(self, function: str, arguments: dict[str, Any], workers: Iterable[str]) -> Future:
        """Have a function of `sim.shipment` called on one of ``workers``."""
        text = f"__import__('sim.shipment').shipment.{function}({', '.join(arguments)})"
        return self.send(text, arguments, workers)

    def send(self, text: str, arguments: dict[str, Any], workers: Iterable[str]) -> Future:
        """Have an expression evaluated on one of ``workers``.

        Only built-in types travel through the scheduler, which unpacks what it passes on: so it needs no House Edge.
        """
        return self.client.submit(eval, text, arguments, workers=list(workers), allow_other_workers=False, pure=False)

    def check_scheduler(self, wait: float = 0.0) -> None:
        """Raise if the scheduler is gone, or goes within ``wait`` seconds.

        Raises
        ------
        ClusterFailed
            See above.
        """
        deadline = time.monotonic() + wait
        while self.client.status == "running" and time.monotonic() < deadline:
            time.sleep(0.02)
        if self.client.status != "running":
            raise ClusterFailed(f"the scheduler at {self.address} is gone.")

    def check_workers(self) -> None:
        """Say that there is no worker, and give up after a while; to be called again and again.

        Raises
        ------
        ClusterFailed
            If there was none for too long.
        """
        if self.ready:
            self._alone_since = None
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        waited = now - self._alone_since
        loading = sum(member.stage == "loading" for member in self.members.values())
        if loading:  # a compile takes as long as it takes
            if waited > LONG:
                self._tell(
                    f"{words_for(loading)} at {self.address}: loading the engine, or compiling it, once a machine."
                )
            return
        if waited > 1:
            self._tell(f"no worker is free at {self.address}; waiting {self.patience:g} s for one.")
        if waited > self.patience:
            raise ClusterFailed(
                f"there was no worker free at {self.address} for {self.patience:g} s; start some with 'dask worker"
                f" {self.address}'."
            )

    def _tell(self, text: str) -> None:
        if (text, self._alone_since) not in self._told:
            self._told.add((text, self._alone_since))
            warnings.warn(text, stacklevel=2)

    def dismiss(self) -> None:
        """Let go of what is under way for the crew itself; the connection stays for the next plan."""
        futures = [member.future for member in self.members.values() if member.future is not None]
        if futures and self.client.status == "running":
            self.client.cancel(futures, force=True)


def words_for(workers: int) -> str:
    """Return a number of workers in words."""
    return f"{workers} worker{'' if workers == 1 else 's'}"
