"""What another price does, in words: how often a thing is done is told only where it was shown to change."""

import pytest

from analysis.proportions import Estimate
from analysis.without_result import Priced
from reports.without_text import _price


def estimate(mean, width):
    return Estimate(mean, mean - width, mean + width, width / 2, 1000, "")


def priced(times, before, points):
    return Priced(
        "boat", "The boat", "pond", "boat.price", 6, 4, "cheaper", times, before, points, estimate(0.0, 1.0)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("times", "points", "said"),
    [
        (estimate(0.0, 0.0), estimate(5.0, 1.0), "a player makes 5.0 points more."),
        (estimate(-0.3, 0.1), estimate(-5.0, 1.0), "each player does it 0.70 times a game instead of 1.00, and a player"
         " makes 5.0 points less."),
        (None, estimate(0.5, 1.0), "no change of points is shown."),
    ],
)  # fmt: skip
def test_another_price(times, points, said):
    found = priced(times, estimate(1.0, 0.0), points)
    assert _price(found) == f"Where the price of The boat is 4 instead of 6 for everybody, {said}"
