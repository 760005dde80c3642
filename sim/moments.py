"""The decisions of one game in their order: which turn, what had happened in it, what could be chosen, what was.

A moment is what a position inside a turn needs to be reached again: the start of its turn and the choices made since.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.playback import Decoder, trace
from sim.registry import Game

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.position import Position

Line = dict[str, Any]


@dataclass(frozen=True)
class Asked:
    """One decision of a turn.

    Attributes
    ----------
    number : int
        Which one of the turn, from 1.
    name, seat : str
        The decision and who was asked.
    index : int
        Place of the choice made among ``choices``.
    choices : tuple of tuple of int
        The legal choices, in the columns of ``decisions.toml``.
    lines_before : int
        Lines of the turn before it.
    """

    number: int
    name: str
    seat: str
    index: int
    choices: tuple[tuple[int, ...], ...]
    lines_before: int


@dataclass(frozen=True)
class Turn:
    """One turn as it was played.

    Attributes
    ----------
    number : int
        From 1; 0 is the set-up.
    seat : str
        Whose turn, "" if the game does not say.
    round : int
        From 1, 0 if the game does not say.
    table : dict
        The visible table before it; empty before the set-up.
    lines : tuple of dict
        What happened, as in docs/trace.md.
    asked : tuple of Asked
        The decisions with more than one legal choice.
    """

    number: int
    seat: str
    round: int
    table: Line
    lines: tuple[Line, ...]
    asked: tuple[Asked, ...]

    def made_before(self, asked: Asked) -> list[int]:
        """Return the choices made in this turn before a decision."""
        return [earlier.index for earlier in self.asked[: asked.number - 1]]

    def lines_before(self, asked: Asked) -> tuple[Line, ...]:
        """Return what had happened in this turn before a decision."""
        return self.lines[: asked.lines_before]


@dataclass(frozen=True)
class PlayedGame:
    """One game, turn by turn.

    Attributes
    ----------
    header : dict
        First line of the trace.
    turns : tuple of Turn
        The set-up and every turn.
    outcome : str
        How it ended.
    row : dict
        Its stored row.
    """

    header: Line
    turns: tuple[Turn, ...]
    outcome: str
    row: Line


def read_game(plan: Plan, index: int) -> PlayedGame:
    """Play one game again and return it turn by turn.

    Raises
    ------
    ContractBroken
        If a policy or the engine breaks a contract.
    """
    lines = trace(plan, index)
    header = next(lines)
    turns: list[Turn] = []
    table: Line = {}
    current: list[Line] = []
    ending: Line = {}
    for line in lines:
        if line["type"] == "snapshot":
            turns.append(turn_of(len(turns), table, current))
            table, current = line["table"], []
        elif line["type"] == "result":
            ending = line
        else:
            current.append(line)
    return PlayedGame(header, tuple(turns), ending["outcome"], ending["row"])


def turn_of(number: int, table: Line, lines: Iterable[Line]) -> Turn:
    """Return a turn made of its lines."""
    kept: list[Line] = []
    asked: list[Asked] = []
    seat, round_ = "", 0
    for line in lines:
        if line["type"] == "turn":
            seat, round_ = line["seat"], line["round"] + 1
        if line["type"] == "decision":
            choices = tuple(tuple(choice) for choice in line["choices"])
            asked.append(Asked(len(asked) + 1, line["name"], line["seat"], line["index"], choices, len(kept)))
        kept.append(line)
    if not seat and asked:
        seat = asked[0].seat
    return Turn(number, seat, round_, table, tuple(kept), tuple(asked))


def play_turn(position: Position, number: int, choices: Iterable[int] = ()) -> Turn:
    """Play one turn from a position, with its own chance, and return what happened.

    Parameters
    ----------
    number : int
        What the turn is called.
    choices : iterable of int
        Choices of its first decisions; the policy makes the others.
    """
    context = position.context
    table = position.table()
    context.log["on"][0], context.log["count"][0] = 1, 0
    try:
        position.play_on(list(choices), turns=0 if position.set_up else 1)
        events = context.log["events"][0, : int(context.log["count"][0])]
        return turn_of(number, table, list(Decoder(context).lines(events)))
    finally:
        context.log["on"][0] = 0


def find_turn(game: Game, turns: Iterable[Turn], round_: int, seat: str) -> Turn | None:
    """Return the turn of a seat in a round, None if there is none."""
    return next((turn for turn in turns if turn.round == round_ and turn.seat == seat), None)


def is_same(one: np.ndarray, other: np.ndarray) -> bool:
    """Return whether two records hold the same values."""
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names or ())
