"""How the team's Manager weighs his actions: each is given a value in nickels, and the best is done."""

from __future__ import annotations

from policies.opulent._bar import worth_of_helping
from policies.opulent._choices import find
from policies.opulent._door import count_ordinary
from policies.opulent._drinks import final_turn, worths_of
from policies.opulent._guests import best_comp, worth_of_bump, worth_of_escort
from policies.opulent._weights import position
from sim.games.opulent.club import next_station
from sim.games.opulent.contracts import other_mob
from sim.games.opulent.names import (
    AGENT_CARD,
    AT_BAR,
    BAR_HELP,
    BOX,
    BUMP,
    BUY_UPGRADE,
    COMP,
    CONTRACT,
    DECK,
    DOOR_HELP,
    ESCORT,
    FLOOR,
    GONE,
    HIRE_LOOKOUT,
    IRISH,
    LINE,
    LOOK_FOR_CLUE,
    MOBSTER,
    NO_FAMILY,
    PAMPER,
    SABOTAGE,
    SCHMOOZE,
    VIP,
)
from sim.games.opulent.nickels import managers_room
from sim.games.opulent.raid import raid_threshold
from sim.games.opulent.upgrades import prestige
from sim.games.opulent.y1921 import mystery
from sim.games.opulent.y1922 import in_business
from sim.jit import compiled

NEAR = position("near")
FAR = position("far")
HELP_BAR = position("help_bar")
HELP_DOOR = position("help_door")
LOOKOUT = position("lookout")
IDLE = position("idle")
BOTTLE = position("bottle")
RESTOCKS = position("restocks")
ARRIVALS = position("arrivals")
URGENT = position("urgent")
PAMPER_WORTH = position("pamper")
SABOTAGE_WORTH = position("sabotage")

RAID_SIDES = 10.0


@compiled
def rounds_left(table, rules, weights):
    """Return the Manager turns expected after this one."""
    if table.last_call > 0:
        return table.last_call - 1.0 + table.last_call_now
    return table.deck_n / weights[ARRIVALS] + rules.closing_last_call_turns + 1.0


@compiled
def nickel_worth(table, rules, near_worth, far_worth, patron):
    """Return what a nickel from the Manager is worth on a patron: most on one who heads out of the door."""
    if managers_room(table, rules, patron) == 0:
        return 0.0
    place = table.place[patron]
    if place == VIP or final_turn(table):
        return 0.0
    near = (place == FLOOR or place == AT_BAR) and next_station(table, rules, patron, place) == GONE
    if rules.blizzard_active != 0 and table.lap[patron] == 0:
        near = False
    if mystery(table, rules):
        near = False
    worth = near_worth if near else far_worth
    if place == LINE:
        worth *= far_worth
    if rules.film_active != 0 and rules.patron_class[patron] == MOBSTER:
        worth *= far_worth
    return worth


@compiled
def worth_of_schmoozing(table, rules, near_worth, far_worth):
    """Return what two nickels are worth on the patrons who need them most."""
    first, second = 0.0, 0.0
    for queue in range(3):
        count = table.floor_n if queue == 0 else table.bar_n if queue == 1 else table.line_n
        for i in range(count):
            patron = table.floor[i] if queue == 0 else table.bar[i] if queue == 1 else table.line[i]
            worth = nickel_worth(table, rules, near_worth, far_worth, patron)
            if worth > 0:
                again = worth if managers_room(table, rules, patron) > 1 else 0.0
                if worth > first:
                    first, second = worth, max(first, again)
                elif worth > second:
                    second = worth
    return first + second


@compiled
def choose_schmoozed(table, rules, choices, n, weights):
    """Give the nickel where it is worth most."""
    best, best_worth = 0, -1.0
    for i in range(n):
        worth = nickel_worth(table, rules, weights[NEAR], weights[FAR], choices[i, 0])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def worth_of_door(table, rules, weights, actions):
    """Return what working the door with two dice an action is worth, per action."""
    waiting = count_ordinary(table, rules)
    admitted = min(waiting, rules.manager_door_dice * actions)
    if rounds_left(table, rules, weights) < 1:
        return 0.0
    return weights[HELP_DOOR] * rules.door_wait_penalty * admitted / actions


@compiled
def worth_of_bar(table, rules, weights, actions):
    """Return what working the bar with one die an action is worth, per action."""
    return worth_of_helping(table, rules, worths_of(weights), rules.manager_bar_dice * actions) / actions


@compiled
def raid_loss(table, rules):
    """Return the dollars and nickels expected to be lost if agents come now."""
    stars = prestige(table, rules)
    at_risk = float(max(0, table.coffers))
    for i in range(table.floor_n):
        at_risk += table.nickels[table.floor[i]]
    for i in range(table.bar_n):
        at_risk += table.nickels[table.bar[i]]
    return at_risk * raid_threshold(rules, max(0, table.coffers), stars) / RAID_SIDES


@compiled
def agents_expected(table, rules, weights):
    """Return the agents' cards expected in the rest of the year."""
    if table.events_n == 0:
        return 0.0
    return table.kinds_left[AGENT_CARD] * min(1.0, rounds_left(table, rules, weights) / table.events_n)


