"""Compares a snapshot of the table with the referee's own model, and counts every card, token and tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.referee.tiefenthal_cards import (
    AREAS,
    AT_TABLE,
    BARREL,
    CASHBOX,
    GUEST,
    JUGGLER,
    KINDS,
    LAST_CARD,
    NOBLE,
    ON_BARREL,
    ON_CASHBOX,
    REGULARS,
    SEATS,
    STAFF,
    SUPPLIERS,
)
from tests.referee.tiefenthal_closing import BEER_IN, BEER_OUT, COINS_IN, COINS_OUT, outcome
from tests.referee.tiefenthal_state import Table, Tavern

PER_DIE = ("die_at", "die_plus", "die_used", "die_pay")
PER_SEAT = ("seat_card", "seat_used", "on_seat")
BLANK = {"seat_card": -1}
SEATS_SHOWN = 24
OUTCOMES = ("playing", *SEATS, "shared")
NOBLES_FOR = ("upgrade", "beer", "monastery", "crown", "book", "row", "track")
PHASES = ("evening", "draft", "planning", "serving", "closing")
START_CARDS_SHOWN = 7
#: What nobody has who does not play.
NOTHING = (
    "coins",
    "beer",
    "schnapps",
    "owned",
    "discarded",
    "deck_n",
    "dice_n",
    "laid",
    "upgraded",
    "points",
    "victory",
)


def check_snapshot(table: Table, after: str, seat: str, then: str) -> None:
    """Take the next snapshot, after the unit of a seat, and compare every field; ``then`` is the phase that follows."""
    line = table.reader.take("snapshot", "snapshot", after=seat, round=table.round)
    if line["table"]["phase"] != PHASES.index(then):
        table.reader.fault("snapshot", f"after {after}: {then} should follow", table.reader.at)
    for name, is_there, should_be in differences(table, line["table"]):
        table.reader.fault("snapshot", f"after {after}: {name} is {is_there}, not {should_be}", table.reader.at)
    for words in lost_pieces(table, line["table"]):
        table.reader.fault("snapshot", f"after {after}: {words}", table.reader.at)


def differences(table: Table, shown: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Yield name, value and the referee's value of the fields that differ."""
    for name, should_be in table_fields(table).items():
        if shown[name] != should_be:
            yield name, shown[name], should_be
    for number in range(len(table.taverns), len(SEATS)):
        for name in NOTHING:
            if any(shown[name][number] if isinstance(shown[name][number], list) else [shown[name][number]]):
                yield f"{name} of an empty seat", shown[name][number], 0
    for tavern in table.taverns:
        for name, should_be in tavern_fields(tavern).items():
            is_there = shown[name][tavern.number]
            if name in PER_DIE:
                is_there = is_there[: len(should_be)]
            elif name in PER_SEAT:
                should_be = (should_be + [BLANK.get(name, 0)] * SEATS_SHOWN)[:SEATS_SHOWN]
            if is_there != should_be:
                yield f"{name} of the {tavern.seat} seat", is_there, should_be


def lost_pieces(table: Table, shown: dict[str, Any]) -> Iterator[str]:
    """Yield what the snapshot itself has lost or gained: cards, schnapps, tiles."""
    rules, players = table.rules, len(table.taverns)
    owned: Counter[int] = Counter()
    for cards in shown["owned"][:players]:
        owned.update({code: number for code, number in enumerate(cards) if number})
    for kind in table.kinds_sold():
        there = owned[STAFF + kind] + shown["market"][kind]
        if there != rules["staff.cards"]:
            yield f"{there} {KINDS[kind]} cards, not {rules['staff.cards']}"
    if owned[NOBLE] + shown["nobles_n"] != rules["nobles.supply"]:
        yield f"{owned[NOBLE]} nobles owned and {shown['nobles_n']} left"
    gone = Counter(table.box)
    there = sum(owned[code] for code in REGULARS) + sum(gone[code] for code in REGULARS)
    if there != len(REGULARS) * players:
        yield f"{there} regulars, not {len(REGULARS) * players}"
    guests = [code for code, card in table.cards.items() if code >= GUEST and (card.module == 1 or table.module >= 3)]
    there = sum(owned[code] + gone[code] for code in guests) + shown["threes_n"] + shown["guests_n"]
    there += sum(1 for slot, guest in enumerate(shown["display"]) if guest >= 0 and not _in_pile(table, slot, guest))
    if there != len(guests):
        yield f"{there} guests, not {len(guests)}"
    if table.has("schnapps") and sum(shown["schnapps"][:players]) + shown["tokens_n"] != rules["schnapps.supply"]:
        yield f"schnapps: {shown['schnapps'][:players]} and {shown['tokens_n']} left"
    tiles = sum(map(sum, shown["book"][:players])) + sum(shown["tile"]) + shown["tiles_n"]
    if table.has("guest book") and tiles != rules["book.tiles"]:
        yield f"{tiles} signature tiles, not {rules['book.tiles']}"


