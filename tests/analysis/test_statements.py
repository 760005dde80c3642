import numpy as np
import pytest
from scipy import stats

from analysis.statements import (
    Statement,
    Survival,
    check,
    make_statements,
    opposite_by_chance,
    scenario_label,
    survive,
)
from sim import registry


def world(rates, n=2000, seed=0):
    rng = np.random.default_rng(seed)
    return {key: rng.random(n) < rate for key, rate in rates.items()}


BASE = {
    ("1920", "a"): 0.8,
    ("1926", "a"): 0.2,
    ("1929", "a"): 0.5,
    ("1920", "b"): 0.3,
    ("1926", "b"): 0.1,
    ("1929", "b"): 0.2,
}


@pytest.fixture(scope="module")
def made():
    opulent = registry.load_game("opulent")
    found = make_statements(opulent, {"a": [["1926"], ["1929"], ["1920"]]}, world(BASE), ["b", "a"], "a")
    return {statement.id: statement for statement in found}


def test_what_is_said(made):
    assert made["hardest"].text == "1926 is the hardest year"
    assert set(made) == {"hardest", "harder.1926.1929", "harder.1929.1920", "even.1926", "even.1920", "better.a.b"}
    assert made["even.1926"].kind == "below" and made["even.1920"].kind == "above"
    assert all(statement.holds for statement in made.values())


def test_an_undecided_year_is_not_claimed(made):
    assert "even.1929" not in made  # its interval contains a half


def test_statements_in_other_worlds(made):
    turned = world({**BASE, ("1926", "a"): 0.9})
    assert check(made["hardest"], turned) == "contradicted"
    assert check(made["harder.1926.1929"], turned) == "contradicted"
    assert check(made["even.1926"], turned) == "contradicted"
    close = {**world(BASE), ("1926", "a"): np.arange(100) < 31, ("1929", "a"): np.arange(100) < 30}
    assert check(made["hardest"], {k: v for k, v in close.items() if v.size == 100}) == "unclear"
    only_b = {key: won for key, won in world(BASE).items() if key[1] == "b"}
    assert check(made["hardest"], only_b) == "unknown" and check(made["better.a.b"], only_b) == "unknown"


def test_survival_counts_worlds(made):
    worlds = [world(BASE, seed=1), world({**BASE, ("1926", "a"): 0.9}), {}]
    assert survive(made["hardest"], worlds).survival == Survival(1, 2, 1)
    assert survive(made["hardest"], [{}]).survival is None


def test_tied_hardest_scenarios_are_called_tied():
    opulent = registry.load_game("opulent")
    found = make_statements(opulent, {"a": [["1926", "1929"], ["1920"]]}, world(BASE), ["a"], "a")
    assert found[0].text == "1926 and 1929 are the hardest years, tied"
    assert check(found[0], world({**BASE, ("1929", "a"): 0.1})) == "holds"


def test_everything_tied_says_nothing_about_the_hardest():
    opulent = registry.load_game("opulent")
    found = make_statements(opulent, {"a": [["1926", "1929", "1920"]]}, world(BASE), ["a"], "a")
    assert not [s for s in found if s.kind in ("hardest", "harder")]


def test_json_comes_back(made):
    statement = survive(made["hardest"], [world(BASE)])
    assert Statement.from_json(statement.to_json()) == statement


def test_labels():
    assert scenario_label(registry.load_game("opulent"), "1924") == "1924"
    assert scenario_label(registry.load_game("pebbles"), "low") == "Low tide"


@pytest.mark.parametrize("sets", [1, 6, 16, 32, 128, 1000])
def test_so_many_sets_show_the_opposite_by_chance(sets):
    assert opposite_by_chance(sets) == stats.binom.ppf(0.95, sets, 0.025)
    few, many = (Survival(sets // 2, sets, opposite_by_chance(sets) + more) for more in (0, 1))
    assert few.mark == "left open by some assumptions" and many.mark == "depends on the assumptions"
