"""The rulebook's worked examples."""

import pytest

from sim.games.tiefenthal import filling, planning, serving, waitresses
from sim.games.tiefenthal.names import (
    BUY,
    DISHES,
    MERCHANT,
    NOBLES,
    ON_BARREL,
    ON_MONK,
    ON_SUPPLIER,
    RECRUIT,
    STOP,
    SUPPLIER,
    SUPPLY_AREA,
    UPGRADE,
    USE,
    WAITRESS,
)
from tests.tiefenthal.kit import NOBLE, REGULAR_1, REGULAR_2, STAFF


@pytest.mark.rule("filling.draw", "filling.nobles")
def test_wolfgang_fills_his_tavern(village):
    """A noble, a table, staff, two guests, a second noble, a waitress, a regular: four tables are full."""
    guests = [village.guest(4), village.guest(5)]
    later = village.guest(6)
    village.deck(
        NOBLE, STAFF["table"], STAFF["waitress"], STAFF["supplier"], *guests, NOBLE, STAFF["waitress"], REGULAR_2, later
    )
    village.do(filling.fill_tavern)
    table = village.table
    assert list(table.seat_card[0, :4]) == [NOBLE, *guests, REGULAR_2]
    assert (table.seats_n[0], table.taken[0], table.nobles_out[0]) == (4, 4, 2)
    assert (table.laid[0, WAITRESS], table.laid[0, SUPPLIER]) == (2, 1)
    assert village.top() == [later]


@pytest.mark.rule("waitress.dice")
def test_a_permanent_waitress_and_one_drawn_roll_two_dice(village):
    village.upgrade("waitress")
    village.seat(STAFF["waitress"], REGULAR_1, REGULAR_1 + 1, REGULAR_1 + 2)
    village.rolls(3, 5)
    village.do(waitresses.roll_own_dice)
    assert list(village.table.dice[0, 4:6]) == [3, 5]
    assert village.table.dice_n[0] == 6


@pytest.mark.rule("plan.place")
def test_wolfgang_places_six_dice(village):
    """Of 1, 1, 3, 3, 5, 6 three go to the supplier, the 5 to the monk, a 3 to a guest and a 3 on the barrel."""
    guest = village.guest(5, die=3)
    village.seat(REGULAR_2, guest, REGULAR_1)
    village.dice(1, 1, 3, 3, 5, 6, own=2)
    village.decide("plan", ON_SUPPLIER, ON_SUPPLIER, 11, ON_BARREL, ON_MONK, ON_SUPPLIER)
    village.do(planning.plan_dice)
    assert list(village.table.die_at[0, :6]) == [2, 2, 11, 1, 3, 2]
    # the second 3 finds the guest taken; a 6 fits nothing but the supplier and what takes any die
    assert [row[0] for row in village.asked["plan"][3]] == [-1, 0, 1]
    assert [row[0] for row in village.asked["plan"][5]] == [-1, 0, 2]


@pytest.mark.rule("serve.supplier")
def test_nine_beer_from_three_dice_and_two_supplier_cards(village):
    village.seat(STAFF["supplier"], STAFF["supplier"])
    village.dice(1, 1, 6)
    village.place("supplier", "supplier", "supplier")
    village.do(serving.use_all)
    assert village.table.beer[0] == 9


@pytest.mark.rule("coins.special_order", "coins.noble")
def test_the_dishwashing_room_for_six_with_one_card_returned(village):
    village.seat(STAFF["dishwasher"], STAFF["dishwasher"])
    village.table.coins[0] = 6
    village.decide("serve", (UPGRADE, 1, DISHES, 6), STOP)
    village.do(serving.serve_turn)
    table = village.table
    assert (table.coins[0], table.upgraded[0, DISHES], table.laid[0, 1]) == (0, 1, 1)
    assert village.top() == [NOBLE]


@pytest.mark.rule("serve.turn", "coins.upgrade", "beer.guest", "bonus.coins")
def test_the_long_turn_of_phase_f(village):
    """Two upgrades, two nobles, a guest and a merchant out of seven dice, as the rulebook counts it."""
    payers = [village.guest(5, die=6), village.guest(6, die=5)]
    village.seat(STAFF["dishwasher"], STAFF["dishwasher"], STAFF["supplier"], *payers, NOBLE)
    village.upgrade("cashbox", "safe")
    village.table.coins[0] = 5
    recruit = village.guest(7, bonus="coins3")
    village.show(recruit)
    village.dice(6, 4, 4, 1, 1, 1, 6, own=3)
    village.place(0, 1, "cashbox", 2, "supplier", "supplier", "supplier", plus=(0, 1, 0, 1))
    village.decide(
        "serve",
        *((USE, die) for die in (0, 1, 2)),
        (UPGRADE, 0, SUPPLY_AREA, 18),
        (USE, 3),
        BUY + MERCHANT,
        *((USE, die) for die in (4, 5, 6)),
        RECRUIT + 7,
        (UPGRADE, 2, DISHES, 3),
        STOP,
    )
    village.do(serving.serve_turn)
    table = village.table
    assert (table.coins[0], table.beer[0]) == (1, 2)
    assert list(table.coins_in[0]) == [5 + 6 + 2, 3, 3, 0, 0]
    assert table.beer_in[0].sum() == 9
    assert village.top(4) == [NOBLE, recruit, STAFF["merchant"], NOBLE]
    assert table.laid[0, 1] == 0
    assert not any(row[0] == NOBLES for rows in village.asked["serve"][:8] for row in rows)
