"""The main question, on synthetic games of The Opulent and on real games of the template."""

import json
import math

import numpy as np
import pytest

from analysis.arms import Base
from analysis.difficulty import NOTHING_MORE, DifficultyResult, Extent, difficulty, result_of_worlds
from analysis.sensitivity import TOGETHER, assumed_parameters, draw_sets, free_values, value_at
from sim import registry
from sim.errors import BadInput
from tests.analysis.conftest import made_up


def test_every_cell_partitions_its_games(opulent_result):
    assert len(opulent_result.cells) == 30
    for cell in opulent_result.cells.values():
        assert sum(outcome.count for outcome in cell.outcomes.values()) == cell.games == 1500
        assert all(ledger.balanced for ledger in cell.ledgers.values())
        assert cell.win_rate.estimate == pytest.approx(cell.outcomes["won"].count / 1500)


def test_the_hardest_year_is_the_one_that_was_made_hardest(opulent_result):
    assert "1926" in opulent_result.order["rulebook"][0]
    assert opulent_result.order["rulebook"][-1][-1] in ("1928", "1920")
    assert opulent_result.main == "rulebook"


def test_gap_and_special_rules_have_the_right_sign(opulent_result):
    assert opulent_result.cell("1926").gap.dollars < 0 < opulent_result.cell("1928").gap.dollars
    effects = {e.scenario: e.effect.difference.estimate for e in opulent_result.special if e.policy == "rulebook"}
    assert "1920" not in effects and effects["1926"] < 0 < effects["1928"]


def test_a_year_that_prints_its_upgrade_has_no_choice(opulent_result):
    scenarios = {choice.scenario for choice in opulent_result.choices}
    assert "1920" not in scenarios and len(scenarios) == 9
    targets = {c.value: c.target.estimate for c in opulent_result.choices if c.scenario == "1925"}
    assert targets["floor-safe"] - targets["ice-chest"] == 20


def test_influential_assumptions_are_found(opulent_result):
    ranking = [name for name, _ in opulent_result.sensitivity.ranking()[:6]]
    assert {"raid.by_factor", "event_deck.agents", "event_deck.three_fedoras"} <= set(ranking)


def test_what_a_year_prints_is_not_moved(opulent_result):
    swings = [s for s in opulent_result.sensitivity.swings if s.parameter == "historical.nickels"]
    assert swings and all("1920" not in swing.effects for swing in swings)
    assert all(len(swing.effects) == 9 for swing in swings)


def test_joint_draws_are_allowed_and_within_their_ranges(opulent_result):
    draws = opulent_result.sensitivity.draws
    assert len(draws) == 6
    for draw in draws:
        for name, value in draw.values.items():
            parameter = opulent_result.game.parameters[name]
            assert parameter.source in TOGETHER
            assert parameter.check(value) == value
            if parameter.kind == "integer":
                assert min(parameter.range) <= value <= max(parameter.range)
        games = {"novice": 60, "decent": 60, "rulebook": 120}  # half of them for all but the main policy
        assert {key: rate.n for key, rate in draw.rates.items()} == {
            (scenario, policy): n for scenario in opulent_result.scenarios for policy, n in games.items()
        }


def test_statements_carry_their_survival(opulent_result):
    hardest = next(s for s in opulent_result.statements if s.id == "hardest")
    assert hardest.survival.of == 6 and hardest.survival.held + hardest.survival.contradicted <= 6


def test_every_step_of_the_ladder_is_sampled(opulent_result):
    better = {s.id: s for s in opulent_result.statements if s.kind == "better"}
    assert set(better) == {"better.decent.novice", "better.rulebook.decent"}
    assert all(s.survival.of == 6 for s in better.values())


def test_levers_are_compared():
    # Of the levers only the cost and the agents move synthetic games.
    found = made_up(4000, scenarios=["1923", "1924"], extent=Extent(0, 4000, 0, 0, 0))
    levers = [s for s in found.statements if s.kind in ("helps", "hurts")]
    assert "helps.cheaper-business.fewer-agents" in {s.id for s in levers}
    assert all(s.holds and s.survival is None for s in levers)  # the study of the assumptions samples them


