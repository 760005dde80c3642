"""Celebrities and the VIP room."""

import pytest

from sim.games.opulent import band_give, bar_actions, manager, vip
from sim.games.opulent import club as moving
from sim.games.opulent.names import (
    AT_BAR,
    BUMP,
    ESCORT,
    FLOOR,
    IN_GIFT,
    IN_PAMPER,
    ITALIAN,
    OUT_SPECIAL,
    PAMPER,
)
from tests.opulent.managing import manage, possible


def escort(club, patron):
    club.answers(escort=[patron])
    manage(club, ESCORT)


def bump(club, patron):
    club.answers(bump=[patron])
    manage(club, BUMP)


@pytest.mark.rule("vip.escort", "vip.centre")
def test_an_action_takes_a_celebrity_from_the_centre_to_the_vip_room(club):
    star = club.centre("celebrity 2*")
    escort(club, star)
    assert club.queue("vip") == [star]
    club.do(vip.clear_centre)
    assert club.where(star) == "vip"


@pytest.mark.rule("vip.centre")
def test_a_celebrity_not_escorted_by_the_end_of_the_managers_turn_leaves(club):
    star = club.centre("celebrity 2*")
    club.deck(5)
    club.do(manager.manager_turn)
    assert club.where(star) == "gone"


@pytest.mark.rule("vip.escort")
def test_the_room_holds_one_and_must_be_cleared_for_the_next(club):
    guest, star = club.vip("celebrity 2* 1"), club.centre("celebrity 3*")
    assert ESCORT not in possible(club)
    bump(club, guest)
    assert club.where(guest) == "bar"
    escort(club, star)
    assert club.queue("vip") == [star]


@pytest.mark.rule("vip.escort")
def test_ordinary_patrons_come_from_line_floor_or_bar_but_not_from_the_overflow(club):
    line, floor, bar = club.line("politician"), club.floor("irish"), club.bar("aristocrat")
    waiting = club.overflow("politician")
    club.line("collins")
    club.bar("celebrity 2* 1")  # Celebrities come from the centre only
    escort(club, bar)
    assert {choice[0] for choice in club.asked["escort"][0]} == {line, floor, bar}
    assert club.where(bar) == "vip"
    assert club.queue("overflow") == [waiting] or waiting in club.queue("line")


@pytest.mark.rule("vip.escort", "manager.rival")
def test_a_rival_escorted_from_the_line_destroys_bottles_and_the_line_closes_up(club):
    club.table.contract = ITALIAN
    rival, *_ = club.line("irish", *["politician"] * 4)
    next_up = club.overflow("aristocrat")
    escort(club, rival)
    assert club.stock()["beer"] == 4
    assert club.nickels(next_up) == 2
    assert next_up in club.queue("line")


@pytest.mark.rule("vip.escort")
def test_the_ruling_that_keeps_ordinary_patrons_out_of_the_vip_room(open_club):
    club = open_club(rules={"vip.ordinary": False})
    club.line("politician")
    assert ESCORT not in possible(club)
    star = club.centre("celebrity 1*")
    escort(club, star)
    assert club.where(star) == "vip"


# --- pampering -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vip.pamper")
def test_a_three_star_celebrity_has_three_nickels_after_the_fourth_turn(club):
    star = club.centre("celebrity 3*")
    club.table.leaves_centre[star] = 0
    club.deck(9)
    nickels = []
    club.answers(manager=[ESCORT, 0])
    for turn in range(4):
        if turn:
            club.answers(manager=[PAMPER, 0])
        club.do(manager.manager_turn)
        nickels.append(club.nickels(star))
    assert nickels == [0, 1, 2, 3]
    assert club.gained(IN_PAMPER) == 3


@pytest.mark.rule("vip.pamper")
def test_no_nickel_on_the_turn_of_the_escort_and_only_one_a_turn(club):
    star = club.centre("celebrity 3*")
    escort(club, star)
    assert PAMPER not in possible(club)
    club.table.rounds += 1
    manage(club, PAMPER)
    assert club.nickels(star) == 1
    assert PAMPER not in possible(club)


