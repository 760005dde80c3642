"""What does the report say, and in which worlds is it true? Statements that other assumptions can test.

A world is a set of games, won or lost (or a measure of each, see `analysis.readings`), for every scenario and policy
that was played in it. A statement is made in the world of the default values; each world of a sensitivity run is then
asked whether it holds there too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from analysis.proportions import (
    CONFIDENCE,
    Estimate,
    Paired,
    mean,
    paired_means,
    paired_of,
    paired_shares,
    share_of,
    wilson,
)
from analysis.readings import against, seat_of

if TYPE_CHECKING:
    from sim.registry import Game

World = Mapping[tuple[str, str], np.ndarray]
Kind = Literal[
    "hardest", "harder", "above", "below", "better", "helps", "hurts",
    "more", "seat above", "seat below", "beats", "beaten",
]  # fmt: skip
Answer = Literal["holds", "unclear", "contradicted", "unknown"]

EVEN = 0.5

#: A statement that holds in a smaller share of the sampled sets depends on the assumptions, and is marked so.
ROBUST = 0.95


def opposite_by_chance(sets: int, confidence: float = CONFIDENCE) -> int:
    """Return how many sets may show the opposite by chance, where in truth nothing differs in any of them.

    Each does so with half of alpha; more than these do in fewer than alpha of all cases, if the games of the sets are
    independent.

    Examples
    --------
    >>> opposite_by_chance(1), opposite_by_chance(32), opposite_by_chance(128)
    (0, 2, 6)
    """
    alpha = 1 - confidence
    chance = (1 - alpha / 2) ** sets
    count, more = 0, 1 - chance
    while more > alpha:
        chance *= (sets - count) / (count + 1) * (alpha / 2) / (1 - alpha / 2)
        count, more = count + 1, more - chance
    return count


@dataclass(frozen=True)
class Survival:
    """In how many sampled worlds a statement held.

    Attributes
    ----------
    held, of : int
        Worlds in which it held by the win rates, and worlds in which it could be checked.
    contradicted : int
        Worlds that show the opposite beyond the noise of their games.
    """

    held: int
    of: int
    contradicted: int

    @property
    def share(self) -> Estimate:
        """Share of the sampled worlds in which the statement holds, with its Wilson interval."""
        return wilson(self.held, self.of)

    @property
    def robust(self) -> bool:
        """Whether it holds in enough worlds not to be marked."""
        return self.held >= ROBUST * self.of

    @property
    def mark(self) -> str:
        """What is written beside a statement that holds in too few worlds; "" if it stands.

        Of many worlds a few show the opposite by chance alone: it depends on the assumptions only if more do.

        Examples
        --------
        >>> Survival(32, 32, 0).mark, Survival(20, 32, 5).mark, Survival(30, 32, 0).mark
        ('', 'depends on the assumptions', 'left open by some assumptions')
        >>> Survival(20, 32, 2).mark
        'left open by some assumptions'
        """
        if self.robust:
            return ""
        shown = self.contradicted > opposite_by_chance(self.of)
        return "depends on the assumptions" if shown else "left open by some assumptions"

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        found = self.share
        return {
            "held": self.held,
            "of": self.of,
            "contradicted": self.contradicted,
            "low": found.low,
            "high": found.high,
            "robust": self.robust,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Survival:
        """Return what `to_json` described."""
        return cls(data["held"], data["of"], data["contradicted"])


@dataclass(frozen=True)
class Statement:
    """One sentence that can be checked.

    Attributes
    ----------
    id : str
        Name that stays the same between runs.
    kind : str
        What is claimed; of a game played against each other see `analysis.seat_statements`.
    text : str
        The claim in words.
    policy : str
        Whose games it is about; of the better policy for "better".
    subjects : tuple of str
        Scenarios (for "harder": the harder first), for "better" the worse policy, for "helps" and "hurts" two levers,
        the stronger first.
    holds : bool
        Whether it holds in the world it was made in.
    survival : Survival or None
        In how many sampled worlds it holds.
    broken_by : tuple of (str, value)
        Single assumptions, with the value at which the opposite is shown.
    """

    id: str
    kind: Kind
    text: str
    policy: str
    subjects: tuple[str, ...]
    holds: bool = True
    survival: Survival | None = None
    broken_by: tuple[tuple[str, Any], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """Return plain data as contracts, section 7, has it, with what the report needs besides."""
        return {
            "id": self.id,
            "text": self.text,
            "holds": self.holds,
            "survival": self.survival.to_json() if self.survival else None,
            "kind": self.kind,
            "policy": self.policy,
            "subjects": list(self.subjects),
            "broken_by": [[name, list(v) if isinstance(v, tuple) else v] for name, v in self.broken_by],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Statement:
        """Return the statement that `to_json` described."""
        return cls(
            data["id"],
            data["kind"],
            data["text"],
            data["policy"],
            tuple(data["subjects"]),
            data["holds"],
            Survival.from_json(data["survival"]) if data["survival"] else None,
            tuple((name, tuple(v) if isinstance(v, list) else v) for name, v in data["broken_by"]),
        )


def scenario_label(game: Game, name: str) -> str:
    """Return what people call a scenario: its name if that is a year or a number, else its title."""
    return name if name[:1].isdigit() else str(game.scenarios[name].get("title", name))


def listed(names: Sequence[str], joiner: str = "and") -> str:
    """Return ``'a, b and c'``."""
    return "".join(names) if len(names) < 2 else f"{', '.join(names[:-1])} {joiner} {names[-1]}"


def make_statements(
    game: Game, orders: Mapping[str, Sequence[Sequence[str]]], world: World, policies: Sequence[str], main: str
) -> list[Statement]:
    """Return what the games of one world say: hardest scenario, order, even chances, better policies.

    Parameters
    ----------
    orders : mapping
        For each policy the scenarios, hardest first, in tied groups.
    main : str
        The policy that the statements about scenarios are about.
    """
    word = game.file.scenario_word
    groups = orders.get(main, [])
    made = []
    if len(groups) > 1:
        hardest = tuple(groups[0])
        names = [scenario_label(game, name) for name in hardest]
        claim = f"is the hardest {word}" if len(names) == 1 else f"are the hardest {word}s, tied"
        made.append(Statement("hardest", "hardest", f"{listed(names)} {claim}", main, hardest))
    for harder, easier in zip(groups, groups[1:]):
        a, b = harder[-1], easier[0]
        if _answer_harder(world, main, a, b) != "holds":
            a = harder[0]
        text = f"{scenario_label(game, a)} is harder than {scenario_label(game, b)}"
        made.append(Statement(f"harder.{a}.{b}", "harder", text, main, (a, b)))
    for scenario in [name for group in groups for name in group]:
        rate = share_of(world[scenario, main])
        if rate.low <= EVEN <= rate.high:
            continue
        kind: Kind = "above" if rate.low > EVEN else "below"
        amount = "more" if kind == "above" else "fewer"
        text = f"{amount} than half of the games of {scenario_label(game, scenario)} are won"
        made.append(Statement(f"even.{scenario}", kind, text, main, (scenario,)))
    for worse, better in zip(policies, policies[1:]):
        statement = _better(world, worse, better)
        if statement is not None:
            made.append(statement)
    return [replace(s, holds=check(s, world) == "holds") for s in made]


def _better(world: World, first: str, second: str) -> Statement | None:
    """Return which of two policies wins more often over all scenarios, None if that is not shown."""
    found = compare_means(world, second, first)
    if found is None or found.tied:
        return None
    better, worse = (second, first) if found.difference.estimate > 0 else (first, second)
    text = f"the policy '{better}' wins more often than '{worse}'"
    return Statement(f"better.{better}.{worse}", "better", text, better, (worse,))


def _mean_won(world: World, policy: str, scenarios: Sequence[str]) -> np.ndarray:
    return np.mean([world[name, policy] for name in scenarios], axis=0)


def compare_means(world: World, first: str, second: str, confidence: float = CONFIDENCE) -> Paired | None:
    """Return the difference of two policies' mean win rates over the scenarios both played, None if there is none.

    Where one played more games than the other, its first ones count: they are the pairs.
    """
    both = [name for name, policy in world if policy == first and (name, second) in world]
    if not both:
        return None
    a, b = _mean_won(world, first, both), _mean_won(world, second, both)
    n = min(len(a), len(b))
    return paired_means(a[:n], b[:n], confidence)


# --- levers ----------------------------------------------------------------------------------------------------------


def with_lever(policy: str, lever: str) -> str:
    """Return under which name a world holds the games of a policy that plays with a lever."""
    return f"{policy} with {lever}"


def lever_effects(
    world: World, policy: str, levers: Sequence[str], confidence: float = CONFIDENCE
) -> dict[str, Paired]:
    """Return what each lever changes in the mean win rate of all scenarios, the most helpful first."""
    found = {lever: compare_means(world, with_lever(policy, lever), policy, confidence) for lever in levers}
    known = {lever: effect for lever, effect in found.items() if effect is not None}
    return dict(sorted(known.items(), key=lambda item: -item[1].difference.estimate))


def lever_statements(
    world: World,
    policy: str,
    levers: Mapping[str, str],
    confidence: float = CONFIDENCE,
    say: Callable[[str, str, str], str] | None = None,
) -> list[Statement]:
    """Return which lever helps more than which, and which hurts more than which.

    Levers without a shown effect are left out. Each lever is compared with the strongest one that it is shown to beat;
    the intervals of all pairs hold together (Bonferroni).

    Parameters
    ----------
    levers : mapping
        Title by name.
    say : callable, optional
        ``(kind, stronger, weaker)`` -> the claim in words, of a game in which nothing helps or hurts.
    """
    effects = lever_effects(world, policy, list(levers), confidence)
    made: list[Statement] = []
    for kind, verb, sign in (("helps", "helps", 1), ("hurts", "hurts", -1)):
        ranked = [name for name, effect in effects.items() if not effect.tied and sign * effect.difference.estimate > 0]
        ranked = ranked[::sign]
        each = 1 - (1 - confidence) / max(1, len(ranked) * (len(ranked) - 1) // 2)
        beaten: dict[str, str] = {}
        for position, name in enumerate(ranked):
            for other in ranked[position + 1 :]:
                found = compare_means(world, with_lever(policy, name), with_lever(policy, other), each)
                if found is not None and not found.tied:
                    beaten[other] = name  # the nearest above it is the last to be found
                    break
        for other, name in sorted(beaten.items(), key=lambda item: ranked.index(item[1])):
            text = f"‘{levers[name]}’ {verb} more than ‘{levers[other]}’"
            if say is not None:
                text = say(kind, levers[name], levers[other])
            made.append(Statement(f"{kind}.{name}.{other}", kind, text, policy, (name, other)))  # type: ignore[arg-type]
    return made


def check(statement: Statement, world: World, confidence: float = CONFIDENCE) -> Answer:
    """Return whether a statement holds in a world.

    "unclear": it does not hold by the win rates, but the games of this world do not exclude it either. "unknown": the
    games it is about were not played.
    """
    policy, subjects = statement.policy, statement.subjects
    try:
        if statement.kind == "hardest":
            return _answer_hardest(world, policy, subjects, confidence)
        if statement.kind == "harder":
            return _answer_harder(world, policy, subjects[0], subjects[1], confidence)
        if statement.kind == "better":
            return _answer_better(world, policy, subjects[0], confidence)
        if statement.kind in ("helps", "hurts"):
            better, worse = subjects if statement.kind == "helps" else subjects[::-1]
            return _answer_better(world, with_lever(policy, better), with_lever(policy, worse), confidence)
        if statement.kind in ("more", "seat above", "seat below", "beats", "beaten"):
            return _answer_sign(_signed(statement, world, confidence), statement.kind in ("seat below", "beaten"))
        rate = share_of(world[subjects[0], policy], confidence)
    except KeyError:
        return "unknown"
    if statement.kind == "above":
        return "holds" if rate.estimate > EVEN else "contradicted" if rate.high < EVEN else "unclear"
    return "holds" if rate.estimate < EVEN else "contradicted" if rate.low > EVEN else "unclear"


def _answer_hardest(world: World, policy: str, subjects: Sequence[str], confidence: float) -> Answer:
    rates = {name: float(won.mean()) for (name, who), won in world.items() if who == policy}
    if any(name not in rates for name in subjects):
        raise KeyError
    lowest = min(rates, key=lambda name: (rates[name], name not in subjects))
    if lowest in subjects:
        return "holds"
    clear = all(
        paired_shares(world[name, policy], world[lowest, policy], confidence).difference.low > 0 for name in subjects
    )
    return "contradicted" if clear else "unclear"


def _answer_harder(world: World, policy: str, a: str, b: str, confidence: float = CONFIDENCE) -> Answer:
    found = paired_shares(world[a, policy], world[b, policy], confidence).difference
    return "holds" if found.estimate < 0 else "contradicted" if found.low > 0 else "unclear"


def _signed(statement: Statement, world: World, confidence: float) -> Estimate:
    """Return what is above 0 if more is made, a seat wins more than an equal part, or a policy beats another."""
    policy, subjects = statement.policy, statement.subjects
    if statement.kind == "more":
        return paired_of(world[subjects[0], policy], world[subjects[1], policy], confidence).difference
    if statement.kind in ("seat above", "seat below"):
        return mean(world[subjects[0], seat_of(policy)], confidence)
    parts = [values for (_, who), values in world.items() if who == against(policy, subjects[0])]
    if not parts:
        raise KeyError
    return mean(np.mean(parts, axis=0), confidence)


def _answer_sign(found: Estimate, below: bool) -> Answer:
    low, estimate, high = (found.low, found.estimate, found.high)
    if below:
        low, estimate, high = -high, -estimate, -low
    return "holds" if estimate > 0 else "contradicted" if high < 0 else "unclear"


def _answer_better(world: World, better: str, worse: str, confidence: float) -> Answer:
    found = compare_means(world, better, worse, confidence)
    if found is None:
        raise KeyError
    return "holds" if found.difference.estimate > 0 else "contradicted" if found.difference.high < 0 else "unclear"


def survive(statement: Statement, worlds: Sequence[World]) -> Statement:
    """Return the statement with the number of worlds in which it holds."""
    answers = [answer for answer in (check(statement, world) for world in worlds) if answer != "unknown"]
    if not answers:
        return statement
    return replace(statement, survival=Survival(answers.count("holds"), len(answers), answers.count("contradicted")))
