"""Set-up: market, guests, start decks; in module 4 the start cards."""

from __future__ import annotations

from sim.games.tiefenthal.decks import gain_staff, shuffle_discards
from sim.games.tiefenthal.guests import show
from sim.games.tiefenthal.names import (
    BARD,
    BASIC_GUESTS,
    CARDS,
    DISPLAY,
    FROM_START,
    GUEST,
    GUESTS,
    KINDS,
    PLAIN,
    PLAYERS,
    REGULARS,
    SEATS,
    SUPPLIER,
    TABLE_CARD,
    WAITRESS,
    ids,
)
from sim.games.tiefenthal.purse import earn_coins
from sim.games.tiefenthal.start_cards import show_start_cards, take_start_card
from sim.jit import compiled
from sim.streams import shuffle

DECK_RULE = ids.rule("setup.deck")
COMPENSATION = ids.rule("setup.start_player")
GUEST_STREAM = ids.stream("guest_deck")
SCHNAPPS_MODULE, REPUTATION_MODULE, START_MODULE, BOOK_MODULE = 2, 3, 4, 5
CHEAPEST_GUEST = 3


@compiled
def set_up(table, hidden, rules, team, log):
    """Set up the supplies, the guests and every tavern (rules setup.market, setup.display, setup.deck)."""
    table.players = rules.players
    table.active = -1
    for kind in range(KINDS):
        table.market[kind] = rules.staff_cards if kind != BARD or rules.module >= REPUTATION_MODULE else 0
    table.nobles_n = rules.nobles_supply
    table.tokens_n = rules.schnapps_supply if rules.module >= SCHNAPPS_MODULE else 0
    table.tiles_n = rules.book_tiles if rules.module >= BOOK_MODULE else 0
    lay_out_guests(table, hidden, rules, log)
    for seat in range(PLAYERS):
        for place in range(SEATS):
            table.seat_card[seat, place] = -1
    if rules.module >= START_MODULE:
        show_start_cards(table, hidden, rules, log)
    for seat in range(table.players):
        start_deck(table, hidden, rules, team, log, seat)
        earn_coins(table, log, seat, rules.seat_coins[seat], FROM_START, COMPENSATION)


@compiled
def start_deck(table, hidden, rules, team, log, seat):
    """Gather and shuffle a start deck (rules setup.deck, start.shuffle)."""
    for regular in range(REGULARS):
        table.owned[seat, regular] = 1
    if rules.module >= START_MODULE:
        take_start_card(table, hidden, rules, team, log, seat)
    else:
        table.start_card[seat] = PLAIN
        gain_staff(table, hidden, log, seat, WAITRESS, DECK_RULE)
        gain_staff(table, hidden, log, seat, TABLE_CARD, DECK_RULE)
        gain_staff(table, hidden, log, seat, SUPPLIER, DECK_RULE)
    for card in range(CARDS):
        table.discarded[seat, card] = table.owned[seat, card]
    shuffle_discards(table, hidden, seat)


@compiled
def lay_out_guests(table, hidden, rules, log):
    """Shuffle the guests and show five (rules setup.display, setup.threes)."""
    guests = GUESTS if rules.module >= REPUTATION_MODULE else BASIC_GUESTS
    for guest in range(guests):
        card = GUEST + guest
        if rules.card_cost[card] == CHEAPEST_GUEST:
            hidden.threes[table.threes_n] = card
            table.threes_n += 1
        else:
            hidden.guests[table.guests_n] = card
            table.guests_n += 1
    shuffle(hidden.streams[GUEST_STREAM], hidden.threes, table.threes_n)
    shuffle(hidden.streams[GUEST_STREAM], hidden.guests, table.guests_n)
    show(table, rules, log, 0, hidden.threes[table.threes_n - 1])
    for slot in range(1, DISPLAY):
        table.guests_n -= 1
        show(table, rules, log, slot, hidden.guests[table.guests_n])
