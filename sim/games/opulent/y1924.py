"""1924, Election Year: five Politicians meet in the VIP room; Band and bar must be considerate."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.club import discard, go_to
from sim.games.opulent.contracts import change_stock
from sim.games.opulent.names import (
    BAR,
    BEER,
    FACT,
    FLOOR,
    GONE,
    IN_CONCESSION,
    OUT_PENALTY,
    OUT_SPECIAL,
    POLITICIAN,
    ids,
)
from sim.games.opulent.nickels import earn, spend, take_nickels
from sim.jit import compiled
from sim.trace import emit

BAND_RULE = ids.rule("y1924.band")
BAR_RULE = ids.rule("y1924.bar")
HELD_RULE = ids.rule("y1924.held")
PENALTY = ids.rule("y1924.penalty")
BAIL = ids.rule("y1924.bail")
REFRESHMENTS = ids.decision("refreshments")

FIRST_ROW = 2  # Politicians present in the first row of the printed table


@compiled
def gathering(table, rules):
    """Return whether the meeting is still to be held."""
    return rules.meeting_active != 0 and table.meeting == 0


@compiled
def present(table, rules):
    """Return the Politicians in the meeting room."""
    if not gathering(table, rules):
        return 0
    count = 0
    for i in range(table.vip_n):
        if rules.patron_class[table.vip[i]] == POLITICIAN:
            count += 1
    return count


@compiled
def row_of(rules, politicians):
    """Return the row of the printed table for a number present, or -1 for none."""
    return min(politicians - FIRST_ROW, rules.meeting_band_limit.shape[0] - 1)


@compiled
def quiet(table, rules):
    """Return whether the Band may not draw loud cards at all."""
    return present(table, rules) >= FIRST_ROW


@compiled
def band_limit(table, rules):
    """Return the cards the Band may draw at this turn's start, or -1 for no limit (rule y1924.band)."""
    row = row_of(rules, present(table, rules))
    if row < 0:
        return -1
    return rules.meeting_band_limit[row]


@compiled
def band_obeyed(table, rules, log, limit):
    """Make the room pay if the Band drew more than the meeting allows."""
    if limit >= 0:
        obeyed = table.cards_drawn <= limit
        emit(log, FACT, BAND_RULE, present(table, rules), 1 if obeyed else 0, 0, 0, 0)
        if not obeyed:
            first_loses(table, rules, log, BAND_RULE)


@compiled
def first_loses(table, rules, log, rule):
    """Take a nickel from the Politician longest in the room; with none left he leaves."""
    patron = table.vip[0]
    take_nickels(table, log, patron, rules.meeting_refusal_penalty, OUT_SPECIAL, rule)
    if table.nickels[patron] == 0:
        discard(table, log, patron, OUT_SPECIAL, rule)


@compiled
def refreshments(table, hidden, rules, team, log, dice):
    """Serve the meeting room, or refuse; return the bar dice left (rule y1924.bar)."""
    politicians = present(table, rules)
    row = row_of(rules, politicians)
    if row < 0:
        return dice
    beer, takes = rules.meeting_beer[row], rules.meeting_dice[row]
    no_choices(team)
    offer(team, 0, 0, 0, 0)
    if table.stock[BEER] >= beer and dice >= takes:
        offer(team, 1, 0, 0, 0)
    serves = team.choices[ask(REFRESHMENTS, BAR, table, hidden, rules, team, log), 0]
    emit(log, FACT, BAR_RULE, politicians, serves, 0, 0, 0)
    if serves == 0:
        first_loses(table, rules, log, BAR_RULE)
        return dice
    change_stock(table, log, BEER, -beer, BAR_RULE)
    return dice - takes


@compiled
def meeting_held(table, hidden, rules, log):
    """End the meeting if all sat there at the start of the Manager's turn (rule y1924.held)."""
    if not gathering(table, rules) or present(table, rules) < rules.meeting_politicians:
        return
    table.meeting = 1
    emit(log, FACT, HELD_RULE, rules.meeting_concession, 0, 0, 0, 0)
    earn(table, log, rules.meeting_concession, IN_CONCESSION, HELD_RULE)
    while table.vip_n > 0:
        patron = table.vip[0]
        station = table.vip_next[patron]
        if station == GONE:
            # instead of leaving he dances, drinks and then leaves, as a left box does
            station = FLOOR
            table.as_left[patron] = 1
        go_to(table, hidden, rules, log, patron, station, HELD_RULE)


@compiled
def bail_out(table, rules, log):
    """Pay bail when a raid finds Politicians in the meeting room (rule y1924.bail)."""
    if present(table, rules) > 0:
        spend(table, log, rules.meeting_bail, OUT_PENALTY, BAIL)


@compiled
def never_met(table, rules, log):
    """Pay for a meeting that never took place (rule y1924.penalty)."""
    if gathering(table, rules):
        spend(table, log, rules.meeting_penalty, OUT_PENALTY, PENALTY)
