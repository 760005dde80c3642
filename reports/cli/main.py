"""The entry point: which commands exist, and how errors become a line and an exit code."""

from __future__ import annotations

import difflib
import errno
import os
import re
import sys
import warnings
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from cyclopts import App, Group, Parameter
from cyclopts.exceptions import CycloptsError, MissingArgumentError, RepeatArgumentError, UnknownCommandError

from reports.cli import output
from sim.errors import BadInput, ContractBroken, HouseEdgeError, Interrupted
from sim.params import nearest

#: What other words for a question are asked with.
MEANT = {
    "balance": "difficulty",
    "fairness": "difficulty",
    "seats": "difficulty",
    "tournament": "ladder",
    "ranking": "ladder",
    "without": "mechanics",
    "forbid": "mechanics",
    "simulate": "run",
    "story": "replay",
}

DONE, UNEXPECTED, USAGE, INTERRUPTED = 0, 1, 2, 130

_PLAY = Group("Play and find out", sort_key=1)
_LOOK = Group("Look things up", sort_key=2)
_KEEP = Group("Keep in order", sort_key=3)

#: Command, where it is, the line of help, the group. The functions are imported when they are needed.
COMMANDS: tuple[tuple[str, str, str, Group], ...] = (
    ("demo", "reports.cli.demo:demo", "A small real result in about ten seconds.", _PLAY),
    ("run", "reports.cli.run:run", "Play many games and say how they end.", _PLAY),
    (
        "difficulty",
        "reports.cli.difficulty:difficulty",
        "Which scenario is hardest, for whom, and how sure is that?",
        _PLAY,
    ),
    (
        "compare",
        "reports.cli.compare:compare",
        "What does a house rule or a policy change, and how sure is that?",
        _PLAY,
    ),
    (
        "sensitivity",
        "reports.cli.sensitivity:sensitivity",
        "Do the conclusions survive the assumptions, and which of them matter?",
        _PLAY,
    ),
    (
        "ladder",
        "reports.cli.ladder:ladder",
        "How hard for whom, who beats whom: from the weakest player to the best.",
        _PLAY,
    ),
    ("mechanics", "reports.cli.mechanics:mechanics", "What is each thing players may do worth to the best?", _PLAY),
    ("attribute", "reports.cli.attribute:attribute", "What does each rule do, and why is this one hard?", _PLAY),
    ("tune", "reports.cli.tune:tune", "The fewest and smallest changes that make it as hard as you want.", _PLAY),
    ("train", "reports.cli.train:train", "The weights with which a policy wins most, and what they are worth.", _PLAY),
    ("campaign", "reports.cli.campaign:campaign", "How long does the club last, year after year, and why?", _PLAY),
    ("explore", "reports.cli.explore:explore", "Move a lever, see the win rate: a workbench in your browser.", _PLAY),
    ("report", "reports.cli.report:report", "One page that answers how hard it is, for whom, and why.", _PLAY),
    ("strange", "reports.cli.strange:strange", "The least likely games of a run, and how to see them again.", _PLAY),
    ("replay", "reports.cli.replay:replay", "One game as a story, or as JSON Lines for programs.", _PLAY),
    ("advise", "reports.cli.advise:advise", "What should we do here? What each choice of a position is worth.", _PLAY),
    ("odds", "reports.cli.odds:odds", "Exact chances of a situation; nothing is simulated.", _PLAY),
    (
        "check",
        "reports.cli.check:check",
        "Does a policy keep the contract? What, where, the fix.",
        _LOOK,
    ),
    ("new", "reports.cli.new:new", "Write a commented file to start from: a variant, a policy.", _LOOK),
    ("share", "reports.cli.share:share", "A result as a text with which anyone gets the same number.", _KEEP),
    ("list", "reports.cli.listing:list_things", "Games, scenarios, policies, variants, rules or runs.", _LOOK),
    ("show", "reports.cli.show:show", "Rules with value, source and use; a policy; what policies see.", _LOOK),
    ("cards", "reports.cli.cards:cards", "Write the assumed cards as CSV, or check corrected ones.", _LOOK),
    ("resume", "reports.cli.resume:resume", "Go on with a run that was stopped.", _KEEP),
    ("verify", "reports.cli.verify:verify", "Check a stored run and replay a sample of it.", _KEEP),
    ("bench", "reports.cli.bench:bench", "Measure the speed on this machine.", _KEEP),
    ("warmup", "reports.cli.warmup:warmup", "Compile the engine now, so that later commands start at once.", _KEEP),
    ("doctor", "reports.cli.doctor:doctor", "Check the installation.", _KEEP),
    ("clean", "reports.cli.clean:clean", "Delete compiled code that is no longer used.", _KEEP),
    ("completion", "reports.cli.completion:completion", "Print a completion script for your shell.", _KEEP),
)


#: Commands that play for minutes and store their answer when it is whole.
ONLY_WHOLE = frozenset({"difficulty", "report", "ladder", "mechanics", "strange", "advise"})


