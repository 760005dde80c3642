"""A position of The Opulent written as the file that `reader` reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sim.games.opulent import cards, names
from sim.games.opulent.situation import reader
from sim.games.opulent.situation.cardnames import band_text, patron_text
from sim.tomltext import toml


def write(table: Mapping[str, Any], hidden: Any, tables: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a position that are The Opulent's own.

    Parameters
    ----------
    table : mapping
        A snapshot of the visible table at the start of a turn.
    hidden : numpy.record
        The hidden record: which event cards have been drawn is known to all.
    tables : mapping
        Every card, as in the header of a trace.
    """
    for key, (field, _) in reader.NUMBERS.items():
        yield f"{key} = {table[field]}"
    for key, field in reader.SWITCHES.items():
        if table[field]:
            yield f"{key} = true"
    yield f"contract = {toml(_word(reader.CONTRACTS, table['contract']))}"
    if table["selected"] >= 0:
        yield f"selected = {toml(tables['upgrades'][table['selected']]['name'])}"
    if table["set"]:
        yield f"film_set = {toml(_word(reader.SETS, table['set']))}"
    for key, field, rows in (("upgrades", "owned", tables["upgrades"]), ("staff", "staff", tables["staff"])):
        owned = [rows[number]["name"] for number, has in enumerate(table[field]) if has]
        owned = [name for name in owned if not (table["bought"] and key == "upgrades"
                 and name == tables["upgrades"][table["selected"]]["name"])]  # fmt: skip
        yield f"{key} = {toml(owned)}"
    yield from _patrons(table, tables["patrons"])
    yield from _band(table, tables["band"])
    drawn = sorted(set(range(names.EVENT_CARDS)) - {int(card) for card in hidden.events[: table["events_n"]]})
    yield f"events_drawn = {drawn}"
    yield ""
    yield "[stock]"
    for name, count in zip(reader.INGREDIENTS, table["stock"], strict=True):
        yield f"{name} = {count}"
    yield ""
    yield "# What the year's tallies say; they matter to the books, not to the choices."
    yield "[books]"
    for name in reader.BOOKS:
        value = table[name]
        yield f"{name} = {_short(value) if isinstance(value, list) else value}"


def write_now(
    table: Mapping[str, Any], hidden: Any, lines: Sequence[Mapping[str, Any]], tables: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the lines of [now] that are The Opulent's own: what a turn has turned over and rolled.

    Parameters
    ----------
    table, hidden : mapping, numpy.record
        As for `write`, at the start of the turn.
    lines : sequence of dict
        What happened in the turn so far (docs/trace.md).
    tables : mapping
        Every card, as in the header of a trace.
    """
    arrived = [line["patron"] for line in lines if line["type"] == "move" and line["from"] == "deck"]
    drawn = [line["card"] for line in lines if line["type"] == "card" and line["from"] == "pile"]
    rolled: dict[str, list[Any]] = {}
    for line in lines:
        if line["type"] == "event":
            event = f"{line['kind']}, {line['fedoras']} fedoras #{line['card']}"
            yield f"event = {toml(event)}"
        if line["type"] == "roll":
            rolled.setdefault(line["die"], []).append(line["result"])
    left = table["deck_n"] - len(arrived)
    if arrived:
        if left:
            yield f"deck_top = {toml(patron_text(tables['patrons'][int(hidden.deck[left - 1])]))}"
        yield f"arrived = {toml([patron_text(tables['patrons'][card]) for card in arrived])}"
    if drawn:
        yield f"drawn = {_listed([band_text(tables['band'][card]) for card in drawn])}"
    if rolled:
        yield f"rolled = {toml(rolled)}"


def _short(values: list[int]) -> list[int]:
    """Return a list without the zeros at its end."""
    last = int(np.max(np.flatnonzero(values), initial=-1))
    return values[: last + 1]


def _word(known: Mapping[str, int], number: int) -> str:
    return next(word for word, value in known.items() if value == number)


def _patrons(table: Mapping[str, Any], rows: list[Mapping[str, Any]]) -> Iterator[str]:
    standing = {key: list(table[key]) for key in ("line", "overflow", "floor", "bar", "vip", "centre")}
    if table["martin"]:
        standing["floor"].append(names.MARTIN)
    if table["edwards"]:
        standing["bar"].append(names.EDWARDS)
    for key, queue in standing.items():
        yield f"{key} = {_listed([_patron(table, rows, key, card) for card in queue])}"
    if table["held"] >= 0:
        yield f"held = {toml(_patron(table, rows, 'held', table['held']))}"
    if table["yorke"]:
        yield f"yorke = {toml(_word(reader.YORKE, table['yorke']))}"
    away = [card for card in range(names.PATRONS) if table["place"][card] == names.GONE]
    if table["yorke"]:
        away = [card for card in away if card != names.YORKE]
    gone = [patron_text(rows[card]) for card in away if not table["removed"][card]]
    yield f"gone = {_listed(gone)}"
    removed = [patron_text(rows[card]) for card in away if table["removed"][card]]
    if removed:
        yield f"removed = {_listed(removed)}"
    yield f"deck = {table['deck_n']}"
    if table["deck_top"] >= 0:
        yield f"deck_top = {toml(patron_text(rows[table['deck_top']]))}"


def _listed(texts: list[str]) -> str:
    """Return a list of texts, one a line if there are several."""
    if len(texts) < 2:
        return toml(texts)
    return "[\n" + "".join(f"    {toml(text)},\n" for text in texts) + "]"


def _patron(table: Mapping[str, Any], rows: list[Mapping[str, Any]], key: str, card: int) -> str:
    """Return a patron with what is on his card."""
    parts = [patron_text(rows[card])]
    social = rows[card]["class"]
    if card == names.EDWARDS and key == "bar":
        parts.append(_nickels(table["edwards_nickels"]))
        parts += ["asleep"] if table["edwards_asleep"] else []
        return ", ".join(parts)
    if social != "regular":
        parts.append(_nickels(table["nickels"][card]))
    parts += ["yellow die"] if table["yellow"][card] else []
    parts += ["second lap"] if table["lap"][card] else []
    parts += ["brings gifts"] if table["gift"][card] else []
    parts += ["goes round again"] if table["as_left"][card] else []
    parts += ["was in line"] if key == "overflow" and table["started"][card] else []
    if key == "vip":
        parts.append(f"then {({names.FLOOR: 'floor', names.AT_BAR: 'bar'}).get(table['vip_next'][card], 'out')}")
        parts.append(f"since round {table['vip_round'][card] + 1}")
        parts += [f"pampered in round {table['pampered'][card]}"] if table["pampered"][card] else []
    if key == "centre":
        parts.append(f"leaves after round {table['leaves_centre'][card] + 1}")
    return ", ".join(parts)


def _nickels(count: int) -> str:
    return "no nickels" if count == 0 else f"{count} nickel{'' if count == 1 else 's'}"


def _band(table: Mapping[str, Any], rows: list[Mapping[str, Any]]) -> Iterator[str]:
    yield f"hand = {_listed([band_text(rows[card]) for card in table['hand']])}"
    yield f"songs = {_listed([band_text(rows[card]) for card in table['songs']])}"
    yield f"next_song_from = {toml(cards.SECTION_NAMES[table['next_section']])}"
    resting = [cards.SECTION_NAMES[section] for section, at_bar in enumerate(table["section_at_bar"]) if at_bar]
    if resting:
        yield f"sections_at_bar = {toml(resting)}"
    yield f"discards = {[card for section in table['discards'] for card in section]}"
