"""Conformance suites for games and policies: what every one of them must keep, usable by outsiders' tests.

Each ``check_...`` function plays some games and raises AssertionError with the contract that was broken::

    from sim.testing import check_game, check_policy

    def test_my_game():
        check_game("pebbles", games=200)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.block import Context, Plan
from sim.campaign import CampaignContext, campaign_dtype, make_campaign_plan
from sim.campaign_playback import trace_campaign
from sim.playback import trace
from sim.policy import parse_team
from sim.records import row_dtype, work_dtype
from sim.registry import Game, load_game, resolve

_SEED = 20

#: The measure that says what part of the victory belongs to a seat, and all of it.
VICTORY, WHOLE_VICTORY = "victory", 12
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
            check_victories(game, plan, rows, where)
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


def check_victories(game: Game, plan: Plan, rows: np.ndarray, where: str) -> None:
    """Check that the one victory of a competitive game is shared out among those at the table."""
    if not game.file.competitive:
        return
    parts = {seat: rows[column.name].astype(np.int64) for seat, column in game.file.columns_of(VICTORY).items()}
    taken = game.seats_in_play(plan.rules)
    assert set(taken) <= set(parts), f"{where}: game.toml has no column of the measure '{VICTORY}' for every seat"
    assert not any(parts[seat].any() for seat in parts if seat not in taken), f"{where}: an empty seat has won"
    shared_out = np.sum([parts[seat] for seat in taken], axis=0)
    assert (shared_out == WHOLE_VICTORY).all(), f"{where}: the victory is not shared out"
    for code, outcome in enumerate(game.file.outcomes):
        if outcome.kind == "win":
            alone = parts[outcome.seat] == WHOLE_VICTORY
            assert np.array_equal(alone, rows["outcome"] == code), f"{where}: '{outcome.name}' and its victories differ"


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


def check_campaign(name: str, clubs: Sequence[str] | None = None, policy: str | None = None, games: int = 40) -> None:
    """Check that a game's campaign keeps the engine's contracts under each of its campaign policies.

    Rows do not depend on the block; every scenario can be played again alone from its row; its trace gives its row;
    what one scenario leaves the next begins with; a campaign that is over has no further scenario; money is conserved.

    Parameters
    ----------
    name : str
        Name of the game.
    clubs : sequence of str, optional
        Campaign policies; all the game declares if omitted.
    policy : str, optional
        Who plays the seats; the game's default if omitted.
    games : int
        Campaigns of each.

    Raises
    ------
    AssertionError
        Naming the contract that was broken.
    ContractBroken
        If a policy answers out of range or writes to the table.
    """
    game = load_game(name)
    assert game.file.campaign is not None, f"{name} has no campaign"
    for club in clubs or game.file.campaign.policies:
        plan = make_campaign_plan(name, policy, club, seed=_SEED)
        where = f"{name} campaign {plan.team[0].label} {club}"
        context = CampaignContext(plan)
        context.team["audit_every"][0] = 1
        rows = context.play(0, games)
        assert rows.dtype == campaign_dtype(game), f"{where}: rows have other columns than game.toml"
        assert np.array_equal(CampaignContext(plan).play(games // 2, games - games // 2), rows[games // 2 :]), (
            f"{where}: rows depend on the block"
        )
        check_carried(game, rows, where)
        for index in range(min(games, 5)):
            stored = [row for row in rows[index] if row["ending"]]
            for row in stored:
                assert context.play_alone(row)[0] == row, f"{where}: {index} differs when a scenario is played alone"
            traced = [line["row"] for line in trace_campaign(plan, index) if line["type"] == "result"]
            expected = [{key: int(row[key]) for key in rows.dtype.names or ()} for row in stored]
            assert traced == expected, f"{where}: the trace of {index} gives other rows"


def check_carried(game: Game, rows: np.ndarray, where: str) -> None:
    """Check that campaigns end once and for all, and that no money appears or vanishes in or between scenarios."""
    assert game.file.campaign is not None
    alive = np.array([ending.alive for ending in game.file.campaign.endings])[rows["ending"]]
    played = rows["ending"] > 0
    assert played[:, 0].all(), f"{where}: a campaign has no first scenario"
    assert np.array_equal(played[:, 1:], alive[:, :-1]), f"{where}: a campaign goes on after its end, or stops before"
    left = np.where(alive[:, :-1], rows["carried_on"][:, :-1], 0)
    assert np.array_equal(rows["carried"][:, 1:], left), f"{where}: a scenario begins with other money than was left"
    carried_ledgers = {column.ledger for column in game.file.campaign.columns if column.ledger}
    interim = {f"{ledger}_left" for ledger in carried_ledgers}
    flows = {"in": np.zeros(rows.shape, np.int64), "out": np.zeros(rows.shape, np.int64)}
    for column in [*game.file.columns, *game.file.campaign.columns]:
        # what a scenario left before the reckoning is no flow, and the ledger a campaign adds to is the one it carries
        if column.ledger in carried_ledgers and column.role == "flow" and column.name not in interim:
            flows[column.direction] += rows[column.name]
    assert np.array_equal(flows["in"], flows["out"]), f"{where}: the coffers of a scenario do not balance"
