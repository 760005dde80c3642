"""Set-up, and the start cards of module 4."""

from __future__ import annotations

from collections import Counter

from tests.referee.tiefenthal_bonus import step_on
from tests.referee.tiefenthal_cards import (
    CASHIER,
    CHEAPEST,
    FULL_CELLAR,
    GUEST,
    KINDS,
    LONG_TABLE,
    PILGRIM,
    PLAIN,
    REGULARS,
    START_CARDS,
    START_ITEMS,
)
from tests.referee.tiefenthal_evening import show_guest, show_three
from tests.referee.tiefenthal_state import Table, Tavern

SHOWN_BESIDE = 4


def set_up(table: Table) -> None:
    """Section Set-up: supplies, display, decks; with module 4 the start cards."""
    rules = table.rules
    table.market = [int(rules["staff.cards"]) if kind in table.kinds_sold() else 0 for kind in range(len(KINDS))]
    table.nobles = int(rules["nobles.supply"])
    table.schnapps = int(rules["schnapps.supply"]) if table.has("schnapps") else 0
    table.tiles_left = int(rules["book.tiles"]) if table.has("guest book") else 0
    in_play = [code for code, card in table.cards.items() if code >= GUEST and (card.module == 1 or table.module >= 3)]
    table.threes = {code for code in in_play if table.cards[code].cost == CHEAPEST}
    table.guests = set(in_play) - table.threes
    show_three(table)
    for slot in range(1, 1 + SHOWN_BESIDE):
        show_guest(table, slot)
    for tavern in table.taverns:
        tavern.below = Counter(REGULARS)
        tavern.counters_left = int(rules["counter.supply"])
    if table.has("start cards"):
        _start_cards(table)
    else:
        for tavern in table.taverns:
            tavern.start_card = PLAIN
            _into_deck(table, tavern, START_ITEMS[PLAIN][0], "setup.deck")
            _compensate(table, tavern)
    for tavern in table.taverns:
        shuffle(tavern)


def shuffle(tavern: Tavern) -> None:
    """Rules start.shuffle, setup.deck: nobody knows where the cards of the deck lie."""
    tavern.below.update(tavern.on_top)
    tavern.on_top = []


def _into_deck(table: Table, tavern: Tavern, kinds: tuple[int, ...], rule: str) -> None:
    for kind in kinds:
        table.gain_kind(tavern, kind, rule)


def _start_cards(table: Table) -> None:
    """Rule start.cards: three of seven are shown, each player chooses one; or they are dealt, or all the same."""
    how = table.rules["start_card.how"]
    if how == "chosen":
        for _ in range(table.rules["start_card.shown"]):
            card = table.reader.take("show", "start.cards", slot=-1)["card"]
            if card in table.start_cards or not 1 <= card <= len(START_CARDS):
                raise table.reader.stop("start.cards", f"start card {card} is shown beside {table.start_cards}")
            table.start_cards.append(card)
    for tavern in table.in_turn_order():
        if how == "chosen":
            tavern.start_card = table.choose("start_card", tavern, [(card,) for card in table.start_cards])[0]
        elif how == "dealt":
            tavern.start_card = 0
        else:
            tavern.start_card = 1 + START_CARDS.index(how)
        _tell_start_card(table, tavern)
        start_with(table, tavern)
        _compensate(table, tavern)


def _compensate(table: Table, tavern: Tavern) -> None:
    """House rule: coins in the safe for a seat."""
    table.earn_coins(tavern, table.rules[f"compensation.{tavern.seat}"], "start", "setup.start_player")


def _tell_start_card(table: Table, tavern: Tavern) -> None:
    """Take the line with a player's start card; a card that was dealt is known from it alone."""
    seat, card = table.reader.take("fact", "start.cards")["values"][:2]
    dealt = tavern.start_card == 0 and card in START_ITEMS
    if seat != tavern.number or not (dealt or card == tavern.start_card):
        raise table.reader.stop("start.cards", f"start card {card} of seat {seat}, not {tavern.start_card}")
    tavern.start_card = card


def start_with(table: Table, tavern: Tavern) -> None:
    """Rules start.items, start.regulars: take what the start card shows; its upgrades bring no noble."""
    rules, card = table.rules, tavern.start_card
    name = START_CARDS[card - 1].replace(" ", "_")
    kinds, area = START_ITEMS[card]
    table.earn_coins(tavern, rules[f"start_card.coins.{name}"], "start", "start.items")
    _into_deck(table, tavern, kinds, "start.items")
    if area >= 0:
        table.upgrade(tavern, area, "start.items", at_once=True)
    if card == PILGRIM:
        step_on(table, tavern, rules["start_card.pilgrim_steps"], "start.items")
        _lose_regulars(table, tavern, rules["start_card.pilgrim_regulars"])
    if card == LONG_TABLE:
        table.gain_schnapps(tavern, rules["start_card.table_schnapps"], "start.items")
    if card == FULL_CELLAR:
        table.earn_beer(tavern, rules["start_card.cellar_beer"], "start", "start.items")
    if card == CASHIER:
        _lose_regulars(table, tavern, rules["start_card.cashier_regulars"])


def _lose_regulars(table: Table, tavern: Tavern, number: int) -> None:
    """Rule start.regulars: regulars of the player's choice leave the deck for good."""
    for _ in range(number):
        choices = [(code,) for code in REGULARS if tavern.below[code]]
        code = table.choose("discard_regular", tavern, choices, "start.regulars")[0]
        tavern.below[code] -= 1
        table.box.append(code)
        tavern.tally["removed"] += 1
        table.card(tavern, code, "deck", "box", "start.regulars")
