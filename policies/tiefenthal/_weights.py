"""The judgements of `balanced` as numbers: every weight, with its bounds and what it means."""

from __future__ import annotations

from sim.policy import Weight

BALANCED: dict[str, Weight] = {
    # what a coin, a beer, a step are worth while nothing is known about what they will buy
    "coin": Weight(1.1, (0, 3), "points", "What a coin is worth when dice are drafted, or as a bonus."),
    "beer": Weight(1.1, (0, 3), "points", "What a beer is worth when dice are drafted."),
    "coins_a_pick": Weight(1.5, (0, 5), "coins", "What a white die still to be drafted is expected to bring."),
    "beer_a_pick": Weight(1.0, (0, 5), "beer", "What a white die still to be drafted is expected to bring."),
    "next_best": Weight(0.6, (0, 1), "", "How likely the best die of the next coaster is left by its owner."),
    "step": Weight(0.7, (0, 3), "points", "What a step on the monastery track is worth beyond the bonus it reaches."),
    "kept_coin": Weight(0.8, (0, 3), "points", "What a coin kept in the safe is worth."),
    "kept_beer": Weight(0.8, (0, 3), "points", "What a beer kept in the store is worth."),
    # cards
    "again": Weight(0.4, (0, 1), "uses", "How often a card is drawn in a round, after the round it is sure to be."),
    "order": Weight(0.5, (0, 3), "points", "What a coin of discount on an upgrade still to come is worth."),
    "dishwasher": Weight(0.8, (0, 5), "points", "What a dishwasher card does in a round it is drawn."),
    "waitress": Weight(2.0, (0, 6), "points", "What an own die is worth in a round."),
    "table": Weight(1.2, (0, 5), "points", "What a table card is worth in a round it is drawn."),
    "supplier": Weight(1.6, (0, 6), "points", "What a supplier card does in a round it is drawn."),
    "seat_pay": Weight(0.35, (0, 1), "points", "What a coin more that a guest pays is worth each time it is drawn."),
    "seat_par": Weight(2.0, (0, 8), "coins", "What a guest has to pay to be worth the table it takes."),
    "noble_burden": Weight(0.1, (-1, 3), "points", "What a noble costs for each round he still sits in the tavern."),
    "removal": Weight(0.3, (0, 3), "points", "What removing a poor guest is worth for each round left."),
    # areas, for each round the upgrade works
    "dishes_area": Weight(0.9, (0, 5), "points", "What the permanent dishwasher does in a round."),
    "waitress_area": Weight(2.2, (0, 6), "points", "What the permanent waitress does in a round."),
    "table_area": Weight(1.2, (0, 5), "points", "What the permanent table does in a round."),
    "supplier_area": Weight(1.4, (0, 6), "points", "What a beer more for each supplier die does in a round."),
    "cashbox_area": Weight(0.7, (0, 3), "points", "What each coin more in the cashbox does in a round."),
    "barrel_area": Weight(0.7, (0, 3), "points", "What each beer more in the barrel does in a round."),
    "safe_area": Weight(0.1, (0, 2), "points", "What each coin more in the safe does in a round."),
    "store_area": Weight(0.1, (0, 2), "points", "What each beer more in the store does in a round."),
    "monk_area": Weight(0.5, (0, 3), "points", "What each step more of the monk does in a round."),
    "free_price": Weight(0.3, (0, 2), "points", "What a coin of the price is worth when an upgrade is free."),
    # counter guests
    "counter": Weight(1.5, (0, 10), "points", "What a counter guest is worth who is kept."),
    "redraw": Weight(1.5, (0, 20), "points", "A fresh tavern must be expected to be so much better."),
    "guest_served": Weight(0.45, (0, 1), "", "How likely a guest is to be served, when taverns are compared."),
    # module 2
    "schnapps": Weight(1.3, (0, 6), "points", "What a schnapps is worth that is kept."),
    "singer_side": Weight(1, (0, 1), "", "The singer brings coins (below a half) or beer."),
    "fire_side": Weight(0, (0, 1), "", "The fire-breather upgrades (below a half) or removes a guest."),
    "juggler_side": Weight(1, (0, 1), "", "The juggler keeps a card (below a half) or turns dice."),
    # module 3
    "reputation": Weight(1.1, (0, 3), "points", "What a step on the reputation track is worth before the last round."),
    # module 4
    "plain": Weight(5, (0, 20), "points", "What this start card is worth, against the others."),
    "crew": Weight(6, (0, 20), "points", "What this start card is worth, against the others."),
    "pilgrim": Weight(4, (0, 20), "points", "What this start card is worth, against the others."),
    "long_table": Weight(6, (0, 20), "points", "What this start card is worth, against the others."),
    "full_cellar": Weight(6, (0, 20), "points", "What this start card is worth, against the others."),
    "head_waitress": Weight(8, (0, 20), "points", "What this start card is worth, against the others."),
    "cashier": Weight(7, (0, 20), "points", "What this start card is worth, against the others."),
    # module 5
    "signature": Weight(1.5, (0, 8), "points", "What a signature is worth that does not complete a row."),
}

_NAMES = list(BALANCED)


def position(name: str) -> int:
    """Return where a weight stands in the vector of `balanced`."""
    return _NAMES.index(name)
