"""The referee's own model in positions made by hand: the rulings."""

import pytest

from tests.referee import tiefenthal_bonus as bonus
from tests.referee import tiefenthal_turn as turn
from tests.referee.tiefenthal_by_hand import (
    RECRUIT,
    REGULAR_1,
    REGULAR_2,
    WANTS_3,
    WANTS_5,
    WANTS_6,
    lay,
    seat,
    sit_down,
    told,
)
from tests.referee.tiefenthal_cards import (
    AT_TABLE,
    BARREL,
    DISHWASHER,
    GUEST,
    NOBLE,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_SUPPLIER,
    SAFE,
    STAFF,
    STORE,
)
from tests.referee.tiefenthal_closing import count_points, outcome
from tests.referee.tiefenthal_dice import places, put
from tests.referee.tiefenthal_state import Die


def test_a_six_stays_a_six_and_dishwashers_add_up():
    table, tavern = sit_down()
    seat(tavern, REGULAR_1, WANTS_5, WANTS_6)
    tavern.plus, tavern.white = 2, [Die(3), Die(6)]
    assert (AT_TABLE + 1, 2, WANTS_5) in places(table, tavern, tavern.white[0])
    assert [row[0] for row in places(table, tavern, tavern.white[1])] == [0, 1, ON_SUPPLIER, AT_TABLE + 2]


def test_what_was_used_is_not_used_again():
    table, tavern = sit_down()
    seat(tavern, REGULAR_1, REGULAR_1)
    lay(table, tavern, (1, AT_TABLE, 0), (1, NOWHERE, 0), (2, ON_CASHBOX, 0))
    turn.use_all(table, tavern)
    assert [row[0] for row in places(table, tavern, tavern.white[1])] == [ON_BARREL, ON_SUPPLIER, AT_TABLE + 1]


def test_the_lesser_of_coins_and_beer_may_not_fall():
    """A 1 on the supplier and one with a regular bring reputation 1; the supplier's die may go to the barrel."""
    table, tavern = sit_down(module=3)
    seat(tavern, REGULAR_1, REGULAR_2)
    lay(table, tavern, (1, ON_SUPPLIER, 0), (1, AT_TABLE, 0), (2, NOWHERE, 0))
    turn.begin_turn(table, tavern)
    assert (tavern.granted, tavern.reputation) == (1, 1)
    assert [row[0] for row in turn.moves_of(table, tavern, tavern.white[0])] == [ON_BARREL]
    assert [row[0] for row in turn.moves_of(table, tavern, tavern.white[1])] == [ON_CASHBOX]
    # with the barrel covered as well nothing more is earned: there is one coin
    put(table, tavern, tavern.white[2], ON_BARREL, 0)
    turn.grant(table, tavern, "reputation.replan")
    assert tavern.reputation == 1


def test_an_upgrade_in_the_turn_does_not_count_for_reputation():
    table, tavern = sit_down(module=3)
    seat(tavern, REGULAR_2)
    lay(table, tavern, (2, AT_TABLE, 0), (1, ON_BARREL, 0))
    turn.begin_turn(table, tavern)
    table.upgrade(tavern, BARREL, "coins.upgrade")
    assert table.planned(tavern) == 1
    turn.use(table, tavern, tavern.white[1], "serve.barrel")
    assert tavern.beer == 2


def test_dice_left_are_cashed_in_module_3_alone():
    for module, beer in ((2, 0), (3, 1)):
        table, tavern = sit_down(module=module)
        lay(table, tavern, (1, ON_BARREL, 0))
        turn.begin_turn(table, tavern)
        turn.end_turn(table, tavern)
        assert tavern.beer == beer


def test_nobles_and_guests_under_a_die_are_not_removed():
    table, tavern = sit_down()
    seat(tavern, NOBLE, REGULAR_1, WANTS_3, -1)
    lay(table, tavern, (1, AT_TABLE + 1, 0))
    assert tavern.removable() == [2]
    turn.use_all(table, tavern)
    assert tavern.removable() == [1, 2]


