"""How well does a set of weights play? Games of many sets on shared seeds, remembered, and races between sets.

All sets that are compared play the same games; what each game counts says `analysis.training_records`. The winner of a
search is chosen by its win rate alone, and reported by it.
"""

from __future__ import annotations

import hashlib
import math
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from analysis.arms import Arm, Base, plan_of, play_many, won_games
from analysis.training_goal import Goal, team_goal
from analysis.training_records import FINE, Record, Yardstick
from analysis.tries import Memory, mark_of
from sim.errors import ContractBroken

__all__ = ["Record", "Runner", "WeightPlayer", "Yardstick", "blocks_of", "play_tables", "race"]

#: Games played without looking up.
PIECE = 2_500

#: Standard errors below the middle of the field at which a set is dropped from a race.
BEHIND = 1.5


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
    goal : Goal, optional
        What is trained for, by default that a team wins.
    """

    def __init__(
        self,
        base: Base,
        memory: Memory[Record],
        after: Callable[[int], None] | None = None,
        goal: Goal | None = None,
    ) -> None:
        self.base, self.memory, self.after = base, memory, after
        self.goal = goal or team_goal(base.game)
        self.yardsticks: dict[str, Yardstick] = {}

    def seats(self, scenario: str) -> tuple[str, ...]:
        """Return the seats that are taken in a scenario."""
        return self.base.game.seats_in_play(self.base.resolve(scenario))

    def measure(self, scenario: str, label: str, games: int, seed: int) -> Yardstick:
        """Play games of the policy as it is and take the yardstick of the scenario from them."""
        seats = self.seats(scenario)
        arms = [Arm(scenario, table) for table in self.goal.tables(label, len(seats))]
        found = list(play_many(replace(self.base, seed=seed), arms, games, lambda rows: rows))
        if self.goal.competitive:
            self.yardsticks[scenario] = Yardstick.behind(self.goal.missing(self.base.game, found, seats))
        else:
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
        where = f"{scenario} {seed} {first} {games} {stick.goal:g} {stick.scale:g}{self.goal.identity()}"
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
        base, done, seats = replace(self.base, seed=seed), 0, self.seats(scenario)
        tables = [self.goal.tables(label, len(seats)) for label in labels]

        def reduce(rows: Sequence[np.ndarray]) -> Record:
            return self._record(scenario, rows, seats, first == 0)

        try:
            for record in play_tables(base, scenario, tables, first, games, reduce):
                if self.after is not None:
                    self.after(games * len(tables[done]))
                yield record
                done += 1
        except ContractBroken as error:
            where = f"({scenario}, --policy {labels[done]})"
            raise ContractBroken(f"{error} {where}", error.game_index, error.seed) from None

    def _record(self, scenario: str, tables: Sequence[np.ndarray], seats: Sequence[str], marked: bool) -> Record:
        """Return what is kept of the games of one set of weights; at table ``k`` it sits at seat ``k``."""
        game, stick = self.base.game, self.yardsticks[scenario]
        mark = " ".join(mark_of(rows) for rows in tables) if marked else ""
        if not self.goal.competitive:
            return Record.of(won_games(game, tables[0]), stick.near(tables[0]), mark)
        share = self.goal.metric.is_share  # what is counted in points needs no help where nothing is won
        near = stick.near_the_best(self.goal.missing(game, tables, seats)) if share else 0
        return Record.of_values(self.goal.values(game, tables, seats), near, self.goal.whole, mark)


def play_tables(
    base: Base,
    scenario: str,
    sets: Sequence[Sequence[str]],
    first: int,
    games: int,
    reduce: Callable[[Sequence[np.ndarray]], Record],
) -> Iterator[Record]:
    """Play one scenario under many sets of weights, each at its tables, and yield ``reduce(rows of each)`` in order.

    The sets differ in their weights alone, so each thread lays out the records of a table once and exchanges the
    weights: to prepare a run for every set would take longer than its few hundred games. Policies that are played by
    children, or look ahead, are played run by run.
    """
    from sim import supervised
    from sim.block import Context
    from sim.policy import load_declaration, parse_team
    from sim.records import weights_vector

    if not sets:
        return
    first_plans = [plan_of(base, Arm(scenario, table)) for table in sets[0]]
    declared = [[load_declaration(base.game, seat.policy) for seat in plan.team] for plan in first_plans]
    slow = any(policy.looks_ahead for policies in declared for policy in policies)
    if slow or any(supervised.needed(plan) for plan in first_plans):
        arms = [Arm(scenario, table) for tables in sets for table in tables]
        yield from _grouped(play_many(base, arms, games, lambda rows: rows, first=first), len(sets[0]), reduce)
        return
    local = threading.local()

    def one(tables: Sequence[str]) -> Record:
        contexts = local.__dict__.setdefault("contexts", {})
        found = []
        for place, (table, plan, policies) in enumerate(zip(tables, first_plans, declared, strict=True)):
            seated = replace(plan, team=parse_team(base.game, table))
            context = contexts[place] = contexts.get(place) or Context(seated)
            context.seats = seated.team
            for position, (policy, seat) in enumerate(zip(policies, seated.team, strict=True)):
                context.team["weights"][0, position] = weights_vector(policy, seat, scenario)
            # in pieces, so that Ctrl-C need not wait long
            parts = [context.play(at, min(PIECE, first + games - at)) for at in range(first, first + games, PIECE)]
            found.append(np.concatenate(parts))
        return reduce(found)

    if base.jobs == 1:
        yield from map(one, sets)
        return
    with ThreadPoolExecutor(base.jobs) as pool:
        yield from pool.map(one, sets)


def _grouped(
    rows: Iterator[np.ndarray], size: int, reduce: Callable[[Sequence[np.ndarray]], Record]
) -> Iterator[Record]:
    """Yield the record of every ``size`` tables."""
    while tables := list(islice(rows, size)):
        yield reduce(tables)


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
            spread = share * (1 - share)
            if records[0].whole:
                spread = sum(record.variance * record.games for record in records) / games
            square += max(spread, 1 / games) / games
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
