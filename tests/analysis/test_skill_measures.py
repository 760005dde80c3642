"""Skill and luck: games made up with known parts are told apart, and intervals hold what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from analysis.proportions import Estimate, wilson
from analysis.skill_measures import (
    ALL_ALIKE,
    alike_on_a_seed,
    games_to_lead,
    games_to_tell,
    parts_of_variance,
    patterns_of_policies,
    patterns_of_replays,
    share_of_the_deal,
)


def normal(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def latent(levels, shared, games, rng):
    """Return who won: skill moves the threshold, the seed and the player's own luck share the rest."""
    seed, own = rng.standard_normal(games), rng.standard_normal((len(levels), games))
    return [
        level + math.sqrt(shared) * seed + math.sqrt(1 - shared) * e > 0 for level, e in zip(levels, own, strict=True)
    ]


def truth(levels, shared):
    """Return the parts of `latent`, integrating over the seed."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(200)
    weights = weights / weights.sum()
    given = np.array(
        [[normal((level + math.sqrt(shared) * z) / math.sqrt(1 - shared)) for z in nodes] for level in levels]
    )
    means = given @ weights
    both = (given * weights) @ given.T - np.outer(means, means)
    k = len(levels)
    common = (both.sum() - np.trace(both)) / (k * (k - 1))
    luck, skill = float((means * (1 - means)).mean()), float(means.var())
    return np.array([skill, common, luck - common]) / (luck + skill)


def test_pure_skill_is_all_skill_and_its_interval_has_a_width():
    parts = parts_of_variance([np.zeros(1000, bool), np.ones(1000, bool)])
    assert (parts.skill.estimate, parts.shared.estimate, parts.own.estimate) == (1, 0, 0)
    assert 0.98 < parts.skill.low < 1 and parts.skill.high == 1


def test_pure_luck_of_the_seed_is_shared_by_all():
    seed = np.random.default_rng(1).random(2000) < 0.3
    parts = parts_of_variance([seed, seed, seed])
    assert parts.shared.estimate == pytest.approx(1, abs=1e-3)
    assert parts.skill.estimate == pytest.approx(0, abs=1e-3) and parts.skill.low < 0 < parts.shared.low


def test_pure_luck_of_ones_own_is_nobody_elses():
    rng = np.random.default_rng(2)
    parts = parts_of_variance([rng.random(4000) < 0.5 for _ in range(4)])
    assert parts.own.estimate == pytest.approx(1, abs=0.02)
    assert parts.skill.low < 0 < parts.skill.high < 0.01 and parts.shared.low < 0 < parts.shared.high


@pytest.mark.parametrize(
    ("levels", "shared"),
    [((-3.0, -1.0, 0.0, 0.5), 0.3), ((-0.1, 0.0, 0.1), 0.0), ((1.5, 1.7, 2.0), 0.5)],
)
def test_planted_parts_are_found_and_intervals_cover_them(levels, shared):
    rng, wanted, times = np.random.default_rng(3), truth(levels, shared), 300
    held, found = np.zeros(3), np.zeros(3)
    for _ in range(times):
        parts = parts_of_variance(latent(levels, shared, 500, rng))
        estimates = (parts.skill, parts.shared, parts.own)
        assert sum(e.estimate for e in estimates) == pytest.approx(1)
        held += [e.low <= value <= e.high for e, value in zip(estimates, wanted, strict=True)]
        found += [e.estimate for e in estimates]
    assert found / times == pytest.approx(wanted, abs=0.006)  # without bias
    assert (held / times > 0.91).all()


def test_the_seed_as_two_neighbours_share_it():
    rng = np.random.default_rng(4)
    first, second = latent((0.0, 0.1), 0.6, 20_000, rng)
    # of two cuts at the middle of normals with correlation r: 2 / pi * arcsin(r)
    assert alike_on_a_seed(first, second).estimate == pytest.approx(2 / math.pi * math.asin(0.6), abs=0.02)
    assert abs(alike_on_a_seed(first, rng.permutation(second)).estimate) < 0.03


def test_where_all_games_end_alike_there_is_nothing_to_explain():
    parts = parts_of_variance([np.ones(100, bool)] * 3)
    for found in (parts.skill, parts.shared, parts.own, share_of_the_deal(np.full(50, 4), 4)):
        assert math.isnan(found.estimate) and found.reason == ALL_ALIKE
    assert parts.to_json()["skill"]["estimate"] is None


@pytest.mark.parametrize(("rate", "deal", "replays"), [(0.7, 0.1, 4), (0.7, 0.0, 4), (0.5, 0.6, 2)])
def test_a_planted_deal_is_found_and_intervals_cover_it(rate, deal, replays):
    rng, times, held, total = np.random.default_rng(5), 400, 0, 0.0
    for _ in range(times):
        chance = np.full(400, rate)
        if deal:
            chance = rng.beta(rate * (1 / deal - 1), (1 - rate) * (1 / deal - 1), 400)
        found = share_of_the_deal(rng.binomial(replays, chance), replays)
        held += found.low <= deal <= found.high
        total += found.estimate
    assert total / times == pytest.approx(deal, abs=0.01)
    assert held / times > 0.92


def test_the_deal_decides_all_or_nothing():
    assert share_of_the_deal(np.array([0, 4] * 100), 4).estimate == 1
    assert share_of_the_deal(np.array([2] * 200), 4).estimate == pytest.approx(-1 / 3)  # alike less than by chance


def test_games_are_counted_by_pattern():
    found = patterns_of_policies([np.array([0, 1, 1, 1], bool), np.array([0, 0, 1, 1], bool)])
    assert found.values.tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]
    assert found.counts.tolist() == [1, 1, 0, 2] and found.prior.sum() == 1 and found.games == 4
    assert patterns_of_replays(np.array([0, 3, 3]), 3).prior.tolist() == [1 / 8, 3 / 8, 3 / 8, 1 / 8]
    with pytest.raises(ValueError, match="2 to 12 policies"):
        patterns_of_policies([np.zeros(3, bool)])
    with pytest.raises(ValueError, match="the same games"):
        patterns_of_policies([np.zeros(3, bool), np.zeros(4, bool)])
    with pytest.raises(ValueError, match="at least twice"):
        patterns_of_replays(np.zeros(3, int), 1)


def test_how_many_games_tell_two_players_apart():
    assert games_to_lead(0.0, 1.0) == 1 and games_to_lead(0.6, 0.5) == math.inf
    # one game each: the better leads in p(1 - q), half of the draws count
    assert games_to_lead(0.1, 0.95) == 1 and games_to_lead(0.1, 0.85) == 2
    n = int(games_to_lead(0.5, 0.6))
    rng = np.random.default_rng(6)
    worse, better = rng.binomial(n, 0.5, 400_000), rng.binomial(n, 0.6, 400_000)
    assert ((better > worse).mean() + (better == worse).mean() / 2) == pytest.approx(0.9, abs=0.003)
    assert games_to_lead(0.7, 0.701) > 100_000  # from the normal approximation
    low, high = wilson(500, 1000), wilson(600, 1000)
    told = games_to_tell(low, high, Estimate(0.1, 0.06, 0.14, 0.02, 1000, ""))
    assert told.low < told.estimate == n < told.high < math.inf
    assert games_to_tell(low, high, Estimate(0.1, -0.01, 0.2, 0.05, 1000, "")).high == math.inf
