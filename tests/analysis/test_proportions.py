import json
import math

import numpy as np
import pytest
from scipy import stats

from analysis.proportions import Estimate, Paired, mean, paired_means, paired_shares, share_of, unknown, wilson


def test_no_games_is_no_estimate():
    found = share_of(np.empty(0, bool))
    assert math.isnan(found.estimate) and found.reason == "no games were played" and not found.known
    data = found.to_json()
    assert data["estimate"] is None and data["reason"]
    json.dumps(data, allow_nan=False)
    assert mean(np.empty(0)).reason and unknown().n == 0
    assert math.isnan(paired_shares(np.empty(0, bool), np.empty(0, bool)).difference.estimate)


@pytest.mark.parametrize(("count", "n"), [(0, 1), (1, 1), (0, 50), (7, 50), (50, 50), (1, 100_000), (99_998, 100_000)])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.999])
def test_wilson_is_scipys(count, n, confidence):
    theirs = stats.binomtest(count, n).proportion_ci(confidence, method="wilson")
    mine = wilson(count, n, confidence)
    assert (mine.low, mine.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)
    assert mine.estimate == count / n and mine.n == n


def test_mean_is_numpys_with_a_normal_interval():
    values = np.array([3, 5, 8, 8, 1], "i2")
    found = mean(values, confidence=0.9)
    assert found.estimate == pytest.approx(5.0)
    assert found.standard_error == pytest.approx(stats.sem(values))
    assert (found.low, found.high) == pytest.approx(stats.norm.interval(0.9, 5.0, stats.sem(values)))


def test_one_game_has_no_spread():
    assert mean(np.array([4.0])).estimate == 4 and math.isnan(mean(np.array([4.0])).low)


def test_paired_shares_count_discordant_games():
    a = np.array([True] * 30 + [False] * 20 + [True] * 50)
    b = np.array([True] * 30 + [True] * 20 + [False] * 50)
    found = paired_shares(a, b)
    assert (found.first_only, found.second_only) == (50, 20)
    assert found.difference.estimate == pytest.approx(0.3)
    # Bonett and Price: p = 51/102, q = 21/102
    p, q = 51 / 102, 21 / 102
    half = stats.norm.ppf(0.975) * math.sqrt((p + q - (p - q) ** 2) / 102)
    assert (found.difference.low, found.difference.high) == pytest.approx((p - q - half, p - q + half))
    assert not found.tied


def test_paired_shares_of_equal_arms_are_tied_and_keep_a_width():
    same = np.ones(50, bool)
    found = paired_shares(same, same)
    assert found.tied and found.difference.estimate == 0 and found.difference.low < 0 < found.difference.high
    assert math.isnan(found.correlation)


@pytest.mark.parametrize(("p", "q"), [(0.02, 0.02), (0.2, 0.1), (0.004, 0.0)])
def test_paired_interval_covers(p, q):
    """The nominal 95 % interval covers the true difference in at least 93 % of repetitions, also for rare events."""
    rng = np.random.default_rng(1)
    n, repetitions, covered = 300, 600, 0
    for _ in range(repetitions):
        kinds = rng.choice(3, n, p=[p, q, 1 - p - q])
        found = paired_shares(kinds == 0, kinds == 1).difference
        covered += found.low <= p - q <= found.high
    assert covered / repetitions > 0.93


def test_paired_means_gain_from_correlation():
    rng = np.random.default_rng(2)
    shared = rng.normal(size=1000)
    a, b = shared + 0.1 * rng.normal(size=1000) + 1, shared + 0.1 * rng.normal(size=1000)
    found = paired_means(a, b)
    assert found.difference.estimate == pytest.approx(1, abs=0.02) and found.correlation > 0.98
    assert found.difference.standard_error < 0.1 * mean(a).standard_error * 2


def test_arms_of_different_length_are_refused():
    with pytest.raises(ValueError, match="pairs"):
        paired_shares(np.ones(3, bool), np.ones(4, bool))


def test_json_comes_back():
    found = paired_shares(np.array([True, False, True]), np.array([False, False, True]))
    assert Paired.from_json(json.loads(json.dumps(found.to_json()))) == found
    estimate = share_of(np.array([True, False]))
    assert Estimate.from_json(json.loads(json.dumps(estimate.to_json()))) == estimate
