"""A team that plays on in its head before it decides: each choice on many futures, where that matters most.

The futures are played by `tuned` on copies of the game whose unseen cards are dealt again: nobody peeks.
"""

import math

import numpy as np

from sim.games.opulent.closing import debt_due, still_here
from sim.games.opulent.club import inside
from sim.games.opulent.names import PLAYING, WON
from sim.games.opulent.y1924 import gathering, present
from sim.jit import compiled
from sim.policy import WORTH_OF_A_WIN, Policy, Weight

policy = Policy(
    "opulent",
    "lookahead",
    parent="tuned",
    weights={
        "rollouts": Weight(48, (1, 10_000), "games", "Futures played for each choice."),
        "horizon": Weight(16, (0, 400), "turns", "Station turns each future is played; 0 plays it to the end."),
        "candidates": Weight(8, (1, 32), "choices", "Choices tried; more than that are drawn by lot."),
        "certainty": Weight(3, (0, 6), "standard errors", "By so much another choice must beat the habitual one."),
        "nearness": Weight(0.3, (0, 1), "wins", "How much of the worth of an ended year is how near the target was."),
        "nickel": Weight(0.5, (0, 2), "dollars", "What a nickel on a patron will bring, seen from the horizon."),
        "to_come": Weight(1.4, (0, 5), "dollars", "What each patron in the deck or in line will bring besides."),
        "spread": Weight(4, (0.5, 30), "dollars", "Uncertainty about the rest of the year when nobody is left ..."),
        "spread_each": Weight(0.12, (0, 3), "dollars", "... and for each patron still to come or in the club."),
    },
    looks_ahead=("manager", "prepare", "close", "song"),
)
NEARNESS = policy.position("nearness")
NICKEL = policy.position("nickel")
TO_COME = policy.position("to_come")
SPREAD = policy.position("spread")
SPREAD_EACH = policy.position("spread_each")


@policy.value
def value(table, rules, choices, n, weights, memory, luck, seat):
    """A win, shaded by how near the target is; at the horizon how likely the target still is to be reached."""
    dollars = table.coffers - debt_due(table, rules) - table.target
    if table.outcome != PLAYING:
        near = likely(dollars / (weights[SPREAD] + weights[SPREAD_EACH] * table.place.shape[0]))
        won = 1.0 if table.outcome == WON else 0.0
        return np.int64(WORTH_OF_A_WIN * (won + weights[NEARNESS] * (near - won)))
    coming, patrons, nickels = table.deck_n, table.deck_n, 0
    for patron in range(table.place.shape[0]):
        if still_here(table.place[patron]):
            patrons += 1
            nickels += table.nickels[patron]
            coming += 0 if inside(table.place[patron]) else 1
    dollars += weights[NICKEL] * nickels + weights[TO_COME] * coming + meeting_to_come(table, rules)
    return np.int64(WORTH_OF_A_WIN * likely(dollars / (weights[SPREAD] + weights[SPREAD_EACH] * patrons)))


@compiled
def meeting_to_come(table, rules):
    """Return what the meeting of 1924 will bring or cost: the more of its Politicians sit there, the likelier it is."""
    if not gathering(table, rules):
        return 0.0
    held = present(table, rules) / max(1, rules.meeting_politicians)
    return held * rules.meeting_concession - (1 - held) * rules.meeting_penalty


@compiled
def likely(score):
    """Return the logistic function of a score: 0.5 at 0."""
    return 1 / (1 + math.exp(-score))
