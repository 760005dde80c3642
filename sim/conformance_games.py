"""What the conformance suite plays and looks at: rules at their bounds, traces of games that broke off or differ."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import children, registry, supervised
from sim.commands import is_campaign
from sim.errors import BadInput, ContractBroken, HouseEdgeError

if TYPE_CHECKING:
    from sim.params import Parameter, Value
    from sim.supervised import AnyPlan

#: Most rules moved in one set.
MOVED = 5


def rule_sets(game: registry.Game, seed: int, wanted: int, campaign: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield scenarios with some of their rules at their bounds; values that contradict each other are passed over."""
    draw = np.random.default_rng(seed)
    scenarios = list(game.scenarios)
    movable = [rule for rule in game.parameters.values() if rule.section != "engine" and _ends(rule)]
    for _ in range(20 * wanted):
        count = int(draw.integers(1, min(MOVED, len(movable)) + 1))
        rules = {}
        for position in sorted(draw.choice(len(movable), count, replace=False)):
            ends = _ends(movable[position])
            rules[movable[position].name] = ends[int(draw.integers(len(ends)))]
        scenario = scenarios[int(draw.integers(len(scenarios)))]
        try:
            for each in scenarios if campaign else [scenario]:
                registry.resolve(game, each, rules=rules, campaign=campaign)
        except BadInput:
            continue
        yield scenario, rules
        wanted -= 1
        if not wanted:
            return


def _ends(rule: Parameter) -> list[Value]:
    """Return the extreme values of a rule."""
    if rule.kind == "switch":
        return [False, True]
    if rule.kind == "choice":
        return list(rule.choices)
    if rule.kind == "integer" and rule.bounds:
        return [int(bound) for bound in rule.bounds]
    return list(rule.bounds) if rule.kind == "number" and rule.bounds else []


def lines(plan: AnyPlan, index: int) -> Iterator[dict[str, Any]]:
    """Yield the trace of a game, made in a child."""
    made = supervised.lines(plan, "trace_campaign" if is_campaign(plan) else "trace", index, None)
    return (line for line in made if line)


def turn_of(plan: AnyPlan, index: int) -> tuple[str, str]:
    """Return the turn in which a game breaks off, and the last decision before."""
    turn, decision = "", ""
    try:
        for line in lines(plan, index):
            if line["type"] == "turn":
                turn = f"round {line['round']}, {line['seat']}"
            elif line["type"] == "decision":
                decision = line["name"]
    except HouseEdgeError:
        pass  # that is where it breaks off
    return turn, decision


def without_compiler(plan: AnyPlan, error: ContractBroken) -> str:
    """Return what is said of a broken contract without the compiler, with the line of the file.

    "" if nothing is: numbers of the table are numpy's, which divide by 0 without a word.
    """
    operation = "trace_campaign" if is_campaign(plan) else "trace"
    try:
        for _ in children.exchange(True, plan, operation, error.game_index, None):
            pass
    except ContractBroken as found:
        return found.message
    except (HouseEdgeError, children.Ended):
        pass
    return ""


def first_difference(plan: AnyPlan, index: int) -> tuple[str, str]:
    """Return the first decision that two traces of a game answer differently, and its turn; "" if they are alike."""
    turn = ""
    try:
        first, second = list(lines(plan, index)), list(lines(plan, index))
    except HouseEdgeError:
        return "", ""
    for one, other in zip(first, second, strict=False):
        if one["type"] == "turn":
            turn = f"round {one['round']}, {one['seat']}"
        if one != other:
            return str(one.get("name", "")), turn
    return "", ""


@contextmanager
def careful() -> Iterator[None]:
    """Context in which children compile policies so that bad indices and divisions by 0 raise."""
    before = os.environ.get(children.CAREFUL)
    os.environ[children.CAREFUL] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[children.CAREFUL]
        else:
            os.environ[children.CAREFUL] = before
