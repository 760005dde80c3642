"""What the figures of a game played against each other need, out of its results.

Scenarios that differ in nothing but the number of players (``of`` in their files) go by one label, and the panels of a
figure are the numbers of players.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from analysis.statements import scenario_label
from reports import words
from reports.figures.added import Quantity
from reports.figures.choices import Series
from reports.figures.meetings import Square
from reports.figures.points import Spread, Steps
from reports.figures.seats import Panel

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult, Distribution
    from analysis.proportions import Estimate
    from analysis.tournament_result import TournamentResult
    from sim.registry import Game

#: What a module is said to add, in the order of the panels: names of `analysis.balance_result.Change`.
ADDED = ("points", "decisions", "luck")


def kin(game: Game, scenario: str) -> str:
    """Return the name under which a scenario is the same for every number of players."""
    return str(game.scenarios[scenario].get("of", scenario))


def label(game: Game, scenario: str) -> str:
    """Return what a scenario is called, whatever the number of players: the words that all its titles begin with."""
    group = kin(game, scenario)
    titles = [scenario_label(game, name).split() for name in game.scenarios if kin(game, name) == group]
    alike = takewhile(lambda parts: len(set(parts)) == 1, zip(*titles, strict=False))
    shared = [parts[0] for parts in alike]
    return " ".join(shared).rstrip(" ,;:") or scenario_label(game, group)


def seated(players: int) -> str:
    """Return ``'3 players'``."""
    return words.count(players, "player")


def front_kin(game: Game, scenarios: Sequence[str]) -> str:
    """Return the scenario that stands for the game where one must: the game's own first choice, if it was played."""
    found = list(dict.fromkeys(kin(game, name) for name in scenarios))
    default = kin(game, game.file.default_scenario)
    return default if default in found else found[0]


def seat_panels(result: BalanceResult) -> list[Panel]:
    """Return a panel for each number of players."""
    return [
        Panel(
            players,
            tuple(
                (label(result.game, entry.scenario), {seat.seat: seat.share for seat in entry.seats})
                for entry in result.seats
                if entry.players == players
            ),
        )
        for players in dict.fromkeys(entry.players for entry in result.seats)
    ]


def choice_series(result: BalanceResult) -> dict[str, list[Series]]:
    """Return the worth of what is dealt by scenario, for every number of players at which it was dealt."""
    found: dict[str, list[Series]] = {}
    for entry in result.choices:
        one = Series(
            seated(entry.players),
            {choice.name: choice.ahead["victory"] for choice in entry.choices},
            {choice.name: choice.ahead["points"] for choice in entry.choices},
        )
        found.setdefault(kin(result.game, entry.scenario), []).append(one)
    return found


def spreads(result: BalanceResult) -> list[Spread]:
    """Return how points are spread, for every number of players of the scenario that stands for the game."""
    front = front_kin(result.game, result.scenarios)
    return [
        Spread(
            seated(entry.players),
            _steps(entry.all_seats),
            _steps(entry.winner),
            entry.all_seats.mean.estimate,
            entry.winner.mean.estimate,
        )
        for entry in result.scores
        if kin(result.game, entry.scenario) == front
    ]


def _steps(found: Distribution) -> Steps:
    edges = tuple(float(found.first + found.width * place) for place in range(len(found.counts) + 1))
    total = sum(found.counts) * found.width
    return edges, tuple(count / total if total else 0.0 for count in found.counts)


def quantities(result: BalanceResult) -> list[Quantity]:
    """Return what the modules add, a panel a quantity; empty where no scenario comes after another."""
    places: list[str] = []  # in the order in which they are added
    for step in result.modules:
        for name in (kin(result.game, step.before), kin(result.game, step.scenario)):
            if name not in places:
                places.append(name)
    found = []
    for name in ADDED:
        values: dict[int, dict[str, Estimate]] = {}
        title = unit = ""
        for step in result.modules:
            change = step.change(name)
            if change is None:
                continue
            title, unit = f"{change.label[:1].upper()}{change.label[1:]}", change.unit
            mine = values.setdefault(step.players, {})
            mine.setdefault(kin(result.game, step.before), change.before)
            mine[kin(result.game, step.scenario)] = change.now
        if values:
            lines = {seated(n): tuple(mine.get(place) for place in places) for n, mine in values.items()}
            found.append(Quantity(title, unit, tuple(_short(result.game, place) for place in places), lines))
    return found


def _short(game: Game, scenario: str) -> str:
    """Return the number a scenario's name ends with, to stand below an axis; else what it is called."""
    last = scenario.rpartition("-")[2]
    return last if last.isdigit() else "\n".join(textwrap.wrap(label(game, scenario), 12))


def fields_shown(result: TournamentResult) -> list[str]:
    """Return the scenarios of a tournament that stand for all: one for each number of players."""
    front = front_kin(result.game, result.scenarios)
    return [name for name in result.scenarios if kin(result.game, name) == front]


def squares(result: TournamentResult) -> list[Square]:
    """Return who wins among whom, for every number of players of the scenario that stands for the game."""
    return [
        Square(
            seated(len(field.seats)),
            field.equal,
            tuple(field.standings),
            {pair: duel.share for pair, duel in field.duels.items()},
        )
        for field in (result.fields[name] for name in fields_shown(result))
    ]


def ratings(result: TournamentResult) -> list[tuple[str, dict[str, Estimate]]]:
    """Return the ratings, for every number of players of the scenario that stands for the game."""
    return [
        (seated(len(field.seats)), {name: standing.rating for name, standing in field.standings.items()})
        for field in (result.fields[name] for name in fields_shown(result))
    ]
