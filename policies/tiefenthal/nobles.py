"""Beer and nobles first: dice go to the beer, coins into what brings more of it; what is left pays upgrades.

As greedy as `upgrades`, with another taste; what the two have in common is inherited.
"""

from policies.tiefenthal._greedy import (
    beer_upgrade,
    cheapest_upgrade,
    dearest_card,
    dearest_guest,
    free_acts,
    most_nobles,
)
from policies.tiefenthal._rows import find
from sim.games.tiefenthal.names import BUY, MERCHANT, SUPPLIER
from sim.policy import Policy, Weight

policy = Policy(
    "tiefenthal",
    "nobles",
    parent="upgrades",
    weights={
        "coin": Weight(0.8, (0, 3), "points", "What a coin is worth."),
        "beer": Weight(1.3, (0, 3), "points", "What a beer is worth."),
        "singer_side": Weight(1, (0, 1), "", "The singer brings coins (below a half) or beer."),
        "cards_until": Weight(6, (0, 12), "rounds", "Suppliers and merchants are bought first up to this round."),
        "guest_saves": Weight(
            0, (0, 9), "beer", "No guest is recruited when so little is missing for a noble that the store could wait."
        ),
    },
)


@policy.decision
def serve(table, rules, choices, n, weights, memory, luck, seat):
    """All dice; nobles, then guests; suppliers and merchants, upgrades for beer, other upgrades, other cards."""
    at = free_acts(table, rules, choices, n)
    if at < 0:
        at = most_nobles(choices, n)
    if at < 0 and table.beer[seat] + weights.guest_saves < rules.nobles_cost[0]:
        at = dearest_guest(choices, n)
    if at < 0 and table.rounds <= weights.cards_until:
        at = find(choices, n, BUY + SUPPLIER)
        if at < 0:
            at = find(choices, n, BUY + MERCHANT)
    if at < 0:
        at = beer_upgrade(choices, n)
    if at < 0:
        at = cheapest_upgrade(rules, choices, n)
    if at < 0 and table.rounds < rules.rounds:
        at = dearest_card(choices, n)
    return max(at, 0)
