"""Preparing drinks: commit, roll, choose successes, and everything that follows from them (rulings D1 to D12)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.opulent_band import section_served
from tests.referee.opulent_cards import (
    A_BEER,
    A_LIQUOR,
    A_MIXED,
    A_SPECIAL,
    A_WATERED_LIQUOR,
    A_WATERED_MIXED,
    DRINKS,
    EDWARDS,
    FACE,
    FACES,
    IRISH,
    ITALIAN,
    ORDER,
    PLAIN_BARTENDER,
    SECTION_TARGET,
    SECTIONS,
    WAITRESS,
    WATERED,
)
from tests.referee.opulent_queue import arrive
from tests.referee.opulent_state import Club

IS_WATERED = (A_WATERED_LIQUOR, A_WATERED_MIXED)


@dataclass
class Session:
    """One session at the bar.

    Attributes
    ----------
    seat : str
        The Bartender ("bar") or the Manager who helps.
    dice : int
        Bar dice left.
    hard : bool
        The hard way of 1922 binds.
    edwards_orders : bool
        Stanley is awake and wants his beer.
    shielded : int
        Patron with the Cigarette Girl, -1 none.
    drinks : dict
        Drink committed for each target.
    served, failed : set of int
        Targets by result.
    """

    seat: str
    dice: int
    hard: bool = False
    edwards_orders: bool = False
    shielded: int = -1
    drinks: dict[int, int] = field(default_factory=dict)
    served: set[int] = field(default_factory=set)
    failed: set[int] = field(default_factory=set)

    def was_served(self, target: int) -> bool:
        """Tell whether a target got its drink."""
        return target in self.served


def bar_loss(club: Club, patron: int, amount: int, cause: str, rule: str) -> bool:
    """Rule bar.zero (D3): a loss at the bar that leaves no nickels discards the patron; tell whether he is there."""
    if amount <= 0:
        return True
    club.take(patron, amount, cause, rule)
    if club.nickels[patron] == 0:
        club.move(patron, "gone", "bar.zero")
        return False
    return True


def prepare_drinks(club: Club, session: Session) -> None:
    """Rules bar.prepare, bar.points: commit drinks, roll once, and let the roll pay for them."""
    while True:
        act = club.reader.choose("prepare", session.seat, [(-1,), *possible_drinks(club, session)], "bar.prepare")
        if act[0] < 0:
            break
        _commit(club, session, act[0], act[1])
    if not session.drinks:
        return
    rolled = sum(club.reader.roll("bar", "bar.prepare") for _ in range(session.dice))
    rolled += roll_bonus(club)
    total = sum(difficulty(club, session, *drink) for drink in session.drinks.items())
    club.reader.fact("bar.prepare", rolled, total, session.dice)
    _spend(club, session, rolled, total)
    _return_liquor(club, session)
    _consequences(club, session)


def roll_bonus(club: Club) -> int:
    """Rules staff.waitress, staff.plain (D7): points added to every preparation roll."""
    waitress = club.rules["staff.waitress_bonus"] if WAITRESS in club.staff else 0
    return int(waitress) + int(PLAIN_BARTENDER in club.staff)


# --- what can be prepared


def _multiplier(club: Club, session: Session, target: int) -> int:
    """Rule y1922.hard_bar (D12): double alcohol for ordinary patrons in the Bartender's own turn."""
    ordinary = target < SECTION_TARGET and club.card(target).ordinary
    return int(club.rules["tuckers.hard_alcohol"]) if session.hard and ordinary else 1


def ingredients(club: Club, session: Session, target: int, drink: int) -> dict[str, int]:
    """Rules bar.order, bar.watered, bar.special: what a drink needs."""
    times = _multiplier(club, session, target)
    if drink == A_BEER:
        return {"beer": times}
    if drink == A_SPECIAL:
        return {"special": 1}
    fruit = {"fruit": 1} if drink in (A_MIXED, A_WATERED_MIXED) else {}
    return {"liquor": times, "ice": 2 if drink in IS_WATERED else 1, **fruit}


