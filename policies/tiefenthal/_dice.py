"""Which dice can go where: everything the dice of a round can bring, exactly.

Cashbox, barrel and each table take one die, supplier and monk any number; the dishwashers' +1 are shared by all dice.
Dice of one face are alike, of tables that want the same face the better paying are served first, and cashbox and barrel
take any die that is left. So what the dice bring is found by dynamic programming over the faces from 1 to 6: how many
of those that show it (or are raised to it) are raised further, serve tables, go to the supplier, to the monk, or are
left. Of all ways that leave as many dice over, for as many +1, with as many dice on supplier and monk, only the one
with the most coins matters. Nothing that is worth more, for any worth that never falls with more coins, beer or steps,
is lost; ``tests/policies/test_tiefenthal_policies.py`` compares it with trying every assignment.
"""

from __future__ import annotations

import numpy as np

from sim.games.tiefenthal.names import AT_TABLE, DICE, NOWHERE, ON_BARREL, ON_CASHBOX, ON_MONK, ON_SUPPLIER
from sim.jit import compiled

FACES = 6
MOST_RAISED = 6  # dishwashers' +1 a plan looks at; nobody has more in a sensible game
MOST_LEFT = 2  # dice left that matter: cashbox and barrel
# a path is what is done with the dice of each face: raised, at tables, on supplier or monk; three bits each
BITS, FIELD, MASK = 3, 9, 7
# a die's place in a plan: the space plus one in six bits, then its +1
SPACE_BITS, DIE_BITS = 6, 9
SPACE_MASK, PLUS_MASK = 63, 7


@compiled
def pack(number, die, space, plus):
    """Return a plan (a whole number) with the place of one more die."""
    return number | (((space + 1) | (plus << SPACE_BITS)) << (DIE_BITS * die))


@compiled
def space_of(plan, die):
    """Return the space of a die in a plan."""
    return ((plan >> (DIE_BITS * die)) & SPACE_MASK) - 1


@compiled
def tables_by_face(table, rules, seat, pays, seats, slots):
    """Sort the tables that can still take a die by the face they want, the best paying first.

    Parameters
    ----------
    pays, seats : int64, shape (faces + 1, dice)
        Filled with what the tables pay, and which they are.
    slots : int64, shape (faces + 1,)
        Filled with how many there are.
    """
    slots[:] = 0
    for at in range(table.taken[seat]):
        card = table.seat_card[seat, at]
        if card < 0 or table.on_seat[seat, at] != 0 or table.seat_used[seat, at] != 0:
            continue
        face, pay = rules.card_die[card], rules.card_pay[card]
        if face < 1 or face > FACES or pay <= 0:
            continue
        n = slots[face]
        if n < pays.shape[1]:
            slots[face] = n + 1
        elif pays[face, n - 1] >= pay:
            continue
        else:
            n -= 1
        while n > 0 and pays[face, n - 1] < pay:
            pays[face, n] = pays[face, n - 1]
            seats[face, n] = seats[face, n - 1]
            n -= 1
        pays[face, n], seats[face, n] = pay, at


@compiled
def room(dice, budget):
    """Return the length of the rows `attainable` works in, for so many dice and +1."""
    raising = (min(budget, MOST_RAISED) + 1) ** 2
    return (MOST_LEFT + 1) * max(raising * (dice + 1) ** 2, (DICE + 1) ** 2)


@compiled
def outcome(left, suppliers, monks):
    """Return where `attainable` leaves what so many dice left, on the supplier and on the monk can bring."""
    return (left * (DICE + 1) + suppliers) * (DICE + 1) + monks


