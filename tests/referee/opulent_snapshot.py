"""Compares a snapshot of the table with the referee's own model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.referee.opulent_cards import EDWARDS, INGREDIENTS, MARTIN, PLACES, SECTIONS
from tests.referee.opulent_closing import DOLLARS_IN, DOLLARS_OUT, NICKELS_IN, NICKELS_OUT
from tests.referee.opulent_state import Club

KINDS = ("lookout", "agents", "patron mix", "general", "historical")
SET_NUMBER = {"": 0, "line": 1, "floor": 2, "bar": 3, "vip": 4}

#: Causes that only a campaign knows.
CAMPAIGN_IN, CAMPAIGN_OUT = ("carried", "sold"), ("salaries", "business")


def check_snapshot(club: Club, after: str) -> None:
    """Take the next snapshot and compare every field the referee models."""
    line = club.reader.take("snapshot", "snapshot", after=after)
    club.top = line["table"]["deck_top"]
    if (club.top in club.deck) != bool(club.deck):
        club.reader.fault("snapshot", f"after {after}: patron {club.top} cannot lie on top of the deck", club.reader.at)
    for name, is_there, should_be in differences(club, line["table"]):
        club.reader.fault("snapshot", f"after {after}: {name} is {is_there}, not {should_be}", club.reader.at)


def differences(club: Club, table: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield name, value and the referee's value of the fields that differ."""
    for name, should_be in expected_fields(club).items():
        if name in table:
            is_there = table[name]
            if name == "hand":
                is_there = sorted(is_there)
            if is_there != should_be:
                yield name, is_there, should_be
    for section in range(SECTIONS):
        is_there = sorted(table["discards"][section])
        if is_there != sorted(club.discards[section]):
            yield f"discards {section}", is_there, sorted(club.discards[section])


def expected_fields(club: Club) -> dict[str, Any]:
    """Return the visible table as the referee's model has it, in the fields' own form."""
    patrons = range(len(club.cards.patrons))
    fields: dict[str, Any] = {name: list(queue) for name, queue in club.queues.items()}
    fields |= {
        "place": [PLACES.index(club.place[patron]) for patron in patrons],
        "nickels": [club.nickels[patron] for patron in patrons],
        "yellow": [int(patron in club.yellow) for patron in patrons],
        "deck_n": len(club.deck),
        "held": club.held,
        "edwards_nickels": club.edwards_nickels,
        "edwards_asleep": int(club.edwards_asleep),
        "yellow_out": len(club.yellow),
        "cut_offs": club.cut_offs,
        "door_dice_less": club.door_dice_less,
        "bar_dice_less": club.bar_dice_less,
        "hand": sorted(club.hand),
        "songs": list(club.songs),
        "next_section": club.next_section,
        "section_at_bar": [int(section in club.at_bar) for section in range(SECTIONS)],
        "pile_n": [len(pile) for pile in club.piles],
        "stock": [club.stock[name] for name in INGREDIENTS],
        "coffers": club.coffers,
        "debt": club.debt,
        "contract": club.contract,
        "lookouts": club.lookouts,
        "fedoras": club.fedoras,
        "selected": club.selected,
        "bought": int(club.bought or club.selected < 0),  # nothing is left to buy
        "half_stars": club.half_stars(),
        "owned": [int(item in club.owned) for item in range(10)],
        "staff": [int(item in club.staff) for item in range(9)],
        "target": club.target(),
        "counterfeiter": int(club.counterfeiter),
        "clues": club.clues,
        "solved": int(club.solved),
        "tuckers_gone": int(club.tuckers_gone),
        "meeting": int(club.meeting_held),
        "set": SET_NUMBER[club.film_set],
        "last_call": club.last_call,
        "arrivals": club.tally["arrivals"],
        "turned_away": club.tally["turned_away"],
        "raids": club.tally["raids"],
        "agents": club.tally["agents"],
        "raid_rolls": club.tally["raid_rolls"],
        "payers": club.tally["payers"],
        "rounds": club.round,
        "reached": club.reached,
        "lap": [int(patron in club.second_lap) for patron in patrons],
        "as_left": [int(patron in club.as_left) for patron in patrons],
        "removed": [int(patron in club.removed) for patron in patrons],
        "events_n": len(club.events_left),
        "kinds_left": [sum(1 for card in club.events_left if club.cards.events[card].kind == kind) for kind in KINDS],
        "nickels_in": [club.nickels_by[cause] for cause in NICKELS_IN],
        "nickels_out": [club.nickels_by[cause] for cause in NICKELS_OUT],
        "dollars_in": [club.dollars_by[cause] for cause in (*DOLLARS_IN, *CAMPAIGN_IN)],
        "dollars_out": [club.dollars_by[cause] for cause in (*DOLLARS_OUT, *CAMPAIGN_OUT) if cause != "coffers_left"],
    }
    fields["martin"] = int(club.place[MARTIN] == "floor")
    fields["edwards"] = int(club.place[EDWARDS] == "bar")
    fields |= club.shown
    if not club.over:
        fields["yorke"] = club.yorke
    return fields
