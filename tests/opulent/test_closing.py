"""Last call, closing early, and the reckoning."""

import pytest

from sim.games.opulent import closing, manager, play
from sim.games.opulent.names import (
    ABANDONED,
    INDEBTED,
    OUT_CLOSING,
    OUT_RAIDED,
    OUT_REPAID,
    PLAYING,
    RAIDED,
    SHORT,
    WON,
)


def manager_turn(club):
    """Play a Manager's turn in which nothing is done; returns whether the club is still open."""
    club.do(manager.manager_turn)
    return club.table.outcome == PLAYING


@pytest.mark.rule("closing.last_call")
def test_with_the_deck_empty_at_the_start_of_the_managers_turn_three_more_rounds_are_played(club):
    assert manager_turn(club)
    assert club.table.last_call == 3  # set up, and none removed this turn
    assert manager_turn(club)
    assert manager_turn(club)
    assert club.table.last_call == 1
    assert not manager_turn(club)


@pytest.mark.rule("closing.last_call")
def test_no_last_call_while_a_patron_is_left_in_the_deck(club):
    club.deck("irish")
    for _ in range(4):
        assert manager_turn(club)
    assert club.table.last_call == 0


@pytest.mark.rule("closing.last_call")
def test_the_other_reading_counts_the_turn_that_triggers_last_call(open_club):
    club = open_club(rules={"closing.trigger_counts": True})
    assert manager_turn(club)
    assert club.table.last_call == 2
    assert manager_turn(club)
    assert not manager_turn(club)


@pytest.mark.rule("closing.last_call")
def test_patrons_in_line_may_still_enter_during_last_call(club):
    patron = club.line("politician left")
    club.table.last_call = 2
    club.table.phase = 0
    club.rolls(door=["blue"] * 5)
    club.answers(lock=[(1, 1, patron)])
    club.do(play.play_from, turns=1)
    assert club.where(patron) == "floor"


@pytest.mark.rule("closing.early")
def test_the_club_may_close_at_the_end_of_a_managers_turn_with_the_target_in_the_coffers(club):
    club.deck("irish")
    club.table.coffers = club.table.target = 30
    club.answers(close=[0, 1])
    assert manager_turn(club)
    assert not manager_turn(club)
    assert club.table.outcome == WON


@pytest.mark.rule("closing.early")
def test_nobody_closes_early_a_dollar_short_or_with_debts_that_eat_the_target(club):
    club.deck("irish")
    club.table.target, club.table.coffers = 30, 29
    assert manager_turn(club)
    club.table.coffers, club.table.debt = 33, 2
    assert manager_turn(club)
    assert club.asked["close"] == []


@pytest.mark.rule("closing.early")
def test_a_house_rule_without_early_closing(open_club):
    club = open_club(rules={"closing.early": False})
    club.table.coffers = club.table.target = 30
    club.do(closing.end_of_round)
    assert club.asked["close"] == []


@pytest.mark.rule("closing.end")
def test_at_closing_everybody_inside_and_in_line_is_lost_with_his_nickels(club):
    here = [club.line("irish 2"), club.floor("politician 3"), club.bar("aristocrat 1"), club.vip("celebrity 2* 2")]
    here += [club.overflow("irish"), club.centre("celebrity 1*"), club.hold("politician 3")]
    club.do(closing.close_club)
    assert [club.where(patron) for patron in here] == ["gone"] * 7
    assert club.lost(OUT_CLOSING) == 11
    assert club.table.coffers == 0
    assert club.table.outcome == SHORT


@pytest.mark.rule("closing.end")
@pytest.mark.parametrize(("coffers", "outcome"), [(30, WON), (31, WON), (29, SHORT)])
def test_the_year_is_won_when_the_coffers_equal_or_exceed_the_target(club, coffers, outcome):
    club.table.target, club.table.coffers = 30, coffers
    club.do(closing.close_club)
    assert club.table.outcome == outcome


@pytest.mark.rule("closing.end", "bar.loan")
def test_debts_are_paid_double_before_the_target_is_checked_even_below_zero(club):
    club.table.target, club.table.coffers, club.table.debt = 30, 33, 2
    club.do(closing.close_club)
    assert (club.table.coffers, club.table.outcome) == (29, INDEBTED)
    assert club.table.dollars_out[OUT_REPAID] == 4
    club.table.coffers, club.table.debt = 1, 2
    club.do(closing.close_club)
    assert club.table.coffers == -3


@pytest.mark.rule("closing.end", "raid.effects")
def test_a_year_short_by_less_than_the_raids_took_was_lost_to_the_raids(club):
    club.table.target, club.table.coffers = 30, 20
    club.table.dollars_out[OUT_RAIDED] = 10
    club.do(closing.close_club)
    assert club.table.outcome == RAIDED


@pytest.mark.rule("closing.turn_cap")
def test_a_year_that_does_not_end_is_abandoned_at_the_cap(open_club):
    club = open_club(rules={"year.turn_cap": 2})
    club.deck("irish")
    assert manager_turn(club)
    assert not manager_turn(club)
    assert club.table.outcome == ABANDONED
    assert club.table.rounds == 2
