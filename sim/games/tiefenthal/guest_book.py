"""Module 5: the guest book and its signatures."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.names import (
    A_NOBLE,
    BOOK,
    BY_BOOK,
    BY_ROW,
    COLUMNS,
    ids,
)
from sim.games.tiefenthal.pile import push
from sim.jit import compiled
from sim.trace import emit

SIGN = ids.rule("book.sign")
WHERE = ids.decision("signature")
CHEAPEST, DEAREST_ALONE = 3, 6


@compiled
def column_of(price):
    """Return the column a guest signs in: 3 and 4 beer, 5, 6, or 7 and 8 (rule book.sign)."""
    if price <= CHEAPEST + 1:
        return 0
    if price > DEAREST_ALONE:
        return COLUMNS - 1
    return price - CHEAPEST - 1


@compiled
def has_room(table, rules, seat, column):
    """Return whether a column can be signed."""
    return table.book[seat, column] < rules.book_rows


@compiled
def sign(table, rules, log, seat, column):
    """Put the tile of a guest, or of the reputation track, into a column (rules book.sign, book.bonus, book.row).

    If another bonus has filled the column in the meantime, the tile goes back.
    """
    if not has_room(table, rules, seat, column):
        table.tiles_n += 1
        return
    row = table.book[seat, column]
    table.book[seat, column] = row + 1
    emit(log, BOOK, SIGN, seat, column, row, 0, 0)
    complete = True
    for other in range(COLUMNS):
        complete = complete and table.book[seat, other] > row
    if complete:
        for _ in range(rules.book_row_nobles):
            push(table, A_NOBLE, BY_ROW)
    bonus = rules.book_spaces[COLUMNS * row + column]
    if bonus != 0:
        push(table, bonus, BY_BOOK)


@compiled
def sign_anywhere(table, hidden, rules, team, log, seat):
    """Sign in any column with room, with a tile of the supply (rule book.any)."""
    if table.tiles_n == 0:
        return
    no_choices(team)
    for column in range(COLUMNS):
        if has_room(table, rules, seat, column):
            offer(team, column)
    if team.n == 0:
        return
    column = team.choices[ask(WHERE, seat, table, hidden, rules, team, log), 0]
    table.tiles_n -= 1
    sign(table, rules, log, seat, column)
