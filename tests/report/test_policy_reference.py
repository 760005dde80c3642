"""docs/policies.md, and the page of each further game, say what the games' own files say."""

from __future__ import annotations

import pytest

from reports import policy_reference
from sim import fieldwords
from sim.registry import load_game

GAME = load_game("opulent")
PAGES = policy_reference.pages()


@pytest.mark.parametrize("name", PAGES)
def test_every_field_has_words_and_every_word_a_field(name: str) -> None:
    assert fieldwords.words_missing(load_game(name)) == []


def test_no_two_games_share_a_page() -> None:
    assert PAGES["opulent"] == policy_reference.PAGE
    assert len(set(PAGES.values())) == len(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_up_to_date(name: str) -> None:
    text = PAGES[name].read_text(encoding="utf-8")
    assert policy_reference.written(text, load_game(name)) == text, "python -m reports.policy_reference"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_holds_every_field_and_every_decision(name: str) -> None:
    game, text = load_game(name), PAGES[name].read_text(encoding="utf-8")
    names = [field.name for field in [*fieldwords.table_fields(game), *fieldwords.card_fields(game)]]
    assert [name for name in [*names, *game.decisions, *game.mechanics] if f"| `{name}` |" not in text] == []


@pytest.mark.parametrize("name", PAGES)
def test_ranges_seen_are_of_all_fields(name: str) -> None:
    fields = fieldwords.table_fields(load_game(name))
    assert all(field.seen is not None and field.seen[0] <= field.seen[1] for field in fields)
    assert all(field.doc for field in fields)


def test_ranges_seen_are_what_was_seen() -> None:
    fields = fieldwords.table_fields(GAME)
    seen = {field.name: field.seen for field in fields}
    assert seen["phase"] == (0, 3) and seen["outcome"] is not None
