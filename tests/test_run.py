import math
import shutil
import signal
import threading

import numpy as np
import pytest

from sim.api import make_plan
from sim.errors import BadInput, ContractBroken, HouseEdgeError
from sim.parts import PART
from sim.run import Session, check_numbers, run_games
from sim.spread import block_size, choose_backend, cut
from sim.summary import Summary
from tests.helpers import PATIENCE, ROOT, child, said

BAD_POLICY = '''
"""Answers nonsense once in a while."""
from sim.policy import Policy
from sim.streams import below

policy = Policy("pebbles", "bad", parent="random")


@policy.decision
def search(table, rules, choices, n, weights, memory, luck, seat):
    """Nonsense in one of a few thousand decisions."""
    if below(luck.state, 9000) == 0:
        {fault}
    return below(luck.state, n)
'''


@pytest.fixture(scope="module")
def plan():
    return make_plan("pebbles", policy="random", seed=7)


@pytest.fixture(scope="module")
def reference(plan):
    return run_games(plan, 12_345)


@pytest.mark.kernel
@pytest.mark.parametrize("block", [1, 7, 100])
def test_rows_do_not_depend_on_the_block_size(plan, block):
    reference = run_games(plan, 150)
    result = run_games(plan, 150, block=block)
    assert result.rows.tobytes() == reference.rows.tobytes()
    assert result.rows_sha256 == reference.rows_sha256
    assert result.summary == reference.summary


@pytest.mark.parametrize(
    "options",
    [
        {"block": 777},
        {"block": 1_000_000},
        {"jobs": 2, "backend": "threading"},
        {"jobs": 4, "backend": "threading", "block": 333},
        {"jobs": 2, "backend": "loky"},
        {"jobs": 3, "backend": "loky", "block": 1000},
        {"jobs": 2},
        {"jobs": 2, "backend": "sequential"},
    ],
    ids=str,
)
def test_rows_do_not_depend_on_workers_backend_or_block(plan, reference, options):
    result = run_games(plan, 12_345, **options)
    assert result.rows.tobytes() == reference.rows.tobytes()
    assert result.rows_sha256 == reference.rows_sha256
    assert result.summary == reference.summary
    assert result.status == "complete"
    assert result.games == result.games_requested == 12_345


def test_the_summary_equals_the_one_computed_from_the_rows(plan, reference):
    assert reference.summary == Summary.of_rows(reference.rows, reference.summary.outcomes)
    assert sum(reference.summary.counts.values()) == 12_345
    without_rows = run_games(plan, 12_345, keep_rows=False)
    assert without_rows.rows is None and without_rows.rows_sha256 is None
    assert without_rows.summary == reference.summary


def test_a_later_stretch_is_the_same_games(plan, reference):
    result = run_games(plan, 3000, first=9000)
    assert result.rows.tobytes() == reference.rows[9000:12_000].tobytes()
    assert result.games == result.games_requested == 3000


def test_identical_rows_without_the_compiler(plan):
    code = """
        from sim.api import make_plan
        from sim.run import run_games
        if __name__ == "__main__":
            result = run_games(make_plan("pebbles", policy="random", seed=7), 120, jobs={jobs}, backend="{backend}")
            print(result.rows_sha256)
        """
    expected = run_games(plan, 120).rows_sha256
    assert said(code.format(jobs=1, backend="auto"), NUMBA_DISABLE_JIT="1") == expected
    assert said(code.format(jobs=2, backend="loky"), NUMBA_DISABLE_JIT="1") == expected


def test_different_seeds_rules_and_policies_give_different_rows(reference):
    for other in (
        make_plan("pebbles", policy="random", seed=8),
        make_plan("pebbles", policy="careful", seed=7),
        make_plan("pebbles", policy="random", seed=7, rules={"slip": 2}),
        make_plan("pebbles", "low", policy="random", seed=7),
    ):
        assert run_games(other, 500).rows.tobytes() != reference.rows[:500].tobytes()


# --- progress --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"jobs": 2, "backend": "threading", "block": 500}], ids=str)
def test_progress_counts_finished_games(plan, options):
    seen = []
    run_games(plan, 6000, progress=lambda p: seen.append((p.phase, p.games, p.summary.games, p.compile_s)), **options)
    assert seen[0][0] in ("compiling", "loading") and seen[0][1] == 0
    playing = [entry for entry in seen if entry[0] == "playing"]
    games = [entry[1] for entry in playing]
    assert games == sorted(games) and games[-1] == 6000 and len(games) >= 3
    assert all(entry[1] == entry[2] for entry in seen), "games are counted when merged, not when handed out"
    assert playing[0][3] > 0


