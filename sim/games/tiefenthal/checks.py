"""Rule values that cannot stand together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def contradictions(values: Mapping[str, Any]) -> list[str]:
    """Return one line for each contradiction among the values of a rule set."""
    found = []
    for area, basic, upgraded in (
        ("cashbox", "cashbox.coins", "cashbox.coins_upgraded"),
        ("supplier", "supplier.beer", "supplier.beer_upgraded"),
        ("barrel", "barrel.beer", "barrel.beer_upgraded"),
        ("monk", "monk.steps", "monk.steps_upgraded"),
        ("safe", "safe.keeps", "safe.keeps_upgraded"),
        ("store", "store.keeps", "store.keeps_upgraded"),
        ("table", "tables.own", "tables.upgraded"),
    ):
        if values[basic] > values[upgraded]:
            found.append(
                f"{basic} = {values[basic]} is more than {upgraded} = {values[upgraded]}:"
                f" upgrading the {area} would harm."
            )
    for name in ("winter.rounds", "winter.entertainers"):
        if len(set(values[name])) < len(values[name]):
            found.append(f"{name} = {list(values[name])} names one twice; each entertainer comes once.")
    if list(values["nobles.cost"]) != sorted(values["nobles.cost"]):
        found.append(f"nobles.cost must not decrease: {list(values['nobles.cost'])}.")
    if any(9 <= bonus <= 10 for bonus in values["monastery.spaces"]):
        found.append("monastery.spaces: steps as a bonus of the track itself could go on without end.")
    last = max((space for space, bonus in enumerate(values["monastery.spaces"]) if bonus), default=0)
    if last > values["monastery.last"]:
        found.append(
            f"monastery.spaces has a bonus on space {last}, beyond monastery.last = {values['monastery.last']}."
        )
    if values["staff.cards"] < values["players"] and values["module"] < 4:
        found.append(
            f"staff.cards = {values['staff.cards']} are too few for the start decks of {values['players']} players."
        )
    return found
