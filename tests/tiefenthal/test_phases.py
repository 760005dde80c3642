"""Set-up and phases A to E, rule by rule."""

import pytest

from sim.games.tiefenthal import (
    draft,
    evening,
    filling,
    planning,
    serving,
    waitresses,
)
from sim.games.tiefenthal.cards import AREA_NAMES
from sim.games.tiefenthal.names import (
    BY_TRACK,
    SAFE,
    TABLES,
    WAITRESS,
)
from tests.tiefenthal.kit import NOBLE, REGULAR_1, REGULAR_2, STAFF

# --- set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("setup.deck", "setup.market", "setup.start_player")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_decks_and_the_market(open_village, players):
    village = open_village(players=players)
    village.new_game()
    table = village.table
    assert list(table.deck_n) == [10] * players + [0] * (4 - players)
    deck = sorted(village.hidden.deck[0, :10])
    assert deck == [*range(7), STAFF["waitress"], STAFF["table"], STAFF["supplier"]]
    assert list(table.market) == [16, 16, 16 - players, 16 - players, 16 - players, 0]
    assert table.start == 0


@pytest.mark.rule("setup.display", "setup.threes")
@pytest.mark.parametrize(("module", "guests"), [(1, 38), (3, 48)])
def test_the_guests_on_display(open_village, module, guests):
    village = open_village(module)
    village.new_game()
    table, cost = village.table, village.rules.card_cost
    assert [cost[card] == 3 for card in table.display] == [True, False, False, False, False]
    assert (table.threes_n, table.guests_n) == (8, guests - 8 - 4)
    assert len(set(table.display)) == 5


def test_a_house_rule_gives_later_seats_coins(open_village):
    village = open_village(rules={"compensation.second": 2, "compensation.fourth": 3}, players=4)
    village.new_game()
    assert list(village.table.coins) == [0, 2, 0, 3]


# --- A ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("evening.track", "evening.counter")
def test_counter_guests_come_in_rounds_1_4_and_6(village):
    for round_, had in ((1, 1), (4, 2), (6, 3)):
        village.table.rounds = round_
        village.do(evening.bonus_of_the_round)
        assert village.table.counter[0] == had


@pytest.mark.rule("evening.counter")
def test_no_more_counter_guests_than_there_are(open_village):
    village = open_village(rules={"track.counter_guests": 2})
    for round_ in (1, 4, 6):
        village.table.rounds = round_
        village.do(evening.bonus_of_the_round)
    assert village.table.counter[0] == 3


@pytest.mark.rule("evening.counter")
def test_the_reserve_shrinks_by_what_was_taken(open_village):
    village = open_village(2, rules={"winter.rounds": [1, 2, 3], "track.counter_guests": 2})
    for round_, had in ((1, 0), (4, 2), (6, 3)):
        village.table.rounds = round_
        village.do(evening.bonus_of_the_round)
        assert village.table.counter[0] == had


@pytest.mark.rule("evening.choice")
@pytest.mark.parametrize(
    ("round_", "offered"),
    [
        (2, ["guest", "merchant"]),
        (3, ["die", "dishwasher"]),
        (5, ["table", "supplier"]),
        (7, ["die", "merchant"]),
    ],
)
def test_what_a_round_lets_choose(village, round_, offered):
    three = village.guest(3)
    village.table.display[0], village.table.threes_n, village.hidden.threes[0] = three, 1, three
    village.table.rounds = round_
    village.decide("evening", (0, STAFF["merchant"]) if round_ in (2, 7) else 0)
    village.do(evening.bonus_of_the_round)
    wanted = {"guest": (0, three), "die": (1, -1)} | {name: (0, card) for name, card in STAFF.items()}
    assert [row[:2] for row in village.asked["evening"][0]] == [wanted[name] for name in offered]
    assert village.table.deck_n[0] == 1


