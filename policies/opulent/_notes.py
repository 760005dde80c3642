"""Notes in hand and how to fill bars with them: which lengths they can have, and the cheapest plan."""

from __future__ import annotations

import numpy as np

from sim.jit import compiled

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


@compiled
def value_of(half_beats):
    """Return 0 for an eighth, 1 for a quarter, 2 for a half and 3 for a whole note."""
    return int(half_beats > 1) + int(half_beats > 2) + int(half_beats > 4)


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
def lengths_in_hand(table, rules, song):
    """Return the half beats of all notes in hand, and `lengths_with` them, without sorting them first."""
    beats, none, one, two, three = 0, 1, 0, 0, 0
    for i in range(table.hand_n):
        card = table.hand[i]
        length = rules.card_half_beats[card]
        off = rules.card_key[card] != rules.card_key[song] and rules.band_key_penalty > 0
        beats += length
        three |= (two if off else three) << length
        two |= (one if off else two) << length
        one |= (none if off else one) << length
        none |= (0 if off else none) << length
    return beats, (none, one, two, three)


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
