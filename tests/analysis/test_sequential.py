"""A confidence sequence may be looked at after every block: its coverage under peeking, by simulation."""

import math

import numpy as np
import pytest

from analysis.paired import Metric, PairSums, effect_of
from analysis.quantiles import normal_quantile
from analysis.sequential import STEP, Until, difference_so_far, effect_so_far, mean_so_far, share_so_far
from sim.stop import mixture_radius

SHARE = Metric("win_rate", "games won", "share", 1)
LOOKS, REPETITIONS = 200, 2000

#: Arm alone wins, base alone wins: sparse and one-sided, sparse on both sides, ordinary, everything, nothing.
CASES = [
    (0.0005, 0.0),
    (0.0, 0.0005),
    (0.00005, 0.0),
    (0.002, 0.0),
    (0.0005, 0.00005),
    (0.001, 0.001),
    (0.01, 0.0),
    (0.3, 0.2),
    (0.2, 0.2),
    (0.995, 0.0),
    (0.0, 0.0),
]

radius = np.vectorize(mixture_radius, otypes=[float])


def discordant(arm_only, base_only, step, seed=0):
    """Discordant pairs after each look, of many questions; arrays of shape (repetitions, looks)."""
    rng = np.random.default_rng([seed, round(1e6 * arm_only), round(1e6 * base_only), step])
    x = rng.binomial(step, arm_only, (REPETITIONS, LOOKS))
    y = rng.binomial(step - x, base_only / (1 - arm_only))
    return x.cumsum(axis=1), y.cumsum(axis=1), step * np.arange(1, LOOKS + 1)


def allowed(alpha, repetitions=REPETITIONS):
    """Return alpha and the noise of the simulation."""
    return alpha + 3 * math.sqrt(alpha * (1 - alpha) / repetitions)


def half_widths(x, y, n, confidence):
    """The half-width of `difference_so_far` for many questions at once."""
    return radius(np.maximum(x + y - (x - y) ** 2 / n, 0), confidence)


def ever_wrong(x, y, n, truth, half):
    """Share of questions in which the interval missed the truth at any look; sums, not means."""
    return float((np.abs(x - y - n * truth) > half).any(axis=1).mean())


def test_the_simulated_sequence_is_the_one_in_use():
    x, y, n = 37, 12, 5000
    found = difference_so_far(PairSums(n, 100 + y, 100 + x, 100 + y, 100 + x, 100, y, x), share=True)
    half = float(half_widths(np.array(x), np.array(y), np.array(n), 0.95)) / n
    assert (found.low, found.high) == pytest.approx(((x - y) / n - half, (x - y) / n + half))
    assert found.method == "normal-mixture-sequence"


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.995])
@pytest.mark.parametrize("step", [50, STEP])
@pytest.mark.parametrize(("arm_only", "base_only"), CASES)
def test_coverage_under_peeking(arm_only, base_only, step, confidence):
    x, y, n = discordant(arm_only, base_only, step)
    assert ever_wrong(x, y, n, arm_only - base_only, half_widths(x, y, n, confidence)) <= allowed(1 - confidence)


@pytest.mark.parametrize("step", [50, STEP])
def test_intervals_of_a_fixed_number_of_games_fail_the_same_test(step):
    """So that the test above has teeth."""
    x, y, n = discordant(0.3, 0.2, step)
    wald = normal_quantile(0.95) * np.sqrt(x + y - (x - y) ** 2 / n)
    assert ever_wrong(x, y, n, 0.1, wald) > 4 * allowed(0.05)
    adjusted = normal_quantile(0.95) * np.sqrt(x + y + 3.84 - (x - y) ** 2 / n)
    assert ever_wrong(x, y, n, 0.1, adjusted) > 4 * allowed(0.05)


def test_a_mixture_that_believes_its_own_variance_fails_in_the_silence_of_rare_events():
    """Measured in the spread seen so far, a sequence has no width until the first event; ours counts events."""
    x, y, n = discordant(0.0005, 0.0, 50)
    seen = (x + y - (x - y) ** 2 / n) / n
    games = n + 1000.0
    plain = np.sqrt(seen * games * (np.log(games / 1000.0) + -2 * np.log(0.05)))
    assert ever_wrong(x, y, n, 0.0005, plain) > 0.5
    assert ever_wrong(x, y, n, 0.0005, half_widths(x, y, n, 0.95)) <= 0.05


