"""What do the special rules of each scenario do?"""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from analysis.rules_effects import SpecialRules
from reports.figures.canvas import BLUE, INK, PAPER, RED, per_cent, press, rows_down, sheet
from reports.figures.inks import labels

#: A shorter arrow would be nothing but its head.
SHORT = 0.015


def shown(result: DifficultyResult) -> list[SpecialRules]:
    """Return the comparisons of the main policy."""
    return [entry for entry in result.special if entry.policy == result.main]


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw an arrow from the win rate without the special rules to the one with them."""
    entries = shown(result)
    with press():
        figure, axes = sheet(width, 0.5 + 0.29 * len(entries))
        for row, entry in enumerate(entries):
            before = entry.rate.estimate
            after = before + entry.effect.difference.estimate
            ink = RED if after < before else BLUE
            axes.plot(before, row, "o", markersize=6, color=PAPER, markeredgecolor=INK)
            if abs(after - before) > SHORT:
                axes.annotate(
                    "",
                    (after, row),
                    (before, row),
                    arrowprops={"arrowstyle": "-|>", "color": ink, "linewidth": 1.8, "shrinkA": 3, "shrinkB": 0},
                )
            axes.annotate(
                points(entry),
                (max(before, after), row),  # always on the right: on the left it would meet the names
                (8, 0),
                textcoords="offset points",
                va="center",
                fontsize=8.5,
                fontweight="bold",
            )
        rows_down(axes, labels(result, [entry.scenario for entry in entries]))
        per_cent(axes, least=-0.02)
        axes.set_xlabel("games won: ○ without, ▸ with the special rules")
    return figure


def points(entry: SpecialRules) -> str:
    """Return an effect in percentage points, with the digits its error carries."""
    effect = entry.effect.difference
    places = 1 if effect.standard_error < 0.005 else 0
    text = f"{100 * effect.estimate:+.{places}f}".replace("-", "−")
    return text if any(digit in text for digit in "123456789") else "0"


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    entries = shown(result)
    names = labels(result, [entry.scenario for entry in entries])
    said = [f"{name} {points(entry)}" for name, entry in zip(names, entries, strict=True)]
    return f"Change of the win rate by the special rules, in percentage points, {result.main}: {', '.join(said)}."
