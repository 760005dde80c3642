from __future__ import annotations

import doctest
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.proportions import wilson
from reports import words


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(words).failed == 0


@pytest.mark.parametrize(
    ("count", "n", "expected"),
    [
        (41_287, 100_000, "41.3 % (41.0 to 41.6 %)"),
        (0, 100, "0 % (0 to 3.7 %)"),
        (100, 100, "100 % (96.3 to 100 %)"),
        (1, 1000, "0.1 % (0.0 to 0.6 %)"),
        (5, 10, "50 % (24 to 76 %)"),
        (0, 0, "unknown (0 to 100 %)"),
    ],
)
def test_a_share_has_the_digits_its_interval_carries(count: int, n: int, expected: str) -> None:
    rate = wilson(count, n)
    assert words.share_with_interval(rate.estimate, rate.low, rate.high) == expected


@given(st.integers(1, 10**7), st.floats(0, 1))
def test_what_happened_is_never_called_impossible_nor_certain(n: int, part: float) -> None:
    count = round(n * part)
    rate = wilson(count, n)
    shown = float(words.share(rate.estimate, rate.low, rate.high).removesuffix(" %"))
    assert (shown == 0) == (count == 0)
    assert (shown == 100) == (count == n)


@given(st.floats(1e-4, 1e4), st.floats(-1e6, 1e6))
def test_no_digit_is_smaller_than_the_standard_error_carries(standard_error: float, value: float) -> None:
    text = words.number(value, standard_error)
    places = len(text.partition(".")[2])
    assert places == 0 or 10.0**-places <= standard_error * 1.000001
    assert not text.startswith("-0") or any(digit in text for digit in "123456789")


def test_units() -> None:
    assert words.quantity(-12, "dollars") == "-$12"
    assert words.quantity(3.0, "turns") == "3 turns"
    assert words.rate(23_456) == "23,500 games/s"
    assert words.rate(0.1234) == "0.123 games/s"
    assert words.rate(math.nan) == "- games/s"
    assert [words.size(n) for n in (12, 1500, 2_300_000, 84e9)] == ["12 B", "1.5 kB", "2.3 MB", "84.0 GB"]
    assert words.listing(["a", "b", "c"]) == "a, b and c"
    assert words.duration(math.nan) == "unknown"
    assert words.duration(3600) == "1 h"
