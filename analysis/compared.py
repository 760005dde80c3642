"""What is compared, and what a comparison found, as numbers and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analysis.arms import Arm, Base, plan_of, rules_of
from analysis.meeting import Meeting
from analysis.order import simultaneous
from analysis.paired import Comparison, Effect
from analysis.proportions import CONFIDENCE
from analysis.sequential import Until

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game

#: The mean of all scenarios played, where there are several.
ALL = "all"
#: Pairs unless told otherwise: a difference of win rates known to about half a percentage point.
GAMES = 40_000


@dataclass(frozen=True)
class Contender:
    """What is compared: rules and a policy, in every scenario of the question.

    Attributes
    ----------
    name : str
        What people call it.
    policy : str
        Who plays, as ``--policy`` takes it.
    variants : tuple of str
        House-rule sets over those in force everywhere.
    changes : tuple of (str, value)
        Single rules over these.
    """

    name: str
    policy: str
    variants: tuple[str, ...] = ()
    changes: tuple[tuple[str, Any], ...] = ()

    def arm(self, scenario: str) -> Arm:
        """Return what is played in one scenario."""
        return Arm(scenario, self.policy, self.changes, self.variants)


@dataclass(frozen=True)
class Extent:
    """How much is played and what counts as a difference.

    Attributes
    ----------
    games : int
        Pairs; with ``until`` the most.
    until : Until or None
        When to stop before.
    confidence : float
        Of all intervals of one metric together.
    margins : mapping
        Differences that do not matter, by metric, where not the usual ones.
    meet : bool
        Whether the policies that are compared also meet at one table, in a game played against each other.
    """

    games: int = GAMES
    until: Until | None = None
    confidence: float = CONFIDENCE
    margins: Mapping[str, float] = field(default_factory=dict)
    meet: bool = False


#: As much as is played unless told otherwise.
USUAL = Extent()


@dataclass(frozen=True)
class ComparisonResult:
    """Everything a comparison says, as numbers.

    Attributes
    ----------
    base : Base
        Game, seed, and what is in force everywhere.
    reference : Contender
        What the arms are compared with.
    arms : tuple of Contender
        In the order asked for.
    scenarios : tuple of str
        What was played.
    extent : Extent
        How much was asked for.
    found : dict
        By arm and scenario; `ALL` is the mean of several scenarios, game by game.
    mutual : dict
        Effect on the win rate (of a game played against each other on the points a player) of the second arm against
        the first, by pair of arms; over all scenarios.
    order : list of list of str
        The arms, most wins, or most points a player, first, in tied groups.
    status : str
        "complete", "stopped" by its rule, or "interrupted".
    stop : dict
        ``rule``, ``reason``, ``block`` (of `analysis.sequential.STEP` pairs, from 0), ``games``.
    meetings : dict
        Who wins at one table, by arm and scenario: the arm among the reference's policy, and the other way round where
        that is another table.
    """

    base: Base
    reference: Contender
    arms: tuple[Contender, ...]
    scenarios: tuple[str, ...]
    extent: Extent
    found: dict[tuple[str, str], Comparison]
    mutual: dict[tuple[str, str], Effect]
    order: list[list[str]]
    status: str
    stop: dict[str, Any]
    meetings: dict[tuple[str, str], tuple[Meeting, ...]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game."""
        return self.base.game

    @property
    def scope(self) -> str:
        """The scenario, or `ALL`, that a first sentence is about."""
        return scopes(self.scenarios)[-1]

    @property
    def pairs(self) -> int:
        """Games played by every arm in every scenario."""
        return int(self.stop["games"])

    @property
    def comparisons(self) -> int:
        """Intervals of a metric that hold together."""
        return len(self.found)

    def main(self, name: str) -> Comparison:
        """Return an arm's comparison over all that was played."""
        return self.found[name, self.scope]

    def rules(self, contender: Contender, scenario: str) -> RuleSet:
        """Return the rules one arm, or the reference, was played by."""
        return rules_of(self.base, contender.arm(scenario))

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json`` (contracts, section 7)."""
        single = next(iter(self.found.values())) if len(self.found) == 1 else None
        body = {
            "confidence": self.extent.confidence,
            "scenarios": list(self.scenarios),
            "pairs": self.pairs,
            "arms": [self._arm_json(who, name) for name in self.scenarios for who in (self.reference, *self.arms)],
            "diverged": single.diverged.to_json() if single else None,
            "discordant": _discordant(single) if single else None,
            "comparisons": [
                {
                    "arm": arm,
                    "scenario": scenario,
                    "pairs": found.pairs,
                    "diverged": found.diverged.to_json(),
                    "discordant": _discordant(found),
                }
                for (arm, scenario), found in self.found.items()
            ],
            "effects": [
                {"arm": arm, "scenario": scenario, **effect.to_json()}
                for (arm, scenario), found in self.found.items()
                for effect in found.effects.values()
            ],
            "order": self.order,
            "mutual": [{"a": a, "b": b, **effect.to_json()} for (a, b), effect in self.mutual.items()],
            "adjustment": {
                "method": "bonferroni",
                "comparisons": self.comparisons,
                "confidence_each": simultaneous(self.extent.confidence, self.comparisons),
            },
            "stop": self.stop,
        }
        if self.game.file.competitive:
            body |= {
                "measure": next(iter(self.found.values())).leading.metric.name,
                "meetings": [meeting.to_json() for met in self.meetings.values() for meeting in met],
            }
        return body

    def _arm_json(self, contender: Contender, scenario: str) -> dict[str, Any]:
        from sim.manifest import policies

        plan = plan_of(self.base, contender.arm(scenario))
        changed = plan.rules.changed(self.game.parameters)
        return {
            "name": contender.name,
            "base": contender is self.reference,
            "scenario": scenario,
            "rules_changed": {
                name: {key: list(value) if isinstance(value, tuple) else value for key, value in change.items()}
                for name, change in changed.items()
            },
            "rules_digest": plan.rules.digest(),
            "policies": [{k: v for k, v in seat.items() if k != "given"} for seat in policies(plan)],
        }


def _discordant(found: Comparison) -> dict[str, int]:
    """Return the games that only the base won, and only the arm; or with more of the first seat's share."""
    return {"a_only": found.win_rate.base_only, "b_only": found.win_rate.arm_only}


def scopes(scenarios: Sequence[str]) -> list[str]:
    """Return what effects are estimated of: each scenario, and the mean of several."""
    return [*scenarios, *([ALL] if len(scenarios) > 1 else [])]
