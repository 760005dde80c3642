"""Starting up: help, the first words, what is imported, how unknown words are answered."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from reports.cli.main import COMMANDS
from sim.errors import Interrupted
from tests.cli.conftest import ROOT, Answer

Cli = Callable[..., Answer]
HEAVY = ("numba", "pandas", "matplotlib", "pyarrow", "scipy", "joblib")


def test_alone_it_says_what_to_type_next(cli: Cli) -> None:
    answer = cli()
    assert answer.code == 0
    assert answer.err == ""
    assert len(answer.out.splitlines()) == 16
    commands = [line.split()[1] for line in answer.out.splitlines() if line.startswith("  house-edge")]
    first = ["demo", "run", "difficulty", "campaign", "ladder", "attribute"]
    assert commands == [*first, "difficulty", "new", "new", "list", "show"]
    assert set(commands) <= {name for name, *_ in COMMANDS}


def test_help_names_every_command(cli: Cli) -> None:
    answer = cli("--help")
    assert answer.code == 0
    for name, *_ in COMMANDS:
        assert f" {name} " in answer.out


@pytest.mark.parametrize("name", [name for name, *_ in COMMANDS])
def test_every_command_explains_itself(cli: Cli, name: str) -> None:
    answer = cli(name, "--help")
    assert answer.code == 0
    assert f"house-edge {name}" in answer.out
    assert "[default: None]" not in answer.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["run", "--help"],
        ["bench", "--help"],
        [],
        ["list", "games"],
        ["list", "policies", "pebbles"],
        ["list", "runs"],
        ["show", "rules", "pebbles"],
    ],
)
def test_nothing_heavy_is_imported(surroundings: object, arguments: list[str]) -> None:
    code = (
        "import sys; from reports.cli.main import main; main(sys.argv[1:]);"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == "[]\n"


def test_version(cli: Cli) -> None:
    assert cli("--version").out.strip().count(".") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rn"], "there is no command 'rn'. Did you mean 'run'?"),
        (["balance"], "there is no command 'balance'. Try 'house-edge difficulty'."),
        (["--sed", "7"], "there is no option --sed. Type house-edge --help."),
        (["run", "pebbles", "--sed", "7"], "run has no option --sed. Did you mean --seed?"),
        (["run", "pebbles", "--zzz"], "run has no option --zzz. --help lists them."),
        (["run", "pebbles", "--seed"], "--seed needs a value."),
        (["run", "pebbles", "more"], "run does not know what to do with 'more'."),
        (["run"], "the game is missing, for example: house-edge run opulent"),
        (["run", "pebles"], "there is no game 'pebles'. Did you mean 'pebbles'?"),
        (["list", "gmes"], "there is nothing called 'gmes' to list. Did you mean 'games'?"),
        (["list"], "what to list is missing"),
        (["show", "rules", "pebbles", "slp"], "pebbles has no rule 'slp'. Did you mean 'slip'?"),
        (["show", "cards"], "there is nothing called 'cards' to show."),
        (["completion", "fsh"], "there is no completion for 'fsh'. Did you mean 'fish'?"),
        (["verify", "nothing"], "there is no run 'nothing'."),
        (["resume", "nothing"], "there is no run 'nothing'."),
        (["verify"], "the run is missing"),
        (["warmup", "pebles"], "Did you mean 'pebbles'?"),
        (["demo", "pebles"], "Did you mean 'pebbles'?"),
        (["bench", "pebles"], "Did you mean 'pebbles'?"),
    ],
)
def test_a_wrong_word_gets_one_line_and_a_suggestion(cli: Cli, arguments: list[str], said: str) -> None:
    answer = cli(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert said in answer.err
    assert len(answer.err.splitlines()) == 1
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("command", "error", "said"),
    [
        (
            "ladder",
            KeyboardInterrupt(),
            "Stopped before there was an answer; of this command nothing is kept until then.",
        ),
        ("strange", Interrupted("stopped after 2 of 9 games"), "Stopped before there was an answer; of this command"),
        ("campaign", Interrupted("stopped in 1922; nothing was stored."), "stopped in 1922; nothing was stored."),
        ("list", KeyboardInterrupt(), "Stopped.\n"),
    ],
)
def test_whoever_stops_a_command_is_told_what_is_kept(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, command: str, error: BaseException, said: str
) -> None:
    def dispatch(tokens: list[str]) -> int:
        raise error

    monkeypatch.setattr("reports.cli.main._dispatch", dispatch)
    answer = cli(command, "opulent")
    assert answer.code == 130 and answer.out == "" and said in answer.err


def test_all_unknown_options_at_once(cli: Cli) -> None:
    answer = cli("run", "pebbles", "--sed", "7", "--jbs", "2")
    assert [line.split(": ", 1)[1] for line in answer.err.splitlines()] == [
        "run has no option --sed. Did you mean --seed?",
        "run has no option --jbs. Did you mean --jobs?",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_commands(cli: Cli, shell: str) -> None:
    answer = cli("completion", shell)
    assert answer.code == 0
    assert "verify" in answer.out


def test_completion_for_bash_is_valid_bash(cli: Cli) -> None:
    script = cli("completion", "bash").out
    assert subprocess.run(["bash", "-n"], input=script, text=True, check=False).returncode == 0


def test_an_unexpected_error_is_two_lines_unless_debug(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("sim.registry.games", fail)
    answer = cli("list", "games")
    assert answer.code == 1
    assert answer.out == ""
    assert "unexpected ZeroDivisionError: by zero" in answer.err
    assert len(answer.err.splitlines()) == 2
    with pytest.raises(ZeroDivisionError):
        cli("list", "games", "--debug")


def test_a_reader_that_stops_reading_is_no_error(surroundings: object) -> None:
    line = f"{sys.executable} -m reports.cli.main show rules pebbles | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True, cwd=ROOT)
    assert done.stderr == ""
    assert done.stdout.startswith("Pebbles")
