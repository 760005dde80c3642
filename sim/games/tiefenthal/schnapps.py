"""Module 2: schnapps, and the entertainers who do something for them. What they do in phase F is in `serving`."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.names import (
    CARD,
    DIE,
    ENTERTAINERS,
    FACT,
    IN_TAVERN,
    JUGGLER,
    KINDS,
    NOBLE,
    NOWHERE,
    ON_DECK,
    STAFF,
    TOKEN,
    ids,
)
from sim.jit import compiled
from sim.trace import emit

TRACK = ids.rule("schnapps.track")
ARRIVE = ids.rule("schnapps.arrive")
JUGGLE_CARD = ids.rule("schnapps.juggle_card")
JUGGLE_DIE = ids.rule("schnapps.juggle_die")
KEEP = ids.rule("schnapps.keep")
CHOOSE_SIDE = ids.decision("entertainer")
TURN_DIE = ids.decision("turn_die")
JUGGLE = ids.decision("juggle")

FIRST_SIDE, SECOND_SIDE = 1, 2
REPUTATION_MODULE = 3
FACES = 6


@compiled
def take_schnapps(table, log, seat, amount, rule):
    """Take tokens, as far as there are any."""
    got = min(amount, table.tokens_n)
    if got > 0:
        table.tokens_n -= got
        table.schnapps[seat] += got
        table.schnapps_got[seat] += got
        emit(log, TOKEN, rule, seat, got, table.schnapps[seat], 0, 0)


@compiled
def pay_schnapps(table, log, seat, amount, rule):
    """Pay tokens back to the supply."""
    table.tokens_n += amount
    table.schnapps[seat] -= amount
    table.schnapps_spent[seat] += amount
    emit(log, TOKEN, rule, seat, -amount, table.schnapps[seat], 0, 0)


@compiled
def schnapps_of_the_round(table, rules, log, seat):
    """Take the schnapps of the round track (rule schnapps.track)."""
    if rules.schnapps_from_track != 0:
        at = table.rounds - 1
        hidden_tiles = rules.module >= REPUTATION_MODULE
        amount = rules.schnapps_track_hidden[at] if hidden_tiles else rules.schnapps_track[at]
        take_schnapps(table, log, seat, amount, TRACK)


@compiled
def entertainer_of_the_round(table, rules):
    """Return who comes this round, -1 for nobody (rule schnapps.arrive)."""
    for visit in range(ENTERTAINERS):
        if rules.winter_rounds[visit] == table.rounds:
            return rules.winter_entertainers[visit]
    return -1


@compiled
def entertainer_arrives(table, hidden, rules, team, log, seat, who):
    """Choose the side of an entertainer (rule schnapps.arrive)."""
    if table.entertainer[seat, who] != 0:
        return
    no_choices(team)
    offer(team, who, 0)
    offer(team, who, 1)
    side = team.choices[ask(CHOOSE_SIDE, seat, table, hidden, rules, team, log), 1]
    table.entertainer[seat, who] = FIRST_SIDE + side
    emit(log, FACT, ARRIVE, seat, who, side, 0, 0)


@compiled
def turn_dice(table, hidden, rules, team, log, seat):
    """Turn dice to any face before they are placed (rule schnapps.juggle_die)."""
    if table.entertainer[seat, JUGGLER] != SECOND_SIDE:
        return
    while table.schnapps[seat] >= rules.juggler_die_price:
        no_choices(team)
        offer(team, NOWHERE, 0)
        for die in range(table.dice_n[seat]):
            for face in range(1, FACES + 1):
                if face != table.dice[seat, die]:
                    offer(team, die, face)
        row = ask(TURN_DIE, seat, table, hidden, rules, team, log)
        die, face = team.choices[row, 0], team.choices[row, 1]
        if die < 0:
            break
        pay_schnapps(table, log, seat, rules.juggler_die_price, JUGGLE_DIE)
        table.dice[seat, die] = face
        emit(log, DIE, JUGGLE_DIE, seat, die, face, NOWHERE, 0)


@compiled
def juggle_card(table, hidden, rules, team, log, seat):
    """Put one card laid out back on top of the deck (rule schnapps.juggle_card)."""
    if table.entertainer[seat, JUGGLER] != FIRST_SIDE or table.schnapps[seat] < rules.juggler_card_price:
        return
    no_choices(team)
    offer(team, -1)
    for kind in range(KINDS):
        if table.laid[seat, kind] > 0:
            offer(team, STAFF + kind)
    if table.nobles_out[seat] > 0:
        offer(team, NOBLE)
    for place in range(table.taken[seat]):
        if table.seat_card[seat, place] >= 0 and table.seat_card[seat, place] != NOBLE:
            offer(team, table.seat_card[seat, place])
    card = team.choices[ask(JUGGLE, seat, table, hidden, rules, team, log), 0]
    if card < 0:
        return
    pay_schnapps(table, log, seat, rules.juggler_card_price, JUGGLE_CARD)
    take_from_tavern(table, seat, card)
    hidden.deck[seat, table.deck_n[seat]] = card
    table.deck_n[seat] += 1
    table.known_n[seat] += 1
    emit(log, CARD, JUGGLE_CARD, seat, card, IN_TAVERN, ON_DECK, 0)


@compiled
def take_from_tavern(table, seat, card):
    """Take one card off the table it sits at, or out of its area."""
    if STAFF <= card < STAFF + KINDS:
        table.laid[seat, card - STAFF] -= 1
        return
    if card == NOBLE:
        table.nobles_out[seat] -= 1
        if table.nobles_out[seat] > 0 and nobles_share(table, seat):
            return
    for place in range(table.taken[seat]):
        if table.seat_card[seat, place] == card:
            table.seat_card[seat, place] = -1
            return


@compiled
def nobles_share(table, seat):
    """Return whether the nobles laid out sit at one table."""
    tables = 0
    for place in range(table.taken[seat]):
        if table.seat_card[seat, place] == NOBLE:
            tables += 1
    return tables == 1


@compiled
def keep_schnapps(table, rules, log, seat):
    """Return what is above the limit at the end of the own turn (rule schnapps.keep)."""
    over = table.schnapps[seat] - rules.schnapps_keeps
    if over > 0:
        table.tokens_n += over
        table.schnapps[seat] -= over
        emit(log, TOKEN, KEEP, seat, -over, table.schnapps[seat], 0, 0)
