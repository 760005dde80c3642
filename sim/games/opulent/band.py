"""The Band: arrivals and gifts, drawing, playing a set, the crowd, the next song."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1921, y1922, y1923, y1924
from sim.games.opulent.band_cards import available, draw_to_hand, fill_songs
from sim.games.opulent.band_give import gifts_on_floor, give_on_floor
from sim.games.opulent.band_set import play_set
from sim.games.opulent.club import discard, go_to, next_station
from sim.games.opulent.door_line import arrive
from sim.games.opulent.names import (
    BAND,
    EXPANDED_DANCE_FLOOR,
    FLOOR,
    IN_UNISON,
    NEW_BAND_INSTRUMENTS,
    OUT_CROWD,
    PLAIN_MUSICIAN,
    SECTIONS,
    TURN,
    ids,
)
from sim.games.opulent.nickels import take_nickels
from sim.jit import compiled
from sim.trace import emit

UNISON = ids.rule("band.unison")
CROWD = ids.rule("band.crowd")
DRAW = ids.decision("draw")


@compiled
def band_turn(table, hidden, rules, team, log):
    """Play the Band's turn, Steps 1 to 5."""
    emit(log, TURN, 0, BAND, table.rounds, 0, 0, 0)
    y1922.announce(table, hidden, rules, team, log, BAND, can_draw_hard(table, rules))
    y1923.argue(table, hidden, rules, team, log, BAND)
    gifts_on_floor(table, hidden, rules, team, log)
    limit = y1924.band_limit(table, rules)
    clue_draws = y1921.look_for_clues(table, hidden, rules, team, log, BAND, free_cards(table, rules))
    draw_cards(table, hidden, rules, team, log, clue_draws)
    unison(table, hidden, rules, team, log)
    y1924.band_obeyed(table, rules, log, limit)
    play_set(table, hidden, rules, team, log)
    remove_crowd(table, hidden, rules, log)
    fill_songs(table, hidden, log)
    y1922.end_of_turn(table, hidden, rules, log)


# --- Step 2 ----------------------------------------------------------------------------------------------------------


@compiled
def free_cards(table, rules):
    """Return the cards a turn that bring nobody to the door (rules band.draw, upgrade.instruments)."""
    instruments = table.owned[NEW_BAND_INSTRUMENTS] * rules.upgrade_instruments_free
    return rules.band_free_cards + instruments + table.staff[PLAIN_MUSICIAN]


@compiled
def most_cards(table, rules):
    """Return the most cards a turn: two loud ones more, seven in all with New Band Instruments (rule band.loud)."""
    loud = rules.band_extra_cards
    if table.owned[NEW_BAND_INSTRUMENTS] != 0:
        loud += 1 - rules.upgrade_instruments_free
    return free_cards(table, rules) + loud


@compiled
def last_patron_cards(table, rules):
    """Return the most cards a turn with the patron deck empty, five with New Instruments (rule band.last_patron)."""
    return max(free_cards(table, rules), rules.band_free_cards + table.owned[NEW_BAND_INSTRUMENTS])


@compiled
def can_draw_hard(table, rules):
    """Return whether the Band can draw the cards of the hard way in 1922 (rule y1922.hard_band)."""
    cards = 0
    for section in range(SECTIONS):
        if available(table, section):
            cards += min(rules.band_section_limit, table.pile_n[section])
    loud = max(0, rules.tuckers_hard_cards - free_cards(table, rules))
    return (
        cards >= rules.tuckers_hard_cards
        and most_cards(table, rules) >= rules.tuckers_hard_cards
        and table.deck_n >= loud
    )


@compiled
def draw_cards(table, hidden, rules, team, log, clue_draws):
    """Step 2: draw card after card until the Band stops (rules band.draw, band.loud, band.last_patron)."""
    table.cards_drawn = 0
    for section in range(SECTIONS):
        table.drawn_from[section] = 0
    while True:
        drawn = table.cards_drawn + clue_draws
        loud = drawn >= free_cards(table, rules)
        list_sections(table, rules, team, drawn, loud)
        if team.n == 0:
            break
        section = team.choices[ask(DRAW, BAND, table, hidden, rules, team, log), 0]
        if section < 0:
            break
        if loud:
            arrive(table, hidden, rules, team, log)
        draw_to_hand(table, hidden, rules, log, section)
        table.cards_drawn += 1
        table.drawn_from[section] += 1


@compiled
def list_sections(table, rules, team, drawn, loud):
    """List the sections the Band may draw from next; the hard way of 1922 takes exactly so many cards."""
    no_choices(team)
    hard = table.hard != 0
    if not hard:
        offer(team, -1, 0, 0, 0)
    elif table.cards_drawn >= rules.tuckers_hard_cards:
        return
    if drawn >= most_cards(table, rules):
        return
    if loud and (y1924.quiet(table, rules) or (table.deck_n == 0 and drawn >= last_patron_cards(table, rules))):
        return
    for section in range(SECTIONS):
        if available(table, section) and table.drawn_from[section] < rules.band_section_limit:
            offer(team, section, 1 if loud else 0, 0, 0)


@compiled
def unison(table, hidden, rules, team, log):
    """Place the nickel for one card of each section (rule band.unison)."""
    for section in range(SECTIONS):
        if table.drawn_from[section] == 0:
            return
    if rules.band_unison_exact != 0 and table.cards_drawn != SECTIONS:
        return
    give_on_floor(table, hidden, rules, team, log, rules.band_unison_nickels, IN_UNISON, UNISON)


# --- Step 4 ----------------------------------------------------------------------------------------------------------


@compiled
def floor_capacity(table, rules):
    """Return the patrons the dance floor holds (rule upgrade.dance_floor)."""
    return rules.band_floor_capacity + table.owned[EXPANDED_DANCE_FLOOR] * rules.upgrade_floor_places


@compiled
def remove_crowd(table, hidden, rules, log):
    """Step 4: patrons beyond the capacity leave from the front with a nickel less (rules band.crowd, band.martin)."""
    while table.floor_n > 0 and table.floor_n + table.martin > floor_capacity(table, rules):
        patron = table.floor[0]
        take_nickels(table, log, patron, rules.band_crowd_penalty, OUT_CROWD, CROWD)
        if table.nickels[patron] == 0:
            discard(table, log, patron, OUT_CROWD, CROWD)
        else:
            station = next_station(table, rules, patron, FLOOR)
            go_to(table, hidden, rules, log, patron, station, CROWD)
