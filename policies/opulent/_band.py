"""How the team's Band plays: which cards it draws, what a song is worth, and the cheapest way to lay it down."""

from __future__ import annotations

from typing import NamedTuple

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
COUNT = 7  # bits of the number of notes of one kind, when all kinds are counted in one integer
MOST_NOTES = (1 << COUNT) - 1
# what the Band remembers: the notes still to be laid down, then the notes in its hand
PLAN, IN_HAND = 0, 8
PLANNED = 15  # after planning, in the place of the last count: the round of the plan, as -1, -2 ...
MOST_WRONG = 3  # notes off key, and beats off tempo, that a plan looks at
LONGEST = 62  # half beats whose lengths a set of bits holds
HALF = 2  # half beats in a beat
NEVER = 1000


# --- the cheapest way to fill bars -----------------------------------------------------------------------------------


@compiled
def value_of(half_beats):
    """Return 0 for an eighth, 1 for a quarter, 2 for a half and 3 for a whole note."""
    return (half_beats > 1) + (half_beats > 2) + (half_beats > 4)


@compiled
def notes_in_hand(table, rules, song):
    """Count the notes in hand by value and key, in one integer; with free wrong notes all of them are in key."""
    notes = 0
    for i in range(table.hand_n):
        card = table.hand[i]
        off = VALUES if rules.card_key[card] != rules.card_key[song] and rules.band_key_penalty > 0 else 0
        notes += 1 << COUNT * (off + value_of(rules.card_half_beats[card]))
    return notes


@compiled
def count_of(notes, kind):
    """Return how many notes of a kind there are."""
    return (notes >> COUNT * kind) & MOST_NOTES


@compiled
def longest_first(notes, half_beats):
    """Fill so many half beats with notes in key, the longest first; return those taken and the half beats left over.

    Note values divide each other, so taking as many as possible of the longest first finds a way if there is one.
    """
    taken = 0
    for value in range(VALUES - 1, -1, -1):
        count = min(count_of(notes, value), half_beats >> value)
        half_beats -= count << value
        taken += count << COUNT * value
    return taken, half_beats


@compiled
def how_many(notes):
    """Return how many notes there are of all kinds."""
    count = 0
    for kind in range(2 * VALUES):
        count += count_of(notes, kind)
    return count


@compiled
def with_wrong_notes(notes, half_beats, wrong):
    """Return the fewest notes that last exactly so long with ``wrong`` of them off key; 0 if there are none."""
    best, fewest = 0, NEVER
    for wholes in range(min(wrong, count_of(notes, VALUES + 3)) + 1):
        for halves in range(min(wrong - wholes, count_of(notes, VALUES + 2)) + 1):
            for quarters in range(min(wrong - wholes - halves, count_of(notes, VALUES + 1)) + 1):
                eighths = wrong - wholes - halves - quarters
                rest = half_beats - 8 * wholes - 4 * halves - 2 * quarters - eighths
                if eighths <= count_of(notes, VALUES) and rest >= 0:
                    taken, left = longest_first(notes, rest)
                    if left == 0 and how_many(taken) < fewest:
                        fewest = how_many(taken)
                        off_key = eighths + (quarters << COUNT) + (halves << 2 * COUNT) + (wholes << 3 * COUNT)
                        best = taken + (off_key << COUNT * VALUES)
    return best


@compiled
def lengths_with(notes):
    """Return the lengths that notes in key and exactly 0, 1, 2 ... `MOST_WRONG` notes off key can have.

    Each is a set of half beats as bits: bit 5 says that five half beats can be filled.
    """
    none, one, two, three = 1, 0, 0, 0
    for value in range(VALUES):
        for _ in range(count_of(notes, value)):
            none |= none << (1 << value)
    for value in range(VALUES):
        for _ in range(min(MOST_WRONG, count_of(notes, VALUES + value))):
            three |= two << (1 << value)
            two |= one << (1 << value)
            one |= none << (1 << value)
    return none, one, two, three


@compiled
def can_last(notes, lengths, half_beats, wrong):
    """Return whether notes of which ``wrong`` are off key can last exactly so long."""
    if half_beats <= LONGEST:
        return (lengths >> half_beats) & 1 != 0
    return with_wrong_notes(notes, half_beats, wrong) != 0


