"""The page of a game played against each other: are the seats equal, which start card, which policy, what to change?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from analysis.statements import Survival
from reports import balance_text, words
from reports.figures import choices as choices_figure
from reports.figures import meetings
from reports.figures import seats as seats_figure
from reports.report import balance_even, balance_players, balance_sections, balance_tables, tables
from reports.report import balance_views as views
from reports.report.balance_words import (
    Answer,
    choice_answer,
    front_choice,
    front_field,
    headline,
    policy_answer,
    seats_answer,
    suspect,
    where,
)
from reports.report.build import Shelf, publish, release, style_of, templates
from reports.report.departures import departures
from reports.report.player_pages import PlayerPage, printed

if TYPE_CHECKING:
    from analysis.balance_result import BalanceResult, BalanceStatement
    from analysis.balanced import BalancedResult
    from analysis.leader import Leader
    from analysis.tournament_result import TournamentResult
    from analysis.without_result import WithoutResult
    from sim.registry import Game


@dataclass(frozen=True)
class Balance:
    """What is known about a competitive game, each with the command it came from.

    Attributes
    ----------
    game : Game
        The game.
    balance, tournament, without : (result, command) or None
        None where the question was not asked.
    even : tuple of (result, command)
        Searches for equal seats or equal choices.
    leader : (result, command) or None
        The best policy of the tournament under other assumptions.
    """

    game: Game
    balance: tuple[BalanceResult, str] | None = None
    tournament: tuple[TournamentResult, str] | None = None
    without: tuple[WithoutResult, str] | None = None
    even: tuple[tuple[BalancedResult, str], ...] = ()
    leader: tuple[Leader, str] | None = None

    @property
    def answers(self) -> list[tuple[Any, str]]:
        """Everything that says under which rules it was played, the most important first."""
        return [found for found in (self.balance, self.tournament, self.without) if found is not None]


@dataclass(frozen=True)
class Claim:
    """One line of what could be overturned."""

    text: str
    survival: Survival | None
    broken: str


@dataclass(frozen=True)
class Page:
    """What the template needs besides the sections.

    Attributes
    ----------
    played : int
        All games behind the page.
    seated : str
        Who played where, in a few words.
    answers : list of Answer
        The questions of the front page.
    article : list of str
        What is said beside the first figure.
    designers : list of Answer
        What a designer would change.
    front : list of (title, note, picture)
        A figure for each answer.
    claims : list of Claim
        Everything that other assumptions could overturn.
    doubts, commands : list of str
        How that was found; what to type to get the same again.
    method : list of (term, text)
        How it was made.
    """

    played: int
    seated: str
    answers: list[Answer]
    designers: list[Answer]
    article: list[str]
    front: list[tuple[str, str, Markup]]
    claims: list[Claim] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    method: list[tuple[str, str]] = field(default_factory=list)


def build_balance_report(found: Balance, path: Path | str, *, files: bool = True) -> Path:
    """Write the page.

    Parameters
    ----------
    found : Balance
        What is known; at least one answer that says what was played.
    path : Path or str
        The HTML file. Figures go to ``figures/`` and tables to ``tables/`` next to it.
    files : bool, optional
        Whether figures and tables are written next to it.

    Returns
    -------
    Path
        The HTML file.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    publish(render(found, Shelf(path.parent / "figures" if files else None)), path)
    if files:
        tables.write_csv(csv_tables(found), path.parent / "tables")
    return path


def csv_tables(found: Balance) -> dict[str, list[dict[str, Any]]]:
    """Return every table by file name."""
    made: dict[str, list[dict[str, Any]]] = {}
    made |= balance_tables.of_balance(found.balance[0]) if found.balance else {}
    made |= balance_tables.of_tournament(found.tournament[0]) if found.tournament else {}
    made |= balance_tables.of_without(found.without[0]) if found.without else {}
    made |= balance_tables.of_even([result for result, _ in found.even])
    return {name: rows for name, rows in made.items() if rows}


def render(found: Balance, shelf: Shelf) -> str:
    """Return the page as HTML text."""
    first = found.answers[0][0]
    page = front_page(found, shelf)
    context = {
        "style": style_of("report.css", "balance.css"),
        "game": found.game.file,
        "result": first,
        "verdict": {"headline": title(found)},
        "page": page,
        "players": sections(found, shelf),
        "assumptions": tables.rows_of_assumptions(found.game, _decides(page.claims, found), "none"),
        "departures": departures(found.game.folder),
        "method": {"release": release(), "citation": _citation(found)},
    }
    return templates().get_template("balance.html.j2").render(context)


