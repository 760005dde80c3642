"""Upgrades first: coins before beer, the dearest upgrade that can be paid for, then tavern cards for those to come.

Every die and every coin goes where it brings most at first sight; nothing is planned.
"""

from policies.tiefenthal._greedy import (
    best_face,
    best_space,
    dearest_area,
    dearest_card,
    dearest_guest,
    dearest_upgrade,
    free_acts,
    most_nobles,
    poorest,
)
from policies.tiefenthal._rows import find
from sim.games.tiefenthal.names import STAFF, SUPPLIER, WAITRESS
from sim.policy import Policy, Weight

policy = Policy(
    "tiefenthal",
    "upgrades",
    weights={
        "coin": Weight(1.0, (0, 3), "points", "What a coin is worth."),
        "beer": Weight(0.7, (0, 3), "points", "What a beer is worth."),
        "step": Weight(0.9, (0, 3), "points", "What a step on the monastery track is worth."),
        "plus": Weight(0.2, (0, 3), "points", "What a dishwasher's +1 is worth to other dice."),
        "tired": Weight(1.0, (0, 6), "coins", "A tavern whose people pay less than this on average is filled anew."),
        "singer_side": Weight(0, (0, 1), "", "The singer brings coins (below a half) or beer."),
        "fire_side": Weight(0, (0, 1), "", "The fire-breather upgrades (below a half) or removes a guest."),
        "juggler_side": Weight(0, (0, 1), "", "The juggler keeps a card (below a half) or turns dice."),
    },
)


@policy.decision
def start_card(table, rules, choices, n, weights, memory, luck, seat):
    """The one with the highest number: those come with an upgrade."""
    best = 0
    for i in range(n):
        if choices[i, 0] > choices[best, 0]:
            best = i
    return best


@policy.decision
def discard_regular(table, rules, choices, n, weights, memory, luck, seat):
    """The regular who pays least."""
    return poorest(rules, choices, n, 0)


@policy.decision
def evening(table, rules, choices, n, weights, memory, luck, seat):
    """The last thing offered: the tavern card, not the guest or the die; of a table and a supplier the supplier."""
    return n - 1


@policy.decision
def entertainer(table, rules, choices, n, weights, memory, luck, seat):
    """The side the weights say."""
    side = weights.singer_side
    if choices[0, 0] == 1:
        side = weights.fire_side
    elif choices[0, 0] == 2:
        side = weights.juggler_side
    return 1 if side >= 0.5 else 0


@policy.decision
def free_upgrade(table, rules, choices, n, weights, memory, luck, seat):
    """The dearest."""
    return dearest_area(rules, choices, n)


@policy.decision
def redraw(table, rules, choices, n, weights, memory, luck, seat):
    """Fill the tavern anew if its people pay too little and no staff came."""
    pay = 0
    for place in range(table.taken[seat]):
        pay += rules.card_pay[table.seat_card[seat, place]]
    poor = pay < weights.tired * table.taken[seat]
    return 1 if poor and table.laid[seat, SUPPLIER] + table.laid[seat, WAITRESS] == 0 else 0


@policy.decision
def draft(table, rules, choices, n, weights, memory, luck, seat):
    """The face that brings most by itself."""
    return best_face(table, rules, seat, choices, n, weights.coin, weights.beer, weights.step)


@policy.decision
def turn_die(table, rules, choices, n, weights, memory, luck, seat):
    """Never."""
    return 0


@policy.decision
def plan(table, rules, choices, n, weights, memory, luck, seat):
    """Each die where it brings most by itself."""
    return best_space(table, rules, seat, choices, n, weights.coin, weights.beer, weights.step, weights.plus)


@policy.decision
def move(table, rules, choices, n, weights, memory, luck, seat):
    """Dice stay where they are."""
    return 0


@policy.decision
def serve(table, rules, choices, n, weights, memory, luck, seat):
    """All dice; the dearest upgrade, tavern cards, the dearest first; nobles, and the dearest guest."""
    at = free_acts(table, rules, choices, n)
    if at < 0:
        at = dearest_upgrade(rules, choices, n)
    if at < 0:
        at = most_nobles(choices, n)
    if at < 0:
        at = dearest_guest(choices, n)
    if at < 0 and table.rounds < rules.rounds:
        at = dearest_card(choices, n)
    return max(at, 0)


@policy.decision
def remove(table, rules, choices, n, weights, memory, luck, seat):
    """Whoever pays least."""
    return poorest(rules, choices, n, 1)


@policy.decision
def reputation_bonus(table, rules, choices, n, weights, memory, luck, seat):
    """A schnapps."""
    return 0


@policy.decision
def signature(table, rules, choices, n, weights, memory, luck, seat):
    """The column with the fewest signatures."""
    best = 0
    for i in range(n):
        if table.book[seat, choices[i, 0]] < table.book[seat, choices[best, 0]]:
            best = i
    return best


@policy.decision
def juggle(table, rules, choices, n, weights, memory, luck, seat):
    """A supplier or a waitress, while there are rounds to draw it; schnapps is kept otherwise."""
    if table.rounds >= rules.rounds:
        return 0
    at = find(choices, n, STAFF + SUPPLIER)
    if at < 0:
        at = find(choices, n, STAFF + WAITRESS)
    return max(at, 0)
