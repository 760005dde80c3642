"""One game again, as events: JSON Lines for referees and programs, a story for people.

The game is played turn by turn through the same kernel entry as every run; after each turn the events of the log are
read and the visible table is taken down.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from sim import supervised
from sim.block import Context, Plan
from sim.commands import replayable
from sim.errors import ContractBroken, HouseEdgeError
from sim.params import RuleSet
from sim.records import work_dtype
from sim.registry import Game, load_game
from sim.supervised import Supervised
from sim.trace import CHOICE, DECISION

#: Station turns after which a game that does not end is given up by the replay.
MOST_TURNS = 1_000_000


def trace(plan: Plan, index: int, stop_after: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield the lines of docs/trace.md for one game.

    Parameters
    ----------
    plan : Plan
        Game, rules, policies and seed.
    index : int
        Index of the game in the run.
    stop_after : int, optional
        Station turns to play; all if omitted.

    Raises
    ------
    ContractBroken
        If a policy or the engine breaks a contract, after the lines up to that decision.
    """
    if supervised.needed(plan):
        yield from supervised.lines(plan, "trace", index, stop_after)
        return
    context = supervised.share(Context(plan))
    rows = np.zeros(1, work_dtype(context.game)).view(np.recarray)

    def step(turns: int, fresh: int) -> None:
        context.call(rows, index, 1, turns=turns, fresh=fresh)

    yield header(context, plan.rules, plan.seed, index)
    with replayable(plan):
        yield from turn_by_turn(context, rows, index, step, stop_after)


