"""A run of a game played against each other, in words: who wins how often, by how much, and do the seats differ?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.seat_results import SeatGap, seat_gaps, widest, win_share
from analysis.seats import VICTORY
from reports import words
from reports.cli import envelope, output
from sim.summary import Summary

if TYPE_CHECKING:
    from sim.block import Plan
    from sim.policy import Seat
    from sim.registry import Game
    from sim.schema import ColumnEntry, OutcomeEntry

#: Longer policies, with many weights, are cut short in a sentence.
_LONGEST = 40
#: Ends of the span that holds nine games in ten.
_LOW, _HIGH = 0.05, 0.95


def answer(game: Game, plan: Plan, summary: Summary, looking: bool = False) -> str:
    """Return the sentence a person asked for: who wins how often, and whether the seats differ."""
    from analysis.statements import scenario_label

    seats, where = game.seats_in_play(plan.rules), f"{game.file.title}, {scenario_label(game, plan.rules.scenario)}"
    if summary.games == 0:
        return f"{where}: no game was finished, so nothing can be said (seed {plan.seed})."
    names = names_of(game, plan)
    shares = {seat: win_share(game, summary, seat, looking) for seat in seats}
    order = sorted(seats, key=lambda seat: -shares[seat].estimate)
    first, last = (shares[seat] for seat in (order[0], order[-1]))
    most = words.share_with_interval(first.estimate, first.low, first.high)
    least = words.share(last.estimate, last.low, last.high)
    who = _players(plan)
    return (
        f"{where}: of {words.count(summary.games, 'game')} {who}, {names[order[0]]} wins {most}, {names[order[-1]]}"
        f" {least}; an equal share would be {100 / len(seats):.3g} %."
        f" {_gap_words(widest(seat_gaps(game, summary, seats, looking)), names)}"
        f" (95 % {'confidence sequence' if looking else 'intervals'}, shared victories in parts; seed {plan.seed}.)"
    )


def _players(plan: Plan) -> str:
    labels = [seat.label for seat in plan.team]
    if len(set(labels)) == 1:
        return f"of {words.count(len(labels), 'player')} who all play '{labels[0]}'"
    return f"at the table {'+'.join(_short(seat) for seat in plan.team)}"


def _short(seat: Seat) -> str:
    """Return who plays in few characters; the table below the sentence has all of it."""
    return seat.label if len(seat.label) <= _LONGEST else f"{seat.policy}:..."


def names_of(game: Game, plan: Plan) -> dict[str, str]:
    """Return what each seat that is taken is called in a sentence, with its policy where they play differently."""
    seats = game.seats_in_play(plan.rules)
    alike = len({seat.label for seat in plan.team}) == 1
    return {
        name: f"the {name} seat" if alike else f"the {name} seat ('{_short(seat)}')"
        for name, seat in zip(seats, plan.team, strict=True)
    }


def _gap_words(gap: SeatGap, names: dict[str, str]) -> str:
    found = gap.difference
    points, low, high = (100 * value for value in (found.estimate, found.low, found.high))
    error = 100 * found.standard_error
    nearest = min(abs(low), abs(high))
    while error > 1e-2 and round(nearest, words.decimals(error)) == 0:
        error /= 10  # an end that is not 0 is not printed as 0: it says whether a gap is shown
    span = f"{words.number(low, error)} to {words.number(high, error)}"
    if gap.shown:
        who = "The seats differ" if names[gap.a] == f"the {gap.a} seat" else "They differ"
        return f"{who}: {names[gap.a]} wins {words.number(points, error)} points more than {names[gap.b]} ({span})."
    return (
        f"No seat is shown to win more than another: the widest gap, {names[gap.a]} over {names[gap.b]}, is"
        f" {words.number(points, error)} points ({span})."
    )


def print_seats(game: Game, plan: Plan, summary: Summary, looking: bool = False) -> None:
    """Print a row a seat: who sits there, its share of the victories, and what it plays for."""
    goal = game.file.measures[0]
    columns = game.file.columns_of(goal)
    label = next(iter(columns.values())).label
    rows = []
    for seat, player in zip(game.seats_in_play(plan.rules), plan.team, strict=True):
        share, column = win_share(game, summary, seat, looking), columns[seat].name
        mean = envelope.mean_of_games(summary.mean(column), summary.sd(column), summary.games, looking)
        low, middle, high = (summary.quantile(column, q) for q in (_LOW, 0.5, _HIGH))
        rows.append(
            [
                seat,
                player.label,
                words.share(share.estimate, share.low, share.high),
                words.interval(share.estimate, share.low, share.high),
                words.number(mean.estimate, mean.standard_error),
                _between(mean.low, mean.high, mean.standard_error),
                words.number(middle),
                words.span(low, high, ""),
            ]
        )
    heads = ["seat", "played by", "wins", "95 % interval", label.lower(), "95 % interval", "median", "nine in ten"]
    output.table(heads, rows, right=(2, 3, 4, 5, 6, 7))


def _between(low: float, high: float, error: float) -> str:
    known = low == low and high == high
    return f"{words.number(low, error)} to {words.number(high, error)}" if known else "unknown"


def print_endings(game: Game, plan: Plan, summary: Summary, looking: bool = False) -> None:
    """Print how the games ended; a seat nobody sits on cannot win and is left out. The counts sum to all games."""
    rows = []
    for outcome in listed_outcomes(game, plan):
        count = summary.counts[outcome.name]
        if count == 0 and outcome.kind in ("error", "abandoned"):
            continue
        share = envelope.share_of_games(count, summary.games, looking)
        rows.append(
            [
                outcome.words,
                f"{count:,}",
                words.share(share.estimate, share.low, share.high),
                words.interval(share.estimate, share.low, share.high),
            ]
        )
    total = ["all games", f"{summary.games:,}", ""]
    output.table(["how it ended", "games", "share", "95 % interval"], rows, right=(1, 2, 3), total=total)


def listed_outcomes(game: Game, plan: Plan) -> list[OutcomeEntry]:
    """Return the outcomes that are possible at this table."""
    empty = of_empty_seats(game, plan)
    return [outcome for outcome in game.file.outcomes if outcome.name not in empty]


def print_measures(game: Game, plan: Plan, summary: Summary) -> None:
    """Print the mean of every other measure, a column a seat; then what belongs to the whole table."""
    seats = game.seats_in_play(plan.rules)
    rows = []
    for measure in game.file.measures[1:]:
        columns = game.file.columns_of(measure)
        entry = next(iter(columns.values()))
        if measure == VICTORY or not is_amount(entry) or not set(seats) <= set(columns):
            continue
        names = [columns[seat].name for seat in seats]
        if all(summary.extremes(name) == (0, 0) for name in names):
            continue  # what these rules do not have
        unit = "" if entry.unit.lower() in ("", entry.label.lower()) else f", {entry.unit}"
        rows.append(
            [entry.label + unit, *(words.amount(summary.mean(name), summary.standard_error(name), 2) for name in names)]
        )
    if rows:
        output.table(["a game, on average", *seats], rows, right=tuple(range(1, len(seats) + 1)))
    told = [_told(column, summary) for column in table_columns(game)]
    if rows and told:
        output.say("")
    for line in told:
        output.say(line)


def is_amount(column: ColumnEntry) -> bool:
    """Return whether a mean of a column says something: it has a unit, and is no pattern of bits."""
    return bool(column.unit) and column.unit != "bits"


def table_columns(game: Game) -> list[ColumnEntry]:
    """Return the amounts that belong to no seat, flows of ledgers left out."""
    return [
        column
        for column in game.file.columns
        if not column.measure and not column.seat and column.role not in ("outcome", "flow") and is_amount(column)
    ]


def _told(column: ColumnEntry, summary: Summary) -> str:
    """Return the mean of one column in words; one that never changes is not averaged."""
    unit = "" if column.unit.lower() in column.label.lower() else column.unit
    least, most = summary.extremes(column.name)
    if least == most and least is not None:
        return f"{column.label}: {words.quantity(least, unit)} in every game"
    mean = words.quantity(summary.mean(column.name), unit, summary.standard_error(column.name))
    low, high = summary.quantile(column.name, _LOW), summary.quantile(column.name, _HIGH)
    return f"{column.label}: {mean} a game, nine games in ten from {words.span(low, high, unit)}"


def print_run(game: Game, plan: Plan, summary: Summary, looking: bool = False) -> None:
    """Print the tables of a run."""
    print_seats(game, plan, summary, looking)
    output.say("")
    print_endings(game, plan, summary, looking)
    output.say("")
    print_measures(game, plan, summary)


def to_json(game: Game, plan: Plan, summary: Summary, looking: bool = False) -> dict[str, Any]:
    """Return what ``--json`` says of the seats that are taken, and of the gaps between them."""
    seats = game.seats_in_play(plan.rules)
    said = []
    for seat, player in zip(seats, plan.team, strict=True):
        columns = [
            column for column in game.file.columns if column.seat == seat and column.measure not in ("", VICTORY)
        ]
        said.append(
            {
                "seat": seat,
                "policy": player.label,
                "win_share": win_share(game, summary, seat, looking).to_json(),
                "metrics": {c.measure: envelope.metric(c, summary, looking) for c in columns},
            }
        )
    gaps = seat_gaps(game, summary, seats, looking)
    return {"seats": said, "seat_gaps": [gap.to_json() for gap in gaps]}


def of_empty_seats(game: Game, plan: Plan) -> set[str]:
    """Return the columns and outcomes of seats nobody sits on."""
    taken = ("", *game.seats_in_play(plan.rules))
    columns = {column.name for column in game.file.columns if column.seat not in taken}
    return columns | {outcome.name for outcome in game.file.outcomes if outcome.seat not in taken}
