"""A careful owner: the cheapest upgrade each year, no staff, the doors closed once the goal and a reserve are in."""

from policies.opulent._choices import cheapest
from policies.opulent.campaign._clubs import STOP, enough
from sim.games.opulent.setup import cost_of_business
from sim.policy import CAMPAIGN, Policy, Weight

WEIGHTS = {
    "reserve": Weight(10, (0, 200), "dollars", "Dollars above the goal that are wanted before the club closes early."),
}
policy = Policy("opulent", "thrifty", weights=WEIGHTS, kind=CAMPAIGN)
RESERVE = policy.position("reserve")


@policy.decision
def select_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The cheapest there is."""
    return cheapest(rules, choices, n)


@policy.decision
def hire_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Nobody: salaries come every year."""
    return STOP


@policy.decision
def rehire_lookouts(table, rules, choices, n, weights, memory, luck, seat):
    """One: his fee is less than a raid costs."""
    return min(1, n - 1)


@policy.decision
def close(table, rules, choices, n, weights, memory, luck, seat):
    """A dollar in hand is not raided tomorrow."""
    return 1 if table.coffers - table.debt * rules.loan_repay >= table.target + weights[RESERVE] else 0


@policy.decision
def sell_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """Only what must be sold to stay in business; rather do without the new upgrade."""
    if choices[0, 0] < 0:
        return STOP
    return enough(choices, n, cost_of_business(rules) - table.coffers)


@policy.decision
def keep_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Let them go."""
    return STOP
