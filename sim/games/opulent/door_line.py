"""The Doorman, Step 1: the line, its overflow, who joins it and who walks in."""

from __future__ import annotations

from sim.games.opulent import y1926, y1927
from sim.games.opulent.club import discard, first_station, go_to, put, stand
from sim.games.opulent.contracts import rival_enters
from sim.games.opulent.names import (
    ARISTOCRAT,
    AT_BAR,
    CELEBRITY,
    CENTRE,
    COLLINS,
    EDWARDS,
    FLOOR,
    GONE,
    IN_PLACED,
    LINE,
    MARTIN,
    OUT_SPECIAL,
    OVERFLOW,
    REGULAR,
    STANCHIONS,
    WITH_MANAGER,
    YORKE_BAR,
    ids,
)
from sim.games.opulent.nickels import add_nickels, maximum, ordinary
from sim.jit import compiled

ARRIVE = ids.rule("door.arrive")
OVERFLOWS = ids.rule("door.overflow")
MOVE_UP = ids.rule("door.move_up")
CELEBRITY_LINE = ids.rule("door.celebrity_line")
WALKS_IN = ids.rule("door.regular")
CAUGHT = ids.rule("y1927.caught")


@compiled
def line_capacity(table, rules):
    """Return the places in the main line (rule upgrade.stanchions)."""
    return rules.door_line_capacity + table.owned[STANCHIONS] * rules.upgrade_stanchions_places


@compiled
def draw_patron(table, hidden):
    """Take the top card of the patron deck; the new top card lies face up."""
    table.deck_n -= 1
    patron = hidden.deck[table.deck_n]
    table.deck_top = hidden.deck[table.deck_n - 1] if table.deck_n > 0 else -1
    return patron


@compiled
def arrive(table, hidden, rules, team, log):
    """Let one patron come to the door and return whether there was one (rules door.arrive, door.overflow)."""
    if table.deck_n == 0:
        return False
    patron = draw_patron(table, hidden)
    table.arrivals += 1
    join_queue(table, hidden, rules, team, log, patron)
    return True


@compiled
def join_queue(table, hidden, rules, team, log, patron):
    """Stand at the back of the line, or of the overflow, or walk past a full club."""
    if table.line_n < line_capacity(table, rules):
        if y1927.on_set(table, rules, patron, LINE):
            discard(table, log, patron, OUT_SPECIAL, CAUGHT)
            return
        put(table, log, patron, LINE, ARRIVE)
        line_nickels(table, rules, log, patron, False)
    elif rules.patron_class[patron] == CELEBRITY:
        table.turned_away += 1
        put(table, log, patron, GONE, CELEBRITY_LINE)
        return
    elif table.overflow_n < rules.door_overflow_capacity:
        put(table, log, patron, OVERFLOW, OVERFLOWS)
    else:
        table.turned_away += 1
        put(table, log, patron, GONE, OVERFLOWS)
        return
    y1926.shoot_out(table, hidden, rules, log, patron)
    settle_line(table, hidden, rules, team, log, True)


@compiled
def line_nickels(table, rules, log, patron, from_overflow):
    """Give a patron who takes a place in line his nickels, once.

    Rules door.arrive, door.move_up, y1928.rich, y1929.poor.
    """
    if table.started[patron] != 0 or not ordinary(rules, patron):
        return
    table.started[patron] = 1
    count = rules.patron_overflow_nickels if from_overflow else rules.patron_start_nickels
    if rules.patron_class[patron] == ARISTOCRAT and rules.aristocrat_own_nickels > 0:
        count = rules.aristocrat_own_nickels
    rule = MOVE_UP if from_overflow else ARRIVE
    add_nickels(table, log, patron, min(count, maximum(rules, patron)), IN_PLACED, rule)


# --- closing up ------------------------------------------------------------------------------------------------------


@compiled
def settle_line(table, hidden, rules, team, log, fill):
    """Let Regulars at the front walk in and, if ``fill``, the overflow move up, until nothing changes."""
    moved = True
    while moved:
        moved = regular_walks_in(table, hidden, rules, team, log)
        if fill and not moved:
            moved = move_up(table, rules, log)


@compiled
def regular_walks_in(table, hidden, rules, team, log):
    """Admit a Regular with only Frank Collins ahead of him (rules door.regular, door.collins)."""
    front = 1 if table.line_n > 0 and table.line[0] == COLLINS else 0
    if front >= table.line_n:
        return False
    patron = table.line[front]
    if rules.patron_class[patron] != REGULAR or patron == COLLINS:
        return False
    enter_club(table, hidden, rules, team, log, patron, WALKS_IN)
    return True


@compiled
def move_up(table, rules, log):
    """Move the first patron of the overflow who may into a free place of the line (rule door.move_up)."""
    if table.line_n >= line_capacity(table, rules):
        return False
    for i in range(table.overflow_n):
        patron = table.overflow[i]
        if not y1927.on_set(table, rules, patron, LINE):
            put(table, log, patron, LINE, MOVE_UP)
            line_nickels(table, rules, log, patron, True)
            return True
    return False


# --- through the door ------------------------------------------------------------------------------------------------


@compiled
def enter_club(table, hidden, rules, team, log, patron, rule):
    """Take a patron from the line into the club (rules door.admit, band.martin, bar.edwards, manager.yorke)."""
    if patron == MARTIN:
        table.martin = 1
        stand(table, log, patron, FLOOR, rule)
    elif patron == EDWARDS:
        table.edwards = 1
        stand(table, log, patron, AT_BAR, rule)
    elif rules.patron_class[patron] == REGULAR:
        table.yorke = YORKE_BAR
        stand(table, log, patron, WITH_MANAGER, rule)
    elif rules.patron_class[patron] == CELEBRITY:
        put(table, log, patron, CENTRE, rule)
    else:
        rival_enters(table, hidden, rules, team, log, patron)
        go_to(table, hidden, rules, log, patron, first_station(table, rules, patron), rule)
