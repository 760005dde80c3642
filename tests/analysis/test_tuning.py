"""Tuning to a target: known optima are found, few and small changes first; what is claimed stands on fresh seeds."""

import itertools
import math
from dataclasses import replace

import pytest

from analysis.arms import Base
from analysis.changes import NOTHING, search_space
from analysis.logbook import Effort, Logbook
from analysis.rates import Rates, Tally
from analysis.tries import ArmPlayer, Memory
from analysis.tuned import confirmation_seed
from analysis.tuning import Search, tune
from sim import registry
from tests.analysis.imagined import Imagined, knob, space_of

EFFORT = Effort(confirm=20_000)
SEED = 11


def search(space, rates, player, effort=EFFORT, seed=SEED, tolerance=0.01, **options):
    targets = dict.fromkeys(space.scenarios, rates) if isinstance(rates, float) else rates
    return Search(Logbook(space, Rates(targets, tolerance), player, seed, effort, **options)).run("anybody")


def best_by_hand(space, player, target, within):
    """Return number and size of the smallest set on target, with the fewest changes, by looking at all."""
    for number in range(1, 4):
        found = []
        for names in itertools.combinations(space.knobs, number):
            for values in itertools.product(*(space.knobs[name].values for name in names)):
                changes = tuple(zip(names, values, strict=True))
                if abs(player.rate(space.scenarios[0], changes) - target) <= within:
                    found.append(space.size(changes))
        if found:
            return number, min(found)
    return None


# --- the search ------------------------------------------------------------------------------------------------------


def test_the_smallest_single_change_is_found():
    space = space_of(knob("dear", 10, range(41), 3.0), knob("cheap", 50, range(101), 0.2), knob("other", 3, range(7)))
    before, weights = {"dear": 10, "cheap": 50, "other": 3}, {"dear": 0.1, "cheap": -0.06, "other": -0.05}
    player = Imagined(lambda _, c: 1.0 + sum(weights[name] * (value - before[name]) for name, value in c.items()))
    result = search(space, 0.5, player)
    answer = result.ways[result.answer]
    number, size = best_by_hand(space, player, 0.5, 0.006)
    assert (answer.number, number) == (1, 1)
    assert [name for name, _ in answer.changes] == ["cheap"]
    assert answer.size <= size + 0.2
    assert answer.rates["one"].low < 0.5 + 0.01 and answer.rates["one"].high > 0.5 - 0.01
    # Halving: a hundred values take a handful of tries.
    assert sum(one.changes[0][0] == "cheap" for one in result.points if one.number == 1) <= 16


@pytest.mark.parametrize(("target", "number"), [(0.66, 2), (0.79, 3)])
def test_two_or_three_changes_where_fewer_do_not_reach(target, number):
    space = space_of(*(knob(name, 5, range(11), cost) for name, cost in zip("abcd", (1.0, 1.3, 2.0, 2.9), strict=True)))
    weights = dict(zip("abcd", (0.11, 0.09, 0.1, 0.07), strict=True))
    player = Imagined(lambda _, c: -0.2 + sum(weights[name] * (value - 5) for name, value in c.items()))
    result = search(space, target, player)
    assert all(one.changes == space.sorted(dict(one.changes)) for one in result.points)
    answer = result.ways[result.answer]
    fewest, smallest = best_by_hand(space, player, target, 0.005)
    assert answer.number == fewest == number
    # The optimum by hand knows the true rates; the search has to leave a margin for luck.
    assert answer.size <= 1.25 * smallest
    assert answer.on_target and answer.pareto


def test_what_does_not_add_up_is_found_too():
    """Two switches that do hardly anything alone and much together: no sum of single effects shows them."""
    space = space_of(*(knob(name, False, (False, True), 1.0, "switch") for name in "abcdefgh"))
    player = Imagined(lambda _, c: 1.9 * (c.get("b", False) and c.get("e", False)) + 0.05 * len(c))
    result = search(space, 1 / (1 + math.exp(-2.0)), player)
    assert dict(result.ways[result.answer].changes) == {"b": True, "e": True}


