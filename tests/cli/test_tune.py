"""tune."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Answer, stopped
from tests.helpers import PATIENCE

Cli = Callable[..., Answer]
LINE = ("tune", "pebbles", "--scenario", "high", "--target", "60%", "--tolerance", "2pp", "--free", "jar=1..200,slip")
QUICK = ("--games", "1600", "--confirm", "4000", "--changes", "2", "--seed", "3", "--quiet")


def answer_of(answer: Answer) -> dict:
    assert answer.code == 0, answer.err
    return json.loads(answer.out)


def without_clock(result: dict) -> dict:
    return {name: value for name, value in result.items() if name not in ("timing", "run")}


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict, Path]:
    """One search for tests that only look at it."""
    import os

    folder = tmp_path_factory.mktemp("tuned")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOUSE_EDGE_RUNS": str(folder / "runs"), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "reports.cli.main", *LINE, *QUICK, "--json"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    return result, Path(result["run"]["path"])


def test_the_json_says_what_was_asked_found_and_confirmed(searched: tuple[dict, Path]) -> None:
    result, folder = searched
    assert (result["schema"], result["status"], result["seed"]) == ("house-edge/tune", "complete", 3)
    assert result["targets"] == {"high": 0.6} and result["reached"] is True
    way = result["ways"][result["answer"]]
    assert way["verdict"] in ("shown", "likely")
    assert abs(way["rates"]["high"]["estimate"] - 0.6) <= 0.02
    assert way["cost"] == pytest.approx(5 * way["number"] + way["size"])
    assert all(way["rates"]["high"]["n"] == 4000 for way in result["ways"])
    assert [way["cost"] for way in result["ways"]] == sorted(way["cost"] for way in result["ways"])
    assert result["confirmation"]["seed"] != 3
    assert sum(stage["tries"] for stage in result["search"]["stages"]) == result["search"]["tries"]
    assert json.loads((folder / "tune.json").read_text()) == result
    for name, rule in {rule["name"]: rule for rule in result["cost"]["rules"]}.items():
        assert rule["change_cost"] == 1.0 and name in ("jar", "slip")


def test_every_way_is_a_variant_that_reproduces_its_number(searched: tuple[dict, Path], cli: Cli) -> None:
    result, folder = searched
    confirmation = result["confirmation"]
    play = ("--games", str(confirmation["games"]), "--seed", str(confirmation["seed"]), "--quiet", "--json")
    assert len(list(folder.glob("way-*.toml"))) == len(result["ways"]) > 1
    for place, way in enumerate(result["ways"], start=1):
        file = folder / f"way-{place}.toml"
        again = answer_of(cli("run", "pebbles", "--scenario", "high", "--variant", str(file), *play))
        assert again["win_rate"]["estimate"] == way["rates"]["high"]["estimate"]
        changed = {name: change["value"] for name, change in again["rules_changed"].items()}
        assert changed == {name: change["value"] for name, change in way["changes"].items()}


def test_the_list_again_and_another_way_of_it(searched: tuple[dict, Path], cli: Cli, tmp_path: Path) -> None:
    result, folder = searched
    words = cli("tune", "--resume", str(folder), "--quiet")
    assert words.code == 0
    assert "Pebbles, tide high: what makes it a 60 % win under 'careful'?" in words.out
    assert f"seed {result['confirmation']['seed']}, derived from 3" in words.out
    assert f"house-edge run pebbles --scenario high --variant {folder}/way-{result['answer'] + 1}.toml" in words.out
    assert without_clock(answer_of(cli("tune", "--resume", str(folder), "--json"))) == without_clock(result)
    target = tmp_path / "kind.toml"
    assert cli("tune", "--resume", str(folder), "--pick", "1", "--out", str(target)).code == 0
    assert target.read_text() == (folder / "way-1.toml").read_text()
    again = cli("tune", "--resume", str(folder), "--pick", "1", "--out", str(target))
    assert again.code == 2 and "exists already" in again.err
    assert cli("tune", "--resume", str(folder), "--out", str(target), "--force").code == 0
    assert target.read_text() == (folder / f"way-{result['answer'] + 1}.toml").read_text()
    far = cli("tune", "--resume", str(folder), "--pick", "99", "--out", str(tmp_path / "x.toml"))
    assert far.code == 2 and "the list has" in far.err


def test_other_options_than_the_folder_s_are_refused_with_the_difference(searched: tuple[dict, Path], cli: Cli) -> None:
    _, folder = searched
    answer = cli("tune", "pebbles", "--resume", str(folder), "--target", "50%", "--seed", "4")
    assert (answer.code, answer.out) == (2, "")
    assert "--target is 60% there, 50% here" in answer.err and "--seed is 3 there, 4 here" in answer.err


def test_changed_sources_are_refused_with_the_difference(searched: tuple[dict, Path], cli: Cli, tmp_path: Path) -> None:
    _, folder = searched
    copy = tmp_path / "copy"
    copy.mkdir()
    question = json.loads((folder / "question.json").read_text())
    question["facts"]["policies"]["careful"] = "0" * 16
    question["facts"]["versions"]["optuna"] = "4.0.0"
    (copy / "question.json").write_text(json.dumps(question))
    answer = cli("tune", "--resume", str(copy))
    assert answer.code == 2
    assert "policy careful has changed" in answer.err and "optuna was 4.0.0" in answer.err


def test_ctrl_c_keeps_the_search_and_going_on_gives_the_same(
    searched: tuple[dict, Path], cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOUSE_EDGE_RUNS", str(tmp_path / "runs"))
    stop = stopped([*LINE, *QUICK], "analysis.tries:Memory.put", 6)
    assert (stop.code, stop.out) == (130, ""), stop.err
    folder = next((tmp_path / "runs").iterdir())
    assert f"To go on: house-edge tune --resume {folder}" in stop.err and "Traceback" not in stop.err
    again = answer_of(cli("tune", "--resume", str(folder), "--json", "--quiet"))
    assert without_clock(again) == without_clock(searched[0])


def test_all_scenarios_at_once_on_a_line(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "all.svg"
    line = ("tune", "pebbles", "--target", "70%..50%", "--free", "tide=1..40,slip", "--figure", str(picture))
    answer = cli(*line, "--all-years", "--tolerance", "5pp", *QUICK)
    assert answer.code == 0
    assert "2 tides with the same changes: what makes it a win of 70 % (high) to 50 % (low)" in answer.out
    for text in ("mean distance", "worst", "as it is", "from the target"):
        assert text in answer.out
    assert picture.read_text().startswith("<?xml")
    result = answer_of(cli(*line, "--scenario", "all", "--tolerance", "5pp", *QUICK, "--json"))
    assert result["targets"] == {"high": 0.7, "low": pytest.approx(0.5)}
    assert result["printed"]["distance"]["method"] == "wilson, simultaneous over the scenarios"


def test_not_reached_is_said_with_the_nearest_and_how_to_go_farther(cli: Cli) -> None:
    answer = cli("tune", "pebbles", "--target", "2%", "--free", "slip,jar=10..40", *QUICK)
    assert answer.code == 0
    assert "Not reached with up to 2 changes of 2 rules: nothing comes within 1 point." in answer.out
    assert "Nearest: jar 40 pebbles instead of 20" in answer.out
    assert "jar was tried no farther; --free jar=LOW..HIGH goes on." in answer.out
    assert "Play way" not in answer.out


def test_on_target_already(cli: Cli) -> None:
    answer = cli("tune", "pebbles", "--target", "99.9%", *QUICK)
    assert answer.code == 0 and "Nothing has to change" in answer.out


def test_house_rules_in_force_are_part_of_the_variant(cli: Cli, tmp_path: Path) -> None:
    target = tmp_path / "both.toml"
    line = ("tune", "pebbles", "--variant", "kind", "--rule", "tide=5", "--free", "jar=1..200", "--target", "60%")
    result = answer_of(cli(*line, "--tolerance", "4pp", *QUICK, "--out", str(target), "--json"))
    way = result["ways"][result["answer"]]
    assert set(way["changes"]) == {"jar"}
    text = target.read_text()
    assert "tide = 5  # --rule" in text and "variant kind" in text and "# was" in text
    confirmation = result["confirmation"]
    play = ("--games", str(confirmation["games"]), "--seed", str(confirmation["seed"]), "--quiet", "--json")
    again = answer_of(cli("run", "pebbles", "--variant", str(target), *play))
    assert again["win_rate"]["estimate"] == way["rates"]["high"]["estimate"]


def test_what_may_be_changed_and_its_price(cli: Cli) -> None:
    answer = cli("tune", "pebbles", "--target", "60%", "--dry-run", "--cost", "slip=3", "--keep", "j*", "--seed", "1")
    assert answer.code == 0 and answer.err == ""
    assert [word for line in answer.out.splitlines() if line.startswith("slip") for word in line.split()] == [
        *("slip", "1", "0", "to", "2", "pips", "3", "range")
    ]
    assert "jar" not in answer.out.split("To search")[0]
    listed = answer_of(cli("tune", "pebbles", "--target", "60%", "--dry-run", "--json"))
    assert {rule["name"]: rule["change_cost"] for rule in listed["rules"]} == {"jar": 1.0, "slip": 1.0}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--target", "0%"), "more than 0% and less than 100%"),
        (("--target", "120%"), "more than 0% and less than 100%"),
        (("--target", "abc"), "a share of games such as 60% or 0.6"),
        (("--target", "60"), "60 of what?"),
        ((), "--target is missing"),
        (("--target", "high=60%", "--all-years"), "low is missing"),
        (("--target", "high=60%,hih=3%", "--all-years"), "no scenario 'hih'. Did you mean 'high'?"),
        (("--target", "high=60%,low=50%"), "low is not tuned here"),
        (("--target", "high=60%,high=50%"), "given twice"),
        (("--target", "80%..40%"), "at least two scenarios"),
        (("--target", "80%..x", "--all-years"), "not 'x'"),
        (("--target", "60%", "--all-years", "--scenario", "low"), "leave --scenario out"),
        (("--target", "60%", "--free", "jaar"), "Did you mean 'jar'?"),
        (("--target", "60%", "--free", "jar", "--keep", "jar"), "it cannot be both"),
        (("--target", "60%", "--cost", "jar=-1"), "a number from 0"),
        (("--target", "60%", "--cost", "jar"), "NAME=NUMBER"),
        (("--target", "60%", "--changes", "4"), "at most 3"),
        (("--target", "60%", "--pick", "2"), "name a file"),
        (("--target", "60%", "--out", "x.txt"), "ends in .toml"),
        (("--target", "60%", "--figure", "x.gif"), ".png or .svg"),
        (("--target", "60%", "--budget", "soon"), "a time such as 90s"),
        (("--target", "60%", "--policy", "carful"), "Did you mean 'careful'?"),
        (("--resume", "nowhere"), "no search in such a folder"),
    ],
)
def test_mistakes(cli: Cli, options: tuple[str, ...], said: str) -> None:
    answer = cli("tune", "pebbles", *options)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli(
        *("tune", "pebbles", "--target", "120%", "--scenario", "hih", "--free", "jaar", "--cost", "slip=x"),
        *("--changes", "0", "--seed", "-1", "--policy", "none", "--rule", "tyde=3"),
    )
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 8
