"""Everything that is found about campaigns, as numbers: what `analysis.campaign` gives, stored and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analysis.campaign_career import Career
from analysis.campaign_doubts import Doubts
from analysis.campaign_orders import ForcedOrders
from analysis.proportions import Paired
from analysis.space import changes_to_json
from sim import registry

if TYPE_CHECKING:
    from sim.registry import Game

#: Year policy and campaign policy.
Key = tuple[str, str]


@dataclass(frozen=True)
class CampaignResult:
    """Everything that was found about the campaigns.

    Attributes
    ----------
    game : Game
        The game.
    campaigns, seed, confidence : int, int, float
        Campaigns of each combination, the seed of all, coverage of the intervals.
    policies, clubs : tuple of str
        Year policies and campaign policies.
    main : (str, str)
        The combination that single-combination parts are about.
    careers : dict
        By year policy and campaign policy.
    groups : tuple of tuple of (str, str)
        Combinations, the longest lived first, in groups that cannot be told apart.
    pairs : dict
        Difference of the shares that survive all scenarios, by two combinations, the first minus the second; the
        intervals hold together.
    forced : ForcedOrders or None
        Which first purchases live longest.
    doubts : Doubts or None
        What every value that no rulebook prints does to the main combination, moved alone.
    variants : tuple of str
        House-rule sets in force.
    rules_changed : dict
        Values that a variant or the user changed.
    rules_digests : dict
        By scenario.
    source_digest : str
        Of the engine and the game.
    digests : dict
        Of every policy and campaign policy, by name.
    cards : tuple of str
        Tables of printed cards that replaced assumed ones.
    """

    game: Game
    campaigns: int
    seed: int
    confidence: float
    policies: tuple[str, ...]
    clubs: tuple[str, ...]
    main: Key
    careers: dict[Key, Career]
    groups: tuple[tuple[Key, ...], ...]
    pairs: dict[tuple[Key, Key], Paired]
    forced: ForcedOrders | None
    doubts: Doubts | None
    variants: tuple[str, ...]
    rules_changed: dict[str, dict[str, Any]]
    rules_digests: dict[str, str]
    source_digest: str
    digests: dict[str, str]
    cards: tuple[str, ...] = ()

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Names of the scenarios, in the order they are played."""
        return tuple(year.scenario for year in self.careers[self.main].years)

    @property
    def years_played(self) -> int:
        """Scenarios played in the campaigns of all combinations."""
        return sum(year.reached for career in self.careers.values() for year in career.years)

    @property
    def ranked(self) -> list[Career]:
        """The careers, the longest lived first."""
        return [self.careers[key] for group in self.groups for key in group]

    def to_json(self) -> dict[str, Any]:
        """Return plain data (contracts, section 8)."""
        return {
            "campaigns": self.campaigns,
            "policies": list(self.policies),
            "clubs": list(self.clubs),
            "scenarios": list(self.scenarios),
            "main": list(self.main),
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "rules_digests": self.rules_digests,
            "source_digest": self.source_digest,
            "digests": self.digests,
            "cards": list(self.cards),
            "careers": [career.to_json() for career in self.careers.values()],
            "order": [[list(key) for key in group] for group in self.groups],
            "differences": [
                {"a": list(a), "b": list(b), "survived": found.to_json()} for (a, b), found in self.pairs.items()
            ],
            "adjustment": {"method": "bonferroni", "comparisons": len(self.pairs), "band": len(self.scenarios)},
            "orders_forced": self.forced.to_json() if self.forced else None,
            "assumptions_moved": self.doubts.to_json() if self.doubts else None,
            "years_played": self.years_played,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CampaignResult:
        """Return the result that a stored answer holds; its envelope tells game, seed and confidence."""
        careers = [Career.from_json(career) for career in data["careers"]]
        first, second = data["main"]
        return cls(
            registry.load_game(data["game"]),
            data["campaigns"],
            data["seed"],
            data["confidence"],
            tuple(data["policies"]),
            tuple(data["clubs"]),
            (first, second),
            {career.key: career for career in careers},
            tuple(tuple((policy, club) for policy, club in group) for group in data["order"]),
            {((*d["a"],), (*d["b"],)): Paired.from_json(d["survived"]) for d in data["differences"]},
            ForcedOrders.from_json(data["orders_forced"]) if data["orders_forced"] else None,
            Doubts.from_json(data["assumptions_moved"]) if data["assumptions_moved"] else None,
            tuple(data["variants"]),
            {name: dict(change) for name, change in data["rules_changed"].items()},
            dict(data["rules_digests"]),
            data["source_digest"],
            dict(data["digests"]),
            tuple(data["cards"]),
        )