def difficulty(club: Club, session: Session, target: int, drink: int) -> int:
    """Rules bar.prepare, bar.watered, y1922.hard_bar: points a drink takes; more pieces, more points."""
    name = {A_BEER: "beer", A_SPECIAL: "special", A_LIQUOR: "liquor", A_WATERED_LIQUOR: "liquor"}.get(drink, "mixed")
    points = club.rules[f"bar.{name}_difficulty"]
    points += club.rules["bar.watered_difficulty"] if drink in IS_WATERED else 0
    points += 0 if drink == A_SPECIAL else _multiplier(club, session, target) - 1
    return int(points)


def _wanted(club: Club, session: Session, target: int) -> list[int]:
    """Rules bar.order, bar.edwards, bar.celebrity, bar.section_served: the drinks that satisfy a target."""
    if target == EDWARDS:
        return [A_BEER]
    if target >= SECTION_TARGET:
        plain = [A_BEER, A_LIQUOR, A_MIXED]
    else:
        plain = [ORDER[club.card(target).social_class]]
    watered = [WATERED[drink] for drink in plain if drink in WATERED] if club.rules["bar.watering"] else []
    return [*plain, A_SPECIAL, *watered]


def possible_drinks(club: Club, session: Session) -> list[tuple[int, ...]]:
    """Rule bar.prepare: at most one drink a target, with everything it needs in stock."""
    targets = [patron for patron in club.queues["bar"] if not club.blocked(patron, club.next_place(patron, "bar"))]
    targets += [EDWARDS] if session.edwards_orders else []
    targets += [SECTION_TARGET + section for section in range(SECTIONS) if section in club.at_bar]
    choices = []
    for target in targets:
        if target not in session.drinks:
            for drink in _wanted(club, session, target):
                needs = ingredients(club, session, target, drink)
                if all(club.stock[name] >= number for name, number in needs.items()):
                    choices.append((target, drink, difficulty(club, session, target, drink)))
    return choices


def _commit(club: Club, session: Session, target: int, drink: int) -> None:
    session.drinks[target] = drink
    for name, number in ingredients(club, session, target, drink).items():
        club.stocked(name, -number, "bar.prepare")
    _show(club, session, target, "committed")


def _show(club: Club, session: Session, target: int, what: str) -> None:
    drink = session.drinks[target]
    points = difficulty(club, session, target, drink)
    club.reader.demand("drink", "bar.prepare", target=target, drink=DRINKS[drink], what=what, difficulty=points)


def _return_liquor(club: Club, session: Session) -> None:
    """Rule bar.watered: the liquor goes back into stock, whatever the roll."""
    for target, drink in session.drinks.items():
        if drink in IS_WATERED:
            club.stocked("liquor", ingredients(club, session, target, drink)["liquor"], "bar.watered")


# --- what the roll pays for


def _spend(club: Club, session: Session, points: int, total: int) -> None:
    """Rule bar.points: a roll too low pays for drinks as the Bartender chooses, until none can be paid."""
    if points >= total:
        session.served = set(session.drinks)
        for target in session.drinks:
            _show(club, session, target, "served")
    while points < total:
        choices = []
        for target, drink in session.drinks.items():
            price = difficulty(club, session, target, drink)
            if target not in session.served and price <= points:
                choices.append((target, drink, price))
        if not choices:
            break
        target, _, price = club.reader.choose("spend", session.seat, choices, "bar.points")
        points, total = points - price, total - price
        session.served.add(target)
        _show(club, session, target, "served")
    session.failed = set(session.drinks) - session.served
    for target in session.failed:
        _show(club, session, target, "failed")
    if EDWARDS in session.served:
        club.edwards_nickels += 1
        club.edwards_asleep = club.edwards_nickels >= club.rules["bar.edwards_limit"]


# --- what follows


