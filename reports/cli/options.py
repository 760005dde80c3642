"""The options commands share, and how what was typed becomes values.

Every option reaches a command as the text typed, so that all mistakes of a line can be reported together.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ParamSpec, TypeVar

from cyclopts import Group, Parameter

from reports import words
from sim.errors import BadInput
from sim.params import nearest

P = ParamSpec("P")
T = TypeVar("T")

PLAYED = Group("What is played", sort_key=1)
HOW = Group("How it is played", sort_key=2)
SHOWN = Group("What is shown", sort_key=3)

#: Seeds stay exact in JSON.
SEED_LIMIT = 2**53
GAMES_LIMIT = 1_000_000_000
BACKENDS = ("auto", "loky", "threading", "sequential")

#: The back end that is a cluster, and the commands that take it.
CLUSTER = "dask"
ON_CLUSTERS = "run, resume, compare, difficulty and ladder"


def option(help_text: str, metavar: str | None = None, group: Group = HOW, name: str | None = None) -> Parameter:
    """Return the declaration of one option."""
    return Parameter(name=name, help=help_text, metavar=metavar, group=group, negative="", show_default=False)


def switch(help_text: str, group: Group = SHOWN, name: str | None = None) -> Parameter:
    """Return the declaration of an option without a value."""
    return Parameter(name=name, help=help_text, group=group, negative="", show_default=False)


@Parameter(name="*")
@dataclass(frozen=True)
class ChangeOptions:
    """What differs from the printed rules."""

    variant: Annotated[
        tuple[str, ...], option("A house-rule set by name or TOML file; may be repeated.", "NAME|FILE", PLAYED)
    ] = ()
    rule: Annotated[
        tuple[str, ...], option("One rule changed; may be repeated. See 'show rules'.", "NAME=VALUE", PLAYED)
    ] = ()
    cards: Annotated[str | None, option("Printed cards in place of assumed ones.", "FOLDER", PLAYED)] = None


@Parameter(name="*")
@dataclass(frozen=True)
class RuleOptions(ChangeOptions):
    """Which rules are in force."""

    scenario: Annotated[str | None, option("A year, module or set-up; see 'list scenarios'.", "NAME", PLAYED)] = None
    players: Annotated[
        str | None, option("The same scenario for so many players, where a game has it.", "NUMBER", PLAYED)
    ] = None


@Parameter(name="*")
@dataclass(frozen=True)
class WorkOptions:
    """How games are played."""

    seed: Annotated[str | None, option("Drawn and printed if left out.", "NUMBER")] = None
    jobs: Annotated[str | None, option("Processes or threads at work [default: one a core].", "NUMBER")] = None
    backend: Annotated[str | None, option("auto, loky, threading or sequential [default: auto].", "NAME")] = None


#: What the options of a cluster are called, for commands that declare them one by one.
BACKEND_HELP = "auto, loky, threading or sequential [default: auto]; or dask, with --scheduler."
SCHEDULER_HELP = "A dask cluster plays, for example tcp://192.168.0.10:8786; see docs/cluster.md."


@Parameter(name="*")
@dataclass(frozen=True)
class ClusterOptions(WorkOptions):
    """How games are played, by this machine or by a cluster."""

    backend: Annotated[str | None, option(BACKEND_HELP, "NAME")] = None
    scheduler: Annotated[str | None, option(SCHEDULER_HELP, "ADDRESS")] = None


@Parameter(name="*")
@dataclass(frozen=True)
class OutputOptions:
    """What is printed."""

    json: Annotated[bool, switch("One JSON object on stdout.")] = False
    quiet: Annotated[bool, switch("No progress.")] = False
    debug: Annotated[bool, switch("Show the traceback of an error.")] = False


NO_RULES, NO_CHANGES = RuleOptions(), ChangeOptions()
DEFAULT_WORK, DEFAULT_OUTPUT = WorkOptions(), OutputOptions()
DEFAULT_CLUSTER = ClusterOptions()


class Problems:
    """Collects the mistakes of a command line, so that all are reported at once."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def take(self, read: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T | None:
        """Return ``read(...)``, or None after noting what it complained about."""
        try:
            return read(*arguments, **options)
        except BadInput as error:
            self.found += error.problems
            return None

    def stop_if_any(self) -> None:
        """Raise what was found.

        Raises
        ------
        BadInput
            With every mistake.
        """
        if self.found:
            raise BadInput(list(dict.fromkeys(self.found)))


def need(word: str | None, what: str, example: str) -> str:
    """Return an argument that must be given.

    Raises
    ------
    BadInput
        If it is missing; shows an example.
    """
    if word is None:
        raise BadInput(f"{what} is missing, for example: {example}")
    return word


