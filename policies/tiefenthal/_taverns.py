"""How good a tavern is, and what a fresh one can be expected to be: for counter guests who fill it anew."""

from __future__ import annotations

from policies.tiefenthal._weights import position
from policies.tiefenthal._worth import COIN, staff_use
from sim.games.tiefenthal.names import CARDS, KINDS, NOBLE, STAFF, TABLE_CARD, TABLES
from sim.jit import compiled

GUEST_SERVED = position("guest_served")


@compiled
def seat_worth(rules, weights, card):
    """Return what somebody at a table can be expected to bring this round."""
    return weights[COIN] * weights[GUEST_SERVED] * rules.card_pay[card]


@compiled
def tavern_worth(table, rules, weights, seat):
    """Return what the cards laid out can be expected to bring this round."""
    worth = 0.0
    for place in range(table.taken[seat]):
        if table.seat_card[seat, place] >= 0:
            worth += seat_worth(rules, weights, table.seat_card[seat, place])
    for kind in range(KINDS):
        if kind != TABLE_CARD:  # whoever sits at a table card is counted above
            worth += table.laid[seat, kind] * staff_use(rules, weights, kind)
    return worth


@compiled
def in_deck(table, seat, card, all_cards):
    """Return how many copies of a card the deck holds, or with the discard pile and the tavern."""
    copies = table.owned[seat, card]
    if all_cards or copies == 0:
        return copies
    copies -= table.discarded[seat, card]
    if STAFF <= card < STAFF + KINDS:
        return copies - table.laid[seat, card - STAFF]
    if card == NOBLE:
        return copies - table.nobles_out[seat]
    for place in range(table.taken[seat]):
        copies -= int(table.seat_card[seat, place] == card)
    return copies


@compiled
def fresh_tavern(table, rules, weights, seat):
    """Return what a tavern filled anew from the rest of the deck can be expected to bring.

    With G people and S staff left in a shuffled deck, filling T tables draws T of the people, and on average
    S T / (G + 1) of the staff before them. A deck too small for that is taken together with all other cards.
    """
    tables = rules.tables_upgraded if table.works[seat, TABLES] != 0 else rules.tables_own
    all_cards = table.deck_n[seat] < 2 * tables
    people, people_worth, staff_sum = 0, 0.0, 0.0
    for card in range(CARDS):
        copies = in_deck(table, seat, card, all_cards)
        if copies <= 0:
            continue
        if STAFF <= card < STAFF + KINDS:
            staff_sum += copies * staff_use(rules, weights, card - STAFF)
        else:
            if card == NOBLE and rules.nobles_share_a_table != 0:
                copies = 1
            people += copies
            people_worth += copies * seat_worth(rules, weights, card)
    if people == 0:
        return 0.0
    return tables * people_worth / people + staff_sum * tables / (people + 1)
