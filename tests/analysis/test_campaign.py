"""Campaigns: endings partition, survival and money add up, planted dangers are found, workers do not matter."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from analysis.arms import Base
from analysis.campaign import CampaignResult, Extent, campaign, main_key, plans_of
from analysis.campaign_bought import LEAST_CLUBS, bought_orders
from analysis.campaign_career import Career
from analysis.campaign_counts import QUANTILES, career_of, deadliest
from analysis.campaign_doubts import Doubts, move_assumptions, moves
from analysis.campaign_orders import Search, groups_of
from analysis.campaign_tally import Layout, Tally, unbalanced
from sim import registry
from sim.campaign import CampaignContext, campaign_dtype, make_campaign_plan, scenario_seed
from sim.campaign_run import plan_digest, play_blocks
from sim.errors import BadInput

CAMPAIGNS, SEED = 120, 11
EXTENT = Extent(searched=20, confirmed=60, doubted=0)


@pytest.fixture(scope="module")
def game():
    return registry.load_game("opulent")


@pytest.fixture(scope="module")
def base(game):
    return Base(game, SEED, jobs=2)


@pytest.fixture(scope="module")
def found(base):
    return campaign(base, ["rulebook"], ["thrifty", "growth"], CAMPAIGNS, EXTENT)


@pytest.fixture(scope="module")
def rows(game):
    """Rows of the same campaigns of 'thrifty', played directly."""
    return CampaignContext(make_campaign_plan("opulent", "rulebook", "thrifty", seed=SEED)).play(0, CAMPAIGNS)


@pytest.fixture(scope="module")
def layout(game):
    return Layout(game, tuple(game.scenarios), (1, 2, 3))


def thrifty(found):
    return found.careers["rulebook", "thrifty"]


# --- everything adds up ----------------------------------------------------------------------------------------------


def test_endings_partition_the_campaigns(found):
    for career in found.careers.values():
        before = CAMPAIGNS
        for year in career.years:
            assert sum(year.endings.values()) == CAMPAIGNS
            assert year.reached == before == CAMPAIGNS - year.endings["not reached"]
            assert sum(death.count for death in year.deaths) == year.reached - year.alive
            before = year.alive
        ended = sum(round(year.ended.estimate * CAMPAIGNS) for year in career.years)
        assert ended + round(career.survived.estimate * CAMPAIGNS) == CAMPAIGNS


def test_survival_is_the_product_of_what_each_year_leaves(found):
    for career in found.careers.values():
        left = 1.0
        for year in career.years:
            left *= 1 - year.hazard.estimate
            assert year.survival.estimate == pytest.approx(left)
            assert year.survival.low >= year.band.low and year.survival.high <= year.band.high
        mean = sum(year.survival.estimate for year in career.years)
        assert career.lived.estimate == pytest.approx(mean)


def test_money_adds_up_within_years_and_between_them(found):
    for career in found.careers.values():
        assert career.balanced and career.unbalanced == 0
        into = 0.0
        for year in career.years:
            directions = {"in": 0, "out": 0}
            for name, flow in year.flows.items():
                directions["in" if name in career.ledger["in"] or name == "carried" else "out"] += flow.total
            assert directions["in"] == directions["out"] > 0
            assert year.flows["carried"].total == pytest.approx(into)
            into = year.money.mean.estimate * year.alive
        assert sum(career.ledger["in"].values()) == sum(career.ledger["out"].values())
        assert "carried" not in career.ledger["in"]


def test_money_from_nowhere_is_found(layout, rows):
    assert not unbalanced(layout, rows).any()
    tampered = rows.copy()
    tampered["business"][5, 0] += 1
    second = int(np.flatnonzero(rows["ending"][:, 2] > 0)[0])
    tampered["carried"][second, 2] += 1  # also no longer what the year before left
    assert set(np.flatnonzero(unbalanced(layout, tampered))) == {5, second}
    assert Tally.of_rows(layout, tampered).unbalanced == len({5, second})


# --- what is counted is what was played ------------------------------------------------------------------------------


def test_a_career_is_what_its_rows_say(found, rows, layout, game):
    career = thrifty(found)
    alive = layout.alive[rows["ending"]]
    for place, year in enumerate(career.years):
        reached = rows["ending"][:, place] > 0
        assert year.alive == alive[:, place].sum()
        won = rows["outcome"][reached, place] == 0
        assert year.goal.estimate == pytest.approx(won.mean())
        money = rows["carried_on"][alive[:, place], place]
        assert year.money.mean.estimate == pytest.approx(money.mean())
        wanted = np.quantile(money, QUANTILES, method="inverted_cdf")
        assert list(year.money.quantiles.values()) == list(wanted)
        assert year.money.mean.standard_error == pytest.approx(money.std(ddof=1) / np.sqrt(len(money)))
        assert year.flows["business"].mean.estimate == pytest.approx(rows["business"][reached, place].mean())
        safe = (rows["ended_owned"][alive[:, place], place] >> 9) & 1
        assert year.held["upgrades"]["Floor Safe"].estimate == pytest.approx(safe.mean())
        assert year.sellers.estimate == pytest.approx((rows["sold"][reached, place] > 0).mean())


def test_each_year_is_paired_with_the_same_year_alone(found, rows):
    from sim import simulate

    year = thrifty(found).year("1924")
    frame = simulate("opulent", "1924", "rulebook", CAMPAIGNS, seed=scenario_seed(SEED, "1924"))
    reached = rows["ending"][:, 4] > 0
    alone = (frame["outcome"] == "won").to_numpy()[reached]
    assert year.alone.rate.n == year.reached == reached.sum()
    assert year.alone.rate.estimate == pytest.approx(alone.mean())
    inside = rows["outcome"][reached, 4] == 0
    effect = year.alone.effect
    assert effect.difference.estimate == pytest.approx(inside.mean() - alone.mean())
    assert effect.first_only == (inside & ~alone).sum() and effect.second_only == (alone & ~inside).sum()


def test_workers_and_blocks_change_nothing(base, found, layout):
    again = campaign(replace(base, jobs=1), ["rulebook"], ["thrifty", "growth"], CAMPAIGNS, EXTENT)
    assert again.to_json() == found.to_json()
    plan = make_campaign_plan("opulent", "rulebook", "thrifty", seed=SEED)
    blocks = [
        Tally.of_blocks(layout, play_blocks(plan, CAMPAIGNS, lambda r: Tally.of_rows(layout, r), jobs=j, block=size))
        for j, size in ((1, 250), (2, 7))
    ]
    careers = [replace(career_of(tally, "rulebook", "thrifty"), rows_sha256="") for tally in blocks]
    assert careers[0].to_json() == careers[1].to_json()


def test_a_stored_result_is_the_same_result(found):
    data = {**found.to_json(), "game": "opulent", "seed": found.seed, "confidence": found.confidence}
    assert CampaignResult.from_json(data).to_json() == found.to_json()


# --- planted dangers -------------------------------------------------------------------------------------------------


def test_an_impossible_year_ends_every_club_that_comes_to_it(layout, game):
    plan = make_campaign_plan("opulent", "rulebook", "growth", seed=SEED)
    most = int(game.parameters["year.cost"].bounds[1])
    impossible = registry.resolve(game, "1922", rules={"year.cost": most, "year.cost_adjustment": 50}, campaign=True)
    rules = list(plan.rules)
    rules[2] = impossible
    played = replace(plan, rules=tuple(rules))
    assert plan_digest(played) != plan_digest(plan)
    tally = Tally.of_blocks(layout, play_blocks(played, 100, lambda r: Tally.of_rows(layout, r)))
    career = career_of(tally, "rulebook", "growth")
    year, after = career.year("1922"), career.year("1923")
    assert year.reached > 50 and year.alive == 0 and year.hazard.estimate == 1
    assert {death.ending for death in year.deaths} == {"bankrupt"}
    assert career.deadliest == ("1922",) and career.survived.estimate == 0
    assert after.reached == 0 and not after.hazard.known and not after.money.mean.known and after.money.quantiles == {}
    assert Career.from_json(career.to_json()).to_json() == career.to_json()


def test_a_missed_upgrade_is_a_death_where_the_table_rules_so(game):
    rules = {"campaign.any_miss_ends": True}
    found = campaign(Base(game, SEED, rules=rules), [], ["random"], 400, Extent(alone=False, searched=0))
    career = found.careers["rulebook", "random"]
    before = 400
    for year in career.years:
        assert year.reached == before and sum(death.count for death in year.deaths) == year.reached - year.alive
        before = year.alive
    assert sum(death.count for year in career.years for death in year.deaths if death.ending == "missed") > 0
    assert career.balanced


def test_without_danger_nothing_is_called_deadly():
    assert deadliest([("a", 0), ("b", 0)]) == ()
    assert deadliest([("a", 0), ("b", 12)]) == ("b",)


def test_two_equally_deadly_years_are_rarely_told_apart():
    """Of two alike years the first must be called the deadliest in at most one sample of twenty."""
    random = np.random.default_rng(1)
    counts = random.multinomial(1000, [0.1, 0.1, 0.02, 0.78], size=800)
    wrong = sum(len(deadliest(list(zip("abc", row[:3], strict=True)))) == 1 for row in counts)
    assert wrong / len(counts) < 0.05
    apart = random.multinomial(1000, [0.2, 0.1, 0.02, 0.68], size=100)
    assert all(deadliest(list(zip("abc", row[:3], strict=True))) == ("a",) for row in apart)


# --- purchase orders -------------------------------------------------------------------------------------------------


def made_up_rows(game, orders):
    """Return rows of clubs that bought in an order and then lived or not: [((1, 2, 3), clubs, survivors), ...]."""
    clubs = sum(count for _, count, _ in orders)
    rows = np.zeros((clubs, 10), campaign_dtype(game))
    endings = {ending.name: code for code, ending in enumerate(game.file.campaign.endings)}
    at = 0
    for order, count, survivors in orders:
        part = rows[at : at + count]
        part["ending"][:, :5] = endings["goal"]
        part["ending"][:survivors, 5:] = endings["goal"]
        part["ending"][survivors:, 5] = endings["bankrupt"]
        owned = 0
        for place, thing in enumerate(order, 1):
            part["began_owned"][:, place] = owned
            owned |= 0 if thing < 0 else 1 << thing
            part["ended_owned"][:, place] = owned
        at += count
    return rows


def test_orders_that_clubs_bought_are_ranked_by_how_they_lived(game, layout):
    rows = made_up_rows(game, [((9, 2, 5), 400, 300), ((2, 9, 5), 200, 40), ((2, -1, 9), 100, 10), ((4, 5, 6), 20, 20)])
    found = bought_orders(Tally.of_rows(layout, rows))
    assert [order.things for order in found.orders] == [
        ("Floor Safe", "Expanded Dance Floor", "Bar Upgrades"),
        ("Expanded Dance Floor", "Floor Safe", "Bar Upgrades"),
        ("Expanded Dance Floor", "", "Floor Safe"),
    ]
    assert [order.survived.estimate for order in found.orders] == [0.75, 0.2, 0.1]
    assert found.alive == 720 and found.left_out == 20 < LEAST_CLUBS and found.comparisons == 3
    assert sum(order.clubs for order in found.orders) + found.left_out == found.alive


def test_a_fixed_order_is_really_bought_in_that_order(base, layout):
    plan = make_campaign_plan("opulent", "rulebook", "growth", seed=SEED)

    def fix(scenario, value):
        return registry.resolve(base.game, scenario, rules={"year.required_upgrade": value}, campaign=True)

    search = Search(plan, layout, "year.required_upgrade", fix)
    order = ("floor-safe", "ice-chest", "stanchions")
    rows = CampaignContext(search._plan(order)).play(0, 80)
    for place, thing in zip((1, 2, 3), (9, 4, 0), strict=True):
        reached = rows["ending"][:, place] > 0
        assert (rows["selected"][reached, place] == thing).all()
        paid = np.isin(rows["ending"][:, place], (1, 2))
        assert paid.sum() > 40 and ((rows["ended_owned"][paid, place] >> thing) & 1).all()
    assert "business-license" not in search.values and len(search.values) == 9
    free = CampaignContext(plan).play(0, 80)
    assert np.array_equal(free[:, 0], rows[:, 0]), "the year before the first fixed choice is the same"


def test_the_search_judges_its_best_on_other_campaigns(found):
    forced = found.forced
    assert (forced.policy, forced.club) == found.main == ("rulebook", "thrifty")
    assert forced.scenarios == ("1921", "1922", "1923")
    assert len(forced.firsts) == 9 and forced.tried == 9 + 3 * 8 + 3 * 7 and len(forced.finalists) == 5
    assert all(order.survived.n == EXTENT.searched for order in forced.firsts)
    assert all(order.survived.n == EXTENT.confirmed for order in forced.finalists)
    assert all(order.bought.estimate > 0.8 for order in forced.finalists)
    assert sorted(place for group in forced.groups for place in group) == [-1, 0, 1, 2, 3, 4]
    for order in forced.finalists:
        assert order.effect.difference.estimate == pytest.approx(order.survived.estimate - forced.own.estimate)


def test_a_planted_order_stands_apart_and_equal_ones_are_tied():
    random = np.random.default_rng(5)
    chance = random.random(3000)
    alike = {-1: chance < 0.5, 0: random.random(3000) < 0.5, 1: random.random(3000) < 0.5}
    assert len(groups_of(alike)) == 1
    assert groups_of({**alike, 2: chance < 0.6})[0] == (2,)


# --- what cannot be asked --------------------------------------------------------------------------------------------


def test_all_mistakes_at_once(game):
    with pytest.raises(BadInput) as caught:
        plans_of(Base(game, 1, rules={"year.cots": 3}), ["rulebok"], ["growht"])
    assert len(caught.value.problems) == 3
    with pytest.raises(BadInput, match="Pebbles has no campaign"):
        campaign(Base(registry.load_game("pebbles"), 1))


def test_the_main_combination_is_the_games_own(game):
    keys = [("novice", "thrifty"), ("rulebook", "thrifty"), ("rulebook", game.file.campaign.default_policy)]
    assert main_key(game, keys) == keys[-1] and main_key(game, keys[:1]) == keys[0]


def test_without_a_free_choice_no_order_is_looked_for(game):
    rules = {"year.required_upgrade": "ice-chest"}
    found = campaign(Base(game, 1, rules=rules), [], ["thrifty"], 8, Extent(alone=False, searched=5))
    assert found.forced is None and thrifty(found).orders is None
    assert all(year.alone is None for year in thrifty(found).years)


def test_steps_tell_how_far_it_is(base):
    seen: list[SimpleNamespace] = []
    campaign(base, [], ["thrifty"], 20, Extent(searched=0, doubted=0), progress=seen.append)
    assert {step.stage for step in seen} == {"campaigns", "each alone"}
    assert all(step.done <= step.total for step in seen)
    assert any("survive" in step.note for step in seen)


# --- what it rests on ------------------------------------------------------------------------------------------------


def test_of_the_assumptions_the_one_that_matters_is_found(base, game):
    names = ("upgrade.safe_keeps", "staff.plain", "year.turn_cap")
    plan = make_campaign_plan("opulent", "rulebook", "safe-first", seed=SEED)
    layout = Layout(game, plan.scenarios, (1, 2, 3))
    own = Tally.of_rows(layout, CampaignContext(plan).play(0, 150)).lived
    moved = move_assumptions(base, plan, layout, own, names=names)
    assert moved == move_assumptions(replace(base, jobs=1), plan, layout, own, names=names)
    assert {doubt.parameter for doubt in moved.moved} == set(names)
    found = {doubt.parameter: doubt for doubt in moved.moved}
    assert moved.moved[0].parameter == "upgrade.safe_keeps" and moved.moved[0].value == 20
    assert found["upgrade.safe_keeps"].shifts and found["upgrade.safe_keeps"].effect.difference.high < 0
    nothing = found["year.turn_cap"].effect
    assert (nothing.difference.estimate, nothing.first_only, nothing.second_only) == (0, 0, 0)
    assert not found["year.turn_cap"].shifts
    assert Doubts.from_json(json.loads(json.dumps(moved.to_json()))) == moved


def test_what_a_scenario_or_the_user_sets_is_no_assumption(base, game):
    rules = {"upgrade.safe_keeps": 40}
    plan = make_campaign_plan("opulent", "rulebook", "safe-first", seed=SEED, rules=rules)
    moved = {name: plan_ for name, _, plan_ in moves(replace(base, rules=rules), plan)}
    assert "upgrade.safe_keeps" not in moved
    first, *others = moved["historical.who"].rules
    assert first.values["historical.who"] == "women"  # 1920 prints it
    assert {rules.values["historical.who"] for rules in others} != {game.parameters["historical.who"].default}
