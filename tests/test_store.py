import errno
import json
import signal

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest

from sim import parts
from sim.api import make_plan
from sim.errors import BadInput, ContractBroken, Incomplete
from sim.run import run_games
from sim.store import RunWriter, find_newest, list_runs, open_run, resume_run, run_name, verify_run
from tests.helpers import PATIENCE, child, part_bytes, play
from tests.test_run import BAD_POLICY, EnoughFull

GAMES = 34_500  # four parts, the last of them short


@pytest.fixture(scope="module")
def plan():
    return make_plan("pebbles", policy="random", seed=7)


@pytest.fixture(scope="module")
def whole(plan):
    """The rows of an uninterrupted run."""
    return run_games(plan, GAMES, block=5000)


@pytest.fixture(scope="module")
def whole_parts(plan, whole, tmp_path_factory):
    """The parts of an uninterrupted run, byte for byte."""
    writer = RunWriter.create(plan, GAMES, out=tmp_path_factory.mktemp("whole"))
    run_games(plan, GAMES, writer=writer)
    return part_bytes(writer.path)


def manifest_of(folder):
    return json.loads((folder / "manifest.json").read_text())


def edit_manifest(folder, **changes):
    (folder / "manifest.json").write_text(json.dumps({**manifest_of(folder), **changes}))


# --- writing and reading ---------------------------------------------------------------------------------------------


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


def test_names_are_readable_and_do_not_collide(plan, runs):
    name = run_name(plan)
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


# --- interrupted and resumed -----------------------------------------------------------------------------------------


class Crash(BaseException):
    """Stands for a power cut: nothing gets a chance to tidy up."""


def crash(plan, monkeypatch, after, summary_only=False):
    """Play until ``after`` games are finished, then stop dead; return the folder."""

    def stop(progress):
        if progress.phase == "playing" and progress.games >= after:
            raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(RunWriter, "close", lambda writer, *_: writer.release())
        writer = RunWriter.create(plan, GAMES, summary_only=summary_only)
        with pytest.raises(Crash):
            run_games(plan, GAMES, writer=writer, keep_rows=False, block=2500, progress=stop)
    return writer.path


@pytest.mark.parametrize("after", [1, 10_000, 12_500, 20_000, 27_500, 30_000, 34_500])
def test_resumed_after_a_crash_equals_uninterrupted(plan, whole, whole_parts, runs, monkeypatch, after):
    folder = crash(plan, monkeypatch, after)
    (folder / ".part-000001.parquet.1.tmp").write_bytes(b"half")
    kept = part_bytes(folder)
    assert len(kept) == (after // 10_000 if after < GAMES else 4), "all but the part in flight"
    assert open_run(folder).status == "interrupted"
    seen = []
    result = resume_run(folder, block=700, progress=seen.append)
    assert seen[0].games == min(sum(10_000 for _ in kept), GAMES) if seen else after == GAMES
    assert part_bytes(folder) == whole_parts
    assert result.games == GAMES and result.rows_sha256 == whole.rows_sha256 and result.notes == []
    assert result.summary == whole.summary == open_run(folder).summary()
    assert manifest_of(folder)["status"] == "complete" and not list(folder.glob(".*.tmp"))
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("part*")}.keys() == whole_parts.keys()


def test_summary_only_is_resumed(plan, whole, runs, monkeypatch):
    monkeypatch.setattr("sim.writer.SUMMARY_SECONDS", 0.0)
    folder = crash(plan, monkeypatch, 12_500, summary_only=True)
    assert open_run(folder).games == 12_500
    result = resume_run(folder)
    assert result.summary == whole.summary == open_run(folder).summary()
    text = (folder / "summary.json").read_text()
    (folder / "summary.json").write_text(text.replace('"games": 34500', '"games": 34501'))
    with pytest.raises(BadInput, match="damaged"):
        open_run(folder).summary()
    assert resume_run(folder).summary == whole.summary


CHILD = """
    import sys
    from sim.api import make_plan
    from sim.errors import Interrupted
    from sim.run import run_games
    from sim.store import RunWriter

    def progress(p):
        if p.games == 12_000:
            print("far enough", flush=True)
            sys.stdin.readline()  # goes on when the test lets it

    if __name__ == "__main__":
        plan = make_plan("pebbles", policy="random", seed=7)
        writer = RunWriter.create(plan, 34_500)
        try:
            run_games(plan, 34_500, writer=writer, keep_rows=False, block=500, progress=progress)
        except Interrupted as stopped:
            print(stopped, "|", stopped.resume_command)
            sys.exit(stopped.exit_code)
    """


