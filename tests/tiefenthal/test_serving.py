"""Phases F and G, bonuses and the end, rule by rule."""

import pytest

from sim.games.tiefenthal import (
    bonuses,
    closing,
    decks,
    evening,
    filling,
    planning,
    scoring,
    serving,
)
from sim.games.tiefenthal.names import (
    BRINGS,
    BUY,
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
)
from sim.games.tiefenthal.pile import push
from tests.tiefenthal.kit import AREAS, NOBLE, REGULAR_1, REGULAR_2, STAFF

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
    rows = [row for row in village.asked["serve"][0] if row[0] >= RECRUIT]
    assert rows == [
        (RECRUIT + 5, 1, BRINGS + DISHWASHER + 1, 5),
        (RECRUIT + 6, 2, BRINGS + village.rules.card_bonus[other], 6),
    ]
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


@pytest.mark.rule("bonus.remove", "plan.place")
def test_the_table_of_somebody_sent_away_stays_empty(village):
    """It is not filled again this round, and no die can be put on it."""
    village.seat(REGULAR_2, REGULAR_1, REGULAR_1 + 1)
    village.deck(NOBLE)
    village.dice(2)
    push(village.table, REMOVE, 0)
    village.decide("remove", 0)
    village.do(bonuses.settle)
    village.do(planning.plan_dice)
    assert [row[0] for row in village.asked["plan"][0]] == [-1, 0, 1]
    assert village.top() == [NOBLE] and village.table.nobles_out[0] == 0


@pytest.mark.rule("beer.guest")
def test_a_guest_who_comes_again_brings_no_bonus(village):
    guest = village.guest(5, bonus="coins2")
    village.deck(guest, REGULAR_1, REGULAR_1 + 1)
    village.do(filling.fill_tavern)
    village.dice(village.rules.card_die[guest])
    village.place(0)
    village.do(serving.use_all)
    assert village.table.coins_in[0].sum() == village.rules.card_pay[guest] and village.table.pending_n == 0


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
