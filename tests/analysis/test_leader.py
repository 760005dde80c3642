"""The best policy under other assumptions: the same for any number of workers; holds, left open, shown false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analysis.arms import Base
from analysis.leader import Leader, _answer, leader
from analysis.proportions import mean_estimate
from analysis.tournament_result import Field
from sim.registry import load_game
from tests.report.made_up_balance import MadeUp

MARBLES = load_game("marbles")


def field(scenario: str = "ring", best: str = "bold") -> Field:
    """Return a tournament in which a policy stands first."""
    found = MadeUp().field(scenario)
    ranked = [best, *(name for name in found.standings if name != best)]
    return replace(found, standings={name: found.standings[name] for name in ranked})


@pytest.mark.parametrize("scenario", ["ring", "ring-for-2"])
def test_the_strongest_stays_the_strongest_and_the_weakest_is_found_out(scenario):
    base = Base(MARBLES, 11)
    good = leader(base, field(scenario), samples=6, games=60)
    assert good.statement.survival.held == good.statement.survival.of == 6
    bad = leader(base, field(scenario, "random"), samples=6, games=60)
    assert (bad.statement.survival.held, bad.statement.survival.contradicted) == (0, 6)
    assert bad.statement.subjects[0] == "random" and "‘random’ plays better" in bad.statement.text


def test_it_does_not_depend_on_the_workers_and_is_stored_whole():
    alone = leader(Base(MARBLES, 11), field(), samples=4, games=40)
    assert leader(Base(MARBLES, 11, jobs=2), field(), samples=4, games=40) == alone
    assert Leader.from_json(alone.to_json()) == alone
    other = leader(Base(MARBLES, 12), field(), samples=4, games=40)
    assert other.seed == 12 and other.statement.id == alone.statement.id


def test_one_rival_ahead_is_enough():
    def ahead(value):
        return mean_estimate(value, 0.01, 100)

    assert _answer([ahead(0.1), ahead(0.005)]) == "holds"
    assert _answer([ahead(0.1), ahead(-0.005)]) == "unclear"
    assert _answer([ahead(0.1), ahead(-0.1)]) == "contradicted"