@compiled
def attainable(counts, slots, pays, at_supplier, at_monk, budget, spare, work):
    """Find everything the dice can bring at tables, supplier and monk.

    Parameters
    ----------
    counts : int64, shape (faces + 1,)
        Dice by face.
    slots, pays
        As of `tables_by_face`.
    at_supplier, at_monk : int
        Faces they take, as bits; 0 for none.
    budget : int
        The dishwashers' +1.
    spare : int
        Dice wanted for cashbox and barrel, 0 to 2.
    work : int64, shape (4, `room`)
        Room to work in. Afterwards its first two rows hold, at the place `outcome` gives for dice left (counted up to
        ``spare``), dice on the supplier and dice on the monk, the most coins from tables (-1: impossible) and the path.

    Returns
    -------
    tuple of int
        Most dice on the supplier and on the monk.
    """
    dice, for_supplier, for_monk = 0, 0, 0
    for face in range(1, FACES + 1):
        dice += counts[face]
        for_supplier += counts[face] * ((at_supplier >> face) & 1)
        for_monk += counts[face] * ((at_monk >> face) & 1)
    budget = min(budget, MOST_RAISED)
    most_j = min(dice, for_supplier + budget) if at_supplier != 0 else 0
    most_k = min(dice, for_monk + budget) if at_monk != 0 else 0
    base = budget + 1
    for_k = most_k + 1
    for_j = (most_j + 1) * for_k
    for_left = (spare + 1) * for_j
    for_used = base * for_left
    size = base * for_used
    value, path, value_next, path_next = work[0], work[1], work[2], work[3]
    value[:size] = -1
    value_next[:size] = -1
    value[0], path[0] = 0, 0
    top_j, top_k, top_used = 0, 0, 0
    for face in range(1, FACES + 1):
        here_j, here_k = (at_supplier >> face) & 1, (at_monk >> face) & 1
        new_j, new_k, new_used = top_j, top_k, top_used
        for carry in range(top_used + 1):
            available = counts[face] + carry
            for used in range(carry, top_used + 1):
                for left in range(spare + 1):
                    for j in range(top_j + 1):
                        for k in range(top_k + 1):
                            at = carry * for_used + used * for_left + left * for_j + j * for_k + k
                            coins = value[at]
                            if coins < 0:
                                continue
                            value[at] = -1
                            way = path[at]
                            most_up = min(available, budget - used) if face < FACES else 0
                            for up in range(most_up + 1):
                                here = available - up
                                to_carry = up * for_used + (used + up) * for_left
                                new_used = max(new_used, used + up)
                                gained = coins
                                for served in range(min(here, slots[face]) + 1):
                                    if served > 0:
                                        gained += pays[face, served - 1]
                                    for beer in range((here - served) * here_j + 1):
                                        for steps in range((here - served - beer) * here_k + 1):
                                            over = here - served - beer - steps
                                            if over > spare - left:
                                                # a die too many is left although it could do something
                                                if served < slots[face] or here_j + here_k > 0:
                                                    continue
                                                over = spare - left
                                            if j + beer > most_j or k + steps > most_k:
                                                continue
                                            to = to_carry + (left + over) * for_j + (j + beer) * for_k + k + steps
                                            if gained > value_next[to]:
                                                value_next[to] = gained
                                                done = up | served << BITS | (beer + steps) << 2 * BITS
                                                path_next[to] = way | done << (FIELD * (face - 1))
                                                new_j = max(new_j, j + beer)
                                                new_k = max(new_k, k + steps)
        top_j, top_k, top_used = new_j, new_k, new_used
        value, value_next = value_next, value
        path, path_next = path_next, path
    # after an even number of faces the first rows hold the results; bring those that differ only in +1 together
    for left in range(spare + 1):
        for j in range(top_j + 1):
            for k in range(top_k + 1):
                best, way = -1, 0
                for used in range(top_used + 1):
                    at = used * for_left + left * for_j + j * for_k + k
                    if value[at] > best:
                        best, way = value[at], path[at]
                at = outcome(left, j, k)
                value_next[at], path_next[at] = best, way
    for left in range(spare + 1):
        for j in range(top_j + 1):
            for k in range(top_k + 1):
                at = outcome(left, j, k)
                value[at], path[at] = value_next[at], path_next[at]
    return top_j, top_k


@compiled
def place(table, seat, first, path, suppliers, at_supplier, at_monk, seats, cashbox, barrel):
    """Turn a path into a plan: which die goes where, and what it takes of the dishwashers.

    Parameters
    ----------
    first : int
        The first die that is planned; earlier ones stay where they are.
    path, suppliers : int
        As found by `attainable`, with the number of dice on the supplier.
    cashbox, barrel : bool
        Whether they get a die that is left.

    Returns
    -------
    int
        The plan (`space_of`).
    """
    plan = 0
    # dice and their +1, by the face they show or were raised to, and how many there are of each
    pool, plus, n = (
        np.empty((FACES + 1, DICE + 1), np.int64),
        np.empty((FACES + 1, DICE + 1), np.int64),
        np.zeros(7, np.int64),
    )
    for die in range(first, table.dice_n[seat]):
        if table.die_at[seat, die] == NOWHERE and table.die_used[seat, die] == 0:
            face = table.dice[seat, die]
            pool[face, n[face]], plus[face, n[face]] = die, 0
            n[face] += 1
    on_supplier_only = 0
    for face in range(1, FACES + 1):
        if (at_supplier >> face) & 1 and not (at_monk >> face) & 1:
            on_supplier_only += (path >> (FIELD * (face - 1) + 2 * BITS)) & MASK
    for face in range(1, FACES + 1):
        done = path >> (FIELD * (face - 1))
        up, served, special = done & MASK, (done >> BITS) & MASK, (done >> 2 * BITS) & MASK
        at = n[face] - 1
        for _ in range(up):
            pool[face + 1, n[face + 1]], plus[face + 1, n[face + 1]] = pool[face, at], plus[face, at] + 1
            n[face + 1] += 1
            at -= 1
        for i in range(served):
            plan = pack(plan, pool[face, at], AT_TABLE + seats[face, i], plus[face, at])
            at -= 1
        both = (at_supplier >> face) & 1 and (at_monk >> face) & 1
        for i in range(special):
            space = ON_SUPPLIER if (at_supplier >> face) & 1 else ON_MONK
            if both and i >= suppliers - on_supplier_only:
                space = ON_MONK
            plan = pack(plan, pool[face, at], space, plus[face, at])
            at -= 1
        while at >= 0 and (cashbox or barrel):
            plan = pack(plan, pool[face, at], ON_CASHBOX if cashbox else ON_BARREL, 0)
            cashbox, barrel = False, barrel and cashbox
            at -= 1
    return plan
