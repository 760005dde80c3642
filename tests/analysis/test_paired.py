import json
import math

import numpy as np
import pytest
from scipy import stats

from analysis import paired
from analysis.paired import Metric, PairSums, Tally, compare_rows, compare_values, effect_of, judge, metrics_of
from analysis.proportions import Estimate, mean, paired_means, paired_shares, share_of
from sim import registry

SHARE = Metric("win_rate", "games won", "share", 1)
COUNT = Metric("jar", "In the jar", "pebbles", 1)


def arms(n=4000, seed=1, effect=0.0):
    """Two arms of wins that share part of their luck."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=n)
    return tuple(0.6 * luck + 0.8 * rng.normal(size=n) + shift > 0 for shift in (0, effect))


# --- known answers ---------------------------------------------------------------------------------------------------


def test_a_share_agrees_with_the_paired_difference_of_arrays():
    base, arm = arms(effect=0.2)
    effect, known = compare_values(base, arm), paired_shares(arm, base)
    assert effect.difference == known.difference
    assert effect.correlation == pytest.approx(known.correlation)
    assert (effect.arm_only, effect.base_only) == (known.first_only, known.second_only)
    assert (effect.base, effect.arm) == (share_of(base), share_of(arm))


def test_a_mean_agrees_with_the_paired_difference_of_arrays():
    rng = np.random.default_rng(2)
    base = rng.integers(0, 60, 3000)
    arm = base + rng.integers(-3, 5, 3000)
    effect, known = compare_values(base, arm, COUNT), paired_means(arm, base)
    for name in ("estimate", "low", "high", "standard_error"):
        assert getattr(effect.difference, name) == pytest.approx(getattr(known.difference, name))
    differences = (arm - base).astype(float)
    assert effect.difference.low == pytest.approx(
        stats.norm.interval(0.95, differences.mean(), stats.sem(differences))[0], abs=0.01
    )
    assert effect.arm.standard_error == pytest.approx(mean(arm).standard_error)
    assert effect.gain == pytest.approx((base.var() + arm.var()) / (arm - base).var())


def test_sums_of_chunks_are_the_sums_of_the_whole():
    base, arm = arms()
    whole = PairSums.of(base, arm)
    cuts = [0, 1, 17, 1000, 4000]
    parts = [PairSums.of(base[a:b], arm[a:b]) for a, b in zip(cuts, cuts[1:])]
    assert sum(parts, PairSums()) == whole == sum(reversed(parts), PairSums())


def test_independent_arms_gain_nothing_and_shared_luck_gains():
    rng = np.random.default_rng(3)
    a, b = rng.random(20_000) < 0.5, rng.random(20_000) < 0.5
    assert compare_values(a, b).gain == pytest.approx(1, abs=0.05)
    assert compare_values(*arms(20_000)).gain == pytest.approx(
        1 / (1 - compare_values(*arms(20_000)).correlation), rel=0.02
    )


# --- verdicts --------------------------------------------------------------------------------------------------------


def found(low, high):
    return Estimate((low + high) / 2, low, high, (high - low) / 4, 1000, "made up")


@pytest.mark.parametrize(
    ("low", "high", "better", "verdict"),
    [
        (0.02, 0.04, 1, "better"),
        (0.02, 0.04, -1, "worse"),
        (0.02, 0.04, 0, "more"),
        (-0.04, -0.02, 1, "worse"),
        (-0.04, -0.02, -1, "better"),
        (-0.04, -0.02, 0, "less"),
        (-0.009, 0.009, 1, "equivalent"),
        (0.002, 0.009, 1, "equivalent"),  # shown, and shown not to matter
        (0.002, 0.02, 1, "better"),  # shown; whether it matters is not
        (-0.01, 0.009, 1, "unknown"),  # touches the margin
        (-0.02, 0.02, 1, "unknown"),
        (-0.02, 0.005, 1, "unknown"),
        (math.nan, math.nan, 1, "unknown"),
    ],
)
def test_the_verdict_is_a_matter_of_interval_and_margin(low, high, better, verdict):
    assert judge(found(low, high), 0.01, better) == verdict


def test_a_margin_of_nothing_is_refused():
    with pytest.raises(ValueError, match="margin"):
        judge(found(0, 1), 0.0)


def test_nothing_played_is_not_known():
    effect = compare_values(np.empty(0, bool), np.empty(0, bool))
    assert effect.verdict == "unknown" and math.isnan(effect.difference.estimate)
    json.dumps(effect.to_json(), allow_nan=False)


def test_a_planted_effect_is_found_and_a_planted_nothing_is_not():
    base, arm = arms(20_000, effect=0.15)
    assert compare_values(base, arm).verdict == "better"
    assert compare_values(arm, base).verdict == "worse"
    same = compare_values(base, base)
    assert same.verdict == "equivalent" and not same.differs and same.difference.low < 0 < same.difference.high
    few = compare_values(base[:100], base[:100])
    assert few.verdict == "unknown", "a hundred games cannot show that nothing differs by a point"


@pytest.mark.parametrize(
    ("more", "less"), [(0.01, 0.0), (0.012, 0.002), (0.06, 0.05), (0.0, 0.01), (0.002, 0.012), (0.255, 0.245)]
)
@pytest.mark.parametrize("n", [300, 1000, 4000])
def test_equivalence_is_claimed_falsely_no_more_often_than_alpha(more, less, n):
    """A difference of exactly the margin is called equivalent in at most about 5 % of the repetitions."""
    rng = np.random.default_rng([n, int(1000 * more)])
    repetitions = 4000
    arm_only, base_only, _ = rng.multinomial(n, [more, less, 1 - more - less], repetitions).T
    claimed = 0
    for x, y in zip(arm_only, base_only):
        both = (n - x - y) // 2
        sums = PairSums(n, both + int(y), both + int(x), both + int(y), both + int(x), both, int(y), int(x))
        claimed += effect_of(sums, SHARE, 0.95, 0.01).verdict == "equivalent"
    assert claimed / repetitions < 0.05 * 1.35 + 3 * math.sqrt(0.05 * 0.95 / repetitions)


def test_rare_one_sided_differences_are_not_overstated():
    """Where the arm alone wins 5 games in 10,000 that the base loses, the interval covers that at n = 2,000."""
    rng = np.random.default_rng(5)
    truth, n, repetitions, missed = 0.0005, 2000, 4000, 0
    for x in rng.binomial(n, truth, repetitions):
        low_high = PairSums(n, 0, int(x), 0, int(x), 0, 0, int(x)).difference(share=True)
        missed += not low_high.low <= truth <= low_high.high
    assert missed / repetitions <= 0.05


# --- rows ------------------------------------------------------------------------------------------------------------


def rows_of(outcomes, turns, jar):
    rows = np.zeros(len(outcomes), [("game", "i8"), ("outcome", "i1"), ("turns", "i4"), ("jar", "i4")])
    rows["game"], rows["outcome"], rows["turns"], rows["jar"] = np.arange(len(outcomes)), outcomes, turns, jar
    return rows


def test_metrics_are_what_the_game_declares():
    names = {metric.name: metric for metric in metrics_of(registry.load_game("opulent"))}
    assert {"win_rate", "coffers", "gap", "rounds", "outcome.short", "outcome.raided"} <= set(names)
    assert names["win_rate"].better == 1 and names["outcome.raided"].better == -1 and names["rounds"].better == 0
    assert "target" not in names, "a goal that moved is no success"


def test_rows_differ_in_anything_but_the_index():
    metrics = metrics_of(registry.load_game("pebbles"))
    base = rows_of([0, 1, 1, 0], [5, 6, 7, 8], [20, 3, 4, 20])
    arm = base.copy()
    arm["game"] += 100
    same = compare_rows(metrics, base, arm)
    assert same.diverged.estimate == 0 and same.diverged.high > 0.3 and same.pairs == 4
    arm["turns"][2] = 9
    arm["outcome"][1], arm["jar"][1] = 0, 20
    changed = compare_rows(metrics, base, arm)
    assert changed.diverged.estimate == 0.5
    assert changed.effects["turns"].difference.estimate == 0.5
    assert (changed.win_rate.arm_only, changed.win_rate.base_only) == (1, 0)
    assert changed.effects["outcome.washed"].difference.estimate == -0.25


def test_the_mean_over_scenarios_pairs_game_by_game():
    """The sum over scenarios of each game is what varies, so the interval of the mean is that of these sums."""
    game, rng = registry.load_game("pebbles"), np.random.default_rng(8)
    sides = [[rows_of(rng.integers(0, 2, 900), rng.integers(3, 9, 900), 0) for _ in range(3)] for _ in range(2)]
    tally = Tally(metrics_of(game))
    for part in (slice(0, 200), slice(200, 900)):
        tally.add([rows[part] for rows in sides[0]], [rows[part] for rows in sides[1]])
    overall = tally.compare()
    turns = [np.mean([rows["turns"] for rows in side], axis=0) for side in sides]
    known = paired_means(turns[1], turns[0]).difference
    effect = overall.effects["turns"]
    for name in ("estimate", "low", "high"):
        assert getattr(effect.difference, name) == pytest.approx(getattr(known, name))
    assert effect.base.estimate == pytest.approx(turns[0].mean())
    won = [np.mean([rows["outcome"] == 0 for rows in side], axis=0) for side in sides]
    assert overall.win_rate.difference.estimate == pytest.approx(won[1].mean() - won[0].mean())
    assert overall.win_rate.difference.high == pytest.approx(paired_means(won[1], won[0]).difference.high)
    apart = np.mean([paired.rows_differ(a, b) for a, b in zip(*sides)])
    assert overall.diverged.estimate == pytest.approx(apart) and overall.diverged.low < apart < overall.diverged.high


def test_arms_of_different_length_or_scenarios_are_refused():
    with pytest.raises(ValueError, match="pairs"):
        compare_values(np.ones(3, bool), np.ones(4, bool))
    rows = rows_of([0], [1], [1])
    with pytest.raises(ValueError, match="scenarios are not pairs"):
        Tally(metrics_of(registry.load_game("pebbles"))).add([rows, rows], [rows])
