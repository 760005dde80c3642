"""How well does a set of weights play? Games of many sets on shared seeds, remembered, and races between sets.

All sets that are compared play the same games. A game that is won counts 1. One that is lost counts up to a half, the
more the nearer it came to its goal: where nearly everything is won or lost, the win rate alone is flat, and a search
would not know which way to go. The winner of a search is chosen by its win rate alone, and reported by it.
"""

from __future__ import annotations

import base64
import hashlib
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from analysis.arms import Arm, Base, plan_of, play_many, won_games
from analysis.cells import score_column
from analysis.tries import Memory, mark_of
from sim.errors import ContractBroken

#: What a lost game counts at most.
NEAR = 0.5

#: Lost games are counted in thousandths.
FINE = 1000

#: Games played without looking up.
PIECE = 2_500

#: Standard errors below the middle of the field at which a set is dropped from a race.
BEHIND = 1.5


# --- what is kept of games -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Record:
    """Games of one set of weights in one scenario.

    Attributes
    ----------
    games : int
        Games played.
    near : int
        What the lost games count, in thousandths.
    bits : str
        Won or not, game by game, as packed bits in base 64.
    mark : str
        Digest of everything stored of them; "" if it was not asked for.
    """

    games: int
    near: int
    bits: str
    mark: str = ""

    @classmethod
    def of(cls, won: np.ndarray, near: np.ndarray, mark: str = "") -> Record:
        """Return the record of games: won or not, and what each counts if it is lost, in thousandths."""
        packed = base64.b64encode(np.packbits(won).tobytes()).decode("ascii")
        return cls(len(won), int(near[~won].sum()), packed, mark)

    @property
    def won(self) -> np.ndarray:
        """Whether each game was won."""
        packed = np.frombuffer(base64.b64decode(self.bits), np.uint8)
        return np.unpackbits(packed, count=self.games).astype(bool)

    @property
    def wins(self) -> int:
        """Games won."""
        return int.from_bytes(base64.b64decode(self.bits), "big").bit_count()

    def written(self) -> list[Any]:
        """Return plain data for a line of a file."""
        return [self.games, self.near, self.bits, self.mark]

    @classmethod
    def read(cls, *values: Any) -> Self:
        """Return what `written` wrote."""
        games, near, bits, mark = values
        found = cls(int(games), int(near), str(bits), str(mark))
        if len(base64.b64decode(found.bits, validate=True)) != -(-found.games // 8):
            raise ValueError("not as many bits as games")
        return found


@dataclass(frozen=True)
class Yardstick:
    """How near to its goal a lost game came.

    Attributes
    ----------
    column : str or None
        The stored column that tells it; None if the game has none.
    goal : float
        Its value at which nothing is missing.
    scale : float
        What is missing in a lost game of the middle.
    """

    column: str | None
    goal: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, base: Base, rows: np.ndarray) -> Yardstick:
        """Return the yardstick that games of the policy to be trained give.

        The score that measures the distance to the goal has its goal at 0; of another, the goal is what nine in ten
        won games reach.
        """
        column = score_column(base.game)
        if column is None or not len(rows):
            return cls(None)
        won, values = won_games(base.game, rows), rows[column].astype(float)
        goal = 0.0 if column == "gap" else float(np.quantile(values[won], 0.1)) if won.any() else float(values.max())
        missing = goal - values[~won]
        return cls(column, goal, max(1.0, float(np.median(missing))) if len(missing) else 1.0)

    def near(self, rows: np.ndarray) -> np.ndarray:
        """Return what each game counts if it is lost, in thousandths."""
        if self.column is None:
            return np.zeros(len(rows), np.int64)
        missing = np.maximum(0.0, self.goal - rows[self.column].astype(float))
        return np.rint(NEAR * FINE * np.exp(-missing / self.scale)).astype(np.int64)


# --- playing ---------------------------------------------------------------------------------------------------------

