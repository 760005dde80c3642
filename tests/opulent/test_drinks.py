"""The Bartender, Step 3: who drinks what, what is in it, the roll, and which drinks the points pay for."""

import pytest

from sim.games.opulent import drink_recipes, drinks
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    A_WATERED_LIQUOR,
    A_WATERED_MIXED,
    BAR,
    OUT_FAILED,
    SECTION_TARGET,
    STRINGS,
)

ROLL = -1


def serve(club, *orders, roll, colour="blank", spend=(), seat=BAR):
    """Commit (patron, drink) orders, roll the bar dice, and say on which drinks too few points are spent."""
    club.table.bar_dice = len(roll)
    club.answers(prepare=[*orders, ROLL], spend=[*spend])
    club.rolls(bar=roll)
    if colour:
        club.rolls(colour=[colour])
    club.do(drinks.prepare_drinks, seat=seat)


def menu(club):
    """Return (target, drink, difficulty) of everything that can be prepared."""
    club.do(drinks.list_preparations, seat=BAR)
    return {tuple(int(v) for v in row[:3]) for row in club.team.choices[1 : club.team.n]}


@pytest.mark.rule("bar.order")
def test_mobsters_order_beer_politicians_liquor_aristocrats_and_celebrities_mixed_drinks(club):
    mobster, politician, aristocrat, star = club.bar("irish", "politician", "aristocrat", "celebrity 2* 1")
    assert menu(club) == {
        (mobster, A_BEER, 1),
        (politician, A_LIQUOR, 2),
        (politician, A_WATERED_LIQUOR, 3),
        (aristocrat, A_MIXED, 3),
        (aristocrat, A_WATERED_MIXED, 4),
        (star, A_MIXED, 3),
        (star, A_WATERED_MIXED, 4),
    }


@pytest.mark.rule("bar.order")
def test_a_drink_takes_as_many_ingredients_as_it_is_difficult(club):
    for drink in (A_BEER, A_LIQUOR, A_MIXED, A_WATERED_LIQUOR, A_WATERED_MIXED):
        parts = drink_recipes.beer_in(drink, 1) + drink_recipes.liquor_in(drink, 1)
        parts += drink_recipes.ice_in(drink) + drink_recipes.fruit_in(drink)
        assert drink_recipes.difficulty_of(club.rules, drink, 1) == parts


@pytest.mark.rule("bar.order", "bar.prepare")
def test_a_drink_without_its_ingredients_cannot_be_prepared(club):
    mobster, politician, aristocrat = club.bar("irish", "politician", "aristocrat")
    club.stock(ice=1, fruit=0, beer=0, liquor=1)
    assert menu(club) == {(politician, A_LIQUOR, 2)}
    assert mobster != aristocrat


@pytest.mark.rule("bar.prepare")
def test_ingredients_are_committed_before_the_roll_so_that_the_next_patron_finds_less(club):
    first, second = club.bar("aristocrat", "aristocrat")
    club.stock(ice=6, fruit=1, liquor=4)
    serve(club, (first, A_MIXED), roll=[3])
    assert second not in {choice[0] for choice in club.asked["prepare"][1]}
    assert club.stock()["fruit"] == 0
    assert (club.stock()["ice"], club.stock()["liquor"]) == (5, 3)


@pytest.mark.rule("bar.prepare")
def test_two_aristocrats_a_politician_and_a_mobster_make_a_difficulty_of_nine_and_a_nine_serves_them_all(club):
    one, two, three, four = club.bar("aristocrat left 3", "aristocrat left 3", "politician left 3", "irish left 3")
    club.stock(ice=6, fruit=2, beer=6, liquor=4)
    orders = [(one, A_MIXED), (two, A_MIXED), (three, A_LIQUOR), (four, A_BEER)]
    serve(club, *orders, roll=[4, 3, 2])
    assert club.table.difficulty == 9
    assert club.queue("bar") == []
    assert club.table.coffers == 12
    assert club.stock() == {"ice": 3, "fruit": 0, "beer": 5, "liquor": 1, "special": 0}


@pytest.mark.rule("bar.points", "bar.failed")
def test_a_roll_of_eight_for_nine_may_drop_the_mobsters_beer(club):
    one, two, three, four = club.bar("aristocrat left 3", "aristocrat left 3", "politician left 3", "irish left 3")
    orders = [(one, A_MIXED), (two, A_MIXED), (three, A_LIQUOR), (four, A_BEER)]
    serve(club, *orders, roll=[4, 2, 2], spend=[one, two, three])
    assert club.queue("bar") == [four]
    assert club.nickels(four) == 2
    assert club.lost(OUT_FAILED) == 1
    assert club.table.coffers == 9
    assert club.stock()["beer"] == 5  # the beer is on the floor


@pytest.mark.rule("bar.points")
def test_the_bartender_chooses_which_drinks_too_few_points_pay_for(club):
    mobster, politician, aristocrat = club.bar("irish left", "politician left", "aristocrat left")
    orders = [(mobster, A_BEER), (politician, A_LIQUOR), (aristocrat, A_MIXED)]
    serve(club, *orders, roll=[3], spend=[aristocrat])
    assert {choice[0] for choice in club.asked["spend"][0]} == {mobster, politician, aristocrat}
    assert club.queue("bar") == [mobster, politician]
    assert [club.nickels(patron) for patron in (mobster, politician)] == [2, 2]


