"""Which scenario is harder, and which two cannot be told apart?

Every pair is compared on shared seeds. With many pairs some would differ by chance, so the intervals hold together:
each has the confidence 1 - alpha / pairs (Bonferroni). Two scenarios are tied when the interval of their difference
contains 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import numpy as np

from analysis.proportions import CONFIDENCE, Paired, paired_of


def simultaneous(confidence: float, comparisons: int) -> float:
    """Return the confidence of each of several intervals that hold together.

    Examples
    --------
    >>> simultaneous(0.95, 5)
    0.99
    """
    return 1 - (1 - confidence) / max(comparisons, 1)


def compare_all(won: Mapping[str, np.ndarray], confidence: float = CONFIDENCE) -> dict[tuple[str, str], Paired]:
    """Return the paired difference of every two scenarios, of games won or of a measure; intervals hold together."""
    pairs = list(combinations(won, 2))
    each = simultaneous(confidence, len(pairs))
    return {(a, b): paired_of(won[a], won[b], each) for a, b in pairs}


def order(won: Mapping[str, np.ndarray], confidence: float = CONFIDENCE) -> list[list[str]]:
    """Return the scenarios, hardest first (or the one with the least of a measure), in groups that are tied.

    A scenario joins the group before it when it is tied with every member of it; being tied is not transitive, so two
    scenarios of neighbouring groups may be tied too.

    Examples
    --------
    >>> easy, hard = np.ones(1000, bool), np.zeros(1000, bool)
    >>> order({"easy": easy, "hard": hard, "as hard": hard})
    [['hard', 'as hard'], ['easy']]
    """
    pairs = compare_all(won, confidence)
    ranked = sorted(won, key=lambda name: float(won[name].mean()) if len(won[name]) else 0.0)
    return tied_groups(ranked, lambda a, b: _tied(pairs, a, b))


def tied_groups(ranked: Sequence[str], tied: Callable[[str, str], bool]) -> list[list[str]]:
    """Return ranked names in groups; a name joins the group before it when it is tied with every member of it.

    Examples
    --------
    >>> tied_groups(["a", "b", "c"], lambda first, second: {first, second} == {"b", "c"})
    [['a'], ['b', 'c']]
    """
    groups: list[list[str]] = []
    for name in ranked:
        if groups and all(tied(name, other) for other in groups[-1]):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def _tied(pairs: Mapping[tuple[str, str], Paired], a: str, b: str) -> bool:
    return (pairs[a, b] if (a, b) in pairs else pairs[b, a]).tied


def group_of(groups: Sequence[Sequence[str]], name: str) -> list[str]:
    """Return the tied group that a scenario belongs to."""
    return next((list(group) for group in groups if name in group), [])
