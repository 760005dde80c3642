"""William Yorke: an action a turn at the door, at the bar, on the floor and in the office."""

import pytest

from sim.games.opulent import manager, yorke
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    BLUE,
    LOCK_DIE,
    OUT_BAR_SKIP,
    YORKE,
    YORKE_BAR,
    YORKE_FLOOR,
    YORKE_LEFT,
    YORKE_OFFICE,
)


def look_after(club):
    """Spend the action Yorke claims; returns the actions left and whether the door was worked."""
    club.table.actions = 2
    worked_door = club.do(yorke.look_after_yorke)
    return int(club.table.actions), bool(worked_door)


@pytest.mark.rule("manager.yorke")
def test_while_yorke_is_away_or_in_the_overflow_both_actions_are_free(club):
    assert look_after(club) == (2, False)
    club.overflow("yorke")
    assert look_after(club) == (2, False)


@pytest.mark.rule("manager.yorke", "manager.door_help")
def test_with_yorke_in_line_an_action_works_the_door_and_lets_anybody_in(club):
    ahead = club.line("politician left", "yorke")[0]
    club.answers(yorke_door=[1], lock=[(LOCK_DIE, BLUE, ahead)])
    club.rolls(door=["blue", "blank"])
    assert look_after(club) == (1, True)
    assert club.where(ahead) == "floor"
    assert club.table.yorke == YORKE_BAR  # in front now, he walked in


@pytest.mark.rule("manager.yorke")
def test_the_second_action_may_join_the_work_at_the_door_for_four_dice(club):
    club.line("politician", "yorke")
    club.answers(yorke_door=[2])
    club.rolls(door=["red"] * 4)
    assert look_after(club) == (0, True)
    assert club.where(YORKE) == "line"


@pytest.mark.rule("manager.yorke")
def test_at_the_bar_one_die_prepares_any_drink_for_him_and_nobody_is_skipped(club):
    patron = club.bar("politician 3")
    club.yorke(YORKE_BAR)
    club.stock(special=1)
    club.answers(yorke_drink=[A_LIQUOR])
    club.rolls(bar=[2])
    assert look_after(club) == (1, False)
    nothing_watered = [(A_BEER, 1), (A_LIQUOR, 2), (A_MIXED, 3), (A_SPECIAL, 1)]
    assert club.asked["yorke_drink"][0] == nothing_watered
    assert club.table.yorke == YORKE_FLOOR
    assert (club.stock()["liquor"], club.stock()["ice"]) == (3, 5)
    assert club.nickels(patron) == 3
    assert club.lost(OUT_BAR_SKIP) == 0


@pytest.mark.rule("manager.yorke")
def test_a_drink_that_fails_costs_the_action_and_is_tried_again(club):
    club.yorke(YORKE_BAR)
    club.answers(yorke_drink=[A_MIXED])
    club.rolls(bar=[2])
    assert look_after(club) == (1, False)
    assert club.table.yorke == YORKE_BAR
    assert club.stock()["fruit"] == 1
    club.answers(yorke_drink=[A_BEER])
    club.rolls(bar=[1])
    look_after(club)
    assert club.table.yorke == YORKE_FLOOR


@pytest.mark.rule("manager.yorke")
def test_with_an_empty_bar_the_action_is_lost(club):
    club.yorke(YORKE_BAR)
    club.stock(beer=0, liquor=0)
    assert look_after(club) == (1, False)
    assert club.table.yorke == YORKE_BAR


@pytest.mark.rule("manager.yorke", "bar.special")
def test_a_special_drink_for_yorke_brings_two_patrons_too(club):
    club.yorke(YORKE_BAR)
    club.stock(special=1, beer=0, liquor=0)
    club.deck(4)
    club.rolls(bar=[1])
    look_after(club)
    assert len(club.queue("line")) == 2


@pytest.mark.rule("manager.yorke")
def test_then_the_floor_then_the_books_in_the_office_then_he_is_gone_one_a_turn(club):
    club.yorke(YORKE_FLOOR)
    assert look_after(club) == (1, False)
    assert club.table.yorke == YORKE_OFFICE
    assert look_after(club) == (1, False)
    assert club.table.yorke == YORKE_LEFT
    assert club.where(YORKE) == "gone"
    assert look_after(club) == (2, False)


@pytest.mark.rule("manager.yorke", "manager.actions")
def test_his_action_is_one_of_the_two_of_the_turn(club):
    club.yorke(YORKE_FLOOR)
    club.deck(4)
    club.do(manager.manager_turn)
    assert max(choice[1] for choice in club.asked["manager"][0]) == 1
