"""mechanics: the answer, the tables, the JSON, the figure, and what cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("mechanics", "pebbles", "--rule", "jar=60", "--games", "600", "--seed", "5")


def test_the_answer_comes_first(cli: Cli) -> None:
    answer = cli(*LINE, "--jobs", "1")
    assert answer.code == 0, answer.err
    first, second = answer.out.splitlines()[:2]
    assert first.startswith("Pebbles, mean of all 2 tides: 'careful' wins ") and "Rolling (+" in first
    assert second == "Never used in these games: Diving."
    for text in (
        "forbidden", "games touched", "never used: no game went otherwise", "High tide", "·: no game went otherwise",
        "hold together for 6 comparisons (Bonferroni)", "which was not made to do without it",
        "Again: house-edge mechanics pebbles --rule jar=60 --policy careful --games 600 --seed 5",
    ):  # fmt: skip
        assert text in answer.out, text


def test_the_json_of_mechanics(cli: Cli, surroundings: Path) -> None:
    line = (*LINE, "--scenario", "low", "--policy", "random", "--margin", "2pp", "--json", "--quiet")
    body = json.loads(cli(*line, "--jobs", "1").out)
    assert (body["schema"], body["status"], body["margin"]) == ("house-edge/mechanics", "complete", 0.02)
    assert body["policy"]["name"] == "random" and body["mechanics"] == ["rolling", "diving"]
    rolling, diving = body["worths"]
    assert rolling["verdict"] == "helps" and diving["verdict"] == "unused"
    assert rolling["worth"]["estimate"] == body["win_rates"]["low"]["estimate"]
    assert body["adjustment"]["comparisons"] == 2
    again = json.loads(cli(*line, "--jobs", "2").out)
    changing = ("timing", "machine", "versions", "command")
    assert {k: v for k, v in body.items() if k not in changing} == {k: v for k, v in again.items() if k not in changing}
    stored = next((surroundings / "runs").glob("*-pebbles-mechanics-s5/mechanics.json"))
    assert json.loads(stored.read_text(encoding="utf-8"))["worths"] == body["worths"]


def test_one_mechanic_and_nothing_gained(cli: Cli) -> None:
    line = (
        "mechanics",
        "pebbles",
        "--rule",
        "jar=200",
        "--scenario",
        "low",
        "--games",
        "600",
        "--seed",
        "5",
        "--quiet",
    )
    answer = cli(*line, "--mechanic", "rolling", "--jobs", "1")
    assert "and no mechanic is shown to win it games" in answer.out
    assert "Rolling is worth nothing to it within +-1 pp." in answer.out
    assert "diving" not in answer.out and "hold together for 1 comparison (" in answer.out


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure(cli: Cli, surroundings: Path, ending: str) -> None:
    answer = cli(*LINE, "--jobs", "1", "--figure", f"new/worth.{ending}")
    assert answer.code == 0 and f"The figure: new/worth.{ending}" in answer.out
    data = (surroundings / "new" / f"worth.{ending}").read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        for words in ("Rolling", "one tide", "mean of all", "cross: no game went otherwise"):
            assert words in data.decode()


def test_all_mistakes_at_once(cli: Cli, surroundings: Path) -> None:
    answer = cli(
        "mechanics", "pebbles", "--scenario", "lwo", "--policy", "randm", "--mechanic", "rollng", "--games", "0",
        "--margin", "1", "--figure", "a.pdf", "--seed", "-1", "--variant", "knid",
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "Did you mean 'low'?", "Did you mean 'random'?", "pebbles has no mechanic 'rollng'. Did you mean 'rolling'?",
        "--games takes at least 1", "--margin 1: 1 of what?", "the name ends in .png or .svg", "--seed takes",
    ):  # fmt: skip
        assert text in answer.err, text
    assert "at least 50 are needed to say what a mechanic is worth" in cli(*LINE[:2], "--games", "20").err
    assert "the game is missing, for example: house-edge mechanics opulent" in cli("mechanics").err
    assert not any(surroundings.iterdir())
