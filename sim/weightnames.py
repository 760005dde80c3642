"""Reading a weight by its name: ``weights.reserve`` in a decision function is compiled as ``weights[7]``.

Weights are an array of numbers, as every decision of every game is called with the same arguments. A person reads them
by name; the position is known when the policy is declared, so it is written into the function then, on the same line of
the same file.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any

#: Position of the argument ``weights`` among those of a decision.
ARGUMENT = 4


def read_by_position(function: Callable[..., int], positions: Mapping[str, int]) -> Callable[..., int]:
    """Return a decision function in which weights named are read by their positions.

    Parameters
    ----------
    function : callable
        The function as written.
    positions : mapping of str to int
        Position of each weight. Names that are no weights stay as they are.

    Returns
    -------
    callable
        The same function if it names no weight; else one of the same name, file, lines and globals.
    """
    if not isinstance(function, FunctionType):
        return function
    code = function.__code__
    if code.co_argcount <= ARGUMENT or not set(code.co_names) & set(positions) or code.co_freevars:
        return function
    node = definition(function)
    if node is None:
        return function
    changed = _ByPosition(code.co_varnames[ARGUMENT], positions)
    changed.visit(node)
    if not changed.found:
        return function
    node.decorator_list = []
    module = compile(ast.Module([node], []), code.co_filename, "exec")
    own = next(part for part in module.co_consts if isinstance(part, CodeType) and part.co_name == function.__name__)
    own = own.replace(co_firstlineno=code.co_firstlineno, co_qualname=code.co_qualname)
    written = FunctionType(own, function.__globals__, function.__name__, function.__defaults__)
    written.__module__, written.__doc__, written.__qualname__ = (
        function.__module__,
        function.__doc__,
        function.__qualname__,
    )
    return written


def definition(function: FunctionType) -> ast.FunctionDef | None:
    """Return the definition of a function as a tree with the lines of its file; None if its source is not kept."""
    text = "".join(linecache.getlines(function.__code__.co_filename, function.__globals__))
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    first = function.__code__.co_firstlineno
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__ and _first_line(node) == first:
            return node
    return None


def _first_line(node: ast.FunctionDef) -> int:
    """Return the line a function begins in, its decorators included."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


class _ByPosition(ast.NodeTransformer):
    def __init__(self, argument: str, positions: Mapping[str, int]) -> None:
        self.argument, self.positions, self.found = argument, positions, False

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        named = isinstance(node.value, ast.Name) and node.value.id == self.argument and node.attr in self.positions
        if not named:
            return node
        self.found = True
        position = ast.copy_location(ast.Constant(self.positions[node.attr]), node)
        return ast.copy_location(ast.Subscript(node.value, position, node.ctx), node)
