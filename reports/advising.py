"""Positions and choices in words: the game's own where it has them, its columns where it has not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sim.registry import Game

if TYPE_CHECKING:
    from sim.moments import Asked, Turn


def _any(value: Any) -> bool:
    """Return whether a value, or anything in a list of them, is not 0."""
    return any(map(_any, value)) if isinstance(value, list) else bool(value)


class Wording:
    """Puts what happens in one game into words.

    Parameters
    ----------
    game : Game
        The game.
    header : dict
        First line of the trace (docs/trace.md).
    """

    def __init__(self, game: Game, header: dict[str, Any]) -> None:
        self.game = game
        self._story = game.module("story") if (game.folder / "story.py").exists() else None
        self._words = game.module("words").Words(header) if (game.folder / "words.py").exists() else None
        has_choices = self._words is not None and (game.folder / "choice_words.py").exists()
        self._choices = game.module("choice_words") if has_choices else None
        has_table = self._words is not None and (game.folder / "situation" / "table.py").exists()
        self._table = game.module("situation.table") if has_table else None
        self.header = header

    def question(self, decision: str) -> str:
        """Return what is decided, as a question."""
        if self._choices is not None:
            return str(self._choices.question(decision))
        return f"{decision.replace('_', ' ')} ({self.game.decisions[decision].when})?"

    def choice(self, decision: str, values: Sequence[int]) -> str:
        """Return a choice."""
        if self._choices is not None:
            return str(self._choices.choice(self._words, decision, values))
        return ", ".join(f"{n} {v}" for n, v in zip(self.game.decisions[decision].columns, values, strict=True))

    def chosen(self, asked: Asked) -> str:
        """Return the choice that was made."""
        return self.choice(asked.name, asked.choices[asked.index])

    def seat(self, name: str) -> str:
        """Return who is asked: "the Manager", "the red seat"."""
        stations = getattr(self.game.module("words"), "STATIONS", {}) if self._words is not None else {}
        if self.game.file.competitive and name not in stations:
            return f"the {name} seat" if name in self.game.file.seats else {"all": "everybody"}.get(name, name)
        text = str(stations.get(name, name))
        return text[:1].lower() + text[1:] if text.startswith("The ") else text

    def turn(self, turn: Turn) -> str:
        """Return which turn it is: "round 5, the Manager (turn 20)"."""
        if turn.number == 0:
            return "the set-up"
        if turn.round:
            return f"round {turn.round}, {self.seat(turn.seat)} (turn {turn.number})"
        return f"turn {turn.number}, {self.seat(turn.seat)}"

    def table(self, table: dict[str, Any]) -> list[str]:
        """Return what stands on the table, line by line."""
        if not table:
            return []
        if self._table is not None:
            return list(self._table.describe(self._words, table))
        shown = self._explained(table) if self.game.file.competitive else table
        plain = [f"{name} {value}" for name, value in shown.items() if isinstance(value, int)]
        return ["  " + ", ".join(plain), *self._by_seat(shown)]

    def _explained(self, table: dict[str, Any]) -> dict[str, Any]:
        """Return what the game explains of its table (``fields.toml``), all if nothing; what is 0 everywhere goes."""
        from sim.fieldwords import table_fields

        told = {field.name for field in table_fields(self.game) if field.doc} or set(table)
        return {name: value for name, value in table.items() if name in told and _any(value)}

    def _by_seat(self, table: dict[str, Any]) -> list[str]:
        """Return a small table of what each seat has, of a game played against each other."""
        if not self.game.file.competitive:
            return []
        every = self.game.file.seats
        seats = every[: len(self.header["policies"])]
        rows = [["", *seats]] + [
            [name, *map(str, value[: len(seats)])]
            for name, value in table.items()
            if isinstance(value, list) and len(value) == len(every) and all(isinstance(one, int) for one in value)
        ]
        widths = [max(len(row[column]) for row in rows) for column in range(len(seats) + 1)]
        return [
            "  " + "  ".join([row[0].ljust(widths[0]), *(text.rjust(w) for text, w in zip(row[1:], widths[1:]))])
            for row in rows
        ]

    def lines(self, lines: Sequence[dict[str, Any]]) -> Iterator[str]:
        """Yield what happened, as the replay tells it."""
        if self._story is None:
            return
        told = self._story.tell([self.header, *lines])
        opening = sum(1 for _ in self._story.tell([self.header]))
        for number, line in enumerate(told):
            if number >= opening:
                yield line
