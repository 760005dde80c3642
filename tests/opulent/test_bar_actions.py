"""The Bartender, Steps 1, 2 and 5: the queue, bar actions, loans, who waits and who has had enough."""

import pytest

from sim.games.opulent import bar_actions, bar_losses, bartender, door_line
from sim.games.opulent.names import (
    BAR,
    BEER,
    CHOP_FRUIT,
    IN_BORROWED,
    IN_SCHMOOZE_BAR,
    ITALIAN,
    OUT_BAR_WAIT,
    OUT_RESTOCK,
    REFILL_ICE,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    SCHMOOZE_BAR,
    STOP,
)


def act(club, *acts, dice=3):
    """Take bar actions with so many dice; returns the dice left."""
    club.table.bar_dice = dice
    club.answers(bar_action=acts)
    club.do(bar_actions.bar_actions, seat=BAR)
    return int(club.table.bar_dice)


def possible(club):
    """Return the bar actions that can be taken."""
    club.do(bar_actions.list_actions)
    return {int(club.team.choices[i, 0]) for i in range(club.team.n)}


@pytest.mark.rule("bar.arrive")
def test_new_patrons_stand_at_the_end_of_the_bar_however_long_it_is(club):
    there = club.bar(*["politician"] * 6)
    new = club.line("irish right")
    club.do(door_line.enter_club, patron=new, rule=0)
    assert club.queue("bar") == [*there, new]


# --- refills and restocks --------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.ice")
def test_a_die_refills_the_ice_to_six(club):
    club.stock(ice=1)
    assert act(club, REFILL_ICE, STOP) == 2
    assert club.stock()["ice"] == 6
    assert club.table.coffers == 0


@pytest.mark.rule("bar.fruit")
def test_a_die_chops_fruit_up_to_two(club):
    club.stock(fruit=0)
    assert act(club, CHOP_FRUIT, STOP) == 2
    assert club.stock()["fruit"] == 2


@pytest.mark.rule("bar.restock")
@pytest.mark.parametrize(("action", "bottle", "full"), [(RESTOCK_BEER, "beer", 6), (RESTOCK_LIQUOR, "liquor", 4)])
def test_a_die_and_two_dollars_refill_beer_or_liquor_from_the_irish_and_one_dollar_from_the_italians(
    open_club, action, bottle, full
):
    for contract, price in ((1, 2), (ITALIAN, 1)):
        club = open_club()
        club.table.contract = contract
        club.table.coffers = 10
        club.stock(beer=0, liquor=0)
        assert act(club, action, STOP) == 2
        assert club.stock()[bottle] == full
        assert club.stock()["beer"] + club.stock()["liquor"] == full  # one price fills one of them
        assert club.table.coffers == 10 - price
        assert club.table.dollars_out[OUT_RESTOCK] == price


@pytest.mark.rule("bar.ice", "bar.fruit", "bar.restock")
def test_what_is_full_is_not_refilled(club):
    club.table.coffers = 10
    assert possible(club) == {STOP}


@pytest.mark.rule("bar.restock")
def test_with_one_dollar_the_irish_sell_nothing_and_lend_nothing(club):
    club.stock(beer=0)
    club.table.coffers = 1
    assert possible(club) == {STOP}


@pytest.mark.rule("bar.loan")
def test_with_empty_coffers_the_price_of_the_restock_is_borrowed_and_owed_twice(club):
    club.stock(beer=0)
    act(club, RESTOCK_BEER, STOP)
    assert club.stock()["beer"] == 6
    assert club.table.coffers == 0
    assert club.table.debt == 2
    assert club.table.dollars_in[IN_BORROWED] == 2

    from sim.games.opulent.closing import debt_due

    assert club.do(debt_due) == 4


@pytest.mark.rule("bar.loan")
def test_a_house_rule_without_loans(open_club):
    club = open_club(rules={"loan.allowed": False})
    club.stock(beer=0)
    assert possible(club) == {STOP}


@pytest.mark.rule("bar.schmooze")
def test_a_die_gives_two_nickels_at_the_bar(club):
    first, second, full, star = club.bar("politician 1", "irish 2", "irish 3", "celebrity 3* 1")
    assert act(club, SCHMOOZE_BAR) == 2
    assert (club.nickels(first), club.nickels(second)) == (3, 2)
    club.table.nickels[first] = 2
    club.answers(give_bar=[first, second])
    act(club, SCHMOOZE_BAR)
    assert (club.nickels(first), club.nickels(second)) == (3, 3)
    assert (club.nickels(full), club.nickels(star)) == (3, 1)
    assert club.gained(IN_SCHMOOZE_BAR) == 4
    assert SCHMOOZE_BAR not in possible(club)


@pytest.mark.rule("bar.schmooze")
def test_a_yellow_die_lets_only_the_manager_go_beyond_three(club):
    club.bar("politician 3 yellow")
    assert SCHMOOZE_BAR not in possible(club)


# --- waiting and leaving ---------------------------------------------------------------------------------------------


@pytest.mark.rule("bar.wait")
def test_everybody_not_served_loses_a_nickel_but_not_who_stays_for_another_round_nor_celebrities(club):
    waiting, staying, star = club.bar("politician 3", "irish 3", "celebrity 3* 2")
    club.table.staying[staying] = 1
    club.do(bartender.wait_at_bar)
    assert [club.nickels(patron) for patron in (waiting, staying, star)] == [2, 3, 2]
    assert club.lost(OUT_BAR_WAIT) == 1


@pytest.mark.rule("bar.wait", "bar.failed")
def test_a_failed_patron_also_pays_for_still_being_there_unless_the_ruling_says_otherwise(open_club):
    for too, nickels in ((True, 2), (False, 3)):
        club = open_club(rules={"bar.failed_waits_too": too})
        failed = club.bar("politician 3")
        club.table.served[failed] = 2
        club.do(bartender.wait_at_bar)
        assert club.nickels(failed) == nickels


@pytest.mark.rule("bar.zero")
def test_a_patron_at_the_bar_with_no_nickels_left_is_gone_and_the_others_close_up(club):
    first, poor, last = club.bar("politician 3", "irish 1", "irish 2")
    club.do(bartender.wait_at_bar)
    assert club.where(poor) == "gone"
    assert club.queue("bar") == [first, last]
    assert (club.nickels(first), club.nickels(last)) == (2, 1)


@pytest.mark.rule("bar.zero")
def test_a_penalty_on_a_patron_without_nickels_sends_him_away_too(club):
    broke = club.bar("politician 0")
    club.do(bar_losses.lose_at_bar, patron=broke, count=1, cause=OUT_BAR_WAIT, rule=0)
    assert club.where(broke) == "gone"


@pytest.mark.rule("bar.wait")
def test_a_whole_turn_without_serving_anybody(club):
    patrons = club.bar("politician 3", "irish 2", "aristocrat 1")
    club.do(bartender.bartender_turn)
    assert [club.nickels(patron) for patron in patrons[:2]] == [2, 1]
    assert club.where(patrons[2]) == "gone"
    assert club.stock()["beer"] == club.rules.setup_beer == 6
    assert BEER == 2
