"""What can be seen in the source of a policy without running it: unknown fields, chance from elsewhere, writing.

numba reports an unknown field of a record by its name alone, without file or line. So the functions of a policy's file
are walked as trees: from the decision functions, with what they pass to the helpers of the same file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sim import registry
from sim.params import nearest

#: Arguments of every decision, in this order (docs/contracts.md, section 1).
ARGUMENTS = ("table", "rules", "choices", "n", "weights", "memory", "luck", "seat")

#: Modules whose answers do not depend on the seed alone.
CHANCE = {"random": "chance", "secrets": "chance", "time": "the clock", "datetime": "the clock", "os": "the machine"}


@dataclass(frozen=True)
class Mistake:
    """One thing wrong in a policy's file.

    Attributes
    ----------
    file : str
        The file as it was named.
    line : int
        Its line, from 1; 0 if it is about the file as a whole.
    what, fix : str
        What is wrong, and how to put it right; whole sentences.
    """

    file: str
    line: int
    what: str
    fix: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.what} {self.fix}".rstrip()


@dataclass
class Walk:
    """The functions of one file that a policy's decisions reach, with what their arguments are.

    Parameters
    ----------
    path : Path
        The file.
    text : str
        Its source.
    decisions : collection of str
        Names of its decision functions.
    """

    path: Path
    text: str
    decisions: Collection[str]
    functions: dict[str, ast.FunctionDef] = field(init=False)
    reached: dict[str, dict[str, str]] = field(init=False)

    def __post_init__(self) -> None:
        tree = ast.parse(self.text)
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.imported = {alias.asname or alias.name: alias.name for alias in _imports(tree)}
        self.reached = {}
        for name in self.decisions:
            if name in self.functions:
                own = [argument.arg for argument in self.functions[name].args.args]
                self._reach(name, dict(zip(own, ARGUMENTS, strict=False)))

    def _reach(self, name: str, roles: dict[str, str]) -> None:
        if name in self.reached and roles.items() <= self.reached[name].items():
            return
        known = self.reached.setdefault(name, {})
        known.update(roles)
        node = self.functions[name]
        for part in ast.walk(node):  # t = table
            if isinstance(part, ast.Assign) and isinstance(part.value, ast.Name) and part.value.id in known:
                known.update(
                    {target.id: known[part.value.id] for target in part.targets if isinstance(target, ast.Name)}
                )
        for part in ast.walk(node):
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in self.functions:
                called = self.functions[part.func.id]
                taken = [argument.arg for argument in called.args.args]
                given = list(zip(taken, part.args, strict=False))
                given += [(word.arg, word.value) for word in part.keywords if word.arg]
                passed = {to: known[of.id] for to, of in given if isinstance(of, ast.Name) and of.id in known}
                self._reach(part.func.id, passed)

    def nodes(self) -> Iterator[tuple[ast.AST, dict[str, str]]]:
        """Yield every node of the functions reached, with the roles of the names of its function."""
        for name, roles in self.reached.items():
            for node in ast.walk(self.functions[name]):
                yield node, roles

    def mistake(self, node: ast.AST, what: str, fix: str = "") -> Mistake:
        """Return a mistake at a node."""
        return Mistake(str(self.path), getattr(node, "lineno", 0), what, fix)


def unknown_fields(walk: Walk, fields: Mapping[str, Collection[str]]) -> list[Mistake]:
    """Return the fields of ``table``, ``rules`` and ``luck`` that do not exist.

    Parameters
    ----------
    walk : Walk
        The file.
    fields : mapping
        Names of the fields by argument.
    """
    found = []
    for node, roles in walk.nodes():
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            continue
        role = roles.get(node.value.id, "")
        if role not in fields or node.attr in fields[role] or node.attr.startswith("__"):
            continue
        suggestion = nearest(node.attr, fields[role])
        elsewhere = next((other for other in fields if other != role and node.attr in fields[other]), None)
        if elsewhere:
            suggestion = f" It is a field of {elsewhere}: {elsewhere}.{node.attr}."
        what = f"{node.value.id} has no field '{node.attr}'.{suggestion}"
        found.append(walk.mistake(node, what, "" if suggestion else "docs/policies.md lists them all."))
    return found


def fields_of(game: registry.Game) -> dict[str, set[str]]:
    """Return the names of the fields of ``table``, ``rules`` and ``luck`` of a game."""
    rules = {parameter.field for parameter in game.parameters.values()}
    if (game.folder / "cards.py").exists():
        values = registry.resolve(game).values
        rules |= set(game.module("cards").build(values, {}))
    table = game.module("state").TABLE.names or ()
    return {"table": set(table), "rules": rules, "luck": {"state"}}


def chance_from_elsewhere(walk: Walk) -> list[Mistake]:
    """Return where a function asks for chance, or for the time: the same seed would give other games."""
    found = []
    for node, _ in walk.nodes():
        if not isinstance(node, ast.Attribute):
            continue
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        module = walk.imported.get(name, "")
        numpy_random = isinstance(node.value, ast.Name) and module == "numpy" and node.attr == "random"
        if module in CHANCE or numpy_random:
            source = "chance" if numpy_random else CHANCE[module]
            found.append(
                walk.mistake(
                    node,
                    f"{name}.{node.attr} depends on {source} outside the game: the same seed would give other games.",
                    "Draw from the policy's own luck: from sim.streams import below, then below(luck.state, n).",
                )
            )
    return found


def writing(walk: Walk) -> list[Mistake]:
    """Return where a function writes to the table, the rules or the list of choices."""
    found = []
    for node, roles in walk.nodes():
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = list(node.targets)
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            inner = target
            while isinstance(inner, ast.Subscript | ast.Attribute):
                inner = inner.value
            role = roles.get(inner.id, "") if isinstance(inner, ast.Name) and inner is not target else ""
            if role in ("table", "rules", "choices", "weights"):
                found.append(
                    walk.mistake(
                        target,
                        f"writes to {role}, which a policy may only read.",
                        "Keep what you need in memory[0], memory[1], ... or in variables of your own.",
                    )
                )
    return found


def remembering(walk: Walk) -> list[Mistake]:
    """Return where a function changes something of the file, which lasts from one game to the next."""
    found = []
    for name in walk.reached:
        node = walk.functions[name]
        own = {argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)}
        own |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        for part in ast.walk(node):
            if isinstance(part, ast.Global):
                own -= set(part.names)
        for part in ast.walk(node):
            inner = part
            while isinstance(inner, ast.Subscript | ast.Attribute):
                inner = inner.value
            stored = isinstance(getattr(part, "ctx", None), ast.Store) and isinstance(inner, ast.Name)
            if stored and isinstance(inner, ast.Name) and inner.id not in own:
                what = f"{inner.id} lasts from game to game, so games may come to depend on those played before."
                found.append(walk.mistake(part, what, "Results of sums may be kept there, nothing about the game."))
    return found


def _imports(tree: ast.Module) -> Iterator[ast.alias]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from node.names


# --- what a file says about itself ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Facts:
    """What a policy's file says about itself, read without importing it; "" where it does not say it in plain words.

    Attributes
    ----------
    game, name, parent, kind : str
        As given to ``Policy``.
    jit : bool
        Whether it is compiled.
    """

    game: str = ""
    name: str = ""
    parent: str = ""
    kind: str = ""
    jit: bool = True


def facts(path: Path) -> Facts:
    """Return what a policy's file says about itself; of one that is not Python, at best the game."""
    try:
        text = source(path)
        tree = ast.parse(text)
    except (OSError, UnicodeDecodeError):
        return Facts()
    except (SyntaxError, ValueError):
        named = re.search(r"\b[Pp]olicy\(\s*[\"'](\w+)[\"']", text)
        return Facts(named[1] if named else "")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Policy", "policy"):
            given = dict(zip(("game", "name", "parent", "weights", "kind"), node.args, strict=False))
            given |= {word.arg: word.value for word in node.keywords if word.arg}
            values = {key: _value(value) for key, value in given.items()}
            said = {key: values[key] for key in ("game", "name", "parent", "kind") if isinstance(values.get(key), str)}
            return Facts(**said, jit=values.get("jit") is not False)  # type: ignore[arg-type]
    return Facts()


def source(path: Path) -> str:
    """Return the text of a Python file, without the mark some editors put before it."""
    return path.read_text(encoding="utf-8-sig")


def summary(path: Path) -> str:
    """Return the first line of a policy's docstring without importing it; "" if it has none, or is not Python."""
    try:
        doc = (ast.get_docstring(ast.parse(source(path))) or "").strip()
    except (OSError, SyntaxError, ValueError):
        return ""
    return doc.splitlines()[0] if doc else ""


def _value(node: ast.expr) -> object:
    if isinstance(node, ast.Constant):
        return node.value
    return "campaign" if isinstance(node, ast.Name) and node.id == "CAMPAIGN" else None
