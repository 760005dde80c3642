"""What travels to a worker of a cluster, and what the worker makes of it.

A plan names policies; those in files of their own travel as source, into a folder of the worker's cache that is named
by their content. Nothing compiled travels, and no function: the worker imports its own House Edge, and both compare the
digests of what they read.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path

from sim import registry, worker
from sim.block import Plan
from sim.commands import replay_command
from sim.digest import ENGINE, cache_root, digest_of, engine_digest
from sim.errors import BadInput, ContractBroken, HouseEdgeError
from sim.locks import FileLock
from sim.policy import Policy, load_declaration

#: Plans a worker keeps unpacked.
KEPT_PLANS = 16

#: Seconds a worker waits for another one of its machine that compiles.
COMPILE_WAIT = 3600.0

#: Where the sources of policies that travelled are kept, in the cache folder.
FOLDER = "policies-received"

#: Modules that cannot change a row, but in which both ends must agree about what travels.
CARRIERS = ("errors.py", "probe.py", "shipment.py", "summary.py", "worker.py")


def _on_disk() -> str:
    folder = Path(__file__).parent
    return digest_of((folder / name).read_bytes() for name in (*ENGINE, *CARRIERS))


#: The sources of the engine and of what carries its blocks, when this process imported them.
_IMPORTED = _on_disk()


def sources_here(game: str) -> str:
    """Return the digest of the engine, of a game, and of what carries blocks, as this process has them.

    Raises
    ------
    BadInput
        If there is no such game here.
    HouseEdgeError
        If the sources were changed after this process had read them: what it has loaded is none of both.
    """
    found = registry.load_game(game)
    if _on_disk() != _IMPORTED or engine_digest.__wrapped__(found.folder) != found.digest():
        raise HouseEdgeError("House Edge was changed on disk after this process had loaded it; start it again")
    return digest_of([found.digest(), _IMPORTED])


@dataclass(frozen=True)
class Shipment:
    """A plan as it travels.

    Attributes
    ----------
    plan : Plan
        What is played, as the sender typed it.
    sources : str
        `sources_here` at the sender's.
    digests : tuple of str
        Digest of the policy of each seat.
    files : dict
        By the name of a policy that has to travel: the name of its file, and all of its files by name.
    """

    plan: Plan
    sources: str
    digests: tuple[str, ...]
    files: dict[str, tuple[str, dict[str, bytes]]]


def pack(plan: Plan) -> bytes:
    """Return a plan with the sources of those of its policies that are files.

    Policies known by name must be installed on the workers, as the game must; digests tell.

    Raises
    ------
    BadInput
        If a policy that is a file inherits from another file: the second would not be found there.
    """
    game = registry.load_game(plan.game)
    policies = {seat.policy: load_declaration(game, seat.policy) for seat in plan.team}
    files = {name: _own_files(game, name, policy) for name, policy in policies.items() if name.endswith(".py")}
    digests = tuple(policies[seat.policy].digest() for seat in plan.team)
    return pickle.dumps(Shipment(plan, sources_here(plan.game), digests, files), protocol=4)


def _own_files(game: registry.Game, name: str, policy: Policy) -> tuple[str, dict[str, bytes]]:
    """Return the name of a policy's file, and the texts of the files it is made of itself, by name."""
    assert policy.file is not None
    known = set(registry.policy_files(game).values())
    inherited: list[Path] = []
    ancestor = policy.parent
    while ancestor is not None:
        inherited += ancestor.files
        if ancestor.file not in known:
            raise BadInput(
                f"policy {name} inherits from {ancestor.file}, so it cannot be sent to a cluster: a parent that is a"
                " file is looked for where it was typed. Copy what it needs into one file."
            )
        ancestor = ancestor.parent
    own = [path for path in policy.files if path not in inherited]
    return policy.file.name, {path.name: path.read_bytes() for path in own}


