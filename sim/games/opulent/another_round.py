"""After the preparation roll: failures, the colour die, another round, cut-offs, who moves on, who was skipped."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent import y1927
from sim.games.opulent.band_cards import section_served
from sim.games.opulent.bar_losses import lose_at_bar
from sim.games.opulent.club import discard, go_to, next_station, put
from sim.games.opulent.contracts import change_stock
from sim.games.opulent.door_line import arrive
from sim.games.opulent.doorman import dice_in_pool
from sim.games.opulent.names import (
    A_SPECIAL,
    A_WATERED_LIQUOR,
    A_WATERED_MIXED,
    AT_BAR,
    CELEBRITY,
    COLOUR_DIE,
    CUT_OFF_DIE,
    DOOR,
    EDWARDS,
    FACT,
    IRISH,
    ITALIAN,
    NO_DRINK,
    OUT_BAR_SKIP,
    OUT_CUT_OFF,
    OUT_FAILED,
    OUT_WATERED,
    PURPLE,
    SECTIONS,
    SPECIAL,
    YELLOW,
    ids,
)
from sim.games.opulent.nickels import ordinary, take_nickels
from sim.games.opulent.rolls import roll_face
from sim.jit import compiled
from sim.trace import emit

FAILED_RULE = ids.rule("bar.failed")
ANOTHER_ROUND = ids.rule("bar.another_round")
SHIPMENT = ids.rule("bar.shipment")
FOUND_OUT = ids.rule("bar.found_out")
LEAVE = ids.rule("bar.leave")
SKIP = ids.rule("bar.skip")
CUT_OFF_RULE = ids.rule("door.cut_off")
CUT_OFF = ids.decision("cut_off")

NOT_TRIED, SERVED, FAILED = 0, 1, 2
EDWARDS_SERVED = 2
NOBODY = -1


@compiled
def after_the_roll(table, hidden, rules, team, log, seat):
    """Resolve a preparation whose successes are known, in the order of ruling D1."""
    count_skips(table, rules)
    special_arrivals(table, hidden, rules, team, log)
    failures(table, rules, log)
    somebody_served = serve_sections_and_edwards(table, hidden, rules, log)
    for i in range(table.bar_n):
        if table.served[table.bar[i]] == SERVED:
            somebody_served = True
    if somebody_served:
        face = roll_face(hidden, rules, log, COLOUR_DIE, ANOTHER_ROUND)
        emit(log, FACT, ANOTHER_ROUND, face, 0, 0, 0, 0)
        shipment(table, rules, log, face)
        if rules.bar_another_round != 0:
            watered_found_out(table, rules, log, face)
            mark_staying(table, rules, face)
            cut_offs(table, hidden, rules, team, log)
        stayers_to_the_back(table, log)
        served_move_on(table, hidden, rules, log)
    take_skips(table, rules, log)


@compiled
def count_skips(table, rules):
    """Count for each patron not tried how many ordinary patrons behind him were served (rule bar.skip)."""
    for i in range(table.bar_n):
        table.skipped[table.bar[i]] = 0
    for i in range(table.bar_n):
        server = table.bar[i]
        if table.served[server] == SERVED and ordinary(rules, server):
            for j in range(i):
                passed = table.bar[j]
                if table.drink[passed] == NO_DRINK and ordinary(rules, passed) and not barred(table, rules, passed):
                    table.skipped[passed] += 1


@compiled
def barred(table, rules, patron):
    """Return whether the film set keeps a patron at the bar, so that nobody can skip him (rule y1927.blocked)."""
    return y1927.on_set(table, rules, patron, next_station(table, rules, patron, AT_BAR))


@compiled
def special_arrivals(table, hidden, rules, team, log):
    """Let two patrons come to the door for each special drink, served or not (rule bar.special)."""
    specials = 0
    for i in range(table.bar_n):
        if table.drink[table.bar[i]] == A_SPECIAL:
            specials += 1
    for section in range(SECTIONS):
        if abs(table.section_drink[section]) == A_SPECIAL:
            specials += 1
    for _ in range(specials * rules.bar_special_patrons):
        arrive(table, hidden, rules, team, log)


@compiled
def failures(table, rules, log):
    """Take a nickel for each failed drink (rule bar.failed)."""
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        if table.served[patron] == FAILED and patron != table.shielded:
            lose_at_bar(table, log, patron, rules.bar_failed_penalty, OUT_FAILED, FAILED_RULE)
        if i < table.bar_n and table.bar[i] == patron:
            i += 1


@compiled
def serve_sections_and_edwards(table, hidden, rules, log):
    """Send served Band sections back to the stage, give Stanley his nickel; return whether Stanley was served."""
    for section in range(SECTIONS):
        if table.section_drink[section] < 0:
            section_served(table, hidden, log, section)
        table.section_drink[section] = NO_DRINK
    if table.served[EDWARDS] != SERVED:
        return False
    table.edwards_drink = EDWARDS_SERVED
    table.edwards_nickels += 1
    if table.edwards_nickels >= rules.bar_edwards_limit:
        table.edwards_asleep = 1
    return True


# --- the colour die --------------------------------------------------------------------------------------------------


@compiled
def shipment(table, rules, log, face):
    """Receive a special shipment if the colour is the contract's and no special drink is left (rule bar.shipment)."""
    sent = (face == YELLOW and table.contract == IRISH) or (face == PURPLE and table.contract == ITALIAN)
    if sent and table.stock[SPECIAL] == 0 and rules.bar_special_tokens > 0:
        emit(log, FACT, SHIPMENT, rules.bar_special_tokens, 0, 0, 0, 0)
        change_stock(table, log, SPECIAL, rules.bar_special_tokens, SHIPMENT)


