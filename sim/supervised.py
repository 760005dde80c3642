"""Policies that are not House Edge's own play in child processes, which can be killed.

A compiled policy that never answers cannot be stopped inside its process: it ignores Ctrl-C, and a thread cannot be
killed. One that writes where it must not ends the process. So every plan in which somebody else's policy sits is
played by children (`sim.supervised_child`): this process sends them blocks and looks at the clock. A child shares the
memory of its ``team`` record, where the engine notes game, decision and seat before each call of a policy, so that a
policy that never answered, or took the process with it, can be named. Rows are those of unsupervised play.

A plan with a policy declared with ``jit=False`` is played by a child without the compiler, whole.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from sim import registry
from sim.children import AnyPlan, Ended, Stopped, exchange, hurry, last, stop
from sim.commands import is_campaign, replayable
from sim.digest import cache_folder

if TYPE_CHECKING:
    from sim.block import Context, Plan
    from sim.policy import Policy

C = TypeVar("C", bound="Context")
R = TypeVar("R")

#: Games from index 0 in which every decision is checked for writing to the table; after them one in so many games.
AUDITED, AUDIT_EVERY = 200, 200


class Serving(Protocol):
    """What `share` needs of the process it is called in, when that is a child."""

    def share(self, context: Context) -> None:
        """Let the parent see the context's records, and tell it that play begins."""


#: In a child: who serves the parent.
serving: Serving | None = None


# --- who is supervised -----------------------------------------------------------------------------------------------


def needed(plan: AnyPlan) -> bool:
    """Return whether a plan is to be played by a child: somebody else's policy sits in it, and this is no child."""
    return serving is None and not all(_ours(plan, policy) and policy.jit for policy in policies(plan))


def interpreted(plan: AnyPlan) -> bool:
    """Return whether a plan is played without the compiler, because of a policy declared with ``jit=False``."""
    return not all(policy.jit for policy in policies(plan))


def policies(plan: AnyPlan) -> Iterator[Policy]:
    """Yield the policies of a plan and their ancestors."""
    from sim.policy import CAMPAIGN, load_declaration

    game = registry.load_game(plan.game)
    chosen = {(seat.policy, "") for seat in plan.team}
    if is_campaign(plan):
        chosen.add((plan.club.policy, CAMPAIGN))
    for name, kind in sorted(chosen):
        policy: Policy | None = load_declaration(game, name, kind)
        while policy is not None:
            yield policy
            policy = policy.parent


def _ours(plan: AnyPlan, policy: Policy) -> bool:
    """Return whether a policy came with House Edge, or with the game, whose rules are trusted as well."""
    beside = registry.load_game(plan.game).folder.parent.parent / "policies" / plan.game
    return policy.built_in or (policy.file is not None and beside in policy.file.absolute().parents)


# --- playing ---------------------------------------------------------------------------------------------------------


class Supervised:
    """Plays blocks of a plan in children; to its caller it is a `sim.block.Context` or a campaign's.

    Parameters
    ----------
    plan : Plan or CampaignPlan
        What is to be played.
    digest : str
        The plan's digest here; a child that sees other sources refuses to play.

    Attributes
    ----------
    seconds : float
        Seconds the last block took, without the start of the child.
    """

    def __init__(self, plan: AnyPlan, digest: str) -> None:
        self.plan = plan
        self.digest = digest
        self.game = registry.load_game(plan.game)
        self.interpreted = interpreted(plan)
        self.seconds = 0.0

    def play(self, first: int, count: int) -> np.ndarray:
        """Play games, or campaigns, ``first`` to ``first + count - 1`` and return their rows.

        Raises
        ------
        ContractBroken
            If a policy or the engine broke a contract, a policy gave no answer in time or ended the process.
        """
        with replayable(self.plan):
            rows, self.seconds = self._play(first, count)
        if self.interpreted and count:
            tell_cost(self.plan, count / self.seconds)
        return rows

    def _play(self, first: int, count: int) -> tuple[np.ndarray, float]:
        try:
            return self._result("play", self.digest, first, count)
        except Ended as error:
            if not error.from_outside:
                raise error.broken() from None
        try:  # once more, before the policy is blamed
            return self._result("play", self.digest, first, count)
        except Ended as error:
            raise error.broken() from None

    def load(self) -> None:
        """Compile or load what the plan needs, in a child that is kept."""
        try:
            self._result("load")
        except Ended as error:
            raise error.broken() from None

    def _result(self, operation: str, *arguments: Any) -> Any:
        return last(exchange(self.interpreted, self.plan, operation, *arguments))


