"""The evening in words: events of the trace decoded, and told as a story with the rule id behind each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sim.games.opulent import names
from sim.games.opulent.words import Words

SEATS = ("door", "band", "bar", "manager", "club")
FACES = ("red", "blue", "green", "purple", "yellow", "blank")
PLACES = ("box", "deck", "line", "overflow", "floor", "bar", "vip", "centre", "held", "gone", "manager")
CARD_PLACES = ("pile", "hand", "song", "discard")
INGREDIENTS = ("ice", "fruit", "beer", "liquor", "special")
DRINKS = ("none", "beer", "liquor", "mixed", "special", "watered liquor", "watered mixed")
DRINK_STATES = ("committed", "served", "failed")
DIE_STATES = ("discarded", "locked", "taken back")
DICE = ("door", "bar", "colour", "raid", "clue", "film", "tuckers", "argument", "gang", "blizzard", "cut off")
KINDS = ("lookout", "agents", "patron mix", "general", "historical")
NUMBERED = ("bar", "raid", "clue", "film", "tuckers")  # dice that show numbers, the others show faces
NICKELS_IN = (
    "placed", "schmoozed_door", "schmoozed_bar", "schmoozed_manager", "unison", "melody", "gifts", "pampered",
    "event_gain", "second_lap",
)  # fmt: skip
NICKELS_OUT = (
    "banked", "door_skip", "door_wait", "cut_off", "off_tempo", "off_key", "tuning", "crowding", "failed", "bar_skip",
    "bar_wait", "tirade", "watered", "unserved", "event_loss", "raid_loss", "year_loss", "unpaid", "closing",
)  # fmt: skip
DOLLARS_IN = ("coffers_banked", "borrowed", "concession", "carried", "sold")
DOLLARS_OUT = (
    "restocks", "comps", "lookouts_paid", "sabotage", "upgrade_paid", "penalties", "raided_money", "counterfeit",
    "repaid", "salaries", "business",
)  # fmt: skip


def decode(kind: int, values: list[int]) -> dict[str, Any]:
    """Return an event of the log as a line of docs/trace.md, without its rule id."""
    a, b, c, d, _ = values
    if kind == names.TURN:
        return {"type": "turn", "seat": SEATS[a] if a >= 0 else "setup", "round": b}
    if kind == names.ROLL:
        die = DICE[a]
        return {"type": "roll", "die": die, "result": b if die in NUMBERED else FACES[b]}
    if kind == names.NICKELS:
        return {"type": "nickels", "patron": a, "change": b, "cause": _cause(c, NICKELS_IN, NICKELS_OUT), "after": d}
    if kind == names.DOLLARS:
        return {"type": "dollars", "change": a, "cause": _cause(b, DOLLARS_IN, DOLLARS_OUT), "after": c}
    if kind == names.MOVE:
        return {"type": "move", "patron": a, "from": PLACES[b], "to": PLACES[c]}
    if kind == names.CARD:
        return {"type": "card", "card": a, "from": CARD_PLACES[b], "to": CARD_PLACES[c]}
    if kind == names.SECTION:
        return {"type": "section", "section": a, "at_bar": b, "cards": c}
    if kind == names.STOCK:
        return {"type": "stock", "ingredient": INGREDIENTS[a], "change": b, "after": c}
    if kind == names.EVENT:
        return {"type": "event", "card": a, "kind": KINDS[b], "fedoras": c}
    if kind == names.DIE:
        return {"type": "die", "face": FACES[a], "patron": b, "what": DIE_STATES[c]}
    if kind == names.DRINK:
        return {"type": "drink", "target": a, "drink": DRINKS[b], "what": DRINK_STATES[c], "difficulty": d}
    return {"type": "fact", "values": values}


def _cause(cause: int, inward: tuple[str, ...], outward: tuple[str, ...]) -> str:
    return outward[cause - names.OUT_CAUSE] if cause >= names.OUT_CAUSE else inward[cause]


def tell(lines: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the story of one game.

    Parameters
    ----------
    lines : iterable of dict
        The lines of a trace, header first.
    """
    words: Words | None = None
    dice: list[str] = []
    for line in lines:
        if line["type"] == "header":
            words = Words(line)
            yield from words.opening()
            continue
        assert words is not None
        if line["type"] == "roll" and line["die"] in ("door", "bar"):
            dice.append(str(line["result"]))
            rolled = line
            continue
        if dice:
            yield words.rolled(rolled, dice)
            dice = []
        yield from words.line(line)
