"""The reckoning between two years of a campaign: quick sale, cost of business, the upgrade, salaries, bankruptcy."""

import numpy as np
import pytest

from sim.campaign import CampaignContext, make_campaign_plan
from sim.games.opulent import closing
from sim.games.opulent.names import BANKRUPT, INDEBTED, MEETING_FAILED, MISSED, REACHED, RESCUED
from tests.opulent.kit import STAFF, UPGRADES
from tests.opulent.reckoning import Closed, begin

# 1923: cost of business $35
BUSINESS = 35
PRICES = dict(zip(UPGRADES, [20, 20, 10, 16, 10, 16, 16, 10, 20, 30], strict=True))
HALVES = {name: price // 2 for name, price in PRICES.items()}
CHEST, BAR_UPGRADES, PANELS = (UPGRADES.index(name) for name in ("ice chest", "bar upgrades", "sliding panels"))
GIRL, WAITRESS = STAFF.index("cigarette girl"), STAFF.index("cocktail waitress")


@pytest.fixture
def close(open_club):
    """Close a club of 1923 with so many dollars: ``close(40, own=["bar upgrades"])``."""

    def closed(coffers, year="1923", rules=None, **others):
        return Closed(open_club(year, rules=rules, campaign=True), coffers, **others)

    return closed


# --- paying


@pytest.mark.rule("campaign.pay")
def test_business_and_the_selected_upgrade_are_paid_and_the_rest_is_carried_on(close):
    year = close(50, own=["business license"])
    assert year.reckon() == REACHED
    assert (year.row.business, year.row.upgrade_bill, year.row.carried_on) == (35, 10, 5)
    assert year.carried.coffers == 5
    assert year.owned == {"business license", "ice chest"}


@pytest.mark.rule("campaign.pay")
def test_coffers_of_exactly_the_goal_pay_for_everything(close):
    year = close(45)
    assert year.reckon() == REACHED
    assert year.carried.coffers == 0
    assert year.owned == {"ice chest"}


@pytest.mark.rule("campaign.pay")
def test_an_upgrade_bought_in_the_year_is_not_paid_twice(close):
    year = close(36, bought=True)
    assert year.reckon() == REACHED
    assert (year.row.upgrade_bill, year.carried.coffers) == (0, 1)
    assert year.owned == {"ice chest"}


@pytest.mark.rule("campaign.pay")
def test_a_club_with_nothing_left_to_select_pays_its_business_alone(close):
    year = close(35, own=UPGRADES, selected="")
    assert year.reckon() == REACHED
    assert year.carried.coffers == 0
    assert year.owned == set(UPGRADES)


@pytest.mark.rule("campaign.pay")
def test_a_house_rule_changes_the_cost_of_business_that_is_paid(close):
    year = close(50, rules={"year.cost_adjustment": 5})
    assert year.reckon() == REACHED
    assert (year.row.business, year.carried.coffers) == (40, 0)


@pytest.mark.rule("campaign.upgrade_missed")
@pytest.mark.parametrize("coffers", [35, 44])
def test_business_comes_first_and_without_the_price_the_club_goes_on_without_the_upgrade(close, coffers):
    year = close(coffers, own=["business license"])
    assert year.reckon() == MISSED
    assert (year.row.business, year.row.upgrade_bill) == (35, 0)
    assert year.carried.coffers == coffers - 35
    assert year.owned == {"business license"}
    assert not year.carried.over


@pytest.mark.rule("campaign.upgrade_missed")
def test_a_missed_upgrade_fails_the_year_and_not_the_campaign_unless_the_table_rules_so():
    misses = {"manager.buy_in_year": False}  # paid after the year, if at all
    goes_on = CampaignContext(make_campaign_plan("opulent", "rulebook", "thrifty", seed=3, rules=misses)).play(0, 300)
    missed = goes_on["ending"][:, :-1] == MISSED
    assert missed.any()
    assert (goes_on["ending"][:, 1:][missed] > 0).all()
    strict = {**misses, "campaign.any_miss_ends": True}
    ends = CampaignContext(make_campaign_plan("opulent", "rulebook", "thrifty", seed=3, rules=strict)).play(0, 300)
    missed = ends["ending"][:, :-1] == MISSED
    assert missed.any()
    assert not ends["ending"][:, 1:][missed].any()
    assert np.array_equal(goes_on["coffers"][:, 0], ends["coffers"][:, 0])


@pytest.mark.rule("campaign.upgrade_missed")
def test_a_table_may_rule_that_any_miss_ends_the_campaign(close):
    year = close(44, own=["business license"], rules={"campaign.any_miss_ends": True})
    assert year.reckon() == MISSED
    assert year.carried.over


# --- the quick sale


@pytest.mark.rule("campaign.quick_sale")
def test_the_16_dollar_bar_upgrades_fetch_8_dollars(close):
    year = close(30, own=["bar upgrades"], bought=True)
    assert year.reckon() == RESCUED
    assert (year.row.sold, year.row.sold_for) == (1, 8)
    assert year.carried.coffers == 30 + 8 - 35
    assert year.owned == {"ice chest"}  # the card is back in the box


@pytest.mark.rule("campaign.quick_sale")
@pytest.mark.parametrize("upgrade", [name for name in UPGRADES if name != "business license"])
def test_every_upgrade_fetches_half_its_price(close, upgrade):
    selected = "ice chest" if upgrade != "ice chest" else "stanchions"
    year = close(34, own=[upgrade], selected=selected, bought=True)
    assert year.reckon() == RESCUED
    assert year.row.sold_for == HALVES[upgrade]


@pytest.mark.rule("campaign.quick_sale")
def test_below_the_cost_of_business_the_club_must_sell_and_may_choose_what(close):
    year = close(28, own=["bar upgrades", "sliding panels", "expanded dance floor"], bought=True)
    assert year.reckon(sell_upgrade=[(PANELS, 8)]) == RESCUED
    offered = [(2, 5), (BAR_UPGRADES, 8), (PANELS, 8)]
    assert year.club.asked["sell_upgrade"] == [offered]
    assert year.owned == {"bar upgrades", "expanded dance floor", "ice chest"}
    assert year.carried.coffers == 1


@pytest.mark.rule("campaign.quick_sale")
def test_between_the_cost_of_business_and_the_goal_the_club_may_keep_what_it_has(close):
    year = close(44, own=["bar upgrades"])
    assert year.reckon(sell_upgrade=[-1]) == MISSED
    assert year.club.asked["sell_upgrade"] == [[(-1, 0), (BAR_UPGRADES, 8)]]
    assert year.owned == {"bar upgrades"}
    assert year.carried.coffers == 9


@pytest.mark.rule("campaign.quick_sale")
def test_a_goal_reached_exactly_by_a_sale_buys_the_upgrade_and_ends_the_sale(close):
    year = close(37, own=["bar upgrades", "sliding panels"])
    assert year.reckon(sell_upgrade=[BAR_UPGRADES]) == RESCUED
    assert (year.row.upgrade_bill, year.carried.coffers) == (10, 0)
    assert year.owned == {"sliding panels", "ice chest"}


@pytest.mark.rule("campaign.quick_sale")
def test_forced_first_and_free_to_stop_afterwards(close):
    year = close(30, own=["bar upgrades", "sliding panels"])
    assert year.reckon(sell_upgrade=[BAR_UPGRADES, -1]) == MISSED
    forced, free = year.club.asked["sell_upgrade"]
    assert (-1, 0) not in forced
    assert free == [(-1, 0), (PANELS, 8)]
    assert (year.row.sold, year.carried.coffers) == (1, 3)


@pytest.mark.rule("campaign.quick_sale")
def test_with_the_goal_in_the_coffers_nothing_is_sold(close):
    year = close(45, own=["bar upgrades", "floor safe"])
    assert year.reckon() == REACHED
    assert year.row.sold == 0
    assert not year.club.asked["sell_upgrade"]


@pytest.mark.rule("campaign.quick_sale")
def test_an_upgrade_bought_in_this_very_year_is_not_previously_purchased(close):
    year = close(34, selected="floor safe", bought=True)
    assert year.reckon() == BANKRUPT
    assert year.row.sold == 0


@pytest.mark.rule("campaign.quick_sale")
def test_what_is_sold_takes_its_stars_along_and_can_be_selected_again(close, open_club):
    year = close(30, own=["luxurious upgrades", "ornate door"], bought=True)
    assert year.table.half_stars == 4
    assert year.reckon(sell_upgrade=[UPGRADES.index("ornate door")]) == RESCUED
    assert year.table.half_stars == 2
    following = begin(open_club("1924", campaign=True), year.carried, select_upgrade=[UPGRADES.index("ornate door")])
    assert (UPGRADES.index("ornate door"),) in following.asked["select_upgrade"][0]


@pytest.mark.rule("campaign.quick_sale")
@pytest.mark.parametrize(("share", "dollars"), [(0, 0), (33, 5), (100, 16)])
def test_a_house_rule_changes_what_the_bank_pays(close, share, dollars):
    year = close(35, own=["bar upgrades"], rules={"campaign.sale_share": share})
    year.reckon(sell_upgrade=[BAR_UPGRADES])
    assert year.row.sold_for == dollars


@pytest.mark.rule("campaign.unsellable")
def test_neither_the_license_nor_staff_can_be_sold(close):
    year = close(30, own=["business license", "bar upgrades", "ornate door"], staff=["cocktail waitress"], bought=True)
    year.reckon(sell_upgrade=[BAR_UPGRADES])
    assert year.club.asked["sell_upgrade"] == [[(1, 10), (BAR_UPGRADES, 8)]]


@pytest.mark.rule("campaign.unsellable")
def test_the_business_license_alone_cannot_save_the_club(close):
    year = close(34, own=["business license"])
    assert year.reckon() == BANKRUPT
    assert (year.row.sold, year.row.sold_for) == (0, 0)


# --- bankruptcy


@pytest.mark.rule("campaign.bankrupt")
def test_one_dollar_short_after_selling_everything_is_bankrupt_and_pays_nothing(close):
    year = close(26, own=["bar upgrades", "business license"], staff=["cocktail waitress"], bought=True)
    assert year.reckon() == BANKRUPT
    assert year.carried.over
    assert (year.row.sold_for, year.row.business, year.row.carried_on) == (8, 0, 34)
    assert year.row.ended_staff == 0


@pytest.mark.rule("campaign.bankrupt")
def test_exactly_the_cost_after_selling_everything_is_not_bankrupt(close):
    year = close(27, own=["bar upgrades", "business license"])
    assert year.reckon() == MISSED
    assert not year.carried.over
    assert year.carried.coffers == 0


@pytest.mark.rule("campaign.bankrupt")
def test_repaying_the_mob_two_for_one_can_bankrupt_a_club(close):
    year = close(36, own=["business license"], bought=True)
    year.table.debt = 1
    year.club.do(closing.close_club)
    assert year.table.coffers == 34
    assert year.table.outcome == INDEBTED
    assert year.reckon() == BANKRUPT


@pytest.mark.rule("campaign.bankrupt")
def test_debts_can_leave_less_than_nothing_and_even_a_sale_does_not_help(close):
    year = close(0, own=["bar upgrades", "business license"])
    year.table.debt = 3
    year.club.do(closing.close_club)
    assert year.reckon() == BANKRUPT
    assert year.carried.coffers == -6 + 8


@pytest.mark.rule("campaign.bankrupt")
def test_the_30_dollars_for_a_meeting_that_never_was_can_bankrupt_a_club(close):
    year = close(60, year="1924", bought=True)
    year.club.do(closing.close_club)
    assert year.table.coffers == 30
    assert year.table.outcome == MEETING_FAILED
    assert year.reckon() == BANKRUPT
    held = close(60, year="1924", bought=True)
    held.table.meeting = 1
    held.club.do(closing.close_club)
    assert held.reckon() == REACHED
    assert held.carried.coffers == 20


@pytest.mark.rule("campaign.bankrupt")
def test_negative_coffers_are_rescued_by_a_sale_that_is_large_enough(close):
    year = close(-4, year="1920", own=["floor safe", "stanchions"], bought=True)
    assert year.reckon() == RESCUED
    assert year.carried.coffers == -4 + 15 + 10 - 20


# --- staff


@pytest.mark.rule("campaign.keep_staff")
def test_each_member_who_stays_costs_a_salary_and_the_others_go_back_to_the_box(close, open_club):
    year = close(60, own=["bar upgrades", "sliding panels"], staff=["cigarette girl", "cocktail waitress"])
    assert year.reckon(keep_staff=[WAITRESS, -1]) == REACHED
    assert year.club.asked["keep_staff"] == [[(-1,), (GIRL,), (WAITRESS,)], [(-1,), (GIRL,)]]
    assert (year.row.salaries, year.carried.coffers) == (6, 60 - 45 - 6)
    assert year.kept == {"cocktail waitress"}
    following = begin(open_club("1924", campaign=True), year.carried, hire_staff=[GIRL])
    assert (GIRL,) in following.asked["hire_staff"][0]  # she may be hired again
    assert (WAITRESS,) not in following.asked["hire_staff"][0]


@pytest.mark.rule("campaign.keep_staff")
@pytest.mark.parametrize(("left", "members"), [(5, 0), (6, 1), (11, 1), (12, 2)])
def test_nobody_is_kept_without_the_money_for_the_salary(close, left, members):
    year = close(
        35 + left, own=["bar upgrades", "sliding panels"], staff=["cigarette girl", "cocktail waitress"], bought=True
    )
    assert year.reckon(keep_staff=[GIRL, WAITRESS][:members]) == REACHED
    assert len(year.kept) == members
    assert year.carried.coffers == left - 6 * members


@pytest.mark.rule("campaign.keep_staff")
def test_bills_come_before_salaries(close):
    year = close(46, own=["bar upgrades"], staff=["cocktail waitress"])
    assert year.reckon() == REACHED
    assert not year.club.asked["keep_staff"]
    assert year.carried.coffers == 1


@pytest.mark.rule("campaign.keep_staff")
def test_nobody_is_paid_for_a_year_that_never_comes(close):
    year = close(100, own=["bar upgrades"], staff=["cocktail waitress"], years_left=0)
    assert year.reckon() == REACHED
    assert not year.club.asked["keep_staff"]
    assert year.carried.coffers == 100 - 45
    ended = close(40, own=[], staff=["cocktail waitress"], rules={"campaign.any_miss_ends": True})
    assert ended.reckon() == MISSED
    assert ended.carried.over
    assert not ended.club.asked["keep_staff"]


@pytest.mark.rule("campaign.staff_places")
def test_a_member_whose_upgrade_was_sold_has_no_place(close):
    year = close(
        37, own=["bar upgrades", "ornate door"], staff=["cocktail waitress", "maitre d'"], selected="floor safe"
    )
    year.reckon(sell_upgrade=[BAR_UPGRADES, -1], keep_staff=[STAFF.index("maitre d'")])
    assert year.club.asked["keep_staff"] == [[(-1,), (STAFF.index("maitre d'"),)]]
    assert year.kept == {"maitre d'"}


@pytest.mark.rule("campaign.staff_places")
def test_one_upgrade_left_keeps_one_of_two_members(close):
    year = close(
        49, own=["bar upgrades", "sliding panels"], staff=["cigarette girl", "cocktail waitress"], selected="floor safe"
    )
    year.reckon(sell_upgrade=[PANELS, -1], keep_staff=[GIRL])
    assert year.club.asked["keep_staff"] == [[(-1,), (GIRL,), (WAITRESS,)], [(-1,)]]
    assert year.kept == {"cigarette girl"}


@pytest.mark.rule("campaign.staff_places")
def test_the_upgrade_paid_with_this_years_money_keeps_a_place(close):
    year = close(43, own=["bar upgrades"], staff=["cocktail waitress"], selected="ice chest")
    assert year.reckon(sell_upgrade=[BAR_UPGRADES], keep_staff=[WAITRESS]) == RESCUED
    assert year.owned == {"ice chest"}
    assert year.kept == {"cocktail waitress"}
    assert year.carried.coffers == 43 + 8 - 45 - 6
