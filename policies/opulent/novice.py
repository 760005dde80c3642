"""Beginners: each looks after his own station, sensibly, and the Manager helps where the queue is longest.

They cut nobody off, water nothing down, hire no lookouts and have no plan for their schmoozing; they close as soon as
the target is in the coffers.
"""

from policies.opulent._choices import cheapest, dearest, find, find_last, poorest, richest
from policies.opulent._door import somebody_waits
from policies.opulent._habits import even_draw, half_beats_in_key, longest_that_fits, restock
from policies.opulent._weights import NOVICE, position
from sim.games.opulent.names import (
    A_MIXED,
    BAR_HELP,
    BEER,
    BUY_UPGRADE,
    CELEBRITY,
    CHOP_FRUIT,
    DOOR_HELP,
    ESCORT,
    FRUIT,
    ICE,
    LIQUOR,
    LOCK_DIE,
    LOOK_FOR_CLUE,
    MELODY,
    PAMPER,
    REFILL_ICE,
    REROLL,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    SCHMOOZE,
    TEMPO,
    YELLOW,
)
from sim.policy import Policy

policy = Policy("opulent", "novice", parent="random", weights=NOVICE)
POINTS_A_DIE = position("points_a_die")
HELP_DOOR_FROM = position("help_door_from")


# --- set-up ----------------------------------------------------------------------------------------------------------


@policy.decision
def select_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The cheapest upgrade: its price is part of the target."""
    return cheapest(rules, choices, n)


@policy.decision
def choose_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The dearest upgrade, since it is free."""
    return dearest(rules, choices, n)


