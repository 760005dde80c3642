"""Uniform over the legal choices."""

from sim.policy import Policy
from sim.streams import below

policy = Policy("marbles", "random")


@policy.otherwise
def uniform(table, rules, choices, n, weights, memory, luck, seat):
    """Any choice, all alike."""
    return below(luck.state, n)
