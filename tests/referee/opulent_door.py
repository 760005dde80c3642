"""The Doorman's turn, step by step."""

from __future__ import annotations

from tests.referee import opulent_years as years
from tests.referee.opulent_cards import ASSISTANT, CELEBRITY, MAITRE_D
from tests.referee.opulent_dice import Dice, work_the_door
from tests.referee.opulent_queue import arrive, close_up, line_capacity, penalise, place_at_door
from tests.referee.opulent_state import Club


def doorman_turn(club: Club) -> None:
    """Play the Doorman's turn: arrivals, schmoozing, dice, admission, waiting."""
    years.choose_way(club, "door", hard_is_possible=True)
    years.argument(club, "door", club.queues["line"])
    close_up(club)
    arrive(club, club.fedoras)
    club.fedoras = 0
    _maitre_d(club)
    count = max(0, club.door_pool() - club.cut_offs - club.door_dice_less)
    club.cut_offs = club.door_dice_less = 0
    count -= years.clue_dice(club, "door", count)
    club.inside_door_turn = True
    count = _schmooze(club, count)
    free = club.rules["staff.assistant_rerolls"] if ASSISTANT in club.staff else 0
    work_the_door(club, Dice("door", free_rerolls=free, hard=club.hard), count)
    _wait(club)
    club.inside_door_turn = False
    close_up(club)
    years.easy_way(club)


def _maitre_d(club: Club) -> None:
    """Rule staff.maitre_d: set one of the line aside, or release the one held."""
    if MAITRE_D not in club.staff:
        return
    choices: list[tuple[int, ...]] = [(0,)]
    if club.held >= 0:
        choices.append((2, club.held))
    else:
        choices += [(1, patron) for patron in club.queues["line"] if not club.is_a(patron, CELEBRITY)]
    act = club.reader.choose("maitre_d", "door", choices, "staff.maitre_d")
    if act[0] == 0:
        return
    patron = act[1]
    club.reader.fact("staff.maitre_d", act[0], patron)
    to = "held" if act[0] == 1 else place_at_door(club, patron)
    if to == "gone":
        full = len(club.queues["line"]) >= line_capacity(club)
        club.lose(patron, "door_wait" if full else "year_loss", "staff.maitre_d")
    else:
        club.move(patron, to, "staff.maitre_d")
    if to == "line":
        club.paid_in_line.add(patron)
    close_up(club)


def _schmooze(club: Club, count: int) -> int:
    """Rule door.schmooze: a die for two nickels, one at a time; return the dice left."""
    nickels = club.rules["door.schmooze_nickels"]
    while count > 0 and nickels > 0:
        choices = [(patron, 1) for patron in club.queues["line"] if club.has_room(patron)]
        act = club.reader.choose("schmooze_door", "door", [(-1,), *choices], "door.schmooze")
        if act[0] < 0:
            break
        count -= 1
        club.reader.fact("door.schmooze", count)
        club.give(act[0], "schmoozed_door", "door.schmooze")
        for nickel in range(2, nickels + 1):
            choices = [(patron, nickel) for patron in club.queues["line"] if club.has_room(patron)]
            if not choices:
                break
            act = club.reader.choose("schmooze_door", "door", choices, "door.schmooze")
            club.give(act[0], "schmoozed_door", "door.schmooze")
    return count


def _wait(club: Club) -> None:
    """Rules door.wait, y1925.cold, door.celebrity_line: step 5, before the line closes up."""
    for patron in list(club.queues["line"]):
        if club.is_a(patron, CELEBRITY):
            club.move(patron, "gone", "door.celebrity_line")
        elif club.card(patron).ordinary:
            penalise(club, patron, club.rules["door.wait_penalty"], "door_wait", "door.wait")
