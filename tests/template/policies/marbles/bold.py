"""Stops once enough is in the hand."""

from sim.policy import Policy, Weight

policy = Policy(
    "marbles", "bold", parent="random", weights={"enough": Weight(10, (0, 30), "marbles", "Stop at this many.")}
)
ENOUGH = policy.position("enough")


@policy.decision
def roll(table, rules, choices, n, weights, memory, luck, seat):
    """Roll while the hand is small."""
    return 1 if table.hand < weights[ENOUGH] else 0
