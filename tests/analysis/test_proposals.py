"""The parts of a search: first values, halving, the model, Optuna, blocks, intervals and verdicts."""

import itertools
import math

import numpy as np
import pytest

from analysis.changes import NOTHING
from analysis.proposals import Advisor, Model, measure
from analysis.rates import Rates, Tally, distance_estimate
from analysis.singles import first_values, meeting_values
from analysis.tries import Try, block_games, look_at
from analysis.tuned import confirm, confirmation_seed, verdict_of
from tests.analysis.imagined import Imagined, knob, played, space_of

TARGET = Rates({"one": 0.5}, 0.01)


def test_first_values_hold_ends_middles_and_smallest_steps():
    assert first_values(knob("few", 2, range(6))) == [0, 1, 3, 4, 5]
    assert first_values(knob("many", 20, range(101))) == [0, 10, 19, 21, 61, 100]
    assert first_values(knob("edge", 0, range(50))) == [1, 25, 49]


def test_halving_ends_at_neighbours():
    one = knob("many", 0, range(1001))
    sides = {value: 371.5 - value for value in [0, *first_values(one)]}
    for _ in range(30):
        found = meeting_values(one, sides)
        if not found:
            break
        sides |= {value: 371.5 - value for value in found}
    assert {371, 372} <= sides.keys() and len(sides) < 16


def test_the_model_adds_log_odds_and_learns_what_does_not_add_up():
    a, b = knob("a", 0, range(5)), knob("b", 0, range(5))
    space = space_of(a, b)

    def rate(log_odds):
        return 1 / (1 + math.exp(-log_odds))

    singles = {
        "a": {value: played((("a", value),), rate(0.3 * value)) for value in (1, 4)},
        "b": {value: played((("b", value),), rate(-0.2 * value)) for value in (1, 2, 4)},
    }
    model = Model(space, TARGET, measure(space, TARGET, played(NOTHING, 0.5, 100_000), singles))
    assert model.position((("a", 2), ("b", 3)))[0] == pytest.approx(0.6 - 0.6, abs=0.05)
    best = model.guesses(2, ["a", "b"], {})[0]
    assert best.changes in {(("a", 2), ("b", 3)), (("a", 3), ("b", 4))}
    model.learn(played((("a", 2), ("b", 3)), rate(0.6)))
    assert all(guess.changes != (("a", 2), ("b", 3)) for guess in model.guesses(2, ["a", "b"], {})[:3])


def test_small_effects_are_taken_for_noise():
    space = space_of(knob("a", 0, range(5)))
    singles = {"a": {4: played((("a", 4),), 0.51, 1000)}}
    effects = measure(space, TARGET, played(NOTHING, 0.5, 16_000), singles)
    assert np.all(effects.shifts["a"] == 0)


def test_certain_wins_of_few_games_are_no_effect():
    space = space_of(knob("a", 0, range(5)))
    singles = {"a": {4: played((("a", 4),), 1.0, 125)}}
    effects = measure(space, TARGET, played(NOTHING, 0.9999, 20_000), singles)
    assert np.all(effects.shifts["a"] == 0)


def test_optuna_proposes_within_the_space_and_the_same_for_a_seed():
    space = space_of(knob("a", 0, range(9)), knob("b", 3, range(7)), knob("c", False, (False, True), 1, "switch"))

    def proposals(seed):
        advisor = Advisor(space, 3, seed)
        found = []
        for i in range(40):
            trial, changes = advisor.ask()
            advisor.tell(trial, float(space.cost(changes)) if i % 5 else None)
            found.append(changes)
        return found

    first = proposals(1)
    assert first == proposals(1) and first != proposals(2)
    assert {len(changes) for changes in first} <= {1, 2, 3} and len(first[0]) >= 1
    for changes in first:
        assert list(dict(changes)) == [name for name in space.knobs if name in dict(changes)]
        assert all(value in space.knobs[name].values for name, value in changes)


def test_hopeless_sets_are_dropped_and_the_rest_is_played_on():
    player = Imagined(lambda _, c: 2.0 * c.get("a", 0))
    tries = [Try(NOTHING, 0, 0.0, 0.0), Try((("a", 1),), 1, 1.0, 6.0)]
    target, blocks = Rates({"one": 0.5}, 0.01), block_games(16_000, 1)
    look_at(
        tries, player, target, blocks, 1, lambda one: target.distance(one.tallies) - target.spread(one.tallies) > 0.01
    )
    assert (tries[0].state, tries[0].tallies["one"].games) == ("played", 16_000)
    assert (tries[1].state, tries[1].tallies["one"].games) == ("dropped", 1000)
    # Shared seeds: the same games for both.
    assert {entry[2:4] for entry in player.asked if entry[1]} < {entry[2:4] for entry in player.asked if not entry[1]}