def turn_by_turn(
    context: Context,
    rows: np.ndarray,
    index: int,
    step: Callable[[int, int], None],
    stop_after: int | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield the lines of a game that ``step(turns, fresh)`` sets up and plays on, from the set-up to its result."""
    game = context.game
    decoder = Decoder(context)
    context.log["on"][0] = 1
    outcome = 0
    for turn in range(MOST_TURNS):
        context.log["count"][0] = 0
        try:
            step(1 if turn else 0, 0 if turn else 1)
        except ContractBroken:  # a policy raised: the turn up to there
            yield from decoder.lines(context.log["events"][0, : int(context.log["count"][0])])
            raise
        if context.log["overflow"][0]:
            raise HouseEdgeError(f"one turn has more events than the trace holds (game {index}, turn {turn})")
        count = int(context.log["count"][0])
        yield from decoder.lines(context.log["events"][0, :count])
        if context.team["error"][0]:
            raise context.broken(index)
        outcome = int(context.table["outcome"][0])
        yield {"type": "snapshot", "after": decoder.seat, "round": decoder.round, "table": snapshot(context)}
        if outcome or (stop_after is not None and turn >= stop_after):
            break
    if outcome:
        row = {name: int(rows[name][0]) for name in rows.dtype.names or ()}
        yield {"type": "result", "outcome": game.file.outcomes[row["outcome"]].name, "row": row}


def header(context: Context, rules: RuleSet, seed: int, index: int) -> dict[str, Any]:
    """Return the first line of a trace: everything that is played."""
    game = context.game
    tables = {}
    if (game.folder / "cards.py").exists():
        tables = game.module("cards").describe(rules.values, rules.cards)
    return {
        "type": "header",
        "game": game.name,
        "scenario": rules.scenario,
        "variants": list(rules.variants),
        "seed": seed,
        "index": index,
        "policies": [seat.label for seat in context.seats],
        "rules": {name: list(value) if isinstance(value, tuple) else value for name, value in rules.values.items()},
        "rules_digest": rules.digest(),
        "source_digest": game.digest(),
        "tables": tables,
    }


def snapshot(context: Context) -> dict[str, Any]:
    """Return the visible table as plain numbers and lists; a queue is cut to its length (field ``x`` by ``x_n``)."""
    table = context.table[0]
    names = context.table.dtype.names or ()
    taken: dict[str, Any] = {}
    for name in names:
        value = np.asarray(table[name]).tolist()
        length = f"{name}_n"
        if length in names and isinstance(value, list):
            lengths = np.asarray(table[length]).tolist()
            value = (
                value[:lengths] if isinstance(lengths, int) else [v[:n] for v, n in zip(value, lengths, strict=True)]
            )
        taken[name] = value
    return taken


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _cut(queue: list[Any], lengths: int | list[int]) -> list[Any]:
    """Cut a queue, or each of several, to its length."""
    if isinstance(lengths, int):
        return queue[:lengths]
    return [part[:length] for part, length in zip(queue, lengths, strict=True)]


class Decoder:
    """Turns rows of the event log into lines.

    Attributes
    ----------
    seat : str
        Seat of the last turn line.
    round : int
        Round of the last turn line.
    """

    def __init__(self, player: Context | Supervised) -> None:
        self.game = player.game
        self.rules = ["", *self.game.rulebook]
        self.decisions = list(self.game.decisions)
        self.seat = ""
        self.round = 0
        self.story = self.game.module("story") if (self.game.folder / "story.py").exists() else None

    def lines(self, events: np.ndarray) -> Iterator[dict[str, Any]]:
        """Yield one line an event; a decision gathers its choices."""
        rows = events.tolist()
        at = 0
        while at < len(rows):
            kind, rule, *values = rows[at]
            at += 1
            if kind == DECISION:
                decision, seat, count, index, _ = values
                choices = [row[2:6] for row in rows[at : at + count] if row[0] == CHOICE]
                at += count
                yield self._decision(decision, seat, index, choices)
            else:
                yield self._event(kind, rule, values)

    def _decision(self, decision: int, seat: int, index: int, choices: list[list[int]]) -> dict[str, Any]:
        name = self.decisions[decision]
        columns = len(self.game.decisions[name].columns)
        return {
            "type": "decision",
            "name": name,
            "seat": self.game.file.all_seats[seat],
            "index": index,
            "choices": [choice[:columns] for choice in choices],
        }

    def _event(self, kind: int, rule: int, values: list[int]) -> dict[str, Any]:
        if self.story is None:
            line: dict[str, Any] = {"type": f"event-{kind}", "values": values}
        else:
            line = self.story.decode(kind, values)
        if line["type"] == "turn":
            self.seat, self.round = line["seat"], line["round"]
        return {"type": line.pop("type"), "rule": self.rules[rule] or None, **line}


def to_json_lines(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines as JSON text."""
    for line in lines:
        yield json.dumps(line, separators=(",", ":"))


def tell(plan: Plan, index: int) -> Iterator[str]:
    """Yield the story of one game, line by line; where seats play against each other, what each has in the end, too.

    A game tells its story in its own words (``story.py``). Without them the choices and events of a game played against
    each other are listed as they are declared, and those of a team's as JSON.
    """
    game = load_game(plan.game)
    lines = trace(plan, index)
    if not game.file.competitive:
        yield from _told(game, lines)
        return
    result: list[dict[str, Any]] = []
    own = (game.folder / "story.py").exists()
    yield from _told(game, _watched(lines, result)) if own else _listed(game, _watched(lines, result))
    if result:
        yield ""
        words = {outcome.name: outcome.words for outcome in game.file.outcomes}[result[0]["outcome"]]
        yield "What each has in the end" if own else f"The end: {words}."
        yield from final_lines(plan, result[0]["row"])


def _told(game: Game, lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    if (game.folder / "story.py").exists():
        yield from game.module("story").tell(lines)
        return
    for line in lines:
        if line["type"] not in ("header", "snapshot", "decision"):
            yield json.dumps(line)


def _watched(lines: Iterable[dict[str, Any]], result: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the lines of a trace and keep the last one, its result."""
    for line in lines:
        if line["type"] == "result":
            result.append(line)
        yield line


def _listed(game: Game, lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield choices and events by their declared names."""
    for line in lines:
        if line["type"] == "decision":
            names, chosen = game.decisions[line["name"]].columns, line["choices"][line["index"]]
            columns = ", ".join(f"{name} {value}" for name, value in zip(names, chosen, strict=True))
            said = columns if [line["name"]] == names else f"{line['name'].replace('_', ' ')}: {columns}"
            yield f"{line['seat']}: {said}"
        elif line["type"] not in ("header", "snapshot", "result"):
            values = [str(value) for value in line.get("values", ())]
            while values and values[-1] == "0":
                values.pop()
            yield f"    {' '.join([line['rule'] or line['type'], *values])}"


def final_lines(plan: Plan, row: Mapping[str, int]) -> Iterator[str]:
    """Yield what each seat of a game played against each other has in the end: every measure that is an amount."""
    game = load_game(plan.game)
    seats = game.seats_in_play(plan.rules)
    table = [["seat", *seats], ["played by", *(seat.label for seat in plan.team)]]
    for measure in game.file.measures:
        columns = game.file.columns_of(measure)
        told = next(iter(columns.values()))
        if told.unit not in ("", "bits", "twelfths") and set(seats) <= set(columns):
            values = [row[columns[seat].name] for seat in seats]
            if any(values):
                table.append([told.label, *(f"{value:,}" for value in values)])
    widths = [max(len(line[column]) for line in table) for column in range(len(seats) + 1)]
    for line in table:
        first, *others = (text.rjust(width) for text, width in zip(line, widths, strict=True))
        yield "  " + "  ".join([line[0].ljust(len(first)), *others])


def replay(
    game: str,
    scenario: str | None = None,
    policy: str | None = None,
    seed: int = 0,
    index: int = 0,
    variants: tuple[str, ...] = (),
    rules: dict[str, Any] | None = None,
    players: int | None = None,
) -> list[dict[str, Any]]:
    """Return the trace of one game as a list of lines; see `trace`, and `sim.api.simulate` for the parameters."""
    from sim.api import make_plan

    return list(
        trace(make_plan(game, scenario, policy, seed=seed, variants=variants, rules=rules, players=players), index)
    )


__all__ = ["Decoder", "header", "replay", "snapshot", "tell", "to_json_lines", "trace", "turn_by_turn"]
