"""What one player loses without a mechanic, and what its price does; and the way to JSON and back.

It is the answer of `house-edge mechanics` about a game played against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from analysis.order import simultaneous
from analysis.proportions import Estimate, ends_of_json, ends_to_json
from analysis.space import changes_to_json, json_value
from sim import registry

if TYPE_CHECKING:
    from sim.registry import Game

#: "nothing": within the margin; "unused": no game went otherwise without it.
Verdict = Literal["helps", "harms", "nothing", "unknown", "unused"]


@dataclass(frozen=True)
class OneWithout:
    """What a mechanic is worth to one player among others who all have it, at every seat in turn.

    Attributes
    ----------
    mechanic, title, group, scenario : str
        What, as the game calls it, the heading it belongs under ("" if none), and where.
    worth : Estimate
        The equal share of the victory minus the share of the one who must do without.
    share : Estimate
        The share of the one who must do without.
    points : Estimate
        Points the one has with it minus without, at the same seat of the same games.
    touched : Estimate
        Share of games that go otherwise for at least one player: in all others it never mattered.
    times : Estimate or None
        How often a player who has it does it in a game; None if the game does not count it.
    equivalence : (float, float)
        Ends of the 1 - 2 alpha interval of the worth, the two one-sided tests.
    verdict : {"helps", "harms", "nothing", "unknown", "unused"}
        About the worth.
    """

    mechanic: str
    title: str
    group: str
    scenario: str
    worth: Estimate
    share: Estimate
    points: Estimate
    touched: Estimate
    times: Estimate | None
    equivalence: tuple[float, float]
    verdict: Verdict

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "mechanic": self.mechanic,
            "title": self.title,
            "group": self.group,
            "scenario": self.scenario,
            "worth": self.worth.to_json(),
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "touched": self.touched.to_json(),
            "times": None if self.times is None else self.times.to_json(),
            "equivalence": ends_to_json(self.equivalence),
            "verdict": self.verdict,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OneWithout:
        """Return what `to_json` described."""
        worth, share, points, touched = (
            Estimate.from_json(data[key]) for key in ("worth", "share", "points", "touched")
        )
        times = None if data["times"] is None else Estimate.from_json(data["times"])
        names = (data["mechanic"], data["title"], data["group"], data["scenario"])
        return cls(*names, worth, share, points, touched, times, ends_of_json(data["equivalence"]), data["verdict"])


@dataclass(frozen=True)
class Priced:
    """What happens when a thing costs one step more, or less, for everybody.

    Attributes
    ----------
    mechanic, title, scenario, rule : str
        What is bought, as the game calls it, where, and the rule that says what it costs.
    before, value : number or list of numbers
        What it costs, and what it cost here.
    direction : {"dearer", "cheaper"}
        Which way the rule was moved.
    times : Estimate or None
        How often each player bought it in a game, minus how often at the price of the rules; None if it is not counted.
    times_before : Estimate or None
        How often at the price of the rules.
    points, length : Estimate
        Mean points of a player, and decisions asked in a game (or its other measure of length), minus those at the
        price of the rules.
    """

    mechanic: str
    title: str
    scenario: str
    rule: str
    before: Any
    value: Any
    direction: Literal["dearer", "cheaper"]
    times: Estimate | None
    times_before: Estimate | None
    points: Estimate
    length: Estimate

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "mechanic": self.mechanic,
            "title": self.title,
            "scenario": self.scenario,
            "rule": self.rule,
            "before": json_value(self.before),
            "value": json_value(self.value),
            "direction": self.direction,
            "times": None if self.times is None else self.times.to_json(),
            "times_before": None if self.times_before is None else self.times_before.to_json(),
            "points": self.points.to_json(),
            "length": self.length.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Priced:
        """Return what `to_json` described."""
        times, before = (
            None if data[key] is None else Estimate.from_json(data[key]) for key in ("times", "times_before")
        )
        points, length = Estimate.from_json(data["points"]), Estimate.from_json(data["length"])
        names = (data["mechanic"], data["title"], data["scenario"], data["rule"])
        return cls(*names, data["before"], data["value"], data["direction"], times, before, points, length)


@dataclass(frozen=True)
class WithoutResult:
    """What each mechanic is worth to one player, as numbers.

    Attributes
    ----------
    game : Game
        The game.
    policy : str
        Who plays every seat.
    seats : dict of str to tuple of str
        The seats that are taken, by scenario.
    mechanics : tuple of str
        What was forbidden, the most valuable in the first scenario first, what was never used last.
    worths : dict
        By (mechanic, scenario).
    prices : tuple of Priced
        What dearer and cheaper things do, in the order of the mechanics.
    fixed_prices : dict of str to str
        Mechanics whose price could not be moved one way or the other, and why.
    points : dict of str to Estimate
        Mean points of a player where nothing is forbidden, by scenario.
    length_label : str
        What the length of a game is counted in.
    games, seed, margin, confidence
        Seeds every seating was played with, and the first of them; a worth up to the margin is nothing; of all
        intervals of one kind together.
    variants, rules_changed, cards, source_digest, policy_digest
        What was played.
    """

    game: Game
    policy: str
    seats: dict[str, tuple[str, ...]]
    mechanics: tuple[str, ...]
    worths: dict[tuple[str, str], OneWithout]
    prices: tuple[Priced, ...]
    fixed_prices: dict[str, str]
    points: dict[str, Estimate]
    length_label: str
    games: int
    seed: int
    margin: float
    confidence: float
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    source_digest: str = ""
    policy_digest: str = ""

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Where it was played."""
        return tuple(self.seats)

    @property
    def groups(self) -> list[str]:
        """The headings of the mechanics, that of the most valuable first; "" stands for none."""
        return list(dict.fromkeys(self.worths[name, self.scenarios[0]].group for name in self.mechanics))

    @property
    def played(self) -> int:
        """Games played in all."""
        seatings = sum(1 + len(self.mechanics) * len(seats) for seats in self.seats.values())
        moved = {(found.scenario, found.rule, found.direction) for found in self.prices}
        return self.games * (seatings + len(moved))

    def of(self, verdict: str, scenario: str) -> list[OneWithout]:
        """Return the mechanics with a verdict in a scenario, the most valuable first."""
        found = [self.worths[name, scenario] for name in self.mechanics]
        return sorted((one for one in found if one.verdict == verdict), key=lambda one: -one.worth.estimate)

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json``, from which `from_json` builds the result again."""
        return {
            "confidence": self.confidence,
            "scenarios": list(self.scenarios),
            "seats": {name: list(seats) for name, seats in self.seats.items()},
            "policy": {"name": self.policy, "digest": self.policy_digest},
            "mechanics": list(self.mechanics),
            "games": self.games,
            "margin": self.margin,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "worths": [worth.to_json() for worth in self.worths.values()],
            "prices": [price.to_json() for price in self.prices],
            "fixed_prices": dict(self.fixed_prices),
            "points": {name: found.to_json() for name, found in self.points.items()},
            "length_label": self.length_label,
            "adjustment": {
                "method": "bonferroni",
                "comparisons": len(self.worths),
                "confidence_each": simultaneous(self.confidence, len(self.worths)),
                "prices": len(self.prices),
                "confidence_each_price": simultaneous(self.confidence, len(self.prices)),
            },
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> WithoutResult:
        """Return the result that `to_json` described; the game must be installed."""
        worths = [OneWithout.from_json(entry) for entry in data["worths"]]
        return cls(
            registry.load_game(data["game"]),
            data["policy"]["name"],
            {name: tuple(seats) for name, seats in data["seats"].items()},
            tuple(data["mechanics"]),
            {(worth.mechanic, worth.scenario): worth for worth in worths},
            tuple(Priced.from_json(entry) for entry in data["prices"]),
            dict(data["fixed_prices"]),
            {name: Estimate.from_json(found) for name, found in data["points"].items()},
            data["length_label"],
            data["games"],
            data["seed"],
            data["margin"],
            data["confidence"],
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            tuple(data["cards"]),
            data["source_digest"],
            data["policy"]["digest"],
        )
