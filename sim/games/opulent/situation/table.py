"""What stands on the table at the start of a turn, line by line, in the words of the replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.games.opulent import names
from sim.games.opulent.words import FAMILIES, SECTIONS, SETS, YORKE_STEPS, Words

_INDENT = "  "


def describe(words: Words, table: dict[str, Any]) -> Iterator[str]:
    """Yield the lines that describe a table.

    Parameters
    ----------
    words : Words
        Knows the cards of the game.
    table : dict
        A snapshot of the visible table (docs/trace.md).
    """
    yield _INDENT + _money(words, table)
    for place, title in (
        ("line", "In line"),
        ("overflow", "Overflow"),
        ("floor", "Dance floor"),
        ("bar", "At the bar"),
    ):
        yield f"{_INDENT}{title}: {_queue(words, table, place)}"
    for place, title in (("vip", "VIP room"), ("centre", "Centre of the club")):
        if table[place]:
            yield f"{_INDENT}{title}: {_queue(words, table, place)}"
    if table["held"] >= 0:
        yield f"{_INDENT}Set aside by the Maitre d': {words.who(table['held'])}"
    yield from (_INDENT + line for line in _regulars(table))
    yield f"{_INDENT}The Band holds {_hand(words, table)}; songs: {_songs(words, table)}."
    resting = [SECTIONS[section].lower() for section, at_bar in enumerate(table["section_at_bar"]) if at_bar]
    if resting:
        yield f"{_INDENT}At the bar for a drink: {', '.join(resting)}"
    yield _INDENT + _stock(table)
    yield _INDENT + _to_come(words, table)
    yield from (_INDENT + line for line in _year(words, table))


def _money(words: Words, table: dict[str, Any]) -> str:
    parts = [f"${table['coffers']} of ${table['target']}"]
    if table["debt"]:
        parts.append(f"${table['debt']} borrowed from the mob")
    parts.append(f"{table['lookouts'] or 'no'} lookout{'' if table['lookouts'] == 1 else 's'}")
    parts.append(f"liquor from {FAMILIES[table['contract']]}")
    owned = [words.tables["upgrades"][number]["name"] for number, has in enumerate(table["owned"]) if has]
    if table["selected"] >= 0 and not table["bought"]:
        parts.append(f"working towards {words.upgrade(table['selected'])}")
    if owned:
        parts.append(f"the club has {', '.join(owned)}")
    staff = [words.tables["staff"][number]["name"] for number, has in enumerate(table["staff"]) if has]
    if staff:
        parts.append(f"staff: {', '.join(staff)}")
    return "; ".join(parts) + "."


def _queue(words: Words, table: dict[str, Any], place: str) -> str:
    """Return a queue, the front first, with the nickels of each."""
    standing = []
    for patron in table[place]:
        notes = [f"{table['nickels'][patron]}"] if patron < names.COLLINS else []
        if table["yellow"][patron]:
            notes.append("yellow die")
        if table["lap"][patron]:
            notes.append("second lap")
        if place == "vip":
            notes.append(f"then {_next_place(table['vip_next'][patron])}")
        standing.append(words.who(patron) + (f" ({', '.join(notes)})" if notes else ""))
    return ", ".join(standing) or "nobody"


def _next_place(place: int) -> str:
    return {names.FLOOR: "to the dance floor", names.AT_BAR: "to the bar"}.get(place, "out")


def _regulars(table: dict[str, Any]) -> Iterator[str]:
    if table["martin"]:
        yield "Robert Martin is on the dance floor."
    if table["edwards"]:
        state = " and sleeps" if table["edwards_asleep"] else ""
        held = table["edwards_nickels"]
        yield f"Stanley Edwards is at the bar with {held} nickel{'' if held == 1 else 's'}{state}."
    if table["place"][names.YORKE] == names.WITH_MANAGER:
        yield f"William Yorke {YORKE_STEPS[table['yorke']]}."


def _hand(words: Words, table: dict[str, Any]) -> str:
    if not table["hand"]:
        return "no cards"
    return ", ".join(words.note(card) for card in table["hand"])


def _songs(words: Words, table: dict[str, Any]) -> str:
    rows = [words.tables["band"][card] for card in table["songs"]]
    return ", then ".join(f"{row['time']}/4 in {row['key']}" for row in rows) or "none"


def _stock(table: dict[str, Any]) -> str:
    kinds = ("ice", "fruit", "beer", "liquor", "special")
    return "Stock: " + ", ".join(f"{count} {kind}" for kind, count in zip(kinds, table["stock"], strict=True)) + "."


def _to_come(words: Words, table: dict[str, Any]) -> str:
    on_top = f", on top {words.who(table['deck_top'])}" if table["deck_top"] >= 0 else ""
    parts = [f"{table['deck_n']} patrons in the deck{on_top}"]
    if table["fedoras"]:
        parts.append(f"{table['fedoras']} will come at the next Doorman's turn")
    parts.append(f"{table['events_n']} event cards")
    if table["last_call"]:
        parts.append(f"last call, {table['last_call']} more")
    return "To come: " + "; ".join(parts) + "."


def _year(words: Words, table: dict[str, Any]) -> Iterator[str]:
    rules = words.header["rules"]
    if rules["counterfeiter.active"] or table["counterfeiter"]:
        yield f"Clues: {table['clues']}{', the counterfeiter is found' if table['solved'] else ''}."
    if rules["tuckers.active"]:
        yield f"Tuckers is {'out of business' if table['tuckers_gone'] else 'in business'}."
    if rules["meeting.active"]:
        yield "The meeting has been held." if table["meeting"] else "The meeting is gathering."
    if rules["film.active"]:
        yield f"The film is shot at {SETS[table['set']]}."
