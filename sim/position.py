"""A position in a game, and playing on from it: the one door for look-ahead, advice, scripted positions and tests.

A position is the start of a turn. A point inside a turn is reached by playing the turn from its start with the choices
already made (``choices``); after them the random streams may be given a new beginning (``fresh_streams``) and the cards
nobody has seen be dealt again, so that the same past has another future.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim import supervised, worker
from sim.block import Context, Plan
from sim.decisions import SCRIPT
from sim.errors import BadInput
from sim.futures import Begun
from sim.kernel import ANOTHER_FUTURE, BEGIN, GO_ON, LUCK
from sim.playback import snapshot
from sim.records import work_dtype
from sim.streams import seed_stream

TO_THE_END = -1
BEFORE_SET_UP = -2


class Position:
    """The start of a turn of one game.

    Parameters
    ----------
    plan : Plan
        Game, rules, policies and seed.
    index : int
        Index of the game in the run.
    turns : int
        Turns already played; 0 is the position after the set-up, `BEFORE_SET_UP` the one before it.
    """

    def __init__(self, plan: Plan, index: int, turns: int = 0) -> None:
        if supervised.needed(plan):  # what a child has played to its end can be played here
            worker.context_of(plan).play(index, 1)
        self._lay_out(plan, index)
        self.go_to(turns)

    def _lay_out(self, plan: Plan, index: int) -> None:
        self.context = Context(plan)
        self.context.can_reshuffle()
        self.index = index
        self._row = np.zeros(1, work_dtype(self.context.game)).view(np.recarray)

    @classmethod
    def standing(cls, plan: Plan, table: np.ndarray, hidden: np.ndarray) -> Position:
        """Return a position that was not played but set up, such as one written down by a person.

        Parameters
        ----------
        plan : Plan
            Game, rules, who plays on, and the seed of its chance.
        table, hidden : numpy.ndarray, shape (1,)
            The records at the start of a turn; the random streams of ``hidden`` are set to the plan's seed.
        """
        position = cls.__new__(cls)
        position._lay_out(plan, 0)
        position.set_up = False
        position._start = [record.copy().view(np.recarray) for record in (table, hidden, position.context.team)]
        position.renew_streams(plan.seed, 0)
        return position

    @property
    def begun(self) -> Begun:
        """Table, hidden and team at the start of the turn, for `sim.futures.play_futures`."""
        table, hidden, team = self._start
        return Begun(table, hidden, team, self.index if self.set_up else -1)

    def go_to(self, turns: int) -> None:
        """Play the game again from its beginning, so many turns, and stand there."""
        context = self.context
        self.set_up = turns == BEFORE_SET_UP
        context.log["on"][0] = 0
        context.team["script_length"][0] = context.team["fresh_streams"][0] = 0
        context.call(self._row, self.index, 1, turns=max(turns, 0), fresh=BEGIN)
        if context.team["error"][0]:
            raise context.broken(self.index)
        self._start = [record.copy() for record in (context.table, context.hidden, context.team)]

    def played_by(self, plan: Plan) -> Position:
        """Return the same position with the policies of another plan, who remember nothing."""
        other = type(self).__new__(type(self))
        other._lay_out(plan, self.index)
        other.take(self)
        return other

    def take(self, other: Position) -> None:
        """Stand where another position stands; the policies remember nothing."""
        self.set_up = other.set_up
        team = self.context.team.copy()
        for name in ("memory", "script_length", "script_at", "fresh_streams"):
            team[name][0] = 0
        team["luck"] = other._start[2]["luck"]
        self._start = [*(record.copy() for record in other._start[:2]), team]

    def renew_streams(self, seed: int, number: int) -> None:
        """Give every random stream and the policies' luck the beginning that game ``number`` of ``seed`` has."""
        _, hidden, team = self._start
        with np.errstate(over="ignore"):
            for stream in range(hidden["streams"].shape[1]):
                seed_stream(hidden["streams"][0, stream], seed, number, stream)
            seed_stream(team["luck"]["state"][0], seed, number, LUCK)

    def table(self) -> dict[str, Any]:
        """Return what everybody sees, as in a trace's snapshot."""
        self.context.table[:] = self._start[0]
        return snapshot(self.context)

    def play_on(self, choices: Sequence[int] = (), fresh_streams: int = 0, turns: int = TO_THE_END) -> dict[str, int]:
        """Play on from the position and return the row of the game as it then stands; the position stays.

        Parameters
        ----------
        choices : sequence of int
            Indices for the next decisions, in the order asked (decisions with one legal choice are not asked).
        fresh_streams : int
            Seed of another future after the last of ``choices``: new random streams, and whatever the table has not
            seen is dealt again (as far as the game has a ``reshuffle``). 0 keeps the game's own. Without ``choices``
            it begins at once.
        turns : int
            Turns to play; below 0 to the end. Before the set-up it is played besides, and its chance is the game's.

        Raises
        ------
        BadInput
            If there are more choices than a script holds.
        ContractBroken
            If a policy or the engine breaks a contract; a choice that is not in the list counts as one.
        """
        if len(choices) > SCRIPT:
            raise BadInput(f"a position holds at most {SCRIPT} choices, not {len(choices)}.")
        context = self.context
        for record, start in zip((context.table, context.hidden, context.team), self._start, strict=True):
            record[:] = start
        team = context.team
        team["script"][0, : len(choices)] = choices
        team["script_length"][0], team["script_at"][0] = len(choices), 0
        team["fresh_streams"][0] = fresh_streams
        at_once = fresh_streams != 0 and len(choices) == 0
        how = BEGIN if self.set_up else ANOTHER_FUTURE if at_once else GO_ON
        context.call(self._row, self.index, 1, turns=turns, fresh=how)
        if team["error"][0]:
            raise context.broken(self.index)
        return {name: int(self._row[name][0]) for name in self._row.dtype.names or ()}
