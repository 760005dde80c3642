"""What the conformance suite of policies answers: checks made, contracts broken, and what else a person should know."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

#: How each broken contract is put right, by what the message says.
FIXES = (
    (r"answered -?\d+ to", "Return the index of one of the n choices: 0 to n - 1."),
    (
        r"wrote to the (table|list)",
        "Only read table, rules and choices; what must be kept goes into memory[0], memory[1], ...",
    ),
    (r"wrote to its weights", "Only read weights; what changes during a game goes into memory[0], memory[1], ..."),
    (r"answers without end", "A choice that is taken again and again must change something, or end the sequence: 0."),
    (r"gave no answer within", "Give every while an end that is reached; if it only thinks long, --limit allows more."),
    (r"killed its process", "An index past the end of an array does this: i < line_n for line, i < n for choices."),
    (r"raised ZeroDivisionError", "Divide only where the divisor cannot be 0: max(1, ...)."),
    (
        r"raised IndexError",
        "Lists of the table have a length beside them: i < line_n for line, i < n for choices.",
    ),
    (r"raised KeyError|raised an exception", "Ask 'if key in ...' first."),
    (r"raised ", "The replay tells the game up to there."),
)

#: What compiled play does not stop at, so that it is shown without the compiler.
UNSEEN = r"raised (ZeroDivisionError|IndexError)"


def remedy(message: str, passed_over: bool = False) -> str:
    """Return how a broken contract is put right, "" if nothing is known.

    Parameters
    ----------
    message : str
        What happened.
    passed_over : bool
        Whether a run, which is compiled without such a look, would not stop there.
    """
    fix = next((fix for pattern, fix in FIXES if re.search(pattern, message)), "")
    return f"{fix} A run does not look, and would go on with a wrong value." if passed_over else fix


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
