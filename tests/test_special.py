"""Special rules of a scenario: each has a name and values that switch it off."""

from types import SimpleNamespace

import pytest

from sim.errors import BadInput
from sim.registry import load_game, resolve
from sim.special import special_rules, without_special_rules


@pytest.mark.parametrize("year", [str(year) for year in range(1920, 1930)])
def test_each_special_rule_of_a_year_can_be_switched_off_alone(year):
    game = load_game("opulent")
    rules = special_rules(game, year)
    assert bool(rules) == (year != "1920")
    printed = resolve(game, year)
    for rule in rules:
        changed = resolve(game, year, rules=rule.values)
        assert changed.values != printed.values, f"{rule.name} changes nothing"
    names = [rule.name for rule in rules]
    assert len(set(names)) == len(names)
    assert any(not rule.part for rule in rules) == bool(rules)
    resolve(game, year, rules=without_special_rules(game, year))


def test_parts_are_not_needed_for_the_year_without_special_rules():
    game = load_game("opulent")
    assert without_special_rules(game, "1924") == {"meeting.active": False}
    assert without_special_rules(game, "1926") == {"gangs.active": False, "argument.active": False}
    assert [rule.part for rule in special_rules(game, "1922")] == [False, True]


def made_up(without):
    game = load_game("pebbles")
    return SimpleNamespace(
        scenarios={"high": {"title": "High tide", "without": without}}, parameters=game.parameters, folder=game.folder
    )


def test_a_plain_table_is_one_rule_called_like_the_scenario():
    (rule,) = special_rules(made_up({"slip": 0}), "high")
    assert (rule.name, rule.values, rule.part) == ("High tide", {"slip": 0}, False)
    assert special_rules(made_up({}), "high") == ()


def test_mistakes_are_named():
    with pytest.raises(BadInput) as error:
        special_rules(made_up([{"rule": "a", "values": {"slpi": 0}}, {"rules": "b", "values": {}}]), "high")
    said = "\n".join(error.value.problems)
    for text in ("Did you mean 'slip'?", "number 2 has no key 'rules'. Did you mean 'rule'?", "number 2 needs a name"):
        assert text in said
