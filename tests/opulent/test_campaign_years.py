"""A year of a campaign begins with what the year before left, and is played without the gifts of a single session."""

import numpy as np
import pytest

from sim.games.opulent import closing, setup
from sim.games.opulent.club import leave_club
from sim.games.opulent.names import (
    CELEBRITY,
    IN_CARRIED,
    ITALIAN,
    OUT_BUSINESS,
    OUT_SALARY,
    REACHED,
)
from sim.games.opulent.raid import raid
from sim.registry import load_game, resolve
from tests.opulent.kit import UPGRADES
from tests.opulent.reckoning import Closed, begin, carry

GAME = load_game("opulent")
YEARS = sorted(GAME.scenarios)
LICENSE, SAFE = UPGRADES.index("business license"), UPGRADES.index("floor safe")
CHANTEUSE, GIRL, WAITRESS, ASSISTANT, MAITRE_D = range(5)


@pytest.fixture
def year(open_club):
    """Begin a year with what the one before left: ``year("1924", coffers=12)``."""

    def begun(name, rules=None, years_left=5, answers=None, **left):
        return begin(open_club(name, rules=rules, campaign=True), carry(**left), years_left, **(answers or {}))

    return begun


# --- what is carried over


@pytest.mark.rule("campaign.carry")
def test_coffers_upgrades_and_paid_staff_are_there_when_the_next_year_begins(year):
    club = year("1924", coffers=5, own=["business license", "bar upgrades"], staff=["cocktail waitress"])
    assert club.table.coffers == club.table.dollars_in[IN_CARRIED] == 5
    assert np.flatnonzero(club.table.owned).tolist() == [5, LICENSE]
    assert np.flatnonzero(club.table.staff).tolist() == [WAITRESS]
    assert club.table.dollars_out[OUT_SALARY] == 0  # paid once, between the years


@pytest.mark.rule("campaign.carry")
def test_the_first_year_begins_with_nothing(year):
    club = year("1920")
    assert club.table.coffers == 0
    assert not club.table.owned.any()
    assert not club.table.staff.any()


@pytest.mark.rule("campaign.carry")
def test_decks_bar_contract_and_lookouts_start_afresh(year):
    club = year("1924", coffers=40, answers={"first_contract": [ITALIAN]})
    assert club.stock() == {"ice": 6, "fruit": 2, "beer": 6, "liquor": 4, "special": 0}
    assert club.band_cards() == 128
    assert club.table.events_n == 54
    assert (club.table.lookouts, club.table.debt, club.table.contract) == (0, 0, ITALIAN)


@pytest.mark.rule("campaign.carry", "setup.deck", "upgrade.prestige")
def test_the_stars_of_what_was_carried_over_enlarge_the_deck_before_the_first_turn(year):
    own, staff = ["luxurious upgrades", "bar upgrades"], ["cocktail waitress"]  # 1 star, 1/2 and 1/2
    club = year("1923", own=own, staff=staff)
    classes = [int(club.rules.patron_class[card]) for card in club.hidden.deck[: club.table.deck_n + 3]]
    assert len(classes) == 25 + 2 * 5 + 2
    assert classes.count(CELEBRITY) == 2
    assert year("1923", own=own).table.deck_n == 25 + 5 + 1 - 3  # a star and a half is one star; three stand in line


@pytest.mark.rule("campaign.carry", "raid.risk")
@pytest.mark.parametrize(("coffers", "roll", "raided"), [(20, 1, True), (20, 2, False), (45, 2, True), (45, 3, False)])
def test_money_carried_over_is_in_the_coffers_when_agents_come(year, coffers, roll, raided):
    club = year("1923", coffers=coffers)
    club.rolls(raid=[roll])
    club.do(raid)
    assert club.table.raids == raided
    assert club.table.coffers == (0 if raided else coffers)


