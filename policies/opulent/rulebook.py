"""A team that plays by the rulebook's own game tips, station by station and together."""

from policies.opulent._band import (
    choose_dancer,
    choose_draw,
    choose_note,
    choose_payer,
    choose_song,
)
from policies.opulent._bar import choose_bar_action, choose_guest
from policies.opulent._choices import first_of
from policies.opulent._door import choose_cut_off, choose_lock, choose_maitre_d, choose_schmooze, poor_in_line
from policies.opulent._drinks import choose_drink, choose_success
from policies.opulent._guests import choose_comp, choose_escort
from policies.opulent._manager import choose_action, choose_contract, choose_schmoozed
from policies.opulent._weights import RULEBOOK, position
from sim.games.opulent.names import (
    BAND,
    BAR_UPGRADES,
    BUSINESS_LICENSE,
    CHANTEUSE,
    CIGARETTE_GIRL,
    COCKTAIL_WAITRESS,
    DOOR,
    DOORMAN_ASSISTANT,
    EXPANDED_DANCE_FLOOR,
    FLOOR_SAFE,
    ICE_CHEST,
    LUXURIOUS_UPGRADES,
    MAITRE_D,
    NEW_BAND_INSTRUMENTS,
    ORNATE_DOOR,
    PLAIN_BARTENDER,
    PLAIN_DOORMAN,
    PLAIN_MANAGER,
    PLAIN_MUSICIAN,
    SLIDING_PANELS,
    STANCHIONS,
)
from sim.games.opulent.y1924 import band_limit
from sim.policy import Policy

policy = Policy("opulent", "rulebook", parent="novice", weights=RULEBOOK)
TUCKERS_POOR = position("tuckers_poor")
TUCKERS_LINE = position("tuckers_line")
TUCKERS_BAR = position("tuckers_bar")
RESERVE = position("reserve")
UNLIMITED = 99

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
    """Draw from the section with the notes that are wanted; be quiet for the meeting of 1924."""
    limit = band_limit(table, rules)
    return choose_draw(table, rules, choices, n, weights, limit if limit >= 0 else UNLIMITED)


@policy.decision
def song(table, rules, choices, n, weights, memory, luck, seat):
    """Play what is worth most, and plan its notes."""
    return choose_song(table, rules, choices, n, weights, memory)


@policy.decision
def note(table, rules, choices, n, weights, memory, luck, seat):
    """Lay down the planned notes."""
    return choose_note(table, rules, choices, n, memory)


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
    """Restock and schmooze with the dice that the drinks can spare."""
    return choose_bar_action(table, rules, choices, n, weights, memory, seat)


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
