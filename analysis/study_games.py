"""Plays the games of a study: stretches, one policy at every seat, or a player among others at each seat in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.arms import Report, Step
from analysis.readings import Measured, against
from analysis.statements import with_lever
from analysis.stretch import Stretch
from analysis.stretches import Player, Stretches
from analysis.study_plan import StudyPlan
from analysis.study_question import Question

if TYPE_CHECKING:
    from analysis.shelf import Shelf
    from sim.params import RuleSet, Value

Key = tuple[Any, ...]
World = dict[tuple[str, str], np.ndarray]
Games = dict[str, np.ndarray]


@dataclass
class Plays:
    """Plays for one study and tells how far it is."""

    question: Question
    plan: StudyPlan
    shelf: Shelf | None
    player: Player | None
    progress: Report | None
    confidence: float

    def __post_init__(self) -> None:
        self.base, self.space = self.question.base, self.question.space
        self.scenarios, self.policy = self.question.scenarios, self.question.policy
        self.reading = self.question.reading
        self.stretches = Stretches(self.base, self.shelf, self.player, self.reading)

    def _won(self, stage: str, total: int, asked: Iterable[tuple[Key, Stretch]]) -> Iterator[tuple[Key, Games]]:
        """Yield the key of each stretch with what a world holds of its games by name, and tell how far it is.

        The tables of a meeting follow each other and are yielded together.
        """
        for key, stretches, parts in self._played(stage, total, asked):
            yield key, self._named(key[1], stretches[0], parts)

    def _named(self, who: str, stretch: Stretch, parts: list[np.ndarray]) -> Games:
        if stretch.table and isinstance(self.reading, Measured):
            return {who: self.reading.met(stretch.rules, parts)}
        return self.reading.named(stretch.rules, who, parts[0])

    def _played(
        self, stage: str, total: int, asked: Iterable[tuple[Key, Stretch]]
    ) -> Iterator[tuple[Key, list[Stretch], list[np.ndarray]]]:
        """Yield key, stretches and what was read off them; one stretch, or all tables of a meeting."""
        keys: list[tuple[Key, Stretch]] = []
        done = 0

        def stretches() -> Iterator[Stretch]:
            for key, stretch in asked:
                keys.append((key, stretch))
                yield stretch

        def after(games: int) -> None:
            nonlocal done
            done += games
            if self.progress is not None:
                self.progress(Step(stage, done, max(total, done), self.stretches.asked))

        tables: list[Stretch] = []
        parts: list[np.ndarray] = []
        for number, won in enumerate(self.stretches.won(stretches(), after)):
            key, stretch = keys[number]
            tables.append(stretch)
            parts.append(won)
            if len(parts) >= len(stretch.table):
                yield key, tables, parts
                tables, parts = [], []
        if self.progress is not None:
            self.progress(Step(stage, 1, 1, self.stretches.asked))

    def _side(
        self,
        scenario: str,
        values: Mapping[str, Value],
        rules: RuleSet,
        first: int,
        games: int,
        others: Iterable[str],
        levers: Iterable[str],
        key: Key = (),
    ) -> Iterator[tuple[Key, Stretch]]:
        """Yield the stretches of the other policies, and of the main policy with each lever."""
        for other in others:
            yield (scenario, other, *key), Stretch(rules, other, first, games)
        for lever in levers:
            pulled = self.question.lever_rules(scenario, lever, values)
            if pulled is not None:
                yield (scenario, with_lever(self.policy, lever), *key), Stretch(pulled, self.policy, first, games)

    def _meetings(
        self, scenario: str, rules: RuleSet, first: int, games: Callable[[int], int], key: Key = ()
    ) -> Iterator[tuple[Key, Stretch]]:
        """Yield the tables at which neighbours of the ladder meet, in a game played against each other."""
        for one, other, tables in self.question.meetings(scenario):
            for seat, table in enumerate(tables):
                yield (scenario, against(one, other), *key), Stretch(rules, one, first, games(len(tables)), table, seat)
