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
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, Generic, Literal, Protocol, Self, TypeVar

import numpy as np

from analysis.arms import Arm, Base, Step, play, play_many
from analysis.changes import Changes
from analysis.entries import as_rules
from analysis.targets import Target
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

#: Games that are worth a worker of their own.
LEAST_PIECE = 200


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

    def __call__(self, requests: Sequence[Request], first: int, games: int, seed: int) -> Iterator[Any]:
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
    seen : list of dict
        The tallies after each block.
    state : {"played", "dropped", "impossible"}
        Dropped: shown to be hopeless before all blocks were played. Impossible: the values contradict each other.
    stage : str
        What proposed it.
    """

    changes: Changes
    number: int
    size: float
    cost: float
    tallies: dict[str, Any] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    looks: int = 0
    state: State = "played"
    stage: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)

    def after(self, looks: int) -> dict[str, Any]:
        """Return the tallies of the first blocks, the same games as another set's after as many; or all there are."""
        return self.seen[looks - 1] if 0 < looks <= len(self.seen) else self.tallies


# --- memory ----------------------------------------------------------------------------------------------------------


class Memory(Generic[R]):
    """What was played, by key, in a file of JSON lines if there is one.

    Parameters
    ----------
    kind : type
        What is remembered of the games of a key, such as `analysis.rates.Tally`.
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
    count : callable
        Sums rows up, with their mark; see `analysis.targets.Target.count`.
    after : callable, optional
        Called with the number of games after each arm that was played.
    """

    def __init__(
        self,
        base: Base,
        policy: str,
        memory: Memory[Any],
        count: Callable[[np.ndarray, str], Any],
        after: Callable[[int], None] | None = None,
    ) -> None:
        self.base, self.policy, self.memory, self.count, self.after = base, policy, memory, count, after
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
                scenario, changes = request
                rules = as_rules(self.base, scenario, dict(changes))
                self._digests[request] = self.base.resolve(scenario, rules).digest()
            except BadInput:
                self._digests[request] = None
        return self._digests[request]

    def __call__(self, requests: Sequence[Request], first: int, games: int, seed: int) -> Iterator[Any]:
        """Play, or remember; see `Player`."""
        keys = [f"{self._digest(request)} {seed} {first} {games}" for request in requests]
        missing = list(dict.fromkeys(key for key in keys if self.memory.get(key) is None))
        arms = [self._arm(requests[keys.index(key)]) for key in missing]
        played = self._play(arms, first, games, seed)
        for key in keys:
            while self.memory.get(key) is None:  # results arrive in the order of ``missing``
                self.memory.put(missing.pop(0), next(played))
            found = self.memory.get(key)
            assert found is not None
            yield found
        self.memory.sync()

    def _arm(self, request: Request) -> Arm:
        scenario, changes = request
        return Arm.of(scenario, self.policy, as_rules(self.base, scenario, dict(changes)))

    def _play(self, arms: Sequence[Arm], first: int, games: int, seed: int) -> Iterator[Any]:
        def reduce(rows: np.ndarray) -> Any:
            return self.count(rows, mark_of(rows) if first == 0 else "")

        base = replace(self.base, seed=seed)
        # One arm is one worker's; where there are fewer arms than workers, each is played in pieces.
        pieces = _pieces(games, base.jobs // max(1, len(arms)))
        done = 0
        try:
            if pieces == 1:
                results = play_many(base, arms, games, reduce, self.after, first)
            else:
                results = map(reduce, self._joined(base, arms, first, games // pieces, pieces))
            for tally in results:
                yield tally
                done += 1
        except ContractBroken as error:
            # Results and errors come in the order of the arms; without its rules the game cannot be found again.
            rules = "".join(f" --rule {name}={shown(value)}" for name, value in arms[done].changes)
            raise ContractBroken(
                f"{error} ({arms[done].scenario}{rules})", error.game_index, error.seed, error.replay
            ) from None

    def _joined(self, base: Base, arms: Sequence[Arm], first: int, games: int, pieces: int) -> Iterator[np.ndarray]:
        """Yield the rows of every arm, played in pieces of so many games."""
        starts = [first + piece * games for _ in arms for piece in range(pieces)]
        parts = [arm for arm in arms for _ in range(pieces)]
        found = play_many(base, parts, games, lambda rows: rows, self.after, starts)
        for _ in arms:
            yield np.concatenate([next(found) for _ in range(pieces)])


def _pieces(games: int, wanted: int) -> int:
    """Return into how many pieces of equal size games are cut, as many as wanted or fewer."""
    most = min(wanted, games // LEAST_PIECE)
    return next((pieces for pieces in range(most, 1, -1) if games % pieces == 0), 1)


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
    halved: Callable[[Try], float] | None = None,
) -> None:
    """Play tries block by block, all in step, until each is finished or hopeless; they are changed in place.

    With ``halved`` only the half of which it says the least is played on after each block (Jamieson and Talwalkar,
    "Non-stochastic best arm identification", 2016).
    """
    waiting = []
    for one in tries:
        one.state = "played"
        if all(player.possible(name, one.changes) for name in target.scenarios):
            waiting.append(one)
        else:
            one.state = "impossible"
    for look, (first, games) in enumerate(blocks, start=1):
        live = [one for one in waiting if one.looks == look - 1]
        results = player([(name, one.changes) for one in live for name in target.scenarios], first, games, seed)
        for one in live:
            found = {name: next(results) for name in target.scenarios}
            if look == 1:
                one.marks = tuple(tally.mark for tally in found.values())
            one.tallies = {name: one.tallies.get(name, target.nothing()) + tally for name, tally in found.items()}
            one.looks = look
            one.seen.append(one.tallies)
        for _ in results:
            pass  # so that the player finishes its work
        for one in live:
            one.state = "dropped" if look < len(blocks) and hopeless(one) else "played"
        if halved is not None and look < len(blocks):
            racing = sorted((one for one in live if one.state == "played"), key=halved)
            for one in racing[(len(racing) + 1) // 2 :]:
                one.state = "dropped"
        waiting = [one for one in waiting if one.state == "played"]
