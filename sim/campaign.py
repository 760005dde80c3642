"""A campaign: every scenario of a game in a row, with what each leaves for the next.

The scenarios are played by the same compiled turns as single games, with the random streams of a seed of their own
(`scenario_seed`): a year inside a campaign is the single game of that seed and index as far as chance goes, and can be
played again alone from what was carried into it.

A game with a campaign declares it in ``game.toml`` (``[campaign]``), has a module ``campaign`` with ``begin_year``,
``end_year`` and ``take_up``, and a record ``CARRIED`` in ``state``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numba import types

from sim import registry
from sim.block import Context
from sim.decisions import MADE
from sim.errors import BadInput
from sim.jit import array_of, call_turns, clear, compiled, entry, record_type
from sim.kernel import LUCK, PLAY
from sim.params import RuleSet
from sim.policy import CAMPAIGN, Seat, load_declaration
from sim.records import narrow, plain, record_arrays, weights_vector
from sim.streams import seed_stream

#: Table outcome of a game that is still being played.
_PLAYING = 0


@dataclass(frozen=True)
class CampaignPlan:
    """What is to be played, as plain data that can be sent to another process.

    Attributes
    ----------
    game : str
        Name of the game.
    rules : tuple of RuleSet
        Every value of every scenario, in the order they are played.
    team : tuple of Seat
        Policy of each seat.
    club : Seat
        What decides between the scenarios.
    seed : int
        Seed of the run.
    """

    game: str
    rules: tuple[RuleSet, ...]
    team: tuple[Seat, ...]
    club: Seat
    seed: int

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Names of the scenarios, in order."""
        return tuple(rules.scenario for rules in self.rules)

    def seeds(self) -> list[int]:
        """Return the seed of each scenario."""
        return [scenario_seed(self.seed, name) for name in self.scenarios]


def make_campaign_plan(
    game: str,
    policy: str | None = None,
    club: str | None = None,
    *,
    seed: int,
    variants: Sequence[str] = (),
    rules: Mapping[str, Any] | None = None,
    cards: Mapping[str, list[dict[str, Any]]] | None = None,
) -> CampaignPlan:
    """Return the plan of a campaign, resolved and checked.

    Parameters
    ----------
    policy, club : str, optional
        Who plays the stations, and who decides between the years; the game's defaults if omitted.
    seed, variants, rules, cards
        As for `sim.simulate`; house rules hold in every scenario.

    Raises
    ------
    BadInput
        With every mistake found, or if the game has no campaign.
    """
    from sim.policy import parse_campaign_seat, parse_team

    found = registry.load_game(game)
    if found.file.campaign is None:
        raise BadInput(f"{found.file.title} has no campaign.")
    problems: list[str] = []
    sets: list[RuleSet] = []
    team: tuple[Seat, ...] = ()
    seat = None
    for scenario in found.scenarios:
        try:
            sets.append(registry.resolve(found, scenario, variants, rules, cards, campaign=True))
        except BadInput as error:
            problems += [problem for problem in error.problems if problem not in problems]
    try:
        team = parse_team(found, policy or found.file.default_policy)
    except BadInput as error:
        problems += error.problems
    try:
        seat = parse_campaign_seat(found, club or found.file.campaign.default_policy)
    except BadInput as error:
        problems += error.problems
    if problems or seat is None:
        raise BadInput(problems)
    return CampaignPlan(game, tuple(sets), team, seat, seed)


def scenario_seed(seed: int, scenario: str) -> int:
    """Return the seed of a scenario inside the campaigns of a seed; below 2**53, as JSON readers need it."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{scenario}".encode()).digest()[:8], "big") >> 11


def campaign_dtype(game: registry.Game) -> np.dtype:
    """Return the dtype of one stored scenario of a campaign: its columns as a game, then the campaign's."""
    return np.dtype([("game", "i8"), ("scenario", "i2"), *((c.name, c.dtype) for c in _columns(game))])


def work_dtype(game: registry.Game) -> np.dtype:
    """Return the dtype the kernel writes: every column as int64."""
    return np.dtype([(name, "i8") for name in ("game", "scenario", *(c.name for c in _columns(game)))])


def _columns(game: registry.Game) -> list[Any]:
    assert game.file.campaign is not None
    return [*game.file.columns, *game.file.campaign.columns]


# --- compiled code ---------------------------------------------------------------------------------------------------


def _make_kernel(begin_year: Any, end_year: Any, streams: int) -> Any:
    def campaign_kernel(  # type: ignore[no-untyped-def]
        tables,
        hiddens,
        rules,
        teams,
        logs,
        rows,
        carrieds,
        seeds,
        weights,
        first,
        count,
        year,
        years,
        turns,
        fresh,
        play,
    ):
        """Play ``years`` scenarios from number ``year`` on of ``count`` campaigns from index ``first``.

        From scenario 0 a campaign begins with nothing; from a later one with what ``carrieds`` holds. ``turns`` < 0
        plays each to its end; otherwise one scenario is played that far, and settled when it has ended.
        """
        table, hidden, team, log, carried = tables[0], hiddens[0], teams[0], logs[0], carrieds[0]
        last = seeds.shape[0] - 1
        for i in range(count):
            if fresh != 0:
                team.script_at = 0
                team.audit = 1 if (first + i) % team.audit_every == 0 else 0
                if year == 0:
                    clear(carried)
            for k in range(years):
                at = year + k
                rule = rules[at]
                row = rows[i * years + k]
                row.game = first + i
                row.scenario = at
                if fresh != 0:
                    if carried.over != 0:
                        continue
                    clear(table)
                    clear(hidden)
                    for stream in range(streams):
                        seed_stream(hidden.streams[stream], seeds[at], first + i, stream)
                    seed_stream(team.luck.state, seeds[at], first + i, LUCK)
                    team.memory[:] = 0
                    team.asked = 0
                    team.game = first + i
                    team.made_n = MADE
                    team.weights[:] = weights[at]
                    begin_year(table, hidden, rule, team, log, carried, last - at, rules[min(at + 1, last)])
                call_turns(play, table, hidden, rule, team, log, turns)
                if table.outcome != _PLAYING or team.error != 0:
                    end_year(table, hidden, rule, team, log, carried, row)
                if team.error != 0:
                    return i
        return count

    return campaign_kernel


