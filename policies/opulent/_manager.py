"""How the team's Manager weighs his actions: each is given a value in nickels, and the best is done."""

from __future__ import annotations

from policies.opulent._bar import final_turn, worth_of_helping
from policies.opulent._choices import find
from policies.opulent._door import count_ordinary
from policies.opulent._meeting import meeting_possible, politicians_in_sight
from policies.opulent._weights import position
from sim.games.opulent.band import floor_capacity
from sim.games.opulent.club import box, next_station
from sim.games.opulent.names import (
    AGENT_CARD,
    AT_BAR,
    BAR_HELP,
    BOX,
    BUMP,
    BUY_UPGRADE,
    CELEBRITY,
    COMP,
    CONTRACT,
    DECK,
    DOOR_HELP,
    ESCORT,
    FLOOR,
    GONE,
    HIRE_LOOKOUT,
    IRISH,
    ITALIAN,
    LEFT_BOX,
    LINE,
    LOOK_FOR_CLUE,
    MOBSTER,
    PAMPER,
    POLITICIAN,
    SCHMOOZE,
    VIP,
)
from sim.games.opulent.nickels import managers_room, ordinary
from sim.games.opulent.raid import raid_threshold
from sim.games.opulent.upgrades import prestige
from sim.games.opulent.y1921 import mystery
from sim.games.opulent.y1924 import gathering, present
from sim.jit import compiled

NEAR = position("near")
FAR = position("far")
HELP_BAR = position("help_bar")
HELP_DOOR = position("help_door")
COMP_WORTH = position("comp")
LOOKOUT = position("lookout")
IDLE = position("idle")
GATHER = position("gather")
GATHER_EARLY = position("gather_early")
BOTTLE = position("bottle")
RESTOCKS = position("restocks")

PATRONS_A_ROUND = 2.0
RAID_SIDES = 10.0
NOTHING = -1000.0


@compiled
def rounds_left(table, rules):
    """Return the Manager turns expected after this one."""
    if table.last_call > 0:
        return table.last_call - 1.0 + table.last_call_now
    return table.deck_n / PATRONS_A_ROUND + rules.closing_last_call_turns + 1.0


@compiled
def nickel_worth(table, rules, weights, patron):
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
    worth = weights[NEAR] if near else weights[FAR]
    if place == LINE:
        worth *= weights[FAR]
    if rules.film_active != 0 and rules.patron_class[patron] == MOBSTER:
        worth *= weights[FAR]
    return worth


@compiled
def worth_of_schmoozing(table, rules, weights):
    """Return what two nickels are worth on the patrons who need them most."""
    first, second = 0.0, 0.0
    for queue in range(3):
        count = table.floor_n if queue == 0 else table.bar_n if queue == 1 else table.line_n
        for i in range(count):
            patron = table.floor[i] if queue == 0 else table.bar[i] if queue == 1 else table.line[i]
            worth = nickel_worth(table, rules, weights, patron)
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
        worth = nickel_worth(table, rules, weights, choices[i, 0])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def worth_of_door(table, rules, weights, actions):
    """Return what working the door with two dice an action is worth, per action."""
    waiting = count_ordinary(table, rules)
    admitted = min(waiting, 0.5 * rules.manager_door_dice * actions)
    if rounds_left(table, rules) < 1:
        return 0.0
    return weights[HELP_DOOR] * rules.door_wait_penalty * admitted / actions


@compiled
def worth_of_bar(table, rules, weights, actions):
    """Return what working the bar with one die an action is worth, per action."""
    return worth_of_helping(table, rules, weights, rules.manager_bar_dice * actions) / actions


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
def agents_expected(table, rules):
    """Return the agents' cards expected in the rest of the year."""
    if table.events_n == 0:
        return 0.0
    return table.kinds_left[AGENT_CARD] * min(1.0, rounds_left(table, rules) / table.events_n)


@compiled
def worth_of_lookout(table, rules, weights):
    """Return what a lookout is worth beyond his fee: the raid he prevents, as far as agents are still to come."""
    needed = min(1.0, max(0.0, agents_expected(table, rules) - table.lookouts))
    return weights[LOOKOUT] * needed * raid_loss(table, rules) - rules.lookout_fee


@compiled
def worth_of_upgrade(table, rules, weights):
    """Return what buying the selected upgrade now is worth: its price can no longer be raided."""
    stars = prestige(table, rules)
    risk = raid_threshold(rules, max(0, table.coffers), stars) / RAID_SIDES
    price = rules.upgrade_prices[table.selected]
    return weights[IDLE] + weights[LOOKOUT] * risk * min(1.0, agents_expected(table, rules)) * price


@compiled
def worth_of_comp(table, rules, weights, patron):
    """Return what a drink on the house is worth for a patron."""
    place = table.place[patron]
    left = box(table, rules, patron) == LEFT_BOX
    if not left and place == FLOOR:
        return NOTHING
    if final_turn(table) or table.bar_n >= 3:
        return NOTHING
    worth = weights[COMP_WORTH]
    if place == LINE and table.line_n >= 4:
        worth += 1.0
    if place == FLOOR and table.floor_n + table.martin < floor_capacity(table, rules):
        worth -= 0.5
    if table.deck_n == 0:
        worth += 0.5 * table.nickels[patron]
    return worth - rules.manager_comp_price + min(1, table.nickels[patron] - 1)