def title(found: Balance) -> str:
    """Return the headline: about the seats, or else about the policies."""
    if found.balance:
        return headline(found.balance[0])
    if found.tournament:
        best = front_field(found.tournament[0]).order[0]
        return f"{best[0]} wins" if len(best) == 1 else "No policy is ahead"
    return "What wins games"


def sections(found: Balance, shelf: Shelf) -> list[PlayerPage]:
    """Return the sections in order; a question that was not asked has the command that asks it."""
    name = found.game.name
    made: list[PlayerPage] = []
    if found.balance:
        made += balance_sections.sections(*_swapped(found.balance, shelf))
    else:
        made.append(_not_asked("seats", "Are the seats equal?", f"house-edge difficulty {name}", name))
    if found.tournament:
        made.append(balance_players.policies(*found.tournament, shelf))
    else:
        made.append(_not_asked("policies", "Which policy wins?", f"house-edge ladder {name}", name))
    if found.without:
        made.append(balance_players.winners(*found.without, shelf))
    elif found.game.mechanics:
        made.append(_not_asked("winners", "What wins games", f"house-edge mechanics {name}", name))
    if found.even:
        made.append(balance_even.even(found.even, found.game, shelf))
    else:
        made.append(_not_asked("even", "For designers: what to change", _tune_commands(found.game), name))
    return made


def _swapped(answer: tuple[BalanceResult, str], shelf: Shelf) -> tuple[BalanceResult, Shelf, str]:
    return answer[0], shelf, answer[1]


def _tune_commands(game: Game) -> str:
    """Return what to type for the section about what to change."""
    text = f"house-edge tune {game.name} --balance seats"
    word = "-".join(game.file.balance.choice_word.lower().split())
    return f"{text} (or --balance {word}s)" if word and game.file.balance.choice_rule else text


def _not_asked(name: str, heading: str, command: str, game: str) -> PlayerPage:
    said = f"Not asked for this report. Type {command}, then house-edge report {game}."
    return PlayerPage(name, heading, "", said)


# --- the front page --------------------------------------------------------------------------------------------------


def front_page(found: Balance, shelf: Shelf) -> Page:
    """Return what stands around the sections."""
    answers: list[Answer] = []
    article: list[str] = []
    front: list[tuple[str, str, Markup]] = []
    if found.balance:
        result = found.balance[0]
        answers.append(seats_answer(result))
        panels = _front_panels(result)
        draw, said = partial(seats_figure.draw, panels), seats_figure.describe(panels)
        front.append(("Games won by each seat", _front_note(result), shelf.take("front-seats", draw, said)))
        if result.choices:
            answers.append(choice_answer(result))
            front.append(_front_choices(result, shelf))
        article = balance_text.answer(result)
    if found.tournament:
        tournament = found.tournament[0]
        answers.append(policy_answer(tournament, found.leader[0] if found.leader else None))
        ratings, unit = views.ratings(tournament), balance_players.RATING
        draw, said = partial(meetings.draw_ratings, ratings, unit), meetings.describe_ratings(ratings, unit)
        note = f"{tournament.games:,} games of each seating, seed {tournament.seed}, source {tournament.source_digest}"
        front.append(("Policies against each other", note, shelf.take("front-ratings", draw, said)))
    played = sum(_games(result) for result, _ in found.answers)
    played += sum(result.played for result, _ in found.even)
    asked = [*found.answers, *found.even, *([found.leader] if found.leader and found.tournament else [])]
    commands = list(dict.fromkeys([command for _, command in asked if command]))
    return Page(
        played,
        _seated(found),
        [_printed(answer) for answer in answers],
        balance_even.answers(found.even, found.game),
        [printed(text) for text in article],
        front,
        claims(found),
        _doubts(found),
        commands,
        method(found),
    )


def _printed(answer: Answer) -> Answer:
    return replace(answer, sentence=printed(answer.sentence))


def _games(result: Any) -> int:
    return int(result.played if isinstance(result.played, int) else result.played.total)


def _seated(found: Balance) -> str:
    counts = [str(number) for number in found.game.file.players]
    span = f"{counts[0]} to {counts[-1]} players" if len(counts) > 1 else f"{counts[0]} players"
    scenarios = dict.fromkeys(name for result, _ in found.answers for name in result.scenarios)
    return f"{words.count(len(scenarios), 'set-up')}, {span}"


def _front_panels(result: BalanceResult) -> list[seats_figure.Panel]:
    """Return the seats of the scenario that stands for the game."""
    name = views.label(result.game, views.front_kin(result.game, result.scenarios))
    panels = []
    for panel in views.seat_panels(result):
        rows = tuple(row for row in panel.rows if row[0] == name)
        if rows:
            panels.append(seats_figure.Panel(panel.players, rows))
    return panels


