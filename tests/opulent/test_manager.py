"""The Manager: two actions out of all printed ones."""

import pytest

from sim.games.opulent import manager
from sim.games.opulent.names import (
    A_LIQUOR,
    BAR_HELP,
    BLUE,
    BUY_UPGRADE,
    COMP,
    CONTRACT,
    DOOR_HELP,
    ESCORT,
    HIRE_LOOKOUT,
    IN_SCHMOOZE_MANAGER,
    ITALIAN,
    LOCK_DIE,
    OUT_COMP,
    OUT_DOOR_SKIP,
    OUT_DOOR_WAIT,
    OUT_LOOKOUT,
    OUT_REPAID,
    OUT_UPGRADE,
    REFILL_ICE,
    REQUEST_SONG,
    SCHMOOZE,
    STRINGS,
)
from tests.opulent.managing import manage, possible


@pytest.mark.rule("manager.actions")
def test_two_actions_a_turn_also_twice_the_same_or_fewer_and_nothing_is_saved_up(club):
    manage(club, CONTRACT, CONTRACT)
    assert club.table.actions == 0
    club.deck(3)
    club.answers(manager=[CONTRACT, 0])
    club.do(manager.manager_turn)
    club.do(manager.manager_turn)
    assert max(choice[1] for choices in club.asked["manager"] for choice in choices) == 2


@pytest.mark.rule("manager.actions")
def test_with_no_actions_left_only_stopping_is_possible(club):
    club.line("politician")
    manage(club, CONTRACT, CONTRACT)
    assert club.asked["manager"][-1] == [(0, 0)]


# --- help ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("manager.door_help")
def test_one_action_at_the_door_rolls_two_doorman_dice_two_actions_roll_four_at_once(club):
    patrons = club.line("politician left", "irish right")
    club.rolls(door=["blue", "blank"])
    club.answers(lock=[(LOCK_DIE, BLUE, patrons[0])])
    manage(club, (DOOR_HELP, 1))
    assert club.where(patrons[0]) == "floor"
    club.rolls(door=["blank"] * 4)
    manage(club, (DOOR_HELP, 2))


@pytest.mark.rule("manager.door_help", "door.skip", "door.wait")
def test_skips_count_in_the_managers_help_waiting_does_not_and_the_line_fills_up_at_once(club):
    skipped, entering = club.line("aristocrat 3", "politician left", "irish", "irish", "irish")[:2]
    moving_up = club.overflow("aristocrat")
    club.rolls(door=["blue", "blank"])
    club.answers(lock=[(LOCK_DIE, BLUE, entering)])
    manage(club, (DOOR_HELP, 1))
    assert club.nickels(skipped) == 2
    assert (club.lost(OUT_DOOR_SKIP), club.lost(OUT_DOOR_WAIT)) == (1, 0)
    assert moving_up in club.queue("line")
    assert club.nickels(moving_up) == 2
    assert club.asked["schmooze_door"] == []  # the Manager's dice may not schmooze


@pytest.mark.rule("manager.door_help", "door.yellow")
def test_the_manager_uses_only_dice_that_are_not_out_on_patrons_but_cut_offs_do_not_concern_him(club):
    club.line("politician")
    club.floor(*["irish yellow"] * 4)
    club.table.cut_offs = 1
    club.rolls(door=["blank"])
    manage(club, (DOOR_HELP, 2))
    assert club.table.cut_offs == 1


@pytest.mark.rule("manager.door_help", "vip.centre")
def test_a_celebrity_let_in_by_the_manager_waits_in_the_centre_until_the_end_of_the_following_manager_turn(club):
    star = club.line("celebrity 1*")
    club.deck(5)
    club.rolls(door=["blank", "blank"])
    club.answers(lock=[(LOCK_DIE, 5, star)], manager=[(DOOR_HELP, 1), 0, 0])
    club.do(manager.manager_turn)
    assert club.where(star) == "centre"
    club.do(manager.manager_turn)
    assert club.where(star) == "gone"


@pytest.mark.rule("manager.bar_help")
def test_one_bar_die_an_action_refills_or_prepares_and_waiting_costs_nothing(club):
    served, waiting = club.bar("politician right", "irish 3")
    club.rolls(bar=[2], colour=["blank"])
    club.answers(prepare=[(served, A_LIQUOR), -1])
    manage(club, (BAR_HELP, 1))
    assert club.where(served) == "floor"
    assert club.nickels(waiting) == 3
    club.stock(ice=0)
    club.answers(bar_action=[REFILL_ICE])
    manage(club, (BAR_HELP, 1))
    assert club.stock()["ice"] == 6