def test_kill_loses_the_part_in_flight_only(plan, whole_parts, runs):
    process = child(CHILD, HOUSE_EDGE_RUNS=str(runs))
    assert process.stdout.readline().strip() == "far enough"
    run = list_runs()[0]
    assert run.status == "running"
    with pytest.raises(BadInput, match=f"process {process.pid} is writing this run"):
        resume_run(run.path)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    assert run.status == "interrupted"
    assert list(part_bytes(run.path)) == ["part-000000.parquet"]
    resume_run(run.path)
    assert part_bytes(run.path) == whole_parts


def test_ctrl_c_saves_what_is_finished(plan, whole_parts, runs):
    process = child(CHILD, HOUSE_EDGE_RUNS=str(runs))
    assert process.stdout.readline().strip() == "far enough"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate("go on\n", timeout=PATIENCE)
    assert process.returncode == 130 and "Traceback" not in err
    run = list_runs()[0]
    assert f"house-edge resume {run.path}" in out and "of 34,500 games" in out
    assert run.manifest["status"] == "interrupted" and run.resume_command
    assert 12_000 <= run.games < GAMES
    assert len(run.rows()) == run.games == run.summary().games, "the part in flight is kept as well"
    resume_run(run.path, jobs=2)
    assert part_bytes(run.path) == whole_parts
    assert manifest_of(run.path)["sessions"] == 2


def test_a_finished_run_resumes_to_itself(plan, whole, whole_parts, runs):
    _, folder = play(plan, GAMES)
    result = resume_run(folder)
    assert result.games == GAMES and result.status == "complete" and result.rows_sha256 == whole.rows_sha256
    assert part_bytes(folder) == whole_parts


def test_a_run_ended_by_its_rule_stays_ended(plan, runs):
    result, folder = play(plan, GAMES, stop=EnoughFull())
    before = part_bytes(folder)
    assert open_run(folder).status == "stopped" and open_run(folder).resume_command is None
    again = resume_run(folder)
    assert again.games == result.games < GAMES and again.status == "stopped"
    next(folder.glob("part*")).unlink()
    assert resume_run(folder).notes
    assert part_bytes(folder) == before
    assert manifest_of(folder)["stop"]["rule"] == "enough full jars"


# --- damaged ---------------------------------------------------------------------------------------------------------


def cut_short(path):
    path.write_bytes(path.read_bytes()[:-3000])


def empty(path):
    path.write_bytes(b"")


def remove(path):
    path.unlink()


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def edit_keeping_metadata(path):
    table = pyarrow.parquet.read_table(path)
    jar = table.column("jar").to_numpy().copy()
    jar[17] += 1
    place = table.schema.get_field_index("jar")
    table = table.set_column(place, table.schema.field("jar"), pyarrow.array(jar))
    pyarrow.parquet.write_table(table, path)


def edit_with_pandas(path):
    frame = pyarrow.parquet.read_table(path).to_pandas()
    frame.loc[3, "outcome"] = 1 - frame.loc[3, "outcome"]
    frame.to_parquet(path)


