"""Where did the money come from and where did it go? A staircase that adds up."""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from analysis.ledgers import Flow, Ledger
from reports import words
from reports.figures.canvas import BLUE, GOLD, INK, MIST, RED, RULE, SAND, press, rows_down, sheet

_LOOK = {
    "in": {"color": MIST, "edgecolor": INK},
    "lost": {"color": RED, "edgecolor": INK, "hatch": "////"},
    "kept": {"color": BLUE, "edgecolor": INK},
    "out": {"color": GOLD, "edgecolor": INK},
    "sum": {"color": SAND, "edgecolor": INK},
}

#: Flows below this share of the ledger are summed up in one step.
SMALL = 0.008


def steps(ledger: Ledger) -> list[tuple[str, str, float]]:
    """Return the staircase: (kind, label, mean of a game); small steps of a kind are summed up."""
    stations = any(flow.station for flow in ledger.outflows)
    gains = _merged(ledger, sorted(ledger.inflows, key=lambda flow: -flow.total), "in", "other gains")
    if stations:
        away = _merged(ledger, list(ledger.losses), "lost", "other losses")
        rest = [("kept", flow.label, ledger.per_game(flow)) for flow in ledger.kept if flow.total]
    else:
        # Without stations nothing is a loss: what is left at the end is a score, or else the last flow declared.
        left = next((flow for flow in ledger.outflows if flow.score), ledger.outflows[-1])
        spent = sorted((flow for flow in ledger.outflows if flow is not left), key=lambda flow: -flow.total)
        away = _merged(ledger, spent, "out", "other")
        rest = [("kept", left.label, ledger.per_game(left))]
    total = ledger.total / ledger.games if ledger.games else 0.0
    middle = [("sum", "In all", total)] if len(gains) > 1 else []
    return gains + middle + away + rest


def _merged(ledger: Ledger, flows: list[Flow], kind: str, other: str) -> list[tuple[str, str, float]]:
    least = SMALL * ledger.total
    shown = [(kind, flow.label, ledger.per_game(flow)) for flow in flows if flow.total > least]
    small = [flow for flow in flows if 0 < flow.total <= least]
    if len(small) == 1:
        return [*shown, (kind, small[0].label, ledger.per_game(small[0]))]
    if small:
        shown.append((kind, other, sum(ledger.per_game(flow) for flow in small)))
    return shown


def draw(ledger: Ledger, width: float) -> Figure:
    """Draw a ledger of one cell: gains climb, losses descend, what is kept is left."""
    found = steps(ledger)
    with press():
        figure, axes = sheet(width, 0.3 + 0.215 * len(found))
        level = 0.0
        for row, (kind, _, amount) in enumerate(found):
            if kind == "sum":
                left, after = 0.0, level
            elif kind == "in":
                left, after = level, level + amount
            else:
                left, after = level - amount, level - amount  # what is left begins at 0, below it when there are debts
            axes.barh(row, amount, left=left, height=0.72, linewidth=0.5, **_LOOK[kind])
            _amount(axes, row, left, amount, kind)
            if row + 1 < len(found):
                axes.plot([after, after], [row + 0.36, row + 0.64], color=INK, linewidth=0.5)
            level = after
        rows_down(axes, [label for _, label, _ in found])
        axes.tick_params(axis="y", labelsize=8)
        most = max(ledger.total / max(ledger.games, 1), 1e-9)
        least = min(0.0, *(amount for _, _, amount in found))
        axes.set_xlim(1.2 * least, 1.13 * most)
        axes.set_xlabel(f"{ledger.unit} a game", fontsize=8)
        axes.tick_params(axis="x", labelsize=7.5)
        axes.grid(axis="x", color=RULE)
    return figure


def _amount(axes, row: int, left: float, amount: float, kind: str) -> None:  # type: ignore[no-untyped-def]
    sign = {"in": "+", "lost": "−", "out": "−"}.get(kind, "")
    axes.annotate(
        f"{sign}{amount:.1f}".replace("-", "−"),
        (max(left, left + amount), row),
        (3, 0),
        textcoords="offset points",
        va="center",
        fontsize=7.5,
        fontweight="bold" if kind in ("kept", "sum") else "normal",
    )


def describe(ledger: Ledger) -> str:
    """Return the figure in words."""
    said = {"in": [], "lost": [], "out": [], "kept": []}  # type: dict[str, list[str]]
    for kind, label, amount in steps(ledger):
        if kind != "sum":
            said[kind].append(f"{label} {words.number(amount, 0.1)}")
    parts = [f"in: {', '.join(said['in'])}"]
    parts += [f"lost: {', '.join(said['lost'] + said['out'])}"] if said["lost"] or said["out"] else []
    parts += [f"left: {', '.join(said['kept'])}"] if said["kept"] else []
    return f"{ledger.label}, {ledger.unit} a game. {'; '.join(parts)}."


def for_scenario(result: DifficultyResult, scenario: str, name: str) -> Ledger:
    """Return a ledger of the main policy's cell."""
    return result.cell(scenario).ledgers[name]
