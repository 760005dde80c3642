"""``house-edge check policy``: does a policy keep the contract? What, where, how to put it right, and the replay."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports import words
from reports.cli import envelope, output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    HOW,
    NO_CHANGES,
    PLAYED,
    OutputOptions,
    Problems,
    need,
    option,
    read_count,
)
from reports.cli.plans import command_line
from reports.cli.which_game import first_game, game_of_policy
from sim import policyfile, policysource, registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.conformance_answer import Answer, Finding

EXAMPLE = "house-edge check policy ./frugal.py"
CHECKABLE = ("policy",)
CAMPAIGN = "campaign"

#: Seconds a policy has for one decision, unless --limit or the environment says otherwise; and the environment's name.
LIMIT, SECONDS_VARIABLE = 5.0, "HOUSE_EDGE_DECISION_SECONDS"

FINE, BROKEN = 0, 3
GAMES, CAMPAIGNS = 200, 40


def check(
    what: Annotated[str | None, Parameter(help="policy.", metavar="WHAT")] = None,
    file: Annotated[
        str | None, Parameter(help="The policy's file, or its name; weights after a colon.", metavar="FILE")
    ] = None,
    /,
    *,
    game: Annotated[str | None, option("Name of the game [default: the one the file names].", "GAME", PLAYED)] = None,
    games: Annotated[str | None, option("Games of each scenario [default: 200].", "NUMBER", HOW)] = None,
    seed: Annotated[str, option("Of the games [default: 20].", "NUMBER", HOW)] = "20",
    limit: Annotated[str | None, option("Seconds a policy has for one decision [default: 5].", "SECONDS", HOW)] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Check a policy: legal choices, the table left alone, the same games for a seed, no crash, answers in time."""
    problems = Problems()
    word = problems.take(need, what, "what to check", EXAMPLE)
    if word is not None and word not in CHECKABLE:
        problems.found.append(f"there is nothing called '{word}' to check.{nearest(word, CHECKABLE)}")
    typed = problems.take(need, file, "the policy", EXAMPLE)
    facts = problems.take(_facts, typed) if typed is not None else None
    loaded = problems.take(_game, game, facts, str(typed)) if facts is not None else None
    count = problems.take(read_count, games, "--games", 100_000) if games is not None else None
    number = problems.take(read_count, seed, "--seed", 2**53 - 1, 0)
    seconds = problems.take(_seconds, limit)
    problems.stop_if_any()
    assert typed is not None and facts is not None and loaded is not None and number is not None
    from sim import conformance

    kind = facts.kind or _kind(loaded, typed)
    asked = count or (CAMPAIGNS if kind == CAMPAIGN else GAMES)
    before = os.environ.get(SECONDS_VARIABLE)
    if seconds is not None:
        os.environ[SECONDS_VARIABLE] = f"{seconds:g}"
    try:
        tell = (lambda text: None) if out.quiet else _tell
        answer = conformance.examine(loaded, typed, kind, asked, number, tell)
    finally:  # whoever calls this from Python goes on with the limit it had
        if before is None:
            os.environ.pop(SECONDS_VARIABLE, None)
        else:
            os.environ[SECONDS_VARIABLE] = before
    if out.json:
        start = ["house-edge", "check", "policy", typed]
        command = command_line(start, NO_CHANGES, game=loaded.name, games=games, limit=limit, seed=number)
        output.print_json(as_json(loaded, answer, command))
    else:
        tell_answer(loaded, answer)
    return BROKEN if answer.findings else FINE


def _tell(text: str) -> None:
    output.note(f"{text} ...")


def _facts(text: str) -> policysource.Facts:
    """Return what a policy's file says about itself, without importing it."""
    name = text.partition(":")[0]
    if not name.endswith(".py"):
        return policysource.Facts()
    path = Path(name).expanduser()
    if path.is_dir():
        raise BadInput(f"{name}: this is a folder; name the policy's file.")
    if not path.exists():
        close = policyfile.file_like(path)
        raise BadInput(f"{name}: there is no such file.{close or f' Begin one: house-edge new policy {name}'}")
    return policysource.facts(path)


