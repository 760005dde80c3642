"""Modules 2 to 5, rule by rule."""

import pytest

from sim.errors import BadInput
from sim.games.tiefenthal import (
    bonuses,
    closing,
    evening,
    filling,
    guest_book,
    guests,
    planning,
    reputation,
    scoring,
    serving,
    start_cards,
)
from sim.games.tiefenthal.moving import move_die
from sim.games.tiefenthal.names import (
    A_NOBLE,
    ANY_SIGNATURE,
    CASHBOX,
    DISHES,
    FIRE_BREATHER,
    FIRE_REMOVE,
    FIRE_UPGRADE,
    JUGGLER,
    MERCHANT,
    MORE_REPUTATION,
    MORE_STEPS,
    RECRUIT,
    SERENADE,
    SINGER,
    SINGER_ACT,
    STOP,
    STORE,
    TABLES,
    WAITING,
)
from sim.games.tiefenthal.pile import push
from sim.registry import load_game, resolve
from tests.tiefenthal.kit import NOBLE, REGULAR_1, REGULAR_2, STAFF

FIRST, SECOND = 1, 2

# --- module 2 --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("schnapps.track")
@pytest.mark.parametrize(("module", "tokens"), [(2, [0, 1, 2, 0, 1, 2, 0, 1]), (3, [0, 1, 0, 0, 0, 0, 0, 1])])
def test_schnapps_of_the_round_track(open_village, module, tokens):
    village = open_village(module)
    village.table.upgraded[0] = 1  # nothing is left to upgrade for nothing
    got = []
    for round_ in range(1, 9):
        before, village.table.rounds = village.table.schnapps[0], round_
        village.do(evening.bonus_of_the_round)
        got.append(village.table.schnapps[0] - before)
    assert got == tokens


@pytest.mark.rule("schnapps.track")
def test_who_is_first_in_turn_takes_the_last_token(open_village):
    village = open_village(2)
    village.table.tokens_n, village.table.rounds = 1, 2
    for seat in (1, 0):
        village.do(evening.bonus_of_the_round, seat=seat)
    assert list(village.table.schnapps[:2]) == [0, 1]


@pytest.mark.rule("schnapps.arrive", "schnapps.replace")
def test_entertainers_come_instead_of_cards(open_village):
    village = open_village(2)
    village.decide("entertainer", (SINGER, 1), (FIRE_BREATHER, 0), (JUGGLER, 1))
    for round_ in (2, 3, 5, 7):
        village.table.rounds = round_
        village.do(evening.bonus_of_the_round)
    assert list(village.table.entertainer[0]) == [SECOND, FIRST, SECOND]
    assert village.table.deck_n[0] == 0 and len(village.asked["evening"]) == 1  # round 7 is as in summer


@pytest.mark.rule("schnapps.replace")
def test_the_other_reading_has_entertainers_and_cards(open_village):
    village = open_village(2, rules={"winter.entertainers_replace": False})
    village.table.rounds = 5
    village.do(evening.bonus_of_the_round)
    assert village.top() == [STAFF["table"]] and village.table.entertainer[0, JUGGLER] == FIRST


@pytest.mark.rule("schnapps.singer")
@pytest.mark.parametrize(("side", "coins", "beer", "left"), [(FIRST, 4, 0, 1), (SECOND, 0, 3, 1)])
def test_the_singer(open_village, side, coins, beer, left):
    village = open_village(2)
    village.table.entertainer[0, SINGER], village.table.schnapps[0] = side, 3
    village.decide("serve", *[SINGER_ACT] * (2 if side == FIRST else 1), STOP)
    village.do(serving.serve_turn)
    assert (village.table.coins_in[0, 3], village.table.beer_in[0, 3]) == (coins, beer)
    assert village.table.schnapps[0] == left


@pytest.mark.rule("schnapps.fire_upgrade", "schnapps.keep")
def test_the_fire_breather_upgrades_with_a_noble(open_village):
    village = open_village(2)
    village.seat(STAFF["dishwasher"])
    village.table.entertainer[0, FIRE_BREATHER], village.table.schnapps[0] = FIRST, 5
    village.decide("serve", (FIRE_UPGRADE, 0, DISHES, 5), STOP)
    village.do(serving.serve_turn)
    table = village.table
    assert (table.upgraded[0, DISHES], table.works[0, DISHES], table.laid[0, 1]) == (1, 0, 1)
    assert village.top() == [NOBLE] and table.schnapps[0] == 0


