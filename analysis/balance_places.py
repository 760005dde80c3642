"""Which scenarios a question about balance is asked of, and what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.registry import Game


def family(game: Game, scenario: str) -> str:
    """Return the name scenarios share that differ in the number of players only."""
    return str(game.scenarios[scenario].get("of", scenario))


def scenarios_of(game: Game, scenarios: Sequence[str]) -> tuple[str, ...]:
    """Return what is played: by number of players, then in the order of the game.

    Raises
    ------
    BadInput
        With every name that is unknown.
    """
    problems = [
        f"{game.name} has no scenario '{name}'.{nearest(name, game.scenarios)}"
        for name in scenarios
        if name not in game.scenarios
    ]
    if problems:
        raise BadInput(problems)
    order = list(game.scenarios)
    chosen = dict.fromkeys(scenarios or order)
    return tuple(sorted(chosen, key=lambda name: (players_of(game, name), order.index(name))))


def players_of(game: Game, scenario: str) -> int:
    """Return the number of players of a scenario under the printed rules."""
    return len(game.seats_in_play(registry.resolve(game, scenario)))


def amount(value: float, unit: str) -> str:
    """Return a margin with its unit.

    Examples
    --------
    >>> amount(1.0, "points"), amount(0.5, "points")
    ('1 point', '0.5 points')
    """
    return f"{value:g} {unit.removesuffix('s') if value == 1 else unit}"
