"""Phases A to G, rule by rule."""

import pytest

from sim.games.tiefenthal import (
    bonuses,
    closing,
    decks,
    draft,
    evening,
    filling,
    planning,
    scoring,
    serving,
    waitresses,
)
from sim.games.tiefenthal.names import (
    BUY,
    BY_TRACK,
    COINS_4,
    DISHWASHER,
    MERCHANT,
    NOBLES,
    PICK_UP,
    RECRUIT,
    REMOVE,
    SHARED,
    STEP,
    STOP,
    SUPPLIER,
    SUPPLY_AREA,
    TABLES,
    UPGRADE,
    USE_ALL,
    WAITRESS,
)
from sim.games.tiefenthal.pile import push
from tests.tiefenthal.kit import AREAS, NOBLE, REGULAR_1, REGULAR_2, STAFF

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


# --- F ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("serve.guest", "serve.cashbox", "serve.barrel", "serve.merchant", "serve.end")
@pytest.mark.parametrize(
    ("upgrades", "coins", "beer"), [((), 5, 4), (("cashbox", "barrel"), 7, 5), (("safe", "store"), 5, 4)]
)
def test_what_dice_bring_and_what_is_kept(village, upgrades, coins, beer):
    village.upgrade(*upgrades)
    village.seat(STAFF["merchant"], STAFF["merchant"], REGULAR_2, NOBLE, NOBLE)
    village.dice(2, 2, 3, 4, 6)
    village.place(0, 1, "cashbox", "barrel", "supplier")
    village.decide("serve", USE_ALL, STOP)
    village.do(serving.serve_turn)
    table = village.table
    assert (table.coins_in[0].sum(), table.beer_in[0].sum()) == (coins, beer)
    kept = (5, 4) if "safe" in upgrades else (2, 2)
    assert (table.coins[0], table.beer[0]) == kept
    assert (table.coins_out[0, 2], table.beer_out[0, 2]) == (coins - kept[0], beer - kept[1])


@pytest.mark.rule("serve.monk", "bonus.steps", "bonus.wrap")
@pytest.mark.parametrize(
    ("upgraded", "start", "end", "gained"), [(False, 2, 3, 1), (True, 21, 0, 1), (False, 22, 0, 0)]
)
def test_the_monk_walks(village, upgraded, start, end, gained):
    if upgraded:
        village.upgrade("monk")
    village.table.monastery[0] = start
    village.dice(5)
    village.place("monk")
    village.do(serving.use_all)
    assert village.table.monastery[0] == end
    assert village.table.deck_n[0] == gained


@pytest.mark.rule("serve.move")
def test_a_die_is_moved_in_the_own_turn(village):
    village.seat(REGULAR_2, REGULAR_1, REGULAR_1 + 1)
    village.dice(1, 2)
    village.place(1, "nowhere")
    village.decide("serve", (PICK_UP, 1), USE_ALL, STOP)
    village.decide("move", 10)
    village.do(serving.serve_turn)
    assert village.table.coins[0] == 2 and village.table.coins_in[0, 0] == 3


@pytest.mark.rule("serve.counter")
def test_a_counter_guest_is_one_step_even_with_the_monk_upgraded(village):
    village.upgrade("monk")
    village.table.counter[0], village.table.monastery[0] = 1, 4
    village.decide("serve", STEP, STOP)
    village.do(serving.serve_turn)
    assert (village.table.monastery[0], village.table.counter[0]) == (5, 0)
    assert village.table.coins[0] == 2  # the bonus of space 5


@pytest.mark.rule("serve.counter")
def test_the_other_reading_lets_counter_guests_only_redraw(open_village):
    village = open_village(rules={"counter.steps": 0})
    village.table.counter[0] = 1
    village.do(serving.serve_turn)
    assert all(row[0] != STEP for rows in village.asked["serve"] for row in rows)


@pytest.mark.rule("coins.cards")
def test_one_card_of_each_kind_a_round(village):
    village.table.coins[0] = 12
    village.table.market[MERCHANT] = 1
    village.decide("serve", BUY + DISHWASHER, BUY + MERCHANT, STOP)
    village.do(serving.serve_turn)
    assert village.top(2) == [STAFF["merchant"], STAFF["dishwasher"]]
    kinds = [{row[0] - BUY for row in rows if BUY <= row[0] < BUY + 6} for rows in village.asked["serve"]]
    assert kinds == [{0, 1, 2, 3, 4}, {0, 2, 3, 4}, {2, 3, 4}]


@pytest.mark.rule("coins.upgrade", "coins.at_once")
@pytest.mark.parametrize(
    ("area", "at_once"),
    [(name, number >= SUPPLY_AREA) for name, number in AREAS.items()],
)
def test_when_an_upgrade_works(village, area, at_once):
    village.table.coins[0] = 30
    village.decide("serve", (UPGRADE, 0, AREAS[area]), STOP)
    village.do(serving.serve_turn)
    assert village.table.upgraded[0, AREAS[area]] == 1
    assert village.table.works[0, AREAS[area]] == at_once
    evening.begin_round(village.table)
    assert village.table.works[0, AREAS[area]] == 1


@pytest.mark.rule("coins.special_order")
def test_a_price_never_falls_below_nothing_and_no_coins_come_back(village):
    village.seat(*[STAFF["supplier"]] * 4)
    village.decide("serve", (UPGRADE, 4, SUPPLY_AREA, 0), STOP)
    village.do(serving.serve_turn)
    assert (village.table.coins[0], village.table.market[SUPPLIER]) == (0, 20)


