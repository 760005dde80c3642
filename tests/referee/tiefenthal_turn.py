"""Phase F: a player's own turn."""

from __future__ import annotations

from tests.referee.tiefenthal_bonus import column_has_room, get_bonus, remove, rise, sign, step_on
from tests.referee.tiefenthal_cards import (
    AREAS,
    AT_TABLE,
    BARD,
    BARREL,
    BONUSES,
    CASHBOX,
    COLUMN_OF,
    FIRE_BREATHER,
    KINDS,
    MERCHANT,
    MONK,
    NOWHERE,
    ON_BARREL,
    ON_CASHBOX,
    ON_MONK,
    ON_SUPPLIER,
    SAFE,
    SINGER,
    STORE,
    SUPPLIERS,
    TAKES_BACK,
)
from tests.referee.tiefenthal_dice import places, put
from tests.referee.tiefenthal_evening import show_guest, show_three
from tests.referee.tiefenthal_state import Die, Table, Tavern

Row = tuple[int, int, int, int]

STOP, USE_ALL, USE, PICK_UP, COUNTER, SERENADE = range(6)
BUY = 10
UPGRADE, NOBLES, SING, FIRE_UPGRADE, FIRE_REMOVE = 20, 22, 23, 24, 25
RECRUIT = 40  # and the price of the guest
BRINGS = 100  # and the bonus of the guest


def begin_turn(table: Table, tavern: Tavern) -> None:
    """Rules reputation.phase, serve.merchant: the marker moves by what the plan brings; merchants bring their beer."""
    rules = table.rules
    tavern.moves = tavern.granted = 0
    tavern.before = {area: table.brings(tavern, area) for area in (CASHBOX, BARREL, SUPPLIERS)}
    tavern.before_merchants = rules["merchant.beer"] * tavern.laid[MERCHANT]
    tavern.serenades = tavern.laid[BARD]
    grant(table, tavern, "reputation.phase")
    table.earn_beer(tavern, tavern.before_merchants, "merchants", "serve.merchant")


def grant(table: Table, tavern: Tavern, rule: str) -> None:
    """Rules reputation.phase, reputation.replan: the marker follows what the plan brings, and never goes back."""
    if not table.has("reputation"):
        return
    more = table.planned(tavern) - tavern.granted
    if more > 0:
        tavern.granted += more
        rise(table, tavern, more * table.rules["reputation.steps"], rule)


def own_turn(table: Table, tavern: Tavern) -> None:
    """Phase F: act until nothing more is wanted, then keep what can be kept."""
    begin_turn(table, tavern)
    while act(table, tavern):
        pass
    end_turn(table, tavern)


# --- what may be done


def acts(table: Table, tavern: Tavern) -> list[Row]:
    """Return every legal act: act, what, area, cost."""
    found: list[Row] = [(STOP, 0, -1, 0)]
    placed = [number for number, die in enumerate(tavern.dice) if die.space != NOWHERE and not die.used]
    if placed:
        found.append((USE_ALL, 0, -1, 0))
    found += [(USE, number, -1, 0) for number in placed]
    if tavern.moves < table.rules["turn.most_moves"]:
        # a die that can go nowhere else may be picked up as well; it stays
        found += [(PICK_UP, number, -1, 0) for number, die in enumerate(tavern.dice) if not die.used]
    if tavern.counters and table.rules["counter.steps"]:
        found.append((COUNTER, 0, -1, 0))
    if tavern.serenades and table.rules["bard.steps"] and table.has("reputation"):
        found.append((SERENADE, 0, -1, 0))
    return found + _for_coins(table, tavern) + _for_beer(table, tavern) + _for_schnapps(table, tavern)


def _for_coins(table: Table, tavern: Tavern) -> list[Row]:
    """Rules coins.cards, coins.upgrade, coins.special_order."""
    found = []
    for kind in table.kinds_sold():
        price = table.rules[f"staff.{KINDS[kind]}.price"]
        allowed = tavern.bought[kind] < table.rules["staff.of_each_kind"]
        if allowed and table.market[kind] > 0 and tavern.coins >= price:
            found.append((BUY + kind, 0, -1, price))
    for area in range(len(AREAS)):
        cards = tavern.laid[TAKES_BACK[area]] if area in TAKES_BACK else 0
        for returned in range(cards + 1):
            price = table.price(area, returned)
            if area not in tavern.upgraded and tavern.coins >= price:
                found.append((UPGRADE, returned, area, price))
    return found


