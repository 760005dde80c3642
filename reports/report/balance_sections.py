"""The sections about seats, starts, what is dealt, modules and points, from a result about balance."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reports import comparing, words
from reports.balance_text import size
from reports.figures import added as added_figure
from reports.figures import choices as choices_figure
from reports.figures import points as points_figure
from reports.figures import seats as seats_figure
from reports.report import balance_views as views
from reports.report.balance_words import (
    choice_line,
    choice_sentence,
    front_choice,
    plain_difference,
    seats_sentence,
    share,
    where,
)
from reports.report.campaign_page import Grid
from reports.report.player_pages import PlayerPage, printed

if TYPE_CHECKING:
    from analysis.balance_result import (
        BalanceResult,
        Change,
        ChoiceBalance,
        Distribution,
        SeatBalance,
        StartWorth,
    )
    from analysis.proportions import Estimate
    from reports.report.shelf import Shelf

#: What a gap that is or is not shown is called.
VERDICTS = {"equal": "equal", "unequal": "unequal", "unknown": "not yet known"}
CHANGES = {"more": "more", "less": "less", "equivalent": "about the same", "unknown": "not yet known"}


def sections(result: BalanceResult, shelf: Shelf, command: str) -> list[PlayerPage]:
    """Return the sections in order; what the game does not have is left out."""
    found = [_seats(result, shelf)]
    if result.starts:
        found.append(_starts(result))
    if result.choices:
        found.append(_choices(result, shelf))
    if result.modules:
        found.append(_modules(result, shelf))
    found.append(_points(result, shelf))
    return [finished(page, command) for page in found]


def finished(page: PlayerPage, command: str) -> PlayerPage:
    """Return a section with the signs of print, and the command it came from."""
    grids = [replace(grid, rows=[[printed(cell) for cell in row] for row in grid.rows]) for grid in page.grids]
    said = [printed(sentence) for sentence in page.sentences]
    return replace(page, headline=printed(page.headline), sentences=said, grids=grids, command=command)


def provenance(result: BalanceResult, games: int, scenarios: tuple[str, ...] = ()) -> str:
    """Return what stands beside a figure: games, seed, who played, under which rules."""
    mine = [entry for entry in result.seats if not scenarios or entry.scenario in scenarios]
    digests = list(dict.fromkeys(entry.rules_digest for entry in mine))
    rules = f"rules {', '.join(digests)}" if len(digests) <= 3 else f"{len(digests)} rule sets, digests below"
    return f"{games:,} games of each, seed {result.seed}, ‘{result.policy}’ at every seat, {rules}"


# --- seats -----------------------------------------------------------------------------------------------------------


def _seats(result: BalanceResult, shelf: Shelf) -> PlayerPage:
    panels = views.seat_panels(result)
    picture = shelf.take("seats", partial(seats_figure.draw, panels), seats_figure.describe(panels))
    note = f"{100 * result.confidence:g} % intervals; {provenance(result, result.seats[0].games)}"
    grids = [_seat_grid(result, players) for players in dict.fromkeys(entry.players for entry in result.seats)]
    fine = [
        "A shared victory counts in parts, so the shares of a table add up to 100 %.",
        "The gap is best minus worst seat; its interval holds for all pairs of seats together.",
        "Equal: shown to lie within the margin; unequal: a difference is shown, and not shown to lie within it.",
    ]
    title = "Are the seats equal?"
    kicker = "Every seat in turn order, all played alike"
    return PlayerPage("seats", title, kicker, seats_sentence(result), [], [("Games won by each seat", note, picture)],
                      grids, [], fine)  # fmt: skip


def _seat_grid(result: BalanceResult, players: int) -> Grid:
    mine = [entry for entry in result.seats if entry.players == players]
    seats = [seat.seat for seat in mine[0].seats]
    word = result.game.file.scenario_word
    columns = [word, *seats, "gap in victories", f"gap in {result.unit}", "seats are"]
    return Grid(views.seated(players).capitalize(), columns, [_seat_row(result, entry) for entry in mine])


def _seat_row(result: BalanceResult, entry: SeatBalance) -> list[str]:
    gaps = [size(entry.gaps[measure], result.unit) for measure in ("victory", "points")]
    shares = [share(seat.share) for seat in entry.seats]
    return [views.label(result.game, entry.scenario), *shares, *gaps, VERDICTS[entry.verdict]]


# --- starts ----------------------------------------------------------------------------------------------------------


def _starts(result: BalanceResult) -> PlayerPage:
    said = [start_sentence(result, entry) for entry in result.starts]
    rows = [
        [
            f"{views.seated(entry.players)}: {seat.seat}",
            words.number(seat.starts),
            *(plain_difference(part["points"], result.unit) for part in (seat.ahead, seat.explained, seat.left)),
            comparing.difference(seat.ahead["victory"], "share"),
        ]
        for entry in result.starts
        for seat in entry.seats
    ]
    columns = ["seat", "rounds it starts", f"{result.unit} above its table", "of them from starting", "left"]
    grid = Grid("What starting explains", [*columns, "victories above an equal share"], rows)
    games = result.starts[0].games
    fine = [
        f"Found by playing the same seeds with the first seat starting every round: {games:,} games of each arm, seed"
        f" {result.seed}, ‘{result.policy}’. Intervals hold together for all seats of a table.",
    ]
    kicker = "The start player goes round; where rounds do not divide evenly, some seats start more often"
    return PlayerPage("starts", "What starting is worth", kicker, said[0], said[1:], [], [grid], [], fine)


def start_sentence(result: BalanceResult, entry: StartWorth) -> str:
    """Return what one more start is worth, and who starts how often."""
    worth, victory = entry.worth["points"], entry.worth["victory"]
    place = where(result.game, entry.scenario, entry.players)
    size = f"{comparing.difference(worth, result.unit)} and {comparing.difference(victory, 'share')} of the victory"
    if worth.low <= 0 <= worth.high:
        text = f"{place}: one more round as start player is not shown to be worth anything ({size})."
    else:
        text = f"{place}: one more round as start player is worth {size}."
    starts = {seat.seat: seat.starts for seat in entry.seats}
    counts = sorted({n for n in starts.values() if not math.isnan(n)}, reverse=True)
    if len(counts) > 1:
        groups = [
            f"{words.listing([seat for seat, n in starts.items() if n == count])} {_times(count)}" for count in counts
        ]
        text += f" Of {words.number(entry.rounds)} rounds, these start: {'; '.join(groups)}."
    return text


def _times(count: float) -> str:
    if count == int(count):
        return {1: "once", 2: "twice"}.get(int(count), f"{int(count)} times")
    return f"{words.number(count, 0.1)} times"


# --- what is dealt ---------------------------------------------------------------------------------------------------


def _choices(result: BalanceResult, shelf: Shelf) -> PlayerPage:
    word, unit = result.choices[0].word, result.unit
    figures, grids = [], []
    for name, series in views.choice_series(result).items():
        mine = [entry for entry in result.choices if views.kin(result.game, entry.scenario) == name]
        made = provenance(result, mine[0].games, tuple(entry.scenario for entry in mine))
        note = f"dealt at random; intervals hold together; {made}"
        draw, said = partial(choices_figure.draw, series, unit), choices_figure.describe(series, unit)
        picture = shelf.take(f"choices-{name}", draw, said)
        figures.append((f"What each {word} is worth: {views.label(result.game, name)}", note, picture))
        grids.append(_choice_grid(result, name, mine))
    fine = [
        f"Every player is dealt one {word} at random, so that none is held more often by a better seat or player."
        f" {unit.capitalize()} and victories are those above the mean of all.",
        f"“Taken” is how often ‘{result.policy}’ takes it where it may choose: what the policy likes, not what it is"
        " worth.",
    ]
    if result.game.file.balance.choice_note:
        fine.insert(0, result.game.file.balance.choice_note)
    front = front_choice(result)
    others = [choice_line(result, entry) for entry in result.choices if entry is not front]
    title = f"Is every {word} worth the same?"
    said = choice_sentence(result, front)
    return PlayerPage("choices", title, "Dealt at random, all played alike", said, others, figures, grids, [], fine)


def _choice_grid(result: BalanceResult, name: str, entries: list[ChoiceBalance]) -> Grid:
    """Return a row for each thing that is dealt, two columns for each number of players."""
    order = sorted(entries[-1].choices, key=lambda choice: -choice.ahead["points"].estimate)
    rows = []
    for one in order:
        cells = []
        for entry in entries:
            found = next((choice for choice in entry.choices if choice.name == one.name), None)
            if found is None:
                cells += ["never dealt", ""]
                continue
            cells += [
                plain_difference(found.ahead["points"], ""),
                comparing.difference(found.ahead["victory"], "share"),
            ]
        taken = one.chosen
        rows.append([one.name, *cells, "" if taken is None else words.part(taken.estimate)])
    columns = [entries[0].word]
    for entry in entries:
        columns += [f"{views.seated(entry.players)}: {result.unit}", "victories"]
    gaps = [
        f"{views.seated(entry.players)} {size(entry.gaps['points'], result.unit)},"
        f" {size(entry.gaps['victory'], result.unit)}: {VERDICTS[entry.verdict]}"
        for entry in entries
    ]
    note = printed(f"Best minus worst: {'; '.join(gaps)}.")
    return Grid(views.label(result.game, name), [*columns, "taken"], rows, note)


# --- modules ---------------------------------------------------------------------------------------------------------


def _modules(result: BalanceResult, shelf: Shelf) -> PlayerPage:
    word = result.game.file.scenario_word
    figures = []
    quantities = views.quantities(result)
    if quantities:
        draw, said = partial(added_figure.draw, quantities), added_figure.describe(quantities)
        note = f"lines only lead the eye; {provenance(result, result.modules[0].games)}"
        figures.append((f"{word.capitalize()} by {word}", note, shelf.take("added", draw, said)))
    labels = {change.name: change.label for step in result.modules for change in step.changes}
    rows = [
        [where(result.game, step.scenario, step.players), *(_change(step.change(name)) for name in labels)]
        for step in result.modules
    ]
    note = "Now minus before, paired by seed (luck: not paired); intervals hold together."
    grid = Grid(f"What each {word} adds to the one before", [word, *labels.values()], rows, note)
    fine = []
    if result.luck:
        policies = words.listing([f"‘{name}’" for name in result.luck[0].policies])
        fine.append(
            "Luck: the part of a player's result that is left between games of the same players at the same seats,"
            f" where every seat is drawn from {policies}."
        )
    names = dict.fromkeys(views.kin(result.game, step.scenario) for step in result.modules)
    rest = [_step_sentence(result, name) for name in names]
    kicker, said = "The same seeds with and without", _steps_sentence(result)
    return PlayerPage("modules", f"What each {word} adds", kicker, said, rest, figures,
                      [grid], [], fine)  # fmt: skip


def _step_sentence(result: BalanceResult, name: str) -> str:
    """Return what one step adds in points, decisions and luck for all numbers of players, as far as it is shown."""
    steps = [step for step in result.modules if views.kin(result.game, step.scenario) == name]
    said = []
    for what in views.ADDED:
        shown = [
            (step.players, change)
            for step in steps
            if (change := step.change(what)) and change.verdict in ("more", "less")
        ]
        sizes: list[str] = []
        for players, change in shown:
            table = (views.seated(players) if not sizes else str(players)) if len(steps) > 1 else ""
            sizes.append(plain_difference(change.difference, change.unit) + (f" with {table}" if table else ""))
        if shown:
            said.append(f"{shown[0][1].label.lower()} {words.listing(sizes)}")
    label = views.label(result.game, name)
    return f"{label}: {'; '.join(said)}." if said else f"{label}: no change that matters is shown."


def _steps_sentence(result: BalanceResult) -> str:
    """Return what every step does to the points at the tables that stand for all."""
    wanted = result.game.scenarios[result.game.file.default_scenario].get("players")
    steps = [step for step in result.modules if step.players == wanted]
    steps = steps or [step for step in result.modules if step.players == result.modules[-1].players]
    said = [
        f"{views.label(result.game, step.scenario)} {_change(change)}"
        for step in steps
        if (change := step.change("points"))
    ]
    return f"{result.unit.capitalize()} of a player with {views.seated(steps[0].players)}: {'; '.join(said)}."


def _change(found: Change | None) -> str:
    if found is None:
        return ""
    text = plain_difference(found.difference, found.unit)
    return text if found.verdict in ("more", "less") else f"{text}: {CHANGES[found.verdict]}"


# --- points ----------------------------------------------------------------------------------------------------------


def _points(result: BalanceResult, shelf: Shelf) -> PlayerPage:
    spreads = views.spreads(result)
    picture = shelf.take(
        "points", partial(points_figure.draw, spreads, result.unit), points_figure.describe(spreads, result.unit)
    )
    front = views.front_kin(result.game, result.scenarios)
    shown = tuple(name for name in result.scenarios if views.kin(result.game, name) == front)
    note = f"dotted: mean of all, line: mean of the winners; {provenance(result, result.seats[0].games, shown)}"
    rows = [
        [
            where(result.game, entry.scenario, entry.players),
            _mean(entry.all_seats.mean),
            _range(entry.all_seats),
            _mean(entry.winner.mean),
            _range(entry.winner),
            _mean(entry.lead.mean),
            words.share(shared.estimate, shared.low, shared.high),
        ]
        for entry in result.scores
        for shared in [result.seats_of(entry.scenario).shared]
    ]
    word = result.game.file.scenario_word
    columns = [word, f"{result.unit} of a player", "9 of 10 players", "of the winner", "9 of 10 winners"]
    grid = Grid(f"How {result.unit} are spread", [*columns, "lead of the winner", "shared victories"], rows)
    default = next((e for e in result.scores if e.scenario == result.game.file.default_scenario), result.scores[0])
    first = (
        f"{where(result.game, default.scenario, default.players)}: a player has {_mean(default.all_seats.mean)}"
        f" {result.unit}, the winner {_mean(default.winner.mean)} and {_mean(default.lead.mean)} more than the next."
    )
    title = f"How many {result.unit}"
    label = views.label(result.game, front)
    figure = (f"{result.unit.capitalize()} of all players and of winners, {label}", note, picture)
    return PlayerPage("points", title, f"{label} in the figure, everything in the table", first, [], [figure], [grid])


def _mean(found: Estimate) -> str:
    low, high = (words.number(end, found.standard_error) for end in (found.low, found.high))
    return f"{words.number(found.estimate, found.standard_error)} ({low} to {high})"


def _range(found: Distribution) -> str:
    return f"{words.number(found.quantiles['0.05'])} to {words.number(found.quantiles['0.95'])}"
