"""How the team's Band plays: which cards it draws, what a song is worth, and the cheapest way to lay it down."""

from __future__ import annotations

import numpy as np

from policies.opulent._meeting import is_wanted
from policies.opulent._weights import position
from sim.games.opulent.band import floor_capacity
from sim.games.opulent.band_set import can_move, matching_notes
from sim.games.opulent.club import next_station
from sim.games.opulent.names import FLOOR, GONE, MELODY, TEMPO, TUNE
from sim.games.opulent.nickels import ordinary, room
from sim.jit import compiled

MOVE = position("move")
MOVE_CROWD = position("move_crowd")
MOVE_URGENT = position("move_urgent")
MOVE_OUT = position("move_out")
MOVE_LOAD = position("move_load")
BAR_FREE = position("bar_free")
WANTED = position("wanted")
ENOUGH_CARDS = position("enough_cards")
MELODY_NICKEL = position("melody")
CARD = position("card")
EXPECTED_DANCERS = position("expected_dancers")

# Notes are sorted by value (0 eighth, 1 quarter, 2 half, 3 whole), in key from 0 and off key from 4.
VALUES = 4
HALF_BEATS = np.array([1, 2, 4, 8])
# what the Band remembers: the notes still to be laid down, then the notes in its hand
PLAN, IN_HAND = 0, 8
PLANNED = 15  # after planning, in the place of the last count: the round of the plan, as -1, -2 ...
MOST_WRONG = 3  # notes off key, and beats off tempo, that a plan looks at
HALF = 2  # half beats in a beat
NEVER = 1000


# --- the cheapest way to fill bars -----------------------------------------------------------------------------------


@compiled
def value_of(half_beats):
    """Return 0 for an eighth, 1 for a quarter, 2 for a half and 3 for a whole note."""
    return (half_beats > 1) + (half_beats > 2) + (half_beats > 4)


@compiled
def sort_hand(table, rules, song, memory):
    """Count the notes in hand by value and key; with free wrong notes all of them are in key."""
    for kind in range(2 * VALUES):
        memory[IN_HAND + kind] = 0
    for i in range(table.hand_n):
        card = table.hand[i]
        off = VALUES if rules.card_key[card] != rules.card_key[song] and rules.band_key_penalty > 0 else 0
        memory[IN_HAND + off + value_of(rules.card_half_beats[card])] += 1


