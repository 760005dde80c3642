"""The Manager's turn: the order of its parts, and William Yorke."""

from __future__ import annotations

from tests.referee import opulent_years as years
from tests.referee.opulent_actions import Desk, act, door_help, pamper, possible_acts, to_pamper
from tests.referee.opulent_cards import A_BEER, A_LIQUOR, A_MIXED, A_SPECIAL, DRINKS, PLAIN_MANAGER, YORKE
from tests.referee.opulent_drinks import Session, difficulty, ingredients, roll_bonus
from tests.referee.opulent_events import draw_event
from tests.referee.opulent_queue import arrive
from tests.referee.opulent_state import Club

AT_BAR, ON_FLOOR, IN_OFFICE, LEFT = 1, 2, 3, 4


def manager_turn(club: Club) -> None:
    """Play the Manager's turn in the order of ruling E1."""
    triggered = _last_call_begins(club)
    years.disband(club)
    if club.rules["vip.pamper_free"]:
        for patron in to_pamper(club):
            pamper(club, patron)
    draw_event(club)
    desk = Desk(int(club.rules["manager.actions"]) + int(PLAIN_MANAGER in club.staff))
    _yorke(club, desk)
    while True:
        choices, optional = possible_acts(club, desk)
        chosen = club.reader.choose("manager", "manager", choices, "manager.actions", optional)
        if chosen[0] == 0:
            break
        act(club, desk, chosen[0], chosen[1])
    for patron in list(club.queues["centre"]):
        if club.leaves_centre[patron] <= club.round:
            club.move(patron, "gone", "vip.centre")
    _repay(club)
    years.counterfeit_dollar(club)
    years.move_set(club)
    _last_call_counts(club, triggered)
    _close_early(club)


def _last_call_begins(club: Club) -> bool:
    """Rule closing.last_call: the deck is empty at the start of a Manager turn."""
    if club.deck or club.last_call:
        return False
    club.last_call = club.rules["closing.last_call_turns"]
    club.reader.fact("closing.last_call", club.last_call)
    return True


def _last_call_counts(club: Club, triggered: bool) -> None:
    """Rule closing.last_call: one counter less at the end of each later Manager turn; none left closes the club."""
    if club.last_call and (not triggered or club.rules["closing.trigger_counts"]):
        club.last_call -= 1
        club.reader.fact("closing.last_call", club.last_call)
        if club.last_call == 0:
            club.over = "last call"


def _repay(club: Club) -> None:
    """Rule manager.repay: whole borrowed dollars, as many as the coffers cover."""
    price = club.rules["loan.repay"]
    if club.debt <= 0:
        return
    most = max(0, min(club.debt, club.coffers // price))
    (dollars,) = club.reader.choose("repay", "manager", [(number,) for number in range(most + 1)], "manager.repay")
    if dollars:
        club.debt -= dollars
        club.dollars(-dollars * price, "repaid", "manager.repay")
        club.reader.fact("manager.repay", dollars, dollars * price, club.debt)


def _close_early(club: Club) -> None:
    """Rules closing.early, y1924.no_close: the club may close once the target is there, debts taken off."""
    if club.over or not club.rules["closing.early"]:
        return
    if club.rules["meeting.active"] and not club.meeting_held:
        return
    if club.coffers - club.debt * club.rules["loan.repay"] < club.target():
        return
    if club.reader.choose("close", club.team_seat, [(0,), (1,)], "closing.early") == (1,):
        club.reader.fact("closing.early", club.coffers, club.target())
        club.over = "early"


# --- William Yorke


def _yorke(club: Club, desk: Desk) -> None:
    """Rule manager.yorke (E5): one action a turn at the door, at the bar, on the floor and in the office."""
    if club.place.get(YORKE) == "line":
        choices = [(1,), (2,)] if desk.actions >= 2 else [(1,)]
        (actions,) = club.reader.choose("yorke_door", "manager", choices, "manager.yorke")
        door_help(club, desk, actions)
    elif club.place.get(YORKE) == "manager":
        desk.actions -= 1
        if club.yorke == AT_BAR:
            _yorke_drink(club)
        else:
            _yorke_goes(club, IN_OFFICE if club.yorke == ON_FLOOR else LEFT)


def _yorke_goes(club: Club, step: int) -> None:
    club.yorke = step
    club.reader.fact("manager.yorke", step)
    if step == LEFT:
        club.move(YORKE, "gone", "manager.yorke")


def _yorke_drink(club: Club) -> None:
    """Rule manager.yorke: one bar die for a drink of any type, not watered; no stock or a miss loses the action."""
    session = Session("manager", 1)
    choices = []
    for drink in (A_BEER, A_LIQUOR, A_MIXED, A_SPECIAL):
        needs = ingredients(club, session, YORKE, drink)
        if all(club.stock[name] >= number for name, number in needs.items()):
            choices.append((drink, difficulty(club, session, YORKE, drink)))
    if not choices:
        return
    drink, points = club.reader.choose("yorke_drink", "manager", choices, "manager.yorke")
    for name, number in ingredients(club, session, YORKE, drink).items():
        club.stocked(name, -number, "manager.yorke")
    club.reader.demand("drink", "manager.yorke", target=YORKE, drink=DRINKS[drink], what="committed", difficulty=points)
    rolled = club.reader.roll("bar", "manager.yorke")
    rolled += roll_bonus(club)
    club.reader.fact("bar.prepare", rolled, points, 1, may_be_left_out=True)
    what = "served" if rolled >= points else "failed"
    club.reader.demand("drink", "manager.yorke", target=YORKE, drink=DRINKS[drink], what=what, difficulty=points)
    if drink == A_SPECIAL:
        arrive(club, club.rules["bar.special_patrons"])
    if what == "served":
        _yorke_goes(club, ON_FLOOR)
