"""1922, Tuckers: a rival club lures patrons away, unless the stations work the hard way."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.club import stand
from sim.games.opulent.door_line import draw_patron
from sim.games.opulent.names import (
    BAND,
    BAR,
    DOOR,
    FACT,
    GONE,
    TUCKERS_DIE,
    ids,
)
from sim.games.opulent.rolls import roll_six
from sim.jit import compiled
from sim.trace import emit

EASY = ids.rule("y1922.easy")
HARD_DOOR = ids.rule("y1922.hard_door")
HARD_BAND = ids.rule("y1922.hard_band")
HARD_BAR = ids.rule("y1922.hard_bar")
TUCKERS = ids.decision("tuckers")


@compiled
def in_business(table, rules):
    """Return whether Tuckers still lures patrons away."""
    return rules.tuckers_active != 0 and table.tuckers_gone == 0


@compiled
def announce(table, hidden, rules, team, log, seat, can_run_hard):
    """Announce whether a station runs the hard way this turn."""
    table.hard = 0
    if not in_business(table, rules):
        return
    no_choices(team)
    offer(team, 0, 0, 0, 0)
    if can_run_hard:
        offer(team, 1, 0, 0, 0)
    table.hard = team.choices[ask(TUCKERS, seat, table, hidden, rules, team, log), 0]
    if table.hard != 0:
        rule = HARD_DOOR if seat == DOOR else HARD_BAND if seat == BAND else HARD_BAR
        emit(log, FACT, rule, 1, 0, 0, 0, 0)


@compiled
def end_of_turn(table, hidden, rules, log):
    """Roll what the easy way costs after a station's turn (rule y1922.easy)."""
    if in_business(table, rules) and table.hard == 0:
        roll = roll_six(hidden, log, TUCKERS_DIE, EASY)
        lost = min(rules.tuckers_lost_patrons[roll - 1], table.deck_n)
        for _ in range(lost):
            stand(table, log, draw_patron(table, hidden), GONE, EASY)
        emit(log, FACT, EASY, lost, 0, 0, 0, 0)
    table.hard = 0


@compiled
def alcohol_factor(table, rules, seat):
    """Return how many times the alcohol a drink takes at the bar (rule y1922.hard_bar)."""
    return rules.tuckers_hard_alcohol if table.hard != 0 and seat == BAR else 1
