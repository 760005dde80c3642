"""How the team works the door: whom to admit, with which dice, and whom to cheer up first."""

from __future__ import annotations

from policies.opulent._choices import find
from policies.opulent._weights import position
from sim.games.opulent.door_dice import LOOSE, dice_on, loose_in_all, loose_of
from sim.games.opulent.door_line import line_capacity
from sim.games.opulent.names import (
    ARISTOCRAT,
    CELEBRITY,
    COLLINS,
    FREE_REROLL,
    LOCK_DIE,
    MOVE_DIE,
    PLAIN_DOORMAN,
    PURPLE,
    REROLL,
    YELLOW,
)
from sim.games.opulent.nickels import ordinary, room
from sim.games.opulent.staff import RELEASE, SET_ASIDE
from sim.jit import compiled

KEEP = position("door_keep")
KEEP_EACH = position("door_keep_each")
YELLOW_MOST = position("yellow_most")
CELEBRITY_FROM = position("celebrity_from")
CUT_OFF_DICE = position("cut_off_dice")

# what the Doorman remembers
TURN_NOTED, DICE_SPENT, CUT_OFFS, CUT_OFFS_NEXT, TURN_OF_CUT_OFFS = 0, 1, 2, 3, 4


@compiled
def choose_lock(table, rules, choices, n, weights):
    """Lock from the front of the line: colours first, then purple pairs, then yellow; reroll while somebody waits."""
    colour, purple, yellow = front_locks(table, rules, choices, n)
    if colour >= 0:
        return colour
    at = better_match(table, rules, choices, n)
    if at >= 0:
        return at
    if purple >= 0:
        return purple
    if yellow >= 0 and table.yellow_out + locked_yellow(table, rules) < weights[YELLOW_MOST]:
        return yellow
    if somebody_waits(table, rules):
        at = find(choices, n, FREE_REROLL)
        if at < 0:
            at = find(choices, n, REROLL)
        if at >= 0:
            return at
    if yellow >= 0:
        return yellow
    return max(0, celebrity_lock(table, rules, choices, n, weights))


@compiled
def front_locks(table, rules, choices, n):
    """Return the locks with a colour, with purple, with yellow that admit the ordinary patron furthest in front, or -1.

    With a colour for the very first in line nothing else is looked for.
    """
    colour, purple, yellow = -1, -1, -1
    colour_place, purple_place, yellow_place = table.line_n, table.line_n, table.line_n
    for i in range(n):
        if choices[i, 0] == LOCK_DIE and ordinary(rules, choices[i, 2]):
            face, place = choices[i, 1], place_in_line(table, choices[i, 2])
            if face <= ARISTOCRAT:
                if place < colour_place:
                    colour, colour_place = i, place
                    if place == 0:
                        break
            elif face == PURPLE:
                if place < purple_place:
                    purple, purple_place = i, place
            elif face == YELLOW and place < yellow_place:
                yellow, yellow_place = i, place
    return colour, purple, yellow


@compiled
def place_in_line(table, patron):
    """Return how many stand in front of a patron in line."""
    for place in range(table.line_n):
        if table.line[place] == patron:
            return place
    return table.line_n


@compiled
def better_match(table, rules, choices, n):
    """Return a re-match that frees a wild die for somebody else because its patron's own colour has come up, or -1."""
    for i in range(n):
        if choices[i, 0] == MOVE_DIE and choices[i, 1] >= PURPLE:
            source = choices[i, 3]
            if ordinary(rules, source) and ordinary(rules, choices[i, 2]):
                if loose_of(table, rules.patron_class[source]) > 0:
                    return i
    return -1


@compiled
def locked_yellow(table, rules):
    """Return the yellow dice locked on ordinary patrons this turn."""
    count = 0
    for die in range(table.dice_n):
        if table.dice_face[die] == YELLOW and table.dice_on[die] > LOOSE:
            if ordinary(rules, table.dice_on[die]):
                count += 1
    return count


