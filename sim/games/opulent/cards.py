"""The cards of The Opulent as tables, and as the arrays that kernels read.

What the rulebook does not print is built from the parameters of ``rules.toml`` (numbers of Politicians, of agents, of
fedoras ...), so that a sensitivity run can move it. Printed cards replace a whole table (``--cards DIR``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.cardfiles import export_tables, read_tables
from sim.games.opulent import names

Rows = list[dict[str, Any]]

CLASSES = ("mobster", "politician", "aristocrat", "celebrity", "regular")
FAMILIES = ("none", "irish", "italian")
BOXES = ("left", "right")
SECTION_NAMES = ("woodwinds", "brass", "strings", "percussion")
NOTES = ("whole", "half", "quarter", "eighth")
HALF_BEATS = (8, 4, 2, 1)
PITCHES = ("F", "A", "C", "E")
KEYS = ("A", "E flat")
TIMES = (3, 4, 5, 7)
KINDS = ("lookout", "agents", "patron mix", "general", "historical")
STATIONS = ("door", "band", "bar", "manager")
EFFECTS = (
    "none",
    "mobsters +1",
    "mobsters -1",
    "politicians +1",
    "politicians -1",
    "aristocrats +1",
    "aristocrats -1",
    "door die -1",
    "bar die -1",
)

#: Columns of each table; those in the second tuple are assumed, the others printed.
COLUMNS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "patrons": (("card", "class", "family", "box", "woman", "stars"), ("class", "box", "woman")),
    "band": (("card", "section", "note", "pitch", "key", "time"), ("note", "pitch", "key", "time")),
    "events": (("card", "kind", "fedoras", "effect"), ("kind", "fedoras", "effect")),
}

MOBSTERS_IRISH, MOBSTERS_ITALIAN, UNALIGNED, CELEBRITIES = 10, 5, 33, 5
FAVOURED, FIRST_OTHER, OTHER = 16, 6, 5


def spread(count: int, marked: int) -> list[bool]:
    """Mark ``marked`` of ``count`` cards as evenly as possible, beginning with a marked one."""
    return [-(-(i + 1) * marked // count) > -(-i * marked // count) for i in range(count)]


def _share(count: int, percent: int) -> int:
    """Return a percentage of a count, halves rounded up."""
    return (2 * count * percent + 100) // 200


def patrons(values: Mapping[str, Any]) -> Rows:
    """Return the 57 patron cards: Mobsters, Politicians, Aristocrats, Celebrities, Regulars."""
    politicians = values["patron.politicians"]
    groups = [
        ("mobster", "irish", MOBSTERS_IRISH),
        ("mobster", "italian", MOBSTERS_ITALIAN),
        ("politician", "none", politicians),
        ("aristocrat", "none", UNALIGNED - politicians),
    ]
    rows: Rows = []
    for social, family, count in groups:
        left = spread(count, _share(count, values["patron.left_share"]))
        women = 0 if social == "mobster" else _share(count, values["patron.female_share"])
        is_woman = spread(count, women) if women else [False] * count
        for i in range(count):
            box = "left" if left[i] else "right"
            rows.append({"class": social, "family": family, "box": box, "woman": int(is_woman[i]), "stars": 0})
    for stars in range(1, CELEBRITIES + 1):
        rows.append({"class": "celebrity", "family": "none", "box": "left", "woman": 0, "stars": stars})
    rows += [{"class": "regular", "family": "none", "box": "left", "woman": 0, "stars": 0} for _ in range(4)]
    return [{"card": number} | row for number, row in enumerate(rows)]


def _favouring(favoured: int) -> list[int]:
    """Return 32 values of 0 to 3: half of them ``favoured``, the others 6, 5 and 5 in order."""
    others = [value for value in range(4) if value != favoured]
    counts = zip(others, (FIRST_OTHER, OTHER, OTHER), strict=True)
    return [favoured] * FAVOURED + [value for value, count in counts for _ in range(count)]


def band(values: Mapping[str, Any]) -> Rows:
    """Return the 128 band cards; the columns of a section are independent unless ``band.note_rule`` couples them."""
    rows: Rows = []
    for section, name in enumerate(SECTION_NAMES):
        notes, pitches = _notes_and_pitches(section, values["band.note_rule"])
        keys = [0] * values["band.key_a_cards"] + [1] * (32 - values["band.key_a_cards"])
        times = _times(values["band.four_four_share"])
        for i in range(names.SECTION_CARDS):
            rows.append(
                {
                    "card": len(rows),
                    "section": name,
                    "note": NOTES[notes[i]],
                    "pitch": PITCHES[pitches[i]],
                    "key": KEYS[keys[_rearranged(i, KEY_BITS)]],
                    "time": times[_rearranged(i, TIME_BITS)],
                }
            )
    return rows


def _notes_and_pitches(section: int, rule: str) -> tuple[list[int], list[int]]:
    """Return note value and pitch of each card of a section; both favour the value of the section's number."""
    if rule == "either":
        evenly = [value for value in range(4) for _ in range(8)]
        notes = sorted(evenly, key=lambda value: value != section)
        shifted = notes[8:16] + notes[:8] + notes[16:]
        return notes, shifted
    notes = _favouring(section)
    if rule == "coupled":
        return notes, list(notes)
    return notes, [notes[_rearranged(i, PITCH_BITS)] for i in range(32)]


