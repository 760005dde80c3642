import pytest

import sim
from sim.errors import BadInput
from tests.helpers import said


def test_importing_sim_imports_nothing_heavy():
    heavy = '("numba", "pandas", "pyarrow", "joblib", "scipy", "matplotlib")'
    assert said(f"import sys, sim; print([name for name in {heavy} if name in sys.modules])") == "[]"
    code = f"import sys, sim; sim.load_game('pebbles').scenarios; print([n for n in {heavy} if n in sys.modules])"
    assert said(code) == "[]"
    code = f"import sys, sim.store; sim.store.list_runs(); print([n for n in {heavy} if n in sys.modules])"
    assert said(code) == "[]", "listing runs is quick"


def test_simulate_returns_a_frame():
    frame = sim.simulate("pebbles", "low", policy="careful:enough=4", games=500, seed=7, variants=["kind"])
    assert len(frame) == 500
    assert list(frame.columns) == ["game", "outcome", "turns", "jar", "found", "dropped"]
    assert list(frame["outcome"].cat.categories) == ["full", "washed", "abandoned", "error"]
    assert frame["game"].tolist() == list(range(500))
    assert (frame["found"] == frame["jar"] + frame["dropped"]).all(), "the ledger balances"
    assert frame["dropped"].sum() == 0, "nothing slips with kind stones"
    attributes = frame.attrs
    assert attributes["seed"] == 7 and attributes["scenario"] == "low" and attributes["variants"] == ["kind"]
    assert attributes["rules_changed"]["slip"] == {"value": 0, "default": 1, "unit": "pips"}
    assert attributes["policies"][0]["parameters"] == {"enough": 4.0}
    assert attributes["command"] == (
        "house-edge run pebbles --scenario low --variant kind --policy careful:enough=4 --games 500 --seed 7"
    )
    assert len(attributes["rules_digest"]) == len(attributes["source_digest"]) == 16


def test_simulate_is_reproducible_from_its_attributes():
    drawn = sim.simulate("pebbles", games=200, rules={"jar": 30})
    assert 0 <= drawn.attrs["seed"] < 2**53
    again = sim.simulate("pebbles", games=200, rules={"jar": "30"}, seed=drawn.attrs["seed"], jobs=2)
    assert drawn.equals(again)
    assert drawn.attrs["rows_sha256"] == again.attrs["rows_sha256"]
    assert "--rule jar=30" in drawn.attrs["command"]


def test_two_runs_without_a_seed_differ():
    first, second = sim.simulate("pebbles", games=50), sim.simulate("pebbles", games=50)
    assert first.attrs["seed"] != second.attrs["seed"]
    assert not first.equals(second)


def test_every_mistake_is_named_at_once():
    with pytest.raises(BadInput) as caught:
        sim.simulate("pebbles", "hihg", policy="carefull", games=10)
    text = str(caught.value)
    assert "Did you mean 'high'" in text and "Did you mean 'careful'" in text
    with pytest.raises(BadInput) as caught:
        sim.simulate("pebbles", policy="carefull", games=10, rules={"jarr": 3, "slip": 99})
    assert "jarr" in str(caught.value) and "slip" in str(caught.value) and "carefull" in str(caught.value)
    with pytest.raises(BadInput, match="Did you mean 'pebbles'"):
        sim.simulate("pebble", games=10)


def test_load_policy_and_load_game():
    assert sim.load_game("pebbles").file.title == "Pebbles"
    assert list(sim.load_policy("pebbles", "careful").weights) == ["enough"]
    with pytest.raises(AttributeError, match="no attribute 'simulte'"):
        sim.simulte  # noqa: B018
