"""The Band's cards: piles, hand, songs, and sections that are exhausted and wait at the bar for a drink."""

from __future__ import annotations

from sim.games.opulent.names import (
    CARD,
    DISCARD,
    HAND,
    PILE,
    SECTION,
    SECTION_CARDS,
    SECTIONS,
    SONG,
    ids,
)
from sim.jit import compiled
from sim.streams import shuffle
from sim.trace import emit

DRAW_RULE = ids.rule("band.draw")
NEW_SONG = ids.rule("band.new_song")
EXHAUSTED = ids.rule("band.exhausted")
SECTION_SERVED = ids.rule("band.section_served")

#: Stream of the first section; the others follow in order.
WOODWIND_STREAM = ids.stream("woodwinds")
SONGS = 2


@compiled
def available(table, section):
    """Return whether a section is on stage and has cards."""
    return table.section_at_bar[section] == 0 and table.pile_n[section] > 0


@compiled
def take_top(table, hidden, log, section, place, rule):
    """Take the top card of a section's pile; the caller puts it where ``place`` says, then calls `check_pile`."""
    table.pile_n[section] -= 1
    card = hidden.pile[section, table.pile_n[section]]
    emit(log, CARD, rule, card, PILE, place, 0, 0)
    return card


@compiled
def check_pile(table, hidden, log, section):
    """Send a section whose pile is empty to the bar, its discards shuffled (rule band.exhausted)."""
    if table.pile_n[section] == 0 and table.section_at_bar[section] == 0:
        table.section_at_bar[section] = 1
        reshuffle(table, hidden, section)
        emit(log, SECTION, EXHAUSTED, section, 1, table.pile_n[section], 0, 0)


@compiled
def reshuffle(table, hidden, section):
    """Shuffle a section's discards into its pile."""
    count = table.discards_n[section]
    for i in range(count):
        hidden.pile[section, i] = table.discards[section, i]
    shuffle(hidden.streams[WOODWIND_STREAM + section], hidden.pile[section], count)
    table.pile_n[section] = count
    table.discards_n[section] = 0


@compiled
def section_served(table, hidden, log, section):
    """Return a section that got its drink to the stage, unless it still has no card (rule band.section_served)."""
    if table.pile_n[section] == 0:
        reshuffle(table, hidden, section)
    if table.pile_n[section] > 0:
        table.section_at_bar[section] = 0
        emit(log, SECTION, SECTION_SERVED, section, 0, table.pile_n[section], 0, 0)


@compiled
def to_discards(table, log, card, source, rule):
    """Lay a card on the discards of its section."""
    section = card // SECTION_CARDS
    table.discards[section, table.discards_n[section]] = card
    table.discards_n[section] += 1
    if source != PILE:
        emit(log, CARD, rule, card, source, DISCARD, 0, 0)


@compiled
def draw_to_hand(table, hidden, rules, log, section):
    """Draw the top card of a section (rule band.draw)."""
    card = take_top(table, hidden, log, section, HAND, DRAW_RULE)
    table.hand[table.hand_n] = card
    table.hand_n += 1
    table.hand_half_beats += rules.card_half_beats[card]
    check_pile(table, hidden, log, section)


@compiled
def from_hand(table, rules, card):
    """Take a card out of the hand, the others keep their order."""
    table.hand_half_beats -= rules.card_half_beats[card]
    at = 0
    while table.hand[at] != card:
        at += 1
    for i in range(at, table.hand_n - 1):
        table.hand[i] = table.hand[i + 1]
    table.hand_n -= 1


@compiled
def fill_songs(table, hidden, log):
    """Turn over songs until two lie in the list, from the sections in turn (rule band.new_song)."""
    while table.songs_n < SONGS:
        section = next_on_stage(table)
        if section < 0:
            return
        table.songs[table.songs_n] = take_top(table, hidden, log, section, SONG, NEW_SONG)
        table.songs_n += 1
        table.next_section = (section + 1) % SECTIONS
        check_pile(table, hidden, log, section)


@compiled
def next_on_stage(table):
    """Return the section whose turn it is to give a song, passing those at the bar; -1 if none can."""
    for step in range(SECTIONS):
        section = (table.next_section + step) % SECTIONS
        if available(table, section):
            return section
    return -1


@compiled
def drop_song(table, log, position, rule):
    """Discard one of the songs; the other one is on top."""
    card = table.songs[position]
    table.songs[0] = table.songs[SONGS - 1] if position == 0 else table.songs[0]
    table.songs_n -= 1
    to_discards(table, log, card, SONG, rule)