@pytest.mark.rule("manager.bar_help")
def test_with_two_actions_the_bar_action_comes_before_the_roll_of_what_is_left(club):
    served = club.bar("politician right")
    club.stock(ice=0)
    club.rolls(bar=[2], colour=["blank"])
    club.answers(bar_action=[REFILL_ICE, 0], prepare=[(served, A_LIQUOR), -1])
    manage(club, (BAR_HELP, 2))
    assert club.where(served) == "floor"
    assert club.stock()["ice"] == 5


@pytest.mark.rule("manager.bar_help", "bar.skip", "bar.failed")
def test_skips_and_failures_cost_nickels_in_the_managers_help_too(club):
    skipped, served = club.bar("aristocrat 3", "politician right")
    club.rolls(bar=[2], colour=["blank"])
    club.answers(prepare=[(served, A_LIQUOR), -1])
    manage(club, (BAR_HELP, 1))
    assert club.nickels(skipped) == 2
    unlucky = club.bar("politician 3")
    club.rolls(bar=[1])
    club.answers(prepare=[(unlucky, A_LIQUOR), -1])
    manage(club, (BAR_HELP, 1))
    assert club.nickels(unlucky) == 2


@pytest.mark.rule("manager.door_help", "manager.bar_help")
def test_one_session_at_the_door_and_one_at_the_bar_a_turn(club):
    club.line("politician")
    club.rolls(door=["blank", "blank"])
    manage(club, (DOOR_HELP, 1), (BAR_HELP, 1))
    assert DOOR_HELP not in {choice[0] for choice in club.asked["manager"][1]}


# --- patrons ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("manager.comp")
def test_for_a_dollar_a_patron_from_line_or_floor_goes_to_the_back_of_the_bar_without_skipping_anybody(club):
    club.table.coffers = 5
    first, second = club.line("aristocrat 3", "politician 2")
    at_bar, dancer = club.bar("irish"), club.floor("politician 1")
    club.answers(comp=[second, dancer])
    manage(club, COMP, COMP)
    assert club.queue("bar") == [at_bar, second, dancer]
    assert (club.nickels(first), club.nickels(second), club.nickels(dancer)) == (3, 2, 1)
    assert club.table.coffers == 3
    assert club.table.dollars_out[OUT_COMP] == 2


@pytest.mark.rule("manager.comp")
def test_celebrities_regulars_and_the_overflow_are_not_comped_and_nobody_is_without_a_dollar(club):
    club.line("celebrity 1*", "collins")
    club.overflow("politician")
    club.table.coffers = 5
    assert COMP not in possible(club)
    club.floor("politician")
    assert COMP in possible(club)
    club.table.coffers = 0
    assert COMP not in possible(club)


@pytest.mark.rule("manager.comp", "manager.rival")
def test_a_rival_comped_from_the_line_destroys_bottles_one_from_the_floor_has_done_so_before(club):
    club.table.contract, club.table.coffers = ITALIAN, 5
    in_line, dancing = club.line("irish left"), club.floor("irish")
    club.answers(comp=[dancing, in_line], rival_loss=[2, 2])
    manage(club, COMP)
    assert club.stock()["beer"] == 6
    manage(club, COMP)
    assert club.stock()["beer"] == 4


@pytest.mark.rule("manager.comp")
def test_a_house_rule_without_comped_drinks(open_club):
    club = open_club(rules={"manager.comps": False})
    club.table.coffers = 5
    club.floor("politician")
    assert COMP not in possible(club)


@pytest.mark.rule("manager.schmooze")
def test_an_action_gives_two_nickels_anywhere_but_in_the_overflow(club):
    line, floor, bar = club.line("politician 1"), club.floor("irish 2"), club.bar("aristocrat 2")
    vip = club.vip("politician 2")
    club.overflow("irish")
    club.answers(give_manager=[line, vip])
    manage(club, SCHMOOZE)
    assert {choice[0] for choice in club.asked["give_manager"][0]} == {line, floor, bar, vip}
    assert (club.nickels(line), club.nickels(vip)) == (2, 3)
    club.answers(give_manager=[floor, bar])
    manage(club, SCHMOOZE)
    assert (club.nickels(floor), club.nickels(bar)) == (3, 3)
    assert club.gained(IN_SCHMOOZE_MANAGER) == 4


