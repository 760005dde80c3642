"""ladder of a game played against each other: the answer, tables, JSON, figure, and what cannot be asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from analysis import tournament_measures
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("ladder", "marbles", "--games", "300", "--seed", "5", "--quiet")


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament_measures, "SAMPLES", 150)


def test_the_answer_comes_first(cli: Cli) -> None:
    answer = cli(*LINE, "--jobs", "1")
    assert answer.code == 0, answer.err
    first, second, third = answer.out.splitlines()[:3]
    assert first.startswith("Marbles, The ring: 'bold' (+") and " plays best, then 'shy' (" in first
    assert second.startswith("One 'bold' among 2 'shy' wins 7") and "where 33 % would be equal" in second
    assert "after 3 games, with a chance of nine in ten" in second
    assert third == "No cycle: of every two the same one wins that stands higher in this order."
    for text in (
        "Who plays best (33 % of the victories would be equal)", "all different",
        "Victories of one player of the row among players of the column", "Points ahead of the others at the table",
        "Games at one table until the row has won more often than the column", "3 (3 to 4)",
        "Victories of the one player by seat", "random among bold", "21 seatings, each with the same 300 seeds",
        "hold together for 9 comparisons (Bonferroni)", "Bradley and Terry's model",
        "Again: house-edge ladder marbles --scenario ring --games 300 --seed 5",
    ):  # fmt: skip
        assert text in answer.out, text


def test_several_numbers_of_players(cli: Cli) -> None:
    answer = cli(*LINE, "--players", "2,3", "--policy", "shy", "--policy", "bold:enough=12", "--jobs", "1")
    assert answer.code == 0, answer.err
    assert "Marbles, The ring for two: 'bold:enough=12' (+" in answer.out and "Marbles, The ring: 'bold" in answer.out
    assert "'bold:enough=12' against 'shy' wins" in answer.out and "--scenario ring-for-2,ring --policy" in answer.out
    assert "No cycle" not in answer.out  # of two there is none


def test_the_json_of_a_tournament(cli: Cli, surroundings: Path) -> None:
    line = (*LINE, "--json")
    body = json.loads(cli(*line, "--jobs", "1").out)
    assert (body["schema"], body["status"], body["games"]) == ("house-edge/tournament", "complete", 300)
    assert [entry["name"] for entry in body["policies"]] == ["random", "shy", "bold"]
    (field,) = body["fields"]
    assert (len(field["duels"]), len(field["pairs"]), len(field["standings"])) == (6, 3, 3)
    assert field["order"] == [["bold"], ["shy"], ["random"]] and field["cycles"] == []
    assert sum(one["mixed_share"]["estimate"] for one in field["standings"]) == pytest.approx(1)
    assert sum(one["rating"]["estimate"] for one in field["standings"]) == pytest.approx(0, abs=1e-6)
    again = json.loads(cli(*line, "--jobs", "2").out)
    changing = ("timing", "machine", "versions", "command")
    assert {k: v for k, v in body.items() if k not in changing} == {k: v for k, v in again.items() if k not in changing}
    stored = next((surroundings / "runs").glob("*-marbles-tournament-s5/tournament.json"))
    assert json.loads(stored.read_text(encoding="utf-8"))["fields"] == body["fields"]


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure(cli: Cli, surroundings: Path, ending: str) -> None:
    answer = cli(*LINE, "--players", "2", "--figure", f"new/who.{ending}")
    assert answer.code == 0 and f"The figure: new/who.{ending}" in answer.out
    data = (surroundings / "new" / f"who.{ending}").read_bytes()
    assert data.startswith(b"\x89PNG" if ending == "png" else b"<?xml")
    if ending == "svg":
        for words in ("random", "The ring for two: equal is 50 %", "400 more is ten times the chance to win"):
            assert words in data.decode()


def test_all_mistakes_at_once(cli: Cli, surroundings: Path) -> None:
    answer = cli(
        "ladder", "marbles", "--scenario", "rnig", "--policy", "blod", "--policy", "shy+bold+shy", "--games", "0",
        "--margin", "1", "--figure", "a.pdf", "--seed", "-1", "--deals", "7",
    )  # fmt: skip
    assert (answer.code, answer.out) == (2, "")
    for text in (
        "Did you mean 'ring'?", "Did you mean 'bold'?", "names a whole table", "--games takes at least 1",
        "--margin 1: 1 of what?", "the name ends in .png or .svg", "--seed takes", "--deals is about games of one team",
    ):  # fmt: skip
        assert text in answer.err, text
    assert "at least 50 are needed" in cli(*LINE[:2], "--games", "20").err
    assert "at least two policies" in cli(*LINE, "--policy", "bold").err
    for players, text in (("5", "for 2 or 3 players"), ("two", "takes a number of players"), (",", "not '?'")):
        answer = cli(*LINE, "--players", players)
        assert answer.code == 2 and text in answer.err, answer.err
    assert not any(surroundings.iterdir())


def test_a_team_is_told_that_players_are_not_for_it(cli: Cli) -> None:
    answer = cli("ladder", "pebbles", "--players", "2", "--games", "60")
    assert answer.code == 2 and "--players: Pebbles" in answer.err
