"""Do all seats win alike? Win share of every seat, a panel for each number of players, around the equal share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from reports import words
from reports.figures.canvas import INK, NARROW, RULE, SAND, press
from reports.figures.inks import series

if TYPE_CHECKING:
    from analysis.proportions import Estimate

#: Distance of two seats within the row of a scenario.
_STEP = 0.2


@dataclass(frozen=True)
class Panel:
    """The seats of one number of players.

    Attributes
    ----------
    players : int
        How many sit at the table.
    rows : tuple of (str, dict of str to Estimate)
        A row a scenario: its label, and the win share by seat in turn order.
    """

    players: int
    rows: tuple[tuple[str, dict[str, Estimate]], ...]

    @property
    def equal(self) -> float:
        """The share that each seat would have if all were alike."""
        return 1 / self.players


def draw(panels: Sequence[Panel], width: float) -> Figure:
    """Draw the win shares; all panels reach as far from the equal share, so that they compare."""
    labels = list(dict.fromkeys(label for panel in panels for label, _ in panel.rows))
    seats = list(dict.fromkeys(seat for panel in panels for _, shares in panel.rows for seat in shares))
    reach = _reach(panels)
    beside = width > NARROW
    one = 0.28 + (0.14 + 0.155 * len(seats)) * len(labels)
    with press():
        figure = Figure(
            figsize=(width, 0.65 + one if beside else 0.6 + (one + 0.42) * len(panels)),
            layout=ConstrainedLayoutEngine(w_pad=0.03, h_pad=0.03),
        )
        shape = (1, len(panels)) if beside else (len(panels), 1)
        axes = figure.subplots(*shape, sharey=True, squeeze=False).ravel().tolist()
        for panel, place in zip(panels, axes, strict=True):
            _panel(place, panel, labels, seats, reach)
        axes[len(axes) // 2 if beside else -1].set_xlabel("of the games, won by this seat")
        handles, names = _legend(axes)
        figure.legend(handles, names, loc="outside upper left", ncols=4 if beside else 2, handletextpad=0.3)
    return figure


def _legend(axes: Sequence[Any]) -> tuple[list[Any], list[str]]:
    found: dict[str, Any] = {}
    for place in axes:
        for handle, name in zip(*place.get_legend_handles_labels(), strict=True):
            found.setdefault(name, handle)
    return list(found.values()), list(found)


def _reach(panels: Sequence[Panel]) -> float:
    ends = [
        abs(end - panel.equal)
        for panel in panels
        for _, shares in panel.rows
        for share in shares.values()
        for end in (share.low, share.high)
        if share.known
    ]
    return max([0.02, *ends]) * 1.12


def _panel(axes: Any, panel: Panel, labels: list[str], seats: list[str], reach: float) -> None:
    axes.axvline(panel.equal, color=INK, linewidth=0.9, zorder=1)
    mine = [seat for seat in seats if any(seat in shares for _, shares in panel.rows)]
    for number, seat in enumerate(seats):
        found = [
            (labels.index(label) + _STEP * (mine.index(seat) - (len(mine) - 1) / 2), shares[seat])
            for label, shares in panel.rows
            if seat in shares and shares[seat].known
        ]
        if not found:
            continue
        shown = [share for _, share in found]
        axes.errorbar(
            [share.estimate for share in shown],
            [row for row, _ in found],
            xerr=[[s.estimate - s.low for s in shown], [s.high - s.estimate for s in shown]],
            linestyle="none",
            markersize=4.6,
            elinewidth=1.2,
            zorder=3,
            label=seat,
            **series(number),
        )
    for row in range(len(labels)):
        if row % 2 == 0:
            axes.axhspan(row - 0.5, row + 0.5, color=SAND, alpha=0.45, linewidth=0, zorder=0)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(panel.equal - reach, panel.equal + reach)
    axes.set_title(f"{panel.players} players: equal is {words.part(panel.equal)}", loc="left", fontsize=9)
    axes.grid(True, axis="x", color=RULE)
    places = 1 if reach < 0.02 else 0
    axes.xaxis.set_major_locator(_locator())
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.{places}f} %")


def _locator() -> Any:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(4, steps=[1, 2, 5, 10], prune="both")


def describe(panels: Sequence[Panel]) -> str:
    """Return the figure in words."""
    said = [
        f"{panel.players} players, {label}: "
        + ", ".join(f"{seat} {words.share(s.estimate, s.low, s.high)}" for seat, s in shares.items())
        for panel in panels
        for label, shares in panel.rows
    ]
    return f"Share of the games won by each seat. {'; '.join(said)}."
