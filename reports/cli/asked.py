"""What commands that ask one question have in common: the answer is stored, drawn if wanted, and told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from reports import words
from reports.cli import output

if TYPE_CHECKING:
    from analysis.arms import Base
    from reports.cli.options import OutputOptions


class Result(Protocol):
    """What a question found."""

    @property
    def played(self) -> int:
        """Games that were played for it."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        ...


R = TypeVar("R", bound=Result)
Answer = tuple[R, dict[str, Any], Path]


def stored(
    kind: str, base: Base, scenario: str, command: str, started: float, result: R, sentences: list[str]
) -> Answer[R]:
    """Store what a question begun at ``started`` found; return it, its JSON, and the folder it is stored in."""
    from reports.cli import findings
    from reports.cli.envelope import envelope

    wall = time.perf_counter() - started
    timing = {"wall_s": wall, "games_per_s": result.played / wall}
    head = envelope(kind, base.game, base.resolve(scenario), base.seed, "complete", command, timing)
    body = {**head, "answer": sentences, **result.to_json()}
    return result, body, findings.store(body)


def tell(
    answer: Answer[R],
    command: str,
    show: Callable[[R], None],
    draw: Callable[[R, Path, str], None],
    picture: Path | None,
    out: OutputOptions,
    blank: bool = False,
) -> int:
    """Draw and print an answer, as JSON or as ``show`` has it (with an empty line behind if ``blank``)."""
    result, body, folder = answer
    if picture is not None:
        draw(result, picture, command)
    if out.json:
        output.print_json(body)
        return 0
    show(result)
    if blank:
        output.say("")
    timing = body["timing"]
    output.say(f"{result.played:,} games in {words.duration(timing['wall_s'])} ({words.rate(timing['games_per_s'])})")
    output.say(f"Stored in {folder}. Again: {command}")
    if picture is not None:
        output.say(f"The figure: {picture}")
    return 0
