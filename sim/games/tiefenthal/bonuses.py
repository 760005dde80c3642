"""Bonuses of the monastery track, of guests, of the guest book and of reputation, settled one after the other.

A bonus may bring another one, so they wait on a pile: what came last is settled first, which is "at once".
"""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.decks import gain_noble, gain_staff
from sim.games.tiefenthal.guest_book import sign, sign_anywhere
from sim.games.tiefenthal.names import (
    A_NOBLE,
    A_SCHNAPPS,
    ANY_SIGNATURE,
    BOX,
    BY_BOOK,
    BY_CROWN,
    BY_MONASTERY,
    BY_ROW,
    CARD,
    COINS_2,
    COINS_4,
    FROM_BONUS,
    IN_TAVERN,
    MARKER,
    MORE_REPUTATION,
    MORE_STEPS,
    NOBLE,
    REMOVE,
    REPUTATION_1,
    REPUTATION_3,
    SIGNATURE,
    STEPS_1,
    STEPS_2,
    SUPPLIER,
    TOKEN_OR_REMOVAL,
    ids,
)
from sim.games.tiefenthal.pile import push
from sim.games.tiefenthal.purse import earn_coins
from sim.games.tiefenthal.reputation import reputation_step
from sim.games.tiefenthal.schnapps import take_schnapps
from sim.jit import compiled
from sim.trace import emit

GAIN_CARD = ids.rule("bonus.card")
GAIN_COINS = ids.rule("bonus.coins")
STEPS = ids.rule("bonus.steps")
WRAP = ids.rule("bonus.wrap")
REMOVAL = ids.rule("bonus.remove")
GAIN_NOBLE = ids.rule("bonus.noble")
CROWN = ids.rule("reputation.crown")
ROW = ids.rule("book.row")
BOX_BONUS = ids.rule("book.bonus")
SCHNAPPS = ids.rule("reputation.schnapps")
REMOVE_GUEST = ids.decision("remove")
TOKEN_OR_GUEST = ids.decision("reputation_bonus")
MONASTERY = 0
REPUTATION_MODULE = 3


@compiled
def settle(table, hidden, rules, team, log, seat):
    """Settle everything that waits, what came last first."""
    while table.pending_n > 0:
        table.pending_n -= 1
        bonus, amount = table.pending[table.pending_n], table.pending_amount[table.pending_n]
        if bonus == MORE_STEPS:
            monastery_step(table, rules, log, seat, amount)
        elif bonus == MORE_REPUTATION and rules.module >= REPUTATION_MODULE:
            reputation_step(table, rules, log, seat, amount)
        elif bonus == SIGNATURE:
            sign(table, rules, log, seat, amount)
        elif bonus == ANY_SIGNATURE:
            sign_anywhere(table, hidden, rules, team, log, seat)
        elif bonus == TOKEN_OR_REMOVAL:
            token_or_removal(table, hidden, rules, team, log, seat)
        elif bonus == REMOVE:
            remove_guest(table, hidden, rules, team, log, seat, True, REMOVAL)
        elif bonus == A_NOBLE:
            gain_noble(table, hidden, log, seat, amount, rule_of_noble(amount))
        elif bonus == A_SCHNAPPS:
            take_schnapps(table, log, seat, 1, SCHNAPPS)
        elif COINS_2 <= bonus <= COINS_4:
            earn_coins(table, log, seat, 2 + bonus - COINS_2, FROM_BONUS, GAIN_COINS)
        elif STEPS_1 <= bonus <= STEPS_2:
            push(table, MORE_STEPS, 1 + bonus - STEPS_1)
        elif REPUTATION_1 <= bonus <= REPUTATION_3:
            push(table, MORE_REPUTATION, 1 + bonus - REPUTATION_1)
        elif 1 <= bonus <= SUPPLIER + 1:
            gain_staff(table, hidden, log, seat, bonus - 1, GAIN_CARD)


@compiled
def rule_of_noble(cause):
    """Return the rule that brings a noble as a bonus."""
    if cause == BY_CROWN:
        return CROWN
    if cause == BY_ROW:
        return ROW
    return BOX_BONUS if cause == BY_BOOK else GAIN_NOBLE


@compiled
def monastery_step(table, rules, log, seat, steps):
    """Go one step on the monastery track, and wait for the others (rules bonus.steps, bonus.wrap)."""
    if steps > 1:
        push(table, MORE_STEPS, steps - 1)
    before = table.monastery[seat]
    after = before + 1 if before < rules.monastery_last else 0
    table.monastery[seat] = after
    table.steps[seat] += 1
    emit(log, MARKER, STEPS if after > 0 else WRAP, seat, MONASTERY, before, after, 0)
    if after > 0 and rules.monastery_spaces[after] != 0:
        push(table, rules.monastery_spaces[after], BY_MONASTERY)


@compiled
def may_be_removed(table, seat, place):
    """Return whether a guest or regular sits at a table without a die; nobles stay (rule bonus.remove)."""
    card = table.seat_card[seat, place]
    waiting = table.on_seat[seat, place] != 0 and table.seat_used[seat, place] == 0
    return card >= 0 and card != NOBLE and not waiting


@compiled
def can_remove(table, seat):
    """Return whether there is anybody who could be removed."""
    for place in range(table.taken[seat]):
        if may_be_removed(table, seat, place):
            return True
    return False


@compiled
def remove_guest(table, hidden, rules, team, log, seat, may_decline, rule):
    """Remove a guest or regular from the game (rule bonus.remove)."""
    no_choices(team)
    if may_decline:
        offer(team, -1, -1)
    for place in range(table.taken[seat]):
        if may_be_removed(table, seat, place):
            offer(team, place, table.seat_card[seat, place])
    if team.n == 0:
        return
    place = team.choices[ask(REMOVE_GUEST, seat, table, hidden, rules, team, log), 0]
    if place < 0:
        return
    card = table.seat_card[seat, place]
    table.seat_card[seat, place] = -1
    table.owned[seat, card] -= 1
    table.removed[seat] += 1
    emit(log, CARD, rule, seat, card, IN_TAVERN, BOX, 0)


@compiled
def token_or_removal(table, hidden, rules, team, log, seat):
    """Take a schnapps or remove a guest, on the second schnapps space (rule reputation.schnapps)."""
    no_choices(team)
    offer(team, 0)
    if can_remove(table, seat):
        offer(team, 1)
    if team.choices[ask(TOKEN_OR_GUEST, seat, table, hidden, rules, team, log), 0] == 0:
        take_schnapps(table, log, seat, 1, SCHNAPPS)
    else:
        remove_guest(table, hidden, rules, team, log, seat, False, SCHNAPPS)
