"""What a plan works with: dice, what they bring, what that is worth; one record, which costs nothing to hand on."""

from __future__ import annotations

import numpy as np

from policies.tiefenthal._dice import FACES
from policies.tiefenthal._purchases import MOST
from sim.games.tiefenthal.names import DICE

#: Dice that are not placed yet and the tables they can serve, both by face; what coins, beer, steps are worth.
THROW = np.dtype(
    (
        np.record,
        [
            ("counts", "i8", (FACES + 1,)),  # dice that show a face
            ("slots", "i8", (FACES + 1,)),  # tables that want it
            ("pays", "i8", (FACES + 1, DICE)),  # what they pay, the best first
            ("tables", "i8", (FACES + 1, DICE)),  # which they are
            ("at_supplier", "i8"),  # faces the supplier takes, as bits
            ("at_monk", "i8"),
            ("budget", "i8"),  # +1 of the dishwashers
            ("spare", "i8"),  # dice wanted for cashbox and barrel
            ("most_suppliers", "i8"),
            ("most_monks", "i8"),
            ("stages", "i8", (FACES + 1, 5)),  # see `attainable`
            ("coins", "i8"),  # at hand
            ("beer", "i8"),
            ("had_coins", "i8"),  # brought by dice placed before, and beer of merchants
            ("had_beer", "i8"),
            ("had_steps", "i8"),
            ("cashbox", "i8"),  # 1 if it is free
            ("barrel", "i8"),
            ("cashbox_coins", "i8"),
            ("barrel_beer", "i8"),
            ("supplier_beer", "i8"),
            ("coin_worth", "f8", (MOST + 1,)),  # of so many coins at hand, in points
            ("beer_worth", "f8", (MOST + 1,)),
            ("monk_worth", "f8", (DICE + 1,)),  # of so many dice on the monk
            ("renown_worth", "f8", (MOST + 1,)),  # of so many steps of reputation
            ("chosen", "i8", (MOST + 1,)),
        ],
    )
)