def test_json_comes_back_and_has_the_contracts_keys(opulent_result):
    data = json.loads(json.dumps(opulent_result.to_json(), allow_nan=False))
    assert {"scenario", "policy", "games", "win_rate", "outcomes", "gap", "length", "ledgers", "rows_sha256"} <= set(
        data["cells"][0]
    )
    assert {"dollars", "low", "high", "status"} <= set(data["cells"][0]["gap"])
    assert {"id", "text", "holds", "survival"} <= set(data["statements"][0])
    assert set(data["statements"][0]["survival"]) >= {"held", "of"}
    assert DifficultyResult.from_json(data).to_json() == data


def test_same_seed_same_result(opulent_result):
    assert made_up(games=1500).to_json() == opulent_result.to_json()


def test_workers_do_not_change_it():
    one, two = (made_up(400, jobs=jobs, extent=Extent(100, 100, 50, 2)).to_json() for jobs in (1, 2))
    assert one == two


def test_parts_can_be_left_out():
    found = made_up(200, extent=NOTHING_MORE)
    assert found.sensitivity is None and not found.special and not found.choices
    assert all(cell.gap is None for cell in found.cells.values())


def test_progress_ends_each_stage_complete():
    seen = {}
    made_up(200, extent=Extent(50, 50, 20, 2), progress=lambda step: seen.__setitem__(step.stage, step))
    assert {step.stage for step in seen.values()} >= {"the ladder", "the dollar gap", "assumptions, all together"}
    assert all(step.done == step.total for step in seen.values())


def test_unknown_names_are_reported_together():
    with pytest.raises(BadInput) as error:
        made_up(10, scenarios=["1962"], policies=["rulebok"])
    assert "1929" in str(error.value) and "rulebook" in str(error.value)


def test_user_rules_are_left_alone():
    base = Base(registry.load_game("opulent"), 1, ("fewer-agents",), {"event_deck.lookouts": "5"})
    values = {"event_deck.agents": 12, "event_deck.lookouts": 9, "patron.politicians": 15}
    assert free_values(base, "1921", values) == {"patron.politicians": 15}


def test_draws_resample_contradictions():
    base = Base(registry.load_game("opulent"), 1)
    sets = draw_sets(base, ["1920", "1925"], 12, seed=3)
    assert len(sets) == 12
    for values in sets:
        base.resolve("1925", free_values(base, "1925", values))
    assert sets == draw_sets(base, ["1920", "1925"], 12, seed=3) != draw_sets(base, ["1920", "1925"], 12, seed=4)


def test_every_value_of_a_range_can_be_drawn():
    base = Base(registry.load_game("opulent"), 1)
    for parameter in assumed_parameters(base, TOGETHER):
        ends = {value_at(parameter, 0.0), value_at(parameter, math.nextafter(1.0, 0.0))}
        assert all(parameter.check(value) == value for value in ends)
        if parameter.kind == "integer":
            assert ends == {min(parameter.range), max(parameter.range)}


def test_real_games_of_the_template():
    found = difficulty("pebbles", games=600, seed=5, jobs=2, cost_parameter="jar", extent=Extent(200, 200, 100, 4))
    assert found.policies == ("random", "careful") and found.scenarios == ("high", "low")
    careful = found.cell("high", "careful")
    assert careful.win_rate.estimate > 0.9 and careful.gap.dollars > 20
    assert careful.ledgers["pebbles"].balanced and careful.early == ()
    assert {swing.parameter for swing in found.sensitivity.swings} == {"slip", "tide", "turn_cap"}
    better = next(s for s in found.statements if s.kind == "better")
    assert better.policy == "careful" and better.survival.held == 4


def test_stored_runs_give_the_table(opulent_result):
    found = result_of_worlds(opulent_result.game, opulent_result.cells, seed=7)
    assert found.order == opulent_result.order and found.sensitivity is None
    with pytest.raises(BadInput, match="same seed"):
        result_of_worlds(opulent_result.game, {}, seed=7)


def test_stored_runs_with_holes_show_what_one_policy_played(opulent_result):
    wanted = {("1920", "novice"), ("1921", "novice"), ("1920", "rulebook"), ("1929", "decent")}
    cells = {key: cell for key, cell in opulent_result.cells.items() if key in wanted}
    found = result_of_worlds(opulent_result.game, cells, seed=7)
    assert found.main == "novice" and found.scenarios == ("1920", "1921") and found.policies == ("novice", "rulebook")
    assert set(found.order) == {"novice", "rulebook"} and all(s in found.scenarios for s, _ in found.cells)


def test_rows_of_synthetic_games_are_consistent(opulent_result):
    cell = opulent_result.cell("1923")
    assert cell.won is not None and np.count_nonzero(cell.won) == cell.outcomes["won"].count