def edit_and_forge(path):
    """Rewrite the rows with a digest that fits them; the manifest still tells."""
    dtype = np.dtype([("game", "<i8"), ("outcome", "i1"), *((n, "<i2") for n in ("turns", "jar", "found", "dropped"))])
    run = manifest_of(path.parent)["run_digest"]
    rows, entry = parts.read_part(path.parent, 1, dtype, run)
    rows["jar"][5] += 1
    parts.write_part(path.parent, entry["first"] // 10_000, rows, run)


@pytest.mark.parametrize(
    "damage", [cut_short, empty, remove, flip, edit_keeping_metadata, edit_with_pandas, edit_and_forge]
)
def test_a_damaged_part_is_found_and_played_again(plan, whole, whole_parts, runs, damage):
    _, folder = play(plan, GAMES)
    damage(folder / "part-000001.parquet")
    assert part_bytes(folder) != whole_parts
    with pytest.raises(BadInput, match=r"part-000001.*house-edge resume"):
        open_run(folder).rows()
    assert verify_run(folder, 5).damaged
    seen = []
    result = resume_run(folder, progress=seen.append)
    assert seen[-1].played == 10_000, "only the damaged part is played"
    assert len(result.notes) == 1 and "part-000001" in result.notes[0]
    assert part_bytes(folder) == whole_parts
    assert result.summary == whole.summary and result.rows_sha256 == whole.rows_sha256


def test_a_part_of_another_run_is_not_taken(plan, whole_parts, runs):
    _, folder = play(plan, GAMES)
    _, other = play(make_plan("pebbles", policy="random", seed=8), GAMES)
    (folder / "part-000002.parquet").write_bytes((other / "part-000002.parquet").read_bytes())
    assert "belongs to another run" in resume_run(folder).notes[0]
    assert part_bytes(folder) == whole_parts


# --- refused ---------------------------------------------------------------------------------------------------------


def test_other_rules_policies_and_seeds_are_refused_by_name(plan, runs, monkeypatch):
    folder = crash(plan, monkeypatch, 12_500)
    before = part_bytes(folder)
    wanted = make_plan("pebbles", "low", policy="careful", seed=8, rules={"slip": 3})
    with pytest.raises(BadInput) as caught:
        resume_run(folder, plan=wanted, games=50_000)
    text = str(caught.value)
    for difference in (
        "scenario: high in the run, low now",
        "seed: 7 in the run, 8 now",
        "policies: random+random in the run, careful+careful now",
        "rule slip: 1 in the run, 3 now",
        "rule jar: 20 in the run, 30 now",
        "games: 34,500 in the run, 50,000 now",
    ):
        assert difference in text
    assert caught.value.exit_code == 2
    assert part_bytes(folder) == before
    assert resume_run(folder, plan=plan, games=GAMES).games == GAMES


def test_other_versions_are_refused_by_name(plan, runs):
    _, folder = play(plan, 100)
    edit_manifest(folder, versions={**manifest_of(folder)["versions"], "numba": "0.1.0"})
    with pytest.raises(BadInput, match=r"version of numba: 0\.1\.0 in the run, \d"):
        resume_run(folder)


def test_rules_edited_in_the_manifest_are_refused(plan, runs):
    _, folder = play(plan, 100)
    rules = manifest_of(folder)["rules"]
    rules["slip"]["value"] = 2
    edit_manifest(folder, rules=rules)
    with pytest.raises(BadInput, match="rules were edited"):
        resume_run(folder)


def test_another_schema_version_is_refused_naming_both(plan, runs):
    _, folder = play(plan, 100)
    edit_manifest(folder, schema_version=7)
    for action in (open_run, resume_run, verify_run):
        with pytest.raises(BadInput, match=r"schema version 7.*reads version 1"):
            action(folder)
    assert list_runs() == []


def test_a_folder_that_is_no_run(runs, tmp_path):
    with pytest.raises(BadInput, match="not a run folder"):
        open_run(tmp_path)
    (tmp_path / "manifest.json").write_text("{ half")
    with pytest.raises(BadInput, match="cannot be read"):
        open_run(tmp_path)
    with pytest.raises(BadInput, match="there is no run 'x'"):
        open_run("x")


SOURCES = """
    import sys
    from sim.api import make_plan
    from sim.errors import BadInput
    from sim.run import run_games
    from sim.store import RunWriter, list_runs, resume_run, verify_run
    plan = make_plan("pebbles", seed=7)
    for run in list_runs():
        for action in (resume_run, verify_run):
            try:
                action(run.path)
                print("accepted")
            except BadInput as error:
                print(error)
    result = run_games(plan, 300, writer=RunWriter.create(plan, 300))
    print("rows", result.rows_sha256)
    """


def test_an_edited_source_changes_the_rows_and_is_named(template_copy, runs):
    def again():
        process = child(SOURCES, HOUSE_EDGE_PATH=str(template_copy), HOUSE_EDGE_RUNS=str(runs))
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        return out, out.strip().splitlines()[-1]

    _, before = again()
    same, unchanged = again()
    assert unchanged == before and same.count("accepted") == 2
    source = template_copy / "games" / "pebbles" / "play.py"
    source.write_text(source.read_text().replace("roll = 1 + below", "roll = 2 + below"))
    said, after = again()
    assert after != before, "no stale compiled code"
    assert "source file pebbles/play.py changed" in said and "accepted" not in said
    source.write_text(source.read_text().replace("roll = 2 + below", "roll = 1 + below"))
    assert again()[1] == before


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


# --- broken contracts, verification ----------------------------------------------------------------------------------


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


def test_verify_plays_a_sample_again(plan, runs):
    _, folder = play(plan, 12_345)
    verification = verify_run(folder, sample=50)
    assert verification.passed and verification.checked == 50


def test_verify_finds_a_forged_run(plan, runs):
    """Rows, digests and manifest all agree with each other, but not with the game."""
    _, folder = play(plan, 200)
    run = open_run(folder)
    rows = run.rows()
    rows["jar"] += 1
    entry = parts.write_part(folder, 0, rows, run.manifest["run_digest"])
    edit_manifest(folder, parts=[entry])
    verification = verify_run(folder)
    assert not verification.passed and len(verification.different) == 200
    assert verification.different[0]["column"] == "jar"
    assert verification.different[0]["stored"] == verification.different[0]["played"] + 1


def test_reading_many_parts_yields_one_at_a_time(plan, runs):
    _, folder = play(plan, GAMES)
    sizes = [len(rows) for rows in open_run(folder).parts()]
    assert sizes == [10_000, 10_000, 10_000, 4500]
