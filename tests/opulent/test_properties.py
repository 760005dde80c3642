"""Whatever the rules, the year and the choices: ledgers balance, and cards, dice and patrons are conserved."""

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sim.block import Context, Plan
from sim.errors import BadInput
from sim.jit import INTERPRETED
from sim.playback import trace
from sim.policy import parse_team
from sim.registry import load_game, resolve
from tests.house_rules import value_of
from tests.opulent.conservation import check_row, check_trace

GAME = load_game("opulent")
TEAM = parse_team(GAME, "random")
YEARS = sorted(GAME.scenarios)
#: Lists that must not decrease.
ASCENDING = {"raid.bracket_ends", "raid.factor_ends", "film.rolls"}
MOST_CHANGES = 12

few = settings(
    max_examples=12 if INTERPRETED else 40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
fewer = settings(few, max_examples=6 if INTERPRETED else 20)


@st.composite
def house_rules(draw):
    """Draw a year with up to a dozen rules changed, none contradicting another."""
    chosen = draw(st.lists(st.sampled_from(list(GAME.parameters)), max_size=MOST_CHANGES, unique=True))
    changes = {name: draw(value_of(GAME.parameters[name], ASCENDING)) for name in chosen}
    try:
        return resolve(GAME, draw(st.sampled_from(YEARS)), (), changes)
    except BadInput:
        assume(False)


@pytest.mark.kernel
@given(house_rules(), st.integers(0, 2**31))
@few
def test_any_year_under_any_rules_ends_in_one_outcome_with_balanced_ledgers(rules, seed):
    context = Context(Plan("opulent", rules, TEAM, seed))
    for row in context.play(first=0, count=2 if INTERPRETED else 20):
        check_row(row, GAME, context.rules[0])


@pytest.mark.kernel
@given(house_rules(), st.integers(0, 2**31))
@fewer
def test_after_every_turn_everybody_and_everything_is_in_one_place(rules, seed):
    plan = Plan("opulent", rules, TEAM, seed)
    values = Context(plan).rules[0]
    assert check_trace(trace(plan, 0), values) > 0


@pytest.mark.kernel
@pytest.mark.parametrize("year", YEARS)
def test_every_year_by_the_book_conserves_everything(year):
    plan = Plan("opulent", resolve(GAME, year), TEAM, seed=1920)
    values = Context(plan).rules[0]
    for index in range(1 if INTERPRETED else 4):
        check_trace(trace(plan, index), values)
