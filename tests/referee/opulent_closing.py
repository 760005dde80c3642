"""The end of a year: who is lost, debts, penalties, the outcome, and the row that is stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.referee.opulent_state import Club

NICKELS_IN = (
    "placed",
    "schmoozed_door",
    "schmoozed_bar",
    "schmoozed_manager",
    "unison",
    "melody",
    "gifts",
    "pampered",
    "event_gain",
    "second_lap",
)
NICKELS_OUT = (
    "banked",
    "door_skip",
    "door_wait",
    "cut_off",
    "off_tempo",
    "off_key",
    "tuning",
    "crowding",
    "failed",
    "bar_skip",
    "bar_wait",
    "tirade",
    "watered",
    "unserved",
    "event_loss",
    "raid_loss",
    "year_loss",
    "unpaid",
    "closing",
)
DOLLARS_IN = (
    "coffers_banked",
    "borrowed",
    "concession",
)
DOLLARS_OUT = (
    "restocks",
    "comps",
    "lookouts_paid",
    "sabotage",
    "upgrade_paid",
    "penalties",
    "raided_money",
    "counterfeit",
    "repaid",
    "coffers_left",
)


def close_club(club: Club) -> None:
    """Rules closing.end, y1924.penalty: everybody left is lost; debts and penalties are paid."""
    for patron, place in sorted(club.place.items()):
        if place not in ("box", "deck", "gone"):
            club.lose(patron, "closing", "closing.end")
    # patrons are discarded "along with any wooden nickels on their cards": Stanley's counter too
    club.edwards_nickels, club.edwards_asleep = 0, False
    if club.rules["meeting.active"] and not club.meeting_held:
        club.dollars(-club.rules["meeting.penalty"], "penalties", "y1924.penalty")
    club.dollars(-club.debt * club.rules["loan.repay"], "repaid", "closing.end")
    club.debt = 0
    club.reader.fact("closing.end", club.coffers, club.target(), club.debt)
    club.prestige_at_closing = club.prestige()
    club.row, club.outcome = expected_row(club), outcome(club)


def outcome(club: Club) -> str:
    """Rule closing.end: won, or the first cause that took at least what is missing."""
    if club.over == "turn cap":
        return "abandoned"
    missing = club.target() - club.coffers
    if missing <= 0:
        return "won"
    for name, cause in (("raided", "raided_money"), ("meeting", "penalties"), ("debts", "repaid")):
        if club.dollars_by[cause] >= missing:
            return name
    return "short"


def check_result(club: Club, more: Mapping[str, int]) -> None:
    """Compare the stored row with the referee's own tallies; both ledgers balance.

    Parameters
    ----------
    club : Club
        As its last turn left it.
    more : mapping
        Columns a campaign adds to those of a year.
    """
    line = club.reader.take("result", "closing.end")
    if line["outcome"] != club.outcome:
        club.reader.fault("closing.end", f"outcome {line['outcome']}, the rules say {club.outcome}", club.reader.at)
    for name, wanted in (club.row | more).items():
        value = line["row"].get(name)
        if value != wanted:
            club.reader.fault("closing.end", f"column {name} is {value}, not {wanted}", club.reader.at)
    check_ledgers(club, line["row"])


def expected_row(club: Club) -> dict[str, Any]:
    """Return the columns of the stored row that follow from the rules."""
    row: dict[str, Any] = {name: club.nickels_by[name] for name in (*NICKELS_IN, *NICKELS_OUT)}
    row |= {name: club.dollars_by[name] for name in (*DOLLARS_IN, *DOLLARS_OUT)}
    row |= {name: club.tally[name] for name in ("arrivals", "turned_away", "payers", "agents", "raid_rolls", "raids")}
    row["coffers_left"] = row["coffers"] = club.coffers
    row |= {"rounds": club.round, "target": club.target(), "gap": club.coffers - club.target()}
    row["goal"] = club.target() + club.dollars_by["upgrade_paid"]
    row |= {"selected": club.selected, "bought": int(club.bought or club.selected < 0), "clues": club.clues}
    row |= {"meeting": int(club.meeting_held), "reached": club.reached}
    row["decisions"] = sum(1 for line in club.reader.lines[: club.reader.at] if line["type"] == "decision")
    for number in (4, 8, 12):
        row[f"coffers_{number}"] = club.coffers_after[:number][-1]
    return row


def check_ledgers(club: Club, row: dict[str, Any]) -> None:
    """Both ledgers of a stored row balance: what came in went out."""
    for into, out in ((NICKELS_IN, NICKELS_OUT), (DOLLARS_IN, DOLLARS_OUT)):
        came, went = sum(row[name] for name in into), sum(row[name] for name in out)
        if into is DOLLARS_IN:
            came, went = came + row.get("carried", 0), went + row.get("hired", 0)
        if came != went:
            club.reader.fault("closing.end", f"{came} came in ({into[0]}, ...), {went} went out", club.reader.at)
