"""``house-edge completion``: a completion script for the shell."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from reports.cli.options import DEFAULT_OUTPUT, OutputOptions, need
from sim.errors import BadInput
from sim.params import nearest

SHELLS = ("bash", "zsh", "fish")


def completion(
    shell: Annotated[str | None, Parameter(help="bash, zsh or fish.", metavar="SHELL")] = None,
    /,
    *,
    output: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Print a completion script for your shell.

    For bash: house-edge completion bash > ~/.local/share/bash-completion/completions/house-edge
    """
    from reports.cli.main import build_app

    word = need(shell, "the name of the shell", "house-edge completion bash")
    if word not in SHELLS:
        raise BadInput(f"there is no completion for '{word}'.{nearest(word, SHELLS)}")
    sys.stdout.write(build_app().generate_completion(prog_name="house-edge", shell=word))  # type: ignore[arg-type]
    return 0