@pytest.mark.rule("campaign.carry")
def test_what_one_year_leaves_is_what_the_next_begins_with(open_club):
    closed = Closed(
        open_club("1923", campaign=True),
        62,
        own=["bar upgrades", "business license"],
        staff=["cocktail waitress"],
        selected="expanded dance floor",
    )
    assert closed.reckon(keep_staff=[WAITRESS]) == REACHED
    club = begin(open_club("1924", campaign=True), closed.carried)
    assert club.table.coffers == 62 - 35 - 10 - 6
    assert np.flatnonzero(club.table.owned).tolist() == [2, 5, LICENSE]
    assert np.flatnonzero(club.table.staff).tolist() == [WAITRESS]
    assert club.table.dollars_out[OUT_BUSINESS] == 0


# --- no gifts


SINGLE_SESSION = {
    "1921": {"counterfeiter.clues": (4, 8), "counterfeiter.no_income": (True, False)},
    "1922": {"year.random_upgrades": (1, 0), "loan.repay": (1, 2)},
    "1923": {"year.random_upgrades": (2, 0), "year.staff_money": (6, 0)},
    "1924": {"year.random_upgrades": (3, 0), "year.staff_money": (6, 0)},
    "1925": {"year.random_upgrades": (4, 0), "year.staff_money": (12, 0)},
    "1926": {"year.random_upgrades": (5, 0), "year.staff_money": (12, 0)},
    "1927": {"year.chosen_upgrades": (6, 0), "year.staff_money": (18, 0)},
    "1928": {"year.chosen_upgrades": (7, 0), "year.staff_money": (18, 0)},
    "1929": {"year.chosen_upgrades": (8, 0), "year.staff_money": (24, 0)},
}


@pytest.mark.rule("campaign.single_session")
@pytest.mark.parametrize("name", YEARS)
def test_the_additional_rules_of_a_single_session_and_no_others_are_left_out(name):
    alone, inside = (resolve(GAME, name, campaign=campaign).values for campaign in (False, True))
    differ = {rule: (alone[rule], inside[rule]) for rule in alone if alone[rule] != inside[rule]}
    assert differ == SINGLE_SESSION.get(name, {})


@pytest.mark.rule("campaign.single_session")
def test_a_house_rule_of_the_table_holds_in_a_campaign_as_well():
    rules = resolve(GAME, "1922", rules={"loan.repay": 3, "year.random_upgrades": 1}, campaign=True).values
    assert (rules["loan.repay"], rules["year.random_upgrades"]) == (3, 1)


@pytest.mark.rule("campaign.single_session", "y1921.no_income")
def test_patrons_pay_in_1921_of_a_campaign_while_the_counterfeiter_is_about(open_club):
    for campaign, dollars in ((True, 3), (False, 0)):
        club = open_club("1921", campaign=campaign)
        patron = club.floor("politician right")
        club.do(leave_club, patron=patron, rule=0)
        assert club.table.coffers == dollars


@pytest.mark.rule("campaign.single_session", "closing.end")
def test_the_mob_is_paid_two_for_one_in_1922_of_a_campaign(open_club):
    for campaign, left in ((True, 6), (False, 8)):
        club = open_club("1922", campaign=campaign)
        club.table.coffers, club.table.debt = 10, 2
        club.do(closing.close_club)
        assert club.table.coffers == left


# --- selecting an upgrade, hiring


def selectable(club):
    """Return what was offered, and what was selected."""
    offered = club.asked["select_upgrade"]
    return [choice[0] for choice in offered[0]] if offered else [], int(club.table.selected)


@pytest.mark.rule("campaign.select")
def test_1920_insists_on_the_business_license(year):
    club = year("1920")
    assert selectable(club) == ([], LICENSE)
    assert club.table.target == 20 + 10


@pytest.mark.rule("campaign.select")
def test_an_upgrade_the_club_owns_is_not_selected_again(year):
    club = year("1924", own=["business license", "stanchions"], answers={"select_upgrade": [SAFE]})
    assert selectable(club) == ([1, 2, 3, 4, 5, 6, 8, 9], SAFE)
    assert club.table.target == 40 + 30


@pytest.mark.rule("campaign.select")
def test_a_club_that_owns_everything_selects_nothing(year):
    club = year("1929", own=UPGRADES)
    assert selectable(club) == ([], -1)
    assert club.table.target == 65


