"""Phases A, B and C: the round track, filling the taverns, the own dice; and guests that are turned up."""

from __future__ import annotations

from tests.referee.tiefenthal_cards import (
    AREAS,
    COUNTER_GUEST,
    DISHES,
    DISHWASHER,
    FREE_UPGRADE,
    NOBLE,
    ROUND_CHOICES,
    STAFF,
    TABLE,
    TABLES,
    WAITING,
    WAITRESS,
)
from tests.referee.tiefenthal_state import Die, Seat, Table, Tavern

# --- guests that are turned up


def show_three(table: Table) -> None:
    """Rules setup.threes, beer.refill: the next guest of the pile for 3 beer; a guest of the deck once it is empty."""
    if table.threes:
        _show(table, 0, table.threes)
    else:
        show_guest(table, 0)


def show_guest(table: Table, slot: int) -> None:
    """Rule beer.refill: a guest of the deck fills a slot, if there is one left."""
    if table.guests:
        _show(table, slot, table.guests)
    else:
        table.display[slot], table.tiles[slot] = -1, False


def _show(table: Table, slot: int, source: set[int]) -> None:
    has_tile = table.tiles_left > 0
    line = table.reader.take("show", "beer.refill", slot=slot, tile=int(has_tile))
    guest = line["card"]
    if guest not in source:
        raise table.reader.stop("beer.refill", f"guest {guest} turned up in slot {slot}: he is not in that pile")
    source.remove(guest)
    table.display[slot] = guest
    table.tiles[slot] = has_tile
    table.tiles_left -= int(has_tile)


# --- A


def new_evening(table: Table) -> None:
    """Phase A: the moon moves on; schnapps first, then the bonus of the space, in turn order."""
    at, rules = table.round - 1, table.rules
    bonus = rules["track.bonuses"][at]
    for tavern in table.taverns:
        tavern.works |= tavern.upgraded
        tavern.bought.clear()
        tavern.recruited = tavern.extra = 0
    track = rules["schnapps.track_hidden" if table.has("reputation") else "schnapps.track"]
    comes = [
        who
        for who, when in zip(rules["winter.entertainers"], rules["winter.rounds"], strict=True)
        if when == table.round
    ]
    comes = comes if table.has("schnapps") else []
    for tavern in table.in_turn_order():
        if table.has("schnapps") and rules["schnapps.from_track"]:
            table.gain_schnapps(tavern, track[at], "schnapps.track")
        for who in (who for who in comes if who not in tavern.entertainers):
            _entertainer_comes(table, tavern, who)
        if not (comes and rules["winter.entertainers_replace"]):
            _round_bonus(table, tavern, bonus)


def _entertainer_comes(table: Table, tavern: Tavern, who: int) -> None:
    """Rule schnapps.arrive: the entertainer of the round, with the side its player chooses for good."""
    tavern.entertainers[who] = table.choose("entertainer", tavern, [(who, 0), (who, 1)], "schnapps.arrive")[1]
    table.reader.fact("schnapps.arrive", tavern.number, who, tavern.entertainers[who])


def _round_bonus(table: Table, tavern: Tavern, bonus: int) -> None:
    if bonus == COUNTER_GUEST:
        got = min(table.rules["track.counter_guests"], tavern.counters_left)
        tavern.counters += got
        tavern.counters_left -= got
        table.reader.fact("evening.counter", tavern.number, tavern.counters)
    elif bonus in ROUND_CHOICES:
        _choose_bonus(table, tavern, bonus)
    elif bonus == FREE_UPGRADE:
        choices: list[tuple[int, ...]] = [(area,) for area in range(len(AREAS)) if area not in tavern.upgraded]
        if not choices:
            return
        area = table.choose("free_upgrade", tavern, [*choices, (-1,)], "evening.free_upgrade")[0]
        if area >= 0:
            table.upgrade(tavern, area, "evening.free_upgrade", at_once=True)
            table.gain_nobles(tavern, table.rules["track.free_upgrade_nobles"], "track", "evening.free_upgrade")


def _choose_bonus(table: Table, tavern: Tavern, bonus: int) -> None:
    """Rule evening.choice: one of two things, of those that can be had."""
    rows: dict[tuple[int, ...], str | int] = {}
    for what in ROUND_CHOICES[bonus]:
        if what == "die":
            if table.rules["dice.own_limit"] > 0:
                rows[1, -1] = what
        elif what == "guest":
            if table.pile_lasts():
                rows[0, table.display[0]] = what
        elif isinstance(what, int) and table.market[what] > 0:
            rows[0, STAFF + what] = what
    if not rows:
        return
    what = rows[table.choose("evening", tavern, list(rows), "evening.choice")]
    if what == "die":
        tavern.extra = _roll_own(table, tavern, "evening.die")
    elif what == "guest":
        table.gain(tavern, table.display[0], "evening.choice")
        table.tiles_left += int(table.tiles[0])  # the tile stays on the pile
        show_three(table)
    else:
        table.gain_kind(tavern, int(what), "evening.choice")


