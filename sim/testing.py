"""Conformance suites for games and policies: what every one of them must keep, usable by outsiders' tests.

Each ``check_...`` function plays some games and raises AssertionError with the contract that was broken::

    from sim.testing import check_game, check_policy

    def test_my_game():
        check_game("pebbles", games=200)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.block import Context, Plan, row_dtype, work_dtype
from sim.playback import trace
from sim.policy import parse_team
from sim.registry import Game, load_game, resolve

_SEED = 20
_MOST_TURNS = 100_000


def check_game(name: str, games: int = 100, policies: Sequence[str] | None = None) -> None:
    """Check that a game keeps the engine's contracts in every scenario.

    Parameters
    ----------
    name : str
        Name of the game.
    games : int
        Games of each scenario and policy.
    policies : sequence of str, optional
        Policies to play; the game's ladder if omitted.

    Raises
    ------
    AssertionError
        Naming the contract that was broken.
    """
    game = load_game(name)
    for scenario in game.scenarios:
        for policy in policies or game.file.ladder:
            plan = Plan(name, resolve(game, scenario), parse_team(game, policy), _SEED)
            where = f"{name} {scenario} {policy}"
            rows = Context(plan).play(0, games)
            assert rows.dtype == row_dtype(game), f"{where}: rows have other columns than game.toml"
            check_outcomes(game, rows, where)
            check_ledgers(game, rows, where)
            check_blocks(plan, rows, where)
            check_stop_and_continue(plan, rows[: min(games, 10)], where)
            check_script(plan, rows[: min(games, 5)], where)


def check_outcomes(game: Game, rows: np.ndarray, where: str) -> None:
    """Check that every game has one of the declared outcomes and none broke a contract."""
    outcomes = game.file.outcomes
    known = rows["outcome"] < len(outcomes)
    assert ((rows["outcome"] >= 0) & known).all(), f"{where}: an outcome is not declared in game.toml"
    errors = [i for i, outcome in enumerate(outcomes) if outcome.kind == "error"]
    assert not np.isin(rows["outcome"], errors).any(), f"{where}: a game ended in error"


def check_ledgers(game: Game, rows: np.ndarray, where: str) -> None:
    """Check that what flows into each ledger flows out of it, in every game."""
    for ledger in game.file.ledgers:
        flows = {"in": np.zeros(len(rows), np.int64), "out": np.zeros(len(rows), np.int64)}
        for column in game.file.columns:
            if column.ledger == ledger.name:
                flows[column.direction] += rows[column.name]
        wrong = np.flatnonzero(flows["in"] != flows["out"])
        assert not len(wrong), f"{where}: the ledger {ledger.name} does not balance in game {rows['game'][wrong[:1]]}"


def check_blocks(plan: Plan, rows: np.ndarray, where: str) -> None:
    """Check that rows do not depend on the block a game is played in."""
    half = len(rows) // 2
    context = Context(plan)
    second, first = context.play(half, len(rows) - half), context.play(0, half)
    assert np.array_equal(np.concatenate([first, second]), rows), f"{where}: rows depend on the block"


def check_stop_and_continue(plan: Plan, rows: np.ndarray, where: str) -> None:
    """Check that stopping at the start of every turn and playing on equals not stopping."""
    context = Context(plan)
    row = np.zeros(1, work_dtype(context.game)).view(np.recarray)
    for index in range(len(rows)):
        context.call(row, index, 1, turns=0, fresh=1)
        for _ in range(_MOST_TURNS):
            if context.table["outcome"][0]:
                break
            context.call(row, index, 1, turns=1, fresh=0)
        same = all(int(row[name][0]) == int(rows[name][index]) for name in rows.dtype.names or ())
        assert same, f"{where}: game {index} differs when it is stopped at every turn and played on"


def check_script(plan: Plan, rows: np.ndarray, where: str) -> None:
    """Check that replaying the choices of a game from a script, without its policy, gives the same game."""
    context = Context(plan)
    row = np.zeros(1, work_dtype(context.game)).view(np.recarray)
    for index in range(len(rows)):
        chosen = [line["index"] for line in trace(plan, index) if line["type"] == "decision"]
        context.team["script"][0, : len(chosen)] = chosen
        context.team["script_length"][0] = len(chosen)
        context.call(row, index, 1, turns=-1, fresh=1)
        same = all(int(row[name][0]) == int(rows[name][index]) for name in rows.dtype.names or ())
        assert same, f"{where}: game {index} differs when its choices are replayed from a script"


def check_policy(game: str, policy: str, games: int = 50, scenarios: Sequence[str] | None = None) -> None:
    """Check a policy: legal choices only, the table left alone at every decision, the same games for the same seed.

    Parameters
    ----------
    game, policy : str
        Names; the policy may be a path, with weights after a colon.
    games : int
        Games of each scenario.
    scenarios : sequence of str, optional
        All if omitted.

    Raises
    ------
    ContractBroken
        If the policy answers out of range or writes to the table.
    AssertionError
        If the same seed gives other games.
    """
    loaded = load_game(game)
    for scenario in scenarios or list(loaded.scenarios):
        plan = Plan(game, resolve(loaded, scenario), parse_team(loaded, policy), _SEED)
        context = Context(plan)
        context.team["audit_every"][0] = 1
        first = context.play(0, games)
        again = Context(plan).play(0, games)
        assert np.array_equal(first, again), f"policy {policy} plays {scenario} differently for the same seed"
