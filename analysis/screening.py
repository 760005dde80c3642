"""Which of many assumptions matter at all? Morris's elementary effects, with a dummy as the noise floor.

A trajectory starts somewhere in the space and moves each parameter once, half a range at a time; the change of the
result at that step is the parameter's elementary effect. Few games tell apart what matters from what does not, also
where parameters act together: ``mean_size`` (Morris's mu*) is the mean size of the effects, ``sigma`` how much they
differ from place to place.

References
----------
Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33 (1991).
Campolongo, Cariboni, Saltelli, "An effective screening design for sensitivity analysis of large models",
Environmental Modelling & Software 22 (2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from analysis.proportions import CONFIDENCE, plain
from analysis.space import LEVELS, LUCK

if TYPE_CHECKING:
    import numpy as np

# SALib imports pandas and multiprocessing, so it is imported where it is used.

#: Resamples behind the intervals of `screen` and of Sobol's indices.
RESAMPLES = 1000


@dataclass(frozen=True)
class Screened:
    """What moving one parameter by half its range does.

    Attributes
    ----------
    name : str
        The parameter.
    mean : float
        Mean change of the result for a step up (Morris's mu): its sign says in which direction.
    mean_size : float
        Mean size of the change (mu*).
    half_width : float
        Half the width of the bootstrap interval of ``mean_size``.
    sigma : float
        Standard deviation of the changes: large where the effect depends on the other parameters.
    """

    name: str
    mean: float
    mean_size: float
    half_width: float
    sigma: float

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {key: plain(value) for key, value in asdict(self).items()}


def screening_design(names: Sequence[str], trajectories: int, seed: int, levels: int = LEVELS) -> np.ndarray:
    """Return Morris trajectories.

    Parameters
    ----------
    names : sequence of str
        The parameters.
    trajectories : int
        How many; each needs one row more than there are parameters.
    seed : int
        Seed of the design.
    levels : int, optional
        Even number of values each parameter takes.

    Returns
    -------
    numpy.ndarray, shape (trajectories * (parameters + 1), parameters)
        From 0 to 1, on the grid of the levels.
    """
    from SALib.sample import morris

    return morris.sample(_problem(names), trajectories, num_levels=levels, seed=seed)


def screen(
    names: Sequence[str],
    design: np.ndarray,
    results: np.ndarray,
    seed: int,
    levels: int = LEVELS,
    confidence: float = CONFIDENCE,
) -> list[Screened]:
    """Return the elementary effects of every parameter, the largest first.

    Parameters
    ----------
    design : array of float
        As `screening_design` returned it.
    results : array of float, shape (rows,)
        What each row gave.
    seed : int
        Seed of the bootstrap.

    Notes
    -----
    SALib divides by the step, which for a switch is more than the whole range. Here the effects are those of the step
    itself: what happens when the switch is flipped, or the number moved by half its range or a little more.
    """
    import numpy as np
    from SALib.analyze import morris

    found = morris.analyze(
        _problem(names),
        np.asarray(design, float),
        np.asarray(results, float),
        num_resamples=RESAMPLES,
        conf_level=confidence,
        num_levels=levels,
        seed=seed,
    )
    step = levels / 2 / (levels - 1)
    rows = [
        Screened(str(name), *(float(step * found[key][position]) for key in ("mu", "mu_star", "mu_star_conf", "sigma")))
        for position, name in enumerate(found["names"])
    ]
    return sorted(rows, key=lambda row: -row.mean_size)


def floor(rows: Sequence[Screened]) -> float:
    """Return what the luck alone reaches: the upper end of its interval; 0 without it."""
    return max((row.mean_size + row.half_width for row in rows if row.name == LUCK), default=0.0)


def told_from_luck(rows: Sequence[Screened]) -> list[str]:
    """Return the parameters whose mean size and the luck's lie outside of each other's intervals."""
    luck = max((row.mean_size for row in rows if row.name == LUCK), default=0.0)
    real = [row for row in rows if row.name != LUCK]
    return [row.name for row in real if row.mean_size > floor(rows) and row.mean_size - row.half_width > luck]


def worth_a_look(rows: Sequence[Screened], most: int) -> list[str]:
    """Return the parameters worth a closer look, the most influential first: those that beat the luck's own mean size.

    To ask for more would leave out too much: games that a change leaves as they were are shared, so that its effect is
    less noisy than that of other games. The first two are kept whatever they do.
    """
    luck = max((row.mean_size for row in rows if row.name == LUCK), default=0.0)
    real = [row for row in rows if row.name != LUCK]
    kept = [row.name for row in real if row.mean_size > luck]
    return (kept if len(kept) > 1 else [row.name for row in real[:2]])[:most]


def _problem(names: Sequence[str]) -> dict[str, Any]:
    return {"num_vars": len(names), "names": list(names), "bounds": [[0.0, 1.0]] * len(names)}
