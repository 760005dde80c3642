"""Bar actions: ice, fruit, restocks and loans, schmoozing; gifts of Celebrities at the bar."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.contracts import change_stock, restock_price
from sim.games.opulent.names import (
    BAR,
    BAR_UPGRADES,
    BEER,
    CHOP_FRUIT,
    FACT,
    FRUIT,
    ICE,
    ICE_CHEST,
    IN_BORROWED,
    IN_GIFT,
    IN_SCHMOOZE_BAR,
    LIQUOR,
    OUT_RESTOCK,
    REFILL_ICE,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    SCHMOOZE_BAR,
    STOP,
    ids,
)
from sim.games.opulent.nickels import add_nickels, earn, room, spend
from sim.jit import compiled
from sim.trace import emit

ICE_RULE = ids.rule("bar.ice")
FRUIT_RULE = ids.rule("bar.fruit")
RESTOCK = ids.rule("bar.restock")
SCHMOOZE = ids.rule("bar.schmooze")
LOAN = ids.rule("bar.loan")
GIFT = ids.rule("vip.gift")
BAR_ACTION = ids.decision("bar_action")
GIVE_BAR = ids.decision("give_bar")


@compiled
def capacity(table, rules, ingredient):
    """Return what the bar holds of an ingredient (rules upgrade.ice_chest, upgrade.bar)."""
    if ingredient == ICE:
        return rules.upgrade_ice_chest if table.owned[ICE_CHEST] != 0 else rules.bar_ice_capacity
    if ingredient == FRUIT:
        return rules.upgrade_bar_fruit if table.owned[BAR_UPGRADES] != 0 else rules.bar_fruit_capacity
    if ingredient == LIQUOR:
        return rules.upgrade_bar_liquor if table.owned[BAR_UPGRADES] != 0 else rules.bar_liquor_capacity
    return rules.bar_beer_capacity


@compiled
def missing(table, rules, ingredient):
    """Return how much of an ingredient a refill would bring."""
    return max(0, capacity(table, rules, ingredient) - table.stock[ingredient])


@compiled
def can_restock(table, rules):
    """Return whether a restock can be paid, or borrowed with empty coffers (rules bar.restock, bar.loan)."""
    return table.coffers >= restock_price(table, rules) or (table.coffers == 0 and rules.loan_allowed != 0)


@compiled
def bar_actions(table, hidden, rules, team, log, seat):
    """Spend bar dice on actions until the seat goes on to the drinks."""
    while table.bar_dice > 0:
        list_actions(table, rules, team)
        act = team.choices[ask(BAR_ACTION, seat, table, hidden, rules, team, log), 0]
        if act == STOP:
            break
        table.bar_dice -= 1
        if act == REFILL_ICE:
            change_stock(table, log, ICE, missing(table, rules, ICE), ICE_RULE)
        elif act == CHOP_FRUIT:
            change_stock(table, log, FRUIT, missing(table, rules, FRUIT), FRUIT_RULE)
        elif act == RESTOCK_BEER:
            restock(table, rules, log, BEER)
        elif act == RESTOCK_LIQUOR:
            restock(table, rules, log, LIQUOR)
        elif act == SCHMOOZE_BAR:
            emit(log, FACT, SCHMOOZE, table.bar_dice, 0, 0, 0, 0)
            give_at_bar(table, hidden, rules, team, log, seat, rules.bar_schmooze_nickels, IN_SCHMOOZE_BAR, SCHMOOZE)


@compiled
def list_actions(table, rules, team):
    """List the bar actions that would do something."""
    no_choices(team)
    offer(team, STOP, 0, 0, 0)
    if missing(table, rules, ICE) > 0:
        offer(team, REFILL_ICE, 0, 0, 0)
    if missing(table, rules, FRUIT) > 0:
        offer(team, CHOP_FRUIT, 0, 0, 0)
    if can_restock(table, rules):
        if missing(table, rules, BEER) > 0:
            offer(team, RESTOCK_BEER, 0, 0, 0)
        if missing(table, rules, LIQUOR) > 0:
            offer(team, RESTOCK_LIQUOR, 0, 0, 0)
    if rules.bar_schmooze_nickels > 0 and anybody_has_room(table, rules):
        offer(team, SCHMOOZE_BAR, 0, 0, 0)


@compiled
def anybody_has_room(table, rules):
    """Return whether a patron at the bar can take a nickel."""
    for i in range(table.bar_n):
        if room(table, rules, table.bar[i]) > 0:
            return True
    return False


@compiled
def restock(table, rules, log, ingredient):
    """Buy beer or liquor from the mob up to capacity, on loan with empty coffers (rules bar.restock, bar.loan)."""
    price = restock_price(table, rules)
    if table.coffers < price:
        table.debt += price
        emit(log, FACT, LOAN, price, table.debt, 0, 0, 0)
        earn(table, log, price, IN_BORROWED, LOAN)
    spend(table, log, price, OUT_RESTOCK, RESTOCK)
    change_stock(table, log, ingredient, missing(table, rules, ingredient), RESTOCK)


@compiled
def give_at_bar(table, hidden, rules, team, log, seat, count, cause, rule):
    """Place nickels on patrons at the bar, one at a time; those without room are lost."""
    table.to_give = count
    while table.to_give > 0:
        no_choices(team)
        for i in range(table.bar_n):
            if room(table, rules, table.bar[i]) > 0:
                offer(team, table.bar[i], 0, 0, 0)
        if team.n == 0:
            table.to_give = 0
            return
        patron = team.choices[ask(GIVE_BAR, seat, table, hidden, rules, team, log), 0]
        add_nickels(table, log, patron, 1, cause, rule)
        table.to_give -= 1


@compiled
def gifts_at_bar(table, hidden, rules, team, log):
    """Let Celebrities who just came to the bar share their good mood (rule vip.gift)."""
    for i in range(table.bar_n):
        celebrity = table.bar[i]
        if table.gift[celebrity] != 0:
            table.gift[celebrity] = 0
            emit(log, FACT, GIFT, celebrity, table.nickels[celebrity], 0, 0, 0)
            give_at_bar(table, hidden, rules, team, log, BAR, table.nickels[celebrity], IN_GIFT, GIFT)
