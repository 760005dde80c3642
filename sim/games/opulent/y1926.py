"""1926, The Sad Failure of Prohibition: rival Mobsters in the queue shoot it out. (Arguments: y1923.py.)"""

from __future__ import annotations

from sim.games.opulent.club import discard, inside
from sim.games.opulent.names import (
    FACT,
    GANG_DIE,
    MOBSTER,
    OUT_SPECIAL,
    RED,
    ids,
)
from sim.games.opulent.rolls import roll_face
from sim.jit import compiled
from sim.trace import emit

SHOOT_OUT = ids.rule("y1926.shoot_out")
RAID = ids.rule("y1926.raid")
NOBODY = -1


@compiled
def rival_in_queue(table, rules, patron):
    """Return the rival Mobster nearest the front of line and overflow, or NOBODY."""
    family = rules.patron_family[patron]
    for i in range(table.line_n + table.overflow_n):
        other = table.line[i] if i < table.line_n else table.overflow[i - table.line_n]
        if rules.patron_class[other] == MOBSTER and rules.patron_family[other] != family:
            return other
    return NOBODY


@compiled
def shoot_out(table, hidden, rules, log, patron):
    """Check a Mobster who joins the queue and one rival who is there (rule y1926.shoot_out)."""
    if rules.gangs_active == 0 or rules.patron_class[patron] != MOBSTER:
        return
    rival = rival_in_queue(table, rules, patron)
    if rival == NOBODY:
        return
    newcomer_hit = check(table, hidden, rules, log, patron, SHOOT_OUT)
    rival_hit = check(table, hidden, rules, log, rival, SHOOT_OUT)
    if newcomer_hit:
        discard(table, log, patron, OUT_SPECIAL, SHOOT_OUT)
    if rival_hit:
        discard(table, log, rival, OUT_SPECIAL, SHOOT_OUT)


@compiled
def check(table, hidden, rules, log, patron, rule):
    """Roll a Doorman die for one Mobster; his own colour removes him from the campaign."""
    face = roll_face(hidden, rules, log, GANG_DIE, rule)
    hit = face == RED
    emit(log, FACT, rule, patron, face, 1 if hit else 0, 0, 0)
    if hit:
        table.removed[patron] = 1
    return hit


@compiled
def raid_checks(table, hidden, rules, log):
    """Check every Mobster inside when the club is raided (rule y1926.raid)."""
    if rules.gangs_active == 0:
        return
    for patron in range(table.place.shape[0]):
        place = table.place[patron]
        if rules.patron_class[patron] == MOBSTER and inside(place):
            check(table, hidden, rules, log, patron, RAID)
