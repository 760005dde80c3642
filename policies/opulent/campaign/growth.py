"""An ambitious owner: what draws a crowd, staff as soon as it can be paid, doors open while it is worth the risk."""

from policies.opulent.campaign._clubs import STOP, enough, safe_to_play_on, wanted
from sim.games.opulent.names import (
    BAR_UPGRADES,
    BUSINESS_LICENSE,
    CHANTEUSE,
    CIGARETTE_GIRL,
    COCKTAIL_WAITRESS,
    DOORMAN_ASSISTANT,
    EXPANDED_DANCE_FLOOR,
    FLOOR_SAFE,
    ICE_CHEST,
    LUXURIOUS_UPGRADES,
    MAITRE_D,
    NEW_BAND_INSTRUMENTS,
    ORNATE_DOOR,
    SLIDING_PANELS,
    STANCHIONS,
)
from sim.games.opulent.setup import cost_of_business
from sim.policy import CAMPAIGN, Policy, Weight

WEIGHTS = {
    "surplus": Weight(80, (0, 400), "dollars", "Dollars above the goal after which nothing more is risked."),
    "risk": Weight(2, (0, 10), "times", "How much a dollar that may be raided weighs against one that may come in."),
    "reserve": Weight(6, (0, 200), "dollars", "Dollars left in the coffers when staff is hired or kept."),
}
policy = Policy("opulent", "growth", weights=WEIGHTS, kind=CAMPAIGN)
SURPLUS, RISK, RESERVE = (policy.position(name) for name in WEIGHTS)

# Stars draw a crowd.
UPGRADES = (
    EXPANDED_DANCE_FLOOR,
    ORNATE_DOOR,
    LUXURIOUS_UPGRADES,
    BAR_UPGRADES,
    NEW_BAND_INSTRUMENTS,
    FLOOR_SAFE,
    ICE_CHEST,
    STANCHIONS,
    SLIDING_PANELS,
    BUSINESS_LICENSE,
)
STAFF = (COCKTAIL_WAITRESS, CIGARETTE_GIRL, CHANTEUSE, DOORMAN_ASSISTANT, MAITRE_D)


@policy.decision
def select_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """What draws the largest crowd for its price."""
    return max(0, wanted(choices, n, 0, UPGRADES))


@policy.decision
def hire_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever the club can afford above a reserve."""
    if table.coffers - rules.staff_salary < weights[RESERVE]:
        return STOP
    return max(STOP, wanted(choices, n, 1, STAFF))


@policy.decision
def rehire_lookouts(table, rules, choices, n, weights, memory, luck, seat):
    """All the club can afford above a reserve."""
    best = 0
    for i in range(1, n):
        if table.coffers - choices[i, 0] * rules.lookout_fee >= weights[RESERVE]:
            best = i
    return best


@policy.decision
def close(table, rules, choices, n, weights, memory, luck, seat):
    """Play on while more is to come in than a raid would cost."""
    return 0 if safe_to_play_on(table, rules, weights[SURPLUS], weights[RISK]) else 1


@policy.decision
def sell_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """Only what must be sold to stay in business; an upgrade owned earns more than the one to come."""
    if choices[0, 0] < 0:
        return STOP
    return enough(choices, n, cost_of_business(rules) - table.coffers)


@policy.decision
def keep_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Everybody the club can afford above a reserve."""
    if table.coffers - rules.staff_salary < weights[RESERVE]:
        return STOP
    return max(STOP, wanted(choices, n, 1, STAFF))
