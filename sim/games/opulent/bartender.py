"""The Bartender: arrivals and gifts, bar actions, drinks, and who is left waiting."""

from __future__ import annotations

from sim.games.opulent import staff, y1921, y1922, y1923, y1924
from sim.games.opulent.bar_actions import bar_actions, gifts_at_bar
from sim.games.opulent.bar_losses import lose_at_bar
from sim.games.opulent.club import discard
from sim.games.opulent.drinks import prepare_drinks
from sim.games.opulent.names import (
    BAR,
    CELEBRITY,
    OUT_BAR_WAIT,
    OUT_TIRADE,
    OUT_UNSERVED,
    TURN,
    ids,
)
from sim.games.opulent.nickels import ordinary
from sim.jit import compiled
from sim.trace import emit

WAIT = ids.rule("bar.wait")
EDWARDS_RULE = ids.rule("bar.edwards")
CELEBRITY_RULE = ids.rule("bar.celebrity")
NOBODY = -1
SERVED_EDWARDS = 2


@compiled
def bartender_turn(table, hidden, rules, team, log):
    """Play the Bartender's turn, Steps 1 to 5."""
    emit(log, TURN, 0, BAR, table.rounds, 0, 0, 0)
    y1922.announce(table, hidden, rules, team, log, BAR, True)
    y1923.argue(table, hidden, rules, team, log, BAR)
    edwards_orders(table, rules)
    dice = max(0, rules.bar_dice - table.bar_dice_less)
    table.bar_dice_less = 0
    dice = y1924.refreshments(table, hidden, rules, team, log, dice)
    gifts_at_bar(table, hidden, rules, team, log)
    dice -= y1921.look_for_clues(table, hidden, rules, team, log, BAR, dice)
    staff.cigarette_girl(table, hidden, rules, team, log)
    table.bar_dice = dice
    bar_actions(table, hidden, rules, team, log, BAR)
    prepare_drinks(table, hidden, rules, team, log, BAR)
    tirade(table, rules, log)
    wait_at_bar(table, rules, log)
    unserved_celebrities(table, log, rules)
    table.shielded = NOBODY
    y1922.end_of_turn(table, hidden, rules, log)


@compiled
def edwards_orders(table, rules):
    """Note whether Stanley Edwards orders a drink; asleep he sobers up instead (rule bar.edwards_sleep)."""
    table.edwards_drink = 0
    table.edwards_orders = 1 if table.edwards != 0 and table.edwards_asleep == 0 else 0
    if table.edwards_asleep != 0:
        table.edwards_nickels = max(0, table.edwards_nickels - rules.bar_edwards_sobers)
        if table.edwards_nickels == 0:
            table.edwards_asleep = 0


@compiled
def tirade(table, rules, log):
    """Let Stanley insult everybody if he ordered and was not served (rule bar.edwards)."""
    if table.edwards_orders == 0 or table.edwards_drink == SERVED_EDWARDS:
        return
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        lose_at_bar(table, log, patron, rules.bar_tirade_penalty, OUT_TIRADE, EDWARDS_RULE)
        if i < table.bar_n and table.bar[i] == patron:
            i += 1


@compiled
def wait_at_bar(table, rules, log):
    """Step 5: everybody at the bar who is not staying for another round loses a nickel (rule bar.wait)."""
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        if waits(table, rules, patron):
            lose_at_bar(table, log, patron, rules.bar_wait_penalty, OUT_BAR_WAIT, WAIT)
        if i < table.bar_n and table.bar[i] == patron:
            i += 1
    for i in range(table.bar_n):
        table.served[table.bar[i]] = 0


@compiled
def waits(table, rules, patron):
    """Return whether waiting costs a patron; a failed drink does too unless ``bar.failed_waits_too`` is off."""
    if not ordinary(rules, patron) or table.staying[patron] != 0 or patron == table.shielded:
        return False
    return table.served[patron] == 0 or rules.bar_failed_waits_too != 0


@compiled
def unserved_celebrities(table, log, rules):
    """Let Celebrities leave who were not served this turn (rule bar.celebrity)."""
    i = 0
    while i < table.bar_n:
        patron = table.bar[i]
        if rules.patron_class[patron] == CELEBRITY and table.staying[patron] == 0:
            discard(table, log, patron, OUT_UNSERVED, CELEBRITY_RULE)
        else:
            i += 1
