"""Every rule has a function and a test, every parameter a reader, every decision a question."""

from pathlib import Path

from tests.rule_coverage import RuleCoverage

COVERAGE = RuleCoverage("opulent", Path(__file__).parent)


def test_every_rule_has_a_function_that_names_it():
    assert COVERAGE.rules_without_function() == []


def test_every_rule_has_a_test_that_names_it():
    assert COVERAGE.rules_without_test() == []


def test_no_test_names_a_rule_that_does_not_exist():
    assert COVERAGE.unknown_rules_in_tests() == set()


def test_every_parameter_is_read_by_a_kernel_or_by_the_cards():
    assert COVERAGE.unread_parameters() == []


def test_every_field_a_kernel_reads_is_a_parameter_or_a_card_table():
    assert COVERAGE.fields_that_do_not_exist() == set()


def test_every_decision_is_asked_somewhere():
    assert COVERAGE.decisions_never_asked() == []


def test_every_ruling_that_is_a_switch_is_tried_in_another_position():
    assert COVERAGE.rulings_never_changed() == []
