"""``house-edge explore``: the house-rule workbench in a browser, on this machine alone."""

from __future__ import annotations

import errno
import importlib.util
import socket
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from reports.cli import output
from reports.cli.options import (
    HOW,
    NO_RULES,
    PLAYED,
    SHOWN,
    Problems,
    RuleOptions,
    option,
    read_assignments,
    read_count,
    read_jobs,
    read_seed,
    switch,
)
from reports.cli.plans import read_cards, read_team, resolve_rules, tell_conflicts
from sim import registry
from sim.errors import BadInput, Interrupted

if TYPE_CHECKING:
    from reports.exploring import Start
    from sim.params import RuleSet, Value

EXAMPLE = "house-edge explore opulent --scenario 1924"
#: The port unless another is asked for, and how many after it are tried.
PORT, TRIED = 2718, 20
#: The only address that is listened on: nothing outside this machine can reach it.
LOOPBACK = "127.0.0.1"


def explore(
    game: Annotated[
        str | None, Parameter(help="Name of the game; see 'list games' [default: opulent].", metavar="GAME")
    ] = None,
    /,
    *,
    rules: RuleOptions = NO_RULES,
    policy: Annotated[str | None, option("Who plays at first.", "NAME", PLAYED)] = None,
    seed: Annotated[str | None, option("Seed of all games [default: 1920].", "NUMBER")] = None,
    jobs: Annotated[str | None, option("Threads at work [default: one a core].", "NUMBER")] = None,
    port: Annotated[
        str | None, option(f"Port of the loopback address [default: {PORT}, or the next that is free].", "NUMBER", HOW)
    ] = None,
    no_browser: Annotated[bool, switch("Print the address; open no browser.")] = False,
    quiet: Annotated[bool, switch("Print the address alone.")] = False,
    debug: Annotated[bool, switch("Show the traceback of an error.", SHOWN)] = False,
) -> int:
    """Serve the house-rule workbench: every lever of a game, and what it does to the win rate while you move it.

    It listens on 127.0.0.1 alone, opens no other port and sends nothing anywhere. Ctrl-C ends it.
    """
    problems = Problems()
    start = _read_start(problems, game, rules, policy, seed, jobs)
    wanted = problems.take(read_count, port, "--port", 65535) if port else None
    _need_marimo(problems)
    problems.stop_if_any()
    assert start is not None
    with closing(_listen(wanted)) as listener:
        try:
            _serve(start, listener, quiet, browser=not no_browser)
        except (KeyboardInterrupt, Interrupted):
            if not quiet:
                output.note("\nEnded.")
            return 130
    return 0


def _serve(start: Start, listener: socket.socket, quiet: bool, browser: bool) -> None:
    """Load what is played, say where the workbench is, and serve it until Ctrl-C."""
    from reports.cli.serving import load, serve

    if not quiet:
        output.note("Loading the compiled game (the first time takes a minute) ...")
    load(start)
    address = f"http://{LOOPBACK}:{listener.getsockname()[1]}"
    output.say(address)
    if not quiet:
        output.note("The workbench is at this address, on this machine alone. Ctrl-C ends it.")
    serve(start, listener, address, browser=browser)


def _need_marimo(problems: Problems) -> None:
    """Note what to install if it is missing."""
    if importlib.util.find_spec("marimo") is None:
        problems.found.append("explore needs marimo, which is not installed: pip install 'house-edge[notebooks]'")


def _read_start(
    problems: Problems, name: str | None, rules: RuleOptions, policy: str | None, seed: str | None, jobs: str | None
) -> Start | None:
    """Read where the workbench begins; mistakes are noted in ``problems`` and give None."""
    from reports.exploring import GAME, SEED, Start

    game = problems.take(registry.load_game, name or GAME)
    number = problems.take(read_seed, seed or str(SEED))
    workers = problems.take(read_jobs, jobs)
    changes = problems.take(read_assignments, rules.rule)
    if game is None:
        return None
    resolved = resolve_rules(problems, game, rules, changes or {})
    cards = (problems.take(read_cards, game, rules.cards) if rules.cards else None) or {}
    if policy is not None:
        problems.take(read_team, game, policy)
    if problems.found or resolved is None or number is None or workers is None:
        return None
    tell_conflicts(resolved)
    policies = (policy,) if policy is not None else ()
    moved = _moved(game, resolved)
    return Start(game.name, resolved.scenario, policy or "", number, moved, cards, workers, policies)


def _moved(game: registry.Game, rules: RuleSet) -> dict[str, Value]:
    """Return what variants and ``--rule`` change of the printed scenario."""
    printed = registry.resolve(game, rules.scenario).values
    return {name: value for name, value in rules.values.items() if value != printed[name]}


def _listen(port: int | None) -> socket.socket:
    """Return a socket that listens on the loopback address; without a port the first free one from `PORT` on.

    Raises
    ------
    BadInput
        If the port is taken or may not be used.
    """
    problem = ""
    for number in [port] if port else range(PORT, PORT + TRIED):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, number))
            listener.listen(64)
            return listener
        except OSError as error:
            listener.close()
            problem = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
    if port:
        raise BadInput(f"port {port} {problem}: choose another with --port, or leave it out and a free one is taken.")
    raise BadInput(f"no port from {PORT} to {PORT + TRIED - 1} is free: choose another with --port.")
