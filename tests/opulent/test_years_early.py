"""1921 the counterfeiter, 1922 Tuckers, 1923 arguments."""

import pytest

from sim.games.opulent import band, bartender, door_dice, doorman, drinks, manager, y1921, y1922, y1923
from sim.games.opulent import club as moving
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_WATERED_LIQUOR,
    BAND,
    BAR,
    BUY_UPGRADE,
    COMP,
    DOOR,
    LOCK_DIE,
    LOOK_FOR_CLUE,
    MANAGER,
    OUT_COUNTERFEIT,
    OUT_SABOTAGE,
    OUT_SPECIAL,
    OUT_UNPAID,
    PURPLE,
    SABOTAGE,
    TUNE,
    YELLOW,
)
from tests.opulent.managing import manage, possible

# --- 1921 ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def y21(open_club):
    return open_club("1921")


@pytest.mark.rule("y1921.clue")
@pytest.mark.parametrize(("roll", "clues"), [(1, 0), (4, 0), (5, 1), (6, 1)])
def test_a_five_or_a_six_finds_a_clue(y21, roll, clues):
    y21.rolls(clue=[roll])
    y21.do(y1921.roll_clue)
    assert y21.table.clues == clues


@pytest.mark.rule("y1921.clue")
def test_the_doorman_gives_up_to_two_dice_which_are_not_rolled_at_the_door(y21):
    y21.line("politician")
    y21.answers(clues=[2])
    y21.rolls(clue=[1, 6], door=["blank"] * 3)
    y21.do(doorman.doorman_turn)
    assert y21.asked["clues"][0] == [(0,), (1,), (2,)]
    assert y21.table.clues == 1


@pytest.mark.rule("y1921.clue", "band.loud")
def test_the_band_draws_fewer_cards_and_a_fifth_or_sixth_to_make_up_for_it_is_loud(y21):
    y21.deck(5)
    y21.answers(clues=[2], draw=[0, 1, 2, 3], song=[TUNE])
    y21.rolls(clue=[1, 1])
    y21.do(band.band_turn)
    assert [max(choice[1] for choice in choices) for choices in y21.asked["draw"][:4]] == [0, 0, 1, 1]
    assert len(y21.queue("line")) == 2
    assert y21.table.cards_drawn == 4


@pytest.mark.rule("y1921.clue")
def test_the_bartenders_clue_dice_are_gone_for_this_turn(y21):
    patron = y21.bar("irish left")
    y21.answers(clues=[2], prepare=[(patron, A_BEER), -1])
    y21.rolls(clue=[2, 2], bar=[1], colour=["blank"])
    y21.do(bartender.bartender_turn)
    assert y21.where(patron) == "gone"


@pytest.mark.rule("y1921.clue")
def test_the_manager_may_spend_both_actions_on_clues(y21):
    y21.rolls(clue=[5, 6])
    manage(y21, LOOK_FOR_CLUE, LOOK_FOR_CLUE)
    assert y21.table.clues == 2


@pytest.mark.rule("y1921.clue", "y1921.no_income")
def test_the_fourth_clue_solves_the_mystery_at_once(y21):
    y21.table.clues = 3
    y21.rolls(clue=[5])
    manage(y21, LOOK_FOR_CLUE)
    assert LOOK_FOR_CLUE not in possible(y21)
    patron = y21.floor("politician right 3")
    y21.do(moving.leave_club, patron=patron, rule=0)
    assert y21.table.coffers == 3


@pytest.mark.rule("y1921.no_income")
def test_until_then_patrons_and_celebrities_pay_nothing(y21):
    patron, star = y21.floor("politician right 3", "celebrity 2* 2")
    y21.do(moving.leave_club, patron=patron, rule=0)
    y21.do(moving.leave_club, patron=star, rule=0)
    assert y21.table.coffers == 0
    assert y21.lost(OUT_UNPAID) == 5
    assert not possible(y21) & {COMP, BUY_UPGRADE}


@pytest.mark.rule("y1921.loss")
def test_a_dollar_is_counterfeit_at_the_end_of_each_manager_turn_from_the_first_dollar_to_the_last_clue(y21):
    y21.deck(9)
    y21.do(manager.manager_turn)
    assert y21.table.coffers == 0
    y21.table.coffers = 2
    y21.do(manager.manager_turn)
    assert y21.table.coffers == 1
    assert y21.table.dollars_out[OUT_COUNTERFEIT] == 1
    y21.table.solved = 1
    y21.do(manager.manager_turn)
    assert y21.table.coffers == 1


@pytest.mark.rule("y1921.clue")
def test_a_campaign_needs_eight_clues_and_no_other_year_has_a_counterfeiter(open_club):
    campaign = open_club("1921", rules={"counterfeiter.clues": 8})
    campaign.table.clues = 6
    campaign.rolls(clue=[5, 5])
    manage(campaign, LOOK_FOR_CLUE)
    assert campaign.table.solved == 0
    manage(campaign, LOOK_FOR_CLUE)
    assert campaign.table.solved == 1
    assert LOOK_FOR_CLUE not in possible(open_club("1920"))


