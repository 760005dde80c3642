"""Another deal of what nobody at the table has seen: for look-ahead, which must not peek at the decks' true order."""

from __future__ import annotations

from sim.games.opulent.band_cards import WOODWIND_STREAM
from sim.games.opulent.names import CELEBRITY, DECK, EVENT_CARDS, HISTORICAL, PATRONS, POLITICIAN, SECTIONS, ids
from sim.jit import compiled
from sim.streams import below, shuffle

PATRON_STREAM = ids.stream("patron_deck")
EVENT_STREAM = ids.stream("event_deck")


@compiled
def reshuffle_unseen(table, hidden, rules):
    """Shuffle the decks again as far as they are unknown; what the table knows about them stays true.

    The cards are put in order first, so that the same table has the same futures whatever their true order was.
    """
    put_in_order(table, hidden)
    reshuffle_patrons(table, hidden, rules)
    reshuffle_events(table, hidden, rules)
    for section in range(SECTIONS):
        shuffle(hidden.streams[WOODWIND_STREAM + section], hidden.pile[section], table.pile_n[section])


@compiled
def put_in_order(table, hidden):
    """Sort the patron deck below its open card, the event deck, and the Band's piles by the numbers of the cards."""
    sort(hidden.deck, table.deck_n - 1)
    sort(hidden.events, table.events_n)
    for section in range(SECTIONS):
        sort(hidden.pile[section], table.pile_n[section])


@compiled
def sort(cards, count):
    """Sort the first cards by insertion: they are few."""
    for i in range(1, count):
        card = cards[i]
        at = i
        while at > 0 and cards[at - 1] > card:
            cards[at] = cards[at - 1]
            at -= 1
        cards[at] = card


# --- patrons ---------------------------------------------------------------------------------------------------------


@compiled
def reshuffle_patrons(table, hidden, rules):
    """Deal the patron deck below its open top card anew from everybody nobody has seen (rule setup.deck).

    The Celebrities the club's prestige attracts are surely in the deck; of the others nobody knows who went back into
    the box, but as many Politicians as the meeting of 1924 needs are not among them (rule y1924.politicians).
    """
    below_top = table.deck_n - 1
    if below_top < 1:
        return
    celebrities = celebrities_first(hidden, rules, below_top)
    count = celebrities
    for patron in range(PATRONS):
        if may_be_in_deck(table, rules, patron):
            hidden.deck[count] = patron
            count += 1
    shuffle(hidden.streams[PATRON_STREAM], hidden.deck[celebrities:], count - celebrities)
    if rules.meeting_active != 0:
        politicians_in(table, hidden, rules, celebrities, below_top, count)
    shuffle(hidden.streams[PATRON_STREAM], hidden.deck, below_top)
    # the box's cards lie behind the deck's; the open card is where it was
    hidden.deck[count] = hidden.deck[below_top]
    hidden.deck[below_top] = table.deck_top


@compiled
def celebrities_first(hidden, rules, count):
    """Move the Celebrities among the first cards to the front and return how many they are."""
    found = 0
    for i in range(count):
        if rules.patron_class[hidden.deck[i]] == CELEBRITY:
            hidden.deck[found] = hidden.deck[i]
            found += 1
    return found


@compiled
def may_be_in_deck(table, rules, patron):
    """Return whether nobody has seen a patron, Celebrities apart: he is in the deck or in the box."""
    unseen = table.place[patron] == DECK and patron != table.deck_top and table.removed[patron] == 0
    return unseen and rules.patron_class[patron] != CELEBRITY


@compiled
def politicians_in(table, hidden, rules, first, end, count):
    """Exchange cards of the deck (``first`` to ``end``) for Politicians of the box until it has those it must have."""
    missing = rules.meeting_politicians
    for patron in range(PATRONS):
        seen = table.place[patron] != DECK or patron == table.deck_top
        if seen and rules.patron_class[patron] == POLITICIAN and table.removed[patron] == 0:
            missing -= 1
    for i in range(first, end):
        if rules.patron_class[hidden.deck[i]] == POLITICIAN:
            missing -= 1
    at = first
    for i in range(end, count):
        if missing > 0 and rules.patron_class[hidden.deck[i]] == POLITICIAN:
            while at < end - 1 and rules.patron_class[hidden.deck[at]] == POLITICIAN:
                at += 1
            held = hidden.deck[at]
            hidden.deck[at] = hidden.deck[i]
            hidden.deck[i] = held
            missing -= 1


# --- events ----------------------------------------------------------------------------------------------------------


@compiled
def reshuffle_events(table, hidden, rules):
    """Shuffle the event cards not yet drawn, the historical one among its top cards (rule setup.events)."""
    count = table.events_n
    historical = -1
    for i in range(count):
        if hidden.events[i] == HISTORICAL:
            historical = i
    if historical < 0:
        shuffle(hidden.streams[EVENT_STREAM], hidden.events, count)
        return
    hidden.events[historical] = hidden.events[count - 1]
    shuffle(hidden.streams[EVENT_STREAM], hidden.events, count - 1)
    first = min(EVENT_CARDS - rules.event_deck_shuffled_into - 1, count - 1)
    place = first + below(hidden.streams[EVENT_STREAM], count - first)
    hidden.events[count - 1] = hidden.events[place]
    hidden.events[place] = HISTORICAL
