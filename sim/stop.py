"""Stop rules: after how many games a run is long enough.

A rule is asked in block order and at fixed numbers of games (multiples of its ``step``), never in the order in which
workers finish: short games finish first, so completion order would bias the result. Where a run stops is therefore a
function of the plan and the rule alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from sim.summary import Summary


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