Request = tuple[str, str]  # scenario, policy with its weights


class WeightPlayer:
    """Plays sets of weights with the engine; results do not depend on the number of workers.

    Parameters
    ----------
    base : Base
        Game, house rules in force, workers.
    memory : Memory
        What need not be played again.
    after : callable, optional
        Called with the number of games after each set that was played.
    """

    def __init__(self, base: Base, memory: Memory[Record], after: Callable[[int], None] | None = None) -> None:
        self.base, self.memory, self.after = base, memory, after
        self.yardsticks: dict[str, Yardstick] = {}

    def measure(self, scenario: str, label: str, games: int, seed: int) -> Yardstick:
        """Play games of the policy as it is and take the yardstick of the scenario from them."""
        found = list(play_many(replace(self.base, seed=seed), [Arm(scenario, label)], games, lambda rows: rows))
        self.yardsticks[scenario] = Yardstick.of(self.base, found[0])
        return self.yardsticks[scenario]

    def play(self, scenario: str, labels: Sequence[str], first: int, games: int, seed: int) -> list[Record]:
        """Return the record of games ``first`` to ``first + games - 1`` of each policy, in order.

        Raises
        ------
        ContractBroken
            If a policy breaks its contract with these weights; names them.
        """
        stick = self.yardsticks[scenario]
        where = f"{scenario} {seed} {first} {games} {stick.goal:g} {stick.scale:g}"
        keys = {label: hashlib.sha256(f"{where} {label}".encode()).hexdigest()[:24] for label in labels}
        missing = [label for label, key in keys.items() if self.memory.get(key) is None]
        for label, record in zip(missing, self._played(scenario, missing, first, games, seed), strict=True):
            self.memory.put(keys[label], record)
        self.memory.sync()
        return [self._known(keys[label]) for label in labels]

    def _known(self, key: str) -> Record:
        found = self.memory.get(key)
        assert found is not None
        return found

    def _played(self, scenario: str, labels: Sequence[str], first: int, games: int, seed: int) -> Iterator[Record]:
        stick, base, done = self.yardsticks[scenario], replace(self.base, seed=seed), 0

        def reduce(rows: np.ndarray) -> Record:
            return Record.of(won_games(self.base.game, rows), stick.near(rows), mark_of(rows) if first == 0 else "")

        try:
            for record in play_labels(base, scenario, labels, first, games, reduce):
                if self.after is not None:
                    self.after(games)
                yield record
                done += 1
        except ContractBroken as error:
            where = f"({scenario}, --policy {labels[done]})"
            raise ContractBroken(f"{error} {where}", error.game_index, error.seed) from None


def play_labels(
    base: Base,
    scenario: str,
    labels: Sequence[str],
    first: int,
    games: int,
    reduce: Callable[[np.ndarray], Record],
) -> Iterator[Record]:
    """Play one scenario under many sets of weights of one policy and yield ``reduce(rows)`` of each in order.

    The policies differ in their weights alone, so each thread lays out its records once and exchanges the weights: to
    prepare a run for every set would take longer than its few hundred games. Policies that are played by children, or
    look ahead, are played run by run.
    """
    from sim import supervised
    from sim.block import Context, weights_vector
    from sim.policy import load_declaration, parse_team

    if not labels:
        return
    first_plan = plan_of(base, Arm(scenario, labels[0]))
    plans = [replace(first_plan, team=parse_team(base.game, label)) for label in labels]
    own = [load_declaration(base.game, seat.policy) for seat in plans[0].team]
    if supervised.needed(plans[0]) or any(policy.looks_ahead for policy in own):
        yield from play_many(base, [Arm(scenario, label) for label in labels], games, reduce, first=first)
        return
    local = threading.local()

    def one(plan: Any) -> Record:
        context = local.__dict__.setdefault("context", None) or Context(plan)
        local.context = context
        context.seats = plan.team
        for position, (policy, seat) in enumerate(zip(own, plan.team, strict=True)):
            context.team["weights"][0, position] = weights_vector(policy, seat, scenario)
        # in pieces, so that Ctrl-C need not wait long
        parts = [context.play(at, min(PIECE, first + games - at)) for at in range(first, first + games, PIECE)]
        return reduce(np.concatenate(parts))

    if base.jobs == 1:
        yield from map(one, plans)
        return
    with ThreadPoolExecutor(base.jobs) as pool:
        yield from pool.map(one, plans)


