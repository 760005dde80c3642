"""The policies of The Opulent keep their contract, form a ladder, and plan exactly."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from policies.opulent._band import IN_HAND, NEVER, VALUES, cheapest_plan
from policies.opulent._drinks import chance
from policies.opulent._notes import PLAN
from policies.opulent._weights import NOVICE, RULEBOOK, position
from sim.block import Context, Plan
from sim.jit import INTERPRETED
from sim.policy import load_declaration, parse_team
from sim.registry import load_game, resolve
from sim.testing import check_policy

GAME = load_game("opulent")
SEED = 1920
HALF_BEATS = (1, 2, 4, 8)


def rows_of(policy: str, year: str, games: int) -> np.ndarray:
    return Context(Plan("opulent", resolve(GAME, year), parse_team(GAME, policy), SEED)).play(0, games)


def win_rate(policy: str, year: str, games: int) -> float:
    return float((rows_of(policy, year, games)["outcome"] == 0).mean())


@pytest.mark.kernel
@pytest.mark.parametrize("policy", ["novice", "rulebook"])
def test_every_choice_is_legal_and_the_table_is_left_alone(policy: str) -> None:
    check_policy("opulent", policy, games=2 if INTERPRETED else 20)


@pytest.mark.slow
@pytest.mark.parametrize("year", GAME.scenarios)
@pytest.mark.parametrize("policy", ["novice", "rulebook", "novice+rulebook+random+rulebook"])
def test_hundreds_of_years_end_without_an_error(policy: str, year: str) -> None:
    kinds = [GAME.file.outcomes[outcome].kind for outcome in rows_of(policy, year, 300)["outcome"]]
    assert set(kinds) <= {"win", "loss"}


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["easy-street", "hard-knocks", "no-key-penalty", "no-another-round"])
def test_house_rules_are_played_without_an_error(variant: str) -> None:
    for policy in ("novice", "rulebook"):
        rules = resolve(GAME, "1924", [variant])
        rows = Context(Plan("opulent", rules, parse_team(GAME, policy), SEED)).play(0, 200)
        assert {GAME.file.outcomes[outcome].kind for outcome in rows["outcome"]} <= {"win", "loss"}


def test_better_teams_win_more_often_in_1920() -> None:
    random, novice, rulebook = (win_rate(policy, "1920", 1500) for policy in ("random", "novice", "rulebook"))
    assert random + 0.05 < novice < rulebook - 0.05


@pytest.mark.slow
@pytest.mark.parametrize("year", GAME.scenarios)
def test_better_teams_have_more_money_in_every_year(year: str) -> None:
    random, novice, rulebook = (rows_of(policy, year, 400)["gap"].mean() for policy in ("random", "novice", "rulebook"))
    assert random < novice < rulebook


# --- weights ---------------------------------------------------------------------------------------------------------


def test_weights_are_where_the_helpers_look_for_them() -> None:
    names = list(load_declaration(GAME, "rulebook").weights)
    assert [position(name) for name in names] == list(range(len(names)))


@pytest.mark.parametrize("name", [*NOVICE, *RULEBOOK])
def test_every_weight_lies_within_its_bounds_and_says_what_it_is(name: str) -> None:
    weight = (NOVICE | RULEBOOK)[name]
    assert weight.bounds[0] <= weight.default <= weight.bounds[1]
    assert weight.doc.endswith(".")


# --- the Band's planner ----------------------------------------------------------------------------------------------


def best_by_trying_everything(counts: list[int], half_beats: int, rules: SimpleNamespace) -> int:
    """Return the least cost of any set of notes that lasts at least so long; NEVER if there is none."""
    best = NEVER
    for taken in product(*(range(count + 1) for count in counts)):
        length = sum(n * HALF_BEATS[kind % VALUES] for kind, n in enumerate(taken))
        if length >= half_beats:
            left = length - half_beats
            beats = (left + rules.band_half_beats_up) // 2
            wrong = sum(taken[VALUES:])
            best = min(best, beats * rules.band_tempo_penalty + wrong * rules.band_key_penalty)
    return best


@settings(max_examples=150, deadline=None)
@given(
    counts=st.lists(st.integers(0, 2), min_size=2 * VALUES, max_size=2 * VALUES),
    beats=st.sampled_from([3, 4, 5, 6, 7, 8, 10]),
    round_up=st.integers(0, 1),
    penalties=st.tuples(st.integers(1, 2), st.integers(1, 2)),
)
def test_the_planned_song_is_as_cheap_as_any(
    counts: list[int], beats: int, round_up: int, penalties: tuple[int, int]
) -> None:
    rules = SimpleNamespace(band_tempo_penalty=penalties[0], band_key_penalty=penalties[1], band_half_beats_up=round_up)
    memory = np.zeros(16, np.int64)
    memory[IN_HAND : IN_HAND + 2 * VALUES] = counts
    cost = cheapest_plan(rules, memory, 2 * beats, NEVER)
    best = best_by_trying_everything(counts, 2 * beats, rules)
    if best <= 3:
        assert cost == best
    if cost < NEVER:
        planned = memory[PLAN : PLAN + 2 * VALUES].tolist()
        length = sum(n * HALF_BEATS[kind % VALUES] for kind, n in enumerate(planned))
        assert all(0 <= n <= count for n, count in zip(planned, counts, strict=True))
        assert length >= 2 * beats
        off_tempo = (length - 2 * beats + round_up) // 2 * rules.band_tempo_penalty
        assert off_tempo + sum(planned[VALUES:]) * rules.band_key_penalty == cost


# --- the bar's dice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [0, 1, 2, 3, 4])
def test_the_chance_of_a_total_is_exact(dice: int) -> None:
    totals = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    for wanted in range(-1, 6 * dice + 3):
        exact = Fraction(sum(total >= wanted for total in totals), len(totals))
        assert chance(dice, wanted) == pytest.approx(float(exact), abs=1e-12)


def test_no_dice_reach_nothing() -> None:
    assert chance(0, 1) == 0
    assert chance(3, 10_000) == 0
