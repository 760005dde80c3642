"""The only place that knows numba: its options, the cache folder and the no-JIT switch.

Two kinds of compiled function exist. ``entry`` functions have an explicit signature, are cached on disk and release the
GIL; Python calls them. Everything they call is ``compiled``: it is inlined into its caller's library, so that a rule
compiles once for each set of argument types and never for each literal argument.

The disk cache is a folder named by a digest of the sources (``sim.digest``), because numba notices a change only in the
file of the entry function itself, not in its callees or in the data they were built from.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, register_jitable

from sim.digest import cache_folder
from sim.linking import link_once

F = TypeVar("F", bound=Callable[..., Any])

#: True when ``NUMBA_DISABLE_JIT=1``: the same modules then run as plain Python.
INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def compiled(function: F) -> F:
    """Mark an inner function: compiled into whatever entry calls it, plain Python elsewhere."""
    return register_jitable(function)


def entry(signature: Any, digest: str, careful: bool = False) -> Callable[[F], F]:
    """Compile a function that Python calls, at once, or load it from the cache.

    Parameters
    ----------
    signature : numba signature
        Explicit argument and return types.
    digest : str
        Digest of every source the function is built from; names the cache folder.
    careful : bool
        Whether an index past the end of an array and a division by 0 raise, as they do in Python; slower.
    """
    options = {"boundscheck": True, "error_model": "python"} if careful else {"error_model": "numpy"}

    def decorate(function: F) -> F:
        if INTERPRETED:
            return function
        # the lock, because cache folder and linking are settings of the whole process and threads may compile too
        with global_compiler_lock, use_cache(cache_folder(digest)), link_once(function.__qualname__):
            return numba.njit(signature, cache=True, nogil=True, **options)(function)

    return decorate


class use_cache:
    """Context in which numba keeps its cache in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> None:
        self.before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(self.folder)  # type: ignore[attr-defined]

    def __exit__(self, *exception: object) -> None:
        numba.config.CACHE_DIR = self.before  # type: ignore[attr-defined]


@register_jitable
def alive(array: Any) -> int:
    """Say that an array is still needed: compiled code frees it after its last use, also while its records are used."""
    return len(array)


def record_type(dtype: np.dtype) -> Any:
    """Return the numba type of one record of ``dtype``."""
    return numba.from_dtype(dtype)


def array_of(item: Any, ndim: int = 1) -> Any:
    """Return the numba type of a C-contiguous array."""
    return types.Array(item, ndim, "C")


# --- records as raw memory -------------------------------------------------------------------------------------------

if INTERPRETED:

    def clear(record: Any) -> None:
        """Set every field of a record to zero."""
        for name in record.dtype.names:
            record[name] = np.zeros((), record.dtype[name])

    def copy_record(target: Any, source: Any) -> None:
        """Copy ``source`` over ``target``; both have the same dtype."""
        for name in source.dtype.names:
            target[name] = source[name]

    def checksum(record: Any) -> int:
        """Return a number that changes when any byte of the record changes (in practice)."""
        return hash(record.tobytes())

    def record_at(place: int, like: Any) -> Any:
        """Return the record at a place that `place_of` gave."""
        return _places[int(place)][0]

else:

    @intrinsic
    def _words(typing_context, record):  # type: ignore[no-untyped-def]
        """Return the address of a record as a pointer to 64-bit words."""
        signature = types.CPointer(types.uint64)(record)

        def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))

        return signature, build

    @intrinsic
    def _size(typing_context, record):  # type: ignore[no-untyped-def]
        """Return the number of whole 64-bit words of a record, known when it is compiled."""
        words = record.size // 8

        def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return context.get_constant(types.int64, words)

        return types.int64(record), build

    @intrinsic
    def record_at(typing_context, place, like):  # type: ignore[no-untyped-def]
        """Return the record at a place that `place_of` gave; ``like`` is any record of its type."""

        def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.inttoptr(arguments[0], context.get_value_type(signature.return_type))

        return like(types.uint64, like), build

    @register_jitable
    def clear(record: Any) -> None:
        """Set every field of a record to zero."""
        words = _words(record)
        for i in range(_size(record)):
            words[i] = np.uint64(0)

    @register_jitable
    def copy_record(target: Any, source: Any) -> None:
        """Copy ``source`` over ``target``; both have the same dtype."""
        to, of = _words(target), _words(source)
        for i in range(_size(source)):
            to[i] = of[i]

    @register_jitable
    def checksum(record: Any) -> int:
        """Return a number that changes when any byte of the record changes (in practice)."""
        words = _words(record)
        total = np.uint64(1469598103934665603)
        for i in range(_size(record)):
            total = (total ^ words[i]) * np.uint64(1099511628211)
        return np.int64(total >> np.uint64(1))


