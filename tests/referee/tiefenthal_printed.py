"""Every number the rulebook prints or the rulings settle, as the referee knows them; a house rule must be named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PRINTED: dict[str, Any] = {
    "rounds": 8,
    "start.rotation": "clockwise",
    "compensation.first": 0,
    "compensation.second": 0,
    "compensation.third": 0,
    "compensation.fourth": 0,
    # A: counter guests in 1, 4, 6; choices in 2, 3, 5, 7; a free upgrade in 8
    "track.bonuses": [1, 2, 3, 1, 4, 1, 5, 6, 0, 0, 0, 0],
    "track.counter_guests": 1,
    "counter.supply": 3,
    "counter.redraw": True,
    "counter.steps": 1,
    "track.free_upgrade_nobles": 0,
    # B to E
    "tables.own": 3,
    "tables.upgraded": 4,
    "nobles.share_a_table": True,
    "deck.regulars": "mixed",
    "waitress.dice": 1,
    "dice.own_limit": 3,
    "dice.white": 4,
    "draft.passes": True,
    "dishwasher.plus": 1,
    # F
    "cashbox.coins": 1,
    "cashbox.coins_upgraded": 3,
    "supplier.faces": [1, 6],
    "supplier.beer": 1,
    "supplier.beer_upgraded": 2,
    "supplier.beer_per_card": 1,
    "merchant.beer": 1,
    "barrel.beer": 1,
    "barrel.beer_upgraded": 2,
    "monk.face": 5,
    "monk.steps": 1,
    "monk.steps_upgraded": 2,
    "safe.keeps": 2,
    "safe.keeps_upgraded": 5,
    "store.keeps": 2,
    "store.keeps_upgraded": 5,
    "staff.merchant.price": 2,
    "staff.dishwasher.price": 3,
    "staff.waitress.price": 4,
    "staff.table.price": 5,
    "staff.supplier.price": 6,
    "staff.bard.price": 1,
    "staff.cards": 16,
    "staff.of_each_kind": 1,
    "area.dishes.price": 9,
    "area.dishes.discount": 3,
    "area.waitress.price": 12,
    "area.waitress.discount": 4,
    "area.table.price": 15,
    "area.table.discount": 5,
    "area.supplier.price": 18,
    "area.supplier.discount": 6,
    "area.cashbox.price": 7,
    "area.barrel.price": 6,
    "area.safe.price": 5,
    "area.store.price": 5,
    "area.monk.price": 7,
    "area.nobles": 1,
    "guests.per_round": 1,
    "guests.pay": [3, 4, 5, 6, 7, 8],
    "guests.points": [1, 2, 3, 4, 5, 6],
    "guests.dice": "three to six",
    "guests.bonuses": "half",
    "nobles.cost": [9, 14, 18],
    "nobles.supply": 61,
    "nobles.die": 2,
    "nobles.pay": 2,
    "nobles.points": 10,
    "monastery.last": 22,
    "monastery.spaces": [0, 0, 0, 1, 0, 6, 0, 11, 0, 2, 0, 7, 0, 3, 0, 11, 0, 4, 0, 5, 0, 0, 12],
    # module 2
    "winter.entertainers_replace": True,
    "winter.entertainers": [0, 1, 2],
    "winter.rounds": [2, 3, 5],
    "schnapps.from_track": True,
    "schnapps.track": [0, 1, 2, 0, 1, 2, 0, 1, 0, 0, 0, 0],
    "schnapps.track_hidden": [0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    "schnapps.supply": 20,
    "schnapps.keeps": 4,
    "schnapps.points": 1,
    "singer.coins_price": 1,
    "singer.coins": 2,
    "singer.beer_price": 2,
    "singer.beer": 3,
    "fire.upgrade_price": 5,
    "fire.remove_price": 2,
    "juggler.card_price": 1,
    "juggler.die_price": 1,
    # module 3
    "reputation.steps": 1,
    "reputation.spaces": [1, 2, 3, 101, 4, 5, 6, 102, 7, 8, 103],
    "reputation.crown_nobles": 1,
    "bard.steps": 1,
    "guests.reputation": 2,
    # module 4
    "start_card.how": "chosen",
    "start_card.shown": 3,
    "start_card.pilgrim_steps": 3,
    "start_card.pilgrim_regulars": 2,
    "start_card.table_schnapps": 1,
    "start_card.cellar_beer": 5,
    "start_card.cashier_regulars": 1,
    # module 5
    "book.spaces": [0, 14, 0, 2, 0, 1, 0, 16, 13, 0, 3, 0, 4, 0, 12, 0, 0, 0, 0, 0],
    "book.rows": 4,
    "book.row_nobles": 1,
    "book.tiles": 40,
    "book.signature_after": 5,
}
#: Rules that only set the table or bound the engine.
FREE = frozenset({"players", "module", "turn.most_moves"})
NO_COINS = "start_card.coins."


def wrong_rules(rules: dict[str, Any], house_rules: frozenset[str]) -> Iterator[str]:
    """Yield a message for each rule of a trace's header that is neither printed so nor a house rule of the table."""
    for name, value in rules.items():
        if name in FREE or name in house_rules:
            continue
        printed = 0 if name.startswith(NO_COINS) else PRINTED.get(name)
        if value != printed:
            yield f"{name} is {value}, printed is {printed}"
    for name in PRINTED.keys() - rules.keys():
        yield f"{name} is missing"
    for name in FREE - rules.keys():
        yield f"{name} is missing"
