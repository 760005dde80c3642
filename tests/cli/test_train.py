"""train."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import TEMPLATE, Answer, stopped

Cli = Callable[..., Answer]
HARD = ("--policy", "careful:enough=2", "--rule", "jar=60", "--seed", "7")
QUICK = ("--trials", "48", "--games", "400", "--select", "2000", "--confirm", "4000", "--quiet")


def answer_of(answer: Answer) -> dict:
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def without_clock(result: dict) -> dict:
    return {name: value for name, value in result.items() if name not in ("timing", "run")}


def test_the_gain_in_words_and_again_by_other_commands(cli: Cli) -> None:
    answer = cli("train", "pebbles", "--scenario", "high", *HARD, *QUICK)
    assert answer.code == 0, answer.err
    assert "Pebbles, tide high: the weights of 'careful'" in answer.out
    assert "Weights were found that win more games: " in answer.out and "Stop at this many." in answer.out
    assert "To play them: --policy careful:enough=" in answer.out
    folder = next(Path("runs").glob("*-pebbles-train-s7"))
    stored = json.loads((folder / "train.json").read_text())
    found, seed = stored["trainings"][0], str(stored["trainings"][0]["confirmation"]["seed"])
    line = ("--scenario", "high", "--rule", "jar=60", "--games", "4000", "--seed", seed, "--quiet", "--json")
    played = answer_of(cli("run", "pebbles", "--policy", found["trained"], *line))
    assert played["win_rate"]["estimate"] == found["gain"]["value"]["estimate"]
    again = answer_of(cli("train", "--resume", str(folder), "--json", "--quiet"))
    assert without_clock(again) == without_clock(stored)


def test_json_and_file_of_weights_are_functions_of_the_question(cli: Cli, tmp_path: Path) -> None:
    files = [tmp_path / "one.toml", tmp_path / "two.toml"]
    found = [
        answer_of(cli("train", "pebbles", "--each", *HARD, *QUICK, "--json", "--jobs", jobs, "--out", str(file)))
        for jobs, file in zip("12", files, strict=True)
    ]
    one, two = (without_clock(result) for result in found)
    assert one == two and files[0].read_text() == files[1].read_text()
    assert (one["schema"], one["status"]) == ("house-edge/train", "complete")
    assert [training["scenarios"] for training in one["trainings"]] == [["high", "low"], ["high"], ["low"]]
    together = one["trainings"][0]
    written = tomllib.loads(files[0].read_text())
    assert written["all"]["weights"]["enough"] == together["weights"]["enough"]["found"]
    record = written["all"]["record"]
    assert record["gain"][0] == pytest.approx(together["gain"]["difference"]["estimate"], abs=1e-4)
    assert set(record["gains"]) == {"high", "low"} and record["command"] == one["command"]
    for training in one["trainings"][1:]:  # a scenario's own weights are kept only if they beat those of all
        kept = training["scenarios"][0] in written.get("scenarios", {})
        assert kept == (training["gain"]["difference"]["low"] > 0)


def test_a_file_keeps_what_other_trainings_wrote_into_it(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[scenarios.low]\nweights = { enough = 4.0 }\n[all]\nweights = { enough = 5.0 }\n")
    answer = cli("train", "pebbles", "--scenario", "high", *HARD, *QUICK, "--out", str(file))
    assert answer.code == 0 and f"Written: {file}, for tide high" in answer.out
    written = tomllib.loads(file.read_text())
    assert written["all"]["weights"] == {"enough": 5.0} and written["scenarios"]["low"]["weights"] == {"enough": 4.0}
    assert written["scenarios"]["high"]["weights"]["enough"] > 6


def test_no_gain_in_words_and_nothing_written(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    answer = cli("train", "pebbles", "--scenario", "high", *QUICK, "--seed", "7", "--out", str(file))
    assert answer.code == 0 and "Nothing to gain: it loses " in answer.out and not file.exists()
    assert f"{file}: not written, there is nothing better to keep." in answer.out


@pytest.mark.parametrize(
    ("line", "complaints"),
    [
        ((), ["the game is missing"]),
        (("pebbles", "--policy", "random"), ["random declares no weights, so there is nothing to train"]),
        (("pebbles", "--policy", "random+careful"), ["the weights of one policy are trained"]),
        (("pebbles", "--policy", "careful:enough=99"), ["it takes a number from 0 to 30"]),
        (("pebbles", "--each", "--scenario", "low"), ["--each trains every scenario; leave --scenario out"]),
        (
            ("pebbles", "--weights", "enugh", "--scenario", "hig", "--trials", "0", "--budget", "x", "--out", "."),
            [
                "no weight 'enugh'. Did you mean 'enough'?",
                "no scenario 'hig'. Did you mean 'high'?",
                "--trials takes at least 1",
                "--budget takes a time such as",
                "--out .: this is a folder",
            ],
        ),
        (("pebbles", "--resume", "nowhere"), ["--resume nowhere: there is no search in such a folder"]),
    ],
)
def test_wrong_input_is_refused_with_every_mistake(cli: Cli, line: tuple[str, ...], complaints: list[str]) -> None:
    answer = cli("train", *line)
    assert (answer.code, answer.out) == (2, "")
    for complaint in complaints:
        assert complaint in answer.err


def test_a_file_that_holds_something_else_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "kind.toml"
    file.write_text((TEMPLATE / "games/pebbles/variants/kind.toml").read_text())
    answer = cli("train", "pebbles", "--out", str(file))
    assert answer.code == 2 and "holds something else than weights" in answer.err


def test_other_options_or_sources_than_the_folder_s_are_refused(cli: Cli, tmp_path: Path) -> None:
    assert cli("train", "pebbles", "--scenario", "high", *HARD, *QUICK).code == 0
    folder = next(Path("runs").glob("*-pebbles-train-s7"))
    answer = cli("train", "pebbles", "--resume", str(folder), "--trials", "9", "--seed", "8")
    assert answer.code == 2 and "--trials is 48 there, 9 here" in answer.err and "--seed is 7 there, 8" in answer.err
    question = json.loads((folder / "question.json").read_text())
    question["facts"]["policies"]["careful"] = "0" * 16
    (folder / "question.json").write_text(json.dumps(question))
    answer = cli("train", "--resume", str(folder))
    assert answer.code == 2 and "policy careful has changed" in answer.err
    tune = cli("tune", "--resume", str(folder))
    assert tune.code == 2 and "house-edge/train-question 1, not house-edge/tune-question 1" in tune.err


def test_ctrl_c_keeps_the_games_and_going_on_gives_the_same(cli: Cli, surroundings: Path) -> None:
    line = ["train", "pebbles", "--scenario", "high", *HARD, "--trials", "400", *QUICK[2:]]
    answer = stopped(line, "analysis.tries:Memory.put", 100)
    assert (answer.code, answer.out) == (130, ""), answer.err
    (games,) = surroundings.glob("runs/*/played.jsonl")
    folder = games.parent
    assert 0 < len(games.read_text().splitlines()) <= 100
    assert "To go on: house-edge train --resume" in answer.err and "Traceback" not in answer.err
    resumed = answer_of(cli("train", "--resume", str(folder), "--json", "--quiet"))
    whole = answer_of(cli(*line, "--json"))
    assert without_clock(resumed) == without_clock(whole)
