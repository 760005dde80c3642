"""ladder: the answer, the tables, the JSON, the figure, and what cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("ladder", "pebbles", "--rule", "jar=60", "--games", "1000", "--seed", "5")


def test_the_answer_comes_first(cli: Cli) -> None:
    answer = cli(*LINE, "--jobs", "1")
    assert answer.code == 0, answer.err
    first, second = answer.out.splitlines()[:2]
    assert first.startswith("Pebbles: 'random' wins ") and "of its tides, 'careful' " in first
    assert "good play from bad" in second and " to " in second
    for text in (
        "Games won, the weakest player first",
        "What each step up gains",
        "Skill or luck: what decides whether a game is won",
        "mean of all 2",
        "the deal, for careful",
        "same seed, random and careful",
        "3 intervals that hold together (Bonferroni)",
        "50 deals of 'careful', each played 4 times",
        "Who plays: the part of won-or-not",
        "Again: house-edge ladder pebbles --rule jar=60 --games 1000 --seed 5",
    ):
        assert text in answer.out, text


def test_the_json_of_a_ladder(cli: Cli, surroundings: Path) -> None:
    line = (*LINE, "--json", "--quiet")
    body = json.loads(cli(*line, "--jobs", "1").out)
    assert (body["schema"], body["schema_version"], body["status"]) == ("house-edge/ladder", 1, "complete")
    assert [policy["name"] for policy in body["policies"]] == ["random", "careful"]
    assert (body["games"], body["deep_games"], body["shared_games"], body["deals"]) == (1000, 1000, 1000, 50)
    assert body["answer"][0].startswith("Pebbles") and body["rules_changed"]["jar"]["value"] == 60
    for entry in body["luck"]:
        parts = entry["parts"]
        assert sum(parts[name]["estimate"] for name in ("skill", "shared", "own")) == pytest.approx(1)
        assert all(e["low"] <= e["estimate"] <= e["high"] for e in (*parts.values(), entry["deal"], entry["near"]))
    assert {(step["scenario"], step["upper"]) for step in body["steps"]} == {
        ("high", "careful"), ("low", "careful"), ("all", "careful"),
    }  # fmt: skip
    again = json.loads(cli(*line, "--jobs", "2").out)
    changing = ("timing", "machine", "versions", "command")
    assert {k: v for k, v in body.items() if k not in changing} == {k: v for k, v in again.items() if k not in changing}
    stored = next((surroundings / "runs").glob("*-pebbles-ladder-s5/ladder.json"))
    assert json.loads(stored.read_text(encoding="utf-8"))["steps"] == body["steps"]


def test_rungs_and_scenarios_of_ones_own(cli: Cli) -> None:
    rungs = ("--policy", "careful:enough=2", "--policy", "careful:enough=9")
    answer = cli(*LINE, "--scenario", "low", *rungs, "--deals", "0", "--jobs", "1", "--quiet")
    assert answer.code == 0, answer.err
    assert answer.out.startswith("Pebbles, Low tide: 'careful:enough=2' wins ")
    assert "mean of all" not in answer.out and "the deal" not in answer.out
    again = "--scenario low --policy careful:enough=2 --policy careful:enough=9 --games 1000 --deals 0 --seed 5"
    assert again in answer.out
    both = cli(*LINE, "--scenario", "low,high", "--deals", "0", "--jobs", "1", "--quiet")
    assert "house-edge ladder pebbles --rule jar=60 --games 1000 --deals 0" in both.out


def test_where_all_games_end_alike_that_is_said(cli: Cli) -> None:
    answer = cli("ladder", "pebbles", "--rule", "jar=200", "--games", "200", "--seed", "1", "--jobs", "1", "--quiet")
    assert answer.code == 0, answer.err
    assert "All games end alike, so nothing separates good play from bad." in answer.out


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure(cli: Cli, surroundings: Path, ending: str) -> None:
    answer = cli(*LINE, "--deals", "0", "--jobs", "1", "--figure", f"new/ladder.{ending}")
    assert answer.code == 0 and f"The figure: new/ladder.{ending}" in answer.out
    data = (surroundings / "new" / f"ladder.{ending}").read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        for words in ("High tide", "careful", "skill ", "house-edge ladder pebbles"):
            assert words in data.decode()


def test_all_mistakes_at_once(cli: Cli, surroundings: Path) -> None:
    answer = cli(
        "ladder", "pebbles", "--scenario", "lwo,high", "--policy", "randm", "--policy", "careful:enogh=1", "--games",
        "x", "--deep-games", "0", "--deals", "-1", "--margin", "1", "--rule", "jr=1", "--figure", "a.pdf", "--seed",
        "-1",
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "pebbles has no scenario 'lwo'. Did you mean 'low'?",
        "pebbles has no policy 'randm'. Did you mean 'random'?",
        "'enogh'",
        "--games takes a whole number",
        "--deep-games takes at least 1",
        "--deals takes",
        "--margin 1: 1 of what?",
        "Did you mean 'jar'?",
        "the name ends in .png or .svg",
        "--seed takes",
    ):
        assert text in answer.err, text
    assert "at least 50 are needed" in cli(*LINE[:2], "--games", "20").err
    assert "a ladder has at least two rungs" in cli(*LINE, "--policy", "random").err
    assert "the game is missing, for example: house-edge ladder opulent" in cli("ladder").err
    assert not any(surroundings.iterdir())
