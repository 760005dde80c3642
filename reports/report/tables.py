"""The tables of the report: for the page, and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.difficulty import DifficultyResult
from analysis.space import alternatives
from analysis.statements import scenario_label
from analysis.survival import Split
from reports import words
from reports.figures.tornado import shown_side, shown_value

if TYPE_CHECKING:
    from sim.params import Parameter
    from sim.registry import Game


@dataclass(frozen=True)
class Row:
    """One assumption, as the table shows it."""

    name: str
    doc: str
    source: str
    section: str
    value: str
    range: str
    effect: str
    size: float


def assumption_rows(result: DifficultyResult) -> list[Row]:
    """Return every assumed, inferred or ruled parameter, the most influential first."""
    effects = dict(result.sensitivity.ranking()) if result.sensitivity else {}
    found: dict[str, tuple[str, float]] = {}
    for name, swings in effects.items():
        said = [f"{shown_value(s.value)}: {100 * s.overall.estimate:+.1f}".replace("-", "−") for s in swings]
        found[name] = "; ".join(said), max((abs(s.overall.estimate) for s in swings), default=0.0)
    return rows_of_assumptions(result.game, found, "not moved")


def rows_of_assumptions(game: Game, effects: Mapping[str, tuple[str, float]], otherwise: str) -> list[Row]:
    """Return every parameter that no rulebook prints, the most influential first.

    Parameters
    ----------
    effects : mapping
        By parameter what it does, in words, and how much that is.
    otherwise : str
        What is said of the others.
    """
    rows = []
    for parameter in game.parameters.values():
        if parameter.source == "rulebook":
            continue
        effect, size = effects.get(parameter.name) or ("", 0.0)
        unit = f" {parameter.unit}" if parameter.unit else ""
        rows.append(
            Row(
                parameter.name,
                parameter.doc,
                parameter.source,
                parameter.section,
                shown_value(parameter.default) + unit,
                range_words(parameter),
                effect or otherwise,
                size,
            )
        )
    return sorted(rows, key=lambda row: -row.size)


def range_words(parameter: Parameter) -> str:
    """Return what else a parameter may be."""
    if parameter.kind in ("integer", "number") and len(parameter.range) == 2:
        return f"{parameter.range[0]} to {parameter.range[1]}"
    return "; ".join(shown_value(value) for value in alternatives(parameter)) or "none"


def csv_tables(result: DifficultyResult) -> dict[str, list[dict[str, Any]]]:
    """Return every table by file name, as rows of plain values."""
    found = {
        "ladder": _ladder(result),
        "outcomes": _outcomes(result),
        "ledgers": _ledgers(result),
        "events": _events(result),
        "early": _early(result),
        "special_rules": _special(result),
        "choices": _choices(result),
        "statements": _statements(result),
        "assumptions": _assumptions(result),
    }
    return {name: rows for name, rows in found.items() if rows}


def write_csv(tables: Mapping[str, Sequence[Mapping[str, Any]]], folder: Path) -> None:
    """Write each table as a CSV file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


def _ladder(result: DifficultyResult) -> list[dict[str, Any]]:
    rows = []
    for cell in result.cells.values():
        groups = result.order[cell.policy]
        rank = next((number for number, group in enumerate(groups, 1) if cell.scenario in group), None)
        gap = cell.gap
        spread = result.sensitivity.spread(cell.scenario, cell.policy) if result.sensitivity else None
        rows.append(
            {
                "scenario": cell.scenario,
                "title": result.game.scenarios[cell.scenario].get("title", ""),
                "policy": cell.policy,
                "games": cell.games,
                "win_rate": cell.win_rate.estimate,
                "low": cell.win_rate.low,
                "high": cell.win_rate.high,
                "tied_group": rank,
                "gap": gap.dollars if gap else None,
                "gap_low": gap.low if gap else None,
                "gap_high": gap.high if gap else None,
                "assumptions_10": spread[0] if spread else None,
                "assumptions_90": spread[2] if spread else None,
            }
        )
    return rows


def _outcomes(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {
            "scenario": cell.scenario,
            "policy": cell.policy,
            "outcome": o.name,
            "kind": o.kind,
            "words": o.words,
            "games": o.count,
            "share": o.share.estimate,
            "low": o.share.low,
            "high": o.share.high,
        }
        for cell in result.cells.values()
        for o in cell.outcomes.values()
    ]


def _ledgers(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {
            "scenario": cell.scenario,
            "policy": cell.policy,
            "ledger": ledger.name,
            "unit": ledger.unit,
            "direction": direction,
            "flow": flow.name,
            "label": flow.label,
            "station": flow.station,
            "total": flow.total,
            "a_game": ledger.per_game(flow),
        }
        for cell in result.cells.values()
        for ledger in cell.ledgers.values()
        for direction, flows in (("in", ledger.inflows), ("out", ledger.outflows))
        for flow in flows
    ]