def _game(name: str | None, facts: policysource.Facts, typed: str) -> registry.Game:
    """Return the game named, the one the file names, or the one that has the policy; a file that names none is read."""
    if name is not None:
        return registry.load_game(name)
    policy = typed.partition(":")[0]
    if not policy.endswith(".py"):
        return game_of_policy(policy, f"house-edge check policy {typed}")
    return registry.load_game(facts.game if facts.game in registry.games() else first_game())


def _kind(game: registry.Game, text: str) -> str:
    """Return the kind of a policy given by name."""
    name = text.partition(":")[0]
    plays = name in registry.policy_files(game)
    return CAMPAIGN if not plays and name in registry.policy_files(game, CAMPAIGN) else ""


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None if os.environ.get(SECONDS_VARIABLE) else LIMIT
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise BadInput(f"--limit takes a number of seconds above 0 and up to 3600, not '{text}'.")
    return seconds


def as_json(game: registry.Game, answer: Answer, command: str) -> dict[str, Any]:
    """Return what ``--json`` prints."""
    timing = {f"{check.name}_s": check.seconds for check in answer.checks}
    status = "failed" if answer.findings else "complete"
    head = envelope.envelope("check", game, registry.resolve(game), answer.seed, status, command, timing)
    return {
        **head,
        "policy": answer.policy,
        "kind": answer.kind or "scenario",
        "kept": not answer.findings,
        "games": answer.games,
        "checks": [
            {"name": check.name, "about": check.about, "games": check.games, "failed": check.failed}
            for check in answer.checks
        ],
        "findings": [dataclasses.asdict(finding) for finding in answer.findings],
        "asked": answer.asked,
        "notes": answer.notes,
    }


def tell_answer(game: registry.Game, answer: Answer) -> None:
    """Print the answer, what was checked, and each finding with its place and its remedy."""
    if answer.findings:
        found = words.count(len(answer.findings), "finding")
        output.heading(f"Policy {answer.policy} does not keep the contract: {found}.")
        for number, finding in enumerate(answer.findings, 1):
            _tell_finding(game, finding, number)
    else:
        unit = "campaign" if answer.kind == CAMPAIGN else "game"
        seconds = sum(check.seconds for check in answer.checks)
        played = words.count(answer.games, unit)
        output.heading(f"Policy {answer.policy} keeps the contract ({played} of {game.file.title}, {seconds:.0f} s).")
    output.say("")
    rows = [
        [check.name, "failed" if check.failed else "fine", f"{check.seconds:.1f} s", check.about]
        for check in answer.checks
    ]
    output.table(["check", "", "took", "what"], rows, right=[2])
    if answer.asked:
        output.say("")
        output.say("Its own decisions, and how often they were asked in the games counted:")
        output.say("  " + ", ".join(f"{name} {count:,}" for name, count in answer.asked.items()))
    for note in answer.notes:
        output.say("")
        output.say(f"Note: {note}")


def _tell_finding(game: registry.Game, finding: Finding, number: int) -> None:
    output.say("")
    output.say(f"{number}. {finding.what}{'' if finding.what.endswith(('.', '?', ':')) else '.'}")
    changed = ", ".join(
        f"{name}={words.listing(value) if isinstance(value, list) else value}" for name, value in finding.rules.items()
    )
    parts = (
        words.scenario(game.file.scenario_word, finding.scenario) if finding.scenario else "",
        f"game {finding.game}" if finding.game >= 0 else "",
        finding.turn,
        f"decision {finding.decision}" if finding.decision else "",
        f"rules {changed}" if changed else "",
    )
    for label, text in (("where", ", ".join(filter(None, parts))), ("to fix", finding.fix), ("replay", finding.replay)):
        if text:
            output.say(f"   {label.ljust(7)} {text}")
