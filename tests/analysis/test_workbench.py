"""A workbench: house rules against the printed rules, step by step."""

import threading

import numpy as np
import pytest

from analysis import workbench
from analysis.arms import Arm, Base, play
from analysis.paired import compare_rows, metrics_of
from analysis.workbench import Workbench, next_step
from sim import load_game
from sim.errors import BadInput


@pytest.fixture(scope="module")
def bench():
    return Workbench(Base(load_game("pebbles"), 20))


def finished(trial, games):
    for _ in trial.play(games):
        pass
    return trial


def test_steps_grow_while_they_are_quick_and_shrink_when_they_are_not():
    assert next_step(5, 0.001) == 20 and next_step(100, 0.2) == 200
    assert next_step(100, 0.5) == 100 and next_step(100, 3.0) == 50 and next_step(1, 60.0) == 1
    assert next_step(workbench.LONG_STEP, 0.001) == workbench.LONG_STEP


def test_what_is_found_does_not_depend_on_the_steps(bench):
    """The same as one comparison of all games at once, however often somebody looked on the way."""
    trial = bench.trial("high", "random", {"slip": 2})
    seen = []
    for games in trial.play(3_000):
        seen.append((games, trial.comparison()))
    game = bench.base.game
    for games, found in seen[-3:]:
        base = play(bench.base, Arm.of("high", "random"), games).rows
        house = play(bench.base, Arm.of("high", "random", {"slip": 2}), games).rows
        assert found == compare_rows(metrics_of(game), base, house)
    assert seen[-1][0] == 3_000 and seen[-1][1].win_rate.verdict == "worse"


def test_going_on_later_is_the_same_as_going_on_at_once(bench):
    later, at_once = (bench.trial("low", "random", {"jar": 25}) for _ in range(2))
    for games in later.play(5_000):
        if games >= 100:
            break
    assert 100 <= later.games < 5_000
    assert finished(later, 5_000).comparison() == finished(at_once, 5_000).comparison()


def test_the_printed_game_is_played_once(monkeypatch):
    played = []

    def counted(base, arm, games, **options):
        played.append((arm.changes, options["first"], games))
        return play(base, arm, games, **options)

    monkeypatch.setattr(workbench, "play", counted)
    bench = Workbench(Base(load_game("pebbles"), 21))
    for jar in (21, 22, 23):
        finished(bench.trial("high", "random", {"jar": jar}), 500)
    printed = [(first, games) for changes, first, games in played if not changes]
    assert printed[0][0] == 0 and sum(games for _, games in printed) == 500
    assert [first for first, _ in printed[1:]] == list(np.cumsum([games for _, games in printed])[:-1])


def test_rules_set_to_what_is_printed_are_no_change_and_no_work(bench):
    trial = finished(bench.trial("high", "random", {"jar": 20, "slip": 1}), 500)
    assert trial.changed == {}
    effect = trial.comparison().win_rate
    assert effect.difference.estimate == 0 and effect.base == effect.arm


def test_values_that_are_not_allowed_are_named_all_at_once(bench):
    with pytest.raises(BadInput) as error:
        bench.trial("high", "random", {"jar": 0, "slip": 99})
    assert len(error.value.problems) == 2


def test_two_threads_that_play_one_trial_count_no_game_twice(bench):
    """A page that asks for more games finds the thread of before still at work."""
    shared, alone = (bench.trial("high", "random", {"slip": 0}) for _ in range(2))
    threads = [threading.Thread(target=finished, args=(shared, games)) for games in (2_000, 4_000, 4_000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.games == 4_000
    assert shared.comparison() == finished(alone, 4_000).comparison()
