"""``house-edge doctor``: is the installation sound?"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.text import Text

from reports import words
from reports.cli import output
from reports.cli.options import DEFAULT_OUTPUT, OutputOptions
from sim import registry
from sim.digest import cache_root
from sim.errors import HouseEdgeError
from sim.machine import machine, versions


@dataclass(frozen=True)
class Finding:
    """One thing looked at: ``verdict`` is ok, note or problem."""

    name: str
    verdict: str
    text: str


def doctor(*, out: OutputOptions = DEFAULT_OUTPUT) -> int:
    """Check versions, folders, games and, with a short self-test, that results are the same twice."""
    findings = []
    for check in (_versions, _machine, _cache, _runs, _games, _compiler, _random_numbers, _self_test):
        for finding in _guarded(check):
            findings.append(finding)
            if not out.json:
                colour = {"ok": "green", "note": "yellow", "problem": "bold red"}[finding.verdict]
                output.say(Text.assemble((f"{finding.verdict:8}", colour), f"{finding.name:15}", finding.text))
    sound = all(finding.verdict != "problem" for finding in findings)
    if out.json:
        output.print_json(
            {
                "schema": "house-edge/doctor",
                "schema_version": 1,
                "sound": sound,
                "machine": machine(),
                "versions": versions(),
                "findings": [vars(finding) for finding in findings],
            }
        )
    return 0 if sound else 1


def _guarded(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yield a check's findings; its failure is a finding too."""
    try:
        yield from check()
    except HouseEdgeError as error:
        yield Finding(check.__name__.strip("_").replace("_", " "), "problem", "; ".join(str(error).splitlines()))
    except Exception as error:
        name = check.__name__.strip("_").replace("_", " ")
        yield Finding(name, "problem", f"{type(error).__name__}: {error}")


def _versions() -> Iterator[Finding]:
    found = versions()
    missing = [name for name, number in found.items() if number == "not installed"]
    text = ", ".join(f"{name} {number}" for name, number in found.items())
    yield Finding("versions", "problem" if missing else "ok", text)


def _machine() -> Iterator[Finding]:
    facts = machine()
    memory = f", {facts['memory_gb']} GB of memory" if facts["memory_gb"] else ""
    yield Finding("machine", "ok", f"{facts['processor']}, {words.count(int(facts['cores'] or 1), 'core')}{memory}")


def _cache() -> Iterator[Finding]:
    root = cache_root()
    wanted = os.environ.get("HOUSE_EDGE_CACHE")
    elsewhere = wanted is not None and Path(wanted) != root
    taken = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    text = f"{root} ({words.size(taken)} of compiled code)"
    if elsewhere:
        text += f"; {wanted} is not writable"
    yield Finding("cache folder", "note" if elsewhere else "ok", text)


def _runs() -> Iterator[Finding]:
    from reports.cli.runs import runs_folder

    folder = runs_folder()
    nearest = folder if folder.is_dir() else next(p for p in folder.absolute().parents if p.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=nearest):
            pass
    except OSError as error:
        yield Finding("runs folder", "problem", f"{folder}: {error.strerror}; set HOUSE_EDGE_RUNS or use --out")
        return
    free = shutil.disk_usage(nearest).free
    yield Finding("runs folder", "ok" if free > 1e9 else "note", f"{folder} ({words.size(free)} free)")


def _games() -> Iterator[Finding]:
    games = registry.games()
    if not games:
        yield Finding("games", "problem", "none found")
    for game in games.values():
        for scenario in game.scenarios:
            registry.resolve(game, scenario)
        for variant in game.variants:
            registry.resolve(game, None, [variant])
        policies = registry.policy_files(game)
        text = (
            f"{game.file.title}: {words.count(len(game.scenarios), 'scenario')},"
            f" {words.count(len(policies), 'policy', 'policies')}, {words.count(len(game.parameters), 'rule value')},"
            f" {len(game.rulebook)} rules, {words.count(len(game.decisions), 'decision')}"
        )
        yield Finding("game", "ok" if policies and game.decisions else "problem", text)


def _compiler() -> Iterator[Finding]:
    path = shutil.which("cc")
    yield Finding("C compiler", "ok", path or "none (only bench's comparison with C needs one)")


def _random_numbers() -> Iterator[Finding]:
    """Compare the random numbers with the same algorithm in Python's own integers."""
    import numpy as np

    from sim.streams import next_word, seed_stream

    state = np.zeros(4, np.uint64)
    with np.errstate(over="ignore"):
        seed_stream(state, 7, 41, 3)
        words_ = [int(next_word(state)) for _ in range(3)]
    expected = _reference_words(7, 41, 3)
    same = words_ == expected
    yield Finding("random numbers", "ok" if same else "problem", "as published" if same else f"{words_} != {expected}")


def _reference_words(seed: int, game: int, stream: int) -> list[int]:
    """Return the first words of a stream, written down a second time from the papers."""
    full = 2**64 - 1

    def mix(word: int) -> int:
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & full
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & full
        return word ^ (word >> 31)

    def rotate(word: int, by: int) -> int:
        return ((word << by) | (word >> (64 - by))) & full

    golden = 0x9E3779B97F4A7C15
    word = 0
    for part in (seed, game, stream):
        word = mix(((word ^ part) + golden) & full)
    s = []
    for _ in range(4):
        word = (word + golden) & full
        s.append(mix(word))
    found = []
    for _ in range(3):
        found.append((rotate((s[0] + s[3]) & full, 23) + s[0]) & full)
        shifted = (s[1] << 17) & full
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = rotate(s[3], 45)
    return found


def _self_test() -> Iterator[Finding]:
    """Play the same games in blocks of two sizes for about a second and compare every row."""
    from sim.block import Plan
    from sim.policy import parse_team
    from sim.run import run_games
    from sim.worker import is_compiled

    for game in registry.games().values():
        if game.file.default_policy not in registry.policy_files(game):
            continue  # reported with the game
        plan = Plan(game.name, registry.resolve(game), parse_team(game, game.file.default_policy), 7)
        if not is_compiled(plan):
            yield Finding("self-test", "note", f"{game.file.title} is not compiled yet: house-edge warmup {game.name}")
            continue
        started = time.perf_counter()
        first = run_games(plan, 200, block=200)
        again = run_games(plan, 200, block=33)
        seconds = time.perf_counter() - started
        assert first.rows is not None and again.rows is not None
        same = first.rows.tobytes() == again.rows.tobytes()
        summed = sum(first.summary.counts.values()) == 200
        text = f"{game.file.title}: 200 games twice, {'the same rows' if same else 'DIFFERENT ROWS'}"
        yield Finding("self-test", "ok" if same and summed else "problem", f"{text} ({words.duration(seconds)})")
