"""Reads a trace line by line and compares it with what a referee demands.

A trace is a row of *inputs* (what only the players or chance can know: decisions, rolls, cards drawn, the turn that
begins) with *consequences* between them. The referee asks for an input with `take`; before it gets one, all
consequences it has announced with `demand` since the last input must stand in the trace, and no others.

Consequences between two inputs are compared track by track, where order can be seen on the table: the nickels and
moves of one patron, the patrons who join one queue, the coffers, one ingredient, one band card. Across tracks any
order is accepted, because neither the rulebook nor the rulings say more. What is an input, and which tracks there are,
differs from game to game: a `Tongue`, that of The Opulent unless another is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

#: A consequence or an input, as a line of the trace.
Line = dict[str, Any]

INPUTS = frozenset({"header", "turn", "decision", "roll", "event", "snapshot", "result"})
#: Facts that tell a draw no other line shows.
CHANCE_FACTS = frozenset({"setup.random_upgrades", "setup.deck"})
QUEUES = frozenset({"line", "overflow", "floor", "bar", "vip", "centre"})


@dataclass(frozen=True)
class Fault:
    """One disagreement between the trace and the rules.

    Attributes
    ----------
    line : int
        Number of the line in the trace, from 1.
    rule : str
        Rule id of ``rulebook.toml`` (or the name of a decision) that was broken.
    message : str
        What stands there, and what the rules say.
    """

    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: {self.message}"


class Disagreement(Exception):
    """The trace and the rules have parted; what follows cannot be judged."""


def is_input(line: Line) -> bool:
    """Tell whether a line is a choice or chance: what a referee cannot foresee."""
    kind = line["type"]
    if kind in ("move", "card"):
        return bool(line["from"] == ("deck" if kind == "move" else "pile"))
    return kind in INPUTS or line.get("rule") in CHANCE_FACTS


def _merged(steps: list[tuple[Any, ...]], step: tuple[Any, ...]) -> None:
    """Add a step ``(what, cause, change, after)``, joining it to the one before if both are of the same kind."""
    if steps and steps[-1][:2] == step[:2] and (steps[-1][2] > 0) == (step[2] > 0):
        step = (*step[:2], steps.pop()[2] + step[2], step[3])
    steps.append(step)


def tracks(lines: Iterable[Line]) -> dict[tuple[Any, ...], list[tuple[Any, ...]]]:
    """Sort consequences into the tracks in which their order matters."""
    found: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for line in lines:
        kind = line["type"]
        if kind == "nickels":
            steps = found.setdefault(("patron", line["patron"]), [])
            _merged(steps, ("nickels", line["cause"], line["change"], line["after"]))
        elif kind == "move":
            found.setdefault(("patron", line["patron"]), []).append(("move", line["from"], line["to"]))
            if line["to"] in QUEUES:
                found.setdefault(("queue", line["to"]), []).append((line["patron"],))
        elif kind == "stock":
            steps = found.setdefault(("stock", line["ingredient"]), [])
            _merged(steps, ("stock", "", line["change"], line["after"]))
        elif kind == "dollars":
            found.setdefault(("coffers",), []).append((line["cause"], line["change"], line["after"]))
        elif kind == "card":
            found.setdefault(("card", line["card"]), []).append((line["from"], line["to"]))
        elif kind == "section":
            found.setdefault(("section", line["section"]), []).append((line["at_bar"],))
        elif kind == "die":
            found.setdefault(("die", line["what"]), []).append((line["face"], line["patron"]))
        elif kind == "drink":
            step = (line["target"], line["drink"], line["difficulty"] if line["what"] != "failed" else 0)
            found.setdefault(("drink", line["what"]), []).append(step)
        elif kind == "fact":
            found.setdefault(("fact", line["rule"]), []).append(tuple(line["values"]))
        else:
            found.setdefault(("unknown", kind), []).append((str(line),))
    for key in found:
        if key[0] in ("die", "drink", "fact"):
            found[key].sort()
    return found


@dataclass(frozen=True)
class Tongue:
    """How the traces of one game are read.

    Attributes
    ----------
    is_input : callable
        Tells whether a line is a choice or chance.
    tracks : callable
        Sorts consequences into the tracks in which their order matters.
    """

    is_input: Callable[[Line], bool] = is_input
    tracks: Callable[[Iterable[Line]], dict[tuple[Any, ...], list[tuple[Any, ...]]]] = tracks


@dataclass
class Reader:
    """A trace, how far it has been read, and the consequences announced since the last input.

    Attributes
    ----------
    lines : list of dict
        The trace.
    at : int
        Index of the next line.
    demanded : list of dict
        Consequences the rules demand since the last input.
    faults : list of Fault
        What has been found.
    tongue : Tongue
        How the game's traces are read.
    """

    lines: list[Line]
    at: int = 0
    demanded: list[Line] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    limit: int = 5
    tongue: Tongue = field(default_factory=Tongue)

    def fault(self, rule: str, message: str, line: int | None = None) -> None:
        """Record a fault; after too many, stop reading."""
        self.faults.append(Fault(self.at + 1 if line is None else line, rule, message))
        if len(self.faults) >= self.limit:
            raise Disagreement

    def stop(self, rule: str, message: str) -> Disagreement:
        """Record a fault after which nothing can be judged; raise what is returned."""
        self.faults.append(Fault(self.at + 1, rule, message))
        return Disagreement()

    def demand(self, kind: str, rule: str, **fields: Any) -> None:
        """Announce a consequence that must stand in the trace before the next input."""
        self.demanded.append({"type": kind, "rule": rule, **fields})

    def fact(self, rule: str, *values: int, may_be_left_out: bool = False) -> None:
        """Announce the line that says in numbers what a rule did."""
        self.demand("fact", rule, values=[*values, 0, 0, 0, 0, 0][:5], may_be_left_out=may_be_left_out)

    def settle(self) -> None:
        """Compare the consequences up to the next input with those announced."""
        start = self.at
        while self.at < len(self.lines) and not self.tongue.is_input(self.lines[self.at]):
            self.at += 1
        actual = self.lines[start : self.at]
        if actual or self.demanded:
            differences = list(self._differences(actual))
            self.demanded = []
            for rule, message in differences:
                self.faults.append(Fault(start + 1, rule, message))
            if differences:
                raise Disagreement

    def _differences(self, actual: list[Line]) -> Iterator[tuple[str, str]]:
        told = {line["rule"] for line in actual if line["type"] == "fact"}
        self.demanded = [line for line in self.demanded if not line.get("may_be_left_out") or line["rule"] in told]
        is_there, should_be = self.tongue.tracks(actual), self.tongue.tracks(self.demanded)
        for key in sorted(is_there.keys() | should_be.keys(), key=str):
            there, wanted = is_there.get(key, []), should_be.get(key, [])
            if there != wanted:
                yield (
                    self._rule_of(key, actual),
                    f"{' '.join(map(str, key))}: the trace says {there}, the rules {wanted}",
                )

    def _rule_of(self, key: tuple[Any, ...], actual: list[Line]) -> str:
        for line in [*self.demanded, *actual]:
            if key in self.tongue.tracks([line]) and line.get("rule"):
                return str(line["rule"])
        return str(key[0])

    def peek(self) -> Line:
        """Return the next input without taking it; an empty line at the end."""
        for line in self.lines[self.at :]:
            if self.tongue.is_input(line):
                return line
        return {"type": "end"}

    def take(self, kind: str, rule: str, /, **fields: Any) -> Line:
        """Take the next input, which must be of this kind and have these fields."""
        self.settle()
        line = self.lines[self.at] if self.at < len(self.lines) else {"type": "end"}
        if line["type"] != kind or any(line.get(name) != value for name, value in fields.items()):
            wanted = ", ".join([kind, *(f"{name} {value}" for name, value in fields.items())])
            raise self.stop(rule, f"the rules ask for {wanted}; the trace goes on with {line}")
        self.at += 1
        return line

    def roll(self, die: str, rule: str) -> Any:
        """Take the roll of a named die."""
        return self.take("roll", rule, die=die)["result"]

    def choose(
        self,
        name: str,
        seat: str,
        choices: list[tuple[int, ...]],
        rule: str = "",
        optional: list[tuple[int, ...]] | None = None,
    ) -> tuple[int, ...]:
        """Take the decision between these choices; one choice alone is not asked.

        Parameters
        ----------
        name : str
            Name of the decision.
        seat : str
            Who decides.
        choices : list of tuple
            All legal choices, in any order.
        rule : str, optional
            Rule the list follows from; the name of the decision if omitted.
        optional : list of tuple, optional
            Choices without effect that may be listed or not.

        Returns
        -------
        tuple
            The row chosen.
        """
        ahead = self.peek()
        asked = ahead["type"] == "decision" and ahead["name"] == name
        if len(choices) == 1 and not (optional and asked):
            return choices[0]
        line = self.take("decision", rule or name, name=name, seat=seat)
        allowed = [*choices, *(optional or [])]
        by_row = {tuple(row): _meant(tuple(row), allowed) for row in line["choices"]}
        offered = [by_row[tuple(row)] for row in line["choices"]]
        illegal = sorted(set(offered) - set(allowed))
        missing = sorted(set(choices) - set(offered))
        twice = sorted({row for row in offered if offered.count(row) > 1})
        for words, rows in (("illegal", illegal), ("missing", missing), ("listed twice", twice)):
            if rows:
                self.fault(rule or name, f"decision {name}: {words}: {rows} (offered {offered})", self.at)
        if not 0 <= line["index"] < len(offered):
            raise self.stop(rule or name, f"decision {name}: index {line['index']} is outside the list")
        if offered[line["index"]] not in allowed:
            raise Disagreement
        return offered[line["index"]]


def _meant(row: tuple[int, ...], choices: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the choice a row of columns stands for: columns left over are 0, or -1 for nobody."""
    for choice in choices:
        if row[: len(choice)] == choice and all(value in (0, -1) for value in row[len(choice) :]):
            return choice
    return row
