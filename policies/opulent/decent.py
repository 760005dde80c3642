"""Players on their third or fourth evening: each knows his station, and the Manager knows whom to look after.

They have seen what loses games. They admit with the plain colours first and keep the wild dice, they look through
their hand before they choose a song, they roll for drinks only with some margin, spare dice are for chatting people
up, and the Manager gives nickels to those who are about to pay. But they go by rules of thumb: nobody works out what
the dice or the notes in hand could give exactly, and nobody asks what his own move does to the next station.
"""

from policies.opulent._band import choose_dancer, choose_payer, room_on_floor
from policies.opulent._bar import choose_guest, room_at_bar
from policies.opulent._choices import find, find_last, first_of
from policies.opulent._door import front_locks, poor_in_line, somebody_waits
from policies.opulent._guests import choose_escort
from policies.opulent._habits import even_draw, half_beats_in_key, restock, usual_drink
from policies.opulent._weights import position
from policies.opulent.rulebook import STAFF_WANTED, UPGRADES_WANTED
from sim.games.opulent.club import next_station
from sim.games.opulent.drink_recipes import difficulty_of
from sim.games.opulent.names import (
    AT_BAR,
    BAR,
    BAR_HELP,
    BUY_UPGRADE,
    DOOR,
    DOOR_HELP,
    ESCORT,
    FLOOR,
    GONE,
    HIRE_LOOKOUT,
    LOOK_FOR_CLUE,
    MELODY,
    PAMPER,
    REROLL,
    SCHMOOZE,
    SCHMOOZE_BAR,
    TEMPO,
)
from sim.games.opulent.nickels import managers_room, ordinary
from sim.games.opulent.y1924 import band_limit, gathering
from sim.jit import compiled
from sim.policy import Policy, Weight

OWN = {
    "points_a_die": Weight(3.2, (1, 6), "points", "What one bar die is expected to show when drinks are chosen."),
    "spare_points": Weight(1, (0, 20), "points", "A bar die is spare when all dice cover so much more than needed."),
    "long_line": Weight(6, (1, 10), "patrons", "The Manager helps at the door from so many patrons in line."),
    "long_bar": Weight(4, (1, 10), "patrons", "The Manager helps at the bar from so many patrons there."),
    "lookout_from": Weight(12, (0, 60), "dollars", "A lookout is hired from so many dollars in the coffers."),
}
policy = Policy("opulent", "decent", parent="novice", weights=OWN)
POINTS_A_DIE = position("points_a_die")
SPARE_POINTS = policy.position("spare_points")
LONG_LINE = policy.position("long_line")
LONG_BAR = policy.position("long_bar")
LOOKOUT_FROM = policy.position("lookout_from")


# --- set-up ----------------------------------------------------------------------------------------------------------


@policy.decision
def choose_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The upgrades everybody has come to like."""
    return first_of(choices, n, UPGRADES_WANTED)


@policy.decision
def hire_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Help at the bar first: that is where patrons were lost."""
    return first_of(choices, n, STAFF_WANTED)


# --- the door --------------------------------------------------------------------------------------------------------


@policy.decision
def tuckers(table, rules, choices, n, weights, memory, luck, seat):
    """The hard way when it is not hard: nobody poor in line, little to do at the bar; the Band always (1922)."""
    if table.deck_n == 0 or seat == DOOR and poor_in_line(table, rules) > 0:
        return 0
    return 0 if seat == BAR and table.bar_n > 1 else n - 1


@policy.decision
def clues(table, rules, choices, n, weights, memory, luck, seat):
    """Everything for the mystery: they have lost to it before."""
    return n - 1


@policy.decision
def lock(table, rules, choices, n, weights, memory, luck, seat):
    """From the front of the line, plain colours before wild dice; roll again while somebody waits."""
    colour, purple, yellow = front_locks(table, rules, choices, n)
    if colour >= 0:
        return colour
    if purple >= 0:
        return purple
    if yellow >= 0:
        return yellow
    return max(0, find(choices, n, REROLL)) if somebody_waits(table, rules) else 0


# --- the Band --------------------------------------------------------------------------------------------------------


@policy.decision
def draw(table, rules, choices, n, weights, memory, luck, seat):
    """Evenly from all sections, never loud; no more than the election meeting bears (1924)."""
    if choices[0, 0] < 0 and 0 <= band_limit(table, rules) <= table.cards_drawn:
        return 0
    return even_draw(table, choices, n)