def test_confirming_does_not_depend_on_the_company():
    player = Imagined(lambda _, c: 0.1 * c.get("a", 0))
    tries = [played((("a", value),), 0.5) for value in range(3)]
    target = Rates({"one": 0.5}, 0.01)
    together = confirm(tries, player, target, 5, 25_000)
    alone = [confirm([one], player, target, 5, 25_000)[0] for one in tries]
    assert [way.rates for way in together] == [way.rates for way in alone]


# --- intervals -------------------------------------------------------------------------------------------------------


def test_confirmation_seeds_differ_from_the_seed_and_from_each_other():
    found = {confirmation_seed(seed) for seed in range(2000)}
    assert len(found) == 2000 and all(0 <= seed < 2**53 for seed in found)
    assert not found & set(range(2000))


def test_a_set_on_target_is_hardly_ever_dropped_although_it_is_looked_at_seven_times():
    """At the worst place, the edge of the tolerance: 5 % for all looks together, and not far less."""
    rng = np.random.default_rng(5)
    target, blocks, repeats = Rates({"one": 0.6}, 0.01), block_games(16_000, 1, 7), 1500
    dropped = 0
    for _ in range(repeats):
        wins, games = 0, 0
        for _, count in blocks[:-1]:
            wins, games = wins + int(rng.binomial(count, 0.61)), games + count
            tallies = {"one": Tally(wins, games)}
            if target.distance(tallies) - target.spread(tallies) > target.tolerance:
                dropped += 1
                break
    assert 0.002 < dropped / repeats < 0.05


@pytest.mark.parametrize("scenarios", [1, 4])
def test_the_interval_of_a_distance_covers(scenarios):
    rng = np.random.default_rng(6)
    names = [f"s{i}" for i in range(scenarios)]
    truth = dict(zip(names, (0.62, 0.5, 0.71, 0.404)[:scenarios], strict=True))
    target = Rates({name: 0.6 if name != "s1" else 0.5 for name in names}, 0.01)
    distance = sum(abs(truth[name] - target.rates[name]) for name in names) / scenarios
    repeats = 2000
    covered = 0
    for _ in range(repeats):
        tallies = {name: Tally(int(rng.binomial(4000, truth[name])), 4000) for name in names}
        found = distance_estimate(target, tallies)
        covered += found.low <= distance <= found.high
    assert covered / repeats > 0.94


def test_ten_scenarios_on_target_do_not_look_off_it_by_noise_alone():
    rng = np.random.default_rng(8)
    target = Rates({str(i): 0.5 for i in range(10)}, 0.01)
    plain, corrected = [], []
    for _ in range(400):
        tallies = {name: Tally(int(rng.binomial(2000, 0.5)), 2000) for name in target.rates}
        plain.append(target.distance(tallies))
        corrected.append(target.search_distance(tallies))
    assert np.mean(plain) > 0.0085 and np.mean(corrected) < 0.006
    far = [{name: Tally(int(rng.binomial(2000, 0.55)), 2000) for name in target.rates} for _ in range(400)]
    assert np.mean([target.search_distance(tallies) for tallies in far]) == pytest.approx(0.05, abs=0.0015)


def test_verdicts_say_how_sure_the_tolerance_is():
    def verdict(wins, games):
        return verdict_of(distance_estimate(Rates({"a": 0.6}, 0.01), {"a": Tally(wins, games)}), 0.01)

    assert verdict(60_000, 100_000) == "shown"
    assert verdict(6_080, 10_000) == "likely"
    assert verdict(6_150, 10_000) == "perhaps"
    assert verdict(6_300, 10_000) == "off"


def test_blocks_follow_each_other_without_gap():
    for looks in (5, 7):
        blocks = block_games(16_000, 10, looks)
        assert [first for first, _ in blocks] == list(itertools.accumulate([0, *(n for _, n in blocks[:-1])]))
        assert len(blocks) == looks
    assert sum(count for _, count in block_games(16_000, 10)) == 1600
