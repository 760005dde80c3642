"""Uniform over the legal choices: the floor of every ladder."""

from sim.policy import CAMPAIGN, Policy
from sim.streams import below

policy = Policy("opulent", "random", kind=CAMPAIGN)


@policy.otherwise
def uniform(table, rules, choices, n, weights, memory, luck, seat):
    """Take any choice, all alike."""
    return below(luck.state, n)