@pytest.mark.rule("manager.schmooze")
def test_only_the_manager_schmoozes_a_patron_with_a_yellow_die_up_to_five(club):
    yellow, plain, star = club.floor("politician 3 yellow", "irish 3", "celebrity 5* 1")
    club.answers(give_manager=[yellow, yellow])
    manage(club, SCHMOOZE)
    assert (club.nickels(yellow), club.nickels(plain), club.nickels(star)) == (5, 3, 1)
    assert SCHMOOZE not in possible(club)


# --- the office ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("manager.song")
def test_the_top_song_is_discarded_the_bottom_one_moves_up_and_a_new_one_is_drawn(club):
    skipped, following = club.songs("half 3/4", "half 4/4")
    manage(club, REQUEST_SONG)
    assert club.table.songs[0] == following
    assert club.table.songs_n == 2
    assert skipped in club.table.discards[STRINGS, : club.table.discards_n[STRINGS]]
    assert club.band_cards() == 128


@pytest.mark.rule("manager.lookout", "event.lookout")
def test_a_lookout_is_hired_for_an_action_and_two_dollars_in_the_turn_his_card_is_drawn(club):
    club.table.coffers = 5
    club.deck(5)
    club.next_event("general")
    club.next_event("lookout")
    club.answers(manager=[HIRE_LOOKOUT, 0])
    club.do(manager.manager_turn)
    assert club.table.lookouts == 1
    assert club.table.coffers == 3
    assert club.table.dollars_out[OUT_LOOKOUT] == 2
    assert HIRE_LOOKOUT not in {choice[0] for choice in club.asked["manager"][1]}  # one for each card


@pytest.mark.rule("manager.lookout", "event.lookout")
def test_a_lookout_nobody_hires_is_gone_next_turn_unless_the_ruling_says_otherwise(open_club):
    for stays in (False, True):
        club = open_club(rules={"lookout.stays": stays})
        club.table.coffers = 5
        club.deck(5)
        club.table.lookout_offers = 1
        club.do(manager.manager_turn)
        assert (HIRE_LOOKOUT in {choice[0] for choice in club.asked["manager"][0]}) == stays


@pytest.mark.rule("manager.lookout")
def test_nobody_is_hired_without_two_dollars(club):
    club.table.lookout_offers = 1
    club.table.coffers = 1
    assert HIRE_LOOKOUT not in possible(club)


@pytest.mark.rule("manager.buy")
def test_the_selected_upgrade_may_be_bought_for_an_action_works_at_once_and_leaves_the_target(club):
    club.table.selected = 2  # the Expanded Dance Floor for $10
    club.table.coffers, club.table.target = 12, 30
    manage(club, BUY_UPGRADE)
    assert (club.table.coffers, club.table.target) == (2, 20)
    assert club.table.owned[2] == 1
    assert club.table.half_stars == club.rules.upgrade_half_stars[2]
    assert club.table.dollars_out[OUT_UPGRADE] == 10
    assert BUY_UPGRADE not in possible(club)


@pytest.mark.rule("manager.buy")
def test_the_upgrade_cannot_be_bought_without_the_money_or_against_the_ruling(open_club):
    club = open_club()
    club.table.selected, club.table.coffers = 2, 9
    assert BUY_UPGRADE not in possible(club)
    later = open_club(rules={"manager.buy_in_year": False})
    later.table.selected, later.table.coffers = 2, 50
    assert BUY_UPGRADE not in possible(later)


@pytest.mark.rule("manager.repay")
def test_borrowed_dollars_are_paid_back_double_as_many_as_the_manager_likes(club):
    club.table.debt, club.table.coffers = 4, 7
    club.answers(repay=[2])
    club.do(manager.repay)
    assert club.asked["repay"] == [[(0,), (1,), (2,), (3,)]]
    assert (club.table.debt, club.table.coffers) == (2, 3)
    assert club.table.dollars_out[OUT_REPAID] == 4


@pytest.mark.rule("vip.escort", "manager.actions")
def test_actions_nobody_can_use_are_not_offered(club):
    assert possible(club) == {BAR_HELP, CONTRACT}
    assert ESCORT not in possible(club)
