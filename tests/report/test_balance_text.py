"""A gap that is shown to be one never reads as if it might be none."""

import pytest

from analysis.balance_parts import Gap
from analysis.proportions import Estimate
from reports.balance_text import size


@pytest.mark.parametrize(
    ("low", "measure", "said"),
    [
        (0.4, "points", "0.9 points (0.4 to 1.8)"),
        (0.02, "points", "0.90 points (0.02 to 1.80)"),
        (0.0, "points", "0.9 points (0.0 to 1.8)"),
        (0.004, "victory", "90.0 pp (0.4 to 180.0)"),
    ],
)
def test_the_lower_end_of_a_gap(low, measure, said):
    gap = Gap(measure, "first", "third", Estimate(0.9, low, 1.8, 0.3, 4000, ""), 1.0, 1.8, "unequal", ())
    assert size(gap, "points") == said
