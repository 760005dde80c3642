"""Reaching a point inside a turn that a person describes: the choices made, and dice that showed what they showed.

A turn is played from its start. Choices are scripted; dice are thrown anew, seed after seed, until they show what was
seen. What counts is which results were rolled before a decision, in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from sim import registry
from sim.errors import BadInput
from sim.futures import address, flat
from sim.jit import array_of, call_turns, compiled, copy_record, entry, record_type
from sim.kernel import LUCK, PLAY
from sim.moments import Asked, Line, Turn, play_turn
from sim.params import nearest
from sim.records import plain, record_arrays, team_dtype
from sim.situation import Now
from sim.streams import seed_stream
from sim.trace import DECISION

if TYPE_CHECKING:
    from sim.position import Position

#: Seeds tried before dice are given up, and decisions of one turn before the one at hand.
MOST_TRIES, MOST_STEPS = 400_000, 500

#: Words of a choice: ``(decision, columns)`` -> text.
Say = Callable[[str, Sequence[int]], str]

#: Kinds of dice and results of one die that can be told apart in a search.
_KINDS, _RESULTS = 32, 64


class _NotSo(Exception):
    """With these dice the choices that were made could not be made."""


def reach(
    position: Position, number: int, now: Now, say: Say, seed: int, tries: int = MOST_TRIES
) -> tuple[Turn, Asked]:
    """Move a position to streams with which its turn comes to the decision that is described; return turn and decision.

    Parameters
    ----------
    position : Position
        The start of the turn; its streams are replaced.
    number : int
        What the turn is called.
    now : Now
        What has happened in the turn.
    say : callable
        The words of a choice.
    seed : int
        Of the streams that are tried.
    tries : int
        Most streams to try.

    Raises
    ------
    BadInput
        If the turn cannot come to this, or did not in so many tries.
    """
    search = _Search(position, now, seed, tries)
    attempt, doubt = 0, ""
    script: list[int] = []
    while True:
        # with the script so far: dice that agree with what was seen, and at the decision at hand are all of it
        attempt = search.next(script, attempt, all_of_it=_is_at_hand(now, script))
        if attempt < 0:
            raise BadInput(doubt or search.why_not(number, script))
        position.renew_streams(seed, attempt)
        try:
            turn, script, finished = _one_step(position, number, now, say, script)
        except _NotSo as error:
            doubt = doubt or str(error)
            if not search.wanted:
                raise BadInput(doubt) from None
            continue
        if finished:
            asked = turn.asked[len(script)]
            if search.shows_all(turn, asked):
                return turn, asked
        else:
            attempt -= 1  # the same dice may do for the next choice too


def _is_at_hand(now: Now, script: Sequence[int]) -> bool:
    """Return whether a script surely ends at the decision at hand; before a named one more may have to be chosen."""
    return len(script) >= len(now.made) and not now.decision


def _one_step(position: Position, number: int, now: Now, say: Say, script: list[int]) -> tuple[Turn, list[int], bool]:
    """Check the script with these dice and make one more choice; the last value tells whether none was left to make."""
    turn = play_turn(position, number, script)
    checked: list[int] = []
    for asked in turn.asked[: len(script) + 1]:
        at = len(checked)
        if at < len(now.made):
            choice = _chosen(asked, now.made[at], say)
        elif now.decision and asked.name != now.decision:
            choice = 0
        else:
            return turn, checked, True
        if at == len(script) or choice != script[at]:
            return turn, [*checked, choice], False
        checked.append(choice)
    raise _NotSo(_too_far(turn, now, len(checked)))


def _too_far(turn: Turn, now: Now, made: int) -> str:
    names = list(dict.fromkeys(asked.name for asked in turn.asked))
    decided = ", ".join(names) or "nothing"
    if made < len(now.made):
        return f"now.made: the turn is over before {now.made[made]!r} can be chosen; it decides {decided}."
    if now.decision:
        return (
            f"now.decision: this turn never asks '{now.decision}'; it decides {decided}.{nearest(now.decision, names)}"
        )
    return f"now: nothing is left to decide in this turn; it decides {decided}."


def _chosen(asked: Asked, wanted: object, say: Say) -> int:
    """Return the place of a choice that was typed in words, or by number."""
    texts = [say(asked.name, choice) for choice in asked.choices]
    if isinstance(wanted, int):
        if 0 <= wanted < len(texts):
            return wanted
        raise _NotSo(f"now.made: '{asked.name}' has choices 0 to {len(texts) - 1}, not {wanted}: {_few(texts)}.")
    word = str(wanted).strip().lower()
    same = [number for number, text in enumerate(texts) if text.lower() == word]
    like = [number for number, text in enumerate(texts) if word in text.lower()]
    found = same or like
    if len(found) == 1:
        return found[0]
    if found:
        raise _NotSo(f"now.made: '{wanted}' could be {_few([texts[number] for number in found])}.")
    raise _NotSo(f"now.made: '{asked.name}' has no choice '{wanted}'.{nearest(str(wanted), texts)}")


def _few(texts: Sequence[str]) -> str:
    return "; ".join(texts[:6]) + ("; ..." if len(texts) > 6 else "")


# --- dice ------------------------------------------------------------------------------------------------------------


class _Search:
    """Finds seeds whose dice show what was seen.

    Parameters
    ----------
    position : Position
        The start of the turn.
    now : Now
        What has happened in the turn; results are said as the game's ``situation.revealed`` reads them.
    seed, tries : int
        Of the streams, and the most to try.
    """

    def __init__(self, position: Position, now: Now, seed: int, tries: int) -> None:
        self.position, self.seed, self.tries = position, seed, tries
        self.wanted = {die: Counter(map(str, results)) for die, results in (now.rolled or {}).items()}
        self.counts = np.zeros((_KINDS, _RESULTS), np.int64)
        self.kinds = np.zeros(_KINDS, np.int64)
        if not self.wanted:
            return
        revealed = position.context.game.module("situation.revealed")
        problems = []
        self.roll = int(revealed.ROLL)
        for die, results in (now.rolled or {}).items():
            for result in results:
                try:
                    kind, shown = revealed.die_of(die, result)
                except ValueError as error:
                    problems.append(f"now.rolled.{die}: {error}")
                    continue
                self.kinds[kind] = 1
                self.counts[kind, shown] += 1
        if problems:
            raise BadInput(list(dict.fromkeys(problems)))

    def next(self, script: Sequence[int], after: int, all_of_it: bool) -> int:
        """Return the next attempt after ``after`` whose dice agree as far as the script goes, -1 if none does."""
        if not self.wanted:
            return after + 1 if after < self.tries else -1
        context = self.position.context
        kernel = load_search(context.game.name, context.game.folder, plain(context.rules.dtype))
        table, hidden, team = self.position.begun[:3]
        team = team.copy()
        team["script"][0, : len(script)] = script
        team["script_length"][0], team["script_at"][0], team["error"][0] = len(script), 0, 0
        records = (context.table, context.hidden, context.rules, context.team, context.log, table, hidden, team)
        numbers = (self.seed, after + 1, self.tries - after, self.roll, len(script), int(all_of_it))
        context.log["on"][0] = 1
        try:
            with np.errstate(over="ignore"):
                return int(kernel(*flat(records), self.counts, self.kinds, *numbers, address(context.play_address)))
        finally:
            context.log["on"][0] = context.team["error"][0] = 0

    def shows_all(self, turn: Turn, asked: Asked) -> bool:
        """Return whether everything that was seen has been rolled before a decision, and nothing else of its kinds."""
        return _rolled(turn.lines_before(asked), self.wanted) == self.wanted

    def why_not(self, number: int, script: Sequence[int]) -> str:
        """Return what to say when nothing was found."""
        shown = "; ".join(f"{die}: {', '.join(sorted(results.elements()))}" for die, results in self.wanted.items())
        self.position.renew_streams(self.seed, 1)
        turn = play_turn(self.position, number, script)
        asked = turn.asked[len(script)] if len(turn.asked) > len(script) else turn.asked[-1]
        rolled = [
            f"{die}: {len([x for x in turn.lines_before(asked) if x['type'] == 'roll' and x['die'] == die])}"
            for die in self.wanted
        ]
        return (
            f"now.rolled: in {self.tries:,} tries the dice never showed {shown} before '{asked.name}'. Check the number"
            f" of dice (one of these tries rolled {', '.join(rolled)}), and whether they are rolled before it at all."
        )


def _rolled(lines: Sequence[Line], wanted: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    """Return what the dice of these kinds showed."""
    return {
        die: Counter(str(line["result"]) for line in lines if line["type"] == "roll" and line["die"] == die)
        for die in wanted
    }


def _make_search(count_of_streams: int) -> Any:
    def search(  # type: ignore[no-untyped-def]
        tables, hiddens, rules, teams, logs, begun_tables, begun_hiddens, begun_teams, counts, kinds,
        seed, first, tries, roll, decisions, all_of_it, play,
    ):  # fmt: skip
        """Return the first attempt whose rolls before decision number ``decisions`` are among ``counts``, or all."""
        table, hidden, team, log, rule = tables[0], hiddens[0], teams[0], logs[0], rules[0]
        left = np.zeros_like(counts)
        for attempt in range(first, first + tries):
            copy_record(table, begun_tables[0])
            copy_record(hidden, begun_hiddens[0])
            copy_record(team, begun_teams[0])
            for stream in range(count_of_streams):
                seed_stream(hidden.streams[stream], seed, attempt, stream)
            seed_stream(team.luck.state, seed, attempt, LUCK)
            log.count = 0
            call_turns(play, table, hidden, rule, team, log, 1)
            left[:] = counts
            asked, fits = 0, team.error == 0
            for i in range(log.count):
                if log.events[i, 0] == DECISION:
                    if asked == decisions:
                        break
                    asked += 1
                elif log.events[i, 0] == roll and kinds[log.events[i, 2]] != 0:
                    left[log.events[i, 2], log.events[i, 3]] -= 1
                    if left[log.events[i, 2], log.events[i, 3]] < 0:
                        fits = False
                        break
            if fits and (all_of_it == 0 or left.sum() == 0):
                return attempt
        return -1

    return search


@lru_cache
def load_search(name: str, folder: Path, rules_dtype: np.dtype) -> Any:
    """Return the compiled entry that tries seeds, from the cache if the game's sources are unchanged."""
    game = registry.load_game(name)
    state = game.module("state")
    begun = [array_of(record_type(record)) for record in (state.TABLE, state.HIDDEN, team_dtype(game))]
    arrays = [array_of(types.int64, 2), array_of(types.int64)]
    numbers = [types.int64] * 6
    signature = types.int64(*record_arrays(game, rules_dtype), *begun, *arrays, *numbers, PLAY)
    return entry(signature, game.digest())(compiled(_make_search(len(game.file.streams))))
