"""Staff upgrades: who may be hired, and what each member does."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1927
from sim.games.opulent.club import discard, put
from sim.games.opulent.door_line import line_capacity, settle_line
from sim.games.opulent.names import (
    BAR,
    CELEBRITY,
    CIGARETTE_GIRL,
    COCKTAIL_WAITRESS,
    DOOR,
    FACT,
    HELD,
    LINE,
    MAITRE_D,
    OUT_DOOR_WAIT,
    OUT_SPECIAL,
    OVERFLOW,
    PLAIN_BARTENDER,
    STAFF,
    UPGRADES,
    ids,
)
from sim.games.opulent.nickels import ordinary
from sim.jit import compiled
from sim.trace import emit

MAITRE_D_RULE = ids.rule("staff.maitre_d")
CAUGHT = ids.rule("y1927.caught")
CIGARETTE_RULE = ids.rule("staff.cigarette_girl")
MAITRE_D_DECISION = ids.decision("maitre_d")
CIGARETTE_DECISION = ids.decision("cigarette_girl")
NOBODY = -1
SET_ASIDE, RELEASE = 1, 2


@compiled
def may_be_hired(table, rules, member):
    """Return whether a staff member can be hired: known, free, and with a purchased upgrade of his station to spare."""
    if table.staff[member] != 0 or (rules.staff_is_plain[member] != 0 and rules.staff_plain == 0):
        return False
    return free_places(table, rules, rules.staff_station[member], table.staff) > 0


@compiled
def free_places(table, rules, station, members):
    """Return how many more ``members`` a station has room for: one for each of its upgrades."""
    places = 0
    for upgrade in range(UPGRADES):
        if table.owned[upgrade] != 0 and rules.upgrade_station[upgrade] == station:
            places += 1
    for member in range(STAFF):
        if members[member] != 0 and rules.staff_station[member] == station:
            places -= 1
    return places


@compiled
def roll_bonus(table, rules):
    """Return what the staff adds to a preparation roll (rules staff.waitress, staff.plain)."""
    return table.staff[COCKTAIL_WAITRESS] * rules.staff_waitress_bonus + table.staff[PLAIN_BARTENDER]


@compiled
def cigarette_girl(table, hidden, rules, team, log):
    """Let the Cigarette Girl sit with a patron at the bar this turn (rule staff.cigarette_girl)."""
    table.shielded = NOBODY
    if table.staff[CIGARETTE_GIRL] == 0:
        return
    no_choices(team)
    offer(team, NOBODY, 0, 0, 0)
    for i in range(table.bar_n):
        if ordinary(rules, table.bar[i]):
            offer(team, table.bar[i], 0, 0, 0)
    table.shielded = team.choices[ask(CIGARETTE_DECISION, BAR, table, hidden, rules, team, log), 0]
    if table.shielded != NOBODY:
        emit(log, FACT, CIGARETTE_RULE, table.shielded, 0, 0, 0, 0)


@compiled
def maitre_d(table, hidden, rules, team, log):
    """Let the Maitre d' set a patron of the line aside, or release the one he holds (rule staff.maitre_d)."""
    if table.staff[MAITRE_D] == 0:
        return
    no_choices(team)
    offer(team, 0, NOBODY, 0, 0)
    if table.held == NOBODY:
        for i in range(table.line_n):
            if rules.patron_class[table.line[i]] != CELEBRITY:
                offer(team, SET_ASIDE, table.line[i], 0, 0)
    else:
        offer(team, RELEASE, table.held, 0, 0)
    index = ask(MAITRE_D_DECISION, DOOR, table, hidden, rules, team, log)
    act, patron = team.choices[index, 0], team.choices[index, 1]
    if act == SET_ASIDE:
        emit(log, FACT, MAITRE_D_RULE, SET_ASIDE, patron, 0, 0, 0)
        table.held = patron
        put(table, log, patron, HELD, MAITRE_D_RULE)
        settle_line(table, hidden, rules, team, log, True)
    elif act == RELEASE:
        emit(log, FACT, MAITRE_D_RULE, RELEASE, patron, 0, 0, 0)
        release(table, hidden, rules, team, log, patron)


@compiled
def release(table, hidden, rules, team, log, patron):
    """Send the held patron to the back of the line, or of the overflow, or away if both are full.

    A Mobster sent onto the film set is lost (rule y1927.caught).
    """
    table.held = NOBODY
    if table.line_n < line_capacity(table, rules):
        if y1927.on_set(table, rules, patron, LINE):
            discard(table, log, patron, OUT_SPECIAL, CAUGHT)
            return
        put(table, log, patron, LINE, MAITRE_D_RULE)
        settle_line(table, hidden, rules, team, log, True)
    elif table.overflow_n < rules.door_overflow_capacity:
        put(table, log, patron, OVERFLOW, MAITRE_D_RULE)
    else:
        discard(table, log, patron, OUT_DOOR_WAIT, MAITRE_D_RULE)
