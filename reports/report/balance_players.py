"""The sections about policies, and about what wins games."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from reports import tournament_text, without_text, words
from reports.figures import meetings as meetings_figure
from reports.figures import without as without_figure
from reports.report import balance_across as across
from reports.report import balance_views as views
from reports.report.balance_sections import finished
from reports.report.balance_words import policy_sentence, share, where
from reports.report.campaign_page import Grid
from reports.report.player_pages import PlayerPage

if TYPE_CHECKING:
    from analysis.proportions import Estimate
    from analysis.tournament_result import Field, TournamentResult
    from analysis.without_result import WithoutResult
    from reports.report.build import Shelf

RATING = "rating: 0 is the mean of all, 400 more is ten times the chance to win"


# --- policies --------------------------------------------------------------------------------------------------------


def policies(result: TournamentResult, command: str, shelf: Shelf) -> PlayerPage:
    """Return the section about policies against each other."""
    squares, ratings = views.squares(result), views.ratings(result)
    note = (
        f"{result.games:,} games of each seating, seed {result.seed}; every seating of every two policies, so that no"
        f" seat favours one; source {result.source_digest}"
    )
    figures = [
        (
            "One among others: games won",
            f"a row is the one player, a column all the others; bold and marked: shown to differ from equal; {note}",
            shelf.take("meetings", partial(meetings_figure.draw, squares), meetings_figure.describe(squares)),
        ),
        (
            "Rating",
            f"intervals hold together; {note}",
            shelf.take(
                "ratings",
                partial(meetings_figure.draw_ratings, ratings, RATING),
                meetings_figure.describe_ratings(ratings, RATING),
            ),
        ),
    ]
    grids = [_standings(result)]
    grids += [_seats(result, result.fields[name]) for name in views.fields_shown(result)]
    fine = tournament_text.method(result)
    shown = replace(result, fields={name: result.fields[name] for name in views.fields_shown(result)})
    said = [*across.policy_sentences(result), *tournament_text.answer(shown)]
    grids = [*across.policy_grids(result), *grids]
    kicker = "Every policy against every other, at every seat"
    page = PlayerPage("policies", "Which policy wins?", kicker, policy_sentence(result), said, figures,
                      grids, [], fine)  # fmt: skip
    return finished(page, command)


def where_of(result: TournamentResult, field: Field) -> str:
    """Return a tournament's place in words."""
    return where(result.game, field.scenario, len(field.seats))


def _standings(result: TournamentResult) -> Grid:
    rows = [
        [
            f"{where_of(result, field)}: {standing.policy}",
            str(standing.rank),
            _number(standing.rating),
            share(standing.share),
            "" if standing.mixed_share is None else share(standing.mixed_share),
            _number(standing.points),
        ]
        for field in result.fields.values()
        for standing in field.standings.values()
    ]
    columns = ["policy", "rank", "rating", "victories as the only one", "at mixed tables", "its points"]
    return Grid("Rank and rating", columns, rows, "“=” and equal ranks: cannot be told apart with these games.")


def _seats(result: TournamentResult, field: Field) -> Grid:
    rows = [
        [f"{duel.player} among {duel.others}", share(duel.share), *(share(found) for found in duel.by_seat.values())]
        for duel in field.duels.values()
    ]
    title = f"At every seat: {where_of(result, field)}"
    return Grid(title, ["one among others", "all seats", *field.seats], rows, f"Equal is {words.part(field.equal)}.")


def _number(found: Estimate) -> str:
    low, high = (words.number(end, found.standard_error) for end in (found.low, found.high))
    return f"{words.number(found.estimate, found.standard_error)} ({low} to {high})"


# --- what wins games -------------------------------------------------------------------------------------------------


def winners(result: WithoutResult, command: str, shelf: Shelf) -> PlayerPage:
    """Return the section about what wins games: one player without it, and what its price does."""
    front = result.scenarios[0]
    note = (
        f"filled: shown to win games; hatched: to cost some; in the band: nothing; intervals hold together;"
        f" {result.games:,} games of each seating, seed {result.seed}, ‘{result.policy}’, source {result.source_digest}"
    )
    figures = []
    for scenario in result.scenarios:
        name = "without" if scenario == front else f"without-{scenario}"
        picture = shelf.take(
            name, partial(without_figure.draw, result, scenario), without_figure.describe(result, scenario)
        )
        figures.append((f"One player without it, {_place(result, scenario)}", note, picture))
    grids = [*across.winner_grids(result), *(_worths(result, scenario) for scenario in result.scenarios)]
    if result.prices:
        grids.append(_prices(result))
    fine = without_text.method(result)
    fine += [f"Price of {name} not moved: {why}." for name, why in result.fixed_prices.items()]
    first, *rest = without_text.answer(result)
    rest = [*across.winner_sentences(result), *rest]
    page = PlayerPage("winners", "What wins games", "One player does without, all others have it", first, rest,
                      figures, grids, [], fine)  # fmt: skip
    return finished(page, command)


def _place(result: WithoutResult, scenario: str) -> str:
    return where(result.game, scenario, len(result.seats[scenario]))


def _worths(result: WithoutResult, scenario: str) -> Grid:
    rows = [
        [
            found.title,
            found.group,
            f"{without_text.worth(found)} ({without_text.interval(found)})",
            without_text.change(found.points),
            without_text.times(found.times),
            without_text.share(found.touched),
            without_text.verdict(found, result),
        ]
        for _, group in without_text.grouped(result, scenario)
        for found in group
    ]
    columns = ["without", "", "victories lost", "points lost", "used a game", "games touched", ""]
    return Grid(f"With and without, {_place(result, scenario)}", columns, rows)


def _prices(result: WithoutResult) -> Grid:
    rows = [
        [
            f"{found.title}: {without_text.price(found.before)} → {without_text.price(found.value)}",
            found.direction,
            without_text.times(found.times_before),
            without_text.change(found.times),
            without_text.change(found.points),
            without_text.change(found.length),
        ]
        for found in result.prices
    ]
    columns = [
        "price for everybody",
        "",
        "used a game",
        "changes by",
        "points of a player",
        result.length_label.lower(),
    ]
    note = "Differences to the price of the rules, beside the same seeds; intervals hold together."
    return Grid("What its price does", columns, rows, note)