@compiled
def fits(memory, half_beats):
    """Return whether notes in key can last exactly so long, and how many it takes; -1 if not.

    Note values divide each other, so taking as many as possible of the longest first finds a way if there is one.
    """
    notes = 0
    for value in range(VALUES - 1, -1, -1):
        length = HALF_BEATS[value]
        taken = min(memory[IN_HAND + value], half_beats // length)
        half_beats -= taken * length
        notes += taken
    return notes if half_beats == 0 else -1


@compiled
def write_plan(memory, half_beats, eighths, quarters, halves, wholes):
    """Remember a plan: notes off key as given, the rest in key from the longest."""
    memory[PLAN + VALUES] = eighths
    memory[PLAN + VALUES + 1] = quarters
    memory[PLAN + VALUES + 2] = halves
    memory[PLAN + VALUES + 3] = wholes
    for value in range(VALUES - 1, -1, -1):
        length = HALF_BEATS[value]
        taken = min(memory[IN_HAND + value], half_beats // length)
        half_beats -= taken * length
        memory[PLAN + value] = taken


@compiled
def with_wrong_notes(memory, half_beats, wrong):
    """Find notes that last exactly so long with ``wrong`` of them off key, write the plan; return its notes or -1."""
    best = -1
    off = IN_HAND + VALUES
    for wholes in range(min(wrong, memory[off + 3]) + 1):
        for halves in range(min(wrong - wholes, memory[off + 2]) + 1):
            for quarters in range(min(wrong - wholes - halves, memory[off + 1]) + 1):
                eighths = wrong - wholes - halves - quarters
                rest = half_beats - 8 * wholes - 4 * halves - 2 * quarters - eighths
                if eighths <= memory[off] and rest >= 0:
                    notes = fits(memory, rest)
                    if notes >= 0 and (best < 0 or notes < best):
                        best = notes
                        write_plan(memory, rest, eighths, quarters, halves, wholes)
    return best + wrong if best >= 0 else -1


@compiled
def cheapest_plan(rules, memory, half_beats, most):
    """Plan to fill so many half beats at the least cost in nickels below ``most``; return the cost, or NEVER.

    Every combination of up to `MOST_WRONG` notes off key and beats off tempo is compared, the cheapest first.
    """
    best = NEVER
    for wrong in range(MOST_WRONG + 1):
        for beats in range(MOST_WRONG + 1):
            cost = wrong * rules.band_key_penalty + beats * rules.band_tempo_penalty
            if cost < best and cost < most:
                start = half_beats + HALF * beats
                if rules.band_half_beats_up != 0:
                    start -= 1
                for length in range(max(start, half_beats), start + HALF):
                    if with_wrong_notes(memory, length, wrong) >= 0:
                        best = cost
                        break
    return best


# --- what a set is worth ---------------------------------------------------------------------------------------------


@compiled
def worth_of_moving(table, rules, weights, patron, moved):
    """Return what moving a dancer on is worth after ``moved`` others."""
    worth = weights[MOVE]
    if table.floor_n - moved + table.martin + weights[EXPECTED_DANCERS] > floor_capacity(table, rules):
        worth += weights[MOVE_CROWD]
    if is_wanted(table, rules, patron, FLOOR):
        worth -= weights[WANTED]
    elif next_station(table, rules, patron, FLOOR) == GONE:
        worth += weights[MOVE_OUT]
    else:
        worth -= weights[MOVE_LOAD] * max(0.0, table.bar_n + moved - weights[BAR_FREE])
    if table.deck_n == 0:
        worth += weights[MOVE_URGENT]
    return worth


@compiled
def best_tempo(table, rules, weights, memory, song):
    """Return the value of the best way to play a song in tempo and the bars it fills."""
    sort_hand(table, rules, song, memory)
    beats = 0
    for kind in range(2 * VALUES):
        beats += memory[IN_HAND + kind] * HALF_BEATS[kind % VALUES]
    bar = HALF * rules.card_time[song]
    best, best_bars = -float(rules.band_tuning_nickels), 1
    bars, worth = 0, 0.0
    for i in range(table.floor_n):
        patron = table.floor[i]
        if not can_move(table, rules, patron):
            continue
        bars += 1
        if bars * bar > beats:
            break
        worth += worth_of_moving(table, rules, weights, patron, bars - 1)
        cost = cheapest_plan(rules, memory, bars * bar, int(worth - best) + 1)
        if cost < NEVER and worth - cost > best:
            best, best_bars = worth - cost, bars
    return best, best_bars


@compiled
def room_on_floor(table, rules):
    """Return how many nickels the dancers can take."""
    space = 0
    for i in range(table.floor_n):
        space += room(table, rules, table.floor[i])
    return space


@compiled
def worth_of_melody(table, rules, weights, song):
    """Return the value of playing a song's melody."""
    notes = min(matching_notes(table, rules, song), rules.band_melody_notes)
    return weights[MELODY_NICKEL] * min(notes - 1, room_on_floor(table, rules)) - weights[CARD] * notes


@compiled
def choose_song(table, rules, choices, n, weights, memory):
    """Play what is worth most: dancers moved less wrong notes, or nickels from a melody; else tune."""
    best, best_worth, best_bars = 0, -float(NEVER), 1
    for i in range(n):
        act, song = choices[i, 0], table.songs[choices[i, 1]]
        worth, bars = 0.0, 1
        if act == TEMPO:
            worth, bars = best_tempo(table, rules, weights, memory, song)
        elif act == MELODY:
            worth = worth_of_melody(table, rules, weights, song)
        elif act == TUNE:
            worth = -float(rules.band_tuning_nickels) if table.floor_n > 0 else 0.0
        if worth > best_worth:
            best, best_worth, best_bars = i, worth, bars
    if choices[best, 0] == TEMPO:
        make_plan(table, rules, memory, table.songs[choices[best, 1]], best_bars)
    return best


@compiled
def make_plan(table, rules, memory, song, bars):
    """Plan the notes that fill so many bars, those laid down already included, and note for which round they are."""
    half_beats = bars * HALF * rules.card_time[song]
    for i in range(table.played_n):
        half_beats -= rules.card_half_beats[table.played[i]]
    sort_hand(table, rules, song, memory)
    if cheapest_plan(rules, memory, max(0, half_beats), NEVER) == NEVER:
        memory[PLAN : PLAN + 2 * VALUES] = 0
    memory[PLANNED] = -1 - table.rounds


@compiled
def choose_note(table, rules, choices, n, memory):
    """Lay down the planned notes one after the other; of a melody the shortest notes first.

    A position inside a turn may be reached without the song having been asked for: then a bar is planned here.
    """
    song = table.songs[table.song_at]
    if table.song_kind == MELODY:
        return shortest(choices, n)
    if memory[PLANNED] != -1 - table.rounds:
        make_plan(table, rules, memory, song, 1)
    for i in range(n):
        if choices[i, 0] >= 0:
            off = VALUES if choices[i, 3] != rules.card_key[song] and rules.band_key_penalty > 0 else 0
            kind = off + value_of(choices[i, 1])
            if memory[PLAN + kind] > 0:
                memory[PLAN + kind] -= 1
                return i
    return 0


@compiled
def shortest(choices, n):
    """Return the shortest note, so that the long ones are kept for songs."""
    best = 0
    for i in range(1, n):
        if choices[i, 1] < choices[best, 1]:
            best = i
    return best


# --- drawing ---------------------------------------------------------------------------------------------------------


@compiled
def choose_draw(table, rules, choices, n, weights, limit):
    """Draw in unison while a dancer can take the nickel, else the sections with long notes; never loud cards.

    Beyond ``limit`` cards the meeting would mind (1924).
    """
    stop = choices[0, 0] < 0
    nickel = table.floor_n > 0 and room_on_floor(table, rules) > 0
    if stop and (table.cards_drawn >= limit or choices[n - 1, 1] != 0):
        return 0
    evenly = nickel or table.hand_n >= weights[ENOUGH_CARDS]
    first = 1 if stop else 0
    if not evenly:
        return first
    best = first
    for i in range(first + 1, n):
        if table.drawn_from[choices[i, 0]] < table.drawn_from[choices[best, 0]]:
            best = i
    return best


# --- who pays and who gets -------------------------------------------------------------------------------------------


@compiled
def choose_payer(table, rules, choices, n):
    """Take from dancers who have most and stay longest; never the last nickel of somebody who goes on to the bar."""
    best, best_rank = 0, -NEVER
    for i in range(n):
        patron = choices[i, 0]
        rank = 2 * table.nickels[patron]
        if next_station(table, rules, patron, FLOOR) == GONE:
            rank -= 1
        elif table.nickels[patron] == 1:
            rank -= 2
        if not ordinary(rules, patron):
            rank += 1
        if rank >= best_rank:
            best, best_rank = i, rank
    return best


@compiled
def choose_dancer(table, rules, choices, n):
    """Give to who leaves the club next, else to the first who goes on to the bar."""
    for i in range(n):
        if next_station(table, rules, choices[i, 0], FLOOR) == GONE:
            return i
    return 0
