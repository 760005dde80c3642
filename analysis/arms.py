"""What is compared with what? An arm is one scenario, one policy and a few changed rules, played on given seeds.

Everything the questions of this package need from the engine goes through this file: arms become plans, plans are
played by `sim.run.run_games`, and a small reduction of the rows is kept. All arms of one question share the seed, so
game ``i`` of one arm is the partner of game ``i`` of every other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sim import registry, supervised
from sim.params import RuleSet

if TYPE_CHECKING:
    from sim.registry import Game
    from sim.results import Progress, RunResult

T = TypeVar("T")

#: Games of a block of a short arm, about a quarter of a second.
SHORT_BLOCK = 2500


@dataclass(frozen=True)
class Step:
    """How far a question is.

    Attributes
    ----------
    stage : str
        What is being done, in words.
    done, total : int
        Finished and planned units of the stage (games; searches for the dollar gap).
    games : int
        Games of the finished stages.
    note : str
        The newest result in words, "" if there is none.
    run : Progress or None
        The engine's own progress of the arm that is being played; its phase tells when it compiles.
    """

    stage: str
    done: int
    total: int
    games: int
    note: str = ""
    run: Progress | None = None


Report = Callable[[Step], None]


@dataclass(frozen=True)
class Base:
    """What all arms of one question have in common.

    Attributes
    ----------
    game : Game
        The game.
    seed : int
        Seed of every arm.
    variants : tuple of str
        House-rule sets that are in force.
    rules : mapping
        Single rules that are in force, by name.
    cards : mapping
        Printed cards that replace assumed ones.
    jobs : int
        Workers.
    backend : str
        How they run.
    """

    game: Game
    seed: int
    variants: tuple[str, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)
    cards: Mapping[str, list[dict[str, Any]]] = field(default_factory=dict)
    jobs: int = 1
    backend: str = "auto"

    def resolve(self, scenario: str, changes: Mapping[str, Any] | None = None, variants: Sequence[str] = ()) -> RuleSet:
        """Return the rule set of a scenario with ``variants`` over those in force and ``changes`` over everything else.

        Raises
        ------
        BadInput
            If the values are not allowed or contradict each other.
        """
        rules = {**self.rules, **(changes or {})}
        return registry.resolve(self.game, scenario, (*self.variants, *variants), rules, self.cards or None)


@dataclass(frozen=True)
class Arm:
    """One scenario under one policy, or a team of them as ``--policy`` takes it, with a few rules changed.

    Attributes
    ----------
    scenario, policy : str
        What is played, and by whom.
    changes : tuple of (str, value)
        Single rules of this arm.
    variants : tuple of str
        House-rule sets of this arm.
    """

    scenario: str
    policy: str
    changes: tuple[tuple[str, Any], ...] = ()
    variants: tuple[str, ...] = ()

    @classmethod
    def of(cls, scenario: str, policy: str, changes: Mapping[str, Any] | None = None) -> Arm:
        """Return an arm; ``changes`` as a mapping."""
        return cls(scenario, policy, tuple((changes or {}).items()))


def rules_of(base: Base, arm: Arm) -> RuleSet:
    """Return the rules an arm is played by."""
    return base.resolve(arm.scenario, dict(arm.changes), arm.variants)


def plan_of(base: Base, arm: Arm) -> Any:
    """Return the engine's plan of an arm."""
    from sim.block import Plan
    from sim.seating import team_at

    rules = rules_of(base, arm)
    return Plan(base.game.name, rules, team_at(base.game, rules, arm.policy), base.seed)


def play(
    base: Base, arm: Arm, games: int, progress: Callable[[Progress], None] | None = None, first: int = 0
) -> RunResult:
    """Play games ``first`` to ``first + games - 1`` of one arm with all workers and keep their rows.

    Raises
    ------
    KeyboardInterrupt
        If Ctrl-C came when the last block was under way: the arm is finished then, but not the question.
    """
    from sim.run import run_games

    plan = plan_of(base, arm)
    return _unless_stopped(run_games(plan, games, first=first, jobs=base.jobs, backend=base.backend, progress=progress))


def _unless_stopped(result: RunResult) -> RunResult:
    if result.asked_to_stop:
        raise KeyboardInterrupt
    return result


def play_many(
    base: Base,
    arms: Sequence[Arm],
    games: int,
    reduce: Callable[[np.ndarray], T],
    after: Callable[[int], None] | None = None,
    first: int | Sequence[int] = 0,
) -> Iterator[T]:
    """Play many short arms, one a worker, and yield ``reduce(rows)`` of each in order.

    Short arms are spread over threads: the kernel runs outside the interpreter's lock, and starting processes would
    take longer than the games.

    Parameters
    ----------
    after : callable, optional
        Called with the games of each arm as it is yielded.
    first : int or sequence of int, optional
        Index of the first game of each arm, to go on where earlier games ended; or one for every arm.
    """
    from sim.run import run_games

    firsts = [first] * len(arms) if isinstance(first, int) else list(first)

    # Probing the speed would take longer than so few games; a long block would keep Ctrl-C waiting.
    short = min(games, SHORT_BLOCK)

    def one(arm: Arm, beginning: int) -> T:
        plan = plan_of(base, arm)
        block = None if supervised.interpreted(plan) else short
        result = run_games(plan, games, first=beginning, jobs=1, backend="sequential", block=block)
        rows = _unless_stopped(result).rows
        assert rows is not None
        return reduce(rows)

    if base.jobs == 1:
        found: Iterator[T] = map(one, arms, firsts)
        yield from _told(found, games, after)
        return
    with ThreadPoolExecutor(base.jobs) as pool, supervised.stopping():
        yield from _told(pool.map(one, arms, firsts), games, after)


def _told(results: Iterator[T], games: int, after: Callable[[int], None] | None) -> Iterator[T]:
    for result in results:
        if after is not None:
            after(games)
        yield result


def winning_codes(game: Game) -> list[int]:
    """Return the outcome codes that count as a win: of the team, or of the watched seat of a competitive game."""
    return [code for code, outcome in enumerate(game.file.outcomes) if outcome.name in game.file.wins]


def won_games(game: Game, rows: np.ndarray) -> np.ndarray:
    """Return for each game whether it was won, by the team or by the watched seat."""
    return np.isin(rows["outcome"], winning_codes(game))
