"""Phase F: a player's own turn. Dice are removed for coins, beer and steps; coins and beer buy cards, areas, guests."""

from __future__ import annotations

from sim.decisions import ask
from sim.games.tiefenthal.acts import list_acts
from sim.games.tiefenthal.bonuses import remove_guest, settle
from sim.games.tiefenthal.decks import gain_noble, gain_staff
from sim.games.tiefenthal.guests import recruit
from sim.games.tiefenthal.moving import move_die
from sim.games.tiefenthal.names import (
    AT_TABLE,
    BARD,
    BUY,
    BY_BEER,
    FIRE_REMOVE,
    FIRE_UPGRADE,
    FOR_CARDS,
    FOR_NOBLES,
    FOR_UPGRADES,
    FROM_BARREL,
    FROM_CASHBOX,
    FROM_GUESTS,
    FROM_MERCHANTS,
    FROM_SINGER,
    FROM_SINGER_BEER,
    FROM_SUPPLIERS,
    KINDS,
    MERCHANT,
    MONK,
    MORE_REPUTATION,
    MORE_STEPS,
    NOBLES,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_SUPPLIER,
    PICK_UP,
    RECRUIT,
    SERENADE,
    SINGER_ACT,
    STEP,
    STOP,
    UPGRADE,
    USE,
    USE_ALL,
    USED,
    ids,
)
from sim.games.tiefenthal.pile import push
from sim.games.tiefenthal.purse import earn_beer, earn_coins, put_away, spend_beer, spend_coins
from sim.games.tiefenthal.reputation import barrel_beer, cashbox_coins, grant_reputation, supplier_beer
from sim.games.tiefenthal.schnapps import keep_schnapps, pay_schnapps
from sim.games.tiefenthal.upgrades import UPGRADE_RULE, upgrade
from sim.jit import compiled
from sim.trace import emit

SERVE = ids.decision("serve")
GUEST_RULE = ids.rule("serve.guest")
CASHBOX_RULE = ids.rule("serve.cashbox")
SUPPLIER_RULE = ids.rule("serve.supplier")
MERCHANT_RULE = ids.rule("serve.merchant")
BARREL_RULE = ids.rule("serve.barrel")
MONK_RULE = ids.rule("serve.monk")
CARDS_RULE = ids.rule("coins.cards")
NOBLES_RULE = ids.rule("beer.nobles")
SINGER_RULE = ids.rule("schnapps.singer")
FIRE_UPGRADE_RULE = ids.rule("schnapps.fire_upgrade")
FIRE_REMOVE_RULE = ids.rule("schnapps.fire_remove")
REPUTATION_MODULE = 3
FIRST_SIDE = 1


@compiled
def serve_turn(table, hidden, rules, team, log, seat):
    """Play the own turn of phase F (rules serve.turn, serve.end, reputation.cashed)."""
    table.active = seat
    begin_turn(table, hidden, rules, team, log, seat)
    while True:
        list_acts(table, rules, team, seat)
        row = ask(SERVE, seat, table, hidden, rules, team, log)
        act, what, area, cost = team.choices[row, 0], team.choices[row, 1], team.choices[row, 2], team.choices[row, 3]
        if act == STOP:
            break
        do_act(table, hidden, rules, team, log, seat, act, what, area, cost)
    if rules.module >= REPUTATION_MODULE:
        use_all(table, hidden, rules, team, log, seat)
    put_away(table, rules, log, seat)
    keep_schnapps(table, rules, log, seat)
    table.active = -1


@compiled
def begin_turn(table, hidden, rules, team, log, seat):
    """Take the merchants' beer, and in module 3 move the reputation marker by the plan.

    Rules serve.merchant and reputation.phase.
    """
    table.moves = 0
    table.granted[seat] = 0
    table.serenades[seat] = table.laid[seat, BARD]
    table.before_supplier[seat] = supplier_beer(table, rules, seat)
    table.before_cashbox[seat] = cashbox_coins(table, rules, seat)
    table.before_barrel[seat] = barrel_beer(table, rules, seat)
    if rules.module >= REPUTATION_MODULE:
        grant_reputation(table, rules, seat)
        settle(table, hidden, rules, team, log, seat)
    earn_beer(table, log, seat, rules.merchant_beer * table.laid[seat, MERCHANT], FROM_MERCHANTS, MERCHANT_RULE)


