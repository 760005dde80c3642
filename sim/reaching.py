"""Reaching a point inside a turn that a person describes: the choices made, and dice that showed what they showed.

A turn is played from its start. Choices are scripted; dice are thrown anew, seed after seed, until they show what was
seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sim.errors import BadInput
from sim.moments import Asked, Line, Turn, play_turn
from sim.params import nearest
from sim.situation import Now

if TYPE_CHECKING:
    from sim.position import Position

#: Seeds tried before a roll is given up, and decisions of one turn before the one at hand.
MOST_TRIES, MOST_STEPS = 30_000, 500

#: Tries after which another number of dice than the turn rolls is given up.
FEW = 100

#: Words of a choice: ``(decision, columns)`` -> text.
Say = Callable[[str, Sequence[int]], str]


@dataclass(frozen=True)
class Reached:
    """A decision at hand.

    Attributes
    ----------
    turn : Turn
        The turn as far as it went, and how the policy would play it on.
    asked : Asked
        The decision.
    tries : int
        Seeds that were tried.
    """

    turn: Turn
    asked: Asked
    tries: int


def reach(position: Position, number: int, now: Now, say: Say, seed: int, tries: int = MOST_TRIES) -> Reached:
    """Move a position to streams with which its turn comes to the decision that is described.

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
    wanted = {die: Counter(map(str, results)) for die, results in (now.rolled or {}).items()}
    script: list[int] | None = None
    numbers: set[tuple[int, ...]] = set()
    for attempt in range(1, tries + 1):
        position.renew_streams(seed, attempt)
        turn = play_turn(position, number, script or ())
        if script is None or not _comes_to(turn, script, now):
            turn, script = _script(position, number, now, say)
        asked = turn.asked[len(script)]
        rolled = _rolled(turn.lines_before(asked), wanted)
        if rolled == wanted:
            return Reached(turn, asked, attempt)
        numbers.add(tuple(dice.total() for dice in rolled.values()))
        if attempt == 1:
            _check_kinds(turn, asked, wanted)
        if attempt == FEW and tuple(dice.total() for dice in wanted.values()) not in numbers:
            break
    shown = "; ".join(f"{die}: {', '.join(sorted(results.elements()))}" for die, results in wanted.items())
    raise BadInput(
        f"now.rolled: in {attempt:,} tries the dice never showed {shown} before '{asked.name}'. Check the number of"
        f" dice: the last try rolled {_said(turn.lines_before(asked), wanted)}."
    )


def _comes_to(turn: Turn, script: Sequence[int], now: Now) -> bool:
    """Return whether a scripted turn asks what it asked when the script was made."""
    if len(turn.asked) <= len(script):
        return False
    return not now.decision or turn.asked[len(script)].name == now.decision


def _script(position: Position, number: int, now: Now, say: Say) -> tuple[Turn, list[int]]:
    """Return the turn up to the decision at hand, and the choices that lead there."""
    script: list[int] = []
    made = list(now.made)
    while len(script) < MOST_STEPS:
        turn = play_turn(position, number, script)
        if len(turn.asked) <= len(script):
            raise BadInput(_too_far(turn, now, made))
        asked = turn.asked[len(script)]
        if made:
            script.append(_chosen(asked, made.pop(0), say))
        elif now.decision and asked.name != now.decision:
            script.append(0)
        else:
            return turn, script
    raise BadInput(f"now.decision: the turn did not come to '{now.decision}' in {MOST_STEPS} decisions.")


def _too_far(turn: Turn, now: Now, made: list[object]) -> str:
    names = list(dict.fromkeys(asked.name for asked in turn.asked))
    decided = ", ".join(names) or "nothing"
    if made:
        return f"now.made: the turn is over before {made[0]!r} can be chosen; it decides {decided}."
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
        raise BadInput(f"now.made: '{asked.name}' has choices 0 to {len(texts) - 1}, not {wanted}: {_few(texts)}.")
    word = str(wanted).strip().lower()
    same = [number for number, text in enumerate(texts) if text.lower() == word]
    like = [number for number, text in enumerate(texts) if word in text.lower()]
    found = same or like
    if len(found) == 1:
        return found[0]
    if found:
        raise BadInput(f"now.made: '{wanted}' could be {_few([texts[number] for number in found])}.")
    raise BadInput(f"now.made: '{asked.name}' has no choice '{wanted}'.{nearest(str(wanted), texts)}")


def _few(texts: Sequence[str]) -> str:
    return "; ".join(texts[:6]) + ("; ..." if len(texts) > 6 else "")


# --- dice ------------------------------------------------------------------------------------------------------------


def _rolled(lines: Sequence[Line], wanted: dict[str, Counter[str]]) -> dict[str, Counter[str]]:
    """Return what the dice of these kinds showed."""
    return {
        die: Counter(str(line["result"]) for line in lines if line["type"] == "roll" and line["die"] == die)
        for die in wanted
    }


def _check_kinds(turn: Turn, asked: Asked, wanted: dict[str, Counter[str]]) -> None:
    """Refuse kinds and numbers of dice that this turn does not roll before the decision.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    lines = turn.lines_before(asked)
    kinds = list(dict.fromkeys(line["die"] for line in lines if line["type"] == "roll"))
    problems = []
    for die in wanted:
        if die not in kinds:
            rolled = f"only {', '.join(kinds)}" if kinds else "none"
            problems.append(f"now.rolled: no {die} dice are rolled before '{asked.name}' in this turn, {rolled}.")
    if problems:
        raise BadInput(problems)


def _said(lines: Sequence[Line], wanted: dict[str, Counter[str]]) -> str:
    return "; ".join(
        f"{die}: {', '.join(sorted(results.elements())) or 'nothing'}"
        for die, results in _rolled(lines, wanted).items()
    )
