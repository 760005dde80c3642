"""Does it stand if the assumed values are others? A gap under sets of assumptions that are drawn together.

Two statements are judged in every set: that the gap is below the target with the changes found, and that it is above
it (or below, if nothing has to change) as printed. Every set has games enough to know its gap to a part of the target;
the two are played on the same seeds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analysis.arms import Report, Step
from analysis.balanced import Assumed
from analysis.changes import Changes, Space
from analysis.changewords import in_words
from analysis.sensitivity import TOGETHER, draw_sets
from analysis.space import assumed_parameters, free_values
from analysis.survival import splits
from sim.params import Parameter, Value

if TYPE_CHECKING:
    from analysis.balance_parts import Gap
    from analysis.evenness import Even
    from analysis.tries import ArmPlayer
    from analysis.tuned import TuneResult, Way

STAGE = "under other assumptions"


@dataclass(frozen=True)
class World:
    """The gap under one set of assumptions.

    Attributes
    ----------
    values : dict
        Value of every assumption.
    distance : float
        The gap without what noise adds to it.
    gap : Gap
        With its interval.
    """

    values: Mapping[str, Value]
    distance: float
    gap: Gap


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
        below = bool(changes) or way.counted <= target.tolerance
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
    results = player([request for _, request in requests], 0, games, seed)
    worlds = []
    for values, _ in requests:
        tallies = {name: next(results)}
        worlds.append(World(values, target.search_distance(tallies), target.gap(tallies)))
    for _ in results:
        pass  # so that the player finishes its work
    return worlds


def _judge(
    parameters: Sequence[Parameter], target: Even, text: str, below: bool, worlds: Sequence[World], games: int
) -> Assumed:
    held = [(world.distance <= target.tolerance) == below for world in worlds]
    contradicted = [
        world.gap.size.low > target.tolerance if below else world.gap.size.high < target.tolerance for world in worlds
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
