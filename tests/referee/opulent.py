"""A referee for The Opulent: re-derives every consequence in a trace from the rulebook and the rulings.

It shares no code with the engine. It reads the JSON Lines of one game (``docs/trace.md``), keeps its own model of the
table, takes from the trace only what nobody can foresee (rolls, cards drawn, choices made), and says where the trace
and the rules part.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.referee.opulent_band import band_turn
from tests.referee.opulent_bar import bartender_turn
from tests.referee.opulent_cards import read_cards
from tests.referee.opulent_closing import check_result, close_club
from tests.referee.opulent_door import doorman_turn
from tests.referee.opulent_manager import manager_turn
from tests.referee.opulent_setup import set_up
from tests.referee.opulent_snapshot import check_snapshot
from tests.referee.opulent_state import Club
from tests.referee.opulent_tables import check_tables
from tests.referee.reader import Disagreement, Fault, Line, Reader

TURNS = {"door": doorman_turn, "band": band_turn, "bar": bartender_turn, "manager": manager_turn}


def check(lines: Iterable[Line]) -> list[Fault]:
    """Return where the trace of one game breaks the rules; an empty list if it never does.

    Parameters
    ----------
    lines : iterable of dict
        The lines of the trace, header first.
    """
    reader = Reader(list(lines))
    try:
        play(reader)
    except Disagreement:
        pass
    except (LookupError, TypeError, ValueError) as error:
        # A trace may be so wrong that the model cannot follow it, say a move of a card that does not exist.
        reader.faults.append(Fault(reader.at + 1, "trace", f"cannot be followed: {error!r}"))
    return reader.faults


def play(reader: Reader) -> None:
    """Follow one game from its header to its result."""
    header = reader.take("header", "setup.deck", game="opulent")
    club = Club(reader, header["rules"], read_cards(header["tables"]))
    reader.take("turn", "setup.deck", seat="setup")
    check_tables(club)
    set_up(club)
    check_snapshot(club, "setup")
    while not club.over:
        for seat, turn in TURNS.items():
            club.seat = seat
            reader.take("turn", "setup.deck", seat=seat, round=club.round)
            turn(club)
            if seat == "manager":
                end_round(club)
            check_snapshot(club, seat)
    check_result(club)
    if reader.at != len(reader.lines):
        raise reader.stop("closing.end", "the trace goes on after the result")


def end_round(club: Club) -> None:
    """Rules closing.turn_cap, closing.end: what a round leaves, and the end of the year."""
    club.round += 1
    if not club.over and club.round >= club.rules["year.turn_cap"]:
        club.over = "turn cap"
        club.reader.fact("closing.turn_cap", club.round)
    club.coffers_after.append(club.coffers)
    if not club.reached and club.coffers >= club.target():
        club.reached = club.round
    if club.over:
        close_club(club)
