"""Modules 4 and 5: start cards and the guest book, rule by rule."""

import pytest

from sim.errors import BadInput
from sim.games.tiefenthal import (
    bonuses,
    filling,
    guest_book,
    guests,
    serving,
    start_cards,
)
from sim.games.tiefenthal.names import (
    A_NOBLE,
    ANY_SIGNATURE,
    CASHBOX,
    MERCHANT,
    MORE_REPUTATION,
    MORE_STEPS,
    RECRUIT,
    STOP,
    STORE,
    TABLES,
    WAITING,
)
from sim.games.tiefenthal.pile import push
from sim.registry import load_game, resolve
from tests.tiefenthal.kit import NOBLE, STAFF

FIRST, SECOND = 1, 2

# --- module 4 --------------------------------------------------------------------------------------------------------

CARDS = {
    "plain": ["waitress", "table", "supplier"],
    "crew": ["supplier", "bard", "dishwasher", "merchant"],
    "pilgrim": ["merchant"],
    "long table": [],
    "full cellar": ["bard", "table"],
    "head waitress": ["waitress"],
    "cashier": ["dishwasher"],
}


@pytest.mark.rule("start.items", "start.regulars", "start.shuffle")
@pytest.mark.parametrize(
    ("name", "area", "regulars", "beer", "tokens", "steps"),
    [
        ("plain", None, 7, 0, 0, 0),
        ("crew", None, 7, 0, 0, 0),
        ("pilgrim", None, 5, 0, 0, 3),
        ("long table", TABLES, 7, 0, 1, 0),
        ("full cellar", STORE, 7, 5, 0, 0),
        ("head waitress", WAITING, 7, 0, 0, 0),
        ("cashier", CASHBOX, 6, 0, 0, 0),
    ],
)
def test_the_seven_start_cards(open_village, name, area, regulars, beer, tokens, steps):
    village = open_village(4, rules={"start_card.how": name})
    village.new_game()
    table = village.table
    cards = sorted(STAFF[card] for card in CARDS[name])
    deck = sorted(village.hidden.deck[0, : table.deck_n[0]])
    assert len([card for card in deck if card < 7]) == regulars and [c for c in deck if c >= 7] == cards
    assert (table.beer[0], table.schnapps[0], table.monastery[0]) == (beer, tokens, steps)
    assert list(table.works[0]) == [int(number == area) for number in range(9)]
    assert table.owned[0, NOBLE] == 0


def test_every_start_card_is_explained_where_its_worth_is_told():
    note = load_game("tiefenthal").file.balance.choice_note
    assert [name for name in CARDS if f"{name} " not in note] == []


@pytest.mark.rule("start.cards")
def test_three_are_shown_and_two_may_choose_the_same(open_village):
    village = open_village(4)
    village.new_game()
    shown = [card for card in village.table.start_cards if card]
    assert len(set(shown)) == 3
    assert [[row[0] for row in rows] for rows in village.asked["start_card"]] == [shown, shown]
    assert list(village.table.start_card[:2]) == [shown[0]] * 2


def test_a_house_rule_deals_the_cards(open_village):
    dealt = set()
    for players in (2, 3, 4):
        village = open_village(4, players, rules={"start_card.how": "dealt", "start_card.coins.plain": 2})
        village.new_game()
        for seat in range(players):
            dealt.add(int(village.table.start_card[seat]))
            assert village.table.coins[seat] == (2 if village.table.start_card[seat] == 1 else 0)
    assert len(dealt) > 2


def test_a_house_rule_puts_coins_with_start_cards(open_village):
    village = open_village(
        4,
        rules={
            "start_card.how": "crew",
            "start_card.coins.crew": 3,
            "start_card.coins.pilgrim": 1,
            "start_card.coins.long_table": 1,
            "start_card.coins.full_cellar": 1,
            "start_card.coins.head_waitress": 1,
            "start_card.coins.cashier": 1,
        },
    )
    village.new_game()
    assert list(village.table.coins[:2]) == [3, 3]
    assert list(village.rules.start_coins) == [0, 3, 1, 1, 1, 1, 1]


@pytest.mark.rule("start.regulars")
def test_which_regulars_leave_is_chosen(open_village):
    village = open_village(4)
    for regular in range(7):
        village.table.owned[0, regular] = 1
    village.decide("discard_regular", 6, 4)
    village.do(start_cards.lose_regulars, card=3)
    assert list(village.table.owned[0, :7]) == [1, 1, 1, 1, 0, 1, 0]