# Which bit of a card's number becomes the first, second ... bit of its place in a sorted column: each column is cut
# along other bits, so that all pairs of columns are as independent as 32 cards allow.
PITCH_BITS, KEY_BITS, TIME_BITS = (0, 1, 2, 3, 4), (2, 0, 3, 1, 4), (1, 3, 0, 2, 4)


def _rearranged(number: int, bits: Sequence[int]) -> int:
    return sum((number >> bit & 1) << (4 - position) for position, bit in enumerate(bits))


def _times(four_four_share: int) -> list[int]:
    fours = _share(32, four_four_share)
    rest = 32 - fours
    counts = {4: fours, 3: rest - 2 * (rest // 3), 5: rest // 3, 7: rest // 3}
    return [time for time in TIMES for _ in range(counts[time])]


def events(values: Mapping[str, Any]) -> Rows:
    """Return the 53 event cards and, last, the historical card of the year."""
    agents, lookouts, mix = (values[f"event_deck.{name}"] for name in ("agents", "lookouts", "patron_mix"))
    kinds = ["lookout"] * lookouts + ["agents"] * agents + ["patron mix"] * mix
    kinds += ["general"] * (53 - len(kinds))
    ones, threes = values["event_deck.one_fedora"], values["event_deck.three_fedoras"]
    fedoras = [1] * ones + [2] * (53 - ones - threes) + [3] * threes
    rows: Rows = []
    general = 0
    for i, kind in enumerate(kinds):
        effect = "none"
        if kind == "general":
            if general < values["event_deck.general_effects"]:
                effect = EFFECTS[1 + general % 8]
            general += 1
        # 53 is prime: a stride deals the fedoras evenly over the kinds
        rows.append({"card": i, "kind": kind, "fedoras": fedoras[i * 20 % 53], "effect": effect})
    historical = {
        "card": 53,
        "kind": "historical",
        "fedoras": values["event_deck.historical_fedoras"],
        "effect": "none",
    }
    return [*rows, historical]


def tables(values: Mapping[str, Any], cards: Mapping[str, Rows] | None = None) -> dict[str, Rows]:
    """Return every table of cards, printed ones in the place of assumed ones."""
    built = {"patrons": patrons(values), "band": band(values), "events": events(values)}
    return built | {name: rows for name, rows in (cards or {}).items() if name in built}


def build(values: Mapping[str, Any], cards: Mapping[str, Rows]) -> dict[str, Sequence[Any] | np.ndarray]:
    """Return the arrays that stand in the kernel's rules record beside the parameters."""
    table = tables(values, cards)
    return {
        "patron_class": _column(table["patrons"], "class", CLASSES),
        "patron_family": _column(table["patrons"], "family", FAMILIES),
        "patron_box": _column(table["patrons"], "box", BOXES),
        "patron_woman": [int(row["woman"]) for row in table["patrons"]],
        "patron_stars": [int(row["stars"]) for row in table["patrons"]],
        "card_half_beats": [HALF_BEATS[NOTES.index(row["note"])] for row in table["band"]],
        "card_pitch": _column(table["band"], "pitch", PITCHES),
        "card_key": _column(table["band"], "key", KEYS),
        "card_time": [int(row["time"]) for row in table["band"]],
        "event_kind": _column(table["events"], "kind", KINDS),
        "event_fedoras": [int(row["fedoras"]) for row in table["events"]],
        "event_effect": _column(table["events"], "effect", EFFECTS),
        "upgrade_station": [STATIONS.index(row["station"]) for row in named("upgrades")],
        "staff_station": [STATIONS.index(row["station"]) for row in named("staff")],
        "staff_is_plain": [int(row["plain"]) for row in named("staff")],
    }


def _column(rows: Rows, column: str, words: Sequence[str]) -> list[int]:
    return [words.index(row[column]) for row in rows]


@lru_cache
def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "tables" / f"{name}.toml").read_text(encoding="utf-8"))


