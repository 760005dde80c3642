"""Games and policies of tests/template are found; runs go to a temporary folder."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

TEMPLATE = Path(__file__).parent / "template"

# Before anything of sim is imported, and inherited by subprocesses.
os.environ["HOUSE_EDGE_PATH"] = str(TEMPLATE)
os.environ["HOUSE_EDGE_RUNS"] = tempfile.mkdtemp(prefix="house-edge-test-runs-")

# Tests press Ctrl-C in processes they start. Where the tests themselves run behind a shell's "&", Ctrl-C is ignored,
# and what they start would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time, however long one takes: what fails today failed yesterday.
settings.register_profile("always the same", derandomize=True, deadline=None)
settings.load_profile("always the same")


def pytest_addoption(parser):
    parser.addoption(
        "--update-playthroughs",
        action="store_true",
        help="write tests/playthroughs anew after a change of the rules that was meant",
    )


def pytest_unconfigure(config):
    shutil.rmtree(os.environ["HOUSE_EDGE_RUNS"], ignore_errors=True)


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """An empty folder for the runs of one test."""
    monkeypatch.setenv("HOUSE_EDGE_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


@pytest.fixture
def template_copy(tmp_path):
    """A copy of the template that a test may edit; use it in a process of its own."""
    return Path(shutil.copytree(TEMPLATE, tmp_path / "template", ignore=shutil.ignore_patterns("__pycache__")))
