"""The option ``--believe``: a win rate, or a value of a measure, that somebody has seen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.cli.options import Problems
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.calibration import Belief


def read_belief(text: str, share: bool = True) -> Belief:
    """Return one ``--believe NAME=SHARE``: ``1920=70%``, ``1920=0.7``, ``1920=70%+-3``; or a number of a measure.

    Raises
    ------
    BadInput
        If it cannot be read, or is no share.
    """
    from analysis.calibration import TOLERANCE, Belief

    name, _, value = text.partition("=")
    middle, sign, tolerance = value.replace("±", "+-").partition("+-")
    if not share:
        return _believed_number(text, name.strip(), middle, tolerance if sign else "1")
    rate = _share(middle)
    within = _share(tolerance, points=True) if sign else TOLERANCE
    if not name.strip() or rate is None or within is None:
        raise BadInput(f"--believe takes NAME=SHARE, for example 1920=70% or 1920=70%+-3 (points), not '{text}'.")
    if not 0 <= rate <= 1 or not 0 <= within <= 0.5:
        raise BadInput(f"--believe {text}: a share lies between 0 % and 100 %, and +- between 0 and 50 points.")
    return Belief(name.strip(), rate, within)


def _believed_number(text: str, name: str, middle: str, tolerance: str) -> Belief:
    """Return a belief about a measure that is no share; within one unit unless typed."""
    from analysis.calibration import Belief

    numbers = [part.strip() for part in (middle, tolerance)]
    if not name or not all(re.fullmatch(r"\d+(?:\.\d+)?", number) for number in numbers):
        raise BadInput(f"--believe takes NAME=NUMBER of this measure, for example ring=30 or ring=30+-2, not '{text}'.")
    return Belief(name, float(numbers[0]), float(numbers[1]))


def read_beliefs(problems: Problems, typed: Sequence[str], share: bool) -> list[Belief]:
    """Return all beliefs that can be read; mistakes are noted in ``problems``."""
    read = [problems.take(read_belief, text, share) for text in typed]
    found = [belief for belief in read if belief is not None]
    names = [belief.scenario for belief in found]
    twice = dict.fromkeys(name for name in names if names.count(name) > 1)
    problems.found += [f"--believe {name} is given twice." for name in twice]
    return found


def _share(text: str, points: bool = False) -> float | None:
    """Return a share typed as ``70%`` or ``0.7``; of a tolerance a bare number means points."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*(%?)", text.strip())
    if match is None:
        return None
    return float(match[1]) / (100 if match[2] or points else 1)
