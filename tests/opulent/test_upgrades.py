"""Club upgrades and prestige."""

import pytest

from sim.games.opulent import band, bar_actions, door_line, setup, upgrades
from sim.games.opulent.names import BEER, BUY_UPGRADE, FRUIT, ICE, LIQUOR, OUT_CROWD, STANCHIONS
from tests.opulent.managing import manage


@pytest.mark.rule("upgrade.stanchions")
def test_stanchions_add_a_sixth_place_to_the_line_not_to_the_overflow(open_club):
    for places, line in ((1, 6), (2, 7), (0, 5)):
        club = open_club(rules={"upgrade.stanchions_places": places})
        club.own("stanchions")
        club.deck(12)
        for _ in range(12):
            club.do(door_line.arrive)
        assert len(club.queue("line")) == line
        assert len(club.queue("overflow")) == 5


@pytest.mark.rule("upgrade.stanchions", "manager.buy", "door.move_up")
def test_the_place_that_stanchions_add_is_taken_from_the_overflow_as_soon_as_they_are_bought(club):
    club.line("irish", "irish", "irish", "irish", "irish")
    first, second = club.overflow("politician left", "aristocrat left")
    club.table.selected, club.table.coffers = STANCHIONS, 20
    manage(club, BUY_UPGRADE)
    assert club.queue("line")[5:] == [first]
    assert club.nickels(first) == 2
    assert club.queue("overflow") == [second]


@pytest.mark.rule("upgrade.ornate_door", "door.skip")
def test_the_ornate_door_adds_a_star_and_if_assumed_forgives_the_first_skips(open_club):
    from sim.games.opulent import doorman

    for free, lost in ((0, 2), (1, 1)):
        club = open_club(rules={"upgrade.ornate_free_skips": free})
        club.own("ornate door")
        assert club.do(upgrades.prestige) == 1
        skipped, first, second = club.line("aristocrat 3", "politician left", "irish left")
        club.table.dice_n = 2
        club.table.dice_on[:2] = [first, second]
        club.do(doorman.admit_locked, leaves_centre=0, free_skips=club.do(doorman.free_skips_at_the_door))
        assert club.nickels(skipped) == 3 - lost


@pytest.mark.rule("upgrade.dance_floor", "band.crowd")
def test_the_expanded_dance_floor_holds_six(club):
    club.own("expanded dance floor")
    dancers = club.floor(*["politician left 3"] * 7)
    club.do(band.remove_crowd)
    assert club.queue("floor") == dancers[1:]
    assert club.lost(OUT_CROWD) == 1


@pytest.mark.rule("upgrade.instruments", "band.loud")
def test_new_band_instruments_allow_seven_cards_of_which_two_are_loud(club):
    club.own("new band instruments")
    club.deck(5)
    club.answers(draw=[0, 1, 2, 3, 0, 1, 2])
    club.do(band.draw_cards, clue_draws=0)
    assert club.table.cards_drawn == 7
    assert len(club.queue("line")) == 2
    assert [choice[0] for choice in club.asked["draw"][-1]] == [-1]


@pytest.mark.rule("upgrade.instruments", "band.loud")
def test_the_other_reading_leaves_four_free_cards_and_makes_three_of_the_seven_loud(open_club):
    club = open_club(rules={"upgrade.instruments_free": 0})
    club.own("new band instruments")
    club.deck(5)
    club.answers(draw=[0, 1, 2, 3, 0, 1, 2])
    club.do(band.draw_cards, clue_draws=0)
    assert club.table.cards_drawn == 7
    assert len(club.queue("line")) == 3


@pytest.mark.rule("upgrade.ice_chest", "bar.ice")
def test_the_ice_chest_holds_ten_ice_at_the_next_refill(club):
    club.own("ice chest")
    assert club.stock()["ice"] == 6
    assert club.do(bar_actions.missing, ingredient=ICE) == 4


@pytest.mark.rule("upgrade.bar", "bar.restock", "bar.fruit")
def test_bar_upgrades_hold_six_liquor_and_four_fruit(club):
    club.own("bar upgrades")
    assert club.do(bar_actions.capacity, ingredient=LIQUOR) == 6
    assert club.do(bar_actions.capacity, ingredient=FRUIT) == 4
    assert club.do(bar_actions.capacity, ingredient=BEER) == 6
    assert club.stock()["liquor"] == 4


@pytest.mark.rule("upgrade.license", "upgrade.luxurious", "upgrade.prestige")
def test_the_license_does_nothing_and_luxurious_upgrades_add_a_star(club):
    club.own("business license")
    assert club.do(upgrades.prestige) == 0
    before = club.table.tobytes()
    club.own("luxurious upgrades")
    assert club.do(upgrades.prestige) == 1
    club.table.owned[8] = club.table.half_stars = 0
    assert club.table.tobytes() == before  # nothing else changed


@pytest.mark.rule("upgrade.prestige")
def test_stars_of_upgrades_and_staff_add_up_rounded_down(club):
    club.own("expanded dance floor")  # half a star
    assert club.do(upgrades.prestige) == 0
    club.own("new band instruments")
    assert club.do(upgrades.prestige) == 1
    club.hire("chanteuse")
    club.do(upgrades.count_stars)
    assert club.do(upgrades.prestige) == 1
    club.hire("cocktail waitress")
    club.do(upgrades.count_stars)
    assert club.do(upgrades.prestige) == 2


@pytest.mark.rule("upgrade.prestige", "setup.deck")
def test_five_stars_are_the_most(open_club):
    club = open_club(rules={"upgrade.half_stars": [4] * 10})
    club.own("stanchions", "ornate door", "floor safe", "ice chest")
    assert club.do(upgrades.prestige) == 5
    club.do(setup.patron_deck)
    assert club.table.deck_n == 25 + 25 + 5
