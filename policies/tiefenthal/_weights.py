"""The judgements of `balanced` as numbers: every weight, with its bounds and what it means.

Found by an evolution strategy: games of two players in modules 1, 2, 3 and 5, all with the same weights, for the most
points; those of the start cards by dealing them at random. ``house-edge train`` can search on.
"""

from __future__ import annotations

from sim.policy import Weight

BALANCED: dict[str, Weight] = {
    # what a coin, a beer, a step are worth while nothing is known about what they will buy
    "coin": Weight(1.22, (0, 3), "points", "What a coin of a bonus is worth."),
    "beer": Weight(2, (0, 3), "points", "What a beer of a merchant to come is worth."),
    "coins_a_pick": Weight(1.89, (0, 5), "coins", "What a white die still to be drafted is expected to bring."),
    "beer_a_pick": Weight(0.96, (0, 5), "beer", "What a white die still to be drafted is expected to bring."),
    "next_best": Weight(0.61, (0, 1), "", "How likely the best die of the next coaster is left by its owner."),
    "step": Weight(0.3, (0, 3), "points", "What a step on the monastery track is worth beyond the bonus it reaches."),
    "kept_coin": Weight(1.17, (0, 3), "points", "What a coin kept in the safe is worth."),
    "kept_beer": Weight(1.31, (0, 3), "points", "What a beer kept in the store is worth."),
    # cards
    "again": Weight(0.28, (0, 1), "uses", "How often a card is drawn in a round, after the round it is sure to be."),
    "order": Weight(0.59, (0, 3), "points", "What a coin of discount on an upgrade still to come is worth."),
    "dishwasher": Weight(0.91, (0, 5), "points", "What a dishwasher card does in a round it is drawn."),
    "waitress": Weight(1.66, (0, 6), "points", "What an own die is worth in a round."),
    "table": Weight(1.35, (0, 5), "points", "What a table card is worth in a round it is drawn."),
    "supplier": Weight(1.84, (0, 6), "points", "What a supplier card does in a round it is drawn."),
    "seat_pay": Weight(0.45, (0, 1), "points", "What a coin more that a guest pays is worth each time it is drawn."),
    "seat_par": Weight(3.72, (0, 8), "coins", "What a guest has to pay to be worth the table it takes."),
    "noble_burden": Weight(0.59, (-1, 3), "points", "What a noble costs for each round he still sits in the tavern."),
    "removal": Weight(0.4, (0, 3), "points", "What removing a poor guest is worth for each round left."),
    # areas, for each round the upgrade works
    "dishes_area": Weight(0.93, (0, 5), "points", "What the permanent dishwasher does in a round."),
    "waitress_area": Weight(2.85, (0, 6), "points", "What the permanent waitress does in a round."),
    "table_area": Weight(1.6, (0, 5), "points", "What the permanent table does in a round."),
    "supplier_area": Weight(1.64, (0, 6), "points", "What a beer more for each supplier die does in a round."),
    "cashbox_area": Weight(0.94, (0, 3), "points", "What each coin more in the cashbox does in a round."),
    "barrel_area": Weight(1.05, (0, 3), "points", "What each beer more in the barrel does in a round."),
    "safe_area": Weight(0, (0, 2), "points", "What each coin more in the safe does in a round."),
    "store_area": Weight(0.05, (0, 2), "points", "What each beer more in the store does in a round."),
    "monk_area": Weight(0.33, (0, 3), "points", "What each step more of the monk does in a round."),
    "free_price": Weight(0.43, (0, 2), "points", "What a coin of the price is worth when an upgrade is free."),
    # counter guests
    "counter": Weight(2.37, (0, 10), "points", "What a counter guest is worth who is kept."),
    "redraw": Weight(1.03, (0, 20), "points", "A fresh tavern must be expected to be so much better."),
    "guest_served": Weight(0.49, (0, 1), "", "How likely a guest is to be served, when taverns are compared."),
    # module 2
    "schnapps": Weight(2.48, (0, 6), "points", "What a schnapps is worth that is kept."),
    "singer_side": Weight(1, (0, 1), "", "The singer brings coins (below a half) or beer."),
    "fire_side": Weight(0, (0, 1), "", "The fire-breather upgrades (below a half) or removes a guest."),
    "juggler_side": Weight(1, (0, 1), "", "The juggler keeps a card (below a half) or turns dice."),
    # module 3
    "reputation": Weight(1.92, (0, 3), "points", "What a step on the reputation track is worth before the last round."),
    # module 4
    "plain": Weight(10, (0, 20), "points", "What this start card is worth, against the others."),
    "crew": Weight(8.3, (0, 20), "points", "What this start card is worth, against the others."),
    "pilgrim": Weight(1.7, (0, 20), "points", "What this start card is worth, against the others."),
    "long_table": Weight(3.6, (0, 20), "points", "What this start card is worth, against the others."),
    "full_cellar": Weight(9, (0, 20), "points", "What this start card is worth, against the others."),
    "head_waitress": Weight(12.1, (0, 20), "points", "What this start card is worth, against the others."),
    "cashier": Weight(10.3, (0, 20), "points", "What this start card is worth, against the others."),
    # module 5
    "signature": Weight(1.41, (0, 8), "points", "What a signature is worth that does not complete a row."),
}

_NAMES = list(BALANCED)


def position(name: str) -> int:
    """Return where a weight stands in the vector of `balanced`."""
    return _NAMES.index(name)
