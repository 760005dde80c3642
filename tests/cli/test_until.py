"""run --until."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]
LINE = ("run", "pebbles", "--policy", "random", "--seed", "5", "--until", "0.8pp")


def test_a_run_ends_when_its_win_rate_is_known(cli: Cli) -> None:
    answer = cli(*LINE)
    assert answer.code == 0
    for text in (
        "95 % confidence sequence",
        "the win rate is known to within 0.7",
        "--until 0.8pp --max-games 1000000",
    ):
        assert text in answer.out
    assert "Wilson" not in answer.out


def test_its_intervals_may_be_looked_at(cli: Cli) -> None:
    one, two = (json.loads(cli(*LINE, "--json", "--jobs", jobs).out) for jobs in ("1", "2"))
    for found in (one, two):
        del found["timing"], found["run"]["path"]
    assert one == two
    assert one["status"] == "stopped" and one["stop"]["rule"] == "half-width"
    assert one["games"] == 5000 * (one["stop"]["block"] + 1)
    rate = one["win_rate"]
    assert rate["method"] == "normal-mixture-sequence" and (rate["high"] - rate["low"]) / 2 <= 0.008
    assert one["outcomes"]["full"]["low"] == rate["low"]
    assert one["metrics"]["turns"]["mean"]["method"] == "normal-mixture-sequence"


def test_a_finished_one_resumes_to_itself(cli: Cli) -> None:
    found = json.loads(cli(*LINE, "--json").out)
    again = json.loads(cli("resume", found["run"]["path"], "--json").out)
    assert (again["status"], again["stop"], again["win_rate"]) == ("stopped", found["stop"], found["win_rate"])


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("--until", "0.5"), "0.5 of what? Percentage points are typed 0.5pp."),
        (("--until", "0pp"), "--until takes more than 0pp"),
        (("--until", "decided"), "--until decided is for compare"),
        (("--until", "1pp", "--games", "10"), "give one of them"),
        (("--until", "1pp", "--max-games", "x"), "--max-games takes a whole number"),
        (("--max-games", "10"), "--max-games goes with --until"),
        (("--until", ""), "--until takes percentage points"),
    ],
)
def test_mistakes(cli: Cli, arguments: tuple[str, ...], text: str) -> None:
    answer = cli("run", "pebbles", *arguments)
    assert (answer.code, answer.out) == (2, "") and text in answer.err