@pytest.mark.rule("evening.choice", "beer.refill")
def test_the_last_guest_for_three_beer_brings_a_fifth_from_the_deck(village):
    three, next_guest = village.guest(3), village.guest(6)
    village.table.display[0], village.table.threes_n, village.hidden.threes[0] = three, 1, three
    village.hidden.guests[0], village.table.guests_n = next_guest, 1
    village.table.rounds = 2
    village.decide("evening", (0, three))
    village.do(evening.bonus_of_the_round)
    assert village.top() == [three]
    assert (village.table.display[0], village.table.threes_n, village.table.guests_n) == (next_guest, 0, 0)
    village.do(evening.bonus_of_the_round)  # only the merchant is left to take
    assert village.top() == [STAFF["merchant"]]


@pytest.mark.rule("evening.die", "waitress.dice")
def test_the_die_of_the_track_counts_towards_the_three(village):
    village.table.rounds = 3
    village.decide("evening", 1)
    village.rolls(6, 1, 2)
    village.do(evening.bonus_of_the_round)
    assert village.table.extra_die[0] == 6
    village.seat(*[STAFF["waitress"]] * 3)
    village.do(waitresses.roll_own_dice)
    assert list(village.table.dice[0, 4:7]) == [6, 1, 2]
    assert village.table.own_n[0] == 3


@pytest.mark.rule("evening.die")
def test_no_own_die_where_none_may_be_had(open_village):
    village = open_village(rules={"dice.own_limit": 0})
    village.table.rounds = 3
    village.do(evening.bonus_of_the_round)
    assert village.asked["evening"] == [] and village.top() == [STAFF["dishwasher"]]


@pytest.mark.rule("evening.free_upgrade")
def test_round_8_upgrades_at_once_and_without_a_noble(village):
    village.table.rounds = 8
    village.decide("free_upgrade", TABLES)
    village.do(evening.bonus_of_the_round)
    assert village.table.works[0, TABLES] == 1
    assert village.table.deck_n[0] == 0
    village.deck(*range(6))
    village.do(filling.fill_tavern)
    assert village.table.taken[0] == 4


@pytest.mark.rule("evening.free_upgrade")
def test_the_free_upgrade_may_be_declined_for_the_last_area(village):
    """The rulebook says "may": an area bought later in the round brings its noble."""
    village.table.rounds = 8
    village.upgrade(*(name for name in AREA_NAMES if name != "safe"))
    village.decide("free_upgrade", -1)
    village.do(evening.bonus_of_the_round)
    assert village.asked["free_upgrade"] == [[(SAFE, 0, 0, 0), (-1, 0, 0, 0)]]
    assert village.table.upgraded[0, SAFE] == 0


def test_a_house_rule_gives_the_free_upgrade_nobles(open_village):
    village = open_village(rules={"track.free_upgrade_nobles": 2})
    village.table.rounds = 8
    village.do(evening.bonus_of_the_round)
    assert village.top(2) == [NOBLE, NOBLE] and village.table.nobles_for[0, BY_TRACK] == 2


# --- B, C ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("filling.reshuffle")
def test_an_empty_deck_is_made_of_the_discards_and_tables_may_stay_empty(village):
    village.deck(REGULAR_1)
    village.discards(STAFF["waitress"], REGULAR_2)
    village.do(filling.fill_tavern)
    table = village.table
    assert (table.taken[0], table.seats_n[0], table.laid[0, WAITRESS]) == (2, 3, 1)
    assert table.deck_n[0] == 0 and not table.discarded[0].any()


@pytest.mark.rule("filling.redraw")
def test_a_counter_guest_fills_the_tavern_again(village):
    village.deck(0, 1, STAFF["table"], 2, 3, 4, 5, 6)
    village.table.counter[0] = 2
    village.decide("redraw", 1, 0)
    village.do(filling.fill_tavern)
    table = village.table
    assert list(table.seat_card[0, :3]) == [4, 5, 6]
    assert (table.counter[0], table.redraws[0], table.seats_n[0]) == (1, 1, 3)
    assert table.discarded[0, :4].sum() == 4 and table.discarded[0, STAFF["table"]] == 1