def _consequences(club: Club, session: Session) -> None:
    """Follow the order of ruling D1."""
    before = list(club.queues["bar"])
    specials = sum(1 for drink in session.drinks.values() if drink == A_SPECIAL)
    arrive(club, specials * club.rules["bar.special_patrons"])
    _failures(club, session, before)
    for target in sorted(session.served):
        if target >= SECTION_TARGET:
            section_served(club, target - SECTION_TARGET)
    staying: list[int] = []
    if any(target < SECTION_TARGET for target in session.served):
        face = club.reader.roll("colour", "bar.another_round")
        club.reader.fact("bar.another_round", FACE[face])
        _shipment(club, face)
        caught = _found_out(club, session, face) if club.rules["bar.another_round"] else []
        staying = _staying(club, session, face, caught)
        for patron in _cut_off(club, session, staying):
            staying.remove(patron)
    for patron in staying:
        club.move(patron, "bar", "bar.another_round")
    for patron in before:
        if patron in session.served and patron not in staying and club.place[patron] == "bar":
            club.go_on(patron, club.next_place(patron, "bar"), "bar.leave")
    _skips(club, session, before)


def _failures(club: Club, session: Session, before: list[int]) -> None:
    """Rule bar.failed: a nickel from each patron whose drink failed; D5: a Celebrity may stay in the Manager's help."""
    for patron in before:
        if patron in session.failed and patron != session.shielded:
            bar_loss(club, patron, club.rules["bar.failed_penalty"], "failed", "bar.failed")


def _shipment(club: Club, face: str) -> None:
    """Rule bar.shipment: yellow from the Irish, purple from the Italians, if no special drink is left."""
    if (face, club.contract) in (("yellow", IRISH), ("purple", ITALIAN)) and club.stock["special"] == 0:
        tokens = club.rules["bar.special_tokens"]
        if tokens:
            club.reader.fact("bar.shipment", tokens)
            club.stocked("special", tokens, "bar.shipment")


def _found_out(club: Club, session: Session, face: str) -> list[int]:
    """Rule bar.found_out (D4): who finds his drink watered loses all; the others at the bar a nickel each time."""
    caught = [
        patron
        for patron in club.queues["bar"]
        if patron in session.served and session.drinks[patron] in IS_WATERED and club.card(patron).colour == face
    ]
    for patron in caught:
        club.lose(patron, "watered", "bar.found_out")
    for patron in list(club.queues["bar"]):
        for _ in caught:
            if not bar_loss(club, patron, club.rules["bar.found_out_penalty"], "watered", "bar.found_out"):
                break
    return caught


def _staying(club: Club, session: Session, face: str, caught: list[int]) -> list[int]:
    """Rule bar.another_round: served patrons whose colour is rolled, Celebrities on yellow."""
    if not club.rules["bar.another_round"]:
        return []
    there = club.queues["bar"]
    return [patron for patron in there if patron in session.served and club.card(patron).colour == face]


def _cut_off(club: Club, session: Session, staying: list[int]) -> list[int]:
    """Rule door.cut_off: the Doorman sends patrons on, for a die of his next turn each."""
    gone: list[int] = []
    price = club.rules["door.cut_off_dice"]
    while len(gone) < len(staying) and club.door_pool() - club.cut_offs - club.door_dice_less >= price:
        choices = [(-1,), *((patron,) for patron in staying if patron not in gone)]
        (patron,) = club.reader.choose("cut_off", "door", choices, "door.cut_off")
        if patron < 0:
            break
        club.cut_offs += price
        gone.append(patron)
        face = club.reader.roll("cut off", "door.cut_off")
        own = face == club.card(patron).colour
        club.reader.fact("door.cut_off", patron, FACES.index(face), int(own))
        if own:
            club.take(patron, club.rules["door.cut_off_penalty"], "cut_off", "door.cut_off")
    return gone


def _skips(club: Club, session: Session, before: list[int]) -> None:
    """Rule bar.skip (D6): a nickel for each ordinary patron behind who was served, unless he was tried himself."""
    for position, patron in enumerate(before):
        exempt = patron in session.drinks or patron == session.shielded or not club.card(patron).ordinary
        if exempt or club.place[patron] != "bar" or club.blocked(patron, club.next_place(patron, "bar")):
            continue
        behind = [other for other in before[position + 1 :] if other in session.served and club.card(other).ordinary]
        for _ in behind:
            if not bar_loss(club, patron, club.rules["bar.skip_penalty"], "bar_skip", "bar.skip"):
                break
