"""sensitivity."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from analysis.pace import measure
from analysis.study_plan import Pace
from reports.cli.sensitivity import read_belief, read_duration
from sim.errors import BadInput
from tests.cli.conftest import Answer, stopped

Cli = Callable[..., Answer]
SIZE = ("--trajectories", "2", "--samples", "8", "--games", "20")
LINE = ("sensitivity", "pebbles", *SIZE, "--seed", "3")


def test_the_answer_in_words(cli: Cli) -> None:
    answer = cli(*LINE, "--believe", "high=70%")
    assert answer.code == 0
    for text in (
        "Pebbles: do the conclusions survive the assumptions?",
        "sampled sets of assumptions",
        "The policy 'careful' wins more often than 'random'",
        "16 of 16",
        "One at a time",
        "Screening (Morris, 2 trajectories)",
        "luck (the dummy)",
        "Shares of the variance (Sobol, 8 samples)",
        "Believed: High tide won 70 % (within 5 points)",
        "None of the 16 sampled sets agrees. The nearest has High tide",
        "Precision: a win rate of one set has a standard error of at most",
        "Moved were 3 values that are ‘assumed’, ‘inferred’ or ‘ruling’",
        "--trajectories 2 --samples 8 --games 20 --seed 3",
    ):
        assert text in answer.out, text
    assert (Path.cwd() / "runs").is_dir() and len(list(Path.cwd().glob("runs/*/sensitivity.json"))) == 1


def test_json_is_a_function_of_the_input(cli: Cli) -> None:
    bodies = []
    for jobs in ("1", "2"):
        answer = cli(*LINE, "--jobs", jobs, "--json", "--quiet")
        assert (answer.code, answer.err) == (0, "")
        bodies.append(json.loads(answer.out))
    once, again = bodies
    assert once.pop("timing") != again.pop("timing")
    assert once == again
    assert once["schema"] == "house-edge/sensitivity" and once["status"] == "complete"
    assert once["plan"] | {"games_of": 0} == {"trajectories": 2, "samples": 8, "games": 20, "games_of": 0}
    assert len(once["sets"]) == 16 and {"slip", "tide", "turn_cap"} == set(once["sets"][0]["values"])
    assert once["command"].endswith("--trajectories 2 --samples 8 --games 20 --seed 3")


def test_the_printed_command_gives_the_same(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*asked: Any, **options: Any) -> Pace:
        """Measure, and answer the same however busy this machine is."""
        assert measure(*asked, **options).game > 0
        return Pace(stretch=0.02, game=2e-4)

    monkeypatch.setattr("analysis.pace.measure", slow)
    first = json.loads(cli("sensitivity", "pebbles", "--budget", "20s", "--scenario", "low", "--json", "--quiet").out)
    words = first["command"].split()[1:]
    again = json.loads(cli(*words, "--json", "--quiet").out)
    for body in (first, again):
        body.pop("timing")
    assert first == again and "--budget" not in words


def test_a_second_time_nothing_is_played(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from analysis.stretches import Stretches

    first = cli(*LINE, "--json").out
    monkeypatch.setattr(Stretches, "_play", lambda *_: pytest.fail("it is on the shelf"))
    second = cli(*LINE, "--json").out
    assert json.loads(first)["sets"] == json.loads(second)["sets"]


def test_sources_and_scenarios_choose_what_is_moved(cli: Cli) -> None:
    body = json.loads(cli(*LINE, "--source", "ruling", "--scenario", "high", "--json").out)
    assert [p["name"] for p in body["parameters"]] == ["turn_cap"] and body["scenarios"] == ["high"]
    both = json.loads(cli(*LINE, "--source", "ruling,assumed", "--scenario", "all", "--json").out)
    assert len(both["parameters"]) == 3 and both["sources"] == ["assumed", "ruling"]


@pytest.mark.parametrize("name", ["all.png", "deep/all.svg"])
def test_a_picture(cli: Cli, name: str) -> None:
    assert cli(*LINE, "--figure", name).code == 0
    data = Path(name).read_bytes()
    assert data.startswith(b"\x89PNG") if name.endswith("png") else b"<svg" in data[:1000]


def test_a_report_takes_the_survival_of_a_study(cli: Cli) -> None:
    assert cli("difficulty", "pebbles", "--games", "400", "--seed", "3", "--quiet").code == 0
    assert cli(*LINE).code == 0
    answer = cli("report", "--game", "pebbles")
    assert answer.code == 0 and "survival of the conclusions is that of" in answer.err
    assert "of these claims is that of a deeper study instead: 16 sets" in Path("report/index.html").read_text()
    stored = next(Path("runs").glob("*difficulty*"))
    assert cli("report", str(stored)).code == 0
    assert "deeper study" not in Path("report/index.html").read_text()
    study = next(Path("runs").glob("*sensitivity*"))
    assert cli("report", str(stored), str(study)).code == 0
    assert "deeper study" in Path("report/index.html").read_text()
    alone = cli("report", str(study))
    assert alone.code == 2 and "goes with one answer of 'difficulty'" in alone.err
    other = cli("sensitivity", "pebbles", *SIZE, "--seed", "3", "--policy", "random")
    assert other.code == 0
    newest = max(Path("runs").glob("*sensitivity*"), key=lambda path: path.stat().st_mtime)
    refused = cli("report", str(stored), str(newest))
    assert refused.code == 2 and "policy differ" in refused.err


# --- wrong input ---


def test_all_mistakes_at_once(cli: Cli) -> None:
    answer = cli(
        *("sensitivity", "pebbles", "--scenario", "hih", "--policy", "carful", "--source", "asumed", "--budget", "5"),
        *("--samples", "100", "--games", "0", "--trajectories", "x", "--believe", "high=170%", "--believe", "midle=4%"),
        *("--figure", "a.gif", "--seed", "-1", "--jobs", "0", "--rule", "slpi=1"),
    )
    assert (answer.code, answer.out) == (2, "")
    lines = answer.err.splitlines()
    assert len(lines) == 13
    for text in (
        "--budget takes a time such as 90s, 5m or 2h, not '5'.",
        "--samples takes a power of two, such as 64 or 128, not 100.",
        "nothing is 'asumed'. Did you mean 'assumed'?",
        "no scenario 'hih'. Did you mean 'high'?",
        "no policy 'carful'. Did you mean 'careful'?",
        "a share lies between 0 % and 100 %",
        "--believe: pebbles has no scenario 'midle'.",
        "the name ends in .png or .svg.",
        "there is no rule 'slpi'. Did you mean 'slip'?",
    ):
        assert any(text in line for line in lines), text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--budget", "1s", "--samples", "1024"), "are not enough here; the smallest study takes about"),
        (("--budget", "5m", *SIZE), "--budget has nothing to choose"),
        (("--scenario", "low", "--believe", "high=50%"), "high is not played here"),
        (("--believe", "high=50%", "--believe", "high=60%"), "--believe high is given twice"),
        (("--source", "inferred"), "nothing to doubt: no value of Pebbles that is inferred is left free"),
        (("--policy", "careful+random"), "under one policy of every seat"),
        (("--policy", "./none.py"), "there is no such file"),
        (("--source", "rulebook"), "nothing is 'rulebook'. Known: assumed, inferred, ruling."),
        (("--figure", "."), "the name ends in .png or .svg"),
        (("--belive", "high=50%"), "Did you mean --believe?"),
        (("--rule", "slip=1", "--rule", "tide=12", "--source", "assumed"), "nothing to doubt"),
    ],
)
def test_one_mistake(cli: Cli, options: tuple[str, ...], said: str) -> None:
    answer = cli("sensitivity", "pebbles", *options)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err and len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("5m", 300), ("5min", 300), ("2h", 7200), ("1h30m", 5400), ("0.5m", 30)]
)
def test_durations(text: str, seconds: float) -> None:
    assert read_duration(text, "--budget") == seconds


@pytest.mark.parametrize("text", ["", "5", "m", "5x", "-5m", "0.1s", "300h", "5m3", "s5"])
def test_no_durations(text: str) -> None:
    with pytest.raises(BadInput, match="--budget takes a time"):
        read_duration(text, "--budget")


@pytest.mark.parametrize(
    ("text", "rate", "tolerance"),
    [
        ("1920=70%", 0.7, 0.05),
        ("1920=0.7", 0.7, 0.05),
        ("1920=70%+-3", 0.7, 0.03),
        ("1920 = 70 % ± 2.5 %", 0.7, 0.025),
        ("1920=0%+-0", 0.0, 0.0),
    ],
)
def test_beliefs(text: str, rate: float, tolerance: float) -> None:
    belief = read_belief(text)
    assert (belief.scenario, belief.rate, belief.tolerance) == ("1920", pytest.approx(rate), pytest.approx(tolerance))


@pytest.mark.parametrize("text", ["1920", "=70%", "1920=", "1920=seventy", "1920=70", "1920=70%+-", "1920=70%+-60"])
def test_no_beliefs(text: str) -> None:
    with pytest.raises(BadInput, match="--believe"):
        read_belief(text)


# --- stopped ---


def test_ctrl_c_keeps_what_was_played(surroundings: Path) -> None:
    size = ["--trajectories", "200", "--samples", "1024", "--games", "400"]
    answer = stopped(["sensitivity", "pebbles", "--seed", "3", *size], "analysis.shelf:Shelf.keep", 300)
    assert answer.code == 130 and answer.out == ""
    assert "What was played is kept; to go on from there: house-edge sensitivity pebbles" in answer.err
    assert "Traceback" not in answer.err and "--trajectories 200 --samples 1024 --games 400 --seed 3" in answer.err
    (shelf,) = (surroundings / "runs" / ".stretches").glob("*.sqlite")
    with closing(sqlite3.connect(shelf)) as connection:
        assert 300 <= connection.execute("SELECT COUNT(*) FROM jars").fetchone()[0] < 1000
    assert not list((surroundings / "runs").glob("*/sensitivity.json"))
