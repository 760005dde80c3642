"""Phase A: a new evening. The moon moves on, and every player gets the bonus of the round."""

from __future__ import annotations

from sim.decisions import ask, no_choices, offer
from sim.games.tiefenthal.decks import gain_noble, gain_staff
from sim.games.tiefenthal.guests import take_free_guest
from sim.games.tiefenthal.names import (
    AREAS,
    BY_TRACK,
    COUNTER_GUEST,
    DIE_OR_DISHWASHER,
    DIE_OR_MERCHANT,
    DISHWASHER,
    FACT,
    FREE_UPGRADE,
    GUEST_OR_MERCHANT,
    KINDS,
    MERCHANT,
    NO_AREA,
    STAFF,
    SUPPLIER,
    TABLE_CARD,
    TABLE_OR_SUPPLIER,
    ids,
)
from sim.games.tiefenthal.schnapps import entertainer_arrives, entertainer_of_the_round, schnapps_of_the_round
from sim.games.tiefenthal.upgrades import upgrade
from sim.games.tiefenthal.waitresses import own_die
from sim.jit import compiled
from sim.trace import emit

COUNTER = ids.rule("evening.counter")
CHOICE = ids.rule("evening.choice")
DIE_RULE = ids.rule("evening.die")
FREE = ids.rule("evening.free_upgrade")
EVENING_BONUS = ids.decision("evening")
FREE_AREA = ids.decision("free_upgrade")
SCHNAPPS_MODULE = 2


@compiled
def begin_round(table):
    """Move the moon on; what was bought last round now works, and nothing is used yet (rule coins.at_once)."""
    table.rounds += 1
    table.starts[table.start] += 1
    for seat in range(table.players):
        for area in range(AREAS):
            table.works[seat, area] = table.upgraded[seat, area]
        for kind in range(KINDS):
            table.bought[seat, kind] = 0
        table.recruited[seat] = 0
        table.extra_die[seat] = 0
        table.own_n[seat] = 0


@compiled
def bonus_of_the_round(table, hidden, rules, team, log, seat):
    """Give one player the bonus of the round, schnapps first (rules evening.track, schnapps.replace)."""
    bonus = rules.track_bonuses[table.rounds - 1]
    if rules.module >= SCHNAPPS_MODULE:
        schnapps_of_the_round(table, rules, log, seat)
        who = entertainer_of_the_round(table, rules)
        if who >= 0:
            entertainer_arrives(table, hidden, rules, team, log, seat, who)
            if rules.winter_entertainers_replace != 0:
                return
    if bonus == COUNTER_GUEST:
        taken = min(rules.track_counter_guests, rules.counter_supply - table.counter_got[seat])
        table.counter[seat] += taken
        table.counter_got[seat] += taken
        emit(log, FACT, COUNTER, seat, table.counter[seat], 0, 0, 0)
    elif bonus == FREE_UPGRADE:
        free_upgrade(table, hidden, rules, team, log, seat)
    elif GUEST_OR_MERCHANT <= bonus <= DIE_OR_MERCHANT:
        choose_bonus(table, hidden, rules, team, log, seat, bonus)


@compiled
def choose_bonus(table, hidden, rules, team, log, seat, bonus):
    """Choose one of the two things that can be had (rules evening.choice, evening.die)."""
    no_choices(team)
    if bonus == GUEST_OR_MERCHANT and table.threes_n > 0:
        offer(team, 0, table.display[0])
    if (bonus == DIE_OR_DISHWASHER or bonus == DIE_OR_MERCHANT) and rules.dice_own_limit > 0:
        offer(team, 1, -1)
    if bonus == TABLE_OR_SUPPLIER:
        offer_staff(table, team, TABLE_CARD)
        offer_staff(table, team, SUPPLIER)
    else:
        offer_staff(table, team, DISHWASHER if bonus == DIE_OR_DISHWASHER else MERCHANT)
    if team.n == 0:
        return
    row = ask(EVENING_BONUS, seat, table, hidden, rules, team, log)
    card = team.choices[row, 1]
    if team.choices[row, 0] == 1:
        table.extra_die[seat] = own_die(table, hidden, log, seat, DIE_RULE)
    elif STAFF <= card < STAFF + KINDS:
        gain_staff(table, hidden, log, seat, card - STAFF, CHOICE)
    else:
        take_free_guest(table, hidden, rules, log, seat, CHOICE)


@compiled
def offer_staff(table, team, kind):
    """List a tavern card if its pile is not empty."""
    if table.market[kind] > 0:
        offer(team, 0, STAFF + kind)


@compiled
def free_upgrade(table, hidden, rules, team, log, seat):
    """Upgrade an area for nothing, or leave it to be bought with its noble; it works this round.

    Rule evening.free_upgrade.
    """
    no_choices(team)
    for area in range(AREAS):
        if table.upgraded[seat, area] == 0:
            offer(team, area)
    if team.n == 0:
        return
    offer(team, NO_AREA)
    area = team.choices[ask(FREE_AREA, seat, table, hidden, rules, team, log), 0]
    if area == NO_AREA:
        return
    upgrade(table, hidden, log, seat, area, 0, 0, True, FREE)
    for _ in range(rules.track_free_upgrade_nobles):
        gain_noble(table, hidden, log, seat, BY_TRACK, FREE)
