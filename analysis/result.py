"""Everything the difficulty report says, as numbers: what `analysis.difficulty` finds, stored and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analysis.cells import Cell
from analysis.order import order
from analysis.proportions import CONFIDENCE
from analysis.rules_effects import Choice, SpecialRules
from analysis.sensitivity import Sensitivity
from analysis.space import changes_to_json
from analysis.statements import Statement, World, make_statements
from analysis.survival import Deeper
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.registry import Game


@dataclass(frozen=True)
class DifficultyResult:
    """Everything the difficulty report says, as numbers.

    Attributes
    ----------
    game : Game
        The game.
    scenarios, policies : tuple of str
        What was played, in the order of the rulebook and of the ladder.
    main : str
        The policy that single-policy parts are about.
    games, seed, confidence : int, int, float
        Games of a cell, the seed of all cells, coverage of the intervals.
    cells : dict
        By (scenario, policy).
    order : dict
        For each policy the scenarios, hardest first, in tied groups.
    statements : tuple of Statement
        What is claimed, with survival.
    special : tuple of SpecialRules
        With and without special rules.
    choices : tuple of Choice
        Each upgrade fixed.
    sensitivity : Sensitivity or None
        Assumptions moved alone and together.
    variants : tuple of str
        House-rule sets in force.
    rules_changed : dict
        Values that a variant or the user changed.
    source_digest : str
        Of the engine and the game.
    policy_digests : dict
        By policy.
    cards : tuple of str
        Tables of printed cards that replaced assumed ones.
    single_rules : tuple of SpecialRules
        Each special rule of the main policy's games switched off alone, where a scenario has several.
    deeper : Deeper or None
        The study that the survival of the statements was taken from; it is not stored with the result.
    """

    game: Game
    scenarios: tuple[str, ...]
    policies: tuple[str, ...]
    main: str
    games: int
    seed: int
    confidence: float
    cells: dict[tuple[str, str], Cell]
    order: dict[str, list[list[str]]]
    statements: tuple[Statement, ...] = ()
    special: tuple[SpecialRules, ...] = ()
    choices: tuple[Choice, ...] = ()
    sensitivity: Sensitivity | None = None
    variants: tuple[str, ...] = ()
    rules_changed: dict[str, dict[str, Any]] = field(default_factory=dict)
    source_digest: str = ""
    policy_digests: dict[str, str] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    single_rules: tuple[SpecialRules, ...] = ()
    deeper: Deeper | None = None

    def cell(self, scenario: str, policy: str | None = None) -> Cell:
        """Return one cell, of the main policy unless another is named."""
        return self.cells[scenario, policy or self.main]

    def to_json(self) -> dict[str, Any]:
        """Return the body of ``--json`` (contracts, section 7), from which `from_json` builds the result again."""
        return {
            "game": self.game.name,
            "seed": self.seed,
            "confidence": self.confidence,
            "source_digest": self.source_digest,
            "games": self.games,
            "scenarios": list(self.scenarios),
            "policies": [{"name": name, "digest": self.policy_digests.get(name, "")} for name in self.policies],
            "main_policy": self.main,
            "variants": list(self.variants),
            "rules_changed": changes_to_json(self.rules_changed),
            "cards": list(self.cards),
            "cells": [cell.to_json(self.game) for cell in self.cells.values()],
            "order": self.order,
            "statements": [statement.to_json() for statement in self.statements],
            "special_rules": [entry.to_json() for entry in self.special],
            "each_special_rule": [entry.to_json() for entry in self.single_rules],
            "choices": [choice.to_json() for choice in self.choices],
            "sensitivity": self.sensitivity.to_json() if self.sensitivity else None,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> DifficultyResult:
        """Return the result that `to_json` described; the game must be installed."""
        game = registry.load_game(data["game"])
        cells = [Cell.from_json(game, entry, data["confidence"]) for entry in data["cells"]]
        found = data["sensitivity"]
        return cls(
            game,
            tuple(data["scenarios"]),
            tuple(policy["name"] for policy in data["policies"]),
            data["main_policy"],
            data["games"],
            data["seed"],
            data["confidence"],
            {cell.key: cell for cell in cells},
            {policy: [list(group) for group in groups] for policy, groups in data["order"].items()},
            tuple(Statement.from_json(entry) for entry in data["statements"]),
            tuple(SpecialRules.from_json(entry) for entry in data["special_rules"]),
            tuple(Choice.from_json(entry) for entry in data["choices"]),
            Sensitivity.from_json(found) if found else None,
            tuple(data["variants"]),
            dict(data["rules_changed"]),
            data["source_digest"],
            {policy["name"]: policy["digest"] for policy in data["policies"]},
            tuple(data["cards"]),
            tuple(SpecialRules.from_json(entry) for entry in data.get("each_special_rule", ())),
        )


def main_policy(game: Game, policies: Sequence[str]) -> str:
    """Return the policy that single-policy parts are about: the game's default if it was played, else the last."""
    return game.file.default_policy if game.file.default_policy in policies else policies[-1]


def result_of_worlds(
    game: Game, cells: Mapping[tuple[str, str], Cell], *, seed: int, confidence: float = CONFIDENCE
) -> DifficultyResult:
    """Return the result of cells that were played elsewhere, such as stored runs: the table and its order, no more.

    Parameters
    ----------
    cells : mapping
        By (scenario, policy), made by `cell_of_rows`; they must share seed and number of games to be compared.

    Raises
    ------
    BadInput
        If there are no cells, or they have different numbers of games.
    """
    if not cells or len({cell.games for cell in cells.values()}) > 1:
        raise BadInput("runs are compared game by game, so they need the same seed and the same number of games.")
    played = {who: [name for name in game.scenarios if (name, who) in cells] for _, who in cells}
    widest = max(len(names) for names in played.values())
    ranked = [*(name for name in game.file.ladder if name in played), *(p for p in played if p not in game.file.ladder)]
    # The policy that single-policy parts are about must have played everything that is shown.
    main = main_policy(game, [name for name in ranked if len(played[name]) == widest])
    scenarios = tuple(played[main])
    cells = {key: cell for key, cell in cells.items() if key[0] in scenarios}
    policies = tuple(name for name in ranked if any(who == name for _, who in cells))
    world: World = {key: cell.won for key, cell in cells.items() if cell.won is not None}
    orders = {
        policy: order({name: world[name, policy] for name in scenarios if (name, policy) in world}, confidence)
        for policy in policies
    }
    return DifficultyResult(
        game,
        scenarios,
        policies,
        main,
        next(iter(cells.values())).games,
        seed,
        confidence,
        dict(cells),
        orders,
        tuple(make_statements(game, orders, world, policies, main)),
    )
