"""In which orders did clubs buy, and how long did each live?

That is an association: clubs that cannot pay for an upgrade are in trouble already. What an order does is asked in
`analysis.campaign_orders`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.campaign_tally import NOTHING, Tally
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE, Estimate, wilson

#: Orders of fewer clubs are not listed, and at most so many are.
LEAST_CLUBS, MOST_ORDERS = 50, 10


@dataclass(frozen=True)
class BoughtOrder:
    """Clubs that bought the same things first.

    Attributes
    ----------
    things : tuple of str
        One for each scenario; "" where nothing was bought.
    clubs : int
        How many they are.
    survived : Estimate
        Share of them that survived all scenarios; the intervals of all listed orders hold together.
    """

    things: tuple[str, ...]
    clubs: int
    survived: Estimate


@dataclass(frozen=True)
class BoughtOrders:
    """The orders in which clubs bought, those that lived longest first.

    Attributes
    ----------
    scenarios : tuple of str
        Whose purchases make an order.
    alive : int
        Clubs alive after the last of them: only they have such an order.
    orders : tuple of BoughtOrder
        Those of enough clubs.
    left_out : int
        Clubs whose order is too rare to be listed.
    comparisons : int
        Intervals that hold together.
    """

    scenarios: tuple[str, ...]
    alive: int
    orders: tuple[BoughtOrder, ...]
    left_out: int
    comparisons: int

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "scenarios": list(self.scenarios),
            "alive": self.alive,
            "orders": [
                {"things": list(o.things), "clubs": o.clubs, "survived": o.survived.to_json()} for o in self.orders
            ],
            "left_out": self.left_out,
            "least_clubs": LEAST_CLUBS,
            "adjustment": {"method": "bonferroni", "comparisons": self.comparisons},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BoughtOrders:
        """Return what `to_json` described."""
        orders = [
            BoughtOrder(tuple(o["things"]), o["clubs"], Estimate.from_json(o["survived"])) for o in data["orders"]
        ]
        comparisons = data["adjustment"]["comparisons"]
        return cls(tuple(data["scenarios"]), data["alive"], tuple(orders), data["left_out"], comparisons)


def bought_orders(tally: Tally, confidence: float = CONFIDENCE) -> BoughtOrders:
    """Return the orders in which the clubs of a tally bought, and the share of each that survived all scenarios."""
    layout, last = tally.layout, tally.layout.buying[-1]
    names = next(holding.things for holding in layout.holdings if holding.name == "upgrades")
    alive = layout.alive[tally.ending[:, last]]
    bought = np.concatenate(tally.bought)[alive]
    survived = (tally.lived == len(layout.scenarios))[alive]
    clubs = Counter(map(tuple, bought.tolist()))
    survivors = Counter(map(tuple, bought[survived].tolist()))
    listed = [order for order, count in clubs.items() if count >= LEAST_CLUBS]
    each = simultaneous(confidence, len(listed))
    found = [
        BoughtOrder(
            tuple(names[thing] if thing != NOTHING else "" for thing in order),
            clubs[order],
            wilson(survivors[order], clubs[order], each),
        )
        for order in sorted(listed)
    ]
    found.sort(key=lambda order: -order.survived.estimate)
    kept = found[:MOST_ORDERS]
    left_out = int(alive.sum()) - sum(order.clubs for order in kept)
    scenarios = tuple(layout.scenarios[position] for position in layout.buying)
    return BoughtOrders(scenarios, int(alive.sum()), tuple(kept), left_out, len(listed))
