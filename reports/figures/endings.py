"""How did the games end? All of them, by outcome."""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import NARROW, PAPER, per_cent, press, rows_down, sheet
from reports.figures.inks import labels, part


def shown_outcomes(result: DifficultyResult, policy: str) -> list[str]:
    """Return the outcomes that occurred under a policy, in the order of the declaration."""
    cells = [cell for cell in result.cells.values() if cell.policy == policy]
    names = [outcome.name for outcome in result.game.file.outcomes]
    return [name for name in names if any(cell.outcomes[name].count for cell in cells)]


def draw(result: DifficultyResult, width: float, policy: str | None = None) -> Figure:
    """Draw how the games of each scenario ended; each bar is all games."""
    policy = policy or result.main
    scenarios = [name for name in result.scenarios if (name, policy) in result.cells]
    looks = {outcome.name: part(number) for number, outcome in enumerate(result.game.file.outcomes)}
    with press():
        figure, axes = sheet(width, 0.85 + 0.29 * len(scenarios))
        left = [0.0] * len(scenarios)
        for name in shown_outcomes(result, policy):
            shares = [result.cells[s, policy].outcomes[name].share.estimate for s in scenarios]
            axes.barh(range(len(shares)), shares, left=left, height=0.66, label=name, **looks[name])
            for row, value in enumerate(shares):
                if value > (0.07 if width > NARROW else 0.11):
                    _inside(axes, left[row] + value / 2, row, f"{100 * value:.0f}")
            left = [a + b for a, b in zip(left, shares, strict=True)]
        rows_down(axes, labels(result, scenarios))
        per_cent(axes)
        axes.grid(visible=False)
        figure.legend(loc="outside upper left", ncols=6 if width > NARROW else 3, handlelength=1.4, columnspacing=1.1)
    return figure


def _inside(axes, x: float, row: int, text: str) -> None:  # type: ignore[no-untyped-def]
    box = {"boxstyle": "round,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
    axes.text(x, row, text, ha="center", va="center", fontsize=7.5, bbox=box)


def describe(result: DifficultyResult, policy: str | None = None) -> str:
    """Return the figure in words."""
    policy = policy or result.main
    said = []
    for scenario, label in zip(result.scenarios, labels(result, result.scenarios), strict=True):
        cell = result.cells.get((scenario, policy))
        if cell is not None:
            parts = [cell.outcomes[name] for name in shown_outcomes(result, policy)]
            shares = [f"{p.name} {words.share(p.share.estimate, p.share.low, p.share.high)}" for p in parts if p.count]
            said.append(f"{label}: {', '.join(shares)}")
    return f"How games of {policy} end. {'; '.join(said)}."
