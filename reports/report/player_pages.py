"""What the report says about players: the ladder of skill, what mechanics are worth, strange games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from reports import mechanics_text, skill_text, words
from reports.figures import mechanics as mechanics_figure
from reports.figures import skill as skill_figure
from reports.report import campaign_page
from reports.report.campaign_page import Grid

if TYPE_CHECKING:
    from analysis.mechanics import MechanicsResult
    from analysis.skill_result import SkillResult
    from analysis.strange import Strange
    from reports.report.shelf import Shelf


@dataclass(frozen=True)
class Players:
    """Answers about players that stand on the page of a difficulty result; each with the command it came from.

    Attributes
    ----------
    skill, mechanics, strange : (result, command) or None
        None where the question was not asked.
    """

    skill: tuple[SkillResult, str] | None = None
    mechanics: tuple[MechanicsResult, str] | None = None
    strange: tuple[Strange, str] | None = None


NO_PLAYERS = Players()


@dataclass(frozen=True)
class PlayerPage:
    """What the template needs for one of them.

    Attributes
    ----------
    id, title, kicker : str
        Its anchor, heading, and the line below.
    headline : str
        The sentence that answers; what to type if the question was not asked.
    sentences : list of str
        What is said besides.
    figures : list of (title, note, picture)
    grids : list of Grid
        The tables.
    items : list of (sentence, command)
        Games, each with what was strange and how to see it.
    fine : list of str
        How it was made.
    command : str
        What to type to get the same again; "" if the question was not asked.
    """

    id: str
    title: str
    kicker: str
    headline: str
    sentences: list[str] = field(default_factory=list)
    figures: list[tuple[str, str, Markup]] = field(default_factory=list)
    grids: list[Grid] = field(default_factory=list)
    items: list[tuple[str, str]] = field(default_factory=list)
    fine: list[str] = field(default_factory=list)
    command: str = ""


def player_pages(players: Players, game: Any, shelf: Shelf) -> list[PlayerPage]:
    """Return the pages in order; a game without mechanics has no page for them."""
    word = game.file.scenario_word
    heads = {
        "skill": ("Skill or luck", f"Every {word} from the weakest player to the best", "ladder"),
        "mechanics": (
            "What each mechanic is worth",
            "The best player, with one thing forbidden at a time",
            "mechanics",
        ),
        "strange": ("Strange games", "The least likely of their run, and how to see them again", "strange"),
    }
    makers: dict[str, Callable[..., PlayerPage]] = {
        "skill": _skill, "mechanics": _mechanics, "strange": _strange,
    }  # fmt: skip
    found = []
    for name, (title, kicker, command) in heads.items():
        answer = getattr(players, name)
        if name == "mechanics" and not game.mechanics:
            continue
        if answer is None:
            said = f"Not asked for this report. Type house-edge {command} {game.name}, then house-edge report."
            found.append(PlayerPage(name, title, kicker, said))
        else:
            found.append(makers[name]((name, title, kicker), answer[0], answer[1], shelf))
    return found


def printed(text: str) -> str:
    """Return a text with the signs of print."""
    return campaign_page.printed(text.replace("+-", "±"))


def _said(sentences: list[str]) -> list[str]:
    return [printed(sentence) for sentence in sentences]


# --- skill -----------------------------------------------------------------------------------------------------------


def _skill(head: tuple[str, str, str], result: SkillResult, command: str, shelf: Shelf) -> PlayerPage:
    first, *rest = _said(skill_text.answer(result))
    word = result.game.file.scenario_word
    rungs = shelf.take("skill-rungs", partial(skill_figure.draw, result), skill_figure.describe(result))
    figures = [("Win rate by rung", f"a panel a {word}, the weakest player first; pale: the mean of all", rungs)]
    if result.by_skill():
        luck = shelf.take("skill-luck", partial(skill_figure.draw_luck, result), skill_figure.describe_luck(result))
        note = f"the {word} that separates good play from bad most on top; the line is the interval of “who plays”"
        figures.append(("What decides whether a game is won", note, luck))
    fine = [f"{text[:1].upper()}{text[1:]}." for text in skill_text.MEANING.values()]
    return PlayerPage(
        *head, first, rest, figures, [_steps(result), _parts(result)], [], [*fine, *_said(skill_text.method(result))],
        command,
    )  # fmt: skip


def _steps(result: SkillResult) -> Grid:
    from analysis.skill_result import ALL

    places = [*result.scenarios, *([ALL] if len(result.scenarios) > 1 else [])]
    rows = []
    for place in places:
        cells = [words.share_with_interval(r.estimate, r.low, r.high) for r in [result.rate(place, result.policies[0])]]
        for name in result.policies[1:]:
            rate = result.rate(place, name)
            cells.append(
                f"{words.share(rate.estimate, rate.low, rate.high)}; {skill_text.step(result.step(place, name))}"
            )
        rows.append([skill_text.label(result, place), *(printed(cell) for cell in cells)])
    note = "Games won, and what the step from the rung before gains."
    return Grid("The rungs", [result.game.file.scenario_word, *result.policies], rows, note)


def _parts(result: SkillResult) -> Grid:
    ranked = [name for group in result.by_skill() for name in group]
    rows = []
    for name in [*ranked, *(name for name in result.scenarios if name not in ranked)]:
        luck = result.luck[name]
        parts = (luck.parts.skill, luck.parts.shared, luck.parts.own, luck.near, luck.deal)
        rows.append([skill_text.label(result, name), *(skill_text.part(found) for found in parts)])
    columns = [result.game.file.scenario_word, *skill_text.columns(result)]
    return Grid("Skill or luck", columns, [row[: len(columns)] for row in rows])


# --- mechanics -------------------------------------------------------------------------------------------------------


def _mechanics(head: tuple[str, str, str], result: MechanicsResult, command: str, shelf: Shelf) -> PlayerPage:
    first, *rest = _said(mechanics_text.answer(result))
    picture = shelf.take("mechanics", partial(mechanics_figure.draw, result), mechanics_figure.describe(result))
    note = "filled: shown to win games; hollow: not shown; cross: never used; in the band it is worth nothing"
    rows = []
    for name in result.mechanics:
        found = result.worths[name, result.place]
        size = f"{mechanics_text.points(found)} ({mechanics_text.interval(found)})"
        cells = [size, mechanics_text.touched(found), mechanics_text.verdict(found, result)]
        rows.append([found.title, *(printed(cell) for cell in cells)])
    columns = ["without", f"worth to ‘{result.policy}’", "games touched", ""]
    grids = [Grid("With and without", columns, rows)]
    if len(result.scenarios) > 1:
        grids.append(_by_scenario(result))
    method = _said(mechanics_text.method(result))
    return PlayerPage(*head, first, rest, [("What it is worth", note, picture)], grids, [], method, command)


def _by_scenario(result: MechanicsResult) -> Grid:
    rows = [
        [
            result.worths[name, result.place].title,
            *(printed(mechanics_text.cell(result.worths[name, place])) for place in result.scenarios),
        ]
        for name in result.mechanics
    ]
    columns = ["without", *(mechanics_text.place(result, name) for name in result.scenarios)]
    word = result.game.file.scenario_word
    return Grid(f"{word.capitalize()} by {word}, in percentage points", columns, rows, mechanics_text.LEGEND)


# --- strange games ---------------------------------------------------------------------------------------------------


def _strange(head: tuple[str, str, str], result: Strange, command: str, shelf: Shelf) -> PlayerPage:
    first = f"Of {words.count(result.games, 'game')}, these were the least likely."
    items = [
        (printed(f"{entry['scenario']}, ‘{entry['policy']}’, {entry['rarity']}. {entry['sentence']}"), entry["replay"])
        for entry in result.entries
    ]
    fine = [
        "Ranked by the harmonic mean, over all stored columns, of the share of games that ended in the same way with a"
        " value as far out; columns that say the same count together as one."
    ]
    return PlayerPage(*head, first, [], [], [], items, fine, command)


def csv_tables(players: Players) -> dict[str, list[dict[str, Any]]]:
    """Return the tables by file name, as rows of plain values."""
    found: dict[str, list[dict[str, Any]]] = {}
    if players.skill is not None:
        result = players.skill[0]
        found["skill_rungs"] = [
            {"scenario": r.scenario, "policy": r.policy, "games": r.games, **_ends(r.win_rate, "win_rate")}
            for r in result.rungs.values()
        ]
        found["skill_steps"] = [
            {"scenario": s.scenario, "lower": s.lower, "upper": s.upper, **_ends(s.difference, "difference")}
            | {"correlation": s.correlation, "verdict": s.verdict, "games_to_tell": s.to_tell.estimate}
            for s in result.steps
        ]
        found["skill_luck"] = [
            {"scenario": name, "part": part, **_ends(value, "share")}
            for name, luck in result.luck.items()
            for part, value in {**vars(luck.parts), "near": luck.near, "deal": luck.deal}.items()
            if value is not None
        ]
    if players.mechanics is not None:
        found["mechanics"] = [
            {"mechanic": w.mechanic, "scenario": w.scenario, **_ends(w.worth, "worth")}
            | {"without": w.without.estimate, "touched": w.touched.estimate, "verdict": w.verdict}
            for w in players.mechanics[0].worths.values()
        ]
    if players.strange is not None:
        names = ("scenario", "policy", "seed", "index", "score", "outcome", "sentence", "replay")
        found["strange"] = [{name: entry[name] for name in names} for entry in players.strange[0].entries]
    return {name: rows for name, rows in found.items() if rows}


def _ends(found: Any, name: str) -> dict[str, float]:
    return {name: found.estimate, f"{name}_low": found.low, f"{name}_high": found.high}
