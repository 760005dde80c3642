"""Looks one round ahead: the dice go where the coins and beer of this turn buy most, worked out exactly.

What a turn brings is counted by what it can buy: upgrades with their noble and their effect over the rounds left,
tavern cards by the rounds in which they can be drawn, guests, nobles for beer, and what safe and store keep. Every
combination of coins, beer and steps the dice can bring is known (`_dice`), so the plan is the best there is for these
values. The draft looks less far: at the dice had so far, and one of the coaster that comes next (`_draft`).
"""

from policies.tiefenthal._dice import space_of
from policies.tiefenthal._draft import best_face, best_turn
from policies.tiefenthal._planning import (
    NO_BARREL,
    NO_CASHBOX,
    NO_MONK,
    NO_SUPPLIER,
    best_plan,
)
from policies.tiefenthal._rows import find
from policies.tiefenthal._taverns import fresh_tavern, tavern_worth
from policies.tiefenthal._turn import FORBIDDEN, PLAN, PLANNED, act, stays_worth
from policies.tiefenthal._weights import BALANCED, position
from policies.tiefenthal._worth import (
    A_WAITRESS,
    AGAIN,
    REMOVAL,
    area_use,
    guest_worth,
    rounds_left,
    schnapps_worth,
    signature_worth,
    staff_use,
    staff_worth,
)
from sim.games.tiefenthal.names import KINDS, NOBLE, ON_BARREL, ON_CASHBOX, ON_MONK, ON_SUPPLIER, STAFF
from sim.jit import compiled
from sim.policy import Policy

policy = Policy("tiefenthal", "balanced", weights=BALANCED)
SINGER_SIDE, FIRST_START_CARD, FREE_PRICE = position("singer_side"), position("plain"), position("free_price")


# --- before the game, and in the evening -----------------------------------------------------------------------------


@policy.decision
def start_card(table, rules, choices, n, weights, memory, luck, seat):
    """The start card that is worth most."""
    best = 0
    for i in range(1, n):
        if weights[FIRST_START_CARD + choices[i, 0] - 1] > weights[FIRST_START_CARD + choices[best, 0] - 1]:
            best = i
    return best


@policy.decision
def discard_regular(table, rules, choices, n, weights, memory, luck, seat):
    """The regular who pays least."""
    best = 0
    for i in range(1, n):
        if rules.card_pay[choices[i, 0]] < rules.card_pay[choices[best, 0]]:
            best = i
    return best


@policy.decision
def evening(table, rules, choices, n, weights, memory, luck, seat):
    """An own die, a tavern card or a guest, whichever is worth most; a card can be drawn this round already."""
    best, best_worth = 0, -1e9
    rounds = rounds_left(table, rules) + 1
    for i in range(n):
        card = choices[i, 1]
        if choices[i, 0] == 1:
            worth = weights[A_WAITRESS]
        elif STAFF <= card < STAFF + KINDS:
            worth = staff_worth(table, rules, weights, seat, card - STAFF, rounds)
        else:
            worth = guest_worth(table, rules, weights, seat, card, rounds)
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@policy.decision
def entertainer(table, rules, choices, n, weights, memory, luck, seat):
    """The side the weights say."""
    return 1 if weights[SINGER_SIDE + choices[0, 0]] >= 0.5 else 0


@policy.decision
def free_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """What does most in the rounds left; a dear one rather than one that could be bought with its noble."""
    best, best_worth = 0, -1e9
    for i in range(n):
        area = choices[i, 0]
        if area < 0:
            continue  # an upgrade is never declined
        worth = area_use(rules, weights, area) * (rounds_left(table, rules) + 1)
        worth += weights[FREE_PRICE] * rules.area_price[area]
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@policy.decision
def redraw(table, rules, choices, n, weights, memory, luck, seat):
    """Fill the tavern anew if a fresh one is expected to be so much better than this one."""
    better = fresh_tavern(table, rules, weights, seat) - tavern_worth(table, rules, weights, seat)
    return 1 if better > weights.redraw else 0


