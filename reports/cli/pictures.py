"""The option ``--figure``: which file, and what is said when it cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from reports.cli.options import read_new_file
from sim.errors import BadInput

#: Endings of the files a picture is written as.
PICTURES = (".png", ".svg")


def read_picture(text: str) -> Path:
    """Return the file of ``--figure``."""
    if Path(text).suffix.lower() not in PICTURES:
        raise BadInput(f"--figure {text}: the name ends in .png or .svg.")
    return read_new_file(text, "--figure")


def write_picture(path: Path, write: Callable[[Path], None]) -> None:
    """Write a picture.

    Raises
    ------
    BadInput
        If the file cannot be written.
    """
    try:
        write(path)
    except OSError as error:
        raise BadInput(f"--figure {path}: cannot be written ({error.strerror or error}).") from None
