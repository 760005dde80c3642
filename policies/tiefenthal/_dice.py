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
def tables_by_face(table, rules, seat, throw):
    """Sort the tables that can still take a die by the face they want, the best paying first (`throw.THROW`)."""
    for face in range(FACES + 1):
        throw.slots[face] = 0
    for at in range(table.taken[seat]):
        card = table.seat_card[seat, at]
        if card < 0 or table.on_seat[seat, at] != 0 or table.seat_used[seat, at] != 0:
            continue
        face, pay = rules.card_die[card], rules.card_pay[card]
        if face < 1 or face > FACES or pay <= 0:
            continue
        n = throw.slots[face]
        if n < DICE:
            throw.slots[face] = n + 1
        elif throw.pays[face, n - 1] >= pay:
            continue
        else:
            n -= 1
        while n > 0 and throw.pays[face, n - 1] < pay:
            throw.pays[face, n] = throw.pays[face, n - 1]
            throw.tables[face, n] = throw.tables[face, n - 1]
            n -= 1
        throw.pays[face, n], throw.tables[face, n] = pay, at


@compiled
def workspace(dice, budget):
    """Return the room in which `attainable` works, for up to so many dice and +1.

    Returns
    -------
    int64, shape (faces + 1, 2, length)
        Most coins and the path, after each face.
    """
    length = (MOST_LEFT + 1) * (min(budget, MOST_RAISED) + 1) ** 2 * (dice + 1) ** 2
    return np.empty((FACES + 1, 2, length), np.int64)


@compiled
def limit(throw, more, at_supplier, at_monk, budget, spare):
    """Note what the dice of a throw, and so many more of any face, can do at most.

    Parameters
    ----------
    at_supplier, at_monk : int
        Faces they take, as bits; 0 for none.
    budget : int
        The dishwashers' +1.
    spare : int
        Dice wanted for cashbox and barrel, 0 to 2.
    """
    dice, for_supplier, for_monk = more, more, more
    for face in range(1, FACES + 1):
        dice += throw.counts[face]
        for_supplier += throw.counts[face] * ((at_supplier >> face) & 1)
        for_monk += throw.counts[face] * ((at_monk >> face) & 1)
    throw.at_supplier, throw.at_monk = at_supplier, at_monk
    throw.budget, throw.spare = min(budget, MOST_RAISED), spare
    throw.most_suppliers = min(dice, for_supplier + throw.budget) if at_supplier != 0 else 0
    throw.most_monks = min(dice, for_monk + throw.budget) if at_monk != 0 else 0


@compiled
def strides(throw):
    """Return the steps in a row of the workspace: for a +1 carried on, a +1 used, a die left, a die on the supplier.

    For a die on the monk, the last index, it is 1.
    """
    at_j = throw.most_monks + 1
    at_left = (throw.most_suppliers + 1) * at_j
    at_used = (throw.spare + 1) * at_left
    return (throw.budget + 1) * at_used, at_used, at_left, at_j


@compiled
def attainable(first, throw, work):
    """Find everything the dice can bring at tables, supplier and monk.

    Parameters
    ----------
    first : int
        The first face whose number of dice changed since the last call for this throw; 1 at the first.
    throw : record of `throw.THROW`
        Its ``counts``, ``slots``, ``pays`` and what `limit` noted are read; its ``stages`` say of each face what is
        known after it: the index in ``work``, most dice on supplier and monk, +1 used, and +1 that raise dice on.
    work
        As of `workspace`; afterwards the row of the last stage holds the most coins from tables (-1: impossible) and
        the path, at the places `strides` gives.

    Returns
    -------
    tuple of int
        Most dice on the supplier and on the monk.
    """
    if first == 1:
        for at in range(strides(throw)[1]):
            work[0, 0, at] = -1
        work[0, 0, 0], work[0, 1, 0] = 0, 0
        for i in range(5):
            throw.stages[0, i] = 0
    for face in range(first, FACES + 1):
        if throw.counts[face] == 0 and throw.stages[face - 1, 4] == 0:
            for i in range(5):  # no die shows it or is raised to it
                throw.stages[face, i] = throw.stages[face - 1, i]
        else:
            one_face(face, throw, work)
    return throw.stages[FACES, 1], throw.stages[FACES, 2]


@compiled
def one_face(face, throw, work):
    """Find what is possible once it is known what the dice of a face do, from what is known of the faces below."""
    count, slots, budget, spare = throw.counts[face], throw.slots[face], throw.budget, throw.spare
    most_j, most_k = throw.most_suppliers, throw.most_monks
    here_j, here_k = (throw.at_supplier >> face) & 1, (throw.at_monk >> face) & 1
    at_carry, at_used, at_left, at_j = strides(throw)
    before, top_j, top_k = throw.stages[face - 1, 0], throw.stages[face - 1, 1], throw.stages[face - 1, 2]
    top_used, top_carry = throw.stages[face - 1, 3], throw.stages[face - 1, 4]
    most_carry = min(count + top_carry, budget) if face < FACES else 0
    reach_j = min(most_j, top_j + (count + top_carry) * here_j)
    reach_k = min(most_k, top_k + (count + top_carry) * here_k)
    for carry in range(most_carry + 1):
        for used in range(carry, min(budget, top_used + most_carry) + 1):
            for left in range(spare + 1):
                for j in range(reach_j + 1):
                    for k in range(reach_k + 1):
                        work[face, 0, carry * at_carry + used * at_used + left * at_left + j * at_j + k] = -1
    new_j, new_k, new_used, new_carry = top_j, top_k, top_used, 0
    for carry in range(top_carry + 1):
        available = count + carry
        for used in range(carry, top_used + 1):
            for left in range(spare + 1):
                for j in range(top_j + 1):
                    for k in range(top_k + 1):
                        at = carry * at_carry + used * at_used + left * at_left + j * at_j + k
                        coins = work[before, 0, at]
                        if coins < 0:
                            continue
                        way = work[before, 1, at]
                        most_up = min(available, budget - used) if face < FACES else 0
                        for up in range(most_up + 1):
                            here = available - up
                            to_carry = up * at_carry + (used + up) * at_used
                            new_used, new_carry = max(new_used, used + up), max(new_carry, up)
                            gained = coins
                            for served in range(min(here, slots) + 1):
                                if served > 0:
                                    gained += throw.pays[face, served - 1]
                                for beer in range((here - served) * here_j + 1):
                                    for steps in range((here - served - beer) * here_k + 1):
                                        over = here - served - beer - steps
                                        if over > spare - left:
                                            # a die too many is left although it could do something
                                            if served < slots or here_j + here_k > 0:
                                                continue
                                            over = spare - left
                                        if j + beer > most_j or k + steps > most_k:
                                            continue
                                        to = to_carry + (left + over) * at_left + (j + beer) * at_j + k + steps
                                        if gained > work[face, 0, to]:
                                            work[face, 0, to] = gained
                                            done = up | served << BITS | (beer + steps) << 2 * BITS
                                            work[face, 1, to] = way | done << (FIELD * (face - 1))
                                            new_j = max(new_j, j + beer)
                                            new_k = max(new_k, k + steps)
    throw.stages[face, 0], throw.stages[face, 1], throw.stages[face, 2] = face, new_j, new_k
    throw.stages[face, 3], throw.stages[face, 4] = new_used, new_carry


@compiled
def place(table, seat, first, throw, path, suppliers, cashbox, barrel):
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
    plan, at_supplier, at_monk = 0, throw.at_supplier, throw.at_monk
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
            plan = pack(plan, pool[face, at], AT_TABLE + throw.tables[face, i], plus[face, at])
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