@pytest.mark.rule("campaign.select")
def test_a_club_in_want_of_one_upgrade_selects_it(year):
    club = year("1929", own=[name for name in UPGRADES if name != "ice chest"])
    assert club.table.selected == UPGRADES.index("ice chest")
    assert club.table.target == 65 + 10


@pytest.mark.rule("campaign.select")
def test_an_upgrade_a_house_rule_requires_every_year_is_required_until_the_club_owns_it(year):
    rules = {"year.required_upgrade": "floor-safe"}
    assert selectable(year("1921", rules=rules)) == ([], SAFE)
    offered, selected = selectable(year("1922", rules=rules, own=["floor safe"]))
    assert offered == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert selected != SAFE


@pytest.mark.rule("campaign.select")
def test_upgrades_given_by_a_house_rule_run_out_once_the_club_has_them_all(year):
    rules = {"year.random_upgrades": 4, "year.chosen_upgrades": 4}
    club = year("1929", rules=rules, own=UPGRADES[:8], answers={"select_upgrade": [SAFE]})
    assert np.flatnonzero(club.table.owned).tolist() == list(range(9))  # all but the one selected


@pytest.mark.rule("campaign.hire")
def test_staff_is_paid_from_the_coffers_one_for_each_upgrade_of_the_station(year):
    own = ["business license", "expanded dance floor", "ice chest"]
    club = year("1924", coffers=20, own=own, answers={"hire_staff": [WAITRESS, CHANTEUSE]})
    first, second, third = club.asked["hire_staff"]
    assert first == [(-1,), (CHANTEUSE,), (GIRL,), (WAITRESS,)]
    assert second == [(-1,), (CHANTEUSE,)]
    assert third == [(-1,)]
    assert club.table.coffers == 20 - 2 * 6
    assert np.flatnonzero(club.table.staff).tolist() == [CHANTEUSE, WAITRESS]


@pytest.mark.rule("campaign.hire")
@pytest.mark.parametrize(("coffers", "asked"), [(5, 0), (6, 1), (11, 1), (12, 2)])
def test_nobody_is_hired_without_the_salary_in_the_coffers(year, coffers, asked):
    answers = {"hire_staff": [GIRL, WAITRESS][:asked]}
    club = year("1924", coffers=coffers, own=["ice chest", "bar upgrades"], answers=answers)
    assert len(club.asked["hire_staff"]) == asked
    assert club.table.coffers == coffers - 6 * asked


@pytest.mark.rule("campaign.hire")
def test_members_kept_from_the_year_before_have_their_places_already(year):
    club = year("1924", coffers=30, own=["ice chest", "ornate door"], staff=["cocktail waitress"])
    assert club.asked["hire_staff"] == [[(-1,), (ASSISTANT,), (MAITRE_D,)]]


@pytest.mark.rule("campaign.hire")
def test_the_upgrade_selected_but_not_yet_bought_gives_no_place(year):
    club = year("1921", coffers=30, own=["business license"], answers={"select_upgrade": [UPGRADES.index("ice chest")]})
    assert club.asked["hire_staff"] == [[(-1,)]]


@pytest.mark.rule("campaign.hire")
def test_staff_of_a_year_alone_is_paid_with_its_own_money(open_club):
    club = open_club("1923")
    club.own("ice chest")
    club.table.coffers = 9
    club.answers(hire_staff=[WAITRESS])
    club.do(setup.hire_staff)
    assert club.table.coffers == 9
    assert club.table.staff[WAITRESS] == 1


# --- closing


@pytest.mark.rule("closing.early", "campaign.pay")
@pytest.mark.parametrize(("coffers", "may"), [(44, False), (45, True)])
def test_the_club_may_close_once_the_goal_is_in_the_coffers_and_all_decide_together(open_club, coffers, may):
    club = open_club("1923", campaign=True)
    club.table.coffers, club.table.target = coffers, 45
    club.deck(3)
    club.answers(close=[1] * may)
    club.do(closing.end_of_round)
    assert (club.table.outcome != 0) == may  # kit.ask checks that the seat may decide it
