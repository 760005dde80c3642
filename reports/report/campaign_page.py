"""The campaign's page of the report: what is claimed, the figures, the tables, how it was made."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from analysis.campaign import CampaignResult, Career
from analysis.statements import scenario_label
from reports import campaigning, comparing, words
from reports.figures import campaign_holdings, campaign_money, campaign_survival
from reports.figures.tornado import shown_value

if TYPE_CHECKING:
    from analysis.campaign import ForcedOrder, YearRecord
    from reports.report.shelf import Shelf


#: Assumptions that are shown, those with the largest effects.
SHOWN_DOUBTS = 12


@dataclass(frozen=True)
class Grid:
    """A table of the page: a caption, headings, rows, and a note below."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str = ""


@dataclass(frozen=True)
class CampaignPage:
    """What the template needs.

    Attributes
    ----------
    headline : str
        The sentence that answers.
    sentences : list of str
        What is claimed besides.
    figures : list of (title, note, picture)
        In the order of the page.
    grids : list of Grid
        The tables.
    doubts : str
        What moving them one at a time does, "" if none was moved.
    assumptions : list of str
        Values no rulebook prints that upgrades, staff and campaign rest on.
    method : list of (term, text)
        How it was made.
    command : str
        What to type to get the same again.
    """

    headline: str
    sentences: list[str]
    figures: list[tuple[str, str, Markup]]
    grids: list[Grid]
    doubts: str
    assumptions: list[str]
    method: list[tuple[str, str]]
    command: str


def campaign_page(result: CampaignResult, shelf: Shelf, command: str) -> CampaignPage:
    """Return the page of a result."""
    career = result.careers[result.main]
    grids = [_survival(result), _years(result, career), _alone(result, career), _money(result, career), _bought(result)]
    grids += _forced(result) + _doubts(result)
    return CampaignPage(
        campaigning.headline(result),
        [printed(sentence) for sentence in campaigning.sentences(result)],
        _figures(result, shelf),
        [
            replace(grid, rows=[[printed(cell) for cell in row] for row in grid.rows])
            for grid in grids
            if grid is not None and grid.rows
        ],
        campaigning.doubts(result),
        assumptions(result),
        _method(result),
        command,
    )


def printed(text: str) -> str:
    """Return a text with the minus signs of print."""
    return re.sub(r"(?<!\w)-(?=[ $\d]|$)", "−", text)


# --- figures ---------------------------------------------------------------------------------------------------------


def _figures(result: CampaignResult, shelf: Shelf) -> list[tuple[str, str, Markup]]:
    word = result.game.file.scenario_word
    confidence = f"{100 * result.confidence:g} %"
    wanted: list[tuple[str, Any, str, str]] = [
        (
            "campaign-survival",
            campaign_survival,
            "How long the club lasts",
            f"bands: {confidence} together for all {word}s; below: where the others ended, by how the club had closed",
        ),
        ("campaign-money", campaign_money, f"Money carried into the next {word}", "of the clubs that go on"),
    ]
    if campaign_holdings.holdings(result):
        name = campaigning.combination(result, result.main)
        wanted.append(("campaign-holdings", campaign_holdings, "What was owned when", f"clubs run as {name}"))
    return [
        (title, note, shelf.take(name, partial(module.draw, result), module.describe(result)))
        for name, module, title, note in wanted
    ]


# --- tables ----------------------------------------------------------------------------------------------------------


def _label(result: CampaignResult, year: YearRecord) -> str:
    return scenario_label(result.game, year.scenario)


def _survival(result: CampaignResult) -> Grid:
    word, keys = result.game.file.scenario_word, [career.key for career in result.ranked]
    rows = [
        [_label(result, year), *(campaigning.rate(result.careers[key].years[row].survival) for key in keys)]
        for row, year in enumerate(result.careers[keys[0]].years)
    ]
    lived = [
        words.number(found.lived.estimate, found.lived.standard_error)
        for found in (result.careers[key] for key in keys)
    ]
    rows.append([f"{word}s survived", *lived])
    columns = ["Alive after", *(campaigning.combination(result, key) for key in keys)]
    return Grid("Share of all campaigns still alive", columns, rows)


