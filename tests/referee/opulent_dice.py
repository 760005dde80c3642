"""Doorman dice: locking, rerolling and moving them, and letting the locked patrons in."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referee.opulent_cards import CELEBRITY, FACE, FACES, ORNATE_DOOR, REGULAR
from tests.referee.opulent_queue import close_up, cross_the_door, penalise
from tests.referee.opulent_state import Club

STOP, LOCK, REROLL, FREE_REROLL, MOVE = (0,), 1, 2, 3, 4


@dataclass
class Dice:
    """The dice of one session at the door.

    Attributes
    ----------
    seat : str
        Who uses them: the Doorman, or the Manager who helps.
    loose : list of str
        Faces of the dice on nobody.
    locked : dict
        Faces of the dice on each patron.
    free_rerolls : int
        Rerolls left for which no die is discarded.
    moves : int
        Moves of locked dice left until the next reroll.
    hard : bool
        The hard way of 1922 binds.
    """

    seat: str
    loose: list[str] = field(default_factory=list)
    locked: dict[int, list[str]] = field(default_factory=dict)
    free_rerolls: int = 0
    moves: int = 0
    hard: bool = False


def work_the_door(club: Club, dice: Dice, count: int) -> None:
    """Rules door.roll, door.match, door.reroll: roll so many dice, use them, and let the locked patrons in."""
    _roll(club, dice, count)
    while count > 0:
        choices = _choices(club, dice)
        act = club.reader.choose("lock", dice.seat, choices, "door.match")
        if act == STOP:
            break
        _perform(club, dice, act)
    _admit(club, dice)


def _roll(club: Club, dice: Dice, count: int) -> None:
    for _ in range(count):
        face = club.reader.roll("door", "door.roll")
        if face not in FACES or (face == "blank" and club.rules["door.sixth_face"] != "blank"):
            club.reader.fault("door.roll", f"a Doorman die has no face {face}")
        dice.loose.append(face)


def _choices(club: Club, dice: Dice) -> list[tuple[int, ...]]:
    choices: list[tuple[int, ...]] = [STOP]
    faces = sorted(set(dice.loose), key=FACES.index)
    for patron in club.queues["line"]:
        choices += [(LOCK, FACE[face], patron) for face in faces if _may_lock(club, dice, face, patron)]
    if club.rules["door.rerolls"] and len(dice.loose) >= 2:
        choices += [(REROLL, FACE[face]) for face in faces]
    if dice.free_rerolls and dice.loose:
        choices.append((FREE_REROLL,))
    if dice.moves > 0:
        choices += _moves(club, dice)
    return choices


def _enterable(club: Club, dice: Dice, patron: int) -> bool:
    """Rules door.regular, y1922.hard_door, y1927.blocked: whether dice may be put on a patron in line."""
    card = club.card(patron)
    if card.social_class == REGULAR or club.blocked(patron, club.first_station(patron)):
        return False
    return not (dice.hard and card.ordinary and club.nickels[patron] < club.rules["tuckers.hard_nickels"])


def _may_lock(club: Club, dice: Dice, face: str, patron: int) -> bool:
    """Rules door.match, door.purple, door.yellow, door.celebrity_dice: whether a loose die may go on a patron."""
    if not _enterable(club, dice, patron):
        return False
    on_him = dice.locked.get(patron, [])
    if club.is_a(patron, CELEBRITY):
        missing = club.card(patron).stars - len(on_him)
        return 0 < missing <= len(dice.loose)
    if on_him:
        return False
    if face == "purple":
        return dice.loose.count("purple") >= club.rules["door.purple_needed"]
    return face in ("yellow", club.card(patron).colour)


def _moves(club: Club, dice: Dice) -> list[tuple[int, ...]]:
    """Rule door.reassign: a locked die may go to another patron it is legal for."""
    choices = []
    for giver, faces in dice.locked.items():
        for face in sorted(set(faces), key=FACES.index):
            for patron in club.queues["line"]:
                if patron != giver and _may_move(club, dice, face, giver, patron):
                    choices.append((MOVE, FACE[face], patron, giver))
    return choices


def _may_move(club: Club, dice: Dice, face: str, giver: int, patron: int) -> bool:
    if not _enterable(club, dice, patron):
        return False
    on_him = dice.locked.get(patron, [])
    if club.is_a(patron, CELEBRITY):
        missing = club.card(patron).stars - len(on_him)
        paired = face == "purple" and club.card(giver).ordinary and club.rules["door.purple_needed"] > 1
        return 0 < missing <= len(dice.loose) + 1 and not paired
    if on_him:
        return False
    if face == "purple":
        return dice.locked[giver].count("purple") >= club.rules["door.purple_needed"]
    return face in ("yellow", club.card(patron).colour)


def _perform(club: Club, dice: Dice, act: tuple[int, ...]) -> None:
    if act[0] == LOCK:
        _lock(club, dice, FACES[act[1]], act[2])
    elif act[0] == REROLL:
        face = FACES[act[1]]
        dice.loose.remove(face)
        club.reader.demand("die", "door.reroll", face=face, patron=-1, what="discarded")
        _roll_again(club, dice, "door.reroll")
    elif act[0] == FREE_REROLL:
        dice.free_rerolls -= 1
        _roll_again(club, dice, "staff.assistant")
    else:
        _move(club, dice, FACES[act[1]], act[2], act[3])


def _dice_taken(club: Club, face: str, patron: int) -> int:
    """Rule door.purple: two purple dice make one on an ordinary patron."""
    return club.rules["door.purple_needed"] if face == "purple" and club.card(patron).ordinary else 1


def _lock(club: Club, dice: Dice, face: str, patron: int) -> None:
    for _ in range(_dice_taken(club, face, patron)):
        dice.loose.remove(face)
        dice.locked.setdefault(patron, []).append(face)
        club.reader.demand("die", "door.match", face=face, patron=patron, what="locked")


def _roll_again(club: Club, dice: Dice, rule: str) -> None:
    count = len(dice.loose)
    club.reader.fact(rule, count)
    dice.loose = []
    dice.moves = sum(map(len, dice.locked.values()))
    _roll(club, dice, count)


def _move(club: Club, dice: Dice, face: str, patron: int, giver: int) -> None:
    dice.moves -= 1
    for _ in range(_dice_taken(club, face, patron)):
        dice.locked[giver].remove(face)
        dice.locked.setdefault(patron, []).append(face)
        club.reader.demand("die", "door.reassign", face=face, patron=patron, what="locked")
    if not dice.locked[giver]:
        del dice.locked[giver]


def _admit(club: Club, dice: Dice) -> None:
    """Rules door.admit, door.skip: skips are counted and paid first, then the locked patrons go in, in order."""
    line = list(club.queues["line"])
    _take_back(club, dice)
    entering = [patron for patron in line if _complete(club, dice, patron)]
    for patron in entering:
        if club.card(patron).ordinary and "yellow" in dice.locked[patron]:
            club.yellow.add(patron)
    free = club.rules["upgrade.ornate_free_skips"] if ORNATE_DOOR in club.owned and dice.seat == "door" else 0
    for position, patron in enumerate(line):
        if patron not in entering and _can_be_skipped(club, patron):
            times = sum(1 for other in entering if club.card(other).ordinary and line.index(other) > position)
            spared = min(times, free)
            free -= spared
            for _ in range(times - spared):
                if not penalise(club, patron, club.rules["door.skip_penalty"], "door_skip", "door.skip"):
                    break
    for patron in entering:
        if club.is_a(patron, CELEBRITY):
            club.leaves_centre[patron] = club.round + (1 if dice.seat == "manager" else 0)
            club.move(patron, "centre", "door.admit")
        else:
            cross_the_door(club, patron)
            club.move(patron, club.first_station(patron), "door.admit")
    close_up(club)


def _take_back(club: Club, dice: Dice) -> None:
    """Rule door.celebrity_dice: no part payment is carried on; the dice of an incomplete Celebrity come back."""
    for patron, faces in dice.locked.items():
        if not _complete(club, dice, patron):
            for face in faces:
                club.reader.demand("die", "door.celebrity_dice", face=face, patron=patron, what="taken back")


def _complete(club: Club, dice: Dice, patron: int) -> bool:
    on_him = len(dice.locked.get(patron, []))
    return on_him >= club.card(patron).stars if club.is_a(patron, CELEBRITY) else on_him > 0


def _can_be_skipped(club: Club, patron: int) -> bool:
    """Rules door.skip, y1927.blocked: only ordinary patrons mind, and no Mobster who may not move."""
    return club.card(patron).ordinary and not club.blocked(patron, club.first_station(patron))
