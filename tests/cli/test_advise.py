"""house-edge advise: from a replay, from a file, a whole game; right and wrong input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]

GAME = ("--scenario", "1922", "--seed", "7", "--game", "41")


def test_a_decision_of_a_replay(cli: Cli) -> None:
    answer = cli("advise", "opulent", *GAME, "--turn", "5.manager", "--rollouts", "300", "--quiet")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == ("The Opulent, 1922: game 41 of seed 7, round 5, the Manager (turn 20), decision 1 of 6")
    assert any(line.startswith("  Dance floor: Aristocrat 36 (3, yellow die)") for line in lines)
    assert "So far this turn" in answer.out
    assert "The question to the Manager: what is the next action?" in answer.out
    rows = [line for line in lines if "chosen in this game" in line]
    assert len(rows) == 1
    assert rows[0].startswith("schmooze")
    assert "what tuned does" in answer.out
    assert "This game ended: the coffers stayed short of the target." in answer.out
    assert (
        "The same again: house-edge advise opulent --scenario 1922 --policy rulebook --then tuned --rollouts 300"
        in answer.out
    )


def test_json_is_a_function_of_the_input_alone(cli: Cli) -> None:
    line = ("advise", "opulent", *GAME, "--turn", "20", "--decision", "give_manager", "--rollouts", "300", "--json")
    one, other = json.loads(cli(*line).out), json.loads(cli(*line, "--jobs", "3").out)
    for found in (one, other):
        assert found.pop("timing")["wall_s"] > 0
    assert one == other
    assert (one["schema"], one["status"], one["then"]) == ("house-edge/advise", "complete", "tuned")
    assert one["position"]["decision"] == 2
    assert one["position"]["made"] == [one["position"]["made"][0]]
    estimates = [choice["win_rate"] for choice in one["choices"]]
    assert all(e["low"] <= e["estimate"] <= e["high"] for e in estimates)
    assert sum(e["n"] for e in estimates) == one["games"]
    assert all(choice["words"].startswith("a nickel for ") for choice in one["choices"])
    assert {choice["index"] for choice in one["choices"]} == set(range(len(one["choices"])))
    line = (*line, "--then", "rulebook")
    one = json.loads(cli(*line).out)
    assert one["chosen"] == one["policy_would_choose"]


def test_another_policy_plays_on(cli: Cli) -> None:
    line = ("advise", "opulent", *GAME, "--turn", "2.door", "--rollouts", "200", "--json")
    own, other = json.loads(cli(*line).out), json.loads(cli(*line, "--then", "random").out)
    assert own["position"] == other["position"]
    assert other["then"] == "random"
    assert max(c["win_rate"]["estimate"] for c in other["choices"]) < max(
        c["win_rate"]["estimate"] for c in own["choices"]
    )
    assert "--then random" in other["command"]


def test_a_whole_game(cli: Cli) -> None:
    line = (
        "advise",
        "pebbles",
        "--rule",
        "jar=45",
        "--policy",
        "random",
        "--then",
        "careful",
        "--seed",
        "4",
        "--game",
        "1",
    )
    text = cli(*line, "--worst", "3", "--rollouts", "1000")
    assert text.code == 0
    assert "surely cost" in text.out
    found = json.loads(cli(*line, "--worst", "3", "--rollouts", "1000", "--json").out)
    assert 0 < len(found["costly"]) <= 3
    worst = found["costly"][0]
    assert worst["sure"]
    assert worst["cost"]["estimate"] == pytest.approx(worst["win_rate_better"] - worst["win_rate_chosen"])
    again = json.loads(cli(*worst["command"].split()[1:], "--json").out)
    assert again["chosen"] == worst["chosen"]["index"]
    assert again["position"]["turn"] == worst["turn"]


def test_a_position_is_begun_filled_in_and_asked_about(cli: Cli, surroundings: Path) -> None:
    new = json.loads(cli("new", "position", "table.toml", "--game", "opulent", "--json").out)
    answer = cli(*new["try"].split()[1:], "--seed", "3", "--rollouts", "200", "--quiet")
    assert answer.code == 0
    assert answer.out.startswith("The Opulent, 1922: table.toml, round 3, the Manager (turn 12)")
    assert "Event: general" in answer.out
    assert "chosen in this game" not in answer.out
    refused = cli("new", "position", "other.toml", "--game", "pebbles")
    assert (refused.code, refused.out) == (2, "")
    assert "Pebbles does not read positions from files." in refused.err


def test_a_position_written_from_a_replay_has_the_same_question(cli: Cli, surroundings: Path) -> None:
    line = ("advise", "opulent", "--scenario", "1924", "--seed", "7", "--game", "3", "--turn", "3.door", "--json")
    first = json.loads(cli(*line, "--rollouts", "100", "--write", "p.toml").out)
    second = json.loads(cli("advise", "opulent", "p.toml", "--seed", "7", "--rollouts", "100", "--json").out)
    assert first["position"]["name"] == second["position"]["name"] == "lock"
    words = [sorted(choice["words"] for choice in found["choices"]) for found in (first, second)]
    assert words[0] == words[1]
    assert "exists already" in cli(*line, "--write", "p.toml").err
    assert cli(*line, "--rollouts", "100", "--write", "p.toml", "--force").code == 0


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ((), ["the game is missing, for example: house-edge advise opulent"]),
        (("opulnt", "--turn", "x", "--rollouts", "0"), ["Did you mean 'opulent'?", "--turn takes", "--rollouts takes"]),
        (("opulent", "--decision", "2", "--write", "x.toml"), ["--decision is one of a turn", "--write takes the"]),
        (("opulent", "--turn", "3", "--worst", "2"), ["--worst is about a whole game"]),
        (("opulent", "--then", "novce", "--policy", "rulbook"), ["Did you mean 'novice'?", "Did you mean 'rulebook'?"]),
        (("opulent", "--seed", "1", "--turn", "900"), ["this game has"]),
        (("opulent", "--seed", "1", "--turn", "3.manger"), ["Did you mean 'manager'?"]),
        (("opulent", "--seed", "1", "--turn", "3.door", "--decision", "lok"), ["Did you mean 'lock'?"]),
        (("opulent", "--seed", "1", "--turn", "3.door", "--decision", "99"), ["decisions."]),
        (("opulent", "--turn", "3.door", "--write", "x.txt"), ["a position file ends in .toml"]),
        (("opulent", "nothing.toml"), ["nothing.toml: there is no such file."]),
        (("table.toml",), ["the game comes before the file: house-edge advise GAME table.toml"]),
        (("opulent", "x.toml", "--turn", "3", "--scenario", "1920"), ["--turn is about a game", "--scenario: a"]),
        (("pebbles", "x.toml"), ["Pebbles does not read positions from files."]),
    ],
)  # fmt: skip
def test_wrong_input_is_two_lines_and_code_2(cli: Cli, typed: tuple[str, ...], words: list[str]) -> None:
    answer = cli("advise", *typed)
    assert (answer.code, answer.out) == (2, "")
    for word in words:
        assert word in answer.err


def test_a_file_that_is_nearly_called_so(cli: Cli, surroundings: Path) -> None:
    (surroundings / "table.toml").write_text("", encoding="utf-8")
    assert "there is no such file. Did you mean './table.toml'?" in cli("advise", "opulent", "tabel.toml").err


def test_a_replay_says_how_to_ask(cli: Cli) -> None:
    answer = cli("replay", "opulent", *GAME)
    assert "house-edge advise opulent --scenario 1922 --policy rulebook --game 41 --seed 7" in answer.err
    assert cli("replay", "opulent", *GAME, "--quiet").err == ""
