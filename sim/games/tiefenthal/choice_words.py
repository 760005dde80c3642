"""Decisions and choices in the words of the players: what the number columns of ``decisions.toml`` say."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.games.tiefenthal import names
from sim.games.tiefenthal.cards import BONUSES, START_CARD_NAMES
from sim.games.tiefenthal.words import BOOK_COLUMNS, ENTERTAINERS, SIDES, Words, brings, kind_of, returning, upgrade_of

#: What is decided, as a question to the seat that is asked.
QUESTIONS = {
    "start_card": "which start card?",
    "discard_regular": "which regular leaves the deck?",
    "evening": "which bonus of the round?",
    "entertainer": "which side of the entertainer?",
    "free_upgrade": "which area is upgraded for nothing?",
    "redraw": "is the tavern filled again?",
    "draft": "which white die?",
    "turn_die": "is a die turned?",
    "plan": "where does the die go?",
    "serve": "what is done next?",
    "move": "where does the die go instead?",
    "remove": "who is sent away for good?",
    "reputation_bonus": "a schnapps, or somebody sent away?",
    "signature": "in which column of the guest book?",
    "juggle": "which card is kept for the next round?",
}


def question(decision: str) -> str:
    """Return what is decided, as a question."""
    return QUESTIONS.get(decision, decision.replace("_", " "))


def choice(words: Words, decision: str, values: Sequence[int]) -> str:
    """Return one choice in words.

    Parameters
    ----------
    words : Words
        Knows the cards of the game.
    decision : str
        Name of the decision.
    values : sequence of int
        The columns of the choice.
    """
    return _SPECIAL[decision](words, list(values))


def _evening(words: Words, values: list[int]) -> str:
    return "an own die this round" if values[0] else words.who(values[1])


def _turn(words: Words, values: list[int]) -> str:
    return "turn none" if values[0] < 0 else f"turn die {values[0] + 1} to {values[1]}"


def _place(words: Words, values: list[int]) -> str:
    space, plus, die, card = values
    helped = f", raised by {plus}" if plus else ""
    return f"die {die + 1}{helped}: {words.space(space, card)}"


def _upgrade(area: int) -> str:
    return " ".join(upgrade_of(area))


_ACTS: dict[int, Callable[[list[int]], str]] = {
    names.STOP: lambda v: "end the turn",
    names.USE_ALL: lambda v: "remove all dice",
    names.USE: lambda v: f"remove die {v[1] + 1}",
    names.PICK_UP: lambda v: f"move die {v[1] + 1}",
    names.STEP: lambda v: "give a counter guest for a step in the monastery",
    names.SERENADE: lambda v: "a bard's serenade",
    names.UPGRADE: lambda v: f"{_upgrade(v[2])} for {v[3]} coins{returning(v[1])}",
    names.NOBLES: lambda v: f"{v[1]} noble{'' if v[1] == 1 else 's'} for {v[3]} beer",
    names.SINGER_ACT: lambda v: f"listen to the singer for {v[3]} schnapps",
    names.FIRE_UPGRADE: lambda v: f"{_upgrade(v[2])} for {v[3]} schnapps",
    names.FIRE_REMOVE: lambda v: f"send somebody away for {v[3]} schnapps",
}


def _serve(words: Words, values: list[int]) -> str:
    act, what, area, cost = values
    if act >= names.RECRUIT:
        return f"recruit the guest in place {what + 1} for {cost} beer{brings(BONUSES[area - names.BRINGS])}"
    if names.BUY <= act < names.BUY + names.KINDS:
        return f"buy {kind_of(act - names.BUY)} for {cost} coins"
    return _ACTS[act](values)


_SPECIAL: dict[str, Callable[[Words, list[int]], str]] = {
    "start_card": lambda words, values: START_CARD_NAMES[values[0] - 1],
    "discard_regular": lambda words, values: words.who(values[0]),
    "evening": _evening,
    "entertainer": lambda words, values: f"{ENTERTAINERS[values[0]]}: {SIDES[values[0]][values[1]]}",
    "free_upgrade": lambda words, values: "upgrade none" if values[0] < 0 else _upgrade(values[0]),
    "redraw": lambda words, values: ("keep it", "give a counter guest and fill again")[values[0]],
    "draft": lambda words, values: f"a {values[0]}",
    "turn_die": _turn,
    "plan": _place,
    "serve": _serve,
    "move": _place,
    "remove": lambda words, values: words.who(values[1]),
    "reputation_bonus": lambda words, values: ("a schnapps", "send somebody away")[values[0]],
    "signature": lambda words, values: BOOK_COLUMNS[values[0]],
    "juggle": lambda words, values: words.who(values[0]),
}