# --- on the worker ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unpacked:
    """A plan as this worker plays it, and as it was sent; ``typed`` gives the sender's name for each policy here."""

    plan: Plan
    digest: str
    sent: Plan
    typed: dict[str, str]


_unpacked: OrderedDict[str, Unpacked] = OrderedDict()
_unpacking = threading.Lock()


def unpack(data: bytes) -> Unpacked:
    """Return the plan of a shipment with its policies in place, from the few that are kept.

    Raises
    ------
    HouseEdgeError
        If this worker would play other sources than the sender.
    """
    key = hashlib.sha256(data).hexdigest()
    with _unpacking:
        if key not in _unpacked:
            _unpacked[key] = _unpack(pickle.loads(data))
            while len(_unpacked) > KEPT_PLANS:
                _unpacked.popitem(last=False)
        _unpacked.move_to_end(key)
        return _unpacked[key]


def _unpack(shipment: Shipment) -> Unpacked:
    if sources_here(shipment.plan.game) != shipment.sources:
        raise HouseEdgeError(f"other sources of {shipment.plan.game} than those of the sender")
    placed = {name: str(_placed(file, texts)) for name, (file, texts) in shipment.files.items()}
    team = tuple(replace(seat, policy=placed.get(seat.policy, seat.policy)) for seat in shipment.plan.team)
    plan = replace(shipment.plan, team=team)
    for seat, mine, sent in zip(shipment.plan.team, worker.policy_digests(plan), shipment.digests, strict=True):
        if mine != sent:
            raise HouseEdgeError(f"another policy '{seat.policy}' than the sender's")
    return Unpacked(plan, worker.plan_digest(plan), shipment.plan, {local: name for name, local in placed.items()})


def _placed(file: str, texts: dict[str, bytes]) -> Path:
    """Return the path of a policy's file in the folder named by its content, written once."""
    folder = cache_root() / FOLDER / digest_of([part for name in sorted(texts) for part in (name, texts[name])])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        target = folder / name
        if target.exists() and target.read_bytes() == text:
            continue
        descriptor, temporary = tempfile.mkstemp(dir=folder, suffix=".part")
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(text)
        Path(temporary).replace(target)  # whole or not at all: several workers of a machine share the folder
    return folder / file


def load(data: bytes) -> float:
    """Compile or load what a plan needs in this worker and return the seconds it took.

    Of the workers of a machine one compiles and the others wait, as long as it takes. It compiles in a process of its
    own: the compiler holds the interpreter's lock for many seconds, and a worker that gives the scheduler no sign of
    life would be given up.
    """
    started = time.perf_counter()
    plan = unpack(data).plan
    if not worker.is_compiled(plan):
        with FileLock(cache_root() / "worker-compiles.lock", COMPILE_WAIT):
            if not worker.is_compiled(plan):
                path = os.pathsep.join(entry for entry in sys.path if entry)
                # what goes wrong there goes wrong below as well, and is told there
                subprocess.run(
                    [sys.executable, "-P", "-c", _COMPILE], input=data, env={**os.environ, "PYTHONPATH": path}
                )
    worker.warm(plan)
    return time.perf_counter() - started


#: What a process that compiles for a worker is started with; the shipment comes through its standard input.
_COMPILE = "import sys; from sim import shipment, worker; worker.warm(shipment.unpack(sys.stdin.buffer.read()).plan)"


def play(data: bytes, first: int, count: int, keep_rows: bool) -> bytes:
    """Play one block on a worker and return it pickled."""
    found = unpack(data)
    block = worker.play_block(worker.Task(found.plan, found.digest, first, count, keep_rows, os.getpid()))
    if isinstance(block.error, ContractBroken):
        message = block.error.message
        for local, name in found.typed.items():
            message = message.replace(local, name)
        index = block.error.game_index
        again = replay_command(found.sent, index) if index >= 0 else ""
        block = replace(block, error=ContractBroken(message, index, block.error.seed, again))
    return pickle.dumps(block, protocol=5)
