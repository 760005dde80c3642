"""A stretch: what is played at once and read at once when thousands of rule sets are tried."""

from __future__ import annotations

from dataclasses import dataclass

from sim.params import RuleSet


@dataclass(frozen=True)
class Stretch:
    """Some games in a row.

    Attributes
    ----------
    rules : RuleSet
        Under which rules.
    policy : str
        The policy of every seat.
    first, games : int
        Which games of the seed.
    table : tuple of str
        The policy of each seat, where not one plays them all.
    seat : int or None
        The seat whose victories are read; the watched one unless a player sits alone among others.
    """

    rules: RuleSet
    policy: str
    first: int
    games: int
    table: tuple[str, ...] = ()
    seat: int | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The policies that play, each once."""
        return tuple(dict.fromkeys(self.table)) or (self.policy,)
