"""Advice against known answers: the best choice is not dropped, intervals cover, certain positions are certain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from analysis.advice import FIRST_LOOK, LOOK, TIGHTEST, Advice, race
from analysis.advising import advise
from analysis.reviewing import review
from analysis.sequential import mean_so_far
from sim import registry
from sim.block import Plan
from sim.futures import play_futures
from sim.games.opulent import names
from sim.moments import read_game
from sim.policy import parse_team
from sim.position import BEFORE_SET_UP, Position

# --- the race alone --------------------------------------------------------------------------------------------------


def imagined(chances: Sequence[float], seed: int, most: int, shared: bool) -> Advice:
    """Race choices that win with these chances; in shared futures the luckier future wins for all."""
    random = np.random.default_rng(seed)
    luck = random.random(most)

    def play(numbers: Sequence[int], first: int, games: int) -> list[np.ndarray]:
        mine = [luck[first : first + games] if shared else random.random(games) for _ in numbers]
        return [wins < chances[number] for wins, number in zip(mine, numbers, strict=True)]

    return race(play, len(chances), most)


def test_the_best_choice_is_dropped_in_fewer_races_than_the_level_allows() -> None:
    chances = [0.5, 0.47, 0.5 - 1e-9, 0.3, 0.44]  # the third is as good as the first, for any purpose
    races = [imagined(chances, seed, 3000, shared=False) for seed in range(300)]
    wrong = sum(advice.of(0).standing == "worse" for advice in races)
    assert wrong <= 0.05 * len(races) + 3 * np.sqrt(len(races) * 0.05 * 0.95)
    assert np.mean([advice.of(3).standing == "worse" for advice in races]) > 0.99
    # 20 points behind, and the interval of the distance says so
    behind = [advice.of(3).behind for advice in races]
    assert np.mean([found.low <= 0.2 <= found.high for found in behind]) >= 0.95
    wins = [advice.of(number).win for advice in races for number in range(5)]
    truth = [chances[number] for _ in races for number in range(5)]
    assert np.mean([win.low <= p <= win.high for win, p in zip(wins, truth, strict=True)]) >= 0.95


def test_shared_futures_decide_sooner() -> None:
    paired = [imagined([0.5, 0.42], seed, 5000, shared=True) for seed in range(20)]
    alone = [imagined([0.5, 0.42], seed, 5000, shared=False) for seed in range(20)]
    assert all(advice.verdict == "decided" and advice.best.number == 0 for advice in paired)
    assert sum(advice.futures for advice in paired) < 0.7 * sum(advice.futures for advice in alone)


def test_choices_that_never_differ_make_no_difference() -> None:
    advice = imagined([0.6, 0.6, 0.6], 1, 20_000, shared=True)
    assert advice.verdict == "equivalent"
    assert advice.futures < 5000
    assert [choice.standing for choice in advice.choices] == ["open"] * 3
    assert max(choice.behind.high for choice in advice.choices) <= advice.margin


def test_what_is_not_known_is_said() -> None:
    advice = imagined([0.5, 0.49], 4, 1000, shared=False)
    assert (advice.verdict, advice.futures, advice.played) == ("open", 1000, 2000)
    assert len(advice.left) == 2
    assert advice.of(1).behind.high > 0.01


def test_dropped_choices_are_not_played_on() -> None:
    advice = imagined([0.9, 0.1, 0.895], 2, 4000, shared=False)
    assert advice.of(1).win.n <= LOOK
    assert advice.of(0).win.n == 4000
    assert advice.played == sum(choice.win.n for choice in advice.choices)
    assert advice.choices[-1].number == 1


def test_a_single_choice_has_a_win_chance() -> None:
    advice = imagined([0.7], 3, 2000, shared=False)
    assert advice.best.win.n == 2000
    assert advice.best.win.low < 0.7 < advice.best.win.high


# --- positions whose answer is known ---------------------------------------------------------------------------------


def pebbles(jar: int, turns_left: int, rules: dict[str, int] | None = None, seed: int = 3) -> Position:
    """Return a position of Pebbles before a turn: so much in the jar of 20, so many turns before the tide."""
    game = registry.load_game("pebbles")
    plan = Plan("pebbles", registry.resolve(game, "high", (), rules), parse_team(game, "careful"), seed)
    begun = Position(plan, 0, 0).begun
    table, hidden = begun[0].copy(), begun[1].copy()
    table["jar"], table["turn"], table["tide"] = jar, 5, 5 + turns_left
    return Position.standing(plan, table, hidden)


@cache
def chance(jar: int, hand: int, turns_left: int, rolls: bool) -> Fraction:
    """Return the exact chance to fill the jar of 20 when this turn's next choice is made and 'careful' plays on."""
    if not rolls:
        jar += hand
        if jar >= 20:
            return Fraction(1)
        return chance(jar, 0, turns_left - 1, True) if turns_left > 1 else Fraction(0)
    total = Fraction(0)
    for pips in range(1, 7):
        if pips <= 1:
            total += chance(jar, 0, turns_left, False)
        else:
            total += chance(jar, hand + pips, turns_left, hand + pips < 6)
    return total / 6


