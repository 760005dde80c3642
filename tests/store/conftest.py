"""A run that nothing interrupts, played once: its rows, and its parts byte for byte."""

import pytest

from sim.api import make_plan
from sim.run import run_games
from sim.store import RunWriter
from tests.helpers import part_bytes
from tests.store.kit import GAMES


@pytest.fixture(scope="package")
def plan():
    return make_plan("pebbles", policy="random", seed=7)


@pytest.fixture(scope="package")
def whole(plan):
    """The rows of an uninterrupted run."""
    return run_games(plan, GAMES, block=5000)


@pytest.fixture(scope="package")
def whole_parts(plan, whole, tmp_path_factory):
    """The parts of an uninterrupted run, byte for byte."""
    writer = RunWriter.create(plan, GAMES, out=tmp_path_factory.mktemp("whole"))
    run_games(plan, GAMES, writer=writer)
    return part_bytes(writer.path)
