"""Who won, and with how much? The rows of a game played against each other, seat by seat.

A shared victory counts in parts, so that over the seats of a table the parts always add up to one. Everything is kept
in whole numbers (twelfths of a victory) until an estimate is made, so games can be taken in chunks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game

#: The measure that holds each seat's part of the victory, in so many parts of one.
VICTORY, WHOLE = "victory", 12


def need_competitive(game: Game, question: str) -> None:
    """Refuse a question that only games played against each other can answer.

    Raises
    ------
    BadInput
        If the seats are one team.
    """
    if not game.file.competitive:
        raise BadInput(f"{question} is for games played against each other; {game.file.title} is played by one team.")


def seats_at(game: Game, rules: RuleSet) -> tuple[str, ...]:
    """Return the seats that are taken, in turn order of the first round."""
    return game.seats_in_play(rules)


def by_seat(game: Game, rows: np.ndarray, measure: str, seats: Sequence[str]) -> np.ndarray:
    """Return one measure of every game and seat, int64, shape (games, seats)."""
    columns = game.file.columns_of(measure)
    return np.stack([rows[columns[seat].name].astype(np.int64) for seat in seats], axis=1)


def points(game: Game, rows: np.ndarray, seats: Sequence[str]) -> np.ndarray:
    """Return what the seats play for (the game's first measure), int64, shape (games, seats)."""
    return by_seat(game, rows, game.file.measures[0], seats)


def twelfths(game: Game, rows: np.ndarray, seats: Sequence[str]) -> np.ndarray:
    """Return the twelfths of the victory, int64, shape (games, seats); every row sums to 12."""
    return by_seat(game, rows, VICTORY, seats)


def rotations(policies: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every way to seat players in a given order around the table, each once.

    Examples
    --------
    >>> rotations(["a", "b", "b"])
    [('a', 'b', 'b'), ('b', 'b', 'a'), ('b', 'a', 'b')]
    >>> rotations(["a", "a"])
    [('a', 'a')]
    """
    turned = [tuple(policies[start:]) + tuple(policies[:start]) for start in range(len(policies))]
    return list(dict.fromkeys(turned))


def of_the_one(tables: Sequence[np.ndarray]) -> np.ndarray:
    """Return what the one player has who sits at seat ``k`` of table ``k``, shape (games, tables).

    Parameters
    ----------
    tables : sequence of int array, shape (games, seats)
        Of the same seeds, in the order of `one_against`.
    """
    return np.stack([table[:, own] for own, table in enumerate(tables)], axis=1)


def of_everybody(tables: Sequence[np.ndarray]) -> np.ndarray:
    """Return what all players of all tables have together, shape (games,)."""
    return np.asarray(np.sum([table.sum(axis=1) for table in tables], axis=0))


def one_against(player: str, others: str, seats: int) -> list[tuple[str, ...]]:
    """Return the tables at which one player meets others at every seat in turn.

    Examples
    --------
    >>> one_against("a", "b", 3)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    """
    return [tuple(player if seat == own else others for seat in range(seats)) for own in range(seats)]