@policy.decision
def hire_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever comes first, since the money buys nothing else."""
    return min(1, n - 1)


@policy.decision
def first_contract(table, rules, choices, n, weights, memory, luck, seat):
    """The Irish, who have more Mobsters to offend."""
    return 0


# --- the door --------------------------------------------------------------------------------------------------------


@policy.decision
def tuckers(table, rules, choices, n, weights, memory, luck, seat):
    """Run the station as usual, the easy way."""
    return 0


@policy.decision
def argument(table, rules, choices, n, weights, memory, luck, seat):
    """Let the patron with the fewest nickels go."""
    return poorest(table, choices, n)


@policy.decision
def clues(table, rules, choices, n, weights, memory, luck, seat):
    """Give one die to the mystery."""
    return 1


@policy.decision
def maitre_d(table, rules, choices, n, weights, memory, luck, seat):
    """Leave the line alone."""
    return 0


@policy.decision
def schmooze_door(table, rules, choices, n, weights, memory, luck, seat):
    """Keep the dice for the door."""
    return 0


@policy.decision
def lock(table, rules, choices, n, weights, memory, luck, seat):
    """Lock whoever stands furthest in front, a yellow die last; roll again while somebody still waits."""
    best, best_rank = -1, 0
    for i in range(n):
        if choices[i, 0] == LOCK_DIE:
            rank = table.line_n * (1 + (choices[i, 1] == YELLOW))
            for place in range(table.line_n):
                if table.line[place] == choices[i, 2]:
                    rank += place
            if rules.patron_class[choices[i, 2]] == CELEBRITY:
                rank += 2 * table.line_n
            if best < 0 or rank < best_rank:
                best, best_rank = i, rank
    if best >= 0:
        return best
    if somebody_waits(table, rules):
        return max(0, find(choices, n, REROLL))
    return 0


@policy.decision
def cut_off(table, rules, choices, n, weights, memory, luck, seat):
    """Cut nobody off."""
    return 0


# --- the Band --------------------------------------------------------------------------------------------------------


@policy.decision
def draw(table, rules, choices, n, weights, memory, luck, seat):
    """Draw from the section drawn from least, without disturbing the street."""
    return even_draw(table, choices, n)


@policy.decision
def song(table, rules, choices, n, weights, memory, luck, seat):
    """Play the song if notes in key fill a bar or the floor is full, else a melody, else tune."""
    at = find(choices, n, TEMPO)
    playing = table.songs[0]
    in_key = half_beats_in_key(table, rules, playing)
    if at < 0 or (in_key < 2 * rules.card_time[playing] and table.floor_n < rules.band_floor_capacity):
        at = max(at, find(choices, n, MELODY))
    return max(0, at)


@policy.decision
def note(table, rules, choices, n, weights, memory, luck, seat):
    """Fill bar after bar with notes in key, the longest that fits first; stop at the end of a bar."""
    playing = table.songs[table.song_at]
    if table.song_kind == MELODY:
        return 0
    bar = 2 * rules.card_time[playing]
    laid, in_key = 0, half_beats_in_key(table, rules, playing)
    for i in range(table.played_n):
        laid += rules.card_half_beats[table.played[i]]
    if laid > 0 and laid % bar == 0 and (in_key < bar or laid // bar >= table.floor_n):
        return 0
    return longest_that_fits(choices, n, bar - laid % bar, rules.card_key[playing])


@policy.decision
def pay_floor(table, rules, choices, n, weights, memory, luck, seat):
    """The dancer who has most pays."""
    return richest(table, choices, n)


@policy.decision
def give_floor(table, rules, choices, n, weights, memory, luck, seat):
    """The dancer who has least gets it."""
    return poorest(table, choices, n)


# --- the bar ---------------------------------------------------------------------------------------------------------


@policy.decision
def refreshments(table, rules, choices, n, weights, memory, luck, seat):
    """Serve the meeting room."""
    return n - 1


@policy.decision
def cigarette_girl(table, rules, choices, n, weights, memory, luck, seat):
    """She sits with the last in the queue, who may have to wait."""
    return n - 1


@policy.decision
def bar_action(table, rules, choices, n, weights, memory, luck, seat):
    """Restock what is missing for somebody at the bar, with a die left for drinks; with an empty bar, what is out."""
    at = restock(table, rules, choices, n)
    if at >= 0:
        return at
    if table.bar_n == 0:
        if table.stock[FRUIT] == 0 or table.stock[ICE] == 0:
            return max(0, find(choices, n, CHOP_FRUIT if table.stock[FRUIT] == 0 else REFILL_ICE))
        if table.coffers > 0 and (table.stock[BEER] == 0 or table.stock[LIQUOR] == 0):
            return max(0, find(choices, n, RESTOCK_BEER if table.stock[BEER] == 0 else RESTOCK_LIQUOR))
    return 0


@policy.decision
def give_bar(table, rules, choices, n, weights, memory, luck, seat):
    """The patron who has least gets it."""
    return poorest(table, choices, n)


@policy.decision
def prepare(table, rules, choices, n, weights, memory, luck, seat):
    """Prepare what is ordered from the front while an average roll can be expected to cover it; nothing watered."""
    expected = weights[POINTS_A_DIE] * table.bar_dice
    for i in range(1, n):
        if choices[i, 1] <= A_MIXED and table.difficulty + choices[i, 2] <= expected:
            return i
    if table.difficulty == 0:
        return min(1, n - 1)
    return 0


@policy.decision
def spend(table, rules, choices, n, weights, memory, luck, seat):
    """Who came first is served first."""
    return 0


@policy.decision
def rival_loss(table, rules, choices, n, weights, memory, luck, seat):
    """Give up what there is more of."""
    return find(choices, n, BEER if table.stock[BEER] >= table.stock[LIQUOR] else LIQUOR)


# --- the Manager -----------------------------------------------------------------------------------------------------


@policy.decision
def use_lookout(table, rules, choices, n, weights, memory, luck, seat):
    """Use him."""
    return 0


@policy.decision
def manager(table, rules, choices, n, weights, memory, luck, seat):
    """Clues and important guests first; else help at the door or at the bar; the upgrade when idle."""
    for act in (LOOK_FOR_CLUE, ESCORT, PAMPER):
        at = find(choices, n, act)
        wanted = act != ESCORT or table.centre_n > 0 or rules.meeting_active != 0 and table.meeting == 0
        if at >= 0 and wanted:
            return at
    at = find(choices, n, DOOR_HELP)
    if at >= 0 and table.line_n >= weights[HELP_DOOR_FROM]:
        return at
    at = find_last(choices, n, BAR_HELP)
    if at >= 0 and table.bar_n > 0:
        return at
    at = find(choices, n, BUY_UPGRADE)
    return at if at >= 0 else max(0, find(choices, n, SCHMOOZE))


@policy.decision
def yorke_door(table, rules, choices, n, weights, memory, luck, seat):
    """One action at the door is enough."""
    return 0


@policy.decision
def yorke_drink(table, rules, choices, n, weights, memory, luck, seat):
    """The easiest drink."""
    best = 0
    for i in range(1, n):
        if choices[i, 1] < choices[best, 1]:
            best = i
    return best


@policy.decision
def escort(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever stands first in the list: the centre of the club, then the line."""
    return 0


@policy.decision
def bump(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever sits there longest."""
    return 0


@policy.decision
def pamper(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever sits there longest."""
    return 0


@policy.decision
def comp(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever stands first."""
    return 0


@policy.decision
def give_manager(table, rules, choices, n, weights, memory, luck, seat):
    """The patron who has least gets it."""
    return poorest(table, choices, n)


@policy.decision
def repay(table, rules, choices, n, weights, memory, luck, seat):
    """Pay back all that can be paid."""
    return n - 1


@policy.decision
def close(table, rules, choices, n, weights, memory, luck, seat):
    """Close as soon as the target is in."""
    return 1
