"""The referee's own model in positions made by hand: the rulebook's worked examples."""

import pytest

from tests.referee import tiefenthal_turn as turn
from tests.referee.reader import Disagreement
from tests.referee.tiefenthal_by_hand import (
    RECRUIT,
    REGULAR_1,
    REGULAR_2,
    WANTS_3,
    WANTS_5,
    decision,
    draw,
    lay,
    roll,
    seat,
    sit_down,
)
from tests.referee.tiefenthal_cards import (
    AT_TABLE,
    CASHBOX,
    CREW,
    DISHES,
    DISHWASHER,
    GUEST,
    LONG_TABLE,
    MERCHANT,
    NOBLE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
    PILGRIM,
    SAFE,
    SEATS,
    STAFF,
    SUPPLIER,
    SUPPLIERS,
    TABLE,
    TABLES,
    WAITING,
    WAITRESS,
)
from tests.referee.tiefenthal_dice import draft, places, put
from tests.referee.tiefenthal_evening import count_dishwashers, fill_tavern, roll_own_dice
from tests.referee.tiefenthal_setup import start_with
from tests.referee.tiefenthal_state import Die


def test_wolfgang_fills_his_tavern():
    """A noble, a table, staff, two guests, a second noble, a second waitress, a regular: four tables are taken."""
    drawn = [NOBLE, STAFF + TABLE, STAFF + WAITRESS, STAFF + SUPPLIER, WANTS_3, WANTS_5, NOBLE, STAFF + WAITRESS]
    table, tavern = sit_down(*(draw("first", card) for card in [*drawn, REGULAR_2]))
    tavern.below.update([*drawn, REGULAR_2, REGULAR_1])
    fill_tavern(table, tavern)
    assert [seat.card for seat in tavern.seats] == [NOBLE, WANTS_3, WANTS_5, REGULAR_2]
    assert (tavern.nobles_out, tavern.laid[WAITRESS], tavern.laid[SUPPLIER], tavern.laid[TABLE]) == (2, 2, 1, 1)
    assert tavern.deck_size() == 1


def test_a_card_laid_on_the_deck_is_drawn_first():
    table, tavern = sit_down(draw("first", REGULAR_1), draw("first", WANTS_3))
    tavern.below.update([REGULAR_1, REGULAR_2])
    tavern.on_top = [WANTS_3]
    with pytest.raises(Disagreement):
        fill_tavern(table, tavern)


def test_an_empty_deck_and_discard_pile_leave_tables_empty():
    table, tavern = sit_down(draw("first", REGULAR_1), draw("first", REGULAR_2))
    tavern.below.update([REGULAR_1])
    tavern.discard.update([REGULAR_2])
    tavern.counters = 1  # not every table is taken, so nobody is asked
    fill_tavern(table, tavern)
    assert [seat.card for seat in tavern.seats] == [REGULAR_1, REGULAR_2, -1]


def test_a_permanent_waitress_and_one_drawn_roll_two_dice():
    table, tavern = sit_down(roll("first", 3, "own"), roll("first", 5, "own"))
    tavern.works = {WAITING}
    tavern.laid[WAITRESS] = 1
    roll_own_dice(table, tavern)
    assert [die.face for die in tavern.own] == [3, 5]


def test_never_more_than_three_own_dice():
    table, tavern = sit_down(*(roll("first", face, "own") for face in (1, 2, 3)))
    tavern.laid[WAITRESS], tavern.extra = 5, 6
    roll_own_dice(table, tavern)
    assert [die.face for die in tavern.own] == [6, 1, 2]


def test_four_players_draft():
    """Wolfgang and Nina take a 6, Luke a 2, Marie a 5; from Marie's coaster Wolfgang takes another 6, and so on."""
    coasters = {"first": (6, 5, 1, 1), "second": (6, 4, 1, 1), "third": (2, 1, 1, 1), "fourth": (5, 6, 1, 1)}
    left = {name: list(faces) for name, faces in coasters.items()}
    lines, order = [roll(name, face) for name, faces in coasters.items() for face in faces], list(SEATS)
    for turn_number, picks in enumerate([(6, 6, 2, 5), (6, 5, 4, 1)]):
        for number, (name, face) in enumerate(zip(order, picks, strict=True)):
            coaster = left[order[(number - turn_number) % 4]]
            choices = [(each,) for each in sorted(set(coaster))]
            if len(choices) > 1:
                lines.append(decision("draft", name, choices, choices.index((face,))))
            coaster.remove(face)
    table, _ = sit_down(*lines, players=4)
    draft(table)  # what is left on the coasters are ones
    faces = [[die.face for die in tavern.white] for tavern in table.taverns]
    assert faces == [[6, 6, 1, 1], [6, 5, 1, 1], [2, 4, 1, 1], [5, 1, 1, 1]]


def test_wolfgang_places_six_dice():
    """Of 1, 1, 3, 3, 5, 6 three go to the supplier, the 5 to the monk, a 3 to a guest, a 3 on the barrel."""
    table, tavern = sit_down()
    seat(tavern, WANTS_3, WANTS_5, REGULAR_2)
    tavern.white = [Die(face) for face in (1, 1, 3, 3, 5, 6)]
    plan = (ON_SUPPLIER, ON_SUPPLIER, AT_TABLE, ON_BARREL, ON_MONK, ON_SUPPLIER)
    for die, space in zip(tavern.white, plan, strict=True):
        assert space in [row[0] for row in places(table, tavern, die)]
        put(table, tavern, die, space, 0)
    assert [row[0] for row in places(table, tavern, tavern.white[3])] == [ON_CASHBOX, ON_BARREL]


