"""A position in a game, and playing on from it: the one door for look-ahead, advice, scripted positions and tests.

A position is the start of a turn. A point inside a turn is reached by playing the turn from its start with the choices
already made (``choices``); after them the random streams may be given a new beginning (``fresh_streams``) and the cards
nobody has seen be dealt again, so that the same past has another future.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sim.block import ANOTHER_FUTURE, BEGIN, GO_ON, Context, Plan, work_dtype
from sim.decisions import SCRIPT
from sim.errors import BadInput

TO_THE_END = -1


class Position:
    """The start of a turn of one game.

    Parameters
    ----------
    plan : Plan
        Game, rules, policies and seed.
    index : int
        Index of the game in the run.
    turns : int
        Turns already played; 0 is the position after the set-up.
    """

    def __init__(self, plan: Plan, index: int, turns: int = 0) -> None:
        self.context = Context(plan)
        self.index = index
        self._row = np.zeros(1, work_dtype(self.context.game)).view(np.recarray)
        self.context.call(self._row, index, 1, turns=turns, fresh=BEGIN)
        self.context.can_reshuffle()
        records = (self.context.table, self.context.hidden, self.context.team)
        self._start = [record.copy() for record in records]

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
            Turns to play; below 0 to the end.

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
        context.call(self._row, self.index, 1, turns=turns, fresh=ANOTHER_FUTURE if at_once else GO_ON)
        if team["error"][0]:
            raise context.broken(self.index)
        return {name: int(self._row[name][0]) for name in self._row.dtype.names or ()}