# --- dice ------------------------------------------------------------------------------------------------------------


@policy.decision
def draft(table, rules, choices, n, weights, memory, luck, seat):
    """The face that is worth most with the dice had so far and one of the coaster that comes next."""
    return best_face(table, rules, weights, memory[FORBIDDEN], choices, n, seat)


@policy.decision
def turn_die(table, rules, choices, n, weights, memory, luck, seat):
    """The turn that adds most, if it adds more than the schnapps is worth."""
    return best_turn(table, rules, weights, memory[FORBIDDEN], choices, n, seat)


@compiled
def missing(space):
    """Return the bit that says a space is forbidden."""
    if space == ON_CASHBOX:
        return NO_CASHBOX
    if space == ON_BARREL:
        return NO_BARREL
    if space == ON_SUPPLIER:
        return NO_SUPPLIER
    return NO_MONK if space == ON_MONK else 0


@policy.decision
def plan(table, rules, choices, n, weights, memory, luck, seat):
    """All dice are planned when the first is asked for; the others follow the plan."""
    die = choices[0, 2]
    if memory[PLANNED] != table.rounds:
        memory[PLANNED] = table.rounds
        memory[PLAN], _ = best_plan(table, rules, weights, seat, die, memory[FORBIDDEN])
    at = find(choices, n, space_of(memory[PLAN], die))
    while at < 0:
        bit = missing(space_of(memory[PLAN], die))
        if bit == 0 or memory[FORBIDDEN] & bit:
            return 0
        memory[FORBIDDEN] |= bit
        memory[PLAN], _ = best_plan(table, rules, weights, seat, die, memory[FORBIDDEN])
        at = find(choices, n, space_of(memory[PLAN], die))
    return at


@policy.decision
def move(table, rules, choices, n, weights, memory, luck, seat):
    """Dice stay where they were planned; none is ever picked up."""
    return 0


# --- the own turn ----------------------------------------------------------------------------------------------------


@policy.decision
def serve(table, rules, choices, n, weights, memory, luck, seat):
    """Dice first, unless an upgrade lets them bring more; then what beer and coins buy at best."""
    return act(table, rules, weights, memory, choices, n, seat)


@policy.decision
def remove(table, rules, choices, n, weights, memory, luck, seat):
    """The guest or regular who is worth least for the rounds left; nobody, if all are worth having."""
    best, best_worth = 0, 1e9
    for i in range(n):
        worth = 0.0 if choices[i, 0] < 0 else stays_worth(table, rules, weights, choices[i, 1])
        if worth < best_worth:
            best, best_worth = i, worth
    return best


@policy.decision
def reputation_bonus(table, rules, choices, n, weights, memory, luck, seat):
    """A removal while it is worth more than a schnapps."""
    removing = weights[REMOVAL] * rounds_left(table, rules)
    return 1 if removing > schnapps_worth(table, rules, weights) else 0


@policy.decision
def signature(table, rules, choices, n, weights, memory, luck, seat):
    """The column whose next box is worth most."""
    best, best_worth = 0, -1e9
    for i in range(n):
        worth = signature_worth(table, rules, weights, seat, choices[i, 0])
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@policy.decision
def juggle(table, rules, choices, n, weights, memory, luck, seat):
    """The card whose certain return next round is worth more than the schnapps."""
    if rounds_left(table, rules) == 0:
        return 0
    best, best_worth = 0, rules.juggler_card_price * schnapps_worth(table, rules, weights)
    for i in range(n):
        card = choices[i, 0]
        if card < 0 or card == NOBLE:
            continue
        if STAFF <= card < STAFF + KINDS:
            worth = staff_use(rules, weights, card - STAFF)
        else:
            worth = weights.seat_pay * (rules.card_pay[card] - weights.seat_par)
        if worth * (1 - weights[AGAIN]) > best_worth:
            best, best_worth = i, worth * (1 - weights[AGAIN])
    return best
