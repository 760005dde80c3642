"""The Bartender after the roll: another round, who moves on, who was skipped, watered drinks, shipments."""

import pytest

from sim.games.opulent import bartender, drinks
from sim.games.opulent.manager_help import bar_help
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_WATERED_LIQUOR,
    A_WATERED_MIXED,
    BAR,
    ITALIAN,
    MANAGER,
    OUT_BAR_SKIP,
    OUT_UNSERVED,
    OUT_WATERED,
    SECTION_TARGET,
)


def serve(club, *orders, colour, seat=BAR, spend=(), roll=(6, 6, 6)):
    """Serve (patron, drink) orders with a high roll, then roll the colour die."""
    club.table.bar_dice = len(roll)
    club.answers(prepare=[*orders, -1], spend=[*spend])
    club.rolls(bar=roll, colour=[colour] if colour else [])
    club.do(drinks.prepare_drinks, seat=seat)


@pytest.mark.rule("bar.another_round")
def test_served_patrons_of_the_colour_rolled_stay_at_the_back_with_their_nickels_and_do_not_pay_for_waiting(club):
    stays, leaves, waits = club.bar("politician left 3", "irish left 2", "aristocrat 3")
    serve(club, (stays, A_LIQUOR), (leaves, A_BEER), colour="blue")
    assert club.queue("bar") == [waits, stays]
    assert club.where(leaves) == "gone"
    assert club.table.coffers == 2
    club.do(bartender.wait_at_bar)
    assert club.nickels(stays) == 3


@pytest.mark.rule("bar.another_round")
def test_one_colour_die_holds_everybody_of_its_colour_in_their_order(club):
    first, second, other = club.bar("politician left", "politician right", "irish right")
    serve(club, (first, A_LIQUOR), (second, A_LIQUOR), (other, A_BEER), colour="blue")
    assert club.queue("bar") == [first, second]
    assert club.queue("floor") == [other]


@pytest.mark.rule("bar.another_round")
def test_only_who_was_served_may_stay(club):
    served, unserved = club.bar("politician left", "politician left 3")
    serve(club, (served, A_LIQUOR), colour="blue")
    assert club.table.staying[unserved] == 0
    assert club.queue("bar") == [unserved, served]


@pytest.mark.rule("bar.another_round", "bar.celebrity")
def test_yellow_keeps_a_celebrity_and_nobody_else(club):
    star, patron = club.bar("celebrity 2* 1", "politician left")
    serve(club, (star, A_MIXED), (patron, A_LIQUOR), colour="yellow")
    assert club.queue("bar") == [star]
    club.do(bartender.unserved_celebrities)
    assert club.queue("bar") == [star]


@pytest.mark.rule("bar.another_round")
def test_the_house_rule_without_another_round(open_club):
    club = open_club(variants=["no-another-round"])
    patron = club.bar("politician left 3")
    serve(club, (patron, A_LIQUOR), colour="blue")
    assert club.where(patron) == "gone"
    assert club.table.coffers == 3


@pytest.mark.rule("bar.another_round", "manager.bar_help")
def test_who_stayed_for_another_round_and_is_then_served_by_the_manager_moves_on(club):
    patron = club.bar("politician right 3")
    serve(club, (patron, A_LIQUOR), colour="blue")
    club.do(bartender.wait_at_bar)
    club.answers(prepare=[(patron, A_LIQUOR), -1])
    club.rolls(bar=[6], colour=["red"])
    club.do(bar_help, actions=1)
    assert club.queue("bar") == []
    assert club.queue("floor") == [patron]


# --- moving on -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.leave")
def test_right_boxes_go_on_to_the_dance_floor_left_boxes_leave_and_pay(club):
    dances, pays, star = club.bar("irish right 3", "irish left 2", "celebrity 1* 1")
    serve(club, (dances, A_BEER), (pays, A_BEER), (star, A_MIXED), colour="blank")
    assert club.queue("floor") == [dances, star]
    assert club.nickels(dances) == 3
    assert club.where(pays) == "gone"
    assert club.table.coffers == 2