@pytest.mark.parametrize(("jar", "turns_left"), [(14, 1), (10, 2), (4, 3)])
def test_rolling_is_best_with_an_empty_hand_and_wins_as_often_as_computed(jar: int, turns_left: int) -> None:
    advice = advise(pebbles(jar, turns_left), [], 2, seed=5, most=20_000)
    assert (advice.verdict, advice.best.number) == ("decided", 1)
    exact = float(chance(jar, 0, turns_left, True))
    assert advice.best.win.low <= exact <= advice.best.win.high


def hand_after(position: Position) -> int:
    """Return what the first roll of the position's turn brings, nothing if it slips."""
    before = position.table()["jar"]
    return int(position.play_on([1, 0], turns=1)["jar"]) - int(before)


def test_stopping_is_best_when_the_hand_fills_the_jar() -> None:
    position = pebbles(16, 1)
    number = next(n for n in range(1, 100) if position.renew_streams(1, n) or hand_after(position) == 4)
    position.renew_streams(1, number)
    advice = advise(position, [1], 2, seed=9, most=5000)  # rolled a 4 already: 16 + 4 fill the jar
    assert (advice.verdict, advice.best.number) == ("decided", 0)
    assert advice.of(0).win.estimate == 1.0
    assert advice.of(1).win.low <= 5 / 6 <= advice.of(1).win.high
    assert advice.of(1).behind.low <= 1 / 6 <= advice.of(1).behind.high


def test_one_decision_before_a_certain_end() -> None:
    certain = advise(pebbles(14, 1, {"slip": 0}), [], 2, seed=1, most=2000)  # 'careful' rolls until it has 6
    assert [certain.of(number).win.estimate for number in (0, 1)] == [0.0, 1.0]
    assert certain.verdict == "decided"
    hopeless = advise(pebbles(0, 1), [], 2, seed=1, most=2000)  # 'careful' stops at 11 at the latest
    assert [choice.win.estimate for choice in hopeless.choices] == [0.0, 0.0]
    assert hopeless.verdict == "equivalent"


def test_intervals_cover_the_exact_chance() -> None:
    position = pebbles(10, 2)
    exact = {0: float(chance(10, 0, 2, False)), 1: float(chance(10, 0, 2, True))}
    gap = exact[1] - exact[0]
    races = [advise(position, [], 2, seed=seed, most=600) for seed in range(200)]
    for number, truth in exact.items():
        covered = [a.of(number).win.low <= truth <= a.of(number).win.high for a in races]
        assert np.mean(covered) >= 0.95
    assert np.mean([a.of(0).behind.low <= gap <= a.of(0).behind.high for a in races]) >= 0.95
    assert not any(a.of(1).standing == "worse" for a in races)


