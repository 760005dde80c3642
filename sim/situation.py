"""A position written down by a person: a TOML file becomes the records of a game, at the start of a turn.

A game reads and writes positions if it has a folder ``situation`` with the modules

- ``reader``: ``KEYS`` and ``read(data, seat, round, rules, record, problem)``, which returns the two records;
- ``revealed``: ``KEYS`` and ``reveal(now, tables, hiddens, rules, record, problem)``, which lays what the turn has
  turned over on top of the decks;
- ``writer``: ``write(table, hidden, tables)`` and ``write_now(table, hidden, lines, tables)``, the lines of the file;
- ``table`` and ``example``: the position in words, and the file to start from.

Keys every game has are read here, among them ``[now]``: what has happened since the turn began.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim import registry
from sim.errors import BadInput
from sim.params import RuleSet, flatten, line_of, nearest, read_toml
from sim.policyfile import file_like

KEYS = ("game", "scenario", "variants", "rules", "cards", "seat", "round", "now")
NOW_KEYS = ("made", "decision", "rolled")


@dataclass(frozen=True)
class Now:
    """What has happened since the turn began.

    Attributes
    ----------
    made : tuple of str or int
        The choices made, in words or by number; what is not said before ``decision`` was the first of the list.
    decision : str
        Name of the decision at hand, "" for the first one after those made.
    rolled : dict
        Results rolled before the decision, by kind of die, in any order.
    """

    made: tuple[Any, ...] = ()
    decision: str = ""
    rolled: Mapping[str, tuple[Any, ...]] | None = None


@dataclass(frozen=True)
class Situation:
    """A position read from a file.

    Attributes
    ----------
    path : Path
        The file.
    game : Game
        The game.
    rules : RuleSet
        The rules in force.
    seat : str
        Whose turn begins.
    table, hidden : numpy.ndarray, shape (1,)
        The records; hidden cards lie in any order that agrees with the file.
    now : Now
        What has happened since.
    """

    path: Path
    game: registry.Game
    rules: RuleSet
    seat: str
    table: np.ndarray
    hidden: np.ndarray
    now: Now


def can_read(game: registry.Game) -> bool:
    """Return whether a game reads positions from files."""
    return (game.folder / "situation" / "reader.py").exists()


class _Problems:
    """Mistakes of one file, each with its line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: list[str] = []

    def __call__(self, key: str, text: str) -> None:
        line = line_of(self.path, key) or line_of(self.path, key.split(".")[0])
        self.found.append(f"{self.path}{f':{line}' if line else ''}: {key}: {text}")

    def stop_if_any(self) -> None:
        if self.found:
            raise BadInput(list(dict.fromkeys(self.found)))


def read_situation(path: Path, game: registry.Game) -> Situation:
    """Return the position of a file.

    Raises
    ------
    BadInput
        With every mistake found, each with the line of the file.
    """
    if not can_read(game):
        raise BadInput(f"{game.file.title} does not read positions from files.")
    if not path.exists():
        raise BadInput(f"{path}: there is no such file.{file_like(path)}")
    data = read_toml(path)
    problem = _Problems(path)
    reader = game.module("situation.reader")
    for key in data:
        if key not in KEYS and key not in reader.KEYS:
            problem(key, f"is not a key of a position.{nearest(key, [*KEYS, *reader.KEYS])}")
    if data.get("game", game.name) != game.name:
        problem("game", f"this is a position of '{data['game']}', not of {game.name}.")
    seats = list(game.file.seats)
    seat = str(data.get("seat", ""))
    if seat not in seats:
        problem("seat", f'whose turn is it? For example: seat = "{seats[-1]}".{nearest(seat, seats) if seat else ""}')
    round_ = data.get("round", 1)
    if isinstance(round_, bool) or not isinstance(round_, int) or round_ < 1:
        problem("round", f"takes a whole number from 1, not {round_!r}.")
        round_ = 1
    now = _read_now(game, data.get("now", {}), problem)
    rules = _read_rules(game, data, problem)
    if rules is None:
        problem.stop_if_any()
        raise AssertionError
    own = {key: value for key, value in data.items() if key in reader.KEYS}
    from sim.records import rules_record

    record = rules_record(game, rules)[0]
    table, hidden = reader.read(own, seat if seat in seats else seats[0], round_, rules, record, problem)
    if not problem.found and isinstance(data.get("now"), Mapping):
        game.module("situation.revealed").reveal(data["now"], table, hidden, rules, record, problem)
    problem.stop_if_any()
    return Situation(path, game, rules, seat, table, hidden, now)


def _read_rules(game: registry.Game, data: Mapping[str, Any], problem: _Problems) -> RuleSet | None:
    """Return the rules of a file: its scenario, its variants, its [rules]."""
    scenario = data.get("scenario")
    if scenario is not None and str(scenario) not in game.scenarios:
        problem("scenario", f"{game.name} has no scenario '{scenario}'.{nearest(str(scenario), game.scenarios)}")
        scenario = None
    variants = data.get("variants", [])
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        problem("variants", "takes names or files in quotes.")
        variants = []
    rules = data.get("rules", {})
    if not isinstance(rules, Mapping):
        problem("rules", "is a table, [rules], with a line a rule.")
        rules = {}
    cards = _read_cards(game, data["cards"], problem) if "cards" in data else None
    try:
        return registry.resolve(game, None if scenario is None else str(scenario), variants, flatten(rules), cards)
    except BadInput as error:
        for text in error.problems:
            problem("rules" if rules else "variants", text)
        return None


def _read_cards(game: registry.Game, value: Any, problem: _Problems) -> Mapping[str, list[dict[str, Any]]] | None:
    """Return printed cards from a folder; one that is not absolute is beside the file."""
    folder = problem.path.parent / str(value)
    module = game.module("cards") if (game.folder / "cards.py").exists() else None
    if not folder.is_dir() or not hasattr(module, "read_folder"):
        problem("cards", f"there is no folder {folder} with printed cards.")
        return None
    try:
        found: Mapping[str, list[dict[str, Any]]] = module.read_folder(  # type: ignore[union-attr]
            folder, {name: parameter.default for name, parameter in game.parameters.items()}
        )
        return found
    except BadInput as error:
        for text in error.problems:
            problem("cards", text)
        return None


def _read_now(game: registry.Game, value: Any, problem: _Problems) -> Now:
    """Return [now]."""
    if not isinstance(value, Mapping):
        problem("now", "is a table, [now].")
        return Now()
    known = [*NOW_KEYS, *game.module("situation.revealed").KEYS]
    for key in value:
        if key not in known:
            problem(f"now.{key}", f"is not known here.{nearest(key, known)}")
    made = value.get("made", [])
    if not isinstance(made, list) or not all(isinstance(item, str | int) for item in made):
        problem("now.made", 'takes the choices made, such as made = ["the easy way"].')
        made = []
    decision = value.get("decision", "")
    if decision and decision not in game.decisions:
        problem("now.decision", f"there is no decision '{decision}'.{nearest(str(decision), game.decisions)}")
        decision = ""
    rolled = value.get("rolled", {})
    if not isinstance(rolled, Mapping) or not all(isinstance(results, list) for results in rolled.values()):
        problem("now.rolled", 'takes what dice show, such as rolled = { door = ["red", "blue"] }.')
        rolled = {}
    return Now(tuple(made), str(decision), {str(die): tuple(results) for die, results in rolled.items()})