@compiled
def best_comp(table, rules, weights):
    """Return what the best comped drink is worth."""
    best = NOTHING
    for i in range(table.line_n):
        if ordinary(rules, table.line[i]):
            best = max(best, worth_of_comp(table, rules, weights, table.line[i]))
    for i in range(table.floor_n):
        if ordinary(rules, table.floor[i]):
            best = max(best, worth_of_comp(table, rules, weights, table.floor[i]))
    return best


@compiled
def choose_comp(table, rules, choices, n, weights):
    """Comp the drink that is worth most."""
    best, best_worth = 0, 2 * NOTHING
    for i in range(n):
        worth = worth_of_comp(table, rules, weights, choices[i, 0])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def exit_value(table, rules, patron):
    """Return the nickels a patron pays when bumped from the VIP room after being escorted from where he is."""
    place = table.place[patron]
    if (place == FLOOR or place == AT_BAR) and ordinary(rules, patron):
        if next_station(table, rules, patron, place) == GONE:
            return table.nickels[patron]
    return 0


@compiled
def meeting_can_grow(table, rules, weights):
    """Return whether to take another Politician to the meeting: a few early, the others when all are in sight."""
    if not meeting_possible(table, rules):
        return False
    early = present(table, rules) < weights[GATHER_EARLY]
    return early or politicians_in_sight(table, rules) >= rules.meeting_politicians


@compiled
def worth_of_escort(table, rules, weights):
    """Return what escorting somebody is worth: a Celebrity, a Politician for the meeting, or a last customer."""
    if gathering(table, rules):
        return weights[GATHER] if meeting_can_grow(table, rules, weights) else 0.0
    if table.centre_n > 0:
        return weights[GATHER]
    best = 0
    if table.last_call > 0 and rounds_left(table, rules) < 2 and table.vip_n == 0:
        for i in range(table.floor_n):
            best = max(best, exit_value(table, rules, table.floor[i]))
        for i in range(table.bar_n):
            best = max(best, exit_value(table, rules, table.bar[i]))
        if final_turn(table) and table.actions < 2:
            return 0.0
    return 0.5 * best


@compiled
def choose_escort(table, rules, choices, n):
    """Escort Politicians from the line first, Celebrities, or the patron who pays most on his way out."""
    best, best_rank = 0, -1
    for i in range(n):
        patron = choices[i, 0]
        rank = exit_value(table, rules, patron)
        if gathering(table, rules):
            rank = 10 * (rules.patron_class[patron] == POLITICIAN) + table.nickels[patron]
            if table.place[patron] == LINE:
                rank += 4
            elif next_station(table, rules, patron, table.place[patron]) == GONE:
                rank -= 2
        elif rules.patron_class[patron] == CELEBRITY:
            rank = 100
        if rank > best_rank:
            best, best_rank = i, rank
    return best


@compiled
def worth_of_bump(table, rules, weights):
    """Return what bumping a guest is worth: his money on the way out, when time is short."""
    best = 0.0
    for i in range(table.vip_n):
        patron = table.vip[i]
        if rules.patron_class[patron] == POLITICIAN and meeting_possible(table, rules):
            continue
        if ordinary(rules, patron):
            best = max(best, table.nickels[patron] if table.vip_next[patron] == GONE else weights[IDLE])
        elif rounds_left(table, rules) < 2:
            best = max(best, weights[NEAR])
    return best


@compiled
def worth_of_contract(table, rules, weights):
    """Return what the other mob would save over the rest of the year, by the Mobsters still to come.

    Nobody sees which of the unseen cards are in the deck and which in the box, so both count alike.
    """
    unseen, irish, italian = 0, 0, 0
    for patron in range(table.place.shape[0]):
        if table.place[patron] == DECK or table.place[patron] == BOX:
            unseen += 1
            irish += rules.patron_family[patron] == IRISH
            italian += rules.patron_family[patron] == ITALIAN
    share = table.deck_n / max(1, unseen)
    restocks = weights[RESTOCKS] * rounds_left(table, rules)
    with_irish = rules.contract_irish_price * restocks + weights[BOTTLE] * rules.contract_irish_loss * italian * share
    with_italian = rules.contract_italian_price * restocks
    with_italian += weights[BOTTLE] * rules.contract_italian_loss * irish * share
    saved = with_irish - with_italian
    return saved - 1 if table.contract == IRISH else -saved - 1


@compiled
def choose_action(table, rules, choices, n, weights):
    """Do what is worth most for each action; stop if nothing is worth anything."""
    best, best_worth = 0, 0.0
    at = find(choices, n, SCHMOOZE)
    if at >= 0:
        best, best_worth = at, worth_of_schmoozing(table, rules, weights)
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
            worth = weights[GATHER] * 0.5
        elif act == COMP:
            worth = best_comp(table, rules, weights)
        elif act == HIRE_LOOKOUT:
            worth = worth_of_lookout(table, rules, weights)
        elif act == BUY_UPGRADE:
            worth = worth_of_upgrade(table, rules, weights)
        elif act == LOOK_FOR_CLUE:
            worth = weights[GATHER]
        elif act == CONTRACT:
            worth = worth_of_contract(table, rules, weights)
        if worth > best_worth:
            best, best_worth = i, worth
    return best
