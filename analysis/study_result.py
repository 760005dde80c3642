"""What a study of the assumptions found, as numbers and as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analysis import screening, sobol_indices
from analysis.calibration import Calibration
from analysis.pairs import Metric
from analysis.proportions import Estimate, Paired, plain
from analysis.quantiles import normal_quantile
from analysis.screening import Screened
from analysis.sensitivity import Draw, Swing, ranked_swings
from analysis.sobol_indices import Index
from analysis.space import alternatives, changes_to_json, json_value
from analysis.statements import Statement
from analysis.study_plan import StudyPlan
from analysis.survival import Split
from sim.params import Parameter

if TYPE_CHECKING:
    from sim.params import RuleSet
    from sim.registry import Game


@dataclass(frozen=True)
class Screening:
    """Morris's elementary effects.

    Attributes
    ----------
    trajectories, levels : int
        Of the design.
    overall : tuple of Screened
        Of the mean win rate of all scenarios, the largest first; the luck is among them.
    by_scenario : dict
        The same of each scenario's win rate.
    """

    trajectories: int
    levels: int
    overall: tuple[Screened, ...]
    by_scenario: dict[str, tuple[Screened, ...]]

    @property
    def floor(self) -> float:
        """What the luck alone reaches."""
        return screening.floor(self.overall)

    @property
    def above(self) -> list[Screened]:
        """The assumptions that can be told from luck."""
        told = screening.told_from_luck(self.overall)
        return [row for row in self.overall if row.name in told]

    def strongest(self, scenario: str) -> list[Screened]:
        """Return the assumptions that can be told from luck in one scenario, the most influential first."""
        rows = self.by_scenario[scenario]
        told = screening.told_from_luck(rows)
        return [row for row in rows if row.name in told]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "trajectories": self.trajectories,
            "levels": self.levels,
            "floor": self.floor,
            "overall": [{**row.to_json(), "told_from_luck": row in self.above} for row in self.overall],
            "by_scenario": {name: [row.to_json() for row in rows] for name, rows in self.by_scenario.items()},
        }


@dataclass(frozen=True)
class Variance:
    """Sobol's indices.

    Attributes
    ----------
    samples : int
        Of the design.
    few : tuple of str
        Assumptions that have a factor of their own, the most influential first.
    overall : tuple of Index
        Of the mean win rate of all scenarios, the largest total first; the luck is among them.
    by_scenario : dict
        The same of each scenario's win rate.
    mean, deviation : float
        Of the mean win rate over the sampled sets.
    """

    samples: int
    few: tuple[str, ...]
    overall: tuple[Index, ...]
    by_scenario: dict[str, tuple[Index, ...]]
    mean: float
    deviation: float

    @property
    def floor(self) -> float:
        """The total index that luck alone reaches."""
        return sobol_indices.floor(self.overall)

    @property
    def above(self) -> list[Index]:
        """The factors that can be told from luck."""
        told = sobol_indices.told_from_luck(self.overall)
        return [row for row in self.overall if row.name in told]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "samples": self.samples,
            "few": list(self.few),
            "floor": self.floor,
            "mean": self.mean,
            "deviation": self.deviation,
            "overall": [{**row.to_json(), "told_from_luck": row in self.above} for row in self.overall],
            "by_scenario": {name: [row.to_json() for row in rows] for name, rows in self.by_scenario.items()},
        }


@dataclass(frozen=True)
class Precision:
    """How sharp a study is.

    Attributes
    ----------
    win_rate, mean_win_rate : float
        Standard error of one win rate of a sampled set, and of its mean over all scenarios; the largest.
    screening, total, first : float
        Half the width of the widest interval of a mean size, of a total and of a first-order index.
    survival : float
        Half the width of the widest interval of a share of sets.
    """

    win_rate: float
    mean_win_rate: float
    screening: float
    total: float
    first: float
    survival: float

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {name: plain(value) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Study:
    """Everything a study found.

    Attributes
    ----------
    game : Game
        The game.
    scenarios : tuple of str
        What was played.
    policy : str
        Whose games the assumptions were tried in.
    policies : dict
        Digest by policy of the ladder.
    levers : dict
        Title by lever.
    sources : tuple of str
        Where the values that were moved come from.
    seed, confidence : int, float
        Seed of everything; coverage of the intervals.
    plan : StudyPlan
        Its size.
    parameters : tuple of Parameter
        The assumptions.
    ladder : dict
        Win rate in the printed game by (scenario, policy).
    lever_effects : dict
        Change of the mean win rate by lever, the most helpful first.
    order : list
        The scenarios, hardest first, in tied groups.
    swings : tuple of Swing
        One assumption at a time.
    luck : Swing
        Other games of the printed rules.
    screening : Screening
        Morris.
    variance : Variance
        Sobol.
    draws : tuple of Draw
        The sampled sets with the main policy's win rates.
    statements : tuple of Statement
        What is claimed, with survival.
    splits : dict
        By statement that fails somewhere, the assumption that goes with failing most.
    calibration : Calibration or None
        Which sets agree with what is believed.
    put_right : dict
        By design, how many of its sets contradicted themselves and were put right.
    mean_error : float
        Standard error of the mean win rate of a sampled set, the largest.
    variants, rules_changed, cards
        What was not as printed.
    games : int
        Games the result rests on; the same games are counted each time they are used.
    measure : Metric
        What is asked about: the win rate, or another measure of a game played against each other, of which all that is
        called a win rate here is meant.
    seats : dict
        The watched seat's share of the wins by scenario, in the printed game; empty for a team.
    meetings : dict
        What one policy among others wins above an equal part, by (scenario, policy, the others'); empty for a team.
    rules : dict
        The printed rules by scenario, with what was not as printed.
    """

    game: Game
    scenarios: tuple[str, ...]
    policy: str
    policies: dict[str, str]
    levers: dict[str, str]
    sources: tuple[str, ...]
    seed: int
    confidence: float
    plan: StudyPlan
    parameters: tuple[Parameter, ...]
    ladder: dict[tuple[str, str], Estimate]
    lever_effects: dict[str, Paired]
    order: list[list[str]]
    swings: tuple[Swing, ...]
    luck: Swing
    screening: Screening
    variance: Variance
    draws: tuple[Draw, ...]
    statements: tuple[Statement, ...]
    splits: dict[str, Split]
    calibration: Calibration | None
    put_right: dict[str, int]
    mean_error: float
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    games: int = 0
    measure: Metric = Metric("win_rate", "games won", "share", 1)
    seats: dict[str, Estimate] = field(default_factory=dict)
    meetings: dict[tuple[str, str, str], Estimate] = field(default_factory=dict)
    rules: dict[str, RuleSet] = field(default_factory=dict)

    @property
    def fragile(self) -> list[Statement]:
        """The statements that depend on the assumptions: they hold in fewer than 95 % of the sets."""
        return [s for s in self.statements if s.survival is not None and not s.survival.robust]

    def ranking(self) -> list[tuple[str, list[Swing]]]:
        """Return the assumptions with their swings, the most influential first; the luck is among them."""
        return ranked_swings([*self.swings, self.luck])

    def precision(self) -> Precision:
        """Return how sharp the study is."""
        # Half an interval, in standard errors: where every game was won the standard error itself would be 0.
        z = 2 * normal_quantile(self.confidence)
        errors = [(rate.high - rate.low) / z for draw in self.draws for rate in draw.rates.values()]
        shares = [s.survival.share for s in self.statements if s.survival is not None]
        return Precision(
            max(errors),
            self.mean_error,
            max(row.half_width for row in self.screening.overall),
            max(row.total_half_width for row in self.variance.overall),
            max(row.first_half_width for row in self.variance.overall),
            max(((share.high - share.low) / 2 for share in shares), default=math.nan),
        )

    def spread(self, scenario: str) -> tuple[float, float]:
        """Return between which win rates nine of ten sampled sets lie."""
        rates = sorted(draw.rates[scenario, self.policy].estimate for draw in self.draws)
        ends = (0.05, 0.95)
        low, high = (rates[round(end * (len(rates) - 1))] for end in ends)
        return low, high

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json`` (contracts, section 8)."""
        rate, rates = ("value", "measured") if self.game.file.competitive else ("win_rate", "win_rates")
        return {
            "game": self.game.name,
            "seed": self.seed,
            "confidence": self.confidence,
            "scenarios": list(self.scenarios),
            "policy": self.policy,
            "policies": [{"name": name, "digest": digest} for name, digest in self.policies.items()],
            "sources": list(self.sources),
            "plan": self.plan.to_json(),
            "games": self.games,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "parameters": [_declared(parameter) for parameter in self.parameters],
            "ladder": [{"scenario": s, "policy": p, rate: found.to_json()} for (s, p), found in self.ladder.items()],
            "order": self.order,
            "levers": [
                {"name": name, "title": self.levers[name], "effect": effect.to_json()}
                for name, effect in self.lever_effects.items()
            ],
            "one_at_a_time": [swing.to_json() for swing in [*self.swings, self.luck]],
            "screening": self.screening.to_json(),
            "variance": self.variance.to_json(),
            "sets": [
                {
                    "values": {name: json_value(value) for name, value in draw.values.items()},
                    rates: {scenario: found.to_json() for (scenario, _), found in draw.rates.items()},
                }
                for draw in self.draws
            ],
            "statements": [
                {**s.to_json(), "split": self.splits[s.id].to_json() if s.id in self.splits else None}
                for s in self.statements
            ],
            "calibration": self.calibration.to_json() if self.calibration else None,
            "put_right": self.put_right,
            "precision": self.precision().to_json(),
            **(self._competitive() if self.game.file.competitive else {}),
        }

    def _competitive(self) -> dict[str, Any]:
        """Return what a game played against each other has besides."""
        return {
            "measure": {"name": self.measure.name, "label": self.measure.label, "unit": self.measure.unit},
            "seats": {name: found.to_json() for name, found in self.seats.items()},
            "meetings": [
                {"scenario": name, "player": one, "others": other, "advantage": found.to_json()}
                for (name, one, other), found in self.meetings.items()
            ],
        }


def _declared(parameter: Parameter) -> Mapping[str, Any]:
    return {
        "name": parameter.name,
        "source": parameter.source,
        "section": parameter.section,
        "unit": parameter.unit,
        "value": json_value(parameter.default),
        "range": [json_value(value) for value in parameter.range],
        "alternatives": [json_value(value) for value in alternatives(parameter)],
    }
