"""attribute: the answer, the table, the JSON, the chart, and what cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("attribute", "pebbles", "--scenario", "low", "--policy", "random", "--games", "3000", "--seed", "5")


def test_the_answer_comes_first(cli: Cli) -> None:
    answer = cli(*LINE, "--jobs", "1")
    assert answer.code == 0
    first, second = answer.out.splitlines()[:2]
    assert first.startswith("Pebbles, Low tide: 7")
    assert "won by 'random'. Low tide is hard because of slip (-1" in first
    assert second.startswith("What helps most: tide (+1")
    for text in ("this tide's value", "lever", "16 to 12 turns", "costs 1", "hold together for 3 rules (Bonferroni)"):
        assert text in answer.out
    assert "slip and jar: together -" in answer.out and "both alone add up to -" in answer.out
    again = "house-edge attribute pebbles --scenario low --policy random --games 3000 --seed 5"
    assert f"Again: {again}" in answer.out
    assert "Stored in runs" in answer.out


def test_the_json_of_an_attribution(cli: Cli, surroundings: Path) -> None:
    line = (*LINE, "--margin", "0.5pp", "--json")
    body = json.loads(cli(*line, "--jobs", "1").out)
    assert (body["schema"], body["schema_version"], body["status"]) == ("house-edge/attribute", 1, "complete")
    assert body["scenario"] == "low" and body["games"] == body["pair_games"] == 3000
    assert [seat["name"] for seat in body["policies"]] == ["random", "random"]
    assert body["margin"] == 0.005
    assert body["adjustment"] == {
        "method": "bonferroni",
        "comparisons": 3,
        "confidence_each": pytest.approx(1 - 0.05 / 3),
        "pairs": 6,
        "confidence_each_pair": pytest.approx(1 - 0.05 / 6),
    }
    assert body["answer"][0].startswith("Pebbles, Low tide")
    by_name = {entry["rule"]: entry for entry in body["effects"]}
    slip = by_name["slip"]
    assert slip["values"] == {"slip": {"now": 1, "off": 0, "unit": "pips"}}
    assert (slip["kind"], slip["part"], slip["verdict"]) == ("lever", False, "costs")
    effect = slip["effect"]
    assert effect["low"] <= effect["estimate"] <= effect["high"] < 0
    assert effect["estimate"] == pytest.approx(body["win_rate"]["estimate"] - slip["without"]["estimate"])
    assert 0 < slip["touched"]["estimate"] <= 1
    assert (slip["score"]["metric"], slip["score"]["unit"]) == ("jar", "pebbles")
    assert slip["score"]["effect"]["high"] < 0
    assert slip["discordant"]["without_only"] > slip["discordant"]["with_only"]
    for pair in body["pairs"]:
        assert len(pair["rules"]) == 2 and pair["verdict"] in ("more", "less", "equivalent", "unknown")
    # a function of the input alone, whatever the workers
    again = json.loads(cli(*line, "--jobs", "2").out)
    changing = ("timing", "machine", "versions", "command")
    assert {k: v for k, v in body.items() if k not in changing} == {k: v for k, v in again.items() if k not in changing}
    stored = next((surroundings / "runs").glob("*-pebbles-attribute-s5/attribute.json"))
    assert json.loads(stored.read_text(encoding="utf-8"))["effects"] == body["effects"]


def test_house_rules_are_the_game_that_is_looked_at(cli: Cli) -> None:
    answer = cli(*LINE, "--variant", "kind", "--no-pairs", "--jobs", "1", "--rule", "jar=25", "--quiet")
    assert answer.code == 0
    assert "Off already: slip." in answer.out
    assert "Two rules at once" not in answer.out
    assert "--variant kind --rule jar=25 --policy random --games 3000 --no-pairs --seed 5" in answer.out
    body = json.loads(cli(*LINE, "--variant", "kind", "--no-pairs", "--jobs", "1", "--json").out)
    assert body["pairs"] == [] and body["left_out"] == [{"rule": "slip", "reason": "is off already"}]
    assert body["rules_changed"] == {"slip": {"value": 0, "default": 1, "unit": "pips"}}


def test_what_is_won_mostly_is_not_called_hard(cli: Cli) -> None:
    line = ("attribute", "pebbles", "--scenario", "high", "--policy", "random", "--games", "2000", "--seed", "5")
    answer = cli(*line, "--jobs", "1")
    assert "won by 'random'. High tide is not hard; what costs most games: slip (-" in answer.out


def test_nothing_is_said_as_such(cli: Cli) -> None:
    answer = cli(
        "attribute", "pebbles", "--scenario", "low", "--policy", "careful", "--games", "4000", "--seed", "5",
        "--jobs", "1", "--margin", "2pp",
    )  # fmt: skip
    assert "No rule that can be switched off is shown to make Low tide hard." in answer.out
    assert "do nothing within +-2 pp." in answer.out
    assert "no effect within +-2 pp" in answer.out


def test_where_nobody_wins_the_score_tells(cli: Cli) -> None:
    answer = cli(*LINE, "--rule", "jar=150", "--no-pairs", "--jobs", "1")
    assert answer.out.startswith("Pebbles, Low tide: 0 % won by 'random'. No rule that can be switched off is shown")
    assert "Hardly any game is won, so a single rule can hardly show in that; in the jar: slip (-" in answer.out
    assert "likewise, in pebbles: in the jar." in answer.out


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_chart(cli: Cli, surroundings: Path, ending: str) -> None:
    answer = cli(*LINE, "--no-pairs", "--jobs", "1", "--figure", f"chart.{ending}")
    assert answer.code == 0 and f"The chart: chart.{ending}" in answer.out
    data = (surroundings / f"chart.{ending}").read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        text = data.decode()
        for words in ("Slip", "it helps", "hold together for 3 rules", "House Edge 0."):
            assert words in text
        assert cli(*LINE, "--no-pairs", "--jobs", "2", "--figure", "again.svg").code == 0
        again = (surroundings / "again.svg").read_text(encoding="utf-8")
        assert again == text


def test_all_mistakes_at_once(cli: Cli, surroundings: Path) -> None:
    answer = cli(
        "attribute", "pebbles", "--scenario", "lwo", "--policy", "randm", "--games", "0", "--margin", "1", "--rule",
        "jr=1", "--variant", "knid", "--figure", "chart.pdf", "--seed", "-1", "--jobs", "x",
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "Did you mean 'low'?",
        "Did you mean 'random'?",
        "--games takes at least 1",
        "--margin 1: 1 of what? Percentage points are typed 1pp.",
        "Did you mean 'jar'?",
        "Did you mean 'kind'?",
        "--figure chart.pdf: the name ends in .png or .svg.",
        "--seed takes at least 0",
        "--jobs takes",
    ):
        assert text in answer.err
    assert "--margin takes more than 0pp" in cli(*LINE, "--margin", "0pp").err
    assert "there is no game 'pebles'. Did you mean 'pebbles'?" in cli("attribute", "pebles").err
    assert "the game is missing, for example: house-edge attribute opulent --scenario 1926" in cli("attribute").err
    assert "attribute has no option --pair. Did you mean --pairs?" in cli(*LINE, "--pair").err
    assert not any(surroundings.iterdir())


def test_a_picture_in_a_folder_that_is_missing_is_written(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "new" / "why.png"
    answer = cli("attribute", "pebbles", "--games", "200", "--seed", "1", "--quiet", "--figure", str(picture))
    assert answer.code == 0, answer.err
    assert picture.read_bytes().startswith(b"\x89PNG")