@compiled
def somebody_waits(table, rules):
    """Return whether an ordinary patron in line has no die yet."""
    for i in range(table.line_n):
        if ordinary(rules, table.line[i]) and dice_on(table, table.line[i]) == 0:
            return True
    return False


@compiled
def celebrity_lock(table, rules, choices, n, weights):
    """Return a die for a Celebrity, or -1: only when the VIP room is free and no patron needs the dice any more."""
    if table.vip_n > 0 or table.centre_n > 0 or table.last_call > 0:
        return -1
    for i in range(n):
        if choices[i, 0] == LOCK_DIE and rules.patron_class[choices[i, 2]] == CELEBRITY:
            stars = rules.patron_stars[choices[i, 2]]
            if stars >= weights[CELEBRITY_FROM] and stars - dice_on(table, choices[i, 2]) <= loose_in_all(table):
                return i
    return -1


# --- schmoozing ------------------------------------------------------------------------------------------------------


@compiled
def note_turn(table, memory):
    """Begin a Doorman turn in his memory: dice spent so far, and those that cut-offs cost."""
    if memory[TURN_NOTED] != table.rounds + 1:
        memory[TURN_NOTED] = table.rounds + 1
        memory[DICE_SPENT] = 0
        memory[CUT_OFFS] = memory[CUT_OFFS_NEXT] if memory[TURN_OF_CUT_OFFS] == table.rounds else 0


@compiled
def dice_left(table, rules, memory):
    """Return the Doorman dice still to be rolled or spent."""
    pool = rules.door_dice + table.staff[PLAIN_DOORMAN] - table.yellow_out
    return pool - memory[CUT_OFFS] - memory[DICE_SPENT]


@compiled
def count_ordinary(table, rules):
    """Return the ordinary patrons in line."""
    count = 0
    for i in range(table.line_n):
        if ordinary(rules, table.line[i]):
            count += 1
    return count


@compiled
def choose_schmooze(table, rules, choices, n, weights, memory):
    """Spend dice that the line does not need on whoever has lost most; keep the rest for the door."""
    note_turn(table, memory)
    best, best_room = -1, 0
    total = 0
    for i in range(n):
        if choices[i, 0] >= 0:
            space = min(rules.door_schmooze_nickels, room(table, rules, choices[i, 0]))
            total += space
            if space > best_room:
                best, best_room = i, space
    if best < 0:
        return 0
    if choices[0, 0] >= 0:
        return best
    keep = weights[KEEP] + weights[KEEP_EACH] * count_ordinary(table, rules)
    if total >= rules.door_schmooze_nickels and dice_left(table, rules, memory) - 1 >= keep:
        memory[DICE_SPENT] += 1
        return best
    return 0


@compiled
def choose_cut_off(table, rules, choices, n, weights, memory):
    """Cut a patron off when the line is short, or nobody will come to it any more."""
    pool = rules.door_dice + table.staff[PLAIN_DOORMAN] - table.yellow_out - table.cut_offs - rules.door_cut_off_dice
    if n > 1 and (pool >= weights[CUT_OFF_DICE] or (table.deck_n == 0 and table.line_n == 0)):
        memory[TURN_OF_CUT_OFFS] = table.rounds + 1
        memory[CUT_OFFS_NEXT] = table.cut_offs + rules.door_cut_off_dice
        return 1
    return 0


@compiled
def poor_in_line(table, rules):
    """Return the ordinary patrons in line who have too few nickels to enter the hard way (1922)."""
    count = 0
    for i in range(table.line_n):
        if ordinary(rules, table.line[i]) and table.nickels[table.line[i]] < rules.tuckers_hard_nickels:
            count += 1
    return count


@compiled
def choose_maitre_d(table, rules, choices, n):
    """Hold Frank Collins, and release him when there is no room for him outside any more (the Doorman's game tip)."""
    for i in range(1, n):
        if choices[i, 0] == SET_ASIDE and choices[i, 1] == COLLINS:
            return i
        full = table.line_n >= line_capacity(table, rules) and table.overflow_n >= rules.door_overflow_capacity
        if choices[i, 0] == RELEASE and full:
            return i
    return 0
