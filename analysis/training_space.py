"""What a training may change: a policy's weights, each on a scale of its own, and a set of them as a point.

A weight of 0.25 that may go up to 5 must not be searched in steps of a tenth of its range. So every weight is measured
from where it starts: the first steps up and down are as large as the nearer of its two bounds is far away, and towards
the other bound they grow evenly in proportion. On this scale a weight goes from 0 (its lower bound) to 1 (its upper
bound), and starts at a half unless it starts at a bound.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from sim.policy import Policy, Seat

#: A side shorter than this share of the range has the steps of one as long: a start near a bound is no fine tuning.
SHORTEST_SIDE = 0.05

#: Digits of a weight beyond the size of its range; what is played is exactly what is written.
DIGITS = 3


@dataclass(frozen=True)
class Axis:
    """One weight and its scale.

    Attributes
    ----------
    name : str
        Of the weight.
    low, high : float
        Its bounds.
    start : float
        Where a search begins.
    """

    name: str
    low: float
    high: float
    start: float

    @property
    def _step(self) -> float:
        """The distance that is one side of the scale at the pace of its beginning."""
        sides = [side for side in (self.start - self.low, self.high - self.start) if side > 0]
        return max(min(sides), SHORTEST_SIDE * (self.high - self.low))

    @property
    def middle(self) -> float:
        """Place of the start on the scale."""
        if self.start <= self.low:
            return 0.0
        return 1.0 if self.start >= self.high else 0.5

    def value(self, place: float) -> float:
        """Return the value at a place; one beyond the ends is reflected, so that every point of a search means a set.

        Examples
        --------
        >>> axis = Axis("move", 0, 5, 0.25)
        >>> [axis.value(place) for place in (0, 0.25, 0.5, 0.75, 1, 1.25)]
        [0.0, 0.125, 0.25, 0.713, 5.0, 0.713]
        """
        place = abs(place) % 2
        place = 2 - place if place > 1 else place
        middle = self.middle
        if place < middle:
            return self.rounded(self.start - _far((middle - place) / middle, self._step, self.start - self.low))
        if place > middle:
            far = _far((place - middle) / (1 - middle), self._step, self.high - self.start)
            return self.rounded(self.start + far)
        return self.start

    def rounded(self, value: float) -> float:
        """Return a value with as many digits as are searched, within the bounds."""
        digits = DIGITS - math.floor(math.log10(self.high - self.low))
        value = float(f"{min(max(round(value, digits), self.low), self.high):g}")
        return value if self.low <= value <= self.high else self.start


def _far(share: float, step: float, side: float) -> float:
    """Return how far a share of a side of the scale is from the start.

    It begins at the pace of ``step`` and reaches ``side``; in between it grows like ``exp``, or evenly if the side is
    no longer than a step.
    """
    if side <= step * 1.01:
        return share * side
    growth = _growth(side / step)
    return step * math.expm1(growth * share) / growth


def _growth(ratio: float) -> float:
    """Return g with (exp(g) - 1) / g = ratio, for a ratio above 1."""
    low, high = 1e-6, 50.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if math.expm1(middle) / middle < ratio else (low, middle)
    return low


@dataclass(frozen=True)
class WeightSpace:
    """The weights that are searched, and who plays with them.

    Attributes
    ----------
    seat : Seat
        The policy as typed, with the weights that were typed.
    axes : tuple of Axis
        The weights that may move.
    """

    seat: Seat
    axes: tuple[Axis, ...]

    @property
    def start(self) -> dict[str, float]:
        """Where the search begins."""
        return {axis.name: axis.start for axis in self.axes}

    def weights(self, point: Sequence[float]) -> dict[str, float]:
        """Return the weights at a point."""
        return {axis.name: axis.value(place) for axis, place in zip(self.axes, point, strict=True)}

    def label(self, weights: Mapping[str, float]) -> str:
        """Return the policy with other weights, as ``--policy`` takes it; those that stay as they are are left out."""
        moved = {name: value for name, value in weights.items() if value != self.start[name]}
        return replace(self.seat, weights={**self.seat.weights, **moved}).label

    def starting_at(self, weights: Mapping[str, float]) -> WeightSpace:
        """Return the space around other weights, which become what is typed for the policy."""
        axes = tuple(replace(axis, start=weights.get(axis.name, axis.start)) for axis in self.axes)
        moved = {axis.name: axis.start for axis, old in zip(axes, self.axes, strict=True) if axis.start != old.start}
        return WeightSpace(replace(self.seat, weights={**self.seat.weights, **moved}), axes)

    def without(self, names: Sequence[str]) -> WeightSpace:
        """Return the space without some weights, which stay where they are."""
        return replace(self, axes=tuple(axis for axis in self.axes if axis.name not in names))


def weight_space(policy: Policy, seat: Seat, in_force: Mapping[str, float], names: Sequence[str] = ()) -> WeightSpace:
    """Return the space of a policy's weights.

    Parameters
    ----------
    policy : Policy
        Its declaration.
    seat : Seat
        As typed.
    in_force : mapping
        The value of every weight before the search, without what was typed.
    names : sequence of str
        The weights that may move; empty for all whose bounds differ.

    Raises
    ------
    BadInput
        If the policy has no weights, or none of a name.
    """
    if not policy.weights:
        raise BadInput(f"policy {policy.name} declares no weights, so there is nothing to train.")
    unknown = [name for name in names if name not in policy.weights]
    if unknown:
        raise BadInput(
            [f"policy {policy.name} has no weight '{name}'.{nearest(name, policy.weights)}" for name in unknown]
        )
    axes = []
    for name, weight in policy.weights.items():
        low, high = weight.bounds
        if low < high and (not names or name in names):
            axes.append(Axis(name, low, high, seat.weights.get(name, in_force[name])))
    if not axes:
        raise BadInput(f"policy {policy.name}: no weight that is asked for has more than one possible value.")
    return WeightSpace(seat, tuple(axes))
