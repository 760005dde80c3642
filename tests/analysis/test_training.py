"""Training weights: a planted best is found, nothing is claimed where nothing is to gain, and luck is not a gain."""

import dataclasses
import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.arms import Arm, Base, play_many, won_games
from analysis.training import CHUNK, Effort, other_seed, train
from analysis.training_games import Record, Runner, WeightPlayer, Yardstick, blocks_of, race
from analysis.training_space import Axis, weight_space
from analysis.tries import Memory
from sim.errors import BadInput
from sim.policy import load_declaration, parse_team
from sim.registry import load_game

#: A jar so large that it matters when to stop.
HARD = {"jar": 60}
QUICK = Effort(games=400, trials=64, select=2000, confirm=6000)

LUCKY = '''
from sim.policy import Policy, Weight
from sim.streams import below

policy = Policy(
    "pebbles", "lucky", parent="random",
    weights={{"rite": Weight(0, (0, 9), "", "Throws of salt over the shoulder."),
             "sleep": Weight(1, (0, 5), "hours", "Nothing that matters to a jar.")}},
)
RITE = policy.position("rite")


@policy.decision
def search(table, rules, choices, n, weights, memory, luck, seat):
    """Stop at six or seven, as luck has it."""
    {body}
'''


@pytest.fixture
def pebbles():
    return load_game("pebbles")


def space_of(game, policy, names=()):
    declaration, seat = load_declaration(game, policy.partition(":")[0]), parse_team(game, policy)[0]
    return weight_space(declaration, seat, declaration.weights_for(game.file.default_scenario), names)


def trained(game, policy, scenarios=("high",), effort=QUICK, seed=7, jobs=1, rules=None, **options):
    base = Base(game, seed, rules=HARD if rules is None else rules, jobs=jobs)
    return train(base, space_of(game, policy), scenarios, effort, **options)


def rates(game, labels, seed, games=4000):
    base = Base(game, seed, rules=HARD)
    arms = [Arm("high", label) for label in labels]
    return list(play_many(base, arms, games, lambda rows: float(won_games(game, rows).mean())))


# --- the scale -------------------------------------------------------------------------------------------------------


@given(
    low=st.floats(-50, 50),
    width=st.floats(0.01, 200),
    share=st.floats(0, 1),
    places=st.lists(st.floats(0, 1), min_size=2, max_size=20),
)
@settings(deadline=None, max_examples=200)
def test_a_weight_s_scale_rises_from_bound_to_bound_and_is_played_as_written(low, width, share, places):
    low, high = round(low, 3), round(low + width, 3)
    axis = Axis("w", low, high, float(f"{min(max(low + share * (high - low), low), high):g}"))
    if not low <= axis.start <= high:
        return
    values = [axis.value(place) for place in sorted(places)]
    assert values == sorted(values)
    assert axis.value(axis.middle) == axis.start
    fine = 10.0 ** -(3 - math.floor(math.log10(high - low)))
    coarse = max(fine, 1e-5 * max(abs(low), abs(high)))
    assert axis.value(0) == pytest.approx(low, abs=coarse) and axis.value(1) == pytest.approx(high, abs=coarse)
    for value in values:
        assert low <= value <= high
        assert float(f"{value:g}") == value or value in (low, high)


def test_first_steps_are_as_large_as_the_nearer_bound_is_far():
    axis = Axis("move", 0, 5, 0.25)
    assert axis.value(0.5 + 0.05) - 0.25 == pytest.approx(0.25 - axis.value(0.5 - 0.05), rel=0.25)
    assert axis.value(1.2) == axis.value(0.8)  # beyond the end it comes back


def test_names_and_values_that_cannot_be_trained_are_refused(pebbles):
    with pytest.raises(BadInput, match="no weight 'enugh'. Did you mean 'enough'?"):
        space_of(pebbles, "careful", ("enugh",))
    with pytest.raises(BadInput, match="declares no weights"):
        space_of(pebbles, "random")


# --- games -----------------------------------------------------------------------------------------------------------


def test_a_record_keeps_every_game_and_refuses_a_torn_line(tmp_path):
    won = np.arange(1003) % 3 == 0
    record = Record.of(won, np.full(1003, 250), "m")
    assert record.wins == won.sum() and (record.won == won).all() and record.near == 250 * (~won).sum()
    assert Record.read(*json.loads(json.dumps(record.written()))) == record
    memory = Memory(Record, tmp_path / "played.jsonl")
    memory.put("a", record)
    memory.close()
    path = tmp_path / "played.jsonl"
    path.write_text(path.read_text() + '["b", 1000, 3, "AA==", ""]\n["c", 10')
    assert Memory(Record, path).known == {"a": record}


def test_lost_games_count_more_the_nearer_they_came(pebbles):
    base = Base(pebbles, 3, rules=HARD)
    rows = next(play_many(base, [Arm("high", "careful:enough=2")], 2000, lambda rows: rows))
    near = Yardstick.of(base, rows).near(rows)
    lost = ~won_games(pebbles, rows)
    order = np.argsort(rows["jar"][lost], kind="stable")
    assert (np.diff(near[lost][order]) >= 0).all() and near.max() <= 500 and near[lost].std() > 0


def test_blocks_cover_the_games_once():
    for games in (1, 4, 7, 100, 2000):
        spans = blocks_of(games, 50, 3)
        assert [start for start, _ in spans] == [50 + sum(n for _, n in spans[:i]) for i in range(len(spans))]
        assert sum(number for _, number in spans) == games


