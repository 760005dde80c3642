"""Of every game: each rule has a function and a test, each parameter a reader, each decision a question."""

from pathlib import Path

import pytest

from tests.rule_coverage import RuleCoverage

GAMES = ("opulent", "tiefenthal")


@pytest.fixture(scope="module", params=GAMES)
def coverage(request):
    return RuleCoverage(request.param, Path(__file__).parent / request.param)


def test_every_rule_has_a_function_that_names_it(coverage):
    assert coverage.rules_without_function() == []


def test_every_rule_has_a_test_that_names_it(coverage):
    assert coverage.rules_without_test() == []


def test_no_test_names_a_rule_that_does_not_exist(coverage):
    assert coverage.unknown_rules_in_tests() == set()


def test_every_parameter_is_read_by_a_kernel_or_by_the_cards(coverage):
    assert coverage.unread_parameters() == []


def test_every_field_a_kernel_reads_is_a_parameter_or_a_card_table(coverage):
    assert coverage.fields_that_do_not_exist() == set()


def test_every_decision_is_asked_somewhere(coverage):
    assert coverage.decisions_never_asked() == []


def test_every_ruling_that_is_a_switch_is_tried_in_another_position(coverage):
    assert coverage.rulings_never_changed() == []
