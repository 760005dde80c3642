"""What the Manager may do with his actions, and what each act does."""

from __future__ import annotations

from dataclasses import dataclass

from tests.referee import opulent_years as years
from tests.referee.opulent_band import fill_songs
from tests.referee.opulent_bar import possible_bar_actions, session_at_bar
from tests.referee.opulent_cards import CELEBRITY, IRISH, ITALIAN, POLITICIAN, REGULAR
from tests.referee.opulent_dice import Dice, work_the_door
from tests.referee.opulent_drinks import Session, possible_drinks
from tests.referee.opulent_queue import close_up, cross_the_door
from tests.referee.opulent_state import Club

DOOR_HELP, BAR_HELP, ESCORT, BUMP, PAMPER, COMP, SCHMOOZE, CONTRACT, REQUEST_SONG = 1, 2, 3, 4, 5, 6, 7, 8, 9
HIRE_LOOKOUT, BUY_UPGRADE, LOOK_FOR_CLUE, SABOTAGE = 10, 11, 12, 13


@dataclass
class Desk:
    """The Manager's turn so far: actions left, and what can be done once only."""

    actions: int
    door_done: bool = False
    bar_done: bool = False


def possible_acts(club: Club, desk: Desk) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Rule manager.actions: the acts that can be done, and those without effect that may be listed too."""
    choices: list[tuple[int, ...]] = [(0,)]
    if years.tuckers_open(club) and club.lookouts and club.coffers >= club.rules["tuckers.sabotage_price"]:
        choices.append((SABOTAGE, 0))
    if desk.actions <= 0:
        return choices, []
    optional: list[tuple[int, ...]] = []
    counts = range(1, desk.actions + 1)
    if not desk.door_done and club.door_pool() > 0:
        listed = choices if any(_could_enter(club, patron) for patron in club.queues["line"]) else optional
        listed += [(DOOR_HELP, count) for count in counts]
    if not desk.bar_done:
        session = Session("manager", club.rules["manager.bar_dice"])
        listed = choices if possible_bar_actions(club) or possible_drinks(club, session) else optional
        listed += [(BAR_HELP, count) for count in counts]
    single = {
        ESCORT: bool(_to_escort(club)),
        BUMP: bool(_to_bump(club)),
        PAMPER: bool(to_pamper(club)) and not club.rules["vip.pamper_free"],
        COMP: bool(_to_comp(club)),
        SCHMOOZE: bool(_to_schmooze(club)) and club.rules["manager.schmooze_nickels"] > 0,
        CONTRACT: True,
        REQUEST_SONG: bool(club.songs),
        HIRE_LOOKOUT: club.lookout_offers > 0 and club.coffers >= club.rules["lookout.fee"],
        BUY_UPGRADE: _may_buy(club),
        LOOK_FOR_CLUE: years.clues_wanted(club),
    }
    choices += [(act, 1) for act, possible in single.items() if possible]
    return choices, optional


def _could_enter(club: Club, patron: int) -> bool:
    """Tell whether dice could let a patron of the line in."""
    return not club.is_a(patron, REGULAR) and not club.blocked(patron, club.first_station(patron))


def act(club: Club, desk: Desk, chosen: int, actions: int) -> None:
    """Do one act."""
    if chosen == DOOR_HELP:
        door_help(club, desk, actions)
        return
    desk.actions -= actions
    if chosen == BAR_HELP:
        desk.bar_done = True
        session_at_bar(club, Session("manager", actions * club.rules["manager.bar_dice"]))
    elif chosen == LOOK_FOR_CLUE:
        years.look_for_clue(club)
    else:
        {
            ESCORT: _escort,
            BUMP: _bump,
            PAMPER: _pamper,
            COMP: _comp,
            SCHMOOZE: _schmooze,
            CONTRACT: _contract,
            REQUEST_SONG: _request_song,
            HIRE_LOOKOUT: _hire_lookout,
            BUY_UPGRADE: _buy,
            SABOTAGE: _sabotage,
        }[chosen](club)


def door_help(club: Club, desk: Desk, actions: int) -> None:
    """Rule manager.door_help: two Doorman dice an action; gaps are closed at once, nobody pays for waiting."""
    desk.actions -= actions
    desk.door_done = True
    count = min(actions * club.rules["manager.door_dice"], club.door_pool())
    work_the_door(club, Dice("manager"), count)


# --- the VIP room


def _to_escort(club: Club) -> list[int]:
    """Rules vip.escort, y1924.gather: whom the Manager may bring to the VIP room."""
    room = club.queues["vip"]
    gathering = bool(club.rules["meeting.active"]) and not club.meeting_held
    if room:
        politicians = all(club.is_a(patron, POLITICIAN) for patron in room)
        if not (gathering and politicians and len(room) < club.rules["meeting.politicians"]):
            return []
    anybody = [patron for place in ("line", "floor", "bar") for patron in club.queues[place]]
    found = [] if room else list(club.queues["centre"])
    for patron in anybody:
        invited = gathering and club.is_a(patron, POLITICIAN)
        allowed = invited or (club.card(patron).ordinary and club.rules["vip.ordinary"] and not room)
        if allowed and not club.blocked(patron, "vip"):
            found.append(patron)
    return found


def _escort(club: Club) -> None:
    (patron,) = club.reader.choose("escort", "manager", [(patron,) for patron in _to_escort(club)], "vip.escort")
    old = club.place[patron]
    club.guest_next[patron] = "bar" if old == "centre" else club.next_place(patron, old)
    club.guest_round[patron] = club.round
    if old == "line":
        cross_the_door(club, patron)
    club.move(patron, "vip", "vip.escort")
    close_up(club)


def _to_bump(club: Club) -> list[int]:
    """Rules vip.bump, y1927.blocked: guests who may go on; a Celebrity needs a nickel."""
    return [
        patron
        for patron in club.queues["vip"]
        if (club.nickels[patron] > 0 if club.is_a(patron, CELEBRITY) else True)
        and not club.blocked(patron, club.guest_next[patron])
    ]


def _bump(club: Club) -> None:
    (patron,) = club.reader.choose("bump", "manager", [(patron,) for patron in _to_bump(club)], "vip.bump")
    club.go_on(patron, club.guest_next[patron], "vip.bump")


def to_pamper(club: Club) -> list[int]:
    """Rule vip.pamper: a Celebrity who came in an earlier round, once a round, up to the stars."""
    return [
        patron
        for patron in club.queues["vip"]
        if club.is_a(patron, CELEBRITY)
        and club.guest_round[patron] < club.round
        and club.pampered.get(patron) != club.round
        and club.nickels[patron] < club.maximum(patron)
    ]


def _pamper(club: Club) -> None:
    (patron,) = club.reader.choose("pamper", "manager", [(patron,) for patron in to_pamper(club)], "vip.pamper")
    pamper(club, patron)


def pamper(club: Club, patron: int) -> None:
    """Rule vip.pamper: a nickel; at the maximum the Celebrity goes to the bar at once."""
    club.pampered[patron] = club.round
    club.give(patron, "pampered", "vip.pamper")
    if club.nickels[patron] >= club.maximum(patron):
        club.move(patron, "bar", "vip.bump")


# --- patrons elsewhere


def _to_comp(club: Club) -> list[int]:
    """Rule manager.comp (A1): ordinary patrons of line and floor, for a dollar that is there."""
    if not club.rules["manager.comps"] or club.coffers < club.rules["manager.comp_price"]:
        return []
    there = club.queues["line"] + club.queues["floor"]
    return [patron for patron in there if club.card(patron).ordinary and not club.blocked(patron, "bar")]


def _comp(club: Club) -> None:
    (patron,) = club.reader.choose("comp", "manager", [(patron,) for patron in _to_comp(club)], "manager.comp")
    club.dollars(-club.rules["manager.comp_price"], "comps", "manager.comp")
    if club.place[patron] == "line":
        cross_the_door(club, patron)
    club.move(patron, "bar", "manager.comp")
    close_up(club)


def _to_schmooze(club: Club) -> list[int]:
    """Rule manager.schmooze: anybody with room but in the overflow and the meeting room; five on a yellow die."""
    places = ["line", "floor", "bar"]
    if not (club.rules["meeting.active"] and not club.meeting_held and years.present(club)):
        places.append("vip")
    found = []
    for place in places:
        for patron in club.queues[place]:
            most = club.maximum(patron)
            if patron in club.yellow:
                most = max(most, club.rules["patron.yellow_maximum"])
            if club.card(patron).ordinary and club.nickels[patron] < most:
                found.append(patron)
    return found


def _schmooze(club: Club) -> None:
    for _ in range(club.rules["manager.schmooze_nickels"]):
        choices = [(patron,) for patron in _to_schmooze(club)]
        if not choices:
            return
        (patron,) = club.reader.choose("give_manager", "manager", choices, "manager.schmooze")
        club.give(patron, "schmoozed_manager", "manager.schmooze")


# --- business


def _contract(club: Club) -> None:
    club.contract = ITALIAN if club.contract == IRISH else IRISH
    club.reader.fact("manager.contract", club.contract)


def _request_song(club: Club) -> None:
    """Rule manager.song: the top song is discarded, the next moves up, a new one comes below."""
    song = club.songs.pop(0)
    club.reader.fact("manager.song", song)
    club.discards[club.cards.band[song].section].add(song)
    club.reader.demand("card", "manager.song", card=song, **{"from": "song", "to": "discard"})
    fill_songs(club)


def _hire_lookout(club: Club) -> None:
    club.lookout_offers -= 1
    club.lookouts += 1
    club.dollars(-club.rules["lookout.fee"], "lookouts_paid", "manager.lookout")
    club.reader.fact("manager.lookout", club.lookouts)


def _may_buy(club: Club) -> bool:
    """Rule manager.buy: once, with the price in the coffers."""
    if club.selected < 0 or club.bought or not club.rules["manager.buy_in_year"]:
        return False
    return bool(club.coffers >= club.rules["upgrade.prices"][club.selected])


def _buy(club: Club) -> None:
    price = club.rules["upgrade.prices"][club.selected]
    club.dollars(-price, "upgrade_paid", "manager.buy")
    club.reader.fact("manager.buy", club.selected, price)
    club.bought = True
    club.owned.add(club.selected)
    close_up(club)


def _sabotage(club: Club) -> None:
    """Rule y1922.sabotage: a hired lookout puts Tuckers out of business, and stays hired."""
    price = club.rules["tuckers.sabotage_price"]
    club.dollars(-price, "sabotage", "y1922.sabotage")
    club.reader.fact("y1922.sabotage", price)
    club.tuckers_gone = True
