"""Rule values that cannot stand together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def contradictions(values: Mapping[str, Any]) -> list[str]:
    """Return one line for each contradiction among the values of a rule set."""
    found = []
    kinds = sum(values[f"event_deck.{name}"] for name in ("agents", "lookouts", "patron_mix"))
    if kinds > 53:
        found.append(
            f"event_deck.agents, event_deck.lookouts and event_deck.patron_mix add up to {kinds} cards;"
            " there are 53 in all (rulebook's default 23)."
        )
    if 53 - kinds < values["event_deck.general_effects"] and kinds <= 53:
        found.append(
            f"event_deck.general_effects = {values['event_deck.general_effects']}, but only {53 - kinds} general events"
            " are left beside agents, lookouts and patron mix."
        )
    fedoras = values["event_deck.one_fedora"] + values["event_deck.three_fedoras"]
    if fedoras > 53:
        found.append(f"event_deck.one_fedora and event_deck.three_fedoras add up to {fedoras} cards; there are 53.")
    if values["year.random_upgrades"] + values["year.chosen_upgrades"] > 9:
        found.append("year.random_upgrades and year.chosen_upgrades together exceed the nine upgrades not selected.")
    for start in ("patron.start_nickels", "patron.overflow_nickels"):
        if values[start] > values["patron.maximum_nickels"]:
            found.append(
                f"{start} = {values[start]} is more than patron.maximum_nickels = {values['patron.maximum_nickels']}."
            )
    own, most = values["aristocrat.own_nickels"], values["aristocrat.own_maximum"]
    if own > (most or values["patron.maximum_nickels"]):
        found.append(
            f"aristocrat.own_nickels = {own} is more than an Aristocrat may hold"
            f" ({'aristocrat.own_maximum' if most else 'patron.maximum_nickels'})."
        )
    for name in ("raid.bracket_ends", "raid.factor_ends", "film.rolls"):
        if list(values[name]) != sorted(values[name]):
            found.append(f"{name} must not decrease: {list(values[name])}.")
    return found
