import json
import math

import numpy as np
import pytest
from scipy import stats

from analysis.proportions import (
    Estimate,
    Paired,
    adjusted_wald,
    mean,
    paired_means,
    paired_shares,
    share_of,
    student_quantile,
    unknown,
    wilson,
)


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


def test_mean_is_numpys_with_students_interval():
    values = np.array([3, 5, 8, 8, 1], "i2")
    found = mean(values, confidence=0.9)
    assert found.estimate == pytest.approx(5.0)
    assert found.standard_error == pytest.approx(stats.sem(values))
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.9, 4, 5.0, stats.sem(values)))


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.9999])
def test_students_quantile_is_scipys(confidence):
    freedoms = [*range(1, 30), 99, 100, 101, 1_000, 10**6]
    assert [student_quantile(confidence, each) for each in freedoms] == pytest.approx(
        stats.t.ppf(0.5 + confidence / 2, freedoms), rel=1e-5
    )


def test_one_game_has_no_spread():
    assert mean(np.array([4.0])).estimate == 4 and math.isnan(mean(np.array([4.0])).low)


def test_paired_shares_count_discordant_games():
    a = np.array([True] * 30 + [False] * 20 + [True] * 50)
    b = np.array([True] * 30 + [True] * 20 + [False] * 50)
    found = paired_shares(a, b)
    assert (found.first_only, found.second_only) == (50, 20)
    assert found.difference.estimate == pytest.approx(0.3)
    # Agresti and Coull's z * z pairs, half of them on each side
    z = stats.norm.ppf(0.975)
    n, p, q = 100 + z * z, 50 + z * z / 2, 20 + z * z / 2
    half = z * math.sqrt(((p + q) / n - ((p - q) / n) ** 2) / n)
    assert (found.difference.low, found.difference.high) == pytest.approx(((p - q) / n - half, (p - q) / n + half))
    assert not found.tied


def test_paired_shares_of_equal_arms_are_tied_and_keep_a_width():
    same = np.ones(50, bool)
    found = paired_shares(same, same)
    assert found.tied and found.difference.estimate == 0 and found.difference.low < 0 < found.difference.high
    assert math.isnan(found.correlation)


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99, 0.999])
@pytest.mark.parametrize("rare", [0, 0.3, 3])
def test_paired_interval_covers_in_sparse_cases(confidence, rare):
    """Exact coverage in 20,000 pairs of which few are discordant, one-sided ones included, at every level."""
    n, counts = 20_000, np.arange(90)
    worst = 0.0
    for often in np.concatenate([rare + np.linspace(0, 3, 31), rare + np.linspace(3.5, 30, 40)]):
        chance = np.outer(stats.poisson.pmf(counts, often), stats.poisson.pmf(counts, rare))
        truth, missed = (often - rare) / n, 0.0
        for x, y in zip(*np.nonzero(chance > 1e-9)):
            found = adjusted_wald(n, x - y, x + y, 1.0, confidence)
            missed += chance[x, y] * (not found.low <= truth <= found.high)
        worst = max(worst, missed)
    assert worst < 1.15 * (1 - confidence)


def test_paired_means_of_rare_differences_keep_a_width():
    same = np.arange(50.0)
    assert paired_means(same, same).difference.high > 0 > paired_means(same, same).difference.low
    one = same.copy()
    one[7] += 40
    assert paired_means(one, same).tied, "one game that differs shows nothing"


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
