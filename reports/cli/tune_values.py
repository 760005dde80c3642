"""Values of the options of ``house-edge tune``: shares, costs, and how hard to search."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.cli.options import Problems, read_count
from reports.cli.sensitivity import read_duration
from sim import registry
from sim.errors import BadInput
from sim.params import nearest

if TYPE_CHECKING:
    from analysis.logbook import Effort

DEFAULT_CHANGES = "3"
#: Most changes of a set: for a win rate, and for equal seats or choices, where each has to be put right by itself.
_MOST_CHANGES, _MOST_EVENED = 3, 8
_MOST_GAMES, _MOST_TRIALS, _MOST_COST = 10_000_000, 1_000_000, 1e6
#: Most and fewest games of a whole search for a small gap.
_MOST_IN_ALL, _LEAST_IN_ALL = 100_000_000, 10_000


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


def read_cost(text: str, option_name: str) -> float:
    """Return a cost typed.

    Raises
    ------
    BadInput
        If it is no number, below 0 or beyond all reason.
    """
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= _MOST_COST:
        raise BadInput(f"{option_name} takes a number from 0 to {_MOST_COST:g}, not '{text}'.")
    return value


def read_costs(problems: Problems, items: Sequence[str]) -> dict[str, float]:
    """Return the costs that can be read; mistakes are noted in ``problems``."""
    found: dict[str, float] = {}
    for item in items:
        name, equals, text = (part.strip() for part in item.partition("="))
        if not equals or not name:
            problems.found.append(f"--cost takes NAME=NUMBER, for example --cost door.dice=2, not '{item}'.")
            continue
        if name in found:
            problems.found.append(f"--cost {name} is given twice.")
        value = problems.take(read_cost, text, f"--cost {name}")
        found[name] = 1.0 if value is None else value
    return found


def read_effort(problems: Problems, typed: Mapping[str, Any]) -> Effort | None:
    """Return how hard to search; mistakes are noted in ``problems`` and give None."""
    before = len(problems.found)
    most = _MOST_EVENED if "balance" in typed else _MOST_CHANGES
    changes = problems.take(read_count, typed.get("changes", DEFAULT_CHANGES), "--changes", most)
    games = problems.take(read_count, typed["games"], "--games", _MOST_GAMES, 160) if "games" in typed else 0
    confirm = problems.take(read_count, typed["confirm"], "--confirm", _MOST_GAMES, 100) if "confirm" in typed else 0
    trials = problems.take(read_count, typed["trials"], "--trials", _MOST_TRIALS) if "trials" in typed else None
    seconds = problems.take(read_duration, typed["budget"], "--budget") if "budget" in typed else None
    total = None
    if "most_games" in typed:
        total = problems.take(read_count, typed["most_games"], "--most-games", _MOST_IN_ALL, _LEAST_IN_ALL)
    if changes is None or games is None or confirm is None or len(problems.found) > before:
        return None
    from analysis.logbook import Effort

    return Effort(changes, games or None, confirm or None, trials, seconds, total)
