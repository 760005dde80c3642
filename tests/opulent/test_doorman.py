"""The Doorman, Step 4: who enters, where he goes, who was skipped; and cutting off at the bar."""

import pytest

from sim.games.opulent import another_round, doorman
from sim.games.opulent.names import (
    AT_BAR,
    BAR,
    BLANK,
    BLUE,
    GREEN,
    LOCK_DIE,
    OUT_CUT_OFF,
    OUT_DOOR_SKIP,
    OUT_DOOR_WAIT,
    RED,
)


def let_in(club, *locks):
    """Play a Doorman turn in which all dice show what is locked, and lock it: (face, patron) each."""
    words = {RED: "red", BLUE: "blue", GREEN: "green", BLANK: "blank"}
    faces = [words[face] for face, _ in locks]
    club.rolls(door=faces + ["blank"] * (5 - len(faces)))
    club.answers(lock=[*((LOCK_DIE, face, patron) for face, patron in locks)])
    club.do(doorman.doorman_turn)


@pytest.mark.rule("door.admit")
def test_left_boxes_go_to_the_dance_floor_right_boxes_to_the_bar_and_celebrities_to_the_centre(club):
    star, left, right = club.line("celebrity 1*", "politician left", "irish right")
    let_in(club, (BLUE, left), (RED, right), (BLANK, star))
    assert (club.where(left), club.where(right), club.where(star)) == ("floor", "bar", "centre")


@pytest.mark.rule("door.admit")
def test_patrons_enter_in_the_order_in_which_they_stood_and_keep_their_nickels(club):
    first, second = club.line("politician left 3", "irish left 2")
    already = club.floor("aristocrat")
    let_in(club, (RED, second), (BLUE, first))
    assert club.queue("floor") == [already, first, second]
    assert (club.nickels(first), club.nickels(second)) == (3, 2)


@pytest.mark.rule("door.skip")
def test_a_patron_skipped_by_two_loses_two_nickels(club):
    skipped, first, second = club.line("aristocrat 3", "politician", "irish")
    let_in(club, (BLUE, first), (RED, second))
    assert club.lost(OUT_DOOR_SKIP) == 2
    assert club.lost(OUT_DOOR_WAIT) == 1  # his last one
    assert club.where(skipped) == "gone"
    assert club.nickels(first) == club.nickels(second) == 3  # nothing is lost by those who enter


@pytest.mark.rule("door.skip")
def test_only_patrons_ahead_of_the_one_let_in_are_skipped_and_never_the_overflow(club):
    ahead, entering, behind = club.line("aristocrat 3", "irish 3", "politician 3")
    overflow = club.overflow("politician")
    let_in(club, (RED, entering))
    assert club.lost(OUT_DOOR_SKIP) == 1
    assert (club.nickels(ahead), club.nickels(behind)) == (1, 2)  # both also waited
    assert club.nickels(overflow) == 2


@pytest.mark.rule("door.skip")
def test_nobody_minds_being_skipped_by_a_celebrity_and_a_celebrity_minds_nothing(club):
    patron, star = club.line("politician 3", "celebrity 1*")
    let_in(club, (BLANK, star))
    assert club.lost(OUT_DOOR_SKIP) == 0
    assert club.nickels(patron) == 2


@pytest.mark.rule("door.skip", "door.regular")
def test_a_regular_walking_in_skips_nobody_and_is_not_skipped(club):
    collins, martin, patron, entering = club.line("collins", "martin", "aristocrat 3", "irish")
    let_in(club, (RED, entering))
    assert club.where(martin) == "floor"
    assert club.lost(OUT_DOOR_SKIP) == 1
    assert club.nickels(patron) == 1
    assert club.nickels(collins) == 0


@pytest.mark.rule("door.skip", "door.zero")
def test_a_patron_skipped_out_of_his_last_nickel_is_gone_before_the_line_closes_up(club):
    skipped, entering = club.line("aristocrat 1", "irish right")
    let_in(club, (RED, entering))
    assert club.where(skipped) == "gone"
    assert club.where(entering) == "bar"


@pytest.mark.rule("door.skip")
def test_a_house_rule_without_skip_penalty(open_club):
    club = open_club(rules={"door.skip_penalty": 0})
    skipped, entering = club.line("aristocrat 3", "irish")
    let_in(club, (RED, entering))
    assert club.nickels(skipped) == 2


# --- cutting off -----------------------------------------------------------------------------------------------------


def another_round_for(club, *patrons):
    """Serve patrons at the bar while the colour die shows a Politician's blue, cut-offs and all."""
    for patron in patrons:
        club.table.drink[patron] = 2
        club.table.served[patron] = another_round.SERVED
    club.rolls(colour=["blue"])
    club.do(another_round.after_the_roll, seat=BAR)


@pytest.mark.rule("door.cut_off")
def test_a_patron_cut_off_moves_on_politely_when_another_colour_is_rolled(club):
    patron = club.bar("politician right 2")
    club.answers(cut_off=[patron])
    club.rolls(cut_off=["red"])
    another_round_for(club, patron)
    assert club.where(patron) == "floor"
    assert club.nickels(patron) == 2
    assert club.table.cut_offs == 1


@pytest.mark.rule("door.cut_off")
def test_a_patron_cut_off_on_his_own_colour_moves_on_with_a_nickel_less_even_with_none_left(club):
    rich, poor = club.bar("politician right 2", "politician right 1")
    club.answers(cut_off=[rich, poor])
    club.rolls(cut_off=["blue", "blue"])
    another_round_for(club, rich, poor)
    assert club.queue("floor") == [rich, poor]
    assert (club.nickels(rich), club.nickels(poor)) == (1, 0)
    assert club.lost(OUT_CUT_OFF) == 2


@pytest.mark.rule("door.cut_off")
def test_each_cut_off_takes_a_die_of_the_doormans_next_turn_and_only_of_that_one(club):
    club.line("politician")
    patrons = club.bar("politician right", "politician right")
    club.answers(cut_off=patrons)
    club.rolls(cut_off=["red", "red"])
    another_round_for(club, *patrons)
    club.rolls(door=["blank"] * 3)
    club.do(doorman.doorman_turn)
    club.rolls(door=["blank"] * 5)
    club.do(doorman.doorman_turn)


@pytest.mark.rule("door.cut_off")
def test_no_more_patrons_are_cut_off_than_the_next_turn_has_dice(club):
    patrons = club.bar("politician right", "politician right")
    club.floor(*["irish yellow"] * 4)
    club.answers(cut_off=[patrons[1]])
    club.rolls(cut_off=["red"])
    another_round_for(club, *patrons)
    assert club.queue("bar") == [patrons[0]]
    assert club.table.staying[patrons[0]] == 1


@pytest.mark.rule("door.cut_off")
def test_a_celebritys_colour_for_a_cut_off_is_yellow(club):
    star = club.bar("celebrity 3* 3")
    club.table.drink[star] = 3
    club.table.served[star] = another_round.SERVED
    club.rolls(colour=["yellow"], cut_off=["yellow"])
    club.answers(cut_off=[star])
    club.do(another_round.after_the_roll, seat=BAR)
    assert club.where(star) == "floor"
    assert club.nickels(star) == 2


@pytest.mark.rule("door.cut_off")
def test_the_doorman_may_let_everybody_stay(club):
    patron = club.bar("politician right")
    club.answers(cut_off=[-1])
    another_round_for(club, patron)
    assert club.table.place[patron] == AT_BAR
    assert club.table.cut_offs == 0