@pytest.mark.rule("vip.pamper", "vip.bump")
def test_at_its_maximum_the_celebrity_moves_to_the_bar_in_the_same_action(club):
    star = club.vip("celebrity 2* 1", since=-1)
    manage(club, PAMPER)
    assert club.nickels(star) == 2
    assert club.queue("bar") == [star]


@pytest.mark.rule("vip.pamper")
def test_ordinary_guests_are_not_pampered(club):
    club.vip("politician 1", since=-1)
    assert PAMPER not in possible(club)


@pytest.mark.rule("vip.pamper")
def test_the_other_reading_pampers_without_an_action(open_club):
    club = open_club(rules={"vip.pamper_free": True})
    star = club.vip("celebrity 3* 0", since=-1)
    club.deck(5)
    club.do(manager.manager_turn)
    assert club.nickels(star) == 1


# --- bumping ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vip.bump")
def test_a_celebrity_needs_a_nickel_to_be_bumped_and_goes_to_bar_floor_and_out(club):
    star = club.vip("celebrity 4* 0")
    assert BUMP not in possible(club)
    club.table.nickels[star] = 2
    bump(club, star)
    assert club.where(star) == "bar"
    assert club.do(moving.next_station, patron=star, station=AT_BAR) == FLOOR
    club.do(moving.go_to, patron=star, station=FLOOR, rule=0)
    club.do(moving.go_to, patron=star, station=club.do(moving.next_station, patron=star, station=FLOOR), rule=0)
    assert club.where(star) == "gone"
    assert club.table.coffers == 2


@pytest.mark.rule("vip.bump")
@pytest.mark.parametrize(
    ("taken_from", "guest", "goes_to"),
    [
        ("line", "politician left 3", "floor"),
        ("line", "politician right 3", "bar"),
        ("floor", "politician left 3", "bar"),
        ("bar", "politician right 3", "floor"),
        ("floor", "politician right 3", "gone"),
        ("bar", "politician left 3", "gone"),
    ],
)
def test_an_ordinary_guest_goes_on_to_the_station_after_the_one_he_was_taken_from(club, taken_from, guest, goes_to):
    patron = getattr(club, taken_from)(guest)
    club.answers(escort=[patron], bump=[patron])
    manage(club, ESCORT, BUMP)
    assert club.where(patron) == goes_to
    assert club.table.coffers == (3 if goes_to == "gone" else 0)


# --- gifts -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vip.gift")
def test_a_celebrity_arriving_at_the_bar_gives_up_to_its_nickels_to_the_others_and_keeps_its_own(club):
    poor, other = club.bar("politician 1", "irish 2")
    star = club.vip("celebrity 4* 2")
    bump(club, star)
    club.answers(give_bar=[poor, other])
    club.do(bar_actions.gifts_at_bar)
    assert (club.nickels(poor), club.nickels(other), club.nickels(star)) == (2, 3, 2)
    assert club.gained(IN_GIFT) == 2
    club.do(bar_actions.gifts_at_bar)  # only on the first turn at a station
    assert club.gained(IN_GIFT) == 2


@pytest.mark.rule("vip.gift")
def test_it_gives_again_on_the_dance_floor_with_three_nickels_as_the_limit(club):
    dancer = club.floor("politician 1")
    star = club.bar("celebrity 4* 4")
    club.do(moving.go_to, patron=star, station=FLOOR, rule=0)
    club.do(band_give.gifts_on_floor)
    assert club.nickels(dancer) == 3
    assert club.nickels(star) == 4
    assert club.gained(IN_GIFT) == 2


@pytest.mark.rule("vip.gift")
def test_a_celebrity_without_nickels_or_company_gives_nothing(club):
    star = club.bar("celebrity 4* 1")
    club.do(moving.go_to, patron=star, station=FLOOR, rule=0)
    club.do(band_give.gifts_on_floor)
    assert club.gained(IN_GIFT) == 0
    assert club.lost(OUT_SPECIAL) == 0