@pytest.mark.rule("schnapps.fire_remove")
def test_the_fire_breather_sends_away(open_village):
    village = open_village(2)
    village.table.entertainer[0, FIRE_BREATHER], village.table.schnapps[0] = SECOND, 2
    village.seat(NOBLE, REGULAR_1)
    village.decide("serve", FIRE_REMOVE, STOP)
    village.do(serving.serve_turn)
    assert village.table.owned[0, REGULAR_1] == 0 and village.table.schnapps[0] == 0


@pytest.mark.rule("schnapps.fire_remove")
def test_not_without_anybody_to_send_away(open_village):
    village = open_village(2)
    village.table.entertainer[0, FIRE_BREATHER], village.table.schnapps[0] = SECOND, 4
    village.seat(NOBLE, REGULAR_1)
    village.dice(1)
    village.place(1)
    village.decide("serve", STOP)
    village.do(serving.serve_turn)
    assert all(row[0] != FIRE_REMOVE for row in village.asked["serve"][0])


@pytest.mark.rule("schnapps.juggle_card")
def test_the_juggler_keeps_a_card_on_top_of_the_deck(open_village):
    village = open_village(2)
    village.table.entertainer[0, JUGGLER], village.table.schnapps[0] = FIRST, 3
    village.deck(REGULAR_2)
    village.seat(NOBLE, NOBLE, STAFF["supplier"], REGULAR_1)
    village.decide("juggle", NOBLE)
    village.do(closing.close_taverns)
    table = village.table
    assert village.top(2) == [NOBLE, REGULAR_2]
    assert (table.schnapps[0], table.discarded[0, NOBLE], table.discarded[0].sum()) == (2, 1, 3)


@pytest.mark.rule("schnapps.juggle_card")
def test_of_nobles_apart_one_table_is_left(open_village):
    village = open_village(2, rules={"nobles.share_a_table": False})
    village.table.entertainer[0, JUGGLER], village.table.schnapps[0] = FIRST, 1
    village.seat(NOBLE, NOBLE, REGULAR_1)
    village.decide("juggle", NOBLE)
    village.do(closing.close_taverns)
    assert [row[0] for row in village.asked["juggle"][0]] == [-1, NOBLE, REGULAR_1]
    assert village.table.discarded[0, NOBLE] == 1 and village.table.owned[0, NOBLE] == 2


@pytest.mark.rule("schnapps.juggle_die")
def test_the_juggler_turns_dice_before_they_are_placed(open_village):
    village = open_village(2)
    village.table.entertainer[0, JUGGLER], village.table.schnapps[0] = SECOND, 2
    village.dice(4, 3)
    village.decide("turn_die", (0, 5), (0, 6))
    village.decide("plan", 2)
    village.do(planning.plan_dice)
    assert list(village.table.dice[0, :2]) == [6, 3] and village.table.schnapps[0] == 0
    assert len(village.asked["turn_die"][0]) == 11


@pytest.mark.rule("schnapps.keep", "schnapps.points")
def test_four_tokens_are_kept_and_score(open_village):
    village = open_village(2)
    village.table.schnapps[0], village.table.tokens_n = 6, 0
    village.do(serving.serve_turn)
    assert (village.table.schnapps[0], village.table.tokens_n) == (4, 2)
    assert village.do(scoring.points_of) == 4


# --- module 3 --------------------------------------------------------------------------------------------------------


def planned(village):
    village.do(serving.begin_turn)
    return village.table.reputation[0]


@pytest.mark.rule("reputation.phase")
def test_the_lesser_of_coins_and_beer_moves_the_marker(open_village):
    village = open_village(3)
    guest = village.guest(5, die=3)
    village.seat(STAFF["merchant"], STAFF["supplier"], guest, REGULAR_2)
    village.dice(3, 4, 1, 5)
    village.place(0, "cashbox", "supplier", "monk")
    # coins 5 and 1; beer 2 of the supplier and 1 of the merchant
    assert planned(village) == 3
    assert village.table.granted[0] == 3


@pytest.mark.rule("reputation.phase")
def test_only_dice_and_merchants_count(open_village):
    village = open_village(3)
    village.table.coins[0] = village.table.beer[0] = 5
    village.seat(STAFF["bard"], STAFF["supplier"], REGULAR_2)
    village.dice(5, 2)
    village.place("monk", 0)
    assert planned(village) == 0


