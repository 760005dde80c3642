"""Closing rules: last call, closing early, and the reckoning at the end of the year."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1924
from sim.games.opulent.club import discard, inside, regulars_leave
from sim.games.opulent.names import (
    ABANDONED,
    CLUB,
    FACT,
    HELD,
    INDEBTED,
    LINE,
    MANAGER,
    MEETING_FAILED,
    OUT_CLOSING,
    OUT_PENALTY,
    OUT_RAIDED,
    OUT_REPAID,
    OVERFLOW,
    RAIDED,
    SHORT,
    WON,
    ids,
)
from sim.games.opulent.nickels import spend
from sim.jit import compiled
from sim.trace import emit

LAST_CALL = ids.rule("closing.last_call")
EARLY = ids.rule("closing.early")
END = ids.rule("closing.end")
TURN_CAP = ids.rule("closing.turn_cap")
NO_CLOSE = ids.rule("y1924.no_close")
CLOSE = ids.decision("close")


@compiled
def last_call_begins(table, rules, log):
    """Set up the last-call counters if the patron deck is empty (rule closing.last_call)."""
    table.last_call_now = 0
    if table.deck_n == 0 and table.last_call == 0:
        table.last_call = rules.closing_last_call_turns
        table.last_call_now = 1
        emit(log, FACT, LAST_CALL, table.last_call, 0, 0, 0, 0)


@compiled
def end_of_round(table, hidden, rules, team, log):
    """End the Manager's turn: count down last call, close, close early, or go on (rules closing.*)."""
    note_coffers(table, rules)
    closes = False
    if table.last_call > 0 and (table.last_call_now == 0 or rules.closing_trigger_counts != 0):
        table.last_call -= 1
        emit(log, FACT, LAST_CALL, table.last_call, 0, 0, 0, 0)
        closes = table.last_call == 0
    if not closes and may_close_early(table, rules):
        no_choices(team)
        offer(team, 0, 0, 0, 0)
        offer(team, 1, 0, 0, 0)
        seat = MANAGER if table.campaign == 0 else CLUB
        if ask(CLOSE, seat, table, hidden, rules, team, log) == 1:
            emit(log, FACT, EARLY, table.coffers, table.target, 0, 0, 0)
            closes = True
    table.rounds += 1
    if closes:
        close_club(table, rules, log)
    elif table.rounds >= rules.year_turn_cap:
        emit(log, FACT, TURN_CAP, table.rounds, 0, 0, 0, 0)
        close_club(table, rules, log)
        table.outcome = ABANDONED


@compiled
def debt_due(table, rules):
    """Return the dollars that pay off the mob."""
    return table.debt * rules.loan_repay


@compiled
def note_coffers(table, rules):
    """Note the coffers of the round, and the first round in which they cover the target."""
    table.coffers_after[table.rounds] = table.coffers
    if table.reached == 0 and table.coffers - debt_due(table, rules) >= table.target:
        table.reached = table.rounds + 1


@compiled
def may_close_early(table, rules):
    """Return whether the club may close now (rules closing.early, y1924.no_close)."""
    if rules.closing_early == 0 or y1924.gathering(table, rules):
        return False
    return table.coffers - debt_due(table, rules) >= table.target


@compiled
def close_club(table, rules, log):
    """Lose everybody still here, pay penalties and debts, and compare with the target (rule closing.end)."""
    regulars_leave(table, log, END)
    for patron in range(table.place.shape[0]):
        if still_here(table.place[patron]):
            discard(table, log, patron, OUT_CLOSING, END)
    table.held = -1
    y1924.never_met(table, rules, log)
    spend(table, log, debt_due(table, rules), OUT_REPAID, END)
    table.debt = 0
    emit(log, FACT, END, table.coffers, table.target, 0, 0, 0)
    table.outcome = outcome_of(table)


@compiled
def still_here(place):
    """Return whether a patron is in the club or waits to get in."""
    return inside(place) or place == LINE or place == OVERFLOW or place == HELD


@compiled
def outcome_of(table):
    """Return the outcome of a closed year; a loss is put down to the first cause large enough to explain it."""
    short = table.target - table.coffers
    if short <= 0:
        return WON
    if table.dollars_out[OUT_RAIDED] >= short:
        return RAIDED
    if table.dollars_out[OUT_PENALTY] >= short:
        return MEETING_FAILED
    if table.dollars_out[OUT_REPAID] >= short:
        return INDEBTED
    return SHORT
