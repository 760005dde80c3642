"""How the traces of Tiefenthal are read: what is a choice or chance, and in which tracks the order can be seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.referee.reader import Line, Tongue

INPUTS = frozenset({"header", "turn", "decision", "roll", "show", "snapshot", "result"})
#: Facts that tell a choice or chance no other line shows.
CHANCE_FACTS = frozenset({"start.cards"})


def is_input(line: Line) -> bool:
    """Tell whether a line is a choice or chance: a card turned up from a deck is chance, all other cards are not."""
    if line["type"] == "card":
        return bool(line["from"] == "deck" and line["to"] == "tavern")
    if line["type"] == "fact":
        return line["rule"] in CHANCE_FACTS
    return line["type"] in INPUTS


def tracks(lines: Iterable[Line]) -> dict[tuple[Any, ...], list[tuple[Any, ...]]]:
    """Sort consequences into the tracks in which their order matters: one for each pile, purse and marker of a seat."""
    found: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}

    def add(*key: Any, step: tuple[Any, ...]) -> None:
        found.setdefault(key, []).append(step)

    for line in lines:
        kind, seat = line["type"], line.get("seat")
        if kind in ("coins", "beer"):
            add(kind, seat, step=(line["cause"], line["change"], line["after"]))
        elif kind == "card":
            if line["to"] == "deck" and line["rule"] == "start.items":  # shuffled afterwards, so in no order
                add("start deck", seat, step=(line["card"], line["from"]))
            elif line["to"] == "deck":
                add("deck", seat, step=(line["card"], line["from"]))
            else:
                add("card", seat, line["from"], line["to"], step=(line["card"],))
        elif kind == "die":
            add("die", seat, line["die"], step=(line["face"], line["space"], line["plus"]))
        elif kind == "used":
            add("used", seat, step=(line["die"], line["face"], line["space"]))
        elif kind == "marker":
            add("marker", seat, line["track"], step=(line["from"], line["to"]))
        elif kind == "token":
            add("token", seat, step=(line["change"], line["after"]))
        elif kind == "area":
            add("area", seat, step=(line["area"], line["returned"]))
        elif kind == "book":
            add("book", seat, step=(line["column"], line["row"]))
        elif kind == "fact":
            add("fact", line["rule"], step=tuple(line["values"]))
        else:
            add("unknown", kind, step=(str(line),))
    for key, steps in found.items():
        if key[0] in ("card", "fact", "start deck"):
            steps.sort()
    return found


TONGUE = Tongue(is_input, tracks)
