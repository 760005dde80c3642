"""What lies face down in a position from a file: any order that agrees with what has been seen.

The order does not matter to advice: every future shuffles what nobody has seen again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.games.opulent import cards, names
from sim.params import nearest

if TYPE_CHECKING:
    from sim.games.opulent.situation.reader import Reader

#: The order of hidden cards is the same for the same file.
_SEED = 1920


def lay_decks(reader: Reader) -> None:
    """Lay out the patron deck, the event deck and the Band's piles."""
    random = np.random.default_rng(_SEED)
    _patron_deck(reader, random)
    _event_deck(reader, random)
    _piles(reader, random)


def _patron_deck(reader: Reader, random: np.random.Generator) -> None:
    """Lay the patrons nobody has seen into the deck, as many as are left, those of the deck's making first."""
    table, hidden = reader.table, reader.hidden
    unseen = [card for card in range(names.PATRONS) if table.place[card] == names.DECK]
    at_start = deck_at_start(reader)
    seen = names.PATRONS - len(unseen)
    most = min(len(unseen), at_start)
    count = reader.number("deck", most, max(0, min(most, at_start - seen)))
    top = int(table.deck_top)
    if top >= 0 and count == 0:
        reader.problem("deck_top", "the deck is empty, so no patron lies on top.")
        return
    stars = opening_prestige(reader)
    can_be = [card for card in unseen if card != top and _may_be_in_the_deck(reader, card, stars)]
    # the Celebrities who come to this club are surely in the deck; of the others nobody knows who is in the box
    order = [int(card) for card in random.permutation(can_be)]
    order.sort(key=lambda card: int(reader.record.patron_class[card]) != names.CELEBRITY)
    order = order[: max(0, count - (top >= 0))]
    if top >= 0:
        order.append(top)
    if len(order) < count:
        reader.problem("deck", f"{count} patrons cannot be left: only {len(order)} have not been seen.")
        count = len(order)
    hidden.deck[:count] = order[:count]
    table.deck_n = count
    table.deck_top = order[count - 1] if count else -1


