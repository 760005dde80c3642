"""Blocks on a real dask cluster: the same rows, whatever happens to the machines."""

import json
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip("distributed", reason="pip install 'house-edge[cluster]'")

from sim import crew
from sim.api import make_plan
from sim.cluster import AHEAD, Cluster, _Sent, muster
from sim.errors import BadInput, ContractBroken, Incomplete
from sim.resume import resume_run
from sim.run import run_games
from sim.stop import HalfWidth
from sim.worker import Task
from tests.cluster_machines import ROOT, Machines
from tests.helpers import PATIENCE, part_bytes, play

GAMES = 20_345

CAREFUL = '''
"""Careful, from a file of its own."""
from sim.policy import Policy
from sim.streams import below

policy = Policy("pebbles", "{name}", parent="random")


@policy.decision
def search(table, rules, choices, n, weights, memory, luck, seat):
    """Chance, and once in a while something else."""
    if below(luck.state, 30000) == 0:
        {fault}
    return below(luck.state, n)
'''


@pytest.fixture(scope="module")
def plan():
    return make_plan("pebbles", policy="random", seed=7)


@pytest.fixture(scope="module")
def local(plan):
    return run_games(plan, GAMES)


@pytest.fixture(scope="module")
def machines():
    """A scheduler with two workers."""
    with Machines() as machines:
        machines.worker(HOUSE_EDGE_DECISION_SECONDS="2")
        machines.worker(threads=2, HOUSE_EDGE_DECISION_SECONDS="2")
        yield machines


@pytest.fixture(scope="module")
def backend(machines, plan):
    """The cluster, with both workers ready for the plan."""
    name = f"dask:{machines.address}"
    wait_until_ready(plan, name, 2)
    return name


def wait_until_ready(plan, backend, workers):
    """Wait until some workers may play a plan."""
    found = muster(plan, backend)
    while len(found.ready) < workers:
        found.look()
        time.sleep(0.05)


def same(result, local):
    assert result.rows_sha256 == local.rows_sha256
    assert result.summary == local.summary
    assert (result.status, result.games) == ("complete", local.games)


