"""What do stored runs of a competitive game say about balance? Seats and points, from rows that are there already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analysis.balance import players_of
from analysis.balance_measures import POINTS_MARGIN, VICTORY_MARGIN, Table
from analysis.balance_parts import POINTS, VICTORY
from analysis.balance_result import BalanceResult, Played
from analysis.balance_spread import scores_of
from analysis.balance_starts import starts_of
from analysis.balance_tables import Ruler, seat_balance
from analysis.proportions import CONFIDENCE
from analysis.stored import differences
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.store import Run


def balance_of_runs(runs: Sequence[Run], confidence: float = CONFIDENCE) -> BalanceResult:
    """Return what stored runs say about the seats and the points, one run for each scenario.

    Parameters
    ----------
    runs : sequence of Run
        Of one game, all with the same seed, number of games, house rules and sources, one policy at every seat.
    confidence : float, optional
        Coverage of the intervals.

    Raises
    ------
    BadInput
        With everything that keeps the runs from being one answer.
    """
    problems = [*differences(runs), *_seatings(runs)]
    scenarios = [run.manifest["scenario"] for run in runs]
    problems += [
        f"{run.name}: another run has the same scenario." for i, run in enumerate(runs) if scenarios[i] in scenarios[:i]
    ]
    if problems:
        raise BadInput(problems)
    first = runs[0].manifest
    game = registry.load_game(first["game"])
    runs = sorted(runs, key=lambda run: (players_of(game, run.manifest["scenario"]), list(game.scenarios).index(
        run.manifest["scenario"])))  # fmt: skip
    tables, starts, fixed = {}, {}, _start_is_fixed(runs[0])
    for run in runs:
        rows, name = run.rows(), run.manifest["scenario"]
        seats = game.seats_in_play(run.plan().rules)
        tables[name] = Table.of(game, rows, seats)
        starts[name] = starts_of(game, rows, len(seats), fixed)
    margins = {POINTS: POINTS_MARGIN, VICTORY: VICTORY_MARGIN}
    pairs = sum(len(table.seats) * (len(table.seats) - 1) // 2 for table in tables.values())
    ruler = Ruler(margins, confidence, 2 * len(tables), 2 * pairs)
    unit = next(iter(game.file.columns_of(game.file.measures[0]).values())).unit
    policy = first["policies"][0]
    return BalanceResult(
        game=game,
        scenarios=tuple(tables),
        policy=policy["name"],
        seed=first["seed"],
        confidence=confidence,
        margins=margins,
        played=Played(first["games"], 0, 0, 0, first["games"] * len(runs)),
        seats=tuple(
            seat_balance(
                name,
                tables[name],
                starts[name].tolist(),
                ruler,
                run.manifest["rows_sha256"] or "",
                run.manifest["rules_digest"],
            )
            for name, run in zip(tables, runs, strict=True)
        ),
        scores=tuple(scores_of(name, table, unit) for name, table in tables.items()),
        variants=tuple(first["variants"]),
        rules_changed=first["rules_changed"],
        source_digest=first["source_digest"],
        policy_digests={policy["name"]: policy["digest"]},
        adjustment={"method": "bonferroni", "seats": 2 * pairs, "choices": 0, "changes": 0},
    )


def _seatings(runs: Sequence[Run]) -> list[str]:
    """Return a line for every run in which not all seats were played alike, or by another policy than in the first."""
    found, first = [], ""
    for run in runs:
        names = dict.fromkeys(
            f"{seat['name']} {seat['parameters']} {seat.get('forbid')}" for seat in run.manifest["policies"]
        )
        own = run.manifest["policies"][0]["name"]
        if len(names) > 1:
            listed = ", ".join(seat["name"] for seat in run.manifest["policies"])
            found.append(f"{run.name}: its seats were played by {listed}; seats compare where one policy plays all.")
        elif first and own != first:
            found.append(f"{run.name}: policy {own} here, {first} in {runs[0].name}.")
        first = first or own
    return found


def _start_is_fixed(run: Run) -> bool:
    rules = run.plan().rules
    entry = registry.load_game(run.manifest["game"]).file.balance
    return bool(entry.start_rule) and rules.values[entry.start_rule] == entry.start_fixed
