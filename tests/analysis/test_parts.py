"""Ledgers, order, gap, early calls: known answers."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.early import checkpoint_columns, checkpoints, separation
from analysis.gap import Gap, find_gap
from analysis.ledgers import costliest_station, ledgers_of_rows, ledgers_of_totals
from analysis.order import compare_all, group_of, order, simultaneous
from analysis.proportions import wilson
from sim import registry
from tests.analysis import synthetic


@pytest.fixture(scope="module")
def opulent():
    return registry.load_game("opulent")


@pytest.fixture(scope="module")
def rows(opulent):
    return synthetic.rows_of("1924", "rulebook", registry.resolve(opulent, "1924").values, 3, 400)


def test_ledgers_balance_and_sum(opulent, rows):
    found = ledgers_of_rows(opulent, rows)
    nickels = found["nickels"]
    assert nickels.balanced and nickels.unbalanced == 0
    assert nickels.total == sum(int(rows[f.name].sum()) for f in nickels.inflows)
    assert sum(nickels.by_station().values()) + sum(f.total for f in nickels.kept) == nickels.total
    assert [f.total for f in nickels.losses] == sorted((f.total for f in nickels.losses), reverse=True)
    assert ledgers_of_totals(opulent, {name: ledger.to_json() for name, ledger in found.items()}) == found


def test_a_ledger_that_does_not_balance_is_noticed(opulent, rows):
    wrong = rows.copy()
    wrong["banked"][5] += 1
    wrong["banked"][6] -= 1  # the sums still agree; game by game they do not
    found = ledgers_of_rows(opulent, wrong)["nickels"]
    assert found.unbalanced == 2 and not found.balanced


def test_costliest_station_is_one_of_the_team(opulent, rows):
    worse = rows.copy()
    worse["closing"] += 30000 // len(rows)
    worse["off_key"] += 50
    station, ledger, total = costliest_station(opulent, ledgers_of_rows(opulent, worse))
    assert (station, ledger) == ("band", "nickels") and total >= 50 * len(rows)


def test_order_groups_ties_and_ranks_the_rest():
    rng = np.random.default_rng(5)
    won = {name: rng.random(4000) < p for name, p in {"a": 0.5, "b": 0.2, "c": 0.205, "d": 0.9}.items()}
    groups = order(won)
    assert [set(group) for group in groups] == [{"b", "c"}, {"a"}, {"d"}]
    assert set(group_of(groups, "c")) == {"b", "c"}
    pairs = compare_all(won)
    assert len(pairs) == 6 and pairs["b", "c"].tied and not pairs["a", "b"].tied


def test_intervals_of_several_pairs_hold_together():
    """Ten equal scenarios: in at least 93 of 100 repetitions none of the 45 pairs is told apart."""
    rng = np.random.default_rng(6)
    right = 0
    for _ in range(100):
        won = {str(i): rng.random(300) < 0.4 for i in range(10)}
        right += all(pair.tied for pair in compare_all(won).values())
    assert right >= 93 and simultaneous(0.95, 1) == 0.95


@pytest.mark.parametrize("true", [-31, -7, 0, 4, 38])
@pytest.mark.parametrize("first", [-60, -3, 0, 11, 60])
def test_gap_is_found_from_anywhere(true, first):
    tried = []

    def rate(change):
        tried.append(change)
        return wilson(round(1000 / (1 + math.exp((change - true - 0.5) / 4))), 1000)

    found = find_gap(rate, (-60, 60), first)
    assert found.status == "ok" and found.dollars == true
    assert found.low <= true <= found.high and found.high - found.low <= 3
    assert len(tried) == len(set(tried)) <= 24


def test_gap_may_not_exist():
    low = find_gap(lambda change: wilson(0, 100), (-20, 60), 0)
    high = find_gap(lambda change: wilson(100, 100), (-20, 60), 0)
    assert low.status == high.status == "none" and low.dollars is None
    assert "20 dollars less" in low.reason and "60 dollars more" in high.reason
    assert Gap.from_json(low.to_json()) == low


@settings(deadline=None, max_examples=60)
@given(st.integers(-40, 40), st.integers(-40, 40))
def test_gap_agrees_with_a_plain_search(true, first):
    rates = {change: wilson(int(change <= true), 1) for change in range(-30, 31)}
    found = find_gap(rates.__getitem__, (-30, 30), first)
    plain = max((c for c in rates if rates[c].estimate >= 0.5), default=None)
    assert found.dollars == (plain if plain not in (None, 30) else None)


def test_separation_is_the_area_under_the_curve():
    score = np.array([1, 1, 2, 3, 3, 4])
    won = np.array([False, True, False, True, False, True])
    pairs = [(w > x) + (w == x) / 2 for w in score[won] for x in score[~won]]
    assert separation(score, won) == pytest.approx(np.mean(pairs))
    assert math.isnan(separation(score, np.ones(6, bool)))


def test_checkpoints_of_a_game_decided_by_round_8(opulent, rows):
    sure = rows.copy()
    won = sure["outcome"] == 0
    sure["coffers_8"] = np.where(won, 50, 10)
    sure["coffers_4"] = 3
    sure["rounds"] = 14
    found = {point.round: point for point in checkpoints(opulent, sure, won)}
    assert list(found) == [4, 8, 12] == list(checkpoint_columns(opulent).values())
    assert found[8].called == 1 and found[8].skill == 1 and found[8].separation == 1
    assert found[4].called == found[4].blind and found[4].skill == 0 and found[4].separation == 0.5
    ended = sure.copy()
    ended["rounds"] = 3
    assert checkpoints(opulent, ended, won)[0].called == 1
    assert checkpoints(opulent, sure[:0], won[:0]) == ()
    assert math.isnan(replace(found[4], blind=1.0, called=1.0).skill)
