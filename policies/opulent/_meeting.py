"""The election meeting of 1924: who is still needed, and whether it can still take place."""

from __future__ import annotations

from sim.games.opulent.club import next_station
from sim.games.opulent.names import GONE, POLITICIAN
from sim.games.opulent.y1924 import gathering, present, row_of
from sim.jit import compiled


@compiled
def politicians_in_sight(table, rules):
    """Return the Politicians in the meeting room, on the dance floor, at the bar and in line."""
    count = present(table, rules)
    for i in range(table.floor_n):
        count += rules.patron_class[table.floor[i]] == POLITICIAN
    for i in range(table.bar_n):
        count += rules.patron_class[table.bar[i]] == POLITICIAN
    for i in range(table.line_n):
        count += rules.patron_class[table.line[i]] == POLITICIAN
    return count


@compiled
def meeting_possible(table, rules):
    """Return whether the meeting is still to be held and enough Politicians can still come."""
    if not gathering(table, rules):
        return False
    return table.deck_n > 0 or politicians_in_sight(table, rules) >= rules.meeting_politicians


@compiled
def is_wanted(table, rules, patron, station):
    """Return whether a patron at a station is a Politician whom the meeting needs and who is about to leave."""
    if rules.meeting_active == 0 or rules.patron_class[patron] != POLITICIAN:
        return False
    return gathering(table, rules) and next_station(table, rules, patron, station) == GONE


@compiled
def beer_for_meeting(table, rules):
    """Return the beer the meeting room will ask for next turn."""
    if rules.meeting_active == 0:
        return 0
    row = row_of(rules, present(table, rules))
    return rules.meeting_beer[row] if row >= 0 else 0