def _roll_own(table: Table, tavern: Tavern, rule: str) -> int:
    face = int(table.reader.take("roll", rule, seat=tavern.seat, die="own")["face"])
    if not 1 <= face <= 6:
        raise table.reader.stop(rule, f"a die shows {face}")
    tavern.tally["own_dice"] += 1
    return face


# --- B


def fill_tavern(table: Table, tavern: Tavern) -> None:
    """Phase B: fill the tavern; a counter guest lets its owner fill it anew."""
    while True:
        _fill(table, tavern)
        full = all(seat.card >= 0 for seat in tavern.seats)
        if not (full and tavern.counters and table.rules["counter.redraw"]):
            break
        if not table.choose("redraw", tavern, [(0,), (1,)], "filling.redraw")[0]:
            break
        tavern.counters -= 1
        tavern.tally["redraws"] += 1
        table.reader.fact("filling.redraw", tavern.number, tavern.counters)
        discard_all(table, tavern, "filling.redraw")
    tavern.filled = sum(seat.card >= 0 for seat in tavern.seats)


def _fill(table: Table, tavern: Tavern) -> None:
    """Rules filling.draw, filling.nobles, filling.reshuffle: draw until every table is taken."""
    own = table.rules["tables.upgraded" if TABLES in tavern.works else "tables.own"]
    tavern.seats = [Seat() for _ in range(own)]
    while any(seat.card < 0 for seat in tavern.seats):
        if not tavern.deck_size():
            if not tavern.discard.total():
                return
            tavern.below, tavern.discard = tavern.discard, tavern.below
            tavern.discard.clear()
        lay_out(table, tavern, _draw(table, tavern))


def _draw(table: Table, tavern: Tavern) -> int:
    """Take the top card of a deck: the last one laid there, or one nobody could foresee."""
    line = table.reader.take("card", "filling.draw", seat=tavern.seat, **{"from": "deck", "to": "tavern"})
    card = int(line["card"])
    if tavern.on_top:
        top = tavern.on_top.pop()
        if card != top:
            raise table.reader.stop("filling.draw", f"card {card} is drawn, but {top} lay on top of the deck")
    elif tavern.below[card] > 0:
        tavern.below[card] -= 1
    else:
        raise table.reader.stop("filling.draw", f"card {card} is drawn, but is not in the deck")
    return card


def lay_out(table: Table, tavern: Tavern, card: int) -> None:
    """Lay a card where it belongs: guests at an empty table, nobles with the first of them, staff at its area."""
    if card == NOBLE:
        tavern.nobles_out += 1
        if table.rules["nobles.share_a_table"] and any(seat.card == NOBLE for seat in tavern.seats):
            return
    if card in table.cards:
        next(seat for seat in tavern.seats if seat.card < 0).card = card
        return
    tavern.laid[card - STAFF] += 1
    if card - STAFF == TABLE:
        tavern.seats.append(Seat())


def discard_all(table: Table, tavern: Tavern, rule: str) -> None:
    """Rules filling.redraw, closing.discard: every card laid out goes to the discard pile."""
    laid = [STAFF + kind for kind, number in tavern.laid.items() for _ in range(number)]
    seated = [seat.card for seat in tavern.seats if seat.card >= 0 and seat.card != NOBLE]
    for card in [*laid, *seated, *[NOBLE] * tavern.nobles_out]:
        tavern.discard[card] += 1
        table.card(tavern, card, "tavern", "discard", rule)
    tavern.laid.clear()
    tavern.seats = []
    tavern.nobles_out = 0


# --- C


def roll_own_dice(table: Table, tavern: Tavern) -> None:
    """Phase C: an own die for each waitress, drawn or permanent; never more than the limit in a round."""
    waitresses = tavern.laid[WAITRESS] + int(WAITING in tavern.works)
    faces = [tavern.extra] if tavern.extra else []
    number = min(waitresses * table.rules["waitress.dice"] + len(faces), table.rules["dice.own_limit"])
    while len(faces) < number:
        faces.append(_roll_own(table, tavern, "waitress.dice"))
    tavern.own = [Die(face) for face in faces]
    tavern.white = [Die(0) for _ in range(table.rules["dice.white"])]  # still on the coaster


def count_dishwashers(table: Table, tavern: Tavern) -> None:
    """Rule plan.budget: dishwashers laid out and the permanent one, counted at the start of phase E."""
    tavern.plus = (tavern.laid[DISHWASHER] + int(DISHES in tavern.works)) * table.rules["dishwasher.plus"]
