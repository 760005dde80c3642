"""Runs are stored: what was played is what is read, in parts, under names, and never half."""

import errno
import json

import pytest

from sim import parts
from sim.api import make_plan
from sim.errors import BadInput, ContractBroken, Incomplete
from sim.run import run_games
from sim.store import RunWriter, find_newest, list_runs, open_run, resume_run, run_name
from tests.helpers import part_bytes, play
from tests.store.kit import GAMES
from tests.test_run import BAD_POLICY


def test_what_is_stored_is_what_was_played(plan, whole, runs):
    result, folder = play(plan, GAMES)
    run = open_run(folder)
    assert run.rows().tobytes() == whole.rows.tobytes()
    assert run.summary() == whole.summary
    assert run.status == "complete" and run.games == GAMES and run.resume_command is None
    frame = run.frame()
    assert frame["outcome"].value_counts().to_dict() == whole.summary.counts
    assert frame.attrs["seed"] == 7 and frame.attrs["run"] == folder.name
    manifest = run.manifest
    assert [entry["count"] for entry in manifest["parts"]] == [10_000, 10_000, 10_000, 4500]
    assert manifest["rows_sha256"] == result.rows_sha256 == whole.rows_sha256
    assert {o["name"]: o["games"] for o in manifest["outcomes"]} == whole.summary.counts
    assert manifest["rules"]["slip"] == {"value": 1, "origin": "default"}
    assert manifest["versions"]["numba"] and manifest["machine"]["cores"] >= 1
    assert manifest["command"].startswith("house-edge run pebbles --scenario high")
    assert not list(folder.glob(".*.tmp"))


@pytest.mark.parametrize(
    "options",
    [{"block": 700}, {"jobs": 2, "backend": "threading", "block": 1000}, {"jobs": 2, "backend": "loky"}],
    ids=str,
)
def test_parts_do_not_depend_on_blocks_or_workers(plan, whole_parts, runs, options):
    assert part_bytes(play(plan, GAMES, **options)[1]) == whole_parts


def test_a_stored_game_is_small(whole_parts):
    assert sum(map(len, whole_parts.values())) / GAMES < 12, "bytes a game of six columns"


def test_names_are_readable_and_do_not_collide(plan, runs, monkeypatch):
    name = run_name(plan)
    monkeypatch.setattr("sim.writer.run_name", lambda plan: name)  # midnight may come
    assert name[4] == name[7] == "-" and name.endswith("-pebbles-high-random-s7")
    folders = [play(plan, 10)[1].name for _ in range(3)]
    assert folders == [name, f"{name}-2", f"{name}-3"]


def test_runs_are_listed_and_found(plan, runs):
    assert list_runs() == [] and find_newest("pebbles") is None
    first = play(plan, 10)[1]
    second = play(make_plan("pebbles", "low", policy="careful", seed=1), 10)[1]
    (runs / "not-a-run").mkdir()
    assert [run.path for run in list_runs()] == [second, first]
    assert find_newest("pebbles").path == second
    assert find_newest("pebbles", policy="random").path == first
    assert find_newest("pebbles", scenario="high").path == first
    assert find_newest("opulent") is None
    assert open_run(first.name).path == first, "by name"
    with pytest.raises(BadInput, match=f"Did you mean '{first.name}'"):
        open_run(first.name + "x")


def test_a_plan_comes_back_from_its_manifest(runs):
    plan = make_plan(
        "pebbles", "low", policy="random+careful:enough=3.5", seed=5, variants=["kind"], rules={"jar": "9"}
    )
    assert open_run(play(plan, 5)[1]).plan() == plan


def test_summary_only_keeps_no_rows(plan, whole, runs):
    _, folder = play(plan, GAMES, summary_only=True)
    run = open_run(folder)
    assert not part_bytes(folder)
    assert run.summary() == whole.summary and run.games == GAMES
    with pytest.raises(BadInput, match="--summary-only"):
        run.rows()


def test_reading_many_parts_yields_one_at_a_time(plan, runs):
    _, folder = play(plan, GAMES)
    sizes = [len(rows) for rows in open_run(folder).parts()]
    assert sizes == [10_000, 10_000, 10_000, 4500]


# --- no room, no right -----------------------------------------------------------------------------------------------


def test_an_unwritable_folder_is_bad_input(plan, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HOUSE_EDGE_RUNS", str(tmp_path / "file" / "runs"))
    with pytest.raises(BadInput, match=r"cannot be written.*--out or HOUSE_EDGE_RUNS"):
        RunWriter.create(plan, 100)
    with pytest.raises(BadInput, match="not an empty folder"):
        RunWriter.create(plan, 100, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_at_the_start_leaves_nothing(plan, runs, monkeypatch):
    def full(path, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(parts, "write_json", full)
    with pytest.raises(BadInput, match="No space left"):
        RunWriter.create(plan, 100)
    assert list(runs.iterdir()) == []


def test_a_run_too_large_for_the_disk_is_refused(plan, runs, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda path: type("Usage", (), {"free": 10_000})())
    with pytest.raises(BadInput, match="--summary-only"):
        RunWriter.create(plan, GAMES)
    assert list(runs.iterdir()) == []
    RunWriter.create(plan, GAMES, summary_only=True).release()


def test_a_disk_that_fills_up_keeps_the_finished_parts(plan, whole_parts, runs, monkeypatch):
    write = parts.write_part

    def fills_up(folder, number, rows, run):
        if number == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(folder, number, rows, run)

    with monkeypatch.context() as patch:
        patch.setattr(parts, "write_part", fills_up)
        with pytest.raises(Incomplete, match="No space left") as caught:
            play(plan, GAMES)
    assert caught.value.exit_code == 4
    run = list_runs()[0]
    assert run.status == "interrupted" and len(part_bytes(run.path)) == 2 and not list(run.path.glob(".*.tmp"))
    resume_run(run.path)
    assert part_bytes(run.path) == whole_parts


def test_an_interrupted_write_leaves_no_half_file(tmp_path):
    target = tmp_path / "file.json"
    parts.write_json(target, {"a": 1})
    with pytest.raises(ValueError, match="JSON"):
        parts.write_json(target, {"a": float("nan")})
    with pytest.raises(RuntimeError):
        parts.write_safely(
            target, lambda path: (path.write_text("half"), (_ for _ in ()).throw(RuntimeError))[1].__next__()
        )
    assert json.loads(target.read_text()) == {"a": 1}
    assert [path.name for path in tmp_path.iterdir()] == ["file.json"]


def test_a_named_folder(plan, tmp_path):
    folder = tmp_path / "mine"
    run_games(plan, 50, writer=RunWriter.create(plan, 50, out=folder))
    with pytest.raises(BadInput, match="already holds a run"):
        RunWriter.create(plan, 50, out=folder)
    assert len(open_run(folder).rows()) == 50


def test_a_broken_contract_keeps_the_games_before_it_on_disk(runs, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(BAD_POLICY.format(fault="return 99"))
    plan = make_plan("pebbles", policy=str(path), seed=3)
    with pytest.raises(ContractBroken) as caught:
        play(plan, GAMES)
    run = list_runs()[0]
    assert run.status == "failed"
    assert run.manifest["error"]["game"] == caught.value.game_index == run.games
    assert run.manifest["error"]["type"] == "ContractBroken" and run.manifest["error"]["seed"] == 3
    assert len(run.rows()) == run.games and not (run.frame()["outcome"] == "error").any()
