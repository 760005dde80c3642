"""Why a policy does not compile, in the words of somebody who wrote twenty lines of Python: line, cause, remedy.

numba's messages are made for the people who make numba. Here the line is taken from them, and what they complain about is
looked up in a table; what is not in the table is still told with its line and a remedy, never in numba's own words.
"""

from __future__ import annotations

import ast
import difflib
import linecache
import os
import re
import shutil
import threading
import traceback
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numba.core.errors import NumbaError

from sim.children import CAREFUL
from sim.digest import cache_folder, digest_of
from sim.errors import BadInput
from sim.params import nearest
from sim.policysource import Mistake

if TYPE_CHECKING:
    from sim.policy import Policy

AS_PYTHON = "To try the idea without compiling, declare the policy with jit=False."

_KINDS = {
    "int64": "a whole number", "uint64": "a whole number", "float64": "a number", "bool": "true or false",
    "unicode_type": "text", "none": "nothing",
}  # fmt: skip

#: Operations of Python that numba does not know, by the name in its message.
_OPERATIONS = {
    "IMPORT_NAME": ("imports a module inside a function.", "Move the import to the top of the file."),
    "STORE_GLOBAL": (
        "changes a global variable.",
        "Keep what must last in memory[0], memory[1], ...: whole numbers of your own that last for a game.",
    ),
    "LOAD_BUILD_CLASS": ("defines a class inside a function.", "Use numbers, tuples and functions."),
    "UNPACK_EX": ("unpacks with a star.", "Take the parts by their index."),
    "SETUP_WITH": ("uses 'with'.", "A decision has no files or locks to open: it reads the table and answers."),
    "BEFORE_WITH": ("uses 'with'.", "A decision has no files or locks to open: it reads the table and answers."),
    "DELETE_FAST": ("uses 'del'.", "Leave it out."),
}


def compile_decision(policy: Policy, function: Callable[..., Any], signature: Any) -> Any:
    """Return a decision function of a policy compiled, or loaded from the cache.

    Raises
    ------
    BadInput
        With everything in the policy's own functions that does not compile: file, line, what, and how to put it right.
    """
    try:
        return _compiled(policy, function, signature)
    except BadInput:
        raise
    except Exception as error:
        if not isinstance(error, NumbaError):
            # not about the source: a file of the cache is damaged, or another process took it away just now
            shutil.rmtree(cache_folder(policy.compiled_digest()), ignore_errors=True)
            with suppress(Exception):  # a second time it fails for good
                return _compiled(policy, function, signature)
        if policy.built_in:
            raise
        others = [other for other in policy.functions.values() if other is not function]
        found = [explain(error, function, policy.weights), *_also_wrong(policy, others, signature)]
        shown = [replace(each, file=_as_typed(policy, each.file)) for each in sorted(found, key=lambda each: each.line)]
        told = BadInput(list(dict.fromkeys(map(str, shown))))
        # for whoever develops House Edge; from a child process only the notes of an error arrive
        told.add_note("".join(traceback.format_exception(error)))
        raise told from error


def _compiled(policy: Policy, function: Callable[..., Any], signature: Any) -> Any:
    """Compile a function and see whether it answers with whole numbers."""
    from sim.jit import INTERPRETED, entry

    careful = bool(os.environ.get(CAREFUL)) and not policy.built_in
    digest = digest_of([policy.compiled_digest(), CAREFUL]) if careful else policy.compiled_digest()
    done = entry(signature, digest, careful)(function)
    if INTERPRETED or policy.built_in:
        return done
    looked_at = cache_folder(digest) / f"{function.__name__}.whole"
    if not looked_at.exists():
        # what is loaded cannot be looked at, and the process that compiled it may not have come to that yet
        own = f"{digest}-{os.getpid()}-{threading.get_ident()}"
        fresh = entry(signature, own, careful)(function) if _was_loaded(done, signature) else done
        wrong = fraction(function, fresh, signature)
        shutil.rmtree(cache_folder(own), ignore_errors=True)
        if wrong is not None:
            shutil.rmtree(cache_folder(digest), ignore_errors=True)  # loaded from there it would pass
            raise BadInput(str(replace(wrong, file=_as_typed(policy, wrong.file))))
        with suppress(OSError):
            looked_at.touch()
    return done


