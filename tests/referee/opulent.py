"""A referee for The Opulent: re-derives every consequence in a trace from the rulebook and the rulings.

It shares no code with the engine. It reads the JSON Lines of one game (``docs/trace.md``), keeps its own model of the
table, takes from the trace only what nobody can foresee (rolls, cards drawn, choices made), and says where the trace
and the rules part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from tests.referee import opulent_campaign as campaign
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
    with _follow(reader):
        header = reader.take("header", "setup.deck", game="opulent")
        club = Club(reader, header["rules"], read_cards(header["tables"]))
        club.counterfeiter = bool(club.rules["counterfeiter.active"])
        play_year(club)
        check_result(club, {})
        end_of_trace(reader)
    return reader.faults


def check_campaign(lines: Iterable[Line], house_rules: Iterable[str] = ()) -> list[Fault]:
    """Return where the trace of one campaign breaks the rules, within its years or between them.

    Parameters
    ----------
    lines : iterable of dict
        The lines of the trace, the header of the first year first.
    house_rules : iterable of str
        Names of rules the table has changed; the others must be those of the rulebook.
    """
    every, house = list(lines), frozenset(house_rules)
    begins = [at for at, line in enumerate(every) if line["type"] == "header" or at == 0]
    carried, header, lives = campaign.Carried(), None, True
    for begin, end in zip(begins, [*begins[1:], len(every)], strict=True):
        reader = Reader(every[begin:end])
        with _follow(reader):
            if not lives:
                raise reader.stop("campaign.bankrupt", "another year after the end of the campaign")
            before, header = header, reader.take("header", "setup.deck", game="opulent")
            for rule, message in campaign.check_header(header, carried, before, house):
                reader.fault(rule, message)
            carried, lives = play_campaign_year(reader, header, carried, house)
        if reader.faults:
            return [replace(fault, line=fault.line + begin) for fault in reader.faults]
    if not begins or lives:
        return [Fault(len(every) + 1, "campaign.end", "the trace ends before the campaign does")]
    return []


def play_campaign_year(
    reader: Reader, header: Line, carried: campaign.Carried, house: frozenset[str]
) -> tuple[campaign.Carried, bool]:
    """Follow one year of a campaign after its header; return what it leaves, and whether another year follows."""
    last = carried.number == campaign.YEARS - 1
    club = Club(reader, header["rules"], read_cards(header["tables"]))
    club.counterfeiter = bool(club.rules["counterfeiter.active"])
    campaign.begin_year(club, carried, house)
    play_year(club)
    if club.over == "turn cap":  # a year that was never closed is not reckoned up
        done = campaign.Reckoning("abandoned")
    else:
        reader.take("turn", "campaign.pay", seat="club", round=club.round)
        done = campaign.reckon(club, last)
        check_snapshot(club, "club")
    row = campaign.campaign_row(club, carried, done)
    check_result(club, row)
    end_of_trace(reader)
    return campaign.leave(club, carried, done), campaign.goes_on(club, done, last)


@contextmanager
def _follow(reader: Reader) -> Iterator[None]:
    """Follow a trace until it and the rules part; what cannot be followed is a fault as well."""
    try:
        yield
    except Disagreement:
        pass
    except (LookupError, TypeError, ValueError) as error:
        # A trace may be so wrong that the model cannot follow it, say a move of a card that does not exist.
        reader.faults.append(Fault(reader.at + 1, "trace", f"cannot be followed: {error!r}"))


def end_of_trace(reader: Reader) -> None:
    """Nothing follows the result."""
    if reader.at != len(reader.lines):
        raise reader.stop("closing.end", "the trace goes on after the result")


def play_year(club: Club) -> None:
    """Follow one year from its set-up to the closing of the club."""
    reader = club.reader
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
            if club.over not in ("", "turn cap") and club.team_seat == "club":
                return  # the table is shown again after the reckoning
            check_snapshot(club, seat)


def end_round(club: Club) -> None:
    """Rules closing.turn_cap, closing.end: what a round leaves, and the end of the year."""
    club.round += 1
    if not club.over and club.round >= club.rules["year.turn_cap"]:
        club.over = "turn cap"
        club.reader.fact("closing.turn_cap", club.round)
    club.coffers_after.append(club.coffers)
    if not club.reached and club.coffers - club.debt * club.rules["loan.repay"] >= club.target():
        club.reached = club.round
    if club.over:
        close_club(club)