@policy.decision
def song(table, rules, choices, n, weights, memory, luck, seat):
    """The song with most notes in key, if they fill a bar; else its melody while dancers can take the nickels."""
    best, most, melody = -1, -1, -1
    for i in range(n):
        playing = table.songs[choices[i, 1]]
        if choices[i, 0] == TEMPO:
            in_key = half_beats_in_key(table, rules, playing)
            fills = in_key >= 2 * rules.card_time[playing] or table.floor_n >= rules.band_floor_capacity
            if fills and in_key > most:
                best, most = i, in_key
        elif choices[i, 0] == MELODY and melody < 0:
            melody = i
    if best >= 0:
        return best
    if melody >= 0 and room_on_floor(table, rules) > 0:
        return melody
    return max(0, find(choices, n, TEMPO))


@policy.decision
def pay_floor(table, rules, choices, n, weights, memory, luck, seat):
    """Somebody who can spare it."""
    return choose_payer(table, rules, choices, n)


@policy.decision
def give_floor(table, rules, choices, n, weights, memory, luck, seat):
    """Somebody who is about to leave and pay."""
    return choose_dancer(table, rules, choices, n)


# --- the bar ---------------------------------------------------------------------------------------------------------


@compiled
def points_ordered(table, rules):
    """Return the difficulty of all drinks ordered at the bar."""
    points = 0
    for i in range(table.bar_n):
        points += difficulty_of(rules, usual_drink(rules, table.bar[i]), 1)
    return points


@policy.decision
def bar_action(table, rules, choices, n, weights, memory, luck, seat):
    """Refill what somebody's drink lacks; a die that the drinks need not is for chatting."""
    at = restock(table, rules, choices, n)
    if at >= 0:
        return at
    spare = weights[POINTS_A_DIE] * table.bar_dice - points_ordered(table, rules)
    if table.bar_n > 0 and spare >= weights[SPARE_POINTS] and room_at_bar(table, rules) > 0:
        return max(0, find(choices, n, SCHMOOZE_BAR))
    return 0


@policy.decision
def give_bar(table, rules, choices, n, weights, memory, luck, seat):
    """Somebody who would leave with nothing, or is about to leave and pay."""
    return choose_guest(table, rules, choices, n)


# --- the Manager -----------------------------------------------------------------------------------------------------


@compiled
def about_to_pay(table, rules, patron):
    """Return whether a patron leaves the club next, and can still take a nickel from the Manager."""
    place = table.place[patron]
    if (place != FLOOR and place != AT_BAR) or managers_room(table, rules, patron) == 0:
        return False
    return next_station(table, rules, patron, place) == GONE


@compiled
def somebody_about_to_pay(table, rules):
    """Return whether anybody is."""
    for i in range(table.floor_n):
        if about_to_pay(table, rules, table.floor[i]):
            return True
    for i in range(table.bar_n):
        if about_to_pay(table, rules, table.bar[i]):
            return True
    return False


@compiled
def needs_escort(table, rules):
    """Return whether a guest in the centre, or the meeting of 1924, waits for the Manager."""
    return table.centre_n > 0 or gathering(table, rules)


@policy.decision
def manager(table, rules, choices, n, weights, memory, luck, seat):
    """Important guests; a long queue; nickels for those about to pay; then the upgrade, a lookout, or more nickels."""
    for act in (LOOK_FOR_CLUE, ESCORT, PAMPER):
        at = find(choices, n, act)
        if at >= 0 and (act != ESCORT or needs_escort(table, rules)):
            return at
    at = find_last(choices, n, BAR_HELP)
    if at >= 0 and table.bar_n >= weights[LONG_BAR]:
        return at
    at = find(choices, n, DOOR_HELP)
    if at >= 0 and table.line_n >= weights[LONG_LINE]:
        return at
    at = find(choices, n, BUY_UPGRADE)
    if at >= 0:
        return at
    at = find(choices, n, SCHMOOZE)
    if at >= 0 and somebody_about_to_pay(table, rules):
        return at
    hire = find(choices, n, HIRE_LOOKOUT)
    if hire >= 0 and table.lookouts == 0 and table.coffers >= weights[LOOKOUT_FROM]:
        return hire
    return max(0, at)


@policy.decision
def escort(table, rules, choices, n, weights, memory, luck, seat):
    """Politicians for the meeting, Celebrities, whoever brings most."""
    return choose_escort(table, rules, choices, n)


@policy.decision
def give_manager(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever is about to pay, the poorest of them; else the poorest inside."""
    best, best_rank = 0, -1
    for i in range(n):
        patron = choices[i, 0]
        rank = rules.patron_yellow_maximum - table.nickels[patron]
        if about_to_pay(table, rules, patron):
            rank += 2 * rules.patron_yellow_maximum
        if ordinary(rules, patron):
            rank += 1
        if rank > best_rank:
            best, best_rank = i, rank
    return best
