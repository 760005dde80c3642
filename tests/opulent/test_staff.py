"""Staff: what each member does."""

import pytest

from sim.games.opulent import band, band_set, bartender, doorman, drinks, manager, staff
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    BAR,
    BLUE,
    FREE_REROLL,
    LOCK_DIE,
    MELODY,
    OUT_WATERED,
    RED,
    REROLL,
    TEMPO,
    TUNE,
)

SET_ASIDE, RELEASE = 1, 2


@pytest.mark.rule("staff.chanteuse")
def test_the_chanteuse_lets_the_band_play_either_song_and_the_other_is_on_top_then(club):
    club.hire("chanteuse")
    club.floor("politician right 3")
    first, second = club.songs("half C 7/4", "half A 4/4")
    hand = club.hand("whole")
    club.table.next_section = 0
    club.answers(song=[(TEMPO, 1)], note=hand)
    club.do(band.band_turn)
    assert (TEMPO, 0) not in club.asked["song"][0]
    assert club.table.songs[0] == first
    assert club.table.songs[1] not in (first, second)
    assert club.table.coffers == 3


@pytest.mark.rule("staff.chanteuse")
def test_without_her_only_the_top_song_is_played(club):
    club.floor("politician right 0")
    club.songs("half C 7/4", "half A 4/4")
    club.hand("whole A", "whole A flat")
    club.do(band_set.play_set)
    assert club.asked["song"][0] == [(TUNE, 0), (TEMPO, 0)]
    club.hire("chanteuse")
    club.hand("whole A", "whole A flat")
    club.songs("half C 7/4", "half A 4/4")
    club.do(band_set.play_set)
    assert (MELODY, 1) in club.asked["song"][1]


@pytest.mark.rule("staff.cigarette_girl", "bar.skip", "bar.failed", "bar.wait")
def test_the_cigarette_girl_shields_one_patron_from_skips_failure_and_waiting_this_turn(club):
    club.hire("cigarette girl")
    shielded, skipped, served = club.bar("politician 3", "aristocrat 3", "irish left")
    club.answers(cigarette_girl=[shielded], prepare=[(served, A_BEER), -1])
    club.rolls(bar=[6, 6, 6], colour=["blank"])
    club.do(bartender.bartender_turn)
    assert (club.nickels(shielded), club.nickels(skipped)) == (3, 1)
    club.table.shielded, club.table.bar_dice = shielded, 1
    club.answers(prepare=[(shielded, A_LIQUOR), -1])
    club.rolls(bar=[1])
    club.do(drinks.prepare_drinks, seat=BAR)
    assert club.nickels(shielded) == 3


@pytest.mark.rule("staff.cigarette_girl", "bar.found_out", "bar.edwards")
def test_she_does_not_help_against_a_tirade_or_a_scandal_and_sits_with_ordinary_patrons_only(club):
    club.hire("cigarette girl")
    club.bar("edwards")
    shielded, star, watered = club.bar("aristocrat 3", "celebrity 2* 2", "politician left 3")
    club.answers(cigarette_girl=[shielded], prepare=[(watered, 5), -1])
    club.rolls(bar=[6, 6, 6], colour=["blue"])
    club.do(bartender.bartender_turn)
    assert star not in {choice[0] for choice in club.asked["cigarette_girl"][0]}
    assert club.nickels(shielded) == 1
    assert club.lost(OUT_WATERED) == 5


@pytest.mark.rule("staff.waitress")
def test_the_cocktail_waitress_adds_one_to_the_preparation_roll_also_in_the_managers_help(club):
    club.hire("cocktail waitress")
    first, second = club.bar("politician left 3", "politician left 3")
    club.table.bar_dice = 1
    club.answers(prepare=[(first, A_LIQUOR), -1])
    club.rolls(bar=[1], colour=["blank"])
    club.do(drinks.prepare_drinks, seat=BAR)
    assert club.where(first) == "gone"
    club.answers(prepare=[(second, A_LIQUOR), -1], manager=[(2, 1), 0])
    club.rolls(bar=[1], colour=["blank"])
    club.deck(3)
    club.do(manager.manager_turn)
    assert club.where(second) == "gone"


@pytest.mark.rule("staff.waitress", "bar.prepare")
def test_her_bonus_alone_serves_nobody_without_a_die(club):
    club.hire("cocktail waitress")
    club.bar("irish")
    club.table.bar_dice = 0
    club.do(drinks.prepare_drinks, seat=BAR)
    assert club.asked["prepare"] == []


