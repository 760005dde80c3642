"""From the tally of many campaigns to the career it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from analysis.campaign_bought import bought_orders
from analysis.campaign_career import Alone, Career, Death, Flow, Money, YearRecord
from analysis.campaign_tally import CARRIED, CARRIED_ON, Tally
from analysis.order import simultaneous
from analysis.pairs import PairSums
from analysis.proportions import CONFIDENCE, Estimate, Paired, mean, mean_estimate, unknown, wilson

if TYPE_CHECKING:
    from sim.summary import ColumnSummary

#: Share of two alike scenarios.
EVEN = 0.5
#: Shares of campaigns for which an amount not exceeded is given.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def career_of(
    tally: Tally, policy: str, club: str, confidence: float = CONFIDENCE, alone: Sequence[np.ndarray] = ()
) -> Career:
    """Return the career that a tally shows.

    Parameters
    ----------
    alone : sequence of numpy.ndarray, optional
        For each scenario, which of the same games were won as single sessions.
    """
    layout, n = tally.layout, tally.campaigns
    years = [_year(tally, position, confidence) for position in range(len(layout.scenarios))]
    if len(alone):
        years = [_beside(year, tally, position, alone[position], confidence) for position, year in enumerate(years)]
    return Career(
        policy,
        club,
        n,
        tuple(years),
        years[-1].survival,
        mean(tally.lived, confidence),
        deadliest([(year.scenario, year.reached - year.alive) for year in years], confidence),
        _ledger(tally),
        tally.unbalanced,
        bought_orders(tally, confidence) if layout.buys and layout.buying else None,
        tally.rows_sha256,
    )


def _year(tally: Tally, position: int, confidence: float) -> YearRecord:
    layout, n = tally.layout, tally.campaigns
    assert layout.game.file.campaign is not None
    endings, outcomes = layout.game.file.campaign.endings, layout.game.file.outcomes
    ending, outcome = tally.ending[:, position], tally.outcome[:, position]
    counts = np.bincount(ending, minlength=len(endings))
    reached = int(n - counts[0])
    alive = int(counts[layout.alive].sum())
    causes = np.zeros((len(endings), len(outcomes)), np.int64)
    np.add.at(causes, (ending, outcome), 1)
    deaths = [
        Death(endings[e].name, outcomes[o].name, int(causes[e, o]))
        for e, o in zip(*np.nonzero(causes), strict=True)
        if e > 0 and not layout.alive[e]
    ]
    together = simultaneous(confidence, len(layout.scenarios))
    held = {
        holding.name: {
            thing: wilson(int(count), alive if holding.after else reached, confidence)
            for thing, count in zip(holding.things, tally.held[holding.name][:, position], strict=True)
        }
        for holding in layout.holdings
    }
    return YearRecord(
        scenario=layout.scenarios[position],
        reached=reached,
        alive=alive,
        endings={entry.name: int(count) for entry, count in zip(endings, counts, strict=True)},
        deaths=tuple(sorted(deaths, key=lambda death: -death.count)),
        survival=wilson(alive, n, confidence),
        band=wilson(alive, n, together),
        hazard=wilson(reached - alive, reached, confidence),
        ended=wilson(reached - alive, n, confidence),
        goal=wilson(int(tally.won[:, position].sum()), reached, confidence),
        length={name: _sum_mean(tally, name, position, reached, confidence)[1] for name in layout.lengths},
        money=_money(tally.money[position], confidence),
        flows={name: Flow(*_sum_mean(tally, name, position, reached, confidence)) for name in layout.flows},
        held=held,
        sellers=wilson(int(tally.sellers[position]), reached, confidence),
    )


def _sum_mean(tally: Tally, name: str, position: int, n: int, confidence: float) -> tuple[int, Estimate]:
    """Return sum and mean of a column over the campaigns that reached a scenario."""
    column = tally.layout.summed.index(name)
    total, squares = int(tally.sums[column, position]), int(tally.squares[column, position])
    found = PairSums(n, base=total, base_squares=squares).side("base", False, confidence) if n else unknown(_NOBODY)
    return total, found


_NOBODY = "no campaign came so far"


def _money(found: ColumnSummary, confidence: float) -> Money:
    counts = found.counts.sum(axis=0)
    n = int(counts.sum())
    if n == 0:
        return Money(unknown(_NOBODY), {})
    total, squares = found.sums[0], found.squares[0]
    error = ((n * squares - total * total) / (n * n * max(n - 1, 1))) ** 0.5 if n > 1 else float("nan")
    passed = np.cumsum(counts)
    at = {q: int(np.searchsorted(passed, max(1, int(np.ceil(q * n))))) for q in QUANTILES}
    quantiles = {q: float((found.low + bin_) << found.shift) for q, bin_ in at.items()}
    return Money(mean_estimate(total / n, error, n, confidence), quantiles)


def _beside(year: YearRecord, tally: Tally, position: int, won: np.ndarray, confidence: float) -> YearRecord:
    """Return the year with the same games played alone beside it."""
    reached = tally.reached[:, position]
    inside, single = tally.won[reached, position], won[reached]
    sums = PairSums.of(single, inside)
    effect = Paired(sums.difference(True, confidence), sums.correlation, sums.arm_more, sums.base_more)
    return replace(year, alone=Alone(wilson(int(single.sum()), len(single), confidence), effect))


def deadliest(ended: Sequence[tuple[str, int]], confidence: float = CONFIDENCE) -> tuple[str, ...]:
    """Return the scenario that ends most campaigns, and those that cannot be told from it; none if none does.

    A campaign ends in one scenario at most, so of those that ended in one of two scenarios the larger count is a share,
    which is told from a half by its Wilson interval (McNemar's test); all together (Bonferroni).

    Parameters
    ----------
    ended : sequence of (str, int)
        Campaigns that ended in each scenario.

    Examples
    --------
    >>> deadliest([("1920", 10), ("1921", 200), ("1922", 190)])
    ('1921', '1922')
    >>> deadliest([("1920", 10), ("1921", 200), ("1922", 90)])
    ('1921',)
    """
    ranked = sorted(ended, key=lambda item: -item[1])
    name, most = ranked[0]
    if most == 0:
        return ()
    each = simultaneous(confidence, len(ranked) - 1)
    tied = [other for other, count in ranked[1:] if wilson(most, most + count, each).low <= EVEN]
    return (name, *tied)


def _ledger(tally: Tally) -> dict[str, dict[str, int]]:
    """Return the totals of whole campaigns: what is carried from one scenario into the next is no flow of the whole."""
    sides: dict[str, dict[str, int]] = {"in": {}, "out": {}}
    for name, direction in tally.layout.flows.items():
        sides[direction][name] = int(tally.sums[tally.layout.summed.index(name)].sum())
    carried = sides["in"].pop(CARRIED, 0)
    if CARRIED_ON in sides["out"]:
        sides["out"][CARRIED_ON] -= carried
    return sides
