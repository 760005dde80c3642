"""The Doorman, Step 2 and 3: schmoozing, rolling, locking, rerolling, re-matching."""

import pytest

from sim.games.opulent import door_dice, doorman, rolls
from sim.games.opulent.names import (
    BLANK,
    BLUE,
    DOOR,
    GREEN,
    IN_SCHMOOZE_DOOR,
    LOCK_DIE,
    MOVE_DIE,
    PURPLE,
    RED,
    REROLL,
    STOP,
    YELLOW,
)


def roll(club, *faces, dice=None, free_rerolls=0):
    """Roll dice at the door that show these faces, and lock as the answers say."""
    club.rolls(door=faces)
    number = len(faces) if dice is None else dice
    club.do(door_dice.roll_and_lock, seat=DOOR, dice=number, free_rerolls=free_rerolls)


def locks(club, list_number=0):
    """Return (face, patron) of every lock offered in one of the lists of choices."""
    return {choice[1:3] for choice in club.asked["lock"][list_number] if choice[0] == LOCK_DIE}


def acts(club, list_number=0):
    """Return the acts offered in one of the lists of choices."""
    return {choice[0] for choice in club.asked["lock"][list_number]}


# --- schmoozing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("door.schmooze")
def test_a_discarded_die_gives_two_nickels_to_one_patron_or_one_to_each_of_two(club):
    first, second = club.line("politician 1", "irish 2")
    club.answers(schmooze_door=[(first, 1), (first, 2), -1])
    club.table.dice_left = 5
    club.do(doorman.schmooze)
    assert club.table.dice_left == 4
    assert (club.nickels(first), club.nickels(second)) == (3, 2)
    club.table.nickels[[first, second]] = 2
    club.answers(schmooze_door=[(first, 1), (second, 2)])
    club.do(doorman.schmooze)
    assert club.table.dice_left == 3
    assert (club.nickels(first), club.nickels(second)) == (3, 3)
    assert club.gained(IN_SCHMOOZE_DOOR) == 4


@pytest.mark.rule("door.schmooze")
def test_nobody_is_schmoozed_beyond_three_nickels_and_never_celebrities_regulars_or_the_overflow(club):
    club.line("politician 3", "celebrity 3*", "collins", "irish 2", "irish 3")
    club.overflow("politician")
    club.table.dice_left = 5
    club.do(doorman.schmooze)
    line = club.queue("line")
    assert club.asked["schmooze_door"][0] == [(-1, 0), (line[3], 1)]


@pytest.mark.rule("door.schmooze")
def test_the_doorman_may_schmooze_with_every_die_he_has_and_then_rolls_none(club):
    patrons = club.line("politician 1", "irish 1", "politician 1")
    club.table.cut_offs = 2
    club.answers(schmooze_door=[patrons[0], patrons[0], patrons[1], patrons[1], patrons[2], patrons[2]])
    club.do(doorman.doorman_turn)
    assert [club.nickels(patron) for patron in patrons] == [2, 2, 2]  # all three paid for waiting


@pytest.mark.rule("door.roll", "door.schmooze")
def test_only_the_dice_left_after_schmoozing_are_rolled(club):
    patron = club.line("politician 1")
    club.answers(schmooze_door=[patron, patron])
    club.rolls(door=["blank"] * 4)
    club.do(doorman.doorman_turn)
    assert club.nickels(patron) == 2


# --- locking ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("door.match", "door.roll")
def test_red_lets_mobsters_in_blue_politicians_green_aristocrats(club):
    mobster, politician, aristocrat = club.line("irish", "politician", "aristocrat")
    club.overflow("irish")
    roll(club, "red", "blue", "green", "blank", "blank")
    assert locks(club) == {(RED, mobster), (BLUE, politician), (GREEN, aristocrat)}


@pytest.mark.rule("door.match")
def test_one_die_lets_one_patron_in(club):
    first, second = club.line("politician", "politician")
    club.answers(lock=[(LOCK_DIE, BLUE, second)])
    roll(club, "blue", "red")
    assert club.table.dice_on[:2].tolist() == [second, door_dice.LOOSE]
    assert locks(club, 1) == set()
    assert first in club.queue("line")


