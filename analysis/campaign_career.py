"""How do the campaigns of one year policy and one campaign policy go? Survival, causes of death, money, holdings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.campaign_bought import BoughtOrders
from analysis.proportions import Estimate, Paired


@dataclass(frozen=True)
class Death:
    """One way a scenario ended campaigns: the ending, and how the scenario itself had gone.

    Attributes
    ----------
    ending, outcome : str
        Names as the game declares them.
    count : int
        Campaigns.
    """

    ending: str
    outcome: str
    count: int


@dataclass(frozen=True)
class Money:
    """Money carried into the next scenario, by the campaigns that go on.

    Attributes
    ----------
    mean : Estimate
        Mean of a campaign that goes on.
    quantiles : dict
        Amounts not exceeded by the given shares of them; empty if there are none.
    """

    mean: Estimate
    quantiles: dict[float, float]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {"mean": self.mean.to_json(), "quantiles": {f"{q:g}": value for q, value in self.quantiles.items()}}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Money:
        """Return what `to_json` described."""
        return cls(Estimate.from_json(data["mean"]), {float(q): value for q, value in data["quantiles"].items()})


@dataclass(frozen=True)
class Flow:
    """A cause by which the coffers gain or lose: total of all campaigns, mean of one that reached the scenario."""

    total: int
    mean: Estimate


@dataclass(frozen=True)
class Alone:
    """The same scenario as a single session, on the streams it has inside the campaign.

    Attributes
    ----------
    rate : Estimate
        Share of single sessions won, of the games whose campaign reached the scenario.
    effect : Paired
        Inside the campaign minus alone, over the same games.
    """

    rate: Estimate
    effect: Paired


@dataclass(frozen=True)
class YearRecord:
    """One scenario of the campaigns.

    Attributes
    ----------
    scenario : str
        Its name.
    reached, alive : int
        Campaigns that came to it, and that went on after it.
    endings : dict
        Campaigns by ending; they add up to all campaigns.
    deaths : tuple of Death
        Those that ended here, the most frequent cause first; they add up to ``reached - alive``.
    survival : Estimate
        Share of all campaigns alive after it.
    band : Estimate
        The same with an interval that holds together with those of all scenarios.
    hazard : Estimate
        Share of the campaigns that reached it that ended in it.
    ended : Estimate
        Share of all campaigns that ended in it.
    goal : Estimate
        Share of those that reached it that had won it when the club closed.
    length : dict of Estimate
        Mean length, by column.
    money : Money
        Carried into the next scenario.
    flows : dict of Flow
        By column.
    held : dict of dict of Estimate
        Share of clubs that hold a thing, by holding and thing.
    sellers : Estimate
        Share of those that reached it that sold something after it.
    alone : Alone or None
        The same scenario as a single session, if it was played.
    """

    scenario: str
    reached: int
    alive: int
    endings: dict[str, int]
    deaths: tuple[Death, ...]
    survival: Estimate
    band: Estimate
    hazard: Estimate
    ended: Estimate
    goal: Estimate
    length: dict[str, Estimate]
    money: Money
    flows: dict[str, Flow]
    held: dict[str, dict[str, Estimate]]
    sellers: Estimate
    alone: Alone | None = None

    def to_json(self) -> dict[str, Any]:
        """Return plain data (contracts, section 8)."""
        alone = self.alone
        return {
            "scenario": self.scenario,
            "reached": self.reached,
            "alive": self.alive,
            "endings": self.endings,
            "deaths": [vars(death) for death in self.deaths],
            **{name: getattr(self, name).to_json() for name in _ESTIMATES},
            "length": {name: found.to_json() for name, found in self.length.items()},
            "carried_on": self.money.to_json(),
            "flows": {name: {"total": flow.total, "mean": flow.mean.to_json()} for name, flow in self.flows.items()},
            "held": {
                name: {thing: found.to_json() for thing, found in things.items()} for name, things in self.held.items()
            },
            "alone": {"win_rate": alone.rate.to_json(), "effect": alone.effect.to_json()} if alone else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> YearRecord:
        """Return what `to_json` described."""
        alone = data["alone"]
        return cls(
            scenario=data["scenario"],
            reached=data["reached"],
            alive=data["alive"],
            endings=dict(data["endings"]),
            deaths=tuple(Death(**death) for death in data["deaths"]),
            **{name: Estimate.from_json(data[name]) for name in _ESTIMATES},
            length={name: Estimate.from_json(found) for name, found in data["length"].items()},
            money=Money.from_json(data["carried_on"]),
            flows={name: Flow(f["total"], Estimate.from_json(f["mean"])) for name, f in data["flows"].items()},
            held={
                name: {thing: Estimate.from_json(found) for thing, found in things.items()}
                for name, things in data["held"].items()
            },
            alone=Alone(Estimate.from_json(alone["win_rate"]), Paired.from_json(alone["effect"])) if alone else None,
        )


_ESTIMATES = ("survival", "band", "hazard", "ended", "goal", "sellers")


@dataclass(frozen=True)
class Career:
    """The campaigns of one year policy and one campaign policy.

    Attributes
    ----------
    policy, club : str
        Who plays the scenarios, and who decides between them.
    campaigns : int
        Campaigns played.
    years : tuple of YearRecord
        In the order they are played.
    survived : Estimate
        Share of campaigns that survived all scenarios.
    lived : Estimate
        Mean number of scenarios survived.
    deadliest : tuple of str
        The scenario that ends most campaigns, and those that these campaigns cannot tell from it.
    ledger : dict of dict
        Totals of all campaigns over all scenarios: "in" and "out", by column. What one scenario leaves to the next is
        no flow of the whole; what the last one leaves is.
    unbalanced : int
        Campaigns whose money does not add up; 0, or the engine has a fault.
    orders : BoughtOrders or None
        What was bought first, and how long such clubs lived.
    rows_sha256 : str
        Digest of the rows.
    """

    policy: str
    club: str
    campaigns: int
    years: tuple[YearRecord, ...]
    survived: Estimate
    lived: Estimate
    deadliest: tuple[str, ...]
    ledger: dict[str, dict[str, int]]
    unbalanced: int
    orders: BoughtOrders | None
    rows_sha256: str

    @property
    def key(self) -> tuple[str, str]:
        """Year policy and campaign policy."""
        return self.policy, self.club

    def year(self, scenario: str) -> YearRecord:
        """Return the record of one scenario."""
        return next(year for year in self.years if year.scenario == scenario)

    @property
    def balanced(self) -> bool:
        """Whether money in equals money out, in every campaign and in sum."""
        return self.unbalanced == 0 and sum(self.ledger["in"].values()) == sum(self.ledger["out"].values())

    def to_json(self) -> dict[str, Any]:
        """Return plain data (contracts, section 8)."""
        return {
            "policy": self.policy,
            "club": self.club,
            "campaigns": self.campaigns,
            "survived": self.survived.to_json(),
            "years_survived": self.lived.to_json(),
            "deadliest": {"scenarios": list(self.deadliest), "certain": len(self.deadliest) == 1},
            "years": [year.to_json() for year in self.years],
            "ledger": {**self.ledger, "unbalanced": self.unbalanced},
            "orders_bought": self.orders.to_json() if self.orders else None,
            "rows_sha256": self.rows_sha256,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Career:
        """Return what `to_json` described."""
        return cls(
            data["policy"],
            data["club"],
            data["campaigns"],
            tuple(YearRecord.from_json(year) for year in data["years"]),
            Estimate.from_json(data["survived"]),
            Estimate.from_json(data["years_survived"]),
            tuple(data["deadliest"]["scenarios"]),
            {side: dict(data["ledger"][side]) for side in ("in", "out")},
            data["ledger"]["unbalanced"],
            BoughtOrders.from_json(data["orders_bought"]) if data["orders_bought"] else None,
            data["rows_sha256"],
        )
