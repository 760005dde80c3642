"""1924, Election Year: the meeting in the VIP room."""

import pytest

from sim.games.opulent import band, bartender, closing, manager, raid
from sim.games.opulent import club as moving
from sim.games.opulent.names import (
    AT_BAR,
    BUMP,
    ESCORT,
    FLOOR,
    GONE,
    IN_CONCESSION,
    MEETING_FAILED,
    OUT_PENALTY,
    OUT_SPECIAL,
    SCHMOOZE,
    TUNE,
)
from tests.opulent.managing import manage, possible


@pytest.fixture
def y24(open_club):
    return open_club("1924")


def meeting(club, politicians, nickels=3, next_place=AT_BAR):
    """Seat Politicians in the meeting room, the first one there longest."""
    guests = club.vip(*[f"politician right {nickels}"] * politicians, next_place=next_place)
    return guests if isinstance(guests, list) else [guests]


@pytest.mark.rule("y1924.gather", "vip.escort")
def test_politicians_gather_in_the_vip_room_from_anywhere_one_an_action_and_more_than_one(y24):
    line, floor, bar = y24.line("politician"), y24.floor("politician"), y24.bar("politician")
    y24.answers(escort=[line, floor, bar])
    manage(y24, ESCORT, ESCORT)
    manage(y24, ESCORT)
    assert y24.queue("vip") == [line, floor, bar]


@pytest.mark.rule("y1924.gather")
def test_nobody_else_sits_with_them_they_wait_for_others_to_go_and_no_sixth_is_needed(y24):
    star, _, _ = y24.centre("celebrity 1*"), y24.floor("irish"), meeting(y24, 1)
    assert ESCORT not in possible(y24)
    y24.floor("politician")
    manage(y24, ESCORT)
    assert (star,) not in y24.asked["escort"][0]
    meeting(y24, 3)
    y24.floor("politician")
    assert ESCORT not in possible(y24)


@pytest.mark.rule("y1924.gather")
def test_a_politician_waits_until_another_guest_has_left_the_room(y24):
    guest = y24.vip("irish right 3", next_place=AT_BAR)
    politician = y24.floor("politician")
    assert ESCORT not in possible(y24)
    y24.answers(bump=[guest], escort=[politician])
    manage(y24, BUMP, ESCORT)
    assert y24.queue("vip") == [politician]


@pytest.mark.rule("y1924.gather", "manager.schmooze")
def test_politicians_in_the_meeting_are_not_schmoozed(y24):
    meeting(y24, 2, nickels=1)
    assert SCHMOOZE not in possible(y24)


@pytest.mark.rule("y1924.band")
@pytest.mark.parametrize(("present", "limit"), [(2, 4), (3, 3), (4, 2), (5, 1)])
def test_the_band_draws_no_more_than_the_room_allows_or_the_one_there_longest_loses_a_nickel(y24, present, limit):
    first, *others = meeting(y24, present)
    y24.deck(5)
    y24.answers(draw=[0, 1, 2, 3][:limit], song=[TUNE])
    y24.do(band.band_turn)
    assert y24.nickels(first) == 3
    y24.table.hand_n = y24.table.hand_half_beats = 0
    y24.answers(draw=[0, 1, 2, 3][: limit + 1], song=[TUNE])
    y24.do(band.band_turn)
    assert y24.nickels(first) == (3 if limit == 4 else 2)  # a fifth card is not allowed at all
    assert [y24.nickels(other) for other in others] == [3] * len(others)


@pytest.mark.rule("y1924.band", "band.loud")
def test_no_loud_cards_while_two_or_more_meet_and_no_demands_with_fewer(y24):
    meeting(y24, 2)
    y24.deck(5)
    y24.answers(draw=[0, 1, 2, 3])
    y24.do(band.draw_cards, clue_draws=0)
    assert [choice[0] for choice in y24.asked["draw"][-1]] == [-1]


@pytest.mark.rule("y1924.band", "y1924.bar")
def test_one_politician_demands_nothing(y24):
    (alone,) = meeting(y24, 1)
    y24.deck(5)
    y24.answers(draw=[0, 1, 2, 3, 0, 1], song=[TUNE])
    y24.do(band.band_turn)
    y24.do(bartender.bartender_turn)
    assert y24.asked["refreshments"] == []
    assert y24.nickels(alone) == 3


