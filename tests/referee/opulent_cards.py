"""The words and cards of The Opulent as a trace tells them. Shares nothing with the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MOBSTER, POLITICIAN, ARISTOCRAT, CELEBRITY, REGULAR = 0, 1, 2, 3, 4
ORDINARY = (MOBSTER, POLITICIAN, ARISTOCRAT)
#: Where a patron can be, in the order of their numbers in snapshots.
PLACES = ("box", "deck", "line", "overflow", "floor", "bar", "vip", "centre", "held", "gone", "manager")
COLOUR = {MOBSTER: "red", POLITICIAN: "blue", ARISTOCRAT: "green", CELEBRITY: "yellow", REGULAR: "none"}
CLASS_OF = {"red": MOBSTER, "blue": POLITICIAN, "green": ARISTOCRAT}
FACES = ("red", "blue", "green", "purple", "yellow", "blank")
FACE = {name: number for number, name in enumerate(FACES)}

IRISH, ITALIAN = 1, 2
LEFT, RIGHT = 0, 1
COLLINS, MARTIN, EDWARDS, YORKE = 53, 54, 55, 56
#: Where a Regular's own station is.
HOME = {COLLINS: "line", MARTIN: "floor", EDWARDS: "bar", YORKE: "manager"}

SECTIONS = 4
SECTION_TARGET = 100
ICE, FRUIT, BEER, LIQUOR, SPECIAL = "ice", "fruit", "beer", "liquor", "special"
INGREDIENTS = (ICE, FRUIT, BEER, LIQUOR, SPECIAL)
A_BEER, A_LIQUOR, A_MIXED, A_SPECIAL, A_WATERED_LIQUOR, A_WATERED_MIXED = 1, 2, 3, 4, 5, 6
ORDER = {MOBSTER: A_BEER, POLITICIAN: A_LIQUOR, ARISTOCRAT: A_MIXED, CELEBRITY: A_MIXED}
WATERED = {A_LIQUOR: A_WATERED_LIQUOR, A_MIXED: A_WATERED_MIXED}
DRINKS = ("none", "beer", "liquor", "mixed", "special", "watered liquor", "watered mixed")

(
    STANCHIONS,
    ORNATE_DOOR,
    DANCE_FLOOR,
    INSTRUMENTS,
    ICE_CHEST,
    BAR_UPGRADES,
    PANELS,
    LICENSE,
    LUXURIOUS,
    SAFE,
) = range(10)
UPGRADE_NAMES = (
    "stanchions",
    "ornate-door",
    "expanded-dance-floor",
    "new-band-instruments",
    "ice-chest",
    "bar-upgrades",
    "sliding-panels",
    "business-license",
    "luxurious-upgrades",
    "floor-safe",
)
UPGRADE_SEAT = ("door", "door", "band", "band", "bar", "bar", "bar", "manager", "manager", "manager")
CHANTEUSE, CIGARETTE_GIRL, WAITRESS, ASSISTANT, MAITRE_D = range(5)
PLAIN_DOORMAN, PLAIN_MUSICIAN, PLAIN_BARTENDER, PLAIN_MANAGER = 5, 6, 7, 8
STAFF_SEAT = ("band", "bar", "bar", "door", "door", "door", "band", "bar", "manager")


@dataclass(frozen=True)
class Patron:
    """A patron card."""

    number: int
    social_class: int
    family: int
    box: int
    female: bool
    stars: int

    @property
    def ordinary(self) -> bool:
        """Mobsters, Politicians and Aristocrats."""
        return self.social_class in ORDINARY

    @property
    def colour(self) -> str:
        """Face of the dice that is his: yellow for a Celebrity, none for a Regular."""
        return COLOUR[self.social_class]


@dataclass(frozen=True)
class BandCard:
    """A card of a Band section; it can be a song or a note."""

    number: int
    section: int
    half_beats: int
    pitch: int
    key: int
    time: int


@dataclass(frozen=True)
class EventCard:
    """A card of the event deck."""

    number: int
    kind: str
    fedoras: int
    effect: str


@dataclass(frozen=True)
class Cards:
    """Every card of a game, by number."""

    patrons: list[Patron]
    band: list[BandCard]
    events: list[EventCard]


CLASSES = ("mobster", "politician", "aristocrat", "celebrity", "regular")
FAMILIES = ("none", "irish", "italian")
SECTION_NAMES = ("woodwinds", "brass", "strings", "percussion")
PITCHES = ("F", "A", "C", "E")
KEYS = ("A", "E flat")
HALF_BEATS = {"whole": 8, "half": 4, "quarter": 2, "eighth": 1}


def read_cards(tables: dict[str, Any]) -> Cards:
    """Read the tables of a trace's header."""
    return Cards(
        [_patron(row) for row in tables["patrons"]],
        [_band_card(row) for row in tables["band"]],
        [EventCard(row["card"], row["kind"], row["fedoras"], row["effect"]) for row in tables["events"]],
    )


def _patron(row: dict[str, Any]) -> Patron:
    social_class, family = CLASSES.index(row["class"]), FAMILIES.index(row["family"])
    box = LEFT if row["box"] == "left" else RIGHT
    return Patron(row["card"], social_class, family, box, bool(row["woman"]), row["stars"])


def _band_card(row: dict[str, Any]) -> BandCard:
    section, pitch, key = SECTION_NAMES.index(row["section"]), PITCHES.index(row["pitch"]), KEYS.index(row["key"])
    return BandCard(row["card"], section, HALF_BEATS[row["note"]], pitch, key, row["time"])
