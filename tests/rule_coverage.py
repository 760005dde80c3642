"""Every rule has a function and a test, every parameter a reader, every decision a question: for any game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from sim.records import rules_record
from sim.registry import load_game, resolve

#: Files of a game that read the rules without playing by them.
NOT_KERNELS = {"odds.py", "odds_policy.py", "checks.py", "cards.py", "story.py", "words.py", "choice_words.py"}


class Reader(dict):
    """Rule values that note which of them are read."""

    def __init__(self, values):
        super().__init__(values)
        self.read = set()

    def __getitem__(self, name):
        self.read.add(name)
        return super().__getitem__(name)


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


def rule_values(tree: ast.Module) -> Iterator[str]:
    """Yield the names of rule values that tests set: keys of the dictionaries given as ``rules=``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "rules" and isinstance(node.value, ast.Dict):
            yield from (key.value for key in node.value.keys if isinstance(key, ast.Constant))


class RuleCoverage:
    """What the rulebook of a game has that no function implements, or no test is about."""

    def __init__(self, game: str, tests: Path) -> None:
        self.game = load_game(game)
        self.chapters = sorted(self.game.folder.glob("*.py"))
        self.tests = sorted(tests.glob("test_*.py"))

    def rules_without_function(self) -> list[str]:
        found: set[str] = set()
        for _, tree in trees(self.chapters):
            found |= set(called(tree, "ids.rule"))
            found |= {word.rstrip(".") for text in docstrings(tree) for word in re.findall(r"[\w.]+", text)}
        return [rule for rule in self.game.rulebook if rule not in found]

    def cited_by_tests(self) -> set[str]:
        return {rule for _, tree in trees(self.tests) for rule in called(tree, "pytest.mark.rule")}

    def rules_without_test(self) -> list[str]:
        cited = self.cited_by_tests()
        return [rule for rule in self.game.rulebook if rule not in cited]

    def unknown_rules_in_tests(self) -> set[str]:
        return self.cited_by_tests() - set(self.game.rulebook)

    def read_by_kernels(self) -> set[str]:
        """Return the fields of the rules record that chapter files read."""
        return {
            node.attr
            for path, tree in trees(self.chapters)
            if path.name not in NOT_KERNELS
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "rules"
        }

    def read_by_cards(self) -> set[str]:
        """Return the parameters that the card tables are built from."""
        values = Reader(resolve(self.game).values)
        self.game.module("cards").build(values, {})
        return values.read

    def unread_parameters(self) -> list[str]:
        fields, names = self.read_by_kernels(), self.read_by_cards()
        return [p.name for p in self.game.parameters.values() if p.field not in fields and p.name not in names]

    def fields_that_do_not_exist(self) -> set[str]:
        return self.read_by_kernels() - set(rules_record(self.game, resolve(self.game)).dtype.names)

    def decisions_never_asked(self) -> list[str]:
        """Return the decisions no chapter asks: bound to a constant that is passed to ``ask``."""
        found = set()
        for _, tree in trees(self.chapters):
            constants = {
                node.targets[0].id: node.value.args[0].value
                for node in tree.body
                if isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Name)
                and isinstance(node.value, ast.Call)
                and ast.unparse(node.value.func) == "ids.decision"
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "ask":
                    found.add(constants.get(ast.unparse(node.args[0])))
        return [decision for decision in self.game.decisions if decision not in found]

    def rulings_never_changed(self) -> list[str]:
        rulings = [p.name for p in self.game.parameters.values() if p.source == "ruling"]
        tried = {name for _, tree in trees(self.tests) for name in rule_values(tree)}
        return [name for name in rulings if name not in tried]