@pytest.mark.rule("y1924.bar")
@pytest.mark.parametrize(("present", "beer", "dice"), [(2, 1, 1), (3, 1, 1), (4, 2, 2), (5, 2, 2)])
def test_the_bar_serves_the_room_beer_and_gives_up_dice(y24, present, beer, dice):
    first, *_ = meeting(y24, present)
    mobster = y24.bar("irish left")
    y24.answers(refreshments=[1], prepare=[(mobster, 1), -1])
    y24.rolls(bar=[1] * (3 - dice), colour=["blank"])
    y24.do(bartender.bartender_turn)
    assert y24.stock()["beer"] == 6 - beer - 1
    assert y24.nickels(first) == 3


@pytest.mark.rule("y1924.bar")
def test_a_bar_that_refuses_or_has_no_beer_costs_the_first_politician_a_nickel_and_at_none_he_leaves(y24):
    first, second = meeting(y24, 2, nickels=2)
    y24.answers(refreshments=[0])
    y24.do(bartender.bartender_turn)
    assert (y24.nickels(first), y24.nickels(second)) == (1, 2)
    y24.stock(beer=0)
    y24.do(bartender.bartender_turn)
    assert y24.where(first) == "gone"
    assert y24.queue("vip") == [second]
    assert y24.lost(OUT_SPECIAL) == 2


@pytest.mark.rule("y1924.held")
def test_on_the_manager_turn_after_the_fifth_arrives_the_meeting_is_over_and_everybody_goes_on(y24):
    at_bar, on_floor, would_leave, *_ = meeting(y24, 5)
    y24.table.vip_next[[at_bar, on_floor, would_leave]] = [AT_BAR, FLOOR, GONE]
    y24.deck(5)
    y24.do(manager.manager_turn)
    assert (y24.where(at_bar), y24.where(on_floor), y24.where(would_leave)) == ("bar", "floor", "floor")
    assert y24.table.coffers == 7
    assert y24.table.dollars_in[IN_CONCESSION] == 7
    assert y24.table.meeting == 1
    # who would have left makes a full cycle: dance floor, bar, out
    assert y24.do(moving.next_station, patron=would_leave, station=FLOOR) == AT_BAR
    assert y24.do(moving.next_station, patron=would_leave, station=AT_BAR) == GONE


@pytest.mark.rule("y1924.held")
def test_the_fifth_escorted_this_turn_meets_until_the_next_and_four_do_not_meet(y24):
    meeting(y24, 4)
    y24.floor("politician right")
    y24.deck(9)
    y24.answers(manager=[ESCORT, 0])
    y24.do(manager.manager_turn)
    assert (y24.table.meeting, len(y24.queue("vip"))) == (0, 5)
    y24.do(manager.manager_turn)
    assert y24.table.meeting == 1


@pytest.mark.rule("y1924.penalty", "closing.end")
def test_a_meeting_that_never_takes_place_costs_thirty_dollars(y24):
    y24.table.coffers, y24.table.target = 60, 50
    y24.do(closing.close_club)
    assert y24.table.coffers == 30
    assert y24.table.outcome == MEETING_FAILED
    assert y24.table.dollars_out[OUT_PENALTY] == 30


@pytest.mark.rule("y1924.penalty", "y1924.held")
def test_a_meeting_held_costs_nothing(y24):
    y24.table.coffers, y24.table.target, y24.table.meeting = 60, 50, 1
    y24.do(closing.close_club)
    assert y24.table.coffers == 60


@pytest.mark.rule("y1924.bail", "raid.effects")
def test_a_raid_on_the_meeting_costs_fifteen_dollars_beyond_what_it_takes(y24):
    meeting(y24, 1)
    y24.table.coffers = 40
    y24.do(raid.suffer_raid)
    assert y24.table.coffers == -15
    y24.table.coffers = 40
    y24.do(raid.suffer_raid)  # nobody was in the room
    assert y24.table.coffers == 0


@pytest.mark.rule("y1924.bail")
def test_no_bail_after_the_meeting(y24):
    meeting(y24, 1)
    y24.table.meeting = 1
    y24.do(raid.suffer_raid)
    assert y24.table.coffers == 0


@pytest.mark.rule("y1924.no_close", "closing.early")
def test_the_club_may_not_close_before_the_meeting(y24):
    y24.table.coffers, y24.table.target = 60, 50
    assert not y24.do(closing.may_close_early)
    y24.table.meeting = 1
    assert y24.do(closing.may_close_early)


@pytest.mark.rule("y1924.no_close", "closing.last_call")
def test_last_call_ends_the_year_all_the_same(y24):
    y24.table.last_call, y24.table.target, y24.table.coffers = 1, 20, 25
    y24.do(closing.end_of_round)
    assert y24.table.outcome == MEETING_FAILED