@pytest.mark.rule("door.purple")
def test_two_purple_dice_are_wild_and_one_is_nothing(club):
    mobster, politician, aristocrat = club.line("irish", "politician", "aristocrat")
    roll(club, "purple", "red")
    assert locks(club) == {(RED, mobster)}
    club.answers(lock=[(LOCK_DIE, PURPLE, aristocrat)])
    roll(club, "purple", "purple", "purple")
    assert locks(club, 1) == {(PURPLE, mobster), (PURPLE, politician), (PURPLE, aristocrat)}
    assert door_dice.dice_on(club.table, aristocrat) == 2
    assert locks(club, 2) == set()


@pytest.mark.rule("door.purple")
def test_the_other_reading_makes_each_purple_die_wild(open_club):
    club = open_club(rules={"door.purple_needed": 1})
    patron = club.line("politician")
    roll(club, "purple", "blank")
    assert locks(club) == {(PURPLE, patron)}


@pytest.mark.rule("door.yellow")
def test_a_yellow_die_is_wild_and_stays_on_the_patron_so_that_the_doorman_has_one_die_less(club):
    first, second = club.line("politician left", "irish")
    club.rolls(door=["yellow", "blank", "blank", "blank", "blank"])
    club.answers(lock=[(LOCK_DIE, YELLOW, first)])
    club.do(doorman.doorman_turn)
    assert locks(club) == {(YELLOW, first), (YELLOW, second)}
    assert club.where(first) == "floor"
    assert club.table.yellow[first] == 1
    assert doorman.dice_in_pool(club.table, club.rules) == 4
    club.rolls(door=["blank"] * 4)
    club.do(doorman.doorman_turn)


@pytest.mark.rule("door.yellow")
def test_the_yellow_die_comes_back_when_the_patron_leaves_the_club_or_is_lost(club):
    from sim.games.opulent.club import discard, leave_club
    from sim.games.opulent.names import OUT_EVENT

    leaving, lost = club.floor("irish right yellow", "politician yellow")
    assert doorman.dice_in_pool(club.table, club.rules) == 3
    club.do(leave_club, patron=leaving, rule=0)
    assert doorman.dice_in_pool(club.table, club.rules) == 4
    club.do(discard, patron=lost, cause=OUT_EVENT, rule=0)
    assert doorman.dice_in_pool(club.table, club.rules) == 5


@pytest.mark.rule("door.yellow")
def test_locking_a_yellow_die_is_never_forced(club):
    patron = club.line("politician")
    roll(club, "yellow", "blank")
    assert club.asked["lock"][0][0][0] == STOP
    assert club.where(patron) == "line"


@pytest.mark.rule("door.roll")
def test_the_sixth_face_is_nothing_at_the_door_unless_a_ruling_says_otherwise(open_club, monkeypatch):
    monkeypatch.setattr(rolls, "below", lambda state, n: n - 1)
    shown = {"blank": [BLANK] * 3, "purple": [PURPLE] * 3, "colour": [RED, BLUE, GREEN]}
    for choice, faces in shown.items():
        club = open_club(rules={"door.sixth_face": choice})
        assert [club.do(rolls.roll_door_die, position=die, rule=0) for die in range(3)] == faces


# --- Celebrities -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("door.celebrity_dice")
def test_a_celebrity_takes_one_die_of_any_colour_for_each_star(club):
    star = club.line("celebrity 3*")
    club.answers(lock=[(LOCK_DIE, BLANK, star), (LOCK_DIE, YELLOW, star), (LOCK_DIE, PURPLE, star)])
    club.rolls(door=["blank", "yellow", "purple", "red", "red"])
    club.do(doorman.doorman_turn)
    assert club.where(star) == "centre"
    assert doorman.dice_in_pool(club.table, club.rules) == 5  # the yellow die comes back from a Celebrity


@pytest.mark.rule("door.celebrity_dice")
def test_a_five_star_celebrity_needs_all_five_dice(club):
    star = club.line("celebrity 5*")
    roll(club, "blank", "blank", "blank", "blank")
    assert locks(club) == set()
    club.answers(lock=[(LOCK_DIE, RED, star)] * 5)
    roll(club, "red", "red", "red", "red", "red")
    assert door_dice.dice_on(club.table, star) == 5


