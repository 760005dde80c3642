"""difficulty of a game played against each other."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from analysis.balance_result import BalanceResult
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("difficulty", "marbles", "--games", "600", "--seed", "3", "--jobs", "1")


def test_the_answer_in_words(cli: Cli) -> None:
    answer = cli(*LINE, "--samples", "4", "--quiet")
    assert answer.code == 0
    for text in (
        "The seats are not equal in",
        "the red seat makes",
        "Who starts a round made no difference in 600 games with 3 players.",
        "‘the big bag’ is worth most of the bags",
        "luck (deal and dice) decides",
        "of 4 sampled sets of assumptions",
        "The seats with 2 players (an equal share of the victories is 50 %)",
        "What each adds to the one before",
        "Again: house-edge difficulty marbles --policy bold --games 600 --samples 4 --seed 3",
    ):
        assert text in answer.out


def test_json_is_a_function_of_the_input_and_is_stored(cli: Cli, runs) -> None:
    line = (*LINE, "--samples", "2", "--scenario", "ring", "--players", "2", "--margin", "2", "--margin", "3pp")
    first, again = (json.loads(cli(*line, "--json").out) for _ in range(2))
    assert first.pop("timing") != again.pop("timing")
    assert first == again
    assert first["schema"] == "house-edge/balance" and first["scenarios"] == ["ring-for-2"]
    assert first["margins"] == {"points": 2.0, "victory": 0.03}
    stored = json.loads(next(runs.glob("*-marbles-balance-s3/balance.json")).read_text())
    assert BalanceResult.from_json(stored).to_json() == BalanceResult.from_json(first).to_json()
    assert first["command"] == (
        "house-edge difficulty marbles --scenario ring-for-2 --policy bold --games 600 --margin 2 --margin 3pp"
        " --samples 2 --seed 3"
    )


def test_the_table_alone(cli: Cli) -> None:
    answer = cli(*LINE, "--table-only", "--policy", "shy", "--rule", "head_start=0", "--quiet")
    assert answer.code == 0 and "The seats with 3 players" in answer.out
    assert "luck" not in answer.out and "bag" not in answer.out.replace("bags", "")


@pytest.mark.parametrize("games", ["1", "2"])
def test_hardly_any_games_say_nothing(cli: Cli, games: str) -> None:
    answer = cli("difficulty", "marbles", "--games", games, "--seed", "3", "--quiet")
    assert answer.code == 0 and "No seat is shown to be ahead" in answer.out
    assert "nan" not in answer.out.lower() and "inf" not in answer.out.lower()


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli(
        *("difficulty", "marbles", "--games", "0", "--scenario", "rng", "--policy", "bld", "--rule", "slp=1"),
        *("--margin", "0", "--margin", "3qq", "--samples", "-1", "--among", "shy"),
    )
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 8 and "Did you mean 'bold'" in answer.err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--players", "5"), "Marbles is for 2 or 3 players"),
        (("--players", "x"), "takes a number of players"),
        (("--policy", "shy+bold+bold"), "one policy plays every seat here"),
        (("--policy", "shy", "--policy", "bold"), "one policy at every seat"),
        (("--among", "shy", "--among", "bold", "--among", "shy"), "named twice"),
        (("--margin", "1", "--margin", "2"), "given twice"),
        (("--margin", "1e9"), "at most 1000 points"),
        (("--samples", "0", "--sample-games", "50"), "--samples 0 has none"),
        (("--table-only", "--samples", "5"), "--table-only leaves out"),
    ],
)
def test_what_cannot_be_asked(cli: Cli, options: tuple[str, ...], said: str) -> None:
    answer = cli("difficulty", "marbles", *options)
    assert (answer.code, answer.out) == (2, "") and said in answer.err


def test_a_team_is_told_what_is_not_for_it(cli: Cli) -> None:
    answer = cli("difficulty", "pebbles", "--players", "2", "--among", "random", "--margin", "1", "--samples", "3")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("Pebbles is played by one team") == 4
