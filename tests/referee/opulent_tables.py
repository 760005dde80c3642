"""The cards of a trace's header: as many of each kind as rulebook and rules say."""

from __future__ import annotations

from collections import Counter

from tests.referee.opulent_cards import (
    ARISTOCRAT,
    CELEBRITY,
    IRISH,
    ITALIAN,
    LEFT,
    MOBSTER,
    ORDINARY,
    POLITICIAN,
    REGULAR,
    SECTIONS,
)
from tests.referee.opulent_state import Club

SECTION_CARDS = 32
#: Half beats of the note each section favours (woodwinds, brass, strings, percussion).
FAVOURED = (8, 4, 2, 1)


def check_tables(club: Club) -> None:
    """Compare the number of cards of each kind with the rules."""
    for rule, name, there, wanted in (*_patrons(club), *_events(club), *_band(club)):
        if there != wanted:
            club.reader.fault(rule, f"{name}: {there} in the tables, not {wanted}")


def _patrons(club: Club) -> list[tuple[str, str, object, object]]:
    cards = club.cards.patrons
    counts = Counter(card.social_class for card in cards)
    politicians = club.rules["patron.politicians"]
    wanted = {MOBSTER: 15, POLITICIAN: politicians, ARISTOCRAT: 33 - politicians, CELEBRITY: 5, REGULAR: 4}
    families = Counter(card.family for card in cards if card.social_class == MOBSTER)
    found: list[tuple[str, str, object, object]] = [
        ("setup.deck", "patrons of each class", dict(sorted(counts.items())), wanted),
        ("setup.deck", "Irish and Italian Mobsters", (families[IRISH], families[ITALIAN]), (10, 5)),
        ("setup.deck", "stars", sorted(card.stars for card in cards if card.stars), [1, 2, 3, 4, 5]),
        ("setup.deck", "women among Mobsters", sum(c.female for c in cards if c.social_class == MOBSTER), 0),
    ]
    for kind in ORDINARY:
        left = sum(1 for card in cards if card.social_class == kind and card.box == LEFT)
        share = counts[kind] * club.rules["patron.left_share"] / 100
        found.append(("setup.deck", f"left boxes of class {kind} off by more than one", abs(left - share) > 1, False))
    for kind in (POLITICIAN, ARISTOCRAT):
        women = sum(card.female for card in cards if card.social_class == kind)
        share = counts[kind] * club.rules["patron.female_share"] / 100
        found.append(("setup.deck", f"women of class {kind} off by more than one", abs(women - share) > 1, False))
    return found


def _events(club: Club) -> list[tuple[str, str, object, object]]:
    rules, cards = club.rules, club.cards.events
    deck = [card for card in cards if card.kind != "historical"]
    kinds = Counter(card.kind for card in deck)
    fedoras = Counter(card.fedoras for card in deck)
    one, three = rules["event_deck.one_fedora"], rules["event_deck.three_fedoras"]
    named = {"lookout": "lookouts", "agents": "agents", "patron mix": "patron_mix"}
    with_effect = sum(1 for card in deck if card.effect != "none")
    return [
        ("setup.events", "event cards", len(cards), 54),
        *(("setup.events", kind, kinds[kind], rules[f"event_deck.{key}"]) for kind, key in named.items()),
        ("setup.events", "fedoras", [fedoras[number] for number in (1, 2, 3)], [one, 53 - one - three, three]),
        ("setup.events", "historical fedoras", cards[53].fedoras, rules["event_deck.historical_fedoras"]),
        ("event.general", "general events with an effect", with_effect, rules["event_deck.general_effects"]),
    ]


def _band(club: Club) -> list[tuple[str, str, object, object]]:
    found: list[tuple[str, str, object, object]] = []
    for section in range(SECTIONS):
        cards = [card for card in club.cards.band if card.section == section]
        in_a = sum(1 for card in cards if card.key == 0)
        in_four = sum(1 for card in cards if card.time == 4)
        share = SECTION_CARDS * club.rules["band.four_four_share"] / 100
        found += [
            ("setup.songs", f"cards of section {section}", len(cards), SECTION_CARDS),
            ("band.off_key", f"key of A in section {section}", in_a, club.rules["band.key_a_cards"]),
            ("band.tempo", f"4/4 in section {section} off by more than one", abs(in_four - share) > 1, False),
        ]
        if club.rules["band.note_rule"] == "independent":
            pitches = sum(1 for card in cards if card.pitch == section)
            notes = sum(1 for card in cards if card.half_beats == FAVOURED[section])
            found.append(("band.melody", f"favoured pitches and notes of {section}", (pitches, notes), (16, 16)))
    return found
