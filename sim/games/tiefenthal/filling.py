"""Phase B: filling the tavern from the own deck, and filling it anew for a counter guest."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.decks import draw
from sim.games.tiefenthal.names import (
    CARD,
    DISCARDED,
    FACT,
    IN_TAVERN,
    KINDS,
    NOBLE,
    ON_DECK,
    STAFF,
    TABLE_CARD,
    TABLES,
    ids,
)
from sim.jit import compiled
from sim.trace import emit

DRAW = ids.rule("filling.draw")
NOBLES_SIT = ids.rule("filling.nobles")
REDRAW_RULE = ids.rule("filling.redraw")
DISCARD = ids.rule("closing.discard")
REDRAW = ids.decision("redraw")


@compiled
def fill_tavern(table, hidden, rules, team, log, seat):
    """Fill the tavern, and again for each counter guest given (rules filling.draw, filling.redraw)."""
    fill(table, hidden, rules, log, seat)
    while rules.counter_redraw != 0 and table.counter[seat] > 0 and table.taken[seat] >= table.seats_n[seat]:
        no_choices(team)
        offer(team, 0)
        offer(team, 1)
        if ask(REDRAW, seat, table, hidden, rules, team, log) == 0:
            break
        table.counter[seat] -= 1
        table.redraws[seat] += 1
        emit(log, FACT, REDRAW_RULE, seat, table.counter[seat], 0, 0, 0)
        clear_tavern(table, log, seat, REDRAW_RULE)
        fill(table, hidden, rules, log, seat)


@compiled
def fill(table, hidden, rules, log, seat):
    """Draw and lay out cards until every table is taken (rule filling.draw)."""
    table.seats_n[seat] = rules.tables_upgraded if table.works[seat, TABLES] != 0 else rules.tables_own
    while table.taken[seat] < table.seats_n[seat]:
        card = draw(table, hidden, seat)
        if card < 0:
            break
        lay_out(table, rules, log, seat, card)


@compiled
def lay_out(table, rules, log, seat, card):
    """Put a card where it belongs: staff beside their area, people at a table (rule filling.nobles)."""
    if STAFF <= card < STAFF + KINDS:
        emit(log, CARD, DRAW, seat, card, ON_DECK, IN_TAVERN, 0)
        table.laid[seat, card - STAFF] += 1
        if card - STAFF == TABLE_CARD:
            table.seats_n[seat] += 1
        return
    if card == NOBLE:
        emit(log, CARD, NOBLES_SIT, seat, card, ON_DECK, IN_TAVERN, 0)
        table.nobles_out[seat] += 1
        if rules.nobles_share_a_table != 0 and table.nobles_out[seat] > 1:
            return
    else:
        emit(log, CARD, DRAW, seat, card, ON_DECK, IN_TAVERN, 0)
    table.seat_card[seat, table.taken[seat]] = card
    table.taken[seat] += 1


@compiled
def clear_tavern(table, log, seat, rule):
    """Put every card laid out on the discard pile."""
    for place in range(table.taken[seat]):
        card = table.seat_card[seat, place]
        if card >= 0 and card != NOBLE:
            discard(table, log, seat, card, rule)
        table.seat_card[seat, place] = -1
    for _ in range(table.nobles_out[seat]):
        discard(table, log, seat, NOBLE, rule)
    table.nobles_out[seat] = 0
    for kind in range(KINDS):
        for _ in range(table.laid[seat, kind]):
            discard(table, log, seat, STAFF + kind, rule)
        table.laid[seat, kind] = 0
    table.taken[seat] = 0
    table.seats_n[seat] = 0


@compiled
def discard(table, log, seat, card, rule):
    """Put one card on the discard pile."""
    table.discarded[seat, card] += 1
    emit(log, CARD, rule, seat, card, IN_TAVERN, DISCARDED, 0)