@lru_cache
def load_kernel(name: str, folder: Path, rules_dtype: np.dtype) -> Any:
    """Return the compiled kernel of a game's campaign, from the cache if its sources are unchanged."""
    game = registry.load_game(name)
    campaign = game.module("campaign")
    kernel = _make_kernel(compiled(campaign.begin_year), compiled(campaign.end_year), len(game.file.streams))
    records = [work_dtype(game), game.module("state").CARRIED]
    arrays = [*record_arrays(game, rules_dtype), *(array_of(record_type(record)) for record in records)]
    numbers = [array_of(types.int64), array_of(types.float64, 3), *[types.int64] * 6]
    signature = types.int64(*arrays, *numbers, PLAY)
    return entry(signature, game.digest())(kernel)


class CampaignContext(Context):
    """Records and compiled functions ready to play campaigns of one plan.

    Parameters
    ----------
    plan : CampaignPlan
        What is to be played.

    Attributes
    ----------
    carried : numpy.recarray, shape (1,)
        What the last scenario played left for the next.
    """

    def __init__(self, plan: CampaignPlan) -> None:
        self.plan = plan  # type: ignore[assignment]
        self.lay_out(plan.game, plan.rules, (*plan.team, plan.club))
        self.carried = np.zeros(1, self.game.module("state").CARRIED).view(np.recarray)
        self.seeds = np.array(plan.seeds(), np.int64)
        self.weights = self._weights_by_scenario()
        self.kernel = load_kernel(self.game.name, self.game.folder, plain(self.rules.dtype))

    def _weights_by_scenario(self) -> np.ndarray:
        """Return the weights of every seat in every scenario, shape (scenarios, seats, WEIGHTS)."""
        kinds = [""] * len(self.game.file.seats) + [CAMPAIGN]
        policies = [
            load_declaration(self.game, seat.policy, kind) for seat, kind in zip(self.seats, kinds, strict=True)
        ]
        return np.array(
            [
                [weights_vector(policy, seat, name) for policy, seat in zip(policies, self.seats, strict=True)]
                for name in self.scenarios
            ]
        )

    def play(self, first: int, count: int) -> np.ndarray:
        """Play campaigns ``first`` to ``first + count - 1``.

        Returns
        -------
        numpy.ndarray, shape (count, scenarios)
            A row for every scenario; ``ending`` is 0 in those a campaign did not live to see.

        Raises
        ------
        ContractBroken
            If a policy or the engine broke a contract; names the campaign.
        """
        years = len(self.seeds)
        rows = np.zeros(count * years, work_dtype(self.game)).view(np.recarray)
        self.log["on"][0] = 0
        self.team["error"][0] = 0
        done = self.call_years(rows, first, count, 0, years)
        if self.team["error"][0] != 0:
            raise self.broken(first + done)
        return narrow(rows, campaign_dtype(self.game)).reshape(count, years)

    def play_alone(self, row: np.ndarray) -> np.ndarray:
        """Play one scenario of a campaign again, from what its stored ``row`` says was carried into it.

        Returns
        -------
        numpy.ndarray, shape (1,)
            The same row, if nothing has changed.
        """
        stored = np.zeros(1, work_dtype(self.game))
        for name in row.dtype.names or ():
            stored[name] = row[name]
        self.begin_with(stored)
        rows = np.zeros(1, work_dtype(self.game)).view(np.recarray)
        self.team["error"][0] = 0
        self.call_years(rows, int(row["game"]), 1, int(row["scenario"]), 1)
        if self.team["error"][0] != 0:
            raise self.broken(int(row["game"]))
        return narrow(rows, campaign_dtype(self.game))

    def begin_with(self, row: np.ndarray) -> None:
        """Set what is carried into a scenario from its stored row."""
        self.game.module("campaign").take_up(self.carried[0], row.view(np.recarray)[0])

    def call_years(
        self, rows: np.ndarray, first: int, count: int, year: int, years: int, turns: int = -1, fresh: int = 1
    ) -> int:
        """Call the kernel itself; for the trace as well, which plays scenario by scenario and turn by turn."""
        given = (self.carried, self.seeds, self.weights)
        records = (self.table, self.hidden, self.rules, self.team, self.log, rows, *given)
        numbers = (first, count, year, years, turns, fresh)
        return self.enter(records, numbers, lambda: int(rows["game"].max()) if count > 1 else first)


__all__ = ["CampaignContext", "CampaignPlan", "campaign_dtype", "make_campaign_plan", "scenario_seed"]
