"""What outlives a year of a campaign, the counterfeiter and the dead of 1926, and how a campaign ends."""

import numpy as np
import pytest

from sim.campaign import CampaignContext, make_campaign_plan
from sim.games.opulent import manager, y1921, y1926
from sim.games.opulent.names import (
    BANKRUPT,
    DOOR,
    MOBSTER,
    OUT_LOOKOUT,
    REACHED,
)
from sim.games.opulent.raid import raid
from sim.registry import load_game
from tests.opulent.reckoning import Closed, begin, carry

GAME = load_game("opulent")


@pytest.fixture
def year(open_club):
    """Begin a year with what the one before left: ``year("1924", coffers=12)``."""

    def begun(name, rules=None, years_left=5, answers=None, **left):
        return begin(open_club(name, rules=rules, campaign=True), carry(**left), years_left, **(answers or {}))

    return begun


# --- lookouts


@pytest.mark.rule("campaign.lookouts")
@pytest.mark.parametrize(("coffers", "most"), [(1, 0), (2, 1), (5, 2), (6, 3), (60, 3)])
def test_idle_lookouts_may_be_hired_again_for_two_dollars_each(year, coffers, most):
    answers = {"rehire_lookouts": [most]} if most else {}
    club = year("1924", coffers=coffers, lookouts=3, answers=answers)
    assert club.asked["rehire_lookouts"] == [[(count,) for count in range(most + 1)]]
    assert (club.table.lookouts, club.table.coffers) == (most, coffers - 2 * most)
    assert club.table.dollars_out[OUT_LOOKOUT] == 2 * most


@pytest.mark.rule("campaign.lookouts")
def test_who_is_not_hired_again_is_gone(year):
    club = year("1924", coffers=20, lookouts=2, answers={"rehire_lookouts": [0]})
    assert (club.table.lookouts, club.table.idle_lookouts, club.table.coffers) == (0, 0, 20)


@pytest.mark.rule("campaign.lookouts")
def test_lookouts_not_needed_are_carried_over(open_club):
    year = Closed(open_club("1923", campaign=True), 90)
    year.table.lookouts = 2
    year.reckon()
    assert year.carried.lookouts == year.row.ended_lookouts == 2


# --- the counterfeiter


def end_of_manager_turn(club):
    """End a Manager's turn in which nothing happens; return the dollars lost."""
    before = club.table.coffers
    club.do(y1921.counterfeit_loss)
    return before - club.table.coffers


@pytest.mark.rule("campaign.counterfeiter")
def test_seven_clues_are_carried_into_1922_where_the_eighth_unmasks_him(open_club):
    closed = Closed(open_club("1921", campaign=True), 40, own=["business license"], bought=True)
    closed.table.clues = 7
    closed.reckon()
    assert (closed.carried.clues, closed.carried.counterfeiter) == (7, 1)
    club = begin(open_club("1922", campaign=True), closed.carried)
    assert end_of_manager_turn(club) == 1
    club.answers(clues=[1])
    club.rolls(clue=[5])
    club.do(y1921.look_for_clues, seat=DOOR, most=5)
    assert club.asked["clues"] == [[(0,), (1,), (2,)]]
    assert club.table.solved == 1
    assert end_of_manager_turn(club) == 0
    club.do(y1921.look_for_clues, seat=DOOR, most=5)  # nobody looks for him any more
    assert len(club.asked["clues"]) == 1
    later = Closed(club, 40, bought=True)
    later.reckon()
    assert later.carried.counterfeiter == 0


@pytest.mark.rule("campaign.counterfeiter")
def test_a_counterfeiter_found_in_1921_is_gone_for_good(open_club):
    closed = Closed(open_club("1921", campaign=True), 40, bought=True)
    closed.table.clues, closed.table.solved = 8, 1
    closed.reckon()
    assert closed.carried.counterfeiter == 0
    club = begin(open_club("1922", campaign=True), closed.carried)
    club.table.coffers = 9
    assert end_of_manager_turn(club) == 0


@pytest.mark.rule("campaign.counterfeiter", "y1921.loss")
def test_the_dollar_is_lost_each_turn_of_a_later_year_from_the_first_dollar_on(year):
    club = year("1925", coffers=2, clues=3, counterfeiter=True)
    assert [end_of_manager_turn(club) for _ in range(4)] == [1, 1, 0, 0]


