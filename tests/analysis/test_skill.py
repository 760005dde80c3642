"""The ladder of skill in a real game: rungs, steps, the deal; the answer depends on the question alone."""

from __future__ import annotations

import json

import numpy as np
import pytest

from analysis import skill
from analysis.arms import Arm, Base, plan_of, play, won_games
from analysis.order import simultaneous
from analysis.proportions import wilson
from analysis.skill import best_policy, climb, looks_ahead, rungs_of
from analysis.skill_deals import wins_of_deals
from analysis.skill_measures import parts_of_variance, share_of_the_deal
from analysis.skill_result import ALL, SkillResult
from sim.errors import BadInput
from sim.registry import load_game

#: A jar that 'careful' fills in about half of its games.
RULES = {"jar": 60}


@pytest.fixture(scope="module")
def base():
    return Base(load_game("pebbles"), 11, rules=RULES)


@pytest.fixture(scope="module")
def found(base):
    return climb(base, games=1200)


def test_every_rung_of_every_scenario_on_the_same_games(base, found):
    assert found.policies == ("random", "careful") and found.scenarios == ("high", "low")
    assert found.main == "careful" and found.below_main == "random"
    won = {}
    for (scenario, policy), rung in found.rungs.items():
        if scenario != ALL:
            rows = play(base, Arm.of(scenario, policy), 1200).rows
            won[scenario, policy] = won_games(base.game, rows)
            assert rung.win_rate == wilson(int(won[scenario, policy].sum()), 1200)
    mean = np.mean([won["high", "careful"], won["low", "careful"]])
    assert found.rate(ALL, "careful").estimate == pytest.approx(mean)
    # a step is the paired difference, on the level of all steps together
    step, each = found.step("low", "careful"), simultaneous(0.95, len(found.steps))
    assert len(found.steps) == 3 and found.step("low", "random") is None
    difference = won["low", "careful"].astype(int) - won["low", "random"]
    assert step.difference.estimate == pytest.approx(difference.mean())
    assert step.verdict == "better" and step.difference.low > 0
    assert found.to_json()["adjustment"]["confidence_each_step"] == each
    # the parts are those of the games themselves
    parts = parts_of_variance([won["low", policy] for policy in found.policies], simultaneous(0.95, 2))
    assert found.luck["low"].parts == parts


def test_the_result_is_a_function_of_the_question(base, found):
    again = climb(Base(base.game, 11, rules=RULES, jobs=2, backend="threading"), games=1200)
    assert again == found
    body = json.loads(
        json.dumps({**found.to_json(), "game": "pebbles", "seed": 11, "source_digest": base.game.digest()})
    )
    assert SkillResult.from_json(body).to_json() == found.to_json()


def test_a_deal_is_the_set_up_and_nothing_else(base):
    """Pebbles is dealt a tide; what it decides is also found by sorting games by their tide."""
    from sim.block import Context
    from sim.records import work_dtype

    plan = plan_of(base, Arm.of("high", "careful"))
    wins = wins_of_deals(plan, 0, 1500, 4)
    context = Context(plan)
    row = np.zeros(1, work_dtype(base.game)).view(np.recarray)
    tides = []
    for game in range(1500):
        context.call(row, game, 1, turns=0, fresh=1)
        tides.append(int(context.table["tide"][0]))
    tides = np.array(tides)
    rate = wins.sum() / 6000
    by_tide = {tide: wins[tides == tide].mean() / 4 for tide in set(tides)}
    assert len(by_tide) == 6
    between = np.mean([(by_tide[tide] - rate) ** 2 for tide in tides])
    share = share_of_the_deal(wins, 4)
    assert 0.02 < between / (rate * (1 - rate)) < 0.9
    assert share.low < between / (rate * (1 - rate)) < share.high
    # the first play of a deal is the game of every run; pieces add up to the whole
    rows = play(base, Arm.of("high", "careful"), 60).rows
    assert (wins_of_deals(plan, 0, 60, 1) == won_games(base.game, rows)).all()
    assert (np.concatenate([wins_of_deals(plan, 0, 7), wins_of_deals(plan, 7, 13)]) == wins[:20]).all()


