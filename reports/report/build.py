"""Puts the report together: numbers and figures into one HTML file, figures and tables next to it."""

from __future__ import annotations

from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analysis.campaign_result import CampaignResult
from analysis.cells import length_column
from analysis.difficulty import DifficultyResult
from reports.figures import (
    early,
    endings,
    events,
    flow,
    gaps,
    ladder,
    lengths,
    special,
    stations,
    tornado,
)
from reports.report import campaign_page, pages, player_pages, tables
from reports.report.departures import departures
from reports.report.player_pages import NO_PLAYERS, Players
from reports.report.shelf import Shelf as Shelf
from reports.report.verdict import article, survival_words, verdict

TEMPLATES = Path(__file__).with_name("templates")

#: A report larger than this is a fault; browsers choke on larger ones.
MOST_BYTES = 3_000_000


def build_report(
    result: DifficultyResult,
    path: Path | str,
    *,
    command: str = "",
    files: bool = True,
    campaign: tuple[CampaignResult, str] | None = None,
    players: Players = NO_PLAYERS,
) -> Path:
    """Write the report of a result.

    Parameters
    ----------
    result : DifficultyResult
        What was found.
    path : Path or str
        The HTML file. Figures go to ``figures/`` and tables to ``tables/`` next to it.
    command : str, optional
        What to type to get the same report again.
    files : bool, optional
        Whether figures and tables are written next to it.
    campaign : tuple of (CampaignResult, str), optional
        What was found about the campaign under the same rules, and what to type to get it again.
    players : Players, optional
        What was found about players under the same rules: skill, mechanics, strange games.

    Returns
    -------
    Path
        The HTML file.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    shelf = Shelf(path.parent / "figures" if files else None)
    publish(render(result, shelf, command, campaign, players), path)
    if files:
        found = tables.csv_tables(result)
        found |= campaign_page.csv_tables(campaign[0]) if campaign else {}
        found |= player_pages.csv_tables(players)
        tables.write_csv(found, path.parent / "tables")
    return path


def publish(html: str, path: Path) -> None:
    """Write a page, all of it or nothing."""
    if len(html.encode()) > MOST_BYTES:
        raise RuntimeError(f"the report has {len(html.encode()):,} bytes, more than {MOST_BYTES:,}")
    temporary = path.with_name(f".{path.name}.part")
    temporary.write_text(html, encoding="utf-8")
    temporary.replace(path)


def templates() -> Environment:
    """Return the templates, ready to be filled."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def style_of(*sheets: str) -> Markup:
    """Return our own style sheets, one after the other."""
    return Markup("\n".join((TEMPLATES / name).read_text(encoding="utf-8") for name in sheets))


def release() -> str:
    """Return the version of House Edge that prints the page."""
    try:
        return version("house-edge")
    except PackageNotFoundError:
        return "unknown"


def render(
    result: DifficultyResult,
    shelf: Shelf,
    command: str = "",
    campaign: tuple[CampaignResult, str] | None = None,
    players: Players = NO_PLAYERS,
) -> str:
    """Return the report as HTML text."""
    found = verdict(result)
    context = {
        "style": style_of("report.css"),
        "result": result,
        "game": result.game.file,
        "word": result.game.file.scenario_word,
        "verdict": found,
        "survival": survival_words(found.statement, result.sensitivity is not None),
        "article": article(result),
        "figures": front_figures(result, shelf),
        "ladder": tables.ladder_rows(result),
        "has_gaps": any(cell.gap for cell in result.cells.values()),
        "assumptions": tables.assumption_rows(result),
        "broken_words": tables.broken_words,
        "pages": pages.scenario_pages(result, shelf),
        "campaign": campaign_page.campaign_page(campaign[0], shelf, campaign[1]) if campaign else None,
        "players": player_pages.player_pages(players, result.game, shelf),
        "departures": departures(result.game.folder),
        "method": method(result, command),
    }
    return templates().get_template("report.html.j2").render(context)


def front_figures(result: DifficultyResult, shelf: Shelf) -> dict[str, Markup]:
    """Return the figures about all scenarios; those that the game's columns do not allow are left out."""
    wanted: dict[str, tuple[Any, bool]] = {
        "ladder": (ladder, True),
        "gaps": (gaps, any(result.cell(name).gap for name in result.scenarios)),
        "stations": (stations, stations.station_ledger(result) is not None),
        "endings": (endings, True),
        "lengths": (lengths, length_column(result.game) is not None),
        "early": (early, all(result.cell(name).early for name in result.scenarios)),
        "events": (events, events.rarest(result) is not None),
        "special": (special, bool(special.shown(result))),
        "tornado": (tornado, result.sensitivity is not None and bool(result.sensitivity.swings)),
    }
    found = {
        name: shelf.take(name, partial(module.draw, result), module.describe(result))
        for name, (module, possible) in wanted.items()
        if possible
    }
    hardest = result.order[result.main][0][0]
    for name, ledger in result.cell(hardest).ledgers.items():
        if ledger.total:
            found[f"flow-{name}"] = shelf.take(f"flow-{name}", partial(flow.draw, ledger), flow.describe(ledger))
    return found


def method(result: DifficultyResult, command: str) -> dict[str, Any]:
    """Return what the method box says."""
    typed = command or f"house-edge report {result.game.name} --seed {result.seed} --games {result.games}"
    word = result.game.file.scenario_word
    citation = (
        f"House Edge {release()}: difficulty of {result.game.file.title}, {result.games:,} games for each of"
        f" {len(result.cells)} combinations of {word} and policy, seed {result.seed}, source {result.source_digest}."
    )
    return {
        "release": release(),
        "command": typed,
        "citation": citation,
        "confidence": f"{100 * result.confidence:g} %",
    }
