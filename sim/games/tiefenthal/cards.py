"""The cards as tables, and as the arrays that kernels read.

What the rulebook does not print is built from the parameters of ``rules.toml`` (what guests pay, how many bring a
bonus ...), so that a sensitivity run can move it. Printed cards replace the table of guests (``--cards DIR``).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sim.cardfiles import export_tables, read_tables
from sim.errors import BadInput
from sim.games.tiefenthal import names

Rows = list[dict[str, Any]]

#: Bonuses by their code; "" for codes that are no bonus.
BONUSES = (
    "none", "merchant", "dishwasher", "waitress", "table", "supplier", "coins2", "coins3", "coins4", "steps1", "steps2",
    "remove", "noble", "schnapps", "reputation1", "reputation2", "reputation3",
)  # fmt: skip

#: Columns of the table; those in the second tuple are assumed, the others printed.
COLUMNS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "guests": (("card", "cost", "die", "pay", "points", "bonus", "module"), ("die", "pay", "points", "bonus")),
}

#: Parameters that leave nothing to assume once a table is printed.
GOVERNED: dict[str, tuple[str, ...]] = {
    "guests": ("guests.pay", "guests.points", "guests.dice", "guests.bonuses", "guests.reputation"),
}

CHEAPEST, FIRST_WITH_BONUS = 3, 4

#: What regulars want and pay by ``deck.regulars``: four cards, then three.
REGULARS = {"mixed": ((2, 2), (1, 1)), "ones": ((1, 1), (1, 1)), "twos": ((2, 2), (2, 2))}
FIRST_REGULARS = 4

AREA_NAMES = ("dishes", "waitress", "table", "supplier", "cashbox", "barrel", "safe", "store", "monk")
KIND_NAMES = ("merchant", "dishwasher", "waitress", "table", "supplier", "bard")
START_CARD_NAMES = ("plain", "crew", "pilgrim", "long table", "full cellar", "head waitress", "cashier")


@lru_cache
def _guest_list() -> tuple[dict[str, Any], ...]:
    text = (Path(__file__).parent / "tables" / "guests.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(text)["guests"])


def guests(values: Mapping[str, Any]) -> Rows:
    """Return the 48 guests: what they cost, want, pay, score and bring."""
    rows: Rows = []
    without, with_bonus = 0, 0
    for number, card in enumerate(_guest_list()):
        cost, bonus = card["cost"], card["bonus"]
        if card.get("module", 1) == 1 and cost >= FIRST_WITH_BONUS:
            if bonus == "none":
                without += 1
                bonus = card["otherwise"] if values["guests.bonuses"] == "all" else bonus
            else:
                with_bonus += 1
                few, none = values["guests.bonuses"] == "few", values["guests.bonuses"] == "none"
                bonus = "none" if none or (few and with_bonus % 2 == 0) else bonus
        if bonus == "reputation":
            bonus = f"reputation{values['guests.reputation']}"
        die = card["die"] if values["guests.dice"] == "three to six" else 2 + number % 5
        rows.append(
            {
                "card": number,
                "cost": cost,
                "die": die,
                "pay": values["guests.pay"][cost - CHEAPEST],
                "points": values["guests.points"][cost - CHEAPEST],
                "bonus": bonus,
                "module": card.get("module", 1),
            }
        )
    return rows


def tables(values: Mapping[str, Any], cards: Mapping[str, Rows] | None = None) -> dict[str, Rows]:
    """Return every card table: printed ones where they replace the assumed."""
    return {"guests": (cards or {}).get("guests") or guests(values)}


def describe(values: Mapping[str, Any], cards: Mapping[str, Rows]) -> dict[str, Rows]:
    """Return every card by table for the header of a trace."""
    return tables(values, cards)


def choices_of(table: str, column: str) -> Sequence[Any] | None:
    """Return the words a column of a card table may hold; None for free numbers."""
    return {
        ("guests", "die"): range(1, 7),
        ("guests", "cost"): range(3, 9),
        ("guests", "bonus"): BONUSES,
        ("guests", "module"): (1, 3),
    }.get((table, column))


def is_assumed(table: str, column: str) -> bool:
    """Return whether a column of a card table is assumed rather than printed."""
    return column in COLUMNS[table][1]


def export_folder(folder: Path, values: Mapping[str, Any]) -> list[Path]:
    """Write the card tables of a rule set as CSV files, assumed columns marked with a question mark."""
    return export_tables(folder, tables(values), is_assumed)


def read_folder(folder: Path, values: Mapping[str, Any]) -> dict[str, Rows]:
    """Read card tables from CSV files; the entry ``printed`` names those in which nothing is marked as assumed.

    Raises
    ------
    BadInput
        With every mistake found.
    """
    assumed = tables(values)
    found, printed = read_tables(folder, assumed, choices_of)
    for name, rows in found.items():
        if _costs(rows) != _costs(assumed[name]):
            raise BadInput(
                f"{folder / name}.csv: there must be as many guests of each price as in the box, for 3 to 8 beer in"
                f" module 1 and 3: {dict(sorted(_costs(assumed[name]).items()))}."
            )
    return found | {"printed": [{"table": name} for name in sorted(printed)]}


def _costs(rows: Rows) -> Counter[tuple[int, int]]:
    """Return how many guests there are of each price and module."""
    return Counter((int(row["cost"]), int(row["module"])) for row in rows)


def build(values: Mapping[str, Any], cards: Mapping[str, Rows]) -> dict[str, np.ndarray]:
    """Return the arrays kernels read, by field name of the rules record: one number for each card code."""
    die, pay, points, cost, bonus = (np.zeros(names.CARDS, np.int64) for _ in range(5))
    for number in range(names.REGULARS):
        die[number], pay[number] = REGULARS[values["deck.regulars"]][0 if number < FIRST_REGULARS else 1]
    die[names.NOBLE], pay[names.NOBLE] = values["nobles.die"], values["nobles.pay"]
    points[names.NOBLE] = values["nobles.points"]
    for kind, name in enumerate(KIND_NAMES):
        cost[names.STAFF + kind] = values[f"staff.{name}.price"]
    for row in tables(values, cards)["guests"]:
        code = names.GUEST + int(row["card"])
        die[code], pay[code], points[code], cost[code] = (int(row[key]) for key in ("die", "pay", "points", "cost"))
        bonus[code] = BONUSES.index(str(row["bonus"]))
    return {
        "card_die": die,
        "card_pay": pay,
        "card_points": points,
        "card_cost": cost,
        "card_bonus": bonus,
        "area_price": np.array([values[f"area.{name}.price"] for name in AREA_NAMES], np.int64),
        "area_discount": np.array(
            [values[f"area.{name}.discount"] for name in AREA_NAMES[: names.SPECIAL_ORDERS]], np.int64
        ),
        "track": _track(values),
        "start_coins": np.array(
            [values[f"start_card.coins.{name.replace(' ', '_')}"] for name in START_CARD_NAMES], np.int64
        ),
        "seat_coins": np.array(
            [values[f"compensation.{seat}"] for seat in ("first", "second", "third", "fourth")], np.int64
        ),
    }


def _track(values: Mapping[str, Any]) -> np.ndarray:
    """Return the spaces of the reputation track from 1, with the signature space in module 5; 0 past its end."""
    spaces, after = [0], values["book.signature_after"]
    for space in values["reputation.spaces"]:
        spaces.append(space)
        if values["module"] >= 5 and space == after:
            spaces.append(names.SIGNATURE_SPACE)
    track = np.zeros(names.TRACK + 2, np.int64)
    track[: len(spaces)] = spaces
    return track
