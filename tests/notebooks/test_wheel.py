"""The workbench of an installed House Edge: built as a wheel, served from it, away from the sources."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.helpers import PATIENCE
from tests.notebooks.conftest import ROOT, start

pytest.importorskip("marimo")
pytestmark = pytest.mark.slow

PARTS = ("sim", "policies", "analysis", "reports", "notebooks")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what a wheel holds; built from a copy, so that the sources stay as they are."""
    copy, out = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for name in PARTS:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "__marimo__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(out), str(copy)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    if done.returncode and ("Could not find a version" in done.stderr or "No module named pip" in done.stderr):
        pytest.skip("pip cannot get setuptools here, so no wheel can be built")
    assert done.returncode == 0, done.stderr
    (wheel,) = out.glob("house_edge-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(out / "site")
    return out / "site"


def test_the_wheel_holds_every_notebook(installed):
    expected = {path.name for path in (ROOT / "notebooks").glob("*.py")}
    assert {path.name for path in (installed / "notebooks").glob("*.py")} == expected


def test_explore_is_served_from_the_wheel(installed, tmp_path):
    code = "import notebooks, reports.cli.serving as s; print(notebooks.__file__); print(s.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    found = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    assert [Path(line).is_relative_to(installed) for line in found.stdout.split()] == [True, True], found
    served = start(tmp_path, "pebbles", "--jobs", "1", PYTHONPATH=str(installed))
    try:
        place = urlsplit(served.address)
        connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=PATIENCE)
        connection.request("GET", "/")
        assert "house-rule workbench" in connection.getresponse().read().decode()
    finally:
        assert served.interrupt() == 130
    assert not list((installed / "notebooks").glob("__marimo__")), "nothing is written beside the installed notebooks"
