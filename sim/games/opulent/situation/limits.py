"""What cannot stand on a table of The Opulent: more patrons than places, too many nickels, books that are wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sim.games.opulent import cards, names
from sim.games.opulent.situation.cardnames import patron_text

if TYPE_CHECKING:
    from sim.games.opulent.situation.reader import Reader

Found = Iterator[tuple[str, str]]


def contradictions(reader: Reader) -> Found:
    """Yield ``(key, text)`` for everything that cannot be, whoever played."""
    yield from _places(reader)
    yield from _nickels(reader)
    yield from _staff(reader)
    yield from _stock(reader)
    yield from _band(reader)
    yield from _turns(reader)
    yield from _books(reader)


def line_capacity(reader: Reader) -> int:
    """Return the places of the main line."""
    stanchions = int(reader.table.owned[names.STANCHIONS])
    return int(reader.record.door_line_capacity + stanchions * reader.record.upgrade_stanchions_places)


def _places(reader: Reader) -> Found:
    table, record = reader.table, reader.record
    for key, most in (("line", line_capacity(reader)), ("overflow", int(record.door_overflow_capacity))):
        if table[f"{key}_n"] > most:
            yield key, f"{table[f'{key}_n']} patrons, but there is room for {most}."
    meeting = record.meeting_active != 0 and table.meeting == 0
    most = int(record.meeting_politicians) if meeting else 1
    if table.vip_n > most:
        yield "vip", f"{table.vip_n} guests, but the VIP room takes {most}."
    for key in ("line", "overflow", "floor", "bar", "vip", "centre"):
        for card in table[key][: table[f"{key}_n"]]:
            yield from _place(reader, key, int(card))
    if table.held >= 0 and not table.staff[names.MAITRE_D]:
        yield "held", "only the Maitre d' can set somebody aside, and he is not on the staff."
    if table.yellow_out > record.door_dice + table.staff[names.PLAIN_DOORMAN]:
        yield "line", f"{table.yellow_out} yellow dice lie on patrons, but the Doorman has {record.door_dice} dice."


def _place(reader: Reader, key: str, card: int) -> Found:
    social = int(reader.record.patron_class[card])
    who = patron_text(reader.cards["patrons"][card])
    if social == names.CELEBRITY and key == "overflow":
        yield key, f"{who}: a Celebrity does not wait in the overflow."
    if social != names.CELEBRITY and key == "centre":
        yield key, f"{who}: only Celebrities stand in the centre of the club."
    if social == names.REGULAR and key not in ("line", "overflow"):
        yield key, f"{who} cannot be here."
    if reader.table.yellow[card] and (social > names.ARISTOCRAT or key in ("line", "overflow")):
        yield key, f"{who}: a yellow die lies only on an ordinary patron inside the club."


def _nickels(reader: Reader) -> Found:
    table, record = reader.table, reader.record
    for card in range(names.PATRONS):
        held, social = int(table.nickels[card]), int(record.patron_class[card])
        if held == 0:
            continue
        if social == names.CELEBRITY:
            most = int(record.patron_stars[card])
        else:
            most = int(record.patron_maximum_nickels)
            if social == names.ARISTOCRAT and record.aristocrat_own_maximum > 0:
                most = int(record.aristocrat_own_maximum)
            if table.yellow[card]:
                most = max(most, int(record.patron_yellow_maximum))
        if held > most:
            key = next((k for k in ("line", "overflow", "floor", "bar", "vip", "centre") if card in
                        table[k][: table[f"{k}_n"]]), "held")  # fmt: skip
            who = patron_text(reader.cards["patrons"][card])
            yield key, f"{who} has {held} nickels, but may hold {most}."
    if table.edwards_nickels > record.bar_edwards_limit:
        yield (
            "bar",
            f"Stanley Edwards has {table.edwards_nickels} nickels; he falls asleep at {record.bar_edwards_limit}.",
        )


def _staff(reader: Reader) -> Found:
    table, record = reader.table, reader.record
    for station, name in enumerate(cards.STATIONS):
        upgrades = sum(int(table.owned[u]) for u in range(names.UPGRADES) if record.upgrade_station[u] == station)
        members = sum(int(table.staff[m]) for m in range(names.STAFF) if record.staff_station[m] == station)
        if members > upgrades:
            yield (
                "staff",
                f"{members} members at the {name}, but there is one for each upgrade of a station: {upgrades}.",
            )


def _stock(reader: Reader) -> Found:
    table, record = reader.table, reader.record
    bar, chest = table.owned[names.BAR_UPGRADES], table.owned[names.ICE_CHEST]
    most = {
        "ice": max(int(record.upgrade_ice_chest if chest else record.bar_ice_capacity), int(record.setup_ice)),
        "fruit": max(int(record.upgrade_bar_fruit if bar else record.bar_fruit_capacity), int(record.setup_fruit)),
        "beer": max(int(record.bar_beer_capacity), int(record.setup_beer)),
        "liquor": max(int(record.upgrade_bar_liquor if bar else record.bar_liquor_capacity), int(record.setup_liquor)),
        "special": int(record.bar_special_tokens),
    }
    for number, (name, limit) in enumerate(most.items()):
        if table.stock[number] > limit:
            yield f"stock.{name}", f"{table.stock[number]} in stock, but the bar holds {limit}."


def _band(reader: Reader) -> Found:
    table = reader.table
    for section, name in enumerate(cards.SECTION_NAMES):
        if table.pile_n[section] == 0 and not table.section_at_bar[section]:
            yield f"piles.{name}", "an exhausted section is at the bar: name it in sections_at_bar."


def _turns(reader: Reader) -> Found:
    table = reader.table
    if table.rounds >= reader.record.year_turn_cap:
        yield "round", f"a year ends after {reader.record.year_turn_cap} rounds at the latest."
    if table.last_call and table.deck_n:
        yield "last_call", f"last call begins when the deck is empty, and {table.deck_n} patrons are left."
    if table.bought and table.selected < 0:
        yield "bought", "nothing is selected that could have been bought."
    removed = int(table.removed.sum())
    if removed and not reader.record.gangs_active:
        yield "removed", "nobody is shot in this year; say gone."


def _books(reader: Reader) -> Found:
    table = reader.table
    given = "books" in reader.data
    if given and table.nickels_in.sum() - table.nickels_out.sum() != table.nickels.sum():
        yield "books.nickels_in", "nickels that came in and did not go out are not those on the patrons."
    if given and table.dollars_in.sum() - table.dollars_out.sum() != table.coffers:
        yield "books.dollars_in", "dollars that came in and did not go out are not those in the coffers."
    if given and table.nickels_out[names.OUT_BANKED] != table.dollars_in[names.IN_BANKED]:
        yield "books.dollars_in", "what patrons paid is not what was banked."
