"""``house-edge replay``: one game as a story, or as JSON Lines that hold everything that happened.

The lines of the JSON form are described in docs/trace.md.
"""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from reports.cli import output
from reports.cli.options import (
    DEFAULT_OUTPUT,
    GAMES_LIMIT,
    NO_RULES,
    PLAYED,
    SHOWN,
    OutputOptions,
    Problems,
    RuleOptions,
    WorkOptions,
    option,
    read_count,
    read_new_file,
)
from reports.cli.plans import read_request
from sim.errors import BadInput
from sim.params import nearest

EXAMPLE = "house-edge replay opulent --scenario 1924 --seed 7 --game 41"
FORMATS = ("text", "jsonl")


def replay(
    game: Annotated[str | None, Parameter(help="Name of the game; see 'list games'.", metavar="GAME")] = None,
    /,
    *,
    number: Annotated[str, option("Which game of the seed, from 0 [default: 0].", "NUMBER", PLAYED, "--game")] = "0",
    policy: Annotated[str | None, option("Who plays.", "NAME", PLAYED)] = None,
    rules: RuleOptions = NO_RULES,
    seed: Annotated[str | None, option("Of the run the game belongs to; drawn if left out.", "NUMBER", PLAYED)] = None,
    form: Annotated[str, option("text or jsonl [default: text].", "NAME", SHOWN, "--format")] = "text",
    file: Annotated[str | None, option("Write to a file [default: the terminal].", "FILE", SHOWN, "--out")] = None,
    out: OutputOptions = DEFAULT_OUTPUT,
) -> int:
    """Play one game of a seed again and tell what happened, rule by rule."""
    problems = Problems()
    request = read_request(problems, game, rules, WorkOptions(seed=seed, jobs="1"), policy, EXAMPLE)
    index = problems.take(read_count, number, "--game", GAMES_LIMIT, 0)
    target = problems.take(read_new_file, file) if file else None
    if form not in FORMATS:
        problems.found.append(f"there is no format '{form}'.{nearest(form, FORMATS)}")
    problems.stop_if_any()
    assert request is not None and index is not None
    from sim import playback

    if out.json or form == "jsonl":
        lines = playback.to_json_lines(playback.trace(request.plan, index))
    else:
        lines = playback.tell(request.plan, index)
    if target is None:
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return 0
    try:
        target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise BadInput(f"--out {file}: cannot be written ({error.strerror}).") from None
    output.note(f"Written to {target}")
    return 0
