"""Where a game played against each other is asked about: scenarios, for one or several numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from reports.cli.arms import read_scenarios
from reports.cli.options import PLAYED, Problems, option
from sim import registry

#: ``--scenario`` and ``--players`` of questions that both kinds of games are asked.
Places = Annotated[
    tuple[str, ...],
    option("Where: names joined by commas, or repeated [default: all; against each other one].", "NAME", PLAYED),
]
Tables = Annotated[
    tuple[str, ...],
    option("Against each other: for so many players, 2,3 for each of both.", "NUMBER", PLAYED),
]


def typed_parts(typed: Sequence[str]) -> list[str]:
    """Return what was typed, joined by commas or in several options.

    Examples
    --------
    >>> typed_parts(["2,3", " 4"])
    ['2', '3', '4']
    """
    return [part.strip() for text in typed for part in text.split(",") if part.strip()]


def read_places(scenarios: Sequence[str], players: Sequence[str], game: registry.Game) -> tuple[str, ...]:
    """Return the scenarios asked about, for each number of players; the game's own first choice unless some are named.

    Raises
    ------
    BadInput
        With every scenario that is not there, or not for so many players.
    """
    named = typed_parts(scenarios)
    if not players:
        return read_scenarios(named, game)
    problems = Problems()
    found = [problems.take(read_scenarios, named, game, count) or () for count in typed_parts(players) or ["?"]]
    problems.stop_if_any()
    return tuple(dict.fromkeys(name for places in found for name in places))
