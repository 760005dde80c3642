"""Compiling from several threads at once, and the functions that see a record as memory."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sim import linking, registry
from sim.block import Context, Plan
from sim.policy import parse_team


@pytest.mark.kernel
def test_policies_compile_in_several_threads_at_once(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """Each thread compiles a policy nobody has seen; each must be linked, cached and played as if alone."""
    game = registry.load_game("pebbles")
    source = registry.policy_files(game)["careful"].read_text(encoding="utf-8")

    def play(number: int) -> np.ndarray:
        file = tmp_path / f"careful_{number}.py"
        file.write_text(f"{source}\n# {number}, so that the digest differs\n", encoding="utf-8")
        return Context(Plan("pebbles", registry.resolve(game), parse_team(game, str(file)), 3)).play(0, 50)

    with ThreadPoolExecutor(4) as pool:
        played = list(pool.map(play, range(8)))
    alone = Context(Plan("pebbles", registry.resolve(game), parse_team(game, "careful"), 3)).play(0, 50)
    for rows in played:
        assert np.array_equal(rows, alone)


def test_plain_numba_may_call_what_an_entry_was_built_from() -> None:
    """In a process of its own, where an entry was compiled and not loaded: numba once crashed there."""
    source = """
import numba, numpy as np
from sim.linking import link_once
from sim.streams import shuffle

def entry(state, cards, n):
    shuffle(state, cards, n)

def plain(state, cards, n):
    shuffle(state, cards, n)

signature = "void(uint64[::1], int64[::1], int64)"
decks = []
with link_once(entry.__qualname__):
    entry = numba.njit(signature)(entry)
for play in (entry, numba.njit(signature)(plain)):
    decks.append(np.arange(20))
    play(np.arange(1, 5, dtype=np.uint64), decks[-1], 20)
print(sorted(decks[0].tolist()) == list(range(20)), (decks[0] == decks[1]).all())
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["True", "True"]), done.stderr[-2000:]


def test_numbas_run_time_system_is_linked_numbas_own_way() -> None:
    """In a process of its own, in which an entry is compiled first: the run-time system was once kept, never emitted.

    Years of The Opulent with bounds checks then died with "Symbol not found: NRT_decref".
    """
    source = """
import numba
from numba.core.runtime import rtsys
from sim.linking import link_once

def entry(at):
    return at + 1

with link_once(entry.__qualname__):
    entry = numba.njit("int64(int64)")(entry)
print(entry(1), "_get_module_for_linking" in vars(rtsys.library))
"""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (0, ["2", "False"]), done.stderr[-2000:]


class Library:
    """What the linker sees of a compiled function: those it calls."""

    def __init__(self, *callees: Library) -> None:
        self._linking_libraries = callees


def test_functions_are_linked_behind_everything_that_calls_them() -> None:
    # the entry may call a function itself that is also called deeper down: LLVM drops what nothing before it calls
    bottom = Library()
    middle = Library(bottom)
    top = Library(middle)
    assert linking._needed(Library(bottom, top)) == [top, middle, bottom]
    assert linking._needed(Library(top, bottom)) == [top, middle, bottom]
