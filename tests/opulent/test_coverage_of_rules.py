"""Every rule has a function and a test, every parameter a reader, every decision a question."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sim.registry import load_game, resolve

GAME = load_game("opulent")
CHAPTERS = sorted(GAME.folder.glob("*.py"))
TESTS = sorted(Path(__file__).parent.glob("test_*.py"))
#: Files of the game that read the rules without playing by them.
NOT_KERNELS = {"odds.py", "odds_policy.py", "checks.py", "cards.py", "story.py", "words.py"}


def trees(paths: list[Path]) -> Iterator[tuple[Path, ast.Module]]:
    for path in paths:
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def docstrings(tree: ast.Module) -> Iterator[str]:
    """Yield the docstrings of a module and of its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def called(tree: ast.Module, *names: str) -> Iterator[str]:
    """Yield the string arguments of every call of ``names``, such as ``ids.rule`` or ``pytest.mark.rule``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
            yield from (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def cited_by_functions() -> set[str]:
    found: set[str] = set()
    for _, tree in trees(CHAPTERS):
        found |= set(called(tree, "ids.rule"))
        found |= {word.rstrip(".") for text in docstrings(tree) for word in re.findall(r"[\w.]+", text)}
    return found


def cited_by_tests() -> set[str]:
    return {rule for _, tree in trees(TESTS) for rule in called(tree, "pytest.mark.rule")}


def test_every_rule_has_a_function_that_names_it():
    cited = cited_by_functions()
    assert [rule for rule in GAME.rulebook if rule not in cited] == []


def test_every_rule_has_a_test_that_names_it():
    cited = cited_by_tests()
    assert [rule for rule in GAME.rulebook if rule not in cited] == []


def test_no_test_names_a_rule_that_does_not_exist():
    assert cited_by_tests() <= set(GAME.rulebook)


class Reader(dict):
    """Rule values that note which of them are read."""

    def __init__(self, values):
        super().__init__(values)
        self.read = set()

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)


def read_by_kernels() -> set[str]:
    """Return the fields of the rules record that chapter files read."""
    found = set()
    for path, tree in trees(CHAPTERS):
        if path.name not in NOT_KERNELS:
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rules":
                    found.add(node.attr)
    return found


def read_by_cards() -> set[str]:
    """Return the parameters that the card tables are built from."""
    values = Reader(resolve(GAME).values)
    GAME.module("cards").build(values, {})
    return values.read


def test_every_parameter_is_read_by_a_kernel_or_by_the_cards():
    fields, names = read_by_kernels(), read_by_cards()
    unread = [p.name for p in GAME.parameters.values() if p.field not in fields and p.name not in names]
    assert unread == []


def test_every_field_a_kernel_reads_is_a_parameter_or_a_card_table():
    from sim.block import rules_record

    assert read_by_kernels() <= set(rules_record(GAME, resolve(GAME)).dtype.names)


def asked_decisions() -> set[str]:
    """Return the decisions that some chapter asks: bound to a constant that is passed to ``ask``."""
    found = set()
    for _, tree in trees(CHAPTERS):
        constants = {
            node.targets[0].id: node.value.args[0].value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) == "ids.decision"
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "ask" and isinstance(node.args[0], ast.Name):
                found.add(constants.get(node.args[0].id))
    return found


def test_every_decision_is_asked_somewhere():
    asked = asked_decisions()
    assert [decision for decision in GAME.decisions if decision not in asked] == []


def test_every_ruling_that_is_a_switch_is_tried_in_another_position():
    rulings = [p.name for p in GAME.parameters.values() if p.source == "ruling"]
    tried = {name for _, tree in trees(TESTS) for name in rule_values(tree)}
    assert [name for name in rulings if name not in tried] == []


def rule_values(tree: ast.Module) -> Iterator[str]:
    """Yield the names of rule values that tests set: keys of the dictionaries given as ``rules=``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "rules" and isinstance(node.value, ast.Dict):
            yield from (key.value for key in node.value.keys if isinstance(key, ast.Constant))
