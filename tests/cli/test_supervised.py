"""Wherever plans are played, somebody else's policy can neither hang it nor break it unnamed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from analysis.advising import play_here
from analysis.arms import Arm, Base, plan_of, play, play_many, won_games
from analysis.skill_deals import wins_of_deals
from analysis.stretch import Stretch
from analysis.stretches import Stretches
from sim import supervised, worker
from sim.api import load_game, make_plan
from sim.campaign import CampaignContext, make_campaign_plan
from sim.campaign_playback import trace_campaign
from sim.campaign_run import play_blocks, warm
from sim.children import SECONDS_VARIABLE
from sim.errors import ContractBroken
from sim.jit import INTERPRETED
from sim.position import Position
from tests.test_supervised import FAULTS, LOOP, write

PEBBLES = load_game("pebbles")
RAISE = FAULTS["raises"][0]

CLUB = '''"""A club of somebody else's."""

from sim.policy import Policy

policy = Policy("opulent", "club", parent="thrifty", kind="campaign")


@policy.decision
def sell_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """Break a contract where there is something to sell."""
    {fault}
    return 0
'''


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECONDS_VARIABLE, "1")


@pytest.fixture
def base() -> Base:
    return Base(PEBBLES, 3, jobs=2)


@pytest.mark.parametrize("fault", [RAISE, LOOP], ids=["raises", "loops"])
def test_arms_and_stretches(tmp_path, base, fault):
    arm = Arm("high", str(write(tmp_path, fault)))
    asked = (
        lambda: play(base, arm, 400),
        lambda: list(play_many(base, [Arm("high", "random"), arm, arm], 400, len)),
        lambda: list(Stretches(base).won([Stretch(plan_of(base, arm).rules, arm.policy, 0, 400)])),
    )
    found = set()
    for question in asked:
        with pytest.raises(ContractBroken) as caught:
            question()
        found.add((caught.value.where, caught.value.replay))
    assert len(found) == 1
    where, replay = found.pop()
    assert "theirs.py" in where and "'search'" in where and "--scenario high" in replay


def test_results_are_those_of_unsupervised_play(tmp_path, base):
    """Stretches, the deals of the ladder and the futures of advice."""
    arm = Arm("high", str(write(tmp_path)))
    plan = plan_of(base, arm)
    assert supervised.needed(plan)
    rows = play(base, arm, 300).rows
    assert rows is not None
    won = list(Stretches(base).won([Stretch(plan.rules, arm.policy, 100, 200)]))[0]
    assert np.array_equal(won, won_games(PEBBLES, rows)[100:])
    by_children = wins_of_deals(plan, 0, 20, 3)
    position = Position(plan, 4, 1)
    futures = supervised.call(play_here, plan, position.begun, [1], 7, 0, 50)
    try:
        supervised.serving = Quiet()  # as if this were the child
        worker.forget_contexts()
        assert np.array_equal(by_children, wins_of_deals(plan, 0, 20, 3))
        assert np.array_equal(futures, play_here(plan, position.begun, [1], 7, 0, 50))
    finally:
        supervised.serving = None
        worker.forget_contexts()


class Quiet:
    """A parent that looks at nothing."""

    def share(self, context: object) -> None:
        """Do nothing."""


def test_a_position_is_reached_only_in_a_game_that_ends(tmp_path):
    plan = make_plan("pebbles", policy=str(write(tmp_path, LOOP)), seed=3)
    with pytest.raises(ContractBroken, match="gave no answer") as caught:
        for index in range(400):
            Position(plan, index)
    assert caught.value.game_index == index


@pytest.mark.kernel
@pytest.mark.skipif(INTERPRETED, reason="a campaign without the compiler takes minutes")
def test_campaigns(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(CLUB.format(fault="pass"))
    bad.write_text(CLUB.format(fault="if n > 1:\n        raise ValueError('oh')"))
    plan = make_campaign_plan("opulent", "rulebook", str(good), seed=3)
    warm(plan)  # one child compiles, as for every command; two at once would both compile everything
    played = np.concatenate(list(play_blocks(plan, 20, lambda rows: rows, jobs=2, block=8)))
    assert np.array_equal(played, CampaignContext(plan).play(0, 20))
    plan = make_campaign_plan("opulent", "rulebook", str(bad), seed=3)
    with pytest.raises(ContractBroken, match=r"bad.py' raised ValueError: oh at the decision 'sell_upgrade'") as caught:
        list(play_blocks(plan, 20, len, jobs=2, block=8))
    replay = f"house-edge replay opulent --campaign --policy rulebook --club {bad} --game"
    assert caught.value.replay == f"{replay} {caught.value.game_index} --seed 3"
    told = []
    with pytest.raises(ContractBroken, match="raised ValueError"):
        for line in trace_campaign(plan, caught.value.game_index):
            told.append(line)
    assert told[0]["type"] == "header" and len(told) > 1000, "the years before, and this one up to the reckoning"


# --- the command line ------------------------------------------------------------------------------------------------


def test_a_pure_python_policy_is_told_what_it_costs(cli, tmp_path):
    policy = write(tmp_path, more=", jit=False")
    supervised._told.clear()
    answer = cli("run", "pebbles", "--policy", str(policy), "--seed", "3", "--json")
    assert answer.code == 0 and json.loads(answer.out)["games"] == 200, "few, unless a number is typed"
    assert "note: theirs is a pure-Python policy: about" in answer.err and "for trying an idea out" in answer.err
    compiled = write(tmp_path, name="compiled.py")
    same = cli("run", "pebbles", "--policy", str(compiled), "--seed", "3", "--games", "200", "--json")
    digests = [json.loads(each.out)["run"]["rows_sha256"] for each in (answer, same)]
    assert digests[0] == digests[1]


def test_hours_are_announced(recwarn):
    supervised.tell_time(10_000, 30.0)
    assert not recwarn
    supervised.tell_time(10_000, 7300.0)
    said = str(recwarn.pop(UserWarning).message)
    assert said == "10,000 games will take about 2 hours, 82 about a minute. Ctrl-C keeps what is finished."


def test_commands_end_with_the_contract_broken(cli, tmp_path):
    policy = write(tmp_path, RAISE)
    for words in (["difficulty", "pebbles"], ["compare", "pebbles", "--rule", "tide=9"]):
        answer = cli(*words, "--policy", str(policy), "--games", "400", "--seed", "3", "--quiet")
        assert answer.code == 3 and not answer.out
        assert "raised ValueError: oh" in answer.err and "See it happen: house-edge replay pebbles" in answer.err
    game = answer.err.split("--game ")[1].split()[0]
    story = tmp_path / "story.txt"
    again = cli(
        "replay",
        "pebbles",
        "--policy",
        str(policy),
        "--game",
        game,
        "--seed",
        "3",
        "--rule",
        "tide=9",
        "--out",
        str(story),
    )
    assert again.code == 3 and story.read_text().splitlines()
