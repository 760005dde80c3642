"""How often is a game won with these changes? Sets of changes played in blocks on shared seeds, and remembered.

Every set is played on the same games: block 1 is games 0 to 999 of the seed for all of them, block 2 the next 1,000,
then as many again as before, and so on. After each block a set that is hopeless is dropped. An interval that is looked
at several times is wider (alpha divided by the number of looks), so that looking early does not make it wrong.

What was played is remembered under the digest of the rules, the seed and the games, in a file if there is one: a search
that goes on, or is done again, plays nothing twice.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Generic, Literal, Protocol, Self, TypeVar

import numpy as np

from analysis.arms import Arm, Base, Step, play, play_many, won_games
from analysis.changes import Changes
from analysis.proportions import CONFIDENCE, wilson
from sim.errors import BadInput, ContractBroken
from sim.params import shown

#: Blocks a set is looked at after; each is as long as all before it. A set that all depends on gets a few more.
LOOKS, LONG_LOOKS = 5, 7

#: Games of one set after all blocks, and of each scenario if there are many.
GAMES, GAMES_OF_EACH = 16_000, 2_000

#: Games of a scenario in the confirmation, of one alone and of each of several.
CONFIRMING, CONFIRMING_EACH = 40_000, 20_000

#: Games of a scenario in the first block at least: fewer say nothing.
FEWEST = 10


@dataclass(frozen=True)
class Tally:
    """Games won of the games played; two sets with one ``mark`` have the same games in everything stored."""

    wins: int
    games: int
    mark: str = ""

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.games + other.games)

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        return [self.wins, self.games, self.mark]

    @classmethod
    def read(cls, wins: Any, games: Any, mark: Any) -> Tally:
        """Return what `written` wrote."""
        return cls(int(wins), int(games), str(mark))


class Remembered(Protocol):
    """What a `Memory` holds: games that were played, summed up in one way or another."""

    @property
    def games(self) -> int:
        """Games played."""
        ...

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        ...

    @classmethod
    def read(cls, *values: Any) -> Self:
        """Return what `written` wrote."""
        ...


R = TypeVar("R", bound=Remembered)
Request = tuple[str, Changes]


class Player(Protocol):
    """Plays sets of changes."""

    def __call__(self, requests: Sequence[Request], first: int, games: int, seed: int) -> Iterator[Tally]:
        """Play games ``first`` to ``first + games - 1`` of each (scenario, changes), in order."""
        ...

    def possible(self, scenario: str, changes: Changes) -> bool:
        """Return whether the values may stand together."""
        ...


State = Literal["played", "dropped", "impossible"]


@dataclass
class Try:
    """One set of changes and what came of it.

    Attributes
    ----------
    changes : Changes
        The set.
    number : int
        Changes in it.
    size, cost : float
        Of the changes.
    tallies : dict
        By scenario, of all blocks played.
    marks : tuple of str
        Of the first block, by scenario.
    looks : int
        Blocks played.
    state : {"played", "dropped", "impossible"}
        Dropped: shown to be hopeless before all blocks were played. Impossible: the values contradict each other.
    stage : str
        What proposed it.
    """

    changes: Changes
    number: int
    size: float
    cost: float
    tallies: dict[str, Tally] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    looks: int = 0
    state: State = "played"
    stage: str = ""


@dataclass(frozen=True)
class Target:
    """What is wanted.

    Attributes
    ----------
    rates : dict
        Share of games to be won, by scenario.
    tolerance : float
        How far from it is still on target.
    """

    rates: Mapping[str, float]
    tolerance: float

    def deviations(self, tallies: Mapping[str, Tally]) -> list[float]:
        """Return win rate minus target of each scenario."""
        return [tallies[name].wins / tallies[name].games - rate for name, rate in self.rates.items()]

    def distance(self, tallies: Mapping[str, Tally]) -> float:
        """Return the mean absolute deviation from the targets over the scenarios."""
        found = self.deviations(tallies)
        return sum(abs(value) for value in found) / len(found)

    def search_distance(self, tallies: Mapping[str, Tally]) -> float:
        """Return the distance as a search compares it: of several scenarios without what noise adds to it.

        The deviation of a share of few games is never 0. Its square is too large by the square of its standard error on
        average, and that is taken off; otherwise no set could be on target in ten scenarios at once.
        """
        if len(self.rates) == 1:
            return self.distance(tallies)
        errors = [wilson(tallies[name].wins, tallies[name].games).standard_error for name in self.rates]
        squares = [dev**2 - error**2 for dev, error in zip(self.deviations(tallies), errors, strict=True)]
        return sum(math.sqrt(max(0.0, square)) for square in squares) / len(squares)

    def side(self, tallies: Mapping[str, Tally]) -> float:
        """Return the mean deviation with its sign: positive where too many games are won."""
        found = self.deviations(tallies)
        return sum(found) / len(found)

    def spread(self, tallies: Mapping[str, Tally], looks: int = LONG_LOOKS) -> float:
        """Return how far the distance may be off, after up to ``looks`` looks at it.

        Half the width of the Wilson interval of one scenario; of several, the root of the sum of squares over their
        number, as of a mean of independent ones. It decides what is worth playing, nothing that is reported.
        """
        confidence = 1 - (1 - CONFIDENCE) / looks
        halves = [wilson(tallies[name].wins, tallies[name].games, confidence) for name in self.rates]
        return math.sqrt(sum(((e.high - e.low) / 2) ** 2 for e in halves)) / len(halves)


# --- memory ----------------------------------------------------------------------------------------------------------


class Memory(Generic[R]):
    """What was played, by key, in a file of JSON lines if there is one.

    Parameters
    ----------
    kind : type
        What is remembered of the games of a key, such as `Tally`.
    path : Path, optional
        The file; read if it exists. A line that a killed process left half-written is ignored.
    """

    def __init__(self, kind: type[R], path: Path | None = None) -> None:
        self.kind, self.path = kind, path
        self.known: dict[str, R] = {}
        self.played = 0
        self._file: IO[str] | None = None
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        for line in text.splitlines():
            try:
                key, *values = json.loads(line)
                self.known[key] = self.kind.read(*values)
            except (ValueError, TypeError):
                continue  # torn: it is played again
        if text and not text.endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def get(self, key: str) -> R | None:
        """Return what is remembered."""
        return self.known.get(key)

    def put(self, key: str, found: R) -> None:
        """Remember one result."""
        self.known[key] = found
        self.played += found.games
        if self.path is not None:
            if self._file is None:
                self._file = self.path.open("a", encoding="utf-8")
            self._file.write(json.dumps([key, *found.written()]) + "\n")

    def sync(self) -> None:
        """Make sure that what was remembered survives a crash of the machine."""
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Write what is left."""
        if self._file is not None:
            self.sync()
            self._file.close()
            self._file = None


