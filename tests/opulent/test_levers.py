"""Easy Street and Hard Knocks: each lever of the rulebook alone, and the two sets."""

import pytest

from sim.games.opulent import another_round, band_set, door_line, nickels, raid, setup
from sim.games.opulent.names import AGENT_CARD, BAR, LOOKOUT_CARD, OUT_KEY, TEMPO


def cards_of(club, kind):
    """Return the number of event cards of a kind."""
    return club.rules.event_kind.tolist().count(kind)


@pytest.mark.rule("event.agents")
def test_fewer_agents_in_the_event_deck(open_club):
    assert cards_of(open_club(variants=["fewer-agents"]), AGENT_CARD) == 4
    assert cards_of(open_club(), AGENT_CARD) == 8


@pytest.mark.rule("event.lookout")
def test_fewer_lookouts_in_the_event_deck(open_club):
    assert cards_of(open_club(variants=["fewer-lookouts"]), LOOKOUT_CARD) == 4


@pytest.mark.rule("door.arrive", "door.schmooze")
@pytest.mark.parametrize(("variant", "most"), [("four-nickels", 4), ("five-nickels", 5)])
def test_four_or_five_nickels_on_each_patron(open_club, variant, most):
    club = open_club(variants=[variant])
    patron = club.deck("politician")
    club.do(door_line.arrive)
    assert club.nickels(patron) == most
    assert club.do(nickels.room, patron=patron) == 0
    assert club.do(nickels.room, patron=club.floor("irish 1")) == most - 1


@pytest.mark.rule("door.move_up")
def test_no_penalty_for_the_overflow(open_club):
    club = open_club(variants=["no-overflow-penalty"])
    patron = club.overflow("politician")
    club.do(door_line.settle_line, fill=True)
    assert club.nickels(patron) == 3


@pytest.mark.rule("bar.another_round")
def test_no_another_round_but_special_shipments_still_come(open_club):
    club = open_club(variants=["no-another-round"])
    star = club.bar("celebrity 2* 2")
    club.table.served[star] = 1
    club.table.drink[star] = 3
    club.rolls(colour=["yellow"])
    club.do(another_round.after_the_roll, seat=BAR)
    assert club.where(star) == "floor"
    assert club.stock()["special"] == 2


@pytest.mark.rule("band.off_key")
def test_no_penalty_for_playing_out_of_key(open_club):
    club = open_club(variants=["no-key-penalty"])
    club.floor("politician right 3")
    club.songs("half flat 4/4", "half 4/4")
    club.hand("whole")
    club.answers(song=[TEMPO])
    club.do(band_set.play_set)
    assert club.lost(OUT_KEY) == 0
    assert club.table.coffers == 3


@pytest.mark.rule("setup.select_upgrade")
@pytest.mark.parametrize(("variant", "cost"), [("cheaper-business", 15), ("dearer-business", 25)])
def test_business_costs_five_dollars_less_or_more(open_club, variant, cost):
    club = open_club(variants=[variant])
    club.do(setup.select_upgrade)
    assert club.table.target == cost + 10


@pytest.mark.rule("raid.roll")
@pytest.mark.parametrize(("factor", "number"), [(2, 2), (3, 4), (4, 4), (5, 6), (6, 6), (7, 8), (8, 8), (9, 10)])
def test_raids_on_double_numbers_and_always_from_a_risk_factor_of_nine(open_club, factor, number):
    club = open_club(variants=["harder-raids"])
    money = 0 if factor <= 6 else 100
    stars = factor - (5 if money else 1)
    assert club.do(raid.raid_threshold, coffers=money, stars=stars) == number


@pytest.mark.rule("setup.select_upgrade", "event.agents", "raid.roll")
def test_the_two_sets_hold_all_their_levers(open_club):
    easy, hard = open_club(variants=["easy-street"]).rules, open_club(variants=["hard-knocks"]).rules
    assert (easy.patron_maximum_nickels, easy.patron_start_nickels, easy.patron_overflow_nickels) == (4, 4, 4)
    assert (easy.bar_another_round, easy.band_key_penalty, easy.year_cost_adjustment) == (0, 0, -5)
    assert easy.event_kind.tolist().count(AGENT_CARD) == 4
    assert (hard.raid_numbers_factor, hard.year_cost_adjustment) == (2, 5)
    assert hard.event_kind.tolist().count(LOOKOUT_CARD) == 4
