"""The sections about policies, about what wins games, and about what a designer could change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from analysis.survival import Split
from reports import tournament_text, without_text, words
from reports.figures import evened as evened_figure
from reports.figures import meetings as meetings_figure
from reports.figures import without as without_figure
from reports.report import balance_views as views
from reports.report.balance_sections import finished
from reports.report.balance_words import amount, decider, policy_sentence, share, where
from reports.report.campaign_page import Grid
from reports.report.player_pages import PlayerPage

if TYPE_CHECKING:
    from analysis.balanced import Assumed, BalancedResult, BalancedWay
    from analysis.proportions import Estimate
    from analysis.tournament_result import Field, TournamentResult
    from analysis.without_result import WithoutResult
    from reports.report.build import Shelf

#: What is said of a way's gap.
WAYS = {"shown": "shown to be below", "perhaps": "perhaps below", "off": "above"}
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
    said = tournament_text.answer(shown)
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
    grids = [_worths(result, scenario) for scenario in result.scenarios]
    if result.prices:
        grids.append(_prices(result))
    fine = without_text.method(result)
    fine += [f"Price of {name} not moved: {why}." for name, why in result.fixed_prices.items()]
    first, *rest = without_text.answer(result)
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


# --- what to change --------------------------------------------------------------------------------------------------


def even(found: Sequence[tuple[BalancedResult, str]], game: Any, shelf: Shelf) -> PlayerPage:
    """Return the section for designers: how little makes seats, or what is dealt, equal."""
    figures, grids, said, fine = [], [], [], []
    for result, command in found:
        name = f"even-{result.of}-{result.players}"
        place = where(game, result.scenario, result.players)
        note = (
            f"{place}; {words.count(result.confirm_games, 'game')} of each on fresh seeds (seed {result.confirm_seed}),"
            f" ‘{result.policy}’ at every seat; the band is as wide as the target"
        )
        picture = shelf.take(name, partial(evened_figure.draw, result), evened_figure.describe(result))
        figures.append((f"Every {result.word} as it is, and changed", note, picture))
        grids.append(_ways(result, place))
        said += [f"{_even_sentence(result, place)}", *(_assumed(game, one) for one in result.survival)]
        fine.append(f"{result.word.capitalize()}: {command}.")
        if result.stopped:
            fine.append(f"The search ended early: {result.stopped}.")
    fine.append(
        "Every way was found on other seeds than those it is judged by; its gap is the largest difference of any two,"
        " with an interval that holds for all of them together."
    )
    page = PlayerPage("even", "For designers: what to change", "How little makes them equal", said[0], said[1:],
                      figures, grids, [], fine)  # fmt: skip
    return finished(page, found[0][1])


def _size(result: BalancedResult, value: float, error: float = float("nan")) -> str:
    if result.unit == "share":
        return f"{words.number(100 * value, 100 * error)} pp"
    return f"{words.number(value, error)} {result.unit}"


def gap_words(result: BalancedResult, way: BalancedWay) -> str:
    """Return a gap with its interval."""
    error = way.gap.standard_error
    low, high = (_size(result, max(0.0, end), error) for end in (way.gap.low, way.gap.high))
    return f"{_size(result, way.gap.estimate, error)} ({low.partition(' ')[0]} to {high})"


def _target(result: BalancedResult) -> str:
    return f"{100 * result.target:g} pp" if result.unit == "share" else amount(result.target, result.unit)


def _even_sentence(result: BalancedResult, place: str) -> str:
    now = gap_words(result, result.printed)
    every = f"{result.word}s"
    if result.balanced:
        return f"{place}: nothing has to change. The {every} differ by {now}, shown to be below {_target(result)}."
    if result.answer is None:
        near = result.nearest
        if not near.changes:
            return f"{place}: the {every} differ by {now}; no change that was tried brings them nearer."
        return (
            f"{place}: the {every} differ by {now}. Nothing that was tried is shown to bring that below"
            f" {_target(result)}; nearest is {near.text}: {gap_words(result, near)}."
        )
    best = result.best
    return (
        f"{place}: {best.text}, and the {every} differ by {gap_words(result, best)} instead of {now}: shown to be below"
        f" {_target(result)}."
    )


def _assumed(game: Any, found: Assumed) -> str:
    """Return in how many sampled sets of assumptions a claim of the tuner holds."""
    text = f"{found.text[:1].upper()}{found.text[1:].rstrip('.')}: holds in {found.held} of {found.of} sampled sets"
    text += f", {found.contradicted} show the opposite" if found.contradicted else ""
    breaks: Split | None = found.breaks
    decided = decider(game, breaks)
    return f"{text}. It hangs on {decided}." if decided else f"{text}."


def _ways(result: BalancedResult, place: str) -> Grid:
    rows = [
        [
            ("→ " if result.answer is not None and way is result.best else "") + way.text,
            str(way.number),
            words.number(way.cost, 0.1),
            gap_words(result, way),
            WAYS[way.verdict] + f" {_target(result)}",
        ]
        for way in (result.printed, *result.ways)
    ]
    columns = ["change", "rules changed", "cost", "gap on fresh seeds", ""]
    return Grid(f"Ways to equal {result.word}s, {place}", columns, rows)
