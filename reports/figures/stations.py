"""Which station loses most, in each scenario?"""

from __future__ import annotations

from matplotlib.figure import Figure

from analysis.difficulty import DifficultyResult
from reports import words
from reports.figures.canvas import NARROW, press, rows_down, sheet
from reports.figures.inks import labels, part


def station_ledger(result: DifficultyResult) -> str | None:
    """Return the first ledger whose losses name stations."""
    cell = next(iter(result.cells.values()))
    return next((name for name, ledger in cell.ledgers.items() if ledger.by_station()), None)


def losses(result: DifficultyResult) -> dict[str, list[float]]:
    """Return what each station loses in a game of each scenario under the main policy, the costliest station first."""
    name = station_ledger(result)
    if name is None:
        return {}
    found: dict[str, list[float]] = {}
    for position, scenario in enumerate(result.scenarios):
        ledger = result.cell(scenario).ledgers[name]
        for station, total in ledger.by_station().items():
            found.setdefault(station, [0.0] * len(result.scenarios))[position] = total / max(ledger.games, 1)
    return dict(sorted(found.items(), key=lambda item: -sum(item[1])))


def kept(result: DifficultyResult) -> list[float]:
    """Return what is left of a game's ledger in each scenario: everything that no station lost."""
    name = str(station_ledger(result))
    ledgers = [result.cell(scenario).ledgers[name] for scenario in result.scenarios]
    return [sum(flow.total for flow in ledger.kept) / max(ledger.games, 1) for ledger in ledgers]


def draw(result: DifficultyResult, width: float) -> Figure:
    """Draw all that came in, in the order of the rulebook: what was kept, then the losses of the stations."""
    name = str(station_ledger(result))
    ledger = result.cell(result.scenarios[0]).ledgers[name]
    label = " and ".join(flow.label.lower() for flow in ledger.kept) or "kept"
    with press():
        figure, axes = sheet(width, 0.85 + 0.29 * len(result.scenarios))
        left = [0.0] * len(result.scenarios)
        for number, (station, amounts) in enumerate([(label, kept(result)), *losses(result).items()]):
            axes.barh(range(len(amounts)), amounts, left=left, height=0.66, label=station, **part(number))
            left = [a + b for a, b in zip(left, amounts, strict=True)]
        rows_down(axes, labels(result, result.scenarios))
        axes.set_xlim(0, max(left) * 1.02 or 1)
        axes.set_xlabel(f"{ledger.unit} a game")
        figure.legend(loc="outside upper left", ncols=7 if width > NARROW else 3, handlelength=1.4, columnspacing=1.1)
    return figure


def describe(result: DifficultyResult) -> str:
    """Return the figure in words."""
    found = losses(result)
    count = len(result.scenarios)
    said = [f"{station} {words.number(sum(amounts) / count, 0.1)}" for station, amounts in found.items()]
    return (
        f"Lost by station, mean of all {result.game.file.scenario_word}s under {result.main}: {', '.join(said)} a game."
    )