def mark_of(rows: np.ndarray) -> str:
    """Return a short digest of games, with everything that is stored of them."""
    return hashlib.sha256(rows.tobytes()).hexdigest()[:12]


class ArmPlayer:
    """Plays sets of changes with the engine; results do not depend on the number of workers.

    Parameters
    ----------
    base : Base
        Game, house rules in force, workers.
    policy : str
        Who plays.
    memory : Memory
        What need not be played again.
    after : callable, optional
        Called with the number of games after each arm that was played.
    """

    def __init__(
        self, base: Base, policy: str, memory: Memory[Tally], after: Callable[[int], None] | None = None
    ) -> None:
        self.base, self.policy, self.memory, self.after = base, policy, memory, after
        self._digests: dict[Request, str | None] = {}

    def warm(self, scenario: str, progress: Callable[[Step], None]) -> None:
        """Play a few games of the printed rules, so that a compile is announced before the search begins."""
        arm = Arm.of(scenario, self.policy)
        play(self.base, arm, 20, lambda run: progress(Step("getting ready", 0, 1, 0, run=run)))

    def possible(self, scenario: str, changes: Changes) -> bool:
        """Return whether the values may stand together; see `Player`."""
        return self._digest((scenario, changes)) is not None

    def _digest(self, request: Request) -> str | None:
        if request not in self._digests:
            try:
                self._digests[request] = self.base.resolve(request[0], dict(request[1])).digest()
            except BadInput:
                self._digests[request] = None
        return self._digests[request]

    def __call__(self, requests: Sequence[Request], first: int, games: int, seed: int) -> Iterator[Tally]:
        """Play, or remember; see `Player`."""
        keys = [f"{self._digest(request)} {seed} {first} {games}" for request in requests]
        missing = list(dict.fromkeys(key for key in keys if self.memory.get(key) is None))
        arms = [Arm(requests[keys.index(key)][0], self.policy, requests[keys.index(key)][1]) for key in missing]
        played = self._play(arms, first, games, seed)
        for key in keys:
            while self.memory.get(key) is None:  # results arrive in the order of ``missing``
                self.memory.put(missing.pop(0), next(played))
            found = self.memory.get(key)
            assert found is not None
            yield found
        self.memory.sync()

    def _play(self, arms: Sequence[Arm], first: int, games: int, seed: int) -> Iterator[Tally]:
        def reduce(rows: np.ndarray) -> Tally:
            won = won_games(self.base.game, rows)
            return Tally(int(won.sum()), len(won), mark_of(rows) if first == 0 else "")

        base = replace(self.base, seed=seed)
        done = 0
        try:
            for tally in play_many(base, arms, games, reduce, self.after, first):
                yield tally
                done += 1
        except ContractBroken as error:
            # Results and errors come in the order of the arms; without its rules the game cannot be found again.
            rules = "".join(f" --rule {name}={shown(value)}" for name, value in arms[done].changes)
            raise ContractBroken(
                f"{error} ({arms[done].scenario}{rules})", error.game_index, error.seed, error.replay
            ) from None