@compiled
def worth_of_lookout(table, rules, weights):
    """Return what a lookout is worth beyond his fee: the raid he prevents if agents still come, or Tuckers' end."""
    needed = min(1.0, max(0.0, agents_expected(table, rules, weights) - table.lookouts))
    worth = weights[LOOKOUT] * needed * raid_loss(table, rules) - rules.lookout_fee
    if in_business(table, rules) and table.lookouts == 0:
        if table.coffers >= rules.lookout_fee + rules.tuckers_sabotage_price:
            worth = max(worth, worth_of_sabotage(table, rules, weights) - rules.lookout_fee)
    return worth


@compiled
def worth_of_sabotage(table, rules, weights):
    """Return what ending Tuckers is worth beyond its price: the patrons whom it would lure away (1922)."""
    return weights[SABOTAGE_WORTH] * table.deck_n - rules.tuckers_sabotage_price


@compiled
def worth_of_upgrade(table, rules, weights):
    """Return what buying the selected upgrade now is worth: its price can no longer be raided."""
    stars = prestige(table, rules)
    risk = raid_threshold(rules, max(0, table.coffers), stars) / RAID_SIDES
    price = rules.upgrade_prices[table.selected]
    return weights[IDLE] + weights[LOOKOUT] * risk * min(1.0, agents_expected(table, rules, weights)) * price


# --- the contract ----------------------------------------------------------------------------------------------------


@compiled
def rivals_to_enter(table, rules, family):
    """Return the Mobsters of other mobs than ``family`` expected to enter.

    Nobody sees which of the unseen cards are in the deck and which in the box, so both count alike.
    """
    if table.deck_n == 0:
        return 0.0
    unseen, rivals = 0, 0
    for patron in range(table.place.shape[0]):
        if table.place[patron] == DECK or table.place[patron] == BOX:
            unseen += 1
            rivals += rules.patron_family[patron] != NO_FAMILY and rules.patron_family[patron] != family
    return rivals * table.deck_n / max(1, unseen)


@compiled
def cost_of_contract(table, rules, restocks, bottle, family):
    """Return what a mob's liquor would cost over the rest of the year: restocks, and bottles lost to its rivals."""
    entering = rivals_to_enter(table, rules, family)
    if family == IRISH:
        return rules.contract_irish_price * restocks + bottle * rules.contract_irish_loss * entering
    return rules.contract_italian_price * restocks + bottle * rules.contract_italian_loss * entering


@compiled
def worth_of_contract(table, rules, restocks, bottle):
    """Return what changing to the other mob would save: cheaper once many Mobsters of the other gang have been here."""
    saved = cost_of_contract(table, rules, restocks, bottle, table.contract)
    return saved - cost_of_contract(table, rules, restocks, bottle, other_mob(table.contract))


@compiled
def choose_contract(table, rules, choices, n, weights):
    """Begin with the mob that costs less over the year."""
    restocks, best, best_cost = weights[RESTOCKS] * rounds_left(table, rules, weights), 0, 0.0
    for i in range(n):
        cost = cost_of_contract(table, rules, restocks, weights[BOTTLE], choices[i, 0])
        if i == 0 or cost < best_cost:
            best, best_cost = i, cost
    return best


# --- all actions -----------------------------------------------------------------------------------------------------


@compiled
def choose_action(table, rules, choices, n, weights):
    """Do what is worth most for each action; stop if nothing is worth anything."""
    best, best_worth = 0, 0.0
    at = find(choices, n, SCHMOOZE)
    if at >= 0:
        best, best_worth = at, worth_of_schmoozing(table, rules, weights[NEAR], weights[FAR])
    for i in range(1, n):
        act, actions = choices[i, 0], choices[i, 1]
        worth = 0.0
        if act == DOOR_HELP:
            worth = worth_of_door(table, rules, weights, actions)
        elif act == BAR_HELP and best_worth < 2 * weights[NEAR]:
            worth = worth_of_bar(table, rules, weights, actions)
        elif act == ESCORT:
            worth = worth_of_escort(table, rules, weights)
        elif act == BUMP:
            worth = worth_of_bump(table, rules, weights)
        elif act == PAMPER:
            worth = weights[PAMPER_WORTH]
        elif act == COMP:
            worth = best_comp(table, rules, weights)
        elif act == HIRE_LOOKOUT:
            worth = worth_of_lookout(table, rules, weights)
        elif act == BUY_UPGRADE:
            worth = worth_of_upgrade(table, rules, weights)
        elif act == LOOK_FOR_CLUE:
            worth = weights[URGENT]
        elif act == SABOTAGE:
            worth = worth_of_sabotage(table, rules, weights)
        elif act == CONTRACT:
            restocks = weights[RESTOCKS] * rounds_left(table, rules, weights)
            worth = worth_of_contract(table, rules, restocks, weights[BOTTLE])
        if worth > best_worth:
            best, best_worth = i, worth
    return best
