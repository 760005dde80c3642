"""``house-edge report --fresh`` of a game played against each other: everything its page needs is played now."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from reports import words
from reports.cli import findings, output
from reports.cli.options import ChangeOptions, Problems, WorkOptions, read_count
from sim import registry
from sim.errors import BadInput

if TYPE_CHECKING:
    from analysis.arms import Base
    from analysis.balance_result import BalanceResult
    from analysis.balanced import BalancedResult
    from analysis.leader import Leader
    from analysis.tournament_result import TournamentResult
    from reports.cli.tune_options import Question
    from reports.report.balance_build import Balance

#: Games a report plays of each set-up; of each seating of policies, and of players without something. On two cores a
#: game at 2,000 games/s with 15 set-ups takes about five minutes.
GAMES = "4000"
_MEETING_GAMES, _WITHOUT_GAMES = 300, 300
#: Games of the tuner in all for each fairness, in games of a set-up; and at least.
_EVEN_PART, _LEAST_EVEN = 15, 20_000
#: Changes of a set that the tuner tries at most.
_MOST_CHANGES = 6
#: Fewer games of each say nothing.
_LEAST = 50
#: Games of a set-up are kept in memory.
_MOST_GAMES = 2_000_000


def play(
    problems: Problems, game: str, games: str | None, changes: ChangeOptions, work: WorkOptions, quiet: bool
) -> Balance:
    """Play and store what the page needs, all under the same rules and seed.

    Raises
    ------
    BadInput
        With every mistake of the options.
    """
    from reports.cli import balance_options, tournament, without
    from reports.cli.years import read_base
    from reports.report.balance_build import Balance

    number = problems.take(read_count, games or GAMES, "--games", _MOST_GAMES)
    found = read_base(problems, game, (), changes, work, f"house-edge report {game}")
    problems.stop_if_any()
    assert found is not None and number is not None
    base, every = found
    loaded = base.game
    kinds = kinds_of(loaded) if number >= _LEAST else ()
    tell = _stages(quiet, 1 + (number >= _LEAST) * (2 + bool(loaded.mechanics)) + len(kinds))
    tell("seats, starts, modules, points, and what could overturn it")
    asked = balance_options.question_of(base, every, loaded.file.default_policy, number, changes)
    balance = asked.answer(quiet)[0], asked.command
    meeting = lost = best = None
    even: list[tuple[BalancedResult, str]] = []
    if number >= _LEAST:
        tell("policies against each other")
        places = tuple(dict.fromkeys([*front_scenarios(loaded), chain(loaded)[-1]]))
        rungs = tournament.question_of(base, places, (), min(number, _MEETING_GAMES), None, changes)
        meeting = _unless_refused(lambda: (rungs.answer(quiet)[0], rungs.command))
        tell("the best policy under other assumptions")
        best = _doubted(base, meeting[0], number, changes, quiet) if meeting else None
        if loaded.mechanics:
            tell("what wins games")
            ends = tuple(dict.fromkeys([chain(loaded)[-1], chain(loaded)[0]]))
            worth = without.question_of(base, ends, "best", (), min(number, _WITHOUT_GAMES), None, True, changes)
            lost = _unless_refused(lambda: (worth.answer(quiet)[0], worth.command))
    for kind in kinds:
        total = max(_LEAST_EVEN, _EVEN_PART * number)
        tell(f"what makes the {_many(loaded, kind)} equal, in at most {words.count(total, 'game')}")
        answer = _unless_refused(partial(_evened, balance[0], base, kind, total, changes, quiet))
        even += [answer] if answer else []
    return Balance(loaded, balance, meeting, lost, tuple(even), best)


# --- how little makes it fair? ---------------------------------------------------------------------------------------


def kinds_of(game: registry.Game) -> tuple[str, ...]:
    """Return what a game asks to be equal: its seats, and what is dealt if anything is."""
    return ("seats", "choices") if game.file.balance.choice_rule else ("seats",)


def _many(game: registry.Game, kind: str) -> str:
    return "seats" if kind == "seats" else f"{game.file.balance.choice_word or 'choice'}s"


def _evened(
    found: BalanceResult, base: Base, kind: str, total: int, changes: ChangeOptions, quiet: bool
) -> tuple[BalancedResult, str]:
    """Ask the tuner about the set-up that needs it most, and store its answer."""
    from reports.cli.tune import answer_balance

    question = even_question(found, base, kind, total, changes)
    return answer_balance(question, quiet), question.command()


def even_question(found: BalanceResult, base: Base, kind: str, total: int, changes: ChangeOptions) -> Question:
    """Return the question of ``tune --balance`` about the seats furthest apart, or what is dealt at the usual table.

    Raises
    ------
    BadInput
        If house rules contradict the question.
    """
    from reports.cli.tune_options import read_question
    from reports.report.balance_even import most_unequal
    from reports.report.balance_words import front_choice

    game = base.game
    if kind == "seats":
        place, groups, free = most_unequal(found).scenario, most_unequal(found).players, game.file.balance.seat_levers
    else:
        if not found.choices:
            raise BadInput(f"no {_many(game, kind)} were dealt, so nothing can make them equal.")
        place, free = front_choice(found).scenario, game.file.balance.choice_levers
        groups = len(game.file.balance.choices)
    typed: dict[str, Any] = {
        "game": game.name,
        "scenario": [place],
        "balance": kind,
        "free": list(free),
        "changes": str(max(1, min(_MOST_CHANGES, groups - 1))),
        "most_games": str(total),
        "variant": list(changes.variant),
        "rule": list(changes.rule),
        "cards": changes.cards,
        "seed": str(base.seed),
    }
    problems = Problems()
    work = WorkOptions(jobs=str(base.jobs), backend=base.backend)
    question = read_question(problems, {name: value for name, value in typed.items() if value}, work)
    problems.stop_if_any()
    assert question is not None
    return question


# --- the best policy -------------------------------------------------------------------------------------------------


def _doubted(
    base: Base, found: TournamentResult, games: int, changes: ChangeOptions, quiet: bool
) -> tuple[Leader, str]:
    """Play and store in how many sampled sets of assumptions the best policy is the best."""
    from analysis.leader import leader
    from reports.cli.envelope import envelope
    from reports.cli.plans import command_line
    from reports.cli.progress import StepDisplay
    from reports.report.balance_words import front_field

    field, started = front_field(found), time.perf_counter()
    with StepDisplay(base.game.name, quiet) as display:
        result = leader(base, field, progress=display.step)
    typed = ["house-edge", "report", base.game.name, "--fresh"]
    command = command_line(typed, changes, games=games, seed=base.seed)
    timing = {"wall_s": time.perf_counter() - started}
    head = envelope("leader", base.game, base.resolve(field.scenario), base.seed, "complete", command, timing)
    findings.store({**head, **result.to_json()})
    return result, command


def _stages(quiet: bool, total: int) -> Callable[[str], None]:
    """Return what tells which part of the report begins."""
    number = 0

    def tell(what: str) -> None:
        nonlocal number
        number += 1
        if not quiet:
            output.note(f"{number} of {total}: {what}")

    return tell


def _unless_refused(play_it: Callable[[], tuple[Any, str]]) -> tuple[Any, str] | None:
    """Return an answer; None, with a line that says why, where a game does not allow the question."""
    try:
        return play_it()
    except BadInput as error:
        output.note(f"left out: {error}")
        return None


def front_scenarios(game: registry.Game) -> tuple[str, ...]:
    """Return the default scenario for every number of players there is."""
    default = game.file.default_scenario
    kin = game.scenarios[default].get("of", default)
    found = [name for name, entry in game.scenarios.items() if entry.get("of", name) == kin]
    return tuple(sorted(found, key=lambda name: int(game.scenarios[name].get("players", 0))))


def chain(game: registry.Game) -> tuple[str, ...]:
    """Return the default scenario, and those that each add something to the one before, for as many players."""
    name = game.file.default_scenario
    players = game.scenarios[name].get("players")
    found = [name]
    while True:
        after = [
            other
            for other, entry in game.scenarios.items()
            if entry.get("after") == found[-1] and entry.get("players") == players and other not in found
        ]
        if not after:
            return tuple(found)
        found.append(after[0])
