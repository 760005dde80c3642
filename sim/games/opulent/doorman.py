"""The Doorman: arrivals, schmoozing, dice, who gets in, who is skipped and who waits."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import staff, y1921, y1922, y1923, y1927
from sim.games.opulent.club import discard, first_station, put
from sim.games.opulent.door_dice import dice_on, roll_and_lock
from sim.games.opulent.door_line import arrive, enter_club, settle_line
from sim.games.opulent.names import (
    CELEBRITY,
    DOOR,
    DOORMAN_ASSISTANT,
    FACT,
    GONE,
    IN_SCHMOOZE_DOOR,
    LINE,
    ORNATE_DOOR,
    OUT_DOOR_SKIP,
    OUT_DOOR_WAIT,
    PLAIN_DOORMAN,
    TURN,
    YELLOW,
    ids,
)
from sim.games.opulent.nickels import add_nickels, ordinary, room, take_nickels
from sim.jit import compiled
from sim.trace import emit

SCHMOOZE = ids.rule("door.schmooze")
ADMIT = ids.rule("door.admit")
SKIP = ids.rule("door.skip")
WAIT = ids.rule("door.wait")
ZERO = ids.rule("door.zero")
CELEBRITY_LINE = ids.rule("door.celebrity_line")
SCHMOOZE_DOOR = ids.decision("schmooze_door")

LEAVES, NEXT_PENALTY = 0, 1  # positions among the choices of door.at_zero; the third is "stays"


@compiled
def doorman_turn(table, hidden, rules, team, log):
    """Play the Doorman's turn, Steps 1 to 5."""
    emit(log, TURN, 0, DOOR, table.rounds, 0, 0, 0)
    y1922.announce(table, hidden, rules, team, log, DOOR, True)
    if y1923.argue(table, hidden, rules, team, log, DOOR):
        settle_line(table, hidden, rules, team, log, True)
    patrons_arrive(table, hidden, rules, team, log)
    staff.maitre_d(table, hidden, rules, team, log)
    table.dice_left = dice_this_turn(table, rules)
    table.dice_left -= y1921.look_for_clues(table, hidden, rules, team, log, DOOR, table.dice_left)
    schmooze(table, hidden, rules, team, log)
    free_rerolls = table.staff[DOORMAN_ASSISTANT] * rules.staff_assistant_rerolls
    roll_and_lock(table, hidden, rules, team, log, DOOR, table.dice_left, free_rerolls)
    admit_locked(table, hidden, rules, team, log, table.rounds, free_skips_at_the_door(table, rules))
    settle_line(table, hidden, rules, team, log, False)
    wait_in_line(table, rules, log)
    settle_line(table, hidden, rules, team, log, True)
    y1922.end_of_turn(table, hidden, rules, log)


@compiled
def patrons_arrive(table, hidden, rules, team, log):
    """Step 1: as many patrons arrive as the last event card shows fedoras (rule door.arrive)."""
    arriving = table.fedoras
    table.fedoras = 0
    for _ in range(arriving):
        arrive(table, hidden, rules, team, log)


@compiled
def dice_in_pool(table, rules):
    """Return the Doorman dice that are not out on patrons (rule door.yellow)."""
    return max(0, rules.door_dice + table.staff[PLAIN_DOORMAN] - table.yellow_out)


@compiled
def dice_this_turn(table, rules):
    """Return the dice of this Doorman turn: the pool less those spent on cut-offs and by events."""
    dice = dice_in_pool(table, rules) - table.cut_offs - table.door_dice_less
    table.cut_offs = 0
    table.door_dice_less = 0
    return max(0, dice)


# --- Step 2 ----------------------------------------------------------------------------------------------------------


@compiled
def schmooze(table, hidden, rules, team, log):
    """Step 2: discard dice for nickels in line, before the roll (rule door.schmooze)."""
    while table.dice_left > 0 and rules.door_schmooze_nickels > 0:
        no_choices(team)
        offer(team, -1, 0, 0, 0)
        list_room_in_line(table, rules, team, 1)
        patron = team.choices[ask(SCHMOOZE_DOOR, DOOR, table, hidden, rules, team, log), 0]
        if patron < 0:
            break
        table.dice_left -= 1
        emit(log, FACT, SCHMOOZE, table.dice_left, 0, 0, 0, 0)
        add_nickels(table, log, patron, 1, IN_SCHMOOZE_DOOR, SCHMOOZE)
        for nickel in range(2, rules.door_schmooze_nickels + 1):
            no_choices(team)
            list_room_in_line(table, rules, team, nickel)
            if team.n > 0:
                patron = team.choices[ask(SCHMOOZE_DOOR, DOOR, table, hidden, rules, team, log), 0]
                add_nickels(table, log, patron, 1, IN_SCHMOOZE_DOOR, SCHMOOZE)


