"""Tournaments: planted strengths, a planted cycle, tables against their definition, no trace of how it was played."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from analysis import tournament as question
from analysis import tournament_measures as measures
from analysis.arms import Arm, Base, play
from analysis.meeting import meet
from analysis.seats import points, twelfths
from analysis.tournament import tables_of, tournament
from analysis.tournament_measures import (
    cycles,
    expected_share,
    games_to_lead_at_a_table,
    rate,
    strengths,
)
from analysis.tournament_result import TournamentResult
from sim.errors import BadInput
from sim.registry import load_game
from tests.analysis.tables import ImaginedEngine, base

NAMES = ("random", "shy", "bold")
Imagine = Callable[..., ImaginedEngine]


@pytest.fixture
def imagine(monkeypatch: pytest.MonkeyPatch) -> Imagine:
    """Let an imagined engine play instead of the real one."""

    def replace(*arguments, **options) -> ImaginedEngine:
        engine = ImaginedEngine(*arguments, **options)
        monkeypatch.setattr(question, "play", engine.play)
        monkeypatch.setattr(question, "play_many", engine.play_many)
        return engine

    return replace


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "SAMPLES", 150)


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("policies", "seats"), [(2, 2), (4, 2), (2, 3), (3, 3), (4, 4), (5, 3)])
def test_every_policy_sits_everywhere_equally_often(policies: int, seats: int) -> None:
    names = [f"p{number}" for number in range(policies)]
    found = tables_of(names, seats)
    for table in found:
        assert all(len(seating) == seats for seating in table.seatings)
        assert len(set(table.seatings)) == len(table.seatings) == seats
        for name in set(table.policies):
            times = [sum(seating[seat] == name for seating in table.seatings) for seat in range(seats)]
            assert len(set(times)) == 1, (table, name)
    one = [table for table in found if not table.mixed]
    assert len(one) == policies * (policies - 1) // (2 if seats == 2 else 1)
    assert len(found) - len(one) == (math.comb(policies, seats) if seats > 2 else 0)


# --- ratings ---------------------------------------------------------------------------------------------------------


def test_two_players_have_the_odds_of_their_wins() -> None:
    found = strengths(np.array([[0.0, 90.0], [10.0, 0.0]]))
    assert found[0] - found[1] == pytest.approx(math.log(9))


def test_strengths_make_the_wins_likeliest() -> None:
    """The conditions of the maximum: every policy has as many wins as its strength would have it."""
    wins = np.array([[0, 40, 55, 70], [20, 0, 45, 3], [5, 15, 0, 30], [30, 7, 20, 0]], float)
    power = np.exp(strengths(wins))
    both = wins + wins.T
    expected = (both * (power[:, None] / (power[:, None] + power[None, :]))).sum(axis=1)
    np.testing.assert_allclose(expected, wins.sum(axis=1), rtol=1e-6)


@pytest.mark.parametrize("shared", [0.0, 0.3])
def test_planted_strengths_are_found_whoever_sits_there(imagine: Imagine, shared: float) -> None:
    power = {"random": 1.0, "shy": 2.0, "bold": 4.0}
    imagine(lambda one, others: power[one], shared=shared)
    field = tournament(base(3), ("ring",), NAMES, 4_000).fields["ring"]
    if shared == 0:
        gap = 400 * math.log10(2)
        for name, true in zip(NAMES, (-gap, 0, gap), strict=True):
            found = field.standings[name].rating
            assert found.low < true < found.high and found.high - found.low < 20
        for (one, other), duel in field.duels.items():
            assert duel.expected == pytest.approx(expected_share(power[one], power[other], 3), abs=0.02)
            assert duel.share.low < expected_share(power[one], power[other], 3) < duel.share.high
    assert [name for group in field.order for name in group] == ["bold", "shy", "random"]
    assert field.cycles == () and not field.undecided


def test_the_intervals_of_ratings_hold_together_although_seeds_favour_seats(imagine: Imagine) -> None:
    power = {"random": 1.0, "shy": 1.6, "bold": 2.5}

    def rated(seed: int, games: int):
        engine = imagine(lambda one, others: power[one], luck=1.0)
        engine.most = games
        asked = question._Field(base(seed), "ring", NAMES, games)
        asked.play(games, question.Count(None, "", 0, 1))
        return rate(asked.wins, seed).ratings

    true = [found.estimate for found in rated(999, 40_000)]  # a seed's favour makes chances unlike those planted
    trials = 40
    held = sum(
        all(found.low <= middle <= found.high for found, middle in zip(rated(trial, 200), true, strict=True))
        for trial in range(trials)
    )
    assert held >= 33  # of intervals that hold in 95 % of trials, fewer hold in less than one of a thousand


def test_a_policy_that_hardly_ever_wins_is_not_drawn_towards_the_others() -> None:
    """One in a thousand, among two others at tables of three: about one victory in all games of 50 seeds."""
    power, trials, held = np.array([0.001, 1.0, 1.0]), 100, 0
    true = 400 * np.log10(power) - 400 * np.log10(power).mean()
    tables = [(a, b, b) for a in range(3) for b in range(3) if a != b] * 3 + [(0, 1, 2)] * 3
    for trial in range(trials):
        rng, wins = np.random.default_rng(trial), np.zeros((50, 3, 3), np.int64)
        for table in tables:
            chances = power[list(table)] / power[list(table)].sum()
            for seed, seat in enumerate(rng.choice(3, size=50, p=chances)):
                for other in table:
                    wins[seed, table[seat], other] += 12 * (other != table[seat])
        found = rate(wins, trial, samples=80).ratings
        held += all(one.low <= middle <= one.high for one, middle in zip(found, true, strict=True))
    assert held / trials >= 0.95 - 3 * math.sqrt(0.95 * 0.05 / trials)  # 85 % with one imagined win over each other


def test_a_policy_that_never_wins_has_a_rating_and_a_wide_interval(imagine: Imagine) -> None:
    imagine(lambda one, others: 1e-12 if one == "random" else 1.0)
    field = tournament(base(), ("ring",), NAMES, 400).fields["ring"]
    worst, best = field.standings["random"].rating, field.standings["bold"].rating
    assert math.isfinite(worst.estimate) and worst.high < -400 and best.low > 200
    assert worst.high - worst.low > 200
    assert field.order == (("bold", "shy"), ("random",)) or field.order == (("shy", "bold"), ("random",))
    assert [field.standings[name].rank for name in ("bold", "shy", "random")] == [1, 1, 3]


# --- cycles ----------------------------------------------------------------------------------------------------------


def test_rock_paper_scissors_is_a_cycle(imagine: Imagine) -> None:
    beats = {("random", "shy"), ("shy", "bold"), ("bold", "random")}

    def weigh(one: str, others: list[str]) -> float:
        return math.prod(3.0 if (one, o) in beats else 1 / 3 if (o, one) in beats else 1.0 for o in others)

    imagine(weigh)
    for scenario in ("ring", "ring-for-2"):
        field = tournament(base(), (scenario,), NAMES, 500).fields[scenario]
        assert field.cycles == (("random", "shy", "bold"),)
        assert len(field.order) == 1  # their ratings are alike
        assert {(pair.winner, pair.loser) for pair in field.pairs.values()} == beats


def test_links_that_could_be_chance_make_no_cycle(imagine: Imagine) -> None:
    imagine(lambda one, others: 1.0)
    for seed in range(8):
        field = tournament(base(seed), ("ring",), NAMES, 100).fields["ring"]
        assert field.cycles == () and field.order[0] == tuple(field.standings)


def test_longer_cycles_are_told_when_no_shorter_one_is() -> None:
    ring = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    assert cycles("abcd", set(ring)) == [("a", "b", "c", "d")]
    assert cycles("abcd", {*ring, ("c", "a")}) == [("a", "b", "c")]


def test_who_does_better_alone_is_told(imagine: Imagine) -> None:
    imagine(lambda one, others: 3.0 if one not in others else 1.0)
    pair = tournament(base(), ("ring",), ("shy", "bold"), 1_500, margin=0.05).fields["ring"].pair("bold", "shy")
    assert (pair.lone, pair.verdict, pair.winner) == ("better", "even", "")


# --- how many games --------------------------------------------------------------------------------------------------


def test_so_many_games_show_who_is_better() -> None:
    random = np.random.default_rng(5)
    for better, worse in ((0.4, 0.2), (0.6, 0.4), (0.3, 0.23)):
        count = int(games_to_lead_at_a_table(better, worse))
        won = random.multinomial(count, [better, worse, 1 - better - worse], size=20_000)
        ahead = np.mean(won[:, 0] > won[:, 1]) + np.mean(won[:, 0] == won[:, 1]) / 2
        assert ahead == pytest.approx(0.9, abs=0.02), (better, worse, count)
    assert games_to_lead_at_a_table(0.2505, 0.2495) > 100_000


# --- the real engine -------------------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_games() -> None:
    asked = Base(load_game("marbles"), 7)
    found = tournament(asked, ("ring-for-2",), ("shy", "bold"), 200).fields["ring-for-2"]
    won, scored, ahead = [], [], []
    for seating, own in (("bold+shy", 0), ("shy+bold", 1)):
        rows = play(asked, Arm("ring-for-2", seating), 200).rows
        won.append(twelfths(asked.game, rows, ("red", "blue"))[:, own] / 12)
        scored.append(points(asked.game, rows, ("red", "blue")))
        ahead.append(scored[-1][:, own] - scored[-1][:, 1 - own])
        seat = ("red", "blue")[own]
        assert found.duels["bold", "shy"].by_seat[seat].estimate == pytest.approx(won[-1].mean())
    duel = found.duels["bold", "shy"]
    assert duel.share.estimate == pytest.approx(np.mean(won))
    assert duel.ahead.estimate == pytest.approx(np.mean(ahead))
    # Both games of a seed are one observation.
    assert duel.ahead.standard_error == pytest.approx(np.mean(ahead, axis=0).std(ddof=1) / math.sqrt(200))
    assert found.pair("shy", "bold").advantage.estimate == pytest.approx(0.5 - np.mean(won))
    assert found.duels["shy", "bold"].share.estimate == pytest.approx(1 - np.mean(won))


def test_compare_says_the_same_of_who_meets_whom() -> None:
    asked = Base(load_game("marbles"), 7)
    duel = tournament(asked, ("ring",), ("shy", "bold"), 100).fields["ring"].duels["bold", "shy"]
    met = meet(asked, Arm("ring", "bold"), "bold", "shy", 100)
    assert duel.share.estimate == pytest.approx(met.share.arm.estimate)
    assert duel.ahead.estimate == pytest.approx(met.points.difference.estimate)
    assert [found.estimate for found in duel.by_seat.values()] == pytest.approx([e.estimate for e in met.by_seat])


def test_it_is_a_function_of_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    game, names = load_game("marbles"), ("shy", "bold", "random")
    whole = tournament(Base(game, 5), ("ring",), names, 120).to_json()
    assert tournament(Base(game, 5, jobs=2), ("ring",), names, 120).to_json() == whole
    monkeypatch.setattr(question, "CHUNK", 37)
    assert tournament(Base(game, 5), ("ring",), names, 120).to_json() == whole
    assert tournament(Base(game, 6), ("ring",), names, 120).to_json() != whole
    read = TournamentResult.from_json({**whole, "game": "marbles", "seed": 5, "source_digest": ""})
    assert read.to_json() == whole


def test_what_cannot_be_played() -> None:
    game = load_game("marbles")
    with pytest.raises(BadInput) as raised:
        tournament(Base(game, 1), ("rnig",), ("shy",), 10)
    assert len(raised.value.problems) == 3 and "Did you mean 'ring'?" in str(raised.value)
    with pytest.raises(BadInput, match="Pebbles is played by one team"):
        tournament(Base(load_game("pebbles"), 1))
