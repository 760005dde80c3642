"""How near was it? The scores of one scenario's games, won and lost."""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.cells import Cell, score_column
from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import BLUE, INK, RED, press, sheet


def draw(result: DifficultyResult, scenario: str, width: float) -> Figure:
    """Draw the deciding score of the main policy's games; left of 0 the goal was missed."""
    cell = result.cell(scenario)
    metric = cell.metrics[str(score_column(result.game))]
    with press():
        figure, axes = sheet(width, 1.75)
        values, counts, step = binned(metric.histogram)
        shares = [count / max(cell.games, 1) for count in counts]
        signed = metric.name == "gap"
        for value, share in zip(values, shares, strict=True):
            hard = signed and value < 0
            axes.bar(
                value + step / 2 - 0.5,
                share,
                width=step,
                color=RED if hard else BLUE,
                hatch="////" if hard else "",
                edgecolor=INK,
                linewidth=0.4,
            )
        axes.set_yticks([])
        axes.grid(visible=False)
        axes.spines["left"].set_visible(False)
        if signed:
            axes.axvline(-0.5, color=INK, linewidth=1)
        axes.tick_params(axis="x", labelcolor=INK)
        axes.set_xlabel(f"{metric.label.lower()} ({metric.unit})", fontsize=8)
    return figure


def binned(histogram: dict[int, int], most: int = 45) -> tuple[list[int], list[int], int]:
    """Return left ends, counts and width of at most ``most`` bins, with a border at 0; thin tails are cut off."""
    total = sum(histogram.values())
    tail = 0.002 * total
    kept = sorted(histogram)
    while kept and sum(histogram[v] for v in histogram if v < kept[0]) + histogram[kept[0]] < tail:
        kept.pop(0)
    while kept and sum(histogram[v] for v in histogram if v > kept[-1]) + histogram[kept[-1]] < tail:
        kept.pop()
    if not kept:
        return [], [], 1
    step = 1
    while (kept[-1] - kept[0]) // step >= most:
        step += 1
    first = (kept[0] // step) * step
    lefts = list(range(first, kept[-1] + 1, step))
    counts = [sum(histogram.get(v, 0) for v in range(left, left + step)) for left in lefts]
    return lefts, counts, step


def describe(result: DifficultyResult, scenario: str) -> str:
    """Return the figure in words."""
    cell: Cell = result.cell(scenario)
    metric = cell.metrics[str(score_column(result.game))]
    q = metric.quantiles
    if not q:
        return "No games."
    return (
        f"{metric.label}: half of the games between {words.quantity(q[0.25], metric.unit)} and"
        f" {words.quantity(q[0.75], metric.unit)}, middle {words.quantity(q[0.5], metric.unit)}."
    )
