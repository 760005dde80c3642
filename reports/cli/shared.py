"""Snippets on the command line: what ``run --from`` plays, and whether it came out the same."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from reports.cli import envelope
from reports.cli.options import Problems, RuleOptions, WorkOptions, read_jobs, read_place
from reports.cli.plans import Request, team_label
from sim import registry
from sim.errors import BadInput
from sim.params import shown

if TYPE_CHECKING:
    from sim.params import Readable
    from sim.results import RunResult
    from sim.snippet import Comparison, Snippet

STDIN = "-"


@dataclass(frozen=True)
class Shared:
    """A snippet that was read and what it asks for."""

    snippet: Snippet
    request: Request
    command: str


@dataclass(frozen=True)
class Compared:
    """Whether a result is that of a snippet, as data and in words."""

    comparison: Comparison
    words: str


def read_shared(
    problems: Problems, source: str, rules: RuleOptions, given: Mapping[str, object], work: WorkOptions
) -> Shared | None:
    """Return what a snippet asks for; mistakes are noted in ``problems`` and give None.

    Parameters
    ----------
    source : str
        A file, or ``-`` for standard input.
    given : mapping
        Other options that say what is played, by name; a snippet says all of it.
    """
    said = {
        **given,
        "--scenario": rules.scenario,
        "--players": rules.players,
        "--variant": rules.variant,
        "--rule": rules.rule,
        "--cards": rules.cards,
    }
    extra = [name for name, value in said.items() if value]
    if extra:
        problems.found.append(
            f"--from says all of what is played, so {', '.join(extra)} cannot be given besides; to play something else,"
            " copy the snippet and change it."
        )
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_place, work)
    found = problems.take(_read, source)
    if found is None or jobs is None or backend is None:
        return None
    from sim.snippet_reader import plan_of

    snippet, text, folder = found
    plan = problems.take(plan_of, snippet, text, folder)
    if plan is None:
        return None
    game = registry.load_game(plan.game)
    typed = RuleOptions(
        rule=tuple(f"{name}={shown(plan.rules.values[name])}" for name in snippet.rules), scenario=snippet.scenario
    )
    request = Request(plan, game, team_label(plan.team), jobs, backend, typed)
    # a text from a pipe is gone, so the command spells it out; printed cards have no other place than the snippet
    command = f"house-edge run --from {shlex.quote(source)}"
    if source == STDIN and not snippet.cards:
        command = request.command("run", games=snippet.games)
    return Shared(snippet, request, command)


def _read(source: str) -> tuple[Snippet, Readable, Path]:
    """Return the snippet, its text for messages, and the folder it lies in."""
    from sim.snippet_reader import Text, read

    if source == STDIN:
        text = Text("standard input", sys.stdin.read())
        return read(text), text, Path()
    path = Path(source).expanduser()
    if path.is_dir():
        raise BadInput(f"--from {source}: this is a folder; 'house-edge share {source}' prints the snippet of a run.")
    return read(path), path, path.parent


def compared(shared: Shared, result: RunResult) -> Compared:
    """Return whether a result is that of a snippet."""
    from sim.snippet import compare, verdict

    found = compare(shared.snippet, result)
    rate = envelope.win_rate(shared.request.game, result.summary).estimate
    return Compared(found, verdict(shared.snippet, result, found, rate))
