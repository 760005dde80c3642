"""Sets of more changes than can all be looked at: built step by step, and corrected around the best that were played.

A sum of single effects errs more, the more changes it sums up. Around a set that was played the error is small: what it
gave is known, and only one or two changes more, or other values of its own, have to be predicted.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from analysis.changes import Changes
from analysis.proposals import Guess, Model
from analysis.tries import Try

#: Sets kept of each step when sets are built step by step.
STEPS_KEPT = 300

#: Single steps away from a played set of which two are combined.
STEPS_COMBINED = 300

#: Guesses kept around each played set.
KEPT_AROUND = 24


class Steps:
    """Every value of every rule as one step, with what a model predicts of it.

    Parameters
    ----------
    model : Model
        Single effects.
    """

    def __init__(self, model: Model) -> None:
        self.model, self.space, self.target = model, model.space, model.target
        knobs = self.space.knobs
        self.steps: list[tuple[str, Any]] = [(name, value) for name, knob in knobs.items() for value in knob.values]
        self.names = np.array([name for name, _ in self.steps])
        self.shifts = np.concatenate([model.effects.shifts[name] for name in knobs])
        self.sizes = np.concatenate([model.sizes[name] for name in knobs])

    def climbing(self, number: int, known: Collection[Changes]) -> list[Guess]:
        """Return sets of ``number`` changes built step by step, the cheapest on target first.

        Every set kept is tried with every value of every rule it does not hold yet, and the most promising are kept.
        """
        kept: list[tuple[int, ...]] = [()]
        for _ in range(number):
            stands = np.array([self.model.effects.printed + self.shifts[list(one)].sum(axis=0) for one in kept])
            cost = np.array([self.sizes[list(one)].sum() for one in kept])
            missing = self.target.promise(stands[:, None, :] + self.shifts[None, :, :])
            worth = cost[:, None] + self.sizes[None, :] + self.target.weight * missing
            for row, one in enumerate(kept):
                worth[row, np.isin(self.names, self.names[list(one)])] = np.inf
            kept = _best_steps(kept, worth)
        sets = [self.space.sorted(dict(self.steps[i] for i in one)) for one in kept]
        return sorted((self.model.guess(one) for one in sets if one not in known), key=lambda guess: guess.worth)

    def around(self, played: Sequence[Try], number: int, known: Collection[Changes]) -> list[Guess]:
        """Return sets of ``number`` changes that are one or two steps from sets that were played, the best first."""
        found: dict[Changes, Guess] = {}
        for one in played:
            for guess in self._around(one, number, known):
                if guess.changes not in found or guess.worth < found[guess.changes].worth:
                    found[guess.changes] = guess
        return sorted(found.values(), key=lambda guess: guess.worth)

    def _around(self, one: Try, number: int, known: Collection[Changes]) -> list[Guess]:
        held = dict(one.changes)
        # What it gave besides the sum of its effects stays; as far as that is no noise.
        predicted = self.model.position(one.changes)
        start = predicted + self.target.error(one.tallies, predicted)
        moved, dearer, added = self.shifts.copy(), self.sizes.copy(), np.ones(len(self.steps), int)
        for name, value in held.items():
            own = np.flatnonzero(self.names == name)
            place = own[self.space.knobs[name].values.index(value)]
            moved[own] -= self.shifts[place]
            dearer[own] -= self.sizes[place]
            added[own] = 0
        alone = self._worth(start + moved, one.size + dearer, number)
        alone[len(held) + added != number] = np.inf
        singles = [((int(i),), float(alone[i])) for i in np.argsort(alone, kind="stable")[:KEPT_AROUND]]
        chosen = np.argsort(self._worth(start + moved, one.size + dearer, number), kind="stable")[:STEPS_COMBINED]
        both = start + moved[chosen][:, None, :] + moved[chosen][None, :, :]
        worth = self._worth(both, one.size + dearer[chosen][:, None] + dearer[chosen][None, :], number)
        names = self.names[chosen]
        worth[(names[:, None] >= names[None, :])] = np.inf
        worth[(len(held) + added[chosen][:, None] + added[chosen][None, :]) != number] = np.inf
        flat = np.argsort(worth, axis=None, kind="stable")[:KEPT_AROUND]
        pairs = [(int(chosen[place // len(chosen)]), int(chosen[place % len(chosen)])) for place in flat]
        doubles = [(pair, float(worth.flat[place])) for pair, place in zip(pairs, flat, strict=True)]
        guesses = []
        for steps, price in [*singles, *doubles]:
            changes = self.space.sorted({**held, **dict(self.steps[i] for i in steps)})
            if np.isfinite(price) and changes not in known:
                stands = start + sum(moved[i] for i in steps)
                guesses.append(Guess(changes, self.space.size(changes), float(self.target.distances(stands)), price))
        return guesses

    def _worth(self, stands: np.ndarray, sizes: np.ndarray, number: int) -> np.ndarray:
        beyond = np.maximum(0.0, self.target.distances(stands) - self.target.tolerance / 2)
        return np.asarray(self.space.each * number + sizes + self.target.weight * beyond)


def _best_steps(kept: Sequence[tuple[int, ...]], worth: np.ndarray) -> list[tuple[int, ...]]:
    """Return the sets that one more step makes of those kept, the best first, each once."""
    found: dict[tuple[int, ...], None] = {}
    for flat in np.argsort(worth, axis=None, kind="stable"):
        row, step = np.unravel_index(flat, worth.shape)
        if not np.isfinite(worth[row, step]) or len(found) == STEPS_KEPT:
            break
        found[tuple(sorted((*kept[row], int(step))))] = None
    return list(found)
