"""Where patrons are and how they move on: from station to station, and out of the club."""

from __future__ import annotations

from sim.games.opulent import y1925, y1927
from sim.games.opulent.names import (
    AT_BAR,
    CELEBRITY,
    CENTRE,
    EDWARDS,
    FLOOR,
    GONE,
    LEFT_BOX,
    LINE,
    MARTIN,
    MOVE,
    OUT_SPECIAL,
    OVERFLOW,
    VIP,
    WITH_MANAGER,
    YORKE,
    YORKE_LEFT,
    ids,
)
from sim.games.opulent.nickels import bank, take_nickels
from sim.jit import compiled
from sim.trace import emit

CAUGHT = ids.rule("y1927.caught")


@compiled
def box(table, rules, patron):
    """Return a patron's movement box; after the meeting of 1924 some go round as left boxes do."""
    if table.as_left[patron] != 0:
        return LEFT_BOX
    return rules.patron_box[patron]


@compiled
def first_station(table, rules, patron):
    """Return where a patron goes from the door: left box to the dance floor, right box to the bar."""
    if box(table, rules, patron) == LEFT_BOX:
        return FLOOR
    return AT_BAR


@compiled
def inside(place):
    """Return whether a place is in the club: a station, the VIP room or the centre; the line outside is not."""
    return place == FLOOR or place == AT_BAR or place == VIP or place == CENTRE


@compiled
def next_station(table, rules, patron, station):
    """Return where a patron goes from the dance floor or the bar; GONE means that he leaves and pays."""
    if rules.patron_class[patron] == CELEBRITY:
        return FLOOR if station == AT_BAR else GONE
    if station == FLOOR:
        return AT_BAR if box(table, rules, patron) == LEFT_BOX else GONE
    return GONE if box(table, rules, patron) == LEFT_BOX else FLOOR


# --- queues ----------------------------------------------------------------------------------------------------------


@compiled
def _take_out(queue, count, patron):
    """Remove a patron from a queue and return its new length."""
    at = 0
    while at < count and queue[at] != patron:
        at += 1
    if at == count:
        return count
    for i in range(at, count - 1):
        queue[i] = queue[i + 1]
    return count - 1


@compiled
def leave_queue(table, patron):
    """Take a patron out of the queue he stands in, if any."""
    place = table.place[patron]
    if place == LINE:
        table.line_n = _take_out(table.line, table.line_n, patron)
    elif place == OVERFLOW:
        table.overflow_n = _take_out(table.overflow, table.overflow_n, patron)
    elif place == FLOOR:
        table.floor_n = _take_out(table.floor, table.floor_n, patron)
    elif place == AT_BAR:
        table.bar_n = _take_out(table.bar, table.bar_n, patron)
    elif place == VIP:
        table.vip_n = _take_out(table.vip, table.vip_n, patron)
    elif place == CENTRE:
        table.centre_n = _take_out(table.centre, table.centre_n, patron)


@compiled
def put(table, log, patron, place, rule):
    """Move a patron card to a place, at the back of its queue (rules band.arrive, bar.arrive)."""
    leave_queue(table, patron)
    emit(log, MOVE, rule, patron, table.place[patron], place, 0, 0)
    table.place[patron] = place
    if place == LINE:
        table.line[table.line_n] = patron
        table.line_n += 1
    elif place == OVERFLOW:
        table.overflow[table.overflow_n] = patron
        table.overflow_n += 1
    elif place == FLOOR:
        table.floor[table.floor_n] = patron
        table.floor_n += 1
    elif place == AT_BAR:
        table.bar[table.bar_n] = patron
        table.bar_n += 1
    elif place == VIP:
        table.vip[table.vip_n] = patron
        table.vip_n += 1
    elif place == CENTRE:
        table.centre[table.centre_n] = patron
        table.centre_n += 1


@compiled
def stand(table, log, patron, place, rule):
    """Move a Regular to a place where he belongs to no queue."""
    leave_queue(table, patron)
    emit(log, MOVE, rule, patron, table.place[patron], place, 0, 0)
    table.place[patron] = place


# --- moving on -------------------------------------------------------------------------------------------------------


@compiled
def discard(table, log, patron, cause, rule):
    """Lose a patron: his nickels go to the cause, his yellow die back to the Doorman."""
    take_nickels(table, log, patron, table.nickels[patron], cause, rule)
    _return_yellow(table, patron)
    put(table, log, patron, GONE, rule)


@compiled
def _return_yellow(table, patron):
    if table.yellow[patron] != 0:
        table.yellow[patron] = 0
        table.yellow_out -= 1


@compiled
def go_to(table, hidden, rules, log, patron, station, rule):
    """Move a patron to a station, or out of the club (GONE); a Celebrity arrives with gifts.

    A Mobster forced onto the film set is lost (rule y1927.caught).
    """
    if station == GONE:
        leave_club(table, hidden, rules, log, patron, rule)
        return
    if y1927.on_set(table, rules, patron, station):
        discard(table, log, patron, OUT_SPECIAL, CAUGHT)
        return
    put(table, log, patron, station, rule)
    if rules.patron_class[patron] == CELEBRITY and (station == FLOOR or station == AT_BAR):
        table.gift[patron] = 1


@compiled
def leave_club(table, hidden, rules, log, patron, rule):
    """Let a patron out of the door: he goes round again in the blizzard (1925), or pays and is gone."""
    if y1925.second_lap(table, hidden, rules, log, patron):
        station = first_station(table, rules, patron)
        if y1927.on_set(table, rules, patron, station):
            discard(table, log, patron, OUT_SPECIAL, CAUGHT)
        else:
            put(table, log, patron, station, rule)
        return
    bank(table, rules, log, patron, rule)
    _return_yellow(table, patron)
    put(table, log, patron, GONE, rule)


@compiled
def regulars_leave(table, log, rule):
    """Take the Regulars out of the club who are inside."""
    if table.martin != 0:
        table.martin = 0
        stand(table, log, MARTIN, GONE, rule)
    if table.edwards != 0:
        table.edwards = 0
        table.edwards_nickels = 0
        table.edwards_asleep = 0
        stand(table, log, EDWARDS, GONE, rule)
    if table.place[YORKE] == WITH_MANAGER:
        table.yorke = YORKE_LEFT
        stand(table, log, YORKE, GONE, rule)
