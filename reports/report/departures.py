"""What is simplified, unclear or assumed: the game's own list, as HTML."""

from __future__ import annotations

from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup


def departures(folder: Path) -> Markup:
    """Return ``DEPARTURES.md`` of a game as HTML, empty if there is none.

    Raw HTML is escaped, and links and pictures stay text: the report refers to nothing outside itself.
    """
    path = folder / "DEPARTURES.md"
    if not path.exists():
        return Markup("")
    return markdown(path.read_text(encoding="utf-8"))


def markdown(text: str) -> Markup:
    """Return Markdown text as HTML in which nothing comes from outside and headings are subordinate."""
    reader = (
        MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink", "reference"])
    )
    body = reader.render(text)
    for level in (4, 3, 2, 1):
        body = body.replace(f"<h{level}>", f"<h{level + 2}>").replace(f"</h{level}>", f"</h{level + 2}>")
    return Markup(body)  # markdown-it escaped it
