"""What a study of the assumptions is about: scenarios, policies, levers, and the ranges that are doubted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from analysis.arms import Base
from analysis.calibration import Belief
from analysis.measures import leading_measure
from analysis.readings import Reading, Won, reading_of
from analysis.space import SOURCES, Space, alternatives
from analysis.study_plan import Counts
from sim.errors import BadInput
from sim.registry import policy_files
from sim.variants import read_variant

if TYPE_CHECKING:
    from sim.params import RuleSet, Value
    from sim.registry import Game


@dataclass(frozen=True)
class Question:
    """What a study is about.

    Attributes
    ----------
    base : Base
        Game, house rules, seed, workers.
    scenarios : tuple of str
        What is played.
    policy : str
        Whose games the assumptions are tried in.
    policies : tuple of str
        The ladder of policies, the main one included.
    levers : dict
        Title by name: house-rule sets that are one lever each.
    space : Space
        The assumptions.
    sources : tuple of str
        Where the values that are moved come from.
    beliefs : tuple of Belief
        Win rates (or values of the measure) somebody has seen.
    measure : str
        What is asked about; "" for the usual measure of the game.
    """

    base: Base
    scenarios: tuple[str, ...]
    policy: str
    policies: tuple[str, ...]
    levers: dict[str, str]
    space: Space
    sources: tuple[str, ...] = SOURCES
    beliefs: tuple[Belief, ...] = ()
    measure: str = ""

    @classmethod
    def of(
        cls,
        base: Base,
        scenarios: Sequence[str],
        policy: str,
        sources: Sequence[str] = SOURCES,
        beliefs: Sequence[Belief] = (),
        measure: str = "",
    ) -> Question:
        """Return the question about some scenarios and one policy; the ladder and the levers are the game's.

        Raises
        ------
        BadInput
            If there is nothing to doubt, a belief is about a scenario that is not played, or there is no such measure.
        """
        known = policy_files(base.game)
        ladder = [name for name in base.game.file.ladder if name in known]
        space = Space.of(base, scenarios, sources)
        problems = [
            f"--believe {b.scenario}: {b.scenario} is not played here; the scenarios are {', '.join(scenarios)}."
            for b in beliefs
            if b.scenario not in scenarios
        ]
        if not space.parameters:
            problems.append(
                f"nothing to doubt: no value of {base.game.file.title} that is {' or '.join(sources)} is left free."
            )
        if problems:
            raise BadInput(problems)
        policies = tuple(ladder if policy in ladder else [*ladder, policy])
        levers = single_levers(base.game)
        return cls(base, tuple(scenarios), policy, policies, levers, space, tuple(sources), tuple(beliefs), measure)

    @cached_property
    def reading(self) -> Reading:
        """What is read off the games."""
        return reading_of(self.base.game, self.measure or leading_measure(self.base.game))

    def meetings(self, scenario: str) -> list[tuple[str, str, list[tuple[str, ...]]]]:
        """Return who meets whom, of neighbours on the ladder the better alone among the others, and at which tables."""
        if isinstance(self.reading, Won):
            return []
        rules = self.base.resolve(scenario)
        pairs = zip(self.policies[1:], self.policies)
        return [(one, other, self.reading.tables(rules, one, other)) for one, other in pairs]

    @property
    def others(self) -> tuple[str, ...]:
        """The policies besides the main one."""
        return tuple(name for name in self.policies if name != self.policy)

    def settings(self) -> list[tuple[str, Value]]:
        """Return what single assumptions are moved to."""
        return [(p.name, value) for p in self.space.parameters for value in alternatives(p)]

    def counts(self) -> Counts:
        """Return what multiplies the games of a study."""
        return Counts(
            len(self.scenarios),
            len(self.space.parameters),
            len(self.settings()),
            len(self.others),
            len(self.levers),
            *self._met(),
        )

    def _met(self) -> tuple[int, int]:
        """Return how many policies meet, and at how many tables each, the most of any scenario."""
        found = [[len(tables) for _, _, tables in self.meetings(name)] for name in self.scenarios]
        return max(map(len, found)), max((seats for tables in found for seats in tables), default=1)

    @cached_property
    def _origins(self) -> dict[str, dict[str, str]]:
        """Who sets each rule, by scenario."""
        return {name: self.base.resolve(name).origins for name in self.scenarios}

    @cached_property
    def _pulls(self) -> dict[str, dict[str, Value]]:
        """What each lever sets."""
        found = {lever: read_variant(self.base.game, lever).settings for lever in self.levers}
        return {lever: {name: value for name, (value, _) in rules.items()} for lever, rules in found.items()}

    def lever_rules(self, scenario: str, lever: str, values: Mapping[str, Value]) -> RuleSet | None:
        """Return the rules of a scenario with a lever over some assumptions, None if they contradict each other.

        The lever counts more than the assumptions, the user's own single rules more than the lever.
        """
        origins = self._origins[scenario]
        free = {name: value for name, value in values.items() if origins[name] == "default"}
        pulled = {n: value for n, value in self._pulls[lever].items() if origins[n] not in ("--rule", "cards")}
        try:
            return self.base.resolve(scenario, {**free, **pulled})
        except BadInput:
            return None


def single_levers(game: Game) -> dict[str, str]:
    """Return the titles of the shipped house-rule sets that extend no other, by name: one lever each."""
    found = {}
    for name, path in game.variants.items():
        rules = read_variant(game, name)
        if all(origin == f"variant {path.stem}" for _, origin in rules.settings.values()):
            found[name] = rules.title or name
    return found
