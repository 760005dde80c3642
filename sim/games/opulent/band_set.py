"""The Band, Step 3: a song in tempo and key, a melody, or tuning."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1927
from sim.games.opulent.band_cards import check_pile, drop_song, from_hand, take_top, to_discards
from sim.games.opulent.band_give import give_on_floor
from sim.games.opulent.club import go_to, next_station
from sim.games.opulent.names import (
    BAND,
    CHANTEUSE,
    DISCARD,
    FACT,
    FLOOR,
    HAND,
    IN_MELODY,
    MELODY,
    OUT_KEY,
    OUT_TEMPO,
    OUT_TUNING,
    PASS,
    PILE,
    SECTIONS,
    TEMPO,
    TUNE,
    ids,
)
from sim.games.opulent.nickels import take_nickels
from sim.jit import compiled
from sim.trace import emit

TEMPO_RULE = ids.rule("band.tempo")
OFF_TEMPO = ids.rule("band.off_tempo")
OFF_KEY = ids.rule("band.off_key")
LEAVE = ids.rule("band.leave")
MELODY_RULE = ids.rule("band.melody")
TUNE_RULE = ids.rule("band.tune")
NEW_SONG = ids.rule("band.new_song")
SONG_DECISION = ids.decision("song")
NOTE = ids.decision("note")
PAY_FLOOR = ids.decision("pay_floor")

HALF = 2  # half beats in a beat
MATCHING_SET = 2  # notes that make a set


@compiled
def play_set(table, hidden, rules, team, log):
    """Step 3: choose what to play and play it."""
    table.played_n = 0
    list_sets(table, rules, team)
    if team.n == 0:
        return
    index = ask(SONG_DECISION, BAND, table, hidden, rules, team, log)
    table.song_kind, table.song_at = team.choices[index, 0], team.choices[index, 1]
    if table.song_kind == TEMPO:
        play_tempo(table, hidden, rules, team, log)
    elif table.song_kind == MELODY:
        play_melody(table, hidden, rules, team, log)
    elif table.song_kind == TUNE:
        tune(table, hidden, rules, team, log)


@compiled
def list_sets(table, rules, team):
    """List what the Band may play; the Chanteuse knows either song, the hard way of 1922 forbids tuning.

    Rules band.tune, staff.chanteuse, y1922.hard_band.
    """
    no_choices(team)
    songs = min(table.songs_n, 1 + table.staff[CHANTEUSE])
    if table.hard == 0:
        offer(team, TUNE, 0, 0, 0)
    for song in range(songs):
        if can_play_tempo(table, rules, table.songs[song]):
            offer(team, TEMPO, song, 0, 0)
        if can_play_melody(table, rules, table.songs[song]):
            offer(team, MELODY, song, 0, 0)
    if table.hard == 0 and table.floor_n == 0 and rules.band_free_pass != 0:
        offer(team, PASS, 0, 0, 0)


# --- a song in tempo -------------------------------------------------------------------------------------------------


@compiled
def can_play_tempo(table, rules, song):
    """Return whether the hand fills a bar of a song and a dancer can move."""
    return table.hand_half_beats >= HALF * rules.card_time[song] and movable_dancers(table, rules) > 0


@compiled
def movable_dancers(table, rules):
    """Return how many dancers a song can move: all but a Mobster whose next station is the film set."""
    count = 0
    for i in range(table.floor_n):
        if can_move(table, rules, table.floor[i]):
            count += 1
    return count


@compiled
def can_move(table, rules, patron):
    """Return whether a dancer may go on to his next station (rule y1927.blocked)."""
    return not y1927.on_set(table, rules, patron, next_station(table, rules, patron, FLOOR))


@compiled
def resolve_tempo(half_beats, beats, dancers, round_up):
    """Return patrons moved and beats off tempo (rules band.tempo, band.off_tempo).

    Parameters
    ----------
    half_beats : int
        Half beats laid down.
    beats : int
        Beats in a bar of the song.
    dancers : int
        Dancers who can move.
    round_up : int
        Whether half a beat off counts as a whole one.
    """
    moved = min(half_beats // (HALF * beats), dancers)
    left = half_beats - moved * HALF * beats
    off = left // HALF
    if round_up != 0 and left % HALF != 0:
        off += 1
    return moved, off


@compiled
def play_tempo(table, hidden, rules, team, log):
    """Play a song in tempo: lay down notes, pay for mistakes, let dancers leave."""
    song = table.songs[table.song_at]
    beats = rules.card_time[song]
    half_beats = lay_down_song(table, hidden, rules, team, log, HALF * beats)
    dancers = movable_dancers(table, rules)
    moved, off_tempo = resolve_tempo(half_beats, beats, dancers, rules.band_half_beats_up)
    off_key = notes_off_key(table, rules, song)
    emit(log, FACT, TEMPO_RULE, half_beats, beats, moved, off_tempo, off_key)
    discard_played(table, log, TEMPO_RULE)
    take_on_floor(table, hidden, rules, team, log, off_tempo * rules.band_tempo_penalty, OUT_TEMPO, OFF_TEMPO)
    take_on_floor(table, hidden, rules, team, log, off_key * rules.band_key_penalty, OUT_KEY, OFF_KEY)
    for _ in range(moved):
        move_first_dancer(table, hidden, rules, log)
    drop_song(table, log, table.song_at, NEW_SONG)


@compiled
def lay_down_song(table, hidden, rules, team, log, bar):
    """Lay down notes until the Band stops, at least one bar; return the half beats."""
    half_beats = 0
    while table.hand_n > 0:
        no_choices(team)
        if half_beats >= bar:
            offer(team, -1, 0, 0, 0)
        for i in range(table.hand_n):
            offer_note(table, rules, team, table.hand[i])
        card = team.choices[ask(NOTE, BAND, table, hidden, rules, team, log), 0]
        if card < 0:
            break
        half_beats += rules.card_half_beats[card]
        lay_down(table, rules, card)
    return half_beats


@compiled
def offer_note(table, rules, team, card):
    """Offer a card of the hand."""
    offer(team, card, rules.card_half_beats[card], rules.card_pitch[card], rules.card_key[card])


@compiled
def lay_down(table, rules, card):
    """Move a card from the hand to those played this turn."""
    from_hand(table, rules, card)
    table.played[table.played_n] = card
    table.played_n += 1


@compiled
def discard_played(table, log, rule):
    """Discard the cards played."""
    for i in range(table.played_n):
        to_discards(table, log, table.played[i], HAND, rule)


@compiled
def notes_off_key(table, rules, song):
    """Return how many notes played are not in the key of the song (rule band.off_key)."""
    count = 0
    for i in range(table.played_n):
        if rules.card_key[table.played[i]] != rules.card_key[song]:
            count += 1
    return count


@compiled
def take_on_floor(table, hidden, rules, team, log, count, cause, rule):
    """Take nickels from dancers, one at a time, as the Band chooses; what nobody can pay lapses."""
    table.to_pay = count
    while table.to_pay > 0:
        no_choices(team)
        for i in range(table.floor_n):
            if table.nickels[table.floor[i]] > 0:
                offer(team, table.floor[i], 0, 0, 0)
        if team.n == 0:
            table.to_pay = 0
            return
        patron = team.choices[ask(PAY_FLOOR, BAND, table, hidden, rules, team, log), 0]
        take_nickels(table, log, patron, 1, cause, rule)
        table.to_pay -= 1


@compiled
def move_first_dancer(table, hidden, rules, log):
    """Let the dancer leave who is on the floor longest and may move (rule band.leave)."""
    for i in range(table.floor_n):
        patron = table.floor[i]
        if can_move(table, rules, patron):
            go_to(table, hidden, rules, log, patron, next_station(table, rules, patron, FLOOR), LEAVE)
            return


# --- a melody --------------------------------------------------------------------------------------------------------


@compiled
def matching_notes(table, rules, song):
    """Return how many cards of the hand have the pitch of a song."""
    count = 0
    for i in range(table.hand_n):
        if rules.card_pitch[table.hand[i]] == rules.card_pitch[song]:
            count += 1
    return count


@compiled
def can_play_melody(table, rules, song):
    """Return whether the hand holds a matching set and somebody is there to listen."""
    return rules.band_melody != 0 and table.floor_n > 0 and matching_notes(table, rules, song) >= MATCHING_SET


@compiled
def resolve_melody(matching, most):
    """Return notes played and nickels given for a number of matching cards (rule band.melody)."""
    notes = min(matching, most)
    return notes, notes - 1


@compiled
def play_melody(table, hidden, rules, team, log):
    """Play as many notes of the song's pitch as there are, up to four; each after the first gives a nickel."""
    song = table.songs[table.song_at]
    notes, nickels = resolve_melody(matching_notes(table, rules, song), rules.band_melody_notes)
    table.notes_wanted = notes
    while table.notes_wanted > 0:
        no_choices(team)
        for i in range(table.hand_n):
            if rules.card_pitch[table.hand[i]] == rules.card_pitch[song]:
                offer_note(table, rules, team, table.hand[i])
        lay_down(table, rules, team.choices[ask(NOTE, BAND, table, hidden, rules, team, log), 0])
        table.notes_wanted -= 1
    emit(log, FACT, MELODY_RULE, notes, nickels, 0, 0, 0)
    discard_played(table, log, MELODY_RULE)
    give_on_floor(table, hidden, rules, team, log, nickels, IN_MELODY, MELODY_RULE)
    drop_song(table, log, table.song_at, NEW_SONG)


# --- tuning ----------------------------------------------------------------------------------------------------------


@compiled
def tune(table, hidden, rules, team, log):
    """Tune: a dancer loses a nickel, each section on stage discards two cards (rule band.tune)."""
    take_on_floor(table, hidden, rules, team, log, rules.band_tuning_nickels, OUT_TUNING, TUNE_RULE)
    for section in range(SECTIONS):
        for _ in range(rules.band_tuning_cards):
            if table.section_at_bar[section] == 0 and table.pile_n[section] > 0:
                card = take_top(table, hidden, log, section, DISCARD, TUNE_RULE)
                to_discards(table, log, card, PILE, TUNE_RULE)
                check_pile(table, hidden, log, section)
