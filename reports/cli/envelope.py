"""The JSON of ``--json``: one envelope for every command, and the body of a run."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analysis.proportions import Estimate, mean_estimate, wilson
from reports.cli.options import as_json_value
from sim import registry
from sim.machine import machine, versions

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.params import RuleSet
    from sim.results import RunResult
    from sim.schema import ColumnEntry
    from sim.summary import Summary

CONFIDENCE = 0.95
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def wins(game: registry.Game) -> list[str]:
    """Return the names of the outcomes that count as a win: of the team, or of the watched seat."""
    return list(game.file.wins)


def envelope(
    schema: str,
    game: registry.Game,
    rules: RuleSet,
    seed: int,
    status: str,
    command: str,
    timing: Mapping[str, float] | None = None,
    warnings: Sequence[str] = (),
) -> dict[str, Any]:
    """Return what every JSON object begins with (docs/contracts.md, section 7)."""
    return {
        "schema": f"house-edge/{schema}",
        "schema_version": 1,
        "status": status,
        "game": game.name,
        "seed": seed,
        "rules_digest": rules.digest(),
        "source_digest": game.digest(),
        "confidence": CONFIDENCE,
        "warnings": [*rules.conflicts, *warnings],
        "assumptions": assumptions(game, rules),
        "command": command,
        "machine": machine(),
        "versions": versions(),
        "timing": dict(timing or {}),
    }


def assumptions(game: registry.Game, rules: RuleSet) -> list[dict[str, Any]]:
    """Return the rule values in force that the rulebook does not print, with the range each could have."""
    return [
        {
            "name": rule.name,
            "value": as_json_value(rules.values[rule.name]),
            "unit": rule.unit,
            "source": rule.source,
            "range": [as_json_value(value) for value in rule.range],
        }
        for rule in game.parameters.values()
        if rule.source in ("assumed", "inferred") and rules.origins[rule.name] == "default"
    ]


def share_of_games(count: int, games: int, looking: bool = False) -> Estimate:
    """Return a share of games: Wilson's interval, or a confidence sequence if looking at it decided when to end."""
    if looking:
        from analysis.sequential import share_so_far

        return share_so_far(count, games, CONFIDENCE)
    return wilson(count, games, CONFIDENCE)


def outcomes(game: registry.Game, summary: Summary, looking: bool = False) -> dict[str, dict[str, Any]]:
    """Return count and share of every outcome; the counts sum to the games."""
    found = {}
    for outcome in game.file.outcomes:
        share = share_of_games(summary.counts[outcome.name], summary.games, looking)
        found[outcome.name] = {
            "kind": outcome.kind,
            "count": summary.counts[outcome.name],
            "share": share.estimate,
            "low": share.low,
            "high": share.high,
        }
    return found


def win_rate(game: registry.Game, summary: Summary, looking: bool = False) -> Estimate:
    """Return the share of games won; ``looking`` if a rule that looks at it decided how many were played."""
    return share_of_games(summary.count(wins(game)), summary.games, looking)


def mean_of_games(mean: float, sd: float, games: int, looking: bool = False) -> Estimate:
    """Return a mean of games with its interval."""
    if looking and games > 1:
        from analysis.sequential import mean_so_far

        squares = (games - 1) * sd * sd + games * mean * mean
        return mean_so_far(games, games * mean, squares, sd, CONFIDENCE)
    return mean_estimate(mean, sd / math.sqrt(games) if games else math.nan, games, CONFIDENCE)


def metrics(game: registry.Game, summary: Summary, looking: bool = False) -> dict[str, dict[str, Any]]:
    """Return mean, spread and quantiles of every stored column but the outcome."""
    return {column.name: metric(column, summary, looking) for column in game.file.columns if column.role != "outcome"}


def metric(column: ColumnEntry, summary: Summary, looking: bool = False) -> dict[str, Any]:
    """Return mean, spread and quantiles of one stored column."""
    mean, sd = summary.mean(column.name), summary.sd(column.name)
    return {
        "unit": column.unit,
        "mean": mean_of_games(mean, sd, summary.games, looking).to_json(),
        "sd": sd,
        "quantiles": {f"{q:g}": summary.quantile(column.name, q) for q in QUANTILES},
    }


def ledgers(game: registry.Game, summary: Summary) -> dict[str, dict[str, dict[str, int]]]:
    """Return the integer totals of every ledger by direction and column; both directions have the same sum."""
    found: dict[str, dict[str, dict[str, int]]] = {}
    for ledger in game.file.ledgers:
        sides: dict[str, dict[str, int]] = {"in": {}, "out": {}}
        for column in game.file.columns:
            if column.ledger == ledger.name and column.direction:
                sides[column.direction][column.name] = summary.total(column.name)
        found[ledger.name] = sides
    return found


def policies(game: registry.Game, plan: Plan) -> list[dict[str, Any]]:
    """Return name, parameters and digest of the policy of every seat."""
    from sim.policy import load_declaration

    found = []
    for name, seat in zip(game.seats_in_play(plan.rules), plan.team, strict=True):
        declaration = load_declaration(game, seat.policy)
        weights = declaration.weights_for(plan.rules.scenario) | seat.weights
        entry = {"seat": name, "name": seat.policy, "parameters": weights, "digest": declaration.digest()}
        found.append(entry | ({"forbid": list(seat.forbid)} if seat.forbid else {}))
    return found


def run_body(game: registry.Game, result: RunResult, path: str | None, resume_command: str | None) -> dict[str, Any]:
    """Return the body of a run."""
    plan, summary, looking = result.plan, result.summary, result.rule != "fixed"
    body: dict[str, Any] = {
        "scenario": plan.rules.scenario,
        "variants": list(plan.rules.variants),
        "rules_changed": {
            name: {key: as_json_value(value) for key, value in change.items()}
            for name, change in plan.rules.changed(game.parameters).items()
        },
        "policies": policies(game, plan),
        "games_requested": result.games_requested,
        "games": result.games,
        "outcomes": outcomes(game, summary, looking),
        "win_rate": win_rate(game, summary, looking).to_json(),
        "metrics": metrics(game, summary, looking),
        "ledgers": ledgers(game, summary),
        "stop": result.stop,
        "run": {"path": path, "rows_sha256": result.rows_sha256},
        "resume_command": resume_command,
    }
    if game.file.competitive:
        from reports.cli import seat_results

        empty = seat_results.of_empty_seats(game, plan)
        for part in ("outcomes", "metrics"):
            body[part] = {name: entry for name, entry in body[part].items() if name not in empty}
        body |= seat_results.to_json(game, plan, summary, looking)
    return body