def build_app() -> App:
    """Return the command line as cyclopts knows it."""
    app = App(
        name="house-edge",
        help="A Monte Carlo balance laboratory for board games. Type house-edge alone for what to do first.",
        help_format="plaintext",
        version=lambda: version("house-edge"),
        usage="Usage: house-edge COMMAND [ARGUMENTS] [OPTIONS]",
        default_parameter=Parameter(negative="", show_default=False),
    )
    app["--help"].group = app["--version"].group = _KEEP
    for name, place, text, group in COMMANDS:
        app.command(place, name=name, help=text, group=group)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code.

    Parameters
    ----------
    arguments : sequence of str, optional
        What follows ``house-edge``; taken from the process if omitted.
    """
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in tokens
    if not debug:
        warnings.showwarning = _show_warning
    try:
        return _dispatch(tokens)
    except BrokenPipeError:
        # The reader of a pipe has seen enough ("house-edge list rules opulent | head").
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except (KeyboardInterrupt, Interrupted) as error:
        return _stopped(error, tokens)
    except Exception as error:
        if debug:
            raise
        return _report(error)


def _stopped(error: BaseException, tokens: Sequence[str]) -> int:
    """Say that a line was stopped; what keeps its games has said so itself."""
    if tokens and tokens[0] in ONLY_WHOLE:
        output.note("\nStopped before there was an answer; of this command nothing is kept until then.")
    elif isinstance(error, Interrupted):
        output.fail([str(error)])
    else:
        output.note("\nStopped.")
    return INTERRUPTED


def _dispatch(tokens: list[str]) -> int:
    if not tokens or tokens == ["--debug"]:
        from reports.cli.welcome import welcome

        return welcome()
    app = build_app()
    unknown = _unknown_options(app, tokens)
    if unknown:
        raise BadInput(unknown)
    try:
        command, bound, unused, _ = app.parse_known_args(tokens)
    except CycloptsError as error:
        raise BadInput(_usage_problem(app, error)) from None
    if unused:
        raise BadInput([f"{tokens[0]} does not know what to do with '{word}'." for word in unused])
    result = command(*bound.args, **bound.kwargs)
    return result if isinstance(result, int) else DONE


def _usage_problem(app: App, error: CycloptsError) -> str:
    """Return cyclopts' finding in one line."""
    names = [name for name, *_ in COMMANDS]
    if isinstance(error, UnknownCommandError) and error.unused_tokens:
        word = error.unused_tokens[0]
        if word.startswith("-"):
            return f"there is no option {word}. Type house-edge --help."
        hint = f" Try 'house-edge {MEANT[word]}'." if word in MEANT else nearest(word, names)
        return f"there is no command '{word}'.{hint}"
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        return f"{error.keyword or error.argument.name} needs a value."
    if isinstance(error, RepeatArgumentError) and getattr(error, "token", None) is not None:
        return f"{error.token.keyword} is given twice."
    error.verbose = False
    return " ".join(str(error).split())


def _unknown_options(app: App, tokens: list[str]) -> list[str]:
    """Return one line for every option the command does not have; cyclopts stops at the first."""
    if tokens[0] not in {name for name, *_ in COMMANDS}:
        return []
    known = [name for argument in app[tokens[0]].assemble_argument_collection() for name in argument.names]
    known = [name for name in known if name.startswith("-")] + ["--help", "-h", "--version"]
    typed = [token.partition("=")[0] for token in tokens[1:] if re.match(r"--?[A-Za-z]", token)]
    return [f"{tokens[0]} has no option {word}.{_nearest_option(word, known)}" for word in typed if word not in known]


def _nearest_option(word: str, known: list[str]) -> str:
    """Return a suggestion; the dashes all options share do not count as likeness."""
    close = difflib.get_close_matches(word.lstrip("-"), [name.lstrip("-") for name in known], n=1, cutoff=0.6)
    return f" Did you mean --{close[0]}?" if close else " --help lists them."


def _report(error: Exception) -> int:
    """Print an error in a line or two and return its exit code."""
    if isinstance(error, BadInput):
        output.fail(error.problems)
        return error.exit_code
    if isinstance(error, ContractBroken):
        output.fail([f"{error.where}.", *output.shown_by(error)])
        return error.exit_code
    if isinstance(error, HouseEdgeError):
        output.fail([str(error)])
        return error.exit_code
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        output.fail([f"the disk is full{f' ({error.filename})' if error.filename else ''}."])
        return USAGE
    if isinstance(error, PermissionError | NotADirectoryError) and error.filename:
        output.fail([f"{error.filename}: {error.strerror}."])
        return USAGE
    if isinstance(error, MemoryError):
        output.fail(["not enough memory."])
        return UNEXPECTED
    output.fail(
        [
            f"unexpected {type(error).__name__}: {' '.join(str(error).split()) or 'no message'}",
            "this is a fault of House Edge; the same command with --debug shows where.",
        ]
    )
    return UNEXPECTED


def _show_warning(message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Any = None) -> None:
    # joblib counts its own tasks when a run stops early; House Edge says what was kept.
    if issubclass(category, UserWarning | RuntimeWarning) and "joblib" not in filename:
        output.note(f"note: {message}")


if __name__ == "__main__":
    sys.exit(main())
