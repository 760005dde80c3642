"""A workbench that is served, and a browser to look at it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from sim.digest import cache_root
from tests.helpers import PATIENCE
from tests.notebooks.browser import Browser, find

ROOT = Path(__file__).parents[2]

#: Settings of a user or a project with which marimo alone would open ports and read secrets.
_HOSTILE = """
[experimental]
isolate_apps = true
[runtime]
dotenv = [".env"]
[language_servers.pylsp]
enabled = true
[ai.open_ai]
api_key = "a secret"
"""


#: Notes what a process and its children do with sockets; Python imports a module of this name by itself.
_WITNESS = """
import sys

def note(event, arguments):
    if event in ("socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendto"):
        with open({file!r}, "a") as out:
            out.write(f"{{event}} {{arguments[1:]}}\\n")

sys.addaudithook(note)
"""


def witnessed(folder: Path) -> str:
    """Return a PYTHONPATH with which everything done with sockets is written to ``sockets.txt`` of a folder."""
    (folder / "sitecustomize.py").write_text(_WITNESS.format(file=str(folder / "sockets.txt")))
    return os.pathsep.join([str(folder), str(ROOT)])


@dataclass
class Served:
    """A ``house-edge explore`` that runs."""

    process: subprocess.Popen[str]
    address: str

    def interrupt(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


def start(folder: Path, *arguments: str, **environment: str) -> Served:
    """Start ``house-edge explore`` in a folder and wait for its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "reports.cli.main", "explore", *arguments, "--no-browser"],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    address = process.stdout.readline().strip()
    assert address, process.stderr.read()
    return Served(process, address)


def hostile(folder: Path) -> Path:
    """Fill a folder with settings that ask for more than a workbench may do."""
    (folder / ".marimo.toml").write_text(_HOSTILE)
    project = re.sub(r"^\[", "[tool.marimo.", _HOSTILE, flags=re.MULTILINE)
    (folder / "pyproject.toml").write_text(project)
    (folder / ".env").write_text("A_SECRET_OF_THE_MACHINE=1\n")
    (folder / "marimo").mkdir()
    (folder / "marimo" / "marimo.toml").write_text(_HOSTILE)
    return folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The tiny game, served from a folder, a home and a configuration that all ask for more than it may do."""
    pytest.importorskip("marimo")
    folder = hostile(tmp_path_factory.mktemp("home"))
    cache = str(cache_root())
    homes = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOUSE_EDGE_CACHE": cache}
    homes["PYTHONPATH"] = witnessed(folder)
    found = start(folder, "pebbles", "--policy", "random", "--jobs", "1", **homes)
    yield found
    if found.process.poll() is None:
        found.process.kill()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if find() is None:
        pytest.skip("there is no Chromium or Chrome here")
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()
