"""mechanics of a game played against each other: the answer, the tables, the JSON, the figure, what cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("mechanics", "marbles", "--games", "200", "--seed", "5", "--quiet")


def test_the_answer_comes_first(cli: Cli) -> None:
    answer = cli(*LINE, "--jobs", "1")
    assert answer.code == 0, answer.err
    first, second = answer.out.splitlines()[:2]
    assert first.startswith("Marbles, The ring, all seats played by 'bold': who alone must do without")
    assert "of the games instead of 33 %" in first and "points less" in first
    assert second.startswith("What wins games, Dice: ") and "Rolling (+3" in second
    for text in (
        "Never used in these games: Diving.",
        "Where the price of Rolling is 2 instead of 1 for everybody, each player does it",
        "forbidden to one", "Another price for everybody", "never used: no game went otherwise",
        "hold together for 3 comparisons (Bonferroni)", "If nobody had it, nobody would fall behind",
        "Again: house-edge mechanics marbles --scenario ring --policy bold --games 200 --seed 5",
    ):  # fmt: skip
        assert text in answer.out, text
    lines = answer.out.splitlines()
    assert lines.index("Dice") < lines.index("Water")


def test_the_json(cli: Cli, surroundings: Path) -> None:
    line = (*LINE, "--players", "2", "--mechanic", "rolling", "--no-prices", "--margin", "3pp", "--json")
    body = json.loads(cli(*line, "--jobs", "1").out)
    assert (body["schema"], body["status"], body["margin"]) == ("house-edge/without", "complete", 0.03)
    (worth,) = body["worths"]
    assert worth["verdict"] == "helps" and worth["group"] == "Dice" and body["prices"] == []
    assert worth["worth"]["estimate"] + worth["share"]["estimate"] == pytest.approx(0.5)
    again = json.loads(cli(*line, "--jobs", "2").out)
    changing = ("timing", "machine", "versions", "command")
    assert {k: v for k, v in body.items() if k not in changing} == {k: v for k, v in again.items() if k not in changing}
    assert body["command"].endswith("--mechanic rolling --games 200 --margin 3pp --no-prices --seed 5")
    stored = next((surroundings / "runs").glob("*-marbles-without-s5/without.json"))
    assert json.loads(stored.read_text(encoding="utf-8"))["worths"] == body["worths"]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure(cli: Cli, surroundings: Path, ending: str) -> None:
    answer = cli(*LINE, "--players", "2,3", "--figure", f"new/worth.{ending}")
    assert answer.code == 0 and f"The figure: new/worth.{ending}" in answer.out
    data = (surroundings / "new" / f"worth.{ending}").read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        for words in ("Dice", "Rolling", "never used", "Marbles, The ring for two"):
            assert words in data.decode()


def test_all_mistakes_at_once(cli: Cli, surroundings: Path) -> None:
    answer = cli(
        "mechanics", "marbles", "--players", "4", "--policy", "bold+shy+bold", "--mechanic", "rollng", "--games", "0",
        "--margin", "1", "--figure", "a.pdf", "--seed", "-1",
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "for 2 or 3 players", "names a whole table", "Did you mean 'rolling'?", "--games takes at least 1",
        "--margin 1: 1 of what?", "the name ends in .png or .svg", "--seed takes",
    ):  # fmt: skip
        assert text in answer.err, text
    assert "at least 50 are needed" in cli(*LINE[:2], "--games", "20").err
    assert "--no-prices is about games played against each other" in cli("mechanics", "pebbles", "--no-prices").err
    assert "--players: Pebbles" in cli("mechanics", "pebbles", "--players", "2").err
    assert not any(surroundings.iterdir())