def named(name: str) -> Rows:
    """Return the rows of ``tables/upgrades.toml`` or ``tables/staff.toml``."""
    return next(iter(_file(name).values()))  # type: ignore[no-any-return]


def choices_of(table: str, column: str) -> Sequence[Any] | None:
    """Return the words a column of a card table may hold; None for free numbers."""
    return {
        ("patrons", "class"): CLASSES,
        ("patrons", "family"): FAMILIES,
        ("patrons", "box"): BOXES,
        ("patrons", "woman"): (0, 1),
        ("patrons", "stars"): range(6),
        ("band", "section"): SECTION_NAMES,
        ("band", "note"): NOTES,
        ("band", "pitch"): PITCHES,
        ("band", "key"): KEYS,
        ("band", "time"): TIMES,
        ("events", "kind"): KINDS,
        ("events", "fedoras"): range(5),
        ("events", "effect"): EFFECTS,
    }.get((table, column))


#: Parameters whose assumed values a table of printed cards makes idle.
GOVERNED = {
    "patrons": ("patron.politicians", "patron.left_share", "patron.female_share"),
    "band": ("band.key_a_cards", "band.four_four_share", "band.note_rule"),
    "events": (
        "event_deck.agents",
        "event_deck.lookouts",
        "event_deck.patron_mix",
        "event_deck.one_fedora",
        "event_deck.three_fedoras",
        "event_deck.historical_fedoras",
        "event_deck.general_effects",
    ),
}


def is_assumed(table: str, column: str) -> bool:
    """Return whether a column of a card table is assumed rather than printed."""
    return column in COLUMNS[table][1]


def export_folder(folder: Path, values: Mapping[str, Any]) -> list[Path]:
    """Write the card tables of a rule set as CSV files, assumed columns marked with a question mark."""
    return export_tables(folder, tables(values), is_assumed)


def read_folder(folder: Path, values: Mapping[str, Any]) -> dict[str, Rows]:
    """Read card tables from CSV files; the entry ``printed`` names those in which nothing is marked as assumed.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    found, printed = read_tables(folder, tables(values), choices_of)
    return found | {"printed": [{"table": name} for name in sorted(printed)]}


def describe(values: Mapping[str, Any], cards: Mapping[str, Rows]) -> dict[str, Rows]:
    """Return every card by table for the header of a trace, upgrades and staff with prices and stars."""
    upgrades = [
        row | {"price": values["upgrade.prices"][i], "half_stars": values["upgrade.half_stars"][i]}
        for i, row in enumerate(named("upgrades"))
    ]
    members = [
        row | {"salary": values["staff.salary"], "half_stars": values["staff.half_stars"][i]}
        for i, row in enumerate(named("staff"))
    ]
    return tables(values, cards) | {"upgrades": upgrades, "staff": members}
