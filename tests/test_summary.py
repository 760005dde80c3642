import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import BadInput, HouseEdgeError
from sim.summary import MOST_BINS, Summary

OUTCOMES = ("win", "loss", "abandoned")
DTYPE = np.dtype([("game", "i8"), ("outcome", "i1"), ("score", "i4"), ("coins", "i8")])


def rows_of(values):
    return np.array([(i, *value) for i, value in enumerate(values)], DTYPE)


ROWS = st.lists(st.tuples(st.integers(0, 2), st.integers(-(2**31), 2**31 - 1), st.integers(-20, 20)), max_size=40).map(
    rows_of
)


@settings(deadline=None, max_examples=60)
@given(ROWS, ROWS, ROWS)
def test_merging_is_associative_and_equals_the_summary_of_all_rows(a, b, c):
    whole = Summary.of_rows(np.concatenate([a, b, c]), OUTCOMES)
    left, middle, right = (Summary.of_rows(rows, OUTCOMES) for rows in (a, b, c))
    assert (left + middle) + right == whole
    assert left + (middle + right) == whole
    assert right + left + middle == whole


@settings(deadline=None, max_examples=40)
@given(ROWS)
def test_json_round_trip(rows):
    summary = Summary.of_rows(rows, OUTCOMES)
    assert Summary.from_json(json.loads(json.dumps(summary.to_json()))) == summary


def test_statistics_equal_those_of_the_rows():
    rng = np.random.default_rng(3)
    rows = np.zeros(5000, DTYPE)
    rows["outcome"] = rng.integers(0, 3, 5000)
    rows["score"] = rng.integers(-300, 900, 5000)
    rows["coins"] = rng.poisson(7, 5000)
    summary = Summary.of_rows(rows, OUTCOMES)
    lost = rows[rows["outcome"] == 1]
    assert summary.games == 5000
    assert summary.counts["loss"] == len(lost)
    assert summary.total("score") == rows["score"].sum()
    assert summary.mean("score", ["loss"]) == pytest.approx(lost["score"].mean(), rel=1e-13)
    assert summary.sd("score", ["loss"]) == pytest.approx(lost["score"].std(ddof=1), rel=1e-13)
    assert summary.standard_error("coins") == pytest.approx(rows["coins"].std(ddof=1) / math.sqrt(5000))
    for q in (0.0, 0.05, 0.5, 0.95, 1.0):
        assert summary.quantile("score", q) == np.quantile(rows["score"], q, method="inverted_cdf")
    assert summary.histogram("coins") == {int(v): int(n) for v, n in zip(*np.unique(rows["coins"], return_counts=True))}
    assert summary.extremes("score") == (rows["score"].min(), rows["score"].max())


def test_sums_do_not_wrap():
    rows = np.zeros(4, DTYPE)
    rows["coins"] = 2**62
    summary = Summary.of_rows(rows, OUTCOMES) + Summary.of_rows(rows, OUTCOMES)
    assert summary.total("coins") == 8 * 2**62
    assert summary.squares("coins") == 8 * 2**124


def test_a_histogram_is_bounded():
    rows = np.zeros(3000, DTYPE)
    rows["score"] = np.arange(3000) * 1000 - 1_500_000
    summary = Summary.of_rows(rows, OUTCOMES)
    assert len(summary.histogram("score")) <= MOST_BINS
    assert summary.bin_width("score") == 1024
    assert summary.total("score") == rows["score"].sum()
    assert abs(summary.quantile("score", 0.5)) <= 2048


def test_no_games_are_nan_never_zero():
    summary = Summary.of_rows(np.zeros(0, DTYPE), OUTCOMES)
    assert summary.games == 0
    assert all(math.isnan(x) for x in (summary.mean("score"), summary.sd("score"), summary.quantile("score", 0.5)))
    assert summary.histogram("score") == {}
    assert summary.extremes("score") == (None, None)


def test_summaries_of_different_games_do_not_merge():
    with pytest.raises(HouseEdgeError, match="different games"):
        Summary(OUTCOMES, ["score"]).merge(Summary(OUTCOMES, ["coins"]))


def test_an_outcome_that_does_not_exist_is_an_error():
    with pytest.raises(HouseEdgeError, match="outcome"):
        Summary.of_rows(rows_of([(7, 0, 0)]), OUTCOMES)


def test_another_schema_is_refused_naming_both():
    data = {**Summary(OUTCOMES, []).to_json(), "schema_version": 99}
    with pytest.raises(BadInput, match=r"99.*reads house-edge/summary 1"):
        Summary.from_json(data)
