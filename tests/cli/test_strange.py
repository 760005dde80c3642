"""strange: of a game and of stored runs, with commands that show the same games again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("strange", "pebbles", "--scenario", "all", "--policy", "random", "--games", "300", "--seed", "5")


def test_the_games_each_with_a_sentence_and_a_command(cli: Cli) -> None:
    answer = cli(*LINE, "--jobs", "1", "--top", "4")
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    assert lines[0] == "Pebbles: the 4 strangest games of 600"
    assert lines[2].startswith(" 1. ") and (" Lost: " in lines[2] or " Won: " in lines[2]) and lines[2].endswith(".")
    assert "house-edge replay pebbles --scenario " in lines[3] and " --seed 5" in lines[3]
    assert "Again: house-edge strange pebbles --scenario all --policy random --games 300 --seed 5 --top 4" in answer.out


def test_a_command_shows_the_game_that_was_told(cli: Cli) -> None:
    body = json.loads(cli(*LINE, "--rule", "jar=30", "--variant", "kind", "--jobs", "2", "--json").out)
    first = body["strange"][0]
    answer = cli(*shlex.split(first["replay"])[1:], "--json")
    assert answer.code == 0, answer.err
    result = json.loads(answer.out.splitlines()[-1])
    assert result["type"] == "result" and result["outcome"] == first["outcome"]
    for oddity in first["oddities"]:
        assert result["row"][oddity["column"]] == oddity["value"]


def test_the_json_is_a_function_of_the_question(cli: Cli, surroundings: Path) -> None:
    bodies = [json.loads(cli(*LINE, "--jobs", jobs, "--json", "--quiet").out) for jobs in ("1", "2")]
    assert (bodies[0]["schema"], bodies[0]["games"], len(bodies[0]["strange"])) == ("house-edge/strange", 600, 10)
    changing = ("timing", "machine", "versions", "command")
    first, second = ({k: v for k, v in body.items() if k not in changing} for body in bodies)
    assert first == second
    scores = [entry["score"] for entry in first["strange"]]
    assert scores == sorted(scores)
    assert next((surroundings / "runs").glob("*-pebbles-strange-s5/strange.json")).is_file()


def test_stored_runs(cli: Cli) -> None:
    for scenario in ("high", "low"):
        line = ("run", "pebbles", "--scenario", scenario, "--policy", "random", "--games", "300", "--seed", "5")
        assert cli(*line, "--jobs", "1", "--out", scenario).code == 0
    fresh = json.loads(cli(*LINE, "--json").out)["strange"]
    stored = json.loads(cli("strange", "high", "low", "--json").out)["strange"]
    assert [entry.pop("run") for entry in fresh] == [None] * 10
    assert {entry.pop("run") for entry in stored} <= {"high", "low"}
    assert stored == fresh
    assert "Again: house-edge strange high low" in cli("strange", "high", "low").out


def test_what_cannot_be_asked(cli: Cli, surroundings: Path) -> None:
    answer = cli("strange", "pebbles", "--scenario", "lwo", "--policy", "randm", "--games", "0", "--top", "x")
    assert (answer.code, answer.out) == (2, "")
    for text in ("Did you mean 'low'?", "Did you mean 'random'?", "--games takes at least 1", "--top takes"):
        assert text in answer.err, text
    assert "a game or a run is missing" in cli("strange").err
    assert "there is neither a game nor a run 'pebles'. Did you mean 'pebbles'?" in cli("strange", "pebles").err
    few = cli("strange", "pebbles", "--games", "5", "--seed", "1", "--quiet")
    assert few.code == 2 and "5 games are too few" in few.err
    assert cli("run", "pebbles", "--games", "30", "--seed", "1", "--out", "r", "--quiet").code == 0
    assert "options of play go with a GAME" in cli("strange", "r", "--games", "50").err