# --- skipping --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.skip")
def test_an_unserved_patron_loses_a_nickel_for_each_patron_behind_him_who_is_served(club):
    ahead, skipped, first, second, behind = club.bar(
        "irish left", "politician 3", "irish left", "irish left", "aristocrat 3"
    )
    serve(club, (ahead, A_BEER), (first, A_BEER), (second, A_BEER), colour="blank")
    assert club.nickels(skipped) == 1
    assert club.nickels(behind) == 3
    assert club.lost(OUT_BAR_SKIP) == 2


@pytest.mark.rule("bar.skip", "bar.zero")
def test_a_patron_skipped_out_of_his_last_nickel_looks_for_another_watering_hole(club):
    skipped, served = club.bar("politician 1", "irish left")
    serve(club, (served, A_BEER), colour="blank")
    assert club.where(skipped) == "gone"


@pytest.mark.rule("bar.skip", "bar.failed")
def test_a_failed_drink_is_an_attempt_so_its_patron_is_not_skipped(club):
    failed, served = club.bar("politician 3", "irish left")
    serve(club, (failed, A_LIQUOR), (served, A_BEER), colour="blank", roll=(1,), spend=[served])
    assert club.nickels(failed) == 2
    assert club.lost(OUT_BAR_SKIP) == 0


@pytest.mark.rule("bar.skip", "bar.celebrity")
def test_nobody_minds_a_celebrity_served_first_and_a_celebrity_does_not_mind_either(club):
    patron, star, served = club.bar("politician 3", "celebrity 2* 2", "irish left")
    serve(club, (star, A_MIXED), colour="blank")
    assert club.nickels(patron) == 3
    club.bar("celebrity 3* 2")
    serve(club, (served, A_BEER), colour="blank")
    assert club.lost(OUT_BAR_SKIP) == 1


@pytest.mark.rule("bar.skip", "bar.another_round")
def test_a_patron_who_stays_for_another_round_was_served_all_the_same(club):
    skipped, stays = club.bar("aristocrat 3", "irish left")
    serve(club, (stays, A_BEER), colour="red")
    assert club.nickels(skipped) == 2


# --- watered drinks --------------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.found_out")
def test_a_patron_who_finds_his_drink_watered_loses_all_and_the_others_at_the_bar_lose_a_nickel(club):
    caught, served, waiting = club.bar("politician left 3", "irish right 3", "aristocrat 3")
    serve(club, (caught, A_WATERED_LIQUOR), (served, A_BEER), colour="blue")
    assert club.where(caught) == "gone"
    assert club.table.coffers == 0
    assert club.nickels(waiting) == 2
    assert club.nickels(served) == 2  # he was still standing there
    assert club.lost(OUT_WATERED) == 5


@pytest.mark.rule("bar.found_out")
def test_each_patron_caught_costs_the_others_a_nickel(club):
    one, two, waiting = club.bar("politician left 3", "politician left 2", "aristocrat 3")
    club.stock(ice=6, liquor=4)
    serve(club, (one, A_WATERED_LIQUOR), (two, A_WATERED_LIQUOR), colour="blue")
    assert (club.where(one), club.where(two)) == ("gone", "gone")
    assert club.nickels(waiting) == 1


@pytest.mark.rule("bar.found_out")
def test_a_patron_of_the_colour_with_an_honest_drink_just_stays(club):
    caught, honest = club.bar("politician left 3", "politician left 3")
    serve(club, (caught, A_WATERED_LIQUOR), (honest, A_LIQUOR), colour="blue")
    assert club.queue("bar") == [honest]
    assert club.nickels(honest) == 2


@pytest.mark.rule("bar.found_out", "bar.watered")
def test_a_watered_drink_nobody_notices_and_one_that_fails_do_no_harm(club):
    lucky, failed = club.bar("politician left 3", "aristocrat 3")
    orders = [(lucky, A_WATERED_LIQUOR), (failed, A_WATERED_MIXED)]
    serve(club, *orders, colour="green", roll=(3,), spend=[lucky])
    assert club.table.coffers == 3
    assert club.nickels(failed) == 2  # only for the failed drink


