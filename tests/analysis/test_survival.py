import numpy as np
import pytest

from analysis.calibration import Belief, calibrate
from analysis.proportions import wilson
from analysis.space import value_at
from analysis.survival import Split, splits
from sim.params import Parameter


def declared(name, kind, values):
    choices = tuple(values) if kind == "choice" else ()
    return Parameter(name, values[0], "", kind, None, choices, "assumed", "", tuple(values), False, "")


PARAMETERS = [
    declared("agents", "integer", (4, 12)),
    declared("rule", "choice", ("a", "b", "c")),
    declared("switch", "switch", (False, True)),
    declared("share", "number", (0.0, 1.0)),
    *[declared(f"other{i}", "integer", (0, 9)) for i in range(20)],
]


def draw(n, seed):
    rng = np.random.default_rng(seed)
    return [{p.name: value_at(p, u) for p, u in zip(PARAMETERS, rng.random(len(PARAMETERS)))} for _ in range(n)]


@pytest.mark.parametrize(
    ("held", "parameter", "values"),
    [
        (lambda s: s["agents"] <= 8, "agents", (9, 12)),
        (lambda s: s["agents"] > 8, "agents", (4, 8)),
        (lambda s: s["rule"] != "b", "rule", ("b",)),
        (lambda s: not s["switch"], "switch", (True,)),
        (lambda s: s["switch"], "switch", (False,)),
        (lambda s: s["share"] > 0.4, "share", (0.0, 0.5)),
    ],
)
def test_the_planted_assumption_is_named_with_the_side_that_breaks_it(held, parameter, values):
    sets = draw(128, 1)
    clearest = splits(PARAMETERS, sets, [held(s) for s in sets])[0]
    assert (clearest.parameter, clearest.values) == (parameter, values)
    assert clearest.shown() and clearest.difference < -0.5
    assert clearest.of + clearest.other_of == 128
    assert clearest.held + clearest.other_held == sum(held(s) for s in sets)


def test_a_partial_effect_is_found_and_chance_is_not():
    false = found = 0
    for seed in range(150):
        sets, rng = draw(128, seed), np.random.default_rng([seed, 1])
        luck = rng.random(128)
        false += splits(PARAMETERS, sets, list(luck < 0.7))[0].shown()
        planted = [u < (0.9 if s["agents"] <= 8 else 0.4) for s, u in zip(sets, luck)]
        best = splits(PARAMETERS, sets, planted)[0]
        found += best.parameter == "agents" and best.shown()
    assert false <= 12  # at most 5 % of 150, give or take
    assert found >= 145


def test_a_value_that_never_varies_is_left_out():
    sets = [{**s, "agents": 5} for s in draw(40, 2)]
    assert "agents" not in {split.parameter for split in splits(PARAMETERS, sets, [s["switch"] for s in sets])}


def test_splits_come_back_from_json():
    split = splits(PARAMETERS, draw(32, 3), [True] * 16 + [False] * 16)[0]
    assert Split.from_json(split.to_json()) == split


# --- beliefs ---


def rates(sets, n=2000):
    """The win rate of a set: 90 % without agents, 5 points less for each."""
    return [{"1920": wilson(round(n * (0.9 - 0.05 * s["agents"])), n)} for s in sets]


def test_the_sets_that_agree_are_found_and_told_from_the_others():
    sets = draw(200, 4)
    found = calibrate([Belief("1920", 0.4, 0.01)], PARAMETERS, sets, rates(sets))
    assert {sets[i]["agents"] for i in found.agreeing} == {10}
    assert len(found.agreeing) == sum(s["agents"] == 10 for s in sets)
    first = found.usual[0]
    assert first.parameter == "agents" and first.agreeing == 10 and first.all == pytest.approx(8, abs=0.6)
    assert [row.parameter for row in found.shown()] == ["agents"]
    common = next(row for row in found.usual if row.parameter == "rule")
    assert common.agreeing in ("a", "b", "c") and 0.2 < common.all_share < 0.5


def test_noise_is_allowed_for():
    belief = Belief("1920", 0.7, 0.05)
    assert belief.distance(wilson(600, 1000)) > 0  # 60 %, surely
    assert belief.distance(wilson(12, 20)) == 0  # 60 %, give or take 20 points
    assert belief.distance(wilson(950, 1000)) == pytest.approx(0.95 - 0.75, abs=0.02)


def test_none_agrees_and_the_nearest_is_named():
    sets = draw(50, 5)
    found = calibrate([Belief("1920", 0.95, 0.0)], PARAMETERS, sets, rates(sets))
    assert found.agreeing == () and found.usual == ()
    assert sets[found.nearest]["agents"] == min(s["agents"] for s in sets)


def test_all_agree_and_nothing_is_learnt():
    sets = draw(50, 6)
    found = calibrate([Belief("1920", 0.5, 0.5)], PARAMETERS, sets, rates(sets))
    assert len(found.agreeing) == 50 and found.usual == ()


def test_several_beliefs_must_all_be_met():
    sets = draw(100, 7)
    both = [{**r, "1921": wilson(1000 if s["switch"] else 0, 1000)} for r, s in zip(rates(sets), sets)]
    found = calibrate([Belief("1920", 0.5, 0.02), Belief("1921", 1.0, 0.02)], PARAMETERS, sets, both)
    assert found.agreeing and all(sets[i]["agents"] == 8 and sets[i]["switch"] for i in found.agreeing)
