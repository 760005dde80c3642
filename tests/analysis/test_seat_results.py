"""Shares of the victories and gaps between seats from a summary: known answers, coverage, no gap where none is."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.seat_results import seat_gaps, widest, win_share
from sim.registry import load_game
from sim.summary import Summary

GAME = load_game("marbles")
SEATS = ("red", "blue", "green")
OUTCOMES = [outcome.name for outcome in GAME.file.outcomes]
SHARED = OUTCOMES.index("shared")


def summary(luck: np.random.Generator, games: int, chances: tuple[float, float, float], shared: float) -> Summary:
    """Return the summary of made-up games: one winner, or two of the three at random share."""
    parts = np.zeros((games, 3), np.int64)
    parts[np.arange(games), luck.choice(3, size=games, p=chances)] = 12
    outcome = parts.argmax(axis=1)
    two = np.flatnonzero(luck.random(games) < shared)
    parts[two] = 6
    parts[two, luck.integers(0, 3, len(two))] = 0
    outcome[two] = SHARED
    rows = np.zeros(games, [("game", "i8"), ("outcome", "i8"), *((f"victory_{seat}", "i8") for seat in SEATS)])
    rows["outcome"] = outcome
    for place, seat in enumerate(SEATS):
        rows[f"victory_{seat}"] = parts[:, place]
    return Summary.of_rows(rows, OUTCOMES)


def test_shares_add_up_to_one_and_gaps_are_their_differences():
    found = summary(np.random.default_rng(1), 700, (0.5, 0.3, 0.2), 0.1)
    shares = {seat: win_share(GAME, found, seat) for seat in SEATS}
    assert sum(share.estimate for share in shares.values()) == pytest.approx(1)
    gaps = seat_gaps(GAME, found, SEATS)
    assert [(gap.a, gap.b) for gap in gaps] == [("red", "blue"), ("red", "green"), ("blue", "green")]
    for gap in gaps:
        assert gap.difference.estimate == pytest.approx(shares[gap.a].estimate - shares[gap.b].estimate)
    assert (widest(gaps).a, widest(gaps).b) == ("red", "green") and widest(gaps).shown


def test_the_widest_gap_is_turned_to_be_positive():
    gap = widest(seat_gaps(GAME, summary(np.random.default_rng(2), 700, (0.2, 0.3, 0.5), 0.0), SEATS))
    assert (gap.a, gap.b) == ("green", "red")
    assert 0 < gap.difference.low < gap.difference.estimate < gap.difference.high


def test_nobody_won_every_game_for_certain():
    found = summary(np.random.default_rng(3), 40, (1.0, 0.0, 0.0), 0.0)
    share = win_share(GAME, found, "red")
    assert share.estimate == 1 and share.low < 0.95
    assert widest(seat_gaps(GAME, found, SEATS)).difference.low < 0.95


@pytest.mark.parametrize("shared", [0.0, 0.3])
def test_intervals_hold_what_they_promise(shared):
    """95 % of shares lie in their interval, at least, and all three gaps together in theirs."""
    luck, chances = np.random.default_rng(4), (0.5, 0.3, 0.2)
    expected = [(1 - shared) * chance + shared / 3 for chance in chances]
    repeats, shares, together = 400, 0, 0
    for _ in range(repeats):
        found = summary(luck, 250, chances, shared)
        share = win_share(GAME, found, "blue")
        shares += share.low <= expected[1] <= share.high
        truth = dict(zip(SEATS, expected, strict=True))
        together += all(
            gap.difference.low <= truth[gap.a] - truth[gap.b] <= gap.difference.high
            for gap in seat_gaps(GAME, found, SEATS)
        )
    assert shares >= 0.92 * repeats and together >= 0.92 * repeats


def test_seats_that_do_not_differ_are_rarely_said_to():
    luck, repeats = np.random.default_rng(5), 300
    third = (1 / 3, 1 / 3, 1 / 3)
    said = sum(widest(seat_gaps(GAME, summary(luck, 300, third, 0.1), SEATS)).shown for _ in range(repeats))
    assert said <= 0.08 * repeats