def _for_beer(table: Table, tavern: Tavern) -> list[Row]:
    """Rules beer.guest, beer.nobles, book.tiles."""
    found = []
    for slot, guest in enumerate(table.display):
        signs = table.tiles[slot] or not table.has("guest book")
        if guest >= 0 and signs and tavern.recruited < table.rules["guests.per_round"]:
            price = table.cards[guest].cost
            if tavern.beer >= price:
                found.append((RECRUIT + price, slot, BRINGS + BONUSES.index(table.cards[guest].bonus), price))
    for number, price in enumerate(table.rules["nobles.cost"], start=1):
        if tavern.beer >= price and table.nobles >= number:
            found.append((NOBLES, number, -1, price))
    return found


def _for_schnapps(table: Table, tavern: Tavern) -> list[Row]:
    """Rules schnapps.singer, schnapps.fire_upgrade, schnapps.fire_remove."""
    found, rules = [], table.rules
    if SINGER in tavern.entertainers:
        price = rules["singer.beer_price" if tavern.entertainers[SINGER] else "singer.coins_price"]
        if tavern.schnapps >= price:
            found.append((SING, 1 + tavern.entertainers[SINGER], -1, price))
    if FIRE_BREATHER in tavern.entertainers:
        upgrades = tavern.entertainers[FIRE_BREATHER] == 0
        price = rules["fire.upgrade_price" if upgrades else "fire.remove_price"]
        if tavern.schnapps >= price and upgrades:
            found += [(FIRE_UPGRADE, 0, area, price) for area in range(len(AREAS)) if area not in tavern.upgraded]
        elif tavern.schnapps >= price and tavern.removable():
            found.append((FIRE_REMOVE, 0, -1, price))
    return found


def moves_of(table: Table, tavern: Tavern, die: Die) -> list[tuple[int, int, int]]:
    """Rules serve.move, reputation.replan: where a die may go, so that the plan brings no less than was granted."""
    found = [place for place in places(table, tavern, die) if place[0] != die.space]
    if die.space != NOWHERE:
        found.append((NOWHERE, 0, -1))
    if not table.has("reputation"):
        return found
    others = [(other.space, other.guest) for other in tavern.dice if other is not die]
    return [
        place
        for place in found
        if table.planned(tavern, [*others, (place[0], table.cards[place[2]] if place[0] >= AT_TABLE else None)])
        >= tavern.granted
    ]


# --- what is done


def act(table: Table, tavern: Tavern) -> bool:
    """Follow one act; tell whether the turn goes on."""
    kind, what, area, price = table.choose("serve", tavern, list(acts(table, tavern)), "serve.turn")
    if kind == STOP:
        return False
    if kind == USE_ALL:
        use_all(table, tavern)
    elif kind == USE:
        use(table, tavern, tavern.dice[what], "serve.guest")
    elif kind == PICK_UP:
        _move(table, tavern, what)
    elif kind == COUNTER:
        tavern.counters -= 1
        step_on(table, tavern, table.rules["counter.steps"], "serve.counter")
    elif kind == SERENADE:
        tavern.serenades -= 1
        rise(table, tavern, table.rules["bard.steps"], "reputation.bards")
    elif kind == UPGRADE:
        table.pay_coins(tavern, price, "upgrades", "coins.upgrade")
        table.upgrade(tavern, area, "coins.upgrade", returned=what)
        table.gain_nobles(tavern, table.rules["area.nobles"], "upgrade", "coins.noble")
    elif kind > RECRUIT:
        _recruit(table, tavern, what)
    elif kind == NOBLES:
        table.pay_beer(tavern, price, "nobles", "beer.nobles")
        table.gain_nobles(tavern, what, "beer", "beer.nobles")
    elif kind in (SING, FIRE_UPGRADE, FIRE_REMOVE):
        _entertain(table, tavern, kind, area, price)
    else:
        table.pay_coins(tavern, price, "cards", "coins.cards")
        table.gain_kind(tavern, kind - BUY, "coins.cards")
        tavern.bought[kind - BUY] += 1
        tavern.tally[f"bought {kind - BUY}"] += 1
    return True


def use_all(table: Table, tavern: Tavern) -> None:
    """Remove all placed dice in the order of their numbers."""
    for die in tavern.dice:
        if die.space != NOWHERE and not die.used:
            use(table, tavern, die, "serve.guest")