def test_a_race_drops_the_hopeless_and_keeps_whom_it_must(pebbles):
    player = WeightPlayer(Base(pebbles, 3, rules=HARD), Memory(Record))
    player.measure("high", "careful:enough=2", 500, 3)
    labels = [f"careful:enough={value}" for value in (12, 13, 14, 1, 30)]
    runners = race(player, labels, {"high": 2000}, {"high": 0}, 3, 3, Runner.win_rate, ("careful:enough=30",))
    assert [runner.dropped for runner in runners] == [False, False, False, True, False]
    assert [runner.games for runner in runners] == [2000, 2000, 2000, 500, 2000]
    assert rates(pebbles, labels[:1], 3, 2000)[0] == runners[0].win_rate()


# --- the training ----------------------------------------------------------------------------------------------------


def test_the_best_weight_is_found_and_its_gain_is_the_true_one(pebbles):
    result = trained(pebbles, "careful:enough=2")
    values = np.arange(1, 25)
    by_hand = dict(zip(values, rates(pebbles, [f"careful:enough={v}" for v in values], 99), strict=True))
    found, before, best = *rates(pebbles, [result.label, "careful:enough=2"], 99), max(by_hand.values())
    assert result.verdict == "gain" and result.better and found > best - 0.01
    # the truth, from other games, has an error of its own
    error = 2.5 * math.hypot(*(math.sqrt(rate * (1 - rate) / 4000) for rate in (found, before)))
    assert result.gain.difference.low - error < found - before < result.gain.difference.high + error
    again = rates(pebbles, [result.label], result.confirm_seed, result.confirm_games)[0]
    assert again == result.gain.arm.estimate


def test_nothing_is_gained_where_the_search_starts_at_the_best(pebbles):
    result = trained(pebbles, "careful:enough=14")
    assert result.verdict in ("none", "unknown") and not result.better
    assert abs(result.gain.difference.estimate) < 0.01


def test_a_game_that_is_always_won_is_not_searched(pebbles):
    result = trained(pebbles, "careful", rules={"jar": 4})
    assert (result.verdict, result.tried, result.weights) == ("ceiling", 0, {})


def test_weights_that_do_nothing_are_said_to(pebbles, tmp_path):
    path = tmp_path / "lucky.py"
    path.write_text(LUCKY.format(body="return 1 if table.hand < 6 + below(luck.state, 2) else 0"))
    result = trained(pebbles, str(path), effort=dataclasses.replace(QUICK, trials=8, confirm=200))
    assert (result.verdict, result.idle, result.tried) == ("idle", ("rite", "sleep"), 0)


@pytest.mark.slow
def test_luck_is_not_taken_for_a_gain(pebbles, tmp_path):
    path = tmp_path / "lucky.py"
    salt = "for _ in range(int(weights[RITE])):\n        below(luck.state, 2)"
    body = f"{salt}\n    return 1 if table.hand < 4 + below(luck.state, 2) else 0"
    path.write_text(LUCKY.format(body=body))
    effort = Effort(games=200, trials=16, select=400, confirm=2000)
    for seed in (1, 2, 3):
        result = trained(pebbles, str(path), effort=effort, seed=seed)
        assert result.idle == ("sleep",)
        best = max(one.win_rate for one in result.finalists)
        assert best >= result.finalists[0].win_rate  # the winner's luck in the final ...
        assert result.gain.difference.low <= 0  # ... is not reported as a gain


def test_several_scenarios_share_the_mean_and_count_alike(pebbles):
    result = trained(pebbles, "careful:enough=2", ("high", "low"))
    alone = [effect.difference.estimate for effect in result.gains.values()]
    assert result.gain.difference.estimate == pytest.approx(sum(alone) / 2)
    assert result.gain.base.n == QUICK.confirm and list(result.gains) == ["high", "low"]


# --- a function of the question --------------------------------------------------------------------------------------


def test_workers_do_not_change_the_result(pebbles):
    one, two = (trained(pebbles, "careful:enough=2", jobs=jobs).to_json() for jobs in (1, 2))
    assert one == two
    assert trained(pebbles, "careful:enough=2", seed=8).to_json() != one


def test_a_training_that_was_stopped_goes_on_to_the_same_result(pebbles, tmp_path):
    whole = trained(pebbles, "careful:enough=2")
    path = tmp_path / "played.jsonl"
    for stop in (3, 40, 90):
        memory, calls = Memory(Record, path), iter(range(10_000))

        def tell(step, calls=calls, stop=stop):
            if next(calls) > stop:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            trained(pebbles, "careful:enough=2", memory=memory, progress=tell)
        memory.close()
    memory = Memory(Record, path)
    before = sum(record.games for record in memory.known.values())
    again = trained(pebbles, "careful:enough=2", memory=memory)
    assert again.to_json() == whole.to_json() and before > 0 and again.played < whole.played


def test_a_time_ends_the_search_and_the_number_of_sets_gives_the_same(pebbles):
    ticks = iter(range(1000))
    timed = trained(pebbles, "careful:enough=2", effort=dataclasses.replace(QUICK, seconds=4), clock=ticks.__next__)
    assert timed.stopped == "budget" and 0 < timed.tried < QUICK.trials
    counted = trained(pebbles, "careful:enough=2", effort=dataclasses.replace(QUICK, trials=timed.tried))
    assert counted.label == timed.label and counted.gain == timed.gain


def test_search_final_and_figures_have_seeds_of_their_own():
    seeds = {7, other_seed(7, "selection"), other_seed(7, "confirmation"), other_seed(8, "selection")}
    assert len(seeds) == 4 and all(0 <= seed < 2**53 for seed in seeds) and CHUNK > 0
