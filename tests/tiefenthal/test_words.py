"""The story and the choices in words a player reads: no code words of the tables."""

import pytest

from sim.games.tiefenthal import choice_words
from sim.games.tiefenthal.cards import BONUSES, describe
from sim.games.tiefenthal.names import FIRE_UPGRADE, GUEST, SAFE, UPGRADE, WAITING
from sim.games.tiefenthal.words import BRINGS, SENDS_AWAY, Words
from sim.registry import load_game, resolve


@pytest.fixture(scope="module")
def words():
    values = resolve(load_game("tiefenthal"), "module-5").values
    return Words({"rules": values, "tables": describe(values, {}), "policies": ["random"] * 4})


def test_every_bonus_has_words():
    assert set(BONUSES) == {"none", SENDS_AWAY, *BRINGS}


def test_guests_are_told_without_code_words(words):
    told = {words.who(GUEST + guest) for guest in range(48)}
    assert "the 6-beer guest who pays 6 for a 5 and brings 2 steps in the monastery" in told
    assert "the 5-beer guest who pays 5 for a 5 and sends somebody away" in told
    assert not any(code in text for text in told for code in BRINGS if code[-1].isdigit())


def test_what_is_taken_from_the_coaster_is_told(words):
    line = {"type": "decision", "name": "draft", "seat": "third", "index": 1, "choices": [[2], [6]]}
    assert list(words.line(line)) == ["    The third seat takes a 6 from the coaster."]
    assert list(words.line(line | {"name": "plan"})) == []


def test_upgrades_are_hired_added_or_upgraded(words):
    line = {"type": "area", "seat": "first", "area": "waitress", "returned": 1, "rule": None}
    assert list(words.line(line)) == ["    The first seat hires a permanent waitress, returning 1 card."]
    choices = {
        ("serve", (UPGRADE, 2, WAITING, 4)): "hire a permanent waitress for 4 coins, returning 2 cards",
        ("serve", (FIRE_UPGRADE, 0, SAFE, 5)): "upgrade the safe for 5 schnapps",
        ("free_upgrade", (SAFE, 0, 0, 0)): "upgrade the safe",
        ("free_upgrade", (-1, 0, 0, 0)): "upgrade none",
        ("plan", (2, 1, 4, -1)): "die 5, raised by 1: the supplier",
    }
    for (decision, values), text in choices.items():
        assert choice_words.choice(words, decision, values) == text
