"""Stretches are the engine's own games, played once, kept on a shelf, whatever goes wrong with it."""

import threading

import numpy as np
import pytest

from analysis.arms import Arm, Base, plan_of, won_games
from analysis.shelf import Shelf
from analysis.stretch import Stretch
from analysis.stretches import Stretches
from sim import registry

PEBBLES = registry.load_game("pebbles")


def stretch(first=0, games=20, policy="careful", seed=1, **rules):
    return Stretch(Base(PEBBLES, seed).resolve("high", rules), policy, first, games)


class Player:
    """Wins every game whose index is odd, counts what it was asked, and stops at some call."""

    def __init__(self, stop_at=None):
        self.calls, self.stop_at, self.lock = [], stop_at, threading.Lock()

    def __call__(self, stretch):
        with self.lock:
            self.calls.append(stretch)
            if self.stop_at is not None and len(self.calls) > self.stop_at:
                raise KeyboardInterrupt
        return np.arange(stretch.first, stretch.first + stretch.games) % 2 == 1


@pytest.mark.kernel
@pytest.mark.parametrize("policy", ["random", "careful"])
def test_games_are_those_of_a_run(policy):
    from sim.run import run_games

    base = Base(PEBBLES, 7, jobs=2)
    asked = [
        Stretch(base.resolve("high", {"slip": slip}), policy, first, 40) for slip in (0, 1, 2) for first in (0, 1000)
    ]
    found = list(Stretches(base).won(asked))
    for each, won in zip(asked, found, strict=True):
        plan = plan_of(base, Arm.of("high", policy, {"slip": each.rules.values["slip"]}))
        rows = run_games(plan, 40, first=each.first).rows
        assert np.array_equal(won, won_games(PEBBLES, rows))
    assert any(won.any() for won in found) or policy == "random"


def test_the_same_stretch_is_played_once():
    player = Player()
    played = Stretches(Base(PEBBLES, 1, jobs=2), None, player)
    asked = [stretch(), stretch(first=20), stretch(), stretch(slip=1), stretch(slip=2), stretch(first=20)]
    found = list(played.won(asked))
    assert len(player.calls) == 3  # slip = 1 is the default
    assert np.array_equal(found[0], found[2]) and np.array_equal(found[1], found[5])
    list(played.won(asked))
    assert len(player.calls) == 3 and played.asked == 240 and played.played == 60


def test_labels_tell_everything_apart():
    played = Stretches(Base(PEBBLES, 1))
    asked = [stretch(), stretch(first=20), stretch(games=21), stretch(policy="random"), stretch(slip=2)]
    labels = {played.label(each) for each in asked} | {Stretches(Base(PEBBLES, 2)).label(stretch())}
    assert len(labels) == 6


def test_order_is_kept_and_much_more_than_waits_is_played():
    asked = [stretch(first=100 * (i % 70), games=1 + i % 7) for i in range(400)]
    found = list(Stretches(Base(PEBBLES, 1, jobs=3), None, Player()).won(asked))
    for each, won in zip(asked, found, strict=True):
        assert np.array_equal(won, np.arange(each.first, each.first + each.games) % 2 == 1)


def test_what_was_played_before_ctrl_c_is_on_the_shelf(tmp_path):
    asked = [stretch(first=20 * i) for i in range(60)]
    first = Player(stop_at=30)
    with Shelf(tmp_path, "pebbles", "abc") as shelf, pytest.raises(KeyboardInterrupt):
        list(Stretches(Base(PEBBLES, 1, jobs=2), shelf, first).won(asked))
    second = Player()
    with Shelf(tmp_path, "pebbles", "abc") as shelf:
        found = list(Stretches(Base(PEBBLES, 1, jobs=2), shelf, second).won(asked))
    assert len(found) == 60 and 0 < len(second.calls) <= 60 - 28
    assert np.array_equal(found[7], np.arange(140, 160) % 2 == 1)


def test_an_error_of_the_player_is_not_swallowed():
    def broken(stretch):
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        list(Stretches(Base(PEBBLES, 1, jobs=2), None, broken).won([stretch()]))


# --- the shelf ---


def test_a_shelf_keeps_any_number_of_games(tmp_path):
    rng = np.random.default_rng(0)
    won = {f"{n}": rng.random(n) < 0.5 for n in (1, 7, 8, 9, 500)}
    with Shelf(tmp_path, "pebbles", "abc") as shelf:
        for label, games in won.items():
            shelf.put(label, games)
        assert np.array_equal(shelf.get("9", 9), won["9"])  # not yet on the disk
    with Shelf(tmp_path, "pebbles", "abc") as shelf:
        for label, games in won.items():
            assert np.array_equal(shelf.get(label, len(games)), games)
        assert shelf.get("500", 1) is None and shelf.get("x", 1) is None


def test_shelves_of_older_sources_go(tmp_path):
    for source in ("a", "b", "c"):
        Shelf(tmp_path, "pebbles", source).close()
    Shelf(tmp_path, "other", "a").close()
    names = {path.name for path in tmp_path.glob("*.sqlite")}
    assert "pebbles-c.sqlite" in names and len(names) == 3 and "other-a.sqlite" in names


def test_two_at_once_share_a_shelf(tmp_path):
    with Shelf(tmp_path, "pebbles", "abc") as one, Shelf(tmp_path, "pebbles", "abc") as two:
        one.put("x", np.array([True, False]))
        two.put("x", np.array([True, False]))
        one.flush()
        two.flush()
        assert two.get("x", 2).tolist() == [True, False]


@pytest.mark.parametrize("harm", ["text", "folder"])
def test_a_shelf_that_cannot_be_used_costs_time_only(tmp_path, harm):
    place = tmp_path / "pebbles-abc.sqlite"
    if harm == "text":
        place.write_text("this is no database, and it is longer than a header of one would be")
    else:
        place.mkdir()
    player = Player()
    with Shelf(tmp_path, "pebbles", "abc") as shelf:
        assert len(list(Stretches(Base(PEBBLES, 1), shelf, player).won([stretch()]))) == 1
    assert len(player.calls) == 1
