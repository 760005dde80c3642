"""A team that plays on in its head before it decides: each choice on many futures, where that matters most.

The futures are played by `tuned` on copies of the game whose unseen cards are dealt again: nobody peeks.
"""

import math

import numpy as np

from sim.games.opulent.club import inside
from sim.games.opulent.closing import debt_due
from sim.games.opulent.names import PLAYING, WON
from sim.jit import compiled
from sim.policy import WORTH_OF_A_WIN, Policy, Weight

policy = Policy(
    "opulent",
    "lookahead",
    parent="rulebook",
    weights={
        "rollouts": Weight(32, (1, 10_000), "games", "Futures played for each choice."),
        "horizon": Weight(0, (0, 400), "turns", "Station turns each future is played; 0 plays it to the end."),
        "candidates": Weight(8, (1, 32), "choices", "Choices tried; more than that are drawn by lot."),
        "certainty": Weight(1.5, (0, 6), "standard errors", "By so much another choice must beat the habitual one."),
        "nearness": Weight(0.3, (0, 1), "wins", "How much of the worth of an ended year is how near the target was."),
        "nickel_inside": Weight(0.6, (0, 2), "dollars", "What a nickel in the club will bring, at the horizon."),
        "patron_to_come": Weight(1.4, (0, 5), "dollars", "What each card of the patron deck will bring."),
        "spread": Weight(3, (0.5, 30), "dollars", "Uncertainty about the rest of the year when nobody is left ..."),
        "spread_each": Weight(0.2, (0, 3), "dollars", "... and for each patron still to come or in the club."),
    },
    looks_ahead=("manager", "prepare", "bar_action", "close", "song", "draw"),
)
NEARNESS = policy.position("nearness")
NICKEL_INSIDE = policy.position("nickel_inside")
PATRON_TO_COME = policy.position("patron_to_come")
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
    patrons = table.deck_n
    dollars += weights[PATRON_TO_COME] * table.deck_n
    for patron in range(table.place.shape[0]):
        if inside(table.place[patron]):
            dollars += weights[NICKEL_INSIDE] * table.nickels[patron]
            patrons += 1
    return np.int64(WORTH_OF_A_WIN * likely(dollars / (weights[SPREAD] + weights[SPREAD_EACH] * patrons)))


@compiled
def likely(score):
    """Return the logistic function of a score: 0.5 at 0."""
    return 1 / (1 + math.exp(-score))
