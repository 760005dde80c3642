"""Phase G: closing time. Cards go to the discard pile, the start player changes."""

from __future__ import annotations

from sim.games.tiefenthal.filling import DISCARD, clear_tavern
from sim.games.tiefenthal.names import DICE, NOWHERE, SEATS, ids
from sim.games.tiefenthal.schnapps import juggle_card
from sim.games.tiefenthal.scoring import final_score
from sim.jit import compiled

START_PLAYER = ids.rule("closing.start_player")
CLOCKWISE = 0
SCHNAPPS_MODULE = 2


@compiled
def close_taverns(table, hidden, rules, team, log):
    """Juggle, discard, and pass the start player's mug on, or count the points after the last round.

    Rules closing.discard, closing.start_player, schnapps.juggle_card, end.points.
    """
    for turn in range(table.players):
        seat = (table.start + turn) % table.players
        if rules.module >= SCHNAPPS_MODULE:
            juggle_card(table, hidden, rules, team, log, seat)
        clear_tavern(table, log, seat, DISCARD)
        clear_dice(table, seat)
    if table.rounds >= rules.rounds:
        final_score(table, rules, log)
    elif rules.start_rotation == CLOCKWISE:
        table.start = (table.start + 1) % table.players


@compiled
def clear_dice(table, seat):
    """Put all dice back and free the spaces."""
    for die in range(DICE):
        table.dice[seat, die] = 0
        table.die_at[seat, die] = NOWHERE
        table.die_plus[seat, die] = 0
        table.die_pay[seat, die] = 0
        table.die_used[seat, die] = 0
    for place in range(SEATS):
        table.on_seat[seat, place] = 0
        table.seat_used[seat, place] = 0
    table.on_cashbox[seat] = 0
    table.on_barrel[seat] = 0
    table.dice_n[seat] = 0
    table.own_n[seat] = 0
    table.plus[seat] = 0
    table.plus_left[seat] = 0
    table.serenades[seat] = 0
