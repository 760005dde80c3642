"""The Doorman, Step 1 and 5: who joins the line, who overflows, who walks in, who moves up, who waits."""

import pytest

from sim.games.opulent import door_line, doorman
from sim.games.opulent.names import BLANK, BLUE, IN_PLACED, LOCK_DIE, OUT_DOOR_WAIT


def lead_in(club):
    """Let everything of the Doorman's Step 1 happen."""
    club.do(doorman.patrons_arrive)


def no_dice_turn(club):
    """Play a whole Doorman turn with all dice gone to cut-offs."""
    club.table.cut_offs = 5
    club.do(doorman.doorman_turn)


@pytest.mark.rule("door.arrive")
def test_as_many_patrons_arrive_as_the_event_card_had_fedoras_and_each_gets_three_nickels(club):
    first, second, third = club.deck("irish", "politician", "aristocrat")
    club.table.fedoras = 2
    lead_in(club)
    assert club.queue("line") == [first, second]
    assert [club.nickels(patron) for patron in (first, second)] == [3, 3]
    assert club.gained(IN_PLACED) == 6
    assert club.where(third) == "deck"
    assert club.table.deck_top == third
    assert club.table.fedoras == 0


@pytest.mark.rule("door.arrive")
def test_new_patrons_go_to_the_back_of_the_line(club):
    waiting = club.line("aristocrat 1", "politician 2")
    new = club.deck("irish")
    club.table.fedoras = 1
    lead_in(club)
    assert club.queue("line") == [*waiting, new]
    assert [club.nickels(patron) for patron in waiting] == [1, 2]


@pytest.mark.rule("door.arrive")
def test_nobody_arrives_from_an_empty_deck(club):
    club.table.fedoras = 3
    lead_in(club)
    assert club.queue("line") == []


@pytest.mark.rule("door.overflow")
def test_the_sixth_to_tenth_patron_stand_in_the_overflow_without_nickels_and_the_eleventh_is_lost(club):
    line = club.line(*["politician"] * 5)
    arriving = club.deck(*["irish"] * 6)
    club.table.fedoras = 6
    lead_in(club)
    assert club.queue("line") == line
    assert club.queue("overflow") == arriving[:5]
    assert all(club.nickels(patron) == 0 for patron in arriving)
    assert club.where(arriving[5]) == "gone"
    assert club.table.turned_away == 1


@pytest.mark.rule("door.move_up")
def test_overflow_patrons_fill_the_line_from_the_top_of_the_stack_with_two_nickels(club):
    club.line("politician", "politician", "politician")
    first, second, third = club.overflow("irish", "aristocrat", "irish")
    club.do(door_line.settle_line, fill=True)
    assert club.queue("line")[3:] == [first, second]
    assert (club.nickels(first), club.nickels(second)) == (2, 2)
    assert club.queue("overflow") == [third]
    assert club.nickels(third) == 0


@pytest.mark.rule("door.move_up", "door.wait")
def test_who_moves_up_at_the_end_of_step_five_pays_nothing_this_turn(club):
    club.line("politician 1", "politician", "politician", "politician", "politician")
    newcomer = club.overflow("irish")
    no_dice_turn(club)
    assert club.queue("line")[-1] == newcomer
    assert club.nickels(newcomer) == 2
    assert club.lost(OUT_DOOR_WAIT) == 5


@pytest.mark.rule("door.wait")
def test_everybody_still_in_line_loses_a_nickel_even_who_just_arrived_but_not_the_overflow(club):
    line = club.line("politician 3", "aristocrat 2", "irish", "irish")
    club.deck("italian", "politician", "politician", 5)
    club.table.fedoras = 2
    no_dice_turn(club)
    assert [club.nickels(patron) for patron in line] == [2, 1, 2, 2]
    assert club.nickels(club.queue("line")[4]) == 2
    assert [club.nickels(patron) for patron in club.queue("overflow")] == [0]


@pytest.mark.rule("door.zero", "door.wait")
def test_a_patron_whose_last_nickel_goes_leaves_the_line_at_once(club):
    poor, rich = club.line("politician 1", "politician 2")
    club.do(doorman.wait_in_line)
    assert club.where(poor) == "gone"
    assert club.queue("line") == [rich]


@pytest.mark.rule("door.zero")
def test_the_other_readings_of_a_patron_without_nickels_in_line(open_club):
    leaves_later = open_club(rules={"door.at_zero": "next_penalty"})
    patron = leaves_later.line("politician 1")
    leaves_later.do(doorman.wait_in_line)
    assert leaves_later.queue("line") == [patron]
    leaves_later.do(doorman.wait_in_line)
    assert leaves_later.where(patron) == "gone"

    stays = open_club(rules={"door.at_zero": "stays"})
    patron = stays.line("politician 1")
    for _ in range(3):
        stays.do(doorman.wait_in_line)
    assert stays.queue("line") == [patron]
    assert stays.nickels(patron) == 0