def read_count(text: str, option_name: str, limit: int, least: int = 1) -> int:
    """Return a whole number typed as ``100000``, ``100_000``, ``100,000``, ``1e5``, ``100k`` or ``2M``.

    Raises
    ------
    BadInput
        If it is none of these, or not within ``least`` and ``limit``.
    """
    match = re.fullmatch(
        r"([+-]?\d+(?:\.\d+)?(?:e\+?\d{1,3})?)([kKmM]?)", text.strip().replace("_", "").replace(",", "")
    )
    value = float(match[1]) * {"": 1, "k": 1e3, "m": 1e6}[match[2].lower()] if match else 0.5
    if value != int(min(value, 1e300)):
        raise BadInput(f"{option_name} takes a whole number such as 10000, 1e5 or 100k, not '{text}'.")
    if value < least:
        raise BadInput(f"{option_name} takes at least {least}, not {text}.")
    if value > limit:
        raise BadInput(f"{option_name} takes at most {limit:,}, not {text}.")
    return int(value)


def read_games(text: str) -> int:
    """Return the value of ``--games``; see `read_count`."""
    return read_count(text, "--games", GAMES_LIMIT)


def read_seed(text: str | None) -> int:
    """Return the seed typed, or draw one."""
    if text is None:
        return secrets.randbelow(1_000_000_000)
    return read_count(text, "--seed", SEED_LIMIT - 1, least=0)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def read_jobs(text: str | None) -> int:
    """Return the number of workers; one a core unless typed."""
    if text is None or text == "auto":
        return cores()
    limit = max(8, 4 * cores())
    try:
        return read_count(text, "--jobs", limit)
    except BadInput as error:
        raise BadInput(f"{error} This machine has {words.count(cores(), 'core')}.") from None


def read_backend(text: str | None) -> str:
    """Return the name of the joblib back end."""
    if text is None:
        return "auto"
    if text == CLUSTER:
        raise BadInput(f"this command plays on this machine; --backend {CLUSTER} is for {ON_CLUSTERS}.")
    if text not in BACKENDS:
        raise BadInput(f"there is no back end '{text}'.{nearest(text, [*BACKENDS, CLUSTER])}")
    return text


def read_place(work: WorkOptions) -> str:
    """Return how games are played, as `sim.run.run_games` takes it: a back end of this machine, or a cluster.

    Raises
    ------
    BadInput
        With every mistake found; no scheduler that answers is one.
    """
    if not isinstance(work, ClusterOptions) or (work.backend != CLUSTER and work.scheduler is None):
        return read_backend(work.backend)
    problems = Problems()
    if work.backend != CLUSTER:
        problems.found.append(f"--scheduler goes with --backend {CLUSTER}.")
    if work.jobs is not None:
        problems.found.append("--jobs counts the workers of this machine; a cluster plays with all of its own.")
    from sim import cluster

    address = problems.take(cluster.read_address, work.scheduler)
    if not problems.found and address:
        problems.take(cluster.reach, address)
    problems.stop_if_any()
    return f"{cluster.PREFIX}{address}"


def read_assignments(items: Sequence[str]) -> dict[str, str]:
    """Return ``--rule NAME=VALUE`` options by name.

    Raises
    ------
    BadInput
        If one has no ``=``, or a name is given twice with different values.
    """
    found: dict[str, str] = {}
    problems = []
    for item in items:
        name, equals, value = item.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            problems.append(f"--rule takes NAME=VALUE, for example --rule line_capacity=6, not '{item}'.")
        elif found.get(name, value) != value:
            problems.append(f"--rule {name} is given twice, as {found[name]} and as {value}.")
        else:
            found[name] = value
    if problems:
        raise BadInput(problems)
    return found


def read_new_folder(text: str, bytes_needed: float = 0) -> Path:
    """Return a folder that can be created or is empty, on a disk with enough room. Nothing is written.

    Raises
    ------
    BadInput
        If it cannot be used.
    """
    folder = Path(text).expanduser()
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--out {text}: this is a file, not a folder.")
    try:
        if folder.exists() and any(folder.iterdir()):
            raise BadInput(f"--out {text}: the folder is not empty; name a new one.")
    except OSError as error:
        raise BadInput(f"--out {text}: cannot be read ({error.strerror}).") from None
    return writable(folder, f"--out {text}", bytes_needed)


def read_new_file(text: str, option_name: str = "--out") -> Path:
    """Return a file that can be written, existing or not. Nothing is written."""
    path = Path(text).expanduser()
    if path.is_dir():
        raise BadInput(f"{option_name} {text}: this is a folder; name a file.")
    return writable(path, f"{option_name} {text}", 0)


def writable(path: Path, label: str, bytes_needed: float) -> Path:
    """Return ``path`` if the nearest folder that exists takes files and has room."""
    folder = path if path.is_dir() else next(parent for parent in path.absolute().parents if parent.exists())
    if not folder.is_dir():
        raise BadInput(f"{label}: {folder} is a file, so nothing can be created below it.")
    try:
        with tempfile.NamedTemporaryFile(dir=folder) as probe:
            probe.write(b"0" * 4096)
            probe.flush()
    except OSError as error:
        raise BadInput(f"{label}: cannot write there ({error.strerror}).") from None
    free = shutil.disk_usage(folder).free
    if free < bytes_needed:
        raise BadInput(
            f"{label}: about {words.size(bytes_needed)} are needed, but only {words.size(free)} are free"
            " (fewer --games, or another disk)."
        )
    return path


def as_json_value(value: Any) -> Any:
    """Return a rule value as JSON holds it."""
    return list(value) if isinstance(value, tuple) else value