@pytest.mark.rule("campaign.counterfeiter")
def test_the_manager_may_look_for_clues_in_later_years_too(year):
    club = year("1925", clues=3, counterfeiter=True)
    club.table.actions = 2
    club.do(manager.list_actions, worked_door=False, worked_bar=False)
    assert 12 in {int(row[0]) for row in club.team.choices[: club.team.n]}
    without = year("1925", clues=8)
    without.table.actions = 2
    without.do(manager.list_actions, worked_door=False, worked_bar=False)
    assert 12 not in {int(row[0]) for row in without.team.choices[: without.team.n]}


@pytest.mark.rule("campaign.counterfeiter")
def test_he_is_carried_on_through_several_years_with_the_clues_of_all(open_club):
    carried = carry(clues=2, counterfeiter=True)
    for name in ("1922", "1923", "1924"):
        club = begin(open_club(name, campaign=True), carried)
        club.table.clues += 1
        closed = Closed(club, 90, bought=True)
        closed.reckon()
        carried = closed.carried
    assert (carried.clues, carried.counterfeiter) == (5, 1)


@pytest.mark.rule("campaign.counterfeiter")
def test_a_table_may_let_him_go_at_the_end_of_the_year(open_club):
    rules = {"campaign.counterfeiter_stays": False}
    closed = Closed(open_club("1921", rules=rules, campaign=True), 40, bought=True)
    closed.table.clues = 7
    closed.reckon()
    assert closed.carried.counterfeiter == 0


# --- Mobsters


@pytest.mark.rule("campaign.removed")
def test_a_mobster_shot_in_1926_is_in_no_later_deck(open_club):
    club = open_club("1926", campaign=True)
    _, italian = club.line("irish left", "italian left")
    club.rolls(gang=["red", "blue"])
    club.do(y1926.shoot_out, patron=italian)
    assert club.where(italian) == "gone"
    closed = Closed(club, 90, bought=True)
    closed.reckon()
    assert np.flatnonzero(closed.carried.removed).tolist() == [italian]
    everybody = {"patron.base_deck": 52}
    following = begin(open_club("1928", rules=everybody, campaign=True), closed.carried)
    assert following.where(italian) == "box"
    assert italian not in following.hidden.deck[:57]
    assert following.table.arrivals + following.table.deck_n == 52 - 1


@pytest.mark.rule("campaign.removed")
def test_everyone_shot_stays_out_and_the_others_come_back(year):
    shot = [0, 4, 7]
    club = year("1929", rules={"patron.base_deck": 52}, removed=shot)
    mobsters = [p for p in range(57) if club.rules.patron_class[p] == MOBSTER and club.where(p) != "box"]
    assert len(mobsters) == 15 - 3
    assert not set(shot) & set(mobsters)


@pytest.mark.rule("campaign.removed", "y1926.raid")
def test_mobsters_shot_in_a_raid_are_gone_for_good_too(open_club):
    club = open_club("1926", campaign=True)
    shot, spared = club.floor("irish left"), club.bar("italian right")
    club.rolls(raid=[1], gang=["red", "green"])
    club.do(raid)
    closed = Closed(club, 90, bought=True)
    closed.reckon()
    assert np.flatnonzero(closed.carried.removed).tolist() == [shot]
    assert closed.carried.removed[spared] == 0


# --- the end


@pytest.mark.rule("campaign.end")
def test_the_club_that_pays_for_1929_has_won_the_campaign(open_club):
    closed = Closed(open_club("1929", campaign=True), 75, own=["business license"], years_left=0)
    assert closed.reckon() == REACHED
    assert closed.carried.over == 0


@pytest.mark.rule("campaign.end")
def test_a_campaign_has_ten_years_or_ends_with_the_one_that_killed_it():
    rows = CampaignContext(make_campaign_plan("opulent", "rulebook", "growth", seed=5)).play(0, 200)
    played = (rows["ending"] > 0).sum(axis=1)
    last = rows["ending"][np.arange(len(rows)), played - 1]
    assert set(last[played < 10].tolist()) == {BANKRUPT}
    assert (played == 10).any()
    alive = [ending.alive for ending in GAME.file.campaign.endings]
    for endings, years in zip(rows["ending"].tolist(), played.tolist(), strict=True):
        assert all(alive[ending] for ending in endings[: years - 1])
        assert not any(endings[years:])


@pytest.mark.rule("campaign.end")
def test_a_year_stopped_at_the_turn_cap_ends_the_campaign_without_a_reckoning():
    plan = make_campaign_plan("opulent", "rulebook", "growth", seed=5, rules={"year.turn_cap": 3})
    rows = CampaignContext(plan).play(0, 5)
    assert (rows["ending"][:, 0] == 5).all()
    assert not rows["ending"][:, 1:].any()
    assert not rows["business"].any()
