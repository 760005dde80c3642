"""The liquor contracts: prices, rivals who enter, switching."""

import pytest

from sim.games.opulent import contracts, door_line
from sim.games.opulent.names import BEER, CONTRACT, IRISH, ITALIAN, LIQUOR
from tests.opulent.managing import manage


@pytest.mark.rule("bar.restock", "manager.contract")
def test_the_irish_charge_two_dollars_and_the_italians_one(club):
    club.table.contract = IRISH
    assert club.do(contracts.restock_price) == 2
    club.table.contract = ITALIAN
    assert club.do(contracts.restock_price) == 1


@pytest.mark.rule("manager.rival")
def test_under_the_irish_contract_an_italian_costs_one_bottle_and_under_the_italian_an_irishman_two(club):
    assert contracts.bottles_lost(club.rules, IRISH, ITALIAN) == 1
    assert contracts.bottles_lost(club.rules, ITALIAN, IRISH) == 2
    assert contracts.bottles_lost(club.rules, IRISH, IRISH) == 0
    assert contracts.bottles_lost(club.rules, ITALIAN, ITALIAN) == 0
    assert contracts.bottles_lost(club.rules, IRISH, 0) == 0


@pytest.mark.rule("manager.rival")
def test_the_club_chooses_beer_or_liquor_bottle_by_bottle_when_the_rival_enters(club):
    club.table.contract = ITALIAN
    mobster = club.line("irish right")
    assert club.stock()["beer"] == 6  # standing in line costs nothing
    club.answers(rival_loss=[LIQUOR, BEER])
    club.do(door_line.enter_club, patron=mobster, rule=0)
    assert (club.stock()["beer"], club.stock()["liquor"]) == (5, 3)


@pytest.mark.rule("manager.rival")
def test_what_is_not_there_cannot_be_destroyed(club):
    club.table.contract = ITALIAN
    club.stock(beer=1, liquor=0)
    club.do(door_line.enter_club, patron=club.line("irish right"), rule=0)
    assert (club.stock()["beer"], club.stock()["liquor"]) == (0, 0)


@pytest.mark.rule("manager.rival")
def test_friends_of_the_house_and_other_classes_destroy_nothing(club):
    for guest in ("irish right", "politician right", "aristocrat left"):
        club.do(door_line.enter_club, patron=club.line(guest), rule=0)
    assert (club.stock()["beer"], club.stock()["liquor"]) == (6, 4)


@pytest.mark.rule("manager.contract")
def test_an_action_switches_the_mob_and_special_drinks_stay(club):
    club.stock(special=2)
    manage(club, CONTRACT, CONTRACT)
    assert club.table.contract == IRISH
    manage(club, CONTRACT)
    assert club.table.contract == ITALIAN
    assert club.stock()["special"] == 2
