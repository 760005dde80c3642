"""Bonuses: of the monastery and reputation tracks, of guests, of the guest book."""

from __future__ import annotations

from tests.referee.tiefenthal_cards import (
    BONUSES,
    COLUMNS,
    CROWN,
    KINDS,
    SCHNAPPS_OR_REMOVE,
    SCHNAPPS_SPACE,
    SIGNATURE_SPACE,
)
from tests.referee.tiefenthal_state import Table, Tavern


def get_bonus(table: Table, tavern: Tavern, bonus: str, nobles_by: str) -> None:
    """Section Bonuses: take what a space or card shows, at once; only a removal may be declined."""
    if bonus == "none":
        return
    if bonus in KINDS:
        table.gain_kind(tavern, KINDS.index(bonus), "bonus.card")
    elif bonus.startswith("coins"):
        table.earn_coins(tavern, int(bonus.removeprefix("coins")), "bonus", "bonus.coins")
    elif bonus.startswith("steps"):
        step_on(table, tavern, int(bonus.removeprefix("steps")), "bonus.steps")
    elif bonus == "remove":
        remove(table, tavern, "bonus.remove", may_decline=True)
    elif bonus == "noble":
        table.gain_nobles(tavern, 1, nobles_by, "bonus.noble")
    elif bonus == "schnapps":
        table.gain_schnapps(tavern, 1, "reputation.schnapps")
    elif bonus.startswith("reputation"):
        rise(table, tavern, int(bonus.removeprefix("reputation")), "reputation.guests")


def step_on(table: Table, tavern: Tavern, steps: int, rule: str) -> None:
    """Rules bonus.steps, bonus.wrap: go on on the monastery track, space by space, with each space's bonus at once."""
    for _ in range(steps):
        old = tavern.monastery
        tavern.monastery = 0 if old >= table.rules["monastery.last"] else old + 1
        tavern.tally["steps"] += 1
        table.reader.demand(
            "marker", rule, seat=tavern.seat, track="monastery", **{"from": old, "to": tavern.monastery}
        )
        if tavern.monastery:
            get_bonus(table, tavern, BONUSES[table.rules["monastery.spaces"][tavern.monastery]], "monastery")


def rise(table: Table, tavern: Tavern, steps: int, rule: str) -> None:
    """Module 3: go on on the reputation track, space by space; after its last space comes the first."""
    if not table.has("reputation"):
        return
    track = table.track()
    for _ in range(steps):
        old = tavern.reputation
        tavern.reputation = 1 if old >= len(track) else old + 1
        tavern.tally["renown"] += 1
        table.reader.demand(
            "marker", rule, seat=tavern.seat, track="reputation", **{"from": old, "to": tavern.reputation}
        )
        space = track[tavern.reputation - 1]
        if space == SCHNAPPS_SPACE:
            table.gain_schnapps(tavern, 1, "reputation.schnapps")
        elif space == SCHNAPPS_OR_REMOVE:
            _schnapps_or_remove(table, tavern)
        elif space == CROWN:
            table.gain_nobles(tavern, table.rules["reputation.crown_nobles"], "crown", "reputation.crown")
        elif space == SIGNATURE_SPACE:
            _sign_anywhere(table, tavern)


def _schnapps_or_remove(table: Table, tavern: Tavern) -> None:
    """Rule reputation.schnapps: a token, or a guest leaves; without a guest to remove it is the token."""
    choices: list[tuple[int, ...]] = [(0,)]
    if tavern.removable():
        choices.append((1,))
    if table.choose("reputation_bonus", tavern, choices, "reputation.schnapps")[0]:
        remove(table, tavern, "reputation.schnapps", may_decline=False)
    else:
        table.gain_schnapps(tavern, 1, "reputation.schnapps")


def remove(table: Table, tavern: Tavern, rule: str, may_decline: bool) -> None:
    """Rule bonus.remove: a guest or regular without a die leaves a table for good."""
    there = tavern.removable()
    if not there:
        return
    choices: list[tuple[int, ...]] = [(-1, -1)] if may_decline else []
    choices += [(seat, tavern.seats[seat].card) for seat in there]
    seat = table.choose("remove", tavern, choices, rule)[0]
    if seat >= 0:
        table.remove_guest(tavern, seat, rule)


def column_has_room(table: Table, tavern: Tavern, column: int) -> bool:
    """Tell whether a column of the guest book has an empty box."""
    return tavern.book[column] < int(table.rules["book.rows"])


def _sign_anywhere(table: Table, tavern: Tavern) -> None:
    """Rule book.any: a tile of the supply in any column with room."""
    choices: list[tuple[int, ...]] = [(column,) for column in range(COLUMNS) if column_has_room(table, tavern, column)]
    if not choices or table.tiles_left <= 0:
        return
    column = table.choose("signature", tavern, choices, "book.any")[0]
    table.tiles_left -= 1
    sign(table, tavern, column, "book.any")


def sign(table: Table, tavern: Tavern, column: int, rule: str) -> None:
    """Rules book.sign, book.bonus, book.row: a tile in the next box; its bonus, then the noble of a full row."""
    row = tavern.book[column]
    tavern.book[column] += 1
    table.reader.demand("book", rule, seat=tavern.seat, column=column, row=row)
    full = all(filled > row for filled in tavern.book)
    bonus = BONUSES[table.rules["book.spaces"][row * COLUMNS + column]]
    get_bonus(table, tavern, bonus, "book")
    if full:
        table.gain_nobles(tavern, table.rules["book.row_nobles"], "row", "book.row")
