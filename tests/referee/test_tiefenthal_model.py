"""The referee's own model in positions made by hand: the rulebook's worked examples, and the rulings."""

import pytest

from tests.referee import tiefenthal_bonus as bonus
from tests.referee import tiefenthal_turn as turn
from tests.referee.reader import Disagreement, Reader
from tests.referee.tiefenthal_cards import (
    AT_TABLE,
    BARREL,
    CASHBOX,
    CREW,
    DISHES,
    DISHWASHER,
    GUEST,
    LONG_TABLE,
    MERCHANT,
    NOBLE,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
    PILGRIM,
    SAFE,
    SEATS,
    STAFF,
    STORE,
    SUPPLIER,
    SUPPLIERS,
    TABLE,
    TABLES,
    WAITING,
    WAITRESS,
    Card,
    regulars,
)
from tests.referee.tiefenthal_closing import count_points, outcome
from tests.referee.tiefenthal_dice import draft, places, put
from tests.referee.tiefenthal_evening import count_dishwashers, fill_tavern, roll_own_dice
from tests.referee.tiefenthal_lines import TONGUE
from tests.referee.tiefenthal_printed import PRINTED
from tests.referee.tiefenthal_setup import start_with
from tests.referee.tiefenthal_state import Die, Seat, Table, Tavern

WANTS_3, WANTS_5, WANTS_6, RECRUIT = GUEST, GUEST + 1, GUEST + 2, GUEST + 3
REGULAR_1, REGULAR_2 = 4, 0


def sit_down(*lines, module=1, players=2, **rules):
    """Return a table and its first tavern; guests pay as those of the rulebook's examples."""
    known = PRINTED | {"module": module, "players": players, "turn.most_moves": 12}
    known |= {f"start_card.coins.{name}": 0 for name in ("plain", "crew", "pilgrim", "long_table", "full_cellar")}
    known |= {name.replace("__", "."): value for name, value in rules.items()}
    cards = dict(enumerate(regulars("mixed"))) | {NOBLE: Card(2, 2, 10)}
    cards |= {WANTS_3: Card(3, 6, 4, 6), WANTS_5: Card(5, 5, 3, 5), WANTS_6: Card(6, 6, 4, 6)}
    cards |= {RECRUIT: Card(4, 7, 5, 7, "coins3"), GUEST + 4: Card(3, 3, 1, 3)}
    table = Table(
        Reader(list(lines), tongue=TONGUE), known, cards, [Tavern(SEATS[n], n) for n in range(players)], round=1
    )
    table.market = [16] * 6
    table.nobles, table.schnapps, table.tiles_left = 61, 20, 40
    tavern = table.taverns[0]
    tavern.before = dict.fromkeys((CASHBOX, BARREL, SUPPLIERS), 0)
    return table, tavern


def seat(tavern, *cards):
    tavern.seats = [Seat(card) for card in cards]
    tavern.nobles_out = cards.count(NOBLE)


def lay(table, tavern, *spaces):
    """Lay dice, given as (face, space, pips), without caring whether they may."""
    tavern.white = [Die(face) for face, _, _ in spaces]
    for die, (_, space, plus) in zip(tavern.white, spaces, strict=True):
        put(table, tavern, die, space, plus)


def roll(seat, face, die="white"):
    return {"type": "roll", "rule": None, "seat": seat, "die": die, "face": face}


def decision(name, seat, choices, index):
    return {"type": "decision", "name": name, "seat": seat, "choices": [list(row) for row in choices], "index": index}


def draw(seat, card):
    return {"type": "card", "rule": None, "seat": seat, "card": card, "from": "deck", "to": "tavern"}


def told(table, kind):
    return [line for line in table.reader.demanded if line["type"] == kind]


# --- the worked examples


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
    do((turn.RECRUIT + 7, 1, -1, 7))
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


# --- rulings


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
