"""What a turn has already turned over: laid on top of the decks, so that playing the turn turns it over again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sim.games.opulent import cards, names
from sim.games.opulent.situation.cardnames import Unreadable, find_patrons, read_band_card, read_patron
from sim.games.opulent.story import DICE, FACES, NUMBERED
from sim.params import RuleSet, nearest

Problem = Callable[[str, str], None]

#: Sides of the die with most.
SIDES = 10

#: Keys of [now] that are The Opulent's own.
KEYS = ("event", "arrived", "deck_top", "drawn")


#: Kind of the trace's events that say what a die shows.
ROLL = names.ROLL


def die_of(die: str, result: Any) -> tuple[int, int]:
    """Return kind and result of a die as the trace holds them.

    Raises
    ------
    ValueError
        If there is no such die, or it has no such side.
    """
    if die not in DICE:
        raise ValueError(f"there is no such die.{nearest(die, DICE)}")
    if die in NUMBERED:
        if isinstance(result, bool) or not isinstance(result, int) or not 1 <= result <= SIDES:
            raise ValueError(f"takes numbers that the die shows, not {result!r}.")
        return DICE.index(die), result
    if result not in FACES:
        raise ValueError(f"the die has no side {result!r}.{nearest(str(result), FACES)}")
    return DICE.index(die), FACES.index(result)


def reveal(
    now: Mapping[str, Any], tables: np.ndarray, hiddens: np.ndarray, rules: RuleSet, record: Any, problem: Problem
) -> None:
    """Lay what was turned over this turn on top of its deck.

    Parameters
    ----------
    now : mapping
        What the file says of the turn so far.
    tables, hiddens : numpy.ndarray, shape (1,)
        The position; changed in place.
    """
    table, hidden = tables.view(np.recarray)[0], hiddens.view(np.recarray)[0]
    described = cards.describe(rules.values, rules.cards)
    if "event" in now:
        _event(now["event"], table, hidden, record, problem)
    if "arrived" in now or "deck_top" in now:
        _arrived(now, table, hidden, described["patrons"], problem)
    if "drawn" in now:
        _drawn(now["drawn"], table, hidden, described["band"], problem)


def _event(value: Any, table: Any, hidden: Any, record: Any, problem: Problem) -> None:
    """Lay an event card on top, said by kind and fedoras ("agents, 2 fedoras") or by number too ("general #17")."""
    words, _, number = str(value).partition("#")
    kind, _, more = words.partition(",")
    if kind.strip().lower() not in cards.KINDS:
        problem("now.event", f"there is no kind of event '{kind.strip()}'.{nearest(kind.strip(), cards.KINDS)}")
        return
    wanted = cards.KINDS.index(kind.strip().lower())
    fedoras = more.split()[0] if more.split() else ""
    if fedoras and not fedoras.isdigit():
        problem("now.event", f"'{more.strip()}' is not a number of fedoras, such as \"{kind.strip()}, 2 fedoras\".")
        return
    left = [int(card) for card in hidden.events[: table.events_n]]
    fits = [card for card in left if record.event_kind[card] == wanted]
    fits = [card for card in fits if not fedoras or record.event_fedoras[card] == int(fedoras)]
    fits = [card for card in fits if not number or number.strip() == str(card)]
    if not fits:
        problem("now.event", f"no event card of this kind ({value}) is left in the deck.")
        return
    left.remove(min(fits))
    hidden.events[: table.events_n] = [*left, min(fits)]


def _arrived(now: Mapping[str, Any], table: Any, hidden: Any, rows: Any, problem: Problem) -> None:
    """Lay the patrons who came on top of the deck, the first on top, and below them the one who lies open now."""
    came = now.get("arrived", [])
    named = [("now.arrived", text) for text in (came if isinstance(came, list) else [came])]
    named += [("now.deck_top", now["deck_top"])] if "deck_top" in now else []
    patrons = []
    for key, text in named:
        try:
            patrons.append(read_patron(str(text), key))
        except Unreadable as error:
            problem(key, f'"{text}": {error}')
            return
    unseen = [row for row in rows if table.place[row["card"]] == names.DECK]
    for patron in patrons:
        if patron.number is None:
            match = [row["card"] for row in unseen if all(row[c] == v for c, v in patron.wanted.items())]
            taken = [other.number for other in patrons]
            patron.number = next((card for card in match if card not in taken), None)
        if patron.number is None or table.place[patron.number] != names.DECK:
            problem(patron.key, f'"{patron.text}": no such patron is unseen when the turn begins.')
            return
    for patron, reason in find_patrons(rows, patrons):
        problem(patron.key, f'"{patron.text}": {reason}')
        return
    order = [patron.number for patron in patrons]
    if len(order) > table.deck_n:
        problem("now.arrived", f"{len(order)} patrons are named, but {table.deck_n} were in the deck.")
        return
    rest = [int(card) for card in hidden.deck[: table.deck_n] if card not in order][: table.deck_n - len(order)]
    hidden.deck[: table.deck_n] = [*rest, *reversed(order)]
    table.deck_top = order[0] if order else table.deck_top


def _drawn(value: Any, table: Any, hidden: Any, rows: Any, problem: Problem) -> None:
    """Lay these band cards on top of their piles, those drawn first on top."""
    for text in reversed(value if isinstance(value, list) else [value]):
        piles = {int(card) for section in range(names.SECTIONS) for card in _pile(table, hidden, section)}
        try:
            card = read_band_card(rows, text, set(range(len(rows))) - piles if not isinstance(text, int) else ())
        except Unreadable as error:
            problem("now.drawn", f"{text!r}: {error}")
            continue
        if card not in piles:
            problem("now.drawn", f"{text!r}: this card is in no pile when the turn begins.")
            continue
        section = card // names.SECTION_CARDS
        rest = [int(other) for other in _pile(table, hidden, section) if other != card]
        hidden.pile[section, : table.pile_n[section]] = [*rest, card]


def _pile(table: Any, hidden: Any, section: int) -> np.ndarray:
    pile: np.ndarray = hidden.pile[section, : table.pile_n[section]]
    return pile
