"""The measurements behind ``house-edge bench``."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import registry
from sim.errors import HouseEdgeError

if TYPE_CHECKING:
    from sim.block import Context, Plan

REPEATS = 3

#: Seconds one worker plays when workers are compared, so that handing out work is not what is measured.
_SCALING_SECONDS = 3.0


def ladder(game: registry.Game) -> list[str]:
    """Return the policies that are measured: the game's ladder, with the default policy."""
    known = registry.policy_files(game)
    return [name for name in dict.fromkeys([*game.file.ladder, game.file.default_policy]) if name in known]


def strongest(game: registry.Game) -> str:
    """Return the policy the targets are about: the game's default, or the last of the ladder that exists."""
    names = ladder(game)
    return game.file.default_policy if game.file.default_policy in names else names[-1]


def make_plan(game: registry.Game, policy: str, seed: int, scenario: str | None = None) -> Plan:
    """Return the plan of a scenario, the game's default if omitted."""
    from sim.block import Plan
    from sim.policy import parse_team

    return Plan(game.name, registry.resolve(game, scenario), parse_team(game, policy), seed)


def speeds(game: registry.Game, games: int, seed: int) -> list[dict[str, Any]]:
    """Time every scenario under every policy of the ladder; of a game against each other those for the usual table."""
    where = [name for name, entry in game.scenarios.items() if _usual_table(game, entry)]
    return [policy_speed(game, policy, scenario, games, seed) for scenario in where for policy in ladder(game)]


def _usual_table(game: registry.Game, entry: Mapping[str, Any]) -> bool:
    usual = game.scenarios[game.file.default_scenario].get("players")
    return not game.file.players_rule or entry.get("players") == usual


def mean_speed(results: list[dict[str, Any]], policy: str) -> float:
    """Return the games a second of a policy that plays all scenarios equally often."""
    seconds = [1 / result["games_per_s"] for result in results if result["policy"] == policy]
    return len(seconds) / sum(seconds)


def policy_speed(game: registry.Game, policy: str, scenario: str, games: int, seed: int) -> dict[str, Any]:
    """Time the kernel on one core with one policy: no storage, no summaries, the median of some repeats."""
    from sim.block import Context

    context = Context(make_plan(game, policy, seed, scenario))
    decisions = _decisions_per_game(context)
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        context.play(0, games)
        times.append(time.perf_counter() - started)
    seconds = statistics.median(times)
    return {
        "name": f"{game.name}/{policy}",
        "game": game.name,
        "scenario": context.plan.rules.scenario,
        "policy": policy,
        "jobs": 1,
        "backend": "sequential",
        "games": games,
        "games_per_s": games / seconds,
        "decisions_per_game": decisions,
        "ns_per_decision": 1e9 * seconds / games / decisions if decisions else None,
        "repeats": REPEATS,
        "spread": (max(times) - min(times)) / seconds,
    }


def _decisions_per_game(context: Context, games: int = 200) -> float:
    """Return how often a policy is asked in a game; the engine counts afresh in every game."""
    asked = 0
    for game in range(games):
        context.play(game, 1)
        asked += int(context.team["asked"][0])
    return asked / games


