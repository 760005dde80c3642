"""The special rules of the ten years that belong to no single station."""

from __future__ import annotations

from tests.referee.opulent_cards import ARISTOCRAT, CLASS_OF, FACE, MOBSTER, POLITICIAN
from tests.referee.opulent_queue import close_up
from tests.referee.opulent_state import Club

SETS = ("line", "floor", "bar", "vip")


# --- 1921


def clues_wanted(club: Club) -> bool:
    """Rule y1921.clue: the mystery is there and not solved."""
    return club.counterfeiter and not club.solved


def clue_dice(club: Club, seat: str, available: int) -> int:
    """Rule y1921.clue: give up dice or draws for clue dice; return how many."""
    if not clues_wanted(club):
        return 0
    most = min(club.rules["counterfeiter.station_dice"], available)
    (count,) = club.reader.choose("clues", seat, [(number,) for number in range(most + 1)], "y1921.clue")
    for _ in range(count):
        look_for_clue(club)
    return count


def look_for_clue(club: Club) -> None:
    """Rule y1921.clue: one die; a high roll finds a clue, and enough clues solve the mystery at once."""
    if club.reader.roll("clue", "y1921.clue") >= club.rules["counterfeiter.clue_roll"]:
        club.clues += 1
        club.reader.fact("y1921.clue", club.clues)
        club.solved = club.solved or club.clues >= club.rules["counterfeiter.clues"]


def counterfeit_dollar(club: Club) -> None:
    """Rule y1921.loss: a dollar at the end of each Manager turn until it is solved."""
    if clues_wanted(club) and club.coffers >= 1:
        club.dollars(-min(club.coffers, club.rules["counterfeiter.loss"]), "counterfeit", "y1921.loss")


# --- 1922


def tuckers_open(club: Club) -> bool:
    """Tell whether Tuckers is in business."""
    return bool(club.rules["tuckers.active"]) and not club.tuckers_gone


def choose_way(club: Club, seat: str, hard_is_possible: bool) -> None:
    """Rules y1922.hard_door, y1922.hard_band, y1922.hard_bar: each station announces the easy or the hard way."""
    club.hard = False
    if tuckers_open(club):
        choices: list[tuple[int, ...]] = [(0,), (1,)] if hard_is_possible else [(0,)]
        club.hard = club.reader.choose("tuckers", seat, choices, f"y1922.hard_{seat}") == (1,)
        if club.hard:
            club.reader.fact(f"y1922.hard_{seat}", 1)


def easy_way(club: Club) -> None:
    """Rule y1922.easy: a d6 after the turn takes patrons from the top of the deck."""
    if not tuckers_open(club) or club.hard:
        return
    roll = club.reader.roll("tuckers", "y1922.easy")
    lost = min(club.rules["tuckers.lost_patrons"][roll - 1], len(club.deck))
    for _ in range(lost):
        line = club.reader.take("move", "y1922.easy", **{"from": "deck", "to": "gone"})
        club.check_top(line["patron"], "y1922.easy")
        club.deck.discard(line["patron"])
        club.settle_at(line["patron"], "gone")
    club.reader.fact("y1922.easy", lost)


# --- 1923 and 1926


def argument(club: Club, seat: str, station: list[int]) -> None:
    """Rule y1923.argument: with Politicians and Aristocrats at a station a die may take one of them."""
    if not club.rules["argument.active"]:
        return
    if not all(any(club.is_a(patron, kind) for patron in station) for kind in (POLITICIAN, ARISTOCRAT)):
        return
    face = club.reader.roll("argument", "y1923.argument")
    leaver = -1
    if face in ("blue", "green"):
        angry = [(patron,) for patron in station if club.is_a(patron, CLASS_OF[face])]
        (leaver,) = club.reader.choose("argument", seat, angry, "y1923.argument")
        club.lose(leaver, "year_loss", "y1923.argument")
    club.reader.fact("y1923.argument", FACE[face], leaver)


# --- 1924


def present(club: Club) -> int:
    """Rule y1924.gather: Politicians in the meeting room while the meeting is not over."""
    if not club.rules["meeting.active"] or club.meeting_held:
        return 0
    return sum(1 for patron in club.queues["vip"] if club.is_a(patron, POLITICIAN))


def asked_of_station(club: Club, what: str, there: int) -> int:
    """Rules y1924.band, y1924.bar: the table of limits begins with two Politicians present."""
    row = club.rules[f"meeting.{what}"]
    return int(row[min(there - 2, len(row) - 1)])


def refuse(club: Club, rule: str) -> None:
    """Rules y1924.band, y1924.bar: who has been in the room the longest loses a nickel, and leaves at none."""
    if club.queues["vip"]:
        first = club.queues["vip"][0]
        club.take(first, club.rules["meeting.refusal_penalty"], "year_loss", rule)
        if club.nickels[first] == 0:
            club.move(first, "gone", rule)


def disband(club: Club) -> None:
    """Rule y1924.held: with five present at the start of a Manager turn the meeting is over, and everybody goes on."""
    if not club.rules["meeting.active"] or club.meeting_held or present(club) < club.rules["meeting.politicians"]:
        return
    club.meeting_held = True
    concession = club.rules["meeting.concession"]
    club.reader.fact("y1924.held", concession)
    club.dollars(concession, "concession", "y1924.held")
    for patron in list(club.queues["vip"]):
        to = club.guest_next[patron]
        if to == "gone":
            club.as_left.add(patron)
            to = "floor"
        club.move(patron, to, "y1924.held")


# --- 1927


def move_set(club: Club) -> None:
    """Rules y1927.move_set, y1927.caught: the film crew moves, and Mobsters where it comes are gone."""
    if not club.rules["film.active"]:
        return
    roll = club.reader.roll("film", "y1927.move_set")
    number = sum(1 for last in club.rules["film.rolls"][:-1] if roll > last)
    club.film_set = SETS[number]
    club.reader.fact("y1927.move_set", roll, number + 1)
    for patron in list(club.queues[club.film_set]):
        if club.is_a(patron, MOBSTER):
            club.lose(patron, "year_loss", "y1927.caught")
    close_up(club)