def test_few_changes_come_before_small_ones_as_dear_as_each_change_is():
    def ask(each):
        space = space_of(
            knob("big", 0, range(21), 1.0), knob("x", 0, (0, 1), 1.0), knob("y", 0, (0, 1), 1.0), each=each
        )
        weights = {"big": 0.05, "x": 0.55, "y": 0.45}
        player = Imagined(lambda _, c: sum(weights[name] * value for name, value in c.items()))
        result = search(space, 1 / (1 + math.exp(-1.0)), player)
        return result.ways[result.answer]

    assert dict(ask(30.0).changes).keys() == {"big"}
    assert dict(ask(2.0).changes) == {"x": 1, "y": 1}


def test_values_keep_their_kind():
    space = space_of(
        knob("count", 3, range(9)),
        knob("flag", True, (False, True), 1.0, "switch"),
        knob("word", "red", ("red", "green", "blue"), 1.0, "choice"),
    )
    worth = {"red": 0.0, "green": 0.3, "blue": -0.4}
    player = Imagined(
        lambda _, c: 0.1 * (c.get("count", 3) - 3) + 0.4 * (not c.get("flag", True)) + worth[c.get("word", "red")]
    )
    result = search(space, 0.7, player)
    kinds = {"count": int, "flag": bool, "word": str}
    seen = {(name, type(value)) for one in result.points for name, value in one.changes}
    assert seen == set(kinds.items())
    assert any(len(one.changes) == 3 for one in result.points)


def test_unreachable_is_said_with_the_nearest():
    space = space_of(knob("a", 0, range(4)), knob("b", 0, range(4)))
    player = Imagined(lambda _, c: -1.0 + 0.2 * c.get("a", 0) + 0.25 * c.get("b", 0))
    result = search(space, 0.9, player)
    assert result.answer is None and not any(way.on_target for way in result.ways)
    assert dict(result.nearest.changes) == {"a": 3, "b": 3}
    assert result.nearest.distance.low > result.tolerance
    assert result.to_json()["reached"] is False


def test_on_target_already_nothing_is_searched():
    player = Imagined(lambda _, c: 0.0)
    result = search(space_of(knob("a", 0, range(4))), 0.5, player)
    assert result.printed.on_target and result.ways == () and result.stages == ()
    assert {changes for _, changes, *_ in player.asked} == {NOTHING}


def test_contradictions_are_skipped():
    """Like four nickels at the start with a maximum of three: possible only together, and the maximum alone is idle."""
    space = space_of(knob("start", 3, (3, 4, 5)), knob("most", 3, (3, 4, 5)), knob("idle", 0, (0, 1)))
    player = Imagined(lambda _, c: 0.5 * (c.get("start", 3) - 3), lambda c: c.get("start", 3) <= c.get("most", 3))
    result = search(space, 1 / (1 + math.exp(-0.5)), player)
    assert dict(result.ways[result.answer].changes) == {"start": 4, "most": 4}
    assert [stage.impossible for stage in result.stages] == [2, 0, 0]
    assert all(one.looks for one in result.points)


def test_idle_rules_and_twins_are_told_and_left_out():
    space = space_of(
        knob("printed", 50, range(101), 0.2, unit="dollars"),
        knob("relative", 0, range(-60, 61), 0.2, unit="dollars"),
        knob("alike", 50, range(101), 0.2, unit="dollars"),
        knob("nothing", 1, (0, 1, 2)),
        # Alike as far as they can be moved alike, but there neither does anything.
        knob("up", 50, range(49, 53), 0.2, unit="dollars"),
        knob("down", 50, range(48, 52), 0.2, unit="dollars"),
    )
    space.knobs["printed"] = replace(
        space.knobs["printed"], parameter=replace(space.knobs["printed"].parameter, default=20)
    )
    player = Imagined(
        lambda _, c: (
            2.0
            - 0.03 * (c.get("printed", 50) - 50 + c.get("relative", 0))
            - 0.02 * (c.get("alike", 50) - 50)
            - 0.3 * (c.get("up", 50) == 52)
            - 0.2 * (c.get("down", 50) == 48)
        )
    )
    result = search(space, 0.5, player)
    assert result.idle == ("nothing",)
    assert result.twins == {"printed": "relative"}
    both = [one for one in result.points if {"printed", "relative"} <= {name for name, _ in one.changes}]
    assert not both


