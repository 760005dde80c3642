"""Sobol's indices against SALib's test functions, whose indices are known, whole and in whole numbers."""

import numpy as np
import pytest
from SALib.test_functions import Ishigami, Sobol_G

from analysis.sobol_indices import OTHERS, base_rows, factors_of, sobol_design, sobol_indices, told_from_luck
from analysis.space import LUCK, value_at
from sim.params import Parameter

ISHIGAMI = {"x1": (0.3139, 0.5576), "x2": (0.4424, 0.4424), "x3": (0.0, 0.2437)}


def alone(names):
    return {name: name for name in [*names, LUCK]}


def by_name(rows):
    return {row.name: row for row in rows}


def ishigami(rows):
    return Ishigami.evaluate(np.pi * (2 * rows[:, :3] - 1))


@pytest.mark.parametrize("seed", [0, 1, 2**52])
def test_ishigami(seed):
    factors = alone(ISHIGAMI)
    design = sobol_design(factors, 2048, seed)
    rows = by_name(sobol_indices(factors, ishigami(design), seed))
    for name, (first, total) in ISHIGAMI.items():
        assert rows[name].first == pytest.approx(first, abs=0.03)
        assert rows[name].total == pytest.approx(total, abs=0.03)
    assert rows[LUCK].first == pytest.approx(0, abs=1e-9) and rows[LUCK].total == 0


def test_ishigami_in_steps_is_nearly_the_same():
    steps = Parameter("x", 0, "", "integer", (0, 40), (), "assumed", "", (0, 40), False, "")
    factors = alone(ISHIGAMI)
    design = sobol_design(factors, 2048, 5)
    whole = np.vectorize(lambda u: (value_at(steps, u) + 0.5) / 41)(design)
    rows = by_name(sobol_indices(factors, ishigami(whole), 5))
    for name, (first, total) in ISHIGAMI.items():
        assert rows[name].first == pytest.approx(first, abs=0.04)
        assert rows[name].total == pytest.approx(total, abs=0.04)


def test_sobols_g_function():
    a = np.array([0, 1, 4.5, 9, 99, 99])
    names = [f"x{i}" for i in range(6)]
    factors = alone(names)
    design = sobol_design(factors, 2048, 3)
    rows = by_name(sobol_indices(factors, Sobol_G.evaluate(design[:, :6], a), 3))
    for name, first, total in zip(names, Sobol_G.sensitivity_index(a), Sobol_G.total_sensitivity_index(a), strict=True):
        assert rows[name].first == pytest.approx(first, abs=0.03)
        assert rows[name].total == pytest.approx(total, abs=0.03)


def test_all_others_are_one_factor():
    a = np.array([0, 1, 4.5, 9, 99, 99])
    names = [f"x{i}" for i in range(6)]
    factors = factors_of([*names, LUCK], ["x0"])
    assert list(dict.fromkeys(factors.values())) == ["x0", OTHERS, LUCK]
    design = sobol_design(factors, 4096, 3)
    assert design.shape == (4096 * 5, 7)
    rows = by_name(sobol_indices(factors, Sobol_G.evaluate(design[:, :6], a), 3))
    first, total = Sobol_G.sensitivity_index(a)[0], Sobol_G.total_sensitivity_index(a)[0]
    # What x0 has no part in is the first-order index of the others; what it does not do alone, their total.
    assert rows["x0"].first == pytest.approx(first, abs=0.03)
    assert rows[OTHERS].first == pytest.approx(1 - total, abs=0.03)
    assert rows[OTHERS].total == pytest.approx(1 - first, abs=0.03)


def test_a_switch_a_number_and_a_choice():
    switch = Parameter("a", False, "", "switch", None, (), "ruling", "", (False, True), False, "")
    number = Parameter("b", 2, "", "integer", (0, 4), (), "assumed", "", (0, 4), False, "")
    words = Parameter("c", "x", "", "choice", None, ("x", "y", "z"), "assumed", "", ("x", "y", "z"), False, "")
    factors = alone(["a", "b", "c"])
    design = sobol_design(factors, 1024, 8)
    results = [
        3 * value_at(switch, r[0]) + value_at(number, r[1]) + {"x": 0, "y": 0, "z": 3}[value_at(words, r[2])]
        for r in design
    ]
    rows = by_name(sobol_indices(factors, np.array(results, float), 8))
    parts = {"a": 9 / 4, "b": (25 - 1) / 12, "c": 9 * 2 / 9}
    for name, variance in parts.items():
        assert rows[name].first == pytest.approx(variance / sum(parts.values()), abs=0.03)
        assert rows[name].total == pytest.approx(variance / sum(parts.values()), abs=0.03)


def test_the_base_rows_are_a_sample_of_the_whole_space():
    factors = factors_of(["x1", "x2", "x3", "x4", LUCK], ["x1"])
    design = sobol_design(factors, 64, 1)
    rows = base_rows(factors, 64)
    assert len(rows) == len(set(rows)) == 128
    drawn = design[rows]
    assert np.abs(drawn.mean(axis=0) - 0.5).max() < 0.02  # a sample of chance would be off by up to 0.05
    assert np.abs(np.corrcoef(drawn.T) - np.eye(5)).max() < 0.35
    blocks = design.reshape(64, 5, 5)
    for factor, columns in enumerate(([0], [1, 2, 3], [4])):
        changed = blocks[:, 1 + factor] != blocks[:, 0]
        assert sorted(set(np.flatnonzero(changed.any(axis=0)))) == columns


def test_noise_is_the_lucks_share():
    factors = alone(["x1", "x2", "x3"])
    told = []
    for seed in range(20):
        design = sobol_design(factors, 128, seed)
        noise = np.random.default_rng(seed).normal(0, 1, 1024)[(design[:, 3] * 1024).astype(int)]
        # x1 has a variance of 3, the luck of 1; x2 disturbs the games a little, x3 is read by nothing.
        disturbed = 0.2 * np.random.default_rng(seed + 99).normal(0, 1, len(design)) * (design[:, 1] > 0.5)
        results = 6 * design[:, 0] + noise + disturbed
        rows = sobol_indices(factors, results, seed)
        assert by_name(rows)[LUCK].total == pytest.approx(0.25, abs=0.12)
        told += told_from_luck(rows)
    assert told == ["x1"] * 20


def test_the_interval_covers_a_known_index():
    factors, hits = alone(ISHIGAMI), 0
    for seed in range(60):
        design = sobol_design(factors, 256, seed)
        row = by_name(sobol_indices(factors, ishigami(design), seed))["x1"]
        hits += abs(row.total - ISHIGAMI["x1"][1]) <= row.total_half_width
    assert hits >= 54


def test_nothing_ever_changes():
    factors = alone(["x1"])
    rows = sobol_indices(factors, np.full(len(sobol_design(factors, 16, 1)), 0.7), 1)
    assert all(row.first == row.total == 0 for row in rows)


def test_seeds_repeat_and_powers_of_two_are_asked_for():
    factors = alone(["x1", "x2"])
    design = sobol_design(factors, 32, 0)
    assert np.array_equal(design, sobol_design(factors, 32, 0))
    assert not np.array_equal(design, sobol_design(factors, 32, 1))
    results = ishigami(np.column_stack([design[:, :2], design[:, :1]]))
    assert sobol_indices(factors, results, 0) == sobol_indices(factors, results, 0)
    with pytest.raises(ValueError, match="power of two"):
        sobol_design(factors, 48, 0)
