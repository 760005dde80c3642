"""Module 4: start cards."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.bonuses import settle
from sim.games.tiefenthal.decks import gain_staff
from sim.games.tiefenthal.names import (
    BARD,
    BOX,
    CARD,
    CASHBOX,
    CASHIER,
    CREW,
    DISHWASHER,
    FACT,
    FROM_START,
    FROM_START_BEER,
    FULL_CELLAR,
    HEAD_WAITRESS,
    LONG_TABLE,
    MERCHANT,
    MORE_STEPS,
    ON_DECK,
    PILGRIM,
    PLAIN,
    REGULARS,
    SHOW,
    START_CARDS,
    STORE,
    SUPPLIER,
    TABLE_CARD,
    TABLES,
    WAITING,
    WAITRESS,
    ids,
)
from sim.games.tiefenthal.pile import push
from sim.games.tiefenthal.purse import earn_beer, earn_coins
from sim.games.tiefenthal.schnapps import take_schnapps
from sim.games.tiefenthal.upgrades import upgrade
from sim.jit import compiled
from sim.streams import below
from sim.trace import emit

CARDS_RULE = ids.rule("start.cards")
ITEMS = ids.rule("start.items")
REGULARS_RULE = ids.rule("start.regulars")
CHOOSE = ids.decision("start_card")
DISCARD_REGULAR = ids.decision("discard_regular")
STREAM = ids.stream("start_cards")

CHOSEN, DEALT, ALL_THE_SAME = 0, 1, 2  # start_card.how; from 2 on the number of the card is one less


@compiled
def show_start_cards(table, hidden, rules, log):
    """Show some of the shuffled start cards (rule start.cards)."""
    for card in range(START_CARDS):
        table.start_cards[card] = card + 1
    for place in range(START_CARDS):
        other = place + below(hidden.streams[STREAM], START_CARDS - place)
        held = table.start_cards[place]
        table.start_cards[place] = table.start_cards[other]
        table.start_cards[other] = held
    for place in range(START_CARDS):
        if place >= rules.start_card_shown or rules.start_card_how != CHOSEN:
            table.start_cards[place] = 0
        else:
            emit(log, SHOW, CARDS_RULE, -1, table.start_cards[place], 0, 0, 0)


@compiled
def take_start_card(table, hidden, rules, team, log, seat):
    """Choose a start card, or take the one a house rule deals, and its items (rules start.cards, start.items)."""
    if rules.start_card_how == CHOSEN:
        no_choices(team)
        for place in range(START_CARDS):
            if table.start_cards[place] != 0:
                offer(team, table.start_cards[place])
        card = team.choices[ask(CHOOSE, seat, table, hidden, rules, team, log), 0]
    elif rules.start_card_how == DEALT:
        card = 1 + below(hidden.streams[STREAM], START_CARDS)
    else:
        card = rules.start_card_how - ALL_THE_SAME + 1
    table.start_card[seat] = card
    emit(log, FACT, CARDS_RULE, seat, card, 0, 0, 0)
    items(table, hidden, rules, log, seat, card)
    settle(table, hidden, rules, team, log, seat)
    lose_regulars(table, hidden, rules, team, log, seat, card)


@compiled
def items(table, hidden, rules, log, seat, card):
    """Take what a start card shows (rule start.items)."""
    earn_coins(table, log, seat, rules.start_coins[card - 1], FROM_START, ITEMS)
    if card == PLAIN or card == HEAD_WAITRESS:
        gain_staff(table, hidden, log, seat, WAITRESS, ITEMS)
    if card == PLAIN or card == CREW:
        gain_staff(table, hidden, log, seat, SUPPLIER, ITEMS)
    if card == PLAIN or card == FULL_CELLAR:
        gain_staff(table, hidden, log, seat, TABLE_CARD, ITEMS)
    if card == CREW or card == FULL_CELLAR:
        gain_staff(table, hidden, log, seat, BARD, ITEMS)
    if card == CREW or card == CASHIER:
        gain_staff(table, hidden, log, seat, DISHWASHER, ITEMS)
    if card == CREW:
        gain_staff(table, hidden, log, seat, MERCHANT, ITEMS)
    if card == PILGRIM and rules.start_card_pilgrim_steps > 0:
        push(table, MORE_STEPS, rules.start_card_pilgrim_steps)
    if card == LONG_TABLE:
        take_schnapps(table, log, seat, rules.start_card_table_schnapps, ITEMS)
        upgrade(table, hidden, log, seat, TABLES, 0, 0, True, ITEMS)
    if card == FULL_CELLAR:
        upgrade(table, hidden, log, seat, STORE, 0, 0, True, ITEMS)
        earn_beer(table, log, seat, rules.start_card_cellar_beer, FROM_START_BEER, ITEMS)
    if card == HEAD_WAITRESS:
        upgrade(table, hidden, log, seat, WAITING, 0, 0, True, ITEMS)
    if card == CASHIER:
        upgrade(table, hidden, log, seat, CASHBOX, 0, 0, True, ITEMS)


@compiled
def lose_regulars(table, hidden, rules, team, log, seat, card):
    """Remove regulars of the player's choice from the deck (rule start.regulars)."""
    count = 0
    if card == PILGRIM:
        count = rules.start_card_pilgrim_regulars
    elif card == CASHIER:
        count = rules.start_card_cashier_regulars
    for _ in range(count):
        no_choices(team)
        for regular in range(REGULARS):
            if table.owned[seat, regular] > 0:
                offer(team, regular)
        regular = team.choices[ask(DISCARD_REGULAR, seat, table, hidden, rules, team, log), 0]
        table.owned[seat, regular] -= 1
        table.removed[seat] += 1
        emit(log, CARD, REGULARS_RULE, seat, regular, ON_DECK, BOX, 0)
