"""Nickels given on the dance floor: for unison and melodies, and by Celebrities."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.opulent.names import BAND, FACT, IN_GIFT, ids
from sim.games.opulent.nickels import add_nickels, room
from sim.jit import compiled
from sim.trace import emit

GIFT = ids.rule("vip.gift")
GIVE_FLOOR = ids.decision("give_floor")


@compiled
def give_on_floor(table, hidden, rules, team, log, count, cause, rule):
    """Place nickels on dancers, one at a time, as the Band chooses; those without room are lost."""
    table.to_give = count
    while table.to_give > 0:
        no_choices(team)
        for i in range(table.floor_n):
            if room(table, rules, table.floor[i]) > 0:
                offer(team, table.floor[i], 0, 0, 0)
        if team.n == 0:
            table.to_give = 0
            return
        patron = team.choices[ask(GIVE_FLOOR, BAND, table, hidden, rules, team, log), 0]
        add_nickels(table, log, patron, 1, cause, rule)
        table.to_give -= 1


@compiled
def gifts_on_floor(table, hidden, rules, team, log):
    """Let Celebrities who just came to the dance floor share their good mood (rule vip.gift)."""
    for i in range(table.floor_n):
        celebrity = table.floor[i]
        if table.gift[celebrity] != 0:
            table.gift[celebrity] = 0
            emit(log, FACT, GIFT, celebrity, table.nickels[celebrity], 0, 0, 0)
            give_on_floor(table, hidden, rules, team, log, table.nickels[celebrity], IN_GIFT, GIFT)