@pytest.mark.rule("bar.found_out")
def test_a_celebrity_notices_on_yellow(club):
    star = club.bar("celebrity 3* 3")
    serve(club, (star, A_WATERED_MIXED), colour="yellow")
    assert club.where(star) == "gone"
    assert club.table.coffers == 0


@pytest.mark.rule("bar.found_out", "bar.skip", "door.cut_off")
def test_the_one_caught_counts_as_served_for_skips_and_cannot_be_cut_off(club):
    skipped, caught = club.bar("aristocrat 3", "politician left 3")
    serve(club, (caught, A_WATERED_LIQUOR), colour="blue")
    assert club.nickels(skipped) == 1  # one for the scandal, one for being skipped
    assert club.asked["cut_off"] == [[(-1,)]]


# --- special shipments -----------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.shipment")
@pytest.mark.parametrize(
    ("contract", "colour", "tokens"),
    [(1, "yellow", 2), (1, "purple", 0), (ITALIAN, "purple", 2), (ITALIAN, "yellow", 0), (1, "red", 0)],
)
def test_yellow_brings_irish_brandy_and_purple_italian_wine(club, contract, colour, tokens):
    patron = club.bar("politician left")
    club.table.contract = contract
    serve(club, (patron, A_LIQUOR), colour=colour)
    assert club.stock()["special"] == tokens


@pytest.mark.rule("bar.shipment")
def test_nothing_more_comes_while_a_special_drink_is_left(club):
    patron = club.bar("politician left")
    club.stock(special=1)
    serve(club, (patron, A_LIQUOR), colour="yellow")
    assert club.stock()["special"] == 1


@pytest.mark.rule("bar.shipment", "bar.another_round")
def test_yellow_both_keeps_a_celebrity_and_brings_a_shipment_also_in_the_managers_help(club):
    star = club.bar("celebrity 2* 2")
    serve(club, (star, A_MIXED), colour="yellow", seat=MANAGER)
    assert club.queue("bar") == [star]
    assert club.stock()["special"] == 2


@pytest.mark.rule("bar.another_round", "band.section_served")
def test_no_colour_die_is_rolled_when_only_a_band_section_was_served(club):
    club.table.section_at_bar[0] = 1
    serve(club, (SECTION_TARGET, A_BEER), colour=None)
    assert club.table.section_at_bar[0] == 0


# --- Celebrities -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.celebrity")
def test_a_celebrity_not_served_on_his_first_turn_leaves_with_his_money(club):
    star = club.bar("celebrity 3* 3")
    club.do(bartender.bartender_turn)
    assert club.where(star) == "gone"
    assert club.table.coffers == 0
    assert club.lost(OUT_UNSERVED) == 3


@pytest.mark.rule("bar.celebrity", "bar.failed")
def test_a_celebrity_whose_drink_fails_leaves_but_after_the_managers_failure_only_pays(club):
    star = club.bar("celebrity 3* 3")
    serve(club, (star, A_MIXED), colour=None, roll=(1,), seat=MANAGER)
    assert club.queue("bar") == [star]
    assert club.nickels(star) == 2
    serve(club, (star, A_MIXED), colour=None, roll=(1,))
    club.do(bartender.unserved_celebrities)
    assert club.where(star) == "gone"


@pytest.mark.rule("bar.celebrity", "bar.another_round")
def test_a_celebrity_kept_by_yellow_must_be_served_again_next_turn(club):
    star = club.bar("celebrity 2* 2")
    club.answers(prepare=[(star, A_MIXED), -1])
    club.rolls(bar=[6, 6, 6], colour=["yellow"])
    club.do(bartender.bartender_turn)
    assert club.queue("bar") == [star]
    club.do(bartender.bartender_turn)
    assert club.where(star) == "gone"
