import numpy as np
import pytest

from analysis.arms import Base
from analysis.space import LEVELS, LUCK, STRETCHES, Space, value_at, value_at_level
from sim import registry
from sim.errors import BadInput
from sim.params import Parameter

SCENARIOS = ["1920", "1924", "1925"]


@pytest.fixture(scope="module")
def space():
    return Space.of(Base(registry.load_game("opulent"), 1), SCENARIOS)


def declared(kind, values, **options):
    choices = options.pop("choices", ())
    return Parameter("x", values[0], "", kind, None, choices, "assumed", "", tuple(values), False, "")


def row_of(space, **values):
    """Return the row of a design that has the default everywhere but where values are given."""
    row = []
    for parameter in space.parameters:
        wanted = values.get(parameter.name.replace(".", "_"), parameter.default)
        grid = (np.arange(1000) + 0.5) / 1000
        row.append(next((u for u in grid if value_at(parameter, u) == wanted), 0.0))  # one default is not in its range
    return np.array([*row, 0.0])


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        (declared("switch", [True, False]), [True, True, True, False, False, False]),
        (declared("choice", ["a", "b", "c"], choices=("a", "b", "c")), ["a", "a", "b", "b", "c", "c"]),
        (declared("integer", [0, 1]), [0, 0, 0, 1, 1, 1]),
        (declared("integer", [4, 12]), [4, 6, 7, 9, 10, 12]),
        (declared("number", [0.0, 1.0]), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]),
    ],
)
def test_levels_reach_both_ends_and_a_step_always_changes_the_value(parameter, expected):
    values = [value_at_level(parameter, level / (LEVELS - 1)) for level in range(LEVELS)]
    assert values == pytest.approx(expected) if parameter.kind == "number" else values == expected
    assert all(values[level] != values[level + LEVELS // 2] for level in range(LEVELS // 2))


def test_every_step_of_the_real_ranges_changes_the_value(space):
    for parameter in space.parameters:
        values = [value_at_level(parameter, level / (LEVELS - 1)) for level in range(LEVELS)]
        assert all(values[level] != values[level + LEVELS // 2] for level in range(LEVELS // 2)), parameter.name


def test_what_every_scenario_prints_is_no_assumption():
    base = Base(registry.load_game("opulent"), 1)
    assert "historical.nickels" not in Space.of(base, ["1920"]).names
    assert "historical.nickels" in Space.of(base, ["1920", "1921"]).names
    assert Space.of(base, ["1920"]).names[-1] == LUCK


def test_what_the_user_sets_is_left_alone():
    base = Base(registry.load_game("opulent"), 1, ("fewer-agents",), {"event_deck.lookouts": "5"})
    names = Space.of(base, ["1920", "1921"]).names
    assert "event_deck.agents" not in names and "event_deck.lookouts" not in names


def test_rules_of_a_campaign_are_not_moved(space):
    assert any(name.startswith("campaign.") for name in space.base.game.parameters)
    assert not any(name.startswith("campaign.") for name in space.names)


def test_sources_choose():
    base = Base(registry.load_game("opulent"), 1)
    for sources in (("assumed",), ("inferred", "ruling")):
        found = Space.of(base, SCENARIOS, sources).parameters
        assert found and {parameter.source for parameter in found} == set(sources)


def test_a_point_is_played_by_what_each_scenario_leaves_free(space):
    point = space.point(row_of(space, historical_nickels=1, event_deck_agents=12))
    assert point.values["historical.nickels"] == 1 and point.put_right == ()
    assert point.rules["1924"].values["historical.nickels"] == 1
    printed = space.base.resolve("1920").values["historical.nickels"]
    assert point.rules["1920"].values["historical.nickels"] == printed
    assert all(rules.values["event_deck.agents"] == 12 for rules in point.rules.values())


def test_the_luck_chooses_the_games_and_nothing_else(space):
    row = row_of(space)
    points = [space.point(np.array([*row[:-1], luck])) for luck in (0.0, 0.5, np.nextafter(1, 0))]
    assert [point.stretch for point in points] == [0, STRETCHES // 2, STRETCHES - 1]
    assert points[0].rules == points[2].rules
    levels = [space.point(np.array([*np.zeros(len(row) - 1), level / 5]), LEVELS).stretch for level in range(6)]
    assert levels == [0, 1, 2, 3, 4, 5]


def test_a_contradiction_is_put_right_by_the_shortest_way(space):
    # 53 event cards have fedoras on them: 26 and 30 are too many by 3.
    point = space.point(row_of(space, event_deck_one_fedora=26, event_deck_three_fedoras=30))
    assert point.put_right == ("event_deck.three_fedoras",)
    assert (point.values["event_deck.one_fedora"], point.values["event_deck.three_fedoras"]) == (26, 27)
    assert all(rules.values["event_deck.three_fedoras"] == 27 for rules in point.rules.values())
    changed = {p.name for p in space.parameters if point.values[p.name] != p.default}
    assert changed == {"event_deck.one_fedora", "event_deck.three_fedoras", "staff.half_stars"}


def test_every_row_of_a_design_can_be_played(space):
    righted = 0
    for row in np.random.default_rng(0).random((300, len(space.names))):
        point = space.point(row)
        assert set(point.rules) == set(SCENARIOS)
        righted += bool(point.put_right)
    assert 0 < righted < 15  # about one in eighty draws contradicts itself


def test_several_values_go_back_if_one_is_not_enough(space, monkeypatch):
    resolve = Base.resolve

    def strict(base, scenario, changes=None):
        if sum(bool((changes or {}).get(name)) for name in ("vip.pamper_free", "raid.by_factor", "lookout.stays")) > 0:
            raise BadInput("these cannot stand")
        return resolve(base, scenario, changes)

    monkeypatch.setattr(Base, "resolve", strict)
    point = space.point(row_of(space, vip_pamper_free=True, raid_by_factor=True, lookout_stays=True))
    assert set(point.put_right) == {"vip.pamper_free", "raid.by_factor", "lookout.stays"}