@compiled
def list_room_in_line(table, rules, team, nickel):
    """Offer every patron in line who can take a nickel."""
    for i in range(table.line_n):
        if room(table, rules, table.line[i]) > 0:
            offer(team, table.line[i], nickel, 0, 0)


# --- Step 4 ----------------------------------------------------------------------------------------------------------


@compiled
def admit_locked(table, hidden, rules, team, log, leaves_centre, free_skips):
    """Step 4: locked patrons enter; who is overtaken loses nickels first (rules door.admit, door.skip).

    ``leaves_centre`` is the round at whose end an admitted Celebrity leaves the centre again; the first ``free_skips``
    skips cost nothing.
    """
    mark_entering(table, rules)
    count_skips(table, rules, free_skips)
    i = 0
    while i < table.line_n:
        patron = table.line[i]
        penalise_in_line(table, rules, log, patron, table.skipped[patron], rules.door_skip_penalty)
        if i < table.line_n and table.line[i] == patron:
            i += 1
    admitted = True
    while admitted:
        admitted = False
        for i in range(table.line_n):
            patron = table.line[i]
            if table.entering[patron] != 0:
                table.entering[patron] = 0
                keep_yellow(table, rules, patron)
                table.leaves_centre[patron] = leaves_centre
                enter_club(table, hidden, rules, team, log, patron, ADMIT)
                admitted = True
                break
    table.dice_n = 0


@compiled
def free_skips_at_the_door(table, rules):
    """Return the skips of a Doorman turn that cost nothing (rule upgrade.ornate_door)."""
    return table.owned[ORNATE_DOOR] * rules.upgrade_ornate_free_skips


@compiled
def mark_entering(table, rules):
    """Note who has the dice it takes to enter."""
    for i in range(table.line_n):
        patron = table.line[i]
        needed = rules.patron_stars[patron] if rules.patron_class[patron] == CELEBRITY else 1
        table.entering[patron] = 1 if dice_on(table, patron) >= needed else 0


@compiled
def count_skips(table, rules, free):
    """Count how often each patron in line is overtaken by an ordinary patron who enters.

    A Mobster barred by the film set is not skipped. The first ``free`` skips are forgiven, in the order of those who
    enter, and for each from the front of the line.
    """
    for i in range(table.line_n):
        table.skipped[table.line[i]] = 0
    for i in range(table.line_n):
        entering = table.line[i]
        if table.entering[entering] == 0 or not ordinary(rules, entering):
            continue
        for j in range(i):
            passed = table.line[j]
            if table.entering[passed] == 0 and ordinary(rules, passed) and not barred(table, rules, passed):
                if free > 0:
                    free -= 1
                else:
                    table.skipped[passed] += 1


@compiled
def barred(table, rules, patron):
    """Return whether the film set keeps a patron from his first station (rule y1927.blocked)."""
    return y1927.on_set(table, rules, patron, first_station(table, rules, patron))


@compiled
def keep_yellow(table, rules, patron):
    """Leave a yellow die on the patron it let in; all other dice come back (rule door.yellow)."""
    if not ordinary(rules, patron):
        return
    for die in range(table.dice_n):
        if table.dice_on[die] == patron and table.dice_face[die] == YELLOW:
            table.yellow[patron] = 1
            table.yellow_out += 1


@compiled
def penalise_in_line(table, rules, log, patron, times, penalty):
    """Take a penalty several times from a patron skipped in line (rules door.skip, door.zero)."""
    for _ in range(times):
        if table.place[patron] == LINE:
            lose_in_line(table, rules, log, patron, penalty, OUT_DOOR_SKIP, SKIP)


@compiled
def lose_in_line(table, rules, log, patron, count, cause, rule):
    """Take nickels from a patron in line, who leaves with none left (rule door.zero)."""
    had = table.nickels[patron]
    if count == 0:
        return
    take_nickels(table, log, patron, count, cause, rule)
    gone = table.nickels[patron] == 0 and rules.door_at_zero == LEAVES
    gone = gone or (had == 0 and rules.door_at_zero == NEXT_PENALTY)
    if gone:
        discard(table, log, patron, cause, ZERO)


# --- Step 5 ----------------------------------------------------------------------------------------------------------


@compiled
def wait_in_line(table, rules, log):
    """Step 5: everybody still in line loses a nickel, Celebrities leave (rules door.wait, door.celebrity_line)."""
    i = 0
    while i < table.line_n:
        patron = table.line[i]
        if rules.patron_class[patron] == CELEBRITY:
            put(table, log, patron, GONE, CELEBRITY_LINE)
        elif ordinary(rules, patron):
            lose_in_line(table, rules, log, patron, rules.door_wait_penalty, OUT_DOOR_WAIT, WAIT)
        if i < table.line_n and table.line[i] == patron:
            i += 1
