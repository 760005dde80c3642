"""A team that plays by the rulebook's own game tips, station by station and together."""

from policies.opulent._band import (
    anybody_takes_nickel,
    choose_dancer,
    choose_payer,
    choose_song,
    make_plan,
    shortest,
)
from policies.opulent._bar import WITH_BEER, WITH_FRUIT, WITH_ICE, WITH_LIQUOR, best_plan, choose_guest
from policies.opulent._choices import first_of
from policies.opulent._door import choose_cut_off, choose_lock, choose_maitre_d, choose_schmooze, poor_in_line
from policies.opulent._drinks import choose_drink, choose_success, worths_of
from policies.opulent._guests import choose_comp, choose_escort
from policies.opulent._manager import choose_action, choose_contract, choose_schmoozed
from policies.opulent._notes import PLAN, PLANNED, VALUES, value_of
from policies.opulent._weights import RULEBOOK, position
from sim.games.opulent.names import (
    BAND,
    BAR_UPGRADES,
    BUSINESS_LICENSE,
    CHANTEUSE,
    CHOP_FRUIT,
    CIGARETTE_GIRL,
    COCKTAIL_WAITRESS,
    DOOR,
    DOORMAN_ASSISTANT,
    EXPANDED_DANCE_FLOOR,
    FLOOR_SAFE,
    ICE_CHEST,
    LUXURIOUS_UPGRADES,
    MAITRE_D,
    MELODY,
    NEW_BAND_INSTRUMENTS,
    ORNATE_DOOR,
    PLAIN_BARTENDER,
    PLAIN_DOORMAN,
    PLAIN_MANAGER,
    PLAIN_MUSICIAN,
    REFILL_ICE,
    RESTOCK_BEER,
    RESTOCK_LIQUOR,
    SCHMOOZE_BAR,
    SLIDING_PANELS,
    STANCHIONS,
)
from sim.games.opulent.y1924 import band_limit
from sim.policy import Policy

policy = Policy("opulent", "rulebook", parent="novice", weights=RULEBOOK)
TUCKERS_POOR = position("tuckers_poor")
TUCKERS_LINE = position("tuckers_line")
TUCKERS_BAR = position("tuckers_bar")
ENOUGH_CARDS = position("enough_cards")
RESERVE = position("reserve")
LOUD_LINE = position("loud_line")

# what the Bartender (and the Manager, when he helps) remembers: the round of his plan, and what is left of it
BAR_PLANNED, REFILLS, SCHMOOZES = 0, 1, 2

# In the order of our liking. The Business License does nothing but cost money.
UPGRADES_WANTED = (
    FLOOR_SAFE,
    BAR_UPGRADES,
    LUXURIOUS_UPGRADES,
    ORNATE_DOOR,
    NEW_BAND_INSTRUMENTS,
    ICE_CHEST,
    STANCHIONS,
    SLIDING_PANELS,
    EXPANDED_DANCE_FLOOR,
    BUSINESS_LICENSE,
)
STAFF_WANTED = (
    COCKTAIL_WAITRESS,
    CIGARETTE_GIRL,
    DOORMAN_ASSISTANT,
    CHANTEUSE,
    PLAIN_MANAGER,
    PLAIN_BARTENDER,
    PLAIN_DOORMAN,
    PLAIN_MUSICIAN,
    MAITRE_D,
)


@policy.decision
def choose_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The upgrade that helps most: a safe, a well-stocked bar, then whatever draws a crowd."""
    return first_of(choices, n, UPGRADES_WANTED)


@policy.decision
def hire_staff(table, rules, choices, n, weights, memory, luck, seat):
    """Priority to the bar."""
    return first_of(choices, n, STAFF_WANTED)


@policy.decision
def first_contract(table, rules, choices, n, weights, memory, luck, seat):
    """The mob whose liquor, and whose rivals, cost less."""
    return choose_contract(table, rules, choices, n, weights)


@policy.decision
def tuckers(table, rules, choices, n, weights, memory, luck, seat):
    """The hard way, as long as there are patrons in the deck to lose and the station is not too busy for it."""
    if table.deck_n == 0:
        return 0
    busy = table.bar_n - weights[TUCKERS_BAR]
    if seat == DOOR:
        busy = poor_in_line(table, rules) - weights[TUCKERS_POOR]
    elif seat == BAND:
        busy = table.line_n + table.overflow_n - weights[TUCKERS_LINE]
    return n - 1 if busy <= 0 else 0


@policy.decision
def clues(table, rules, choices, n, weights, memory, luck, seat):
    """Everything for the mystery: until it is solved nobody's money is worth anything."""
    return n - 1


@policy.decision
def maitre_d(table, rules, choices, n, weights, memory, luck, seat):
    """Hold Frank Collins; release him when line and overflow are full, so that he has to go elsewhere."""
    return choose_maitre_d(table, rules, choices, n)


@policy.decision
def schmooze_door(table, rules, choices, n, weights, memory, luck, seat):
    """Set things right with agitated patrons while dice can be spared."""
    return choose_schmooze(table, rules, choices, n, weights, memory)


@policy.decision
def lock(table, rules, choices, n, weights, memory, luck, seat):
    """Admit patrons in the order they arrived; Celebrities only when nothing else presses."""
    return choose_lock(table, rules, choices, n, weights)


@policy.decision
def cut_off(table, rules, choices, n, weights, memory, luck, seat):
    """Cut patrons off when the line can spare the dice."""
    return choose_cut_off(table, rules, choices, n, weights, memory)