def test_progress_goes_on_from_earlier_sessions(plan):
    earlier = run_games(plan, 4000, keep_rows=False).summary
    seen = []
    session = Session(plan, [(4000, 1000)], 5000, progress=seen.append, earlier=earlier, keep_rows=False)
    result = session.run()
    assert seen[0].games == 4000 and seen[-1].games == 5000 and seen[-1].played == 1000
    assert seen[-1].games_per_s == pytest.approx(1000 / seen[-1].seconds)
    assert result.summary == run_games(plan, 5000, keep_rows=False).summary


def test_a_cold_cache_is_announced_as_compiling(tmp_path):
    code = """
        from sim.api import make_plan
        from sim.run import run_games
        phases = []
        run_games(make_plan("pebbles", seed=7), 10, progress=lambda p: phases.append(p.phase))
        print(phases[0])
        """
    cache, clone = str(tmp_path / "cache"), tmp_path / "clone"
    assert said(code, HOUSE_EDGE_CACHE=cache) == "compiling"
    assert said(code, HOUSE_EDGE_CACHE=cache) == "loading"
    # a clone elsewhere compiles for itself, though the same sources are in the cache
    shutil.copytree(ROOT / "sim", clone / "sim", ignore=shutil.ignore_patterns("__pycache__", "games"))
    assert said(code, cwd=clone, PYTHONPATH=str(clone), HOUSE_EDGE_CACHE=cache) == "compiling"


def test_timing(reference):
    timing = reference.timing
    assert set(timing) == {"compile_s", "play_s", "wall_s", "games_per_s"}
    assert 0 < timing["play_s"] <= timing["wall_s"]
    assert timing["games_per_s"] == pytest.approx(12_345 / timing["play_s"])


def test_memory_does_not_grow_with_the_games():
    code = """
        import resource
        from sim.api import make_plan
        from sim.run import run_games
        plan = make_plan("pebbles", seed=7)
        run_games(plan, 50_000, keep_rows=False, jobs=2, backend="threading")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        run_games(plan, 2_000_000, keep_rows=False, jobs=2, backend="threading")
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
        """
    assert int(said(code)) < 30_000, "kilobytes; the rows alone would be 34 MB"


# --- stopping --------------------------------------------------------------------------------------------------------


class EnoughFull:
    name, step = "enough full jars", 500

    def reason_to_stop(self, summary):
        return f"{summary.counts['full']} full jars" if summary.counts["full"] >= 3000 else None


def test_where_a_stop_rule_stops_does_not_depend_on_the_blocks(plan, reference):
    results = [
        run_games(plan, 12_345, stop=EnoughFull(), **options)
        for options in ({}, {"block": 130}, {"block": 5000}, {"jobs": 2, "backend": "threading"})
    ]
    games = {result.games for result in results}
    assert len(games) == 1 and 3000 <= games.pop() < 12_345
    assert {result.status for result in results} == {"stopped"}
    assert len({result.rows.tobytes() for result in results}) == 1
    assert results[0].rows.tobytes() == reference.rows[: results[0].games].tobytes()
    assert results[0].stop["rule"] == "enough full jars" and "full jars" in results[0].stop["reason"]


@pytest.mark.parametrize("fault", ["return 99", "return -1"])
def test_a_broken_contract_keeps_the_games_before_it(tmp_path, fault):
    path = tmp_path / "bad.py"
    path.write_text(BAD_POLICY.format(fault=fault))
    bad = make_plan("pebbles", policy=f"random+{path}", seed=3)
    found = set()
    for options in ({}, {"block": 100}, {"block": 5000}, {"jobs": 2, "backend": "threading", "block": 50}):
        session = Session(bad, [(0, 12_000)], 12_000, **options)
        with pytest.raises(ContractBroken) as caught:
            session.run()
        error = caught.value
        assert error.exit_code == 3 and error.seed == 3
        assert "search" in error.message and "bad.py" in error.message and "right" in error.message
        assert session.played == error.game_index, "every game before the broken one is kept"
        found.add((error.game_index, session.sha.hexdigest()))
    assert len(found) == 1


def test_a_policy_that_raises_is_a_broken_contract(tmp_path):
    path = tmp_path / "raises.py"
    path.write_text(BAD_POLICY.format(fault="raise ValueError"))
    bad = make_plan("pebbles", policy=str(path), seed=3)
    found = set()
    for block in (100, 5000):
        with pytest.raises(ContractBroken, match="ValueError") as caught:
            run_games(bad, 12_000, block=block)
        found.add(caught.value.game_index)
    assert len(found) == 1


