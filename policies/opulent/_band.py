"""How the team's Band plays: what a song is worth, and who pays and who gets; `_notes` knows how to lay it down."""

from __future__ import annotations

from typing import NamedTuple

from policies.opulent._meeting import is_wanted
from policies.opulent._notes import (
    HALF,
    IN_HAND,
    LONGEST,
    NEVER,
    PLANNED,
    VALUES,
    cheapest_plan,
    cheapest_way,
    count_of,
    lengths_in_hand,
    notes_in_hand,
)
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
MELODY_NICKEL = position("melody")
CARD = position("card")
EXPECTED_DANCERS = position("expected_dancers")

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
    beats, lengths = lengths_in_hand(table, rules, song)
    notes = notes_in_hand(table, rules, song) if beats > LONGEST else 0
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
def shortest(choices, n):
    """Return the shortest note, so that the long ones are kept for songs."""
    best = 0
    for i in range(1, n):
        if choices[i, 1] < choices[best, 1]:
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