def _was_loaded(compiled: Any, signature: Any) -> bool:
    """Return whether a function came from the cache, without what the compiler knew of its types."""
    return not getattr(compiled.get_compile_result(signature).type_annotation, "typemap", None)


def _as_typed(policy: Policy, file: str) -> str:
    """Return the name of the policy's file as it was typed."""
    same = policy.file is not None and policy.file.absolute() == Path(file).absolute()
    return str(policy.file) if same else file


def _also_wrong(policy: Policy, functions: list[Callable[..., Any]], signature: Any) -> Iterator[Mistake]:
    """Yield what is wrong with the other functions of a policy, so that all mistakes are told at once."""
    for function in functions:
        try:
            _compiled(policy, function, signature)
        except BadInput:
            continue  # told when everything else is right
        except Exception as error:
            yield explain(error, function, policy.weights)


def explain(error: BaseException, function: Callable[..., Any], names: Collection[str] = ()) -> Mistake:
    """Return what is wrong with a decision function that numba could not compile.

    Parameters
    ----------
    error : BaseException
        What numba raised.
    function : callable
        The decision function.
    names : collection of str
        Names of the policy's weights.
    """
    code = function.__code__  # type: ignore[attr-defined]
    text = str(error)
    line = _line(error, text, code.co_filename, code.co_firstlineno)
    named = re.search(r"NameError: (?:global )?name '(\w+)'|Untyped global name '(\w+)'", text)
    if named:
        line = _line_that_names(function, named[1] or named[2], line)
    what, fix = _cause(error, text, function, names)
    return Mistake(code.co_filename, line, what, fix)


def fraction(function: Callable[..., Any], compiled: Any, signature: Any) -> Mistake | None:
    """Return where a decision function just compiled returns something that is no whole number, or None.

    The compiled function would cut the fraction off and answer with another choice than meant.
    """
    from numba.core import ir, types

    result = compiled.get_compile_result(signature)
    types_of = getattr(result.type_annotation, "typemap", None)
    blocks = getattr(result.type_annotation, "blocks", None)
    if not types_of or not blocks:  # loaded from the cache: it was looked at when it was written
        return None
    returned = {
        statement.value.name
        for block in blocks.values()
        for statement in block.body
        if isinstance(statement, ir.Return)
    }
    for block in blocks.values():
        for statement in block.body:
            if not isinstance(statement, ir.Assign) or statement.target.name not in returned:
                continue
            if not (isinstance(statement.value, ir.Expr) and statement.value.op == "cast"):
                continue
            given = types_of.get(statement.value.value.name)
            if isinstance(given, types.Float):
                file = function.__code__.co_filename  # type: ignore[attr-defined]
                return Mistake(
                    file,
                    statement.loc.line,
                    f"'{function.__name__}' returns a number with a fraction; a decision answers with the index of a"
                    " choice, a whole number from 0 to n - 1.",
                    "Return the position of the best choice, not its worth; int(...) makes a whole number.",
                )
    return None


def _line(error: BaseException, text: str, file: str, first: int) -> int:
    """Return the line of the policy's file that the innermost complaint is about."""
    own = re.escape(Path(file).name)
    places = [
        (len(found[1]), int(found[2]))
        for found in re.finditer(rf'^( *)File ".*{own}", line (\d+):', text, re.MULTILINE)
    ]
    if places:
        deepest = max(indent for indent, _ in places)
        return next(line for indent, line in places if indent == deepest)
    found = re.search(rf"{own} \((\d+)\)", text)
    if found:
        return int(found[1])
    loc = getattr(error, "loc", None)
    if loc is not None and Path(str(loc.filename)).name == Path(file).name and loc.line:
        return int(loc.line)
    return first


def _line_that_names(function: Callable[..., Any], name: str, otherwise: int) -> int:
    """Return the first line of the functions of the file that reads a name."""
    code = function.__code__  # type: ignore[attr-defined]
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return otherwise
    lines = [
        node.lineno
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef)
        for node in ast.walk(each)
        if isinstance(node, ast.Name) and node.id == name
    ]
    return otherwise if otherwise in lines else min(lines, default=otherwise)


