"""Moving a die in the own turn, before it is removed."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.bonuses import settle
from sim.games.tiefenthal.names import AT_TABLE, DIE, NOWHERE, ids
from sim.games.tiefenthal.planning import lift, offer_spaces, put
from sim.games.tiefenthal.reputation import as_planned, grant_reputation
from sim.jit import compiled
from sim.trace import emit

MOVE_RULE = ids.rule("serve.move")
MOVE = ids.decision("move")
REPUTATION_MODULE = 3
COLUMNS_OF_A_CHOICE = 4


@compiled
def move_die(table, hidden, rules, team, log, seat, die):
    """Move a die to another space; the first choice leaves it where it is (rules serve.move, reputation.replan)."""
    table.moves += 1
    space, plus = table.die_at[seat, die], table.die_plus[seat, die]
    card = table.seat_card[seat, space - AT_TABLE] if space >= AT_TABLE else -1
    lift(table, seat, die)
    no_choices(team)
    offer(team, space, plus, die, card)
    offer(team, NOWHERE, 0, die, -1)
    offer_spaces(table, rules, team, seat, die)
    keep_allowed(table, rules, team, seat, die, space)
    row = ask(MOVE, seat, table, hidden, rules, team, log)
    put(table, rules, seat, die, team.choices[row, 0], team.choices[row, 1])
    if row == 0:
        return
    emit(log, DIE, MOVE_RULE, seat, die, table.dice[seat, die], table.die_at[seat, die], table.die_plus[seat, die])
    if rules.module >= REPUTATION_MODULE:
        grant_reputation(table, rules, seat)
        settle(table, hidden, rules, team, log, seat)


@compiled
def keep_allowed(table, rules, team, seat, die, space):
    """Take out of the list, behind its first choice, the space itself and what reputation forbids."""
    kept = 1
    for row in range(1, team.n):
        if team.choices[row, 0] != space and may_move(table, rules, team, seat, die, row):
            for column in range(COLUMNS_OF_A_CHOICE):
                team.choices[kept, column] = team.choices[row, column]
            kept += 1
    team.n = kept


@compiled
def may_move(table, rules, team, seat, die, row):
    """Return whether the plan with the die there still earns the reputation granted (rule reputation.replan)."""
    if rules.module < REPUTATION_MODULE:
        return True
    put(table, rules, seat, die, team.choices[row, 0], team.choices[row, 1])
    earned = as_planned(table, rules, seat)
    lift(table, seat, die)
    return earned >= table.granted[seat]