@pytest.mark.rule("bar.points")
def test_points_too_few_for_any_drink_serve_nobody_and_no_colour_die_is_rolled(club):
    politician = club.bar("politician 3")
    serve(club, (politician, A_LIQUOR), roll=[1], colour="")
    assert club.nickels(politician) == 2
    assert club.queue("bar") == [politician]


@pytest.mark.rule("bar.prepare")
def test_every_die_not_used_for_actions_is_rolled_once_and_summed(club):
    politician = club.bar("politician left")
    serve(club, (politician, A_LIQUOR), roll=[1, 1])
    assert club.queue("bar") == []


@pytest.mark.rule("bar.prepare")
def test_without_a_die_left_nothing_is_prepared(club):
    club.bar("irish")
    club.table.bar_dice = 0
    club.do(drinks.prepare_drinks, seat=BAR)
    assert club.asked["prepare"] == []


@pytest.mark.rule("bar.failed")
def test_a_failed_patron_without_nickels_left_is_gone(club):
    politician = club.bar("politician 1")
    serve(club, (politician, A_LIQUOR), roll=[1], colour="")
    assert club.where(politician) == "gone"


@pytest.mark.rule("bar.prepare")
def test_a_house_rule_that_makes_a_beer_no_trouble_at_all_still_serves_it(open_club):
    club = open_club(rules={"bar.beer_difficulty": 0})
    mobster = club.bar("irish left 3")
    serve(club, (mobster, A_BEER), roll=[1])
    assert club.where(mobster) == "gone"
    assert club.table.coffers == 3


# --- watering down ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.watered")
@pytest.mark.parametrize("roll", [[6], [1]])
def test_a_watered_drink_takes_one_ice_more_and_the_liquor_goes_back_served_or_not(club, roll):
    politician = club.bar("politician left")
    club.stock(ice=6, liquor=1)
    serve(club, (politician, A_WATERED_LIQUOR), roll=roll, colour="red" if roll == [6] else "")
    assert (club.stock()["ice"], club.stock()["liquor"]) == (4, 1)


@pytest.mark.rule("bar.watered")
def test_the_liquor_must_be_there_when_the_watered_drink_is_made(club):
    aristocrat = club.bar("aristocrat")
    club.stock(liquor=0)
    assert menu(club) == set()
    club.stock(liquor=1, ice=1)
    assert menu(club) == {(aristocrat, A_MIXED, 3)}


@pytest.mark.rule("bar.watered")
def test_only_drinks_with_liquor_are_watered_and_a_house_rule_forbids_it(open_club):
    club = open_club()
    mobster = club.bar("irish")
    assert menu(club) == {(mobster, A_BEER, 1)}
    honest = open_club(rules={"bar.watering": False})
    politician = honest.bar("politician")
    assert menu(honest) == {(politician, A_LIQUOR, 2)}


# --- specials --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.special")
@pytest.mark.parametrize("guest", ["irish left", "politician left", "aristocrat left", "celebrity 3* 1"])
def test_a_special_drink_suits_anybody_at_difficulty_one(club, guest):
    patron = club.bar(guest)
    club.stock(special=2, ice=0, beer=0, liquor=0)
    assert menu(club) == {(patron, A_SPECIAL, 1)}
    serve(club, (patron, A_SPECIAL), roll=[1])
    assert patron not in club.queue("bar")
    assert club.stock()["special"] == 1


@pytest.mark.rule("bar.special")
@pytest.mark.parametrize("served", [True, False])
def test_two_patrons_come_to_the_door_at_once_for_each_special_drink_served_or_not(club, served):
    patron, other = club.bar("irish left", "politician left")
    club.stock(special=2)
    club.deck(6)
    orders = [(patron, A_SPECIAL), (other, A_SPECIAL)]
    serve(club, *orders, roll=[2 if served else 1], spend=[] if served else [patron])
    assert len(club.queue("line")) == 4
    assert all(club.nickels(newcomer) == 3 for newcomer in club.queue("line"))
    assert club.stock()["special"] == 0


# --- Band sections ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("band.section_served", "bar.order")
def test_a_band_section_drinks_anything_without_queuing_and_returns_to_the_stage(club):
    patron = club.bar("irish left 3")
    club.table.section_at_bar[STRINGS] = 1
    club.stock(special=1)
    target = SECTION_TARGET + STRINGS
    assert {drink for who, drink, _ in menu(club) if who == target} == {
        *(A_BEER, A_LIQUOR, A_MIXED, A_SPECIAL, A_WATERED_LIQUOR, A_WATERED_MIXED),
    }
    serve(club, (target, A_BEER), roll=[1], colour="")  # no patron served, no colour die
    assert club.table.section_at_bar[STRINGS] == 0
    assert club.nickels(patron) == 3  # and nobody was skipped


@pytest.mark.rule("band.section_served", "bar.failed")
def test_a_band_section_whose_drink_fails_stays_at_the_bar_without_penalty(club):
    club.table.section_at_bar[STRINGS] = 1
    serve(club, (SECTION_TARGET + STRINGS, A_LIQUOR), roll=[1], colour="")
    assert club.table.section_at_bar[STRINGS] == 1
    assert club.stock()["liquor"] == 3
