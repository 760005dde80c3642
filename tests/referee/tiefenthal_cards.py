"""The words and cards of The Taverns of Tiefenthal as a trace tells them. Shares nothing with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

SEATS = ("first", "second", "third", "fourth")

# cards by code
REGULARS = range(7)
NOBLE = 7
STAFF = 8
MERCHANT, DISHWASHER, WAITRESS, TABLE, SUPPLIER, BARD = range(6)
KINDS = ("merchant", "dishwasher", "waitress", "table", "supplier", "bard")
GUEST = 14
LAST_CARD = 62

# areas of a tavern, and the kind of card that four of them take back
AREAS = ("dishes", "waitress", "table", "supplier", "cashbox", "barrel", "safe", "store", "monk")
DISHES, WAITING, TABLES, SUPPLIERS, CASHBOX, BARREL, SAFE, STORE, MONK = range(9)
TAKES_BACK = {DISHES: DISHWASHER, WAITING: WAITRESS, TABLES: TABLE, SUPPLIERS: SUPPLIER}
FROM_NEXT_ROUND = (DISHES, WAITING, TABLES)

# spaces for dice
NOWHERE, ON_CASHBOX, ON_BARREL, ON_SUPPLIER, ON_MONK, AT_TABLE = -1, 0, 1, 2, 3, 10

# bonuses by code, as the boards name them
BONUSES = (
    *("none", *KINDS[:5], "coins2", "coins3", "coins4", "steps1", "steps2", "remove", "noble", "schnapps"),
    *("reputation1", "reputation2", "reputation3"),
)

# spaces of the reputation track that are no number
SCHNAPPS_SPACE, SCHNAPPS_OR_REMOVE, CROWN, SIGNATURE_SPACE = 101, 102, 103, 104

# entertainers
SINGER, FIRE_BREATHER, JUGGLER = range(3)

# bonuses of the round track
COUNTER_GUEST, GUEST_OR_MERCHANT, DIE_OR_DISHWASHER, TABLE_OR_SUPPLIER, DIE_OR_MERCHANT, FREE_UPGRADE = range(1, 7)
#: The two things a round offers; "die" is an own die, "guest" the top of the pile for 3 beer.
ROUND_CHOICES: dict[int, tuple[str | int, str | int]] = {
    GUEST_OR_MERCHANT: ("guest", MERCHANT),
    DIE_OR_DISHWASHER: ("die", DISHWASHER),
    TABLE_OR_SUPPLIER: (TABLE, SUPPLIER),
    DIE_OR_MERCHANT: ("die", MERCHANT),
}

START_CARDS = ("plain", "crew", "pilgrim", "long table", "full cellar", "head waitress", "cashier")
PLAIN, CREW, PILGRIM, LONG_TABLE, FULL_CELLAR, HEAD_WAITRESS, CASHIER = range(1, 8)
#: What a start card gives: kinds of cards, and the area that is upgraded.
START_ITEMS: dict[int, tuple[tuple[int, ...], int]] = {
    PLAIN: ((WAITRESS, TABLE, SUPPLIER), -1),
    CREW: ((SUPPLIER, BARD, DISHWASHER, MERCHANT), -1),
    PILGRIM: ((), -1),
    LONG_TABLE: ((), TABLES),
    FULL_CELLAR: ((BARD, TABLE), STORE),
    HEAD_WAITRESS: ((WAITRESS,), WAITING),
    CASHIER: ((DISHWASHER,), CASHBOX),
}

#: Columns of the guest book by what a guest costs.
COLUMN_OF = {3: 0, 4: 0, 5: 1, 6: 2, 7: 3, 8: 3}
COLUMNS = 4

CHEAPEST = 3
#: How many guests of each price are printed: the base game, and what module 3 adds.
GUESTS_OF_PRICE = {3: 8, 4: 7, 5: 8, 6: 7, 7: 4, 8: 4}
NEW_GUESTS = 10
#: The new guests: so many with reputation, so many with schnapps.
NEW_BONUSES = {"reputation": 6, "schnapps": 4}


@dataclass(frozen=True)
class Card:
    """A regular, noble or guest."""

    die: int
    pay: int
    points: int = 0
    cost: int = 0
    bonus: str = "none"
    module: int = 1


def regulars(what: str) -> list[Card]:
    """Return the seven regulars: four that want and pay 2, three that want and pay 1, or all alike."""
    twos, ones = Card(2, 2), Card(1, 1)
    return {"mixed": [twos] * 4 + [ones] * 3, "ones": [ones] * 7, "twos": [twos] * 7}[what]


def read_cards(rules: dict[str, Any], tables: dict[str, Any]) -> dict[int, Card]:
    """Return every card that can sit at a table, by code."""
    cards = dict(enumerate(regulars(rules["deck.regulars"])))
    cards[NOBLE] = Card(rules["nobles.die"], rules["nobles.pay"], rules["nobles.points"])
    for row in tables["guests"]:
        card = Card(row["die"], row["pay"], row["points"], row["cost"], row["bonus"], row["module"])
        cards[GUEST + row["card"]] = card
    return cards


def wrong_cards(rules: dict[str, Any], cards: dict[int, Card]) -> Iterator[tuple[str, str]]:
    """Yield rule and message where the guests of a trace's header are not those of the box.

    How many there are of each price is printed; what they want, pay, score and bring follows the assumed numbers of
    the header's rules.
    """
    basic = [card for code, card in cards.items() if code >= GUEST and card.module == 1]
    new = [card for code, card in cards.items() if code >= GUEST and card.module == 3]
    counts = dict(sorted(Counter(card.cost for card in basic).items()))
    if counts != GUESTS_OF_PRICE:
        yield "setup.display", f"guests of each price {counts}, not {GUESTS_OF_PRICE}"
    bonuses = Counter(card.bonus.rstrip("123") for card in new)
    if len(new) != NEW_GUESTS or dict(bonuses) != NEW_BONUSES:
        yield "reputation.guests", f"new guests {dict(bonuses)}, not {NEW_BONUSES}"
    faces = {"three to six": {3, 4, 5, 6}, "two to six": {2, 3, 4, 5, 6}}[rules["guests.dice"]]
    for card in (*basic, *new):
        if (card.pay, card.points) != (rules["guests.pay"][card.cost - 3], rules["guests.points"][card.cost - 3]):
            yield "serve.guest", f"a guest for {card.cost} beer pays {card.pay} and scores {card.points}"
        if card.die not in faces:
            yield "serve.guest", f"a guest wants a {card.die}"
        if card.bonus not in BONUSES or (card.cost == CHEAPEST and card.bonus != "none"):
            yield "beer.guest", f"a guest for {card.cost} beer brings {card.bonus}"
        if card.bonus.startswith("reputation") and card.bonus != f"reputation{rules['guests.reputation']}":
            yield "reputation.guests", f"a new guest brings {card.bonus}"
    dear = [card for card in basic if card.cost > CHEAPEST]
    with_bonus = sum(card.bonus != "none" for card in dear)
    share = {"none": 0.0, "few": 0.25, "half": 0.5, "all": 1.0}[rules["guests.bonuses"]]
    if abs(with_bonus - share * len(dear)) > 1:
        yield "beer.guest", f"{with_bonus} of {len(dear)} guests bring a bonus, not {share:.0%}"
