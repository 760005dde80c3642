"""Phase G, the end of the game, and the result that is stored."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.referee.tiefenthal_cards import AREAS, JUGGLER, KINDS, NOBLE, SEATS, STAFF
from tests.referee.tiefenthal_evening import discard_all
from tests.referee.tiefenthal_state import Table, Tavern

KEEPS_CARDS = 0  # the juggler's first side
WHOLE = 12  # twelfths of a victory

COINS_IN = ("guests", "cashbox", "bonus", "singer", "start")
COINS_OUT = ("cards", "upgrades", "lost")
BEER_IN = ("suppliers", "barrels", "merchants", "singer", "start")
BEER_OUT = ("guests", "nobles", "lost")


def close_tavern(table: Table, tavern: Tavern) -> None:
    """Rules schnapps.juggle_card, closing.discard: one card may go back on the deck, all others are discarded."""
    price = int(table.rules["juggler.card_price"])
    if tavern.entertainers.get(JUGGLER) == KEEPS_CARDS and tavern.schnapps >= price:
        _juggle(table, tavern, price)
    discard_all(table, tavern, "closing.discard")
    tavern.white, tavern.own = [], []
    tavern.plus = tavern.serenades = tavern.filled = 0


def _juggle(table: Table, tavern: Tavern, price: int) -> None:
    laid = {STAFF + kind for kind, number in tavern.laid.items() if number}
    seated = {seat.card for seat in tavern.seats if seat.card >= 0}
    choices: list[tuple[int, ...]] = [(-1,), *((card,) for card in sorted(laid | seated))]
    card = table.choose("juggle", tavern, choices, "schnapps.juggle_card")[0]
    if card < 0:
        return
    table.give_back_schnapps(tavern, price, "schnapps.juggle_card")
    if card == NOBLE:
        tavern.nobles_out -= 1
        if not tavern.nobles_out or not table.rules["nobles.share_a_table"]:
            next(seat for seat in tavern.seats if seat.card == NOBLE).card = -1
    elif card in table.cards:
        next(seat for seat in tavern.seats if seat.card == card).card = -1
    else:
        tavern.laid[card - STAFF] -= 1
    tavern.on_top.append(card)
    table.card(tavern, card, "tavern", "deck", "schnapps.juggle_card")


def next_start_player(table: Table) -> None:
    """Rule closing.start_player: the marker goes clockwise."""
    if table.rules["start.rotation"] == "clockwise":
        table.start = (table.start + 1) % len(table.taverns)


def count_points(table: Table) -> None:
    """Rules end.points, schnapps.points, reputation.points, end.tie: who has won, in twelfths of a victory."""
    for tavern in table.taverns:
        tavern.points = sum(
            table.cards[card].points * number for card, number in tavern.cards().items() if card in table.cards
        )
        if table.has("schnapps"):
            tavern.points += tavern.schnapps * table.rules["schnapps.points"]
        if table.has("reputation"):
            tavern.points += table.reputation_points(tavern)
    best = max((tavern.points, tavern.coins + tavern.beer) for tavern in table.taverns)
    winners = [tavern for tavern in table.taverns if (tavern.points, tavern.coins + tavern.beer) == best]
    for tavern in table.taverns:
        table.reader.fact("end.points", tavern.number, tavern.points, tavern.coins + tavern.beer)
    table.reader.fact("end.tie", winners[0].number, len(winners))
    for tavern in winners:
        tavern.twelfths = WHOLE // len(winners)


def outcome(table: Table) -> str:
    """Return the name of the outcome: the seat that has won, or shared."""
    winners = [tavern.seat for tavern in table.taverns if tavern.twelfths]
    return winners[0] if len(winners) == 1 else "shared"


def seat_columns(table: Table, tavern: Tavern) -> dict[str, int]:
    """Return the columns of the stored row that belong to a seat, without their seat's name."""
    tally = tavern.tally
    return {
        "points": tavern.points,
        "victory": tavern.twelfths,
        "nobles": tavern.cards()[NOBLE],
        "guests": tally["guests"],
        "upgrades": len(tavern.upgraded),
        "upgraded": sum(1 << area for area in range(len(AREAS)) if area in tavern.upgraded),
        "cards": sum(tally[f"bought {kind}"] for kind in range(len(KINDS))),
        "coins": sum(tavern.coins_by[cause] for cause in COINS_IN),
        "beer": sum(tavern.beer_by[cause] for cause in BEER_IN),
        "stored": tavern.coins + tavern.beer,
        "steps": tally["steps"],
        "renown": tally["renown"],
        "schnapps": tally["schnapps_spent"],
        "signatures": sum(tavern.book),
        "start_card": tavern.start_card,
        "starts": tally["starts"],
        "redraws": tally["redraws"],
        "removed": tally["removed"],
        "own_dice": tally["own_dice"],
    }


def expected_row(table: Table) -> dict[str, int]:
    """Return the stored row as the referee's model has it."""
    row: dict[str, int] = {"outcome": [*SEATS, "shared"].index(outcome(table)), "rounds": table.round}
    for number, seat in enumerate(SEATS):
        if number < len(table.taverns):
            row |= {f"{name}_{seat}": value for name, value in seat_columns(table, table.taverns[number]).items()}
        else:
            names = seat_columns(table, table.taverns[0])
            row |= dict.fromkeys((f"{name}_{seat}" for name in names), 0)
    points = sorted((tavern.points for tavern in table.taverns), reverse=True)
    row |= {"best": points[0], "margin": points[0] - points[1], "spread": points[0] - points[-1]}
    row["decisions"] = table.decisions
    coins: Counter[str] = Counter()
    beer: Counter[str] = Counter()
    for tavern in table.taverns:
        coins.update(tavern.coins_by)
        beer.update(tavern.beer_by)
        coins["left"] += tavern.coins
        beer["left"] += tavern.beer
    row |= {f"coins_{cause}": coins[cause] for cause in (*COINS_IN, *COINS_OUT, "left")}
    row |= {f"beer_{cause}": beer[cause] for cause in (*BEER_IN, *BEER_OUT, "left")}
    return row


def check_result(table: Table) -> None:
    """Compare outcome and row, and check that coins and beer balance in both."""
    line = table.reader.take("result", "end.points")
    row: dict[str, Any] = line["row"]
    if line["outcome"] != outcome(table):
        table.reader.fault("end.tie", f"the outcome is {line['outcome']}, not {outcome(table)}", table.reader.at)
    for name, value in expected_row(table).items():
        if row.get(name) != value:
            table.reader.fault("result", f"column {name} is {row.get(name)}, not {value}", table.reader.at)
    for name, inward, outward in (("coins", COINS_IN, COINS_OUT), ("beer", BEER_IN, BEER_OUT)):
        came = sum(row[f"{name}_{cause}"] for cause in inward)
        went = sum(row[f"{name}_{cause}"] for cause in (*outward, "left"))
        if came != went:
            table.reader.fault("result", f"{came} {name} came, {went} went", table.reader.at)
