"""The fixtures ``club`` and ``open_club``: positions whose decisions and dice a test dictates."""

import importlib
import pkgutil

import numpy as np
import pytest

import sim.games.opulent
from sim.games.opulent.names import DOOR_DIE
from tests.opulent.kit import Club

#: Modules whose own functions stay as they are: the dice themselves.
DICE_MODULE = "sim.games.opulent.rolls"


def chapters():
    """Return every module of the game."""
    found = pkgutil.iter_modules(sim.games.opulent.__path__, "sim.games.opulent.")
    return [importlib.import_module(module.name) for module in found]


@pytest.fixture(autouse=True)
def unsigned_words_wrap():
    """Random streams are made of words that wrap; interpreted numpy would warn."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture
def open_club(monkeypatch):
    """Open a club: ``open_club("1924", rules={"band.free_pass": True})``."""
    clubs = []

    def of(record):
        return next(club for club in clubs if record is club.team or record is club.hidden)

    def ask(decision, seat, table, hidden, rules, team, log):
        return of(team).ask(decision, seat, table, rules, team, log)

    def roll_face(hidden, rules, log, die, rule):
        return of(hidden).roll(die)

    def roll_door_die(hidden, rules, log, position, rule):
        return of(hidden).roll(DOOR_DIE)

    def roll_number(hidden, log, die, rule):
        return of(hidden).roll(die)

    def open_one(year="1920", variants=(), rules=None, campaign=False):
        clubs.append(Club(year, variants, rules, campaign))
        return clubs[-1]

    for module in chapters():
        if module.__name__ != DICE_MODULE:
            for name, function in {
                "ask": ask,
                "roll_face": roll_face,
                "roll_door_die": roll_door_die,
                "roll_six": roll_number,
                "roll_ten": roll_number,
            }.items():
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, function)
    yield open_one
    for club in clubs:
        club.all_used()


@pytest.fixture
def club(open_club):
    """A club of 1920 with the rules of the rulebook."""
    return open_club()
