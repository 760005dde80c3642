"""A run that was interrupted goes on as if nothing had happened, or says by name why it cannot."""

import signal

import pytest

from sim.api import make_plan
from sim.errors import BadInput
from sim.store import list_runs, open_run, resume_run, verify_run
from tests.helpers import PATIENCE, child, part_bytes, play
from tests.store.kit import GAMES, crash, edit_manifest, manifest_of
from tests.test_run import EnoughFull


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
