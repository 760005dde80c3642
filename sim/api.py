"""The public API: what a notebook needs. Import it from ``sim``."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim import registry
from sim.registry import Game, load_game

if TYPE_CHECKING:
    import pandas

    from sim.block import Plan
    from sim.policy import Policy

__all__ = ["draw_seed", "load_game", "load_policy", "make_plan", "replay", "simulate"]  # noqa: F822  (replay: below)


def load_policy(game: str | Game, name: str) -> Policy:
    """Return a policy as it was declared.

    Parameters
    ----------
    game : str or Game
        The game it plays.
    name : str
        Name of the policy, or the path of its file.

    Raises
    ------
    BadInput
        If there is no such policy, or its file cannot be used.
    """
    from sim.policy import load_declaration

    return load_declaration(load_game(game) if isinstance(game, str) else game, name)


def draw_seed() -> int:
    """Return a fresh seed; below 2**53, so that JSON readers keep all its digits."""
    return secrets.randbelow(2**53)


def make_plan(
    game: str,
    scenario: str | None = None,
    policy: str | Policy | Callable[..., int] | None = None,
    *,
    seed: int | None = None,
    variants: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    cards: Mapping[str, list[dict[str, Any]]] | None = None,
    players: int | None = None,
) -> Plan:
    """Return what is to be played, resolved and checked; parameters as for `simulate`.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    from sim.errors import BadInput
    from sim.run import check_numbers

    found = load_game(game)
    problems: list[str] = []
    rule_set = team = None
    try:
        where = scenario if players is None else scenario_for_players(found, scenario, players)
        rule_set = registry.resolve(found, where, variants, rules, cards)
    except BadInput as error:
        problems += error.problems
    try:
        if seed is not None:
            check_numbers(seed=seed)
    except BadInput as error:
        problems += error.problems

    from sim.block import Plan
    from sim.policy import parse_team
    from sim.seating import team_at

    chosen = policy or found.file.default_policy
    try:
        team = team_at(found, rule_set, chosen) if rule_set is not None else parse_team(found, chosen)
    except BadInput as error:
        problems += error.problems
    if problems or rule_set is None or team is None:
        raise BadInput(problems)
    return Plan(found.name, rule_set, team, draw_seed() if seed is None else seed)


def scenario_for_players(game: Game, scenario: str | None, players: int | str) -> str:
    """Return the scenario that is another one for a number of players.

    Raises
    ------
    BadInput
        If it is no number, the game is not for so many, or it has no such scenario: of a team the same seats are played
        whoever sits there.
    """
    from sim.errors import BadInput

    if not game.file.players_rule:
        raise BadInput(
            f"--players: {game.file.title} is the same for any number of people; they share its {len(game.file.seats)}"
            f" seats ({', '.join(game.file.seats)}). Leave --players out."
        )
    if not str(players).strip().isdigit():
        raise BadInput(f"--players takes a number of players such as {game.file.players[0]}, not '{players}'.")
    return game.scenario_for(scenario, int(players))


def simulate(
    game: str,
    scenario: str | None = None,
    policy: str | Policy | Callable[..., int] | None = None,
    games: int = 1000,
    seed: int | None = None,
    variants: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    cards: Mapping[str, list[dict[str, Any]]] | None = None,
    jobs: int = 1,
    backend: str = "auto",
    players: int | None = None,
) -> pandas.DataFrame:
    """Play games and return one row each.

    Parameters
    ----------
    game : str
        Name of a game.
    scenario : str, optional
        Name of a scenario; the game's default if omitted.
    policy : str or Policy, optional
        ``--policy`` text, or a policy declared in a notebook (other weights: ``f"{policy}:reserve=5"``); the game's
        default if omitted.
    games : int, optional
        How many.
    seed : int, optional
        Seed of the run; drawn if omitted, and then found in ``attrs``.
    variants : sequence of str, optional
        Names or files of variants, applied in order.
    rules : mapping, optional
        Single rule values by name.
    cards : mapping, optional
        Printed cards that replace assumed ones, by table.
    jobs, backend : optional
        As for `sim.run.run_games`; the rows do not depend on them.
    players : int, optional
        The same scenario for so many players, of a game played against each other. Its policies are joined by ``+`` in
        turn order, or one plays all seats; the columns of a measure are ``load_game(...).file.columns_of(measure)``.

    Returns
    -------
    pandas.DataFrame
        ``game``, ``outcome`` (categorical) and the game's stored columns. ``attrs`` holds seed, digests, policies, the
        rules changed and a command that plays the same games.

    Raises
    ------
    BadInput
        With every mistake found.
    ContractBroken
        If a policy or the engine broke a contract.

    Examples
    --------
    >>> from sim import simulate
    >>> frame = simulate("opulent", "1924", games=2000, seed=7)
    >>> (frame["outcome"] == "win").mean()  # doctest: +SKIP
    """
    from sim.commands import run_command
    from sim.errors import ContractBroken
    from sim.frames import frame_of
    from sim.manifest import facts
    from sim.run import check_numbers, run_games
    from sim.worker import outcome_names

    check_numbers(games=games, jobs=jobs, backend=backend, seed=seed)
    plan = make_plan(game, scenario, policy, seed=seed, variants=variants, rules=rules, cards=cards, players=players)
    try:
        result = run_games(plan, games, jobs=jobs, backend=backend)
    except ContractBroken as broken:  # a notebook shows the note below the traceback
        broken.add_note(f"{broken.where}.\nSee it happen: {broken.replay}")
        raise
    assert result.rows is not None
    attributes = facts(plan) | {"command": run_command(plan, games), "rows_sha256": result.rows_sha256}
    return frame_of(result.rows, outcome_names(plan), attributes)


def __getattr__(name: str) -> Any:
    if name == "replay":
        from sim.playback import replay

        return replay
    raise AttributeError(f"module 'sim.api' has no attribute '{name}'")
