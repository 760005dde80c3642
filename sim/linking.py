"""How numba links an entry function: every inner function once, optimised once.

numba optimises and emits machine code for each compiled function together with copies of everything it calls, so a rule
at the bottom of the ladder run, block, play, turn, step, rule is optimised six times and more. Inside `link_once` inner
functions are only kept, and the entry links each of them a single time, optimises the whole and emits it. The machine
code is the same kind as before; a cold compile takes about half the time. If a future numba changes the methods used
here, the guard falls back to numba's own way.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from types import MethodType
from typing import Any

from numba.core import codegen, cpu
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

_NEEDED = (
    "finalize",
    "_raise_if_finalized",
    "_optimize_final_module",
    "_finalize_final_module",
    "_finalize_dynamic_globals",
    "_get_module_for_linking",
)


@contextmanager
def link_once(entry_name: str) -> Iterator[None]:
    """Link and optimise only the library called ``entry_name`` while the context lasts.

    Parameters
    ----------
    entry_name : str
        Qualified name of the entry function.
    """
    # numba compiles its run-time system when it first compiles anything; in here it would be kept and never emitted
    rtsys.initialize(cpu_target.target_context)
    library, context = codegen.CPUCodeLibrary, cpu.CPUContext
    if not all(hasattr(library, name) for name in _NEEDED) or not hasattr(context, "get_executable"):
        yield
        return
    original, executable = library.finalize, context.get_executable

    def finalize(self: Any) -> None:
        if self.name == entry_name:
            _finalize_entry(self)
        else:
            _keep(self)

    def get_executable(self: Any, library: Any, descriptor: Any, environment: Any) -> Any:
        # an inner function is never called from Python; numba only wants some built-in method that is its alone
        return executable(self, library, descriptor, environment) if library.name == entry_name else [].index

    library.finalize = finalize  # type: ignore[method-assign]
    context.get_executable = get_executable  # type: ignore[method-assign]
    try:
        yield
    finally:
        library.finalize = original  # type: ignore[method-assign]
        context.get_executable = executable  # type: ignore[method-assign]


def _keep(library: Any) -> None:
    """Keep an inner function's module as it is, to be linked by the entry.

    numba keeps the compiled function for the rest of the process. A plain ``numba.njit`` in a notebook that calls it
    later, outside `link_once`, links only what that function calls directly, so it is handed the whole then.
    """
    library._raise_if_finalized()
    library._finalize_dynamic_globals()
    library._final_module.__library = weakref.proxy(library)
    library._finalized = True
    library._get_module_for_linking = MethodType(_whole_module, library)


def _own_module(library: Any) -> Any:
    """Return a library's module for linking, without what it calls."""
    return codegen.CPUCodeLibrary._get_module_for_linking(library)


def _whole_module(library: Any) -> Any:
    """Return a library's module for linking, with everything it calls linked in."""
    whole = _own_module(library).clone()
    for needed in _needed(library):
        whole.link_in(_own_module(needed), preserve=True)
    return whole


def _finalize_entry(library: Any) -> None:
    """Link every library the entry needs, directly or not, then optimise and emit."""
    library._raise_if_finalized()
    for needed in _needed(library):
        library._reload_init.update(needed._reload_init)
        library._final_module.link_in(_own_module(needed), preserve=True)
    library._optimize_final_module()
    library._final_module.verify()
    library._finalize_final_module()


def _needed(library: Any) -> list[Any]:
    """Return the libraries a library links, and those that they link, each once and behind all that call it.

    The order matters: LLVM leaves out a function that nothing linked so far calls.
    """
    callees_first: list[Any] = []
    visited: list[Any] = []

    def visit(caller: Any) -> None:
        for callee in caller._linking_libraries:
            if callee not in visited:
                visited.append(callee)
                visit(callee)
                callees_first.append(callee)

    visit(library)
    return callees_first[::-1]
