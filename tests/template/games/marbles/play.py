"""A game of Marbles: a few rounds, each seat rolls as long as it dares; most marbles win."""

from sim.decisions import ask, no_choices, offer, turn_begins
from sim.jit import compiled
from sim.streams import below
from sim.trace import GAME_KINDS, emit

PLAYING, SHARED, ERROR = 0, 4, 5
ROLL = 0
BAGS = 3
DEALT, CLOCKWISE = 1, 0
ROLLED = GAME_KINDS


@compiled
def setup(table, hidden, rules, team, log):
    """Seat the players; the first one begins with a head start if the rules give one."""
    table.players = rules.players
    table.points[0] = rules.head_start
    for seat in range(table.players):
        table.bag[seat] = 1
        if rules.bags == DEALT:
            table.bag[seat] = 1 + below(hidden.streams[BAGS], 3)
            table.points[seat] += rules.bag_marbles[table.bag[seat] - 1]


@compiled
def play_from(table, hidden, rules, team, log, turns):
    """Play from the beginning of the turn of ``table.phase``."""
    while table.outcome == PLAYING and turns != 0 and team.error == 0:
        turn_begins(table, hidden, team)
        roll(table, hidden, rules, team, log)
        table.turn += 1
        if table.turn % table.players == 0 and rules.start == CLOCKWISE:
            table.start = (table.start + 1) % table.players
        table.phase = (table.start + table.turn) % table.players
        if table.turn >= rules.rounds * table.players:
            table.outcome = winner(table) + 1
        turns -= 1
    if team.error != 0:
        table.outcome = ERROR


@compiled
def roll(table, hidden, rules, team, log):
    """Rule turn.roll."""
    seat = table.phase
    table.hand = 0
    while True:
        no_choices(team)
        offer(team, 0)
        offer(team, 1)
        if ask(ROLL, seat, table, hidden, rules, team, log) == 0:
            break
        pips = 1 + below(hidden.streams[seat], 6)
        emit(log, ROLLED, 1, pips, 0, 0, 0, 0)
        table.rolls[seat] += 1
        table.hand += pips
        if pips <= rules.slip:
            table.spilled[seat] += table.hand
            table.hand = 0
            break
    table.points[seat] += table.hand


@compiled
def winner(table):
    """Return the seat with the most marbles, or the code of a shared victory (rule end.most)."""
    best, count = 0, 0
    for seat in range(table.players):
        if table.points[seat] > table.points[best]:
            best = seat
    for seat in range(table.players):
        if table.points[seat] == table.points[best]:
            count += 1
    return best if count == 1 else SHARED - 1


@compiled
def store(table, hidden, rules, team, row):
    """Fill the stored columns."""
    row.outcome = table.outcome - 1
    row.turns = table.turn
    row.points_red = table.points[0]
    row.points_blue = table.points[1]
    row.points_green = table.points[2]
    row.rolls_red = table.rolls[0]
    row.rolls_blue = table.rolls[1]
    row.rolls_green = table.rolls[2]
    victory = winner(table)
    row.victory_red = part_of(table, victory, 0)
    row.victory_blue = part_of(table, victory, 1)
    row.victory_green = part_of(table, victory, 2)
    row.bag_red = table.bag[0]
    row.bag_blue = table.bag[1]
    row.bag_green = table.bag[2]
    row.decisions = team.asked


@compiled
def part_of(table, victory, seat):
    """Return the twelfths of the victory that belong to a seat (rule end.most)."""
    if victory < SHARED - 1:
        return 12 if victory == seat else 0
    most = max(table.points[0], table.points[1], table.points[2])
    count = 0
    for other in range(table.players):
        if table.points[other] == most:
            count += 1
    return 12 // count if seat < table.players and table.points[seat] == most else 0
