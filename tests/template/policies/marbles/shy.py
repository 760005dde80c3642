"""Stops earlier than the bold player."""

from sim.policy import Policy

policy = Policy("marbles", "shy", parent="random")


@policy.decision
def roll(table, rules, choices, n, weights, memory, luck, seat):
    """Roll while next to nothing is in the hand."""
    return 1 if table.hand < 4 else 0
