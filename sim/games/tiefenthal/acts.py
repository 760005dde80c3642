"""What a player can do in the own turn, as the list of choices of the decision ``serve``."""

from __future__ import annotations

from sim.decisions import no_choices, offer
from sim.games.tiefenthal.bonuses import can_remove
from sim.games.tiefenthal.names import (
    AREAS,
    BARD,
    BRINGS,
    BUY,
    DISPLAY,
    FIRE_BREATHER,
    FIRE_REMOVE,
    FIRE_UPGRADE,
    KINDS,
    NO_AREA,
    NOBLES,
    NOWHERE,
    PICK_UP,
    RECRUIT,
    SERENADE,
    SINGER,
    SINGER_ACT,
    STAFF,
    STEP,
    STOP,
    USE,
    USE_ALL,
)
from sim.games.tiefenthal.upgrades import offer_upgrades
from sim.jit import compiled

REPUTATION_MODULE, BOOK_MODULE = 3, 5
FIRST_SIDE, SECOND_SIDE = 1, 2
MOST_NOBLES = 3


@compiled
def list_acts(table, rules, team, seat):
    """List everything the player may do now; the first choice ends the turn (rule serve.turn)."""
    no_choices(team)
    offer(team, STOP, 0, NO_AREA, 0)
    offer_dice(table, rules, team, seat)
    if table.counter[seat] > 0 and rules.counter_steps > 0:
        offer(team, STEP, 0, NO_AREA, 0)
    if table.serenades[seat] > 0 and rules.bard_steps > 0:
        offer(team, SERENADE, 0, NO_AREA, 0)
    offer_cards(table, rules, team, seat)
    offer_upgrades(table, rules, team, seat)
    offer_guests(table, rules, team, seat)
    offer_entertainers(table, rules, team, seat)


@compiled
def offer_dice(table, rules, team, seat):
    """List the dice that can be removed, and those that can be moved (rule serve.move)."""
    placed = 0
    for die in range(table.dice_n[seat]):
        if table.die_used[seat, die] == 0:
            if table.die_at[seat, die] != NOWHERE:
                placed += 1
                offer(team, USE, die, NO_AREA, 0)
            if table.moves < rules.turn_most_moves:
                offer(team, PICK_UP, die, NO_AREA, 0)
    if placed > 0:
        offer(team, USE_ALL, 0, NO_AREA, 0)


@compiled
def offer_cards(table, rules, team, seat):
    """List the tavern cards that can be bought (rules coins.cards, reputation.bards)."""
    for kind in range(KINDS):
        price = rules.card_cost[STAFF + kind]
        known = kind != BARD or rules.module >= REPUTATION_MODULE
        if known and table.market[kind] > 0 and table.bought[seat, kind] < rules.staff_of_each_kind:
            if price <= table.coins[seat]:
                offer(team, BUY + kind, 0, NO_AREA, price)


@compiled
def offer_guests(table, rules, team, seat):
    """List the guests and nobles that can be paid for (rules beer.guest, beer.nobles, book.tiles)."""
    if table.recruited[seat] < rules.guests_per_round:
        for slot in range(DISPLAY):
            card = table.display[slot]
            if card >= 0 and (rules.module < BOOK_MODULE or table.tile[slot] != 0):
                price = rules.card_cost[card]
                if price <= table.beer[seat]:
                    offer(team, RECRUIT + price, slot, BRINGS + rules.card_bonus[card], price)
    for number in range(1, MOST_NOBLES + 1):
        price = rules.nobles_cost[number - 1]
        if table.nobles_n >= number and price <= table.beer[seat]:
            offer(team, NOBLES, number, NO_AREA, price)


@compiled
def offer_entertainers(table, rules, team, seat):
    """List what entertainers do for schnapps (rules schnapps.singer, .fire_upgrade, .fire_remove)."""
    tokens = table.schnapps[seat]
    if tokens == 0:
        return
    side = table.entertainer[seat, SINGER]
    price = rules.singer_coins_price if side == FIRST_SIDE else rules.singer_beer_price
    if side != 0 and price <= tokens:
        offer(team, SINGER_ACT, side, NO_AREA, price)
    side = table.entertainer[seat, FIRE_BREATHER]
    if side == FIRST_SIDE and rules.fire_upgrade_price <= tokens:
        for area in range(AREAS):
            if table.upgraded[seat, area] == 0:
                offer(team, FIRE_UPGRADE, 0, area, rules.fire_upgrade_price)
    if side == SECOND_SIDE and rules.fire_remove_price <= tokens and can_remove(table, seat):
        offer(team, FIRE_REMOVE, 0, NO_AREA, rules.fire_remove_price)