@pytest.mark.kernel
def test_a_few_deals_again(base):
    plan = plan_of(base, Arm.of("low", "careful"))
    rows = play(base, Arm.of("low", "careful"), 8).rows
    assert (wins_of_deals(plan, 0, 8, 1) == won_games(base.game, rows)).all()
    assert (wins_of_deals(plan, 0, 8, 3) <= 3).all()


@pytest.mark.kernel
def test_streams_of_a_replay_are_those_of_a_seed_no_run_has():
    from analysis.skill_deals import _new_streams
    from sim.block import Context
    from sim.kernel import LUCK
    from sim.streams import seed_stream

    base = Base(load_game("pebbles"), 5)
    context = Context(plan_of(base, Arm.of("high", "careful")))
    _new_streams(context, 5, 17, 3)
    with np.errstate(over="ignore"):
        for number, state in [*enumerate(context.hidden["streams"][0]), (LUCK, context.team["luck"]["state"][0])]:
            wanted = np.empty(4, np.uint64)
            seed_stream(wanted, np.uint64((3 << 53) + 5), np.uint64(17), np.uint64(number))
            assert (state == wanted).all()


def test_a_policy_that_looks_ahead_plays_fewer_games_and_is_compared_on_them(base, monkeypatch):
    monkeypatch.setattr(skill, "looks_ahead", lambda game, name: name == "careful:enough=8")
    policies = ("random", "careful", "careful:enough=8")
    found = climb(base, ("low",), policies, 4000, deals=50)
    assert (found.games, found.deep_games, found.shared, found.main) == (4000, 50, 4000, "careful")
    assert found.judged == ("random", "careful")
    assert found.step("low", "careful").difference.n == 4000
    assert found.step("low", "careful:enough=8").difference.n == 50
    assert found.luck["low"].parts.skill.n == 4000
    assert found.luck["low"].near.n == 4000  # the two best that can play all games
    assert found.played == 4000 * 2 + 50 + 50 * 3
    two = climb(base, ("low",), policies[1:], 4000, deals=0, deep_games=300)
    assert (two.judged, two.shared) == (policies[1:], 300)  # nobody else is left to tell it of


def test_the_rungs_of_a_game():
    pebbles, opulent = load_game("pebbles"), load_game("opulent")
    assert rungs_of(pebbles) == (["random", "careful"], [])  # without rungs, the ladder
    there, missing = rungs_of(opulent)
    assert there[:2] == ["random", "novice"] and "rulebook" in there
    assert [*there, *missing] and set(there + missing) == set(opulent.file.rungs)
    assert best_policy(pebbles) == "careful" and not looks_ahead(opulent, best_policy(opulent))


def test_what_cannot_be_asked(base):
    with pytest.raises(BadInput) as error:
        climb(base, ("lwo",), ("random",))
    assert error.value.problems == [
        "pebbles has no scenario 'lwo'. Did you mean 'low'?",
        "a ladder has 2 to 12 policies, not 1.",
    ]
    with pytest.raises(BadInput) as error:
        climb(base, games=30, deals=10)
    assert [line.split(":")[0] for line in error.value.problems] == [
        "games 30", "deals 10",
    ]  # fmt: skip
    with pytest.raises(BadInput, match="games of a policy that looks ahead 5"):
        climb(base, games=100, deep_games=5)


def test_scenarios_are_told_apart_by_skill_with_ties(found):
    groups = found.by_skill()
    assert sorted(name for group in groups for name in group) == ["high", "low"]
    gap = abs(found.luck["high"].parts.skill.estimate - found.luck["low"].parts.skill.estimate)
    error = np.hypot(*(found.luck[name].parts.skill.standard_error for name in ("high", "low")))
    assert (len(groups) == 1) == (gap <= 1.96 * error)
