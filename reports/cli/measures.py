"""The option ``--measure``: what a question is about, where a game has more to ask than whether it was won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.pairs import Metric
    from reports.cli.plans import Request

MEASURE_HELP = (
    "What is measured, of a game played against each other: points, victory (the first player's share of the wins),"
    " winner, spread, ... [default: the points a player]."
)


def read_measure(game: registry.Game, name: str | None, seats: tuple[str, ...] | None = None) -> Metric:
    """Return the measure typed, or the usual one: the win rate of a team, else the points a player.

    Parameters
    ----------
    seats : tuple of str, optional
        The seats that are taken; by default all.

    Raises
    ------
    BadInput
        If the game has no such measure.
    """
    from analysis.measures import leading_measure, measure_named, measures_of

    return measure_named(measures_of(game, seats), leading_measure(game) if name is None else name, game)


def asked_measure(request: Request | None, game: str | None, name: str | None) -> Metric | None:
    """Return the measure of a question; where the rest of the line is wrong, all seats count as taken.

    Raises
    ------
    BadInput
        If the game has no such measure.
    """
    if request is not None:
        return read_measure(request.game, name, request.game.seats_in_play(request.plan.rules))
    try:
        loaded = registry.load_game(game) if game else None
    except BadInput:
        return None  # said already
    return None if loaded is None else read_measure(loaded, name)
