"""report: of a fresh answer, a stored one, stored runs; and what keeps it from being written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Answer

Cli = Callable[..., Answer]


def test_a_stored_answer_becomes_a_page(cli: Cli) -> None:
    assert cli("difficulty", "pebbles", "--games", "300", "--seed", "3", "--jobs", "1", "--table-only").code == 0
    answer = cli("report", "--out", "page", "--json")
    assert answer.code == 0
    written = json.loads(answer.out)
    text = Path(written["page"]).read_text(encoding="utf-8")
    assert written["bytes"] == len(text.encode()) < 3_000_000
    assert "Pebbles" in text
    assert "house-edge difficulty pebbles --games 300 --table-only --seed 3" in text
    assert cli("report", "--out", "page").code == 0  # an older report is replaced


def test_stored_runs_become_a_page(cli: Cli) -> None:
    names = []
    for scenario in ("high", "low"):
        names.append(f"run-{scenario}")
        line = ("run", "pebbles", "--scenario", scenario, "--games", "300", "--seed", "3", "--jobs", "1")
        assert cli(*line, "--out", names[-1]).code == 0
    assert cli("report", *names, "--out", "page").code == 0
    assert "house-edge report run-high run-low" in Path("page/index.html").read_text(encoding="utf-8")


def test_runs_that_do_not_belong_together(cli: Cli) -> None:
    for seed in ("3", "4"):
        line = ("run", "pebbles", "--games", "100", "--seed", seed, "--jobs", "1", "--out", f"run-{seed}")
        assert cli(*line).code == 0
    answer = cli("report", "run-3", "run-4")
    assert (answer.code, answer.out) == (2, "")
    assert "run-4: seed 4 here, 3 in run-3." in answer.err
    assert "another run has the same scenario and policy" in answer.err
    assert not Path("report").exists()


def test_what_keeps_a_report_from_being_written(cli: Cli, surroundings: Path) -> None:
    assert "nothing to report on yet" in cli("report").err
    assert "there is no run 'nope'" in cli("report", "nope").err
    (surroundings / "mine").mkdir()
    (surroundings / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    answer = cli("report", "nope", "--fresh", "--game", "pebles", "--games", "0", "--out", "mine")
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.splitlines()) == 4
    assert "add --fresh" in cli("report", "--seed", "4").err
    Path("broken").mkdir()
    Path("broken/difficulty.json").write_text('{"schema": 1}', encoding="utf-8")
    assert "cannot be read" in cli("report", "broken").err