def test_several_scenarios_get_one_set_and_keep_their_own_targets():
    space = space_of(
        knob("ease", 0, range(-20, 21), 0.5), knob("tilt", 0, range(-10, 11)), scenarios=("a", "bb", "ccc")
    )
    start = {"a": 1.0, "bb": 0.0, "ccc": -1.0}
    slope = {"a": -0.1, "bb": 0.0, "ccc": 0.1}
    player = Imagined(
        lambda s, c: start[s] + 0.05 * c.get("ease", 0) + slope[s] * c.get("tilt", 0)
    )  # fmt: skip
    result = search(space, {"a": 0.7, "bb": 0.6, "ccc": 0.5}, player)
    answer = result.ways[result.answer]
    # log odds 0.847, 0.405, 0: a shift of 0.41 and a tilt of 4 to 6.
    assert answer.number == 2
    assert 7 <= dict(answer.changes)["ease"] <= 9 and 4 <= dict(answer.changes)["tilt"] <= 6
    assert answer.distance.method == "wilson, simultaneous over the scenarios"
    assert set(answer.rates) == {"a", "bb", "ccc"}


# --- honest numbers --------------------------------------------------------------------------------------------------


def test_what_is_reported_was_played_on_fresh_seeds_alone():
    space = space_of(knob("a", 0, range(11)), knob("b", 0, range(11)))
    player = Imagined(lambda _, c: 0.06 * sum(c.values()))
    result = search(space, 0.6, player)
    seeds = {seed for *_, seed in player.asked}
    assert seeds == {SEED, confirmation_seed(SEED)} and confirmation_seed(SEED) != SEED
    fresh = {changes for _, changes, _, _, seed in player.asked if seed != SEED}
    assert fresh == {NOTHING, *(way.changes for way in result.ways)}
    for way in result.ways:
        won = [t.wins for t in Imagined(player.log_odds)([("one", way.changes)], 0, 20_000, confirmation_seed(SEED))]
        assert way.rates["one"].n == 20_000 and way.rates["one"].estimate == won[0] / 20_000


# --- stopping and going on -------------------------------------------------------------------------------------------


class Stopping(Imagined):
    """Stops like Ctrl-C after so many games that were really played."""

    def __init__(self, log_odds, memory, after):
        super().__init__(log_odds)
        self.memory, self.left = memory, after

    def __call__(self, requests, first, games, seed):
        for request in requests:
            key = f"{request} {first} {games} {seed}"
            if self.memory.get(key) is None:
                if self.left <= 0:
                    raise KeyboardInterrupt
                self.left -= games
                self.memory.put(key, next(super().__call__([request], first, games, seed)))
            yield self.memory.get(key)


def test_a_search_stopped_again_and_again_finds_the_same_and_plays_nothing_twice(tmp_path):
    space = space_of(
        knob("a", 0, range(21), 0.5), knob("b", 5, range(11)), knob("c", False, (False, True), 2, "switch")
    )

    def log_odds(_, c):
        return 0.04 * c.get("a", 0) + 0.05 * (c.get("b", 5) - 5) + 0.1 * c.get("c", False)

    effort = replace(EFFORT, changes=2)
    whole = search(space, 0.68, Imagined(log_odds), effort)
    path, stops = tmp_path / "played.jsonl", 0
    while True:
        memory = Memory(Tally, path)
        try:
            found = search(space, 0.68, Stopping(log_odds, memory, 70_000), effort)
        except KeyboardInterrupt:
            stops += 1
            continue
        finally:
            memory.close()
        break
    assert stops >= 3
    assert found.to_json() == whole.to_json()
    lines = path.read_text().splitlines()
    assert len(lines) == len(set(lines)) == len({line.split('"')[1] for line in lines})


