"""Imagined tables: who wins is drawn from strengths that are known, so that answers can be checked."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from analysis.arms import Arm, Base
from sim.registry import load_game

SEATS = ("red", "blue", "green")

#: ``(policy, the policies of the others) -> weight``; chances to win are proportional to the weights.
Weigh = Callable[[str, list[str]], float]


def imagined_rows(
    seating: Sequence[str], games: int, seed: int, weigh: Weigh, luck: float = 0.0, shared: float = 0.0
) -> np.ndarray:
    """Return rows of Marbles in which each seat wins with a chance proportional to its weight.

    ``luck`` is how far a seed favours a seat whoever sits there (the standard deviation of a logarithm), the same for
    all seatings of the seed; ``shared`` the part of the games in which the first two seats share the victory.
    """
    names = ["outcome", *(f"{what}_{seat}" for what in ("points", "victory", "rolls") for seat in SEATS), "decisions"]
    rows = np.zeros(games, dtype=[(name, "i8") for name in names])
    favour = np.random.default_rng(seed).normal(scale=luck, size=(games, len(seating)))
    own = np.random.default_rng([seed, zlib.crc32("+".join(seating).encode())])
    weights = np.array([weigh(one, [o for j, o in enumerate(seating) if j != i]) for i, one in enumerate(seating)])
    chances = weights * np.exp(favour)
    chances /= chances.sum(axis=1, keepdims=True)
    winner = (own.random(games)[:, None] > chances.cumsum(axis=1)).sum(axis=1)
    both = own.random(games) < shared
    for position, seat in enumerate(SEATS[: len(seating)]):
        half = 6 if position < 2 else 0
        rows[f"victory_{seat}"] = np.where(both, half, 12 * (winner == position))
        rows[f"points_{seat}"] = np.rint(10 * weights[position] + favour[:, position]) + (winner == position)
    return rows


class ImaginedEngine:
    """Stands in for `analysis.arms.play` and `play_many`."""

    def __init__(self, weigh: Weigh, luck: float = 0.0, shared: float = 0.0) -> None:
        self.weigh, self.luck, self.shared = weigh, luck, shared
        self.most = 5_000
        self.known: dict[tuple[str, int], np.ndarray] = {}

    def rows(self, base: Base, arm: Arm, games: int, first: int) -> np.ndarray:
        key = (arm.policy, base.seed)
        if key not in self.known:
            every = imagined_rows(arm.policy.split("+"), self.most, base.seed, self.weigh, self.luck, self.shared)
            self.known[key] = every
        return self.known[key][first : first + games]

    def play(self, base: Base, arm: Arm, games: int, progress: Any = None, first: int = 0) -> Any:
        return type("Result", (), {"rows": self.rows(base, arm, games, first)})()

    def play_many(
        self, base: Base, arms: Sequence[Arm], games: int, reduce: Any, after: Any = None, first: int = 0
    ) -> Iterator[Any]:
        for arm in arms:
            if after is not None:
                after(games)
            yield reduce(self.rows(base, arm, games, first))


def base(seed: int = 1) -> Base:
    return Base(load_game("marbles"), seed)
