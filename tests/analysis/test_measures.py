"""What can be asked about a game played against each other, by hand-made rows."""

import numpy as np
import pytest

from analysis.measures import measure_named, measures_of, metrics_of
from analysis.paired import Metric, compare_rows, effect_of, one_side
from analysis.pairs import PairSums
from analysis.proportions import wilson
from sim import registry
from sim.errors import BadInput

MARBLES, PEBBLES = registry.load_game("marbles"), registry.load_game("pebbles")
COLUMNS = {column.name: column.dtype for column in MARBLES.file.columns}


def rows(*games):
    """Return rows of games given as points by seat; victories follow from them."""
    table = np.zeros(len(games), list(COLUMNS.items()))
    for row, marbles in zip(table, games, strict=True):
        best = [seat for seat, points in enumerate(marbles) if points == max(marbles)]
        for seat, points in enumerate(marbles):
            row[f"points_{MARBLES.file.seats[seat]}"] = points
            row[f"victory_{MARBLES.file.seats[seat]}"] = 12 // len(best) if seat in best else 0
        row["outcome"] = best[0] if len(best) == 1 else 3
        row["turns"], row["decisions"] = 12, sum(marbles)
    return table


def means(table, seats):
    return {m.name: float(m.values(table).mean() / m.per) for m in metrics_of(MARBLES, seats)}


def test_the_measures_of_a_table_of_three():
    found = means(rows((10, 4, 4), (3, 8, 8), (6, 6, 6), (1, 2, 12)), ("red", "blue", "green"))
    assert list(found) == [
        "points", "winner", "spread", "victory.red", "victory.blue", "victory.green", "points.red", "points.blue",
        "points.green", "shared", "turns", "decisions",
    ]  # fmt: skip
    assert found["points"] == pytest.approx((18 + 19 + 18 + 15) / 12)
    assert found["winner"] == pytest.approx((10 + 8 + 6 + 12) / 4)
    assert found["spread"] == pytest.approx((6 + 5 + 0 + 11) / 4)
    assert found["victory.red"] == pytest.approx((1 + 0 + 1 / 3 + 0) / 4)
    assert found["victory.blue"] == pytest.approx((0 + 1 / 2 + 1 / 3 + 0) / 4)
    assert sum(value for name, value in found.items() if name.startswith("victory.")) == pytest.approx(1)
    assert found["points.green"] == pytest.approx(30 / 4) and found["shared"] == 0.5


def test_an_empty_seat_has_no_measure_and_no_part_in_the_mean():
    found = means(rows((10, 4, 0), (3, 8, 0)), ("red", "blue"))
    assert found["points"] == pytest.approx(25 / 4) and found["spread"] == pytest.approx(5.5)
    assert not any("green" in name for name in found)


def test_the_winner_is_who_holds_the_victory():
    """A tie that a rule breaks leaves the victory with one; an error leaves it with nobody."""
    table = rows((5, 5, 1))
    table["victory_red"], table["victory_blue"] = 0, 12
    assert means(table, ("red", "blue", "green"))["winner"] == 5
    table["victory_blue"] = 0
    assert means(table, ("red", "blue", "green"))["winner"] == 1, "nobody won: the least is all that is sure"


def test_paired_differences_of_parts_of_a_victory():
    """The seats of a game are one observation: what one wins more, others win less, in the same games."""
    before, after = rows((10, 4, 4), (3, 8, 8), (1, 9, 2)), rows((10, 4, 4), (8, 8, 8), (10, 9, 2))
    found = compare_rows(metrics_of(MARBLES), before, after, 0.95)
    moved = [found.effects[f"victory.{seat}"].difference.estimate for seat in MARBLES.file.seats]
    assert moved == pytest.approx([(1 / 3 + 1) / 3, (1 / 3 - 1 / 2 - 1) / 3, (1 / 3 - 1 / 2) / 3])
    assert sum(moved) == pytest.approx(0)
    red, alone = found.effects["victory.red"], found.effects["points"]
    assert red.base.method == "wilson" and red.base.estimate == pytest.approx(1 / 3)
    assert found.leading is alone and found.win_rate is red
    assert alone.difference.estimate == pytest.approx((5 + 9) / 9)


def test_a_share_of_the_victory_has_an_interval_where_a_seat_never_wins():
    never = np.zeros(50)
    share = Metric("victory.red", "", "share", per=12)
    found = one_side(PairSums.of(never, never, 12), "base", share)
    assert (found.low, found.high) == (0.0, wilson(0, 50).high) and found.high > 0.05


def test_seats_that_are_read_together_hold_together():
    """Of three seats that do not differ one is shown to in at most five of a hundred questions."""
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(400):
        before, after = (rows(*rng.integers(0, 30, (60, 3))) for _ in range(2))
        effects = compare_rows(metrics_of(MARBLES), before, after, 0.95).effects
        wrong += any(effects[f"victory.{seat}"].differs for seat in MARBLES.file.seats)
    assert wrong <= 30


def test_measures_by_name():
    found = measures_of(MARBLES, ("red", "blue"))
    assert list(found)[:3] == ["points", "victory", "rolls"] and "points.green" not in found
    assert "bag" not in found, "what has no unit is no amount"
    assert found["victory"].name == "victory.red" and found["victory"].family == 1
    with pytest.raises(BadInput, match="no such measure. Did you mean 'points'"):
        measure_named(found, "pionts", MARBLES)
    with pytest.raises(BadInput, match="played by one team; only win_rate is measured"):
        measure_named(measures_of(PEBBLES), "points", PEBBLES)
    assert measure_named(measures_of(PEBBLES), "win_rate", PEBBLES).codes


def test_the_interval_of_points_does_not_lean_towards_nothing():
    """A change of 20 points with little noise, in few games: covered as often as promised, evenly on both sides."""
    rng, below, above = np.random.default_rng(9), 0, 0
    metric = metrics_of(MARBLES)[0]
    for _ in range(1000):
        base = rng.integers(60, 120, 60)
        sums = metric.sums(base, base + 6 * 20 + rng.poisson(18, 60) - 18)
        found = effect_of(sums, metric).difference
        below, above = below + (found.high < 20), above + (found.low > 20)
    assert 12 <= below <= 38 and 12 <= above <= 38 and 30 <= below + above <= 66
    same = effect_of(metric.sums(base, base + 4), metric).difference
    assert same.low < 4 / 6 < same.high and same.high - same.low < 0.1, "the same in every game, and still an interval"


def test_where_hardly_any_game_differs_pairs_are_added():
    metric, base = metrics_of(MARBLES)[0], np.full(300, 60)
    arm = base.copy()
    arm[:2] += 60
    dense = effect_of(metric.sums(base, arm), metric)
    assert dense.difference == metric.sums(base, arm).difference(False) and dense.difference.low < 0
