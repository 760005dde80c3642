"""A policy that was written in a notebook cell or at a prompt, as a file, for what is in no file cannot be cached.

The file holds the source of the decision functions, of the helpers they call and the constants they read, under a name
that is a digest of its content. So compiled code is found again, worker processes can import it, and what travels to
them is source and nothing else.
"""

from __future__ import annotations

import ast
import dis
import importlib
import inspect
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from sim.digest import cache_folder, digest_of
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.policy import Policy

_NUMBERS = (bool, int, float)


def written(policy: Policy) -> Path:
    """Return the file of a policy; one declared outside any policy file is written into the cache first.

    Raises
    ------
    BadInput
        If it uses something that cannot be written down as source; names the function and the thing.
    """
    if policy.file is not None:
        return policy.file
    text = Source(policy).text()
    folder = cache_folder(f"policy-{digest_of([text])}")
    file = folder / f"{re.sub(r'[^a-z0-9_]+', '_', policy.name.lower())}.py"
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        part = folder / f".{os.getpid()}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(file)  # another process may be writing the same
    return file


class Source:
    """Gathers what the functions of a policy need.

    Parameters
    ----------
    policy : Policy
        A policy without a file.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.problems: list[str] = []
        self.imports: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.parents: dict[str, str] = {}
        self.marked: list[tuple[str, FunctionType]] = [
            (mark, function) for mark, function in policy.marked() if isinstance(function, FunctionType)
        ]

    def text(self) -> str:
        """Return the source of the file.

        Raises
        ------
        BadInput
            With everything that cannot be written down.
        """
        decisions = []
        for mark, function in self.marked:
            body = self._definition(function)
            decisions.append(f"@policy.{mark}\n{body}")
            self._needs(function)
        if self.problems:
            raise BadInput(list(dict.fromkeys(self.problems)))
        head = [f'"""Policy {self.policy.name}, written down by House Edge where it was declared."""', ""]
        head += [
            line for _, line in sorted({**self.imports, "Policy": "from sim.policy import Policy, Weight"}.items())
        ]
        head += ["", *(f"{name} = {value}" for name, value in sorted(self.constants.items()))]
        parts = ["\n".join(head), *(text for _, text in sorted(self.helpers.items()))]
        asked = [f"{name} = policy.parents({decision!r})" for name, decision in sorted(self.parents.items())]
        parts += ["\n".join([declaration(self.policy), *asked]), *decisions]
        return "\n\n\n".join(part.strip("\n") for part in parts) + "\n"

    def _definition(self, function: FunctionType) -> str:
        """Return the source of a function without its decorators."""
        try:
            text = textwrap.dedent(inspect.getsource(function))
            node = ast.parse(text).body[0]
        except (OSError, TypeError, SyntaxError):
            self.problems.append(
                f"policy {self.policy.name}: this prompt does not keep the source of '{function.__name__}'. Write the"
                " policy into a file (house-edge new policy FILE) or into a notebook cell."
            )
            return ""
        if function.__code__.co_freevars:
            self.problems.append(
                f"policy {self.policy.name}: '{function.__name__}' uses {', '.join(function.__code__.co_freevars)} of"
                " the function around it; define it at the top of the cell."
            )
        assert isinstance(node, ast.FunctionDef)
        return "\n".join(text.splitlines()[node.lineno - 1 : node.end_lineno])

    def _needs(self, function: FunctionType) -> None:
        """Note everything a function reads from outside."""
        for name in globals_read(function.__code__):
            if name in function.__globals__:
                self._need(re.sub(r"^_cell_[^_]+", "", name), function.__globals__[name], function.__name__)

    def _need(self, name: str, value: Any, user: str) -> None:
        if name in self.imports or name in self.constants or name in self.helpers:
            return
        function = getattr(value, "py_func", value)  # a numba function of a cell
        asked = next((decision for decision, each in self.policy.asks_parent.items() if each is value), None)
        if asked is not None:
            self.parents[name] = asked
        elif isinstance(value, ModuleType):
            self.imports[name] = f"import {value.__name__} as {name}"
        elif isinstance(function, FunctionType) and not _importable(value):
            self.imports.setdefault("compiled", "from sim.jit import compiled")
            self.helpers[name] = ""  # it may call itself
            self.helpers[name] = f"@compiled\n{self._definition(function)}"
            self._needs(function)
        elif _importable(value):
            place = f"from {value.__module__} import {value.__name__}"
            self.imports[name] = place if name == value.__name__ else f"{place} as {name}"
        elif (constant := _constant(value) or (None if self.policy.jit else _literal(value))) is not None:
            if constant.startswith("np."):
                self.imports.setdefault("np", "import numpy as np")
            self.constants[name] = constant
        else:
            self.problems.append(
                f"policy {self.policy.name}: '{user}' uses '{name}', a {type(value).__name__}; a policy can use"
                " numbers, tuples of numbers, arrays, functions and modules."
            )


def declaration(policy: Policy) -> str:
    """Return the source that declares a policy, without its functions."""
    inherited = policy.parent.looks_ahead if policy.parent is not None else ()
    parts = [repr(policy.game), repr(policy.name)]
    for word, value, usual in (
        ("parent", policy.parent.typed() if policy.parent is not None else None, None),
        ("weights", policy.own_weights, {}),
        ("kind", policy.kind, ""),
        ("looks_ahead", policy.looks_ahead, inherited),
        ("jit", policy.jit, True),
    ):
        if value != usual:
            parts.append(f"{word}={value!r}")
    return f"policy = Policy({', '.join(parts)})"


def globals_read(code: CodeType) -> Iterator[str]:
    """Yield the global names a function reads, with the functions inside it."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(instruction.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from globals_read(inner)


def _importable(value: Any) -> bool:
    """Return whether another process can import a function or class by its name."""
    module, name = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if not module or not name or module == "__main__" or module.startswith("house_edge_policy_"):
        return False
    try:
        return getattr(importlib.import_module(module), name, None) is value
    except ImportError:
        return False


def _literal(value: Any) -> str | None:
    """Return a value of plain Python as source, for a policy that is not compiled."""
    try:
        return repr(value) if ast.literal_eval(repr(value)) == value else None
    except (ValueError, SyntaxError):
        return None


def _constant(value: Any) -> str | None:
    """Return a value as source, None if it is none a compiled function can read."""
    if hasattr(value, "dtype") and hasattr(value, "tolist"):  # numpy
        kept = value.tolist()
        return f"np.array({kept!r}, np.{value.dtype})" if isinstance(kept, list) else repr(kept)
    if isinstance(value, _NUMBERS):
        return repr(value)
    if isinstance(value, tuple):
        parts = [_constant(item) for item in value]
        if all(part is not None for part in parts):
            return f"({', '.join(map(str, parts))}{',' if len(parts) == 1 else ''})"
    return None