@pytest.mark.rule("door.celebrity_dice")
def test_a_celebrity_with_too_few_dice_stays_out_and_the_dice_come_back(club):
    star = club.line("celebrity 2*")
    club.answers(lock=[(LOCK_DIE, RED, star), STOP])
    club.rolls(door=["red"] * 5)
    club.do(doorman.doorman_turn)
    assert club.where(star) == "gone"
    assert doorman.dice_in_pool(club.table, club.rules) == 5


# --- rerolls ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("door.reroll")
def test_one_unused_die_is_discarded_and_the_other_loose_dice_are_rolled_again(club):
    patron = club.line("politician")
    club.answers(lock=[(REROLL, RED), (REROLL, PURPLE), (LOCK_DIE, BLUE, patron)])
    roll(club, *("red", "red", "red"), *("purple", "green"), "blue", dice=3)
    assert door_dice.dice_on_with(club.table, door_dice.DISCARDED, RED) == 1
    assert door_dice.dice_on_with(club.table, door_dice.DISCARDED, PURPLE) == 1
    assert door_dice.dice_on(club.table, patron) == 1


@pytest.mark.rule("door.reroll")
def test_the_last_loose_die_cannot_be_rerolled_for_nothing_is_left_to_discard(club):
    club.line("politician")
    roll(club, "red")
    assert acts(club) == {STOP}


@pytest.mark.rule("door.reroll")
def test_locked_dice_are_not_rolled_again(club):
    mobster, politician = club.line("irish", "politician")
    club.answers(lock=[(LOCK_DIE, RED, mobster), (REROLL, GREEN), (LOCK_DIE, BLUE, politician)])
    roll(club, *("red", "green", "green"), "blue", dice=3)
    assert door_dice.dice_on_with(club.table, mobster, RED) == 1
    assert door_dice.dice_on_with(club.table, politician, BLUE) == 1


@pytest.mark.rule("door.reroll")
def test_a_house_rule_without_rerolls(open_club):
    club = open_club(rules={"door.rerolls": False})
    club.line("politician")
    roll(club, "red", "green")
    assert acts(club) == {STOP}


@pytest.mark.rule("door.reassign")
def test_after_a_reroll_a_locked_die_may_be_moved_to_another_patron_it_matches(club):
    first, second, mobster = club.line("politician", "politician", "irish")
    club.answers(lock=[(LOCK_DIE, BLUE, second), (REROLL, GREEN), (MOVE_DIE, BLUE, first, second)])
    roll(club, *("blue", "green", "green"), "blank", dice=3)
    assert MOVE_DIE not in acts(club, 1)  # not before the reroll
    assert all(choice[2] != mobster for choice in club.asked["lock"][2] if choice[0] == MOVE_DIE)
    assert door_dice.dice_on(club.table, first) == 1
    assert door_dice.dice_on(club.table, second) == 0


@pytest.mark.rule("door.reassign")
def test_a_purple_pair_is_moved_as_a_pair(club):
    first, second = club.line("politician", "irish")
    club.answers(lock=[(LOCK_DIE, PURPLE, second), (REROLL, GREEN), (MOVE_DIE, PURPLE, first, second)])
    roll(club, *("purple", "purple", "green", "green"), "blank", dice=4)
    assert door_dice.dice_on_with(club.table, first, PURPLE) == 2
    assert door_dice.dice_on(club.table, second) == 0


@pytest.mark.rule("door.reassign")
def test_a_moved_yellow_die_stays_with_the_patron_it_finally_lets_in(club):
    first, second = club.line("politician left", "irish")
    club.answers(lock=[(LOCK_DIE, YELLOW, second), (REROLL, GREEN), (MOVE_DIE, YELLOW, first, second)])
    club.rolls(door=[*("yellow", "green", "green", "blank", "blank"), *("blank", "blank", "blank")])
    club.do(doorman.doorman_turn)
    assert (club.table.yellow[first], club.table.yellow[second]) == (1, 0)
    assert (club.where(first), club.where(second)) == ("floor", "line")
