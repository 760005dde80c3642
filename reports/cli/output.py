"""What goes where: results on stdout, everything else on stderr, never a colour code into a file."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.errors import ContractBroken

#: Columns of a table that is not shown on a terminal, unless COLUMNS says otherwise: enough to fold nothing.
_WIDTH_OF_FILES = 500


class _Paper(Console):
    """A console whose reader may have seen enough: the command line ends quietly then, where rich would exit with 1."""

    def on_broken_pipe(self) -> None:
        """Raise the error that is being handled again."""
        raise BrokenPipeError


def _console(error: bool) -> Console:
    stream = sys.stderr if error else sys.stdout
    width = None
    if not stream.isatty() and "COLUMNS" not in os.environ:
        width = _WIDTH_OF_FILES
    return _Paper(stderr=error, width=width, highlight=False, markup=False, emoji=False, soft_wrap=True)


def say(text: str | Text = "") -> None:
    """Print a line of the result."""
    _console(error=False).print(text)


def note(text: str) -> None:
    """Print a line about the work itself, on stderr."""
    _console(error=True).print(text)


def fail(problems: Iterable[str]) -> None:
    """Print problems on stderr, one line each."""
    console = _console(error=True)
    for problem in problems:
        console.print(Text.assemble(("house-edge: ", "bold red"), problem))


def shown_by(error: ContractBroken) -> list[str]:
    """Return the line with the command that shows a broken contract happen, if there is one."""
    return [f"See it happen: {error.replay}"] if error.replay else []


def heading(text: str) -> None:
    """Print the line a section begins with."""
    say(Text(text, style="bold"))


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    right: Sequence[int] = (),
    total: Sequence[str] | None = None,
) -> None:
    """Print a table without vertical lines.

    Parameters
    ----------
    columns : sequence of str
        Headings.
    rows : iterable of sequences of str
        Cells; shorter rows are filled.
    right : sequence of int
        Positions of the columns that hold numbers.
    total : sequence of str, optional
        A last row below a line.
    """
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold", show_edge=False)
    for position, column in enumerate(columns):
        number = position in right
        # Names stay whole: they are what a person copies.
        grid.add_column(Text(column), justify="right" if number else "left", no_wrap=number or position == 0)
    body = [[*row, *[""] * (len(columns) - len(row))] for row in rows]
    if total is not None:
        last = [*total, *[""] * (len(columns) - len(total))]
        widths = [max(len(row[i]) for row in [*body, last, list(columns)]) for i in range(len(columns))]
        body += [["\u2500" * widths[i] if last[i] else "" for i in range(len(columns))], last]
    for row in body:
        grid.add_row(*[Text(cell) for cell in row])
    console = _console(error=False)
    if console.is_terminal:
        console.print(grid, soft_wrap=False)
        return
    with console.capture() as text:
        console.print(grid, soft_wrap=False)
    sys.stdout.write("".join(f"{line.rstrip()}\n" for line in text.get().splitlines()))


def width() -> int:
    """Return how many columns a line of the result may have."""
    return _console(error=False).width


def print_json(value: Any) -> None:
    """Print one JSON object: NaN as null, numpy numbers as numbers."""
    sys.stdout.write(json.dumps(plain(value), indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def plain(value: Any) -> Any:
    """Return a value as JSON knows it."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if hasattr(value, "item") and not isinstance(value, str | bytes):  # a numpy number
        return plain(value.item()) if getattr(value, "ndim", 0) == 0 else plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return str(value)


def on_terminal() -> bool:
    """Return whether stderr can show something that moves."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
