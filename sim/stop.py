"""Stop rules: after how many games a run is long enough.

A rule is asked in block order and at fixed numbers of games (multiples of its ``step``), never in the order in which
workers finish: short games finish first, so completion order would bias the result. Where a run stops is therefore a
function of the plan and the rule alone.

A rule that looks at the result needs an interval that holds at every look together: looking a hundred times at a 95 %
interval of a fixed number of games is wrong in more than a third of all runs. `mixture_radius` gives such an interval,
a confidence sequence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from sim.errors import BadInput
from sim.summary import Summary

#: Games between two looks.
STEP = 5_000

#: Added to the variance: four games (or pairs) that went the other way. Without them a normal mixture believes too
#: early in the silence of rare events.
PSEUDO_EVENTS = 4.0

#: The sequence is tightest when the variance has grown to so many events, as after 16,000 games won half the time.
TIGHTEST = 4_000.0


def mixture_radius(variance: float, confidence: float, tightest: float = TIGHTEST) -> float:
    """Return how far a sum may be from its expectation, at every look together.

    The two-sided normal mixture of Robbins: with the variance process in place of its estimate it is wrong at any time
    in at most ``1 - confidence`` of all runs, however often one looks and whatever makes one stop.

    Parameters
    ----------
    variance : float
        Sum of the squared deviations so far, in squared units of one event; `PSEUDO_EVENTS` are added here.
    confidence : float
        Level of the whole sequence.
    tightest : float, optional
        The variance at which the sequence is tightest; it holds for any.

    Returns
    -------
    float
        In units of one event; divide by the games for the half-width of a mean.

    References
    ----------
    Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41
    (1970). Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences",
    Annals of Statistics 49 (2021), equation 14 and section 3.5 for the choice of the mixture.
    """
    doubt = -2 * math.log(1 - confidence)
    mixture = tightest / (doubt + math.log(doubt) + 1)
    grown = variance + PSEUDO_EVENTS + mixture
    return math.sqrt(grown * (math.log(grown / mixture) + doubt))


def share_radius(count: int, games: int, confidence: float) -> float:
    """Return the half-width of a share of games, at every look together."""
    return mixture_radius(count * (games - count) / games, confidence) / games if games else math.inf


class StopRule(Protocol):
    """What `sim.run.run_games` asks.

    Attributes
    ----------
    name : str
        Name in the manifest and in JSON.
    step : int
        The rule is asked after every so many games.
    """

    @property
    def name(self) -> str:
        """See above."""
        ...

    @property
    def step(self) -> int:
        """See above."""
        ...

    def reason_to_stop(self, summary: Summary) -> str | None:
        """Return why the run may stop after the games in ``summary``, or None to go on."""
        ...


@dataclass(frozen=True)
class FixedGames:
    """Play what was asked for; the rule for ladders, where a fixed number costs least."""

    name: str = "fixed"
    step: int = 10_000

    def reason_to_stop(self, summary: Summary) -> str | None:
        """Never stop early."""
        return None


@dataclass(frozen=True)
class HalfWidth:
    """Play until the win rate is known to so much, by a confidence sequence.

    Attributes
    ----------
    target : float
        Half-width of the interval, as a share.
    wins : tuple of str
        Outcomes that count as a win.
    confidence : float
        Level of the whole sequence.
    """

    target: float
    wins: tuple[str, ...]
    confidence: float = 0.95
    name: str = "half-width"
    step: int = STEP

    def reason_to_stop(self, summary: Summary) -> str | None:
        """Return the half-width reached, once it is small enough."""
        half = share_radius(summary.count(self.wins), summary.games, self.confidence)
        return f"the win rate is known to within {100 * half:.2f} pp" if half <= self.target else None

    def to_json(self) -> dict[str, Any]:
        """Return the rule as manifests hold it."""
        return {**asdict(self), "wins": list(self.wins)}


def rule_of(data: Mapping[str, Any]) -> HalfWidth | None:
    """Return the rule a manifest holds, None if it holds none.

    Raises
    ------
    BadInput
        If this version knows no such rule.
    """
    if not data:
        return None
    if data.get("name") != HalfWidth.name:
        raise BadInput(f"the run stops by the rule '{data.get('name')}', which this House Edge does not know.")
    return HalfWidth(data["target"], tuple(data["wins"]), data["confidence"], step=data["step"])
