"""All rules at once: sets of changes that tell what every rule does, with every game of every set.

One change at a time, a game tells of one rule alone. Where effects add up nearly, as they do for rules that each help
one seat or one thing dealt, a set in which all are changed tells of all. What moves a whole game does not add up, so
this is for few rules.

References
----------
McKay, Beckman and Conover, "A comparison of three methods for selecting values of input variables", Technometrics 21
(1979).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analysis.changes import Changes, Knob
from analysis.logbook import Logbook

#: Rules that are changed all at once at most, and blocks that such sets are played.
MOST_DESIGNED, DESIGN_BLOCKS = 20, 3

DESIGN = "all rules at once"


def designed(knobs: Sequence[Knob], count: int, seed: int) -> list[Changes]:
    """Return sets in which every rule has each of its values, or the one in force, about equally often, at random.

    A Latin hypercube: what one rule does is told apart from what the others do, with all games of all sets.
    """
    rng = np.random.default_rng(seed)
    columns = []
    for knob in knobs:
        choices: list[Any] = [*knob.values, None]
        if knob.ordered:  # from end to end
            before: Any = sum(knob.before) / len(knob.before)  # type: ignore[arg-type]
            order = np.argsort([before if value is None else value for value in choices], kind="stable")
            choices = [choices[place] for place in order]
        columns.append([choices[place] for place in rng.permutation(np.arange(count) * len(choices) // count)])
    rows = zip(*columns, strict=True)
    return [tuple((k.name, v) for k, v in zip(knobs, row, strict=True) if v is not None) for row in rows]


def play_designed(log: Logbook, sets: Sequence[Changes]) -> None:
    """Play them; they tell of their rules, and are no candidates."""
    log.begin(DESIGN, len(sets))
    for one in log.evaluate(sets, DESIGN, float("inf"), log.blocks[:DESIGN_BLOCKS], race=False):
        one.state = "dropped"