def _years(result: CampaignResult, career: Career) -> Grid:
    word = result.game.file.scenario_word
    rows = []
    for year in career.years:
        died = year.reached - year.alive
        causes: dict[str, int] = {}
        for death in year.deaths:
            causes[death.outcome] = causes.get(death.outcome, 0) + death.count
        q = year.money.quantiles
        rows.append(
            [
                _label(result, year),
                f"{year.reached:,}",
                f"{died:,}",
                campaigning.rate(year.hazard) if year.reached else "none came",
                ", ".join(f"{name} {words.part(count / died)}" for name, count in causes.items()),
                f"{words.money(q[0.5])} ({words.money(q[0.05])} to {words.money(q[0.95])})" if q else "",
            ]
        )
    columns = [word.capitalize(), "came to it", "ended in it", "of those who came", "as the club closed"]
    name = campaigning.combination(result, career.key)
    return Grid(f"{word.capitalize()} by {word}, {name}", [*columns, "carried on: median, 90 %"], rows)


def _alone(result: CampaignResult, career: Career) -> Grid | None:
    rows = [
        [
            _label(result, year),
            campaigning.rate(year.goal),
            campaigning.rate(year.alone.rate),
            comparing.difference(year.alone.effect.difference, "share"),
        ]
        for year in career.years
        if year.alone is not None and year.reached
    ]
    word = result.game.file.scenario_word
    return Grid(
        f"The goal in the coffers at closing: inside the campaign, and in the same {word} alone",
        [word.capitalize(), "in the campaign", "alone", "difference"],
        rows,
        "Of the clubs that came to it; paired: the same streams of chance. A single session adds rules of its own.",
    )


def _money(result: CampaignResult, career: Career) -> Grid:
    columns, rows = campaigning.money_rows(result, career)
    return Grid(
        "Where the money came from, and where it went", columns, rows, f"{campaigning.money_note(career).capitalize()}."
    )


def _bought(result: CampaignResult) -> Grid | None:
    found = result.careers[result.main].orders
    if found is None:
        return None
    rows = [
        [
            ", ".join(thing or "nothing" for thing in order.things),
            name,
            f"{order.clubs:,}",
            campaigning.rate(order.survived),
        ]
        for name, order in campaigning.bought(result)
    ]
    return Grid(
        "What clubs bought first, and how many of them survive",
        [f"Bought in {words.listing(list(found.scenarios))}", "by", "clubs", "survive to the end"],
        rows,
        campaigning.bought_note(result),
    )


def _forced(result: CampaignResult) -> list[Grid]:
    forced = result.forced
    if forced is None:
        return []
    last = f"{forced.scenarios[0]} to {forced.scenarios[-1]}"
    own = f"with its own choice {campaigning.rate(forced.own)} survive"
    ranks = [" = ".join("own choice" if p < 0 else str(p + 1) for p in group) for group in forced.groups]
    order = f" Longest lived first: {' › '.join(ranks)} (= cannot be told apart)." if forced.finalists else ""
    return [
        _orders(
            result,
            forced.firsts,
            f"The first purchase fixed, {forced.scenarios[0]}",
            f"{forced.searched:,} campaigns of each, paired on the same seeds; all else left to ‘{forced.club}’.",
        ),
        _orders(
            result,
            forced.finalists,
            f"The best of {forced.tried} orders tried, {last}",
            f"{forced.confirmed:,} campaigns of each, none of those of the search; {own}.{order}",
        ),
    ]


def _orders(result: CampaignResult, orders: tuple[ForcedOrder, ...], title: str, note: str) -> Grid:
    rows = [
        [
            f"{place}. {campaigning.order_words(result, order.values)}",
            campaigning.rate(order.survived),
            campaigning.points(order.effect.difference),
        ]
        for place, order in enumerate(orders, 1)
    ]
    return Grid(title, ["Fixed", "survive to the end", "against the own choice"], rows, note)


# --- what it rests on ------------------------------------------------------------------------------------------------


def _doubts(result: CampaignResult) -> list[Grid]:
    """Return every assumption that was moved, the largest effect first."""
    found = result.doubts
    if found is None:
        return []
    rows = [
        [campaigning.doubt_words(d), campaigning.rate(d.survived), campaigning.points(d.effect.difference)]
        for d in found.moved[:SHOWN_DOUBTS]
    ]
    note = (
        f"{found.assumptions} values no rulebook prints, {len(found.moved)} moves one at a time, {found.campaigns:,}"
        " campaigns of each on the same seeds, intervals that hold together. The largest effects; the tables have all."
    )
    columns = ["An assumption moved", "Survive to the end", "Against its default"]
    return [Grid("Could an assumption overturn it?", columns, rows, note)]