@compiled
def colour_matches(rules, patron, face):
    """Return whether a face is a patron's colour; yellow is the Celebrities'."""
    if rules.patron_class[patron] == CELEBRITY:
        return face == YELLOW
    return ordinary(rules, patron) and face == rules.patron_class[patron]


@compiled
def watered_found_out(table, rules, log, face):
    """Discard served patrons who find their drink watered; everybody else at the bar minds (rule bar.found_out)."""
    caught = 0
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        drink = table.drink[patron]
        watered = drink == A_WATERED_LIQUOR or drink == A_WATERED_MIXED
        if table.served[patron] == SERVED and watered and colour_matches(rules, patron, face):
            discard(table, log, patron, OUT_WATERED, FOUND_OUT)
            caught += 1
        else:
            i += 1
    for _ in range(caught):
        i = 0
        while i < table.bar_n:
            patron = table.bar[i]
            lose_at_bar(table, log, patron, rules.bar_found_out_penalty, OUT_WATERED, FOUND_OUT)
            if i < table.bar_n and table.bar[i] == patron:
                i += 1


@compiled
def mark_staying(table, rules, face):
    """Mark the served patrons who stay for another round (rule bar.another_round)."""
    for i in range(table.bar_n):
        patron = table.bar[i]
        if table.served[patron] == SERVED and colour_matches(rules, patron, face):
            table.staying[patron] = 1


@compiled
def cut_offs(table, hidden, rules, team, log):
    """Let the Doorman cut off patrons who stay, for dice of his next turn (rule door.cut_off)."""
    while dice_in_pool(table, rules) - table.cut_offs - table.door_dice_less >= rules.door_cut_off_dice:
        no_choices(team)
        offer(team, NOBODY, 0, 0, 0)
        for i in range(table.bar_n):
            patron = table.bar[i]
            if table.staying[patron] != 0 and table.served[patron] == SERVED:
                offer(team, patron, 0, 0, 0)
        patron = team.choices[ask(CUT_OFF, DOOR, table, hidden, rules, team, log), 0]
        if patron < 0:
            return
        table.cut_offs += rules.door_cut_off_dice
        table.staying[patron] = 0
        face = roll_face(hidden, rules, log, CUT_OFF_DIE, CUT_OFF_RULE)
        agitated = colour_matches(rules, patron, face)
        emit(log, FACT, CUT_OFF_RULE, patron, face, 1 if agitated else 0, 0, 0)
        if agitated:
            take_nickels(table, log, patron, rules.door_cut_off_penalty, OUT_CUT_OFF, CUT_OFF_RULE)


# --- moving on -------------------------------------------------------------------------------------------------------


@compiled
def stayers_to_the_back(table, log):
    """Move patrons who stay for another round to the back, in their order (rule bar.another_round)."""
    for _ in range(table.bar_n):
        for i in range(table.bar_n):
            # the first one still marked as served goes to the back and loses the mark
            patron = table.bar[i]
            if table.staying[patron] != 0 and table.served[patron] == SERVED:
                table.served[patron] = NOT_TRIED
                put(table, log, patron, AT_BAR, ANOTHER_ROUND)
                break


@compiled
def served_move_on(table, hidden, rules, log):
    """Let served patrons go on to the dance floor or out, in queue order (rule bar.leave)."""
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        if table.served[patron] == SERVED:
            table.served[patron] = NOT_TRIED
            go_to(table, hidden, rules, log, patron, next_station(table, rules, patron, AT_BAR), LEAVE)
        else:
            i += 1


@compiled
def take_skips(table, rules, log):
    """Step 4: take a nickel for each time a patron was skipped (rule bar.skip)."""
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        if patron != table.shielded:
            for _ in range(table.skipped[patron]):
                if table.place[patron] == AT_BAR:
                    lose_at_bar(table, log, patron, rules.bar_skip_penalty, OUT_BAR_SKIP, SKIP)
        if i < table.bar_n and table.bar[i] == patron:
            i += 1