@pytest.mark.parametrize("share", [0.0, 0.0005, 0.02, 0.5, 0.98, 0.9995, 1.0])
def test_coverage_of_a_single_share_under_peeking(share):
    rng = np.random.default_rng(11)
    won = rng.binomial(500, share, (REPETITIONS, LOOKS)).cumsum(axis=1)
    n = 500 * np.arange(1, LOOKS + 1)
    half = radius(won * (n - won) / n, 0.95)
    assert (np.abs(won - n * share) > half).any(axis=1).mean() <= allowed(0.05)
    found = share_so_far(int(won[0, 0]), 500)
    assert 0 <= found.low <= found.estimate <= found.high <= 1
    assert found.high - found.estimate == pytest.approx(min(half[0, 0] / 500, 1 - found.estimate))


@pytest.mark.parametrize("often", [0.01, 0.1, 0.9])
def test_coverage_of_a_mean_under_peeking(often):
    """Skewed differences of some dollars in some of the games, measured in the size of those seen so far."""
    rng = np.random.default_rng(12)
    repetitions, step, values, chances = 600, 1000, np.array([-1, 2, 5, 30]), np.array([0.5, 0.3, 0.15, 0.05])
    truth = often * float(values @ chances)
    counts = rng.multinomial(step, [*(often * chances), 1 - often], (repetitions, 150)).cumsum(axis=1)[..., :4]
    n, total, squares, differing = (
        step * np.arange(1, 151),
        counts @ values,
        counts @ values**2,
        counts.sum(axis=-1),
    )
    size = np.sqrt(squares / np.maximum(differing, 1))
    half = size * radius(np.maximum(squares - total**2 / n, 0) / size**2, 0.95)
    assert (np.abs(total - n * truth) > half).any(axis=1).mean() <= allowed(0.05, repetitions)
    one = mean_so_far(int(n[3]), float(total[0, 3]), float(squares[0, 3]), float(size[0, 3]))
    assert (one.high - one.low) / 2 == pytest.approx(half[0, 3] / n[3])


@pytest.mark.parametrize(("arm_only", "base_only"), [(0.01, 0.0), (0.0, 0.01), (0.015, 0.005), (0.205, 0.195)])
@pytest.mark.parametrize("step", [50, STEP])
def test_equivalence_is_hardly_ever_claimed_for_a_difference_of_the_margin(arm_only, base_only, step):
    """Peeking for equivalence: two one-sided tests, so the sequence of 1 - 2 alpha, at every look."""
    x, y, n = discordant(arm_only, base_only, step, seed=5)
    claimed = np.abs(x - y) + half_widths(x, y, n, 0.9) < 0.01 * n
    assert claimed.any(axis=1).mean() <= allowed(0.05)


def test_the_verdicts_of_a_sequence_are_those_of_its_intervals():
    nothing = PairSums(60_000, 30_000, 30_000, 30_000, 30_000, 29_990, 10, 10)
    assert effect_so_far(nothing, SHARE).verdict == "equivalent"
    assert effect_so_far(nothing, SHARE, margin=0.0005).verdict == "unknown"
    better = PairSums(60_000, 30_000, 31_500, 30_000, 31_500, 28_000, 2_000, 3_500)
    assert effect_so_far(better, SHARE).verdict == "better"
    fixed, looked_at = effect_of(better, SHARE).difference, effect_so_far(better, SHARE).difference
    assert 1.3 < (looked_at.high - looked_at.low) / (fixed.high - fixed.low) < 1.8, "the price of looking"
    assert effect_so_far(PairSums(), SHARE).verdict == "unknown"


def test_a_column_that_never_varies_is_known():
    same = PairSums.of(np.full(9, 4), np.full(9, 4))
    effect = effect_so_far(same, Metric("turns", "Length", "turns"))
    assert (effect.difference.low, effect.difference.high, effect.verdict) == (0, 0, "equivalent")


def test_when_to_stop():
    def effect(x, y, n):
        return effect_so_far(PairSums(n, y, x, y, x, 0, y, x), SHARE)

    wide, narrow = effect(900, 800, 5_000), effect(9_000, 8_000, 500_000)
    assert Until(0.005).reason([narrow, wide]) is None
    assert Until(0.005).reason([narrow]).endswith("known to within 0.08 pp")
    assert Until().reason([narrow, wide]) is None
    assert Until().reason([narrow, effect(4_000, 800, 5_000)]) == "every verdict is known"
    assert (Until().name, Until(0.01).name) == ("decided", "half-width")