# --- racing ----------------------------------------------------------------------------------------------------------


@dataclass
class Runner:
    """One set of weights in a race.

    Attributes
    ----------
    label : str
        The policy with these weights.
    records : dict
        Records of the blocks played, by scenario.
    dropped : bool
        Whether it was too far behind to go on.
    """

    label: str
    records: dict[str, list[Record]]
    dropped: bool = False

    @property
    def games(self) -> int:
        """Games played."""
        return sum(record.games for records in self.records.values() for record in records)

    def win_rate(self) -> float:
        """Return the share of games won, the mean over the scenarios."""
        shares = [
            sum(record.wins for record in records) / sum(record.games for record in records)
            for records in self.records.values()
        ]
        return sum(shares) / len(shares)

    def worth(self) -> float:
        """Return what the games count, the mean over the scenarios: won games 1, lost ones up to a half."""
        found = []
        for records in self.records.values():
            games = sum(record.games for record in records)
            found.append(sum(record.wins + record.near / FINE for record in records) / games)
        return sum(found) / len(found)

    def error(self) -> float:
        """Return the standard error of the win rate; it decides what is worth playing, nothing that is reported."""
        square = 0.0
        for records in self.records.values():
            games = sum(record.games for record in records)
            share = sum(record.wins for record in records) / games
            square += max(share * (1 - share), 1 / games) / games
        return math.sqrt(square) / len(self.records)


def blocks_of(games: int, first: int, blocks: int) -> list[tuple[int, int]]:
    """Return first game and number of games of each block: the first two alike, each later one as long as all before.

    Examples
    --------
    >>> blocks_of(1000, 5000, 3)
    [(5000, 250), (5250, 250), (5500, 500)]
    """
    ends = [max(1, round(games / 2 ** (blocks - 1 - block))) for block in range(blocks)]
    ends[-1] = max(games, ends[-1])
    return [(first + start, end - start) for start, end in zip([0, *ends[:-1]], ends, strict=True) if end > start]


def race(
    player: WeightPlayer,
    labels: Iterable[str],
    games: Mapping[str, int],
    first: Mapping[str, int],
    seed: int,
    blocks: int = 3,
    worth: Callable[[Runner], float] = Runner.worth,
    never: Sequence[str] = (),
) -> list[Runner]:
    """Play sets of weights on the same games, block by block; drop those far behind the middle of the field.

    Parameters
    ----------
    games, first : mapping
        Games of each scenario, and the first of them.
    worth : callable, optional
        What is compared.
    never : sequence of str, optional
        Labels that are not dropped.
    """
    runners = [Runner(label, {scenario: [] for scenario in games}) for label in labels]
    parts = {scenario: blocks_of(number, first[scenario], blocks) for scenario, number in games.items()}
    looks = max(map(len, parts.values()))
    for look in range(looks):
        live = [runner for runner in runners if not runner.dropped]
        for scenario, spans in parts.items():
            if look < len(spans):
                start, number = spans[look]
                records = player.play(scenario, [runner.label for runner in live], start, number, seed)
                for runner, record in zip(live, records, strict=True):
                    runner.records[scenario].append(record)
        if look < looks - 1 and len(live) > 2:
            middle = sorted((worth(runner) for runner in live), reverse=True)[(len(live) - 1) // 2]
            for runner in live:
                runner.dropped = runner.label not in never and worth(runner) + BEHIND * runner.error() < middle
    return runners
