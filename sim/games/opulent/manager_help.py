"""The Manager's help at the door and at the bar, with the same dice and the same rules."""

from __future__ import annotations

from sim.games.opulent.bar_actions import bar_actions
from sim.games.opulent.door_dice import roll_and_lock
from sim.games.opulent.door_line import settle_line
from sim.games.opulent.doorman import admit_locked, dice_in_pool
from sim.games.opulent.drinks import prepare_drinks
from sim.games.opulent.names import MANAGER, ids
from sim.jit import compiled

DOOR_HELP_RULE = ids.rule("manager.door_help")
BAR_HELP_RULE = ids.rule("manager.bar_help")


@compiled
def door_help(table, hidden, rules, team, log, actions):
    """Work the door with two dice an action, rolled together (rule manager.door_help).

    Skips apply, waiting does not; a Celebrity let in now may be escorted until the end of the next Manager turn.
    """
    dice = min(actions * rules.manager_door_dice, dice_in_pool(table, rules))
    roll_and_lock(table, hidden, rules, team, log, MANAGER, dice, 0)
    admit_locked(table, hidden, rules, team, log, table.rounds + 1, 0)
    settle_line(table, hidden, rules, team, log, True)


@compiled
def bar_help(table, hidden, rules, team, log, actions):
    """Work the bar with one die an action (rule manager.bar_help); waiting costs nothing, Stanley is not served."""
    table.bar_dice = actions * rules.manager_bar_dice
    bar_actions(table, hidden, rules, team, log, MANAGER)
    prepare_drinks(table, hidden, rules, team, log, MANAGER)
    for i in range(table.bar_n):
        table.served[table.bar[i]] = 0
