"""Positions of the referee's own model made by hand, and the lines of a record that go with them."""

from tests.referee.reader import Reader
from tests.referee.tiefenthal_cards import (
    BARREL,
    CASHBOX,
    GUEST,
    NOBLE,
    SEATS,
    SUPPLIERS,
    Card,
    regulars,
)
from tests.referee.tiefenthal_dice import put
from tests.referee.tiefenthal_lines import TONGUE
from tests.referee.tiefenthal_printed import PRINTED
from tests.referee.tiefenthal_state import Die, Seat, Table, Tavern

WANTS_3, WANTS_5, WANTS_6, RECRUIT = GUEST, GUEST + 1, GUEST + 2, GUEST + 3
REGULAR_1, REGULAR_2 = 4, 0


def sit_down(*lines, module=1, players=2, **rules):
    """Return a table and its first tavern; guests pay as those of the rulebook's examples."""
    known = PRINTED | {"module": module, "players": players, "turn.most_moves": 12}
    known |= {f"start_card.coins.{name}": 0 for name in ("plain", "crew", "pilgrim", "long_table", "full_cellar")}
    known |= {name.replace("__", "."): value for name, value in rules.items()}
    cards = dict(enumerate(regulars("mixed"))) | {NOBLE: Card(2, 2, 10)}
    cards |= {WANTS_3: Card(3, 6, 4, 6), WANTS_5: Card(5, 5, 3, 5), WANTS_6: Card(6, 6, 4, 6)}
    cards |= {RECRUIT: Card(4, 7, 5, 7, "coins3"), GUEST + 4: Card(3, 3, 1, 3)}
    table = Table(
        Reader(list(lines), tongue=TONGUE), known, cards, [Tavern(SEATS[n], n) for n in range(players)], round=1
    )
    table.market = [16] * 6
    table.nobles, table.schnapps, table.tiles_left = 61, 20, 40
    tavern = table.taverns[0]
    tavern.before = dict.fromkeys((CASHBOX, BARREL, SUPPLIERS), 0)
    return table, tavern


def seat(tavern, *cards):
    tavern.seats = [Seat(card) for card in cards]
    tavern.nobles_out = cards.count(NOBLE)


def lay(table, tavern, *spaces):
    """Lay dice, given as (face, space, pips), without caring whether they may."""
    tavern.white = [Die(face) for face, _, _ in spaces]
    for die, (_, space, plus) in zip(tavern.white, spaces, strict=True):
        put(table, tavern, die, space, plus)


def roll(seat, face, die="white"):
    return {"type": "roll", "rule": None, "seat": seat, "die": die, "face": face}


def decision(name, seat, choices, index):
    return {"type": "decision", "name": name, "seat": seat, "choices": [list(row) for row in choices], "index": index}


def draw(seat, card):
    return {"type": "card", "rule": None, "seat": seat, "card": card, "from": "deck", "to": "tavern"}


def told(table, kind):
    return [line for line in table.reader.demanded if line["type"] == kind]