def test_a_torn_line_is_played_again(tmp_path):
    path = tmp_path / "played.jsonl"
    memory = Memory(Tally, path)
    memory.put("a", Tally(3, 10, "x"))
    memory.put("b", Tally(4, 10, "y"))
    memory.close()
    path.write_text(path.read_text()[:-9])
    again = Memory(Tally, path)
    assert again.get("a") == Tally(3, 10, "x") and again.get("b") is None
    again.put("b", Tally(4, 10, "y"))
    again.close()
    assert Memory(Tally, path).get("b") == Tally(4, 10, "y")


def test_a_number_of_sets_ends_a_search_where_a_time_did():
    space = space_of(*(knob(name, 5, range(11)) for name in "abcde"))
    slopes = dict(zip("abcde", (0.02, 0.025, 0.03, 0.035, 0.04), strict=True))
    player = Imagined(lambda _, c: sum(slopes[name] * (value - 5) for name, value in c.items()))
    ticks = itertools.count()
    timed = search(space, 0.62, player, Effort(confirm=2000, seconds=5.0), clock=lambda: float(next(ticks)))
    assert timed.stopped == "budget" and 0 < timed.tried < 60
    counted = search(space, 0.62, player, Effort(confirm=2000, trials=timed.tried))
    a, b = timed.to_json(), counted.to_json()
    assert a["points"] == b["points"] and a["ways"] == b["ways"]
    assert counted.stopped == "trials"


# --- the engine ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pebbles():
    return registry.load_game("pebbles")


def ask_pebbles(game, jobs=1, memory=None, seed=3, trials=40, **options):
    base = Base(game, seed, jobs=jobs)
    space = search_space(base, ["high"], ["jar=1..200", "slip"])
    effort = Effort(changes=2, games=3200, confirm=5000, trials=trials)
    return tune(base, "careful", space, Rates({"high": 0.6}, 0.02, game), effort, memory, **options)


def test_workers_and_memory_change_nothing(pebbles, tmp_path):
    steps = []
    one = ask_pebbles(pebbles, memory=Memory(Tally, tmp_path / "played.jsonl"), progress=steps.append).to_json()
    assert one["answer"] is not None
    assert ask_pebbles(pebbles, jobs=2).to_json() == one
    remembered = Memory(Tally, tmp_path / "played.jsonl")
    assert ask_pebbles(pebbles, memory=remembered).to_json() == one
    assert remembered.played == 0
    stages = {step.stage.partition(",")[0] for step in steps}
    assert stages >= {"one change", "two changes", "confirming on fresh seeds"}
    assert all(step.done <= step.total for step in steps)


def test_another_seed_is_another_search(pebbles):
    first, second = (ask_pebbles(pebbles, seed=seed, trials=5) for seed in (3, 4))
    assert first.confirm_seed != second.confirm_seed
    assert [one.tallies for one in first.points] != [one.tallies for one in second.points]


def test_an_engine_error_names_the_rules(pebbles, monkeypatch):
    from sim.errors import ContractBroken

    def broken(base, arms, games, reduce, after=None, first=0):
        yield Tally(1, games, "m")
        raise ContractBroken("the policy gave no choice", 7, base.seed)

    monkeypatch.setattr("analysis.tries.play_many", broken)
    player = ArmPlayer(Base(pebbles, 1), "careful", Memory(Tally), Rates({"high": 0.6}, 0.02, pebbles).count)
    with pytest.raises(ContractBroken, match=r"\(high --rule slip=0\)"):
        list(player([("high", ()), ("high", (("slip", 0),))], 0, 10, 1))
