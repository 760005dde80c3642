"""The cards nobody has published, built from what the rulebook says about them and from the assumptions."""

from collections import Counter

import pytest

from sim.games.opulent import cards
from sim.registry import load_game, resolve

GAME = load_game("opulent")
FAVOURED = [(0, "F", "whole"), (1, "A", "half"), (2, "C", "quarter"), (3, "E", "eighth")]


def table(name, **changes):
    """Return a table of cards with some parameters changed (``patron__left_share=40``)."""
    rules = {parameter.replace("__", "."): value for parameter, value in changes.items()}
    return cards.tables(resolve(GAME, "1920", (), rules).values)[name]


def section(number, **changes):
    return table("band", **changes)[number * 32 : number * 32 + 32]


@pytest.mark.rule("band.draw")
@pytest.mark.parametrize("rule", ["independent", "coupled"])
@pytest.mark.parametrize(("number", "pitch", "note"), FAVOURED)
def test_half_of_each_section_has_its_favoured_pitch_and_half_its_favoured_note(rule, number, pitch, note):
    rows = section(number, band__note_rule=rule)
    assert sum(row["pitch"] == pitch for row in rows) == 16
    assert sum(row["note"] == note for row in rows) == 16
    both = sum(row["pitch"] == pitch and row["note"] == note for row in rows)
    assert both == (16 if rule == "coupled" else 8)


@pytest.mark.rule("band.draw")
def test_the_third_reading_makes_half_a_section_either_the_pitch_or_the_note():
    rows = section(0, band__note_rule="either")
    assert sum(row["pitch"] == "F" for row in rows) == sum(row["note"] == "whole" for row in rows) == 8
    assert sum(row["pitch"] == "F" or row["note"] == "whole" for row in rows) == 16


@pytest.mark.rule("band.off_key", "band.tempo")
def test_every_section_has_both_keys_and_four_time_signatures():
    for number in range(4):
        rows = section(number)
        assert Counter(row["key"] for row in rows) == {"A": 16, "E flat": 16}
        assert Counter(row["time"] for row in rows) == {3: 8, 4: 8, 5: 8, 7: 8}
    assert Counter(row["key"] for row in section(0, band__key_a_cards=18))["A"] == 18
    assert Counter(row["time"] for row in section(0, band__four_four_share=50))[4] == 16
    assert len(table("band")) == 128


@pytest.mark.rule("setup.deck")
def test_boxes_alternate_within_each_class_and_no_mobster_is_a_woman():
    rows = table("patrons")
    for social in ("mobster", "politician", "aristocrat"):
        boxes = Counter(row["box"] for row in rows if row["class"] == social)
        assert abs(boxes["left"] - boxes["right"]) <= 1
    women = Counter(row["class"] for row in rows if row["woman"])
    assert women == {"politician": 7, "aristocrat": 6}
    assert sum(row["box"] == "left" for row in table("patrons", patron__left_share=40)[:10]) == 4


@pytest.mark.rule("event.general")
def test_general_effects_are_dealt_in_turn():
    effects = Counter(row["effect"] for row in table("events", event_deck__general_effects=10))
    assert effects["none"] == 54 - 10
    assert (effects["mobsters +1"], effects["mobsters -1"], effects["politicians +1"]) == (2, 2, 1)
