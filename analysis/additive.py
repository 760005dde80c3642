"""What does every rule do, by everything that was played? An additive model fitted to single changes and sets alike.

A set stands where the game as it is stands, plus one term for each of its changes. A term of a number is 0 at the
value in force and wanders from there (Brownian motion, so values near each other do nearly the same and what was not
played is interpolated); a term of a switch or a choice is free. How far the terms of a rule wander is estimated from
its single changes, less what is noise. The fit is that of a Gaussian process: every set counts as much as its games
allow.

References
----------
Durrande, Ginsbourger and Roustant, "Additive covariance kernels for high-dimensional Gaussian process modeling",
Annales de la Faculté des Sciences de Toulouse 21 (2012).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from analysis.changes import Knob, Space
from analysis.proposals import Effects
from analysis.targets import Target
from analysis.tries import Try

#: Of one degree of freedom.
MEDIAN_OF_CHI_SQUARE = 0.4549

#: Part of the noise that is never taken to be shared.
LEAST_UNSHARED = 0.05

#: Standard deviation of the terms of a rule that does nothing, in tolerances, so that it can still be found to matter.
LEAST = 0.1


def fit(space: Space, target: Target, printed: Try, tries: Sequence[Try]) -> Effects:
    """Return the effects of single changes, fitted to everything that was played.

    Parameters
    ----------
    tries : sequence of Try
        Sets that were played, of any number of changes; those with other rules than the space's are left out.
    """
    start = target.position(printed.tallies)
    used = [one for one in tries if one.looks and one.changes and all(name in space.knobs for name, _ in one.changes)]
    # Against the same games of the game as it is: shared luck cancels.
    pairs = [target.shift(one.tallies, printed.after(one.looks)) for one in used]
    if not used:
        return Effects(start, {name: np.zeros((len(knob.values), len(start))) for name, knob in space.knobs.items()})
    moved, noise = np.array([shift for shift, _ in pairs]), np.array([error for _, error in pairs])
    noise *= _unshared(moved, noise)
    scales = _scales(space, target, used, moved, noise)
    places = {name: _places(knob) for name, knob in space.knobs.items()}
    held = [dict(one.changes) for one in used]
    kernel = np.zeros((len(used), len(used)))
    rows: dict[str, np.ndarray] = {}
    for name, knob in space.knobs.items():
        with_it = np.array([i for i, changes in enumerate(held) if name in changes], dtype=int)
        row = np.zeros((len(knob.values), len(used)))
        if len(with_it):
            at = np.array([knob.values.index(held[i][name]) for i in with_it])
            own = scales[name] * _covariance(knob, places[name])
            kernel[np.ix_(with_it, with_it)] += own[np.ix_(at, at)]
            row[:, with_it] = own[:, at]
        rows[name] = row
    answers = np.stack(
        [
            np.linalg.solve(kernel + np.diag(np.maximum(noise[:, column], 1e-9)), moved[:, column])
            for column in range(len(start))
        ],
        axis=1,
    )
    return Effects(start, {name: row @ answers for name, row in rows.items()})


def _unshared(moved: np.ndarray, noise: np.ndarray) -> float:
    """Return which part of the noise the games of two sets do not share, as they are played on the same seeds.

    Most changes do nothing to most groups, so half of all shifts, squared, are below the median of a chi-square.
    """
    ratio = np.median(moved**2 / np.maximum(noise, 1e-12)) / MEDIAN_OF_CHI_SQUARE
    return float(np.clip(ratio, LEAST_UNSHARED, 1.0))


def _places(knob: Knob) -> np.ndarray:
    """Return how far each value is from the one in force, in parts of the farthest; signed."""
    if not knob.ordered:
        return np.ones(len(knob.values))
    before: Any = sum(knob.before) / len(knob.before)  # type: ignore[arg-type]
    away = np.array([float(value) - before for value in knob.values])  # type: ignore[arg-type]
    return np.asarray(away / max(1e-12, float(np.abs(away).max())))


def _covariance(knob: Knob, places: np.ndarray) -> np.ndarray:
    """Return the covariance of a rule's terms at its values, in squares of its scale."""
    if not knob.ordered:
        return np.eye(len(places))
    one, other = places[:, None], places[None, :]
    return np.asarray(np.where(one * other > 0, np.minimum(np.abs(one), np.abs(other)), 0.0))


def _scales(
    space: Space, target: Target, used: Sequence[Try], moved: np.ndarray, noise: np.ndarray
) -> Mapping[str, float]:
    """Return the variance of every rule's terms at the farthest value: the largest that its single changes show."""
    least = (LEAST * target.tolerance) ** 2
    found = dict.fromkeys(space.knobs, least)
    for one, shift, error in zip(used, moved, noise, strict=True):
        if one.number == 1:
            name, value = one.changes[0]
            knob = space.knobs[name]
            part = abs(float(_places(knob)[knob.values.index(value)]))
            shown = float(np.max(shift**2 - error)) / max(part, 1e-3)
            found[name] = max(found[name], shown)
    return found
