"""How balanced is a competitive game? Everything `analysis.balance` finds, as numbers, stored and read again.

Two measures run through it: "points", what the seats play for (the game's first measure, whatever it is called), and
"victory", the share of the victory (1 for the only winner, 1/2 each where two share it; over a table it adds up to 1).
Games are the unit of every interval: the seats of one game are one cluster.

The result is stored as ``balance.json`` (schema "house-edge/balance") by ``house-edge difficulty GAME``; every class
here has ``to_json`` and ``from_json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analysis.balance_parts import (
    MEASURES,
    POINTS,
    VICTORY,
    Change,
    ChoiceBalance,
    ChoiceResult,
    Difference,
    Gap,
    ModuleStep,
    SeatBalance,
    SeatResult,
    StartSeat,
    StartWorth,
    Verdict,
    joint_verdict,
)
from analysis.plain_data import Plain
from analysis.proportions import Estimate
from analysis.space import json_value
from analysis.statements import Survival
from analysis.survival import Split
from sim import registry

if TYPE_CHECKING:
    from sim.registry import Game

__all__ = [
    "MEASURES", "POINTS", "VICTORY", "BalanceResult", "BalanceStatement", "Change", "ChoiceBalance", "ChoiceResult",
    "Difference", "Distribution", "Gap", "LuckParts", "LuckShare", "ModuleStep", "Played", "Scores", "SeatBalance",
    "SeatResult", "StartSeat", "StartWorth", "Verdict", "joint_verdict",
]  # fmt: skip

# --- luck ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LuckParts(Plain):
    """Parts of the variance of one player's result; they add up to 1.

    Attributes
    ----------
    own : Estimate
        Which policy plays the player.
    others : Estimate
        Which policies the others play, and how they go together.
    seat : Estimate
        Where the player sits.
    luck : Estimate
        What is left between games of the same players at the same seats: the deal and the dice.
    """

    own: Estimate
    others: Estimate
    seat: Estimate
    luck: Estimate


@dataclass(frozen=True)
class LuckShare(Plain):
    """How much is decided by who plays, where every seat is drawn from a few policies of different strength.

    Attributes
    ----------
    scenario : str
        Name of the scenario.
    players : int
        Seats.
    policies : tuple of str
        Who may sit there; every table of them was played.
    tables, games : int
        Tables, and games of each.
    parts : dict of LuckParts
        By measure.
    strengths : dict of Estimate
        Mean points of each policy over all tables.
    """

    scenario: str
    players: int
    policies: tuple[str, ...]
    tables: int
    games: int
    parts: dict[str, LuckParts]
    strengths: dict[str, Estimate]


# --- how points are spread -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Distribution(Plain):
    """How something is spread over games.

    Attributes
    ----------
    label, unit : str
        What it is.
    mean : Estimate
        Games are the unit of the interval.
    sd : float
        Standard deviation.
    quantiles : dict of float
        By "0.05", "0.25", "0.5", "0.75" and "0.95".
    first, width : int
        The first bin of the histogram begins at ``first``; every bin holds ``width`` whole numbers.
    counts : tuple of int
        Values in each bin.
    """

    label: str
    unit: str
    mean: Estimate
    sd: float
    quantiles: dict[str, float]
    first: int
    width: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Scores(Plain):
    """How points are spread in one scenario.

    Attributes
    ----------
    scenario : str
        Name of the scenario.
    players : int
        Seats.
    all_seats, winner, lead : Distribution
        Points of every player, of the winner, and the winner's distance to the next.
    """

    scenario: str
    players: int
    all_seats: Distribution
    winner: Distribution
    lead: Distribution


# --- statements ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BalanceStatement(Plain):
    """One sentence about balance, and whether other assumptions could overturn it.

    Attributes
    ----------
    id : str
        Name that stays the same between runs.
    kind : str
        "seat" (the first subject has more points than the second), "seats_equal", "choice_best", "choice_worst",
        "choice" (the first subject has more points than the second), "choices_equal", "adds", "takes" (a module's
        points a player), "start_helps", "start_hurts".
    text : str
        The claim in words.
    scenario : str
        Where it is claimed.
    subjects : tuple of str
        Seats, choices, or the scenario before.
    holds : bool
        Whether it holds with the default values.
    survival : Survival or None
        In how many sampled sets of assumptions it holds; None if that was not asked.
    split : Split or None
        The assumption that goes with failing most, where it fails somewhere.
    """

    id: str
    kind: str
    text: str
    scenario: str
    subjects: tuple[str, ...]
    holds: bool = True
    survival: Survival | None = None
    split: Split | None = None


# --- all of it -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played(Plain):
    """How much was played.

    Attributes
    ----------
    games : int
        Of each scenario, of each with a fixed start player, and of each with dealt choices.
    luck_games : int
        Of each scenario at tables of different policies, about; 0 if that was left out.
    samples, assumption_games : int
        Sets of assumptions, and games of each scenario in each; 0 if they were left out.
    total : int
        All games.
    """

    games: int
    luck_games: int
    samples: int
    assumption_games: int
    total: int


@dataclass(frozen=True)
class BalanceResult:
    """Everything that was asked about the balance of a competitive game.

    Attributes
    ----------
    game : Game
        The game.
    scenarios : tuple of str
        What was played, by number of players, then in the order of the game.
    policy : str
        Plays every seat, except where luck is measured.
    seed, confidence : int, float
        Of all games; coverage of the intervals.
    margins : dict of float
        By measure: gaps below it do not matter.
    played : Played
        How much was played.
    seats : tuple of SeatBalance
        One a scenario.
    starts : tuple of StartWorth
        One a number of players, where the game says how the start player can be fixed.
    choices : tuple of ChoiceBalance
        Where the game has something to be dealt.
    modules : tuple of ModuleStep
        One a scenario that comes after another one that was played.
    luck : tuple of LuckShare
        One a scenario, if the game has policies of different strength.
    scores : tuple of Scores
        One a scenario.
    statements : tuple of BalanceStatement
        What is claimed, with survival.
    variants, rules_changed, cards
        What was not as printed.
    source_digest : str
        Of the engine and the game.
    policy_digests : dict
        By policy.
    adjustment : dict
        How intervals that are read together were made: method and number of comparisons.
    """

    game: Game
    scenarios: tuple[str, ...]
    policy: str
    seed: int
    confidence: float
    margins: dict[str, float]
    played: Played
    seats: tuple[SeatBalance, ...]
    starts: tuple[StartWorth, ...] = ()
    choices: tuple[ChoiceBalance, ...] = ()
    modules: tuple[ModuleStep, ...] = ()
    luck: tuple[LuckShare, ...] = ()
    scores: tuple[Scores, ...] = ()
    statements: tuple[BalanceStatement, ...] = ()
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    source_digest: str = ""
    policy_digests: dict[str, str] = field(default_factory=dict)
    adjustment: dict[str, Any] = field(default_factory=dict)

    @property
    def unit(self) -> str:
        """The unit of the points."""
        return next(iter(self.game.file.columns_of(self.game.file.measures[0]).values())).unit

    def seats_of(self, scenario: str) -> SeatBalance:
        """Return the seats of one scenario."""
        return next(entry for entry in self.seats if entry.scenario == scenario)

    def luck_of(self, scenario: str) -> LuckShare | None:
        """Return what luck decides in one scenario, None if it was not asked."""
        return next((entry for entry in self.luck if entry.scenario == scenario), None)

    def scores_of(self, scenario: str) -> Scores:
        """Return how points are spread in one scenario."""
        return next(entry for entry in self.scores if entry.scenario == scenario)

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json`` (contracts, section 8), from which `from_json` builds the result again."""
        parts = ("seats", "starts", "choices", "modules", "luck", "scores", "statements")
        return {
            "game": self.game.name,
            "seed": self.seed,
            "confidence": self.confidence,
            "source_digest": self.source_digest,
            "scenarios": list(self.scenarios),
            "policy": self.policy,
            "policies": [{"name": name, "digest": digest} for name, digest in self.policy_digests.items()],
            "margins": self.margins,
            "played": self.played.to_json(),
            "variants": list(self.variants),
            "rules_changed": {
                name: {key: json_value(value) for key, value in change.items()}
                for name, change in self.rules_changed.items()
            },
            "cards": list(self.cards),
            **{part: [entry.to_json() for entry in getattr(self, part)] for part in parts},
            "adjustment": self.adjustment,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> BalanceResult:
        """Return the result that `to_json` described; the game must be installed."""
        return cls(
            game=registry.load_game(data["game"]),
            scenarios=tuple(data["scenarios"]),
            policy=data["policy"],
            seed=data["seed"],
            confidence=data["confidence"],
            margins=dict(data["margins"]),
            played=Played.from_json(data["played"]),
            seats=tuple(SeatBalance.from_json(entry) for entry in data["seats"]),
            starts=tuple(StartWorth.from_json(entry) for entry in data["starts"]),
            choices=tuple(ChoiceBalance.from_json(entry) for entry in data["choices"]),
            modules=tuple(ModuleStep.from_json(entry) for entry in data["modules"]),
            luck=tuple(LuckShare.from_json(entry) for entry in data["luck"]),
            scores=tuple(Scores.from_json(entry) for entry in data["scores"]),
            statements=tuple(BalanceStatement.from_json(entry) for entry in data["statements"]),
            variants=tuple(data["variants"]),
            rules_changed=dict(data["rules_changed"]),
            cards=tuple(data["cards"]),
            source_digest=data["source_digest"],
            policy_digests={entry["name"]: entry["digest"] for entry in data["policies"]},
            adjustment=dict(data["adjustment"]),
        )
