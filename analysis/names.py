"""Names that a question is asked with and that the game does not know, told with the nearest it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim import registry
from sim.params import nearest

if TYPE_CHECKING:
    from sim.registry import Game


def unknown_scenarios(game: Game, names: Sequence[str]) -> list[str]:
    """Return a line for every name that is no scenario of a game."""
    return [
        f"{game.name} has no scenario '{name}'.{nearest(name, game.scenarios)}"
        for name in names
        if name not in game.scenarios
    ]


def unknown_policies(game: Game, names: Sequence[str]) -> list[str]:
    """Return a line for every name that is neither a policy of a game nor a file."""
    known = registry.policy_files(game)
    return [
        f"{game.name} has no policy '{name}'.{nearest(name, known)}"
        for name in names
        if name not in known and not name.endswith(".py")
    ]
