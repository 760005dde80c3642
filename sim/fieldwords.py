"""What the fields a policy reads mean: the table's and the card tables' of a game, from its ``fields.toml``.

A game need not have that file; its fields then have names and lengths, and no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sim import params, registry

#: Section of ``fields.toml`` that is no list of fields, and how sections about the record ``rules`` begin.
EXAMPLE, RULES = "example", "rules:"

#: Measured ranges stand in a section of their own, which a program writes.
SEEN = "seen"


@dataclass(frozen=True)
class Field:
    """One field of the table, or one card table of the rules.

    Attributes
    ----------
    name : str
        As a policy writes it after ``table.`` or ``rules.``.
    section : str
        Heading it stands under, "" in a game without words.
    doc : str
        What it means.
    shape : tuple of int
        Length of a list, () for a number.
    seen : tuple of (int, int) or None
        Least and largest value seen in many games.
    """

    name: str
    section: str
    doc: str
    shape: tuple[int, ...]
    seen: tuple[int, int] | None = None


def table_fields(game: registry.Game) -> list[Field]:
    """Return every field of a game's table, in the order of its record."""
    table = game.module("state").TABLE
    words, seen = _words(game), _read(game).get(SEEN, {})
    found = []
    for name in table.names:
        section, doc = words.get(name, ("", ""))
        low_high = seen.get(name)
        found.append(Field(name, section, doc, table[name].shape, tuple(low_high) if low_high else None))
    return found


def card_fields(game: registry.Game) -> list[Field]:
    """Return the card tables that stand in the rules record beside the rule values."""
    if not (game.folder / "cards.py").exists():
        return []
    import numpy as np

    words = _words(game)
    built = game.module("cards").build(registry.resolve(game).values, {})
    return [Field(name, *words.get(name, ("", "")), np.shape(values)) for name, values in built.items()]


def example_of(game: registry.Game) -> dict[str, Any] | None:
    """Return the example policy a game offers, None if it offers none."""
    found = _read(game).get(EXAMPLE)
    return dict(found) if found else None


def words_missing(game: registry.Game) -> list[str]:
    """Return fields without words, and words without a field; for a game's tests."""
    names = {field.name for field in [*table_fields(game), *card_fields(game)]}
    return sorted(names ^ set(_words(game)))


def _words(game: registry.Game) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for section, entries in _read(game).items():
        if section not in (EXAMPLE, SEEN):
            found |= {name: (section, str(doc)) for name, doc in entries.items()}
    return found


def _read(game: registry.Game) -> Mapping[str, Any]:
    path = game.folder / "fields.toml"
    return params.read_toml(path) if path.exists() else {}
