"""Somebody else's policies play in children: whatever they do, the run ends and says who did what, where."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from reports.cli.main import main
from sim import children, supervised
from sim.api import make_plan, simulate
from sim.block import Context
from sim.children import SECONDS_VARIABLE
from sim.errors import BadInput, ContractBroken
from sim.playback import trace
from sim.resume import resume_run
from sim.run import run_games
from sim.store import list_runs, open_run, verify_run
from tests.helpers import PATIENCE, child, play

POLICY = '''"""A policy of somebody else's."""

import signal

import numpy as np

from sim.policy import Policy, Weight

policy = Policy("pebbles", "theirs", parent="random", weights={{"enough": Weight(4, (0, 30), "", "Enough.")}}{more})
ENOUGH = policy.position("enough")


@policy.decision
def search(table, rules, choices, n, weights, memory, luck, seat):
    """Break a contract in few games, and not in the first of them."""
    if table.found == 23 and table.turn == 3:
        {fault}
    return 0 if table.hand >= weights[ENOUGH] else 1
'''

LOOP = "while table.turn == 3:\n            memory[0] += 1"

#: What goes wrong, in compiled code or without it, and what is said.
FAULTS = {
    "loops": (LOOP, "", "gave no answer within 1 s"),
    "raises": ("raise ValueError('oh')", "", "raised ValueError: oh"),
    "out of range": ("return 99", "", "answered 99"),
    "writes": ("table.jar = 100", "", "wrote to the table"),
    "writes to rules": ("rules.jar = 100", "", "wrote to the table"),
    "writes to weights": ("weights[ENOUGH] += 1", "", "wrote to its weights"),
    "misses a key": ("weights[ENOUGH] += {1.0: 2.0}[3.0]", "", "raised "),
    "out of bounds": ("weights[300_000_000] = 1.0", "", "killed its process (SIGSEGV)"),
    "loops in Python": (LOOP, ", jit=False", "gave no answer within 1 s"),
    "raises in Python": ("{}['no such key']", ", jit=False", "raised KeyError: 'no such key'"),
    "kills": ("signal.raise_signal(signal.SIGABRT)", ", jit=False", "killed its process (SIGABRT)"),
    "kills for certain": ("signal.raise_signal(signal.SIGKILL)", ", jit=False", "killed its process (SIGKILL"),
    "leaves": ("__import__('os')._exit(3)", ", jit=False", "killed its process (it exited with 3)"),
    "leaves politely": ("raise SystemExit", ", jit=False", "raised SystemExit"),
    "eats memory": ("table = [np.zeros(1 << 26) for _ in range(99)]", ", jit=False", "raised MemoryError"),
}

PLAYED = 400


def write(folder: Path, fault: str = "pass", more: str = "", name: str = "theirs.py") -> Path:
    """Write a policy and return its file."""
    folder.mkdir(exist_ok=True)
    file = folder / name
    file.write_text(POLICY.format(fault=fault, more=more))
    return file


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECONDS_VARIABLE, "1")


@pytest.fixture(scope="module")
def unsupervised(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The rows of the policy when it keeps its contract, played in this process."""
    return Context(make_plan("pebbles", policy=str(write(tmp_path_factory.mktemp("own"))), seed=3)).play(0, PLAYED)


# --- who is supervised -----------------------------------------------------------------------------------------------


def test_only_other_peoples_policies_are_supervised(tmp_path: Path) -> None:
    assert not supervised.needed(make_plan("pebbles", policy="careful", seed=1)), "it came with the game"
    assert not supervised.needed(make_plan("opulent", policy="rulebook", seed=1))
    assert supervised.needed(make_plan("pebbles", policy=f"random+{write(tmp_path)}", seed=1))


def test_a_child_of_somebody_elses_policy_is_supervised_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "policies" / "pebbles"
    mine.mkdir(parents=True)
    write(mine)
    monkeypatch.setenv("HOUSE_EDGE_PATH", f"{tmp_path}{os.pathsep}{os.environ['HOUSE_EDGE_PATH']}")
    heir = tmp_path / "heir.py"
    heir.write_text('from sim.policy import Policy\npolicy = Policy("pebbles", "heir", parent="theirs")\n')
    for policy in ("theirs", str(heir)):
        plan = make_plan("pebbles", policy=policy, seed=3)
        assert supervised.needed(plan) and run_games(plan, 50).games == 50


# --- the same rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"block": 130},
        {"jobs": 2, "backend": "threading", "block": 50},
        {"jobs": 2, "backend": "loky", "block": 200},
    ],
    ids=["alone", "blocks", "threads", "loky"],
)
def test_rows_are_those_of_unsupervised_play(tmp_path, unsupervised, options):
    plan = make_plan("pebbles", policy=str(write(tmp_path)), seed=3)
    assert run_games(plan, PLAYED, **options).rows.tobytes() == unsupervised.tobytes()


def test_rows_without_the_compiler_are_the_same(tmp_path, unsupervised):
    plan = make_plan("pebbles", policy=str(write(tmp_path, more=", jit=False")), seed=3)
    assert supervised.interpreted(plan)
    with pytest.warns(UserWarning, match=r"theirs is a pure-Python policy: about [\d,]+ games/s a core.*idea"):
        supervised._told.clear()
        rows = run_games(plan, PLAYED, jobs=2, backend="threading", block=100).rows
    assert rows.tobytes() == unsupervised.tobytes()


def test_a_child_killed_from_outside_changes_nothing(tmp_path, unsupervised):
    plan = make_plan("pebbles", policy=str(write(tmp_path)), seed=3)
    killed = []

    def kill(state):
        if state.phase == "playing" and len(killed) < 3:
            killed.append(children._kept[-1].process.pid)
            os.kill(killed[-1], signal.SIGKILL)

    assert run_games(plan, PLAYED, block=50, progress=kill).rows.tobytes() == unsupervised.tobytes()
    assert len(set(killed)) == 3


def test_a_stored_run_is_verified_by_children(tmp_path, runs):
    _, folder = play(make_plan("pebbles", policy=str(write(tmp_path)), seed=3), 300)
    assert verify_run(folder, sample=20).passed


# --- broken contracts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_a_policy_does_it_is_named(tmp_path, runs, unsupervised, fault):
    line, more, said = FAULTS[fault]
    plan = make_plan("pebbles", policy=str(write(tmp_path, line, more)), seed=3)
    games = set()
    for options in ({"block": 40}, {"jobs": 2, "backend": "threading", "block": 40})[bool(more) :]:
        with pytest.raises(ContractBroken) as caught:
            play(plan, PLAYED, **options)
        error, run = caught.value, list_runs()[-1]
        assert said in error.message and "theirs.py" in error.message
        assert "'search'" in error.message or "weights" in error.message
        assert "(seat right" in error.message or "(seat left" in error.message
        assert run.status == "failed" and run.games == error.game_index
        assert run.rows().tobytes() == unsupervised[: run.games].tobytes(), "what was finished is kept"
        shutil.rmtree(run.path)
        games.add(error.game_index)
    assert len(games) == 1 and games.pop() > 0


def test_a_broken_contract_carries_the_command_that_shows_it(tmp_path, capfd):
    """Blanks in the path, another weight, a variant and a rule: the command finds the same game again."""
    file = write(tmp_path / "my policies", "return 99")
    typed = f"{file}:enough=5"
    plan = make_plan("pebbles", "low", f"random+{typed}", seed=11, variants=["kind"], rules={"tide": 9})
    with pytest.raises(ContractBroken) as caught:
        run_games(plan, 3000)
    words = shlex.split(caught.value.replay)
    assert words[:3] == ["house-edge", "replay", "pebbles"] and f"random+{typed}" in words
    assert main(words[1:]) == 3
    out, err = capfd.readouterr()
    assert f"{caught.value.where}." in err and caught.value.replay in err
    assert out.splitlines(), "the game up to there"


def test_a_notebook_is_shown_the_command_too(tmp_path):
    with pytest.raises(ContractBroken) as caught:
        simulate("pebbles", policy=str(write(tmp_path, "return 99")), games=PLAYED, seed=3)
    (note,) = caught.value.__notes__
    assert f"in game {caught.value.game_index} of seed 3" in note and caught.value.replay in note


@pytest.mark.parametrize("fault", ["loops", "raises in Python", "out of bounds"])
def test_a_replay_tells_the_story_as_far_as_it_came(tmp_path, fault):
    line, more, said = FAULTS[fault]
    plan = make_plan("pebbles", policy=str(write(tmp_path, line, more)), seed=3)
    with pytest.raises(ContractBroken) as caught:
        run_games(plan, PLAYED)
    good = trace(make_plan("pebbles", policy=str(write(tmp_path, name="good.py")), seed=3), caught.value.game_index)
    whole, lines = [line for line in good if line["type"] != "header"], []
    with pytest.raises(ContractBroken, match=said.split(":")[0].replace("(", r"\(").rstrip(")")):
        for line in trace(plan, caught.value.game_index):
            lines.append(line)
    assert len(lines) > 5 and lines[1:] == whole[: len(lines) - 1]
    assert whole[len(lines) - 1]["type"] == "decision", "it stops before the decision that was never made"


def test_a_run_is_not_resumed_with_a_mended_policy(tmp_path, runs):
    """The games played before were the old policy's, so the mended one begins a run of its own."""
    file = write(tmp_path, "return 99")
    with pytest.raises(ContractBroken) as caught:
        play(make_plan("pebbles", policy=str(file), seed=3), PLAYED)
    folder = list_runs()[0].path
    with pytest.raises(ContractBroken) as again:
        resume_run(folder)
    assert again.value.game_index == caught.value.game_index == open_run(folder).games
    write(tmp_path)
    with pytest.raises(BadInput, match=r"(?s)cannot be resumed.*policies/theirs.py changed.*own: house-edge run"):
        resume_run(folder)


# --- the ends of processes -------------------------------------------------------------------------------------------

RUN = """
    import sys, threading, time
    import numpy as np
    from sim import children
    from sim.api import load_game, make_plan
    from sim.records import team_dtype
    from sim.errors import Interrupted
    from sim.run import run_games

    def loops(child):
        seen = [children.noted(np.frombuffer(child.memory, team_dtype(load_game("pebbles")), 1)) for _ in "12"
                if not time.sleep(0.4)]
        return seen[0] == seen[1] and seen[0][1] > 0

    def tell():
        while not any(loops(child) for child in list(children._busy)):
            time.sleep(0.05)
        print(*[child.process.pid for child in list(children._busy)], flush=True)

    threading.Thread(target=tell, daemon=True).start()
    try:
        plan = make_plan("pebbles", policy={policy!r}, seed=3)
        run_games(plan, 3000, jobs={jobs}, backend="threading", block=40)
    except Interrupted as stopped:
        print("kept", stopped.result.games, flush=True)
        sys.exit(stopped.exit_code)
    """


def gone(pid: int) -> bool:
    """Return whether a process ends."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("number", "jobs"), [(signal.SIGINT, 1), (signal.SIGINT, 2), (signal.SIGKILL, 2)])
def test_children_end_with_their_parent(tmp_path, number, jobs):
    """Ctrl-C while a policy loops ends the run, resumable; a parent killed outright leaves no child behind."""
    policy = str(write(tmp_path, LOOP))
    with pytest.raises(ContractBroken) as caught:  # compiles, and tells how many games there are
        run_games(make_plan("pebbles", policy=policy, seed=3), 400)
    process = child(RUN.format(policy=policy, jobs=jobs), **{SECONDS_VARIABLE: "1e6"})
    pids = [int(word) for word in process.stdout.readline().split()]
    assert pids
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert all(gone(pid) for pid in pids)
    if number == signal.SIGINT:
        assert process.returncode == 130, err
        assert int(out.split()[-1]) <= caught.value.game_index
    assert "Traceback" not in err


def test_a_limit_that_is_no_number_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv(SECONDS_VARIABLE, "soon")
    with pytest.raises(BadInput, match="takes a number of seconds"):
        run_games(make_plan("pebbles", policy=str(write(tmp_path)), seed=3), 10)


def test_a_child_can_be_ended_by_two_threads_at_once(monkeypatch):
    """At Ctrl-C the thread that waits for a child ends it, and so does the end of the whole process."""
    ended = children.Child(without_compiler=False)
    close, meet = ended.connection.close, threading.Barrier(2, timeout=PATIENCE)

    def slow():
        time.sleep(0.1)  # long enough for the other to be inside too, if nothing keeps it out
        assert not ended.connection.closed or not closing, "one at a time"
        closing.append(1)
        close()
        closing.pop()

    closing: list[int] = []
    monkeypatch.setattr(ended.connection, "close", slow)

    def end():
        meet.wait()
        return ended.end()

    with ThreadPoolExecutor(2) as pool:
        assert [each.result(PATIENCE) for each in [pool.submit(end), pool.submit(end)]] == [-signal.SIGKILL] * 2
