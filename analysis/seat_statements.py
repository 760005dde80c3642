"""What a study says about a game played against each other, in statements that other assumptions can test.

Which scenario makes more of what is asked about, under which policy more is made, whether the watched seat wins more
than an equal part, and which of two policies wins when they meet. What is asked about is a measure, so nothing is hard.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from analysis.pairs import Metric
from analysis.proportions import mean, paired_of
from analysis.readings import advantages, against
from analysis.seats import VICTORY
from analysis.statements import Statement, check, compare_means, scenario_label

if TYPE_CHECKING:
    from sim.registry import Game

World = Mapping[tuple[str, str], np.ndarray]


def what_is_more(metric: Metric) -> str:
    """Return what more of a measure means: ``'more marbles a player'``, ``'wins of the red seat'``.

    Examples
    --------
    >>> what_is_more(Metric("points", "Marbles a player", "marbles"))
    'more marbles a player'
    """
    if metric.name.startswith(f"{VICTORY}."):
        return f"more wins of the {metric.name.partition('.')[2]} seat"
    if "." in metric.name:
        return f"more {metric.label.partition(',')[0].lower()} for the {metric.name.partition('.')[2]} seat"
    return f"more {metric.label[:1].lower()}{metric.label[1:]}"


def make_seat_statements(
    game: Game, metric: Metric, groups: Sequence[Sequence[str]], world: World, policies: Sequence[str], main: str
) -> list[Statement]:
    """Return what the games of one world say.

    Parameters
    ----------
    metric : Metric
        What is asked about.
    groups : sequence of sequence of str
        The scenarios, the least of it first, in tied groups.
    world : mapping
        As `analysis.readings` names what it holds.
    policies : sequence of str
        The ladder, the weakest first; neighbours are compared, and meet.
    main : str
        The policy that the statements about scenarios and seats are about.
    """
    more = what_is_more(metric)
    made = [_more(game, world, main, more, low, high) for low, high in zip(groups, groups[1:])]
    made += [s for name, values in advantages(world, main).items() if (s := _share(game, main, name, values))]
    for one, other in zip(policies, policies[1:]):
        found = compare_means(world, other, one)
        if found is not None and not found.tied:
            better, worse = (other, one) if found.difference.estimate > 0 else (one, other)
            text = f"there are {more} under the policy '{better}' than under '{worse}'"
            made.append(Statement(f"better.{better}.{worse}", "better", text, better, (worse,)))
    for one, other in zip(policies, policies[1:]):
        statement = _meeting(world, one, other)
        if statement is not None:
            made.append(statement)
    return [replace(s, holds=check(s, world) == "holds") for s in made]


def _more(game: Game, world: World, main: str, more: str, low: Sequence[str], high: Sequence[str]) -> Statement:
    a, b = high[0], low[-1]
    if paired_of(world[a, main], world[b, main]).difference.estimate <= 0:
        b = low[0]
    text = f"there are {more} in {scenario_label(game, a)} than in {scenario_label(game, b)}"
    return Statement(f"more.{a}.{b}", "more", text, main, (a, b))


def _share(game: Game, main: str, scenario: str, values: np.ndarray) -> Statement | None:
    """Return whether the watched seat wins more or less than an equal part; None if neither is shown."""
    found = mean(values)
    if found.low <= 0 <= found.high:
        return None
    amount = "more" if found.low > 0 else "less"
    text = f"the {game.file.watched} seat wins {amount} than an equal part in {scenario_label(game, scenario)}"
    return Statement(f"seat.{scenario}", "seat above" if found.low > 0 else "seat below", text, main, (scenario,))


def _meeting(world: World, one: str, other: str) -> Statement | None:
    """Return which of two policies wins when the better sits alone among the others; None if that is not shown."""
    parts = [values for (_, who), values in world.items() if who == against(other, one)]
    if not parts:
        return None
    found = mean(np.mean(parts, axis=0))
    if found.low <= 0 <= found.high:
        return None
    if found.low > 0:
        text = f"the policy '{other}' beats '{one}': alone among them it wins more than an equal part"
        return Statement(f"beats.{other}.{one}", "beats", text, other, (one,))
    text = f"the policy '{other}' does not beat '{one}': alone among them it wins less than an equal part"
    return Statement(f"beaten.{other}.{one}", "beaten", text, other, (one,))


def lever_text(metric: Metric, kind: str, stronger: str, weaker: str) -> str:
    """Return which of two levers changes a measure more."""
    more = what_is_more(metric)
    if kind == "helps":
        return f"‘{stronger}’ makes {more} than ‘{weaker}’"
    return f"‘{stronger}’ leaves {more.replace('more', 'less', 1)} than ‘{weaker}’"
