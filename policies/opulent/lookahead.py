"""A team that tries what it could do in its head before it does it, where that matters most."""

from sim.games.opulent.names import WON
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
    },
    looks_ahead=("manager", "prepare", "bar_action", "close", "song", "draw"),
)


@policy.value
def value(table, rules, choices, n, weights, memory, luck, seat):
    """A win is a win; short of one, being nearer to the target is a little better."""
    return WORTH_OF_A_WIN if table.outcome == WON else 0