def test_ctrl_c_in_a_process_pool_ends_the_run_and_its_workers():
    code = """
        import sys
        from sim.api import make_plan
        from sim.errors import Interrupted
        from sim.run import run_games

        told = []

        def progress(p):
            if p.games > 2000 and not told:
                told.append(p.games)
                print("playing", flush=True)
                sys.stdin.readline()  # goes on when the test lets it

        if __name__ == "__main__":
            try:
                plan = make_plan("pebbles", seed=7)
                run_games(plan, 10_000_000, jobs=2, backend="loky", block=500, progress=progress)
            except Interrupted as stopped:
                print("kept", stopped.result.games, len(stopped.result.rows), stopped.result.status)
                sys.exit(stopped.exit_code)
        """
    process = child(code)
    assert process.stdout.readline().strip() == "playing"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate("go on\n", timeout=PATIENCE)
    assert process.returncode == 130, err
    kept = next(line for line in out.splitlines() if line.startswith("kept")).split()
    assert kept[1] == kept[2] and 2000 < int(kept[1]) < 1_000_000 and kept[3] == "interrupted"
    assert "Traceback" not in err


def test_runs_in_a_thread_of_a_notebook(plan, reference):
    found = []
    thread = threading.Thread(target=lambda: found.append(run_games(plan, 12_345)))
    thread.start()
    thread.join()
    assert found[0].rows_sha256 == reference.rows_sha256


# --- places and sources ----------------------------------------------------------------------------------------------

DIGEST = """
    from sim.api import make_plan
    from sim.run import run_games
    print(run_games(make_plan("pebbles", policy="random", seed=7), 300).rows_sha256)
    """


def test_four_processes_on_a_cold_cache(plan, tmp_path):
    processes = [child(DIGEST, HOUSE_EDGE_CACHE=str(tmp_path)) for _ in range(4)]
    outcomes = [(process.communicate(timeout=PATIENCE), process.returncode) for process in processes]
    assert [code for _, code in outcomes] == [0] * 4, outcomes
    assert {out.strip() for (out, _), _ in outcomes} == {run_games(plan, 300).rows_sha256}


def test_an_unwritable_home_falls_back_and_says_so(plan, tmp_path):
    nowhere = "/dev/null/home"
    process = child(DIGEST, HOME=nowhere, XDG_CACHE_HOME=nowhere, HOUSE_EDGE_CACHE=None, TMPDIR=str(tmp_path))
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert out.strip() == run_games(plan, 300).rows_sha256
    assert "not writable" in err and str(tmp_path) in err


# --- small things ----------------------------------------------------------------------------------------------------


def test_blocks_cross_no_border():
    blocks = list(cut([(0, 25_000), (40_100, 300)], lambda: 4000, 7000))
    assert sum(count for _, count in blocks) == 25_300
    for first, count in blocks:
        assert first // PART == (first + count - 1) // PART and first // 7000 == (first + count - 1) // 7000
    assert blocks[-1] == (40_100, 300)


def test_blocks_take_a_fraction_of_a_second():
    assert block_size(3_000_000) == 5000
    assert block_size(10_000) == 2500
    assert block_size(5) == 10
    assert all(PART % block_size(speed) == 0 for speed in np.logspace(0, 6))


def test_the_backend_suits_the_work():
    assert choose_backend(1, 1e6, False) == "sequential"
    assert choose_backend(2, 0.01, False) == "sequential"
    assert choose_backend(2, math.inf, False) == "threading"
    assert choose_backend(2, 0.5, True) == "sequential", "a pool would take longer to start"
    assert choose_backend(2, 100, True) == "loky", "plain Python holds the interpreter"


@pytest.mark.parametrize(
    ("numbers", "word"),
    [
        ({"games": 0}, "games: 0"),
        ({"games": -5}, "games: -5"),
        ({"games": 10**12}, "1 to 1,000,000,000"),
        ({"jobs": 0}, "jobs: 0"),
        ({"jobs": 10_000}, "jobs: 10,000"),
        ({"seed": 2**53}, "2\\*\\*53"),
        ({"seed": -1}, "seed"),
        ({"backend": "lokky"}, "Did you mean 'loky'"),
        ({"block": 0}, "block"),
    ],
    ids=str,
)
def test_numbers_out_of_range_are_named(numbers, word):
    with pytest.raises(BadInput, match=word):
        check_numbers(**numbers)


def test_all_mistakes_are_reported_together():
    with pytest.raises(BadInput) as caught:
        check_numbers(games=0, jobs=0, seed=-1, backend="x")
    assert len(caught.value.problems) == 4
    assert isinstance(caught.value, HouseEdgeError)