def _in_pile(table: Table, slot: int, guest: int) -> bool:
    """Tell whether a guest shown is counted with the pile for 3 beer, as its top card."""
    return slot == 0 and table.cards[guest].cost == 3


def table_fields(table: Table) -> dict[str, Any]:
    """Return what belongs to everybody, in the fields' own form."""
    return {
        "rounds": table.round,
        "players": len(table.taverns),
        "outcome": OUTCOMES.index(outcome(table)) if table.over else 0,
        "active": -1,
        "start": table.start,
        "market": table.market,
        "display": table.display,
        "tile": [int(tile) for tile in table.tiles],
        "threes_n": len(table.threes) + int(table.pile_lasts()),
        "guests_n": len(table.guests),
        "nobles_n": table.nobles,
        "tokens_n": table.schnapps,
        "tiles_n": table.tiles_left,
        "pending_n": 0,
        "start_cards": [*table.start_cards, *[0] * START_CARDS_SHOWN][:START_CARDS_SHOWN],
    }


def _by_code(cards: Counter[int]) -> list[int]:
    return [cards[code] for code in range(LAST_CARD)]


def tavern_fields(tavern: Tavern) -> dict[str, Any]:
    """Return what belongs to one player, in the fields' own form."""
    dice, tally = tavern.dice, tavern.tally
    seats = [*tavern.seats]
    return {
        "coins": tavern.coins,
        "beer": tavern.beer,
        "schnapps": tavern.schnapps,
        "counter": tavern.counters,
        "monastery": tavern.monastery,
        "reputation": tavern.reputation,
        "upgraded": [int(area in tavern.upgraded) for area in range(len(AREAS))],
        "works": [int(area in tavern.works) for area in range(len(AREAS))],
        "entertainer": [tavern.entertainers.get(who, -1) + 1 for who in range(JUGGLER + 1)],
        "book": tavern.book,
        "start_card": tavern.start_card,
        "owned": _by_code(tavern.cards()),
        "discarded": _by_code(tavern.discard),
        "deck_n": tavern.deck_size(),
        "known_n": len(tavern.on_top),
        "seats_n": len(seats),
        "seat_card": [seat.card for seat in seats],
        "seat_used": [int(seat.used) for seat in seats],
        "on_seat": [int(not tavern.is_free(AT_TABLE + number)) for number in range(len(seats))],
        "on_cashbox": int(not tavern.is_free(ON_CASHBOX)),
        "on_barrel": int(not tavern.is_free(ON_BARREL)),
        "taken": tavern.filled,
        "nobles_out": tavern.nobles_out,
        "laid": [tavern.laid[kind] for kind in range(len(KINDS))],
        "tray": tavern.tray,
        "tray_n": len(tavern.tray),
        "dice": [die.face for die in dice],
        "dice_n": len(dice),
        "die_pay": [die.guest.pay if die.guest else 0 for die in dice],
        "plus_left": tavern.free_plus(),
        "own_n": len(tavern.own),
        "die_at": [die.space for die in dice],
        "die_plus": [die.plus for die in dice],
        "die_used": [int(die.used) for die in dice],
        "plus": tavern.plus,
        "extra_die": tavern.extra,
        "bought": [tavern.bought[kind] for kind in range(len(KINDS))],
        "recruited": tavern.recruited,
        "serenades": tavern.serenades,
        "granted": tavern.granted,
        "before_supplier": tavern.before.get(SUPPLIERS, 0),
        "before_cashbox": tavern.before.get(CASHBOX, 0),
        "before_barrel": tavern.before.get(BARREL, 0),
        "points": tavern.points,
        "victory": tavern.twelfths,
        "coins_in": [tavern.coins_by[cause] for cause in COINS_IN],
        "coins_out": [tavern.coins_by[cause] for cause in COINS_OUT],
        "beer_in": [tavern.beer_by[cause] for cause in BEER_IN],
        "beer_out": [tavern.beer_by[cause] for cause in BEER_OUT],
        "nobles_for": [tavern.nobles_by[cause] for cause in NOBLES_FOR],
        "starts": tally["starts"],
        "recruits": tally["guests"],
        "bought_all": [tally[f"bought {kind}"] for kind in range(len(KINDS))],
        "redraws": tally["redraws"],
        "removed": tally["removed"],
        "dice_rolled": tally["own_dice"],
        "steps": tally["steps"],
        "renown": tally["renown"],
        "schnapps_got": tally["schnapps_got"],
        "schnapps_spent": tally["schnapps_spent"],
    }
