"""Whatever the rules and the choices: no money appears or vanishes in or between the years of a campaign."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sim.campaign import CampaignContext, make_campaign_plan
from sim.campaign_playback import trace_campaign
from sim.errors import BadInput
from sim.jit import INTERPRETED
from sim.registry import load_game
from sim.testing import check_carried
from tests.helpers import said
from tests.opulent.conservation import ledgers_balance
from tests.opulent.test_properties import MOST_CHANGES, value_of

GAME = load_game("opulent")
CLUBS = ["random", "thrifty", "growth", "bar-first"]
MISSED, BANKRUPT = 3, 4
SEED = 1933
#: Rules of the reckoning, and those that let weak play live to see the second year.
OF_THE_CAMPAIGN = [
    *("campaign.sale_share", "campaign.sellable", "campaign.any_miss_ends", "campaign.counterfeiter_stays"),
    *("upgrade.prices", "upgrade.half_stars", "staff.salary", "staff.half_stars", "staff.plain"),
    *("manager.buy_in_year", "year.random_upgrades", "year.required_upgrade", "gangs.active", "counterfeiter.clues"),
]
CHEAP = {"year.cost_adjustment": -35, "loan.allowed": False}

few = settings(
    max_examples=6 if INTERPRETED else 40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
fewer = settings(few, max_examples=3 if INTERPRETED else 10)


@st.composite
def house_rules(draw, names, always=None):
    """Draw up to a dozen rules for every year of a campaign, none contradicting another."""
    chosen = draw(st.lists(st.sampled_from(names), max_size=MOST_CHANGES, unique=True))
    changes = {name: draw(value_of(GAME.parameters[name])) for name in chosen} | (always or {})
    club, seed = draw(st.sampled_from(CLUBS)), draw(st.integers(0, 2**31))
    try:
        return make_campaign_plan("opulent", "random", club, seed=seed, rules=changes)
    except BadInput:
        assume(False)


def any_rules():
    return house_rules(list(GAME.parameters))


def generous_rules():
    """Rules of the reckoning in years that cost little, without debts: chance survives them."""
    return house_rules(OF_THE_CAMPAIGN, CHEAP)


def bits(number, length):
    return (int(number) >> np.arange(length)) & 1


def check_year(row, rules):
    """Check one stored year against the rules of the reckoning alone."""
    prices = np.array(rules.upgrade_prices)
    business = max(0, rules.year_cost + rules.year_cost_adjustment)
    began, ended = bits(row["began_owned"], 10), bits(row["ended_owned"], 10)
    lives = 0 < row["ending"] < BANKRUPT
    assert row["business"] == (business if lives else 0)
    assert row["upgrade_bill"] in (0, prices[row["selected"]])
    assert row["upgrade_paid"] in (0, prices[row["selected"]])
    assert not (row["upgrade_bill"] and row["upgrade_paid"])
    gone = np.flatnonzero(began & ~ended & 1)
    given = rules.year_random_upgrades + rules.year_chosen_upgrades
    if not given:
        assert len(gone) == row["sold"]
        assert row["sold_for"] == sum(prices[gone] * rules.campaign_sale_share // 100)
        assert set(np.flatnonzero(ended & ~began & 1)) <= {row["selected"]}
    assert all(rules.campaign_sellable[upgrade] for upgrade in gone)
    staff, kept = bits(row["staff"], 9), bits(row["ended_staff"], 9)
    assert (kept <= staff).all()
    assert row["salaries"] == kept.sum() * rules.staff_salary
    assert row["hired"] == (staff.sum() - bits(row["began_staff"], 9).sum()) * rules.staff_salary
    if row["ending"] == BANKRUPT:
        assert row["carried_on"] < business
    if lives:
        assert row["carried_on"] >= 0
    for station in set(rules.staff_station):
        upgrades = ended[np.array(rules.upgrade_station) == station].sum()
        assert kept[np.array(rules.staff_station) == station].sum() <= upgrades


def check_rows(plan, rows, context):
    """Check every year of campaigns, and what lies between two."""
    any_miss_ends = plan.rules[0].values["campaign.any_miss_ends"]
    if not any_miss_ends:  # under it an ending that the game calls alive is the last
        check_carried(GAME, rows, "campaign")
    for campaign in rows:
        years = [row for row in campaign if row["ending"]]
        for row in years:
            check_year(row, context.rules[row["scenario"]])
        lives = [row["ending"] < MISSED or (row["ending"] == MISSED and not any_miss_ends) for row in years]
        assert all(lives[:-1])
        assert len(years) == 10 or not lives[-1]
        for before, after in zip(years, years[1:], strict=False):
            for began, ended in (("owned", "owned"), ("staff", "staff"), ("removed", "removed")):
                assert after[f"began_{began}"] == before[f"ended_{ended}"]
            assert after["carried"] == before["carried_on"]
            assert after["began_clues"] == before["clues"]
            assert before["ended_removed"] & before["began_removed"] == before["began_removed"]


@pytest.mark.kernel
@given(any_rules())
@few
def test_under_any_rules_money_is_conserved_within_and_between_the_years(plan):
    context = CampaignContext(plan)
    check_rows(plan, context.play(0, 2 if INTERPRETED else 20), context)


@pytest.mark.kernel
@given(generous_rules())
@few
def test_under_any_rules_of_the_reckoning_money_is_conserved_in_long_campaigns(plan):
    context = CampaignContext(plan)
    rows = context.play(0, 1 if INTERPRETED else 20)
    assert INTERPRETED or (rows["ending"][:, 1] > 0).any() or plan.rules[0].values["campaign.any_miss_ends"]
    check_rows(plan, rows, context)


@pytest.mark.kernel
@given(generous_rules())
@fewer
def test_the_coffers_on_the_table_balance_after_every_turn_and_after_the_reckoning(plan):
    shown = [line["table"] for line in trace_campaign(plan, 0) if line["type"] == "snapshot"]
    for table in shown:
        ledgers_balance(table)
    assert len(shown) > 4


# --- the same campaign is the same campaign


def context(club="random", team="random", **rules):
    return CampaignContext(make_campaign_plan("opulent", team, club, seed=SEED, rules=rules))


FREE = {"year.cost_adjustment": -100, "loan.allowed": False}


@pytest.mark.kernel
def test_rows_are_the_same_however_the_campaigns_are_cut_into_blocks():
    campaigns = 3 if INTERPRETED else 60
    whole = context(**({} if INTERPRETED else FREE)).play(0, campaigns)
    for size in (1, 7, campaigns):
        one = context(**({} if INTERPRETED else FREE))
        parts = [one.play(first, min(size, campaigns - first)) for first in range(0, campaigns, size)]
        assert np.concatenate(parts).tolist() == whole.tolist()


@pytest.mark.kernel
def test_a_year_inside_a_campaign_is_the_same_when_it_is_played_alone():
    one = context(**({} if INTERPRETED else FREE))
    for row in one.play(3, 1)[0]:
        if row["ending"]:
            assert context(**({} if INTERPRETED else FREE)).play_alone(row)[0] == row


@pytest.mark.kernel
def test_a_campaign_differs_from_another_and_from_the_same_year_alone():
    rows = context(**({} if INTERPRETED else FREE)).play(0, 3)
    assert len({tuple(row[0]) for row in rows.tolist()}) == 3
    seeds = context().plan.seeds()
    assert len(set(seeds)) == 10


#: Who plays, who decides between the years, under which rules.
PLAYED = [("random", "random", FREE), ("novice", "growth", {}), ("rulebook", "bar-first", {})]


def interpreted_rows():
    """Return rows of campaigns played without the compiler in a process of its own."""
    code = f"""
        import json
        from sim.campaign import CampaignContext, make_campaign_plan

        rows = []
        for team, club, rules in {PLAYED!r}:
            plan = make_campaign_plan("opulent", team, club, seed={SEED}, rules=rules)
            rows.append(CampaignContext(plan).play(0, 1).tolist())
        print(json.dumps(rows))
    """
    return json.loads(said(code, NUMBA_DISABLE_JIT="1"))


def test_rows_are_the_same_without_the_compiler():
    compiled = [context(club, team, **rules).play(0, 1) for team, club, rules in PLAYED]
    rows = [[[list(year) for year in campaign] for campaign in one.tolist()] for one in compiled]
    assert rows == interpreted_rows()
    assert (compiled[0]["ending"] > 0).sum() > 3
