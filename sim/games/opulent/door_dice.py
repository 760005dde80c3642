"""The Doorman, Step 3: rolling, locking, rerolling and re-matching the Doorman dice."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1927
from sim.games.opulent.club import first_station
from sim.games.opulent.names import (
    CELEBRITY,
    DIE,
    DOOR,
    FACES,
    FACT,
    FREE_REROLL,
    LOCK_DIE,
    MOVE_DIE,
    PURPLE,
    REROLL,
    STOP,
    YELLOW,
    ids,
)
from sim.games.opulent.nickels import ordinary
from sim.games.opulent.rolls import roll_door_die
from sim.jit import compiled
from sim.trace import emit

ROLL_RULE = ids.rule("door.roll")
MATCH = ids.rule("door.match")
PURPLE_RULE = ids.rule("door.purple")
YELLOW_RULE = ids.rule("door.yellow")
CELEBRITY_DICE = ids.rule("door.celebrity_dice")
REROLL_RULE = ids.rule("door.reroll")
REASSIGN = ids.rule("door.reassign")
ASSISTANT = ids.rule("staff.assistant")
LOCK = ids.decision("lock")

LOOSE, DISCARDED = -1, -2  # table.dice_on of a die that is on nobody
LOCKED_DIE, DISCARDED_DIE, TAKEN_BACK = 1, 0, 2  # what a DIE event says


@compiled
def roll_and_lock(table, hidden, rules, team, log, seat, dice, free_rerolls):
    """Roll dice and let ``seat`` lock them until it stops (rules door.roll, door.reroll, staff.assistant)."""
    table.dice_n = dice
    table.moves_left = 0
    for die in range(dice):
        table.dice_on[die] = LOOSE
    roll_loose(table, hidden, rules, log)
    while True:
        list_choices(table, rules, team, seat, free_rerolls)
        index = ask(LOCK, seat, table, hidden, rules, team, log)
        act, face = team.choices[index, 0], team.choices[index, 1]
        patron, source = team.choices[index, 2], team.choices[index, 3]
        if act == STOP:
            break
        if act == LOCK_DIE:
            lock(table, rules, log, face, patron)
        elif act == MOVE_DIE:
            rematch(table, rules, log, face, source, patron)
        elif act == REROLL:
            discard_die(table, log, face)
            emit(log, FACT, REROLL_RULE, loose_in_all(table), 0, 0, 0, 0)
            reroll(table, hidden, rules, log)
        elif act == FREE_REROLL:
            free_rerolls -= 1
            emit(log, FACT, ASSISTANT, loose_in_all(table), 0, 0, 0, 0)
            reroll(table, hidden, rules, log)
    take_back_unfinished(table, rules, log)


@compiled
def reroll(table, hidden, rules, log):
    """Roll the loose dice again; then every locked die may be re-matched once (rule door.reassign)."""
    roll_loose(table, hidden, rules, log)
    table.moves_left = 0
    for die in range(table.dice_n):
        if table.dice_on[die] >= 0:
            table.moves_left += 1


@compiled
def roll_loose(table, hidden, rules, log):
    """Roll every loose die."""
    for die in range(table.dice_n):
        if table.dice_on[die] == LOOSE:
            table.dice_face[die] = roll_door_die(hidden, rules, log, die, ROLL_RULE)


# --- what is legal ---------------------------------------------------------------------------------------------------


@compiled
def list_choices(table, rules, team, seat, free_rerolls):
    """List stopping, every lock, reroll and re-match."""
    no_choices(team)
    offer(team, STOP, 0, 0, 0)
    loose = count_loose(table)
    if loose > 0:
        list_locks(table, rules, team, seat, loose)
    if loose >= 2 and rules.door_rerolls != 0:
        for face in range(FACES):
            if table.loose[face] > 0:
                offer(team, REROLL, face, 0, 0)
    if loose >= 1 and free_rerolls > 0:
        offer(team, FREE_REROLL, 0, 0, 0)
    if table.moves_left > 0:
        list_moves(table, rules, team, seat, loose)


@compiled
def count_loose(table):
    """Count the loose dice of each face into ``table.loose`` and return their number."""
    for face in range(FACES):
        table.loose[face] = 0
    loose = 0
    for die in range(table.dice_n):
        if table.dice_on[die] == LOOSE:
            table.loose[table.dice_face[die]] += 1
            loose += 1
    return loose


@compiled
def list_locks(table, rules, team, seat, loose):
    """List every loose die, or purple pair, that can be locked on somebody."""
    for i in range(table.line_n):
        patron = table.line[i]
        if not may_get_a_die(table, rules, seat, patron, loose):
            continue
        for face in range(FACES):
            if 0 < dice_of_face(rules, patron, face) <= table.loose[face]:
                offer(team, LOCK_DIE, face, patron, 0)


@compiled
def list_moves(table, rules, team, seat, loose):
    """List every re-match of a locked die: once for each face on each patron."""
    for i in range(table.line_n):
        patron = table.line[i]
        if not may_get_a_die(table, rules, seat, patron, loose + 1):
            continue
        for die in range(table.dice_n):
            source, face = table.dice_on[die], table.dice_face[die]
            if source < 0 or source == patron or not first_of_its_face(table, die):
                continue
            needed = dice_of_face(rules, patron, face)
            if 0 < needed <= dice_on_with(table, source, face) and not splits_pair(table, rules, source, face, needed):
                offer(team, MOVE_DIE, face, patron, source)


@compiled
def splits_pair(table, rules, source, face, needed):
    """Return whether moving ``needed`` dice would leave a single purple die on an ordinary patron."""
    return face == PURPLE and rules.patron_class[source] != CELEBRITY and dice_on_with(table, source, face) != needed


@compiled
def first_of_its_face(table, die):
    """Return whether no earlier die has the same face and the same patron."""
    for other in range(die):
        if table.dice_on[other] == table.dice_on[die] and table.dice_face[other] == table.dice_face[die]:
            return False
    return True


@compiled
def may_get_a_die(table, rules, seat, patron, loose):
    """Return whether a die may be locked on a patron now.

    An ordinary patron takes one lock; a Celebrity one die after the other, as long as ``loose`` dice can still complete
    him (rule door.celebrity_dice).
    """
    if rules.patron_class[patron] == CELEBRITY:
        return 0 < rules.patron_stars[patron] - dice_on(table, patron) <= loose
    return may_be_locked(table, rules, seat, patron) and dice_on(table, patron) == 0


@compiled
def dice_of_face(rules, patron, face):
    """Return how many dice of a face lock a patron (rules door.match, door.purple, door.yellow); 0 if they cannot."""
    social_class = rules.patron_class[patron]
    if social_class == CELEBRITY:
        return 1
    if face == PURPLE:
        return rules.door_purple_needed
    return 1 if face == YELLOW or face == social_class else 0


@compiled
def may_be_locked(table, rules, seat, patron):
    """Return whether an ordinary patron may enter at all (rules y1922.hard_door, y1927.blocked)."""
    if not ordinary(rules, patron):
        return False
    if table.hard != 0 and seat == DOOR and table.nickels[patron] < rules.tuckers_hard_nickels:
        return False
    return not y1927.on_set(table, rules, patron, first_station(table, rules, patron))


# --- counting dice ---------------------------------------------------------------------------------------------------


@compiled
def loose_in_all(table):
    """Return the number of loose dice."""
    count = 0
    for die in range(table.dice_n):
        if table.dice_on[die] == LOOSE:
            count += 1
    return count


@compiled
def loose_of(table, face):
    """Return the number of loose dice that show a face, as counted for the choice at hand."""
    return table.loose[face]


@compiled
def dice_on(table, patron):
    """Return the number of dice locked on a patron."""
    count = 0
    for die in range(table.dice_n):
        if table.dice_on[die] == patron:
            count += 1
    return count


@compiled
def dice_on_with(table, patron, face):
    """Return the number of dice of a face locked on a patron."""
    count = 0
    for die in range(table.dice_n):
        if table.dice_on[die] == patron and table.dice_face[die] == face:
            count += 1
    return count


# --- moving dice -----------------------------------------------------------------------------------------------------


@compiled
def transfer(table, log, face, source, target, count, rule, what):
    """Move ``count`` dice of a face from one card (or LOOSE) to another (or LOOSE, DISCARDED)."""
    for die in range(table.dice_n):
        if count > 0 and table.dice_on[die] == source and table.dice_face[die] == face:
            table.dice_on[die] = target
            emit(log, DIE, rule, face, max(target, LOOSE), what, 0, 0)
            count -= 1


@compiled
def lock(table, rules, log, face, patron):
    """Lock a die, or a purple pair, on a patron."""
    if rules.patron_class[patron] == CELEBRITY:
        transfer(table, log, face, LOOSE, patron, 1, CELEBRITY_DICE, LOCKED_DIE)
        return
    count = rules.door_purple_needed if face == PURPLE else 1
    rule = PURPLE_RULE if face == PURPLE else YELLOW_RULE if face == YELLOW else MATCH
    transfer(table, log, face, LOOSE, patron, count, rule, LOCKED_DIE)


@compiled
def rematch(table, rules, log, face, source, patron):
    """Move a locked die, or pair, to another patron (rule door.reassign)."""
    count = 1
    if face == PURPLE and rules.patron_class[patron] != CELEBRITY:
        count = rules.door_purple_needed
    transfer(table, log, face, source, patron, count, REASSIGN, LOCKED_DIE)
    table.moves_left -= 1


@compiled
def discard_die(table, log, face):
    """Discard a loose die for a reroll (rule door.reroll)."""
    transfer(table, log, face, LOOSE, DISCARDED, 1, REROLL_RULE, DISCARDED_DIE)


@compiled
def take_back_unfinished(table, rules, log):
    """Take dice back from Celebrities who did not get all of theirs."""
    for die in range(table.dice_n):
        patron = table.dice_on[die]
        if patron >= 0 and rules.patron_class[patron] == CELEBRITY:
            if dice_on(table, patron) < rules.patron_stars[patron]:
                table.dice_on[die] = LOOSE
                emit(log, DIE, CELEBRITY_DICE, table.dice_face[die], patron, TAKEN_BACK, 0, 0)