def tasks_left(address):
    """Return the tasks a scheduler knows of, once it has heard of everything that was let go."""
    client, deadline = crew.connect(address), time.monotonic() + 60
    while (left := client.run_on_scheduler(_known)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


def _known(dask_scheduler):
    return [f"{key} is {task.state}" for key, task in dask_scheduler.tasks.items()]


@pytest.mark.parametrize("block", [None, 333])
def test_rows_are_those_of_this_machine(plan, local, backend, block):
    told = []
    result = run_games(plan, GAMES, backend=backend, block=block, progress=told.append)
    assert result.rows.tobytes() == local.rows.tobytes()
    same(result, local)
    assert result.backend == "dask"
    assert told[-1].workers == "2 workers with 3 threads"


def test_a_stop_rule_ends_at_the_same_game_and_leaves_nothing_behind(plan, backend, machines):
    rule = HalfWidth(0.02, ("full",), step=500)
    here = run_games(plan, 50_000, stop=rule)
    there = run_games(plan, 50_000, stop=rule, backend=backend, block=100)
    assert here.status == there.status == "stopped"
    assert there.stop == here.stop and there.rows_sha256 == here.rows_sha256
    assert not tasks_left(machines.address)


def test_what_is_under_way_is_bounded(plan, backend):
    cluster = Cluster(plan, backend)
    taken = []

    def tasks():
        for first in range(0, 10_000, 50):
            taken.append(first)
            yield Task(plan, "", first, 50, True, 0)

    blocks = cluster.play(tasks(), lambda: False)
    got = [next(blocks) for _ in range(5)]
    time.sleep(0.5)  # a slow consumer: nothing is sent while nobody asks
    assert [block.first for block in got] == [0, 50, 100, 150, 200]
    assert len(taken) <= 5 + 3 * AHEAD + 16
    blocks.close()
    cluster.close()


def test_a_killed_worker_loses_nothing(plan, local, backend, machines):
    victim, _ = machines.worker()
    wait_until_ready(plan, backend, 3)
    deaths = []

    def kill(progress):
        if not deaths and progress.workers.startswith("3 workers") and progress.games > 2000:
            machines.end(victim, signal.SIGKILL)
            deaths.append(progress.games)

    result = run_games(plan, GAMES, backend=backend, block=100, progress=kill)
    assert deaths and deaths[0] < GAMES
    same(result, local)


def test_without_workers_it_waits_and_then_ends_resumable(plan, runs, monkeypatch):
    games = 8_000
    _, whole = play(plan, games)
    with Machines() as machines:
        backend = f"dask:{machines.address}"
        victim, _ = machines.worker()
        monkeypatch.setenv("HOUSE_EDGE_CLUSTER_WAIT", "2")

        def kill(progress):
            if progress.games > 2000 and victim.poll() is None:
                machines.end(victim)

        with (
            pytest.raises(
                Incomplete, match=r"no worker free at tcp://\S+ for 2 s; .*dask worker tcp.* of 8,000 games are kept"
            ) as error,
            pytest.warns(UserWarning, match="waiting 2 s for one"),
        ):
            play(plan, games, backend=backend, block=100, progress=kill)
        assert error.value.exit_code == 4
        (folder,) = [path for path in runs.iterdir() if path != whole]
        assert json.loads((folder / "manifest.json").read_text())["status"] == "interrupted"
        # a worker that comes while it waits goes on with it
        monkeypatch.setenv("HOUSE_EDGE_CLUSTER_WAIT", str(PATIENCE))
        timer = threading.Timer(2, machines.worker)
        timer.start()
        result = resume_run(folder, backend=backend, block=100)
        timer.join()
        assert result.status == "complete"
        assert part_bytes(folder) == part_bytes(whole)


def test_a_scheduler_that_goes_ends_the_run_resumable(plan, runs):
    games = 8_000
    _, whole = play(plan, games)
    with Machines() as machines:
        machines.worker()

        def kill(progress):
            if progress.games > 2000 and machines.scheduler.poll() is None:
                machines.end(machines.scheduler)

        with pytest.raises(
            Incomplete, match=r"the scheduler at tcp://\S+ is gone. .* of 8,000 games are kept in .*resume"
        ):
            play(plan, games, backend=f"dask:{machines.address}", block=100, progress=kill)
    (folder,) = [path for path in runs.iterdir() if path != whole]
    assert json.loads((folder / "manifest.json").read_text())["games"] > 2000
    assert resume_run(folder).status == "complete"
    assert part_bytes(folder) == part_bytes(whole)


#: What to run in a worker to make it another machine, and what it is refused for.
OTHERS = {
    "no House Edge": (
        """
import importlib.metadata, sys
class No:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "sim": raise ModuleNotFoundError("No module named 'sim'")
sys.meta_path.insert(0, No())
found = importlib.metadata.version
def version(name):
    if name == "house-edge": raise importlib.metadata.PackageNotFoundError(name)
    return found(name)
importlib.metadata.version = version
""",
        r"House Edge is not installed there \(wanted: 0\.",
    ),
    "other numba": (
        """
import importlib.metadata
found = importlib.metadata.version
importlib.metadata.version = lambda name: "0.1.2" if name == "numba" else found(name)
""",
        r"numba is 0\.1\.2 there, \S+ here",
    ),
    "other Python": (
        """
import collections, sys
import distributed.cli.dask_worker, sim.shipment
sys.version_info = collections.namedtuple("V", "major minor micro releaselevel serial")(3, 99, 0, "final", 0)
""",
        r"Python is 3\.99 there, 3\.\d+ here",
    ),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_worker_that_differs_is_refused_before_anything_is_played(plan, backend, machines, other):
    before, said = OTHERS[other]
    process, address = machines.worker(before)
    try:
        with pytest.raises(BadInput, match=rf"worker {address} cannot play: {said}") as error:
            run_games(plan, GAMES, backend=backend, progress=lambda progress: pytest.fail("it played"))
        assert "nothing was played" in error.value.problems[-1]
    finally:
        machines.end(process)


def test_a_worker_with_other_sources_that_joins_later_gets_nothing(plan, local, backend, machines, tmp_path):
    import shutil

    shutil.copytree(ROOT / "sim", tmp_path / "sim", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "sim" / "streams.py").open("a") as stream:
        stream.write("# a change\n")
    joined = []

    def join(progress):
        if not joined and progress.games > 1000:
            joined.append(machines.worker(PYTHONPATH=str(tmp_path)))
        if not told:  # until it was examined, however long that takes, the games must not end
            time.sleep(0.25 if joined else 0)

    try:
        with pytest.warns(UserWarning, match="cannot play: its House Edge has other sources .* gets no blocks") as told:
            result = run_games(plan, GAMES, backend=backend, block=100, progress=join)
        same(result, local)
    finally:
        machines.end(joined[0][0])


@pytest.fixture
def policy(tmp_path):
    """Write a policy file with a fault, and return the ``--policy`` that names it."""

    def write(fault):
        path = tmp_path / "mine.py"
        path.write_text(CAREFUL.format(name="mine", fault=fault))
        return str(path)

    return write


def test_a_policy_from_a_file_travels_as_source(policy, backend):
    path = policy("return n - 1")
    plan = make_plan("pebbles", policy=path, seed=7)
    here, there = run_games(plan, 4_000), run_games(plan, 4_000, backend=backend)
    assert there.rows_sha256 == here.rows_sha256
    from sim.shipment import pack, unpack

    sent = pack(plan)
    (ROOT / path).unlink()  # a worker never sees it
    received = unpack(sent)
    assert received.plan.team[0].policy != path and "policies-received" in received.plan.team[0].policy
    assert run_games(received.plan, 4_000).rows_sha256 == here.rows_sha256


def test_a_policy_that_never_answers_is_named_as_it_was_typed(policy, backend, runs):
    path = policy("while n > 0:\n            n += 1 - n % 2")
    plan = make_plan("pebbles", policy=path, seed=7)
    with pytest.raises(ContractBroken, match=f"'{re.escape(path)}' gave no answer within 2 s.*'search'") as error:
        play(plan, 40_000, backend=backend, block=500)
    (folder,) = runs.iterdir()
    assert json.loads((folder / "manifest.json").read_text())["games"] == error.value.game_index > 500


def test_a_scheduler_of_another_dask_is_refused(plan):
    other = """
import distributed.versions
found = distributed.versions.get_package_info
distributed.versions.get_package_info = lambda names: {**found(names), "distributed": "1.2.3"}
"""
    with (
        Machines(before=other) as machines,
        pytest.raises(BadInput, match=r"scheduler at \S+ has dask.distributed 1\.2\.3, here it is \d"),
    ):
        muster(plan, f"dask:{machines.address}")


def test_games_that_kill_every_worker_end_the_run(plan):
    with Machines(DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as machines:
        machines.worker()
        cluster = Cluster(plan, f"dask:{machines.address}")
        workers = frozenset(cluster.crew.members)
        future = cluster.crew.send("__import__('os')._exit(1)", {}, workers)
        cluster.under_way.append(_Sent(Task(plan, "", 500, 100, True, 0), future, workers))
        with pytest.raises(Incomplete, match=r"games 500 to 599: every worker .* died \(1 of them; out of memory"):
            list(cluster.play(iter(()), lambda: False))


def test_a_block_that_does_not_come_back_is_named(plan, backend, monkeypatch):
    monkeypatch.setattr("sim.cluster.BLOCK_WAIT", 0.5)
    cluster = Cluster(plan, backend)
    future = cluster.crew.send("__import__('time').sleep(10)", {}, cluster.crew.ready)
    cluster.under_way.append(_Sent(Task(plan, "", 500, 100, True, 0), future, frozenset(cluster.crew.ready)))
    with pytest.raises(Incomplete, match=r"games 500 to 599 did not come back from worker tcp://127.* within \d s"):
        list(cluster.play(iter(()), lambda: False))
    cluster.close()


# --- the command line ------------------------------------------------------------------------------------------------


def house_edge(*arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "reports.cli.main", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip


def test_ctrl_c_leaves_nothing_on_the_cluster_and_can_be_resumed(runs, machines, plan):
    address = machines.address
    words = ["run", "pebbles", "--policy", "random", "--seed", "7", "--games", "30M", "--out", str(runs)]
    process = house_edge(*words, "--backend", "dask", "--scheduler", address)
    manifest, deadline = runs / "manifest.json", time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if manifest.exists() and json.loads(manifest.read_text())["games"]:
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert f"house-edge resume {runs}" in err and "Traceback" not in err
    assert not tasks_left(address)
    kept = json.loads(manifest.read_text())
    assert kept["status"] == "interrupted" and 0 < kept["games"] < 30_000_000


@pytest.mark.slow
def test_the_opulent_is_the_same_on_a_cluster(backend):
    plan = make_plan("opulent", "1924", seed=11)
    here = run_games(plan, 6_000, jobs=2)
    there = run_games(plan, 6_000, backend=backend)
    same(there, here)
