"""The liquor contracts: which mob supplies the club, what a restock costs, what rivals destroy."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.names import (
    BAR,
    BEER,
    IRISH,
    ITALIAN,
    LIQUOR,
    MOBSTER,
    NO_FAMILY,
    STOCK,
    ids,
)
from sim.jit import compiled
from sim.trace import emit

RIVAL = ids.rule("manager.rival")
RIVAL_LOSS = ids.decision("rival_loss")


@compiled
def restock_price(table, rules):
    """Return the price of one restock under the contract."""
    return rules.contract_irish_price if table.contract == IRISH else rules.contract_italian_price


@compiled
def bottles_lost(rules, contract, family):
    """Return the bottles a Mobster of ``family`` costs under a contract."""
    if family == NO_FAMILY or family == contract:
        return 0
    return rules.contract_irish_loss if contract == IRISH else rules.contract_italian_loss


@compiled
def change_stock(table, log, ingredient, change, rule):
    """Add to or take from the stock of the bar."""
    if change != 0:
        table.stock[ingredient] += change
        emit(log, STOCK, rule, ingredient, change, table.stock[ingredient], 0, 0)


@compiled
def rival_enters(table, hidden, rules, team, log, patron):
    """Destroy bottles when a rival Mobster crosses the door (rule manager.rival)."""
    if rules.patron_class[patron] != MOBSTER:
        return
    for _ in range(bottles_lost(rules, table.contract, rules.patron_family[patron])):
        no_choices(team)
        if table.stock[BEER] > 0:
            offer(team, BEER, 0, 0, 0)
        if table.stock[LIQUOR] > 0:
            offer(team, LIQUOR, 0, 0, 0)
        if team.n == 0:
            return
        index = ask(RIVAL_LOSS, BAR, table, hidden, rules, team, log)
        change_stock(table, log, team.choices[index, 0], -1, RIVAL)


@compiled
def other_mob(contract):
    """Return the rival of the mob under contract."""
    return ITALIAN if contract == IRISH else IRISH
