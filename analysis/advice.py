"""What should we do here? Every choice is tried in the same futures, and those that are surely worse are dropped.

All choices are played in future 1, 2, 3 ... of one seed, so two choices are compared pair by pair. For every pair of
choices a confidence sequence of the paired difference is kept (`analysis.sequential`), each at alpha / (k - 1). With
confidence 1 - alpha the k - 1 sequences that involve the true best choice hold at every look together; then the best
choice is never dropped, whatever is dropped was not the best, and the distance of each choice from the best lies in
the interval given for it. (Comparisons with the best, after Hsu: only pairs with the best matter, and as it is unknown
which one it is, every pair is kept at the level its own k - 1 sequences need.)

References
----------
Hsu, "Simultaneous confidence intervals for all distances from the best", Annals of Statistics 9 (1981). Maron and
Moore, "Hoeffding races: accelerating model selection search for classification and function approximation", Advances in
Neural Information Processing Systems 6 (1994).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from analysis.pairs import PairSums
from analysis.proportions import CONFIDENCE, Estimate, unknown, within
from analysis.sequential import METHOD, difference_so_far, share_so_far

#: Futures between two looks, and the largest distance from the best that nobody at the table would mind.
LOOK, MARGIN = 500, 0.01
#: Futures before the first choice may be dropped.
FIRST_LOOK = 100
#: Futures that differ at which the sequences are tightest: most choices are decided in a few thousand futures.
TIGHTEST = 500.0

Standing = Literal["best", "open", "worse"]
Play = Callable[[Sequence[int], int, int], Sequence[np.ndarray]]


@dataclass(frozen=True)
class Choice:
    """What the futures say about one choice.

    Attributes
    ----------
    number : int
        Its place in the list the game offered.
    win : Estimate
        Chance to win, with an interval that holds at every look.
    behind : Estimate
        Win chance of the best choice minus its own, at least 0, with an interval that holds for all choices together.
    standing : str
        "best": surely the best; "open": it may be the best; "worse": surely not the best.
    """

    number: int
    win: Estimate
    behind: Estimate
    standing: Standing

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "index": self.number,
            "win_rate": self.win.to_json(),
            "behind_best": self.behind.to_json(),
            "standing": self.standing,
        }


@dataclass(frozen=True)
class Advice:
    """The choices of one decision, best first.

    Attributes
    ----------
    choices : tuple of Choice
        By win chance among those that may be the best, then those that are surely worse.
    futures : int
        Futures that the choices which stayed to the end were played in.
    played : int
        Games played in all.
    verdict : str
        "decided": one choice is surely the best; "equivalent": whichever is the best of those left, it gains less than
        the margin; "open": not known.
    margin, confidence : float
        As asked for.
    """

    choices: tuple[Choice, ...]
    futures: int
    played: int
    verdict: Literal["decided", "equivalent", "open"]
    margin: float
    confidence: float

    @property
    def best(self) -> Choice:
        """The choice with the highest win chance of those that may be the best."""
        return self.choices[0]

    @property
    def left(self) -> list[Choice]:
        """Choices of which each may be the best."""
        return [choice for choice in self.choices if choice.standing != "worse"]

    def of(self, number: int) -> Choice:
        """Return the choice with this place in the list the game offered."""
        return next(choice for choice in self.choices if choice.number == number)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "verdict": self.verdict,
            "margin": self.margin,
            "futures": self.futures,
            "games": self.played,
            "choices": [choice.to_json() for choice in self.choices],
        }


@dataclass
class _Race:
    """Wins of every choice in every future so far, and who is still in."""

    count: int
    confidence: float
    whole: int
    won: list[list[np.ndarray]] = field(init=False)
    alive: list[int] = field(init=False)
    pairs: dict[tuple[int, int], PairSums] = field(init=False)

    def __post_init__(self) -> None:
        self.won = [[] for _ in range(self.count)]
        self.alive = list(range(self.count))
        self.pairs = {}
        #: each of the count - 1 sequences that involve the best one
        self.level = 1 - (1 - self.confidence) / max(self.count - 1, 1)

    def add(self, results: Sequence[np.ndarray]) -> None:
        """Add the wins of the choices that are still in, in new futures."""
        for number, wins in zip(self.alive, results, strict=True):
            self.won[number].append(wins)
        for at, first in enumerate(self.alive):
            for step, second in enumerate(self.alive[at + 1 :], start=at + 1):
                new = PairSums.of(results[at], results[step], self.whole)
                self.pairs[first, second] = self.pairs.get((first, second), PairSums()) + new

    def ahead(self, first: int, second: int) -> Estimate:
        """Return the win chance of the second choice minus the first's, over the futures both were played in."""
        if (first, second) in self.pairs:
            return difference_so_far(self.pairs[first, second], True, self.level, TIGHTEST)
        found = difference_so_far(self.pairs[second, first], True, self.level, TIGHTEST)
        return Estimate(-found.estimate, -found.high, -found.low, found.standard_error, found.n, found.method)

    def drop(self) -> None:
        """Drop every choice that some other one is surely ahead of."""
        beaten = [
            number
            for number in self.alive
            if any(self.ahead(number, other).low > 0 for other in self.alive if other != number)
        ]
        self.alive = [number for number in self.alive if number not in beaten]

    def widest(self) -> float:
        """Return by how much the best of those still in could be ahead of another of them."""
        others = [(a, b) for a in self.alive for b in self.alive if a != b]
        return max((self.ahead(a, b).high for a, b in others), default=0.0)

    def rate(self, number: int) -> float:
        """Return the share of futures a choice won."""
        games = self.games(number)
        return self.wins(number) / games if games else 0.0

    def wins(self, number: int) -> float:
        """Return the futures a choice won; a shared victory counts in part."""
        return sum(int(part.sum()) for part in self.won[number]) / self.whole

    def games(self, number: int) -> int:
        """Return the futures a choice was played in."""
        return sum(len(part) for part in self.won[number])


