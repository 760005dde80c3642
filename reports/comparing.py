"""A comparison in words: differences with their units, verdicts, and the sentence that answers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports import words

if TYPE_CHECKING:
    from analysis.compare import ComparisonResult
    from analysis.paired import Effect, Metric
    from analysis.proportions import Estimate

PRINTED = "printed"


def signed(value: float, unit: str, standard_error: float = math.nan) -> str:
    """Return a difference with its sign and unit, shares in percentage points.

    Examples
    --------
    >>> signed(0.0312, "share", 0.002), signed(-1.26, "dollars", 0.04), signed(0.3, "rounds", 0.02)
    ('+3.1 pp', '-$1.26', '+0.30 rounds')
    """
    if not math.isfinite(value):
        return "unknown"
    scale, unit = (100, "pp") if unit == "share" else (1, unit)
    text = words.number(abs(scale * value), scale * standard_error)
    sign = "" if not any(digit in text for digit in "123456789") else "-" if value < 0 else "+"
    return f"{sign}${text}" if unit in ("dollars", "$") else f"{sign}{text} {unit}"


def interval(found: Estimate, unit: str) -> str:
    """Return the ends of a difference: ``'+2.6 to +3.6 pp'``."""
    ends = [signed(end, unit, found.standard_error) for end in (found.low, found.high)]
    first = ends[0] if unit in ("dollars", "$") else ends[0].partition(" ")[0]
    return f"{first} to {ends[1]}"


def difference(found: Estimate, unit: str) -> str:
    """Return a difference with its interval: ``'+3.1 pp (+2.6 to +3.6 pp)'``."""
    if not found.known:
        return "unknown"
    return f"{signed(found.estimate, unit, found.standard_error)} ({interval(found, unit)})"


def side(found: Estimate, unit: str) -> str:
    """Return one arm by itself."""
    if unit == "share":
        return words.share(found.estimate, found.low, found.high)
    return words.quantity(found.estimate, unit, found.standard_error)


def margin(effect: Effect) -> str:
    """Return the margin with its unit: ``'1 pp'``, ``'$0.5'``."""
    return margin_of(effect.metric, effect.margin)


def margin_of(metric: Metric, value: float) -> str:
    """Return a margin in the unit of a metric."""
    if metric.unit == "share":
        return f"{100 * value:g} pp"
    if metric.unit in ("dollars", "$"):
        return f"${value:g}"
    return f"{value:g} {metric.unit}"


def verdict(effect: Effect) -> str:
    """Return the verdict in words."""
    if effect.verdict == "unknown":
        return "not yet known"
    if effect.verdict != "equivalent":
        return effect.verdict
    text = f"equivalent within {margin(effect)}"
    if not effect.differs:
        return text
    more = effect.difference.estimate > 0
    if effect.metric.better == 0:
        return f"{text}, a little {'more' if more else 'less'}"
    return f"{text}, a little {'better' if more == (effect.metric.better > 0) else 'worse'}"


def label(metric: Metric) -> str:
    """Return what a metric is called in a table."""
    if metric.name.startswith("outcome."):
        return f"not won: {metric.label}"
    return metric.label


def place(result: ComparisonResult) -> str:
    """Return where a comparison was played: ``'The Opulent, year 1924'``."""
    file = result.game.file
    if len(result.scenarios) == 1:
        name = result.scenarios[0]
        said = name if name.startswith(file.scenario_word) else f"{file.scenario_word} {name}"
        return f"{file.title}, {said}"
    everything, count = set(result.scenarios) == set(result.game.scenarios), len(result.scenarios)
    all_of_them = f"both {file.scenario_word}s" if count == 2 else f"all {count} {file.scenario_word}s"
    which = all_of_them if everything else words.listing(list(result.scenarios))
    return f"{file.title}, mean of {which}"


def sentence(result: ComparisonResult, name: str) -> str:
    """Return what one arm does to the win rate, or to points and seats, in a sentence that needs a full stop."""
    if result.game.file.competitive:
        from reports import comparing_seats

        return comparing_seats.sentence(result, name)
    effect = result.main(name).win_rate
    before, after = side(effect.base, "share"), side(effect.arm, "share")
    found = difference(effect.difference, "share")
    who = "the team wins"
    if effect.verdict == "unknown":
        return f"{name}: whether it matters is not yet known; {who} {after} of games instead of {before}, {found}"
    if effect.verdict == "equivalent":
        little = "" if not effect.differs else " (there is a difference, but it is small)"
        return (
            f"{name} is equivalent within {margin(effect)}{little}: {who} {after} of games instead of {before}, {found}"
        )
    return f"{name} is {effect.verdict}: {who} {after} of games instead of {before}, {found}"


def most_first(result: ComparisonResult) -> str:
    """Return by what the arms are ordered: ``'Most wins first'``, ``'Most marbles a player first'``."""
    if not result.game.file.competitive:
        return "Most wins first"
    label = result.main(result.arms[0].name).leading.metric.label
    return f"Most {label[:1].lower()}{label[1:]} first"


def order(result: ComparisonResult) -> str:
    """Return the arms, most wins (or points a player) first, ties joined by ``=``."""
    return " > ".join(" = ".join(group) for group in result.order)


def reference(result: ComparisonResult) -> str:
    """Return what the arms are compared with, and who plays."""
    base = result.reference
    if result.arms[0].policy != base.policy:
        rules = f" under {words.listing(list(base.variants))}" if base.variants else ""
        return f"the policy {base.name}{rules}"
    return f"{rules_name(result)}, played by {base.policy}"


def rules_name(result: ComparisonResult) -> str:
    """Return the rules of the base in words."""
    return "the printed rules" if result.reference.name == PRINTED else result.reference.name
