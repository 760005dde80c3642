"""Uniform over the legal choices."""

from sim.policy import Policy
from sim.streams import below

policy = Policy("tiefenthal", "random")


@policy.otherwise
def uniform(table, rules, choices, n, weights, memory, luck, seat):
    """Any choice, all alike; dice moved in a turn are bounded by the game."""
    return below(luck.state, n)
