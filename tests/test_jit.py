"""Compiling from several threads at once, and the functions that see a record as memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from sim import registry
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