def linearity(game: registry.Game, most: int, seed: int) -> list[dict[str, float]]:
    """Time a quarter, a half and all of the games in one worker, rows kept out of memory."""
    from sim.run import run_games

    plan = make_plan(game, strongest(game), seed)
    found = []
    for games in (most // 4, most // 2, most):
        result = run_games(plan, games, keep_rows=False)
        found.append({"games": games, "seconds": result.timing["play_s"]})
    return found


def scaling(game: registry.Game, games: int, seed: int) -> dict[str, float]:
    """Time one worker and two, each as ``run`` would play them (``--backend auto``)."""
    from sim.run import run_games

    plan = make_plan(game, strongest(game), seed)
    probe = run_games(plan, 2000, keep_rows=False).timing["games_per_s"]
    games = min(10_000_000, max(games, round(probe * _SCALING_SECONDS)))
    speeds = {}
    for jobs in (1, 2):
        run_games(plan, 2000, jobs=jobs, keep_rows=False)
        result = run_games(plan, games, jobs=jobs, keep_rows=False)
        speeds[jobs] = result.timing["games_per_s"]
    return {"jobs_1": speeds[1], "jobs_2": speeds[2], "speedup": speeds[2] / speeds[1], "games": games}


def campaign_speed(game: registry.Game, campaigns: int, seed: int) -> dict[str, Any] | None:
    """Time campaigns on one core against single scenarios: as many of each as the campaigns reached, the same policy.

    A club that earns for the years to come plays on where a single session closes, so rounds are compared as well.
    None for a game without a campaign.
    """
    if game.file.campaign is None:
        return None
    from sim.block import Context
    from sim.campaign import CampaignContext, make_campaign_plan

    policy, length = strongest(game), next((c.name for c in game.file.columns if c.role == "length"), None)
    context = CampaignContext(make_campaign_plan(game.name, policy, seed=seed))
    singles = [Context(make_plan(game, policy, seed, scenario)) for scenario in game.scenarios]
    rows = context.play(0, campaigns)
    reached = (rows["ending"] > 0).sum(axis=0)
    years, rounds, alone = int(reached.sum()), int(rows[length].sum()) if length else 0, 0
    times, single_times = [], []
    for _ in range(REPEATS):  # in turns, so that both meet the same noise of the machine
        times.append(_seconds(lambda: context.play(0, campaigns)))
        seconds, alone = 0.0, 0
        for single, count in zip(singles, reached, strict=True):
            started = time.perf_counter()
            played = single.play(0, int(count))
            seconds += time.perf_counter() - started
            alone += int(played[length].sum()) if length else 0
        single_times.append(seconds)
    inside, outside = statistics.median(times), statistics.median(single_times)
    return {
        "policy": policy,
        "club": context.plan.club.label,  # type: ignore[attr-defined]
        "campaigns": campaigns,
        "years": years,
        "years_per_s": years / inside,
        "single_years_per_s": years / outside,
        "ratio": outside / inside,
        "rounds_a_year": rounds / years,
        "single_rounds_a_year": alone / years,
        "rounds_per_s": rounds / inside,
        "single_rounds_per_s": alone / outside,
        "rounds_ratio": rounds / alone * outside / inside if alone else None,
    }


def _seconds(play: Callable[[], object]) -> float:
    started = time.perf_counter()
    play()
    return time.perf_counter() - started


def _timed(arguments: list[str], **environment: str) -> tuple[float, str]:
    """Run one command line in a process of its own and return the seconds and its stdout."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "reports.cli.main", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or ["nothing was said"]
        raise HouseEdgeError(f"'house-edge {' '.join(arguments)}' failed: {said[0].removeprefix('house-edge: ')}")
    return time.perf_counter() - started, done.stdout


def compile_times(game: str, cold: bool) -> dict[str, float | None]:
    """Time a compile into an empty cache, and a load from a full one."""
    found: dict[str, float | None] = {"cold_s": None, "warm_s": None}
    if cold:
        with tempfile.TemporaryDirectory() as folder:
            found["cold_s"] = _seconds_of(_timed(["warmup", game, "--json"], HOUSE_EDGE_CACHE=folder)[1])
    _timed(["warmup", game, "--json"])
    found["warm_s"] = _seconds_of(_timed(["warmup", game, "--json"])[1])
    return found


def _seconds_of(text: str) -> float:
    return float(json.loads(text)["games"][0]["seconds"])


def startup_and_storage(game: str, policy: str) -> tuple[dict[str, float], dict[str, float]]:
    """Time ``--help`` and a run of 10,000 games from the command line, the best of three; weigh what the run stored."""
    help_s = min(_timed(["--help"])[0] for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for repeat in range(3):
            target = Path(folder) / f"run-{repeat}"
            options = ["--games", "10000", "--seed", "1", "--policy", policy, "--out", str(target)]
            times.append(_timed(["run", game, *options])[0])
        stored = sum(path.stat().st_size for path in target.rglob("*.parquet"))
    return {"help_s": help_s, "run_10000_s": min(times)}, {"bytes_per_game": stored / 10_000}


# --- one hot kernel against C ----------------------------------------------------------------------------------------

_CARDS = 57
_SHUFFLES = 20_000

_C_SOURCE = """
#include <stdint.h>
static uint64_t next_word(uint64_t *s) {
    uint64_t total = s[0] + s[3], result = ((total << 23) | (total >> 41)) + s[0], shifted = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= shifted;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}
static int64_t below(uint64_t *s, uint64_t bound) {
    uint64_t product = (next_word(s) >> 32) * bound, low = product & 0xFFFFFFFFu;
    if (low < bound) {
        uint64_t threshold = (0x100000000u - bound) % bound;
        while (low < threshold) { product = (next_word(s) >> 32) * bound; low = product & 0xFFFFFFFFu; }
    }
    return (int64_t)(product >> 32);
}
void shuffles(uint64_t *state, int64_t *cards, int64_t n, int64_t times) {
    for (int64_t t = 0; t < times; t++)
        for (int64_t i = n - 1; i > 0; i--) {
            int64_t j = below(state, (uint64_t)(i + 1)), held = cards[i];
            cards[i] = cards[j];
            cards[j] = held;
        }
}
"""


def against_c() -> dict[str, Any] | None:
    """Shuffle a deck with the engine's kernel and with the same kernel in C; both must give the same deck.

    Returns None where there is no C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "shuffle.c", Path(folder) / "shuffle.so"
        source.write_text(_C_SOURCE, encoding="utf-8")
        subprocess.run([compiler, "-O3", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        in_c = ctypes.CDLL(str(library)).shuffles
        in_c.restype = None
        c_ns, c_deck = _time_shuffles(
            lambda s, c: in_c(*_pointers(s, c), ctypes.c_int64(_CARDS), ctypes.c_int64(_SHUFFLES))
        )
    compiled = _numba_shuffles()
    numba_ns, numba_deck = _time_shuffles(lambda s, c: compiled(s, c, _CARDS, _SHUFFLES))
    if not np.array_equal(c_deck, numba_deck):
        raise AssertionError("the kernel in C shuffles differently")
    return {
        "kernel": f"shuffle of {_CARDS} cards",
        "numba_ns": numba_ns,
        "c_ns": c_ns,
        "ratio": numba_ns / c_ns,
    }


def _pointers(state: np.ndarray, cards: np.ndarray) -> tuple[Any, Any]:
    word, card = ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_int64)
    return state.ctypes.data_as(word), cards.ctypes.data_as(card)


def _numba_shuffles() -> Any:
    import numba

    from sim.streams import shuffle

    @numba.njit("void(uint64[::1], int64[::1], int64, int64)", error_model="numpy")
    def shuffles(state, cards, n, times):  # type: ignore[no-untyped-def]
        for _ in range(times):
            shuffle(state, cards, n)

    return shuffles


def _time_shuffles(play: Any) -> tuple[float, np.ndarray]:
    """Return the best time of one shuffle in nanoseconds, and the deck after the first round."""
    best, first = float("inf"), None
    for _ in range(REPEATS):
        state = np.array([1, 2, 3, 4], np.uint64)
        cards = np.arange(_CARDS, dtype=np.int64)
        started = time.perf_counter_ns()
        play(state, cards)
        best = min(best, (time.perf_counter_ns() - started) / _SHUFFLES)
        first = cards
    assert first is not None
    return best, first
