"""The command line under test sees the template game, and folders of its own for code and runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from reports.cli.main import main
from tests.helpers import PATIENCE, child

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "tests" / "template"


@dataclass(frozen=True)
class Answer:
    """What a command line gave."""

    code: int
    out: str
    err: str


@pytest.fixture
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working folder of its own; compiled code stays shared, or every test would compile."""
    monkeypatch.setenv("HOUSE_EDGE_PATH", str(TEMPLATE))
    monkeypatch.delenv("HOUSE_EDGE_RUNS", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    yield tmp_path


@pytest.fixture
def cli(surroundings: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """Run a command line in this process."""

    def call(*arguments: str) -> Answer:
        capfd.readouterr()
        code = main(list(arguments))
        out, err = capfd.readouterr()
        return Answer(code, out, err)

    return call


@pytest.fixture
def process(surroundings: Path) -> Callable[..., Answer]:
    """Run a command line in a process of its own."""

    def call(*arguments: str, **environment: str) -> Answer:
        done = subprocess.run(
            [sys.executable, "-m", "reports.cli.main", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return call


#: A command line at which Ctrl-C is pressed when a method has been called so many times, however fast the machine is.
_STOPPED = """
    import os, signal, sys
    from {module} import {owner}
    from reports.cli.main import main

    method, calls = {owner}.{method}, []

    def press(*arguments):
        method(*arguments)
        calls.append(1)
        if len(calls) == {times}:
            os.kill(os.getpid(), signal.SIGINT)

    {owner}.{method} = press
    sys.exit(main({line!r}))
    """


def stopped(line: Sequence[str], place: str, times: int) -> Answer:
    """Run a command line in a process of its own and press Ctrl-C once ``place`` was called ``times`` times.

    Parameters
    ----------
    line : sequence of str
        The command line.
    place : str
        A method, as ``module:Class.method``.
    times : int
        How often it is called before.
    """
    module, _, name = place.partition(":")
    owner, _, method = name.partition(".")
    code = _STOPPED.format(module=module, owner=owner, method=method, times=times, line=list(line))
    running = child(code, cwd=Path.cwd())
    out, err = running.communicate(timeout=PATIENCE)
    return Answer(running.returncode, out, err)