def test_the_advice_is_a_function_of_position_and_seed_alone() -> None:
    position = pebbles(10, 2)
    one = advise(position, [], 2, seed=5, most=3000)
    assert one == advise(position, [], 2, seed=5, most=3000, jobs=3)
    assert one == advise(pebbles(10, 2, seed=99), [], 2, seed=5, most=3000)  # whatever chance the past had
    assert one != advise(position, [], 2, seed=6, most=3000)


# --- a whole game ----------------------------------------------------------------------------------------------------


def test_a_review_finds_what_was_given_away() -> None:
    game = registry.load_game("pebbles")
    rules = registry.resolve(game, "high", (), {"jar": 45})
    plan = Plan("pebbles", rules, parse_team(game, "random"), 4)
    then = Plan("pebbles", rules, parse_team(game, "careful"), 4)
    played = read_game(plan, 1)
    found = review(plan, 1, played, then, seed=8, closely=3000, worst=4)
    assert found == review(plan, 1, played, then, seed=8, closely=3000, worst=4, jobs=2)
    assert found.decisions == sum(len(turn.asked) for turn in played.turns)
    assert 0 < len(found.costly) <= 4
    assert len({costly.turn.number for costly in found.costly}) == len(found.costly)
    # 'careful' rolls with an empty hand: to stop there cost a turn
    worst = found.costly[0]
    assert worst.sure
    assert worst.cost.low > 0
    assert worst.instead - worst.chosen == pytest.approx(worst.cost.estimate)
    # the close look uses futures of its own
    assert found.played == found.glance * 2 * found.decisions + 2 * 3000 * len(found.costly)


def test_the_set_up_is_a_turn_like_the_others() -> None:
    game = registry.load_game("opulent")
    plan = Plan("opulent", registry.resolve(game, "1922"), parse_team(game, "rulebook"), 1)
    played = read_game(plan, 3)
    position = Position(plan, 3, BEFORE_SET_UP)
    assert position.play_on()["outcome"] == played.row["outcome"]
    select, contract = played.turns[0].asked
    assert (select.name, contract.name) == ("select_upgrade", "first_contract")
    # what was chosen in the set-up stands in every future, and a better upgrade is found
    rows = play_futures(position.context, position.begun, [select.index, contract.index], 5, 0, 50)
    assert (rows["selected"] == select.choices[select.index][0]).all()
    assert len(set(rows["arrivals"])) > 3
    safe = [number for number, choice in enumerate(select.choices) if choice[0] == names.FLOOR_SAFE]
    advice = advise(position, [], len(select.choices), seed=5, most=400)
    assert advice.of(safe[0]).standing == "worse"


def test_early_sequences_hold_where_few_futures_differ() -> None:
    """The sequences advice uses are tightest early; rare differences to one side must not fool them at any look."""
    random = np.random.default_rng(3)
    looks = np.array([FIRST_LOOK, *range(LOOK, 10_001, LOOK)])
    level = 1 - 0.05 / 4
    for more, less in [(0.002, 0.0), (0.01, 0.0), (0.1, 0.0), (0.2, 0.2)]:
        steps = np.diff(looks, prepend=0)
        ups = np.cumsum(random.binomial(steps, more, (400, len(looks))), axis=1)
        downs = np.cumsum(random.binomial(steps, less, (400, len(looks))), axis=1)
        wrong = 0
        for up, down in zip(ups, downs, strict=True):
            found = [
                mean_so_far(int(n), int(u) - int(d), int(u) + int(d), 1.0, level, TIGHTEST)
                for n, u, d in zip(looks, up, down, strict=True)
            ]
            wrong += any(not e.low <= more - less <= e.high for e in found)
        assert wrong / 400 <= 0.05 / 4 + 3 * np.sqrt(0.0125 * 0.9875 / 400), (more, less)
