"""run, resume, verify, list runs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, TEMPLATE, Answer
from tests.helpers import PATIENCE

Cli = Callable[..., Answer]


def test_a_run_says_how_it_ended_and_where_it_is(cli: Cli) -> None:
    answer = cli("run", "pebbles", "--policy", "random", "--games", "2k", "--seed", "7", "--jobs", "1")
    assert answer.code == 0
    assert re.match(
        r"Pebbles, tide high: under the policy 'random' the team wins \d\d(\.\d)? % of 2,000 games"
        r" \(95 % Wilson interval .* to .* %; seed 7\)\.",
        answer.out,
    )
    counts = [
        int(n.replace(",", "")) for n in re.findall(r"^(?:won|lost|abandoned) .*?  +([\d,]+)  ", answer.out, re.M)
    ]
    assert len(counts) == 3
    assert sum(counts) == 2000
    assert "all games" in answer.out
    assert "balances" in answer.out
    assert "Stored in runs" in answer.out
    assert "house-edge run pebbles --scenario high --policy random --games 2000 --seed 7" in answer.out


@pytest.mark.kernel
def test_the_command_printed_gives_the_same_games(cli: Cli) -> None:
    first = cli("run", "pebbles", "--policy", "random", "--rule", "slip=2", "--games", "300", "--jobs", "1", "--json")
    once = json.loads(first.out)
    again = json.loads(cli(*once["command"].split()[1:], "--jobs", "1", "--json").out)
    assert once["run"]["rows_sha256"] == again["run"]["rows_sha256"]
    assert once["run"]["path"] != again["run"]["path"]
    timeless = [
        {key: value for key, value in result.items() if key not in ("timing", "run")} for result in (once, again)
    ]
    assert timeless[0] == timeless[1]


@pytest.mark.kernel
def test_the_json_of_a_run(cli: Cli) -> None:
    answer = cli("run", "pebbles", "--games", "500", "--seed", "3", "--variant", "kind", "--jobs", "1", "--json")
    assert answer.code == 0
    result = json.loads(answer.out)
    assert result["schema"] == "house-edge/run"
    assert result["status"] == "complete"
    assert result["seed"] == 3
    assert sum(outcome["count"] for outcome in result["outcomes"].values()) == result["games"] == 500
    rate = result["win_rate"]
    assert 0 <= rate["low"] <= rate["estimate"] <= rate["high"] <= 1
    assert result["rules_changed"] == {"slip": {"value": 0, "default": 1, "unit": "pips"}}
    assert [seat["seat"] for seat in result["policies"]] == ["left", "right"]
    for ledger in result["ledgers"].values():
        assert sum(ledger["in"].values()) == sum(ledger["out"].values())
    assert set(result["timing"]) == {"compile_s", "play_s", "wall_s", "games_per_s"}
    assert result["resume_command"] is None
    assert result["assumptions"] == [
        {"name": "tide", "value": 12, "unit": "turns", "source": "assumed", "range": [10, 14]}
    ]


def test_a_seed_is_drawn_printed_and_stored(cli: Cli) -> None:
    seeds = [json.loads(cli("run", "pebbles", "--games", "10", "--jobs", "1", "--json").out)["seed"] for _ in range(2)]
    assert seeds[0] != seeds[1]
    rows = json.loads(cli("list", "runs", "--json").out)["runs"]
    assert {row["seed"] for row in rows} == set(seeds)


def test_all_mistakes_at_once_and_nothing_written(cli: Cli, surroundings: Path) -> None:
    answer = cli(
        "run", "pebbles", "--scenario", "hihg", "--games", "1e12", "--jobs", "10000", "--rule", "jr=1", "--rule",
        "slip=9", "--policy", "carefull", "--variant", "kid", "--seed", "-4", "--backend", "lok", "--out",
        "/proc/nowhere", "--cards", "nowhere",
    )  # fmt: skip
    assert answer.code == 2
    assert answer.out == ""
    for text in (
        "Did you mean 'high'?",
        "--games takes at most 1,000,000,000",
        "--jobs takes at most",
        "there is no rule 'jr'. Did you mean 'jar'?",
        "slip = '9' is not allowed: it takes a whole number from 0 to 6 pips (rulebook's default 1)",
        "Did you mean 'careful'?",
        "Did you mean 'kind'?",
        "--seed takes at least 0",
        "Did you mean 'loky'?",
        "--out /proc/nowhere: cannot write there",
        "--cards nowhere: there is no such folder",
    ):
        assert text in answer.err
    assert not any(surroundings.iterdir())


@pytest.mark.parametrize(
    ("option", "value"), [("--games", "0"), ("--games", "-3"), ("--games", "x"), ("--jobs", "0"), ("--jobs", "10000")]
)
def test_numbers_out_of_range(cli: Cli, surroundings: Path, option: str, value: str) -> None:
    answer = cli("run", "pebbles", option, value)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 1
    assert option in answer.err
    assert not any(surroundings.iterdir())


def test_weights_of_a_policy(cli: Cli) -> None:
    def won(policy: str) -> float:
        line = ("run", "pebbles", "--policy", policy, "--games", "300", "--seed", "1", "--jobs", "1", "--json")
        return float(json.loads(cli(*line).out)["win_rate"]["estimate"])

    assert won("careful:enough=30") < won("careful:enough=6")
    answer = cli("run", "pebbles", "--policy", "careful:enogh=3+careful:enough=99")
    assert answer.code == 2
    assert "Did you mean 'enough'?" in answer.err
    assert "from 0 to 30" in answer.err


def test_out_must_be_new(cli: Cli, surroundings: Path) -> None:
    line = ("run", "pebbles", "--games", "10", "--jobs", "1", "--out", "here")
    assert cli(*line).code == 0
    before = sorted(path.name for path in (surroundings / "here").iterdir())
    answer = cli(*line)
    assert answer.code == 2
    assert "here" in answer.err
    assert sorted(path.name for path in (surroundings / "here").iterdir()) == before


def test_summary_only_keeps_no_rows(cli: Cli, surroundings: Path) -> None:
    line = ("run", "pebbles", "--games", "500", "--seed", "1", "--jobs", "1", "--json")
    small = json.loads(cli(*line, "--summary-only", "--out", "small").out)
    full = json.loads(cli(*line, "--out", "full").out)
    assert small["outcomes"] == full["outcomes"]
    assert small["metrics"] == full["metrics"]
    assert not list((surroundings / "small").rglob("*.parquet"))
    assert cli("verify", "small").code == 2


def test_verify_finds_an_edited_part(cli: Cli, surroundings: Path) -> None:
    cli("run", "pebbles", "--policy", "random", "--games", "300", "--jobs", "1", "--out", "mine")
    assert "played again with the same result" in cli("verify", "mine", "--sample", "20").out
    part = next((surroundings / "mine").rglob("*.parquet"))
    part.write_bytes(part.read_bytes()[:-40] + b"0" * 40)
    answer = cli("verify", "mine")
    assert answer.code == 3
    assert answer.out == ""
    assert "house-edge resume mine" in answer.err
    assert cli("resume", "mine", "--jobs", "1").code == 0
    assert cli("verify", "mine").code == 0


def test_a_policy_that_breaks_the_contract(cli: Cli, surroundings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = surroundings / "extra" / "policies" / "pebbles"
    folder.mkdir(parents=True)
    (folder / "cheat.py").write_text(
        '"""Answers out of range."""\nfrom sim.policy import Policy\n\npolicy = Policy("pebbles", "cheat")\n\n\n'
        "@policy.otherwise\ndef wrong(table, rules, choices, n, weights, memory, luck, seat):\n    return 7\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("HOUSE_EDGE_PATH", f"{folder.parents[1]}{os.pathsep}{TEMPLATE}")
    answer = cli("run", "pebbles", "--policy", "cheat", "--games", "50", "--seed", "5", "--jobs", "1")
    assert answer.code == 3
    assert answer.out == ""
    for text in ("'cheat'", "'search'", "game 0", "seed 5", "house-edge replay pebbles", "--game 0"):
        assert text in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(surroundings: Path) -> None:
    line = [
        "run",
        "pebbles",
        "--policy",
        "random",
        "--games",
        "1e9",
        "--seed",
        "1",
        "--jobs",
        "1",
        "--out",
        "big",
        "--json",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "reports.cli.main", *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    deadline = time.monotonic() + PATIENCE
    while not list(Path("big").rglob("*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "house-edge resume big" in err
    assert "Traceback" not in err
    result = json.loads(out)
    assert result["status"] == "interrupted"
    assert result["resume_command"] == "house-edge resume big"
    assert 0 < result["games"] < 10**8
    assert sum(outcome["count"] for outcome in result["outcomes"].values()) == result["games"]


@pytest.mark.kernel
def test_abandoned_games_are_pointed_out(cli: Cli) -> None:
    line = ("run", "pebbles", "--rule", "turn_cap=1", "--games", "200", "--jobs", "1", "--seed", "1")
    answer = cli(*line)
    assert "abandoned at the turn cap" in answer.err
    assert re.search(r"abandoned +stopped at the turn cap +[1-9]", answer.out)
    assert json.loads(cli(*line, "--json").out)["warnings"]


def test_no_colour_and_nothing_that_moves_off_a_terminal(process: Cli) -> None:
    answer = process("run", "pebbles", "--games", "200", "--jobs", "1", NO_COLOR="")
    assert answer.code == 0
    assert "\x1b" not in answer.out + answer.err
    assert "\r" not in answer.err