# --- Celebrities -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("door.celebrity_line")
def test_a_celebrity_stands_in_line_without_nickels(club):
    star = club.deck("celebrity 3*")
    club.table.fedoras = 1
    lead_in(club)
    assert club.queue("line") == [star]
    assert club.nickels(star) == 0


@pytest.mark.rule("door.celebrity_line")
def test_a_celebrity_never_enters_the_overflow(club):
    club.line(*["politician"] * 5)
    star, after = club.deck("celebrity 1*", "irish")
    club.table.fedoras = 2
    lead_in(club)
    assert club.where(star) == "gone"
    assert club.queue("overflow") == [after]


@pytest.mark.rule("door.celebrity_line")
def test_a_celebrity_not_let_in_on_the_turn_he_arrives_leaves(club):
    star, other = club.deck("celebrity 2*", "politician")
    club.table.fedoras = 2
    no_dice_turn(club)
    assert club.where(star) == "gone"
    assert club.queue("line") == [other]


@pytest.mark.rule("door.celebrity_line")
def test_a_celebrity_who_comes_after_the_doormans_turn_waits_until_the_next_one(club):
    star = club.deck("celebrity 2*", 3)[0]
    club.do(door_line.arrive)
    club.rolls(door=["blank"] * 5)
    club.answers(lock=[(LOCK_DIE, BLANK, star), (LOCK_DIE, BLANK, star)])
    club.do(doorman.doorman_turn)
    assert club.where(star) == "centre"


# --- Regulars --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("door.regular")
def test_a_regular_arriving_at_an_empty_line_walks_right_in_without_nickels(club):
    martin = club.deck("martin")
    club.table.fedoras = 1
    lead_in(club)
    assert club.queue("line") == []
    assert club.where(martin) == "floor"
    assert club.table.martin == 1
    assert club.gained(IN_PLACED) == 0


@pytest.mark.rule("door.regular")
def test_a_regular_waits_behind_others_without_paying_and_enters_once_he_is_in_front(club):
    front, edwards, behind = club.line("politician 1", "edwards", "politician 3")
    club.do(doorman.wait_in_line)
    assert club.where(front) == "gone"
    club.do(door_line.settle_line, fill=True)
    assert club.where(edwards) == "bar"
    assert club.table.edwards == 1
    assert club.queue("line") == [behind]
    assert club.nickels(behind) == 2


@pytest.mark.rule("door.regular", "door.collins")
def test_second_place_behind_frank_collins_is_the_front_for_a_regular_and_regulars_follow_each_other(club):
    collins, martin, yorke, patron = club.line("collins", "martin", "yorke", "politician")
    club.do(door_line.settle_line, fill=False)
    assert club.queue("line") == [collins, patron]
    assert club.where(martin) == "floor"
    assert club.where(yorke) == "manager"


@pytest.mark.rule("door.regular")
def test_a_regular_goes_to_the_overflow_like_anybody_and_is_lost_when_it_is_full(club):
    club.line(*["politician"] * 5)
    regular = club.deck("martin")
    club.table.fedoras = 1
    lead_in(club)
    assert club.where(regular) == "overflow"

    club.overflow(*["irish"] * 4)
    lost = club.deck("edwards")
    club.table.fedoras = 1
    lead_in(club)
    assert club.where(lost) == "gone"


@pytest.mark.rule("door.regular", "door.move_up")
def test_a_gap_a_regular_leaves_is_filled_from_the_overflow_at_once(club):
    gone = club.line("politician 1", "martin", "politician", "politician", "politician")[0]
    next_up = club.overflow("irish")
    club.do(doorman.wait_in_line)
    club.do(door_line.settle_line, fill=True)
    assert club.where(gone) == "gone"
    assert next_up in club.queue("line")
    assert club.nickels(next_up) == 2


@pytest.mark.rule("door.collins")
def test_frank_collins_fills_a_place_for_ever_and_never_pays(club):
    collins, *others = club.line("collins", "politician", "politician", "politician", "politician")
    club.rolls(door=["blue", "blue", "blue", "blue", "purple"])
    club.answers(lock=[(LOCK_DIE, BLUE, patron) for patron in others])
    club.do(doorman.doorman_turn)
    assert club.queue("line") == [collins]
    assert club.nickels(collins) == 0
    club.do(doorman.wait_in_line)
    assert club.queue("line") == [collins]


@pytest.mark.rule("door.collins")
def test_no_die_lets_frank_collins_in(club):
    collins, patron = club.line("collins", "politician")
    club.rolls(door=["red", "blue", "green", "yellow", "yellow"])
    club.do(doorman.doorman_turn)
    assert all(choice[2] != collins for choice in club.asked["lock"][0])
    assert club.where(patron) == "line"