def opening_prestige(reader: Reader) -> int:
    """Return the prestige with which the year began: without what was bought since."""
    half = int(reader.table.half_stars)
    if reader.table.bought and reader.table.selected >= 0:
        half -= int(reader.record.upgrade_half_stars[reader.table.selected])
    return min(half // 2, int(reader.record.raid_prestige_limit))


def deck_at_start(reader: Reader) -> int:
    """Return the patrons of the deck when the year began (rule setup.deck)."""
    stars = opening_prestige(reader)
    pool = int((reader.record.patron_class != names.CELEBRITY).sum())
    ordinary = min(pool, int(reader.record.patron_base_deck + reader.record.patron_per_prestige * stars))
    celebrities = sum(
        1
        for card in range(names.PATRONS)
        if reader.record.patron_class[card] == names.CELEBRITY and _may_be_in_the_deck(reader, card, stars)
    )
    return ordinary + celebrities


def _may_be_in_the_deck(reader: Reader, card: int, stars: int) -> bool:
    """Return whether a patron can be in the deck: a Celebrity comes to a club of his prestige only."""
    if reader.record.patron_class[card] != names.CELEBRITY:
        return True
    own = int(reader.record.patron_stars[card])
    return own <= stars if reader.record.patron_celebrities_up_to else own == stars


def _event_deck(reader: Reader, random: np.random.Generator) -> None:
    """Lay out the event cards that have not been drawn."""
    drawn = _drawn_events(reader)
    left = [card for card in range(names.EVENT_CARDS) if card not in drawn]
    order = [int(card) for card in random.permutation(left)]
    reader.hidden.events[: len(order)] = order
    reader.table.events_n = len(order)
    for card in order:
        reader.table.kinds_left[reader.record.event_kind[card]] += 1


def _drawn_events(reader: Reader) -> set[int]:
    """Return the event cards drawn so far; by default one a round, of the kinds in proportion."""
    value = reader.data.get("events_drawn")
    by_kind = {
        name: [card for card in range(names.EVENT_CARDS) if reader.record.event_kind[card] == number]
        for number, name in enumerate(cards.KINDS)
    }
    if isinstance(value, list):
        return _numbered_events(reader, value)
    if isinstance(value, Mapping):
        return _counted_events(reader, value, by_kind)
    if value is not None:
        reader.problem("events_drawn", "takes how many of each kind, { lookout = 2, agents = 1 }, or card numbers.")
    return _usual_events(min(int(reader.table.rounds), names.HISTORICAL), by_kind)


def _numbered_events(reader: Reader, value: list[Any]) -> set[int]:
    found: set[int] = set()
    for card in value:
        if isinstance(card, bool) or not isinstance(card, int) or not 0 <= card < names.EVENT_CARDS:
            reader.problem("events_drawn", f"there is no event card {card!r}; they are numbered 0 to 53.")
        elif card in found:
            reader.problem("events_drawn", f"card {card} is named twice.")
        else:
            found.add(card)
    return found


def _counted_events(reader: Reader, value: Mapping[str, Any], by_kind: Mapping[str, list[int]]) -> set[int]:
    found: set[int] = set()
    for name, count in value.items():
        key = f"events_drawn.{name}"
        if name not in by_kind:
            reader.problem(key, f"there is no such kind of event.{nearest(str(name), by_kind)}")
        elif isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= len(by_kind[name]):
            reader.problem(key, f"takes a whole number from 0 to {len(by_kind[name])}, the cards there are.")
        else:
            found |= set(_evenly(by_kind[name], count))
    return found


def _usual_events(count: int, by_kind: Mapping[str, list[int]]) -> set[int]:
    """Return so many events, of each kind in proportion (largest remainders), but not the card of the year."""
    kinds = {name: of_kind for name, of_kind in by_kind.items() if name != "historical"}
    total = sum(len(of_kind) for of_kind in kinds.values())
    exact = {name: count * len(of_kind) / total for name, of_kind in kinds.items()}
    whole = {name: int(share) for name, share in exact.items()}
    for name in sorted(exact, key=lambda name: whole[name] - exact[name])[: count - sum(whole.values())]:
        whole[name] += 1
    return {card for name, of_kind in kinds.items() for card in _evenly(of_kind, whole[name])}


def _evenly(of_kind: list[int], count: int) -> list[int]:
    """Return so many cards of a kind, spread over it: cards beside each other bring different numbers of patrons."""
    return [of_kind[position * len(of_kind) // count] for position in range(count)] if count else []


def _piles(reader: Reader, random: np.random.Generator) -> None:
    """Lay out the piles of the four sections; cards that are in neither pile nor sight lie on the discards."""
    table = reader.table
    shown = {int(card) for card in table.hand[: table.hand_n]} | {int(card) for card in table.songs[: table.songs_n]}
    given = reader.table_of("piles", cards.SECTION_NAMES)
    for section, name in enumerate(cards.SECTION_NAMES):
        own = range(section * names.SECTION_CARDS, (section + 1) * names.SECTION_CARDS)
        discarded = {int(card) for card in table.discards[section, : table.discards_n[section]]}
        free = [int(card) for card in random.permutation([c for c in own if c not in shown and c not in discarded])]
        count = reader.number(f"piles.{name}", len(free), len(free), given)
        if count < len(free) and discarded:
            reader.problem(
                f"piles.{name}",
                f"{count} cards in the pile, {len(discarded)} on the discards and those in sight are not all"
                f" {names.SECTION_CARDS}: leave out piles or discards.",
            )
        for card in free[count:]:
            table.discards[section, table.discards_n[section]] = card
            table.discards_n[section] += 1
        reader.hidden.pile[section, :count] = free[:count]
        table.pile_n[section] = count
