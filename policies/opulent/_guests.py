"""How the team looks after single guests: comped drinks, the VIP room, last customers, the meeting of 1924."""

from __future__ import annotations

from policies.opulent._drinks import final_turn
from policies.opulent._meeting import meeting_possible
from policies.opulent._weights import position
from sim.games.opulent.club import box, next_station
from sim.games.opulent.names import AT_BAR, CELEBRITY, FLOOR, GONE, LEFT_BOX, LINE, POLITICIAN
from sim.games.opulent.nickels import ordinary
from sim.games.opulent.y1924 import gathering
from sim.jit import compiled

COMP_WORTH = position("comp")
COMP_LATE = position("comp_late")
COMP_BAR = position("comp_bar")
URGENT = position("urgent")
IDLE = position("idle")
NEAR = position("near")

NOTHING = -1000.0
ESCORT_AND_BUMP = 2  # actions that take a patron from his station to the VIP room and out


@compiled
def closes_soon(table):
    """Return whether the club closes at the end of this round or the next."""
    return table.last_call > 0 and table.last_call + table.last_call_now <= ESCORT_AND_BUMP


@compiled
def no_comps(table, most_at_bar):
    """Return whether a drink on the house would come too late, or to a bar that is too full."""
    return final_turn(table) or table.bar_n > most_at_bar


@compiled
def worth_of_comp(table, rules, drink, late, patron):
    """Return what a drink on the house is worth: a sure way to the bar when time is short."""
    if table.place[patron] == FLOOR and box(table, rules, patron) != LEFT_BOX:
        return NOTHING
    worth = drink - rules.manager_comp_price
    if table.deck_n == 0:
        worth += late * table.nickels[patron]
    return worth


@compiled
def best_comp(table, rules, weights):
    """Return what the best comped drink is worth."""
    best, drink, late = NOTHING, weights[COMP_WORTH], weights[COMP_LATE]
    if no_comps(table, weights[COMP_BAR]):
        return best
    for i in range(table.line_n):
        if ordinary(rules, table.line[i]):
            best = max(best, worth_of_comp(table, rules, drink, late, table.line[i]))
    for i in range(table.floor_n):
        if ordinary(rules, table.floor[i]):
            best = max(best, worth_of_comp(table, rules, drink, late, table.floor[i]))
    return best


@compiled
def choose_comp(table, rules, choices, n, weights):
    """Comp the drink that is worth most."""
    best, best_worth, drink, late = 0, 2 * NOTHING, weights[COMP_WORTH], weights[COMP_LATE]
    if no_comps(table, weights[COMP_BAR]):
        return best
    for i in range(n):
        worth = worth_of_comp(table, rules, drink, late, choices[i, 0])
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
def worth_of_escort(table, rules, weights):
    """Return what escorting somebody is worth: a Celebrity, a Politician for the meeting, or a last customer.

    Two actions, an escort and a bump, carry a patron past his last station and out of the door to pay.
    """
    if gathering(table, rules):
        return weights[URGENT] if meeting_possible(table, rules) else 0.0
    if table.centre_n > 0:
        return weights[URGENT]
    if table.vip_n > 0 or not closes_soon(table) or (final_turn(table) and table.actions < ESCORT_AND_BUMP):
        return 0.0
    best = 0
    for i in range(table.floor_n):
        best = max(best, exit_value(table, rules, table.floor[i]))
    for i in range(table.bar_n):
        best = max(best, exit_value(table, rules, table.bar[i]))
    return best / ESCORT_AND_BUMP


@compiled
def choose_escort(table, rules, choices, n):
    """Escort a Celebrity, the patron who pays most on his way out, or for the meeting whom it costs least.

    From the line a Politician needs no die to enter; one who is about to leave would have to go round once more.
    """
    best, best_rank = 0, -1
    for i in range(n):
        patron = choices[i, 0]
        rank = exit_value(table, rules, patron)
        if gathering(table, rules) and rules.patron_class[patron] == POLITICIAN:
            rank = 1 + table.nickels[patron]
            if table.place[patron] == LINE:
                rank += 2 * rules.patron_yellow_maximum
            elif next_station(table, rules, patron, table.place[patron]) != GONE:
                rank += rules.patron_yellow_maximum
        elif rules.patron_class[patron] == CELEBRITY:
            rank = 2 * rules.patron_yellow_maximum
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
        elif closes_soon(table):
            best = max(best, weights[NEAR])
    return best
