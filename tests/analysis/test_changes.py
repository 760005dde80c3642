"""What may be changed, how far, at what cost, and in which words."""

import pytest

from analysis.arms import Base
from analysis.changes import NOTHING, search_space
from analysis.changewords import in_words
from sim import registry
from sim.errors import BadInput


@pytest.fixture(scope="module")
def opulent():
    return registry.load_game("opulent")


def test_levers_by_default_within_range_or_bounds(opulent):
    space = search_space(Base(opulent, 1), ["1926"])
    assert set(space.knobs) == {name for name, p in opulent.parameters.items() if p.lever}
    assert space.knobs["event_deck.agents"].values == (4, 5, 6, 7, 9, 10, 11, 12)  # the range, not the bounds 0 to 20
    assert (space.knobs["year.cost"].before, space.knobs["year.cost"].values[-1]) == ((50,), 150)
    assert space.knobs["bar.watering"].values == (False,)
    for knob in space.knobs.values():
        assert all(knob.parameter.check(value) == value for value in knob.values)


def test_free_and_keep(opulent):
    base = Base(opulent, 1, rules={"door.dice": "6"})
    assert "door.dice" in search_space(base, ["1924"]).left_out
    space = search_space(base, ["1924"], ["door.*", "bar.dice=2..4", "raid.by_factor"], ["door.sixth_face"])
    assert all(name.startswith("door.") for name in space.knobs if name not in ("bar.dice", "raid.by_factor"))
    assert "door.sixth_face" not in space.knobs and "door.at_zero" in space.knobs
    assert space.knobs["bar.dice"].values == (2, 4)
    assert space.knobs["door.dice"].before == (6,)
    assert space.knobs["raid.by_factor"].values == (True,)


def test_scenarios_that_print_different_values_are_left_alone_unless_named(opulent):
    base, years = Base(opulent, 1), ["1920", "1926"]
    assert "year.cost" in search_space(base, years).left_out
    named = search_space(base, years, ["year.cost"]).knobs["year.cost"]
    assert named.before == (20, 50) and named.steps(35) == 15


@pytest.mark.parametrize(
    ("free", "keep", "costs", "said"),
    [
        (["door.dise"], [], {}, "Did you mean 'door.dice'"),
        (["door.dice"], ["door.dice"], {}, "cannot be both"),
        (["door.dice"], ["door.*"], {}, "cannot be both"),
        (["dor.*"], [], {}, "no rule has such a name"),
        (["door.dice=0..3"], [], {}, "a whole number from 1 to 8"),
        (["door.dice=5..3"], [], {}, "5 is more than 3"),
        (["door.rerolls=1..2"], [], {}, "true or false"),
        (["raid.numbers"], [], {}, "a list of numbers"),
        (["door.dice=5..5"], [], {}, "nothing else it may be"),
        (["door.*"], ["door.*"], {}, "nothing is left"),
        ([], ["nonsense"], {}, "there is no rule 'nonsense'"),
        ([], [], {"patron.left_share": 2.0}, "may not be changed here"),
    ],
)
def test_mistakes_are_named(opulent, free, keep, costs, said):
    with pytest.raises(BadInput, match=said):
        search_space(Base(opulent, 1), ["1924"], free, keep, costs)


def test_the_cost_of_a_set(opulent):
    space = search_space(Base(opulent, 1), ["1926"], costs={"setup.*": 7.0})
    changes = (("year.cost_adjustment", -5), ("setup.lookouts", 4), ("bar.another_round", False))
    assert space.size(changes) == pytest.approx(5 * 0.2 + 4 * 7.0 + 3.0)
    assert space.cost(changes) == pytest.approx(space.size(changes) + 15.0)
    assert space.sorted({"setup.lookouts": 0, "bar.dice": 4}) == (("bar.dice", 4),)


def test_changes_in_words(opulent):
    space = search_space(Base(opulent, 1), ["1926"])
    changes = (
        ("year.cost_adjustment", -5),
        ("setup.lookouts", 4),
        ("door.wait_penalty", 0),
        ("bar.another_round", False),
    )
    assert in_words(space, changes) == (
        "year cost adjustment -$5, setup lookouts 4 instead of 0, door wait penalty 0 nickels instead of 1"
        " and bar another round: no"
    )
    assert in_words(space, NOTHING) == "no change"
    assert in_words(space, (("door.dice", 1),)) == "door dice 1 instead of 5"
    assert in_words(space, (("bar.liquor_capacity", 1),)) == "bar liquor capacity 1 bottle instead of 4"
