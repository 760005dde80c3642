"""One page a scenario: its figures, with and without its special rules, the cheapest and the dearest choice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup

from analysis.cells import length_column, score_column
from analysis.difficulty import DifficultyResult
from analysis.order import group_of
from analysis.statements import scenario_label
from reports import words
from reports.figures import flow, special, takings, upgrades
from reports.figures.stations import station_ledger
from reports.report.tables import gap_words

if TYPE_CHECKING:
    from reports.report.shelf import Shelf


@dataclass(frozen=True)
class Page:
    """What the template needs for one scenario."""

    name: str
    label: str
    title: str
    summary: str
    rank: str
    rates: list[tuple[str, str, str]]
    facts: list[tuple[str, str]]
    specials: list[tuple[str, str]]
    rules: list[tuple[str, str, str]]
    choices: list[str]
    columns: list[list[tuple[str, Markup]]]


def scenario_pages(result: DifficultyResult, shelf: Shelf) -> list[Page]:
    """Return the pages in the order of the rulebook."""
    return [_page(result, scenario, shelf) for scenario in result.scenarios]


def _page(result: DifficultyResult, scenario: str, shelf: Shelf) -> Page:
    entry = result.game.scenarios[scenario]
    label = scenario_label(result.game, scenario)
    title = str(entry.get("title", ""))
    return Page(
        scenario,
        label,
        "" if title == label else title,
        str(entry.get("summary", "")),
        _rank(result, scenario),
        _rates(result, scenario),
        _facts(result, scenario),
        _specials(result, scenario),
        _rules(result, scenario),
        _choices(result, scenario),
        _figures(result, scenario, shelf),
    )


def _rank(result: DifficultyResult, scenario: str) -> str:
    """Return the place on the ladder in words."""
    groups = result.order[result.main]
    if len(result.scenarios) == 1:
        return ""
    group = group_of(groups, scenario)
    before = sum(len(other) for other in groups[: groups.index(group)])
    place = f"{before + 1}." if before else "the hardest"
    others = [scenario_label(result.game, name) for name in group if name != scenario]
    tie = f", tied with {words.listing(others)}" if others else ""
    return f"{'Number ' + str(before + 1) if before else place.capitalize()} of {len(result.scenarios)}{tie}"


def _rates(result: DifficultyResult, scenario: str) -> list[tuple[str, str, str]]:
    found = []
    for policy in reversed(result.policies):
        cell = result.cells.get((scenario, policy))
        if cell is not None:
            rate = (cell.win_rate.estimate, cell.win_rate.low, cell.win_rate.high)
            found.append((policy, words.share(*rate), words.interval(*rate)))
    return found


def _facts(result: DifficultyResult, scenario: str) -> list[tuple[str, str]]:
    cell = result.cell(scenario)
    facts = []
    if cell.gap is not None:
        facts.append(("For an even chance its cost would have to move by", gap_words(cell.gap)))
        if cell.gap.reason:
            facts.append(("", cell.gap.reason))
    length = length_column(result.game)
    if length:
        metric = cell.metrics[length]
        q = metric.quantiles
        span = f", nine games in ten {q[0.05]:g} to {q[0.95]:g}" if q else ""
        facts.append(
            (metric.label, f"{words.quantity(metric.mean.estimate, metric.unit, metric.mean.standard_error)}{span}")
        )
    for name in ("goal", score_column(result.game) or ""):
        if name in cell.metrics:
            metric = cell.metrics[name]
            facts.append((metric.label, words.quantity(metric.mean.estimate, metric.unit, metric.mean.standard_error)))
    for column in result.game.file.columns:
        if column.role == "event" and cell.metrics[column.name].mean.estimate > 0:
            metric = cell.metrics[column.name]
            some = metric.at_least_one
            share = words.share(some.estimate, some.low, some.high)
            mean = words.number(metric.mean.estimate, metric.mean.standard_error)
            facts.append((metric.label, f"{mean} a game; at least one in {share} of games"))
    ending = max((o for o in cell.outcomes.values() if o.kind != "win"), key=lambda o: o.count, default=None)
    if ending is not None and ending.count:
        share = words.share(ending.share.estimate, ending.share.low, ending.share.high)
        facts.append(("Commonest failure", f"{ending.words} ({share} of games)"))
    return facts


def _specials(result: DifficultyResult, scenario: str) -> list[tuple[str, str]]:
    found = []
    for entry in reversed(result.special):
        if entry.scenario == scenario:
            effect = entry.effect.difference
            rate = words.share(entry.rate.estimate, entry.rate.low, entry.rate.high)
            ends = f"{100 * effect.low:+.1f} to {100 * effect.high:+.1f}".replace("-", "−")
            text = f"{rate} won without its special rules; they change that by {special.points(entry)} points ({ends})"
            found.append((entry.policy, text))
    return found


def _rules(result: DifficultyResult, scenario: str) -> list[tuple[str, str, str]]:
    """Return what each special rule costs or gives by itself: name, points, interval; the largest first."""
    found = []
    alone = [entry for entry in result.single_rules if entry.scenario == scenario]
    named = [e for e in result.special if e.scenario == scenario and e.policy == result.main and e.rule]
    for entry in alone or named:
        effect = entry.effect.difference
        ends = f"{100 * effect.low:+.1f} to {100 * effect.high:+.1f}".replace("-", "−")
        found.append((f"{entry.rule[:1].upper()}{entry.rule[1:]}", special.points(entry), ends))
    return found


def _choices(result: DifficultyResult, scenario: str) -> list[str]:
    """Return the cheapest and the dearest choice in words."""
    found = upgrades.choices_of(result, scenario)
    if not found:
        return []
    ends = [("cheapest", found[0]), ("dearest", found[-1])]
    if not found[0].target.known:
        ends = [
            ("easiest", max(found, key=lambda c: c.rate.estimate)),
            ("hardest", min(found, key=lambda c: c.rate.estimate)),
        ]
    said = []
    for word, choice in ends:
        goal = f", goal {words.money(round(choice.target.estimate))}" if choice.target.known else ""
        rate = words.share_with_interval(choice.rate.estimate, choice.rate.low, choice.rate.high)
        said.append(f"The {word}, {choice.value.replace('-', ' ')}{goal}: {rate} won.")
    return said


def _figures(result: DifficultyResult, scenario: str, shelf: Shelf) -> list[list[tuple[str, Markup]]]:
    """Return the figures of a page in two columns."""
    cell = result.cell(scenario)
    first, second = [], []
    if score_column(result.game):
        draw, said = partial(takings.draw, result, scenario), takings.describe(result, scenario)
        picture = shelf.take(f"takings-{scenario}", draw, said, narrow_only=True)
        first.append((f"How near it was: all games of ‘{result.main}’", picture))
    if upgrades.choices_of(result, scenario):
        draw, said = partial(upgrades.draw, result, scenario), upgrades.describe(result, scenario)
        picture = shelf.take(f"choices-{scenario}", draw, said, narrow_only=True)
        first.append(("Win rate with each upgrade, and the goal it makes; dashes: the policy's own choice", picture))
    name = station_ledger(result) or next(iter(cell.ledgers), None)
    if name and cell.ledgers[name].total:
        draw, said = partial(flow.draw, cell.ledgers[name]), flow.describe(cell.ledgers[name])
        picture = shelf.take(f"flow-{scenario}", draw, said, narrow_only=True)
        second.append((f"{cell.ledgers[name].label}: what came in, what was lost, what was left", picture))
    return [first, second]