def call(function: Callable[..., R], plan: AnyPlan, *arguments: Any) -> R:
    """Return ``function(plan, ...)``, worked out by a child.

    Parameters
    ----------
    function : callable
        A function of a module. It calls `share` with the context it plays in, and is sent to a child by its name.
    plan : Plan or CampaignPlan
        What is played.
    *arguments
        What the function takes besides.

    Raises
    ------
    ContractBroken
        As `Supervised.play`.
    """
    try:
        return last(exchange(interpreted(plan), plan, "call", function.__module__, function.__name__, *arguments))
    except Ended as error:
        raise error.broken() from None


def lines(plan: AnyPlan, operation: str, *arguments: Any) -> Iterator[dict[str, Any]]:
    """Yield the lines of a trace that a child makes.

    Raises
    ------
    ContractBroken
        As `Supervised.play`, after the lines up to the decision at which it happened.
    """
    from sim.playback import Decoder

    with replayable(plan):
        try:
            yield from exchange(interpreted(plan), plan, operation, *arguments)
        except Ended as error:
            yield from Decoder(Supervised(plan, "")).lines(error.events())
            raise error.broken() from None


# --- what it costs without the compiler ------------------------------------------------------------------------------

#: Seconds of play above which it is said beforehand how long it will take.
LONG = 60.0

_told: set[str] = set()


def tell_cost(plan: AnyPlan, per_s: float) -> None:
    """Say, once for each team, how slow games are without the compiler.

    Parameters
    ----------
    per_s : float
        Games, or campaigns, a second as just measured.
    """
    slow = [policy for policy in policies(plan) if not policy.jit]
    names = ", ".join(dict.fromkeys(policy.name for policy in slow))
    if not slow or names in _told:
        return
    _told.add(names)
    unit = "campaigns" if is_campaign(plan) else "games"
    compiled = 0.0 if is_campaign(plan) else compiled_speed(plan)  # type: ignore[arg-type]
    instead = f" instead of {about(compiled)}" if compiled else ""
    warnings.warn(
        f"{names} is a pure-Python policy: about {about(per_s)} {unit}/s a core{instead}; for trying an idea out.",
        stacklevel=2,
    )


def tell_time(games: int, seconds: float) -> None:
    """Say how long games without the compiler will take, if that is long."""
    if seconds > LONG:
        minute = max(1, int(games * LONG / seconds))
        warnings.warn(
            f"{games:,} games will take about {_duration(seconds)}, {about(minute)} about a minute."
            " Ctrl-C keeps what is finished.",
            stacklevel=2,
        )


def compiled_speed(plan: Plan) -> float:
    """Return the games a second of the game's own policy under the same rules, measured; 0.0 if it is not compiled."""
    from sim import worker
    from sim.policy import parse_team

    game = registry.load_game(plan.game)
    usual = replace(plan, team=parse_team(game, game.file.default_policy))
    if needed(usual) or os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") or not worker.is_compiled(usual):
        return 0.0
    kept = [path.name for path in cache_folder(game.digest()).rglob("*.nbi")]
    if not all(any(entry in name for name in kept) for entry in ("play_turns", ".kernel")):
        return 0.0  # half compiled; to wait a minute for a comparison would be too long
    context = worker.context_of(usual)
    context.play(1, 1)
    began = time.perf_counter()
    context.play(1, _COMPARED)
    return _COMPARED / (time.perf_counter() - began)


#: Games that tell the speed of compiled play.
_COMPARED = 200


def about(value: float) -> str:
    """Return a positive number with two digits that count."""
    if value >= 10:
        digits = len(str(int(value))) - 2
        return f"{round(value / 10**digits) * 10**digits:,}"
    return f"{value:.2g}"


def _duration(seconds: float) -> str:
    for size, unit in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * size:
            return f"{about(seconds / size)} {unit}"
    return f"{about(seconds)} s"


# --- leaving early ---------------------------------------------------------------------------------------------------


def share(context: C) -> C:
    """Return a context about to play; in a child the parent can see from now on what it decides."""
    if serving is not None:
        serving.share(context)
    return context


@contextmanager
def stopping() -> Iterator[None]:
    """Context around work that is spread over threads: whoever leaves it early does not wait for children."""
    try:
        yield
    except (KeyboardInterrupt, GeneratorExit):
        stop()
        raise


__all__ = [
    "AUDITED", "AUDIT_EVERY", "AnyPlan", "Stopped", "Supervised", "call", "hurry", "interpreted", "lines", "needed",
    "policies", "share", "stop", "stopping", "tell_time",
]  # fmt: skip
