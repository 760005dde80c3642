"""What is in a drink, how hard it is, and who drinks what."""

from __future__ import annotations

from sim.decisions import offer
from sim.games.opulent import y1927
from sim.games.opulent.club import next_station
from sim.games.opulent.names import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    A_WATERED_LIQUOR,
    A_WATERED_MIXED,
    AT_BAR,
    BEER,
    FRUIT,
    ICE,
    LIQUOR,
    MOBSTER,
    POLITICIAN,
    SECTION_TARGET,
    SPECIAL,
)
from sim.games.opulent.nickels import ordinary
from sim.jit import compiled


@compiled
def beer_in(drink, factor):
    """Return the beers in a drink; ``factor`` doubles the alcohol in 1922."""
    return factor if drink == A_BEER else 0


@compiled
def liquor_in(drink, factor):
    """Return the liquor in a drink."""
    return 0 if drink == A_BEER or drink == A_SPECIAL else factor


@compiled
def ice_in(drink):
    """Return the ice in a drink; watering down takes one more (rule bar.watered)."""
    if drink == A_LIQUOR or drink == A_MIXED:
        return 1
    return 2 if drink == A_WATERED_LIQUOR or drink == A_WATERED_MIXED else 0


@compiled
def fruit_in(drink):
    """Return the fruit in a drink."""
    return 1 if drink == A_MIXED or drink == A_WATERED_MIXED else 0


@compiled
def difficulty_of(rules, drink, factor):
    """Return the difficulty of a drink; every bottle more than the recipe's adds one."""
    if drink == A_BEER:
        return rules.bar_beer_difficulty + factor - 1
    if drink == A_SPECIAL:
        return rules.bar_special_difficulty
    if drink == A_LIQUOR:
        return rules.bar_liquor_difficulty + factor - 1
    if drink == A_MIXED:
        return rules.bar_mixed_difficulty + factor - 1
    if drink == A_WATERED_LIQUOR:
        return rules.bar_liquor_difficulty + rules.bar_watered_difficulty + factor - 1
    return rules.bar_mixed_difficulty + rules.bar_watered_difficulty + factor - 1


@compiled
def can_make(table, drink, factor):
    """Return whether the stock holds the ingredients of a drink."""
    if drink == A_SPECIAL:
        return table.stock[SPECIAL] > 0
    return (
        table.stock[BEER] >= beer_in(drink, factor)
        and table.stock[LIQUOR] >= liquor_in(drink, factor)
        and table.stock[ICE] >= ice_in(drink)
        and table.stock[FRUIT] >= fruit_in(drink)
    )


@compiled
def offer_drink(table, rules, team, target, drink, factor):
    """Offer a drink for a target if it can be made."""
    if can_make(table, drink, factor):
        offer(team, target, drink, difficulty_of(rules, drink, factor), 0)


@compiled
def list_drinks(table, rules, team, patron, alcohol):
    """List the drinks a patron at the bar may be served (rules bar.order, bar.special, bar.watered, y1922.hard_bar).

    A Mobster whose next station is the film set cannot be served (rule y1927.blocked).
    """
    if y1927.on_set(table, rules, patron, next_station(table, rules, patron, AT_BAR)):
        return
    factor = alcohol if ordinary(rules, patron) else 1
    social_class = rules.patron_class[patron]
    if social_class == MOBSTER:
        offer_drink(table, rules, team, patron, A_BEER, factor)
    elif social_class == POLITICIAN:
        offer_drink(table, rules, team, patron, A_LIQUOR, factor)
        if rules.bar_watering != 0:
            offer_drink(table, rules, team, patron, A_WATERED_LIQUOR, factor)
    else:
        offer_drink(table, rules, team, patron, A_MIXED, factor)
        if rules.bar_watering != 0:
            offer_drink(table, rules, team, patron, A_WATERED_MIXED, factor)
    offer_drink(table, rules, team, patron, A_SPECIAL, 1)


@compiled
def section_drinks(table, rules, team, section):
    """List the drinks for a Band section at the bar: any kind (rule band.exhausted)."""
    target = SECTION_TARGET + section
    offer_drink(table, rules, team, target, A_BEER, 1)
    offer_drink(table, rules, team, target, A_LIQUOR, 1)
    offer_drink(table, rules, team, target, A_MIXED, 1)
    offer_drink(table, rules, team, target, A_SPECIAL, 1)
    if rules.bar_watering != 0:
        offer_drink(table, rules, team, target, A_WATERED_LIQUOR, 1)
        offer_drink(table, rules, team, target, A_WATERED_MIXED, 1)
