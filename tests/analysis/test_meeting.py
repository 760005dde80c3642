"""Who wins when two policies meet: against itself, against the rows, and by planted tables."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.arms import Arm, Base, play
from analysis.meeting import _add, _Sums, meet, who_wins
from analysis.paired import Metric, PairSums, effect_of
from analysis.pairs import share_of_victory
from analysis.seats import points, twelfths
from sim import registry

MARBLES = registry.load_game("marbles")
RING, TWO = Arm("ring", "bold"), Arm("ring-for-2", "bold")


def test_a_policy_that_meets_itself_wins_an_equal_part():
    """All tables are the same game, so the seats cancel out to the last twelfth, whatever starting is worth."""
    found = meet(Base(MARBLES, 5), RING, "bold", "bold", 300)
    assert found.share.arm.estimate == pytest.approx(1 / 3) and found.share.difference.estimate == 0
    assert found.points.difference.estimate == 0
    assert found.by_seat[0].estimate > found.by_seat[1].estimate, "though the first seat wins more"
    assert found.share.verdict == "equivalent" and who_wins((found,)) == "even"


def test_a_meeting_is_read_off_its_tables():
    base = Base(MARBLES, 5, jobs=2)
    found = meet(base, RING, "bold", "shy", 200)
    tables = ["bold+shy+shy", "shy+bold+shy", "shy+shy+bold"]
    played = [play(base, replace(RING, policy=table), 200).rows for table in tables]
    seats = MARBLES.file.seats
    own = [twelfths(MARBLES, rows, seats)[:, seat].mean() / 12 for seat, rows in enumerate(played)]
    assert [part.estimate for part in found.by_seat] == pytest.approx(own)
    assert found.share.arm.estimate == pytest.approx(np.mean(own))
    marbles = [points(MARBLES, rows, seats) for rows in played]
    ahead = [m[:, seat].mean() - np.delete(m, seat, axis=1).mean() for seat, m in enumerate(marbles)]
    assert found.points.difference.estimate == pytest.approx(np.mean(ahead))
    assert found == meet(Base(MARBLES, 5, jobs=1), RING, "bold", "shy", 200)


def test_at_a_table_for_two_the_other_way_round_is_the_rest():
    base = Base(MARBLES, 5)
    one, other = meet(base, TWO, "bold", "shy", 400), meet(base, TWO, "shy", "bold", 400)
    assert one.share.arm.estimate + other.share.arm.estimate == pytest.approx(1)
    assert one.points.difference.estimate == pytest.approx(-other.points.difference.estimate)
    assert who_wins((one,)) == "first" and who_wins((other,)) == "second" and who_wins((one, other)) == "first"


def verdicts(*words):
    found = meet(Base(MARBLES, 5), TWO, "bold", "bold", 2)
    return tuple(replace(found, share=replace(found.share, verdict=word)) for word in words)


def test_who_is_ahead():
    assert who_wins(verdicts("more", "less")) == "first" and who_wins(verdicts("less", "more")) == "second"
    assert who_wins(verdicts("more", "equivalent")) == "first"
    assert who_wins(verdicts("more", "more")) == "alone" and who_wins(verdicts("less", "less")) == "many"
    assert who_wins(verdicts("equivalent", "equivalent")) == "even"
    assert who_wins(verdicts("more", "unknown")) == "unknown"


def test_the_tables_of_a_seed_are_one_cluster():
    """The tables of a seed share its luck. An interval that took them for games of their own would be too narrow."""
    rng, truth, covered = np.random.default_rng(2), 0.5, 0
    metric = Metric("share", "", "share", per=12)
    for _ in range(400):
        luck = rng.random((150, 1)) < 0.4  # with this luck the player wins at every seat, else as a coin falls
        won = np.where(luck, 1, rng.random((150, 3)) < (truth - 0.4) / 0.6)
        sums = _Sums(by_seat=[PairSums() for _ in range(3)])
        parts = [
            np.stack([12 * won[:, k] if seat == k else 6 - 6 * won[:, k] for seat in range(3)], 1) for k in range(3)
        ]
        _add(sums, parts, parts)
        found = effect_of(sums.share, metric).difference
        covered += found.low < truth - 1 / 3 < found.high
    assert 370 <= covered <= 392, "95 % of 400 is 380"


@pytest.mark.parametrize("won", [0, 12])
def test_who_never_or_always_wins_has_an_open_interval(won):
    sums = _Sums(by_seat=[PairSums() for _ in range(3)])
    _add(
        sums, [np.where(np.eye(3)[seat], won, 0) * np.ones((80, 1), int) for seat in range(3)], [np.zeros((80, 3))] * 3
    )
    found = share_of_victory(sums.share, 0.95)
    assert found.estimate == won / 12 and 0.01 < found.high - found.low < 0.2
