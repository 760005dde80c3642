"""Morris against effects that are known: a linear model, and SALib's Ishigami function enumerated on the whole grid."""

import itertools

import numpy as np
import pytest
from SALib.test_functions import Ishigami

from analysis.screening import screen, screening_design, told_from_luck, worth_a_look
from analysis.space import LEVELS, LUCK

NAMES = ["x1", "x2", "x3", LUCK]
STEP = LEVELS / 2 / (LEVELS - 1)


def ishigami(rows):
    return Ishigami.evaluate(np.pi * (2 * rows[:, :3] - 1))


def effects_on_grid(parameter):
    """Every elementary effect of a parameter that the grid allows."""
    grid = np.arange(LEVELS) / (LEVELS - 1)
    low = np.array([row for row in itertools.product(grid, repeat=3) if row[parameter] < 0.5])
    high = low.copy()
    high[:, parameter] += STEP
    return ishigami(high) - ishigami(low)


def test_a_design_moves_each_parameter_once_a_trajectory():
    design = screening_design(NAMES, 7, seed=1).reshape(7, len(NAMES) + 1, len(NAMES))
    steps = np.abs(np.diff(design, axis=1))
    assert np.allclose(np.sort(steps.sum(axis=1), axis=1), STEP)
    assert np.count_nonzero(steps > 1e-9) == 7 * len(NAMES)
    assert np.allclose(design * (LEVELS - 1), np.round(design * (LEVELS - 1)))
    assert not np.array_equal(screening_design(NAMES, 7, seed=2).reshape(design.shape), design)


def test_a_linear_model_is_found_exactly():
    design = screening_design(NAMES, 5, seed=3)
    rows = {row.name: row for row in screen(NAMES, design, design @ [3.0, -2.0, 0.5, 0.0], seed=3)}
    for name, slope in zip(NAMES, (3.0, -2.0, 0.5, 0.0), strict=True):
        assert rows[name].mean == pytest.approx(slope * STEP, abs=1e-12)
        assert rows[name].mean_size == pytest.approx(abs(slope) * STEP, abs=1e-12)
        assert rows[name].sigma == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_ishigami_agrees_with_its_effects_on_the_whole_grid(seed):
    design = screening_design(NAMES, 400, seed=seed)
    rows = {row.name: row for row in screen(NAMES, design, ishigami(design), seed=seed)}
    for number, name in enumerate(NAMES[:3]):
        known = effects_on_grid(number)
        error = np.abs(known).std() / 20
        assert rows[name].mean_size == pytest.approx(np.abs(known).mean(), abs=4 * error + 1e-9)
        assert rows[name].mean == pytest.approx(known.mean(), abs=4 * known.std() / 20 + 1e-9)
        assert rows[name].sigma == pytest.approx(known.std(), rel=0.15, abs=1e-9)
    assert rows[LUCK].mean_size == rows[LUCK].sigma == 0


def test_the_interval_covers_the_known_mean_size():
    known = np.abs(effects_on_grid(0)).mean()
    hits = 0
    for seed in range(100):
        design = screening_design(NAMES, 30, seed=seed)
        row = next(r for r in screen(NAMES, design, ishigami(design), seed=seed) if r.name == "x1")
        hits += abs(row.mean_size - known) <= row.half_width
    assert hits >= 90  # a bootstrap of 30 effects is a little short of 95 %


def test_noise_that_comes_with_the_luck_is_the_floor():
    names = [*(f"x{i}" for i in range(12)), LUCK]
    false = found = 0
    for seed in range(60):
        design = screening_design(names, 12, seed=seed)
        rng = np.random.default_rng(seed)
        # Every row but the same luck has the same noise, as on shared games that a change leaves as they were ...
        noise = rng.normal(0, 0.05, LEVELS)[np.round(design[:, -1] * (LEVELS - 1)).astype(int)]
        # ... or noise of its own, as when a change disturbs all of them.
        noise = noise + rng.normal(0, 0.02, len(design))
        rows = screen(names, design, 0.3 * design[:, 0] + noise, seed=seed)
        told = told_from_luck(rows)
        found += told[:1] == ["x0"]
        false += len([name for name in told if name != "x0"])
    assert found == 60 and false <= 3


def test_a_look_is_taken_at_two_at_least_and_at_no_more_than_asked():
    design = screening_design(NAMES, 4, seed=1)
    rows = screen(NAMES, design, design @ [3.0, 2.0, 1.0, 0.0], seed=1)
    assert worth_a_look(rows, 6) == ["x1", "x2", "x3"] and worth_a_look(rows, 1) == ["x1"]
    loud = screen(NAMES, design, design @ [0.2, 0.1, 0.0, 1.0], seed=1)
    assert told_from_luck(loud) == [] and worth_a_look(loud, 6) == ["x1", "x2"]
