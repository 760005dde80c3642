"""Which game is meant where a line does not name one."""

from __future__ import annotations

from pathlib import Path

from sim import registry
from sim.errors import BadInput
from sim.params import nearest

#: The game whose commands the documentation shows.
SHOWN = "opulent"


def first_game() -> str:
    """Return the name of the game that is meant if nothing speaks for another."""
    games = registry.games()
    return SHOWN if SHOWN in games or not games else next(iter(games))


def games_with(policy: str) -> list[str]:
    """Return the games that have a policy of this name, one of their campaigns' included."""
    return [name for name, game in registry.games().items() if policy in _policies(game)]


def game_of_policy(policy: str, line: str) -> registry.Game:
    """Return the only game that has a policy of this name.

    Parameters
    ----------
    policy : str
        Its name.
    line : str
        The line typed, to be shown with ``--game`` behind it.

    Raises
    ------
    BadInput
        If no game has it, or several have.
    """
    found = games_with(policy)
    if len(found) == 1:
        return registry.load_game(found[0])
    if found:
        said = f"--game is missing: {', '.join(found)} have a policy '{policy}'. Type: {line} --game {found[0]}"
        raise BadInput(said)
    if Path(f"{policy}.py").exists():
        raise BadInput(f"no game has a policy '{policy}'. There is a file {policy}.py here: type ./{policy}.py.")
    known = dict.fromkeys(name for game in registry.games().values() for name in _policies(game))
    raise BadInput(f"no game has a policy '{policy}'.{nearest(policy, known)}")


def _policies(game: registry.Game) -> list[str]:
    campaign = registry.policy_files(game, "campaign") if game.file.campaign is not None else {}
    return [*registry.policy_files(game), *campaign]