@pytest.mark.rule("filling.redraw")
def test_no_redraw_while_a_table_is_empty(village):
    village.deck(0, 1)
    village.table.counter[0] = 1
    village.do(filling.fill_tavern)
    assert village.asked["redraw"] == [] and village.table.taken[0] == 2


@pytest.mark.rule("filling.nobles")
def test_nobles_apart_take_a_table_each(open_village):
    village = open_village(rules={"nobles.share_a_table": False})
    village.deck(NOBLE, NOBLE, NOBLE, 0)
    village.do(filling.fill_tavern)
    assert list(village.table.seat_card[0, :3]) == [NOBLE] * 3
    village.do(filling.clear_tavern, rule=0)
    assert village.table.discarded[0, NOBLE] == 3


@pytest.mark.rule("waitress.dice")
def test_three_own_dice_at_most(village):
    village.upgrade("waitress")
    village.seat(*[STAFF["waitress"]] * 4)
    village.do(waitresses.roll_own_dice)
    assert village.table.own_n[0] == 3 and village.table.dice_n[0] == 7


# --- D ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("draft.roll", "draft.pick")
def test_coasters_go_to_the_left_after_every_pick(open_village):
    village = open_village(players=3)
    village.table.start = 1
    village.rolls(1, 2, 3, 4, *[5] * 4, *[6] * 4)
    # the second player picks first; then the coasters of the first, second, third seat go one seat on
    village.decide("draft", 4, 3, 2)
    village.do(draft.draft_dice)
    dice = village.table.dice
    assert [sorted(dice[seat, :4]) for seat in range(3)] == [[1, 4, 5, 6], [3, 5, 5, 6], [2, 5, 6, 6]]
    assert list(village.table.tray_n[:3]) == [0, 0, 0]
    assert [[row[0] for row in rows] for rows in village.asked["draft"]] == [[1, 2, 3, 4], [1, 2, 3], [1, 2]]


@pytest.mark.rule("draft.pick")
def test_a_house_rule_keeps_the_own_roll(open_village):
    village = open_village(rules={"draft.passes": False})
    village.rolls(1, 1, 1, 1, 6, 6, 6, 6)
    village.do(draft.draft_dice)
    assert village.table.dice[:2, :4].tolist() == [[1] * 4, [6] * 4]


# --- E ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("plan.dishwasher", "plan.budget")
def test_dishwashers_raise_dice_and_never_a_six(village):
    village.upgrade("dishes")
    guest = village.guest(4, die=6)
    village.seat(STAFF["dishwasher"], guest, NOBLE, REGULAR_1)
    village.dice(4, 6, 5)
    village.decide("plan", 10, 2, -1)
    village.do(planning.plan_dice)
    first, second, third = village.asked["plan"]
    # two helpers: the 4 reaches supplier (6), monk (5) and the guest who wants a 6, but no noble who wants a 2
    assert {row[:2] for row in first} == {(-1, 0), (0, 0), (1, 0), (2, 2), (3, 1), (10, 2)}
    assert {row[:2] for row in second} == {(-1, 0), (0, 0), (1, 0), (2, 0)}
    assert {row[:2] for row in third} == {(-1, 0), (0, 0), (1, 0), (3, 0)}
    assert (village.table.plus[0], village.table.plus_left[0]) == (2, 0)


@pytest.mark.rule("plan.once")
def test_cashbox_barrel_and_tables_take_one_use_a_round(village):
    village.seat(REGULAR_2, REGULAR_1, REGULAR_1 + 1)
    village.dice(2, 2, 2)
    village.place("cashbox", 0)
    village.do(serving.use_all)
    village.decide("move", 1)
    from sim.games.tiefenthal.moving import move_die

    village.do(move_die, die=2)
    assert [row[0] for row in village.asked["move"][0]] == [-1, 1]
    assert village.table.die_at[0, 2] == 1
