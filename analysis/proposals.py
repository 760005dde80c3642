"""Which sets of two or three changes are worth playing? What single changes add up to, and what Optuna proposes.

On the scale of the target (log odds of winning, or means) the effects of single changes are added: that predicts every
set. Where sets were played, the
error of the prediction corrects those of the same rules. The cheapest sets that are predicted to be on target are
proposed first. Beside them Optuna's TPE sampler, which knows of no model, proposes what resembles the best so far; it
finds what does not add up.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.changes import Changes, Knob, Space
from analysis.targets import Target
from analysis.tries import Try

if TYPE_CHECKING:
    import optuna

#: Rules that sets of three are made of, and values of each.
RULES_OF_THREE, VALUES_OF_THREE = 14, 10

#: Sets of the same rules proposed at once: their prediction has the same error.
ALIKE = 2

#: Predicted sets kept of each combination of rules.
KEPT = 6

#: Name of a slot of a set that holds no change.
EMPTY = "nothing"


def price(cost: float, distance: float, tolerance: float, weight: float) -> float:
    """Return what is minimised: the cost of the changes, and what is still missing to the target."""
    return cost + weight * max(0.0, distance - tolerance)


@dataclass(frozen=True)
class Effects:
    """What single changes do, on the scale of the target on which they add up: log odds, or means.

    Attributes
    ----------
    printed : numpy.ndarray [places]
        Where the game stands without changes.
    shifts : dict of numpy.ndarray [values, places]
        What each value of a knob adds; values that were not played are interpolated.
    """

    printed: np.ndarray
    shifts: dict[str, np.ndarray]


def measure(space: Space, target: Target, printed: Try, singles: Mapping[str, Mapping[Any, Try]]) -> Effects:
    """Return the effects of single changes.

    Parameters
    ----------
    singles : mapping
        Tries of each knob by value.
    """
    start = target.position(printed.tallies)
    shifts = {}
    for name, knob in space.knobs.items():
        known = {
            value: shrunk(*target.shift(one.tallies, printed.tallies))
            for value, one in singles.get(name, {}).items()
            if one.state != "impossible"
        }
        shifts[name] = filled(knob, known, len(start))
    return Effects(start, shifts)


def shrunk(shift: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """Return an effect, drawn towards nothing as far as it may be noise (James and Stein, positive part)."""
    return np.asarray(shift * np.maximum(0.0, 1.0 - noise / np.maximum(shift**2, 1e-12)))


def filled(knob: Knob, known: Mapping[Any, np.ndarray], places: int) -> np.ndarray:
    """Return effects at all values: as played, else interpolated, else (switches, choices) none."""
    found = np.zeros((len(knob.values), places))
    if not knob.ordered:
        for row, value in enumerate(knob.values):
            found[row] = known.get(value, np.zeros(places))
        return found
    points = dict(known)
    if knob.settled:
        points[knob.before[0]] = np.zeros(places)
    if not points:
        return found
    tried = sorted(points)
    values = np.array([float(value) for value in knob.values])  # type: ignore[arg-type]
    for column in range(places):
        heights = [points[value][column] for value in tried]
        found[:, column] = np.interp(values, [float(value) for value in tried], heights)
        # Beyond what could be played alone (more nickels than a patron may hold) the last slope goes on.
        if len(tried) > 1:
            for side, (a, b) in ((values > tried[-1], (-2, -1)), (values < tried[0], (1, 0))):
                slope = (heights[b] - heights[a]) / (tried[b] - tried[a])
                found[side, column] += slope * (values[side] - tried[b])
    return found


# --- sums of effects -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Guess:
    """A set that was not played yet, and what its single effects add up to."""

    changes: Changes
    size: float
    distance: float
    worth: float


class Model:
    """Predicts sets from single effects, corrected where sets of the same rules were played.

    Parameters
    ----------
    space : Space
        What may be changed.
    target : Target
        What is wanted.
    effects : Effects
        Of single changes.
    """

    def __init__(self, space: Space, target: Target, effects: Effects) -> None:
        self.space, self.target, self.effects = space, target, effects
        self.errors: dict[tuple[str, ...], list[np.ndarray]] = {}
        self.sizes = {name: np.array([knob.size(value) for value in knob.values]) for name, knob in space.knobs.items()}

    def position(self, changes: Changes) -> np.ndarray:
        """Return where a set is predicted to stand, without correction."""
        total = self.effects.printed.copy()
        for name, value in changes:
            total += self.effects.shifts[name][self.space.knobs[name].values.index(value)]
        return total

    def learn(self, one: Try) -> None:
        """Correct the predictions of sets of the same rules by one that was played."""
        names = tuple(name for name, _ in one.changes)
        predicted = self.position(one.changes) + self._inherited(names)
        self.errors.setdefault(names, []).append(self.target.error(one.tallies, predicted))

    def _inherited(self, names: tuple[str, ...]) -> np.ndarray:
        """Return the corrections of the pairs within a set of three."""
        zero = np.zeros(len(self.effects.printed))
        if len(names) < 3:
            return zero
        pairs = itertools.combinations(names, 2)
        return sum((np.mean(self.errors[pair], axis=0) for pair in pairs if pair in self.errors), zero)

    def _correction(self, names: tuple[str, ...]) -> np.ndarray:
        own = self.errors.get(names)
        return self._inherited(names) + (np.mean(own, axis=0) if own else 0.0)

    def cheapest_within(self, distance: float, count: int) -> list[Changes]:
        """Return the cheapest single changes, each of another rule, that are predicted to come within a distance."""
        found: list[tuple[float, Changes]] = []
        for name, shifts in self.effects.shifts.items():
            near = self.target.distances(self.effects.printed + shifts) <= distance
            if near.any():
                place = int(np.argmin(np.where(near, self.sizes[name], np.inf)))
                found.append((float(self.sizes[name][place]), ((name, self.space.knobs[name].values[place]),)))
        return [changes for _, changes in sorted(found, key=lambda item: item[0])[:count]]

    def guesses(self, number: int, rules: Sequence[str], known: Mapping[Changes, Try]) -> list[Guess]:
        """Return sets of ``number`` changes that were not played, the cheapest on target first.

        Parameters
        ----------
        rules : sequence of str
            The rules sets are made of, in the order of the space.
        known : mapping
            What was played already.
        """
        found: list[Guess] = []
        for names in itertools.combinations(rules, number):
            rows = [self._rows(name, number) for name in names]
            stands, sizes = self.effects.printed + self._correction(names), np.zeros(1)
            for depth, (name, row) in enumerate(zip(names, rows, strict=True)):
                shape = (1,) * depth + (len(row),)
                stands = stands[..., None, :] if depth else stands.reshape(1, -1)
                stands = stands + self.effects.shifts[name][row].reshape(*shape, -1)
                sizes = (sizes[..., None] if depth else sizes) + self.sizes[name][row].reshape(shape)
            found += self._best(names, rows, stands, sizes, known)
        return sorted(found, key=lambda guess: guess.worth)

    def guess(self, changes: Changes) -> Guess:
        """Return a set with what is predicted of it."""
        stands = self.position(changes) + self._correction(tuple(name for name, _ in changes))
        distance, size = float(self.target.distances(stands)), self.space.size(changes)
        beyond = max(0.0, distance - self.target.tolerance / 2)
        return Guess(changes, size, distance, self.space.each * len(changes) + size + self.target.weight * beyond)

    def _rows(self, name: str, number: int) -> np.ndarray:
        """Return the values of a knob that are combined: all, in sets of three a few of them, small changes denser."""
        count = len(self.sizes[name])
        if number < 3 or count <= VALUES_OF_THREE:
            return np.arange(count)
        ranked = np.argsort(self.sizes[name], kind="stable")
        return ranked[np.unique(np.round((count - 1) * np.linspace(0, 1, VALUES_OF_THREE) ** 2).astype(int))]

    def _best(
        self,
        names: tuple[str, ...],
        rows: Sequence[np.ndarray],
        stands: np.ndarray,
        sizes: np.ndarray,
        known: Mapping[Changes, Try],
    ) -> list[Guess]:
        distances = self.target.distances(stands)
        # Half the tolerance is aimed at: predictions err.
        beyond = np.maximum(0.0, distances - self.target.tolerance / 2)
        worth = self.space.each * len(names) + sizes + self.target.weight * beyond
        found = []
        for flat in np.argsort(worth, axis=None, kind="stable")[: 4 * KEPT]:
            place = np.unravel_index(flat, worth.shape)
            changes = tuple(
                (name, self.space.knobs[name].values[row[i]]) for name, row, i in zip(names, rows, place, strict=True)
            )
            if changes not in known:
                found.append(Guess(changes, float(sizes[place]), float(distances[place]), float(worth[place])))
            if len(found) == KEPT:
                break
        return found


def spread_out(guesses: Iterable[Guess], count: int, possible: Callable[[Changes], bool]) -> list[Guess]:
    """Return the first ``count`` guesses that are possible, no more than `ALIKE` of the same rules."""
    chosen: list[Guess] = []
    seen: dict[tuple[str, ...], int] = {}
    for guess in guesses:
        names = tuple(name for name, _ in guess.changes)
        if seen.get(names, 0) < ALIKE and possible(guess.changes):
            seen[names] = seen.get(names, 0) + 1
            chosen.append(guess)
        if len(chosen) == count:
            break
    return chosen


def useful_rules(guesses: Iterable[Guess], count: int = RULES_OF_THREE) -> list[str]:
    """Return the rules that occur in the best guesses."""
    found: dict[str, None] = {}
    for guess in guesses:
        found.update(dict.fromkeys(name for name, _ in guess.changes))
        if len(found) >= count:
            break
    return list(found)[:count]


# --- Optuna ----------------------------------------------------------------------------------------------------------


class Advisor:
    """Optuna's TPE sampler over sets of ``number`` changes: slots that name a rule, and the place of its new value.

    Parameters
    ----------
    space : Space
        What may be changed.
    number : int
        Most changes of a set.
    seed : int
        Of the sampler. Together with what it is told, in order, it decides all proposals.
    """

    def __init__(self, space: Space, number: int, seed: int) -> None:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.space = space
        names = list(space.knobs)
        self.slots: dict[str, Any] = {
            f"slot {slot + 1}": optuna.distributions.CategoricalDistribution(names if slot == 0 else [EMPTY, *names])
            for slot in range(number)
        }
        self.places: dict[str, Any] = {
            name: optuna.distributions.IntDistribution(0, len(knob.values) - 1) for name, knob in space.knobs.items()
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            sampler = optuna.samplers.TPESampler(seed=seed % 2**32, multivariate=False, constant_liar=False)
        self.study = optuna.create_study(sampler=sampler)

    def knows(self, changes: Changes) -> bool:
        """Return whether a set could have been proposed."""
        return len(changes) <= len(self.slots) and all(
            name in self.space.knobs and value in self.space.knobs[name].values for name, value in changes
        )

    def tell_of(self, one: Try, worth: float) -> None:
        """Tell of a set that was played without having been asked for."""
        import optuna

        if not one.changes or not self.knows(one.changes):
            return
        names = [name for name, _ in one.changes] + [EMPTY] * (len(self.slots) - one.number)
        values: dict[str, Any] = dict(zip(self.slots, names, strict=True))
        for name, value in one.changes:
            values[name] = self.space.knobs[name].values.index(value)
        kinds = {name: kind for name, kind in {**self.slots, **self.places}.items() if name in values}
        self.study.add_trial(optuna.trial.create_trial(params=values, distributions=kinds, value=worth))

    def ask(self) -> tuple[optuna.Trial, Changes]:
        """Return a proposal; the same rule in two slots is one change."""
        trial = self.study.ask()
        names = [trial.suggest_categorical(slot, kind.choices) for slot, kind in self.slots.items()]
        chosen = {}
        for name in dict.fromkeys(name for name in names if name != EMPTY):
            place = trial.suggest_int(name, 0, self.places[name].high)
            chosen[name] = self.space.knobs[name].values[place]
        return trial, self.space.sorted(chosen)

    def tell(self, trial: optuna.Trial, worth: float | None) -> None:
        """Tell what a proposal was worth; None if it was not played."""
        import optuna

        if worth is None:
            self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
        else:
            self.study.tell(trial, worth)
