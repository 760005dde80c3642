"""The command line under test sees the template game, and folders of its own for code and runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from reports.cli.main import main

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
            timeout=120,
        )
        return Answer(done.returncode, done.stdout, done.stderr)

    return call
