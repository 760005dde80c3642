"""Which assumption is how much of the doubt? Sobol's indices: shares of the variance of the result.

``first`` is the share that goes away when a parameter becomes known and the others stay as they are; ``total`` the
share that stays when everything else becomes known, so it contains what parameters do together. The few that matter
have a factor each; all others move together as one factor; the luck is a factor too, and its index is the noise floor.

References
----------
Saltelli et al., "Variance based sensitivity analysis of model output", Computer Physics Communications 181 (2010).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from analysis.proportions import CONFIDENCE, plain
from analysis.screening import RESAMPLES
from analysis.space import LUCK

if TYPE_CHECKING:
    import numpy as np

#: The factor of all parameters that have none of their own.
OTHERS = "all others"


@dataclass(frozen=True)
class Index:
    """Sobol's indices of one factor.

    Attributes
    ----------
    name : str
        The factor.
    first, total : float
        First-order and total index; estimates, so that small ones can be negative.
    first_half_width, total_half_width : float
        Half the widths of their bootstrap intervals.
    """

    name: str
    first: float
    first_half_width: float
    total: float
    total_half_width: float

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {key: plain(value) for key, value in asdict(self).items()}


def factors_of(names: Sequence[str], few: Sequence[str]) -> dict[str, str]:
    """Return the factor of each parameter: its own for the few that matter and for the luck."""
    return {name: name if name in few or name == LUCK else OTHERS for name in names}


def sobol_design(factors: Mapping[str, str], samples: int, seed: int) -> np.ndarray:
    """Return Saltelli's design on a scrambled Sobol sequence.

    Parameters
    ----------
    factors : mapping
        Factor by parameter.
    samples : int
        Rows of each of the two base samples; a power of two.
    seed : int
        Seed of the scrambling.

    Returns
    -------
    numpy.ndarray, shape (samples * (factors + 2), parameters)
        From 0 to 1. See `base_rows` for the rows that are a sample of the whole space.
    """
    from SALib.sample import sobol

    if samples < 2 or samples & (samples - 1):
        raise ValueError(f"a Sobol design needs a power of two, not {samples} samples")
    return sobol.sample(_problem(factors), samples, calc_second_order=False, seed=seed)


def base_rows(factors: Mapping[str, str], samples: int) -> list[int]:
    """Return the rows of the two base samples, in which all parameters are drawn together: two a sample."""
    block = len(set(factors.values())) + 2
    return [sample * block + row for sample in range(samples) for row in (0, block - 1)]


def sobol_indices(
    factors: Mapping[str, str], results: np.ndarray, seed: int, confidence: float = CONFIDENCE
) -> list[Index]:
    """Return the indices of all factors, the largest total first.

    Parameters
    ----------
    results : array of float, shape (rows,)
        What each row of the design gave.
    seed : int
        Seed of the bootstrap.
    """
    import numpy as np
    from SALib.analyze import sobol

    names = list(dict.fromkeys(factors.values()))
    results = np.asarray(results, float)
    if np.ptp(results) <= np.finfo(float).eps:
        return [Index(name, 0.0, 0.0, 0.0, 0.0) for name in names]
    with warnings.catch_warnings():
        # Few distinct results can leave nothing but one of them in a resample; its index is 0 then.
        warnings.filterwarnings("ignore", message="Constant values encountered")
        found = sobol.analyze(
            _problem(factors),
            results,
            calc_second_order=False,
            num_resamples=RESAMPLES,
            conf_level=confidence,
            seed=seed + 1,  # SALib takes a seed of 0 for none
        )
    keys = ("S1", "S1_conf", "ST", "ST_conf")
    rows = [Index(name, *(float(found[key][position]) for key in keys)) for position, name in enumerate(names)]
    return sorted(rows, key=lambda row: -row.total)


def floor(rows: Sequence[Index]) -> float:
    """Return the total index that luck alone reaches: the upper end of its interval; 0 without it."""
    return max((row.total + row.total_half_width for row in rows if row.name == LUCK), default=0.0)


def told_from_luck(rows: Sequence[Index]) -> list[str]:
    """Return the factors whose total index and the luck's lie outside of each other's intervals."""
    luck = max((row.total for row in rows if row.name == LUCK), default=0.0)
    real = [row for row in rows if row.name != LUCK]
    return [row.name for row in real if row.total > floor(rows) and row.total - row.total_half_width > luck]


def _problem(factors: Mapping[str, str]) -> dict[str, Any]:
    return {
        "num_vars": len(factors),
        "names": list(factors),
        "groups": list(factors.values()),
        "bounds": [[0.0, 1.0]] * len(factors),
    }
