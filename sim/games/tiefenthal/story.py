"""The evening in words: events of the trace decoded, and told as a story with the rule id behind each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sim.games.tiefenthal import names
from sim.games.tiefenthal.cards import AREA_NAMES
from sim.games.tiefenthal.words import Words

SEATS = ("first", "second", "third", "fourth")
PHASES = ("evening", "draft", "planning", "serving", "closing")
PLACES = ("supply", "deck", "tavern", "discard", "box")
COINS_IN = ("coins_guests", "coins_cashbox", "coins_bonus", "coins_singer", "coins_start")
COINS_OUT = ("coins_cards", "coins_upgrades", "coins_lost")
BEER_IN = ("beer_suppliers", "beer_barrels", "beer_merchants", "beer_singer", "beer_start")
BEER_OUT = ("beer_guests", "beer_nobles", "beer_lost")
TRACKS = ("monastery", "reputation")
ALL = "all"


def decode(kind: int, values: list[int]) -> dict[str, Any]:
    """Return an event of the log as a line of docs/trace.md, without its rule id."""
    a, b, c, d, e = values
    if kind == names.SHOW:
        return {"type": "show", "slot": a, "card": b, "tile": c}
    if kind == names.FACT:
        return {"type": "fact", "values": values}
    seat = SEATS[a] if a >= 0 else ALL
    if kind == names.TURN:
        return {"type": "turn", "seat": seat, "round": b, "phase": PHASES[c]}
    if kind == names.ROLL:
        return {"type": "roll", "seat": seat, "die": "own" if b else "white", "face": c}
    if kind == names.CARD:
        return {"type": "card", "seat": seat, "card": b, "from": PLACES[c], "to": PLACES[d]}
    if kind == names.COINS:
        return {"type": "coins", "seat": seat, "change": b, "cause": _cause(c, COINS_IN, COINS_OUT), "after": d}
    if kind == names.BEER:
        return {"type": "beer", "seat": seat, "change": b, "cause": _cause(c, BEER_IN, BEER_OUT), "after": d}
    if kind == names.DIE:
        return {"type": "die", "seat": seat, "die": b, "face": c, "space": d, "plus": e}
    if kind == names.USED:
        return {"type": "used", "seat": seat, "die": b, "face": c, "space": d}
    if kind == names.MARKER:
        return {"type": "marker", "seat": seat, "track": TRACKS[b], "from": c, "to": d}
    if kind == names.TOKEN:
        return {"type": "token", "seat": seat, "change": b, "after": c}
    if kind == names.AREA:
        return {"type": "area", "seat": seat, "area": AREA_NAMES[b], "returned": c}
    assert kind == names.BOOK, kind
    return {"type": "book", "seat": seat, "column": b, "row": c}


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
    for line in lines:
        if line["type"] == "header":
            words = Words(line)
            yield from words.opening()
            continue
        assert words is not None
        yield from words.line(line)
