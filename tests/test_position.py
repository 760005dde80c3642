"""Positions: playing on equals not having stopped, a script is obeyed, and a new future has the same past."""

from __future__ import annotations

import numpy as np
import pytest

from sim import registry
from sim.block import Context, Plan
from sim.errors import ContractBroken
from sim.playback import trace
from sim.policy import parse_team
from sim.position import Position


def plan_of(game: str, scenario: str, policy: str) -> Plan:
    loaded = registry.load_game(game)
    return Plan(game, registry.resolve(loaded, scenario), parse_team(loaded, policy), 5)


@pytest.mark.kernel
@pytest.mark.parametrize("turns", [0, 1, 3])
def test_playing_on_equals_not_having_stopped(turns: int) -> None:
    plan = plan_of("pebbles", "high", "random")
    rows = Context(plan).play(0, 5)
    for index in range(5):
        position = Position(plan, index, turns)
        for _ in range(2):  # the position stays
            assert position.play_on() == {name: int(rows[name][index]) for name in rows.dtype.names}


@pytest.mark.kernel
def test_a_script_is_obeyed_and_then_the_policy_goes_on() -> None:
    plan = plan_of("pebbles", "low", "careful")
    position = Position(plan, 0, 0)
    stopped = position.play_on(choices=[0], turns=1)
    assert (stopped["found"], stopped["turns"]) == (0, 1)
    rolled = position.play_on(choices=[1, 0], turns=1)
    assert 1 <= rolled["found"] <= 6


@pytest.mark.kernel
def test_fresh_streams_are_another_future_of_the_same_past() -> None:
    plan = plan_of("pebbles", "low", "random")
    position = Position(plan, 2, 1)
    past = position.play_on(choices=[1, 1, 0], turns=1)
    futures = [position.play_on(choices=[1, 1, 0], fresh_streams=seed) for seed in range(1, 40)]
    again = [position.play_on(choices=[1, 1, 0], fresh_streams=seed) for seed in range(1, 40)]
    assert futures == again
    assert len({(row["turns"], row["found"]) for row in futures}) > 5
    # what the scripted turn found is the same in every future
    for seed in range(1, 5):
        assert position.play_on(choices=[1, 1, 0], fresh_streams=seed, turns=1)["found"] == past["found"]


@pytest.mark.kernel
def test_the_opulents_streams_are_new_only_after_the_last_scripted_choice() -> None:
    plan = plan_of("opulent", "1924", "random")
    lines = list(trace(plan, 0, stop_after=4))
    asked = [line["index"] for line in lines if line["type"] == "decision"]
    begun = Position(plan, 0, 0)
    setup = sum(line["type"] == "decision" for line in lines[: [line["type"] for line in lines].index("snapshot")])
    choices = asked[setup:]
    own = begun.play_on(choices=choices, turns=4)
    other = begun.play_on(choices=choices, fresh_streams=9, turns=4)
    assert own["decisions"] == other["decisions"]
    assert begun.play_on(choices=choices) != begun.play_on(choices=choices, fresh_streams=9)


def test_a_choice_that_is_not_in_the_list_is_named() -> None:
    with pytest.raises(ContractBroken, match="search"):
        Position(plan_of("pebbles", "high", "random"), 0).play_on(choices=[7])


def test_new_streams_without_a_script_begin_at_once() -> None:
    position = Position(plan_of("pebbles", "high", "careful"), 0)
    rows = [position.play_on(fresh_streams=seed) for seed in range(1, 30)]
    assert len({row["found"] for row in rows}) > 5
    assert np.mean([row["turns"] for row in rows]) > 1