def _front_note(result: BalanceResult) -> str:
    front = views.front_kin(result.game, result.scenarios)
    shown = tuple(name for name in result.scenarios if views.kin(result.game, name) == front)
    return balance_sections.provenance(result, result.seats[0].games, shown)


def _front_choices(result: BalanceResult, shelf: Shelf) -> tuple[str, str, Markup]:
    """Return the figure of what is dealt at the table that stands for all."""
    entry = front_choice(result)
    name = views.kin(result.game, entry.scenario)
    series = [one for one in views.choice_series(result)[name] if one.label == views.seated(entry.players)]
    draw = partial(choices_figure.draw, series, result.unit)
    picture = shelf.take("front-choices", draw, choices_figure.describe(series, result.unit))
    made = balance_sections.provenance(result, entry.games, (entry.scenario,))
    note = f"{where(result.game, entry.scenario, entry.players)}, dealt at random; {made}"
    return f"What each {entry.word} is worth", note, picture


# --- what could overturn it ------------------------------------------------------------------------------------------


def claims(found: Balance) -> list[Claim]:
    """Return every claim that was, or could have been, put to the test of other assumptions."""
    made = [Claim(s.text, s.survival, suspect(found.game, s.split)) for s in _statements(found)]
    for even, _ in found.even:
        made += [
            Claim(one.text, Survival(one.held, one.of, one.contradicted), suspect(found.game, one.breaks))
            for one in even.survival
        ]
    return [Claim(f"{c.text[:1].upper()}{c.text[1:].rstrip('.')}", c.survival, c.broken) for c in made]


def _statements(found: Balance) -> list[BalanceStatement]:
    leading = [found.leader[0].statement] if found.leader and found.tournament else []
    return [*(found.balance[0].statements if found.balance else ()), *leading]


def _doubts(found: Balance) -> list[str]:
    if found.balance is None or not found.balance[0].played.samples:
        return ["Not examined in this run: the figures above hold for the assumed values alone."]
    played = found.balance[0].played
    leading = ""
    if found.leader and found.tournament:
        one = found.leader[0]
        leading = f" Policies met {words.count(one.games, 'time')} at every seat in each of {one.samples} sets."
    return [
        f"{words.count(played.samples, 'set')} of values drawn together from the ranges below,"
        f" {played.assumption_games:,} games of each set-up in each. A claim that holds in fewer than 95 % of the sets"
        f" is marked. A set “shows the opposite” when its own interval excludes the claim.{leading}"
    ]


def _decides(made: Sequence[Claim], found: Balance) -> dict[str, tuple[str, float]]:
    """Return by assumption the claims that hang on it, and how many."""
    splits = [(s.text, s.split) for s in _statements(found) if s.split is not None and s.split.shown()]
    splits += [
        (one.text, one.breaks)
        for even, _ in found.even
        for one in even.survival
        if one.breaks is not None and one.breaks.shown()
    ]
    said: dict[str, list[str]] = {}
    for text, split in splits:
        said.setdefault(split.parameter, []).append(text.rstrip("."))
    return {name: (f"whether {'; '.join(texts)}", float(len(texts))) for name, texts in said.items()}


# --- how it was made -------------------------------------------------------------------------------------------------


def method(found: Balance) -> list[tuple[str, str]]:
    """Return how it was made."""
    first = found.answers[0][0]
    digests: dict[str, str] = {}
    for result, _ in found.answers:
        digests |= getattr(result, "policy_digests", None) or {result.policy: result.policy_digest}
    made = []
    if found.balance:
        result = found.balance[0]
        made.append(
            (
                "Games",
                f"{result.played.games:,} of each set-up, ‘{result.policy}’ at every seat, all on the same seeds (seed"
                f" {result.seed}): game by game the same streams of chance.",
            )
        )
    made += [
        (
            "Intervals",
            f"{100 * first.confidence:g} %; a game is the unit, its seats are one cluster; differences are paired on"
            " shared seeds; what is read together holds together (Bonferroni). They cover chance, not the assumptions.",
        ),
        ("Policies", ", ".join(f"{name} ({digest})" for name, digest in digests.items())),
        ("Sources", f"House Edge {release()}, engine and game {first.source_digest}{_rules(found)}"),
    ]
    return made


def _rules(found: Balance) -> str:
    if found.balance is None:
        return ""
    rules = ", ".join(f"{entry.scenario}: {entry.rules_digest}" for entry in found.balance[0].seats)
    return f"; rules {rules}"


def _citation(found: Balance) -> str:
    result = found.answers[0][0]
    return (
        f"House Edge {release()}: balance of {found.game.file.title}, {_games(result):,} games, seed {result.seed},"
        f" source {result.source_digest}."
    )
