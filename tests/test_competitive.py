"""A game played against each other: seats that are taken, who may sit there, and who won."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.seats import need_competitive, points, seats_at, twelfths
from sim import simulate
from sim.block import Context, Plan
from sim.errors import BadInput
from sim.policy import parse_team
from sim.registry import load_game, resolve
from sim.testing import check_game, check_policy

GAME = load_game("marbles")


@pytest.mark.kernel
def test_the_template_keeps_the_contracts():
    check_game("marbles", games=60)


@pytest.mark.kernel
@pytest.mark.parametrize("policy", ["random", "shy", "bold"])
def test_its_policies_keep_them(policy):
    check_policy("marbles", policy, games=20)


def test_a_victory_is_one_however_it_is_shared():
    rows = Context(Plan("marbles", resolve(GAME, "ring"), parse_team(GAME, "bold"), 3)).play(0, 2000)
    seats = seats_at(GAME, resolve(GAME, "ring"))
    parts, marbles = twelfths(GAME, rows, seats), points(GAME, rows, seats)
    assert (parts.sum(axis=1) == 12).all()
    best = marbles == marbles.max(axis=1, keepdims=True)
    assert np.array_equal(parts > 0, best)
    assert set(np.unique(parts)) <= {0, 4, 6, 12} and (parts == 6).any()


def test_policies_sit_where_there_are_seats():
    two = resolve(GAME, "ring-for-2")
    assert [seat.policy for seat in Plan("marbles", two, parse_team(GAME, "bold"), 1).team] == ["bold", "bold"]
    assert [seat.policy for seat in Plan("marbles", two, parse_team(GAME, "shy+bold"), 1).team] == ["shy", "bold"]
    with pytest.raises(BadInput, match=r"names 3 policies, but Marbles has 2 seats \(red, blue\).*--players 3"):
        Plan("marbles", two, parse_team(GAME, "shy+bold+bold"), 1)
    with pytest.raises(BadInput, match="names 2 policies, but Marbles has 3 seats"):
        Plan("marbles", resolve(GAME, "ring"), parse_team(GAME, "shy+bold"), 1)
    with pytest.raises(BadInput, match="names 4 policies"):
        parse_team(GAME, "shy+bold+bold+bold")


def test_a_scenario_is_found_for_every_number_of_players():
    assert GAME.scenario_for("ring", 2) == GAME.scenario_for("ring-for-2", 2) == "ring-for-2"
    assert GAME.scenario_for(None, 3) == "ring"
    with pytest.raises(BadInput, match="--players 5: Marbles is for 2 or 3 players."):
        GAME.scenario_for("ring", 5)
    with pytest.raises(BadInput, match="no scenario 'long' for other numbers"):
        GAME.scenario_for("long", 2)
    with pytest.raises(BadInput, match="Did you mean 'ring'"):
        GAME.scenario_for("rung", 2)


def test_won_is_won_by_the_watched_seat():
    assert GAME.file.wins == ("red",) and GAME.file.won_words == "won by the red seat"
    assert load_game("pebbles").file.wins == ("full",)
    frame = simulate("marbles", "ring-for-2", games=400, seed=4)
    assert set(frame["outcome"].unique()) <= {"red", "blue", "shared"}
    assert not frame["points_green"].any()


def test_a_team_is_told_that_the_question_is_not_for_it():
    need_competitive(GAME, "seat balance")
    with pytest.raises(BadInput, match="Pebbles is played by one team"):
        need_competitive(load_game("pebbles"), "seat balance")