def test_nine_beer_from_three_dice_and_two_supplier_cards():
    table, tavern = sit_down()
    tavern.laid[SUPPLIER] = 2
    lay(table, tavern, (1, ON_SUPPLIER, 0), (1, ON_SUPPLIER, 0), (6, ON_SUPPLIER, 0))
    turn.use_all(table, tavern)
    assert tavern.beer == 9


def test_the_dishwashing_room_for_six():
    """Two dishwashers laid out, one returned: 9 - 3."""
    table, tavern = sit_down()
    tavern.laid[DISHWASHER], tavern.coins = 2, 9
    rows = [row for row in turn.acts(table, tavern) if row[0] == turn.UPGRADE and row[2] == DISHES]
    assert rows == [(20, 0, DISHES, 9), (20, 1, DISHES, 6), (20, 2, DISHES, 3)]


def test_a_whole_turn_of_wolfgang():
    """Two upgrades, two nobles, a guest and a card; a coin and two beer are left."""
    table, tavern = sit_down()
    table.display = [GUEST + 4, RECRUIT, -1, -1, -1]
    table.guests = set()
    tavern.upgraded, tavern.works = {CASHBOX, SAFE}, {CASHBOX, SAFE}
    tavern.coins = 5
    tavern.laid.update({SUPPLIER: 1, DISHWASHER: 2})
    seat(tavern, WANTS_3, WANTS_5, NOBLE)
    count_dishwashers(table, tavern)
    tavern.white = [Die(face) for face in (3, 4, 4, 1, 1, 1, 6)]
    dice = tavern.white
    assert (AT_TABLE + 1, 1, WANTS_5) in places(table, tavern, dice[1])  # a 4 and a dishwasher
    put(table, tavern, dice[1], AT_TABLE + 1, 1)
    assert (AT_TABLE + 2, 1, NOBLE) in places(table, tavern, dice[3])  # a 1 and the other
    put(table, tavern, dice[3], AT_TABLE + 2, 1)
    put(table, tavern, dice[0], AT_TABLE, 0)
    put(table, tavern, dice[2], ON_CASHBOX, 0)
    for die in (dice[4], dice[5], dice[6]):
        assert (ON_SUPPLIER, 0, -1) in places(table, tavern, die)
        put(table, tavern, die, ON_SUPPLIER, 0)
    turn.begin_turn(table, tavern)

    def do(row):
        choices = turn.acts(table, tavern)
        assert row in choices
        table.reader.lines = [decision("serve", "first", choices, choices.index(row))]
        table.reader.at, table.reader.demanded = 0, []
        return turn.act(table, tavern)

    do((turn.USE, 0, -1, 0))
    do((turn.USE, 1, -1, 0))
    assert tavern.coins == 5 + 11
    do((turn.USE, 2, -1, 0))
    do((turn.UPGRADE, 0, SUPPLIERS, 18))
    assert (tavern.coins, tavern.on_top) == (1, [NOBLE])
    do((turn.USE, 3, -1, 0))
    do((turn.BUY + MERCHANT, 0, -1, 2))
    for die in (4, 5, 6):
        do((turn.USE, die, -1, 0))
    assert (tavern.coins, tavern.beer) == (1, 9)
    do((turn.RECRUIT + 7, 1, turn.BRINGS + 7, 7))
    assert (tavern.coins, tavern.beer) == (4, 2)
    do((turn.UPGRADE, 2, DISHES, 3))
    assert not do((turn.STOP, 0, -1, 0))
    turn.end_turn(table, tavern)
    assert (tavern.coins, tavern.beer, table.market[DISHWASHER]) == (1, 2, 18)
    assert tavern.on_top == [NOBLE, STAFF + MERCHANT, RECRUIT, NOBLE]
    assert DISHES in tavern.upgraded
    assert DISHES not in tavern.works  # from the next round on


def test_the_sixth_space_scores_five():
    table, tavern = sit_down(module=4)
    tavern.reputation = 6
    assert table.reputation_points(tavern) == 5
    tavern.reputation = 4  # the first space with schnapps: the 3 before it
    assert table.reputation_points(tavern) == 3
    tavern.reputation = len(table.track())
    assert table.reputation_points(tavern) == 0  # the crown


def test_the_signature_space_is_the_seventh_of_twelve():
    table, tavern = sit_down(module=5)
    assert (len(table.track()), table.track()[6]) == (12, 104)
    tavern.reputation = 7
    assert table.reputation_points(tavern) == 5


def test_three_steps_of_the_pilgrim_bring_one_merchant():
    lines = [decision("discard_regular", "first", [(code,) for code in range(7)], 0)]
    lines += [decision("discard_regular", "first", [(code,) for code in range(1, 7)], 0)]
    table, tavern = sit_down(*lines, module=4)
    tavern.below.update(range(7))
    tavern.start_card = PILGRIM
    table.reader.demanded = []
    # the marker and the merchant stand before the first decision; here only the model is looked at
    table.reader.settle = lambda: None
    start_with(table, tavern)
    assert (tavern.monastery, tavern.on_top, tavern.below.total()) == (3, [STAFF + MERCHANT], 5)


@pytest.mark.parametrize(("card", "cards", "area"), [(CREW, 4, -1), (LONG_TABLE, 0, TABLES)])
def test_other_start_cards(card, cards, area):
    table, tavern = sit_down(module=4)
    tavern.start_card = card
    start_with(table, tavern)
    assert len(tavern.on_top) == cards
    assert tavern.works == ({area} if area >= 0 else set())
    assert tavern.schnapps == (card == LONG_TABLE)
    assert NOBLE not in tavern.on_top