def test_the_step_after_the_last_space_leads_to_the_start():
    table, tavern = sit_down()
    tavern.monastery = 21
    bonus.step_on(table, tavern, 3, "serve.monk")
    assert (tavern.monastery, tavern.on_top) == (1, [NOBLE])
    assert [(line["from"], line["to"]) for line in told(table, "marker")] == [(21, 22), (22, 0), (0, 1)]


def test_the_crown_brings_a_noble_and_leads_to_the_first_space():
    table, tavern = sit_down(module=3)
    tavern.reputation = 10
    bonus.rise(table, tavern, 2, "reputation.phase")
    assert (tavern.reputation, tavern.on_top) == (1, [NOBLE])


def test_a_full_row_brings_a_noble_after_the_bonus_of_its_box():
    table, tavern = sit_down(module=5)
    tavern.book = [1, 1, 1, 0]
    bonus.sign(table, tavern, 3, "book.sign")  # a dishwasher in the last box of the first row
    assert tavern.on_top == [STAFF + DISHWASHER, NOBLE]


def test_a_guest_without_a_tile_is_not_recruited():
    table, tavern = sit_down(module=5)
    table.display, table.tiles, tavern.beer = [GUEST + 4, RECRUIT, -1, -1, -1], [False, True] + [False] * 3, 9
    assert [row[:2] for row in turn.acts(table, tavern) if row[0] > turn.RECRUIT] == [(47, 1)]


def test_a_tile_for_a_full_column_goes_back_before_the_display_is_refilled():
    table, tavern = sit_down(module=5)
    table.display, table.tiles, table.tiles_left = [GUEST + 4, RECRUIT, -1, -1, -1], [True, True] + [False] * 3, 0
    tavern.book, tavern.beer = [0, 0, 0, 4], 7
    table.guests = {WANTS_6}
    table.reader.lines = [{"type": "show", "slot": 1, "card": WANTS_6, "tile": 1}]
    table.reader.settle = lambda: None
    turn._recruit(table, tavern, 1)
    assert (table.display[1], table.tiles[1], table.tiles_left, tavern.book[3]) == (WANTS_6, True, 0, 4)


def test_nobles_cost_9_14_18():
    table, tavern = sit_down()
    tavern.beer = 17
    assert [row[1:] for row in turn.acts(table, tavern) if row[0] == turn.NOBLES] == [(1, -1, 9), (2, -1, 14)]


def test_five_are_kept_with_safe_and_store_upgraded():
    for upgraded, kept in ((set(), 2), ({SAFE, STORE}, 5)):
        table, tavern = sit_down()
        tavern.coins = tavern.beer = 8
        tavern.upgraded = tavern.works = upgraded
        turn.end_turn(table, tavern)
        assert (tavern.coins, tavern.beer) == (kept, kept)


@pytest.mark.parametrize(
    ("stored", "winner", "twelfths"),
    [((3, 2, 3), "shared", [6, 0, 6]), ((3, 3, 3), "shared", [4, 4, 4]), ((2, 3, 1), "second", [0, 12, 0])],
)
def test_a_tie_goes_to_more_coins_and_beer(stored, winner, twelfths):
    table, _ = sit_down(players=3)
    for tavern, amount in zip(table.taverns, stored, strict=True):
        tavern.discard.update([NOBLE, WANTS_3, REGULAR_1])
        tavern.coins, tavern.beer = amount - 1, 1
    count_points(table)
    assert [tavern.points for tavern in table.taverns] == [14, 14, 14]
    assert (outcome(table), [tavern.twelfths for tavern in table.taverns]) == (winner, twelfths)


def test_schnapps_and_reputation_are_points():
    table, tavern = sit_down(module=3)
    tavern.schnapps, tavern.reputation = 3, 9
    count_points(table)
    assert tavern.points == 3 + 7
