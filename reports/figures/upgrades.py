"""What does the choice of the upgrade do? Win rate with each fixed."""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from analysis.rules_effects import Choice
from reports import words
from reports.figures.canvas import INK, RED, SAND, per_cent, press, rows_down, sheet


def choices_of(result: DifficultyResult, scenario: str) -> list[Choice]:
    """Return a scenario's choices, the cheapest goal first."""
    found = [choice for choice in result.choices if choice.scenario == scenario]
    return sorted(found, key=lambda choice: (choice.target.estimate, -choice.rate.estimate))


def draw(result: DifficultyResult, scenario: str, width: float) -> Figure:
    """Draw the win rate with each choice fixed; the line is the policy's own choice."""
    found = choices_of(result, scenario)
    own = result.cell(scenario).win_rate.estimate
    with press():
        figure, axes = sheet(width, 0.45 + 0.2 * len(found))
        for row, choice in enumerate(found):
            axes.barh(row, choice.rate.estimate, height=0.62, color=SAND, edgecolor=INK)
            axes.plot([choice.rate.low, choice.rate.high], [row, row], color=INK, linewidth=1.3)
            text = f"{choice.rate.estimate:.0%}"
            axes.text(1.0, row, text, ha="right", va="center", fontsize=7.5)
        axes.axvline(own, color=RED, linewidth=1, linestyle=(0, (4, 2)))
        rows_down(axes, [_label(choice) for choice in found])
        axes.tick_params(axis="y", labelsize=8)
        per_cent(axes)
        axes.set_xlabel("games won", fontsize=8)
    return figure


def _label(choice: Choice) -> str:
    name = choice.value.replace("-", " ")
    return f"{name}, {words.money(round(choice.target.estimate))}" if choice.target.known else name


def describe(result: DifficultyResult, scenario: str) -> str:
    """Return the figure in words."""
    said = [f"{_label(choice)}: {choice.rate.estimate:.0%}" for choice in choices_of(result, scenario)]
    return f"Win rate with each choice fixed. {'; '.join(said)}."