#: Records by place when numba is off; the place is then just the position in this list, and 0 is no place.
_places: list[Any] = [None]


def place_of(array: np.ndarray) -> int:
    """Return the place by which ``record_at`` finds the first record of an array, which the caller keeps alive."""
    if INTERPRETED:
        _places.append(array)
        return len(_places) - 1
    return int(array.ctypes.data)


# --- calling by address ---------------------------------------------------------------------------------------------

#: Entries and policies by address when numba is off; the address is then just the position in this list, and 0 is none.
_interpreted: list[Any] = [None]


def decide_signature(table: np.dtype, rules: np.dtype, stream: np.dtype) -> Any:
    """Return the one signature of every decision of a game (docs/contracts.md, section 1)."""
    return types.int64(
        record_type(table),
        record_type(rules),
        types.Array(types.int64, 2, "C"),
        types.int64,
        types.Array(types.float64, 1, "C"),
        types.Array(types.int64, 1, "C"),
        record_type(stream),
        types.int64,
    )


def turns_signature(*records: np.dtype) -> Any:
    """Return the signature of the entry that plays turns: the records it works on, then the number of turns."""
    return types.int64(*(record_type(record) for record in records), types.int64)


def address_of(function: Any, signature: Any) -> int:
    """Return the address by which ``call_policy`` and ``call_turns`` find a compiled function.

    The caller keeps ``function`` alive for as long as the address is used.
    """
    if INTERPRETED:
        if function not in _interpreted:
            _interpreted.append(function)
        return _interpreted.index(function)
    result = function.get_compile_result(signature)
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


if INTERPRETED:

    def call_policy(  # type: ignore[no-untyped-def]
        address, table, rules, choices, n, weights, memory, luck, seat
    ):
        """Call the decision function at ``address``."""
        answer = _interpreted[int(address)](table, rules, choices, n, weights, memory, luck, seat)
        if not isinstance(answer, int | np.integer | np.bool_):
            raise TypeError(f"the answer is {answer!r}, not the index of a choice")
        return int(answer)

    def call_turns(address, table, hidden, rules, team, log, turns):  # type: ignore[no-untyped-def]
        """Call the entry at ``address``."""
        return _interpreted[int(address)](table, hidden, rules, team, log, turns)

else:

    def _calling(wanted: tuple[Any, ...]) -> Any:
        """Return what builds a call of an address with numba's own calling convention; exceptions propagate.

        This is what numba does for a first-class function, without a typed tuple of functions in every signature:
        the kernel then neither depends on the number of decisions nor spends a millisecond on unboxing them.
        """

        def build(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            function_type = context.call_conv.get_function_type(types.int64, wanted)
            pointer = builder.inttoptr(arguments[0], function_type.as_pointer())
            status, result = context.call_conv.call_function(builder, pointer, types.int64, wanted, arguments[1:])
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return build

    @intrinsic
    def call_policy(  # type: ignore[no-untyped-def]
        typing_context, address, table, rules, choices, n, weights, memory, luck, seat
    ):
        """Call the decision function at ``address``."""
        given = types.int64(types.uint64, table, rules, choices, types.int64, weights, memory, luck, types.int64)
        wanted = (
            table,
            rules,
            types.Array(types.int64, 2, "C"),
            types.int64,
            types.Array(types.float64, 1, "C"),
            types.Array(types.int64, 1, "C"),
            luck,
            types.int64,
        )
        return given, _calling(wanted)

    @intrinsic
    def call_turns(typing_context, address, table, hidden, rules, team, log, turns):  # type: ignore[no-untyped-def]
        """Call the entry at ``address``."""
        wanted = (table, hidden, rules, team, log, types.int64)
        return types.int64(types.uint64, *wanted), _calling(wanted)