def race(
    play: Play,
    count: int,
    most: int,
    confidence: float = CONFIDENCE,
    margin: float = MARGIN,
    after: Callable[[int, int], None] | None = None,
    whole: int = 1,
) -> Advice:
    """Try every choice in the same futures until the best is known, or nothing is left to gain, or there were enough.

    Parameters
    ----------
    play : callable
        ``(numbers, first, games)`` -> for each of these choices whether futures ``first`` to ``first + games - 1`` are
        won, as boolean arrays; or the parts of the victory, as whole numbers.
    count : int
        Choices, at least one.
    most : int
        Futures each choice is played in at most.
    confidence : float, optional
        That the best choice is not dropped, and of the intervals.
    margin : float, optional
        Stop when the best of those left gains less than this share of games over each of the others.
    after : callable, optional
        Called after every look with the futures played and the choices left.
    whole : int, optional
        So many parts are one victory.

    Returns
    -------
    Advice
        A function of the arguments alone.
    """
    state = _Race(count, confidence, whole)
    done, verdict = 0, "open"
    while done < most:
        step = min(FIRST_LOOK if done == 0 else LOOK - done % LOOK, most - done)
        state.add(play(tuple(state.alive), done, step))
        done += step
        state.drop()
        if after is not None:
            after(done, len(state.alive))
        if len(state.alive) == 1:
            if count > 1 or done >= most:
                verdict = "decided"
                break
        elif state.widest() <= margin:
            verdict = "equivalent"
            break
    found = _choices(state)
    played = sum(state.games(number) for number in range(count))
    return Advice(found, done, played, verdict, margin, confidence)  # type: ignore[arg-type]


def _choices(state: _Race) -> tuple[Choice, ...]:
    """Return what is known of each choice, best first."""
    found = []
    for number in range(state.count):
        games = state.games(number)
        win = share_so_far(state.wins(number), games, state.confidence, TIGHTEST)
        standing: Standing = "worse" if number not in state.alive else "best" if len(state.alive) == 1 else "open"
        found.append(Choice(number, win, _behind(state, number), standing))
    order = {"best": 0, "open": 0, "worse": 1}
    return tuple(sorted(found, key=lambda c: (order[c.standing], -c.win.estimate, c.number)))


def _behind(state: _Race, number: int) -> Estimate:
    """Return how far a choice is behind the best one, whichever of those still in that is."""
    rivals = [other for other in state.alive if other != number]
    if not rivals:
        return Estimate(0.0, 0.0, 0.0, 0.0, state.games(number), METHOD)
    gaps = [state.ahead(number, rival) for rival in rivals]
    if any(gap.n == 0 for gap in gaps):
        return unknown(method=METHOD)
    lead = max(gaps, key=lambda gap: gap.estimate)
    if number in state.alive:  # it may be the best itself
        low, high = 0.0, max(gap.high for gap in gaps)
    else:
        low, high = min(gap.low for gap in gaps), max(gap.high for gap in gaps)
    estimate = max(lead.estimate, 0.0)
    bounded = Estimate(estimate, min(low, estimate), max(high, estimate), lead.standard_error, lead.n, lead.method)
    return within(bounded, 0.0, 1.0)
