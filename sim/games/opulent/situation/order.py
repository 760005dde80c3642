"""The cards nobody has seen, put in order before they are shuffled: their true order leaves no trace in advice."""

from __future__ import annotations

from sim.games.opulent.names import SECTIONS
from sim.jit import compiled


@compiled
def put_in_order(table, hidden):
    """Sort the patron deck below its open card, the event deck, and the Band's piles by the numbers of the cards."""
    _sort(hidden.deck, table.deck_n - 1)
    _sort(hidden.events, table.events_n)
    for section in range(SECTIONS):
        _sort(hidden.pile[section], table.pile_n[section])


@compiled
def _sort(cards, count):
    """Sort the first cards; few of them are out of place for long, so insertion is quick enough."""
    for i in range(1, count):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card
