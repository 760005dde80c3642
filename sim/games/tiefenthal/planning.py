"""Phase E: placing dice on the spaces of the tavern, with the help of dishwashers."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.names import (
    AT_TABLE,
    DIE,
    DISHES,
    DISHWASHER,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
    ids,
)
from sim.games.tiefenthal.schnapps import turn_dice
from sim.jit import compiled
from sim.trace import emit

PLACE = ids.rule("plan.place")
PLAN = ids.decision("plan")
IMPOSSIBLE = 99


@compiled
def plan_dice(table, hidden, rules, team, log, seat):
    """Place each die, or leave it (rules plan.place, plan.dishwasher, plan.budget)."""
    helpers = table.laid[seat, DISHWASHER] + table.works[seat, DISHES]
    table.plus[seat] = rules.dishwasher_plus * helpers
    table.plus_left[seat] = table.plus[seat]
    turn_dice(table, hidden, rules, team, log, seat)
    for die in range(table.dice_n[seat]):
        no_choices(team)
        offer(team, NOWHERE, 0, die, -1)
        offer_spaces(table, rules, team, seat, die)
        row = ask(PLAN, seat, table, hidden, rules, team, log)
        place(table, rules, log, seat, die, team.choices[row, 0], team.choices[row, 1])


@compiled
def offer_spaces(table, rules, team, seat, die):
    """List the spaces for a die, each with the dishwashers' +1 it takes (rules plan.dishwasher, plan.once)."""
    face, left = table.dice[seat, die], table.plus_left[seat]
    if table.on_cashbox[seat] == 0:
        offer(team, ON_CASHBOX, 0, die, -1)
    if table.on_barrel[seat] == 0:
        offer(team, ON_BARREL, 0, die, -1)
    need = plus_for_supplier(rules, face)
    if need <= left:
        offer(team, ON_SUPPLIER, need, die, -1)
    need = plus_for(rules.monk_face, face)
    if need <= left:
        offer(team, ON_MONK, need, die, -1)
    for place_ in range(table.taken[seat]):
        card = table.seat_card[seat, place_]
        if card >= 0 and table.on_seat[seat, place_] == 0:
            need = plus_for(rules.card_die[card], face)
            if need <= left:
                offer(team, AT_TABLE + place_, need, die, card)


@compiled
def plus_for(wanted, face):
    """Return the +1 a die needs to count as the face wanted; a die never counts less than it shows."""
    return wanted - face if wanted >= face else IMPOSSIBLE


@compiled
def plus_for_supplier(rules, face):
    """Return the +1 a die needs for the nearer of the supplier's two faces."""
    return min(plus_for(rules.supplier_faces[0], face), plus_for(rules.supplier_faces[1], face))


@compiled
def place(table, rules, log, seat, die, space, plus):
    """Place a die (rule plan.place)."""
    put(table, rules, seat, die, space, plus)
    if space != NOWHERE:
        emit(log, DIE, PLACE, seat, die, table.dice[seat, die], space, plus)


@compiled
def put(table, rules, seat, die, space, plus):
    """Put a die that lies nowhere on a space, and note the dishwashers' +1 it takes."""
    table.die_at[seat, die] = space
    table.die_plus[seat, die] = plus
    table.die_pay[seat, die] = 0
    table.plus_left[seat] -= plus
    if space == ON_CASHBOX:
        table.on_cashbox[seat] = 1
    elif space == ON_BARREL:
        table.on_barrel[seat] = 1
    elif space >= AT_TABLE:
        table.on_seat[seat, space - AT_TABLE] = 1
        table.die_pay[seat, die] = rules.card_pay[table.seat_card[seat, space - AT_TABLE]]


@compiled
def lift(table, seat, die):
    """Take a die that was not removed off its space."""
    space = table.die_at[seat, die]
    if space == ON_CASHBOX:
        table.on_cashbox[seat] = 0
    elif space == ON_BARREL:
        table.on_barrel[seat] = 0
    elif space >= AT_TABLE:
        table.on_seat[seat, space - AT_TABLE] = 0
    table.plus_left[seat] += table.die_plus[seat, die]
    table.die_at[seat, die] = NOWHERE
    table.die_plus[seat, die] = 0
    table.die_pay[seat, die] = 0
