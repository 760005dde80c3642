"""docs/policies.md says what the game's own files say."""

from __future__ import annotations

import pytest

from reports import policy_reference
from sim import fieldwords
from sim.registry import load_game

GAME = load_game("opulent")


def test_every_field_has_words_and_every_word_a_field() -> None:
    assert fieldwords.words_missing(GAME) == []


def test_the_page_is_up_to_date() -> None:
    text = policy_reference.PAGE.read_text(encoding="utf-8")
    assert policy_reference.written(text, GAME) == text, "python -m reports.policy_reference"


def test_the_page_holds_every_field_and_every_decision() -> None:
    text = policy_reference.PAGE.read_text(encoding="utf-8")
    names = [field.name for field in [*fieldwords.table_fields(GAME), *fieldwords.card_fields(GAME)]]
    assert [name for name in [*names, *GAME.decisions, *GAME.mechanics] if f"| `{name}` |" not in text] == []


def test_ranges_seen_are_of_all_fields() -> None:
    fields = fieldwords.table_fields(GAME)
    assert all(field.seen is not None and field.seen[0] <= field.seen[1] for field in fields)
    seen = {field.name: field.seen for field in fields}
    assert seen["phase"] == (0, 3) and seen["outcome"] is not None
    with pytest.raises(StopIteration):
        next(field for field in fields if not field.doc)
