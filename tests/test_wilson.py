from __future__ import annotations

import math

import pytest
from scipy.stats import binomtest

from analysis.wilson import mean_of, wilson


@pytest.mark.parametrize(("count", "n"), [(0, 10), (10, 10), (3, 17), (41_287, 100_000), (1, 1_000_000)])
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_the_closed_form_is_scipys(count: int, n: int, confidence: float) -> None:
    mine = wilson(count, n, confidence)
    theirs = binomtest(count, n).proportion_ci(confidence, "wilson")
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=1e-14)


def test_no_games_give_no_share_and_a_reason() -> None:
    nothing = wilson(0, 0).to_json()
    assert math.isnan(nothing["estimate"])
    assert nothing["reason"]


def test_a_mean_of_one_game_has_no_interval() -> None:
    assert math.isnan(mean_of(3.0, math.nan, 1).low)
    assert mean_of(3.0, 0.5, 10).high == pytest.approx(3.98, abs=0.001)