@pytest.mark.rule("coins.returned")
def test_what_is_returned_has_done_its_work(village):
    village.seat(STAFF["supplier"], STAFF["table"], REGULAR_2, REGULAR_1, REGULAR_1 + 1, 3)
    village.dice(1, 2)
    village.place("supplier", 3)
    village.table.coins[0] = 30
    village.decide("serve", (UPGRADE, 1, TABLES), (UPGRADE, 1, SUPPLY_AREA), USE_ALL, STOP)
    village.do(serving.serve_turn)
    table = village.table
    assert table.beer_in[0].sum() == 2  # upgraded, but without the card that went back
    assert table.coins_in[0, 0] == 2 and table.seat_card[0, 3] == 3  # the fourth guest is still there and pays


@pytest.mark.rule("beer.guest", "beer.refill", "bonus.card")
def test_a_guest_is_recruited_refilled_and_brings_the_bonus(village):
    bringing, following, other = village.guest(5, bonus="dishwasher"), village.guest(8), village.guest(6)
    village.show(bringing, other)
    village.hidden.guests[0], village.table.guests_n = following, 1
    village.table.beer[0] = 20
    village.decide("serve", RECRUIT + 5, STOP)
    village.do(serving.serve_turn)
    assert village.top(2) == [STAFF["dishwasher"], bringing]
    assert list(village.table.display[1:3]) == [following, other]
    assert not any(row[0] >= RECRUIT for row in village.asked["serve"][1])  # one guest a round


@pytest.mark.rule("beer.nobles", "bonus.noble")
def test_nobles_for_beer(village):
    village.table.beer[0] = 45
    village.decide("serve", (NOBLES, 3), (NOBLES, 2), (NOBLES, 1), STOP)
    village.do(serving.serve_turn)
    assert village.table.owned[0, NOBLE] == 6 and village.table.beer[0] == 2
    assert village.table.beer_out[0, 1] == 41
    assert {row[1:] for row in village.asked["serve"][0] if row[0] == NOBLES} == {(1, -1, 9), (2, -1, 14), (3, -1, 18)}


# --- bonuses ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bonus.card")
def test_nothing_comes_from_an_empty_pile(village):
    village.table.market[MERCHANT] = village.table.nobles_n = 0
    village.do(decks.gain_staff, kind=MERCHANT, rule=0)
    village.do(decks.gain_noble, cause=0, rule=0)
    assert village.table.deck_n[0] == 0


@pytest.mark.rule("bonus.coins")
def test_four_coins(village):
    push(village.table, COINS_4, 0)
    village.do(bonuses.settle)
    assert village.table.coins[0] == 4


@pytest.mark.rule("bonus.remove")
def test_only_guests_and_regulars_without_a_die_leave(village):
    guest = village.guest(4, die=3)
    village.seat(REGULAR_2, guest, NOBLE)
    village.dice(3)
    village.place(1)
    push(village.table, REMOVE, 0)
    village.decide("remove", 0)
    village.do(bonuses.settle)
    assert [row[0] for row in village.asked["remove"][0]] == [-1, 0]
    assert village.table.owned[0, REGULAR_2] == 0 and village.table.seat_card[0, 0] == -1
    village.do(serving.use_all)
    push(village.table, REMOVE, 0)
    village.decide("remove", 1)  # served first, then sent away
    village.do(bonuses.settle)
    assert village.table.owned[0, guest] == 0 and village.table.coins[0] == 4
    village.do(filling.clear_tavern, rule=0)
    assert village.table.discarded[0].sum() == 1  # the noble


@pytest.mark.rule("bonus.steps")
def test_passing_gives_what_reaching_gives(open_village):
    village = open_village(
        rules={"monastery.spaces": [0, 12, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
    )
    village.upgrade("monk")
    village.dice(5)
    village.place("monk")
    village.do(serving.use_all)
    assert village.table.owned[0, NOBLE] == 2


# --- G and the end ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("closing.discard", "closing.start_player")
def test_closing_time(village):
    village.seat(STAFF["waitress"], NOBLE, NOBLE, REGULAR_1, 2)
    village.do(closing.close_taverns)
    assert village.table.discarded[0].sum() == 5
    assert village.table.start == 1
    village.do(closing.close_taverns)
    assert village.table.start == 0


@pytest.mark.rule("closing.start_player")
def test_a_house_rule_lets_the_first_seat_always_start(open_village):
    village = open_village(rules={"start.rotation": "fixed"})
    village.do(closing.close_taverns)
    assert village.table.start == 0


@pytest.mark.rule("end.points", "end.tie")
def test_the_end(open_village):
    village = open_village(players=3)
    village.table.rounds = 8
    guest = village.guest(8)
    village.discards(NOBLE, guest, STAFF["supplier"], seat=0)
    village.deck(NOBLE, 0, seat=1)
    village.discards(guest + 1, seat=1)
    village.discards(NOBLE, seat=2)
    village.do(closing.close_taverns)
    assert list(village.table.points[:3]) == [16, 16, 10]
    assert village.table.outcome == SHARED and list(village.table.victory) == [6, 6, 0, 0]


@pytest.mark.rule("end.tie")
@pytest.mark.parametrize(("coins", "beer", "outcome"), [(1, 0, 1), (0, 2, 2), (1, 1, SHARED)])
def test_what_is_stored_breaks_ties(village, coins, beer, outcome):
    village.table.coins[0], village.table.beer[1] = coins, beer
    village.do(scoring.final_score)
    assert village.table.outcome == outcome
    assert village.table.victory.sum() == 12