@pytest.mark.rule("staff.assistant", "door.reroll")
def test_the_doorman_assistant_gives_one_reroll_of_all_loose_dice_a_turn_without_discarding(club):
    club.hire("doorman assistant")
    patron, mobster = club.line("politician left", "irish left")
    club.rolls(door=[*("red", "green", "green", "green", "green"), *("blue", "blank", "blank", "blank")])
    club.answers(lock=[(LOCK_DIE, RED, mobster), FREE_REROLL, (LOCK_DIE, BLUE, patron)])
    club.do(doorman.doorman_turn)
    assert club.queue("floor") == [patron, mobster]
    assert FREE_REROLL not in {choice[0] for choice in club.asked["lock"][2]}
    assert REROLL in {choice[0] for choice in club.asked["lock"][2]}


@pytest.mark.rule("staff.assistant", "manager.door_help")
def test_the_assistant_does_not_work_for_the_manager(club):
    club.hire("doorman assistant")
    club.line("politician")
    club.deck(3)
    club.rolls(door=["red", "red"])
    club.answers(manager=[(1, 1), 0])
    club.do(manager.manager_turn)
    assert FREE_REROLL not in {choice[0] for choice in club.asked["lock"][0]}


# --- the Maitre d' ---------------------------------------------------------------------------------------------------


def maitre_d(club, act, patron):
    club.hire("maitre d'")
    club.answers(maitre_d=[(act, patron)])
    club.do(staff.maitre_d)


@pytest.mark.rule("staff.maitre_d", "door.collins")
def test_the_maitre_d_sets_a_patron_even_frank_collins_aside_and_the_gap_is_filled_at_once(club):
    collins, star, *_ = club.line("collins", "celebrity 1*", "politician", "irish", "irish")
    next_up = club.overflow("aristocrat")
    maitre_d(club, SET_ASIDE, collins)
    assert club.where(collins) == "held"
    assert next_up in club.queue("line")
    assert club.nickels(next_up) == 2
    assert (SET_ASIDE, star) not in club.asked["maitre_d"][0]


@pytest.mark.rule("staff.maitre_d", "door.wait")
def test_the_held_patron_pays_nothing_keeps_his_nickels_and_comes_back_at_the_end_of_the_line(club):
    held, other = club.hold("politician 2"), club.line("irish 3")
    club.do(doorman.wait_in_line)
    assert club.nickels(held) == 2
    maitre_d(club, RELEASE, held)
    assert club.queue("line") == [other, held]
    assert club.nickels(held) == 2
    assert club.table.held == -1


@pytest.mark.rule("staff.maitre_d", "door.collins")
def test_released_into_a_full_line_he_joins_the_overflow_and_into_a_full_overflow_he_is_gone(club):
    club.line(*["politician"] * 5)
    held = club.hold("collins")
    maitre_d(club, RELEASE, held)
    assert club.where(held) == "overflow"
    club.overflow(*["irish"] * 4)
    lost = club.hold("aristocrat 3")
    maitre_d(club, RELEASE, lost)
    assert club.where(lost) == "gone"


@pytest.mark.rule("staff.maitre_d", "door.move_up")
def test_he_gets_no_new_nickels_when_he_moves_up_from_the_overflow_again(club):
    club.line(*["politician 1"] * 5)
    held = club.hold("aristocrat 1")
    maitre_d(club, RELEASE, held)
    club.table.cut_offs = 5
    club.do(doorman.doorman_turn)
    assert club.where(held) == "line"
    assert club.nickels(held) == 1


@pytest.mark.rule("staff.maitre_d", "y1927.caught")
def test_a_mobster_released_onto_the_film_set_is_lost(open_club):
    club = open_club("1927")
    club.table.set = 1
    held = club.hold("irish 3")
    maitre_d(club, RELEASE, held)
    assert club.where(held) == "gone"


@pytest.mark.rule("staff.maitre_d")
def test_only_one_is_held_and_nothing_must_be_done(club):
    held = club.hold("politician 2")
    club.line("irish 3")
    maitre_d(club, 0, -1)
    assert club.asked["maitre_d"][0] == [(0, -1), (RELEASE, held)]
    assert club.where(held) == "held"


# --- the plain ones --------------------------------------------------------------------------------------------------


@pytest.mark.rule("staff.plain")
def test_a_plain_member_adds_one_die_card_point_or_action(club):
    club.hire("plain doorman", "plain musician", "plain bartender", "plain manager")
    assert club.do(doorman.dice_in_pool) == 6
    assert club.do(band.free_cards) == 5
    assert club.do(staff.roll_bonus) == 1
    club.deck(3)
    club.do(manager.manager_turn)
    assert max(choice[1] for choice in club.asked["manager"][0]) == 3
