"""A policy for referees: chance that plays on, with long turns in which dice are placed and cards bought."""

from sim.policy import Policy
from sim.streams import below

policy = Policy("tiefenthal", "wild")

SELDOM = 16
PICK_UP, BUY = 3, 10


@policy.otherwise
def uniform(table, rules, choices, n, weights, memory, luck, seat):
    """Any choice, all alike."""
    return below(luck.state, n)


@policy.decision
def plan(table, rules, choices, n, weights, memory, luck, seat):
    """A die is nearly always placed."""
    if below(luck.state, SELDOM) == 0:
        return 0
    return 1 + below(luck.state, n - 1)


@policy.decision
def serve(table, rules, choices, n, weights, memory, luck, seat):
    """The turn goes on while anything can be done; half of the time something is bought, dice are moved seldom."""
    if below(luck.state, SELDOM) == 0:
        return below(luck.state, n)
    if below(luck.state, 2) == 0:
        dear = 0
        for i in range(n):
            if choices[i, 0] >= BUY:
                dear += 1
        if dear > 0:
            left = below(luck.state, dear)
            for i in range(n):
                if choices[i, 0] >= BUY:
                    if left == 0:
                        return i
                    left -= 1
    calm = 0
    for i in range(1, n):
        if choices[i, 0] != PICK_UP:
            calm += 1
    if calm == 0:
        return 0
    left = below(luck.state, calm)
    for i in range(1, n):
        if choices[i, 0] != PICK_UP:
            if left == 0:
                return i
            left -= 1
    return 0
