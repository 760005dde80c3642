"""Whatever the rules, the module and the choices: ledgers balance, and cards, dice, coins, beer are conserved."""

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sim.block import Context, Plan
from sim.errors import BadInput
from sim.jit import INTERPRETED
from sim.playback import trace
from sim.policy import parse_team
from sim.registry import load_game, resolve
from sim.testing import (
    check_blocks,
    check_ledgers,
    check_outcomes,
    check_script,
    check_stop_and_continue,
    check_victories,
)
from tests.house_rules import value_of
from tests.tiefenthal.conservation import check_trace

GAME = load_game("tiefenthal")
TEAM = parse_team(GAME, "random")
SCENARIOS = sorted(GAME.scenarios)
#: Lists that must not decrease.
ASCENDING = {"nobles.cost"}
#: What a scenario fixes, and lists of codes that only some numbers make sense in.
FIXED = {
    "module", "players", "track.bonuses", "monastery.spaces", "monastery.last", "book.spaces", "reputation.spaces",
}  # fmt: skip
MOST_CHANGES = 12

few = settings(
    max_examples=12 if INTERPRETED else 40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
fewer = settings(few, max_examples=6 if INTERPRETED else 20)


@st.composite
def house_rules(draw):
    """Draw a scenario with up to a dozen rules changed, none contradicting another."""
    free = [name for name in GAME.parameters if name not in FIXED]
    chosen = draw(st.lists(st.sampled_from(free), max_size=MOST_CHANGES, unique=True))
    changes = {name: draw(value_of(GAME.parameters[name], ASCENDING)) for name in chosen}
    for name in ("monastery.spaces", "book.spaces", "reputation.spaces"):
        if draw(st.booleans()):
            changes[name] = draw(st.sampled_from(GAME.parameters[name].range))
    try:
        return resolve(GAME, draw(st.sampled_from(SCENARIOS)), (), changes)
    except BadInput:
        assume(False)


@pytest.mark.kernel
@given(house_rules(), st.integers(0, 2**31))
@few
def test_any_game_under_any_rules_has_a_winner_and_balanced_ledgers(rules, seed):
    plan = Plan("tiefenthal", rules, TEAM, seed)
    rows = Context(plan).play(first=0, count=2 if INTERPRETED else 20)
    check_outcomes(GAME, rows, rules.scenario)
    check_ledgers(GAME, rows, rules.scenario)
    check_victories(GAME, plan, rows, rules.scenario)


@pytest.mark.kernel
@given(house_rules(), st.integers(0, 2**31))
@fewer
def test_after_every_turn_everything_is_in_one_place(rules, seed):
    plan = Plan("tiefenthal", rules, TEAM, seed)
    values = Context(plan).rules[0]
    assert check_trace(trace(plan, 0), values) > 0


@pytest.mark.kernel
@pytest.mark.parametrize("scenario", SCENARIOS[::4] if INTERPRETED else SCENARIOS)
def test_every_module_by_the_book_keeps_the_contracts(scenario):
    plan = Plan("tiefenthal", resolve(GAME, scenario), TEAM, seed=1920)
    values = Context(plan).rules[0]
    for index in range(1 if INTERPRETED else 3):
        assert check_trace(trace(plan, index), values) == 1 + 8 * (4 + values.players)
    rows = Context(plan).play(0, 4)
    check_blocks(plan, rows, scenario)
    check_stop_and_continue(plan, rows[:1], scenario)
    check_script(plan, rows[:1], scenario)


@pytest.mark.kernel
def test_the_same_table_has_the_same_futures_whatever_the_true_order():
    context = Context(Plan("tiefenthal", resolve(GAME, "module-5"), TEAM, 7))
    rows = np.zeros(1, [("game", "i8"), *((c.name, "i8") for c in GAME.file.columns)]).view(np.recarray)
    context.call(rows, 0, 1, turns=9, fresh=1)
    other = Context(context.plan)
    for name in ("table", "hidden"):
        getattr(other, name)[:] = getattr(context, name)
    for seat in range(4):  # turn what nobody has seen round
        unknown = context.table["deck_n"][0, seat] - context.table["known_n"][0, seat]
        other.hidden["deck"][0, seat, :unknown] = other.hidden["deck"][0, seat, :unknown][::-1]
    other.hidden["guests"][0, : context.table["guests_n"][0]] = other.hidden["guests"][
        0, : context.table["guests_n"][0]
    ][::-1]
    for one in (context, other):
        one.can_reshuffle()
        one.team["fresh_streams"][0], one.team["script_length"][0] = 99, 0
        one.call(rows, 0, 1, turns=0, fresh=2)
    assert context.hidden.tobytes() == other.hidden.tobytes()
