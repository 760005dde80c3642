"""A referee for The Taverns of Tiefenthal: re-derives every consequence in a trace from the rulebook and the rulings.

It shares no code with the engine. It reads the JSON Lines of one game (``docs/trace.md``), keeps its own model of every
tavern, takes from the trace only what nobody can foresee (dice rolled, cards drawn, guests turned up, choices made),
and says where the trace and the rules part.
"""

from __future__ import annotations

from collections.abc import Iterable

from tests.referee.reader import Disagreement, Fault, Line, Reader
from tests.referee.tiefenthal_cards import SEATS, read_cards, wrong_cards
from tests.referee.tiefenthal_closing import check_result, close_tavern, count_points, next_start_player
from tests.referee.tiefenthal_dice import draft, plan
from tests.referee.tiefenthal_evening import count_dishwashers, fill_tavern, new_evening, roll_own_dice
from tests.referee.tiefenthal_lines import TONGUE
from tests.referee.tiefenthal_printed import wrong_rules
from tests.referee.tiefenthal_setup import set_up
from tests.referee.tiefenthal_snapshot import check_snapshot
from tests.referee.tiefenthal_state import Table, Tavern
from tests.referee.tiefenthal_turn import own_turn

ALL = "all"


def check(
    lines: Iterable[Line], house_rules: Iterable[str] = (), printed_cards: bool = False, most_faults: int = 5
) -> list[Fault]:
    """Return where the trace of one game breaks the rules; an empty list if it never does.

    Parameters
    ----------
    lines : iterable of dict
        The lines of the trace, header first.
    house_rules : iterable of str
        Names of rules the table has changed; the others must be those of the rulebook and the rulings.
    printed_cards : bool, optional
        Whether the guests are a table of their own, not those of the assumed numbers.
    most_faults : int, optional
        Faults after which the referee stops reading.
    """
    reader = Reader(list(lines), limit=most_faults, tongue=TONGUE)
    try:
        header = reader.take("header", "setup.deck", game="tiefenthal")
        table = seat_everybody(reader, header)
        for message in wrong_rules(table.rules, frozenset(house_rules)):
            reader.fault("header", message)
        for rule, message in () if printed_cards else wrong_cards(table.rules, table.cards):
            reader.fault(rule, message)
        play(table)
        check_result(table)
        if reader.at != len(reader.lines):
            raise reader.stop("end.points", "the trace goes on after the result")
    except Disagreement:
        pass
    except (LookupError, TypeError, ValueError) as error:
        # A trace may be so wrong that the model cannot follow it, say a move of a card that does not exist.
        reader.faults.append(Fault(reader.at + 1, "trace", f"cannot be followed: {error!r}"))
    return reader.faults


def seat_everybody(reader: Reader, header: Line) -> Table:
    """Return the table of a header before the set-up."""
    rules = header["rules"]
    taverns = [Tavern(SEATS[number], number) for number in range(rules["players"])]
    return Table(reader, rules, read_cards(rules, header["tables"]), taverns)


def play(table: Table) -> None:
    """Follow a game from its set-up to the counting of points."""
    set_up(table)
    check_snapshot(table, "the set-up", "", "evening")
    for number in range(1, table.rules["rounds"] + 1):
        table.round = number
        table.taverns[table.start].tally["starts"] += 1
        play_round(table)
    # the points were counted with the closing of the last round


def play_round(table: Table) -> None:
    """Follow the phases A to G of one round."""
    order = table.in_turn_order()
    _unit(table, ALL, "evening")
    new_evening(table)
    for tavern in order:
        fill_tavern(table, tavern)
    for tavern in order:
        roll_own_dice(table, tavern)
    check_snapshot(table, f"round {table.round}, evening", ALL, "draft")
    _unit(table, ALL, "draft")
    draft(table)
    check_snapshot(table, f"round {table.round}, draft", ALL, "planning")
    _unit(table, ALL, "planning")
    for tavern in order:
        count_dishwashers(table, tavern)
        plan(table, tavern)
    check_snapshot(table, f"round {table.round}, planning", ALL, "serving")
    for tavern in order:
        _unit(table, tavern.seat, "serving")
        own_turn(table, tavern)
        then = "closing" if tavern is order[-1] else "serving"
        check_snapshot(table, f"round {table.round}, {tavern.seat} serving", tavern.seat, then)
    _unit(table, ALL, "closing")
    for tavern in order:
        close_tavern(table, tavern)
    if table.round == table.rules["rounds"]:
        count_points(table)
        table.over = True
    else:
        next_start_player(table)
    check_snapshot(table, f"round {table.round}, closing", ALL, "evening")


def _unit(table: Table, seat: str, phase: str) -> None:
    """Take the line with which a part of the game begins."""
    table.reader.take("turn", "serve.turn", seat=seat, round=table.round, phase=phase)
