"""A player's cards: drawing them, gaining them on top of the deck, shuffling the discard pile."""

from __future__ import annotations

from sim.games.tiefenthal.names import (
    CARD,
    CARDS,
    IN_TAVERN,
    NOBLE,
    ON_DECK,
    STAFF,
    SUPPLY,
    ids,
)
from sim.jit import compiled
from sim.streams import shuffle
from sim.trace import emit

GAIN_CARD = ids.rule("bonus.card")
GAIN_NOBLE = ids.rule("bonus.noble")
FIRST_DECK = ids.stream("first_deck")


@compiled
def gain(table, hidden, log, seat, card, rule):
    """Put a card from the supply on top of a deck, where it is drawn next."""
    hidden.deck[seat, table.deck_n[seat]] = card
    table.deck_n[seat] += 1
    table.known_n[seat] += 1
    table.owned[seat, card] += 1
    emit(log, CARD, rule, seat, card, SUPPLY, ON_DECK, 0)


@compiled
def gain_staff(table, hidden, log, seat, kind, rule):
    """Gain a tavern card; nothing if its pile is empty (rule bonus.card)."""
    if table.market[kind] > 0:
        table.market[kind] -= 1
        gain(table, hidden, log, seat, STAFF + kind, rule)


@compiled
def gain_noble(table, hidden, log, seat, cause, rule):
    """Gain a noble; nothing if there is none left (rule bonus.noble)."""
    if table.nobles_n > 0:
        table.nobles_n -= 1
        table.nobles_for[seat, cause] += 1
        gain(table, hidden, log, seat, NOBLE, rule)


@compiled
def give_back(table, log, seat, kind, rule):
    """Return a tavern card that is laid out to its pile."""
    table.laid[seat, kind] -= 1
    table.owned[seat, STAFF + kind] -= 1
    table.market[kind] += 1
    emit(log, CARD, rule, seat, STAFF + kind, IN_TAVERN, SUPPLY, 0)


@compiled
def draw(table, hidden, seat):
    """Return the top card of a deck, -1 if deck and discard pile are empty (rule filling.reshuffle)."""
    if table.deck_n[seat] == 0:
        shuffle_discards(table, hidden, seat)
    if table.deck_n[seat] == 0:
        return -1
    table.deck_n[seat] -= 1
    if table.known_n[seat] > 0:
        table.known_n[seat] -= 1
    return hidden.deck[seat, table.deck_n[seat]]


@compiled
def shuffle_discards(table, hidden, seat):
    """Make a new deck of the discard pile (rule filling.reshuffle)."""
    n = 0
    for card in range(CARDS):
        for _ in range(table.discarded[seat, card]):
            hidden.deck[seat, n] = card
            n += 1
        table.discarded[seat, card] = 0
    shuffle(hidden.streams[FIRST_DECK + seat], hidden.deck[seat], n)
    table.deck_n[seat] = n
    table.known_n[seat] = 0