# --- module 5 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("book.sign", "book.tiles")
@pytest.mark.parametrize(("cost", "column"), [(3, 0), (4, 0), (5, 1), (6, 2), (7, 3), (8, 3)])
def test_a_guest_signs_in_the_column_of_the_price(open_village, cost, column):
    village = open_village(5)
    guest, following = village.guest(cost), village.guest(6, bonus="none")
    village.show(guest)
    village.table.tile[1] = 1
    village.hidden.guests[0], village.table.guests_n = following, 1
    village.table.beer[0] = 20
    village.do(guests.recruit, slot=1)
    village.do(bonuses.settle)
    assert village.table.book[0, column] == 1
    assert village.table.tile[1] == 1 and village.table.tiles_n == 39


@pytest.mark.rule("book.tiles")
def test_a_guest_without_a_tile_cannot_be_recruited(open_village):
    village = open_village(5)
    village.show(village.guest(4), village.guest(5))
    village.table.tile[2] = 1
    village.table.beer[0] = 8
    village.decide("serve", STOP)
    village.do(serving.serve_turn)
    assert [row[0] for row in village.asked["serve"][0] if row[0] >= RECRUIT] == [RECRUIT + 5]


@pytest.mark.rule("book.tiles")
def test_a_full_column_takes_no_tile(open_village):
    village = open_village(5)
    village.show(village.guest(4))
    village.table.tile[1], village.table.book[0, 0], village.table.tiles_n = 1, 4, 0
    village.do(guests.recruit, slot=1)
    village.do(bonuses.settle)
    assert (village.table.tiles_n, village.table.book[0, 0]) == (1, 4)


@pytest.mark.rule("book.any")
def test_the_signature_space_signs_anywhere(open_village):
    village = open_village(5)
    assert list(village.rules.track[:13]) == [0, 1, 2, 3, 101, 4, 5, 104, 6, 102, 7, 8, 103]
    village.table.reputation[0], village.table.book[0, 3] = 6, 4
    push(village.table, MORE_REPUTATION, 1)
    village.decide("signature", 2)
    village.do(bonuses.settle)
    assert [row[0] for row in village.asked["signature"][0]] == [0, 1, 2]
    assert village.table.book[0, 2] == 1 and village.table.tiles_n == 39
    village.table.tiles_n = 0
    push(village.table, ANY_SIGNATURE, 0)
    village.do(bonuses.settle)
    assert village.table.book[0].sum() == 5


@pytest.mark.rule("book.bonus", "book.row")
def test_boxes_and_rows(open_village):
    village = open_village(5)
    for column in (1, 2, 3):  # +1 reputation, nothing, a dishwasher
        village.do(guest_book.sign, column=column)
        village.do(bonuses.settle)
    assert village.table.reputation[0] == 1 and village.top() == [STAFF["dishwasher"]]
    village.do(guest_book.sign, column=0)
    village.do(bonuses.settle)
    assert village.top(2) == [NOBLE, STAFF["dishwasher"]]


@pytest.mark.rule("book.bonus")
def test_a_bonus_may_bring_another(open_village):
    village = open_village(5)
    village.table.book[0] = [0, 1, 0, 1]
    village.table.reputation[0] = 4
    village.decide("signature", 1)
    village.do(guest_book.sign, column=3)  # three steps of reputation, the last of them signs in column 1: a merchant
    village.do(bonuses.settle)
    assert village.table.reputation[0] == 7 and village.top() == [STAFF["merchant"]]


def test_everything_that_waits_is_settled_last_first(village):
    push(village.table, A_NOBLE, 0)
    push(village.table, MERCHANT + 1, 0)
    push(village.table, MORE_STEPS, 3)
    village.do(bonuses.settle)
    assert village.top(3) == [NOBLE, STAFF["merchant"], STAFF["merchant"]] and village.table.pending_n == 0
    village.do(filling.clear_tavern, rule=0)


def test_moves_are_bounded(open_village):
    village = open_village(rules={"turn.most_moves": 2, "compensation.first": 1, "compensation.third": 1})
    village.dice(3)
    village.decide("serve", 3, 3, STOP)
    village.decide("move", 0, 1)
    village.do(serving.serve_turn)
    assert not any(row[0] == 3 for row in village.asked["serve"][2])


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"winter.rounds": (2, 2, 5)}, "names one twice"),
        ({"cashbox.coins": 5}, "upgrading the cashbox would harm"),
        ({"nobles.cost": (9, 8, 18)}, "must not decrease"),
        ({"monastery.last": 10}, "beyond monastery.last"),
        ({"monastery.spaces": (0, 9) + (0,) * 21}, "without end"),
        ({"staff.cards": 1}, "too few for the start decks"),
    ],
)
def test_rules_that_cannot_stand_together(rules, said):
    with pytest.raises(BadInput, match=said):
        resolve(load_game("tiefenthal"), "module-1", rules=rules)
