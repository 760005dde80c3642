"""The guests on display: recruiting one, and filling the gap."""

from __future__ import annotations

from sim.games.tiefenthal.decks import gain
from sim.games.tiefenthal.guest_book import column_of, has_room
from sim.games.tiefenthal.names import FOR_GUESTS, SHOW, SIGNATURE, ids
from sim.games.tiefenthal.pile import push
from sim.games.tiefenthal.purse import spend_beer
from sim.jit import compiled
from sim.trace import emit

RECRUIT_RULE = ids.rule("beer.guest")
REFILL = ids.rule("beer.refill")
BOOK_MODULE = 5


@compiled
def recruit(table, hidden, rules, log, seat, slot):
    """Pay for a guest, refill the display, and let the guest's bonus and signature wait.

    Rules beer.guest, reputation.guests, book.sign.

    The own bonus is settled before the signature. A column that is full already takes no tile.
    """
    card = table.display[slot]
    table.recruited[seat] += 1
    table.recruits[seat] += 1
    spend_beer(table, log, seat, rules.card_cost[card], FOR_GUESTS, RECRUIT_RULE)
    gain(table, hidden, log, seat, card, RECRUIT_RULE)
    if table.tile[slot] != 0:
        table.tile[slot] = 0
        column = column_of(rules.card_cost[card])
        if has_room(table, rules, seat, column):
            push(table, SIGNATURE, column)
        else:
            table.tiles_n += 1
    refill(table, hidden, rules, log, slot)
    if rules.card_bonus[card] != 0:
        push(table, rules.card_bonus[card], 0)


@compiled
def take_free_guest(table, hidden, rules, log, seat, rule):
    """Gain the top guest of the pile for 3 beer; a tile on it stays for the next (rule evening.choice)."""
    gain(table, hidden, log, seat, table.display[0], rule)
    refill(table, hidden, rules, log, 0)


@compiled
def refill(table, hidden, rules, log, slot):
    """Show the next guest in a gap: of the pile for 3 beer in its place, else of the deck (rule beer.refill)."""
    if slot == 0 and table.threes_n > 0:
        table.threes_n -= 1
    table.display[slot] = -1
    if slot == 0 and table.threes_n > 0:
        show(table, rules, log, slot, hidden.threes[table.threes_n - 1])
    elif table.guests_n > 0:
        table.guests_n -= 1
        show(table, rules, log, slot, hidden.guests[table.guests_n])


@compiled
def show(table, rules, log, slot, card):
    """Show a guest, with a signature tile in module 5 (rule book.tiles)."""
    table.display[slot] = card
    if rules.module >= BOOK_MODULE and table.tiles_n > 0 and table.tile[slot] == 0:
        table.tile[slot] = 1
        table.tiles_n -= 1
    emit(log, SHOW, REFILL, slot, card, table.tile[slot], 0, 0)
