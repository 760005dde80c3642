"""demo, warmup, doctor, clean, bench."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reports.cli import doctor, measure
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder with two folders of compiled code, one of them old."""
    from sim.digest import cache_root

    root = tmp_path / "cache"
    monkeypatch.setenv("HOUSE_EDGE_CACHE", str(root))
    cache_root.cache_clear()
    for name in ("0123456789abcdef", "fedcba9876543210"):
        (root / name).mkdir(parents=True)
        (root / name / "kernel.nbi").write_bytes(b"x" * 1000)
    os.utime(root / "0123456789abcdef", (0, 0))
    yield root
    cache_root.cache_clear()


def test_demo_shows_a_win_rate_with_interval_for_each_policy(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.cli.demo._BUDGET", 0.01)
    answer = cli("demo", "pebbles")
    assert answer.code == 0
    for text in ("random", "careful", "High tide", " to ", "seed 1920", "house-edge run pebbles"):
        assert text in answer.out
    result = json.loads(cli("demo", "pebbles", "--json").out)
    assert len(result["cells"]) == 4
    assert all(cell["win_rate"]["low"] <= cell["win_rate"]["high"] for cell in result["cells"])


def test_warmup_says_what_it_did(cli: Cli) -> None:
    assert cli("warmup", "pebbles").code == 0
    answer = cli("warmup", "pebbles")
    assert "were compiled already" in answer.out
    assert answer.err == ""
    assert json.loads(cli("warmup", "pebbles", "--json").out)["games"][0]["compiled_before"] is True


def test_doctor_on_a_sound_machine(cli: Cli) -> None:
    report = json.loads(cli("doctor", "--json").out)
    verdicts = {finding["name"]: finding["verdict"] for finding in report["findings"]}
    assert verdicts["versions"] == verdicts["machine"] == verdicts["random numbers"] == "ok"
    assert report["versions"]["numba"]


def test_doctor_names_what_is_wrong(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_EDGE_RUNS", "/proc/nowhere")
    monkeypatch.setattr(doctor, "_reference_words", lambda *_: [1, 2, 3])
    answer = cli("doctor")
    assert answer.code == 1
    problems = [line for line in answer.out.splitlines() if line.startswith("problem")]
    assert any("runs folder" in line and "/proc/nowhere" in line for line in problems)
    assert any("random numbers" in line for line in problems)


def test_a_check_that_fails_is_a_finding(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ImportError("no such library")

    monkeypatch.setattr("sim.registry.games", fail)
    answer = cli("doctor")
    assert answer.code == 1
    assert "ImportError: no such library" in answer.out


def test_clean_deletes_what_is_not_used(cli: Cli, own_cache: Path) -> None:
    dry = cli("clean", "--dry-run")
    assert "Would delete 1 folder" in dry.out
    assert len(list(own_cache.iterdir())) == 2
    assert "Deleted 1 folder of compiled code (1.0 kB)" in cli("clean").out
    assert [path.name for path in own_cache.iterdir()] == ["fedcba9876543210"]
    result = json.loads(cli("clean", "--all", "--json").out)
    assert [entry["name"] for entry in result["removed"]] == ["fedcba9876543210"]
    assert not list(own_cache.iterdir())


def test_the_kernel_in_c_shuffles_alike() -> None:
    found = measure.against_c()
    assert found is None or found["ratio"] > 0


def test_without_a_compiler_there_is_no_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert measure.against_c() is None


@pytest.mark.slow
def test_bench_has_every_figure(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measure, "_SCALING_SECONDS", 0.1)
    answer = cli("bench", "pebbles", "--quick", "--games", "1000", "--quiet", "--json")
    assert answer.code == 0
    result = json.loads(answer.out)
    measured = [(entry["scenario"], entry["policy"]) for entry in result["results"]]
    assert measured == [(tide, policy) for tide in ("high", "low") for policy in ("random", "careful")]
    for key in ("compile", "startup", "storage", "scaling", "linearity", "targets"):
        assert result[key]
    assert all(entry["decisions_per_game"] > 1 for entry in result["results"])
    assert result["compile"]["cold_s"] is None
    assert {target["met"] for target in result["targets"]} <= {True, False, None}
