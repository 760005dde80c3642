"""The Bartender's turn, and a session at the bar that the Manager's help shares with it."""

from __future__ import annotations

from tests.referee import opulent_years as years
from tests.referee.opulent_band import gifts, give_at
from tests.referee.opulent_cards import BAR_UPGRADES, CELEBRITY, CIGARETTE_GIRL, EDWARDS, ICE_CHEST
from tests.referee.opulent_drinks import Session, bar_loss, prepare_drinks
from tests.referee.opulent_state import Club

GO_ON, REFILL_ICE, CHOP_FRUIT, RESTOCK_BEER, RESTOCK_LIQUOR, SCHMOOZE = 0, 1, 2, 3, 4, 5
REFILLS = {REFILL_ICE: "ice", CHOP_FRUIT: "fruit", RESTOCK_BEER: "beer", RESTOCK_LIQUOR: "liquor"}


def bartender_turn(club: Club) -> None:
    """Play the Bartender's turn: actions, drinks, and what those not served think of it."""
    years.choose_way(club, "bar", hard_is_possible=True)
    years.argument(club, "bar", club.queues["bar"])
    dice = int(club.rules["bar.dice"]) - club.bar_dice_less
    club.bar_dice_less = 0
    dice = max(0, dice - _refreshments(club, dice))
    gifts(club, "bar", "give_bar", "bar")
    session = Session("bar", dice, hard=club.hard, edwards_orders=_edwards_orders(club))
    session.dice -= years.clue_dice(club, "bar", session.dice)
    session.shielded = _cigarette_girl(club)
    session_at_bar(club, session)
    _tirade(club, session)
    _wait(club, session)
    years.easy_way(club)


def session_at_bar(club: Club, session: Session) -> None:
    """Bar actions first, then one roll of the dice left (rulings 44 and 45)."""
    bar_actions(club, session)
    if session.dice > 0:
        prepare_drinks(club, session)


def _edwards_orders(club: Club) -> bool:
    """Rules bar.edwards, bar.edwards_sleep: Stanley orders each turn, or sleeps off two nickels."""
    if club.place.get(EDWARDS) != "bar":
        return False
    if club.edwards_asleep:
        club.edwards_nickels = max(0, club.edwards_nickels - club.rules["bar.edwards_sobers"])
        club.edwards_asleep = club.edwards_nickels > 0
        return False
    return True


def _refreshments(club: Club, dice: int) -> int:
    """Rule y1924.bar: the meeting room asks for beer and dice; return the dice it takes."""
    there = years.present(club)
    if there < 2:
        return 0
    beer, work = years.asked_of_station(club, "beer", there), years.asked_of_station(club, "dice", there)
    choices: list[tuple[int, ...]] = [(0,)]
    if club.stock["beer"] >= beer and dice >= work:
        choices.append((1,))
    obeyed = club.reader.choose("refreshments", "bar", choices, "y1924.bar") == (1,)
    club.reader.fact("y1924.bar", there, int(obeyed))
    if not obeyed:
        years.refuse(club, "y1924.bar")
        return 0
    club.stocked("beer", -beer, "y1924.bar")
    return work


def _cigarette_girl(club: Club) -> int:
    """Rule staff.cigarette_girl: she sits with one ordinary patron; -1 nobody."""
    if CIGARETTE_GIRL not in club.staff:
        return -1
    choices = [(-1,), *((patron,) for patron in club.queues["bar"] if club.card(patron).ordinary)]
    (patron,) = club.reader.choose("cigarette_girl", "bar", choices, "staff.cigarette_girl")
    if patron >= 0:
        club.reader.fact("staff.cigarette_girl", patron)
    return patron


# --- step 2


def capacity(club: Club, ingredient: str) -> int:
    """Rules bar.ice, bar.fruit, bar.restock, upgrade.ice_chest, upgrade.bar: how much the bar holds."""
    if ingredient == "ice" and ICE_CHEST in club.owned:
        return int(club.rules["upgrade.ice_chest"])
    if ingredient in ("liquor", "fruit") and BAR_UPGRADES in club.owned:
        return int(club.rules[f"upgrade.bar_{ingredient}"])
    return int(club.rules[f"bar.{ingredient}_capacity"])


def mob_price(club: Club) -> int:
    """Rule manager.contract: price of a restock."""
    return int(club.rules["contract.irish_price" if club.contract == 1 else "contract.italian_price"])


def _can_pay(club: Club) -> bool:
    """Rules bar.restock, bar.loan: the price is there, or the coffers are empty and the mob lends it."""
    price = mob_price(club)
    return club.coffers >= price or (club.coffers == 0 and bool(club.rules["loan.allowed"]))


def possible_bar_actions(club: Club) -> list[tuple[int, ...]]:
    """Rules bar.ice, bar.fruit, bar.restock, bar.schmooze (D10): what a bar die can be spent on."""
    choices: list[tuple[int, ...]] = []
    for act, ingredient in REFILLS.items():
        free = act in (REFILL_ICE, CHOP_FRUIT)
        if club.stock[ingredient] < capacity(club, ingredient) and (free or _can_pay(club)):
            choices.append((act,))
    if club.rules["bar.schmooze_nickels"] and any(club.has_room(patron) for patron in club.queues["bar"]):
        choices.append((SCHMOOZE,))
    return choices


def bar_actions(club: Club, session: Session) -> None:
    """Rules bar.ice, bar.fruit, bar.restock, bar.schmooze: a die for each action."""
    while session.dice > 0:
        choices: list[tuple[int, ...]] = [(GO_ON,), *possible_bar_actions(club)]
        (act,) = club.reader.choose("bar_action", session.seat, choices, "bar.restock")
        if act == GO_ON:
            return
        session.dice -= 1
        if act == SCHMOOZE:
            club.reader.fact("bar.schmooze", session.dice)
            nickels = club.rules["bar.schmooze_nickels"]
            give_at(club, "bar", nickels, "schmoozed_bar", "give_bar", session.seat, "bar.schmooze")
        else:
            _refill(club, act)


def _refill(club: Club, act: int) -> None:
    ingredient = REFILLS[act]
    if act in (RESTOCK_BEER, RESTOCK_LIQUOR):
        price = mob_price(club)
        if club.coffers < price:
            club.debt += price
            club.dollars(price, "borrowed", "bar.loan")
            club.reader.fact("bar.loan", price, club.debt)
        club.dollars(-price, "restocks", "bar.restock")
    club.stocked(ingredient, capacity(club, ingredient) - club.stock[ingredient], "bar.restock")


# --- after the drinks


def _tirade(club: Club, session: Session) -> None:
    """Rule bar.edwards: Stanley not served costs everybody else at the bar a nickel."""
    if session.edwards_orders and not session.was_served(EDWARDS):
        for patron in list(club.queues["bar"]):
            bar_loss(club, patron, club.rules["bar.tirade_penalty"], "tirade", "bar.edwards")


def _wait(club: Club, session: Session) -> None:
    """Rules bar.wait, bar.celebrity: who was not served loses a nickel; a Celebrity leaves."""
    for patron in list(club.queues["bar"]):
        if club.is_a(patron, CELEBRITY) or session.was_served(patron) or patron == session.shielded:
            continue
        if patron in session.failed and not club.rules["bar.failed_waits_too"]:
            continue
        bar_loss(club, patron, club.rules["bar.wait_penalty"], "bar_wait", "bar.wait")
    for patron in list(club.queues["bar"]):
        if club.is_a(patron, CELEBRITY) and not session.was_served(patron):
            club.lose(patron, "unserved", "bar.celebrity")
