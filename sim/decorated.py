"""The policy said above each of its functions: ``@policy("opulent", name="frugal", parent="rulebook")``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from sim.policy import Decide, Policy, Weight


def policy(
    game: str,
    name: str,
    parent: str | Policy | None = None,
    weights: Mapping[str, Weight] | None = None,
    kind: str = "",
    jit: bool = True,
) -> Callable[[Decide], Decide]:
    """Decorate a decision function of a policy; all of one file with the same name make one policy.

    Parameters
    ----------
    game, name, parent, weights, kind, jit
        As for `sim.policy.Policy`; those after the name need to be said once, above the first function.

    Returns
    -------
    callable
        The decorator. The function it returns has the policy as its attribute ``policy``.
    """

    def decorate(function: Decide) -> Decide:
        made = _joined(function, game, name, parent, weights, kind, jit)
        written = made.decision(function)
        written.policy = made  # type: ignore[attr-defined]
        return written

    return decorate


def _joined(
    function: Any,
    game: str,
    name: str,
    parent: str | Policy | None,
    weights: Mapping[str, Weight] | None,
    kind: str,
    jit: bool,
) -> Policy:
    """Return the policy of a decorated function: that of the functions above it in the file, or a new one."""
    from sim.policy import Policy

    if not hasattr(function, "__code__"):
        raise BadInput("@policy(game, name=...) stands above the def of a function.")
    place = f"__policy_{name}__"
    made: Policy | None = function.__globals__.get(place)
    before = made.functions.get(function.__name__) if made is not None else None
    if before is not None and not same_file(before, function):
        made = None  # the cell of a notebook runs again
    if made is None:
        made = Policy(game, name, parent, weights, kind, jit=jit)
        made.written_in, made.line = function.__code__.co_filename, function.__code__.co_firstlineno
        function.__globals__[place] = made
        return made
    changed = [
        word
        for word, other in (
            ("game", game != made.game),
            ("parent", parent is not None and parent_of(game, parent, kind) is not made.parent),
            ("kind", bool(kind) and kind != made.kind),
            ("jit", not jit and made.jit),
        )
        if other
    ]
    if changed:
        raise BadInput(
            f"policy '{name}' is declared with another {' and '.join(changed)} above. Say it once, above the first"
            " function."
        )
    if weights and any(made.own_weights.get(weight) != entry for weight, entry in weights.items()):
        made.add_weights(weights)
    return made


def parent_of(game: str, parent: str | Policy | None, kind: str) -> Policy | None:
    """Return the parent named, or given, in a declaration."""
    from sim.policy import Policy, load_declaration

    if parent is None or isinstance(parent, Policy):
        return parent
    return load_declaration(registry.load_game(game), parent, kind)


def same_file(first: Decide, second: Decide) -> bool:
    """Return whether two functions stand in one file; a notebook cell that runs again replaces what it declared."""
    files = {function.__code__.co_filename for function in (first, second)}  # type: ignore[attr-defined]
    return len(files) == 1 and Path(files.pop()).exists()