def _cause(error: BaseException, text: str, function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    if isinstance(error, KeyError) and error.args:
        return f"table or rules has no field '{error.args[0]}'.", "docs/policies.md lists them all."
    for pattern, answer in _TABLE:
        found = re.search(pattern, text)
        if found:
            return answer(found, function, names)
    return (
        f"'{function.__name__}' holds something that cannot be compiled.",
        "Numbers, tuples of numbers, numpy arrays, if, for, while and helpers marked @compiled can; dictionaries, text,"
        f" objects and most library functions cannot. {AS_PYTHON}",
    )


Answer = Callable[[re.Match[str], Callable[..., Any], Collection[str]], tuple[str, str]]


def _says(what: str, fix: str) -> Answer:
    """Return an answer with the groups of the pattern filled in."""

    def answer(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
        groups = [group or "" for group in found.groups()]
        return what.format(*groups, name=function.__name__), fix.format(*groups, name=function.__name__)

    return answer


def _returned(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    if found[1] == "none":
        return (
            f"'{function.__name__}' can end without an answer.",
            "Every way through it must end with return and the index of a choice, from 0 to n - 1.",
        )
    return (
        f"'{function.__name__}' returns {_kind(found[1])}; a decision answers with the index of a choice.",
        "Return a whole number from 0 to n - 1.",
    )


def _attribute(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    name, kind = found[1], found[2]
    if kind.startswith("array(float64, 1d"):
        if name in names:
            return (
                f"weights.{name} works in decision functions only; a helper sees an array of numbers.",
                f"Give the helper the value: helper(table, weights.{name}).",
            )
        return f"the policy has no weight '{name}'.{nearest(name, names)}", "" if nearest(
            name, names
        ) else "Declare it: weights={'" + name + "': Weight(default, (least, most), unit, meaning)}."
    module = re.match(r"Module\(<module '([\w.]+)'", kind)
    if module:
        return (
            f"{module[1]}.{name} cannot be compiled.",
            "Of the libraries only math and parts of numpy can; chance comes from below(luck.state, n) of sim.streams."
            f" {AS_PYTHON}",
        )
    return f"{_kind(kind)} has no '{name}'.", AS_PYTHON


def _global(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    name, kind = found[1], found[2]
    if kind == "function":
        return (
            f"'{name}' is a plain Python function and cannot be called from a compiled one.",
            "Write @compiled in the line above its def (from sim.jit import compiled).",
        )
    return (
        f"'{name}' is a {kind}, which a compiled function cannot read.",
        f"Constants of a file can be numbers, tuples of numbers and numpy arrays. {AS_PYTHON}",
    )


def _undefined(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    if found[1] == "hidden":
        return "what nobody at the table can see is not passed to a policy.", "Decide by what the table shows."
    known = {*function.__globals__, *function.__code__.co_varnames, "range", "min", "max", "abs", "len"}  # type: ignore[attr-defined]
    close = difflib.get_close_matches(found[1], sorted(known), 1)
    return f"there is nothing called '{found[1]}'.", f"Did you mean '{close[0]}'?" if close else "Define or import it."


def _operation(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    what, fix = _OPERATIONS.get(
        found[1],
        ("does something that cannot be compiled.", f"Numbers, tuples, arrays, if, for and while can. {AS_PYTHON}"),
    )
    return f"'{function.__name__}' {what}", fix


def _kind(numba_name: str) -> str:
    """Return a type in plain words."""
    name = re.sub(r"^Literal\[(\w+)\].*", r"\1", numba_name.strip())
    if name in ("str", "unicode_type"):
        return "text"
    if name in _KINDS:
        return _KINDS[name]
    for start, words in (
        ("Tuple", "a tuple"), ("UniTuple", "a tuple"), ("array", "an array"), ("readonly array", "an array"),
        ("reflected list", "a list"), ("list", "a list"), ("List", "a list"), ("DictType", "a dictionary"),
        ("Record", "a record"), ("int", "a whole number"), ("float", "a number"), ("OptionalType", "something or nothing"),
        ("set", "a set"), ("reflected set", "a set"),
    ):  # fmt: skip
        if name.startswith(start):
            return words
    return "something else"


def _unified(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    first, second, name = _kind(found[1]), _kind(found[2]), re.sub(r"\.\d+$", "", found[3])
    shown = f"'{name}'" if name.isidentifier() else "a value"
    return f"{shown} is sometimes {first} and sometimes {second}.", "Let it be of one kind on every way through."


def _not_subscripted(found: re.Match[str], function: Callable[..., Any], names: Collection[str]) -> tuple[str, str]:
    return (
        f"{_kind(found[1])} is read with [...] in a way that does not exist.",
        "choices has two indices, choices[i, column]; fields of the table have as many as docs/policies.md says.",
    )


#: What numba writes, most telling first, and how it is told.
_TABLE: tuple[tuple[str, Answer], ...] = (
    (r"No conversion from (.*) to int64 for '\$\S*return_value", _returned),
    (r"mismatch of return type: none", _says("'{name}' never answers.", "It must end with return and the index of a choice, from 0 to n - 1.")),
    (r"[Cc]an't unify return type.*\n?.*", _says("'{name}' returns different kinds of things.", "Return a whole number from 0 to n - 1 on every way through.")),
    (r"Use of unsupported opcode \((\w+)\)", _operation),
    (r"NameError: (?:global )?name '(\w+)' is not defined", _undefined),
    (r"Untyped global name '(\w+)':? Cannot determine Numba type of <class '([\w.]+)'>", _global),
    (r"Unknown attribute '(\w+)' of type (.+)", _attribute),
    (r"format spec in f-strings|f-string", _says("formats text.", "Text cannot be compiled; a decision needs none. " + AS_PYTHON)),
    (r"'with \(context manager\)", _says("'{name}' uses 'with'.", "A decision has no files or locks to open: it reads the table and answers.")),
    (r"use of yield in a closure", _says("a loop in brackets inside a call, such as sum(... for ...), cannot be compiled.", "Write the loop out, or make a list of it: sum([... for ...]).")),
    (r"use of yield|generator", _says("'{name}' uses yield.", "A decision returns one answer.")),
    (r"Cannot capture the non-constant value associated with variable '(\w+)'", _says("a function inside a function (lambda) uses '{0}'.", "Write the loop out: for i in range(n): ... keeps the best.")),
    (r"reflected (\w+)\(.*?assigned to variable '(\w+)' in globals", _says("'{1}' is a {0}, which a compiled function cannot read.", "Make it a tuple: " + "{1} = (1, 2, 3).")),
    (r"have imprecise type: (?:list|set)\(undefined\)|Cannot infer the type of variable '(\w+)'", _says("what '{0}' holds cannot be known before it runs (an empty list?).", "Count in variables, or use memory; np.zeros(16, np.int64) makes an array.")),
    (r"Cannot unify (.+?) and (.+?) for '(.+?)'", _unified),
    (r"setitem\(readonly array|Cannot modify readonly array", _says("writes to an array of the file, which is a constant once compiled.", "Keep what must last in memory[0], memory[1], ...")),
    (r"DictType|dict\(", _says("a dictionary is used in a way that cannot be compiled.", "Use tuples or arrays with numbers as indices. " + AS_PYTHON)),
    (r"Cannot bind 'args=.*?' to signature '(.*?)' due to \"TypeError: (.*?)\"", _says("a helper that takes {0} is called otherwise ({1}).", "Give it what its def asks for.")),
    (r"runaway recursion", _says("'{name}' calls itself, or two functions call each other, without an end that can be seen.", "Use a loop.")),
    (r"Illegal IR, del found", _says("'{name}' uses 'del'.", "Leave it out.")),
    (r">>> getitem\((.+?), ", _not_subscripted),
    (r"No type info available for (\S+) as a callable", _says("a value is called like a function.", "Fields of table and rules are read without brackets: table.coffers.")),
    (r"unicode_type|Literal\[str\]", _says("text is used in a way that cannot be compiled.", "A decision needs numbers only. " + AS_PYTHON)),
    (r"No implementation of function Function\(<(?:built-in )?function (\w+)", _says("'{0}' cannot be used on these values in a compiled function.", "Write it out with numbers and loops. " + AS_PYTHON)),
)  # fmt: skip
# ruff: noqa: E501  (one line a cause reads as a table)
