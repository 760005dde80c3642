"""Another deal of what nobody has seen: for look-ahead and for advice, which must not know the true order.

Each deck is sorted before it is shuffled, so that the same table gives the same futures whatever the true order was.
Cards on top that everybody saw being laid there stay where they are.
"""

from __future__ import annotations

from sim.games.tiefenthal.decks import FIRST_DECK
from sim.games.tiefenthal.setup import GUEST_STREAM
from sim.jit import compiled
from sim.streams import shuffle


@compiled
def reshuffle_unseen(table, hidden, rules):
    """Shuffle the unknown part of every deck, of the guests, and of the pile for 3 beer below its top card."""
    for seat in range(table.players):
        unknown = table.deck_n[seat] - table.known_n[seat]
        sort(hidden.deck[seat], unknown)
        shuffle(hidden.streams[FIRST_DECK + seat], hidden.deck[seat], unknown)
    sort(hidden.guests, table.guests_n)
    shuffle(hidden.streams[GUEST_STREAM], hidden.guests, table.guests_n)
    below_top = max(0, table.threes_n - 1)
    sort(hidden.threes, below_top)
    shuffle(hidden.streams[GUEST_STREAM], hidden.threes, below_top)


@compiled
def sort(cards, n):
    """Sort the first ``n`` cards by insertion; decks are short."""
    for i in range(1, n):
        card, place = cards[i], i
        while place > 0 and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card
