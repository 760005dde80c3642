"""What all figures share: paper, inks, and the way to SVG and PNG.

A figure is drawn with fixed inks. In the report each ink becomes a CSS variable, so that one SVG reads in light, in
dark and in print. Inks differ in lightness, and where areas touch they also differ in hatching, so that a figure reads
without colour too.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

STYLE = Path(__file__).with_name("herald.mplstyle")

#: Inches: a figure for a page, and one for a telephone or a column.
WIDE, NARROW = 7.2, 3.7

#: Letters of a line of the note below a figure.
NOTE = 155

#: Ink -> CSS variable. Names in use are those of the newspaper's press room.
INK, SOFT, RULE, PAPER = "#1d1a16", "#6a6257", "#cdc3b1", "#fbf7ee"
RED, BLUE, GOLD, SAND, MIST = "#96291f", "#3f7594", "#c9973f", "#e3d8c3", "#c4d5dd"
_VARIABLES = {
    INK: "--ink",
    SOFT: "--soft",
    RULE: "--rule",
    PAPER: "--paper",
    RED: "--red",
    BLUE: "--blue",
    GOLD: "--gold",
    SAND: "--sand",
    MIST: "--mist",
}


@contextmanager
def press() -> Iterator[None]:
    """Use the house style and nothing else, whatever the user's own settings are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        style.use(STYLE)
        yield


def sheet(width: float, height: float, **options: Any) -> tuple[Figure, Any]:
    """Return a figure of so many inches and its axes."""
    figure = Figure(figsize=(width, height), layout=ConstrainedLayoutEngine(w_pad=0.02, h_pad=0.02))
    return figure, figure.subplots(**options)


def height_of_words(headline: str, note: str) -> float:
    """Return how many inches a headline above a figure and a note below it take."""
    return (headline.count("\n") + 1) * 0.2 + (note.count("\n") + 1) * 0.12


def words_around(figure: Figure, headline: str, note: str, size: float = 9.5) -> None:
    """Set a headline above a figure, in letters of a size, and a note below it."""
    figure.suptitle(headline, x=0.012, ha="left", fontsize=size, fontweight="bold")
    figure.supxlabel(note, x=0.012, ha="left", fontsize=6.3, color=SOFT)


def note_of(parts: Sequence[str], command: str) -> str:
    """Return the note below a figure: how to read it and how it was found, then what gives it again."""
    said = [*parts, f"House Edge {version('house-edge')}: {command}"]
    return "\n".join(line for part in said for line in textwrap.wrap(part, NOTE))


def per_cent(axes: Any, most: float = 1.0, least: float = 0.0) -> None:
    """Label a horizontal axis in per cent, from 0."""
    axes.set_xlim(least, most)
    ticks = [tick for tick in (0, 0.25, 0.5, 0.75, 1) if tick <= most + 1e-9]
    axes.set_xticks(ticks, [f"{100 * tick:.0f} %" for tick in ticks])


def rows_down(axes: Any, labels: list[str]) -> None:
    """Label rows from the top down."""
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)


# --- output ----------------------------------------------------------------------------------------------------------


def svg(figure: Figure, name: str) -> str:
    """Return a figure as SVG text, the same bytes for the same numbers."""
    with press(), mpl.rc_context({"svg.hashsalt": name}):
        FigureCanvasSVG(figure)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "House Edge"})
    return out.getvalue()


def png(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, on paper."""
    with press():
        FigureCanvasAgg(figure)
        figure.set_layout_engine("none")  # it is laid out already, by `svg`
        figure.savefig(path, format="png", facecolor=PAPER, transparent=False, metadata={"Software": "House Edge"})


def write(figure: Figure, name: str, path: Path) -> None:
    """Write a figure as PNG or SVG, by the ending of the file's name; its folder is made if it is missing.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    text = svg(figure, name)  # it also lays the figure out
    path = path.expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix.lower() == ".svg":
        path.write_text(text, encoding="utf-8")
    else:
        png(figure, path)


def inline(text: str, name: str, description: str) -> Markup:
    """Return SVG text for a page: own ids, inks as CSS variables, the page's font, a description for screen readers."""
    body = text[text.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>\s*", "", body, flags=re.DOTALL)
    body = re.sub(r"<style.*?</style>", "", body, flags=re.DOTALL)  # it would style the page; the page has it instead
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = body.replace("url(#", f"url(#{name}-")
    body = re.sub(r'(?:xlink:)?href="#', f'href="#{name}-', body)
    body = body.replace("font-family: 'DejaVu Serif', serif", "font-family: var(--figure)")
    for ink, variable in _VARIABLES.items():
        body = body.replace(ink, f"var({variable})")
    size = re.search(r'viewBox="([^"]*)"', body)
    assert size is not None
    head = f'<svg class="figure" viewBox="{size[1]}" role="img" aria-label="{escape(description)}">'
    return Markup(head + body[body.index(">") + 1 :])  # our own drawing; matplotlib escapes its texts


def on_paper(text: str, description: str) -> str:
    """Return SVG text for a page that is not ours, on paper so that it reads on any ground."""
    style = f"background:{PAPER}; width:100%; height:auto; display:block"
    body = text[text.index("<svg") :]
    return body.replace("<svg ", f'<svg style="{style}" role="img" aria-label="{escape(description)}" ', 1)