@pytest.mark.rule("reputation.replan")
def test_a_die_moves_only_if_the_reputation_stands(open_village):
    village = open_village(3)
    village.seat(REGULAR_2, REGULAR_1, STAFF["merchant"])
    village.dice(2, 1, 4)
    village.place(0, "barrel", "nowhere")
    assert planned(village) == 2
    village.do(move_die, die=0)
    village.decide("move", 0)
    village.do(move_die, die=2)
    # the guest's die may not go to the cashbox (1 coin < 2), nor be taken away; the loose die may go anywhere
    assert village.asked["move"] == [[(-1, 0, 2, -1), (0, 0, 2, -1)]]
    assert village.table.reputation[0] == 2  # the third coin needs a third beer


@pytest.mark.rule("reputation.replan")
def test_more_reputation_is_granted_at_once(open_village):
    village = open_village(3)
    village.seat(REGULAR_2, REGULAR_1)
    village.dice(2, 4)
    village.place(0, "nowhere")
    assert planned(village) == 0
    village.decide("move", 1)
    village.do(move_die, die=1)
    assert village.table.reputation[0] == 1


@pytest.mark.rule("reputation.cashed")
@pytest.mark.parametrize(("module", "coins"), [(2, 0), (3, 2)])
def test_dice_left_are_cashed_from_module_3_on(open_village, module, coins):
    village = open_village(module)
    village.seat(REGULAR_2)
    village.dice(2)
    village.place(0)
    village.decide("serve", STOP)
    village.do(serving.serve_turn)
    assert village.table.coins[0] == coins


@pytest.mark.rule("reputation.schnapps", "reputation.crown")
@pytest.mark.parametrize(
    ("start", "steps", "end", "tokens", "nobles"),
    [(3, 1, 4, 1, 0), (7, 1, 8, 1, 0), (10, 1, 11, 0, 1), (10, 2, 1, 0, 1)],
)
def test_the_spaces_of_the_reputation_track(open_village, start, steps, end, tokens, nobles):
    village = open_village(3)
    village.table.reputation[0] = start
    push(village.table, MORE_REPUTATION, steps)
    village.do(bonuses.settle)
    table = village.table
    assert (table.reputation[0], table.schnapps[0], table.owned[0, NOBLE]) == (end, tokens, nobles)


@pytest.mark.rule("reputation.schnapps")
def test_the_second_space_may_remove_a_guest(open_village):
    village = open_village(3)
    village.seat(REGULAR_1, REGULAR_2)
    village.dice(2)
    village.place(1)
    village.table.reputation[0] = 7
    push(village.table, MORE_REPUTATION, 1)
    village.decide("reputation_bonus", 1)
    village.do(bonuses.settle)
    assert village.table.owned[0, REGULAR_1] == 0 and village.table.schnapps[0] == 0


@pytest.mark.rule("reputation.points")
def test_the_sixth_space_scores_five(open_village):
    village = open_village(3)
    scores = []
    for space in range(12):
        village.table.reputation[0] = space
        scores.append(village.do(reputation.reputation_points))
    assert scores == [0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 0]


@pytest.mark.rule("reputation.bards")
def test_bards_sing_once_each(open_village):
    village = open_village(3)
    village.seat(STAFF["bard"], STAFF["bard"])
    village.decide("serve", SERENADE, SERENADE, STOP)
    village.do(serving.serve_turn)
    assert village.table.reputation[0] == 2


def test_no_reputation_before_module_3(open_village):
    village = open_village(2)
    push(village.table, MORE_REPUTATION, 3)
    village.do(bonuses.settle)
    assert village.table.reputation[0] == 0


@pytest.mark.rule("reputation.guests")
@pytest.mark.parametrize(("bonus", "steps", "tokens"), [("reputation2", 2, 0), ("schnapps", 0, 1)])
def test_the_new_guests(open_village, bonus, steps, tokens):
    village = open_village(3)
    guest = village.guest(5, bonus=bonus)
    village.show(guest)
    village.table.beer[0] = 5
    village.decide("serve", RECRUIT + 5, STOP)
    village.do(serving.serve_turn)
    assert (village.table.reputation[0], village.table.schnapps[0]) == (steps, tokens)


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