@policy.decision
def draw(table, rules, choices, n, weights, memory, luck, seat):
    """Draw in unison while a dancer can take the nickel, else the sections with long notes.

    Loud cards only while hardly anybody waits outside, which for the rulebook's team is never. In 1924 no more than the
    meeting allows.
    """
    stop = choices[0, 0] < 0
    if stop:
        limit = band_limit(table, rules)
        loud = choices[n - 1, 1] != 0
        if (loud and table.line_n + table.overflow_n > weights[LOUD_LINE]) or 0 <= limit <= table.cards_drawn:
            return 0
    first = 1 if stop else 0
    if table.hand_n < weights[ENOUGH_CARDS] and not anybody_takes_nickel(table, rules):
        return first
    best = first
    for i in range(first + 1, n):
        if table.drawn_from[choices[i, 0]] < table.drawn_from[choices[best, 0]]:
            best = i
    return best


@policy.decision
def song(table, rules, choices, n, weights, memory, luck, seat):
    """Play what is worth most, and plan its notes."""
    return choose_song(table, rules, choices, n, weights, memory)


@policy.decision
def note(table, rules, choices, n, weights, memory, luck, seat):
    """Lay down the planned notes one after the other; of a melody the shortest notes first.

    A position inside a turn may be reached without the song having been asked for: then a bar is planned here.
    """
    if table.song_kind == MELODY:
        return shortest(choices, n)
    song = table.songs[table.song_at]
    if memory[PLANNED] != -1 - table.rounds:
        make_plan(table, rules, memory, song, 1)
    for i in range(n):
        if choices[i, 0] >= 0:
            off = VALUES if choices[i, 3] != rules.card_key[song] and rules.band_key_penalty > 0 else 0
            kind = off + value_of(choices[i, 1])
            if memory[PLAN + kind] > 0:
                memory[PLAN + kind] -= 1
                return i
    return 0


@policy.decision
def pay_floor(table, rules, choices, n, weights, memory, luck, seat):
    """Take from who can be paid back."""
    return choose_payer(table, rules, choices, n)


@policy.decision
def give_floor(table, rules, choices, n, weights, memory, luck, seat):
    """Give to who leaves next."""
    return choose_dancer(table, rules, choices, n)


@policy.decision
def refreshments(table, rules, choices, n, weights, memory, luck, seat):
    """Serve the meeting room."""
    return n - 1


@policy.decision
def bar_action(table, rules, choices, n, weights, memory, luck, seat):
    """Spend dice on ingredients or schmoozing if the drinks can spare them, or cannot be made without.

    The plan is made once and kept in memory: its refills are done first, then the schmoozing.
    """
    if memory[BAR_PLANNED] != table.rounds + 1:
        _, _, refills, schmoozes = best_plan(table, rules, worths_of(weights), seat, table.bar_dice)
        memory[BAR_PLANNED], memory[REFILLS], memory[SCHMOOZES] = table.rounds + 1, refills, schmoozes
    act, refills = SCHMOOZE_BAR, memory[REFILLS]
    if refills & WITH_LIQUOR != 0:
        act, refills = RESTOCK_LIQUOR, refills - WITH_LIQUOR
    elif refills & WITH_FRUIT != 0:
        act, refills = CHOP_FRUIT, refills - WITH_FRUIT
    elif refills & WITH_ICE != 0:
        act, refills = REFILL_ICE, refills - WITH_ICE
    elif refills & WITH_BEER != 0:
        act, refills = RESTOCK_BEER, refills - WITH_BEER
    elif memory[SCHMOOZES] > 0:
        memory[SCHMOOZES] -= 1
    else:
        return 0
    memory[REFILLS] = refills
    for i in range(n):
        if choices[i, 0] == act:
            return i
    return 0


@policy.decision
def give_bar(table, rules, choices, n, weights, memory, luck, seat):
    """Give to who would be lost, and to who leaves next."""
    return choose_guest(table, rules, choices, n)


@policy.decision
def prepare(table, rules, choices, n, weights, memory, luck, seat):
    """Don't try to prepare more drinks than there is a reasonable chance of succeeding with."""
    return choose_drink(table, rules, choices, n, weights, seat)


@policy.decision
def spend(table, rules, choices, n, weights, memory, luck, seat):
    """Let the cheapest failure fail."""
    return choose_success(table, rules, choices, n, weights, seat)


@policy.decision
def manager(table, rules, choices, n, weights, memory, luck, seat):
    """Do what is worth most."""
    return choose_action(table, rules, choices, n, weights)


@policy.decision
def escort(table, rules, choices, n, weights, memory, luck, seat):
    """Politicians for the meeting, Celebrities, last customers."""
    return choose_escort(table, rules, choices, n)


@policy.decision
def comp(table, rules, choices, n, weights, memory, luck, seat):
    """Comp strategically."""
    return choose_comp(table, rules, choices, n, weights)


@policy.decision
def give_manager(table, rules, choices, n, weights, memory, luck, seat):
    """Chat up the patrons who are heading out of the door."""
    return choose_schmoozed(table, rules, choices, n, weights)


@policy.decision
def repay(table, rules, choices, n, weights, memory, luck, seat):
    """Pay back early what a raid could take, above a reserve for restocks."""
    best = 0
    for i in range(1, n):
        if table.coffers - choices[i, 0] * rules.loan_repay >= weights[RESERVE]:
            best = i
    return best
