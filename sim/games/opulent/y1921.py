"""1921, The Counterfeiter: dice, draws and actions may be given up to look for clues."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.names import CLUE_DIE, FACT, OUT_COUNTERFEIT, ids
from sim.games.opulent.nickels import spend
from sim.games.opulent.rolls import roll_six
from sim.jit import compiled
from sim.trace import emit

CLUE = ids.rule("y1921.clue")
LOSS = ids.rule("y1921.loss")
CLUES = ids.decision("clues")


@compiled
def mystery(table, rules):
    """Return whether a counterfeiter is about and not yet found."""
    return table.counterfeiter != 0 and table.solved == 0


@compiled
def look_for_clues(table, hidden, rules, team, log, seat, most):
    """Ask a station how many of its dice or draws look for clues, roll them, and return how many (rule y1921.clue)."""
    if not mystery(table, rules):
        return 0
    no_choices(team)
    for dice in range(min(most, rules.counterfeiter_station_dice) + 1):
        offer(team, dice, 0, 0, 0)
    dice = team.choices[ask(CLUES, seat, table, hidden, rules, team, log), 0]
    for _ in range(dice):
        roll_clue(table, hidden, rules, log)
    return dice


@compiled
def roll_clue(table, hidden, rules, log):
    """Roll one clue die; the last clue solves the mystery at once."""
    if roll_six(hidden, log, CLUE_DIE, CLUE) >= rules.counterfeiter_clue_roll:
        table.clues += 1
        emit(log, FACT, CLUE, table.clues, 0, 0, 0, 0)
        if table.clues >= rules.counterfeiter_clues:
            table.solved = 1


@compiled
def counterfeit_loss(table, rules, log):
    """Lose a counterfeit dollar at the end of the Manager's turn (rule y1921.loss)."""
    if mystery(table, rules) and table.coffers >= rules.counterfeiter_loss:
        spend(table, log, rules.counterfeiter_loss, OUT_COUNTERFEIT, LOSS)
