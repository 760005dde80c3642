"""Does it stand if the assumed values are others? A gap under sets of assumptions that are drawn together.

Two statements are judged in every set: that the gap is below the target with the changes found (or above it even with
the nearest), and that it is above it (or below, if nothing has to change) as printed; the two are played on the same
games.

A set has few games, so its own gap is mostly noise. The sets have different games, though, and most are much alike:
every set's means are drawn towards the median of all as far as chance alone would spread them, but no farther than a
standard error or two, as a few sets may be far from all others (limited translation: Efron and Morris, "Limiting the
risk of Bayes and empirical Bayes estimators", 1972). Its gap is that of the means so drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analysis.arms import Report, Step
from analysis.balanced import Assumed
from analysis.changes import Changes, Space
from analysis.changewords import in_words
from analysis.order import simultaneous
from analysis.proportions import CONFIDENCE
from analysis.quantiles import normal_quantile
from analysis.sensitivity import TOGETHER, draw_sets
from analysis.space import assumed_parameters, free_values
from analysis.survival import splits
from sim.params import Parameter, Value

if TYPE_CHECKING:
    from analysis.evenness import Even
    from analysis.targets import Tallies
    from analysis.tries import ArmPlayer
    from analysis.tuned import TuneResult, Way

STAGE = "under other assumptions"

#: Sets from which on it can be told how far assumptions spread the means.
FEW_SETS = 4

#: Standard errors by which the means of a set are moved at most.
FARTHEST = 1.5


@dataclass(frozen=True)
class World:
    """The gap under one set of assumptions.

    Attributes
    ----------
    values : dict
        Value of every assumption.
    distance : float
        The gap of means that are drawn together as far as they may be chance.
    error : float
        Half the width of the intervals of its differences, all pairs together.
    """

    values: Mapping[str, Value]
    distance: float
    error: float


def worlds_of(
    player: ArmPlayer,
    target: Even,
    space: Space,
    answer: Way,
    found: TuneResult[Even],
    samples: int,
    games: int,
    progress: Report | None = None,
) -> tuple[Assumed, ...]:
    """Return the statements about the answer and about the printed game, with the sets in which they hold.

    Parameters
    ----------
    answer : Way
        The answer, or the nearest way; the game as it is if nothing has to change.
    samples, games : int
        Sets of assumptions, and games of each.
    """
    sets = draw_sets(player.base, [target.scenario], samples, found.confirm_seed)
    ways = {way.changes: way for way in (answer, found.printed)}
    step = _counter(progress, len(sets) * len(ways) * games)
    judged = []
    for changes, way in ways.items():
        worlds = _play(player, target, changes, sets, games, found.confirm_seed, step)
        below = way.counted <= target.tolerance
        free = [p for p in assumed_parameters(player.base, TOGETHER) if p.name not in dict(changes)]
        judged.append(_judge(free, target, _text(target, space, changes, below), below, worlds, games))
    return tuple(judged)


def _counter(progress: Report | None, total: int) -> Callable[[int], None]:
    done = 0

    def step(games: int) -> None:
        nonlocal done
        done += games
        if progress is not None:
            progress(Step(STAGE, done, total, 0))

    step(0)
    return step


def _play(
    player: ArmPlayer,
    target: Even,
    changes: Changes,
    sets: Sequence[Mapping[str, Value]],
    games: int,
    seed: int,
    step: Callable[[int], None],
) -> list[World]:
    """Play the sets; what the changes set is no assumption any more, and sets that contradict them are left out."""
    name = target.scenario
    requests = []
    for values in sets:
        drawn = tuple(free_values(player.base, name, values).items())
        request = (name, tuple({**dict(drawn), **dict(changes)}.items()))
        if player.possible(*request):
            requests.append((values, request))
    player.after = step
    seen = []
    for place, (_, request) in enumerate(requests):
        found = player([request], place * games, games, seed)
        seen.append({name: next(found)})
        for _ in found:
            pass  # so that the player finishes its work
    return [
        World(values, distance, error)
        for (values, _), (distance, error) in zip(requests, drawn_together(target, seen), strict=True)
    ]


def drawn_together(target: Even, seen: Sequence[Tallies]) -> list[tuple[float, float]]:
    """Return the gap of every set, its means drawn towards the mean of all, and half the width of its intervals."""
    if not seen:
        return []
    stands = np.array([target.position(one) for one in seen])
    errors = np.array([target.error_of_difference(one) for one in seen])
    groups = len(target.names)
    # The median: a few sets may be far from all others.
    away = stands - np.median(stands, axis=0)
    # Means about the mean of the groups: a difference of two has twice the variance of one.
    noise = (groups - 1) * errors**2 / 2
    spread = (away[:, :groups] ** 2).sum(axis=1)
    own = np.ones(len(seen))
    if len(seen) >= FEW_SETS:
        # Half of all sets are below the median of a chi-square (Wilson and Hilferty).
        usual = np.median(spread) / (1 - 2 / (9 * (groups - 1))) ** 3
        # The root, so that the sets are spread as they truly are: in how many of them something holds is asked.
        pooled = np.sqrt(np.maximum(0.0, 1 - noise / max(usual, 1e-12)))
        own = np.maximum(pooled, 1 - FARTHEST * np.sqrt(noise / np.maximum(spread, 1e-12)))
    distances = target.distances(stands - away + own[:, None] * away)
    pairs = groups * (groups - 1) // 2
    width = normal_quantile(simultaneous(CONFIDENCE, pairs)) * np.sqrt(own + (1 - own) / len(seen))
    return [(float(distance), float(error)) for distance, error in zip(distances, width * errors, strict=True)]


def _judge(
    parameters: Sequence[Parameter], target: Even, text: str, below: bool, worlds: Sequence[World], games: int
) -> Assumed:
    held = [(world.distance <= target.tolerance) == below for world in worlds]
    contradicted = [
        world.distance - world.error > target.tolerance if below else world.distance + world.error < target.tolerance
        for world in worlds
    ]
    gaps = tuple(world.distance for world in worlds)
    breaks = None
    if 0 < sum(held) < len(held):
        found = splits(parameters, [world.values for world in worlds], held, gaps)
        breaks = found[0] if found else None
    return Assumed(text, sum(held), len(held), sum(contradicted), gaps, games, breaks)


def _text(target: Even, space: Space, changes: Changes, below: bool) -> str:
    verb = "is at most" if below else "is more than"
    with_them = "these changes" if len(changes) > 1 else in_words(space, changes)
    how = f"with {with_them}" if changes else "as printed"
    return f"the gap {verb} {target.amount(target.tolerance)} {how}"
