"""Who beats whom, and how strong is each policy? A square of win shares a table, and the ratings below."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from analysis.statements import scenario_label
from reports import tournament_text
from reports.figures import canvas, meetings
from reports.figures.canvas import WIDE, press

if TYPE_CHECKING:
    from analysis.tournament_result import TournamentResult

_TITLE = 86
#: Squares beside each other, inches of a cell, and of what stands around a square.
_BESIDE, _CELL, _AROUND = 3, 0.34, 0.95


def write(result: TournamentResult, path: Path, command: str) -> None:
    """Write the figure as PNG or SVG, by the ending of the file's name.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    canvas.write(draw(result, command), "tournament", path)


def draw(result: TournamentResult, command: str) -> Figure:
    """Draw the squares of all tables, three a line, and below them the ratings with their intervals."""
    found = squares(result)
    ratings = [
        (square.label, {name: standing.rating for name, standing in field.standings.items()})
        for square, field in zip(found, result.fields.values(), strict=True)
    ]
    headline = "\n".join(textwrap.wrap(tournament_text.answer(result)[0], _TITLE))
    note = caption(result, command)
    lines, across = -(-len(found) // _BESIDE), min(len(found), _BESIDE)
    above = (_AROUND + _CELL * len(result.policies)) * lines
    below = 0.6 + meetings.ratings_height(ratings) + (0.25 if len(found) > 1 else 0)
    text = canvas.height_of_words(headline, note)
    with press():
        figure = Figure(figsize=(WIDE, above + below + text), layout=ConstrainedLayoutEngine(w_pad=0.04, h_pad=0.03))
        upper, lower = figure.subfigures(2, 1, height_ratios=[above, below], squeeze=False).ravel().tolist()
        panels = upper.subplots(lines, max(across, 2), squeeze=False).ravel().tolist()
        for place, axes in enumerate(panels):
            if place < len(found):
                meetings.square_on(axes, found[place], named=place % _BESIDE == 0)
            else:
                axes.set_axis_off()
        axes = lower.subplots()
        meetings.ratings_on(axes, ratings, "rating; 400 more is ten times the chance to win")
        if len(found) > 1:
            lower.legend(loc="outside upper left", ncols=4, handletextpad=0.3)
        canvas.words_around(figure, headline, note)
    return figure


def squares(result: TournamentResult) -> list[meetings.Square]:
    """Return who wins among whom, for every table."""
    return [
        meetings.Square(
            scenario_label(result.game, field.scenario),
            field.equal,
            tuple(field.standings),
            {pair: duel.share for pair, duel in field.duels.items()},
        )
        for field in result.fields.values()
    ]


def caption(result: TournamentResult, command: str) -> str:
    """Return how to read it and how it was found."""
    parts = [
        "Squares: what one player of the row wins, in per cent, among players of the column; bold with a mark: shown to"
        " be above or below an equal share. Below: ratings, with intervals that hold together.",
        *tournament_text.method(result),
    ]
    return canvas.note_of(parts, command)
