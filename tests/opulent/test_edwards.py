"""Stanley Edwards at the bar: his beer, his tirades and his sleep."""

import pytest

from sim.games.opulent import bartender
from sim.games.opulent.manager_help import bar_help
from sim.games.opulent.names import A_BEER, A_MIXED, EDWARDS, OUT_BAR_SKIP, OUT_TIRADE


def turn(club, *orders, roll=(6, 6, 6), colour="blank", spend=()):
    """Play a Bartender turn in which these (target, drink) orders are prepared."""
    club.answers(prepare=[*orders, -1], spend=[*spend])
    if orders:
        club.rolls(bar=roll, colour=[colour] if colour else [])
    club.do(bartender.bartender_turn)


def stanley_is_here(club):
    club.bar("edwards")


@pytest.mark.rule("bar.edwards")
def test_stanley_orders_a_beer_every_turn_and_nothing_else_and_stands_in_nobodys_way(club):
    stanley_is_here(club)
    patron = club.bar("politician 3")
    club.stock(special=2)
    turn(club, (EDWARDS, A_BEER))
    assert [choice[1] for choice in club.asked["prepare"][0] if choice[0] == EDWARDS] == [A_BEER]
    assert club.stock()["beer"] == 5
    assert club.lost(OUT_BAR_SKIP) == 0
    assert club.lost(OUT_TIRADE) == 0
    assert club.nickels(patron) == 2  # for waiting
    assert club.where(EDWARDS) == "bar"


@pytest.mark.rule("bar.edwards")
def test_stanley_not_served_shouts_and_everybody_else_at_the_bar_loses_a_nickel(club):
    stanley_is_here(club)
    patron, star = club.bar("politician 3", "celebrity 3* 2")
    turn(club, (star, A_MIXED), colour="yellow")
    assert club.nickels(patron) == 1  # the tirade and the waiting
    assert club.nickels(star) == 1
    assert club.lost(OUT_TIRADE) == 2


@pytest.mark.rule("bar.edwards", "bar.failed")
def test_a_beer_dropped_or_missing_is_no_beer(club):
    stanley_is_here(club)
    patron, other = club.bar("aristocrat left 3", "irish 3")
    turn(club, (EDWARDS, A_BEER), (patron, A_MIXED), roll=(1, 1, 1), spend=[(patron, A_MIXED)])
    assert club.lost(OUT_TIRADE) == 1
    club.stock(beer=0)
    turn(club)
    assert club.lost(OUT_TIRADE) == 2
    assert club.where(other) == "gone"


@pytest.mark.rule("bar.edwards", "bar.zero")
def test_a_tirade_takes_last_nickels(club):
    stanley_is_here(club)
    patron = club.bar("politician 1")
    turn(club)
    assert club.where(patron) == "gone"
    assert club.lost(OUT_TIRADE) == 1


@pytest.mark.rule("bar.edwards", "bar.another_round")
def test_the_colour_die_is_rolled_for_stanley_too(club):
    stanley_is_here(club)
    turn(club, (EDWARDS, A_BEER), colour="yellow")
    assert club.stock()["special"] == 2


@pytest.mark.rule("bar.edwards_sleep")
def test_after_the_fourth_drink_stanley_sleeps_two_turns_and_orders_again_on_the_third(club):
    stanley_is_here(club)
    nickels = []
    for _ in range(4):
        turn(club, (EDWARDS, A_BEER))
        nickels.append(int(club.table.edwards_nickels))
    assert nickels == [1, 2, 3, 4]
    patron = club.bar("politician 3")
    for left in (2, 0):
        turn(club)
        assert club.table.edwards_nickels == left
        assert all(choice[0] != EDWARDS for choice in club.asked["prepare"][-1])
    assert club.lost(OUT_TIRADE) == 0
    assert club.nickels(patron) == 1  # only for waiting, twice
    turn(club, (EDWARDS, A_BEER))
    assert club.table.edwards_nickels == 1


@pytest.mark.rule("bar.edwards", "manager.bar_help")
def test_the_manager_cannot_serve_stanley_not_even_a_beer_that_failed_before(club):
    stanley_is_here(club)
    patron = club.bar("aristocrat left 3")
    turn(club, (EDWARDS, A_BEER), (patron, A_MIXED), roll=(1, 1, 1), spend=[(patron, A_MIXED)], colour="green")
    assert club.queue("bar") == [patron]  # another round for him, no beer for Stanley
    club.answers(prepare=[(patron, A_MIXED), -1])
    club.rolls(bar=[5], colour=["blank"])
    club.do(bar_help, actions=1)
    assert club.table.edwards_nickels == 0
    assert club.where(patron) == "gone"
    assert all(choice[0] != EDWARDS for choice in club.asked["prepare"][-1])
