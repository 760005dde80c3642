"""Celebrities and the VIP room: escorting, pampering, bumping."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1924, y1927
from sim.games.opulent.club import discard, first_station, go_to, next_station, put
from sim.games.opulent.contracts import rival_enters
from sim.games.opulent.door_line import settle_line
from sim.games.opulent.names import (
    AT_BAR,
    CELEBRITY,
    CENTRE,
    IN_PAMPER,
    LINE,
    MANAGER,
    OUT_SPECIAL,
    POLITICIAN,
    VIP,
    ids,
)
from sim.games.opulent.nickels import add_nickels, ordinary
from sim.jit import compiled

ESCORT_RULE = ids.rule("vip.escort")
CENTRE_RULE = ids.rule("vip.centre")
PAMPER_RULE = ids.rule("vip.pamper")
BUMP_RULE = ids.rule("vip.bump")
GATHER = ids.rule("y1924.gather")
ESCORT_DECISION = ids.decision("escort")
BUMP_DECISION = ids.decision("bump")
PAMPER_DECISION = ids.decision("pamper")


# --- escorting -------------------------------------------------------------------------------------------------------


@compiled
def may_be_escorted(table, rules, patron):
    """Return whether a patron may be escorted to the VIP room now (rules vip.escort, y1924.gather)."""
    if y1927.on_set(table, rules, patron, VIP):
        return False
    if y1924.gathering(table, rules) and rules.patron_class[patron] == POLITICIAN:
        # the room is the Politicians' alone, as many as the meeting needs
        return table.vip_n == y1924.present(table, rules) and table.vip_n < rules.meeting_politicians
    if table.vip_n > 0:
        return False
    if rules.patron_class[patron] == CELEBRITY:
        return table.place[patron] == CENTRE
    return ordinary(rules, patron) and rules.vip_ordinary != 0


@compiled
def list_escorts(table, rules, team):
    """List everybody who may be escorted: from the centre, the line, the dance floor and the bar."""
    no_choices(team)
    for i in range(table.centre_n):
        offer_escort(table, rules, team, table.centre[i])
    for i in range(table.line_n):
        offer_escort(table, rules, team, table.line[i])
    for i in range(table.floor_n):
        offer_escort(table, rules, team, table.floor[i])
    for i in range(table.bar_n):
        offer_escort(table, rules, team, table.bar[i])


@compiled
def offer_escort(table, rules, team, patron):
    """Offer a patron who may be escorted."""
    if may_be_escorted(table, rules, patron):
        offer(team, patron, 0, 0, 0)


@compiled
def escort(table, hidden, rules, team, log):
    """Escort somebody to the VIP room (rules vip.escort, y1924.gather)."""
    list_escorts(table, rules, team)
    patron = team.choices[ask(ESCORT_DECISION, MANAGER, table, hidden, rules, team, log), 0]
    place = table.place[patron]
    table.vip_round[patron] = table.rounds
    table.vip_next[patron] = after_vip(table, rules, patron, place)
    if place == LINE:
        rival_enters(table, hidden, rules, team, log, patron)
    gathers = y1924.gathering(table, rules) and rules.patron_class[patron] == POLITICIAN
    put(table, log, patron, VIP, GATHER if gathers else ESCORT_RULE)
    if place == LINE:
        settle_line(table, hidden, rules, team, log, True)


@compiled
def after_vip(table, rules, patron, place):
    """Return where a guest goes when he leaves the VIP room: the station after the one he was taken from."""
    if rules.patron_class[patron] == CELEBRITY:
        return AT_BAR
    if place == LINE:
        return first_station(table, rules, patron)
    return next_station(table, rules, patron, place)


# --- pampering -------------------------------------------------------------------------------------------------------


@compiled
def may_be_pampered(table, rules, patron):
    """Return whether a guest may be pampered: a Celebrity from an earlier turn, once a turn, below his stars."""
    return (
        rules.patron_class[patron] == CELEBRITY
        and table.vip_round[patron] < table.rounds
        and table.pampered[patron] <= table.rounds
        and table.nickels[patron] < rules.patron_stars[patron]
    )


@compiled
def list_pampers(table, rules, team):
    """List the Celebrities who may be pampered."""
    no_choices(team)
    for i in range(table.vip_n):
        if may_be_pampered(table, rules, table.vip[i]):
            offer(team, table.vip[i], 0, 0, 0)


@compiled
def pamper(table, hidden, rules, team, log):
    """Spend an action on a Celebrity (rule vip.pamper)."""
    list_pampers(table, rules, team)
    patron = team.choices[ask(PAMPER_DECISION, MANAGER, table, hidden, rules, team, log), 0]
    give_pampering(table, hidden, rules, log, patron)


@compiled
def give_pampering(table, hidden, rules, log, patron):
    """Add a nickel to a Celebrity, who moves to the bar once he has as many as stars."""
    add_nickels(table, log, patron, 1, IN_PAMPER, PAMPER_RULE)
    table.pampered[patron] = table.rounds + 1
    if table.nickels[patron] >= rules.patron_stars[patron]:
        go_to(table, hidden, rules, log, patron, AT_BAR, BUMP_RULE)


@compiled
def pamper_for_free(table, hidden, rules, log):
    """Pamper without an action at the start of the Manager's turn, if ``vip.pamper_free`` says so."""
    if rules.vip_pamper_free == 0:
        return
    i = 0
    while i < table.vip_n:
        patron = table.vip[i]
        if may_be_pampered(table, rules, patron):
            give_pampering(table, hidden, rules, log, patron)
        if i < table.vip_n and table.vip[i] == patron:
            i += 1


# --- leaving ---------------------------------------------------------------------------------------------------------


@compiled
def may_be_bumped(table, rules, patron):
    """Return whether a guest may be bumped: a Celebrity with a nickel, others unless the film set is in their way."""
    if rules.patron_class[patron] == CELEBRITY:
        return table.nickels[patron] > 0
    return not y1927.on_set(table, rules, patron, table.vip_next[patron])


@compiled
def list_bumps(table, rules, team):
    """List the guests who may be bumped."""
    no_choices(team)
    for i in range(table.vip_n):
        if may_be_bumped(table, rules, table.vip[i]):
            offer(team, table.vip[i], 0, 0, 0)


@compiled
def bump(table, hidden, rules, team, log):
    """Bump a guest to his next station (rule vip.bump)."""
    list_bumps(table, rules, team)
    patron = team.choices[ask(BUMP_DECISION, MANAGER, table, hidden, rules, team, log), 0]
    go_to(table, hidden, rules, log, patron, table.vip_next[patron], BUMP_RULE)


@compiled
def clear_centre(table, log):
    """Let Celebrities leave the centre whom nobody escorted in time (rule vip.centre)."""
    i = 0
    while i < table.centre_n:
        patron = table.centre[i]
        if table.leaves_centre[patron] <= table.rounds:
            discard(table, log, patron, OUT_SPECIAL, CENTRE_RULE)
        else:
            i += 1