def use(table: Table, tavern: Tavern, die: Die, rule: str) -> None:
    """Rules serve.guest, serve.cashbox, serve.supplier, serve.barrel, serve.monk: remove a die."""
    rules = table.rules
    number = next(at for at, other in enumerate(tavern.dice) if other is die)
    die.used = True
    table.reader.demand("used", rule, seat=tavern.seat, die=number, face=die.face, space=die.space)
    if die.space >= AT_TABLE:
        seat = tavern.seats[die.space - AT_TABLE]
        seat.used = True
        table.earn_coins(tavern, table.cards[seat.card].pay, "guests", "serve.guest")
    elif die.space == ON_CASHBOX:
        table.earn_coins(tavern, table.brings(tavern, CASHBOX), "cashbox", "serve.cashbox")
    elif die.space == ON_BARREL:
        table.earn_beer(tavern, table.brings(tavern, BARREL), "barrels", "serve.barrel")
    elif die.space == ON_SUPPLIER:
        table.earn_beer(tavern, table.brings(tavern, SUPPLIERS), "suppliers", "serve.supplier")
    elif die.space == ON_MONK:
        steps = rules["monk.steps_upgraded" if MONK in tavern.works else "monk.steps"]
        step_on(table, tavern, steps, "serve.monk")


def _move(table: Table, tavern: Tavern, number: int) -> None:
    """Rules serve.move, reputation.replan: a die not yet removed goes elsewhere, or stays."""
    die = tavern.dice[number]
    stays = (die.space, die.plus, number, tavern.seats[die.space - AT_TABLE].card if die.space >= AT_TABLE else -1)
    choices = [stays] + [(space, plus, number, card) for space, plus, card in moves_of(table, tavern, die)]
    space, plus, _, _ = table.choose("move", tavern, list(choices), "serve.move")
    tavern.moves += 1
    if space != die.space:
        put(table, tavern, die, space, plus)
        grant(table, tavern, "reputation.replan")


def _recruit(table: Table, tavern: Tavern, slot: int) -> None:
    """Rules beer.guest, beer.refill, book.sign: pay, card on the deck, refill, its bonus, its signature."""
    guest = table.display[slot]
    card = table.cards[guest]
    table.pay_beer(tavern, card.cost, "guests", "beer.guest")
    tavern.recruited += 1
    tavern.tally["guests"] += 1
    table.gain(tavern, guest, "beer.guest")
    column = COLUMN_OF[card.cost]
    signs = table.has("guest book") and table.tiles[slot]
    if signs and not column_has_room(table, tavern, column):  # the tile goes back before the display is refilled
        table.tiles_left += 1
        signs = False
    (show_guest(table, slot) if slot else show_three(table))
    get_bonus(table, tavern, card.bonus, "guest")
    if signs and column_has_room(table, tavern, column):
        sign(table, tavern, column, "book.sign")
    elif signs:
        table.tiles_left += 1


def _entertain(table: Table, tavern: Tavern, kind: int, area: int, price: int) -> None:
    """Module 2: schnapps for the singer or the fire-breather."""
    rules = table.rules
    if kind == SING:
        table.give_back_schnapps(tavern, price, "schnapps.singer")
        if tavern.entertainers[SINGER]:
            table.earn_beer(tavern, rules["singer.beer"], "singer", "schnapps.singer")
        else:
            table.earn_coins(tavern, rules["singer.coins"], "singer", "schnapps.singer")
    elif kind == FIRE_UPGRADE:
        table.give_back_schnapps(tavern, price, "schnapps.fire_upgrade")
        table.upgrade(tavern, area, "schnapps.fire_upgrade")
        table.gain_nobles(tavern, rules["area.nobles"], "upgrade", "schnapps.fire_upgrade")
    else:
        table.give_back_schnapps(tavern, price, "schnapps.fire_remove")
        remove(table, tavern, "schnapps.fire_remove", may_decline=False)


def end_turn(table: Table, tavern: Tavern) -> None:
    """Rules reputation.cashed, serve.end, schnapps.keep: what cannot be kept is lost."""
    if table.has("reputation"):
        use_all(table, tavern)
    table.pay_coins(tavern, max(0, tavern.coins - table.keeps(tavern, SAFE)), "lost", "serve.end")
    table.pay_beer(tavern, max(0, tavern.beer - table.keeps(tavern, STORE)), "lost", "serve.end")
    too_many = tavern.schnapps - table.rules["schnapps.keeps"]
    table.give_back_schnapps(tavern, too_many, "schnapps.keep", spent=False)