def assumptions(result: CampaignResult) -> list[str]:
    """Return the values that no rulebook prints and that upgrades, staff and the campaign itself rest on."""
    groups = {"campaign", *result.careers[result.main].years[0].held}
    groups |= {name.removesuffix("s") for name in groups}  # tables are named in the plural
    return [
        f"{rule.name} = {shown_value(rule.default)} ({rule.source}): {rule.doc}"
        for rule in result.game.parameters.values()
        if rule.source != "rulebook" and rule.name.partition(".")[0] in groups
    ]


def _method(result: CampaignResult) -> list[tuple[str, str]]:
    word = result.game.file.scenario_word
    digests = ", ".join(f"{name} ({digest})" for name, digest in result.digests.items())
    rules = ", ".join(f"{name}: {digest}" for name, digest in result.rules_digests.items())
    rows = ", ".join(
        f"{campaigning.combination(result, career.key)} {career.rows_sha256[:16]}" for career in result.careers.values()
    )
    played = (
        f"{result.campaigns:,} of each combination of year policy and campaign policy, all on the same seeds (seed"
        f" {result.seed}; each {word} has streams of its own). The policies are ours: a club is as good as who runs it."
    )
    intervals = (
        f"{100 * result.confidence:g} %; shares: Wilson; differences: paired on shared seeds; comparisons of"
        " combinations, orders, first choices and assumptions moved hold together (Bonferroni). They cover chance, not"
        " the assumptions."
    )
    return [
        ("Campaigns", played),
        ("Intervals", intervals),
        ("Policies", digests),
        ("Sources", f"engine and game {result.source_digest}; rules {rules}; rows {rows}"),
    ]


def csv_tables(result: CampaignResult) -> dict[str, list[dict[str, Any]]]:
    """Return the campaign's tables by file name, as rows of plain values."""
    careers = list(result.careers.values())
    found = {
        "campaign_years": [_year_row(career, year) for career in careers for year in career.years],
        "campaign_deaths": [
            {"policy": c.policy, "club": c.club, "scenario": y.scenario, **vars(death)}
            for c in careers
            for y in c.years
            for death in y.deaths
        ],
        "campaign_holdings": [
            {"policy": c.policy, "club": c.club, "scenario": y.scenario, "kind": kind, "thing": thing}
            | {"share": share.estimate, "low": share.low, "high": share.high}
            for c in careers
            for y in c.years
            for kind, things in y.held.items()
            for thing, share in things.items()
            if share.known
        ],
        "campaign_money": [
            {"policy": c.policy, "club": c.club, "scenario": y.scenario, "flow": name}
            | {"total": flow.total, "mean": flow.mean.estimate, "low": flow.mean.low, "high": flow.mean.high}
            for c in careers
            for y in c.years
            for name, flow in y.flows.items()
        ],
    }
    found["campaign_assumptions"] = [
        {"parameter": d.parameter, "value": shown_value(d.value), "survived": d.survived.estimate}
        | {name: getattr(d.effect.difference, name) for name in ("estimate", "low", "high")}
        for d in (result.doubts.moved if result.doubts else ())
    ]
    return {name: rows for name, rows in found.items() if rows}


def _year_row(career: Career, year: YearRecord) -> dict[str, Any]:
    alone = year.alone
    return {
        "policy": career.policy,
        "club": career.club,
        "scenario": year.scenario,
        "campaigns": career.campaigns,
        "reached": year.reached,
        "alive": year.alive,
        "survival": year.survival.estimate,
        "survival_low": year.survival.low,
        "survival_high": year.survival.high,
        "hazard": year.hazard.estimate,
        "hazard_low": year.hazard.low,
        "hazard_high": year.hazard.high,
        "goal": year.goal.estimate,
        "alone": alone.rate.estimate if alone else None,
        "difference": alone.effect.difference.estimate if alone else None,
        "difference_low": alone.effect.difference.low if alone else None,
        "difference_high": alone.effect.difference.high if alone else None,
        "carried_on": year.money.mean.estimate,
        **{f"carried_on_{100 * q:02.0f}": value for q, value in year.money.quantiles.items()},
    }