# --- looking ---------------------------------------------------------------------------------------------------------


def usual_games(scenarios: int) -> int:
    """Return the games of one set after all blocks, unless others are asked for."""
    return max(GAMES, GAMES_OF_EACH * scenarios)


def usual_confirmation(scenarios: int) -> int:
    """Return the games of each scenario in the confirmation, unless others are asked for."""
    return CONFIRMING if scenarios == 1 else CONFIRMING_EACH


def block_games(games: int, scenarios: int, looks: int = LOOKS) -> list[tuple[int, int]]:
    """Return first game and number of games of each block of a scenario.

    Parameters
    ----------
    games : int
        Games of one set after `LOOKS` blocks, over all scenarios.
    scenarios : int
        How many share them; each plays at least `FEWEST` in the first block.
    looks : int, optional
        Number of blocks.

    Examples
    --------
    >>> block_games(16_000, 1)
    [(0, 1000), (1000, 1000), (2000, 2000), (4000, 4000), (8000, 8000)]
    """
    least = max(FEWEST, round(games / scenarios / 2 ** (LOOKS - 1)))
    ends = [least * 2**look for look in range(looks)]
    return [(start, end - start) for start, end in zip([0, *ends[:-1]], ends, strict=True)]


def look_at(
    tries: Iterable[Try],
    player: Player,
    target: Target,
    blocks: Sequence[tuple[int, int]],
    seed: int,
    hopeless: Callable[[Try], bool],
) -> None:
    """Play tries block by block, all in step, until each is finished or hopeless; they are changed in place."""
    waiting = []
    for one in tries:
        one.state = "played"
        if all(player.possible(name, one.changes) for name in target.rates):
            waiting.append(one)
        else:
            one.state = "impossible"
    for look, (first, games) in enumerate(blocks, start=1):
        live = [one for one in waiting if one.looks == look - 1]
        results = player([(name, one.changes) for one in live for name in target.rates], first, games, seed)
        for one in live:
            found = {name: next(results) for name in target.rates}
            if look == 1:
                one.marks = tuple(tally.mark for tally in found.values())
            one.tallies = {name: one.tallies.get(name, Tally(0, 0)) + tally for name, tally in found.items()}
            one.looks = look
        for _ in results:
            pass  # so that the player finishes its work
        for one in live:
            one.state = "dropped" if look < len(blocks) and hopeless(one) else "played"
        waiting = [one for one in waiting if one.state == "played"]