def _events(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {
            "scenario": cell.scenario,
            "policy": cell.policy,
            "column": metric.name,
            "label": metric.label,
            "unit": metric.unit,
            "mean": metric.mean.estimate,
            "low": metric.mean.low,
            "high": metric.mean.high,
            "games_with_any": metric.at_least_one.estimate,
            **{f"quantile_{100 * q:02.0f}": value for q, value in metric.quantiles.items()},
        }
        for cell in result.cells.values()
        for metric in cell.metrics.values()
    ]


def _early(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {"scenario": cell.scenario, "policy": cell.policy, **point.to_json(), "skill": point.skill}
        for cell in result.cells.values()
        for point in cell.early
    ]


def _special(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {
            "scenario": entry.scenario,
            "policy": entry.policy,
            "rule": entry.rule or "all of them",
            "win_rate_without": entry.rate.estimate,
            "effect": entry.effect.difference.estimate,
            "low": entry.effect.difference.low,
            "high": entry.effect.difference.high,
            "correlation": entry.effect.correlation,
            "games": entry.rate.n,
        }
        for entry in (*result.special, *result.single_rules)
    ]


def _choices(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {
            "scenario": choice.scenario,
            "policy": choice.policy,
            "choice": choice.value,
            "target": choice.target.estimate,
            "win_rate": choice.rate.estimate,
            "low": choice.rate.low,
            "high": choice.rate.high,
            "effect": choice.effect.difference.estimate,
            "games": choice.rate.n,
        }
        for choice in result.choices
    ]


def _statements(result: DifficultyResult) -> list[dict[str, Any]]:
    return [
        {
            "id": s.id,
            "statement": s.text,
            "policy": s.policy,
            "holds": s.holds,
            "held": s.survival.held if s.survival else None,
            "contradicted": s.survival.contradicted if s.survival else None,
            "of": s.survival.of if s.survival else None,
            "mark": s.survival.mark if s.survival else "",
            "broken_by": broken_words(s.broken_by),
        }
        for s in result.statements
    ]


def broken_words(broken: Sequence[tuple[str, Any]], split: Split | None = None) -> str:
    """Return the assumptions that break a statement alone, in words, and the one that goes with failing most."""
    said = [f"{name} = {shown_value(value)}" for name, value in broken]
    if split is not None:
        here, there = f"{split.held} of {split.of}", f"{split.other_held} of {split.other_of}"
        side = shown_side(split.values)
        said.append(f"together with others most of all {split.parameter} {side}: holds in {here}, else in {there}")
    return "; ".join(said)


def _assumptions(result: DifficultyResult) -> list[dict[str, Any]]:
    if result.sensitivity is None:
        return []
    return [
        {
            "parameter": swing.parameter,
            "value": shown_value(swing.value),
            "scenario": scenario,
            "effect": effect.difference.estimate,
            "low": effect.difference.low,
            "high": effect.difference.high,
            "correlation": effect.correlation,
        }
        for swing in result.sensitivity.swings
        for scenario, effect in swing.effects.items()
    ]


def ladder_rows(result: DifficultyResult) -> list[dict[str, Any]]:
    """Return the ladder for the page, in the order of the rulebook."""
    rows = []
    for scenario in result.scenarios:
        cells = {p: result.cells[scenario, p] for p in result.policies if (scenario, p) in result.cells}
        gap = result.cell(scenario).gap
        rows.append(
            {
                "label": scenario_label(result.game, scenario),
                "title": result.game.scenarios[scenario].get("title", ""),
                "rates": [
                    (
                        words.share(c.win_rate.estimate, c.win_rate.low, c.win_rate.high),
                        words.interval(c.win_rate.estimate, c.win_rate.low, c.win_rate.high),
                    )
                    if (c := cells.get(policy))
                    else ("not played", "")
                    for policy in result.policies
                ],
                "gap": None if gap is None else gap_words(gap),
            }
        )
    return rows


def gap_words(gap: Any) -> str:
    """Return a gap in words."""
    if gap.dollars is None:
        return "none"
    sign = "+" if gap.dollars > 0 else "−" if gap.dollars < 0 else ""
    ends = [
        f"{'+' if end > 0 else '−' if end < 0 else ''}{words.quantity(abs(end), gap.unit)}"
        for end in (gap.low, gap.high)
    ]
    text = f"{sign}{words.quantity(abs(gap.dollars), gap.unit)}"
    return text if gap.low == gap.high else f"{text} ({ends[0]} to {ends[1]})"