@compiled
def do_act(table, hidden, rules, team, log, seat, act, what, area, cost):
    """Do what was chosen, and settle the bonuses it brings (rules serve.counter, reputation.bards)."""
    if act == USE_ALL:
        use_all(table, hidden, rules, team, log, seat)
    elif act == USE:
        use_die(table, rules, log, seat, what)
    elif act == PICK_UP:
        move_die(table, hidden, rules, team, log, seat, what)
    elif act == STEP:
        table.counter[seat] -= 1
        push(table, MORE_STEPS, rules.counter_steps)
    elif act == SERENADE:
        table.serenades[seat] -= 1
        push(table, MORE_REPUTATION, rules.bard_steps)
    elif BUY <= act < BUY + KINDS:
        buy_card(table, hidden, log, seat, act - BUY, cost)
    elif act == UPGRADE:
        spend_coins(table, log, seat, cost, FOR_UPGRADES, UPGRADE_RULE)
        upgrade(table, hidden, log, seat, area, what, rules.area_nobles, False, UPGRADE_RULE)
    elif act == NOBLES:
        spend_beer(table, log, seat, cost, FOR_NOBLES, NOBLES_RULE)
        for _ in range(what):
            gain_noble(table, hidden, log, seat, BY_BEER, NOBLES_RULE)
    elif act == FIRE_UPGRADE:
        pay_schnapps(table, log, seat, cost, FIRE_UPGRADE_RULE)
        upgrade(table, hidden, log, seat, area, 0, rules.area_nobles, False, FIRE_UPGRADE_RULE)
    elif act == FIRE_REMOVE:
        pay_schnapps(table, log, seat, cost, FIRE_REMOVE_RULE)
        remove_guest(table, hidden, rules, team, log, seat, False, FIRE_REMOVE_RULE)
    elif act == SINGER_ACT:
        listen_to_singer(table, rules, log, seat, what, cost)
    elif act >= RECRUIT:
        recruit(table, hidden, rules, log, seat, what)
    settle(table, hidden, rules, team, log, seat)


# --- dice ------------------------------------------------------------------------------------------------------------


@compiled
def use_all(table, hidden, rules, team, log, seat):
    """Remove all placed dice in the order of their numbers, each with its bonuses settled."""
    for die in range(table.dice_n[seat]):
        if table.die_at[seat, die] != NOWHERE and table.die_used[seat, die] == 0:
            use_die(table, rules, log, seat, die)
            settle(table, hidden, rules, team, log, seat)


@compiled
def use_die(table, rules, log, seat, die):
    """Remove a die for what its space brings (rules serve.guest, .cashbox, .supplier, .barrel, .monk)."""
    space = table.die_at[seat, die]
    table.die_used[seat, die] = 1
    emit(log, USED, rule_of_space(space), seat, die, table.dice[seat, die], space, 0)
    if space >= AT_TABLE:
        table.seat_used[seat, space - AT_TABLE] = 1
        earn_coins(table, log, seat, table.die_pay[seat, die], FROM_GUESTS, GUEST_RULE)
    elif space == ON_CASHBOX:
        earn_coins(table, log, seat, cashbox_coins(table, rules, seat), FROM_CASHBOX, CASHBOX_RULE)
    elif space == ON_SUPPLIER:
        earn_beer(table, log, seat, supplier_beer(table, rules, seat), FROM_SUPPLIERS, SUPPLIER_RULE)
    elif space == ON_BARREL:
        earn_beer(table, log, seat, barrel_beer(table, rules, seat), FROM_BARREL, BARREL_RULE)
    else:
        steps = rules.monk_steps_upgraded if table.works[seat, MONK] != 0 else rules.monk_steps
        if steps > 0:
            push(table, MORE_STEPS, steps)


@compiled
def rule_of_space(space):
    """Return the rule of what a die brings that is removed from a space."""
    if space >= AT_TABLE:
        return GUEST_RULE
    if space == ON_CASHBOX:
        return CASHBOX_RULE
    if space == ON_SUPPLIER:
        return SUPPLIER_RULE
    return BARREL_RULE if space == ON_BARREL else MONK_RULE


# --- coins and schnapps ----------------------------------------------------------------------------------------------


@compiled
def buy_card(table, hidden, log, seat, kind, price):
    """Buy a tavern card (rule coins.cards; bards: reputation.bards)."""
    spend_coins(table, log, seat, price, FOR_CARDS, CARDS_RULE)
    table.bought[seat, kind] += 1
    table.bought_all[seat, kind] += 1
    gain_staff(table, hidden, log, seat, kind, CARDS_RULE)


@compiled
def listen_to_singer(table, rules, log, seat, side, price):
    """Pay the singer for coins or beer (rule schnapps.singer)."""
    pay_schnapps(table, log, seat, price, SINGER_RULE)
    if side == FIRST_SIDE:
        earn_coins(table, log, seat, rules.singer_coins, FROM_SINGER, SINGER_RULE)
    else:
        earn_beer(table, log, seat, rules.singer_beer, FROM_SINGER_BEER, SINGER_RULE)
