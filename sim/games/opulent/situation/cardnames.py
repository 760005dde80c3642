"""Patrons and band cards as people call them: "Irish Mobster 3, 2 nickels, yellow die", "half A in E flat".

A number is that of House Edge's own card, as the replay prints it. Without one, any card that fits is meant: a person
at the table knows class, family and movement box, not our numbering.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.games.opulent import cards, names
from sim.params import nearest

REGULARS = {
    "frank collins": names.COLLINS,
    "robert martin": names.MARTIN,
    "stanley edwards": names.EDWARDS,
    "william yorke": names.YORKE,
}
_NAMED = REGULARS | {full.split()[1]: number for full, number in REGULARS.items()}
_WORDS = (
    "irish",
    "italian",
    "mobster",
    "politician",
    "aristocrat",
    "celebrity",
    "left",
    "right",
    "woman",
    "man",
    "the",
)
PLACES_AFTER = {"floor": names.FLOOR, "bar": names.AT_BAR, "out": names.GONE}

#: Details with a number, by the word a reader gives them.
_NUMBERED = (
    ("nickels", r"(no|\d+) nickels?"),
    ("since", r"since round (\d+)"),
    ("pampered", r"pampered in round (\d+)"),
    ("leaves", r"leaves after round (\d+)"),
)
_FLAGS = {
    "yellow die": "yellow",
    "second lap": "lap",
    "brings gifts": "gift",
    "goes round again": "as_left",
    "was in line": "started",
    "asleep": "asleep",
}
DETAILS = ("2 nickels", *_FLAGS, "then bar", "then floor", "then out", "since round 3", "pampered in round 3",
           "leaves after round 3")  # fmt: skip


@dataclass
class Patron:
    """A patron as written: who he is, as far as it was said, and what is on his card.

    Attributes
    ----------
    text, key : str
        As written, and where.
    wanted : dict
        Columns of the card table that must agree.
    number : int or None
        The card, once it is known.
    details : dict
        Words of `_NUMBERED` and `_FLAGS`, and "then".
    """

    text: str
    key: str
    wanted: dict[str, Any] = field(default_factory=dict)
    number: int | None = None
    details: dict[str, int] = field(default_factory=dict)


class Unreadable(Exception):
    """A text that is no card; the message says why."""


def read_patron(text: str, key: str) -> Patron:
    """Return a patron as written.

    Raises
    ------
    Unreadable
        If the text cannot be read.
    """
    who, *details = (part.strip().lower() for part in text.split(","))
    patron = Patron(text, key)
    if who in _NAMED:
        patron.number = _NAMED[who]
    else:
        _read_who(patron, who)
    for detail in details:
        _read_detail(patron, detail)
    return patron


def _read_who(patron: Patron, who: str) -> None:
    wanted = patron.wanted
    for word in who.split():
        if word.isdigit():
            patron.number = int(word)
        elif re.fullmatch(r"[1-5]-star", word):
            wanted["stars"] = int(word[0])
        elif word in ("irish", "italian"):
            wanted["family"] = word
        elif word in cards.CLASSES[:4]:
            wanted["class"] = word
        elif word in ("left", "right"):
            wanted["box"] = word
        elif word in ("woman", "man"):
            wanted["woman"] = int(word == "woman")
        elif word != "the":
            raise Unreadable(f"'{word}' is not a word for a patron.{nearest(word, [*_WORDS, *_NAMED])}")
    if "class" not in wanted:
        raise Unreadable("it does not say who: a Mobster, Politician, Aristocrat, Celebrity, or a Regular by name.")


def _read_detail(patron: Patron, detail: str) -> None:
    for word, pattern in _NUMBERED:
        match = re.fullmatch(pattern, detail)
        if match:
            patron.details[word] = 0 if match[1] == "no" else int(match[1])
            return
    if detail.startswith("then ") and detail[5:] in PLACES_AFTER:
        patron.details["then"] = PLACES_AFTER[detail[5:]]
    elif detail in _FLAGS:
        patron.details[_FLAGS[detail]] = 1
    else:
        raise Unreadable(f"'{detail}' says nothing about a patron.{nearest(detail, DETAILS)}")


def find_patrons(rows: Sequence[Mapping[str, Any]], patrons: Iterable[Patron]) -> list[tuple[Patron, str]]:
    """Give every patron a card of his own and return those who cannot have one, with the reason.

    Those with a number come first, then those that say most about their card.
    """
    wrong = []
    taken: dict[int, Patron] = {}
    for patron in sorted(patrons, key=lambda p: (p.number is None, -len(p.wanted))):
        if patron.number is not None:
            reason = _named_wrongly(rows, patron)
            other = taken.get(patron.number)
            if other is not None:
                reason = f"this patron is also in {other.key}."
        else:
            fitting = [row["card"] for row in rows if _fits(row, patron.wanted)]
            free = [card for card in fitting if card not in taken]
            patron.number = free[0] if free else None
            reason = "" if free else f"there are only {len(fitting)} such patrons, and all are named already."
        if reason:
            wrong.append((patron, reason))
        elif patron.number is not None:
            taken[patron.number] = patron
    return wrong


def _named_wrongly(rows: Sequence[Mapping[str, Any]], patron: Patron) -> str:
    assert patron.number is not None
    if patron.number >= len(rows):
        return f"there is no patron {patron.number}; the last is {len(rows) - 1}."
    row = rows[patron.number]
    if _fits(row, patron.wanted):
        return ""
    return f"patron {patron.number} is another one: {patron_text(row)}."


def _fits(row: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(row[column] == value for column, value in wanted.items())


def patron_text(row: Mapping[str, Any]) -> str:
    """Return a patron as `read_patron` reads him: "Irish Mobster 3"."""
    for name, number in REGULARS.items():
        if number == row["card"]:
            return name.title()
    if row["class"] == "celebrity":
        return f"{row['stars']}-star Celebrity"
    family = f"{row['family'].capitalize()} " if row["family"] != "none" else ""
    return f"{family}{row['class'].capitalize()} {row['card']}"


# --- band cards ------------------------------------------------------------------------------------------------------


def read_band_card(rows: Sequence[Mapping[str, Any]], text: str | int, taken: Iterable[int]) -> int:
    """Return the band card of a text such as "half A in E flat, 3/4, brass" or "half A in E flat #21", or of a number.

    Raises
    ------
    Unreadable
        If there is no such card, or no such card is left.
    """
    used = set(taken)
    if isinstance(text, int) and not isinstance(text, bool):
        return _by_number(rows, text, used)
    if not isinstance(text, str):
        raise Unreadable('a band card is a text such as "half A in E flat", or a number.')
    wanted, number = _read_band_words(text)
    if number is not None:
        card = _by_number(rows, number, used)
        if not _fits(rows[card], wanted):
            raise Unreadable(f"card {card} is another one: {band_text(rows[card])}.")
        return card
    fitting = [row["card"] for row in rows if _fits(row, wanted)]
    free = [card for card in fitting if card not in used]
    if not free:
        raise Unreadable(f"there are only {len(fitting)} such cards, and all are named already.")
    return int(free[0])


def _by_number(rows: Sequence[Mapping[str, Any]], number: int, used: set[int]) -> int:
    if not 0 <= number < len(rows):
        raise Unreadable(f"there is no band card {number}; they are numbered 0 to {len(rows) - 1}.")
    if number in used:
        raise Unreadable(f"card {number} is named twice.")
    return number


def _read_band_words(text: str) -> tuple[dict[str, Any], int | None]:
    wanted: dict[str, Any] = {}
    number = None
    words = text.replace(",", " ").replace("E flat", "E-flat").replace("e flat", "E-flat").split()
    for position, word in enumerate(words):
        if word.lower() in cards.NOTES:
            wanted["note"] = word.lower()
        elif word.startswith("#") and word[1:].isdigit():
            number = int(word[1:])
        elif re.fullmatch(r"[3457]/4", word):
            wanted["time"] = int(word[0])
        elif word.lower() in cards.SECTION_NAMES:
            wanted["section"] = word.lower()
        elif word.lower() == "in":
            continue
        elif position and words[position - 1].lower() == "in" and word in ("A", "E-flat"):
            wanted["key"] = word.replace("-", " ")
        elif word in cards.PITCHES:
            wanted["pitch"] = word
        else:
            known = [*cards.NOTES, *cards.PITCHES, *cards.SECTION_NAMES, "in A", "in E flat", "3/4"]
            raise Unreadable(f"'{word}' is not a word for a band card.{nearest(word, known)}")
    return wanted, number


def band_text(row: Mapping[str, Any]) -> str:
    """Return a band card as `read_band_card` reads it."""
    return f"{row['note']} {row['pitch']} in {row['key']}, {row['time']}/4, {row['section']} #{row['card']}"
