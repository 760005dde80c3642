"""The fixtures ``village`` and ``open_village``: positions whose decisions and dice a test dictates."""

import importlib
import pkgutil

import numpy as np
import pytest

import sim.games.tiefenthal
from sim import streams
from tests.tiefenthal.kit import Village


@pytest.fixture(autouse=True)
def unsigned_words_wrap():
    """Random streams are made of words that wrap; interpreted numpy would warn."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture
def open_village(monkeypatch):
    """Open a village: ``open_village(5, players=3, rules={"book.rows": 3})``."""
    villages = []

    def ask(decision, seat, table, hidden, rules, team, log):
        return next(village for village in villages if team is village.team).ask(decision)

    def below(state, n):
        for village in villages:
            scripted = village.roll(n)
            if scripted is not None:
                return scripted
        return streams.below(state, n)

    def open_one(module=1, players=2, rules=None):
        villages.append(Village(module, players, rules))
        return villages[-1]

    found = pkgutil.iter_modules(sim.games.tiefenthal.__path__, "sim.games.tiefenthal.")
    for module in [importlib.import_module(entry.name) for entry in found if not entry.ispkg]:
        for name, function in {"ask": ask, "below": below}.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, function)
    yield open_one
    for village in villages:
        village.all_used()


@pytest.fixture
def village(open_village):
    """Two taverns of module 1 with the rules of the rulebook."""
    return open_village()
