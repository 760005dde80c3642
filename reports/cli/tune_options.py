"""Options of ``house-edge tune``, and how what was typed becomes a question."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from reports.cli.arms import EVERY, read_points, read_scenarios
from reports.cli.options import (
    PLAYED,
    ChangeOptions,
    Problems,
    WorkOptions,
    need,
    option,
    read_assignments,
    read_backend,
    read_count,
    read_jobs,
    read_seed,
    switch,
)
from reports.cli.plans import command_line, read_cards, read_team, tell_conflicts
from reports.cli.sensitivity import read_duration
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.changes import Space
    from analysis.logbook import Effort
    from analysis.targets import Target
    from sim.params import RuleSet

EXAMPLE = "house-edge tune opulent --scenario 1926 --target 60%"

DEFAULT_TOLERANCE, DEFAULT_EACH, DEFAULT_CHANGES = "1pp", "5", "3"
_MOST_GAMES, _MOST_TRIALS, _MOST_COST = 10_000_000, 1_000_000, 1e6


@Parameter(name="*")
@dataclass(frozen=True)
class AimOptions:
    """What is wanted, of whom, where."""

    scenario: Annotated[
        tuple[str, ...],
        option("Where: a scenario, may be repeated, or 'all' [default: the game's].", "NAME", PLAYED),
    ] = ()
    all_years: Annotated[bool, switch("One set of changes for all scenarios.", PLAYED)] = False
    target: Annotated[
        str | None,
        option("Share to be won: 60%; a line over the scenarios: 80%..40%; or 1920=80%,1921=75%,...", "SHARE", PLAYED),
    ] = None
    tolerance: Annotated[str | None, option("How near is near enough [default: 1pp].", "1pp", PLAYED)] = None
    policy: Annotated[str | None, option("Who plays [default: the game's own].", "NAME", PLAYED)] = None


@Parameter(name="*")
@dataclass(frozen=True)
class MoveOptions:
    """What may be changed, and what a change costs."""

    free: Annotated[
        tuple[str, ...],
        option(
            "Exactly what may be changed: NAME, 'door.*', NAME=LOW..HIGH [default: all levers].", "NAME,...", PLAYED
        ),
    ] = ()
    keep: Annotated[tuple[str, ...], option("What stays as it is; names or patterns.", "NAME,...", PLAYED)] = ()
    cost: Annotated[
        tuple[str, ...],
        option("Cost of one unit of a rule, in place of its change_cost; see --dry-run.", "NAME=NUMBER", PLAYED),
    ] = ()
    each_change: Annotated[
        str | None,
        option("Cost of every change, however small; it makes few come first [default: 5].", "NUMBER", PLAYED),
    ] = None
    changes: Annotated[str | None, option("Most changes of a set, 1 to 3 [default: 3].", "NUMBER", PLAYED)] = None


@Parameter(name="*")
@dataclass(frozen=True)
class SearchOptions:
    """How hard to search."""

    games: Annotated[
        str | None,
        option("Games of one set of changes that is not dropped [default: 16000, or 2000 a scenario].", "NUMBER"),
    ] = None
    confirm: Annotated[
        str | None, option("Games of each scenario in the confirmation [default: 40000; of several 20000].", "NUMBER")
    ] = None
    trials: Annotated[str | None, option("End after so many sets of changes.", "NUMBER")] = None
    budget: Annotated[
        str | None, option("End the search after a time such as 60s; the result then depends on the machine.", "TIME")
    ] = None


NO_AIM, ALL_LEVERS, USUAL_SEARCH = AimOptions(), MoveOptions(), SearchOptions()


@dataclass(frozen=True)
class Question:
    """What is asked, read and checked.

    Attributes
    ----------
    base : Base
        Game, seed, house rules in force, workers.
    policy : str
        Who plays.
    target : Target
        What is wanted.
    space : Space
        What may be changed.
    effort : Effort
        How hard to search.
    resolved : dict of RuleSet
        Rules in force by scenario.
    typed : dict
        The options as typed, with the seed: what a folder keeps.
    """

    base: Base
    policy: str
    target: Target
    space: Space
    effort: Effort
    resolved: dict[str, RuleSet]
    typed: dict[str, Any]

    def command(self) -> str:
        """Return the command line that asks the same again."""
        typed = dict(self.typed)
        changes = ChangeOptions(tuple(typed.pop("variant", ())), tuple(typed.pop("rule", ())), typed.pop("cards", None))
        start = ["house-edge", "tune", typed.pop("game")]
        return command_line(start, changes, **typed)


def typed_options(
    game: str | None,
    aim: AimOptions,
    move: MoveOptions,
    search: SearchOptions,
    changes: ChangeOptions,
    seed: str | None,
) -> dict[str, Any]:
    """Return every option that was typed, by name, in a fixed order."""
    found: dict[str, Any] = {"game": game}
    for group in (aim, move, search, changes):
        for entry in fields(group):
            value = getattr(group, entry.name)
            found[entry.name] = list(value) if isinstance(value, tuple) else value
    found["seed"] = seed
    return {name: value for name, value in found.items() if value not in (None, False, [])}


def read_question(problems: Problems, typed: Mapping[str, Any], work: WorkOptions) -> Question | None:
    """Read a question; mistakes are noted in ``problems`` and give None."""
    name = problems.take(need, typed.get("game"), "the game", EXAMPLE)
    game = problems.take(registry.load_game, name) if name else None
    seed = problems.take(read_seed, typed.get("seed"))
    jobs = problems.take(read_jobs, work.jobs)
    backend = problems.take(read_backend, work.backend)
    rules = problems.take(read_assignments, typed.get("rule", ()))
    tolerance = problems.take(read_points, typed.get("tolerance", DEFAULT_TOLERANCE), "--tolerance", 20.0)
    text = problems.take(need, typed.get("target"), "--target", EXAMPLE)
    effort = _read_effort(problems, typed)
    each = problems.take(_read_cost, typed.get("each_change", DEFAULT_EACH), "--each-change")
    costs = _read_costs(problems, _items(typed.get("cost", ())))
    if game is None:
        if text is not None and "=" not in text and ".." not in text:
            problems.take(read_share, text)
        return None
    where = problems.take(_read_where, typed, game)
    scenarios = where or tuple(game.scenarios)  # unknown ones do not hide other mistakes
    rates = problems.take(read_target, text, scenarios, game) if text is not None else None
    policy = str(typed.get("policy", game.file.default_policy))
    problems.take(read_team, game, policy)
    cards = (problems.take(read_cards, game, typed["cards"]) if "cards" in typed else None) or {}
    from analysis.arms import Base
    from analysis.changes import search_space
    from analysis.rates import Rates

    base = Base(game, seed or 0, tuple(typed.get("variant", ())), rules or {}, cards, jobs or 1, backend or "auto")
    free, keep = _items(typed.get("free", ())), _items(typed.get("keep", ()))
    space = problems.take(search_space, base, scenarios, free, keep, costs, each or 0.0)
    if problems.found or rates is None or tolerance is None or effort is None or space is None:
        return None
    resolved = {name: base.resolve(name) for name in scenarios}
    tell_conflicts(resolved[scenarios[0]])
    complete = {**typed, "scenario": _where(typed, scenarios), "policy": policy, "seed": str(seed)}
    complete.pop("all_years", None)
    return Question(base, policy, Rates(rates, tolerance, game), space, effort, resolved, complete)


def _where(typed: Mapping[str, Any], scenarios: Sequence[str]) -> list[str]:
    every = typed.get("all_years") or list(typed.get("scenario", ())) == [EVERY]
    return [EVERY] if every else list(scenarios)


def _read_where(typed: Mapping[str, Any], game: registry.Game) -> tuple[str, ...]:
    if typed.get("all_years"):
        if typed.get("scenario"):
            raise BadInput("--all-years is every scenario already; leave --scenario out.")
        return tuple(game.scenarios)
    return read_scenarios(typed.get("scenario", ()), game)


def _items(texts: Sequence[str]) -> list[str]:
    """Return what was typed with commas or by repeating the option."""
    return [item.strip() for text in texts for item in text.split(",") if item.strip()]


# --- shares ----------------------------------------------------------------------------------------------------------


def read_share(text: str) -> float:
    """Return a share typed as ``60%`` or ``0.6``.

    Raises
    ------
    BadInput
        If it is none, or nothing a search could aim at.
    """
    match = re.fullmatch(r"([+-]?\d+(?:\.\d+)?|\.\d+)\s*(%?)", text.strip())
    if match is None:
        raise BadInput(f"--target takes a share of games such as 60% or 0.6, not '{text}'.")
    value = float(match[1]) / (100 if match[2] else 1)
    if not match[2] and value > 1:
        raise BadInput(f"--target {text}: {text} of what? A share is typed {text}% or, for 60%, 0.6.")
    if not 0 < value < 1:
        raise BadInput(f"--target {text}: it takes more than 0% and less than 100%.")
    return value


def read_target(text: str, scenarios: Sequence[str], game: registry.Game) -> dict[str, float]:
    """Return the share wanted of each scenario: one for all, a line from first to last, or one by name.

    Raises
    ------
    BadInput
        With every mistake.
    """
    if "=" in text:
        return _by_name(text, scenarios, game)
    if ".." in text:
        first, _, last = text.partition("..")
        if len(scenarios) < 2:
            raise BadInput(f"--target {text}: a line needs at least two scenarios; --all-years has them.")
        ends = read_share(first), read_share(last)
        steps = len(scenarios) - 1
        return {name: ends[0] + (ends[1] - ends[0]) * i / steps for i, name in enumerate(scenarios)}
    share = read_share(text)
    return dict.fromkeys(scenarios, share)


def _by_name(text: str, scenarios: Sequence[str], game: registry.Game) -> dict[str, float]:
    found: dict[str, float] = {}
    problems = []
    for item in (part.strip() for part in text.split(",")):
        name, equals, share = (part.strip() for part in item.partition("="))
        if not equals:
            problems.append(
                f"--target: '{item}' names no {game.file.scenario_word}; type {scenarios[0]}=60% and so on."
            )
            continue
        if name not in game.scenarios:
            problems.append(f"--target: {game.name} has no scenario '{name}'.{nearest(name, game.scenarios)}")
            continue
        if name not in scenarios:
            problems.append(f"--target: {name} is not tuned here; --scenario or --all-years says what is.")
        if name in found:
            problems.append(f"--target: {name} is given twice.")
        try:
            found[name] = read_share(share)
        except BadInput as error:
            problems += error.problems
            found[name] = math.nan
    missing = [name for name in scenarios if name not in found]
    if missing:
        problems.append(f"--target: {', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing.")
    if problems:
        raise BadInput(problems)
    return {name: found[name] for name in scenarios}


# --- costs and effort ------------------------------------------------------------------------------------------------


def _read_cost(text: str, option_name: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MOST_COST:
        raise BadInput(f"{option_name} takes a number from 0 to {_MOST_COST:g}, not '{text}'.")
    return value


def _read_costs(problems: Problems, items: Sequence[str]) -> dict[str, float]:
    """Return the costs that can be read; mistakes are noted in ``problems``."""
    found: dict[str, float] = {}
    for item in items:
        name, equals, text = (part.strip() for part in item.partition("="))
        if not equals or not name:
            problems.found.append(f"--cost takes NAME=NUMBER, for example --cost door.dice=2, not '{item}'.")
            continue
        if name in found:
            problems.found.append(f"--cost {name} is given twice.")
        value = problems.take(_read_cost, text, f"--cost {name}")
        found[name] = 1.0 if value is None else value
    return found


def _read_effort(problems: Problems, typed: Mapping[str, Any]) -> Effort | None:
    before = len(problems.found)
    changes = problems.take(read_count, typed.get("changes", DEFAULT_CHANGES), "--changes", 3)
    games = problems.take(read_count, typed["games"], "--games", _MOST_GAMES, 160) if "games" in typed else 0
    confirm = problems.take(read_count, typed["confirm"], "--confirm", _MOST_GAMES, 100) if "confirm" in typed else 0
    trials = problems.take(read_count, typed["trials"], "--trials", _MOST_TRIALS) if "trials" in typed else None
    seconds = problems.take(read_duration, typed["budget"], "--budget") if "budget" in typed else None
    if changes is None or games is None or confirm is None or len(problems.found) > before:
        return None
    from analysis.logbook import Effort

    return Effort(changes, games or None, confirm or None, trials, seconds)
