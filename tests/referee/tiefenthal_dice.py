"""Phases D and E: drafting the white dice, and where a die may lie."""

from __future__ import annotations

from tests.referee.tiefenthal_cards import (
    AT_TABLE,
    JUGGLER,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
)
from tests.referee.tiefenthal_state import Die, Table, Tavern

SIX = 6
TURNS_DICE = 1  # the juggler's second side


# --- D


def draft(table: Table) -> None:
    """Phase D: everybody rolls, picks a die from the coaster in front, and the coasters go to the left."""
    number = int(table.rules["dice.white"])
    order = table.in_turn_order()
    for tavern in table.taverns:
        tavern.tray = [_roll_white(table, tavern) for _ in range(number)]
        tavern.white.clear()
    for _ in range(number):
        for tavern in order:
            choices: list[tuple[int, ...]] = [(face,) for face in sorted(set(tavern.tray))]
            face = table.choose("draft", tavern, choices, "draft.pick")[0]
            tavern.tray.remove(face)
            tavern.white.append(Die(face))
        if table.rules["draft.passes"]:
            trays = [tavern.tray for tavern in table.taverns]
            for tavern, tray in zip(table.taverns, [trays[-1], *trays[:-1]], strict=True):
                tavern.tray = tray


def _roll_white(table: Table, tavern: Tavern) -> int:
    face = int(table.reader.take("roll", "draft.roll", seat=tavern.seat, die="white")["face"])
    if not 1 <= face <= SIX:
        raise table.reader.stop("draft.roll", f"a die shows {face}")
    return face


# --- E


def least_plus(face: int, wanted: set[int], most: int) -> int:
    """Rule plan.dishwasher: the fewest pips that make a face fit; -1 if so many are not there. Nothing exceeds 6."""
    needed = [value - face for value in wanted if 0 <= value - face <= most]
    return min(needed, default=-1)


def places(table: Table, tavern: Tavern, die: Die) -> list[tuple[int, int, int]]:
    """Return where a die may lie besides nowhere: space, dishwashers needed, card at that table (-1 elsewhere)."""
    rules, most = table.rules, tavern.free_plus(die)
    found = [(space, 0, -1) for space in (ON_CASHBOX, ON_BARREL) if tavern.is_free(space, die)]
    for space, wanted in ((ON_SUPPLIER, set(rules["supplier.faces"])), (ON_MONK, {rules["monk.face"]})):
        plus = least_plus(die.face, wanted, most)
        if plus >= 0:
            found.append((space, plus, -1))
    for number, seat in enumerate(tavern.seats):
        if seat.card >= 0 and not seat.used and tavern.is_free(AT_TABLE + number, die):
            plus = least_plus(die.face, {table.cards[seat.card].die}, most)
            if plus >= 0:
                found.append((AT_TABLE + number, plus, seat.card))
    return found


def put(table: Table, tavern: Tavern, die: Die, space: int, plus: int) -> None:
    """Lay a die on a space."""
    die.space, die.plus = space, plus
    die.guest = table.cards[tavern.seats[space - AT_TABLE].card] if space >= AT_TABLE else None
    number = next(at for at, other in enumerate(tavern.dice) if other is die)
    rule = "plan.place"
    table.reader.demand("die", rule, seat=tavern.seat, die=number, face=die.face, space=space, plus=plus)


def plan(table: Table, tavern: Tavern) -> None:
    """Phase E: turn dice for schnapps, then place one after the other."""
    _turn_dice(table, tavern)
    for number, die in enumerate(tavern.dice):
        choices = [(NOWHERE, 0, number, -1)]
        choices += [(space, plus, number, card) for space, plus, card in places(table, tavern, die)]
        space, plus, _, _ = table.choose("plan", tavern, choices, "plan.place")
        if space != NOWHERE:
            put(table, tavern, die, space, plus)


def _turn_dice(table: Table, tavern: Tavern) -> None:
    """Rule schnapps.juggle_die: before dice are placed, any of them is turned to any face, again and again."""
    price = int(table.rules["juggler.die_price"])
    while tavern.entertainers.get(JUGGLER) == TURNS_DICE and tavern.schnapps >= price and tavern.dice:
        choices = [(-1, 0)]
        for number, die in enumerate(tavern.dice):
            choices += [(number, face) for face in range(1, SIX + 1) if face != die.face]
        number, face = table.choose("turn_die", tavern, choices, "schnapps.juggle_die")
        if number < 0:
            return
        tavern.dice[number].face = face
        table.give_back_schnapps(tavern, price, "schnapps.juggle_die")
        fields = {"die": number, "face": face, "space": NOWHERE, "plus": 0}
        table.reader.demand("die", "schnapps.juggle_die", seat=tavern.seat, **fields)
