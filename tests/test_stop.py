"""Runs that end by looking at their win rate: where they end is a function of the plan and the rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sim.api import make_plan
from sim.errors import BadInput, Interrupted
from sim.resume import resume_run
from sim.run import run_games
from sim.stop import HalfWidth, mixture_radius, rule_of, share_radius
from sim.store import RunWriter, open_run

MOST = 60_000
RULE = HalfWidth(0.008, ("full",))


@pytest.fixture(scope="module")
def plan():
    return make_plan("pebbles", policy="random", seed=5)


def play(plan, folder, progress=None, **options):
    writer = RunWriter.create(plan, MOST, out=folder, stop_rule=RULE.to_json(), **options)
    result = run_games(plan, MOST, writer=writer, keep_rows=False, stop=RULE, progress=progress)
    return result, writer.path


def part_bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("part-*.parquet"))}


@pytest.fixture(scope="module")
def whole(plan, tmp_path_factory):
    return play(plan, tmp_path_factory.mktemp("whole") / "run")


def test_it_ends_at_the_first_step_that_knows_enough(plan, whole):
    result, folder = whole
    assert result.status == "stopped" and result.rule == result.stop["rule"] == "half-width"
    rows = run_games(plan, MOST).rows
    won = (rows["outcome"] == 0).cumsum()
    ends = [n for n in range(5000, MOST + 1, 5000) if share_radius(int(won[n - 1]), n, 0.95) <= 0.008]
    assert result.games == ends[0] == 5000 * (result.stop["block"] + 1) > 5000
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["stop"] == result.stop and rule_of(manifest["stop_rule"]) == RULE
    assert "the win rate is known to within 0.7" in result.stop["reason"]


@pytest.mark.parametrize("options", [{"jobs": 2, "backend": "threading"}, {"block": 700}, {"block": 5000}])
def test_where_it_ends_depends_on_nothing_else(plan, whole, options):
    result = run_games(plan, MOST, stop=RULE, keep_rows=False, **options)
    assert result.stop == whole[0].stop and result.summary == whole[0].summary


class Crash(BaseException):
    """Stands for a power cut."""


@pytest.mark.parametrize("after", [1, 5_000, 10_000, 12_000])
@pytest.mark.parametrize("summary_only", [False, True])
def test_a_resumed_run_ends_at_the_same_block(plan, whole, tmp_path, monkeypatch, after, summary_only):
    def stop(progress):
        if progress.phase == "playing" and progress.games >= after:
            raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(RunWriter, "close", lambda writer, *_: writer.release())
        with pytest.raises(Crash):
            play(plan, tmp_path / "run", progress=stop, summary_only=summary_only)
    again = resume_run(tmp_path / "run", jobs=2)
    assert again.status == "stopped" and again.stop == whole[0].stop and again.rule == "half-width"
    assert again.summary == whole[0].summary
    if not summary_only:
        assert part_bytes(tmp_path / "run") == part_bytes(whole[1])
        assert again.rows_sha256 == whole[0].rows_sha256


def test_enough_on_disk_is_enough(plan, whole, tmp_path, monkeypatch):
    """The process dies after the last block is stored and before it says that the rule was met."""
    real = RunWriter._write_manifest

    def dying(writer):
        if writer.manifest["status"] == "stopped":
            raise Crash
        real(writer)

    with monkeypatch.context() as patch:
        patch.setattr(RunWriter, "_write_manifest", dying)
        with pytest.raises(Crash):
            play(plan, tmp_path / "run")
    assert open_run(tmp_path / "run").status == "interrupted"
    played = []
    again = resume_run(tmp_path / "run", progress=lambda progress: played.append(progress.played))
    assert not any(played), "nothing was missing"
    assert again.status == "stopped" and again.games == whole[0].games
    assert again.stop == whole[0].stop and open_run(tmp_path / "run").status == "stopped"


def test_a_damaged_part_of_a_stopped_run_is_played_again_and_no_more(plan, whole, tmp_path):
    _, folder = play(plan, tmp_path / "run")
    (folder / "part-000000.parquet").unlink()
    again = resume_run(folder)
    assert again.notes and again.stop == whole[0].stop and part_bytes(folder) == part_bytes(whole[1])


def test_a_gap_in_the_middle_is_not_judged(plan, whole, tmp_path, monkeypatch):
    """With a part missing in front of later ones the games are not the first so many, and the rule is not asked."""

    def stop(progress):
        if progress.phase == "playing" and progress.games >= 20_000:
            raise KeyboardInterrupt

    rule = HalfWidth(0.0065, ("full",))
    result = run_games(plan, MOST, stop=rule, keep_rows=False)
    assert result.games > 20_000
    writer = RunWriter.create(plan, MOST, out=tmp_path / "run", stop_rule=rule.to_json())
    with pytest.raises(Interrupted):
        run_games(plan, MOST, writer=writer, keep_rows=False, stop=rule, progress=stop)
    (tmp_path / "run" / "part-000000.parquet").unlink()
    again = resume_run(tmp_path / "run")
    assert again.stop == result.stop and again.summary == result.summary


def test_rules_come_back_from_a_manifest():
    assert rule_of({}) is None
    assert rule_of(json.loads(json.dumps(RULE.to_json()))) == RULE
    with pytest.raises(BadInput, match="the rule 'full moon'"):
        rule_of({"name": "full moon"})


def test_the_radius_grows_with_what_varies_and_with_confidence():
    assert mixture_radius(100, 0.95) < mixture_radius(200, 0.95) < mixture_radius(200, 0.99)
    assert share_radius(0, 0, 0.95) == float("inf")
    assert 0.002 < share_radius(0, 20_000, 0.95) < 0.003, "silence is no certainty"