# --- 1922 ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def y22(open_club):
    return open_club("1922")


@pytest.mark.rule("y1922.easy")
@pytest.mark.parametrize(("roll", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_easy_way_loses_one_to_three_patrons_from_the_top_of_the_deck(y22, roll, lost):
    cards = y22.deck(*["politician"] * 5)
    y22.rolls(tuckers=[roll])
    y22.do(y1922.end_of_turn)
    assert [y22.where(card) for card in cards] == ["gone"] * lost + ["deck"] * (5 - lost)


@pytest.mark.rule("y1922.easy")
def test_each_station_chooses_its_way_at_the_start_of_its_turn_and_rolls_after_it(y22):
    y22.deck(16)
    y22.rolls(tuckers=[1, 3])
    y22.answers(tuckers=[0, 1, 0], song=[TUNE])
    y22.do(bartender.bartender_turn)
    doorman_turn_without_dice(y22)
    y22.do(band.band_turn)
    assert y22.table.deck_n == 16 - 1 - 2  # bar and Band the easy way, the door the hard way


def doorman_turn_without_dice(club):
    club.table.cut_offs = 5
    club.do(doorman.doorman_turn)


@pytest.mark.rule("y1922.hard_door")
def test_the_hard_way_at_the_door_admits_only_patrons_with_three_nickels_and_celebrities_all_the_same(y22):
    poor, rich, star = y22.line("politician 2", "politician 3", "celebrity 1*")
    y22.table.hard = 1
    y22.rolls(door=["blue", "purple", "purple", "yellow"])
    y22.do(door_dice.roll_and_lock, seat=DOOR, dice=4, free_rerolls=0)
    lockable = {choice[2] for choice in y22.asked["lock"][0] if choice[0] == LOCK_DIE}
    assert lockable == {rich, star}
    assert {choice[1] for choice in y22.asked["lock"][0]} >= {PURPLE, YELLOW}
    y22.rolls(door=["blue"])
    y22.do(door_dice.roll_and_lock, seat=MANAGER, dice=1, free_rerolls=0)
    assert poor in {choice[2] for choice in y22.asked["lock"][1]}  # the Manager works as usual


@pytest.mark.rule("y1922.hard_band", "band.loud")
def test_the_hard_way_on_stage_draws_exactly_six_cards_and_never_tunes(y22):
    y22.deck(9)
    y22.floor("politician right 0")
    y22.songs("half A 3/4", "half 4/4")
    y22.hand("whole A", "whole A")
    y22.answers(tuckers=[1], draw=[0, 0, 1, 1, 2, 2])
    y22.do(band.band_turn)
    assert y22.table.cards_drawn == 6
    assert len(y22.queue("line")) == 2
    assert all(choice[0] != -1 for choices in y22.asked["draw"] for choice in choices)
    assert all(choice[0] != TUNE for choice in y22.asked["song"][0])


@pytest.mark.rule("y1922.hard_band")
def test_the_hard_way_on_stage_is_only_announced_if_six_cards_can_be_drawn(y22):
    y22.deck(1)
    assert not y22.do(band.can_draw_hard)
    y22.deck(1)
    assert y22.do(band.can_draw_hard)
    y22.table.section_at_bar[:3] = 1
    assert not y22.do(band.can_draw_hard)


@pytest.mark.rule("y1922.hard_band", "upgrade.instruments")
def test_with_new_band_instruments_only_the_sixth_card_is_loud(y22):
    y22.own("new band instruments")
    y22.deck(9)
    y22.answers(tuckers=[1], draw=[0, 0, 1, 1, 2, 2])
    y22.do(band.band_turn)
    assert len(y22.queue("line")) == 1


@pytest.mark.rule("y1922.hard_bar")
def test_the_hard_way_at_the_bar_doubles_the_alcohol_and_every_piece_counts(y22):
    mobster, politician, aristocrat, star = y22.bar("irish", "politician", "aristocrat", "celebrity 2* 2")
    y22.table.hard = 1
    y22.table.edwards = y22.table.edwards_orders = 1
    y22.table.section_at_bar[0] = 1
    y22.do(drinks.list_preparations, seat=BAR)
    menu = {tuple(int(v) for v in row[:3]) for row in y22.team.choices[1 : y22.team.n]}
    assert {(mobster, A_BEER, 2), (politician, A_LIQUOR, 3), (aristocrat, A_MIXED, 4)} <= menu
    assert (politician, A_WATERED_LIQUOR, 4) in menu
    assert {(star, A_MIXED, 3), (55, A_BEER, 1), (100, A_BEER, 1)} <= menu  # not theirs
    y22.do(drinks.take_ingredients, target=aristocrat, drink=A_MIXED, seat=BAR)
    y22.do(drinks.take_ingredients, target=mobster, drink=A_BEER, seat=BAR)
    assert y22.stock() == {"ice": 5, "fruit": 1, "beer": 4, "liquor": 2, "special": 0}


@pytest.mark.rule("y1922.hard_bar", "bar.watered")
def test_both_liquors_of_a_watered_double_go_back(y22):
    politician = y22.bar("politician left")
    y22.answers(tuckers=[1], prepare=[(politician, A_WATERED_LIQUOR), -1])
    y22.rolls(bar=[4, 1, 1], colour=["blank"])
    y22.do(bartender.bartender_turn)
    assert (y22.stock()["liquor"], y22.stock()["ice"]) == (4, 4)
    assert y22.where(politician) == "gone"


@pytest.mark.rule("y1922.hard_bar", "manager.bar_help")
def test_the_manager_serves_single_drinks(y22):
    mobster = y22.bar("irish left")
    y22.answers(prepare=[(mobster, A_BEER), -1])
    y22.rolls(bar=[1], colour=["blank"])
    manage(y22, (2, 1))
    assert y22.where(mobster) == "gone"
    assert y22.stock()["beer"] == 5


@pytest.mark.rule("y1922.sabotage")
def test_a_hired_lookout_ends_tuckers_for_fifteen_dollars_without_an_action(y22):
    y22.table.coffers = 20
    assert SABOTAGE not in possible(y22)  # no lookout
    y22.table.lookouts = 1
    manage(y22, SABOTAGE)
    assert (y22.table.coffers, y22.table.lookouts, y22.table.tuckers_gone) == (5, 1, 1)
    assert y22.table.dollars_out[OUT_SABOTAGE] == 15
    assert y22.table.actions == 2
    y22.deck(5)
    y22.do(bartender.bartender_turn)
    assert y22.asked["tuckers"] == []
    assert y22.table.deck_n == 5


@pytest.mark.rule("y1922.sabotage")
def test_sabotage_needs_fifteen_dollars_and_tuckers(open_club):
    club = open_club("1922")
    club.table.coffers, club.table.lookouts = 14, 1
    assert SABOTAGE not in possible(club)
    other = open_club("1923")
    other.table.coffers, other.table.lookouts = 20, 1
    assert SABOTAGE not in possible(other)


@pytest.mark.rule("bar.loan", "manager.repay")
def test_in_1922_the_mob_wants_only_back_what_was_borrowed(y22):
    from sim.games.opulent.closing import debt_due

    y22.table.debt = 4
    assert y22.do(debt_due) == 4


# --- 1923 ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def y23(open_club):
    return open_club("1923")


@pytest.mark.rule("y1923.argument")
@pytest.mark.parametrize(("seat", "place"), [(DOOR, "line"), (BAND, "floor"), (BAR, "bar")])
def test_with_both_classes_at_a_station_a_patron_of_the_colour_rolled_leaves_with_his_nickels(y23, seat, place):
    first, second, aristocrat, mobster = getattr(y23, place)("politician 3", "politician 1", "aristocrat 2", "irish")
    y23.answers(argument=[second])
    y23.rolls(argument=["blue"])
    y23.do(y1923.argue, seat=seat)
    assert y23.asked["argument"] == [[(first,), (second,)]]
    assert y23.where(second) == "gone"
    assert y23.lost(OUT_SPECIAL) == 1
    assert y23.queue(place) == [first, aristocrat, mobster]
    y23.rolls(argument=["green"])
    y23.do(y1923.argue, seat=seat)
    assert y23.queue(place) == [first, mobster]


@pytest.mark.rule("y1923.argument")
@pytest.mark.parametrize("face", ["red", "purple", "yellow", "blank"])
def test_other_faces_start_no_argument(y23, face):
    dancers = y23.floor("politician", "aristocrat")
    y23.rolls(argument=[face])
    y23.do(y1923.argue, seat=BAND)
    assert y23.queue("floor") == dancers


@pytest.mark.rule("y1923.argument")
def test_no_die_is_rolled_with_one_class_or_for_the_overflow_or_in_other_years(open_club):
    club = open_club("1923")
    club.line("politician", "irish")
    club.overflow("aristocrat")
    club.do(y1923.argue, seat=DOOR)
    other = open_club("1924")
    other.line("politician", "aristocrat")
    other.do(y1923.argue, seat=DOOR)


@pytest.mark.rule("y1923.argument", "door.move_up")
def test_the_argument_at_the_door_comes_before_new_patrons_and_the_gap_is_filled_at_once(y23):
    leaving, *_ = y23.line("politician 3", "aristocrat", "irish", "irish", "irish")
    next_up = y23.overflow("aristocrat")
    y23.deck("politician")
    y23.table.fedoras, y23.table.cut_offs = 1, 5
    y23.rolls(argument=["blue"])
    y23.do(doorman.doorman_turn)
    assert y23.where(leaving) == "gone"
    assert y23.nickels(next_up) == 1  # moved up with two before the waiting