@compiled
def cheapest_way(rules, notes, lengths, half_beats, most):
    """Return the least cost in nickels below ``most`` of filling so many half beats, the notes off key and the length.

    Every combination of up to `MOST_WRONG` notes off key and beats off tempo is compared, the cheapest first. The cost
    is NEVER if there is no way.
    """
    best, best_wrong, best_length = NEVER, 0, 0
    for wrong in range(MOST_WRONG + 1):
        for beats in range(MOST_WRONG + 1):
            cost = wrong * rules.band_key_penalty + beats * rules.band_tempo_penalty
            if cost >= best or cost >= most:
                break
            start = half_beats + HALF * beats
            if rules.band_half_beats_up != 0:
                start -= 1
            for length in range(max(start, half_beats), start + HALF):
                if can_last(notes, lengths[wrong], length, wrong):
                    best, best_wrong, best_length = cost, wrong, length
                    break
    return best, best_wrong, best_length


@compiled
def cheapest_plan(rules, memory, half_beats, most):
    """Plan to fill so many half beats at the least cost in nickels below ``most``; return the cost, or NEVER.

    The notes in hand are read from memory, and those of the plan remembered; without a plan no notes.
    """
    notes, plan = 0, 0
    for kind in range(2 * VALUES):
        notes += memory[IN_HAND + kind] << COUNT * kind
    cost, wrong, length = cheapest_way(rules, notes, lengths_with(notes), half_beats, most)
    if cost < NEVER:
        plan = with_wrong_notes(notes, length, wrong)
    for kind in range(2 * VALUES):
        memory[PLAN + kind] = count_of(plan, kind)
    return cost


# --- what a set is worth ---------------------------------------------------------------------------------------------


class Moves(NamedTuple):
    """The weights that say what moving a dancer is worth, by value: numba counts references to every array passed."""

    move: float
    crowd: float
    urgent: float
    out: float
    load: float
    bar_free: float
    wanted: float
    expected: float


@compiled
def moves_of(weights):
    """Return the weights that say what moving a dancer is worth."""
    return Moves(
        weights[MOVE],
        weights[MOVE_CROWD],
        weights[MOVE_URGENT],
        weights[MOVE_OUT],
        weights[MOVE_LOAD],
        weights[BAR_FREE],
        weights[WANTED],
        weights[EXPECTED_DANCERS],
    )


@compiled
def worth_of_moving(table, rules, moves, patron, moved):
    """Return what moving a dancer on is worth after ``moved`` others."""
    worth = moves.move
    if table.floor_n - moved + table.martin + moves.expected > floor_capacity(table, rules):
        worth += moves.crowd
    if is_wanted(table, rules, patron, FLOOR):
        worth -= moves.wanted
    elif next_station(table, rules, patron, FLOOR) == GONE:
        worth += moves.out
    else:
        worth -= moves.load * max(0.0, table.bar_n + moved - moves.bar_free)
    if table.deck_n == 0:
        worth += moves.urgent
    return worth


@compiled
def best_tempo(table, rules, moves, song):
    """Return the value of the best way to play a song in tempo and the bars it fills."""
    notes, beats = notes_in_hand(table, rules, song), 0
    lengths = lengths_with(notes)
    for i in range(table.hand_n):
        beats += rules.card_half_beats[table.hand[i]]
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
        worth += worth_of_moving(table, rules, moves, patron, bars - 1)
        cost, _, _ = cheapest_way(rules, notes, lengths, bars * bar, int(worth - best) + 1)
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
def anybody_takes_nickel(table, rules):
    """Return whether a dancer can take a nickel."""
    for i in range(table.floor_n):
        if room(table, rules, table.floor[i]) > 0:
            return True
    return False


@compiled
def worth_of_melody(table, rules, nickel, card, song):
    """Return the value of playing a song's melody."""
    notes = min(matching_notes(table, rules, song), rules.band_melody_notes)
    return nickel * min(notes - 1, room_on_floor(table, rules)) - card * notes


@compiled
def choose_song(table, rules, choices, n, weights, memory):
    """Play what is worth most: dancers moved less wrong notes, or nickels from a melody; else tune."""
    moves = moves_of(weights)
    best, best_worth, best_bars = 0, -float(NEVER), 1
    for i in range(n):
        act, song = choices[i, 0], table.songs[choices[i, 1]]
        worth, bars = 0.0, 1
        if act == TEMPO:
            worth, bars = best_tempo(table, rules, moves, song)
        elif act == MELODY:
            worth = worth_of_melody(table, rules, weights[MELODY_NICKEL], weights[CARD], song)
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
    notes = notes_in_hand(table, rules, song)
    for kind in range(2 * VALUES):
        memory[IN_HAND + kind] = count_of(notes, kind)
    cheapest_plan(rules, memory, max(0, half_beats), NEVER)
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
    if stop and (table.cards_drawn >= limit or choices[n - 1, 1] != 0):
        return 0
    evenly = table.hand_n >= weights[ENOUGH_CARDS] or anybody_takes_nickel(table, rules)
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
