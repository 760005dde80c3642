"""What the conformance suite of policies answers: checks made, contracts broken, and what else a person should know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Finding:
    """One contract broken.

    Attributes
    ----------
    check : str
        Name of the check that found it.
    what, fix : str
        What happened and how to put it right.
    scenario, decision, turn : str
        Where, "" where that has no meaning.
    game : int
        Index of the game, below 0 if it is no game's.
    rules : dict
        Rules that differ from the scenario's.
    replay : str
        The command that shows it happen.
    """

    check: str
    what: str
    fix: str = ""
    scenario: str = ""
    decision: str = ""
    turn: str = ""
    game: int = -1
    rules: dict[str, Any] = field(default_factory=dict)
    replay: str = ""


@dataclass
class Check:
    """One check made: what it was about, and how much of it."""

    name: str
    about: str
    games: int = 0
    seconds: float = 0.0
    failed: bool = False


@dataclass
class Answer:
    """What the suite found.

    Attributes
    ----------
    game, policy : str
        What was checked.
    kind : str
        "" for a policy that plays, "campaign" for one that decides between the scenarios of a campaign.
    checks : list of Check
        In the order made; a policy that cannot be loaded ends after the first.
    findings : list of Finding
        Empty if it keeps the contract.
    asked : dict
        How often each of its own decisions was asked, in the games counted.
    notes : list of str
        What a person should know and that breaks no contract.
    """

    game: str
    policy: str
    kind: str = ""
    seed: int = 0
    checks: list[Check] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    asked: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games played."""
        return sum(check.games for check in self.checks)
